#!/usr/bin/env python3
"""Builds the viewer's page: one script of its modules and three.js, beside hullbake.wasm and
hullbake_compiler.wasm.

usage: build.py DIRECTORY

Needs npm and what tools/wasm/build.py needs. Fetches three.js and esbuild, as package-lock.json pins them,
the first time; after that no network is needed.
"""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent


def fetch(tools):
    """Installs the pinned npm packages into the folder, unless they are there."""
    lock = (HERE / "package-lock.json").read_text()
    seen = tools / "fetched-lock.json"
    if seen.exists() and seen.read_text() == lock:
        return
    tools.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, tools / name)
    subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=tools, check=True)
    seen.write_text(lock)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    page = pathlib.Path(sys.argv[1]).resolve()
    package, tools = page.parent / "npm" / "hullbake", page.parent / "npm" / "viewer"
    subprocess.run([SOURCE / "tools/wasm/build.py", package], check=True)
    fetch(tools)
    page.mkdir(parents=True, exist_ok=True)
    modules = tools / "node_modules"
    subprocess.run([modules / ".bin/esbuild", HERE / "src/main.js", "--bundle", "--format=esm", "--minify",
                    "--target=es2022", "--legal-comments=none", "--log-level=warning", "--external:node:*",
                    f"--alias:hullbake={package / 'index.js'}",
                    f"--alias:hullbake/compiler={package / 'compiler.js'}", f"--alias:three={modules / 'three/build/three.module.js'}",
                    f"--alias:three/addons={modules / 'three/examples/jsm'}",
                    f"--outfile={page / 'viewer.js'}"], check=True)
    for name in ("index.html", "style.css"):
        shutil.copy(HERE / name, page / name)
    for name in ("hullbake.wasm", "hullbake_compiler.wasm"):
        shutil.copy(package / name, page / name)
    licences = [("hullbake", SOURCE / "LICENSE"), ("three.js", modules / "three/LICENSE")]
    (page / "licences.txt").write_text("\n".join(f"{name}\n\n{path.read_text()}" for name, path in licences))


main()
