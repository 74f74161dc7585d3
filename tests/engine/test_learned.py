"""What was learned of a game plays in a page as it does natively: the same moves and scores."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import plyground as pg
from plyground.browser.learned import learned_module, shipped_file
from plyground.players import Learned
from plyground.position.home import Module, Shipped
from plyground.search import Control, Value, control
from plyground.search.answers import VALUE_WORDS, value_in
from plyground.search.learning import Learner, Rated, Rater, Weights
from tests.variants import label, random_playout

pytestmark = pytest.mark.compiled

POSITIONS = 20
GAMES = [
    pg.TicTacToe(),
    *(pytest.param(game, marks=pytest.mark.homes) for game in (pg.ConnectFour(), pg.Sim(6, 2))),
]
"""A module of each is made for half a minute."""


class Page:
    """The module of the player that plays by a file."""

    def __init__(self, game: pg.Game, file: Path) -> None:
        module = learned_module(game, file)
        self._address = module.address
        self._home = Module(Shipped(module.packed, {Learned.name: 0})).own()

    def choose(self, position: pg.Position, plies: int, control: Control) -> Rated:
        """The move and its score."""
        most = position.game.max_moves
        given = [position.ply, 0, 0, plies, self._address]
        assert self._home.work(Learned.name, given, position.state, control.counters) == 0
        (move,) = self._home.answers(1)
        scores = self._home.array("results", 2 * most, np.float64)[most:]
        return Rated(move, scores[self._home.array("results", most).tolist().index(move)])

    @property
    def value(self) -> Value | None:
        """What the last choice is said to be worth."""
        return value_in(self._home.answers(1 + VALUE_WORDS)[1:])


def positions(game: pg.Game) -> Iterator[pg.Position]:
    """Ongoing positions from random games."""
    chance = random.Random(3)
    for seed in range(POSITIONS):
        yield chance.choice(random_playout(game, seed)[:-1])


def compare(game: pg.Game, file: Path) -> None:
    page, rater = Page(game, file), Rater.of(Weights.load(file, game))
    for position, plies in itertools.product(positions(game), (1, 3)):
        native, there = Control(), Control()
        wanted = rater.choose(position, plies, native)[0]
        assert page.choose(position, plies, there) == wanted, (position, plies)
        assert there.nodes == native.nodes
        for each in (native, there):
            each.counters[control.NODE_LIMIT] = each.nodes + each.nodes // 2
        wanted = rater.choose(position, plies, native)[0]
        assert page.choose(position, plies, there) == wanted, "told to stop"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=label)
def test_it_chooses_the_same_moves_by_the_same_scores(game: pg.Game) -> None:
    compare(game, shipped_file(game))


@pytest.mark.homes
def test_with_three_players(tmp_path: Path) -> None:
    """Nothing comes with that game, so it learns a little first."""
    game = pg.Sim(6, 3)
    learner = Learner(game)
    learner.train(300)
    learner.weights({}).save(tmp_path / "sim.weights")
    compare(game, tmp_path / "sim.weights")


@pytest.mark.slow
def test_it_says_the_same_of_the_value() -> None:
    game, player = pg.TicTacToe(), Learned(plies=3)
    page = Page(game, shipped_file(game))
    said = set()
    for position in (*positions(game), game.position("1 2 5 9 7")):  # the last one is lost
        page.choose(position, 3, Control())
        assert page.value == player.choose(position).value, position
        assert page.value is not None
        said.add(page.value.verdict)
    assert said == {"win", "loss", "unknown"}


@pytest.mark.slow
def test_a_file_without_weights(tmp_path: Path) -> None:
    game = pg.TicTacToe()
    Learner(game).weights({}).save(tmp_path / "none.weights")
    compare(game, tmp_path / "none.weights")
