#!/usr/bin/env python3
"""Makes the archives of a release from installed folders. The same folders give the same bytes.

usage: release.py OUT --linux DIR [--page DIR] [--arm64 DIR] [--windows DIR] [--npm DIR]

--linux, --arm64, --windows: where `meson install` has put the project for that system. --page: the page of `hullbake
view`. --npm: the npm package. Writes into OUT, with SHA256SUMS. What only Linux can make, as the editors' files, the
other archives have from there. Files carry the time of SOURCE_DATE_EPOCH, or else of the last commit.
"""
import argparse
import gzip
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
# The program finds these libraries beside itself. Those of the C and C++ languages are the system's own.
BUNDLED = 'lib/hullbake'
SYSTEM_LIBRARIES = re.compile(r'(ld-linux.*|linux-vdso|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s)\.so')
# A header of each library that is compiled into the program, and of what else ends in the program for Windows.
HEADERS = ['/usr/include/boost/version.hpp', '/usr/include/fmt/core.h', '/usr/include/CLI/CLI.hpp',
           '/usr/include/nlohmann/json.hpp']
WINDOWS_HEADERS = [*HEADERS, '/usr/x86_64-w64-mingw32/include/windows.h']


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def release_time():
    known = os.environ.get('SOURCE_DATE_EPOCH')
    return int(known or output_of('git', '-C', str(SOURCE), 'log', '-1', '--format=%ct'))


def version():
    return re.search(r"version: '([^']+)'", (SOURCE / 'meson.build').read_text(encoding='utf-8')).group(1)


def files_of(folder, into=''):
    """Returns the files below a folder by their names in the archive. Links within it stay links."""
    return {f'{into}{path.relative_to(folder).as_posix()}': path
            for path in pathlib.Path(folder).rglob('*') if path.is_symlink() or path.is_file()}


def libraries_of(program):
    """Returns the paths of the shared libraries that the archive must bring, by their names."""
    found = re.findall(r'^\s*(\S+) => (/\S+)', output_of('ldd', str(program)), re.M)
    return {name: pathlib.Path(path).resolve() for name, path in found if not SYSTEM_LIBRARIES.match(name)}


def licences(paths):
    """Returns the licence texts of the Debian packages that own the files."""
    texts = {}
    for path in map(str, paths):
        # Debian lists some files below /lib that lie below /usr/lib.
        listed = subprocess.run(['dpkg', '-S', path, path.removeprefix('/usr')], check=False, capture_output=True,
                                text=True).stdout
        if not listed:
            sys.exit(f'release.py: no Debian package owns {path}, so that its licence is not known')
        package = re.split('[:,]', listed)[0]
        texts[f'licences/{package}.txt'] = pathlib.Path(f'/usr/share/doc/{package}/copyright').resolve()
    return texts


def linux_files(folder, page):
    libraries = libraries_of(folder / 'bin/hullbake')
    files = files_of(folder) | {f'{BUNDLED}/{name}': path for name, path in libraries.items()}
    files |= licences([*HEADERS, *libraries.values()])
    files['LICENSE'] = SOURCE / 'LICENSE'
    if page:
        files |= files_of(page, 'share/hullbake/viewer/')
    return files


def other_files(folder, linux, headers):
    shared = {name: path for name, path in linux.items() if name.startswith(('share/doc/', 'share/hullbake/', 'LICENSE'))}
    return shared | files_of(folder) | licences(headers)


def is_program(path):
    return os.access(path, os.X_OK)


def tar_gz(archive, root, files, when):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode='w', format=tarfile.PAX_FORMAT) as tar:
        for name, path in sorted(files.items()):
            item = tarfile.TarInfo(f'{root}/{name}')
            item.mtime = when
            if path.is_symlink():
                item.type, item.linkname, item.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
                tar.addfile(item)
                continue
            content = path.read_bytes()
            item.size, item.mode = len(content), 0o755 if is_program(path) else 0o644
            tar.addfile(item, io.BytesIO(content))
    with open(archive, 'wb') as file, gzip.GzipFile('', 'wb', 6, file, mtime=0) as packer:
        packer.write(packed.getvalue())


def zip_file(archive, root, files, when):
    moment = max(time.gmtime(when)[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(archive, 'w', zipfile.ZIP_DEFLATED, compresslevel=6) as packer:
        for name, path in sorted(files.items()):
            item = zipfile.ZipInfo(f'{root}/{name}', moment)
            item.compress_type, item.create_system = zipfile.ZIP_DEFLATED, 3
            item.external_attr = (0o100755 if is_program(path) else 0o100644) << 16
            packer.writestr(item, path.read_bytes())


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('\n\n')[1].removeprefix('usage: '))
    parser.add_argument('out', type=pathlib.Path)
    for name in ('linux', 'page', 'arm64', 'windows', 'npm'):
        parser.add_argument(f'--{name}', type=pathlib.Path, required=name == 'linux')
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    when, name = release_time(), f'hullbake-{version()}'
    linux = linux_files(given.linux, given.page)
    made = {f'{name}-linux-x86_64.tar.gz': (tar_gz, f'{name}-linux-x86_64', linux)}
    if given.arm64:
        made[f'{name}-linux-arm64.tar.gz'] = (tar_gz, f'{name}-linux-arm64', other_files(given.arm64, linux, HEADERS))
    if given.windows:
        made[f'{name}-windows-x86_64.zip'] = (zip_file, f'{name}-windows-x86_64',
                                              other_files(given.windows, linux, WINDOWS_HEADERS))
    if given.npm:
        made[f'{name}-npm.tgz'] = (tar_gz, 'package', files_of(given.npm))
    sums = []
    for archive, (pack, root, files) in sorted(made.items()):
        pack(given.out / archive, root, files, when)
        content = (given.out / archive).read_bytes()
        sums.append(f'{hashlib.sha256(content).hexdigest()}  {archive}\n')
        print(f'{archive}: {len(files)} files, {len(content):,} bytes')
    (given.out / 'SHA256SUMS').write_text(''.join(sums), encoding='utf-8')


if __name__ == '__main__':
    sys.exit(main())
