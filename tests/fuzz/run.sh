#!/usr/bin/env bash
# Builds the fuzz targets with clang's libFuzzer and runs each for the given number of seconds. See ./dev fuzz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
out=build/fuzz
mkdir -p "$out"
sources=(formats/*.cpp runtime/src/*/*.cpp)
for target in tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$target" .cpp)
    echo "== $name" >&2
    # Sources that are no formats are named in a comment, also as patterns. The compiler's tasks run one by one.
    read -r -a further < <(sed -n 's|^// Further sources: ||p' "$target" | grep . || echo)
    # shellcheck disable=SC2068
    clang++ -std=c++20 -O1 -g -ffp-contract=off -fsanitize=fuzzer,address,undefined -I. -Iruntime/include -Iruntime/src \
        -isystem compiler/serial -DHULLBAKE_VERSION='"fuzz"' "$target" "${sources[@]}" ${further[@]} -lfmt -o "$out/$name"
    mkdir -p "$out/corpus-$name"
    # What is found goes to the first folder; the seeds are read only.
    folders=("$out/corpus-$name")
    seeds=tests/fuzz/seeds/${name%_fuzz}
    if [[ -d $seeds ]]; then folders+=("$seeds"); fi
    # Scenes of every notation, for the readers of maps.
    case $name in map_reader_fuzz | prefabs_fuzz | compile_fuzz) folders+=(maps/dialects) ;; esac
    if [[ $name == compile_fuzz ]]; then folders+=(maps/scenes); fi
    "$out/$name" -max_total_time="$seconds" -artifact_prefix="$out/" "${folders[@]}" >&2
done
