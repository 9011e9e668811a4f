#!/usr/bin/env python3
"""Writes the files of this folder and the pictures as a C++ source.

    embed.py OUTPUT.cpp
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # no folder of compiled scripts among the sources

from draw_textures import pictures  # noqa: E402

HERE = Path(__file__).resolve().parent
TEXTS = ("README.md", "start.map", "hullbake.fgd", "hullbake.ent", "netradiant/default_build_menu.xml",
         "netradiant/game.xml", "trenchbroom/CompilationProfiles.cfg", "trenchbroom/GameConfig.cfg")


def array(index, data):
    rows = [data[at:at + 24] for at in range(0, len(data), 24)]
    body = ",\n    ".join(",".join(str(byte) for byte in row) for row in rows)
    return f"constexpr unsigned char kBytes{index}[] = {{\n    {body}}};\n"


def main():
    files = {name: (HERE / name).read_bytes() for name in TEXTS} | pictures()
    named = sorted(files.items())
    entries = "".join(f'    {{"{name}", {{kBytes{i}, sizeof kBytes{i}}}}},\n' for i, (name, _) in enumerate(named))
    Path(sys.argv[1]).write_text(
        '// Written by editors/embed.py.\n#include "tools/kit/embedded_files.hpp"\n\nnamespace hullbake::cli {\nnamespace {\n\n'
        + "".join(array(i, data) for i, (_, data) in enumerate(named))
        + f"\nconstexpr EmbeddedFile kFiles[] = {{\n{entries}}};\n\n}}  // namespace\n\n"
        + "std::span<const EmbeddedFile> embeddedFiles() {\n    return kFiles;\n}\n\n}  // namespace hullbake::cli\n")


main()
