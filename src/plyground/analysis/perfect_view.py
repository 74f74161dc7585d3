"""`PerfectView`: a perfect game as a page shows it, one step after the other, as a review."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.analysis.merits import merits_text
from plyground.analysis.perfect import PerfectGame, PerfectMove, why_this_move
from plyground.analysis.reasons import reason
from plyground.analysis.review_view import Line, StepView
from plyground.analysis.reviewed import player_name, state_of_play
from plyground.analysis.winning import why_it_wins
from plyground.position import Game, Position
from plyground.position.face import capital
from plyground.render.svg import svg
from plyground.search import Value, own_moves

_SOON = 7  # plies to a win that the rules alone may explain
_TELLING = ("lets through", "opens", "squeezed", "fork")
"""The reasons why another move loses whose texts go with "would have"."""


@dataclass(frozen=True)
class PerfectView:
    """A perfect game, ready to be shown. Only `step` needs the compiled rules."""

    found: PerfectGame

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.found.game

    @property
    def last(self) -> int:
        """The plies of the game."""
        return len(self.found.moves)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game."""
        return tuple(each.move for each in self.found.moves)

    @property
    def summary(self) -> str:
        """What best play by both sides comes to."""
        value, names = self.found.value, [player_name(self.game, player) for player in (0, 1)]
        if value.verdict == "draw":
            return (
                f"With best play it is a draw: neither {names[0]} nor {names[1]} can force a win."
            )
        winner = 0 if value.verdict == "win" else 1
        first = "begins" if winner == 0 else "comes second"
        return (
            f"{capital(names[winner])}, who {first}, wins by move {value.plies}, whatever "
            f"{names[1 - winner]} plays."
        )

    @property
    def shows_worths(self) -> bool:
        """Whether its boards show what the other moves were worth: no two moves share a site."""
        return len(self.game.move_texts) <= len(self.game.board.sites)

    def step(self, at: int, then: str = "") -> StepView:
        """The position after `at` plies, and after the moves `then` of a line from there.

        Raises MoveError if the line has an impossible move.
        """
        at = max(0, min(at, self.last))
        line = self.found.position.line
        if then:
            return self._not_played(line[at], at, then)
        picture = line[at].picture()
        if not at:
            drawn, words = svg(picture, variables=True), [f"The start. {self.summary}"]
            return StepView(at, "", drawn, (), tuple(words), None, ())
        before, move = line[at - 1], self.found.moves[at - 1]
        if self.shows_worths:
            picture = replace(picture, values=_worths(before, line[at], move))
        drawn = svg(picture, variables=True)
        words = _said(before, move)
        if line[at].over:
            words.append(state_of_play(line[at]))
        return StepView(at, "", drawn, (), tuple(words), "best", _lines(before, move))

    def _not_played(self, position: Position, at: int, then: str) -> StepView:
        """The position after the moves of a line that was not played."""
        for text in self.game.split_moves(then):
            position = position.play(text)
        played = " ".join(position.history[at:])
        words = [f"Not played: {played}, in place of move {at + 1}."]
        if position.over:
            words.append(state_of_play(position))
        lines = _lines(self.found.position.line[at], self.found.moves[at])
        drawn = svg(position.picture(), variables=True)
        return StepView(at, then, drawn, (), tuple(words), None, lines)


def _said(position: Position, move: PerfectMove) -> list[str]:
    """What was played in a position, and why."""
    name, wording = player_name(position.game, position.turn), position.game.face.wording
    words = [f"Move {position.ply + 1}: {name} plays {wording.spoken(move.move)}."]
    words.append(why_this_move(move, wording))
    value = move.value
    soon = value.verdict == "win" and 1 < (value.plies or 0) <= _SOON
    why = why_it_wins(position, move.move) if soon else None
    merits = "" if why or value.plies == 1 else merits_text(position, move.move, value)
    if why:
        words.append(f"{capital(wording.spoken(move.move))} wins: {why}")
    elif merits:
        words.append(merits)
    if move.line and not soon:
        why_not = reason(position, position.game.move_code(move.line[0]), (move.move,), move.line)
        if why_not is not None and why_not.name in _TELLING:
            words.append(f"{capital(wording.spoken(move.line[0]))} would have {why_not.text}.")
    return words


def _lines(position: Position, move: PerfectMove) -> tuple[Line, ...]:
    """The line that shows why another move fails."""
    if len(move.line) < 2:
        return ()
    spoken = position.game.face.wording.spoken(move.line[0])
    return (Line(f"What {spoken} allows", position.ply, move.line),)


def _worths(before: Position, now: Position, move: PerfectMove) -> tuple[tuple[int, str, str], ...]:
    """What the other moves were worth, at the free sites that they would have changed.

    Nothing if all were equal.
    """
    if len(move.worths) < 2:
        return ()
    marks = now.picture().marks
    return tuple(
        (site, _sign(worth.value), f"ply-{worth.value.verdict}")
        for worth in move.worths
        for other in worth.moves
        if other != move.move
        for site in before.play(other).picture().last
        if marks[site] is None
    )


def _sign(value: Value) -> str:
    """A value as a board shows it: "=", "+3", "−1"."""
    if value.verdict == "draw":
        return "="
    return f"{'+' if value.verdict == 'win' else '−'}{own_moves(value.plies or 0)}"
