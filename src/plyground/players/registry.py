"""The kinds of players, in the order in which people see them: the one list that names them all.

And players as text, as in "minimax:depth=5" or "mixed:60(random)": one form for every place.

A package brings a kind of its own by an entry point in the group "plyground.players" whose value is
the player's class, as in `greedy = "my_package.greedy:Greedy"`.

player   = "human" | name [":" option {"," option}] ["(" player ")"]
option   = key "=" value | value           a bare value where a form shows one

What options there are, the players' classes state: see `form`.

A player that is a program of its own, `external(COMMAND LINE)` or `external:NAME`, is refused
unless the caller vouches that the text was typed by the user of this computer.
"""

from __future__ import annotations

import re
import shlex
import warnings
from functools import cache
from importlib.metadata import entry_points
from inspect import isabstract, isclass

from plyground.players.chance import HumanLike, Mixed, Random
from plyground.players.external import External, configured
from plyground.players.form import (
    PlayerError,
    accepted_form,
    inner_option,
    options_of,
    read_options,
)
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.player import Player
from plyground.players.searchers import MCTS, AlphaBeta, FullSearch, MaxN, Minimax, Perfect
from plyground.position import HUMAN

ENTRY_POINTS = "plyground.players"

_LONGEST = 500  # players are nested in players, but nobody means thousands of them
_PLAYER = re.compile(r"([a-z0-9-]+)(?::([^()]*))?(?:\((.*)\))?", re.DOTALL)

_EXTERNAL_ACCEPTED = "external[:seconds=SECONDS](COMMAND LINE), external:NAME"

BUILT_IN: tuple[type[Player], ...] = (
    Minimax,
    AlphaBeta,
    MaxN,
    MCTS,
    Perfect,
    FullSearch,
    Mixed,
    HumanLike,
    Random,
    OldConnect4,
    OldSim,
    OldSimRed,
    OldTicTacToe,
)


@cache
def kinds() -> tuple[type[Player], ...]:
    """The classes of all players that a text can name: the built-in ones, then installed ones."""
    found = [*BUILT_IN]
    for point in entry_points(group=ENTRY_POINTS):
        try:
            kind = point.load()
        except (Exception, SystemExit) as error:  # whatever the package does while it loads
            warnings.warn(f"the player {point.name} does not load: {error}", stacklevel=2)
            continue
        taken = {HUMAN, External.name, *(each.name for each in found)}
        if isclass(kind) and issubclass(kind, Player) and not isabstract(kind):
            if kind.name not in taken:
                found.append(kind)
        else:
            warnings.warn(f"the player {point.name} does not load: {kind!r} is none", stacklevel=2)
    return tuple(found)


def accepted_players() -> str:
    """What a player text can be, for messages."""
    return ", ".join([HUMAN, *map(accepted_form, kinds())])


def parse_player(text: str, programs: bool = False, kept: bool = False) -> Player | None:
    """The player that a text names, None for a human. Raises PlayerError if it names none.

    A text that would start a program, wherever in it, is refused without `programs`. Only what the
    user of this computer typed may be read with it: never a text from a file, a form or a link.
    `kept` is for texts of saved games: a number beyond its range, which earlier versions took, is
    the greatest that there is.
    """
    accepted = accepted_players()
    if programs:
        accepted = f"{accepted}, {_EXTERNAL_ACCEPTED}"
    if len(text) > _LONGEST:
        raise PlayerError(f"a player text has at most {_LONGEST} characters: give {accepted}")
    if text.strip() == HUMAN:
        return None
    match = _PLAYER.fullmatch(text.strip())
    if match is not None and match[1] == External.name:
        return _external(text, match[2], match[3], programs)
    if text.count("(") != text.count(")") and External.name not in text:
        raise PlayerError(f"{text!r} is no player: a bracket is missing, as in mixed:60(random)")
    kind = next((each for each in kinds() if match and each.name == match[1]), None)
    if match is None or kind is None:
        raise PlayerError(f"{text!r} is no player: give {accepted}")
    _, stated, inner = match.groups()
    form = accepted_form(kind)
    given = read_options(kind, _texts(text, form, kind, stated), kept)
    if inner is not None:
        option = inner_option(kind)
        if option is None or not inner.strip():
            raise PlayerError(f"{text!r} is no player: give {form}")
        given[option.field] = parse_player(inner, programs, kept)
        if given[option.field] is None:
            raise PlayerError(f"{text!r} cannot play: a human cannot be {kind.name}")
    return kind(**given)


def _external(text: str, stated: str | None, command: str | None, programs: bool) -> Player:
    """The external player that a text names, if programs may be started."""
    if not programs:
        raise PlayerError(
            f"{text!r} would start a program: external players come only from the command line of "
            "this computer or the user's own configuration"
        )
    if command is None:
        if stated is None or not re.fullmatch(r"[\w-]+", stated):
            raise PlayerError(f"{text!r} is no player: give {_EXTERNAL_ACCEPTED}")
        return configured(stated)
    given = read_options(External, _texts(text, _EXTERNAL_ACCEPTED, External, stated))
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise PlayerError(
            f"{text!r} is no player: its command line cannot be read ({error})"
        ) from None
    return External(words, **given)


def _texts(text: str, accepted: str, kind: type[Player], stated: str | None) -> dict[str, str]:
    """The texts of the options, by their names."""
    known = {each.name: each for each in options_of(kind) if each.kind != "player"}
    bare = next((each.name for each in known.values() if each.bare), "")
    given: dict[str, str] = {}
    for option in stated.split(",") if stated is not None else ():
        name, equals, value = option.strip().partition("=")
        if not equals and bare:
            name, value = bare, name
        if name in given:
            raise PlayerError(f"{text!r} is no player: {name} is given twice; give {accepted}")
        if name not in known:
            raise PlayerError(f"{text!r} is no player: give {accepted}")
        given[name] = value
    if bare and bare not in given:
        raise PlayerError(f"{text!r} is no player: give {accepted}")
    return given
