"""The Gymnasium environments, by Gymnasium's own checker and by games played in them."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors
from plyground.games import BUILT_IN
from tests.computers import FIRST_LEGAL, Scripted
from tests.own_game import NIM

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env

from plyground.interop.gymnasium import Duel


@pytest.mark.parametrize("seat", [0, 1, None], ids=str)
@pytest.mark.parametrize("name", BUILT_IN)
def test_by_gymnasium(name: str, seat: int | None) -> None:
    environment = gymnasium.make(f"plyground/{name}-v0", opponent="random", seat=seat)
    check_env(environment.unwrapped)


def test_three_players_by_gymnasium() -> None:
    environment = gymnasium.make("plyground/sim-v0", players=3, seat=2)
    check_env(environment.unwrapped)


@pytest.mark.uncompiled
def test_a_user_s_own_game_by_gymnasium() -> None:
    environment = gymnasium.make("plyground/tictactoe-v0", game=NIM, heaps=3)
    check_env(environment.unwrapped)


def test_it_is_found_by_its_module() -> None:
    environment = gymnasium.make("plyground.interop.gymnasium:plyground/tictactoe-v0", seat=1)
    _, info = environment.reset(seed=1)
    assert len(info["moves"]) == 1


@pytest.mark.parametrize(
    ("seat", "mine", "others", "reward"),
    [(0, "123", "45", 1), (1, "123", "459", 1), (0, "129", "456", -1),
     (1, "2579", "13468", 0)],
)  # fmt: skip
def test_rewards(seat: int, mine: str, others: str, reward: float) -> None:
    environment = Duel("tictactoe", Scripted(others), seat)
    environment.reset()
    for number, move in enumerate(mine):
        seen, got, over, truncated, info = environment.step(environment.game.move_code(move))
        assert environment.observation_space.contains(seen)
        assert over == (number == len(mine) - 1)
        assert got == (reward if over else 0)
        assert not truncated
        assert "forfeit" not in info


def test_a_seed_repeats_a_game() -> None:
    def played(seed: int) -> tuple[str, ...]:
        environment = Duel("connect4", "random", columns=4, rows=4)
        seen, info = environment.reset(seed=seed)
        environment.action_space.seed(seed)
        over = False
        while not over:
            action = environment.action_space.sample(seen["action_mask"])
            seen, _, over, _, info = environment.step(action)
        return (str(info["seat"]), *info["moves"])

    assert played(7) == played(7)
    assert len({played(seed) for seed in range(12)}) > 6


def test_without_a_seat_it_is_drawn() -> None:
    environment = Duel("tictactoe")
    seats = {environment.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1}


def test_an_opponent_who_fails_at_once_loses_with_the_next_move() -> None:
    environment = Duel("tictactoe", Scripted(""), 1)
    _, info = environment.reset()
    assert info["forfeit"] == "the script has ended"
    _, reward, over, _, _ = environment.step(0)
    assert (reward, over) == (1, True)


def test_after_the_end() -> None:
    environment = Duel("tictactoe", Scripted("45"), 0)
    with pytest.raises(errors.GameOverError, match="it has not begun"):
        environment.step(0)
    environment.reset()
    for code in (0, 1, 2):
        environment.step(code)
    with pytest.raises(errors.GameOverError, match="Player 1 wins: three in a row"):
        environment.step(6)


def other_games_after(environment: Duel, copied: Duel) -> None:
    """The agent's moves 9 and 8 are answered in both, each for itself."""
    for each in (copied, environment):
        *_, info = each.step(8)
        assert info["moves"] == ("5", "1", "9", "2")
        *_, info = each.step(7)
        assert info["moves"] == ("5", "1", "9", "2", "8", "3")


