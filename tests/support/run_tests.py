"""Runs GoogleTest programs in parallel and leaves one result file for each shard, for sum_results.py.

usage: run_tests.py [--jobs N] RESULTS PROGRAM[:SHARDS]...

Starts a program with SHARDS that many times, each time for its share of the tests. Runs at most N shards at a time
(default: the number of processors), in the order given: list the longest first. Prints one line for a shard that
passes, and the whole output of one that fails. The exit code is always 0: the folder RESULTS contains the outcome.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml


def failures(result: pathlib.Path) -> int | None:
    """Returns the number of failed tests, or None when the program did not write its result."""
    try:
        return int(xml.fromstring(result.read_text()).attrib["failures"])
    except (xml.ParseError, ValueError, KeyError):
        return None


def run(program: str, shard: int, shards: int, result: pathlib.Path) -> tuple[str, str]:
    """Runs one shard. Returns its outcome and its output."""
    with tempfile.TemporaryDirectory(prefix="hullbake_tests_") as temporary:
        environment = dict(os.environ, TEST_TMPDIR=temporary + "/",
                           GTEST_TOTAL_SHARDS=str(shards), GTEST_SHARD_INDEX=str(shard))
        try:
            done = subprocess.run([program, "--gtest_brief=1", f"--gtest_output=xml:{result}"], env=environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except OSError as error:
            result.write_text(f"not started: {error}")
            return f"not started: {error}", ""
    written = done.stdout.decode(errors="replace")
    failed = failures(result)
    if failed is None or (failed == 0 and done.returncode != 0):
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        when = "before its tests did" if failed is None else "after its tests passed"
        result.write_text(f"the program ended {when}: {how}")
        return f"ended {when}: {how}", written
    return (f"{failed} failed" if failed else "passed"), written if failed else ""


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2].removeprefix("usage: "))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()

    arguments.results.mkdir(parents=True, exist_ok=True)
    shards = []
    for text in arguments.programs:
        program, _, count = text.rpartition(":") if ":" in text else (text, "", "1")
        for shard in range(int(count)):
            name = pathlib.Path(program).name + (f".{shard + 1}of{count}" if int(count) > 1 else "")
            result = arguments.results / f"{name}.xml"
            result.write_text("the program did not end")  # counted as a failure unless the program replaces it
            shards.append((os.path.abspath(program), shard, int(count), result))

    def timed(shard):
        begin = time.monotonic()
        return shard[3].stem, *run(*shard), time.monotonic() - begin

    with concurrent.futures.ThreadPoolExecutor(max(1, arguments.jobs)) as pool:
        running = [pool.submit(timed, shard) for shard in shards]
        for done in concurrent.futures.as_completed(running):
            name, outcome, written, seconds = done.result()
            if written:
                print(written.rstrip())
            print(f"{arguments.results.name}: {name} {outcome}, {seconds:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
