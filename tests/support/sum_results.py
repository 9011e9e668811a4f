"""Sums the result files of all test programs, names what failed and why tests were skipped, prints the totals."""

import json
import pathlib
import sys


def main(folder: str) -> int:
    passed = failed = skipped = 0
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        where = f"{path.parent.name}/{path.stem}"
        try:
            report = json.loads(path.read_text())
        except ValueError:
            print(f"FAILED {where}: the program ended before its tests did")
            failed += 1
            continue
        for suite in report["testsuites"]:
            for test in suite["testsuite"]:
                name = f"{where} {suite['name']}.{test['name']}"
                if test.get("failures"):
                    failed += 1
                    print(f"FAILED {name}")
                elif test.get("result") == "SKIPPED":
                    skipped += 1
                    reasons = test.get("skipped") or [{}]
                    print(f"skipped {name}: {reasons[0].get('message', 'no reason given').strip()}")
                elif test.get("result") == "COMPLETED":
                    passed += 1
    if passed + failed == 0:
        print("no test was run")
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
