"""The command that installs the libraries for a part of Plyground."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, for the running Python.

    It names the libraries themselves, so it works for installations from a folder, an archive or an
    index.
    """
    return f"{_pip()} install -U {' '.join(libraries(extra))}"


def libraries(extra: str) -> list[str]:
    """The names of the libraries of an extra."""
    from importlib.metadata import requires

    return [
        re.match(r"[\w.-]+", each)[0]  # type: ignore[index]
        for each in requires("plyground") or ()
        if re.search(rf"extra == ['\"]{extra}['\"]", each)
    ]


def _pip() -> str:
    """`pip`, if that word starts the pip of this Python, else this Python's path and `-m pip`."""
    import sysconfig

    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sysconfig.get_path("scripts")):
        return "pip"
    return f"{sys.executable} -m pip"
