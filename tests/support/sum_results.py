"""Sums the result files of all test programs. Prints failed tests, reasons for skipped ones, and the totals.

A file that is no result is a failure: the program, or one of its shards, did not end. A program that ran no test is a
failure too.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml


def reason(test: xml.Element) -> str:
    """Returns why a test was skipped: its message without the place in the source."""
    for skip in test.iter("skipped"):
        place, _, message = skip.get("message", "").partition("\n")
        return " ".join((message or place).split()) or "no reason given"
    return "no reason given"


def main(folder: str) -> int:
    passed = failed = skipped = 0
    tests_of = {}  # program -> number of its tests that were run
    for path in sorted(pathlib.Path(folder).rglob("*.xml")):
        where = f"{path.parent.name}/{path.stem}"
        text = path.read_text()
        try:
            report = xml.fromstring(text)
        except xml.ParseError:
            print(f"FAILED {where}: {text.strip().splitlines()[0] if text.strip() else 'an empty result'}")
            failed += 1
            continue
        program = re.sub(r"\.\d+of\d+$", "", where)
        tests_of.setdefault(program, 0)
        for test in report.iter("testcase"):
            name = f"{where} {test.get('classname')}.{test.get('name')}"
            tests_of[program] += 1
            if test.find("failure") is not None:
                failed += 1
                print(f"FAILED {name}")
            elif test.get("result") == "skipped":
                skipped += 1
                print(f"skipped {name}: {reason(test)}")
            elif test.get("result") == "completed":
                passed += 1
    for program, count in tests_of.items():
        if count == 0:
            print(f"FAILED {program}: no test was run")
            failed += 1
    if passed + failed + skipped == 0:
        print("no test was run")
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
