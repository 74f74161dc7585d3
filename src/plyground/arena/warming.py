"""Players made ready before their matches, so that no time of a move includes it; and new seeds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from plyground.kernel import Chance, compile_listeners, natively
from plyground.players import Chooses, ForfeitError, Player, is_compiled
from plyground.players import player as as_player
from plyground.position import Game, Position
from plyground.position.home import home_of
from plyground.search import Cancelled, Control

FEW = 20
"""So many matches are over before their native code is compiled."""


def new_seed(seed: int | None) -> int:
    """The given seed, or a random one that is short enough to type."""
    return secrets.randbelow(1_000_000) if seed is None else seed


def is_long(games: Iterable[Game], matches: int | None) -> bool:
    """Whether so many matches take longer than compiling, or have to wait for it; None is without
    end.
    """
    few = matches is not None and matches <= FEW
    return not few or any(home_of(game.rules) is None for game in games)


_warmed: set[tuple[Game, str]] = set()


def warm(
    game: Game,
    *players: Player | str | Chooses,
    on_compile: Callable[[str], None] | None = None,
) -> None:
    """Compile or load the native code of the players, so that no move's time includes it.

    What has been compiled is kept on disk, so that later processes only load it. `on_compile` is
    called before each function that has to be compiled, with its name; the logger "plyground" says
    so too. Players are given as to `simulate`; functions and programs have nothing to compile.
    """
    with natively(), _heard(on_compile):
        for player in filter(is_compiled, map(as_player, players)):
            if (game, player.text) not in _warmed:
                _warm(game, player)
                _warmed.add((game, player.text))


@contextmanager
def _heard(listener: Callable[[str], None] | None) -> Iterator[None]:
    if listener is None:
        yield
        return
    compile_listeners.append(listener)
    try:
        yield
    finally:
        compile_listeners.remove(listener)


def prepare(game: Game, player: Player) -> None:
    """The same for one player before a single move, where the game's module does not answer."""
    if home_of(game.rules) is None:
        warm(game, player)


def _warm(game: Game, player: Player) -> None:
    """A search that is stopped before it begins still gets compiled."""
    chance = Chance(0)
    chance.choice([chance.word()])
    position = game.position()
    position.play_code(position.codes[0])
    control = Control()
    control.stop()
    with suppress(Cancelled, ForfeitError), player.seated() as seated:
        seated.choose(position, chance=chance, control=control)


_rehearsed: set[tuple[Game, str]] = set()


def rehearse(game: Game, players: Iterable[Player], control: Control | None = None) -> None:
    """Play the end of a game once in this process, so that the first match takes as long as others.

    A search of two plies loads what a search that is stopped at once leaves out. Programs and
    players that users have written are left alone. Raises Cancelled after a stop.
    """
    left = [
        player for player in filter(is_compiled, players) if (game, player.text) not in _rehearsed
    ]
    if not left:
        return
    near = _near_the_end(game)
    for player in left:
        with natively(), suppress(ForfeitError), player.seated() as seated:
            choice = seated.choose(near, chance=Chance(0), control=control)
            str(near.play(choice.move).outcome)
        _rehearsed.add((game, player.text))


def _near_the_end(game: Game) -> Position:
    """A position two plies before the end of a game that chance has played."""
    chance, line = Chance(0), [game.position()]
    while not line[-1].over:
        line.append(line[-1].play_code(chance.choice(line[-1].codes)))
    str(line[-1].outcome)
    return line[max(0, len(line) - 3)]
