"""Levels in Elo: what is measured, the files that hold it, and the player that plays by them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from benchmarks.rated import rated_against
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground.arena import Run, calibration
from plyground.arena.calibration import Calibration, _rising
from plyground.arena.ladder import opening_plies
from plyground.arena.match import RunError
from plyground.cli import exits
from plyground.cli.app import run
from plyground.players import AtLevel, PlayerError, Rated
from plyground.players import strengths as module
from plyground.players.levels import BLIND, STEP, setting_of, step_of
from plyground.players.rated import AtStrength
from plyground.players.strengths import (
    Strength,
    Strengths,
    StrengthsError,
    about_elo,
    read_strengths,
    strength_at,
    strengths_of,
    write_strengths,
)
from plyground.position import SELF_TAUGHT, Outcome
from plyground.position.desk import ANSWER, OPTION
from plyground.search.learning import shipped, shipped_mark
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE

SHIPPED = [TICTACTOE, NUMERICAL, SIM, SIM_3, CONNECT4]
MOST_BYTES = 20_000

GAME = pg.TicTacToe()
SETTINGS = (BLIND, *map(setting_of, GAME.levels))
LEVELS = dict(enumerate(SETTINGS[1:], 1))


def known(*measured: tuple[int, float]) -> Strengths:
    """A file's content with these strengths and their ratings, and `random`."""
    players = [Strength("random", None, 0.0, 0.0, 0, 20.0, 0.5, 0.0, 10)]
    for strength, elo in measured:
        name = (
            f"level:{strength // STEP}"
            if strength and not strength % STEP
            else f"strength:{strength}"
        )
        players.append(Strength(name, strength, elo, 9.0, 0, 20.0, 0.5, 0.1, 10))
    return Strengths(GAME, SETTINGS, LEVELS, tuple(players), {"rules": "", "matches": 10})


ANOTHER = (
    '{"strengths": 1, "game": "sim", "parameters": {}, "settings": [], "levels": {}, '
    '"players": [], "measured": {}}'
)


def of(game: pg.Game, names: Sequence[str], **settings: Any) -> Calibration:
    """A calibration that begins with these players."""
    whole = calibration._entrants
    with mock.patch.object(
        calibration,
        "_entrants",
        lambda *given: {name: player for name, player in whole(*given).items() if name in names},
    ):
        return Calibration(game, **settings)


# From a rating to a strength


@given(st.lists(st.integers(-50, 3000), min_size=2, max_size=18), st.integers(0, 3000))
def test_a_higher_rating_is_never_less_strength(ratings: list[int], elo: int) -> None:
    """Whatever was measured: neighbours in the wrong order are taken together."""
    found = known(*((250 * at, rating) for at, rating in enumerate(ratings)))
    for low, high in pairwise(found.curve):
        assert low[0] < high[0]
        assert low[1] < high[1]
    assert strength_at(found, elo) <= strength_at(found, elo + 1)
    assert 0 <= strength_at(found, elo) <= 250 * (len(ratings) - 1)


def test_between_two_ratings_is_a_line() -> None:
    found = known((0, 10), (1000, 210), (2000, 310))
    assert [strength_at(found, elo) for elo in (0, 10, 110, 210, 260, 310, 999)] == [
        *(0, 0, 500, 1000, 1500, 2000, 2000)
    ]
    assert (found.least, found.most) == (10, 310)


def test_where_the_chain_breaks_nothing_is_known() -> None:
    found = known((0, 10), (1000, 210), (2000, 310))
    last = found.players[-1]
    beyond = Strength("level:3", 3000, 900.0, None, 1, None, None, last.seconds, 5)
    assert Strengths(GAME, SETTINGS, LEVELS, (*found.players, beyond), {}).most == 310


