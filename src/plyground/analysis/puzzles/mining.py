"""Mining: the exact solver finds puzzles among the positions of simulated games.

The players make mistakes now and then, as people do, so that there is something to win. A position
that a search of two plies solves is not a puzzle: such a move wins at once, or stops the opponent
from winning, or is the only one that does not lose at once. Nor is a position that takes more than
MOST_RATING plies: nobody sees that far.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from plyground.analysis.analyse import Analysis, analyse
from plyground.analysis.puzzles.motifs import motif_of
from plyground.analysis.puzzles.puzzle import LEVELS, Keeps, Puzzle
from plyground.position import Game, PlainState, Position, position_of, standing
from plyground.position.calls import canonical
from plyground.search import Control, Limits, Settings, Solver, alphabeta, find_book

LEAST_RATING, MOST_RATING = 3, 13

# The percentages of moves for which a player takes the best that it sees. Games of strong and weak
# players alternate: weak ones reach positions that strong ones avoid.
_SKILLS = (40, 60, 80)


@dataclass(frozen=True)
class Mined:
    """A puzzle, and the number of the simulated game that it is from."""

    puzzle: Puzzle
    source: int


def mine(
    game: Game,
    count: int,
    games: int,
    seed: int = 1,
    first_ply: int = 0,
    control: Control | None = None,
    on_game: Callable[[int, int], None] | None = None,
) -> list[Puzzle]:
    """At most `count` puzzles from a number of simulated games, numbered, the easiest first.

    They are spread over levels, ratings and plies, and no two are equal up to the game's
    symmetries. The same numbers give the same puzzles. Positions before `first_ply` are left out:
    they may take the solver long. `on_game` gets the number of games done and of puzzles found.

    Raises SolverError for a game that does not have two players, Cancelled when `control` says
    stop.
    """
    control = control or Control()
    solver = Solver(game, book=find_book(game))
    known: set[PlainState] = set()
    found: list[Mined] = []
    for number in range(games):
        for position in _simulated(game, number, random.Random(f"{seed} {number}"), control):
            if position.over or position.ply < first_ply:
                continue
            form = canonical(game.rules, position.state)
            if form in known:
                continue
            known.add(form)
            puzzle = prove(position, solver, control)
            if puzzle is not None and LEAST_RATING <= puzzle.rating <= MOST_RATING:
                found.append(Mined(puzzle, number))
        if on_game:
            on_game(number + 1, len(found))
    chosen = sorted(spread(found, count), key=lambda each: (each.rating, len(each.moves)))
    return [replace(puzzle, number=number) for number, puzzle in enumerate(chosen, 1)]


def prove(
    position: Position | Game, solver: Solver | None = None, control: Control | None = None
) -> Puzzle | None:
    """The position as a puzzle; None unless exactly one move keeps its value.

    A draw counts as a draw, and a win as a win, however long it takes. Without a solver, the shared
    one answers. Raises GameOverError and SolverError as `analyse` does.
    """
    position = position_of(position)
    if solver is not None and not _may_be_one(position, solver, control):
        return None
    analysis = analyse(position, solver=solver, control=control)
    keeps = analysis.value.verdict
    keeping = [each for each in analysis.moves if each.value.verdict == keeps]
    if keeps not in ("win", "draw") or len(keeping) > 1 or len(analysis.moves) < 2:
        return None
    return Puzzle(
        game=position.game,
        moves=position.history,
        solution=keeping[0].move,
        keeps=keeps,
        plies=analysis.value.plies,
        rating=_rating(analysis, keeps),
        motif=motif_of(position, keeping[0].move, keeps),
    )


def _rating(analysis: Analysis, keeps: Keeps) -> int:
    """How many plies a search must look ahead until it always takes the one move that keeps the
    value.
    """
    seen = [analysis.value.plies or 0] if keeps == "win" else []
    others = [each.value for each in analysis.moves if each.value.verdict != keeps]
    if all(value.verdict == "loss" for value in others):
        seen.append(max(value.plies or 0 for value in others))
    return min(seen)


def _may_be_one(position: Position, solver: Solver, control: Control | None) -> bool:
    """Whether exactly one move wins, or none wins and exactly one does not lose.

    That takes far fewer positions than exact values, and most positions are not puzzles.
    """
    children = [position.play_code(code) for code in position.codes]

    def reached(child: Position, least: int) -> bool:
        """Whether a move wins (`least` 1), or does not lose (0)."""
        if child.over:
            return standing(child.result, position.turn) >= least
        if child.turn == position.turn:
            return (
                solver.solve(child, limits=None, control=control, window=(least - 1, least)).low
                >= least
            )
        return (
            solver.solve(child, limits=None, control=control, window=(-least, 1 - least)).high
            <= -least
        )

    for least in (1, 0):
        keeping = 0
        for child in children:
            keeping += reached(child, least)
            if keeping > 1:
                return False
        if keeping:
            return True
    return False


def _simulated(game: Game, number: int, rng: random.Random, control: Control) -> list[Position]:
    """The positions of a simulated game, as `mixed` with an alpha-beta player would play it.

    The included puzzles were mined by this generator, so it is not that of the players.
    """
    skill = _SKILLS[number % len(_SKILLS)]
    limits = Limits(game.default_depth)
    settings = Settings(heuristic=game.default_heuristic, ties_equal=True)
    position = game.position()
    while not position.over:
        codes = position.codes
        if rng.randrange(100) < skill:
            found = alphabeta(position, limits=limits, settings=settings, control=control)
            codes = found.best
        position = position.play_code(rng.choice(codes))
    return position.line


def spread(found: Iterable[Mined], count: int) -> list[Puzzle]:
    """At most `count` of the puzzles found, equally from each level, then from all ratings and
    plies.

    A second puzzle from the same simulated game is taken only if there are no others: it is often
    the same idea a move later.
    """
    left = list(found)
    chosen: list[Puzzle] = []
    sources: set[int] = set()
    taken: dict[tuple[object, ...], int] = {}

    def order(mined: Mined) -> tuple[bool, int, int, int]:
        puzzle = mined.puzzle
        return (
            mined.source in sources,
            taken.get((puzzle.level, puzzle.keeps), 0),
            taken.get((puzzle.rating, puzzle.keeps), 0),
            taken.get((puzzle.rating, puzzle.keeps, len(puzzle.moves)), 0),
        )

    while left and len(chosen) < count:
        rarest = min(
            (each for each in LEVELS if any(mined.puzzle.level == each for mined in left)),
            key=lambda level: taken.get((level,), 0),
        )
        best = min((mined for mined in left if mined.puzzle.level == rarest), key=order)
        left.remove(best)
        sources.add(best.source)
        puzzle = best.puzzle
        chosen.append(puzzle)
        for group in (
            (puzzle.level,),
            (puzzle.level, puzzle.keeps),
            (puzzle.rating, puzzle.keeps),
            (puzzle.rating, puzzle.keeps, len(puzzle.moves)),
        ):
            taken[group] = taken.get(group, 0) + 1
    return chosen
