"""Games for visitors: those that are installed here, never the path of a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plyground.games.registry import game_class, names
from plyground.position import Game, ParameterError, UnknownGameError


def installed_game(name: str) -> type[Game]:
    """The class of an installed game. Raises UnknownGameError; a file's path is none."""
    known = names()
    if name not in known:
        raise UnknownGameError(f"there is no game {name!r}: give one of {', '.join(known)}")
    return game_class(name)


def game_from(fields: Mapping[str, Any]) -> Game:
    """The game that the fields of a form or an address name, with its parameters.

    Without "game" it is the first there is; a parameter that is missing or empty has its usual
    value. Raises UnknownGameError or ParameterError.
    """
    kind = installed_game(field(fields, "game") or names()[0])
    values = {}
    for parameter in kind.parameters:
        text = field(fields, parameter.name)
        if text and not re.fullmatch(r"\d{1,4}", text):
            raise ParameterError(
                f"{parameter.name} is a number from {parameter.least} to {parameter.most}, "
                f"and not {text!r}"
            )
        if text:
            values[parameter.name] = int(text)
    return kind(**values)


def field(fields: Mapping[str, Any], name: str) -> str:
    """A field of a form as text, empty if it is missing or a file."""
    value = fields.get(name, "")
    return value.strip() if isinstance(value, str) else ""
