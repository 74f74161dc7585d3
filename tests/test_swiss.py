"""The pairing of a Swiss tournament: no other pairing of a round is better by its rules."""

from random import Random

import pytest

from plyground.arena.tournaments.pairing import swiss
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


@pytest.mark.parametrize("pairs", [[(0, 2), (1, 3)], [(3, 1), (2, 0)]])
def test_the_twin_finds_nothing_in_a_right_pairing(pairs: list[tuple[int, int]]) -> None:
    assert faults(start([0, 0, 0, 0]), pairs, None) == []


@pytest.mark.parametrize(
    ("pairs", "bye"),
    [
        ([(0, 1)], None),
        ([(0, 1), (1, 2)], None),
        ([(0, 1), (2, 2)], None),
        ([(0, 1), (2, 3)], 3),
        ([(0, 1), (2, 4)], None),
        ([], None),
    ],
)
def test_the_twin_wants_everyone_once(pairs: list[tuple[int, int]], bye: int | None) -> None:
    assert faults(start([0, 0, 0, 0]), pairs, bye) == ["Not everyone is in the round exactly once."]


def test_the_twin_names_a_wrong_bye() -> None:
    # Player 4 has had a bye. Of the others with the fewest points, 2 and 3, the last one is next.
    standings = [*start([4, 4, 0, 0]), Standing(0, (), 1)]
    assert faults(standings, [(0, 1), (2, 4)], 3) == []
    assert faults(standings, [(0, 1), (2, 3)], 4) == [
        "The bye is player 4's and should be player 3's."
    ]
    assert faults(standings, [(0, 1), (3, 4)], 2) == [
        "The bye is player 2's and should be player 3's."
    ]


def test_the_twin_gives_a_bye_to_a_leader_who_has_had_the_fewest() -> None:
    # The leader is the only one without a bye.
    standings = [Standing(8, (), 0), Standing(4, (), 1), Standing(0, (), 2)]
    assert faults(standings, [(1, 2)], 0) == []
    assert faults(standings, [(0, 1)], 2) == ["The bye is player 2's and should be player 0's."]


def test_the_twin_names_repeated_meetings() -> None:
    # Equals have met: once at the top, twice at the bottom.
    standings = [
        Standing(4, (1,), 0),
        Standing(4, (0,), 0),
        Standing(0, (3, 3), 0),
        Standing(0, (2, 2), 0),
    ]
    assert faults(standings, [(0, 2), (1, 3)], None) == []
    assert faults(standings, [(0, 1), (2, 3)], None) == [
        "The repeated meetings sum to 3 and could sum to 0."
    ]


def test_the_twin_names_differences_of_points() -> None:
    standings = start([4, 0, 4, 0])
    assert faults(standings, [(0, 2), (1, 3)], None) == []
    assert faults(standings, [(0, 1), (2, 3)], None) == [
        "The squared differences of half points sum to 32 and could sum to 0."
    ]
    # Points that all differ: nearest neighbours meet.
    standings = start([6, 4, 2, 0])
    assert faults(standings, [(0, 1), (2, 3)], None) == []
    assert faults(standings, [(0, 3), (1, 2)], None) == [
        "The squared differences of half points sum to 40 and could sum to 8."
    ]


def test_the_twin_names_distances_of_ranks() -> None:
    standings = start([0, 0, 0, 0])
    assert faults(standings, [(0, 1), (2, 3)], None) == [
        "The distances of ranks sum to 2 and could sum to 4."
    ]


def test_the_twin_names_squared_distances_of_ranks() -> None:
    standings = start([0, 0, 0, 0])
    assert faults(standings, [(0, 3), (1, 2)], None) == [
        "The squared distances of ranks sum to 10 and could sum to 8."
    ]


def test_the_twin_leaves_the_bye_out_of_the_ranks() -> None:
    # Player 1 leads and has the bye, being the only one without one.
    standings = [Standing(0, (), 1), Standing(4, (), 0), *[Standing(0, (), 1)] * 3]
    assert faults(standings, [(0, 3), (2, 4)], 1) == []
    assert faults(standings, [(0, 4), (2, 3)], 1) == [
        "The squared distances of ranks sum to 10 and could sum to 8."
    ]


@pytest.mark.slow
def test_no_pairing_of_a_random_tournament_breaks_a_rule() -> None:
    rng = Random(20)
    for number in range(500):
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