# Files


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = known((0, 10), (1000, 210.5))
    write_strengths(tmp_path / "own" / "file.json", found)
    assert read_strengths(tmp_path / "own" / "file.json", GAME) == found


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "holds no strengths"),
        ("x", "holds no strengths"),
        (ANOTHER, "holds no strengths of TicTacToe"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_says_nothing_is_refused(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "file.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(StrengthsError, match=why):
        read_strengths(path, GAME)


def test_blocks_begin_alike_and_differ_from_each_other() -> None:
    game = CONNECT4
    assert [opening_plies(each) for each in (game, pg.Sim(8), GAME, pg.Sim(10, 5))] == [4, 2, 0, 0]
    made = of(game, ("random", "level:1", "level:2"), error=400.0, seed=3)
    made.play()
    begun: dict[int, set[tuple[str, ...]]] = {}
    for each in made.run.table.played:
        begun.setdefault(each.meeting.number, set()).add(each.match.moves[:4])
    assert all(len(each) == 1 for each in begun.values())
    assert len(set.union(*begun.values())) > 1
    assert all(len(moves) > 4 for moves in made._moves_of("level:1"))


@pytest.mark.parametrize("game", SHIPPED, ids=repr)
def test_what_comes_with_the_package(game: pg.Game) -> None:
    found = strengths_of(game)
    assert found is not None
    settings = (BLIND, *map(setting_of, game.levels))
    assert found.levels == dict(enumerate(settings[1:], 1))
    assert set(found.settings) <= set(settings)
    assert found.players[0].player in ("random", "strength:0")
    taught = [SELF_TAUGHT] if shipped(game) else []
    for level in (*game.levels, *taught):
        measured = found.of(level)
        assert measured is not None
        assert not measured.bound
        assert about_elo(game, level)
    assert found.curve[-1][1] == STEP * (len(found.settings) - 1)
    assert found.least < 50 < 250 < found.most
    path = Path(module.__file__).parents[1] / "strengths"
    sizes = [each.stat().st_size for each in path.glob("*.json")]
    assert len(sizes) == len(SHIPPED)
    assert max(sizes) < MOST_BYTES
    assert OPTION + 1 + len(Rated.given(game)) <= ANSWER  # a page has room for it


def test_a_level_that_has_changed_has_no_rating() -> None:
    found, first = known((0, 10), (1000, 210)), GAME.levels[0]
    other = Strengths(GAME, SETTINGS, {1: BLIND}, found.players, {})
    assert found.of(first) == found.players[-1]
    assert other.of(first) is None


def test_another_learning_has_no_rating() -> None:
    player = replace(known((0, 10)).players[-1], player="learned:plies=3")
    marks = {"learned": shipped_mark(GAME)}, {"learned": "0a0b0c0d"}, {}
    same, other, old = (Strengths(GAME, (), {}, (player,), each) for each in marks)
    assert same.of(SELF_TAUGHT) == player
    assert other.of(SELF_TAUGHT) is None
    assert old.of(SELF_TAUGHT) is None


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder for a user's data that is empty, and no files in the package."""
    monkeypatch.setattr(module, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(module, "_shipped", lambda game: None)
    strengths_of.cache_clear()
    yield tmp_path / "strengths"
    strengths_of.cache_clear()


# The player


def test_a_game_that_nobody_has_measured_is_refused(own: Path) -> None:
    with pytest.raises(PlayerError, match="plyground calibrate sim --vertices 6 --players 2 does"):
        Rated(400).choose(SIM)
    assert not Rated(400).suits(SIM)


def test_what_a_user_has_measured_belongs_to_the_rules(own: Path) -> None:
    found = known((0, 10), (1000, 210))
    write_strengths(module.own_file(GAME), found)
    assert strengths_of(GAME) is None
    measured = {**found.measured, "rules": module.rules_of(GAME)}
    write_strengths(
        module.own_file(GAME),
        Strengths(GAME, SETTINGS, LEVELS, found.players, measured),
    )
    assert strengths_of(GAME) is not None
    assert Rated(100).choose(GAME, chance=pg.Chance(1)).move


def test_a_rating_that_no_opponent_has_is_refused() -> None:
    with pytest.raises(
        PlayerError, match=r"Tic-tac-toe has opponents from \d+ to \d+ Elo, and not"
    ):
        Rated(5000).choose(GAME)


def test_how_often_a_strength_is_the_level_above() -> None:
    chance = pg.Chance(1)
    steps = [int(step_of(1300, chance.state)) for _ in range(4000)]
    assert set(steps) == {1, 2}
    assert steps.count(2) / 4000 == pytest.approx(0.3, abs=0.03)


def test_at_the_strength_of_a_level_it_is_the_level() -> None:
    for number in range(1, len(GAME.levels) + 1):
        for seed in range(5):
            moves = [
                player.choose(GAME.position("15"), chance=pg.Chance(seed)).move
                for player in (AtLevel(number), AtStrength(STEP * number, SETTINGS))
            ]
            assert moves[0] == moves[1]


# Measuring


def few(results: Path | None = None, seed: int = 1) -> Calibration:
    """A calibration that is soon over: only the levels, and large errors."""
    names = ("random", "strength:0", "level:1", "level:4")
    return of(GAME, names, error=200.0, seed=seed, results=results)


@cache
def measured() -> Calibration:
    """That, which is over."""
    made = few()
    made.play()
    return made


def moves(made: Calibration) -> dict[Any, Any]:
    """What was played."""
    return {
        (each.meeting.number, each.turn): (each.seating, each.match.moves)
        for each in made.run.table.played
    }


@pytest.mark.slow
@pytest.mark.compiled
def test_players_are_measured() -> None:
    made = measured()
    ratings = made.ratings
    assert made.run.complete
    found = made.strengths()
    elo = {each.player: each.elo for each in found.players}
    assert elo["random"] == 0
    assert elo["level:1"] < elo["level:4"]
    assert [each.elo for each in found.players] == sorted(elo.values())
    for low, high in pairwise(found.players):
        assert low.apart == round(ratings.error(high.player, low.player), 1)
        assert low.apart <= 200
    assert found.players[-1].apart is None
    top = next(each for each in found.players if each.player == "level:4")
    assert top.exact == 1
    assert found.measured["matches"] == made.run.played


@pytest.mark.parametrize(
    ("elo", "rising"),
    [
        ([0, 100, 200], (0, 1, 2)),
        ([0, 5, 9, 7, 8, 20], (0, 1, 3, 4, 5)),
        ([5, 0, 9], (0, 2)),
        ([0, 50, 30], (0, 2)),
        ([9, 5], (0, 1)),
    ],
)
def test_the_scale_has_the_levels_that_rise(elo: list[float], rising: tuple[int, ...]) -> None:
    assert _rising(elo) == rising


@pytest.mark.slow
@pytest.mark.compiled
def test_a_stop_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "some.results.jsonl"
    first = few(path)
    first.play(seconds=0)
    assert 0 < first.run.played < 12
    assert not first.run.complete
    second = few(path)
    second.play()
    assert second.run.complete
    assert all(moves(second)[key] == found for key, found in moves(first).items())
    again = few(path)
    again.run.review()
    assert moves(again) == moves(second)
    assert again.ratings.elo == second.ratings.elo
    with pytest.raises(RunError, match="results of another plan"):
        few(path, seed=2).play()


@dataclass(frozen=True)
class Forgetful(pg.Random):
    """Has no memory left."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        raise MemoryError


def test_an_error_of_a_player_ends_a_calibration() -> None:
    made = of(GAME, ("random", "level:1"), error=400.0, seed=1)
    plan = made.run.plan
    entrants = (replace(plan.entrants[0], player=Forgetful()), *plan.entrants[1:])
    with pytest.raises(MemoryError):
        Run(replace(plan, entrants=entrants)).play()


@pytest.mark.slow
@pytest.mark.compiled
def test_at_a_table_of_three_everyone_has_every_seat() -> None:
    made = of(SIM_3, ("random", "level:1"), error=400.0, seed=1)
    made.play()
    seats: dict[int, list[int]] = {}
    for each in made.run.table.played:
        (alone,) = (one for one in each.seating if each.seating.count(one) == 1)
        seats.setdefault(each.meeting.number, []).append(each.seating.index(alone))
    assert seats
    assert all(sorted(each) == [0, 1, 2] for each in seats.values())
    assert made.strengths().players[0].exact is None


def test_one_player_against_known_ones() -> None:
    """Three of four points against 100 Elo are 191 Elo more."""
    found = known((1000, 100.0))
    played: list[tuple[tuple[str, ...], Outcome]] = []
    for winner in [0, 0, 0, 1] * 25:
        players = ("new", "level:1") if len(played) % 2 else ("level:1", "new")
        seat = players.index("new") if winner == 0 else players.index("level:1")
        played.append((players, Outcome.given_up(1 - seat, 2, "resigned", "")))
    rating = rated_against(found, played, "new")
    assert rating.elo == pytest.approx(100 + 400 * math.log10(3), abs=1)
    assert 60 < rating.error < 100


# The command


@pytest.mark.slow
@pytest.mark.compiled
def test_the_command_writes_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.cli.calibrate.Calibration", lambda *_, **__: measured())
    out, results = tmp_path / "ttt.json", tmp_path / "ttt.results.jsonl"
    command = ["calibrate", "tictactoe", "--error", "200", "--results", str(results)]
    assert run([*command, "-o", str(out)]) == exits.SUCCESS
    words = " ".join(capsys.readouterr().out.split())
    assert "level:4 Oracle" in words
    assert "elo:N plays at any rating from" in words
    assert json.loads(out.read_text())["strengths"] == 1
    assert results.exists()


def test_the_command_refuses_what_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "tictactoe", "--error", "1"]) == exits.USAGE
    assert "error" in capsys.readouterr().err
