"""A game chosen in a form: its name in the field `game`, each parameter in a field of its name."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from plyground.games.registry import game_class, names
from plyground.position import Game, UnknownGameError


def games() -> list[type[Game]]:
    """All games that can be chosen."""
    found = []
    for name in names():
        with suppress(UnknownGameError):  # an installed package that does not load
            found.append(game_class(name))
    return found


def chosen_class(form: Mapping[str, str], usual: str) -> type[Game]:
    """The class of the game that a form names. Raises UnknownGameError if it names none.

    Unlike a command line, a form cannot name a file: that would be loaded.
    """
    name = form.get("game", usual)
    if name not in names():
        raise UnknownGameError(f"there is no game {name!r}: give {', '.join(names())}")
    return game_class(name)


def game_from_form(form: Mapping[str, str], usual: str) -> Game:
    """The game that a form describes; what it leaves out is as usual.

    Raises UnknownGameError or ParameterError, in the library's words.
    """
    chosen = chosen_class(form, usual)
    values: dict[str, int] = {}
    for parameter in chosen.parameters:
        text = form.get(parameter.name, "").strip()
        if text:
            # What is no number is refused by the game, in its own words.
            values[parameter.name] = int(text) if text.isascii() and text.isdecimal() else text  # type: ignore[assignment]
    return chosen(**values)
