"""Ratings of many players at once: known answers, a naive twin, seats, errors, broken chains."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

import plyground as pg
from plyground.arena.rating import ELO, Decision, RatingError, Ratings
from plyground.position import Outcome


def won(first: str, second: str, block: int = 0) -> Decision:
    return Decision("game", (first, second), (1.0, 0.0), False, block)


def lost(first: str, second: str, block: int = 0) -> Decision:
    return Decision("game", (first, second), (0.0, 1.0), False, block)


def drawn_in_pairs(one: str, other: str, pairs: int, block: int) -> list[Decision]:
    """Drawn matches, with sides swapped."""
    return [
        Decision("game", players, (0.5, 0.5), False, block + number)
        for number in range(pairs)
        for players in ((one, other), (other, one))
    ]


def many(one: str, other: str, points: int, of: int) -> list[Decision]:
    """Matches with sides swapped in pairs; `one` wins `points`, and as many on each side."""
    found = []
    for side, players in enumerate(((one, other), (other, one))):
        winners = [one] * ((points + side) // 2) + [other] * ((of - points + 1 - side) // 2)
        random.Random(side).shuffle(winners)
        for block, winner in enumerate(winners):
            found.append((won if players[0] == winner else lost)(*players, block))
    return found


def simulated(
    seed: int, seats: int, by_loss: bool = False
) -> tuple[list[Decision], dict[str, float]]:
    """Matches between players of known strength, every rotation of each group of them."""
    drawn = np.random.default_rng(seed)
    elo = {f"p{number}": float(drawn.uniform(-200, 200)) for number in range(6)}
    worth = [60.0, *[-60.0 / (seats - 1)] * (seats - 1)]
    found = []
    for block, group in enumerate(itertools.islice(
        itertools.cycle(itertools.combinations(elo, seats)), 900
    )):  # fmt: skip
        for turn in range(seats):
            order = (*group[turn:], *group[:turn])
            strength = np.array([elo[p] + w for p, w in zip(order, worth, strict=True)]) / ELO
            chances = np.exp(-strength if by_loss else strength)
            seat = int(drawn.choice(seats, p=chances / chances.sum()))
            shares = tuple(float(each == seat) for each in range(seats))
            found.append(Decision("game", order, shares, by_loss, block))
    return found, elo


def test_two_players_are_rated_by_their_score() -> None:
    ratings = Ratings(many("a", "random", 300, 400))
    assert ratings.elo["random"] == 0
    assert ratings.elo["a"] == pytest.approx(400 * math.log10(3), abs=0.5)


def test_a_draw_is_half_a_win_for_each() -> None:
    mixed = [*many("a", "random", 30, 40), *drawn_in_pairs("a", "random", 20, 50)]
    halves = [*many("a", "random", 30, 40), *many("a", "random", 20, 40)]
    assert Ratings(mixed).elo["a"] == pytest.approx(Ratings(halves).elo["a"], abs=0.01)


@pytest.mark.parametrize(("seats", "by_loss"), [(2, False), (3, False), (3, True), (5, True)])
def test_strengths_and_seats_are_found_again(seats: int, by_loss: bool) -> None:
    decisions, elo = simulated(seats, seats, by_loss)
    ratings = Ratings(decisions, anchor="p0")
    for player, true in elo.items():
        assert ratings.elo[player] == pytest.approx(true - elo["p0"], abs=60)
    assert ratings.seats["game", 0] == pytest.approx(60, abs=25)
    assert sum(ratings.seats.values()) == pytest.approx(0, abs=1e-6)


def test_ratings_are_where_expected_and_seen_points_agree() -> None:
    """At the most likely ratings everybody's expected points are the points they have."""
    decisions, elo = simulated(9, 2)
    ratings = Ratings(decisions, anchor="p0")
    for player in elo:
        seen = expected = 0.0
        for each in decisions:
            if player not in each.players:
                continue
            at = each.players.index(player)
            strength = [
                ratings.elo[name] + ratings.seats["game", seat]
                for seat, name in enumerate(each.players)
            ]
            seen += each.shares[at]
            expected += 1 / (1 + 10 ** ((strength[1 - at] - strength[at]) / 400))
        assert expected == pytest.approx(seen, abs=0.2)


def test_errors_shrink_with_matches_and_draws() -> None:
    few, more = Ratings(many("a", "random", 60, 100)), Ratings(many("a", "random", 600, 1000))
    assert 2 < few.error("a") / more.error("a") < 5
    drawn = [*many("a", "random", 12, 20), *drawn_in_pairs("a", "random", 40, 50)]
    calm = Ratings(drawn)
    assert calm.error("a") < 0.6 * calm.fisher_error("a")


def test_the_error_of_a_difference_knows_what_both_share() -> None:
    decisions, _ = simulated(4, 2)
    ratings = Ratings(decisions, anchor="p0")
    assert ratings.error("p1", "p1") == 0
    assert ratings.error("p1", "p2") < ratings.error("p1") + ratings.error("p2")
    assert ratings.error("p1", "p2") == pytest.approx(ratings.fisher_error("p1", "p2"), rel=0.2)


def test_a_player_who_has_won_all_is_worth_more_than() -> None:
    decisions = [*many("a", "random", 30, 40), *many("best", "a", 30, 30)]
    best, a, _ = Ratings([*decisions, *drawn_in_pairs("a", "random", 5000, 90)]).table
    assert (best.player, best.bound, a.bound) == ("best", 1, 0)
    # Were it no stronger than that, it would win 30 of 30 in one case of four.
    assert best.elo - a.elo == pytest.approx(530, abs=15)
    assert math.isinf(best.error)


def test_who_has_lost_all_is_worth_less_than_and_strangers_nothing() -> None:
    decisions = [
        *many("a", "random", 30, 40),
        *many("random", "worst", 30, 30),
        *many("x", "y", 5, 9),
    ]
    bounds = {each.player: each.bound for each in Ratings(decisions).table}
    assert bounds == {"a": 0, "random": 0, "worst": -1, "x": None, "y": None}


def test_without_the_anchor_the_mean_is_zero() -> None:
    ratings = Ratings([*many("a", "b", 30, 40), *many("b", "c", 25, 40)])
    assert sum(ratings.elo.values()) == pytest.approx(0, abs=1e-6)


def test_nothing_to_rate_is_said() -> None:
    with pytest.raises(RatingError, match="two players at least"):
        Ratings([won("a", "a")])


def test_what_the_rules_decide() -> None:
    sim = pg.Sim(6, 3)
    found = Decision.of("sim", "abc", Outcome(losers=(1,), by_loss=True), 0)
    assert (found.shares, found.by_loss) == ((0.0, 1.0, 0.0), True)
    found = Decision.of("game", "abc", Outcome(winner=2, losers=(0, 1)), 0)
    assert (found.shares, found.by_loss) == ((0.0, 0.0, 1.0), False)
    found = Decision.of("game", "abc", Outcome(), 0)
    assert found.shares == (1 / 3, 1 / 3, 1 / 3)
    resigned = Outcome.given_up(0, sim.players, "forfeited", "it hung")
    assert Decision.of("sim", "abc", resigned, 0).shares == (1.0, 0.0, 0.0)
