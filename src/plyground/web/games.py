"""Games for visitors: those that are installed here, never the path of a file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from plyground.games.registry import game_class, game_names, installed_game
from plyground.position import (
    Game,
    Parameter,
    ParameterError,
    PlygroundError,
    UnknownGameError,
    full_title,
)
from plyground.web.numbers import whole

_CHOICES_MOST = 12  # values of a parameter that are listed


def kind_of(name: str, given: Iterable[str]) -> type[Game]:
    """The game with this name, if it has parameters with these names.

    Raises UnknownGameError or ParameterError.
    """
    kind = installed_game(name)
    taken = [parameter.name for parameter in kind.parameters]
    for each in given:
        if each not in taken:
            accepted = f"its parameters are {', '.join(taken)}" if taken else "it has none"
            raise ParameterError(f"{kind.title} has no parameter {each}: {accepted}")
    return kind


def title_of(name: str) -> str:
    """The title of a game, or its name if it is no longer installed."""
    try:
        return installed_game(name).title
    except UnknownGameError:
        return name


def brief_title(game: Game) -> str:
    """The title of a game, with its parameters if they are not the usual ones."""
    return game.title if game == type(game)() else full_title(game)


def missing_game(error: UnknownGameError) -> str:
    """What a page says of a game that cannot be had."""
    if not error.name:
        return str(error)
    return f"There is no game called “{error.name}” here: choose another one, or install it."


def installed_games() -> list[type[Game]]:
    """All games to choose from, without packages whose game does not load."""
    found = []
    for name in game_names():
        with suppress(UnknownGameError):
            found.append(game_class(name))
    return found


def game_from(fields: Mapping[str, str]) -> Game:
    """The game that the fields of a form or an address name, with its parameters.

    Without "game" it is the first game; a parameter that is missing or empty has its default.
    Raises UnknownGameError or ParameterError.
    """
    kind = installed_game(field(fields, "game") or game_names()[0])
    values: dict[str, Any] = {}
    for parameter in kind.parameters:
        text = field(fields, parameter.name)
        if text:  # the game refuses what is not a number, in its own words
            number = whole(text)
            values[parameter.name] = text if number is None else number
    return kind(**values)


@dataclass(frozen=True)
class Offered:
    """What a form offers for a parameter: the values that go with those of the earlier ones."""

    name: str
    meaning: str
    least: int
    most: int
    value: int
    """The value given, or the default if it does not exist."""
    text: str
    """What the field shows: the text given, even if there is no such value."""
    beside: str
    """The choice that limits it, such as "with 9 columns"; empty if only the game does."""

    @property
    def hint(self) -> str:
        """The values in words."""
        values = f"{self.least}" + f" to {self.most}" * (self.most > self.least)
        return f"{values} {self.beside}".strip()


def offered(fields: Mapping[str, str]) -> list[Offered]:
    """What a form offers for each parameter of the game that its fields name.

    Raises UnknownGameError.
    """
    kind = installed_game(field(fields, "game") or game_names()[0])
    chosen = {parameter.name: parameter.least for parameter in kind.parameters}
    found: list[Offered] = []
    for parameter in kind.parameters:
        name, least, text = parameter.name, parameter.least, field(fields, parameter.name)
        most = _greatest(kind, chosen, parameter)
        number = whole(text)
        given = number is not None and least <= number <= most
        chosen[name] = number if number is not None and given else min(parameter.default, most)
        earlier = " and ".join(f"{each.value} {each.name}" for each in found)
        beside = f"with {earlier}" if found and most < parameter.most else ""
        shown = text or str(chosen[name])
        found.append(Offered(name, parameter.meaning, least, most, chosen[name], shown, beside))
    return found


@dataclass(frozen=True)
class Sizes:
    """Boards to choose from by one tap: each with its text and the parameters' values. `names` are
    the parameters that they set."""

    meaning: str
    names: tuple[str, ...]
    choices: tuple[tuple[str, Mapping[str, int]], ...]


def sizes(game: Game) -> list[Sizes]:
    """The usual boards of a game, or all values of its parameters; all of them can be played."""
    kind, names = type(game), tuple(game.values)
    if game.face.sizes:
        listed = [dict(zip(names, each, strict=True)) for each in game.face.sizes]
        found = [
            Sizes(
                "board",
                names,
                tuple(_choice(" \N{MULTIPLICATION SIGN} ", each) for each in listed),
            )
        ]
    else:
        found = [
            Sizes(
                each.meaning,
                (each.name,),
                tuple(
                    _choice("", {each.name: value})
                    for value in range(each.least, each.most + 1)
                    if _exists(kind, {**game.values, each.name: value})
                ),
            )
            for each in game.parameters
            if each.most - each.least < _CHOICES_MOST
        ]
    return [each for each in found if len(each.choices) > 1]


def _choice(between: str, values: Mapping[str, int]) -> tuple[str, Mapping[str, int]]:
    return between.join(map(str, values.values())), values


def _exists(kind: type[Game], values: Mapping[str, int]) -> bool:
    try:
        kind(**values)
    except ParameterError:
        return False
    return True


def nearest_game(fields: Mapping[str, str]) -> Game:
    """The game that fields name, with the default for each parameter that does not exist; Connect
    Four for one that is unknown.
    """
    try:
        kind = installed_game(field(fields, "game") or game_names()[0])
        return kind(**{each.name: each.value for each in offered(fields)})
    except PlygroundError:
        return installed_game("connect4")()


def _greatest(kind: type[Game], chosen: Mapping[str, int], parameter: Parameter) -> int:
    """The greatest value of a parameter that goes with the others; all below it do too."""

    def refused(value: int) -> bool:
        return not _exists(kind, {**chosen, parameter.name: value})

    values = range(parameter.least, parameter.most + 1)
    return values[bisect_left(values, True, lo=1, key=refused) - 1]


def field(fields: Mapping[str, str], name: str) -> str:
    """A field of a form, empty if it is missing."""
    return fields.get(name, "").strip()
