"""The pairing of a Swiss tournament: no other pairing of a round is better by its rules."""

from random import Random

import pytest

from plyground.arena.pairing import swiss
from tests.reference.swiss import Standing, faults, pairings

FULL = 4  # half points of a meeting, a pair of games, and of a bye
RESULTS = range(FULL + 1)
WEIGHTS = (2, 1, 4, 1, 2)  # equal points, for ties in the ranking, and the rare odd numbers


def start(points: list[int]) -> list[Standing]:
    """Players with so many half points who have met nobody."""
    return [Standing(number, (), 0) for number in points]


def test_the_twin_counts_all_pairings() -> None:
    assert [len(set(pairings(count))) for count in (0, 2, 4, 6, 8, 10)] == [1, 1, 3, 15, 105, 945]
    assert pairings(4) == [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]


FRESH = start([0, 0, 0, 0])
HAD_A_BYE = [*start([4, 4, 0, 0]), Standing(0, (), 1)]
LEADERS_BYE = [Standing(8, (), 0), Standing(4, (), 1), Standing(0, (), 2)]
MET = [Standing(4, (1,), 0), Standing(4, (0,), 0), Standing(0, (3, 3), 0), Standing(0, (2, 2), 0)]
# Player 1 leads and has the bye, being the only one without one.
WITH_BYES = [Standing(0, (), 1), Standing(4, (), 0), *[Standing(0, (), 1)] * 3]


@pytest.mark.parametrize(
    ("standings", "pairs", "bye", "fault"),
    [
        (FRESH, [(0, 2), (1, 3)], None, ""),
        (FRESH, [(0, 1), (1, 2)], None, "Not everyone is in the round exactly once."),
        (FRESH, [(0, 1), (2, 3)], 3, "Not everyone is in the round exactly once."),
        (HAD_A_BYE, [(0, 1), (2, 4)], 3, ""),
        (HAD_A_BYE, [(0, 1), (2, 3)], 4, "The bye is player 4's and should be player 3's."),
        (HAD_A_BYE, [(0, 1), (3, 4)], 2, "The bye is player 2's and should be player 3's."),
        (LEADERS_BYE, [(1, 2)], 0, ""),
        (LEADERS_BYE, [(0, 1)], 2, "The bye is player 2's and should be player 0's."),
        (MET, [(0, 2), (1, 3)], None, ""),
        (MET, [(0, 1), (2, 3)], None, "The repeated meetings sum to 3 and could sum to 0."),
        (start([4, 0, 4, 0]), [(0, 2), (1, 3)], None, ""),
        (
            start([6, 4, 2, 0]),
            [(0, 3), (1, 2)],
            None,
            "The squared differences of half points sum to 40 and could sum to 8.",
        ),
        (FRESH, [(0, 1), (2, 3)], None, "The distances of ranks sum to 2 and could sum to 4."),
        (
            FRESH,
            [(0, 3), (1, 2)],
            None,
            "The squared distances of ranks sum to 10 and could sum to 8.",
        ),
        (WITH_BYES, [(0, 3), (2, 4)], 1, ""),
    ],
)
def test_the_twin_names_what_is_wrong(
    standings: list[Standing], pairs: list[tuple[int, int]], bye: int | None, fault: str
) -> None:
    assert faults(standings, pairs, bye) == [fault] * bool(fault)


@pytest.mark.slow
def test_no_pairing_of_a_random_tournament_breaks_a_rule() -> None:
    rng = Random(20)
    for number in range(150):
        players = rng.randint(2, 9)
        points = [0] * players
        met: list[list[int]] = [[] for _ in range(players)]
        byes = [0] * players
        for turn in range(rng.randint(1, 9)):
            groups, sitting = swiss(points, met, byes)
            where = f"tournament {number}, round {turn}: {points=} {met=} {byes=} {groups=}"
            assert all(len(group) == 2 for group in groups), where
            assert len(sitting) == players % 2, where
            pairs = [(group[0], group[1]) for group in groups]
            standings = [
                Standing(points[player], tuple(met[player]), byes[player])
                for player in range(players)
            ]
            assert faults(standings, pairs, sitting[0] if sitting else None) == [], where

            for a, b in pairs:
                (result,) = rng.choices(RESULTS, WEIGHTS)
                points[a] += result
                points[b] += FULL - result
                met[a].append(b)
                met[b].append(a)
            for player in sitting:
                points[player] += FULL
                byes[player] += 1
