#!/usr/bin/env python3
"""Turns, scales and moves a .map file, and rounds its points. See --help and maps/README.md.

The output is the input text with only those numbers replaced that the placement changes: points of faces and patches,
Valve 220 texture axes, `origin`, `angle` and `angles` keys.
"""

import argparse
import os
import re
import sys
from decimal import Decimal

sys.dont_write_bytecode = True  # leave no files in the source folder

from map_tools.output import write_or_report
from map_tools.placement import MAX_DECIMALS, Placement
from map_tools.rewriter import MapError, Rewriter

SHOWN_WARNINGS = 10


def decimal_of(text):
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)", text) or len(text) > 30:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number")
    return Decimal(text)


def triple(text):
    parts = text.split(",")
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f"'{text}' is not X,Y,Z")
    return [decimal_of(part) for part in parts]


def positive(text):
    """Parses a positive decimal or a fraction like 1/2."""
    above, slash, below = text.partition("/")
    value, divisor = decimal_of(above), decimal_of(below) if slash else Decimal(1)
    if value <= 0 or divisor <= 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not greater than zero")
    return value / divisor


def decimals_of(text):
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > MAX_DECIMALS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 to {MAX_DECIMALS}")
    return int(text)


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        prog="transform.py",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Turns, scales and moves a .map file, in this order, and rounds its points.",
        epilog="""example: demo.map turned by 30 degrees about each axis, saved as an editor with 6 decimals would
  python3 maps/transform.py maps/demo/demo.map -o turned.map --rotate 30,30,30 --decimals 6

exit code: 0 done, 1 the map cannot be read, parsed or written, 2 wrong usage""",
    )
    parser.add_argument("map", metavar="MAP", help="the map to read")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write; '-': standard output")
    zero = [Decimal(0)] * 3
    parser.add_argument("--rotate", metavar="X,Y,Z", type=triple, default=zero,
                        help="degrees about the axes x, then y, then z, through the origin")
    parser.add_argument("--scale", metavar="S", type=positive, default=Decimal(1),
                        help="a factor greater than zero, like 2, 0.5 or 1/2")
    parser.add_argument("--translate", metavar="X,Y,Z", type=triple, default=zero, help="units, after turn and scale")
    parser.add_argument("--decimals", metavar="N", type=decimals_of,
                        help=f"round points and origins to 0..{MAX_DECIMALS} decimals; without it only what a turn "
                             f"makes endless is rounded, to {MAX_DECIMALS}")
    parser.add_argument("--corners", action="store_true",
                        help="give each face three of its own corners as points, far apart, before anything else: "
                             "for maps whose points lie close together, which rounding would tilt")
    # Join options and values: argparse would take a value that begins with a minus for an option.
    joined = []
    for word in argv:
        if joined and joined[-1] in ("--rotate", "--scale", "--translate", "--decimals"):
            joined[-1] += "=" + word
        else:
            joined.append(word)
    return parser.parse_args(joined)


def report_warnings(path, rewriter):
    for offset, message in rewriter.warnings[:SHOWN_WARNINGS]:
        print(f"{path}:{rewriter.line_of(offset)}: warning: {message}", file=sys.stderr)
    if len(rewriter.warnings) > SHOWN_WARNINGS:
        print(f"{path}: warning: {len(rewriter.warnings) - SHOWN_WARNINGS} more of these", file=sys.stderr)


def main(argv):
    arguments = parse_arguments(argv)
    if os.path.realpath(arguments.map) == os.path.realpath(arguments.output):
        print("transform.py: error: the output is the map itself", file=sys.stderr)
        return 2
    placement = Placement(arguments.rotate, arguments.scale, arguments.translate, arguments.decimals,
                          arguments.corners)
    try:
        with open(arguments.map, "rb") as file:
            data = file.read()
    except OSError as error:
        print(f"{arguments.map}: error: cannot read: {error.strerror}", file=sys.stderr)
        return 1
    # Decode one character a byte, so that text of any encoding is copied unchanged.
    rewriter = Rewriter(data.decode("latin-1"), placement, arguments.corners)
    try:
        moved = rewriter.run()
    except MapError as error:
        print(f"{arguments.map}:{rewriter.line_of(error.at)}: error: {error}", file=sys.stderr)
        return 1
    report_warnings(arguments.map, rewriter)
    return write_or_report(arguments.output, moved.encode("latin-1"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
