"""The rules are the same in both homes: native code, and WebAssembly under wasmtime."""

import numpy as np
import pytest

import plyground as pg
from plyground.browser import rules_entries
from plyground.position.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS
from tests.engine.games import every_game
from tests.engine.host import Host

pytestmark = pytest.mark.compiled

GAMES = 10_000
PERFT = 300_000  # the most move sequences to count


def walked(game: pg.Game, games: int, seed: int) -> tuple[int, int]:
    """The digest of so many random games, and their positions, by native code."""
    desk = np.zeros(DESK_WORDS, np.int64)
    arrays = [np.zeros(2048, np.int64) for _ in ADDRESSES]
    desk[: len(arrays)] = [array.ctypes.data for array in arrays]
    desk[ARGUMENT : ARGUMENT + 3] = games, seed, len(game.board.sites)
    assert rules_entries.walk(game.rules, desk) == 0
    return int(desk[ANSWER]), int(desk[ANSWER + 1])


@pytest.mark.slow
@every_game
def test_random_games_are_the_same(game: pg.Game, host: Host) -> None:
    sites = len(game.board.sites)
    assert host.ask("walk", GAMES, 1, sites, answers=2) == walked(game, GAMES, 1)
    digests = {host.ask("walk", 100, seed, sites, answers=2)[0] for seed in range(20)}
    assert len(digests) > 10  # it says something about the games


@every_game
def test_every_answer_of_a_game(game: pg.Game, host: Host) -> None:
    """One game by the words that a page reads, beside the positions of Python."""
    position = game.position()
    host.ask("start")
    while True:
        turn, result, count, *standings = host.ask("look", answers=3 + game.players)
        assert (turn, result) == (position.turn, position.result)
        outcome = position.outcome
        assert standings == [outcome.standing(p) if outcome else 0 for p in range(game.players)]
        assert host.array("moves", count) == position.codes
        words = host.ask("key")[0]
        assert host.array("words", words, unsigned=True) == position.key
        host.fill("moves", [0] * len(game.board.sites))
        host.ask("cells", answers=0)
        assert host.array("moves", len(game.board.sites)) == position.cells
        if outcome is not None:
            count = host.ask("deciding")[0] if any(standings) else 0
            assert set(host.array("moves", count)) == outcome.sites
            break
        code = position.codes[position.ply * 7 % len(position.codes)]
        host.ask("play", code, answers=0)
        position = position.play_code(code)


@every_game
def test_perft_is_the_same(game: pg.Game, host: Host) -> None:
    depth, count = 0, 1
    while count <= PERFT and depth < game.max_plies:
        depth += 1
        count = pg.perft(game, depth)
        if count <= PERFT:
            host.ask("start", answers=0)
            assert host.ask("perft", 0, depth)[0] == count
