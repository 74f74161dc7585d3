"""The steps of compiling a game, and the process that does them for the app.

`python -m plyground.web.engine.warm` reads games and steps from its standard input, one a line, and
answers each with a line when it is done. Then the code is on disk, and another process only loads
it. The process gives way to others, and ends when its input does, for example after a crash.
"""

from __future__ import annotations

import base64
import os
import pickle
import queue
import random
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from plyground.players import Player
    from plyground.position import Game, Position

Part = Literal["board", "search", "players", "analysis"]
"""The parts of a game: boards and moves; players by minimax and alpha-beta; all computer players
and the glass box; exact values."""

DONE, FAILED = "done", "failed"
"""The answers of the process."""

_GAMES = 20  # in which the first move should win
_PLIES = 3  # before the end; there an analysis has limits to narrow
_NODES = 10_000  # positions of that analysis: on a large board a random game ends long before it
# is full, and what its other moves are worth nobody can solve

_GIVING_WAY = 5  # niceness, of 19; a visitor may be waiting for it


def _board(game: Game) -> None:
    position = game.position()
    position.play_code(position.codes[0]).picture()


def _search(game: Game) -> None:
    from plyground.arena import warm
    from plyground.players import AlphaBeta, kinds
    from plyground.players.form import sample
    from plyground.search import affordable

    warm(game, AlphaBeta(depth=1))
    affordable(game.position())  # what `full` and `humanlike` ask first
    late = _late(game)
    late.play_code(late.codes[0]).picture()
    for kind in kinds():
        if kind.search == "alpha-beta" and (player := sample(kind)).suits(game):
            player.choose(late)


def _late(game: Game) -> Position:
    """A position one move before the end, where all parts of a search run and none takes long; the
    first move wins or loses if such a position is found.
    """
    late = game.position()
    for seed in range(_GAMES):
        following, chance = game.position(), random.Random(seed)
        while not following.over:
            late = following
            following = late.play_code(chance.choice(late.codes))
        if late.play_code(late.codes[0]).picture().deciding:
            break
    return late


def _other_players(game: Game) -> None:
    from plyground.arena import warm
    from plyground.players import PlayerError, kinds
    from plyground.players.form import sample

    for kind in kinds():
        if kind.search == "own":
            with suppress(PlayerError):  # not for this game
                warm(game, sample(kind))


def _glass_box(game: Game) -> None:
    from plyground.analysis import look_inside

    look_inside(game.position(), depth=1, heuristic=game.default_heuristic)


def _exact_values(game: Game) -> None:
    from plyground.analysis import analyse
    from plyground.arena import warm
    from plyground.players.perfect import Strongest
    from plyground.search import Limits, Solver, SolverError, find_book

    book = find_book(game)
    if book is not None:
        book.value(game.position())
    with suppress(SolverError):  # not for this game
        Solver(game).prepare()
        warm(game, Strongest())  # as `perfect`, without its large table
        analyse(_late(game).line[-_PLIES:][0], limits=Limits(nodes=_NODES))


STEPS: tuple[tuple[Part, Callable[[Game], None]], ...] = (
    ("board", _board),
    ("search", _search),
    ("players", _other_players),
    ("players", _glass_box),
    ("analysis", _exact_values),
)
"""The steps in the order in which they are needed."""


def part_of(player: Player) -> Part:
    """Compile what a player needs. Little remains to be compiled when it plays."""
    from plyground.players.form import inner_option

    while (inner := inner_option(type(player))) is not None:
        player = getattr(player, inner.field)
    parts: dict[str, Part] = {"alpha-beta": "search", "own": "players", "exact": "analysis"}
    return parts[player.search]


def steps_until(part: Part) -> int:
    """How many steps a part takes, with those of the parts before it."""
    return max(number for number, (each, _) in enumerate(STEPS, 1) if each == part)


def encoded(game: Game, step: int) -> str:
    """A step as the line that the process reads."""
    return base64.b64encode(pickle.dumps((game, step))).decode() + "\n"


def main() -> None:
    """Do the steps of the input until it ends."""
    from plyground.kernel import always_natively

    always_natively()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the app, which ends this process
    if hasattr(os, "nice"):
        os.nice(_GIVING_WAY)
    # What a game prints must not look like an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        try:
            game, step = pickle.loads(base64.b64decode(lines.get()))
            STEPS[step][1](game)
            answer = DONE
        except Exception:  # the app does the step again and reports the error
            answer = FAILED
        print(answer, file=answers, flush=True)


def _read(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)  # also in the midst of a compilation


if __name__ == "__main__":
    main()
