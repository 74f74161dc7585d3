"""The only list of all kinds of players, in the order in which people see them.

This module also reads players from texts such as "minimax:depth=5" or "mixed:60(random)", which
have the same form everywhere.

A package adds its own kind by an entry point in the group "plyground.players" whose value is the
player's class, for example `greedy = "my_package.greedy:Greedy"`.

player   = "human" | name [":" option {"," option}] ["(" player ")"]
option   = key "=" value | value           a bare value where a form shows one

The players' classes state their options: see `form`.

An external program as a player, `external(COMMAND LINE)` or `external:NAME`, and a player that
reads a file, `learned:FILE`, are refused unless the caller guarantees that the user of this
computer typed the text.
"""

from __future__ import annotations

import re
import shlex
import warnings
from dataclasses import MISSING
from functools import cache
from importlib.metadata import entry_points
from inspect import isabstract, isclass
from pathlib import Path

from plyground.players.alphabeta import AlphaBeta, FullSearch, Minimax
from plyground.players.by_rules import ByRules
from plyground.players.chance import HumanLike, Mixed, Random
from plyground.players.compiled import CompiledPlayer
from plyground.players.external import External, configured
from plyground.players.form import (
    PlayerError,
    accepted_form,
    inner_option,
    options_of,
    read_options,
)
from plyground.players.learned import Learned
from plyground.players.levels import AtLevel
from plyground.players.maxn import MaxN
from plyground.players.mcts import MCTS
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.perfect import Perfect
from plyground.players.player import Player
from plyground.players.rated import Rated
from plyground.position import HUMAN, Called, Game
from plyground.position.faults import similar

ENTRY_POINTS = "plyground.players"

_LONGEST = 500  # players may be nested, but nobody means thousands of them
_PLAYER = re.compile(r"([a-z0-9-]+)(?::([^()]*))?(?:\((.*)\))?", re.DOTALL)

_EXTERNAL_ACCEPTED = "external[:seconds=SECONDS,memory=N](COMMAND LINE), external:NAME"

BUILT_IN: tuple[type[Player], ...] = (
    Minimax,
    AlphaBeta,
    MaxN,
    MCTS,
    Perfect,
    FullSearch,
    Mixed,
    HumanLike,
    AtLevel,
    Rated,
    Learned,
    ByRules,
    Random,
    OldConnect4,
    OldSim,
    OldSimRed,
    OldTicTacToe,
)


@cache
def kinds() -> tuple[type[Player], ...]:
    """The classes of all players: the built-in ones, then installed ones."""
    found = [*BUILT_IN]
    for point in entry_points(group=ENTRY_POINTS):
        try:
            kind = point.load()
        except (Exception, SystemExit) as error:  # anything that the package does while it loads
            warnings.warn(f"the player {point.name} does not load: {error}", stacklevel=2)
            continue
        taken = {HUMAN, External.name, *(each.name for each in found)}
        if isclass(kind) and issubclass(kind, Player) and not isabstract(kind):
            if kind.name not in taken:
                found.append(kind)
        else:
            warnings.warn(f"the player {point.name} does not load: {kind!r} is none", stacklevel=2)
    return tuple(found)


def is_compiled(player: Player) -> bool:
    """Whether it chooses by compiled code and no one else's: not a program, nor what users wrote,
    which may count its moves, or learn from them.
    """
    inner = inner_option(type(player))
    ours = isinstance(player, CompiledPlayer) or type(player) in BUILT_IN
    return ours and (inner is None or is_compiled(getattr(player, inner.field)))


def accepted_players() -> str:
    """The names that a player text can begin with, for messages."""
    return ", ".join([HUMAN, *(kind.name for kind in kinds())])


