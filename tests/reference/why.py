"""What a computer says of its move, checked sentence by sentence with nothing but the rules.

Where a sentence is about what was seen or overlooked, `seen` are the scores of the player's own
search, as a plain twin of it has them: see `sight.scores`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import plyground as pg
from plyground.analysis.sentences import Sentence
from plyground.players import Choice
from plyground.position import Position
from plyground.search.sight import DRAWS
from tests.variants import random_playout

from . import sight
from .merits import Merits, standing

PROVEN = 500_000
"""Scores beyond it are those of wins and losses."""


def proven(position: Position, player: int, plies: int) -> int:
    """1 if a player wins within so many plies against any play, -1 if it loses so, else 0."""
    if position.outcome is not None:
        return position.outcome.standing(player)
    if plies == 0:
        return 0
    best = max if position.turn == player else min
    found = -1 if best is max else 1
    for child in map(position.play, position.moves):
        found = best(found, proven(child, player, plies - 1))
        if found == (1 if best is max else -1):
            break
    return found


class Checker(Merits):
    """The sentences on a choice in a position."""

    def __init__(
        self,
        position: Position,
        choice: Choice,
        seen: Mapping[str, int] | None,
        exact: Callable[[Position], Mapping[str, str]],
    ) -> None:
        super().__init__(position, choice.move, exact)
        self.choice, self.seen = choice, seen
        self.verdict = choice.value.verdict if choice.value else ""

    # What the move does

    def rule(self, _: Sentence) -> bool:
        return bool(self.choice.rule)

    def chance(self, _: Sentence) -> bool:
        return self.choice.manner == "chance" and self.choice.value is None

    def slip(self, _: Sentence) -> bool:
        return self.choice.manner == "slips"

    def win(self, said: Sentence) -> bool:
        return self.verdict == "win" and (said.name[-1] == "?" or self.is_worth("win"))

    def draw(self, said: Sentence) -> bool:
        return self.verdict == "draw" and (said.name[-1] == "?" or self.is_worth("draw"))

    def loss(self, said: Sentence) -> bool:
        return self.verdict == "loss" and (said.name[-1] == "?" or self.is_worth("loss"))

    def is_worth(self, verdict: str) -> bool:
        return self.exact(self.position)[self.choice.move] in (verdict, "unknown")

    def more(self, _: Sentence) -> bool:
        return self.verdict != "win" and self.is_worth("win")

    def looked_1(self, _: Sentence) -> bool:
        return self.choice.depth == 1

    def looked(self, said: Sentence) -> bool:
        return self.choice.depth == said.n > 1

    def liked(self, _: Sentence) -> bool:
        return not self.choice.depth and self.choice.manner == "sees"

    # What was overlooked

    def sees(self, score: Callable[[int], bool]) -> bool:
        """Whether its own search gave the move such a score."""
        return self.seen is None or score(self.seen[self.choice.move])

    def overlooked_end(self, said: Sentence) -> bool:
        return self.loses(said) and self.sees(lambda score: score > -PROVEN)

    def overlooked_win(self, said: Sentence) -> bool:
        wins = standing(self.position.play(said.move), self.me) > 0
        return wins and (self.seen is None or self.seen[said.move] < PROVEN)

    def win_left(self, said: Sentence) -> bool:
        return standing(self.position.play(said.move), self.me) > 0

    def overlooked_reply(self, said: Sentence) -> bool:
        assert self.choice.depth is not None
        lets = said.move in self.replies_to(self.choice.move)
        return lets and self.choice.depth > 1 and self.sees(lambda score: score > -PROVEN)

    def overlooked_replies(self, said: Sentence) -> bool:
        return self.overlooked_reply(said) and said.other in self.replies_to(self.choice.move)

    def reply(self, said: Sentence) -> bool:
        return said.move in self.replies_to(self.choice.move)

    def replies(self, said: Sentence) -> bool:
        return {said.move, said.other} <= set(self.replies_to(self.choice.move))

    def overlooked_loss(self, said: Sentence) -> bool:
        assert self.choice.depth is not None
        lost = proven(self.child.play(said.move), self.me, self.choice.depth - 2) < 0
        return lost and self.sees(lambda score: score > -PROVEN)

    def punished(self, said: Sentence) -> bool:
        replied = self.child.play(said.move)
        verdicts = self.exact(replied).values()
        return all(each in ("loss", "unknown") for each in verdicts)

    def overlooked_chance(self, said: Sentence) -> bool:
        assert self.choice.depth is not None
        wins = proven(self.position.play(said.move), self.me, self.choice.depth - 1) > 0
        return wins and (self.seen is None or self.seen[said.move] < PROVEN)

    # What lay beyond its sight

    def loses_to(self, said: Sentence) -> bool:
        verdicts = self.exact(self.child.play(said.move)).values()
        return self.verdict != "loss" and set(verdicts) <= {"loss", "unknown"}

    def unseen_loss(self, said: Sentence) -> bool:
        better = self.exact(self.position)[said.other]
        return self.loses_to(said) and better in ("win", "unknown")

    def unseen_mistake(self, said: Sentence) -> bool:
        better = self.exact(self.position)[said.other]
        return self.loses_to(said) and better in ("draw", "unknown")

    def unseen_chance(self, said: Sentence) -> bool:
        verdicts = self.exact(self.position)
        after = set(self.exact(self.child.play(said.move)).values())
        unseen = self.verdict != "win" or self.choice.manner == "overlooks"
        return unseen and verdicts[said.other] in ("win", "unknown") and "win" not in after

    def unseen_threats(self, said: Sentence) -> bool:
        return self.verdict != "loss" and proven(self.child.play(said.move), self.me, 2) < 0

    def expected(self, said: Sentence) -> bool:
        return said.move == self.choice.pv[1]


# What is checked


_SEQUENCES = 3000  # that a plain search looks at


def positions(game: pg.Game, count: int, seed: str) -> list[pg.Position]:
    """Unfinished positions of random games, late ones more often."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        line = [
            each for each in random_playout(game, rng.randrange(10**6), long=True) if not each.over
        ]
        found.append(line[int(len(line) * rng.random() ** 0.5)])
    return found


def exact(position: pg.Position) -> Mapping[str, str]:
    """The verdicts of all moves, "unknown" where they take too long."""
    found = pg.analyse(position, limits=pg.Limits(nodes=200_000))
    return {each.move: each.value.verdict for each in found.moves}


def own_scores(position: pg.Position, level: int, seed: int) -> Mapping[str, int] | None:
    """What a level saw of each move; None if that takes a plain search too long."""
    known = position.game.levels[level - 1]
    depth = min(known.depth, position.game.max_plies - position.ply)
    if len(position.moves) ** depth > _SEQUENCES:
        return None
    heuristic = position.game.default_heuristic if known.judges else "none"
    draw = pg.Chance(seed).below(DRAWS)
    return sight.scores(position, depth, heuristic, known.misses, draw)
