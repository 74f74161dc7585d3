"""Every entry of a module answers the same, and counts the same, in all of its three homes."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from subprocess import Popen

import pytest

import plyground as pg
from plyground.browser.data import page_kinds
from plyground.browser.engine import entries_of
from plyground.kernel import by_kind
from plyground.players.compiled import entry_name
from plyground.players.form import Option, options_of
from plyground.players.strengths import strengths_of
from plyground.position.home import SMALL
from plyground.search import Settings, shipped_book
from plyground.search.alphabeta import ORDERS, switches_of
from plyground.search.answers import NONE, bits_of
from plyground.search.maxn import TIES
from tests.engine.homes import SPARE, Functions, Page, Question, Wasm, Words, answers_of, node
from tests.variants import label

FEW, MANY = 12, 200
NODES = 5000  # after which a search stops

ONCE = {"start", "fingerprint", "open_book"}
"""Entries to which there is one question."""

OF_PYTHON = {"follow", "in_book", "open_book"}
"""Entries that a page's script does not ask, or that its worker asks at its start."""

WITH_BOOK = {
    "perfect", "strongest", "values", "solve_position", "in_book", "open_book",
}  # fmt: skip
"""Entries that look into a game's book, or open it."""

GAMES = [pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(6, 3), pg.ConnectFour()]

with_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")


def every_entry(*slow: pg.Game) -> pytest.MarkDecorator:
    """Each entry of each game; some games are slow."""
    return pytest.mark.parametrize(
        ("game", "entry"),
        [
            pytest.param(
                game, entry, id=f"{label(game)}-{entry}", marks=[pytest.mark.slow] * (game in slow)
            )
            for game in GAMES
            for entry in entries_of(game)
        ],
    )


