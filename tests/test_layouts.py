"""A board of Connect Four in two words, where one would do: everything is as it is in one."""

import random
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.games import connect4_layout
from plyground.kernel import Wide
from plyground.position.calls import as_words
from plyground.search import Limits, Settings, Solver, alphabeta
from tests.variants import random_playout, uncompiled

Games = tuple[pg.Game, pg.Game]

HEURISTICS = ("line-table", "open-lines", "threats")


class OfTwoWords(pg.ConnectFour):
    """Another class, so that its rules are made again."""


SIZE = (5, 9)  # with keys too long to merge more than mirror images, as in two words


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    """The game as it is, and with rules that are made while a word holds fewer bits."""
    narrow, wide = pg.ConnectFour(*SIZE), OfTwoWords(*SIZE)
    assert len(narrow.position().state) == 2
    monkeypatch.setattr(connect4_layout, "WORD_BITS", 20)
    assert len(wide.position().state) == 4
    return narrow, wide


def merged(words: tuple[int, ...]) -> list[Wide]:
    """The boards of a state, or a key, as numbers of 128 bits."""
    pairs = zip(words[::2], words[1::2], strict=True)
    return [Wide(int(high) << 64 | int(low)) for high, low in pairs]


def told(game: pg.Game, position: pg.Position, out: Any) -> list[Any]:
    """What all kernels say, apart from words."""
    rules, state = game.rules, as_words(position.state)
    low, high, rank = rules.bounds(state)
    found = [low, high, rank, position.cells, position.outcome, position.moves]
    if not position.over:
        found += [position.estimate(name, player) for name in HEURISTICS for player in (0, 1)]
    if low < high:
        found.append(out[: rules.candidates(state, out)].tolist())
    return found


@uncompiled
def test_every_kernel_says_the_same(games: Games) -> None:
    narrow, wide = games
    out = np.zeros(SIZE[0], np.int64)
    for seed in range(10):
        for one in random_playout(narrow, seed, long=True):
            other = wide.position(one.history)
            assert [int(board) for board in merged(other.state)] == list(one.state)
            assert [int(key) for key in merged(other.key)] == list(one.key)
            canonical = wide.rules.canonical(as_words(other.state))
            assert [int(board) for board in merged(canonical)] == list(
                narrow.rules.canonical(as_words(one.state))
            )
            assert told(wide, other, out) == told(narrow, one, out)


@uncompiled
def test_searches_visit_the_same_positions(games: Games) -> None:
    narrow, wide = games
    rng = random.Random(1)
    for name in HEURISTICS:
        moves = [str(rng.randrange(1, 6)) for _ in range(4)]
        found = [
            alphabeta(game.position(moves), limits=Limits(3), settings=Settings(heuristic=name))
            for game in (narrow, wide)
        ]
        one, other = found
        assert (one.score, one.best, one.nodes) == (other.score, other.best, other.nodes)
    line = random_playout(narrow, 3, long=True)
    late = line[-8].history
    values = [Solver(game, 4).solve(game.position(late)) for game in (narrow, wide)]
    assert values[0].exact
    assert values[0].low == values[1].low
