"""Ratings of many players by all their matches at once, with errors: for 2 to 5 seats and any game.

A rating is strength in Elo. Every match decides one thing: who wins, or in games such as Sim who
loses. In a seat with strength r (the player's rating and what that seat is worth in that game),

    P(this seat wins)  =  10^(r/400)  / the sum of 10^(r/400)  over all seats
    P(this seat loses) =  10^(-r/400) / the sum of 10^(-r/400) over all seats

(Bradley and Terry 1952 for two, Luce 1959 for more). In a draw each seat is given an equal part of
the decision, for two players half a win each. The ratings are the most likely ones, all matches
taken together, with a weak prior: ratings and seats are normally distributed around their mean with
a deviation of 2,000 and 400 Elo, which moves nobody by as much as a match does.

Matches come in blocks, which depend on each other: a pair with sides swapped, or all rotations of
the seats from one opening. The errors are those of a bootstrap over blocks (Efron 1979): draws make
results less random than the formula above, and Fisher's information, which is given too, does not
know it.

Where one player has won all that it played against others, no number is most likely. The table then
says "more than": 95 % of what is likely lies above (the profile of the likelihood).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from plyground.arena.statistics import SURE, Floats
from plyground.position import Outcome, PlygroundError

ELO = 400 / math.log(10)
"""Elo in which the odds grow e-fold."""

RANDOM = "random"
"""The player whose rating is 0."""

BOUNDS = {0: "", 1: "more than", -1: "less than"}
"""What the bounds of ratings are called."""

_WEAK = 2000 / ELO  # the prior's deviation of players
_SEATS = 400 / ELO  # and of seats
_SAMPLES = 400  # of the bootstrap
_CLOSE = 1e-10  # a step of Newton's method that is worth no other
_STEPS = 100
_LIKELY = 1.3528  # how much less likely the end of a one-sided 95 % interval is (logarithm)
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


@dataclass(frozen=True)
class Rating:
    """One player's rating, relative to the anchor.

    `error` is half the width of the 95 % interval. `bound` says what is known instead where the
    chain of results breaks: 1 "more than", -1 "less than", and None "nothing"; 0 where it holds.
    """

    player: str
    elo: float
    error: float
    bound: int | None
    matches: int
    share: float  # of the points that could be had, a draw counted as half


class Ratings:
    """The ratings of all players of some matches, in Elo above the anchor."""

    def __init__(self, decisions: Iterable[Decision], anchor: str = RANDOM, seed: int = 0) -> None:
        """Without the `anchor` among the players, their mean is 0. `seed` is for the bootstrap.

        Raises RatingError without a match between different players.
        """
        self._decisions = [each for each in decisions if len(set(each.players)) > 1]
        if not self._decisions:
            raise RatingError("ratings need a match between two players at least")
        self.players = tuple(
            dict.fromkeys(name for each in self._decisions for name in each.players)
        )
        self.anchor = anchor if anchor in self.players else None
        self._seed = seed
        self._rows = _Rows(self._decisions, self.players)
        self._weights = self._rows.weights(np.ones(len(self._decisions)))
        self._found = self._rows.fit(self._weights)

    @cached_property
    def table(self) -> tuple[Rating, ...]:
        """Every player, the strongest first."""
        return tuple(sorted(map(self._rating, self.players), key=lambda each: -each.elo))

    @cached_property
    def elo(self) -> dict[str, float]:
        """Each player's rating; where the chain of results breaks, the prior decides how far."""
        return {player: float(ELO * self._towards(player) @ self._found) for player in self.players}

    @cached_property
    def seats(self) -> dict[tuple[str, int], float]:
        """What each seat of each game is worth, in Elo above the mean of the game's seats."""
        values = ELO * self._found[len(self.players) :]
        of = np.array([game for game, _ in self._rows.places])
        means = {game: values[of == game].mean() for game in set(of.tolist())}
        return {
            place: float(value - means[place[0]])
            for place, value in zip(self._rows.places, values, strict=True)
        }

    def error(self, player: str, other: str | None = None) -> float:
        """The 95 % error of a rating, or of its difference from another's, by the bootstrap."""
        return float(ELO * SURE * (self._samples @ self._towards(player, other)).std(ddof=1))

    def fisher_error(self, player: str, other: str | None = None) -> float:
        """That error by Fisher's information, as if no match were drawn."""
        towards = self._towards(player, other)
        _, information = self._rows.slopes(self._found, self._weights)
        return float(ELO * SURE * math.sqrt(towards @ np.linalg.solve(information, towards)))

    @cached_property
    def _samples(self) -> Floats:
        """What is most likely [sample, unknown] after another draw of the same blocks.

        Each sample takes one step of Newton's method from what is most likely after all matches,
        with the curvature there: exact up to what is left after the second step.
        """
        numbers: dict[Hashable, int] = {}
        block = [numbers.setdefault(each.block, len(numbers)) for each in self._decisions]
        count = len(numbers)
        drawn = np.random.default_rng(self._seed).integers(count, size=(_SAMPLES, count))
        weights = np.empty((_SAMPLES, len(self._weights)))
        for sample, blocks in zip(weights, drawn, strict=True):
            times = np.bincount(blocks, minlength=count)[block]
            sample[:] = self._rows.weights(times.astype(np.float64))
        slopes = self._rows.slopes_of_rows(self._found)
        _, information = self._rows.slopes(self._found, self._weights)
        steps = np.linalg.solve(information, ((weights - self._weights) @ slopes).T)
        return np.asarray(self._found + steps.T)

    def _towards(self, player: str, other: str | None = None) -> Floats:
        """What to multiply the unknowns with for a difference: by default from the zero."""
        count = len(self.players)
        towards = np.zeros(len(self._found))
        towards[self.players.index(player)] += 1
        if zero := other or self.anchor:
            towards[self.players.index(zero)] -= 1
        else:
            towards[:count] -= 1 / count
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
        towards = self._towards(player)
        best = self._rows.likelihood(self._found, self._weights)
        near, far = -_FAR, sign * float(towards @ self._found)
        while far - near > _FINE:
            middle = (near + far) / 2
            held = self._rows.fit(self._weights, self._found, (towards, sign * middle))
            if best - self._rows.likelihood(held, self._weights) > _LIKELY:
                near = middle
            else:
                far = middle
        return ELO * sign * near


