"""The naive games against known figures and boards made by hand: the twins must be right first."""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference.common import (
    ReferenceGame,
    State,
    count_up_to_symmetry,
    divide,
    layers,
    perft,
)
from tests.reference.connect4 import Connect4
from tests.reference.numerical import Numerical
from tests.reference.sim import Sim
from tests.reference.tictactoe import TicTacToe

DATA = Path(__file__).parent / "data"
PERFT = {path.stem: tomllib.loads(path.read_text()) for path in DATA.glob("perft/*.toml")}
POSITIONS = tomllib.loads((DATA / "positions.toml").read_text())

GAMES: dict[str, Callable[..., ReferenceGame]] = {
    "tictactoe": TicTacToe,
    "numerical": Numerical,
    "sim": Sim,
    "connect4": Connect4,
}

MOST_SEQUENCES = 30_000


def game_of(table: dict[str, Any]) -> ReferenceGame:
    """Make the game that a table of figures is about."""
    return GAMES[table["game"]](**table["parameters"])


def after(game: ReferenceGame, moves: str) -> State:
    """Return the board after moves separated by spaces, each checked to be legal."""
    state = game.start()
    for text in moves.split():
        assert text in game.moves(state)
        state = game.play(state, text)
    return state


def random_game(game: ReferenceGame, seed: int) -> Iterator[State]:
    """Yield the boards of a game of random moves, the start and the end among them."""
    choice = Random(seed).choice
    state = game.start()
    yield state
    while moves := game.moves(state):
        state = game.play(state, choice(moves))
        yield state


# Counts


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PERFT))
def test_perft(name: str) -> None:
    game = game_of(PERFT[name])
    for depth, count in enumerate(PERFT[name]["counts"]):
        if count <= MOST_SEQUENCES:
            by_move = divide(game, game.start(), depth) if depth else {}
            assert perft(game, game.start(), depth) == count, by_move


def test_all_games_and_positions_of_tictactoe() -> None:
    game = TicTacToe()
    known = POSITIONS["tictactoe"]
    sequences = {state: ways for layer in layers(game) for state, ways in layer.items()}
    ended = [state for state in sequences if game.result(state).kind != "ongoing"]
    assert sum(sequences[state] for state in ended) == known["games"] == 255_168
    assert len(sequences) == known["reachable"] == 5_478
    assert count_up_to_symmetry(game, sequences) == known["canonical"] == 765


# Parameters and symmetries


def test_sim_images_are_the_relabellings() -> None:
    game = Sim()
    images = list(game.symmetric(after(game, "0-1")))
    assert len(images) == 720
    assert set(images) == {after(game, edge) for edge in game.edges}
    path = after(game, "0-1 1-2")
    assert len(set(game.symmetric(path))) == 6 * 5 * 4


@pytest.mark.parametrize(
    "game", [TicTacToe(), Numerical(), Connect4(5, 4), Sim(4), Sim(4, players=3)]
)
def test_images_have_the_same_state_and_have_the_same_images(game: ReferenceGame) -> None:
    for seed in range(10):
        for state in random_game(game, seed):
            images = set(game.symmetric(state))
            assert state in images
            for image in images:
                assert game.result(image).kind == game.result(state).kind
                assert game.result(image).player == game.result(state).player
                assert len(game.moves(image)) == len(game.moves(state))
                assert set(game.symmetric(image)) == images
