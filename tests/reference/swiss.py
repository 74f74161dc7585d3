"""Naive twin of the pairing of a Swiss tournament: it tries every pairing of a round.

It is written from the rules alone and shares no code with the product. A pairing that is the best
by several criteria in turn is hard to find quickly and easy to get slightly wrong. Trying all of
them is the one way that leaves nothing to argue: 10 players have only 945 pairings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

Pairs = Sequence[tuple[int, int]]

# What makes one pairing better than another, the most important first.
CRITERIA = (
    "repeated meetings",
    "squared differences of half points",
    "distances of ranks",
    "squared distances of ranks",
)


@dataclass(frozen=True)
class Standing:
    """What the earlier rounds gave a player: half points, opponents met and number of byes."""

    points: int
    met: tuple[int, ...]
    byes: int


def faults(standings: Sequence[Standing], pairs: Pairs, bye: int | None) -> list[str]:
    """Return a sentence for each rule that this pairing of a round breaks.

    A criterion only chooses among the pairings that are equal by those before it. So no more than
    one criterion is reported: the first by which some other pairing is better.
    """
    everybody = list(range(len(standings)))
    paired = [player for pair in pairs for player in pair]
    if sorted(paired + ([] if bye is None else [bye])) != everybody:
        return ["Not everyone is in the round exactly once."]

    found = []
    right = right_bye(standings)
    if bye != right:
        found.append(f"The bye is {name(bye)}'s and should be {name(right)}'s.")

    ranked = [player for player in ranking(standings) if player != bye]
    mine = costs(standings, ranked, pairs)
    best = min(
        costs(standings, ranked, [(ranked[a], ranked[b]) for a, b in pairing])
        for pairing in pairings(len(ranked))
    )
    for criterion, cost, least in zip(CRITERIA, mine, best, strict=True):
        if cost != least:
            found.append(f"The {criterion} sum to {abs(cost)} and could sum to {abs(least)}.")
            break
    return found


def name(player: int | None) -> str:
    """Return what a sentence calls a player."""
    return "nobody" if player is None else f"player {player}"


def ranking(standings: Sequence[Standing]) -> list[int]:
    """Return the players, the leader first; among equals the one listed first."""
    return sorted(range(len(standings)), key=lambda player: (-standings[player].points, player))


def right_bye(standings: Sequence[Standing]) -> int | None:
    """Return who has the bye: of those with the fewest byes, the last in the ranking."""
    if len(standings) % 2 == 0:
        return None
    fewest = min(standing.byes for standing in standings)
    return [player for player in ranking(standings) if standings[player].byes == fewest][-1]


def costs(
    standings: Sequence[Standing], ranked: Sequence[int], pairs: Pairs
) -> tuple[int, int, int, int]:
    """Return what each criterion says of a pairing; the smallest tuple is the best pairing."""
    repeated, uneven, apart, far = 0, 0, 0, 0
    for a, b in pairs:
        distance = abs(ranked.index(a) - ranked.index(b))
        repeated += standings[a].met.count(b)
        uneven += (standings[a].points - standings[b].points) ** 2
        apart += distance
        far += distance**2
    return repeated, uneven, -apart, far


@cache
def pairings(count: int) -> list[tuple[tuple[int, int], ...]]:
    """Return all ways to pair the numbers below `count`."""
    return list(pairings_of(tuple(range(count))))


def pairings_of(numbers: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield all ways to pair these numbers: the first with each other one, and what is left."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for other in others:
        left = tuple(number for number in others if number != other)
        for pairing in pairings_of(left):
            yield ((first, other), *pairing)
