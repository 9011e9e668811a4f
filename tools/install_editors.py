#!/usr/bin/env python3
"""Installs the editors' files of a game named Hullbake.

    install_editors.py HULLBAKE FOLDER    FOLDER is relative to the prefix
"""
import os
import subprocess
import sys
from pathlib import Path

program, folder = sys.argv[1:]
target = Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"]) / folder
target.mkdir(parents=True, exist_ok=True)
subprocess.run([program, "init", target, "--name", "Hullbake", "--force"], check=True, stdout=subprocess.DEVNULL)
