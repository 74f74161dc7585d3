"""Ratings of many players at once: known answers, seats, errors, broken chains."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Hashable

import numpy as np
import pytest

import plyground as pg
from plyground import errors
from plyground.arena import Table
from plyground.arena.exactness import NOTHING
from plyground.arena.rating import ELO, Decision, RatingError, Ratings
from plyground.arena.statistics import elo_of, score_of
from plyground.arena.tournament_report import notes, rating_text
from plyground.position import Outcome


def won(first: str, second: str, block: Hashable = 0) -> Decision:
    return Decision("game", (first, second), (1.0, 0.0), False, block)


def lost(first: str, second: str, block: Hashable = 0) -> Decision:
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
            found.append((won if players[0] == winner else lost)(*players, (one, other, block)))
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
def test_strengths_are_found_again(seats: int, by_loss: bool) -> None:
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
        mine = [each for each in decisions if player in each.players]
        expected = sum(
            score_of(sum(ratings.elo[player] - ratings.elo[name] for name in each.players))
            for each in mine
        )
        seen = sum(each.shares[each.players.index(player)] for each in mine)
        assert expected == pytest.approx(seen, abs=0.2)


# Seats


def first_wins(*players: str, times: int = 1, by_loss: bool = False) -> list[Decision]:
    """Matches that the first seat decides, each a block."""
    shares = (1.0, *[0.0] * (len(players) - 1))
    return [Decision("game", players, shares, by_loss, (players, at)) for at in range(times)]


class Beginner(pg.Player):
    """Gives up as the second to move, and in some first games too."""

    label = "Beginner"

    def __init__(self, name: str, lost: int) -> None:
        self._name, self._lost = name, lost

    @property
    def text(self) -> str:
        return self._name

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        control.check()
        self._lost -= position.turn == 0
        if position.turn == 1 or self._lost >= 0:
            raise errors.ForfeitError("it gave up")
        return pg.Choice(position.moves[0])


def cup(lost: int, matches: int) -> Table:
    """The table after some matches of two who win as the first to move; the second may not."""
    players = {"a": Beginner("a", 0), "b": Beginner("b", lost)}
    run = pg.Tournament(pg.TicTacToe(), players, rounds=12, seed=1)
    run.play()
    return Table(run.plan, run.rounds, run.table.played[:matches])


def test_ratings_mean_the_points_that_they_stand_for() -> None:
    table = cup(lost=1, matches=24)
    assert [each.points for each in table.ranking] == [13, 11]
    a, b = sorted(table.rated.values(), key=lambda each: each.player)
    assert a.elo - b.elo == pytest.approx(29, abs=1)  # 54 % of the points
    assert 0 < a.error < 60
    assert table.ratings is not None
    assert table.ratings.seats["0", 0] > 200


@pytest.mark.parametrize("matches", [3, 15, 23])
def test_an_interrupted_tournament_favours_nobody(matches: int) -> None:
    ratings = cup(lost=0, matches=matches).ratings
    assert ratings is not None
    assert ratings.elo == pytest.approx({"a": 0, "b": 0}, abs=0.01)
    assert ratings.error("a", "b") > 40


@pytest.mark.parametrize("by_loss", [False, True])
@pytest.mark.parametrize("times", [(40, 10), (4, 4, 4), (9, 2, 5)])
def test_a_seat_is_no_strength_however_often_each_had_it(
    times: tuple[int, ...], by_loss: bool
) -> None:
    names = tuple("abc")[: len(times)]
    decisions = [
        each
        for turn, many in enumerate(times)
        for each in first_wins(*names[turn:], *names[:turn], times=many, by_loss=by_loss)
    ]
    ratings = Ratings(decisions)
    assert ratings.elo == pytest.approx(dict.fromkeys(names, 0), abs=0.01)
    assert (ratings.seats["game", 0] > 0) != by_loss


def test_each_order_around_a_table_counts_alone() -> None:
    even = [each for turn in ("abc", "bca", "cab") for each in first_wins(*turn)]
    ratings = Ratings([*even, *first_wins("a", "c", "b", times=9)])
    assert ratings.elo == pytest.approx(dict.fromkeys("abc", 0), abs=0.01)
    assert ratings.uncounted == 9


def test_who_never_changed_seats_is_unknown() -> None:
    ratings = Ratings([*many("a", "random", 30, 40), *first_wins("b", "a", times=20)])
    assert {each.player: rating_text(each) for each in ratings.table} == {
        "a": "191 ± 125", "b": "unknown", "random": "0"
    }  # fmt: skip
    (note,) = (each for each in notes(cup(lost=0, matches=1), NOTHING) if "seat" in each)
    assert note == "Elo leaves out 1 match of players who have not met in every seat."


# Errors


def test_errors_shrink_with_matches_and_draws() -> None:
    few, more = Ratings(many("a", "random", 60, 100)), Ratings(many("a", "random", 600, 1000))
    assert 2 < few.error("a") / more.error("a") < 5
    calm = Ratings([*many("a", "random", 12, 20), *drawn_in_pairs("a", "random", 40, 50)])
    assert calm.error("a") < 0.6 * Ratings(many("a", "random", 52, 100)).error("a")


def test_equal_results_are_no_certainty() -> None:
    errors = [Ratings(drawn_in_pairs("a", "random", pairs, 0)).error("a") for pairs in (1, 5, 50)]
    assert errors == pytest.approx([338, 88, 9.5], rel=0.03)


@pytest.mark.parametrize(("seats", "drawn"), [(2, 0.05), (2, 0.8), (3, 0.2)])
def test_19_of_20_intervals_hold_the_truth(seats: int, drawn: float) -> None:
    """With a first seat worth 200 Elo, in 30 blocks of players who are equal."""
    chance, held, names = np.random.default_rng(7), [], tuple("abc")[:seats]
    wins = (1 - drawn) * np.array([10**0.5, *[1.0] * (seats - 1)]) / (10**0.5 + seats - 1)
    results = [*map(tuple, np.eye(seats).tolist()), (1 / seats,) * seats]
    for _ in range(400):
        ends = chance.choice(seats + 1, (30, seats), p=[*wins, drawn])
        ratings = Ratings((
            Decision("game", names[turn:] + names[:turn], results[end], False, block)
            for (block, turn), end in np.ndenumerate(ends)
        ), anchor="a")  # fmt: skip
        held.append(abs(ratings.elo["b"]) <= ratings.error("b"))
    assert 0.91 < np.mean(held) < 0.985  # 95 %, and what 400 of them leave to chance


def test_the_error_of_a_difference_knows_what_both_share() -> None:
    decisions, _ = simulated(4, 2)
    ratings = Ratings(decisions, anchor="p0")
    assert ratings.error("p1", "p1") == 0
    assert ratings.error("p1", "p2") < ratings.error("p1") + ratings.error("p2")


# Broken chains


def test_a_player_who_has_won_all_is_worth_more_than() -> None:
    decisions = [*many("a", "random", 30, 40), *many("best", "a", 30, 30)]
    best, a, _ = Ratings([*decisions, *drawn_in_pairs("a", "random", 5000, 90)]).table
    assert (best.player, best.bound, a.bound) == ("best", 1, 0)
    # Were it no stronger, it would win 15 pairs, each counted as one result, once in 20 times
    assert best.elo - a.elo == pytest.approx(elo_of(0.05 ** (1 / 15)), abs=10)
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
