"""What a computer says of its move, checked sentence by sentence with nothing but the rules.

Where a sentence is about what was seen or overlooked, `seen` are the scores of the player's own
search, as a plain twin of it has them: see `sight.scores`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import plyground as pg
from plyground.analysis.sentences import Sentence
from plyground.players import Choice
from plyground.position import Position
from plyground.search.sight import DRAWS
from tests.variants import random_playout

from . import sight

PROVEN = 500_000
"""Scores beyond it are those of wins and losses."""


def standing(position: Position, player: int) -> int:
    """What the end of a game is to a player; 0 before the end."""
    return 0 if position.outcome is None else position.outcome.standing(player)


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


class Checker:
    """The sentences on a choice in a position."""

    def __init__(
        self,
        position: Position,
        choice: Choice,
        seen: Mapping[str, int] | None,
        exact: Callable[[Position], Mapping[str, str]],
    ) -> None:
        self.position, self.choice, self.seen = position, choice, seen
        self.me, self.child = position.turn, position.play(choice.move)
        self.exact = exact  # verdicts of all moves, for the player to move
        self.verdict = choice.value.verdict if choice.value else ""

    def untrue(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Those that are not so."""
        return [
            each
            for each in sentences
            if not getattr(self, each.name.rstrip("?").replace(" ", "_"))(each)
        ]

    def replies(self, move: str) -> list[str]:
        """The replies that end the game badly after a move."""
        child = self.position.play(move)
        if child.over:
            return []
        return [reply for reply in child.moves if standing(child.play(reply), self.me) < 0]

    def winning(self, replied: Position) -> set[str]:
        if replied.over:
            return set()
        return {move for move in replied.moves if standing(replied.play(move), self.me) > 0}

    # What the move does

    def wins(self, _: Sentence) -> bool:
        return standing(self.child, self.me) > 0

    def draws(self, _: Sentence) -> bool:
        return self.child.over and standing(self.child, self.me) == 0

    def loses(self, _: Sentence) -> bool:
        return standing(self.child, self.me) < 0

    def all_lose(self, _: Sentence) -> bool:
        return all(standing(self.position.play(each), self.me) < 0 for each in self.position.moves)

    def rule(self, _: Sentence) -> bool:
        return bool(self.choice.rule)

    def chance(self, _: Sentence) -> bool:
        return self.choice.manner == "chance" and self.choice.value is None

    def slip(self, _: Sentence) -> bool:
        return self.choice.manner == "slips"

    def only(self, _: Sentence) -> bool:
        return len(self.position.moves) == 1

    def two_threats(self, said: Sentence) -> bool:
        pair = {said.move, said.other}
        found = [self.winning(self.child.play(each)) & pair for each in self.child.moves]
        return len(pair) == 2 and all(found) and all(any(x not in f for f in found) for x in pair)

    def sure_threat(self, said: Sentence) -> bool:
        return all(said.move in self.winning(self.child.play(each)) for each in self.child.moves)

    def stops(self, said: Sentence) -> bool:
        others = [each for each in self.position.moves if each != self.choice.move]
        letting = [each for each in others if self.replies(each)]
        return (
            not self.replies(self.choice.move)
            and len(letting) > 1
            and all(said.move in self.replies(each) for each in letting)
        )

    def only_safe(self, _: Sentence) -> bool:
        others = [each for each in self.position.moves if each != self.choice.move]
        return not self.loses_at_once(self.choice.move) and all(map(self.loses_at_once, others))

    def loses_at_once(self, move: str) -> bool:
        return standing(self.position.play(move), self.me) < 0 or bool(self.replies(move))

    def win(self, said: Sentence) -> bool:
        return self.verdict == "win" and (said.name[-1] == "?" or self.is_worth("win"))

    def draw(self, said: Sentence) -> bool:
        return self.verdict == "draw" and (said.name[-1] == "?" or self.is_worth("draw"))

    def loss(self, said: Sentence) -> bool:
        return self.verdict == "loss" and (said.name[-1] == "?" or self.is_worth("loss"))

    def is_worth(self, verdict: str) -> bool:
        return self.exact(self.position)[self.choice.move] in (verdict, "unknown")

    def threatens(self, said: Sentence) -> bool:
        found = [said.move in self.winning(self.child.play(each)) for each in self.child.moves]
        return 2 * sum(found) > len(found) and not self.replies(self.choice.move)

    def looked_1(self, _: Sentence) -> bool:
        return self.choice.depth == 1

    def looked(self, said: Sentence) -> bool:
        return self.choice.depth == int(said.other) > 1

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
        lets = said.move in self.replies(self.choice.move)
        return lets and self.choice.depth > 1 and self.sees(lambda score: score > -PROVEN)

    def reply(self, said: Sentence) -> bool:
        return said.move in self.replies(self.choice.move)

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

    def unseen_loss(self, said: Sentence) -> bool:
        verdicts = self.exact(self.child.play(said.move)).values()
        return self.verdict != "loss" and set(verdicts) <= {"loss", "unknown"}

    def unseen_mistake(self, said: Sentence) -> bool:
        better = self.exact(self.position)[said.other]
        return self.unseen_loss(said) and better in ("draw", "win", "unknown")

    def unseen_chance(self, said: Sentence) -> bool:
        verdicts = self.exact(self.position)
        after = set(self.exact(self.child.play(said.move)).values())
        unseen = self.verdict != "win" or self.choice.manner == "overlooks"
        return unseen and verdicts[said.other] in ("win", "unknown") and "win" not in after

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
