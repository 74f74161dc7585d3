"""The form of a player's class, from which its text, controls, help and tables are made.

A player's class is a frozen dataclass. Its fields made by `option` are its options, each with a
kind, a range, a label and a help:

    depth: int | None = option(None, "whole", least=1, most=999, label="Depth", help=...)

kind      the values
whole     a whole number from `least` to `most`
percent   a whole number from 0 to 100, set by a slider
number    a number from `least` to `most`; `above`: more than `least`
switch    on or off
choice    one of `choices`
heuristic the name of one of the game's heuristics, the path of a file with one, or a function
file      the path of a file, or @NAME for what is kept under a name
player    another player, in brackets in the text form
"""

from __future__ import annotations

import dataclasses
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from plyground.position import Game, ParameterError, PlygroundError, plain, rated_by
from plyground.position.own_heuristic import SUFFIX, heuristic_text, require_heuristic
from plyground.search import Limits
from plyground.search.answers import NONE, bits_of
from plyground.search.learning.kept import SIGN

Kind = Literal["whole", "percent", "number", "switch", "choice", "heuristic", "file", "player"]

DEEPEST = 999
"""The greatest depth that an option takes, in plies: no game here lasts longer."""

LONGEST = 24 * 3600
"""The longest time that an option takes, in seconds for a move."""

Ties = Literal["random", "first"]
"""How to choose among equally good moves: at random, or the first in order."""

_LIMITS = tuple(each.name for each in dataclasses.fields(Limits))
_KEY = "plyground"  # of an option in its field's metadata
_SHOWN = 40  # characters of a refused value


class PlayerError(PlygroundError):
    """A player text is not a player, or a player cannot play."""


