#!/usr/bin/env python3
"""Unpacks the archives of a release and uses each as a stranger would: the Linux one here, those of other systems by wine
and qemu.

usage: archives.py DIR

DIR is where `./dev release` has put them. Each program compiles the demo level to the same bytes, draws it, shows it with
the page beside it, and the example programs are built against its library and walk as here. Exit 1 if anything differs.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import live

ROOT = pathlib.Path(__file__).resolve().parents[2]
# How a program is run there, and its compiler.
SYSTEMS = {
    'linux-x86_64': ([], ['g++', '-pthread'], ''),
    'linux-arm64': (['qemu-aarch64', '-L', '/usr/aarch64-linux-gnu'], ['aarch64-linux-gnu-g++-12', '-static'], ''),
    'windows-x86_64': (['/usr/lib/wine/wine64'], ['x86_64-w64-mingw32-g++-posix', '-static'], '.exe'),
}
NEEDED = ['LICENSE', 'share/doc/hullbake/README.md', 'share/doc/hullbake/CHANGELOG.md', 'share/doc/hullbake/docs/cli.md',
          'share/doc/hullbake/docs/figures/viewing.png', 'share/doc/hullbake/examples/walk.cpp',
          'share/hullbake/editors/editors/trenchbroom/Hullbake/GameConfig.cfg', 'share/hullbake/viewer/index.html',
          'share/hullbake/viewer/hullbake.wasm', 'share/hullbake/amalgamated/hullbake_runtime.cpp',
          'include/hullbake/hullbake.h', 'include/hullbake/clip_map.hpp']


class Stranger:
    def __init__(self, place, environment):
        self.place, self.environment, self.faults, self.count = place, environment, [], 0

    def check(self, what, is_good, detail=''):
        self.count += 1
        if not is_good:
            self.faults.append(f'{what} {detail}')

    def run(self, command, folder=None):
        return subprocess.run([str(word) for word in command], cwd=folder or self.place, capture_output=True, check=False,
                              env=self.environment)

    def archive(self, system, root, expected):
        runner, compiler, ending = SYSTEMS[system]
        for name in NEEDED:
            self.check(f'{system}: {name}', (root / name).is_file() and (root / name).stat().st_size > 0, 'is not there')
        self.check(f'{system}: licences', len(list((root / 'licences').glob('*.txt'))) >= 4, 'are not all there')
        program = runner + [str(root / f'bin/hullbake{ending}')]
        work = self.place / f'work {system}'
        work.mkdir()
        shutil.copy(ROOT / 'maps/demo/demo.map', work)
        for arguments in (['compile', 'demo.map'], ['draw', 'demo.hull', '-o', 'demo.png', '--hull', 'player'],
                          ['init', 'game'], ['replay', ROOT / 'tests/golden/runs/demo_walk.run', 'demo.hull']):
            done = self.run([*program, *arguments], work)
            self.check(f'{system}: {arguments[0]}', done.returncode == 0, done.stderr.decode(errors='replace'))
        for name in ('demo.hull', 'demo.png'):
            mine = work / name
            self.check(f'{system}: {name}', mine.exists() and mine.read_bytes() == expected.setdefault(name, mine.read_bytes()),
                       'has other bytes')
        for what, is_good in live.view(program, work, self.environment, None):
            self.check(f'{system}: view:', is_good, what)
        self.example(system, root, work, runner, compiler, ending, expected)

    def example(self, system, root, work, runner, compiler, ending, expected):
        libraries = list(root.glob('lib*/**/libhullbake.a'))
        self.check(f'{system}: libhullbake.a', len(libraries) == 1, str(libraries))
        if len(libraries) != 1:
            return
        walk = work / f'walk{ending}'
        built = self.run([*compiler, '-std=c++20', '-ffp-contract=off', f'-I{root}/include',
                          root / 'share/doc/hullbake/examples/walk.cpp', libraries[0], '-o', walk])
        self.check(f'{system}: an example', built.returncode == 0, built.stderr.decode(errors='replace'))
        done = self.run([*runner, walk, 'demo.hull'], work)
        text = done.stdout.replace(b'\r\n', b'\n')
        self.check(f'{system}: its walk', done.returncode == 0 and len(text) > 100 and text == expected.setdefault('walk', text),
                   done.stderr.decode(errors='replace'))


def unpack(archive, place):
    if archive.suffix == '.zip':
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(place)
    else:
        with tarfile.open(archive) as packed:
            packed.extractall(place)
    return next(place.iterdir())


def npm(stranger, root):
    (stranger.place / 'try.mjs').write_text(
        f"import {{ open }} from '{root}/index.js';\nimport {{ compile }} from '{root}/compiler.js';\n"
        "import { readFile } from 'node:fs/promises';\n"
        f"const {{ bytes }} = await compile(await readFile('{ROOT}/maps/demo/demo.map', 'utf8'));\n"
        "console.log((await open(bytes)).hulls.map(({ name }) => name).join(' '));\n", encoding='utf-8')
    done = stranger.run(['node', 'try.mjs'])
    stranger.check('npm: compiles and opens', done.stdout == b'point player large\n',
                   (done.stdout + done.stderr).decode(errors='replace'))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1]).resolve()
    sums = subprocess.run(['sha256sum', '-c', '--quiet', 'SHA256SUMS'], cwd=out, check=False)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'WINEDEBUG': '-all', 'WINEPREFIX': os.environ.get('WINEPREFIX', f'{place}/wine')}
        stranger, expected = Stranger(place, environment), {}
        stranger.check('SHA256SUMS', sums.returncode == 0)
        for system in SYSTEMS:
            found = [path for path in out.iterdir() if system in path.name]
            stranger.check(system, len(found) == 1, f'{len(found)} archives')
            for archive in found:
                (place / system).mkdir()
                stranger.archive(system, unpack(archive, place / system), expected)
        packages = list(out.glob('*-npm.tgz'))
        stranger.check('npm', len(packages) == 1, f'{len(packages)} archives')
        for archive in packages:
            (place / 'npm').mkdir()
            npm(stranger, unpack(archive, place / 'npm'))
    print(f'archives: {stranger.count - len(stranger.faults)} of {stranger.count} checks passed')
    for fault in stranger.faults:
        print(f'archives: {fault}')
    sys.exit(1 if stranger.faults else 0)


main()
