"""What a player's class states of itself, from which its text, pages, helps and tables are made.

A player's class is a frozen dataclass. Those of its fields that are made by `option` are its
options, each with a kind, a range, a label and a help:

    depth: int | None = option(None, "whole", least=1, most=999, label="Depth", help=...)

kind      what it takes
whole     a whole number from `least` to `most`
percent   a whole number from 0 to 100, which people set by a slider
number    a number from `least` to `most`; `above`: more than `least`
switch    on or off
choice    one of `choices`
heuristic the name of a heuristic; each game has its own
player    another player, which the text form has in brackets
"""

from __future__ import annotations

import dataclasses
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, get_args

from plyground.position import Game, PlygroundError, plain
from plyground.search import Limits

Kind = Literal["whole", "percent", "number", "switch", "choice", "heuristic", "player"]

DEEPEST = 999
"""The greatest depth that can be asked for, in plies: no game here lasts longer."""

LONGEST = 24 * 3600
"""The longest time that can be asked for, in seconds for a move."""

Ties = Literal["random", "first"]
"""Which of equally good moves is chosen: any of them, or the first in order."""

_LIMITS = tuple(each.name for each in dataclasses.fields(Limits))
_KEY = "plyground"  # of an option in its field's metadata
_SHOWN = 40  # characters of a value that was refused


class PlayerError(PlygroundError):
    """A player text that names no player, or a player that cannot play."""


@dataclass(frozen=True)
class _Form:
    """How values of a kind are written: what stands for one where a form is described, and in a
    sentence; the pattern of its texts, and what makes the value of one.
    """

    meta: str
    accepted: str
    pattern: str
    read: Callable[[str], Any] = str


_WHOLE = "a whole number from {least} to {most}"
_FORMS: dict[Kind, _Form] = {
    "whole": _Form("N", _WHOLE, r"-?\d{1,500}", int),
    "percent": _Form("PERCENT", _WHOLE, r"-?\d{1,500}", int),
    "number": _Form("X", "a number from {least} to {most}, such as 0.7", r"-?\d+(\.\d+)?", float),
    "switch": _Form("on|off", "on or off", "on|off", "on".__eq__),
    "choice": _Form("NAME", "a name", "(?s).*"),
    "heuristic": _Form("NAME", "a name", r"[\w-]+"),
    "player": _Form("NAME", "a name", "(?s).*"),
}


@dataclass(frozen=True)
class Option:
    """One option of a player.

    `unit` goes behind the label where there is room. `strength` says that it makes the player
    stronger or weaker, and so is set on the app's pages and during a game. `usual` is what pages
    propose for it and what a player uses that leaves it open: a value, or a function of the game.
    `bare`: its value needs no key in a text, and has to be there.
    """

    kind: Kind
    label: str
    help: str
    least: float = 0
    most: float = math.inf
    above: bool = False
    choices: tuple[str, ...] = ()
    unit: str = ""
    strength: bool = False
    usual: object = None
    bare: bool = False
    field: str = ""
    default: Any = None

    @property
    def name(self) -> str:
        """Its key in texts and forms."""
        return self.field.replace("_", "-")

    @property
    def meta(self) -> str:
        """What stands for its value where a form is described."""
        if self.name == "seconds":
            return "SECONDS"
        return "|".join(self.choices) or _FORMS[self.kind].meta

    @property
    def accepted(self) -> str:
        """What it takes, for sentences."""
        least, most = f"{self.least:,}", f"{self.most:,}"
        if self.above:
            return f"a number more than {least} and at most {most}, such as 5 or 0.5"
        accepted = " or ".join(self.choices) or _FORMS[self.kind].accepted
        return accepted.format(least=least, most=most)

    @property
    def limit(self) -> bool:
        """Whether it is one of the limits that `search.Limits` has."""
        return self.field in _LIMITS

    def usual_in(self, game: Game) -> object:
        """What is usual in a game; None where nothing is."""
        return self.usual(game) if callable(self.usual) else self.usual

    def refusal(self, value: object) -> str:
        """Why a value, or a text that is none, is not accepted."""
        shown = plain(value) if isinstance(value, float) and math.isfinite(value) else str(value)
        shown = repr(value) if isinstance(value, str) else shown
        if len(shown) > _SHOWN:
            shown = f"{shown[: _SHOWN - 3]}..."
        return f"{self.name} takes {self.accepted}, and not {shown}"

    def accepts(self, value: Any) -> bool:
        """Whether a value is in its range. Raises TypeError for a number that has to be whole."""
        match self.kind:
            case "whole" | "percent":
                return self.least <= operator.index(value) <= self.most
            case "number":
                return self.least <= value <= self.most and (value > self.least or not self.above)
            case "switch":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
        return True

    def read(self, text: str, clip: bool = False) -> Any:
        """The value that a text states; `clip`: beyond its range, the greatest.

        Raises ValueError, saying what is accepted.
        """
        form = _FORMS[self.kind]
        value = form.read(text) if re.fullmatch(form.pattern, text) else None
        if value is not None and clip and self.kind in ("whole", "number"):
            value = min(value, self.most)
        if value is None or not self.accepts(value):
            raise ValueError(self.refusal(text if value is None else value))
        return value

    def write(self, value: object) -> str:
        """A value as texts have it."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return plain(value) if isinstance(value, float) else str(value)


def option(default: Any, kind: Kind, label: str, meaning: str, **more: Any) -> Any:
    """A field of a player's class that is an option; `meaning` is its help, `more` the rest.

    With `...` as its default it has to be given.
    """
    if kind == "percent":
        more |= {"most": 100}
    default = dataclasses.MISSING if default is ... else default
    return dataclasses.field(default=default, metadata={_KEY: Option(kind, label, meaning, **more)})


def options_of(player: type[Any]) -> tuple[Option, ...]:
    """The options of a player's class, in the order of its fields."""
    key: Any = player
    return _options_of(key)


