"""What matches say about two players: the difference in Elo, its error, and when to stop.

A difference of d Elo means an expected score s = 1 / (1 + 10^(-d / 400)), where a win scores 1 and
a draw one half. Results come as counts of equally spaced scores, the least first:

    3 counts, of matches:    lost, drawn, won               scores 0, 1/2, 1
    5 counts, of pairs:      LL, LD, DD or WL, WD, WW       scores 0, 1/4, 1/2, 3/4, 1

A pair is two matches from the same opening, with sides swapped. An opening that favours one side
favours each player once, so that pairs say more than as many single matches (the pentanomial model
of fishtest). For games without sides worth speaking of, both say the same.

Sources: Wald, "Sequential Tests of Statistical Hypotheses" (1945); M. Van den Bergh, "The
generalized maximum likelihood ratio for the expectation value of a distribution" (2019) and
"Normalized Elo" (2021), for fishtest; Wilson, "Probable Inference" (1927); errors of few results by
Jeffreys, "An invariant form for the prior probability in estimation problems" (1946).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from plyground.position import PlygroundError

SURE = NormalDist().inv_cdf(0.975)
"""95 % of the normal distribution lie within this many deviations."""

_DECADE = 400 / math.log(10)  # Elo in which the odds grow e-fold
_NORMALISED = (
    2 * _DECADE
)  # so that normalised Elo is Elo where nothing is drawn and sides are equal
_EMPTY = 1e-3  # what stands for an empty class: logarithms of its share stay finite
_UNSEEN = 0.5  # so often each result counts beside those seen, by Jeffreys' prior
_EDGE = 1e-3  # no score counts as nearer to 0 or 1: its Elo stays finite

_ROOT = 1e-16  # a mean so close to the wanted one is that

Floats = npt.NDArray[np.float64]


class CountsError(PlygroundError):
    """Counts that are no results."""


def score_of(elo: float) -> float:
    """The expected score of a player who is stronger by `elo`."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """The difference in Elo for which a score is expected, at most 1,200 either way."""
    score = min(max(score, _EDGE), 1 - _EDGE)
    return _DECADE * math.log(score / (1 - score))


@dataclass(frozen=True)
class Difference:
    """What counts say about the first player against the second.

    `low` and `high` are the 95 % interval of `elo`, which is not symmetric: where one player wins
    nearly all, the other end is far. `error` is half its width; `superiority` is the likelihood
    that the first player is the stronger one. `normalised` measures the difference in deviations of
    one match's score: how many matches it takes to see it depends on that alone.
    """

    elo: float
    error: float
    low: float
    high: float
    superiority: float
    normalised: float
    normalised_error: float
    matches: int


def difference(counts: Sequence[int]) -> Difference:
    """The difference between two players after 3 or 5 `counts`; see the head of this file.

    Raises CountsError for other counts and for none at all.
    """
    shares, _ = _shares(counts)
    scores = _scores(len(counts))
    each = (len(counts) - 1) // 2  # matches
    mean = float(shares @ scores)
    # What is likely, and not only what was seen: a few equal results are no certainty
    likely = np.array(counts) + _UNSEEN
    total = float(likely.sum())
    middle = float(likely @ scores) / total
    deviation = math.sqrt(float(likely @ (scores - middle) ** 2) / total)  # of what is counted
    doubt = deviation / math.sqrt(sum(counts))  # of the mean
    reach = SURE * doubt
    by_match = deviation * math.sqrt(each)
    low, high = elo_of(mean - reach), elo_of(mean + reach)
    return Difference(
        elo=elo_of(mean),
        error=(high - low) / 2,
        low=low,
        high=high,
        superiority=NormalDist().cdf((middle - 0.5) / doubt),
        normalised=_NORMALISED * (mean - 0.5) / by_match,
        normalised_error=_NORMALISED * reach / by_match,
        matches=each * sum(counts),
    )


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much better `elo1` explains 3 or 5 `counts` than `elo0`: the logarithm of the ratio.

    It compares, for each hypothesis, the most likely distribution whose mean is the expected score.
    """
    found, total = _shares(counts)
    shares, scores = found.tolist(), _scores(len(counts)).tolist()
    least, most = (_reach(shares, scores, score_of(elo)) for elo in (elo0, elo1))
    return total * math.fsum(
        share * math.log(one / other) for share, one, other in zip(shares, least, most, strict=True)
    )


@dataclass(frozen=True)
class SequentialTest:
    """A test that ends as soon as it can tell a difference of `elo0` from one of `elo1`.

    `alpha` is the chance to accept `elo1` where `elo0` is true, `beta` that of the other mistake.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise CountsError(f"elo0 is less than elo1, and not {self.elo0:g} and {self.elo1:g}")
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise CountsError(f"{name} is between 0 and 0.5, and not {share:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which it ends: at the lower one `elo0` is accepted, at the upper `elo1`."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio after `counts`; 0 before the first pair."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1) if sum(counts) else 0.0

    def accepted(self, counts: Sequence[int]) -> float | None:
        """The difference that is accepted after `counts`; None while the test goes on."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        if ratio >= high:
            return self.elo1
        return self.elo0 if ratio <= low else None


def wilson(count: float, total: float, independent: float | None = None) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, where `count` of `total` were seen; by default all of them
    are `independent` of each other.
    """
    if not total:
        return 0.0, 1.0
    many = total if independent is None else independent
    share, z = count / total, SURE * SURE / many
    middle = (share + z / 2) / (1 + z)
    reach = SURE * math.sqrt(share * (1 - share) / many + z / (4 * many)) / (1 + z)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _shares(counts: Sequence[int]) -> tuple[Floats, float]:
    """The share of each class, and how much was counted; empty classes count a little."""
    if len(counts) not in (3, 5) or min(counts) < 0 or not sum(counts):
        raise CountsError(
            "counts are 3 of matches (lost, drawn, won) or 5 of pairs (from two lost to two won), "
            f"with one match at least, and not {list(counts)}"
        )
    filled = np.array(counts, dtype=np.float64)
    filled[filled == 0] = _EMPTY
    total = float(filled.sum())
    return filled / total, total


def _scores(classes: int) -> Floats:
    return np.linspace(0.0, 1.0, classes)


def _reach(shares: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    """What to divide `shares`, which were seen, by for the most likely distribution with a mean.

    By Lagrange it is share / (1 + x (score - mean)), with the one x for which these sum to 1 and
    have that mean: the root of the sum below, which decreases. Newton's steps, and halving where
    they lead out of the interval that holds the root.
    """
    away = [score - mean for score in scores]
    low, high, x = -1 / max(away), -1 / min(away), 0.0
    while True:
        parts = [(share, gap, 1 + x * gap) for share, gap in zip(shares, away, strict=True)]
        value = math.fsum(share * gap / part for share, gap, part in parts)
        slope = -math.fsum(share * (gap / part) ** 2 for share, gap, part in parts)
        low, high = (x, high) if value > 0 else (low, x)
        further = x - value / slope
        if not low < further < high:
            further = (low + high) / 2
        if further in (low, high, x) or abs(value) < _ROOT:
            return [part for _, _, part in parts]
        x = further
