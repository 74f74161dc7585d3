"""Re-proves every puzzle that comes with Plyground, by the exact solver and by plain search.

For each puzzle, the values of all moves are computed again, with a fresh solver and no book:
exactly one move keeps the win, or the draw, in the stated number of plies. Alpha-beta as deep as
the rating finds the solution alone, and a ply less deep it does not. No two puzzles are equal up to
the game's symmetries, and no search of two plies solves one. At the end it prints the number of
puzzles.

Run `python benchmarks/puzzles.py`, which takes a minute or two. Exits with 1 if anything is wrong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import replace

from figures import Figures, header, options

import plyground as pg
from plyground.analysis.puzzles import LEVELS, Puzzle, all_puzzles, prove
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
    """Print the counts of each game and every fault."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    shipped = all_puzzles()
    wrong = 0
    for game in dict.fromkeys(puzzle.game for puzzle in shipped):
        begun = time.perf_counter()
        puzzles = [puzzle for puzzle in shipped if puzzle.game == game]
        bad = faults(puzzles)
        wrong += len(bad)
        levels = Counter(puzzle.level for puzzle in puzzles)
        keeps = Counter(puzzle.keeps for puzzle in puzzles)
        plies = sorted(len(puzzle.moves) for puzzle in puzzles)
        print(
            f"{game!r}: {len(puzzles)} puzzles, "
            f"{', '.join(f'{levels[level]} {level}' for level in LEVELS)}; "
            f"{keeps['win']} keep a win and {keeps['draw']} a draw; "
            f"ratings {min(p.rating for p in puzzles)} to {max(p.rating for p in puzzles)}, "
            f"after {plies[0]} to {plies[-1]} plies; "
            f"{len(bad)} wrong ({time.perf_counter() - begun:.0f} s)",
            flush=True,
        )
        figures.add("Puzzles proven again", repr(game), len(puzzles), at_least=LEAST.get(game))
        figures.add("Wrong puzzles", repr(game), len(bad), known=0)
        for fault in bad:
            print(f"WRONG {fault}")
    print("all right" if not wrong else f"{wrong} wrong")
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
