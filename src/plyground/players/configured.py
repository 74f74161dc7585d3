"""The external players that a user has given names, in the file `players.toml` of their own.

[my-bot]
command = "python3 /home/me/bot.py"         # or a list: ["python3", "/home/me/bot.py"]
seconds = 5                                 # for an answer; may be left out
"""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

from plyground.folders import settings_folder
from plyground.players.external import SECONDS, External
from plyground.players.form import PlayerError

_KEYS = ("command", "seconds")


def players_file() -> Path:
    """The file in which a user names players."""
    return settings_folder() / "players.toml"


def configured(name: str) -> External:
    """The external player that the user calls `name`.

    Raises PlayerError, naming the file and the key, if there is none or its entry is no good.
    """
    file = players_file()
    entries = _entries(file)
    if name not in entries:
        known = f"it has {', '.join(entries)}" if entries else "it has none yet"
        raise PlayerError(f"{file} has no player {name}: {known}")
    entry = entries[name]
    if not isinstance(entry, dict):
        raise PlayerError(f"{file}: {name} has to be a table, [{name}] with a line command = ...")
    for key in entry:
        if key not in _KEYS:
            raise PlayerError(f"{file}: {name}.{key} means nothing; known are {', '.join(_KEYS)}")
    command = _words(entry.get("command"))
    if not command:
        raise PlayerError(
            f"{file}: {name}.command has to be a command line, as a text or a list of texts"
        )
    seconds = entry.get("seconds", SECONDS)
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise PlayerError(f"{file}: {name}.seconds has to be a number, and not {seconds!r}")
    try:
        return External(command, seconds, name)
    except PlayerError as error:
        raise PlayerError(f"{file}: {name}: {error}") from None


def _entries(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PlayerError(f"{file} cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # no TOML, or no UTF-8
        raise PlayerError(f"{file} is no TOML file: {error}") from None


def _words(command: object) -> tuple[str, ...]:
    """A command line as words; none if it is no command line."""
    if isinstance(command, str):
        try:
            return tuple(shlex.split(command))
        except ValueError:
            return ()
    if isinstance(command, list) and all(isinstance(word, str) for word in command):
        return tuple(command)
    return ()
