#!/usr/bin/env python3
"""Compares the runtime's answers on ARM64, under qemu, with the native ones, bit for bit.

usage: arm64.py NATIVE ARM64 HULL

NATIVE and ARM64 are the two builds of libhullbake.a, HULL is a file of the demo level. Prints what was compared; exit 1
when anything differs, or too few cases of a kind came up.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {'native': 'g++', 'arm64': 'aarch64-linux-gnu-g++-12'}
RUNNERS = {'native': [], 'arm64': ['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu']}
OPTIONS = ['-std=c++20', '-O1', '-ffp-contract=off']
# What the program counts, and the least that makes the comparison worth something.
LEAST = {'hits point': 500, 'hits player': 500, 'hits box': 500, 'hits turned': 500, 'touched': 100, 'found': 20,
         'on the ground': 10}


def build(name, library):
    """Compiles the program beside the library; not again while both are the same."""
    program = library.parent / 'answers'
    sources = [ROOT / 'tests/cross/answers.cpp', library]
    if not program.exists() or program.stat().st_mtime < max(path.stat().st_mtime for path in sources):
        subprocess.run([COMPILERS[name], *OPTIONS, f'-I{ROOT}/runtime/include', *sources, '-o', program], check=True)
    return program


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    libraries, hull = dict(zip(RUNNERS, map(pathlib.Path, sys.argv[1:3]))), sys.argv[3]
    answers = {}
    for name, runner in RUNNERS.items():
        done = subprocess.run([*runner, build(name, libraries[name]), hull], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f'arm64: the {name} program ended with {done.returncode}\n{done.stderr}')
        answers[name] = done.stdout.splitlines()
    faults = [f'{kind}: {count} cases, fewer than {least}' for kind, least in LEAST.items()
              for count in re.findall(rf'{kind} (\d+)$', '\n'.join(answers['native']), re.M) or ['no']
              if count == 'no' or int(count) < least]
    if len(answers['native']) != len(answers['arm64']):
        faults.append(f'{len(answers["native"])} lines and {len(answers["arm64"])}')
    faults += [f'{ours}\n  but {theirs}' for ours, theirs in zip(answers['native'], answers['arm64']) if ours != theirs]
    for fault in faults[:20]:
        print(f'arm64: DIFFERS: {fault}')
    if not faults:
        print(f'arm64: the same as native: {len(answers["native"])} lines of answers')
    sys.exit(1 if faults else 0)


main()
