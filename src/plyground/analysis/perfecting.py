"""Make the perfect games that come with the package, those that are not there yet:

    python -m plyground.analysis.perfecting

Connect Four on 8 columns and 5 rows takes some minutes, all others together about one.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from plyground.analysis.analyse import Analysis, analyse
from plyground.analysis.perfect import PerfectGame, PerfectMove, Worth, perfect_text
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.position import Game, Position, file_stem
from plyground.search import Inquiry, MoveValue, Solver, Value, find_book

MEMORY = 256  # MiB for the solver's table
_SHOWN = 12  # plies of a line that was not played
_GAMES = (
    TicTacToe(),
    NumericalTicTacToe(),
    Sim(6, 2),
    Sim(7, 2),
    Sim(8, 2),
    ConnectFour(4, 4),
    ConnectFour(5, 4),
    ConnectFour(6, 5),
    ConnectFour(7, 6),
    ConnectFour(8, 5),
)


def play_perfectly(game: Game, solver: Solver | None = None) -> PerfectGame:
    """A game of best play, with the values of all moves; of equal moves it takes the first."""
    solver = solver or Solver(game, MEMORY, book=find_book(game))
    moves, position = [], game.position()
    while not position.over:
        moves.append(perfect_move(position, solver))
        position = position.play(moves[-1].move)
    return PerfectGame(game, tuple(moves))


def perfect_move(position: Position, solver: Solver) -> PerfectMove:
    """The first of the best moves, all moves by their values, and how one of the others loses."""
    analysis = analyse(position, solver=solver)
    place = {move: number for number, move in enumerate(position.moves)}
    worths = []
    for value, found in groupby(
        analysis.moves, lambda each: (each.value.verdict, each.value.plies)
    ):
        same = sorted((each.move for each in found), key=place.__getitem__)
        known = next(each.value for each in analysis.moves if each.move == same[0])
        assert known.exact, value
        # The length of a draw says nothing about the move.
        worths.append(Worth(Value("draw") if known.verdict == "draw" else known, tuple(same)))
    return PerfectMove(worths[0].moves[0], tuple(worths), _refuted(analysis, solver))


def _refuted(analysis: Analysis, solver: Solver) -> tuple[str, ...]:
    """The first of the moves that lose last, if soon enough to be shown, and best play then."""
    lost = [
        each
        for each in analysis.moves
        if each.value.verdict == "loss" and 1 < (each.value.plies or 0) <= _SHOWN
    ]
    if analysis.value.verdict == "loss" or not lost:
        return ()
    shown = min(lost, key=lambda each: (-(each.value.plies or 0), each.code))
    return Inquiry(solver).line(analysis.position, _number(analysis, shown), shown.code)


def _number(analysis: Analysis, move: MoveValue) -> int:
    """A lost move's value as the solver writes it."""
    return (move.value.plies or 0) - analysis.position.game.max_plies - 1


def main() -> None:
    """Make the files."""
    folder = Path(__file__).parent.parent / "perfect"
    folder.mkdir(exist_ok=True)
    for game in _GAMES:
        path = folder / f"{file_stem(game)}.txt"
        if not path.exists():
            path.write_text(perfect_text(play_perfectly(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
