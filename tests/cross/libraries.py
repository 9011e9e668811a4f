#!/usr/bin/env python3
"""Offers the header-only libraries of this system to a cross compiler.

usage: libraries.py DIR

A cross compiler must not see /usr/include whole. DIR gets links to the folders it may see, and DIR/libraries.ini, a
cross file that names them. fmt is compiled from its headers.
"""
import pathlib
import sys

FOLDERS = ['boost', 'fmt', 'CLI', 'nlohmann']
PACKAGES = {'fmt': ' -DFMT_HEADER_ONLY', 'CLI11': '', 'nlohmann_json': ''}


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    include, packages = folder / 'include', folder / 'pkgconfig'
    include.mkdir(parents=True, exist_ok=True)
    packages.mkdir(exist_ok=True)
    for name in FOLDERS:
        link = include / name
        if not link.is_symlink():
            link.symlink_to(pathlib.Path('/usr/include') / name)
    for name, more in PACKAGES.items():
        (packages / f'{name}.pc').write_text(
            f'Name: {name}\nDescription: headers\nVersion: 9\nCflags: -I"{include}"{more}\n', encoding='utf-8')
    (folder / 'libraries.ini').write_text(
        f"[properties]\npkg_config_libdir = ['{packages}']\nboost_includedir = '{include}'\nboost_librarydir = '{include}'\n", encoding='utf-8')


main()
