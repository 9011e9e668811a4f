#!/usr/bin/env python3
"""Builds the npm package with the compiler in it: hullbake_compiler.wasm by clang for wasm32, its JavaScript and types.

usage: build.py DIRECTORY

Needs what runtime/packages/npm/build.py needs, and the headers of Boost, fmt and nlohmann-json (Debian: libboost-dev
libfmt-dev nlohmann-json3-dev). Builds again only what has changed.
"""
import fcntl
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
# No __pycache__ among the sources.
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "runtime/packages/npm"))
from wasm_link import link_command

# Header-only libraries: the compiler for wasm32 must not see /usr/include whole.
LIBRARIES = ("boost", "fmt", "nlohmann")
# What needs a file system or is of the shapes of terrain: a page has the text of one map.
LEFT_OUT = ("files.cpp", "prefabs.cpp", "png_heights.cpp", "png_picture.cpp", "shader_scripts.cpp", "terrain_map.cpp",
            "utf8_path.cpp", "obj_reader.cpp", "wkt_reader.cpp", "png_chunks.cpp", "run_reader.cpp", "run_writer.cpp",
            "run_words.cpp", "world_reader.cpp", "world_writer.cpp", "terrain_brushes.cpp", "heightfield.cpp",
            "map_writer.cpp", "point_file.cpp", "polygon_brushes.cpp", "inflate.cpp", "deflate.cpp")
OWN = ("tools/wasm/compile_text.cpp", "tools/wasm/fault.cpp", "tools/wasm/from_chars.cpp",
       "tools/reports/compile_report.cpp")
# So many sources are compiled as one.
UNITED = 8
# What all browsers of the last years have, and code is smaller with it. Not bulk memory: clang 14 refuses `errno` then.
FEATURES = ["-mnontrapping-fptoint", "-msign-ext"]
# What only reads or writes text is small instead of fast. An option that the precompiled header does not know of.
FAST_ROOMS, SMALL = ("compiler_", "runtime_"), "-mllvm -inline-threshold=10"
# The linker drops what is not called, and with it calls of what is left out. Exceptions are not unwound: fault.hpp.
# Of the runtime only the self-check is fast code that counts: HULLBAKE_SMALL leaves out what speeds up some traces.
# A fixed separator (no text has one) keeps the C++ library's locales out: 39,000 bytes of the packed module.
COMPILE = ["--target=wasm32-wasi", *FEATURES, "-std=c++20", "-O2", "-DNDEBUG", "-fexceptions", "-ffp-contract=off",
           "-fvisibility=hidden", "-DFMT_HEADER_ONLY", "-DFMT_STATIC_THOUSANDS_SEPARATOR=44",
           "-DHULLBAKE_SMALL", "-DJSON_HAS_FILESYSTEM=0", "-DJSON_HAS_EXPERIMENTAL_FILESYSTEM=0",
           "-DJSON_HAS_RANGES=0"]
# The stack lies below everything else, so that its overflow traps instead of overwriting data.
LINK = ["--target=wasm32-wasi", "-mexec-model=reactor",
        "-Wl,--gc-sections,--stack-first,-z,stack-size=4194304,--strip-all"]


def version():
    return re.search(r"version: '([^']+)'", (SOURCE / "meson.build").read_text()).group(1)


def sources():
    """Returns the sources of the compiler and of what it uses, as the meson.build files list them."""
    for room, pattern in (("runtime", r"'(src/[^']+\.cpp)'"), ("formats", r"'([a-z0-9_]+\.cpp)'"),
                          ("compiler", r"'([a-z0-9_/]+\.cpp)'")):
        for path in re.findall(pattern, (SOURCE / room / "meson.build").read_text()):
            if pathlib.Path(path).name not in LEFT_OUT:
                yield f"{room}/{path}"
    yield from OWN


def unity_sources(objects):
    """Writes sources that include several of a room, as the native build does: their headers are read once. Returns
    their paths and those that are compiled alone."""
    rooms = {}
    for source in sources():
        rooms.setdefault("" if source in OWN else source.partition("/")[0], []).append(source)
    alone = rooms.pop("")
    united = []
    for room, members in rooms.items():
        for first in range(0, len(members), UNITED):
            path = objects / f"{room}_{first // UNITED}.cpp"
            text = "".join(f'#include "{SOURCE}/{member}"\n' for member in members[first:first + UNITED])
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
            united.append(path)
    return united + [SOURCE / source for source in alone]


def ninja_file(target, libraries, units):
    includes = [f"-isystem {path}" for path in (HERE / "gaps", SOURCE / "compiler/serial", libraries)]
    includes += [f"-I{path}" for path in (SOURCE, SOURCE / "runtime/include", SOURCE / "runtime/src")]
    flags = " ".join([*COMPILE, *includes, f"'-DHULLBAKE_VERSION=\"{version()}\"'"])
    link = link_command(LINK, "@objects.rsp", "$out")
    # -MD, not -MMD: gaps/ counts as headers of the system.
    lines = [f"rule header\n command = clang++ {flags} -x c++-header -MD -MF $out.d $in -o $out\n depfile = $out.d",
             f"rule cpp\n command = clang++ {flags} $more -include-pch first.pch -MD -MF $out.d -c $in -o $out\n"
             " depfile = $out.d",
             f"rule link\n command = {link}\n rspfile = objects.rsp\n"
             " rspfile_content = $in",
             f"build first.pch: header {SOURCE}/compiler/pch/stages_pch.hpp"]
    objects = []
    for source in units:
        objects.append(source.stem + ".o")
        lines.append(f"build {objects[-1]}: cpp {source} | first.pch")
        if not source.stem.startswith(FAST_ROOMS):
            lines.append(f" more = {SMALL}")
    lines.append(f"build {target}: link {' '.join(objects)}\n")
    return "\n".join(lines)


def describe(package):
    """Adds the compiler to the package's description."""
    description = json.loads((package / "package.json").read_text())
    description["exports"]["./compiler"] = {"types": "./compiler.d.ts", "default": "./compiler.js"}
    description["exports"]["./hullbake_compiler.wasm"] = "./hullbake_compiler.wasm"
    description["files"] += ["compiler.js", "compiler.d.ts", "hullbake_compiler.wasm"]
    (package / "package.json").write_text(json.dumps(description, indent=2) + "\n")


def build(package):
    subprocess.run([SOURCE / "runtime/packages/npm/build.py", package], check=True)
    objects = package.parent / (package.name + ".compiler_objects")
    libraries = objects / "include"
    libraries.mkdir(parents=True, exist_ok=True)
    for name in LIBRARIES:
        if not (libraries / name).is_symlink():
            (libraries / name).symlink_to(pathlib.Path("/usr/include") / name)
    units = unity_sources(objects)
    (objects / "build.ninja").write_text(ninja_file(package / "hullbake_compiler.wasm", libraries, units))
    result = subprocess.run(["ninja", "--quiet", "-C", str(objects)])
    if result.returncode != 0:
        sys.exit(result.returncode)
    for name in ("compiler.js", "compiler.d.ts"):
        shutil.copy(HERE / name, package / name)
    describe(package)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    package = pathlib.Path(sys.argv[1]).resolve()
    package.mkdir(parents=True, exist_ok=True)
    # Two test programs may ask for it at the same time.
    with open(package.parent / (package.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build(package)


main()
