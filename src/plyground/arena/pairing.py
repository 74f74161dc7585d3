"""Who meets whom: everybody, challengers against the others, Swiss rounds, knockout.

Players are numbers from 0, in the order in which they are listed, which is their seeding. A group
has as many players as a game has seats.

Swiss rounds. The ranking before a round is by points, and among equals by number. Those who are one
too many have a bye: of those with the fewest byes so far, the lowest in the ranking. In games for
two, the others are paired so that, in this order,

    a. the fewest meetings are repeated;
    b. the sum of the squared differences in points is least;
    c. the sum of the distances in the ranking is greatest: the upper half of equals meets the
       lower half;
    d. the sum of the squared distances is least: the first of each half meet, and so on.

That is one matching of least weight in a graph (Edmonds 1965). For more seats, which has no such
answer, groups are filled from the top of the ranking: the next player is one who has met those in
the group least often, and of these the highest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from plyground.arena.match import RunError

Group = tuple[int, ...]


def everybody(players: int, seats: int) -> list[Group]:
    """Every group once; for two seats by rounds in which nobody plays twice (the circle method)."""
    if seats != 2:
        return list(combinations(range(players), seats))
    circle = list(range(players + players % 2))  # with an odd number, the last one is nobody
    half = len(circle) // 2
    pairs: list[Group] = []
    for _ in range(len(circle) - 1):
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        pairs += [(min(pair), max(pair)) for pair in facing if max(pair) < players]
        circle.insert(1, circle.pop())
    return pairs


def gauntlet(players: int, challengers: Sequence[int], seats: int) -> list[Group]:
    """Every group of one challenger, who comes first, and others who are none."""
    others = [player for player in range(players) if player not in challengers]
    return [
        (challenger, *group)
        for group in combinations(others, seats - 1)
        for challenger in challengers
    ]


def swiss(
    points: Sequence[int], met: Sequence[Sequence[int]], byes: Sequence[int], seats: int = 2
) -> tuple[list[Group], list[int]]:
    """The groups of the next Swiss round, and who has a bye; see the head of this file.

    `points` are whole numbers, `met` has the opponents that each player has met, once for each
    meeting.
    """
    ranking = sorted(range(len(points)), key=lambda player: (-points[player], player))
    lowest = sorted(ranking, key=lambda player: (byes[player], -ranking.index(player)))
    resting = lowest[: len(points) % seats]
    ranked = [player for player in ranking if player not in resting]
    times = [[met[player].count(other) for other in range(len(points))] for player in
             range(len(points))]  # fmt: skip
    if seats == 2:
        return _paired(ranked, points, times), resting
    return list(_grouped(ranked, times, seats)), resting


def _paired(
    ranked: Sequence[int], points: Sequence[int], times: Sequence[Sequence[int]]
) -> list[Group]:
    from networkx import Graph, min_weight_matching  # takes a while to import

    size = len(ranked)
    most_points = (max(points, default=0) - min(points, default=0)) ** 2
    ranges = (most_points * size + 1, size * size + 1, size**3 + 1)  # of the sums b, c and d

    def weight(one: int, other: int) -> int:
        player, opponent, apart = ranked[one], ranked[other], other - one
        found = times[player][opponent]
        for worth, reach in zip(
            ((points[player] - points[opponent]) ** 2, size - apart, apart * apart),
            ranges,
            strict=True,
        ):
            found = found * reach + worth
        return found

    graph: Graph[int] = Graph()
    for one, other in combinations(range(size), 2):
        graph.add_edge(one, other, weight=weight(one, other))
    pairs = sorted(tuple(sorted(pair)) for pair in min_weight_matching(graph))
    return [(ranked[one], ranked[other]) for one, other in pairs]


def _grouped(ranked: Sequence[int], times: Sequence[Sequence[int]], seats: int) -> Iterator[Group]:
    left = list(ranked)
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            often = {player: sum(times[player][each] for each in group) for player in left}
            group.append(min(left, key=often.__getitem__))  # the highest of equals
            left.remove(group[-1])
        yield tuple(group)


def knockout(players: Sequence[int], seats: int) -> tuple[list[Group], list[int]]:
    """The groups of the next knockout round, and those who go on without playing.

    `players` are those left. One of each group goes on. The first round leaves a power of `seats`;
    until then the first in the list have byes. The first meets the last, the second the last but
    one; in groups of more the order turns at each seat.

    Raises RunError where the last group would not be full.
    """
    ordered = sorted(players)
    after = seats
    while after * seats <= len(ordered):
        after *= seats
    if after == len(ordered):
        playing = len(ordered)
    else:
        rest, fits = divmod(len(ordered) - after, seats - 1)
        if fits or len(ordered) < seats:
            sizes = ", ".join(str(seats + (seats - 1) * more) for more in range(4))
            raise RunError(
                f"a knockout at tables of {seats} takes {sizes} and so on players, "
                f"and not {len(ordered)}"
            )
        playing = rest * seats
    byes, active = ordered[: len(ordered) - playing], ordered[len(ordered) - playing :]
    tables = len(active) // seats
    rows = [active[seat * tables : (seat + 1) * tables] for seat in range(seats)]
    turned = [row[::-1] if seat % 2 else row for seat, row in enumerate(rows)]
    return [tuple(group) for group in zip(*turned, strict=True)], byes