def _points(decision: Decision, seat: int) -> float:
    """What a seat got of the points of a match: 1 for a win, 1/2 in a draw, 0 for a loss.

    Where a loser is named, the others have won.
    """
    share = decision.shares[seat]
    if share == 1 / len(decision.players):
        return 0.5
    return float((share == 0) if decision.by_loss else (share > 0))


class _Rows:
    """The different decisions, as arrays, and the search for what is most likely.

    The unknowns are the players' ratings, then what each place (a seat of a game) is worth, both in
    units of ELO. A row's `index` names the unknowns of its seats, players before places.
    """

    def __init__(self, decisions: Sequence[Decision], players: Sequence[str]) -> None:
        player_of = {name: number for number, name in enumerate(players)}
        widths = {each.game: len(each.players) for each in decisions}
        self.places = [(game, seat) for game, width in widths.items() for seat in range(width)]
        place_of = {place: number for number, place in enumerate(self.places)}
        rows: dict[tuple[object, ...], int] = {}
        distinct: list[Decision] = []
        row_of = []
        for each in decisions:
            key = (each.game, each.players, each.shares, each.by_loss)
            if key not in rows:
                rows[key] = len(rows)
                distinct.append(each)
            row_of.append(rows[key])
        self._row_of = np.array(row_of)
        width = max(widths.values())
        shape = (len(distinct), width)
        self._empty = np.ones(shape, dtype=np.bool_)
        self._player = np.zeros(shape, dtype=np.intp)
        self._place = np.zeros(shape, dtype=np.intp)
        self._shares = np.zeros(shape)
        self._sign = np.array([-1.0 if each.by_loss else 1.0 for each in distinct])[:, None]
        for row, each in enumerate(distinct):
            for seat, name in enumerate(each.players):
                self._empty[row, seat] = False
                self._player[row, seat] = player_of[name]
                self._place[row, seat] = len(players) + place_of[each.game, seat]
                self._shares[row, seat] = each.shares[seat]
        self._index = np.concatenate([self._player, self._place], axis=1)
        self._size = len(players) + len(self.places)
        self._stiff = np.full(self._size, _SEATS**-2)  # how firmly the prior holds each unknown
        self._stiff[: len(players)] = _WEAK**-2
        self.reached = self._closed(len(players))

    def weights(self, times: Floats) -> Floats:
        """How often each row counts, where the decisions count so many `times`."""
        return _summed(self._row_of, times, len(self._shares))

    def fit(
        self,
        weights: Floats,
        start: Floats | None = None,
        held: tuple[Floats, float] | None = None,
    ) -> Floats:
        """The most likely unknowns, by Newton's method; the function is concave.

        With `held`, a vector and a number, among those whose product with the vector is the number.
        """
        at = np.zeros(self._size) if start is None else start.copy()
        if held is not None:
            towards, value = held
            at += towards * (value - towards @ at) / (towards @ towards)
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
        return float(weights @ each - (self._stiff * at * at).sum() / 2)

    def slopes(self, at: Floats, weights: Floats) -> tuple[Floats, Floats]:
        """The likelihood's slope, and Fisher's information: minus its curvature."""
        chance = self._chances(at)
        index = self._index
        lack = weights[:, None] * self._sign * (self._shares - chance)
        slope = _summed(index, np.tile(lack, 2), self._size)
        both = -chance[:, :, None] * chance[:, None, :]
        seats = np.arange(chance.shape[1])
        both[:, seats, seats] += chance
        both *= weights[:, None, None]
        pairs = index[:, :, None] * self._size + index[:, None, :]
        curve = _summed(pairs, np.tile(both, (1, 2, 2)), self._size**2)
        return slope - self._stiff * at, curve.reshape(self._size, -1) + np.diag(self._stiff)

    def slopes_of_rows(self, at: Floats) -> Floats:
        """The slope [row, unknown] by each row alone, counted once, without the prior."""
        lack = np.tile(self._sign * (self._shares - self._chances(at)), 2)
        rows = np.arange(len(lack))[:, None] * self._size
        return _summed(rows + self._index, lack, len(lack) * self._size).reshape(len(lack), -1)

    def _chances(self, at: Floats) -> Floats:
        """How likely the decision of a row falls on each of its seats."""
        strength, total = self._strengths(at)
        return np.asarray(np.exp(strength - total[:, None]))

    def _strengths(self, at: Floats) -> tuple[Floats, Floats]:
        """What decides at each seat of a row, and the logarithm of the sum of its exponents."""
        strength = self._sign * (at[self._player] + at[self._place])
        strength[self._empty] = -np.inf
        most = strength.max(axis=1)
        return strength, most + np.log(np.exp(strength - most[:, None]).sum(axis=1))

    def _closed(self, players: int) -> npt.NDArray[np.bool_]:
        """Whether a player has taken points [from another], by way of others too."""
        taken = np.eye(players, dtype=np.bool_)
        got = np.where(self._sign > 0, self._shares > 0, (self._shares == 0) & ~self._empty)
        drawn = (self._shares == 1 / (~self._empty).sum(axis=1, keepdims=True)) & ~self._empty
        for one in range(self._shares.shape[1]):
            for other in range(self._shares.shape[1]):
                rows = ((got[:, one] & ~got[:, other]) | drawn[:, one]) & ~self._empty[:, other]
                taken[self._player[rows, one], self._player[rows, other]] = True
        for between in range(players):
            taken |= taken[:, between, None] & taken[None, between]
        return taken


def _summed(index: npt.NDArray[np.intp], values: Floats, size: int) -> Floats:
    """The sum of the values that have each index."""
    return np.asarray(np.bincount(index.ravel(), values.ravel(), size), np.float64)
