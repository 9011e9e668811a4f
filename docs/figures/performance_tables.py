#!/usr/bin/env python3
"""Writes the tables of docs/performance.md from the CSV files in docs/benchmarks/.

A table stands between `<!-- table: MACHINE/NAME.csv -->` and `<!-- end -->`. Without arguments the page is rewritten;
with --check nothing is written, and the exit code is 1 when the page and the CSV files differ.
"""

import csv
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent
PAGE = DOCS / "performance.md"
TABLE = re.compile(r"(<!-- table: (\S+\.csv) -->\n).*?(<!-- end -->)", re.DOTALL)


def is_number(text):
    return re.fullmatch(r"\d+(\.\d+)?", text) is not None


def shown(text):
    """Groups the digits of whole numbers from 1,000 on."""
    return f"{int(text):,}" if re.fullmatch(r"\d{4,}", text) else text


def markdown(path):
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    for row in rows:
        if len(row) != len(header):
            sys.exit(f"{path}: {len(row)} values in a row of a table of {len(header)}: {row}")
    columns = zip(*rows)
    rule = ["---:" if any(map(is_number, column)) else "---" for column in columns]
    lines = [header, rule] + [[shown(value) for value in row] for row in rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def with_tables(page):
    return TABLE.sub(lambda match: match[1] + markdown(DOCS / "benchmarks" / match[2]) + match[3], page)


def main():
    page = PAGE.read_text(encoding="utf-8")
    fresh = with_tables(page)
    if sys.argv[1:] == ["--check"]:
        if fresh != page:
            sys.exit(f"{PAGE}: the tables are not those of docs/benchmarks: run docs/figures/performance_tables.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        PAGE.write_text(fresh, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
