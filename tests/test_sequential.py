"""Two players compared by a sequential test: openings, order, ends, and the command."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

import plyground as pg
from plyground.arena import Comparison, RunError, SequentialTest, sprt
from plyground.arena.makers import compared, comparing
from plyground.arena.openings import enough_plies, random_openings
from plyground.arena.plan import Entrant, Plan
from plyground.arena.run import by_hand
from plyground.cli import exits
from plyground.cli.app import run
from plyground.position.calls import canonical, key
from tests.computers import computer
from tests.games import CONNECT4, SIM, TICTACTOE


def seen(**given: Any) -> Any:
    game = TICTACTOE
    return sprt(game, computer("minimax:depth=1"), computer("random"), seed=3, **given)


def test_openings_differ_by_more_than_symmetry() -> None:
    game = TICTACTOE
    openings = list(random_openings(game, 2, seed=1))
    assert len(openings) == 12  # all that there are
    keys = {
        key(game.rules, canonical(game.rules, game.position(opening).state)) for opening in openings
    }
    assert len(keys) == 12
    assert openings == list(random_openings(game, 2, seed=1))
    assert openings != list(random_openings(game, 2, seed=2))


@pytest.mark.slow
def test_openings_go_on() -> None:
    for opening in islice(random_openings(SIM, 6, seed=0), 5):
        assert not SIM.position(opening).over


def test_enough_plies_stay_within_a_third_of_the_game() -> None:
    assert enough_plies(TICTACTOE) == 2
    assert enough_plies(CONNECT4) in (4, 6, 8)


def test_the_stronger_player_is_found_and_the_test_ends_by_itself() -> None:
    found = seen()
    assert found.accepted == 10
    assert found.ratio >= found.test.bounds[1]
    assert found.pairs < 500
    assert found.openings == 12  # they come again
    assert found.games <= 2 * found.pairs


@pytest.mark.slow
def test_the_result_is_the_same_on_more_processes() -> None:
    so_far: list[Comparison] = []
    alone = seen(on_pair=so_far.append)
    assert [each.pairs for each in so_far] == list(range(1, alone.pairs + 1))
    assert so_far[-1] == alone
    assert seen(jobs=2) == alone


def test_a_test_may_give_up() -> None:
    found = seen(pairs=3, test=SequentialTest(0, 1))
    assert (found.accepted, found.pairs) == (None, 3)


def test_what_cannot_be_compared_is_refused() -> None:
    game = pg.Sim(4, 3)
    with pytest.raises(RunError, match="two players are compared"):
        sprt(game, computer("random"), computer("random"))
    with pytest.raises(RunError, match="0 to 8 plies, and not 9"):
        seen(plies=9)


def test_a_test_that_is_played_by_hand_ends_too() -> None:
    game, players = TICTACTOE, (computer("minimax:depth=1"), computer("random"))
    run = comparing(game, *players, SequentialTest(), 2, 1000, seed=3)
    with by_hand(run) as hall:
        while (sitting := hall.seat()) is not None:
            while not sitting.course.over:
                sitting.course.step(pg.Control())
            hall.keep(sitting)
    assert run.complete
    assert run.expected == run.played
    assert compared(run) == seen(plies=2)


def test_a_test_is_of_two_players_who_meet_in_pairs() -> None:
    three = tuple(Entrant(text, computer(text)) for text in ("random", "perfect", "minimax"))
    for game, entrants, kind in (
        (TICTACTOE, three, "round robin"),
        (TICTACTOE, three[:2], "swiss"),
        (pg.Sim(4, 3), three, "round robin"),
    ):
        with pytest.raises(RunError, match="a test compares 2 players, in a round robin of games"):
            Plan((game,), entrants, kind, test=SequentialTest())


def test_the_command_says_in_words_what_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    command = "sprt tictactoe minimax:depth=1 random --seed 3"
    assert run(command.split()) == exits.SUCCESS
    words = " ".join(capsys.readouterr().out.split())
    assert "Accepted: Minimax, depth 1 is stronger than Random. Such a test" in words
    assert run([*command.split(), "--json"]) == exits.SUCCESS
    data = json.loads(capsys.readouterr().out)
    assert data["accepted"] == 10
    assert data["pairs"]["ww"] > data["pairs"]["ll"]


def test_the_command_refuses_bounds_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    command = "sprt tictactoe random random --elo0 5 --elo1 1"
    assert run(command.split()) == exits.USAGE
    assert "elo0 is less than elo1, and not 5 and 1" in capsys.readouterr().err
