"""The Gymnasium environments, by Gymnasium's own checker and by games played in them."""

from typing import Any

import pytest

import plyground as pg
from plyground.position import Position
from tests.own_game import NIM

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env

from plyground.interop.gymnasium import Duel

BUILT_IN = ["tictactoe", "numerical", "sim", "connect4"]


class Scripted(pg.Player):
    """Plays given moves, and forfeits when there are no more."""

    def __init__(self, moves: str) -> None:
        self._moves = moves.split()

    @property
    def text(self) -> str:
        return "scripted"

    def _choose(self, position: Position, rng: Any, control: Any) -> pg.Choice:
        if not self._moves:
            raise pg.ForfeitError("the program gave no legal move: it sleeps")
        return pg.Choice(self._moves.pop(0))


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
    [(0, "1 2 3", "4 5", 1), (1, "1 2 3", "4 5 9", 1), (0, "1 2 9", "4 5 6", -1),
     (1, "2 5 7 9", "1 3 4 6 8", 0)],
)  # fmt: skip
def test_rewards(seat: int, mine: str, others: str, reward: float) -> None:
    environment = Duel("tictactoe", Scripted(others), seat)
    environment.reset()
    for number, move in enumerate(mine.split()):
        seen, got, over, truncated, info = environment.step(environment.game.move_code(move))
        assert environment.observation_space.contains(seen)
        assert over == (number == len(mine.split()) - 1)
        assert got == (reward if over else 0)
        assert not truncated
        assert "forfeit" not in info


def test_a_seed_repeats_a_game() -> None:
    def played(seed: int) -> tuple[str, ...]:
        environment = Duel("connect4", "random", columns=5, rows=4)
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


def test_an_illegal_move_loses() -> None:
    environment = Duel("tictactoe", Scripted("1"), 0)
    environment.reset()
    environment.step(4)
    _, reward, over, _, info = environment.step(4)
    assert (reward, over) == (-1, True)
    assert info["forfeit"] == "the agent's move code 4 is not legal"


def test_an_opponent_who_fails_loses() -> None:
    environment = Duel("tictactoe", Scripted("1"), 0)
    environment.reset()
    environment.step(4)
    _, reward, over, _, info = environment.step(8)
    assert (reward, over) == (1, True)
    assert info["forfeit"] == "the program gave no legal move: it sleeps"


def test_an_opponent_who_moves_illegally_loses() -> None:
    environment = Duel("tictactoe", Scripted("5"), 0)
    environment.reset()
    _, reward, over, _, info = environment.step(4)
    assert (reward, over) == (1, True)
    assert info["forfeit"].startswith("Cell 5 is taken")


def test_an_opponent_who_fails_at_once_loses_with_the_next_move() -> None:
    environment = Duel("tictactoe", Scripted(""), 1)
    _, info = environment.reset()
    assert info["forfeit"] == "the program gave no legal move: it sleeps"
    _, reward, over, _, _ = environment.step(0)
    assert (reward, over) == (1, True)


def test_after_the_end() -> None:
    environment = Duel("tictactoe", Scripted("4 5"), 0)
    with pytest.raises(pg.GameOverError, match="it has not begun"):
        environment.step(0)
    environment.reset()
    for code in (0, 1, 2):
        environment.step(code)
    with pytest.raises(pg.GameOverError, match="Player 1 wins: three in a row"):
        environment.step(6)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"opponent": "human"}, "a human cannot play here"),
        ({"opponent": "stockfish"}, "'stockfish' is no player"),
        ({"opponent": "external(ls)"}, "would start a program"),
        ({"opponent": "minimax:heuristic=none-such"}, "has no heuristic 'none-such'"),
        ({"seat": 2}, "a seat is 0 to 1, or None, and not 2"),
        ({"rows": 1}, "takes no rows here; accepted: nothing"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
)
def test_what_is_not_accepted(given: dict[str, Any], said: str) -> None:
    with pytest.raises(pg.PlygroundError, match=said):
        Duel(**{"game": "tictactoe", **given})