def parse_player(
    text: str, programs: bool = False, kept: bool = False, folder: Path | None = None
) -> Player | None:
    """The player for a text, None for a human. Raises PlayerError if the text is not a player.

    Without `programs`, a text that would start a program is refused, even inside another player.
    Set it only for texts that the user of this computer typed: never for a text from a file, a form
    or a link. Files, of heuristics or of what was learned, are refused too, unless `folder` says
    where to look for them, or `programs` is set. `kept` is for texts of saved games: a number
    beyond its range, which earlier versions accepted, becomes the greatest one.
    """
    if not isinstance(text, str):
        raise TypeError(f"a player is given as a text, such as 'perfect', and not as {text!r}")
    accepted = accepted_players()
    if programs:
        folder = Path() if folder is None else folder
        accepted = f"{accepted} or external (plyground players lists their options)"
    if len(text) > _LONGEST:
        raise PlayerError(f"a player text has at most {_LONGEST} characters: give {accepted}")
    if text.strip() == HUMAN:
        return None
    match = _PLAYER.fullmatch(text.strip())
    if match is not None and match[1] == External.name:
        return _external(text, match[2], match[3], programs)
    if text.count("(") != text.count(")") and External.name not in text:
        raise PlayerError(
            f"{text!r} is not a player: a bracket is missing, for example mixed:60(random)"
        )
    kind = next((each for each in kinds() if match and each.name == match[1]), None)
    if match is None or kind is None:
        guess = (
            similar(match[1].lower(), [HUMAN, *(each.name for each in kinds())]) if match else ""
        )
        raise PlayerError(f"{text!r} is not a player{guess or f': give {accepted}'}")
    _, stated, inner = match.groups()
    form = accepted_form(kind)
    given = read_options(kind, _texts(text, form, kind, stated), kept, folder)
    if inner is not None:
        option = inner_option(kind)
        if option is None or not inner.strip():
            raise PlayerError(f"{text!r} is not a player: give {form}")
        given[option.field] = parse_player(inner, programs, kept, folder)
        if given[option.field] is None:
            raise PlayerError(f"{text!r} cannot play: a human cannot be {kind.name}")
    return kind(**given)


def called(text: str, game: Game | None = None) -> Called | None:
    """The name of a text's player for people; None for a human.

    A text that is not a player, perhaps of a removed package, is its own name.
    """
    try:
        player = parse_player(text, programs=True, kept=True)  # a name starts no program
    except PlayerError:
        return Called(text, text)
    return None if player is None else player.called(game)


def display_name(text: str, game: Game | None = None) -> str:
    """The name of a text's player for people, such as "Minimax, depth 5"; empty for a human."""
    known = called(text, game)
    return "" if known is None else known.full


def _external(text: str, stated: str | None, command: str | None, programs: bool) -> Player:
    """The external player for a text, if programs may be started."""
    if not programs:
        raise PlayerError(
            f"{text!r} would start a program: only a command line may name one, not a file, a page "
            "or a link"
        )
    if command is None:
        if stated is None or not re.fullmatch(r"[\w-]+", stated):
            raise PlayerError(f"{text!r} is not a player: give {_EXTERNAL_ACCEPTED}")
        return configured(stated)
    given = read_options(External, _texts(text, _EXTERNAL_ACCEPTED, External, stated))
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise PlayerError(
            f"{text!r} is not a player: its command line cannot be read ({error})"
        ) from None
    return External(words, **given)


def _texts(text: str, accepted: str, kind: type[Player], stated: str | None) -> dict[str, str]:
    """The texts of the options, by their names."""
    known = {each.name: each for each in options_of(kind) if each.kind != "player"}
    bare = next((each for each in known.values() if each.bare), None)
    given: dict[str, str] = {}
    for option in stated.split(",") if stated is not None else ():
        name, equals, value = option.strip().partition("=")
        if not equals and bare is not None:
            name, value = bare.name, name
        if name in given:
            raise PlayerError(f"{text!r} is not a player: {name} is given twice; give {accepted}")
        if name not in known:
            guess = similar(name, known) or f": give {accepted}"
            raise PlayerError(f"{text!r} is not a player{guess}")
        given[name] = value
    if bare is not None and bare.default is MISSING and bare.name not in given:
        raise PlayerError(f"{text!r} is not a player: give {accepted}")
    return given
