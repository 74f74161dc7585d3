"""What is known of the games: figures, and one table of values that every way to solve is asked."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.search import WIN
from tests.variants import label, marks_of

FIGURES: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "positions.toml").read_text()
)


@dataclass(frozen=True)
class Known:
    """A position, and what it is worth to the player to move: a verdict, and when the game ends."""

    game: pg.Game
    moves: str
    verdict: str
    plies: int
    hard: bool = False  # takes a search without compilation too long

    def __str__(self) -> str:
        return f"{label(self.game)}-{self.moves.replace(' ', '_') or 'start'}"

    @property
    def position(self) -> pg.Position:
        """The position itself."""
        return self.game.position(self.moves)

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return {"win": 1, "draw": 0, "loss": -1}[self.verdict]

    @property
    def score(self) -> int:
        """The value as alpha-beta states it: the sooner the end, the further from 0."""
        return self.sign * (WIN - self.plies)

    @property
    def exact(self) -> int:
        """The value as the exact solver states it."""
        return self.sign * (self.game.max_plies + 1 - self.plies)


def _start(name: str, hard: bool = False) -> Known:
    figures = FIGURES[name]
    game = pg.game(figures["game"], **figures["parameters"])
    return Known(game, "", figures["value"], figures["plies"], hard)


TABLE = [
    _start("tictactoe"),
    Known(pg.TicTacToe(), "5", "draw", 8),
    Known(pg.TicTacToe(), "12", "win", 5),
    Known(pg.TicTacToe(), "15", "draw", 7),
    Known(pg.TicTacToe(), "127", "loss", 4),
    Known(pg.TicTacToe(), "1425", "win", 1),
    _start("numerical", hard=True),
    *(_start(f"sim_{vertices}_vertices_2_players") for vertices in (3, 4, 5)),
    _start("sim_6_vertices_2_players", hard=True),
    Known(pg.Sim(), "0-1", "win", 14, hard=True),  # as all first moves are alike
    _start("connect4_4x4", hard=True),
    Known(pg.ConnectFour(4, 4), "1123", "draw", 12),
    _start("connect4_5x4"),
    Known(pg.ConnectFour(), "121212", "win", 1),
]


def _cases(games: tuple[pg.Game, ...], starts: bool) -> Iterator[Any]:
    for known in TABLE:
        if (known.game in games or not games) and not (starts and known.moves):
            marks = marks_of(known.game)
            if known.hard:
                marks.append(pytest.mark.compiled)
            yield pytest.param(known, marks=marks)


def each_known(*games: pg.Game, starts: bool = False) -> pytest.MarkDecorator:
    """A test for each position of the table, or of some games, or for starts of games alone."""
    return pytest.mark.parametrize("known", [*_cases(games, starts)], ids=str)
