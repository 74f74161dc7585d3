"""Ratings of many players by all their matches at once, with errors: for 2 to 5 seats and any game.

A rating is strength in Elo. Every match decides one thing: who wins, or in games such as Sim who
loses. Of the players at its seats, with ratings r,

    P(this one wins)  =  10^(r/400)  / the sum of 10^(r/400)  over all seats
    P(this one loses) =  10^(-r/400) / the sum of 10^(-r/400) over all seats

(Bradley and Terry 1952 for two, Luce 1959 for more). In a draw each seat is given an equal part of
the decision, for two players half a win each. The ratings are the most likely ones, all matches
taken together, with a weak prior: ratings are normally distributed around their mean with a
deviation of 2,000 Elo, which moves nobody by as much as a match does.

**What a seat is worth cancels**, because a group of players meets at all rotations of its seats:
ratings stand for points over all seats. Where some rotations were played more often than others, as
in a tournament that was interrupted, each match of those weighs less, so that all rotations weigh
the same. Where one was never played, as where the same player always begins, nothing tells a better
player from a better seat: those matches do not count, and join nobody.

**Errors.** Matches come in blocks, which depend on each other: a pair with sides swapped, or all
rotations of the seats from one opening. With J, minus the curvature of the likelihood, and M, the
sum of the squares of the blocks' slopes, the variance of the ratings is J^-1 M J^-1 (Huber 1967,
White 1982). Unlike that of Fisher, J^-1, it knows that draws, and seats that decide, leave less to
chance. So that a few equal results are no certainty, M has one block more for each two who have
met, a fifth of it with each of the scores 0, 1/4, 1/2, 3/4 and 1 (Perks 1947), and is as large as
by those played. In a block without all its rotations the worth of a seat counts as chance, so that
the error is rather too large.

**Bounds.** Where one player has won all that it played against others, no number is most likely.
The table then says "more than": a weaker player would do as well once in twenty times at most. A
block counts there as one result, whose matches may prove the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
import numpy.typing as npt

from plyground.arena.statistics import SURE, Floats
from plyground.position import Outcome, PlygroundError

ELO = 400 / math.log(10)
"""Elo in which the odds grow e-fold."""

RANDOM = "random"
"""The player whose rating is 0."""

BOUNDS = {0: "", 1: "more than", -1: "less than", None: "unknown"}
"""What the bounds of ratings are called."""

_WEAK = (ELO / 2000) ** 2  # how firmly the prior holds a rating
_CLOSE = 1e-10  # a step of Newton's method that is worth no other
_STEPS = 100
_LIKELY = math.log(20)  # how much less likely the results are at a bound (logarithm)
_FAR = 12_000 / ELO  # no bound is looked for further away
_FINE = 0.5 / ELO  # nor closer


class RatingError(PlygroundError):
    """Matches that give no ratings."""


@dataclass(frozen=True)
class Decision:
    """What one match decided between the `players` at its seats.

    `shares` says which part of the decision fell on each seat: 1 and zeros, or equal parts in a
    draw. It is won, or lost where `by_loss` says so. Matches of one `block` depend on each other.
    """

    game: str
    players: tuple[str, ...]
    shares: tuple[float, ...]
    by_loss: bool
    block: Hashable

    @staticmethod
    def of(game: str, players: Sequence[str], outcome: Outcome, block: Hashable) -> Decision:
        """What an outcome decided. With several losers and no winner it is lost in equal parts."""
        seats = range(len(players))
        if outcome.draw or (outcome.winner is None and not outcome.losers):
            chosen: Sequence[int] = seats
        elif outcome.winner is not None and not outcome.by_loss:
            chosen = (outcome.winner,)
        else:
            chosen = outcome.losers
        lost = outcome.by_loss or (outcome.winner is None and bool(outcome.losers))
        shares = tuple(1 / len(chosen) if seat in chosen else 0.0 for seat in seats)
        return Decision(game, tuple(players), shares, lost, block)

    @property
    def drawn(self) -> bool:
        """Whether it fell on all seats in equal parts."""
        return self.shares[0] == 1 / len(self.players)


def told_apart(decisions: Sequence[Decision]) -> list[Decision]:
    """Those of players who have met in every seat; nothing tells others from their seats."""
    met = {(each.game, each.players) for each in decisions}
    return [
        each
        for each in decisions
        if all(
            (each.game, each.players[at:] + each.players[:at]) in met
            for at in range(len(each.players))
        )
    ]


@dataclass(frozen=True)
class Rating:
    """One player's rating, relative to the anchor.

    `error` is half the width of the 95 % interval. `bound` says what is known instead where the
    chain of results that count breaks: see BOUNDS; 0 where it holds.
    """

    player: str
    elo: float
    error: float
    bound: int | None
    matches: int
    share: float  # of the points that could be had, a draw counted as half


class Ratings:
    """The ratings of all players of some matches, in Elo above the anchor."""

    def __init__(self, decisions: Iterable[Decision], anchor: str = RANDOM) -> None:
        """Without the `anchor` among the players, their mean is 0.

        Raises RatingError without a match between different players.
        """
        self._decisions = [each for each in decisions if len(set(each.players)) > 1]
        if not self._decisions:
            raise RatingError("ratings need a match between two players at least")
        self.players = tuple(
            dict.fromkeys(name for each in self._decisions for name in each.players)
        )
        self.anchor = anchor if anchor in self.players else None
        self._rows = _Rows(self._decisions, self.players)
        self._found = self._rows.fit(self._rows.weights)

    @cached_property
    def table(self) -> tuple[Rating, ...]:
        """Every player, the strongest first."""
        return tuple(sorted(map(self._rating, self.players), key=lambda each: -each.elo))

    @cached_property
    def elo(self) -> dict[str, float]:
        """Each player's rating; where the chain of results breaks, the prior decides how far."""
        return {player: float(ELO * self._towards(player) @ self._found) for player in self.players}

    @property
    def uncounted(self) -> int:
        """How many matches do not count, because their players have not met in every seat."""
        return int((self._rows.weight == 0).sum())

    @cached_property
    def seats(self) -> dict[tuple[str, int], float]:
        """What each seat of each game is worth, in Elo above the mean of the game's seats.

        It only describes: the logarithm of the share of decisions that fell on a seat, whoever had
        it. Each seat counts half a decision more, so that no share is 0.
        """
        fell: dict[str, Floats] = {}  # [won or lost, seat] of each game
        for each, weight in zip(self._decisions, self._rows.weight, strict=True):
            of = fell.setdefault(each.game, np.full((2, len(each.shares)), 0.5))
            of[[0, 1] if each.drawn else int(each.by_loss)] += weight * np.array(each.shares)
        found: dict[tuple[str, int], float] = {}
        for game, (won, lost) in fell.items():
            worth = ELO * np.log(won / lost)
            found |= {
                (game, seat): each for seat, each in enumerate((worth - worth.mean()).tolist())
            }
        return found

    def error(self, player: str, other: str | None = None) -> float:
        """The 95 % error of a rating, or of its difference from another's, in Elo."""
        towards = self._towards(player, other)
        return ELO * SURE * math.sqrt(float(towards @ self._variance @ towards))

    @cached_property
    def _variance(self) -> Floats:
        """How the ratings vary together, in units of ELO: see the head of this file."""
        blocks = self._rows.slopes_of_blocks(self._found)
        score = 1 / (1 + np.exp(self._found - self._found[:, None]))
        more = self._rows.met * ((score - 0.5) ** 2 + 1 / 8)  # the mean over the five scores
        spread = blocks.T @ blocks - more + np.diag(more.sum(axis=1))
        spread *= len(blocks) / (len(blocks) + np.count_nonzero(np.triu(more, 1)))
        inverse = np.linalg.inv(self._rows.slopes(self._found, self._rows.weights)[1])
        return np.asarray(inverse @ spread @ inverse)

    def _towards(self, player: str, other: str | None = None) -> Floats:
        """What to multiply the ratings with for a difference: by default from the zero."""
        towards = np.zeros(len(self.players))
        towards[self.players.index(player)] += 1
        if zero := other or self.anchor:
            towards[self.players.index(zero)] -= 1
        else:
            towards -= 1 / len(self.players)
        return towards

    def _rating(self, player: str) -> Rating:
        points = [
            _points(each, seat)
            for each in self._decisions
            for seat, name in enumerate(each.players)
            if name == player
        ]
        bound = self._bound(player)
        return Rating(
            player,
            self._least(player, bound) if bound else self.elo[player],
            math.inf if bound != 0 else self.error(player),
            bound,
            len(points),
            sum(points) / len(points),
        )

    def _bound(self, player: str) -> int | None:
        """Whether results join a player with the zero in both directions; see Rating."""
        number = self.players.index(player)
        others = slice(None) if self.anchor is None else self.players.index(self.anchor)
        up = bool(np.all(self._rows.reached[number, others]))
        down = bool(np.all(self._rows.reached[others, number]))
        if up and down:
            return 0
        return 1 if up else -1 if down else None

    def _least(self, player: str, sign: int) -> float:
        """The end of a rating's 95 % interval, where it has only one."""
        towards, weights = self._towards(player), self._rows.of_blocks
        free = self._rows.fit(weights)
        best = self._rows.likelihood(free, weights)
        near, far = -_FAR, sign * float(towards @ free)
        while far - near > _FINE:
            middle = (near + far) / 2
            held = self._rows.fit(weights, (towards, sign * middle))
            if best - self._rows.likelihood(held, weights) > _LIKELY:
                near = middle
            else:
                far = middle
        return ELO * sign * near


