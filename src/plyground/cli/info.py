"""What `plyground info` reports."""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path

from plyground.kernel import cache


def report() -> list[tuple[str, str]]:
    """Names and values: versions, folders, and the cache."""
    files, size = cache.size()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "typer", "rich"))
    return [
        ("plyground", version("plyground")),
        ("Python", f"{platform.python_version()} on {platform.platform()}"),
        ("libraries", libraries),
        ("package", str(Path(__file__).parent.parent)),
        ("compiled code", str(cache.folder())),
        ("kept there", "yes" if cache.writable() else "no: the folder cannot be written"),
        ("cache size", f"{size / 1e6:.1f} MB in {files} files"),
    ]
