"""Two players compared by as few matches as it takes: a sequential test over pairs of matches.

The matches of a pair begin with the same opening, and the players swap sides. The test looks at
the pairs in the order of their numbers, so that its result does not depend on which ends first:
with the same seed it is the same on any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from plyground.arena import parallel
from plyground.arena.match import Match, Playing, computers, played_out
from plyground.arena.openings import enough_plies, random_openings
from plyground.arena.series import SeriesError, new_seed, warm
from plyground.arena.statistics import Difference, SequentialTest, difference
from plyground.players import Player
from plyground.position import Game, require_game
from plyground.search import Control

CLASSES = 5
"""Results of a pair for the first player, by half points: from both lost to both won."""


@dataclass(frozen=True)
class Pair:
    """Two finished matches from one opening: the first player begins in the first of them."""

    number: int
    matches: tuple[Match, Match]

    @property
    def points(self) -> int:
        """The half points that the first player has got, from 0 to 4."""
        first, second = self.matches
        return first.outcome.standing(0) + second.outcome.standing(1) + 2


@dataclass(frozen=True)
class Comparison:
    """What a sequential test has seen of two players: `counts` has a number for each of CLASSES.

    `accepted` is the difference in Elo that the test accepts; None if it came to no end: it was
    stopped, or has played the pairs that it was granted. `openings` says how many were different,
    `games` how many of the matches.
    """

    test: SequentialTest
    counts: tuple[int, ...]
    accepted: float | None
    openings: int
    games: int
    forfeits: tuple[int, int]
    plies: int
    seed: int

    @property
    def pairs(self) -> int:
        """The pairs that count."""
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio."""
        return self.test.ratio(self.counts)

    @property
    def difference(self) -> Difference:
        """The difference in Elo with its error. Raises CountsError without a pair."""
        return difference(self.counts)


def compare(
    game: Game,
    new: Player | None,
    old: Player | None,
    *,
    test: SequentialTest | None = None,
    plies: int | None = None,
    pairs: int = 50_000,
    seed: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    on_pair: Callable[[Sequence[int]], None] | None = None,
) -> Comparison:
    """Test whether `new` is stronger than `old`, by at most so many `pairs` of matches.

    Openings have `plies` random moves; without a number, as many as make openings different. When
    all of them have been played they come again. `on_pair` is called with the counts so far.
    `jobs` and `cluster` are as for `simulate`.

    Raises SeriesError for a game of more than two players, and WorkerDiedError.
    """
    require_game(game)
    if game.players != 2:
        raise SeriesError(f"two players are compared: {game.title} is for {game.players} here")
    players = computers(game, (new, old))
    for player in players:
        player.check(game)
    if plies is not None and not 0 <= plies < game.max_plies:
        raise SeriesError(
            f"openings of {game.title} have 0 to {game.max_plies - 1} plies, and not {plies}"
        )
    if pairs < 1:
        raise SeriesError(f"a comparison has 1 pair or more, and not {pairs}")
    warm(game, players)
    watch = _Watch(test or SequentialTest(), enough_plies(game) if plies is None else plies,
                   new_seed(seed))  # fmt: skip
    items = watch.items(game, players, pairs)
    for _, pair in parallel.spread(_play, items, jobs, cluster, control, pairs):
        if watch.take(pair, on_pair):
            break
    return watch.seen


@dataclass(frozen=True)
class _Item:
    game: Game
    players: tuple[Player, ...]
    opening: tuple[str, ...]
    seed: int
    number: int


class _Watch:
    """Takes finished pairs in any order, and looks at them in the order of their numbers."""

    def __init__(self, test: SequentialTest, plies: int, seed: int) -> None:
        self._test, self._plies, self._seed = test, plies, seed
        self._counts = [0] * CLASSES
        self._forfeits = [0, 0]
        self._waiting: dict[int, Pair] = {}
        self._openings: list[tuple[str, ...]] = []
        self._games: set[tuple[str, ...]] = set()
        self._accepted: float | None = None

    def items(self, game: Game, players: tuple[Player, ...], pairs: int) -> Iterator[_Item]:
        """What to play, pair by pair; openings are drawn as they are needed."""
        drawn = random_openings(game, self._plies, self._seed)

        def first() -> Iterator[tuple[str, ...]]:
            for opening in drawn:
                self._openings.append(opening)
                yield opening

        again = chain.from_iterable(repeat(self._openings))
        for number, opening in zip(range(pairs), chain(first(), again), strict=False):
            yield _Item(game, players, opening, self._seed, number)

    def take(self, pair: Pair, on_pair: Callable[[Sequence[int]], None] | None) -> bool:
        """Look at a pair and at those that waited for it; True once the test has ended."""
        self._waiting[pair.number] = pair
        while (number := sum(self._counts)) in self._waiting:
            self._look(self._waiting.pop(number))
            if on_pair:
                on_pair(self._counts)
            self._accepted = self._test.accepted(self._counts)
            if self._accepted is not None:
                return True
        return False

    def _look(self, pair: Pair) -> None:
        self._counts[pair.points] += 1
        for first, match in enumerate(pair.matches):
            self._games.add(match.moves)
            if match.forfeit is not None and match.outcome.by is not None:
                self._forfeits[match.outcome.by ^ first] += 1

    @property
    def seen(self) -> Comparison:
        pairs = sum(self._counts)
        return Comparison(
            test=self._test,
            counts=tuple(self._counts),
            accepted=self._accepted,
            openings=min(pairs, len(self._openings)),
            games=len(self._games),
            forfeits=(self._forfeits[0], self._forfeits[1]),
            plies=self._plies,
            seed=self._seed,
        )


def _play(item: _Item, control: Control) -> Pair:
    """Play one pair. Raises Cancelled after a stop."""
    warm(item.game, item.players)
    first, second = (
        played_out(
            Playing(item.game, players, item.seed, 2 * item.number + at, item.opening), control
        )
        for at, players in enumerate((item.players, item.players[::-1]))
    )
    return Pair(item.number, (first, second))
