"""The patterns that a learner looks at: n-tuples, sets of sites with all that they can hold.

A site shows a number: 0 for nothing, 1 and up for what the kernel `cells` says, and one number more
for an empty site that a legal move would fill, where the game has other empty sites too. Which
these are is found by playing: in such games each move fills its sites in a fixed order, so an empty
site can be filled as soon as the one before it is taken.

Each tuple has a table with one entry for everything that it can show. All images of a tuple under
the game's symmetries look into the same table. Where numbers stand for players and nothing else,
players can be `turned` so that the one to move comes first: one set of tables serves all of them.
Otherwise each player to move has a set of tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.kernel import Chance, Rules, compiled, local_array
from plyground.kernel.chance import below
from plyground.position import ONGOING, CannotError, Game, Ints, Uints
from plyground.render.board import Cell, Edge, Mark
from plyground.search.learning.symmetries import Symmetry, symmetries

ENTRIES_MOST = 1 << 17
"""No table of a long tuple has more entries."""

ENTRIES_MOST_SHORT = 1 << 20
"""No table of a tuple of at most _SHORT sites has more entries: shorter ones see too little."""

LOOKUPS_MOST = 300
"""No position is rated by more entries."""

WEIGHTS_MOST = 1 << 24
"""All tables together have no more entries."""

WALKS = 30
"""So many walks are drawn for each tuple."""

_SHORT, _LONGEST = 6, 9  # sites of a tuple
_TUPLES = 70
_GAMES = 1_000  # random games that find the sites in reach, and the lines that decide
_LINE = 20  # pairs of sites that a line is worth

Shorts = npt.NDArray[np.int32]


class Patterns(NamedTuple):
    """What compiled code needs to know about the patterns; the arrays are laid out flat.

    A slot is a tuple or an image of one. What a slot shows is the place of a weight: base[i] where
    all its sites show 0. Each of `sets` sets has `span` weights; the `outputs` weights of an entry
    are neighbours.
    """

    sites: int
    slots: int
    reach: int  # the number of an empty site in reach; 0 if empty sites are all alike
    before: Ints  # [sites], the site that has to be taken first; -1 for none
    turned: int  # 1 if the player to move is always number 1
    players: int
    sets: int
    outputs: int
    span: int
    base: Shorts  # [slots]
    begins: Ints  # [sites + 1], where the parts of a site begin in the two arrays below
    slot: Ints  # [parts], the slots that look at a site
    power: Ints  # [parts], and by how much a number there moves the place that the slot shows


@dataclass(frozen=True)
class Design:
    """The patterns of a game as plain data, which a file keeps."""

    kinds: int
    reach: int
    before: tuple[int, ...]
    turned: bool
    tuples: tuple[tuple[int, ...], ...]
    images: tuple[tuple[int, ...], ...]
    """Where the sites go by each symmetry, the identity first."""

    def fits(self, game: Game) -> bool:
        """Whether a game's positions can be looked at by these patterns."""
        sites, looks = range(len(game.board.sites)), len(game.looks)
        return (
            self.reach in {0, looks}
            and self.kinds == looks + (self.reach > 0)
            and len(self.before) == len(sites)
            and all(each in range(-1, len(sites)) for each in self.before)
            and all(each and {*each} <= {*sites} for each in self.tuples)
            and all(sorted(each) == [*sites] for each in self.images)
            and sum(self.kinds ** len(each) for each in self.tuples) <= 2 * WEIGHTS_MOST
        )

    def without_symmetry(self) -> Design:
        """The same patterns, whose images learn for themselves."""
        return replace(self, images=self.images[:1])

    def patterns(self, game: Game) -> Patterns:
        """The same for compiled code."""
        sizes = [self.kinds ** len(each) for each in self.tuples]
        outputs = 1 if game.players == 2 else game.players
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        base: list[int] = []
        parts: list[list[tuple[int, int]]] = [[] for _ in self.before]
        for start, sites in zip(starts, self.tuples, strict=True):
            for image in self.images:
                for place, site in enumerate(sites):
                    parts[image[site]].append((len(base), outputs * self.kinds**place))
                base.append(start * outputs)
        begins = np.cumsum([0, *map(len, parts)])
        flat = np.array([each for some in parts for each in some], np.int64).reshape(-1, 2)
        return Patterns(
            len(self.before),
            len(base),
            self.reach,
            np.array(self.before, np.int64),
            int(self.turned),
            game.players,
            1 if self.turned else game.players,
            outputs,
            sum(sizes) * outputs,
            np.array(base, np.int32),
            begins.astype(np.int64),
            flat[:, 0].copy(),
            flat[:, 1].copy(),
        )


