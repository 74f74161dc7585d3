"""Players as text, as in "minimax:depth=5" or "mixed:60(random)": one form for every place.

player   = "human" | name [":" option {"," option}] ["(" player ")"]
option   = key "=" value | value           a bare value where the form below shows one

A player that is a program of its own, `external(COMMAND LINE)` or `external:NAME`, is refused
unless the caller vouches that the text was typed by the user of this computer.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.players.chance import Mixed, Random
from plyground.players.configured import configured
from plyground.players.external import External
from plyground.players.humanlike import HumanLike
from plyground.players.maxn import MaxN
from plyground.players.mcts import MCTS
from plyground.players.old import VERSIONS, OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.perfect import Perfect
from plyground.players.player import Player, PlayerError
from plyground.players.searchers import TIES, AlphaBeta, FullSearch, Minimax
from plyground.search import MAXN_TIES, ORDERS

HUMAN = "human"

_LONGEST = 500  # players are nested in players, but nobody means thousands of them
_PLAYER = re.compile(r"([a-z0-9-]+)(?::([^()]*))?(?:\((.*)\))?", re.DOTALL)


@dataclass(frozen=True)
class _Value:
    """What an option takes: in a form, in a sentence, and how it is read."""

    meta: str
    accepted: str
    read: Callable[[str], Any]  # raises ValueError


@dataclass(frozen=True)
class _Form:
    """How one kind of player is written, and how it is made."""

    make: Callable[..., Player]
    options: Mapping[str, _Value] = field(default_factory=dict)
    bare: str = ""  # the option whose value stands without its key
    inner: bool = False

    def accepted(self, name: str) -> str:
        """The form as messages show it."""
        stated = [value.meta if key == self.bare else f"{key}={value.meta}"
                  for key, value in self.options.items()]  # fmt: skip
        keys = f":{','.join(stated)}" if self.bare else f"[:{','.join(stated)}]" if stated else ""
        return f"{name}{keys}{'[(PLAYER)]' if self.inner else ''}"


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d+", text):
        raise ValueError
    return int(text)


def _decimal(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise ValueError
    return float(text)


def _name(text: str) -> str:
    if not re.fullmatch(r"[\w-]+", text):
        raise ValueError
    return text


def _one_of(*words: str) -> _Value:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return _Value("|".join(words), " or ".join(words), read)


def _on_off(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError
    return text == "on"


_NUMBER = _Value("N", "a whole number", _whole)
_SECONDS = _Value("SECONDS", "a number of seconds, such as 5 or 0.5", _decimal)
_DECIMAL = _Value("X", "a number such as 0.7", _decimal)
_NAME = _Value("NAME", "a name", _name)
_SWITCH = _Value("on|off", "on or off", _on_off)
_PERCENT = _Value("PERCENT", "a whole number, 0 to 100", _whole)

_FORMS: dict[str, _Form] = {
    "random": _Form(Random),
    "minimax": _Form(Minimax, {"depth": _NUMBER, "heuristic": _NAME, "ties": _one_of(*TIES)}),
    "alphabeta": _Form(
        AlphaBeta,
        {
            "depth": _NUMBER,
            "seconds": _SECONDS,
            "nodes": _NUMBER,
            "heuristic": _NAME,
            "order": _one_of(*ORDERS),
            "table": _SWITCH,
            "deepening": _SWITCH,
            "ties": _one_of(*TIES),
        },
    ),
    "maxn": _Form(MaxN, {"depth": _NUMBER, "heuristic": _NAME, "ties": _one_of(*MAXN_TIES)}),
    "full": _Form(FullSearch),
    "perfect": _Form(Perfect),
    "mcts": _Form(MCTS, {"playouts": _NUMBER, "seconds": _SECONDS, "exploration": _DECIMAL}),
    "mixed": _Form(Mixed, {"percent": _PERCENT}, bare="percent", inner=True),
    "humanlike": _Form(HumanLike, {"level": _PERCENT}, bare="level"),
    "old-tictactoe": _Form(OldTicTacToe),
    "old-sim": _Form(OldSim, {"depth": _NUMBER, "version": _one_of(*VERSIONS)}),
    "old-sim-red": _Form(OldSimRed, {"depth": _NUMBER, "pruning": _SWITCH, "variant": _SWITCH}),
    "old-connect4": _Form(OldConnect4, {"depth": _NUMBER}),
}

ACCEPTED = ", ".join([HUMAN, *(form.accepted(name) for name, form in _FORMS.items())])
"""What a player text can be, for messages."""

_EXTERNAL = "external"
_EXTERNAL_FORM = _Form(External, {"seconds": _SECONDS})
_EXTERNAL_ACCEPTED = "external[:seconds=SECONDS](COMMAND LINE), external:NAME"


def parse_player(text: str, programs: bool = False) -> Player | None:
    """The player that a text names, None for a human. Raises PlayerError if it names none.

    A text that would start a program, wherever in it, is refused without `programs`. Only what the
    user of this computer typed may be read with it: never a text from a file, a form or a link.
    """
    accepted = f"{ACCEPTED}, {_EXTERNAL_ACCEPTED}" if programs else ACCEPTED
    if len(text) > _LONGEST:
        raise PlayerError(f"a player text has at most {_LONGEST} characters: give {accepted}")
    if text.strip() == HUMAN:
        return None
    match = _PLAYER.fullmatch(text.strip())
    if match is not None and match[1] == _EXTERNAL:
        return _external(text, match[2], match[3], programs)
    if text.count("(") != text.count(")") and _EXTERNAL not in text:
        raise PlayerError(f"{text!r} is no player: a bracket is missing, as in mixed:60(random)")
    form = _FORMS.get(match[1]) if match else None
    if match is None or form is None:
        raise PlayerError(f"{text!r} is no player: give {accepted}")
    name, options, inner = match.groups()
    given = _options(text, form.accepted(name), form, options)
    if inner is not None:
        if not form.inner or not inner.strip():
            raise PlayerError(f"{text!r} is no player: give {form.accepted(name)}")
        given["inner"] = parse_player(inner, programs)
        if given["inner"] is None:
            raise PlayerError(f"{text!r} cannot play: a human cannot be {name}")
    return form.make(**given)


def _external(text: str, options: str | None, command: str | None, programs: bool) -> Player:
    """The external player that a text names, if programs may be started."""
    if not programs:
        raise PlayerError(
            f"{text!r} would start a program: external players come only from the command line of "
            "this computer or the user's own configuration"
        )
    if command is None:
        if options is None or not re.fullmatch(r"[\w-]+", options):
            raise PlayerError(f"{text!r} is no player: give {_EXTERNAL_ACCEPTED}")
        return configured(options)
    given = _options(text, _EXTERNAL_ACCEPTED, _EXTERNAL_FORM, options)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise PlayerError(
            f"{text!r} is no player: its command line cannot be read ({error})"
        ) from None
    return External(words, **given)


def _options(text: str, accepted: str, form: _Form, options: str | None) -> dict[str, Any]:
    """The values of the options, by their keys."""
    given: dict[str, Any] = {}
    for option in options.split(",") if options is not None else ():
        key, equals, value = option.strip().partition("=")
        if not equals and form.bare:
            key, value = form.bare, key
        known = form.options.get(key)
        if key in given:
            raise PlayerError(f"{text!r} is no player: {key} is given twice; give {accepted}")
        if known is None:
            raise PlayerError(f"{text!r} is no player: give {accepted}")
        try:
            given[key] = known.read(value)
        except ValueError:
            raise PlayerError(f"{text!r} is no player: {key} takes {known.accepted}") from None
    if form.bare and form.bare not in given:
        raise PlayerError(f"{text!r} is no player: give {accepted}")
    return given
