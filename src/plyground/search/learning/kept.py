"""What was learned here and kept under a name, which players are called by: `learned:@NAME`.

The files lie in one folder of the user's data. A name is no path: it is safe in texts from others.
"""

from __future__ import annotations

import re
from pathlib import Path

from plyground.folders import data_folder

SIGN = "@"
"""What a name begins with, where a path could be."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_folder: list[Path] = []


def keep_in(folder: Path) -> None:
    """Keep what is learned in another folder than `learned` of the user's data, from now on."""
    _folder[:] = [folder]


def kept_folder() -> Path:
    """The folder, which need not exist."""
    return _folder[0] if _folder else data_folder() / "learned"


def is_name(text: str) -> bool:
    """Whether something can be kept under a name: letters, digits, - and _, at most 60."""
    return _NAME.fullmatch(text) is not None


def kept_path(name: str) -> Path:
    """The file for playing that is kept under a name, which need not exist. Raises ValueError."""
    if not is_name(name):
        raise ValueError(f"{name!r} is not a name of something that was learned")
    return kept_folder() / f"{name}.weights"