class Asker:
    """Makes questions about a game, always the same."""

    def __init__(self, game: pg.Game, entry: str) -> None:
        self.game, self.entry = game, entry
        self.any = random.Random(f"{label(game)} {entry}")
        self.kinds = {entry_name(kind): kind for kind in page_kinds(game)}

    def positions(self) -> Iterator[pg.Position]:
        """Positions of random games, and for the rules their ends."""
        with_ends = self.entry in ("look", "key", "canonical", "cells", "deciding")
        while True:
            line = [self.game.position()]
            while not line[-1].over:
                line.append(line[-1].play_code(self.any.choice(line[-1].codes)))
            outcome = line[-1].outcome
            decided = outcome is not None and any(map(outcome.standing, range(self.game.players)))
            if self.entry != "deciding":
                yield self.any.choice(line if with_ends else line[:-1])
            elif decided:
                yield line[-1]

    def questions(self, count: int) -> Iterator[Question]:
        """So many of them."""
        for position in islice(self.positions(), 1 if self.entry in ONCE else count):
            yield self.question(position)

    def question(self, position: pg.Position) -> Question:
        given, nodes = self.given(position)
        state = tuple(map(int, position.state))
        return Question(self.entry, tuple(given), state, self.any.getrandbits(64), nodes)

    def given(self, position: pg.Position) -> tuple[list[int], int]:
        """The arguments, and how many positions a search may take."""
        game, any_of = self.game, self.any
        usual = [position.ply, game.default_depth, game.heuristic_number(game.default_heuristic)]
        kind = self.kinds.get(self.entry)
        if kind is not None:
            options = {
                each.name: self.option(each) for each in options_of(kind) if each.kind != "player"
            }
            history = [game.move_code(text) for text in position.history]
            nodes = options.get("nodes", NONE)
            given = [*usual, *options.values(), *kind.given(game), *history, 0]
            return given, NODES if nodes == NONE else nodes
        sites, any_seed = len(game.board.sites), any_of.getrandbits(64) - (1 << 63)
        low = any_of.randint(-4, 3)
        made: dict[str, Callable[[], list[int]]] = {
            "play": lambda: [any_of.choice(position.codes)],
            "estimate": lambda: [any_of.randrange(game.players), self.heuristic()],
            "follow": lambda: self.line(position),
            "seed": lambda: [any_seed, any_of.randrange(9), any_of.randrange(game.players)],
            "perft": lambda: [position.ply, any_of.randint(1, 3)],
            "walk": lambda: [3, any_seed, sites],
            "open_book": lambda: [0],
            "solver_words": lambda: [any_of.randint(1, 900)],
            "solve_position": lambda: [position.ply, 0],
            "values": lambda: [position.ply, 0],
            "in_book": lambda: [position.ply],
            "solve_within": lambda: [position.ply, 0, low, any_of.randint(low + 1, 4)],
            "estimates": lambda: [*usual, any_of.choice((NONE, 1, 2, 3, 4))],
            "grade": lambda: [*self.value(), *self.value(), bits_of(any_of.uniform(1, 50))],
            "height": lambda: [*self.value(), position.ply, bits_of(any_of.uniform(1, 50))],
            "fingerprint": lambda: [sites],
            "search_for_all": lambda: [
                *usual, any_of.randint(1, 3), self.heuristic(), any_of.randrange(len(TIES)),
                int(any_of.random() < 0.5),
            ],
            "sample_games": lambda: [
                *usual, any_seed, any_of.randint(1, 60), 2000, bits_of(any_of.uniform(0.1, 2)),
            ],
            "search_position": lambda: self.search(usual),
            "account": lambda: self.account(usual, position),
            "merits": lambda: self.merits(usual, position),
        }  # fmt: skip
        return made.get(self.entry, list)(), NODES

    def line(self, position: pg.Position) -> list[int]:
        """Moves of a random game that goes on, at times with one that is not legal there."""
        codes = []
        while not position.over and self.any.random() < 0.9:
            codes.append(self.any.choice(position.codes))
            position = position.play_code(codes[-1])
        codes += [self.any.randrange(self.game.max_moves)]
        return [self.any.choice((SPARE, SMALL)), len(codes), *codes]

    def search(self, usual: list[int]) -> list[int]:
        any_of = self.any
        on = [any_of.random() < 0.5 for _ in range(6)]
        misses = any_of.choice((0, 0, 30))
        settings = Settings(on[0], "history", on[1], on[2], "none", True, *on[3:], misses)
        return [
            *usual, any_of.randint(1, 4), self.heuristic(), any_of.randrange(len(ORDERS)),
            switches_of(settings), any_of.randrange(3), int(on[2]), misses,
            any_of.getrandbits(64) - (1 << 63),
        ]  # fmt: skip

    def account(self, usual: list[int], position: pg.Position) -> list[int]:
        any_of = self.any
        made, better = (any_of.choice(position.codes) for _ in range(2))
        replies = position.play_code(made).codes or (-1,)
        best, worth = any_of.choice(((NONE, NONE), (2, 1), (2, 0), (1, 0), (1, 1)))
        return [
            *usual, made, any_of.choice((-1, *replies)), any_of.choice((NONE, 1, 2, 3)),
            any_of.choice((NONE, 0, 1, 2, 3)), int(any_of.random() < 0.1), any_of.randrange(4),
            best, worth, any_of.choice(replies), better, any_of.randrange(4),
        ]  # fmt: skip

    def merits(self, usual: list[int], position: pg.Position) -> list[int]:
        any_of = self.any
        verdict = any_of.choice((NONE, 0, 1, 2, 3))
        plies, keeping = any_of.choice((NONE, 1, 5)), any_of.randrange(4)
        return [*usual, any_of.choice(position.codes), verdict, plies, keeping]

    def heuristic(self) -> int:
        return self.any.randrange(len(self.game.heuristic_names))

    def value(self) -> list[int]:
        """Some value: its verdict, plies and score."""
        any_of = self.any
        plies, score = any_of.randint(1, 30), any_of.randint(-60, 60)
        unknown = any_of.random() < 0.5
        return [3, NONE, score] if unknown else [any_of.randrange(3), plies, NONE]

    def option(self, option: Option) -> int:
        """Some value of a player's option, as a page writes it."""
        any_of, name = self.any, option.name
        if name == "exploration":
            return bits_of(any_of.uniform(0.1, 2))
        if name == "elo":
            known = strengths_of(self.game)
            assert known is not None
            return any_of.randint(known.least, known.most)
        some = {
            "seconds": [NONE],
            "nodes": [NONE, 50, 700],
            "depth": [1, 2, 3],
            "playouts": [1, 20, 60],
            "number": list(range(1, len(self.game.levels) + 1)),
        }
        if name in some:
            return any_of.choice(some[name])
        if option.kind == "heuristic":
            return any_of.choice((NONE, self.heuristic()))
        most = {"switch": 1, "choice": len(option.choices) - 1}.get(option.kind, option.most)
        return any_of.randint(0, int(most))


@pytest.fixture(scope="module")
def pages() -> Iterator[Popen[str]]:
    """The process in which pages are opened."""
    with node() as process:
        yield process


def compare(game: pg.Game, entry: str, count: int, pages: Popen[str], native: bool) -> None:
    """Ask all homes so many questions; native code only if that is to be compiled."""
    with by_kind():
        questions = list(Asker(game, entry).questions(count))
    book = shipped_book(game) if entry in WITH_BOOK else None
    here = list(answers_of(Wasm(game), game, questions, book))
    if native:
        same(questions, here, answers_of(Functions(game), game, questions, book))
    if entry not in OF_PYTHON:
        same(questions, here, Page(game, pages).answers(questions))


def same(questions: list[Question], here: list[Words], there: Iterator[Words]) -> None:
    for question, one, other in zip(questions, here, there, strict=True):
        assert one == other, question


@with_node
@every_entry(*GAMES[1:])
def test_a_page_answers_as_wasmtime_does(game: pg.Game, entry: str, pages: Popen[str]) -> None:
    compare(game, entry, FEW, pages, native=False)


@pytest.mark.homes
@pytest.mark.compiled
@with_node
@every_entry()
def test_three_homes_answer_the_same(game: pg.Game, entry: str, pages: Popen[str]) -> None:
    compare(game, entry, MANY, pages, native=True)


@with_node
def test_perfect_play_that_has_no_time_is_a_full_search(pages: Popen[str]) -> None:
    position = pg.ConnectFour().position("1212212133")
    move = Page(position.game, pages).choose(position, "perfect", nodes=10)
    assert move in position.moves
