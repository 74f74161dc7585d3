"""Games for visitors: those that are installed here, never the path of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from plyground.games.registry import game_class, installed_game, names
from plyground.position import Game, ParameterError, UnknownGameError
from plyground.web.numbers import whole

__all__ = [
    "check_parameters",
    "field",
    "game_from",
    "installed_game",
    "installed_games",
    "title_of",
]


def check_parameters(kind: type[Game], given: Iterable[str]) -> None:
    """Raises ParameterError for a name that is no parameter of a game."""
    taken = [parameter.name for parameter in kind.parameters]
    for name in given:
        if name not in taken:
            accepted = f"its parameters are {', '.join(taken)}" if taken else "it has none"
            raise ParameterError(f"{kind.title} has no parameter {name}: {accepted}")


def title_of(name: str) -> str:
    """What a game is called; its name, if it is not installed any more."""
    try:
        return installed_game(name).title
    except UnknownGameError:
        return name


def installed_games() -> list[type[Game]]:
    """All games that can be chosen; a package whose game does not load has none."""
    found = []
    for name in names():
        with suppress(UnknownGameError):
            found.append(game_class(name))
    return found


def game_from(fields: Mapping[str, Any]) -> Game:
    """The game that the fields of a form or an address name, with its parameters.

    Without "game" it is the first there is; a parameter that is missing or empty has its usual
    value. Raises UnknownGameError or ParameterError.
    """
    kind = installed_game(field(fields, "game") or names()[0])
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        text = field(fields, parameter.name)
        if text:  # what is no number is refused by the game, in its own words
            number = whole(text)
            values[parameter.name] = text if number is None else number
    return kind(**values)


def field(fields: Mapping[str, Any], name: str) -> str:
    """A field of a form as text, empty if it is missing or a file."""
    value = fields.get(name, "")
    return value.strip() if isinstance(value, str) else ""
