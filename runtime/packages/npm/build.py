#!/usr/bin/env python3
"""Builds the npm package: hullbake.wasm by clang for wasm32, beside its JavaScript and types.

usage: build.py DIRECTORY

Needs clang, lld, wasi-libc, libc++ and compiler-rt for wasm32, and ninja (Debian: clang lld wasi-libc
libc++-14-dev-wasm32 libclang-rt-14-dev-wasm32 ninja-build). wasm-opt (binaryen) makes the module a twentieth smaller
where it is installed. Builds again only what has changed.
"""

import pathlib
import re
import shutil
import subprocess
import sys

# No __pycache__ among the sources.
sys.dont_write_bytecode = True
from wasm_link import link_command

HERE = pathlib.Path(__file__).resolve().parent
RUNTIME = HERE.parent.parent
# What all browsers of the last years have, and code is smaller with it.
FEATURES = ["-mnontrapping-fptoint", "-msign-ext", "-mbulk-memory"]
COMMON = ["--target=wasm32-wasi", *FEATURES, "-DNDEBUG", "-DHULLBAKE_BUILDING_SHARED", "-DHULLBAKE_SMALL",
          "-ffp-contract=off", "-fvisibility=hidden", f"-I{RUNTIME}/include", f"-I{RUNTIME}/src"]
# What every trace runs is fast, all else is small: the package is loaded before the page draws.
FAST_SOURCES = ("trace.cpp", "trace_batch.cpp", "trace_expanded.cpp")
FAST, SMALL = "-O2", "-Oz -mllvm -inline-threshold=0"
# The library's ready-made templates come all at once, for types that nothing sorts.
CPP = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-D_LIBCPP_DISABLE_EXTERN_TEMPLATE"]
# So many sources are compiled as one, as the native build does.
UNITED = 8
# The stack lies below everything else, so that its overflow traps instead of overwriting data.
LINK = ["--target=wasm32-wasi", "-nostartfiles", "-Wl,--no-entry,--export-dynamic,--export=__heap_base,--stack-first",
        "-Wl,-z,stack-size=1048576,--strip-all"]


def sources():
    """Returns the sources of the runtime, as its meson.build lists them, and the tables of structs."""
    listed = re.findall(r"'(src/[^']+\.cpp)'", (RUNTIME / "meson.build").read_text())
    return [RUNTIME / path for path in listed] + [HERE / "layout.c"]


def unity_sources(objects):
    """Writes sources that include several small ones: their headers are read once. Returns their paths, and those of
    the sources that are compiled alone."""
    small, alone = [], []
    for source in sources():
        (small if source.suffix == ".cpp" and source.name not in FAST_SOURCES else alone).append(source)
    united = []
    for first in range(0, len(small), UNITED):
        united.append(objects / f"united_{first // UNITED}.cpp")
        text = "".join(f'#include "{source}"\n' for source in small[first:first + UNITED])
        if not united[-1].exists() or united[-1].read_text() != text:
            united[-1].write_text(text)
    return united + alone


def ninja_file(target, units):
    common, cpp = (" ".join(words) for words in (COMMON, CPP))
    common += " $optimize"
    lines = [f"rule cpp\n command = clang++ {common} {cpp} -MMD -MF $out.d -c $in -o $out\n depfile = $out.d",
             f"rule c\n command = clang {common} -std=c11 -MMD -MF $out.d -c $in -o $out\n depfile = $out.d",
             f"rule link\n command = {link_command(LINK, '$in', '$out')}"]
    objects = []
    for source in units:
        objects.append(f"{source.stem}.o")
        fast = source.name in FAST_SOURCES
        lines.append(f"build {objects[-1]}: {'c' if source.suffix == '.c' else 'cpp'} {source}\n"
                     f" optimize = {FAST if fast else SMALL}")
    lines.append(f"build {target}: link {' '.join(objects)}\n")
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    package = pathlib.Path(sys.argv[1]).resolve()
    objects = package.parent / (package.name + ".objects")
    for directory in (package, objects):
        directory.mkdir(parents=True, exist_ok=True)
    (objects / "build.ninja").write_text(ninja_file(package / "hullbake.wasm", unity_sources(objects)))
    result = subprocess.run(["ninja", "--quiet", "-C", str(objects)])
    if result.returncode != 0:
        sys.exit(result.returncode)
    version = re.search(r"version: '([^']+)'", (RUNTIME.parent / "meson.build").read_text()).group(1)
    text = (HERE / "package.json").read_text()
    (package / "package.json").write_text(text.replace("@VERSION@", version))
    for name in ("index.js", "structs.js", "brushes.js", "world.js", "index.d.ts", "README.md"):
        shutil.copy(HERE / name, package / name)
    shutil.copy(RUNTIME.parent / "LICENSE", package / "LICENSE")


main()
