#!/usr/bin/env python3
"""Writes large sealed levels for tests and benchmarks. See --help and maps/README.md."""

import argparse
import re
import sys

sys.dont_write_bytecode = True  # leave no files in the source folder

from map_tools.level import Level, Random
from map_tools.output import write_or_report
from map_tools.places import caves, city
from map_tools.shapes import columns, rocks, spiral, terrain

KINDS = {
    "rocks": (rocks, "convex hulls of random points, scattered through a room"),
    "terrain": (terrain, "triangular prisms over a height field"),
    "spiral": (spiral, "towers of spiral stairs around many-sided columns"),
    "columns": (columns, "leaning columns of 5 to 24 sides"),
    "city": (city, "houses with rooms, doorways and roofs along streets"),
    "caves": (caves, "halls and passages between a floor and a ceiling of prisms"),
}
FEWEST, MOST = 100, 100000


def whole(least, most):
    def parse(text):
        if not re.fullmatch(r"[0-9]{1,18}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most}")
        return int(text)

    return parse


def parse_arguments(argv):
    kinds = "\n".join(f"  {name:8} {what}" for name, (_, what) in KINDS.items())
    parser = argparse.ArgumentParser(
        prog="generate.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Writes a sealed level with a player start and lights. All points are whole numbers, all faces\n"
                    "are found in exact arithmetic; the same arguments give the same bytes everywhere.\n\n"
                    "kinds:\n" + kinds,
        epilog="""example:
  python3 maps/generate.py rocks --brushes 2000 --seed 7 -o rocks.map

exit code: 0 done, 1 the map cannot be written, 2 wrong usage""",
    )
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help="one of the kinds above")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write; '-': standard output")
    parser.add_argument("--brushes", metavar="N", type=whole(FEWEST, MOST), default=1000,
                        help=f"about how many, {FEWEST} to {MOST} (default: 1000)")
    parser.add_argument("--seed", metavar="S", type=whole(0, 10**18 - 1), default=1, help="default: 1")
    return parser.parse_args(argv)


def main(argv):
    arguments = parse_arguments(argv)
    level = Level(f"generate.py {arguments.kind} --brushes {arguments.brushes} --seed {arguments.seed}")
    KINDS[arguments.kind][0](level, Random(arguments.seed), arguments.brushes)
    return write_or_report(arguments.output, level.text().encode("ascii"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
