"""The exam of a learner: positions whose every move is known to win, draw or lose.

The positions come from random games. Only those count in which some moves keep the result and
others throw it away: elsewhere there is nothing to get wrong. They are drawn apart from the games
that a learner plays, in which it meets some of them too: in small games most, in large ones those
near the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from plyground.kernel import Chance
from plyground.position import Game, Position
from plyground.search.book import find_book
from plyground.search.control import Control, Limits
from plyground.search.exact import SOLVABLE, Solver
from plyground.search.inquiry import Inquiry, kept_table
from plyground.search.value import VERDICTS

_PATIENCE = 300_000  # positions that the solver may visit for one question
_ATTEMPTS = 60  # positions tried for each one wanted
_STANDINGS = {verdict: standing for standing, verdict in VERDICTS.items()}


@dataclass(frozen=True)
class Question:
    """A position, and the codes of the moves that keep its result: a win, or else a draw."""

    position: Position
    best: frozenset[int]


def questions(
    game: Game, count: int, seed: int, control: Control | None = None, patience: int = _PATIENCE
) -> tuple[Question, ...]:
    """Up to `count` different questions about a game, the same for the same seed.

    There are none for a game that no solver answers, and few where the solver takes long.
    """
    control = control or Control()
    found: dict[tuple[int, ...], Question] = {}
    for question in _asked(game, Chance(seed), count * _ATTEMPTS, patience, control):
        found.setdefault(question.position.key, question)
        if len(found) == count:
            break
    return tuple(found.values())


def right_by_chance(asked: tuple[Question, ...]) -> float:
    """The share of the questions, at least one, that random moves answer right, on average."""
    return sum(len(each.best) / len(each.position.codes) for each in asked) / len(asked)


def _asked(
    game: Game, chance: Chance, attempts: int, patience: int, control: Control
) -> Iterator[Question]:
    """The questions among so many random positions."""
    if game.players != SOLVABLE:
        table = kept_table(game)
        if table is not None:
            for position in _positions(game, chance, attempts):
                rated = {
                    move.code: _STANDINGS[move.value.verdict] for move in table.moves(position)
                }
                yield from _question(position, rated.get)
        return
    solver = Solver(game, book=find_book(game))  # what another knows by chance would decide
    for position in _positions(game, chance, attempts):
        inquiry = Inquiry(solver, Limits(nodes=patience), control)
        yield from _question(position, partial(_standing, inquiry, position))


def _positions(game: Game, chance: Chance, count: int) -> Iterator[Position]:
    """Ongoing positions of random games, at plies that are equally likely."""
    for _ in range(count):
        position = Position.start(game)
        for _ in range(chance.below(game.max_plies)):
            if position.over:
                break
            position = position.play_code(chance.choice(position.codes))
        if not position.over and len(position.codes) > 1:
            yield position


def _standing(inquiry: Inquiry, position: Position, code: int) -> int | None:
    """1 for a move that wins, 0 for one that draws, -1 for one that loses; None if unknown."""
    wins = inquiry.is_worth(position, code, 1)
    if wins is not False:
        return 1 if wins else None
    holds = inquiry.is_worth(position, code, 0)
    return None if holds is None else 0 if holds else -1


def _question(position: Position, standing_of: Callable[[int], int | None]) -> Iterator[Question]:
    """The question that a position asks, if its moves are known and not all alike."""
    standings = {}
    for code in position.codes:
        standing = standing_of(code)
        if standing is None:
            return
        standings[code] = standing
    most = max(standings.values())
    best = frozenset(code for code in standings if standings[code] == most)
    if len(best) < len(standings):
        yield Question(position, best)
