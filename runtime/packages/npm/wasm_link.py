"""Links objects into a WebAssembly module, smaller where wasm-opt (Debian: binaryen) is installed."""

import shutil

# Removes stores and locals that clang leaves. Numbers keep their bits.
SHRINK = "wasm-opt -O1 --rse --vacuum --enable-nontrapping-float-to-int --enable-sign-ext --enable-bulk-memory"


def link_command(flags, objects, target):
    """Returns the shell's command that links objects into target."""
    link = f"clang++ {' '.join(flags)} {objects} -o {target}"
    return f"{link}.linked && {SHRINK} {target}.linked -o {target}" if shutil.which("wasm-opt") else link