@cache
def _options_of(player: Any) -> tuple[Option, ...]:
    if not dataclasses.is_dataclass(player):
        return ()
    return tuple(
        replace(each.metadata[_KEY], field=each.name, default=each.default)
        for each in dataclasses.fields(player)
        if _KEY in each.metadata
    )


@dataclass(frozen=True)
class Preset:
    """A player that pages offer by a name and a label of its own: with these options set."""

    name: str
    label: str
    options: Mapping[str, Any]


def accepted_form(player: type[Any]) -> str:
    """The text form of a player's class, as messages show it: "minimax[:depth=N,...]"."""
    options = [each for each in options_of(player) if each.kind != "player"]
    bare = any(each.bare for each in options)
    stated = ",".join(each.meta if each.bare else f"{each.name}={each.meta}" for each in options)
    keys = f":{stated}" if bare else f"[:{stated}]" if stated else ""
    return f"{player.name}{keys}{'[(PLAYER)]' if inner_option(player) else ''}"


def spelled(player: Any) -> str:
    """The text of a player: its name, and each of its options that differs from the default."""
    kind = type(player)
    inner, stated = "", []
    for each in options_of(kind):
        value = getattr(player, each.field)
        if each.kind == "player":
            inner = "" if value == each.default else f"({value})"
        elif each.bare:
            stated.append(each.write(value))
        elif value != each.default:
            stated.append(f"{each.name}={each.write(value)}")
    return f"{player.name}{':' * bool(stated)}{','.join(stated)}{inner}"


def read_options(player: type[Any], texts: Mapping[str, str], clip: bool = False) -> dict[str, Any]:
    """The values of a class's fields that texts state, by the names of its options.

    Raises PlayerError, saying what is accepted, for a text that states none. `clip`: see `Option`.
    """
    known = {each.name: each for each in options_of(player)}
    try:
        return {known[name].field: known[name].read(text, clip) for name, text in texts.items()}
    except ValueError as error:
        raise PlayerError(f"{player.name}: {error}") from None


def check_options(player: Any) -> None:
    """Raise PlayerError if an option of a player has a value that it does not take."""
    for each in options_of(type(player)):
        value = getattr(player, each.field)
        if (value is not None or each.default is not None) and not each.accepts(value):
            raise PlayerError(f"{player.name}: {each.refusal(value)}")


def inner_option(player: type[Any]) -> Option | None:
    """The option that is another player, if a class has one."""
    return next((each for each in options_of(player) if each.kind == "player"), None)


def strength_of(player: Any) -> Option | None:
    """The option that says how strong a player is; of several the first that is set."""
    found = [each for each in options_of(type(player)) if each.strength]
    return next((each for each in found if getattr(player, each.field) is not None), None) or next(
        iter(found), None
    )


def sample(player: type[Any]) -> Any:
    """A player of a class, with what is usual for the options that have to be given."""
    required = [each for each in options_of(player) if each.default is dataclasses.MISSING]
    return player(**{each.field: each.usual for each in required})


# Options that several players have.


def depth(default: int | None = None) -> Any:
    """How many plies a player looks ahead; None for as many as are usual in the game."""
    return option(
        default,
        "whole",
        "Depth",
        "plies looked ahead",
        least=1,
        most=DEEPEST,
        unit="in plies",
        strength=True,
        usual=operator.attrgetter("default_depth") if default is None else default,
    )


def seconds(meaning: str) -> Any:
    """How long a player may think about a move; None for as long as its other limits allow."""
    return option(
        None, "number", "Seconds for a move", meaning, above=True, most=LONGEST, strength=True
    )


def heuristic() -> Any:
    """What rates positions where a search ends; None for what the game has chosen."""
    return option(
        None,
        "heuristic",
        "Heuristic",
        "what rates positions where the search ends: the game has them",
    )


def ties() -> Any:
    """Which of equally good moves is chosen."""
    return option(
        "random",
        "choice",
        "Ties",
        "which of equally good moves: any, or the first in order",
        choices=get_args(Ties),
    )