def _points(decision: Decision, seat: int) -> float:
    """What a seat got of the points of a match: 1 for a win, 1/2 in a draw, 0 for a loss.

    Where a loser is named, the others have won.
    """
    if decision.drawn:
        return 0.5
    return float((decision.shares[seat] > 0) != decision.by_loss)


class _Rows:
    """The different decisions, as arrays, and the search for what is most likely.

    The unknowns are the players' ratings in units of ELO. `weight` is how much each match counts,
    `weights` how much each row does, and `of_blocks` the same where each block counts once.
    `met` [player, player] is how much a block more of two counts, by the square of its slope: 4
    for a pair of matches, as much as a block can say of two at a larger table, more where it stands
    for rotations that were seldom played, and 0 for two who have not met.
    """

    def __init__(self, decisions: Sequence[Decision], players: Sequence[str]) -> None:
        number = {name: at for at, name in enumerate(players)}
        rows: dict[tuple[tuple[str, ...], tuple[float, ...], bool], int] = {}
        self._row = np.array([
            rows.setdefault((each.players, each.shares, each.by_loss), len(rows))
            for each in decisions
        ])  # fmt: skip
        shape = (len(rows), max(len(names) for names, _, _ in rows))
        self._empty = np.ones(shape, dtype=np.bool_)
        self._player = np.zeros(shape, dtype=np.intp)
        self._shares = np.zeros(shape)
        self._sign = np.array([-1.0 if by_loss else 1.0 for _, _, by_loss in rows])[:, None]
        for row, (names, shares, _) in enumerate(rows):
            self._empty[row, : len(names)] = False
            self._player[row, : len(names)] = [number[name] for name in names]
            self._shares[row, : len(names)] = shares
        self._size = len(players)

        self.met = np.zeros((self._size, self._size))
        played = Counter((each.game, each.players) for each in decisions)
        counts = dict.fromkeys(played, 0.0)
        for (game, names), times in played.items():
            turns = {names[at:] + names[:at] for at in range(len(names))}
            of = np.array([played[game, turn] for turn in turns])
            if of.all():
                counts[game, names] = of.mean() / times
                more = 8 / len(names) * (of.mean() * (1 / of).mean()) ** 2
                for one, other in permutations({number[name] for name in names}, 2):
                    self.met[one, other] = max(self.met[one, other], more)
        self.weight = np.array([counts[each.game, each.players] for each in decisions])
        self.weights = self._by_row(self.weight)
        numbers: dict[Hashable, int] = {}
        self._block = np.array([numbers.setdefault(each.block, len(numbers)) for each in decisions])
        self.of_blocks = self._by_row(self.weight / np.bincount(self._block)[self._block])
        self.reached = self._closed()

    def _by_row(self, values: Floats) -> Floats:
        return _summed(self._row, values, len(self._shares))

    def fit(self, weights: Floats, held: tuple[Floats, float] | None = None) -> Floats:
        """The most likely ratings, by Newton's method; the function is concave.

        With `held`, a vector and a number, among those whose product with the vector is the number.
        """
        at = np.zeros(self._size)
        if held is not None:
            towards, value = held
            at += towards * value / (towards @ towards)
        here = self.likelihood(at, weights)
        for _ in range(_STEPS):
            slope, curve = self.slopes(at, weights)
            step = np.linalg.solve(curve, slope)
            if held is not None:
                across = np.linalg.solve(curve, towards)
                step -= across * (towards @ step) / (towards @ across)
            gain = float(slope @ step)
            if gain < _CLOSE:
                break
            while (there := self.likelihood(at + step, weights)) < here and gain > _CLOSE:
                step, gain = step / 2, gain / 2
            at, here = at + step, there
        return at

    def likelihood(self, at: Floats, weights: Floats) -> float:
        """The logarithm of how likely the decisions are, with the prior."""
        strength, total = self._strengths(at)
        each = (self._shares * np.where(self._empty, 0.0, strength)).sum(axis=1) - total
        return float(weights @ each - _WEAK * at @ at / 2)

    def slopes(self, at: Floats, weights: Floats) -> tuple[Floats, Floats]:
        """The likelihood's slope, and minus its curvature."""
        chance = self._chances(at)
        lack = weights[:, None] * self._sign * (self._shares - chance)
        slope = _summed(self._player, lack, self._size)
        both = -chance[:, :, None] * chance[:, None, :]
        seats = np.arange(chance.shape[1])
        both[:, seats, seats] += chance
        both *= weights[:, None, None]
        pairs = self._player[:, :, None] * self._size + self._player[:, None, :]
        curve = _summed(pairs, both, self._size**2)
        return slope - _WEAK * at, curve.reshape(self._size, -1) + _WEAK * np.eye(self._size)

    def slopes_of_blocks(self, at: Floats) -> Floats:
        """The slope [block, player] by each block alone."""
        lack = self._sign * (self._shares - self._chances(at))
        index = self._block[:, None] * self._size + self._player[self._row]
        size = (self._block.max() + 1) * self._size
        return _summed(index, self.weight[:, None] * lack[self._row], size).reshape(-1, self._size)

    def _chances(self, at: Floats) -> Floats:
        """How likely the decision of a row falls on each of its seats."""
        strength, total = self._strengths(at)
        return np.asarray(np.exp(strength - total[:, None]))

    def _strengths(self, at: Floats) -> tuple[Floats, Floats]:
        """What decides at each seat of a row, and the logarithm of the sum of its exponents."""
        strength = self._sign * at[self._player]
        strength[self._empty] = -np.inf
        most = strength.max(axis=1)
        return strength, most + np.log(np.exp(strength - most[:, None]).sum(axis=1))

    def _closed(self) -> npt.NDArray[np.bool_]:
        """Whether a player has taken points [from another], by way of others too."""
        taken = np.eye(self._size, dtype=np.bool_)
        there = ~self._empty & (self.weights > 0)[:, None]
        got = ((self._shares > 0) == (self._sign > 0)) & there
        drawn = (self._shares == 1 / (~self._empty).sum(axis=1, keepdims=True)) & there
        for one in range(self._shares.shape[1]):
            for other in range(self._shares.shape[1]):
                rows = ((got[:, one] & ~got[:, other]) | drawn[:, one]) & there[:, other]
                taken[self._player[rows, one], self._player[rows, other]] = True
        for between in range(self._size):
            taken |= taken[:, between, None] & taken[None, between]
        return taken


def _summed(index: npt.NDArray[np.intp], values: Floats, size: int) -> Floats:
    """The sum of the values that have each index."""
    return np.asarray(np.bincount(index.ravel(), values.ravel(), size), np.float64)
