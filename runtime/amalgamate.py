#!/usr/bin/env python3
"""Writes the runtime as hullbake_runtime.hpp and hullbake_runtime.cpp, and its C header as one file.

    amalgamate.py FOLDER [--depfile FILE]

The sources become one translation unit, so names in their unnamed namespaces must differ between files.
"""
import argparse
import re
from pathlib import Path

RUNTIME = Path(__file__).resolve().parent
INCLUDE = re.compile(r'\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)')
GUARD = re.compile(r"^#ifndef (\w+)\n#define \1\n", re.MULTILINE)

# Contraction into fused multiply-add would make answers depend on the processor; GCC takes no standard pragma for it.
NO_CONTRACTION = """\
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

"""


class Inliner:
    """Takes files one after another; each local header is put where it is first included, and only there. So are
    system headers, except where they depend on a condition."""

    def __init__(self, known=()):
        self.known = set(known)
        self.system = set()
        self.read = []
        self.text = []

    def resolve(self, name, including):
        for folder in (including.parent, RUNTIME / "include", RUNTIME / "src"):
            if (folder / name).is_file():
                return (folder / name).resolve()
        raise SystemExit(f"{including}: cannot find {name}")

    def add(self, path, title=True):
        self.known.add(path)
        self.read.append(path)
        if title:
            self.text.append(f"\n// ---- {path.relative_to(RUNTIME).as_posix()}\n")
        text = path.read_text(encoding="utf-8")
        conditions = -1 if GUARD.search(text) else 0
        for line in text.splitlines():
            include = INCLUDE.match(line)
            if line.strip() == "#pragma once":
                continue
            conditions += line.startswith("#if") - line.startswith("#endif")
            if include and include[1]:
                header = self.resolve(include[1], path)
                if header not in self.known:
                    self.add(header, title)
            elif not include or conditions > 0 or include[2] not in self.system:
                if include and conditions == 0:
                    self.system.add(include[2])
                self.text.append(line + "\n")


def licence():
    lines = (RUNTIME.parent / "LICENSE").read_text(encoding="utf-8").splitlines()
    return "".join(("// " + line).rstrip() + "\n" for line in lines)


def source_order():
    # The C interface opens hullbake's namespaces for the whole file: it comes last.
    return sorted((RUNTIME / "src").rglob("*.cpp"), key=lambda path: (path.parent.name == "c", path.as_posix()))


def write(folder):
    public = RUNTIME / "include" / "hullbake"
    header = Inliner()
    header.add(public / "hullbake.hpp")
    source = Inliner(header.known)
    for path in source_order():
        source.add(path)
    c_header = Inliner()
    c_header.add(public / "hullbake.h", title=False)

    head = "// The hullbake runtime in one piece, by runtime/amalgamate.py. Compile hullbake_runtime.cpp as C++20.\n"
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "hullbake_runtime.hpp": head + "//\n" + licence() + "#pragma once\n" + "".join(header.text),
        "hullbake_runtime.cpp": head + "//\n" + licence() + NO_CONTRACTION + '#include "hullbake_runtime.hpp"\n'
        + "".join(source.text),
        "hullbake.h": "".join(c_header.text),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return list(files), header.read + source.read + c_header.read


def main():
    parser = argparse.ArgumentParser(description="Write the runtime as one header and one source.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--depfile", type=Path)
    arguments = parser.parse_args()
    written, read = write(arguments.folder)
    if arguments.depfile:
        targets = " ".join(str(arguments.folder / name) for name in written)
        sources = " ".join(str(path).replace(" ", "\\ ") for path in [*read, RUNTIME.parent / "LICENSE"])
        arguments.depfile.write_text(f"{targets}: {sources}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