@pytest.mark.parametrize("way", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_copies_go_their_own_way(way: Any) -> None:
    environment = Duel("tictactoe", Scripted("123"), 0)
    environment.reset()
    environment.step(4)
    other_games_after(environment, way(environment))
    environment = Duel("connect4", "random", 0)
    environment.reset(seed=3)
    environment.step(3)
    copied = way(environment)
    for _ in range(3):
        expected, found = environment.step(3)[4], copied.step(3)[4]
        assert expected == found


def test_a_copy_has_a_program_of_its_own() -> None:
    environment = Duel("tictactoe", pg.External((sys.executable, "-S", "-c", FIRST_LEGAL), 60), 0)
    environment.reset()
    environment.step(4)
    copied = copy.deepcopy(environment)
    other_games_after(environment, copied)
    for each in (environment, copied):
        each.close()


def test_many_at_once() -> None:
    environments = gymnasium.make_vec(
        "plyground/tictactoe-v0", num_envs=3, vectorization_mode="sync", opponent="minimax:depth=2"
    )
    seen, _ = environments.reset(seed=1)
    ended = 0
    for _ in range(30):
        actions = np.array([int(np.argmax(mask)) for mask in seen["action_mask"]])
        seen, _, over, *_ = environments.step(actions)
        ended += int(over.sum())
    assert ended >= 9
    environments.close()


@pytest.mark.parametrize("action", ["4", 4.0, 4.5, None, [4], np.array([4])], ids=repr)
def test_an_action_is_an_integer(action: Any) -> None:
    environment = Duel("tictactoe", Scripted("1"), 0)
    environment.reset()
    with pytest.raises(
        errors.UnreadableMoveError, match="an action is an integer, the code of a move"
    ):
        environment.step(action)
    assert environment.step(4)[4]["moves"] == ("5", "1")


@pytest.mark.parametrize(
    ("others", "actions", "won", "why"),
    [
        ("1", [-1], -1, "the agent's move code -1 is not legal"),
        ("1", [9], -1, "the agent's move code 9 is not legal"),
        ("1", [10**30], -1, f"the agent's move code {10**30} is not legal"),
        ("1", [4, 4], -1, "the agent's move code 4 is not legal"),
        ("1", [4, 8], 1, "the script has ended"),
        ("5", [4], 1, "Cell 5 is taken"),
    ],
)
def test_who_makes_no_legal_move_loses(others: str, actions: list[int], won: int, why: str) -> None:
    environment = Duel("tictactoe", Scripted(others), 0)
    environment.reset()
    for action in actions:
        _, reward, over, _, info = environment.step(action)
    assert (reward, over) == (won, True)
    assert info["forfeit"].startswith(why)


def test_people_see_what_the_opponent_began_with(capsys: pytest.CaptureFixture[str]) -> None:
    environment = Duel("tictactoe", Scripted("12"), 1, render_mode="human")
    environment.reset()
    assert "(x)" in capsys.readouterr().out


def test_before_the_beginning() -> None:
    environment = Duel("tictactoe", Scripted(""), 0, render_mode="ansi")
    assert environment.render() == str(pg.TicTacToe().position())


def test_recorders_of_gymnasium_get_pixels_and_figures() -> None:
    environment = gymnasium.make("plyground/connect4-v0", opponent="random", seat=0,
                                 render_mode="rgb_array")  # fmt: skip
    recorded = gymnasium.wrappers.RenderCollection(
        gymnasium.wrappers.RecordEpisodeStatistics(environment)
    )
    recorded.reset(seed=1)
    over = False
    while not over:
        action = recorded.unwrapped.position.codes[0]
        _, _, over, _, info = recorded.step(action)
    pictures = recorded.render()
    assert info["episode"]["l"] == len(pictures) - 1
    assert {(each.shape, each.dtype) for each in pictures} == {((312, 360, 3), np.dtype("uint8"))}
    assert not np.array_equal(*pictures[:2])


def test_a_name_that_gymnasium_does_not_take(tmp_path: Path) -> None:
    """A package that gives its game such a name does not keep the other games from being there."""
    metadata = tmp_path / "odd-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[plyground.games]\nmy game = odd:Game\n")
    script = (
        "import gymnasium, plyground.interop.gymnasium as bridge\n"
        "assert 'my game' in bridge.game_names()\n"
        "gymnasium.make('plyground/connect4-v0')"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_a_seat_may_be_an_integer_of_any_kind() -> None:
    environment = Duel("tictactoe", "random", np.int64(1))  # type: ignore[arg-type]
    environment.reset()
    assert type(environment.seat) is int


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"opponent": "human"}, "a human cannot play here"),
        ({"opponent": "stockfish"}, "'stockfish' is not a player"),
        ({"opponent": "external(ls)"}, "would start a program"),
        ({"opponent": "minimax:heuristic=none-such"}, "has no heuristic 'none-such'"),
        ({"opponent": 5}, "an opponent is a player or its text, and not 5"),
        ({"opponent": pg.Random}, "an opponent is a player or its text, and not <class"),
        ({"seat": 2}, "a seat is 0 to 1, or None, and not 2"),
        ({"seat": -1}, "a seat is 0 to 1, or None, and not -1"),
        ({"seat": 0.0}, r"a seat is 0 to 1, or None, and not 0\.0"),
        ({"seat": "0"}, "a seat is 0 to 1, or None, and not '0'"),
        ({"rows": 1}, "takes no rows here; accepted: nothing"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": None}, "give a game, its name or its file, and not None"),
    ],
)
def test_what_is_not_accepted(given: dict[str, Any], said: str) -> None:
    with pytest.raises(pg.PlygroundError, match=said):
        Duel(**{"game": "tictactoe", **given})
