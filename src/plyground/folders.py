"""Where Plyground keeps a user's files, by the customs of the system (see platformdirs)."""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs

# On Windows games and players follow their user from computer to computer; caches never do.
_FOLDERS = PlatformDirs("plyground", appauthor=False, roaming=True)


def cache_folder() -> Path:
    """The folder for files that can be made again: compiled code, solved tables, books."""
    return _FOLDERS.user_cache_path


def data_folder() -> Path:
    """The folder for what cannot be made again: games, seats and solved puzzles."""
    return _FOLDERS.user_data_path


def settings_folder() -> Path:
    """The folder for what the user writes: the names of external players."""
    return _FOLDERS.user_config_path
