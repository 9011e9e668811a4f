"""Copies a test file and gives it a namespace of its own, so that several can be compiled as one.

usage: enclose.py IN OUT

Files that are no tests (NAME_test.cpp) are included as they are.

Meson's unity builds put several files into one translation unit. Two tests may then both have a `room()`: each is put
into a namespace named after its file, inside the unnamed one. Errors still show the place in the original.
"""

import pathlib
import re
import sys

OPEN, CLOSE = "namespace {", "}  // namespace"


def enclosed(path: pathlib.Path) -> str:
    """Returns the text of the copy. The tests of a file must lie in one unnamed namespace, with nothing behind it."""
    if not path.name.endswith("_test.cpp"):
        return f'#include "{path.resolve().as_posix()}"\n'
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines.count(OPEN) != 1 or lines.count(CLOSE) != 1:
        raise ValueError(f"{path}: a test needs one unnamed namespace, from '{OPEN}' to '{CLOSE}'")
    end = lines.index(CLOSE)
    if any(line and not line.startswith("}") for line in lines[end + 1:]):
        raise ValueError(f"{path}: a test must end with its unnamed namespace")
    name = re.sub(r"\W", "_", path.stem)
    lines[lines.index(OPEN)] = f"namespace {{ namespace in_{name} {{"
    lines[end] = f"}} {CLOSE}"
    return f'#line 1 "{path.resolve().as_posix()}"\n' + "\n".join(lines)


def main() -> int:
    try:
        text = enclosed(pathlib.Path(sys.argv[1]))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
