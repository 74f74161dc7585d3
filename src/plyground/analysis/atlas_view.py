"""`AtlasView`: a game of best play from the atlas as a page shows it, one step after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from plyground.analysis.atlas import Row
from plyground.analysis.review_view import StepView
from plyground.analysis.reviewed import player_name, state_of_play
from plyground.games import registry
from plyground.position import Game, Position
from plyground.position.face import capital
from plyground.render.svg import svg
from plyground.search import reach_text


@dataclass(frozen=True)
class AtlasView:
    """A game of best play, ready to be shown. Only `step` needs the compiled rules."""

    row: Row

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        return registry.installed_game(self.row.game)(**self.row.values)

    @cached_property
    def position(self) -> Position:
        """The end of the game, with all positions before it."""
        return self.game.position(self.row.line)

    @property
    def last(self) -> int:
        """The plies of the game."""
        return len(self.row.line)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game."""
        return self.row.line

    @property
    def summary(self) -> str:
        """What best play comes to."""
        if self.row.several:
            loser = self.row.value.ends[0].loser
            who = "nobody" if loser is None else player_name(self.game, loser)
            ending = f"{who} loses after {reach_text(self.row.plies)}"
            return f"If each player looks after themselves, {ending}."
        winner = self.row.winner
        verdict = f"{player_name(self.game, winner - 1)} wins" if winner else "it is a draw"
        return f"With best play {verdict}, after {reach_text(self.row.plies)}."

    def step(self, at: int) -> StepView:
        """The position after `at` plies."""
        at = max(0, min(at, self.last))
        position = self.position.line[at]
        drawn = svg(position.picture(), variables=True)
        words = [self._said(position) if at else f"The start. {self.summary}"]
        if position.over:
            words.append(state_of_play(position))
        return StepView(at, "", drawn, (), tuple(words), None, ())

    def _said(self, position: Position) -> str:
        """What was just played."""
        before = self.position.line[position.ply - 1]
        name = capital(player_name(self.game, before.turn))
        spoken = self.game.face.wording.spoken(position.history[-1])
        return f"Move {position.ply}: {name} plays {spoken}."
