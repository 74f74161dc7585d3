"""The PettingZoo environments, by PettingZoo's own tests and by games played in them."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors
from tests.games import NUMERICAL, SIM_3, SMALL_CONNECT4, TICTACTOE
from tests.own_game import NIM
from tests.variants import label, random_playout

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from plyground.interop.pettingzoo import env, raw_env

# PettingZoo's test knows by their names which of its own environments have a mask beside what they
# show, and wonders at all others that do as its documentation says.
wonders = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy",
)
GAMES = [TICTACTOE, NUMERICAL, SIM_3, SMALL_CONNECT4]

games = pytest.mark.parametrize("game", GAMES, ids=label)


def finished(environment: Any, moves: tuple[str, ...]) -> dict[str, float]:
    """Play moves, and what every agent has got when all have left."""
    got = dict.fromkeys(environment.possible_agents, 0.0)
    left = list(moves)
    environment.reset()
    for agent in environment.agent_iter():
        _, reward, over, _, _ = environment.last()
        got[agent] += reward
        environment.step(None if over else environment.unwrapped.game.move_code(left.pop(0)))
    assert not left
    return got


@pytest.mark.slow
@wonders
@games
def test_by_pettingzoo(game: pg.Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), 30)
    render_test(lambda render_mode: env(game, render_mode))


@wonders
@pytest.mark.uncompiled
def test_a_user_s_own_game_by_pettingzoo() -> None:
    api_test(env(NIM, heaps=3), num_cycles=60)


@pytest.mark.parametrize(
    ("game", "moves", "rewards"),
    [
        (TICTACTOE, "1 4 2 5 3", [1, -1]),
        (TICTACTOE, "1 4 2 5 9 6", [-1, 1]),
        (TICTACTOE, "1 2 3 5 4 7 6 9 8", [0, 0]),
        (SIM_3, "0-1 2-3 4-5 1-2 3-4 0-5 0-2", [-1, 1, 1]),
    ],
    ids=str,
)
def test_rewards(game: pg.Game, moves: str, rewards: list[float]) -> None:
    assert list(finished(env(game), tuple(moves.split())).values()) == rewards


@pytest.mark.slow
@games
def test_what_is_seen(game: pg.Game) -> None:
    """The marks are there, the viewer's own first, and the mask has the legal moves."""
    environment = raw_env(game)
    environment.reset()
    sites, players = len(game.board.sites), game.players
    for position in random_playout(game, 3)[:-1]:
        if position.last_code is not None:
            environment.step(position.last_code)
        for viewer, agent in enumerate(environment.possible_agents):
            seen = environment.observe(agent)
            array, mask = seen["observation"], seen["action_mask"]
            assert environment.observation_space(agent).contains(seen)
            assert array[:players].tolist().index(1) == (position.turn - viewer) % players
            shown = array[players : players + players * sites].reshape(players, sites)
            for site, mark in enumerate(position.marks):
                owner = None if mark is None else mark.player
                expected = [owner == (viewer + n) % players for n in range(players)]
                assert shown[:, site].tolist() == expected
            bits = np.packbits(array[players + players * sites :], bitorder="little")
            assert tuple(bits.view("<u8").tolist()) == position.state
            legal = set(position.codes) if viewer == position.turn else set()
            assert set(np.flatnonzero(mask).tolist()) == legal


def test_copies_go_their_own_way() -> None:
    environment = env("tictactoe")
    environment.reset()
    environment.step(4)
    for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        other.step(0)
        assert other.unwrapped.position.history == ("5", "1")
        assert environment.unwrapped.position.history == ("5",)
        assert environment.agent_selection == "player_2"


def test_an_illegal_move_loses() -> None:
    environment = env("tictactoe")
    environment.reset()
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_1": 0, "player_2": -1}
    assert all(environment.terminations.values())


def test_an_illegal_move_without_wrappers() -> None:
    environment = raw_env("tictactoe")
    environment.reset()
    environment.step(4)
    with pytest.raises(pg.IllegalMoveError):
        environment.step(4)


@pytest.mark.parametrize("action", ["4", 4.0, 4.5, None, [4], np.array([4])], ids=repr)
def test_an_action_is_an_integer(action: Any) -> None:
    environment = raw_env("tictactoe")
    environment.reset()
    with pytest.raises(
        errors.UnreadableMoveError, match="an action is an integer, the code of a move"
    ):
        environment.step(action)
    assert environment.position.history == ()


@pytest.mark.parametrize("action", [4, np.int64(4), np.uint8(4), np.array(4)], ids=repr)
def test_an_integer_of_any_kind_will_do(action: Any) -> None:
    for environment in (raw_env("tictactoe"), env("tictactoe")):
        environment.reset()
        environment.step(action)
        assert environment.unwrapped.position.history == ("5",)
        assert type(environment.unwrapped.position.last_code) is int


@pytest.mark.parametrize(
    ("mode", "begins"), [("ansi", "┌"), ("svg", "<svg"), (None, None)], ids=str
)
def test_rendering(mode: str | None, begins: str | None) -> None:
    environment = raw_env("tictactoe", mode)
    environment.reset()
    shown = environment.render()
    assert shown is None if begins is None else shown is not None and begins in shown


def test_rendering_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    environment = raw_env("tictactoe", "human")
    environment.reset()
    environment.step(4)
    assert "x" in capsys.readouterr().out


def test_what_is_not_accepted() -> None:
    with pytest.raises(errors.UnknownGameError, match="there is no game 'chess'"):
        env("chess")
    for game in (7, None, pg.Sim):
        with pytest.raises(errors.UnknownGameError, match="give a game, its name or its file"):
            env(game)  # type: ignore[arg-type]
    with pytest.raises(errors.ParameterError, match="takes 3 to 10 vertices"):
        env("sim", vertices=99)
    with pytest.raises(ValueError, match=r"a render mode is human, .*, and not 'window'"):
        env("sim", "window")
