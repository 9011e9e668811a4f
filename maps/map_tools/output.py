"""Writes files whole or not at all."""

import os
import sys


def write_output(path, data):
    """Writes bytes to a file beside `path`, then renames it. '-' is standard output.

    Pipes and devices are written to directly. Raises OSError."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = os.path.realpath(path)
    if os.path.isdir(path):
        raise IsADirectoryError(21, "it is a directory", path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as out:
            out.write(data)
        return
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "xb") as out:
            out.write(data)
        os.replace(beside, path)
    except OSError:
        if os.path.exists(beside):
            os.remove(beside)
        raise


def write_or_report(path, data):
    """Calls write_output and returns the exit code. Prints one line to standard error on failure."""
    try:
        write_output(path, data)
    except OSError as error:
        print(f"{path}: error: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    return 0
