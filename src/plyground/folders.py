"""The folders for a user's files, where the system expects them (see platformdirs), locks, and
what is in a TOML file.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import IO, Any

from platformdirs import PlatformDirs

_LOCKED = 2**31 - 2
"""The byte that stands for a file on Windows, where a lock is of bytes and keeps others from
reading them. No file is so long, and msvcrt knows none behind it."""

# On Windows games and players follow their user from computer to computer; caches never do.
_FOLDERS = PlatformDirs("plyground", appauthor=False, roaming=True)


def cache_folder() -> Path:
    """The folder for files that can be made again: compiled code, solved tables, books."""
    return _FOLDERS.user_cache_path


def data_folder() -> Path:
    """The folder for files that cannot be made again: games, seats and solved puzzles."""
    return _FOLDERS.user_data_path


def site_folder() -> Path | None:
    """The folder with the documentation, built; None if it is not here.

    The start of the archive for a class names it. In a clone it is where `make site` puts it.
    """
    given = os.environ.get("PLYGROUND_SITE")
    clone = Path(__file__).parents[2]
    if given:
        folder = Path(given)
    elif (clone / "mkdocs.yml").is_file():
        folder = clone / "site"
    else:
        return None
    return folder.absolute() if (folder / "index.html").is_file() else None


def chapters_folder() -> Path | None:
    """The folder with the chapters and lessons as Markdown; None if they are not here.

    A wheel has them within the package, a clone where they are written.
    """
    package = Path(__file__).parent
    for folder in (package / "docs", package.parents[1] / "docs"):
        if (folder / "learn" / "index.md").is_file():
            return folder
    return None


def settings_folder() -> Path:
    """The folder for files that the user writes: the names of external players."""
    return _FOLDERS.user_config_path


def lock_file(file: IO[Any]) -> bool:
    """Lock a file until it is closed. False if another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        number = file.fileno()
        place = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, _LOCKED, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(number, place, os.SEEK_SET)
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


# Of C:\temp in double quotes TOML makes a tab and "emp", without a fault.
_WINDOWS_PATH = re.compile(r"""^[^#'\n]*"[^"'\n]*\b[A-Za-z]:\\(?!\\)""", re.MULTILINE)


def toml_of(text: str) -> dict[str, Any]:
    """What a TOML file says. Raises ValueError, with a cure for the backslashes of a path."""
    cure = "write a path with a backslash in single quotes, or with / in its place"
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        at = re.search(r"at line (\d+)", str(fault))
        lines = text.splitlines()
        line = lines[int(at[1]) - 1] if at is not None and int(at[1]) <= len(lines) else ""
        raise ValueError(f"{fault}{f'; {cure}' if chr(92) in line else ''}") from None
    if (path := _WINDOWS_PATH.search(text)) is not None:
        number = text.count("\n", 0, path.end()) + 1
        raise ValueError(
            f"a backslash in double quotes is part of another character (line {number}): {cure}"
        )
    return found
