"""`plyground analyse` and `plyground score`: exact values of positions."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.games import Columns, GameName, Players, Rows, Vertices, make_game

if TYPE_CHECKING:
    from plyground.cli.terminal import Terminal
    from plyground.position import Game, Position
    from plyground.search import Analysis, Control, Limits, Solver, Value

_STANDARD_INPUT = ["-"]
_STYLES = {"win": "bold green", "draw": "yellow", "loss": "red", "unknown": "dim"}

Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES", help="From the start, as in 4453; - reads a position from each line."
    ),
]
Time = Annotated[
    float | None,
    typer.Option(metavar="S", help="Seconds for each position; beyond them values are unknown."),
]
Threads = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=256, help="Threads that search (as many as cores)."),
]
Memory = Annotated[
    int | None,
    typer.Option("--table-mb", "--memory", metavar="N", min=1, help="MiB of the table (128)."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Empty the table before each position.")]


def analyse(
    ctx: typer.Context,
    game: GameName,
    moves: Moves = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object per position.")] = False,
    time: Time = None,
    threads: Threads = None,
    table_mb: Memory = None,
    fresh: Fresh = False,
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Say what every move after MOVES is worth with best play, and how the game then goes on.

    With - for MOVES each line of standard input is a position, an empty one the start, and is
    answered by one line: moves, value, values of the moves, best play, positions visited and
    microseconds, separated by tabs.
    """
    from plyground.cli.terminal import Terminal, notices
    from plyground.search import Control, Limits
    from plyground.search import analyse as analysed

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    chosen = make_game(ctx, game, **options)
    limits = Limits(seconds=time)
    terminal = Terminal()

    def found(position: Position, solver: Solver) -> Analysis:
        if fresh:
            solver.forget()
        control = Control()
        return terminal.wait(
            lambda: analysed(position, solver, limits, control), control, "Analysing ..."
        )

    with notices(chosen.title):
        solver = make_solver(chosen, table_mb, threads)
        if moves == _STANDARD_INPUT:
            terminal.interactive = False  # lines that are typed meanwhile are positions
            _answer_lines(
                chosen,
                lambda text, position: _line(text, found(position, solver), as_json),
                lambda text, error: (
                    json.dumps({"position": text, "error": error})
                    if as_json
                    else f"{text}\terror: {error}"
                ),
            )
            return
        analysis = found(chosen.position(moves or []), solver)
    if as_json:
        _say(json.dumps(analysis.to_json()))
    else:
        _show(analysis, terminal)


def score(
    ctx: typer.Context,
    game: GameName,
    moves: Moves = None,
    time: Time = None,
    threads: Threads = None,
    table_mb: Memory = None,
    fresh: Fresh = False,
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Say in one line what the position after MOVES is worth with best play.

    Moves, score, positions visited and microseconds, separated by tabs. The score is in how many
    plies the player to move wins, less than 0 for a loss, 0 for a draw. In Connect Four it is how
    many counters of their own the winner has left, the last one played counted. With - for MOVES
    each line of standard input is a position, an empty one the start.
    """
    from plyground.cli.terminal import Terminal, notices
    from plyground.search import Control, Limits

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    chosen = make_game(ctx, game, **options)
    limits = Limits(seconds=time)
    terminal = Terminal()

    with notices(chosen.title):
        solver = make_solver(chosen, table_mb, threads)

        def answer(text: str, position: Position) -> str:
            if fresh:
                solver.forget()
            control = Control()
            return terminal.wait(
                lambda: _scored(text, position, solver, limits, control), control, "Solving ..."
            )

        if moves == _STANDARD_INPUT:
            terminal.interactive = False
            _answer_lines(chosen, answer, lambda text, error: f"{text}\terror: {error}")
            return
        line = answer(" ".join(moves or []), chosen.position(moves or []))
    _say(line)


def make_solver(game: Game, memory: int | None, threads: int | None) -> Solver:
    """A solver with what the command line grants it, compiled. Raises UserError or SolverError."""
    from plyground.search import MEMORY, Solver

    memory = memory or MEMORY
    refusal = f"a table of {memory} MiB does not fit into the memory of this computer"
    there = _mebibytes()
    if there is not None and memory > there:
        raise UserError(f"{refusal}, which has {there} MiB: give less", exits.FAILURE)
    try:
        solver = Solver(game, memory, threads or _cores())
    except MemoryError:
        raise UserError(f"{refusal}: give less", exits.FAILURE) from None
    solver.prepare()
    return solver


def _mebibytes() -> int | None:
    """How much memory there is, where the system tells."""
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _answer_lines(
    game: Game, answer: Callable[[str, Position], str], failed: Callable[[str, str], str]
) -> None:
    """Answer every line of standard input at once; exit with 1 after the last if one was bad."""
    from plyground.position import PlygroundError

    bad = False
    for line in sys.stdin:
        text = " ".join(game.position_text(line).split())
        try:
            said = answer(text, game.position(text))
        except PlygroundError as error:
            bad, said = True, failed(text, str(error))
        _say(said)
    if bad:
        raise typer.Exit(exits.FAILURE)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _scored(text: str, position: Position, solver: Solver, limits: Limits, control: Control) -> str:
    """The line of `score` for a position."""
    solution = solver.solve(position, limits, control)
    game, ply = position.game, position.ply
    if solution.exact:
        told = str(game.exact_score(solution.low, ply))
    else:
        bounds = (("at least", solution.low), ("at most", solution.high))
        known = [
            f"{words} {game.exact_score(bound, ply)}"
            for words, bound in bounds
            if abs(bound) < solution.most - 1
        ]
        told = f"unknown ({', '.join(known)})" if known else "unknown"
    return f"{text}\t{told}\t{solution.nodes}\t{solution.seconds * 1e6:.0f}"


def _line(text: str, analysis: Analysis, as_json: bool) -> str:
    """An analysis in one line."""
    if as_json:
        return json.dumps(analysis.to_json())
    moves = ", ".join(f"{each.move} {each.value}" for each in analysis.moves)
    line = " ".join(analysis.principal_variation)
    microseconds = f"{analysis.seconds * 1e6:.0f}"
    return "\t".join((text, str(analysis.value), moves, line, str(analysis.nodes), microseconds))


def _show(analysis: Analysis, terminal: Terminal) -> None:
    """An analysis for people: the board, the moves by their values, and best play."""
    from plyground.cli.terminal import NOTICE, QUIET

    position = analysis.position
    terminal.show(position)
    terminal.say(position.describe())
    terminal.say()
    style = _STYLES[analysis.value.verdict]
    terminal.write([(f"For player {position.turn + 1}: ", NOTICE), (str(analysis.value), style)])
    by_value: dict[Value, list[str]] = {}
    for each in analysis.moves:
        by_value.setdefault(each.value, []).append(each.move)
    terminal.table(
        ("Value", "Moves"),
        [
            ((str(value), _STYLES[value.verdict]), (" ".join(moves), ""))
            for value, moves in by_value.items()
        ],
    )
    if analysis.principal_variation:
        terminal.write([("Best play: ", NOTICE), (" ".join(analysis.principal_variation), "")])
    positions = f"{analysis.nodes:,} position{'' if analysis.nodes == 1 else 's'}"
    terminal.say(f"{positions}, {analysis.seconds:.3g} s", QUIET)
