"""What to type to install the libraries that a part of Plyground needs."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path


def install_command(extra: str) -> str:
    """The command that installs the libraries of an extra, for the Python that runs.

    It names the libraries themselves: so it works for an installation from a folder, from an
    archive and from an index alike.
    """
    from importlib.metadata import requires

    libraries = [
        re.match(r"[\w.-]+", each)[0]  # type: ignore[index]
        for each in requires("plyground") or ()
        if re.search(rf"extra == ['\"]{extra}['\"]", each)
    ]
    return f"{_pip()} install -U {' '.join(libraries)}"


def _pip() -> str:
    """`pip`, where that word starts the one of this Python, else with this Python's path."""
    import sysconfig

    found = shutil.which("pip")
    if found is not None and Path(found).parent == Path(sysconfig.get_path("scripts")):
        return "pip"
    return f"{sys.executable} -m pip"
