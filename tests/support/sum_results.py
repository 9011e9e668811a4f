"""Sums the result files of all test programs. Prints failed tests, reasons for skipped ones, and the totals.

A file that is no result is a failure: the program, or one of its shards, did not end. A program that ran no test is a
failure too.
"""

import json
import pathlib
import re
import sys


def main(folder: str) -> int:
    passed = failed = skipped = 0
    tests_of = {}  # program -> number of its tests that were run
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        where = f"{path.parent.name}/{path.stem}"
        text = path.read_text()
        try:
            report = json.loads(text)
        except ValueError:
            print(f"FAILED {where}: {text.strip().splitlines()[0] if text.strip() else 'an empty result'}")
            failed += 1
            continue
        program = re.sub(r"\.\d+of\d+$", "", where)
        tests_of.setdefault(program, 0)
        for suite in report["testsuites"]:
            for test in suite["testsuite"]:
                name = f"{where} {suite['name']}.{test['name']}"
                tests_of[program] += 1
                if test.get("failures"):
                    failed += 1
                    print(f"FAILED {name}")
                elif test.get("result") == "SKIPPED":
                    skipped += 1
                    reasons = test.get("skipped") or [{}]
                    print(f"skipped {name}: {reasons[0].get('message', 'no reason given').strip()}")
                elif test.get("result") == "COMPLETED":
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
