"""Re-proves every puzzle that comes with Plyground, by the exact solver and by plain search.

For each puzzle, the values of all moves are computed again, with a fresh solver and no book:
exactly one move keeps the win, or the draw, in the stated number of plies. Alpha-beta as deep as
the rating finds the solution alone, and a ply less deep it does not. No two puzzles are equal up to
the game's symmetries, and no search of two plies solves one.

Run `python benchmarks/puzzles.py`, which takes a minute or two.
"""

from __future__ import annotations

from dataclasses import replace

from figures import Figures, options, run

import plyground as pg
from plyground.analysis.puzzles import Puzzle, all_puzzles, prove
from plyground.analysis.puzzles.mining import LEAST_RATING, MOST_RATING
from plyground.position.calls import canonical
from plyground.position.kernels import NO_HEURISTIC
from plyground.search import Limits, Settings, Solver, alphabeta

LEAST = {
    pg.TicTacToe(): 25,
    pg.NumericalTicTacToe(): 100,
    pg.Sim(6): 100,
    pg.ConnectFour(): 100,
}  # the least number of puzzles


def faults(puzzles: list[Puzzle]) -> list[str]:
    """What is wrong with the puzzles of one game."""
    game = puzzles[0].game
    solver = Solver(game)
    found = []
    forms: dict[tuple[int, ...], Puzzle] = {}
    for puzzle in puzzles:
        position = puzzle.position
        proven = prove(position, solver)
        if proven is None:
            found.append(f"{puzzle.id} has not one single solution")
        elif replace(proven, number=puzzle.number) != puzzle:
            found.append(f"{puzzle.id} is stated otherwise: {proven}")
        if taken(puzzle, puzzle.rating) != (puzzle.solution,):
            found.append(f"{puzzle.id} is deeper than {puzzle.rating} plies")
        if taken(puzzle, puzzle.rating - 1) == (puzzle.solution,):
            found.append(f"{puzzle.id} is seen by {puzzle.rating - 1} plies")
        if not LEAST_RATING <= puzzle.rating <= MOST_RATING:
            found.append(f"{puzzle.id} has rating {puzzle.rating}")
        twin = forms.setdefault(canonical(game.rules, position.state), puzzle)
        if twin is not puzzle:
            found.append(f"{puzzle.id} equals {twin.id}")
    if len({puzzle.id for puzzle in puzzles}) < len(puzzles):
        found.append(f"{game!r} has two puzzles of one id")
    return found


def taken(puzzle: Puzzle, depth: int) -> tuple[str, ...]:
    """The moves that a search of this depth, without a heuristic, finds best."""
    plain = Settings(heuristic=NO_HEURISTIC)
    result = alphabeta(puzzle.position, limits=Limits(depth), settings=plain, all_scores=True)
    return tuple(puzzle.game.move_texts[code] for code in result.best)


def main() -> int:
    """Prove the puzzles of each game, and print every fault."""
    figures = Figures(__file__, options(__doc__).parse_args())
    shipped = all_puzzles()
    for game in dict.fromkeys(puzzle.game for puzzle in shipped):
        puzzles = [puzzle for puzzle in shipped if puzzle.game == game]
        bad = faults(puzzles)
        figures.add("Puzzles proven again", repr(game), len(puzzles), at_least=LEAST.get(game))
        figures.add("Wrong puzzles", repr(game), len(bad), known=0)
        for fault in bad:
            print(f"    {fault}")
    return figures.keep()


if __name__ == "__main__":
    run(main)