@dataclass(frozen=True)
class _Form:
    """How values of a kind are written: a placeholder in the description of a form, and in a
    sentence; the pattern of their texts, and the function that reads one.
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
    "heuristic": _Form("NAME", "a name", r"[\w-]+|[^,()]+\.py"),
    "file": _Form("FILE", "the path of a file, without commas and brackets, or @NAME", r"[^,()]+"),
    "player": _Form("NAME", "a name", "(?s).*"),
}


@dataclass(frozen=True)
class Option:
    """One option of a player.

    `unit` follows the label where there is room. `strength` says that it makes the player stronger
    or weaker; such options are on the app's pages and can change during a game. `usual` is the
    value that pages propose, and that a player without a setting uses: a value, or a function of
    the game. `bare`: its value needs no key in a text. `said` is its form in a
    player's name, such as "{} playouts", if that differs from the usual form of its kind.
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
    said: str = ""
    field: str = ""
    default: Any = None

    @property
    def name(self) -> str:
        """Its key in texts and forms."""
        return self.field.replace("_", "-")

    @property
    def meta(self) -> str:
        """The placeholder for its value in the description of a form."""
        if self.name == "seconds":
            return "SECONDS"
        return "|".join(self.choices) or _FORMS[self.kind].meta

    @property
    def accepted(self) -> str:
        """The values that it takes, for sentences."""
        least, most = f"{self.least:,}", f"{self.most:,}"
        if self.above:
            return f"a number more than {least} and at most {most}, such as 5 or 0.5"
        *others, last = self.choices or (_FORMS[self.kind].accepted,)
        accepted = f"{', '.join(others)} or {last}" if others else last
        return accepted.format(least=least, most=most)

    @property
    def limit(self) -> bool:
        """Whether it is one of the limits that `search.Limits` has."""
        return self.field in _LIMITS

    def usual_in(self, game: Game | None) -> object:
        """The usual value in a game; None without one."""
        if not callable(self.usual):
            return self.usual
        return None if game is None else self.usual(game)

    def in_words(self, value: Any) -> str:
        """A value as part of a name: "depth 5", "60 %", "no table"."""
        if isinstance(value, bool):
            return f"{'' if value else 'no '}{self.label.lower()}"
        if self.kind in ("heuristic", "file"):
            value = Path(self.write(value)).name.removeprefix(SIGN)
        shown = f"{value:,}" if isinstance(value, int) else self.write(value)
        usual = "{} %" if self.kind == "percent" else f"{self.label.lower()} {{}}"
        return (self.said or usual).format(shown)

    def refusal(self, value: object) -> str:
        """Why a value, or a text that is not a value, is not accepted."""
        shown = str(value)
        if self.kind == "number" and isinstance(value, float) and math.isfinite(value):
            shown = plain(value)
        shown = repr(value) if isinstance(value, str) else shown
        if len(shown) > _SHOWN:
            shown = f"{shown[: _SHOWN - 3]}..."
        return f"{self.name} takes {self.accepted}, and not {shown}"

    def accepts(self, value: Any) -> bool:
        """Whether a value is of its kind and in its range."""
        match self.kind:
            case "whole" | "percent":
                whole = hasattr(value, "__index__") and not isinstance(value, bool)
                return whole and self.least <= operator.index(value) <= self.most
            case "number":
                below = isinstance(value, int | float) and self.least <= value <= self.most
                return below and (value > self.least or not self.above)
            case "switch":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
        return True

    def read(self, text: str, clip: bool = False) -> Any:
        """The value in a text; with `clip`, numbers beyond the range become the greatest.

        Raises ValueError, saying what is accepted.
        """
        form = _FORMS[self.kind]
        value = form.read(text) if re.fullmatch(form.pattern, text) else None
        if value is not None and clip and self.kind in ("whole", "number"):
            value = min(value, self.most)
        if value is None or not self.accepts(value):
            raise ValueError(self.refusal(text if value is None else value))
        return value

    def write(self, value: Any) -> str:
        """A value as part of a text."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if self.kind == "heuristic":
            return heuristic_text(value)
        return plain(value) if isinstance(value, float) else str(value)


def option(default: Any, kind: Kind, label: str, meaning: str, **more: Any) -> Any:
    """A field of a player's class that is an option; `meaning` is its help, `more` the rest.

    With `...` as its default it is required.
    """
    if kind == "percent":
        more |= {"most": 100}
    default = dataclasses.MISSING if default is ... else default
    return dataclasses.field(default=default, metadata={_KEY: Option(kind, label, meaning, **more)})


def number_of(option: Option, value: Any, game: Game) -> int:
    """A value of an option as compiled code gets it: NONE for what is left open, the place of a
    choice, the number of a heuristic, the bits of a fraction; of a time only that there is one.
    """
    if value is None:
        return NONE
    if option.kind == "choice":
        return option.choices.index(value)
    if option.kind == "heuristic":
        return rated_by(game, value)[1]
    if option.field == "seconds":
        return 1
    if option.kind == "number":
        return bits_of(value)
    return operator.index(value)


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
    """A player with these options set, which pages offer under its own name and label.

    `game` is the name of its only game, empty for all that its class plays.
    """

    name: str
    label: str
    options: Mapping[str, Any]
    game: str = ""


def accepted_form(player: type[Any]) -> str:
    """The text form of a player's class, for messages: "minimax[:depth=N,...]"."""
    options = [each for each in options_of(player) if each.kind != "player"]
    required = any(each.default is dataclasses.MISSING for each in options)
    stated = ",".join(each.meta if each.bare else f"{each.name}={each.meta}" for each in options)
    keys = f":{stated}" if required else f"[:{stated}]" if stated else ""
    return f"{player.name}{keys}{'[(PLAYER)]' if inner_option(player) else ''}"


def spelled(player: Any) -> str:
    """The text of a player: its name, and each of its options that differs from the default."""
    kind = type(player)
    inner, stated = "", []
    for each in options_of(kind):
        value = getattr(player, each.field)
        if each.kind == "player":
            inner = "" if value == each.default else f"({value})"
        elif value != each.default:
            stated.append(f"{'' if each.bare else f'{each.name}='}{each.write(value)}")
    return f"{player.name}{':' * bool(stated)}{','.join(stated)}{inner}"