def design(game: Game, seed: int, walks: int = WALKS) -> Design:
    """The patterns for a game, drawn by the seed; of so many walks each time the best one stays.

    Raises CannotError for a game that does not say what its sites hold.
    """
    if "cells" not in game.rules.kernels:
        raise CannotError(f"{game.title} cannot be learned: its rules have no kernel cells")
    chance = Chance(seed)
    found = symmetries(game, chance)
    watched = watch(game, chance)
    reach = len(game.looks) if any(each >= 0 for each in watched.before) else 0
    kinds = len(game.looks) + (reach > 0)
    plain = game.looks == (None, *map(Mark, range(game.players)))
    turned = plain and game.players > 2
    return Design(
        kinds=kinds,
        reach=reach,
        before=watched.before,
        turned=turned,
        tuples=_tuples(game, kinds, watched, found, 1 if turned else game.players, walks, chance),
        images=tuple(each.sites for each in found),
    )


class Watched(NamedTuple):
    """What random games tell of a game's sites."""

    used: list[int]
    """The sites that moves fill."""
    before: tuple[int, ...]
    """The site that has to be taken before each, or -1: none has to be where moves do not fill
    sites one by one and in a fixed order."""
    lines: frozenset[frozenset[int]]
    """The sites that decided a game together; none contains another."""


def watch(game: Game, chance: Chance) -> Watched:
    """Watch random games."""
    sites = len(game.board.sites)
    before = np.full(sites, -2, np.int64)
    room = np.zeros((2, sites), np.int64)
    latest = np.empty(game.max_moves, np.int64)
    decided = np.empty((_GAMES, sites), np.int64)
    ordered = _watch(
        game.rules, _GAMES, chance.state, room[0], room[1], sites, latest, before, decided.ravel()
    )
    used = [site for site in range(sites) if before[site] != -2]
    if not ordered or not _foretells(
        game.rules, _GAMES, chance.state, room[0], room[1], sites, before
    ):
        before[:] = -1
    seen = {frozenset(row[row >= 0].tolist()) for row in decided} - {frozenset()}
    lines = frozenset(each for each in seen if not any(other < each for other in seen))
    return Watched(used, tuple(max(-1, each) for each in before.tolist()), lines)


@compiled
def _watch(
    rules: Rules,
    games: int,
    chance: Uints,
    cells: Ints,
    cells_then: Ints,
    sites: int,
    latest: Ints,
    before: Ints,
    decided: Ints,
) -> bool:
    """Write the site before each that a move fills: the one that the same move filled last.

    Sites that nothing fills stay -2. The sites that decided each game are written to `decided`
    [games x sites], and -1 after them. Returns whether each move fills one site, always in the same
    order.
    """
    moves = local_array(rules.max_moves, np.int64)
    ordered = True
    for game in range(games):
        state = rules.start()
        for move in range(rules.max_moves):
            latest[move] = -1
        rules.cells(state, cells)
        plies = 0
        while rules.result(state) == ONGOING:
            plies += 1
            rules.check_ply(plies)
            count = rules.moves(state, moves)
            move = moves[below(chance, count)]
            state = rules.play(state, move)
            rules.cells(state, cells_then)
            changed = 0
            for site in range(sites):
                if cells_then[site] != cells[site]:
                    changed += 1
                    if before[site] == -2:
                        before[site] = latest[move]
                    ordered &= before[site] == latest[move]
                    latest[move] = site
                    cells[site] = cells_then[site]
            ordered &= changed == 1
        row = decided[game * sites : (game + 1) * sites]
        row[rules.deciding(state, row) :] = -1
    return ordered


@compiled
def _foretells(
    rules: Rules,
    games: int,
    chance: Uints,
    cells: Ints,
    cells_then: Ints,
    sites: int,
    before: Ints,
) -> bool:
    """Whether the empty sites with nothing before them are just those that legal moves fill."""
    moves = local_array(rules.max_moves, np.int64)
    for _ in range(games):
        state = rules.start()
        plies = 0
        while rules.result(state) == ONGOING:
            plies += 1
            rules.check_ply(plies)
            count = rules.moves(state, moves)
            rules.cells(state, cells)
            free = 0
            for site in range(sites):
                if before[site] != -2 and cells[site] == 0:
                    free += before[site] == -1 or cells[before[site]] != 0
            for i in range(count):
                rules.cells(rules.play(state, moves[i]), cells_then)
                for site in range(sites):
                    if cells_then[site] != cells[site]:
                        if before[site] >= 0 and cells[before[site]] == 0:
                            return False
                        free -= 1
            if free > 0:
                return False
            state = rules.play(state, moves[below(chance, count)])
    return True


