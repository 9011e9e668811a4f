#!/usr/bin/env python3
"""Compares the command line of another system with the native one: bytes, answers, moves, pictures, texts. Its web server
is asked, and a map is saved while it watches.

usage: check.py [--quick] NAME NATIVE RUNNER... PROGRAM

RUNNER... PROGRAM runs the other command line: wine and an .exe. --quick leaves out `verify`, which an emulated
processor takes many minutes for. Prints what was compared; exit 1 when anything differs.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import live

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get('HULLBAKE_SHARED', ROOT / '../shared'))
SCENES = ['acute_crevice', 'closed_cracks', 'far_from_origin', 'leak_eighth', 'liquids_overlap', 'one_ulp_apart',
          'rotated_room', 'rotating_door', 'sheared_prism', 'sixteen_sided_column', 'tilted_room', 'thin_prism_ridge']
REAL_MAPS = ['dm1', 'e1m1']
VERIFIED = ['demo', 'tilted_room']
RUNS = ['demo_walk', 'demo_classic', 'demo_crevice', 'demo_fly']
WORLDS = ['demo_living', 'demo_crowd', 'demo_corner']
QUERIES = 4000
SEED = 20261127
OTHER_LETTERS = 'Über den Gängen 地下城'
# The subcommand, how many numbers make a query, and its options.
BATCHES = [
    ('trace', 6, ['--hull', 'player']), ('trace', 6, ['--hull', 'point']), ('trace', 6, ['--box', '-5,-6,-7:8,9,10']),
    ('trace', 6, ['--box', '-4,-4,0:4,4,40', '--model', '6', '--move', '1,2,3', '--rotate', '10,20,30']),
    ('contents', 3, ['--hull', 'large']), ('contents', 3, ['--hull', 'player', '--touching', '4']),
    ('contents', 3, ['--box', '-5,-6,-7:8,9,10', '--unstick', '16']),
]


class Check:
    def __init__(self, name, native, other):
        self.name, self.native, self.other = name, native, other
        self.same, self.faults = {}, []

    def run(self, program, arguments, folder, stdin=b''):
        # wine reads and writes file names as the locale tells.
        done = subprocess.run(program + arguments, cwd=folder, input=stdin, capture_output=True, check=False,
                              env={**os.environ, 'LC_ALL': 'C.UTF-8'})
        return done.returncode, done.stdout, done.stderr

    def count(self, what, is_same, detail):
        self.same.setdefault(what, 0)
        if is_same:
            self.same[what] += 1
        else:
            self.faults.append(f'{what}: {detail}')

    def compile(self, folder, name, options=()):
        """Compiles on both sides and compares the bytes. The native file stays in the folder."""
        stem = name.rsplit('.', 1)[0]
        ours = self.run(self.native, ['compile', name, '-o', stem + '.hull', *options], folder)
        theirs = self.run(self.other, ['compile', name, '-o', 'other.hull', *options], folder)
        here, there = folder / (stem + '.hull'), folder / 'other.hull'
        same = (ours[0] == theirs[0] and here.exists() and there.exists()
                and here.read_bytes() == there.read_bytes())
        self.count('hull files', same, f'{name}: exit {ours[0]} and {theirs[0]}\n{theirs[2].decode(errors="replace")}')
        there.unlink(missing_ok=True)

    def answers(self, folder):
        numbers = random.Random(SEED)
        low, high = (-1100, -600, -260), (1100, 960, 480)
        for subcommand, count, options in BATCHES:
            lines = []
            for i in range(QUERIES):
                words = [numbers.uniform(low[k % 3], high[k % 3]) for k in range(count)]
                lines.append(' '.join(repr(float(int(w)) if i % 3 == 0 else w) for w in words))
            text = '\n'.join(lines).encode() + b'\n'
            arguments = [subcommand, 'demo.hull', *options, '--batch', '-']
            ours = self.run(self.native, arguments, folder, text)
            theirs = self.run(self.other, arguments, folder, text)
            is_whole = ours[0] == 0 and ours[1].count(b'\n') == QUERIES
            self.count('batches of answers', is_whole and ours[:2] == theirs[:2], ' '.join(arguments))

    def same_output(self, what, folder, arguments, exit_code=0):
        ours = self.run(self.native, arguments, folder)
        theirs = self.run(self.other, arguments, folder)
        is_same = ours[0] == exit_code and ours == theirs and b'\r' not in theirs[1] + theirs[2]
        self.count(what, is_same, f'{arguments}: exit {ours[0]} and {theirs[0]}\n{theirs[1].decode(errors="replace")}'
                   f'{theirs[2].decode(errors="replace")}')

    def other_letters(self, folder):
        """Names outside ASCII: of files read, of files written by default and by option, and in messages."""
        place = folder / OTHER_LETTERS
        place.mkdir()
        shutil.copy(ROOT / 'maps/demo/demo.map', place / f'{OTHER_LETTERS}.map')
        name = f'{OTHER_LETTERS}/{OTHER_LETTERS}'
        expected = (folder / 'demo.hull').read_bytes()
        for output in [name, f'{name} ß']:
            option = [] if output == name else ['-o', output + '.hull']
            code, _, error = self.run(self.other, ['compile', name + '.map', *option], folder)
            written = folder / (output + '.hull')
            self.count('names outside ASCII', code == 0 and written.exists() and written.read_bytes() == expected,
                       f'{output}: exit {code}\n{error.decode(errors="replace")}')
        (folder / (name + '.txt')).write_text('0 0 64 100 0 64\n', encoding='utf-8')
        self.same_output('names outside ASCII', folder,
                         ['trace', name + '.hull', '--hull', 'player', '--batch', name + '.txt'])
        self.same_output('names outside ASCII', folder, ['info', name + '.hull'])
        self.same_output('names outside ASCII', folder, ['info', name + ' missing.hull'], 1)

    def pictures(self, folder):
        """PNG files that are written, and one that is read: its own heights as terrain."""
        for name, arguments in (('slice.png', ['draw', 'demo.hull', '--hull', 'player']),
                                ('wall.svg', ['draw', 'demo.map', '--plane', 'x=0', '--box', '-9,-9,-9:9,9,9'])):
            files = []
            for program in (self.native, self.other):
                self.run(program, [*arguments, '-o', name], folder)
                files.append((folder / name).read_bytes() if (folder / name).exists() else b'')
                (folder / name).unlink(missing_ok=True)
            self.count('pictures', len(files[0]) > 1000 and files[0] == files[1], name)
        shutil.copy(ROOT / 'tests/cross/heights.png', folder)
        self.compile(folder, 'heights.png')

    def live(self, folder):
        """The web server, and a map that is saved again and again."""
        page = folder / 'page'
        page.mkdir()
        for name in ('index.html', 'viewer.js', 'hullbake.wasm'):
            (page / name).write_text(name)
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        for what, is_good in live.view(self.other, folder, environment, page):
            self.count('answers of the server', is_good, what)
        maps = [(folder / f'{name}.map').read_bytes() for name in ('tilted_room', 'acute_crevice')]
        hulls = [(folder / f'{name}.hull').read_bytes() for name in ('tilted_room', 'acute_crevice')]
        for what, is_good in live.watch(self.other, folder, environment, maps, hulls):
            self.count('saved maps', is_good, what)

    def all(self, folder, verified):
        shutil.copy(ROOT / 'maps/demo/demo.map', folder)
        for scene in SCENES:
            shutil.copy(ROOT / f'maps/scenes/{scene}.map', folder)
        real = [name for name in REAL_MAPS if (SHARED / f'maps/quake/{name}.map').exists()]
        for name in real:
            shutil.copy(SHARED / f'maps/quake/{name}.map', folder)
        for name in ['demo', *SCENES, *real]:
            self.compile(folder, name + '.map')
        self.answers(folder)
        for run in RUNS:
            shutil.copy(ROOT / f'tests/golden/runs/{run}.run', folder)
            self.same_output('recorded runs', folder, ['replay', run + '.run', 'demo.hull'])
        for world in WORLDS:
            shutil.copy(ROOT / f'tests/golden/runs/{world}.world', folder)
            self.same_output('recorded worlds', folder, ['world', 'demo.hull', world + '.world'])
        for name in verified:
            arguments = ['verify', name + '.hull', '--map', name + '.map', '--traces', '2000']
            code, _, error = self.run(self.other, arguments, folder)
            self.count('verified maps', code == 0, f'{name}: exit {code}\n{error.decode(errors="replace")}')
        self.other_letters(folder)
        self.pictures(folder)
        self.live(folder)
        self.same_output('texts', folder, ['info', 'demo.hull'])
        self.same_output('texts', folder, ['rules', '--game', 'quake3'])
        self.same_output('texts', folder, ['compile', 'no such.map'], 1)
        self.same_output('texts', folder, ['trace', 'demo.hull', '--from', '0,0'], 2)


def main():
    quick = sys.argv[1:2] == ['--quick']
    words = sys.argv[2 if quick else 1:]
    if len(words) < 3:
        sys.exit(__doc__)
    check = Check(words[0], [os.path.abspath(words[1])], words[2:-1] + [os.path.abspath(words[-1])])
    with tempfile.TemporaryDirectory() as folder:
        check.all(pathlib.Path(folder), [] if quick else VERIFIED)
    print(f'{check.name}: the same as native: ' + ', '.join(f'{n} {what}' for what, n in check.same.items()))
    for fault in check.faults:
        print(f'{check.name}: DIFFERS: {fault}')
    sys.exit(1 if check.faults else 0)


main()