def display_name(player: Any, game: Game | None = None) -> str:
    """A player's name for people: its label and its settings, such as "Minimax, depth 5".

    The name has every setting that is not the usual one, and the player's strength, which is that
    of `game` if the player does not set it.
    """
    kind = type(player)
    strength = strength_of(player)
    parts, inner = [kind.label], ""
    for each in options_of(kind):
        value = getattr(player, each.field)
        if each.kind == "player":
            inner = "" if value == each.default else f" ({value.called(game).full})"
            continue
        if value is None and each == strength and player.limits == Limits():
            value = each.usual_in(game)
        elif value == each.default and each != strength:
            continue
        if value is not None:
            parts.append(each.in_words(value))
    return f"{', '.join(parts)}{inner}"


def read_options(
    player: type[Any], texts: Mapping[str, str], clip: bool = False, folder: Path | None = None
) -> dict[str, Any]:
    """The values of a class's fields from texts, by the names of its options.

    Raises PlayerError, saying what is accepted, for a text that is not a value. `clip`: see
    `Option`. Files are looked up in `folder`; without a `folder` they are refused: a heuristic's
    would be run, and any other read. What is kept under a name, as @NAME, is no such file.
    """
    known = {each.name: each for each in options_of(player)}
    found = {}
    try:
        for name, text in texts.items():
            value = known[name].read(text, clip)
            if known[name].kind == "heuristic" and value.endswith(SUFFIX):
                if folder is None:
                    raise ValueError(
                        f"{value!r} would run a file: heuristics of your own come only from the "
                        "command line of this computer or an experiment's file"
                    )
                value = str(folder / value)
            elif known[name].kind == "file" and not value.startswith(SIGN):
                if folder is None:
                    raise ValueError(
                        f"{value!r} would read a file: such players come only from the command "
                        "line of this computer or an experiment's file"
                    )
                value = str(folder / value)
            found[known[name].field] = value
    except ValueError as error:
        raise PlayerError(f"{player.name}: {error}") from None
    return found


def check_options(player: Any) -> None:
    """Raise PlayerError if an option of a player has a wrong value."""
    for each in options_of(type(player)):
        value = getattr(player, each.field)
        if (value is not None or each.default is not None) and not each.accepts(value):
            raise PlayerError(f"{player.name}: {each.refusal(value)}")
        if each.kind == "heuristic" and value is not None:
            try:
                require_heuristic(value)
            except ParameterError as error:
                raise PlayerError(f"{player.name}: {error}") from None


def inner_option(player: type[Any]) -> Option | None:
    """The option that is another player, if a class has one."""
    return next((each for each in options_of(player) if each.kind == "player"), None)


def strength_of(player: Any) -> Option | None:
    """The option for a player's strength; of several, the first that is set.

    If none is, it is a limit that is set, on pages or not.
    """
    options = options_of(type(player))
    found = [each for each in options if each.strength]
    stated = [each for each in (*found, *options) if each.strength or each.limit]
    return next(
        (each for each in stated if getattr(player, each.field) is not None),
        next(iter(found), None),
    )


def sample(player: type[Any]) -> Any:
    """A player of a class, with the usual values for required options."""
    required = [each for each in options_of(player) if each.default is dataclasses.MISSING]
    return player(**{each.field: each.usual for each in required})


# Options that several players have.


def depth(default: int | None = None) -> Any:
    """How many plies a player looks ahead; None for the game's usual number."""
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
    """How long a player may think about a move; None for no limit but its others."""
    return option(
        None,
        "number",
        "Seconds for a move",
        meaning,
        above=True,
        most=LONGEST,
        strength=True,
        said="{} s for a move",
    )


def heuristic() -> Any:
    """The heuristic for positions where a search ends; None for the game's default."""
    return option(
        None,
        "heuristic",
        "Heuristic",
        "what rates positions where the search ends: one of the game's, or a .py file of your own",
    )


def ties() -> Any:
    """How to choose among equally good moves."""
    return option(
        "random",
        "choice",
        "Ties",
        "which of equally good moves: any, or the first in order",
        choices=get_args(Ties),
    )