def _tuples(
    game: Game,
    kinds: int,
    watched: Watched,
    found: tuple[Symmetry, ...],
    sets: int,
    walks: int,
    chance: Chance,
) -> tuple[tuple[int, ...], ...]:
    """Different tuples of neighbouring sites, by random walks; no two are images of each other.

    Of several walks the one stays that adds most to what tuples see: what no tuple sees together
    cannot be learned.
    """
    used = watched.used
    lengths = range(1, min(_LONGEST, len(used)) + 1)
    most = {each: ENTRIES_MOST_SHORT if each <= _SHORT else ENTRIES_MOST for each in lengths}
    length = max((each for each in lengths if kinds**each <= most[each]), default=1)
    outputs = 1 if game.players == 2 else game.players
    count = min(
        _TUPLES,
        max(1, LOOKUPS_MOST // len(found)),
        max(1, WEIGHTS_MOST // (kinds**length * sets * outputs)),
    )
    near, sight = _neighbours(game, used), _Sight(found, watched.lines)
    tuples: dict[tuple[int, ...], tuple[int, ...]] = {}
    for _ in range(20 * count):
        drawn = [_walk(used, near, length, chance) for _ in range(walks)]
        walked = max(drawn, key=sight.gain)
        first = min(tuple(sorted(each.sites[site] for site in walked)) for each in found)
        if first not in tuples:
            tuples[first] = walked
            sight.take(walked)
        if len(tuples) == count:
            break
    return tuple(tuples.values())


Orbit = frozenset[frozenset[int]]
"""A set of sites and all its images. A tuple sees all of them, in its images, or none."""


class _Sight:
    """What tuples and their images see together: pairs of sites, and lines that decide games."""

    def __init__(self, found: tuple[Symmetry, ...], lines: frozenset[frozenset[int]]) -> None:
        def orbit(sites: Iterable[int]) -> Orbit:
            return frozenset(frozenset(each.sites[site] for site in sites) for each in found)

        self._pairs = {pair: orbit(pair) for pair in combinations(range(len(found[0].sites)), 2)}
        self._lines = {orbit(line) for line in lines}
        self._seen: set[Orbit] = set()

    def _of(self, walked: tuple[int, ...]) -> set[Orbit]:
        sites = {*walked}
        pairs = {self._pairs[pair] for pair in combinations(sorted(sites), 2)}
        return pairs | {each for each in self._lines if any(line <= sites for line in each)}

    def gain(self, walked: tuple[int, ...]) -> int:
        """What no tuple before sees: how many pairs, where a line counts as much as many."""
        new = self._of(walked) - self._seen
        return sum(len(each) * (_LINE if each in self._lines else 1) for each in new)

    def take(self, walked: tuple[int, ...]) -> None:
        """Add a tuple."""
        self._seen |= self._of(walked)


def _walk(
    used: list[int], near: dict[int, list[int]], length: int, chance: Chance
) -> tuple[int, ...]:
    """Sites one after the other, each beside one of those before, where there is one left."""
    walked = [chance.choice(used)]
    while len(walked) < length:
        beside = sorted({site for each in walked for site in near[each]} - {*walked})
        walked.append(chance.choice(beside or sorted({*used} - {*walked})))
    return tuple(walked)


def _neighbours(game: Game, used: list[int]) -> dict[int, list[int]]:
    """The sites beside each: cells that touch, edges with a dot in common."""
    sites = game.board.sites
    return {
        site: [each for each in used if each != site and _touch(sites[site], sites[each])]
        for site in used
    }


def _touch(one: Cell | Edge, other: Cell | Edge) -> bool:
    if isinstance(one, Cell) and isinstance(other, Cell):
        return max(abs(one.x - other.x), abs(one.y - other.y)) == 1
    if isinstance(one, Edge) and isinstance(other, Edge):
        return bool({one.a, one.b} & {other.a, other.b})
    return False


@compiled
def seen_by(number: int, view: int, players: int) -> int:
    """What a site that shows `number` shows to a player, who is always number 1."""
    if number == 0 or number > players:
        return number
    turned = number - view
    return turned if turned > 0 else turned + players


# The functions below take arrays out of the tuple once: each time costs as much as much else here.


@compiled
def show(
    patterns: Patterns, cells: Ints, shown: Ints, index: Shorts, view: int, offset: int
) -> None:
    """Change what the slots show to a view, at index[offset:], from `shown` to what sites hold."""
    begins, slot, power, before = patterns.begins, patterns.slot, patterns.power, patterns.before
    reach, turned, players = patterns.reach, patterns.turned, patterns.players
    for site in range(patterns.sites):
        number, old = cells[site], shown[site]
        if number == 0 and reach:
            lower = before[site]
            if lower < 0 or cells[np.uint64(lower)] != 0:
                number = reach
        if number != old:
            change = number - old
            if turned:
                change = seen_by(number, view, players) - seen_by(old, view, players)
            for part in range(begins[site], begins[site + 1]):
                index[np.uint64(offset + slot[part])] += np.int32(change * power[part])


@compiled
def keep(patterns: Patterns, cells: Ints, shown: Ints) -> None:
    """Write what the sites show."""
    before, reach = patterns.before, patterns.reach
    for site in range(patterns.sites):
        number = cells[site]
        if number == 0 and reach:
            lower = before[site]
            if lower < 0 or cells[np.uint64(lower)] != 0:
                number = reach
        shown[site] = number
