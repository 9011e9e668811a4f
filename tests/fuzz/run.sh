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
    # A reader of the command line's names its source in a comment.
    read -r -a further < <(sed -n 's|^// Further sources: ||p' "$target" | grep . || echo)
    clang++ -std=c++20 -O1 -g -ffp-contract=off -fsanitize=fuzzer,address,undefined -I. -Iruntime/include -Iruntime/src \
        "$target" "${sources[@]}" "${further[@]}" -lfmt -o "$out/$name"
    mkdir -p "$out/corpus-$name"
    # What is found goes to the first folder; the seeds are read only.
    folders=("$out/corpus-$name")
    seeds=tests/fuzz/seeds/${name%_fuzz}
    if [[ -d $seeds ]]; then folders+=("$seeds"); fi
    # Scenes of every notation, for the readers of maps.
    case $name in map_reader_fuzz | prefabs_fuzz) folders+=(maps/dialects) ;; esac
    "$out/$name" -max_total_time="$seconds" -artifact_prefix="$out/" "${folders[@]}" >&2
done
