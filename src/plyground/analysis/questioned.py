"""What was learned, questioned: the moves it prefers, the patterns that say so, what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.analysis.analyse import analyse
from plyground.position import Position, as_words
from plyground.search import Control, Limits
from plyground.search.learning import Question, Rater, Weights
from plyground.search.learning.asking import Part, as_expectation, reasons, worst
from plyground.search.learning.temporal import begin

PARTS = 6
"""How many patterns are named."""

_NODES = 2_000_000  # that the solver may visit for the moves of the position
_VERDICTS = {"win": "wins", "draw": "draws", "loss": "loses"}
_PLURAL = {"wins": "win", "draws": "draw", "loses": "lose"}


@dataclass(frozen=True)
class Preferred:
    """A move, what it expects of it (1 a win, 0.5 a draw), and what it does in truth.

    `exact` is "wins", "draws" or "loses"; empty where a proof takes long.
    """

    move: str
    expects: float
    exact: str


@dataclass(frozen=True)
class Questioned:
    """The answer about an ongoing position.

    `moves` are in its order. `parts` are the patterns that add most to the position `after` its
    move, for the player who makes it; all others together add `rest`, and the sum is `total`. There
    are none where the move ends the game.
    """

    position: Position
    moves: tuple[Preferred, ...]
    after: Position
    parts: tuple[Part, ...]
    rest: float
    total: float

    @property
    def sentence(self) -> str:
        """Its choice beside what is true."""
        best = self.moves[0]
        shares = {f"{100 * each.expects:.0f} %" for each in self.moves}
        said = f"It prefers {best.move}: {100 * best.expects:.0f} %."
        if len(shares) == 1 < len(self.moves):
            said = f"All moves are alike to it, {shares.pop()}, and it would play {best.move}."
        if not best.exact:
            return said
        true = min((each.exact for each in self.moves if each.exact), key=_order)
        right = [each.move for each in self.moves if each.exact == true]
        if len(right) == len(self.moves) > 1:
            return f"{said} The solver says that every move {true}."
        if best.exact == true:
            alone = ", and no other move does" if len(right) == 1 else ""
            return f"{said} The solver says that it {true}{alone}."
        does = true if len(right) == 1 else _PLURAL[true]
        return f"{said} That is a mistake: it {best.exact}, and {', '.join(right)} {does}."


def _order(exact: str) -> int:
    return [*_VERDICTS.values()].index(exact)


@dataclass(frozen=True)
class WrongMove:
    """An exam position in which it throws the result away.

    `sure` is by how much it expects more of the move it `chose` than of the `best` ones.
    """

    position: Position
    chose: str
    best: tuple[str, ...]
    sure: float


def question(weights: Weights, position: Position, control: Control | None = None) -> Questioned:
    """Ask about an ongoing position. Raises GameOverError for another, Cancelled."""
    rater, texts = Rater.of(weights), position.game.move_texts
    exact = {
        each.move: _VERDICTS[each.value.verdict]
        for each in analyse(position, limits=Limits(nodes=_NODES), control=control).moves
        if each.value is not None and each.value.verdict in _VERDICTS
    }
    rated = sorted(rater.choose(position, 1, control), key=lambda each: -each.score)
    moves = tuple(
        Preferred(texts[each.code], as_expectation(each.score), exact.get(texts[each.code], ""))
        for each in rated
    )
    after = position.play_code(rated[0].code)
    found = () if after.over else reasons(weights, after, position.turn).parts
    return Questioned(
        position,
        moves,
        after,
        tuple(each for each in found[:PARTS] if each.adds),
        sum(each.adds for each in found[PARTS:]),
        sum(each.adds for each in found),
    )


def wrong_moves(weights: Weights, asked: tuple[Question, ...]) -> tuple[WrongMove, ...]:
    """Its mistakes in these positions, those of which it is surest first."""
    texts = weights.game.move_texts
    return tuple(
        WrongMove(
            each.position,
            texts[each.move],
            tuple(texts[code] for code in sorted(each.best)),
            each.sure,
        )
        for each in worst(Rater.of(weights), asked)
    )


def mirrored(weights: Weights, wrong: tuple[WrongMove, ...]) -> tuple[tuple[WrongMove, ...], ...]:
    """The same mistakes, those together whose boards are mirror images of each other."""
    found: dict[object, list[WrongMove]] = {}
    for each in wrong:
        cells = _cells(weights, each.position)
        board = min(tuple(cells[site] for site in image) for image in weights.design.images)
        kind = each.position.turn, board, round(each.sure, 6)
        found.setdefault(kind, []).append(each)
    return tuple(tuple(alike) for alike in found.values())


def _cells(weights: Weights, position: Position) -> list[int]:
    """What each site of a position holds."""
    patterns = weights.patterns
    views = patterns.players if patterns.turned else 1
    cells, shown = np.zeros(patterns.sites, np.int64), np.zeros(patterns.sites, np.int64)
    index = np.zeros(views * patterns.slots, np.int32)
    zero: Any = np.int64(0)  # a constant would be compiled again
    begin(weights.game.rules, patterns, as_words(position.state), cells, shown, index, zero)
    return cells.tolist()
