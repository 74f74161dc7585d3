"""`plyground analyse` and `plyground score`: exact values of positions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.games import ChosenGame
from plyground.cli.options import with_options
from plyground.cli.output import say
from plyground.cli.solving import Threads, make_solver, table_bar

if TYPE_CHECKING:
    from plyground.analysis import Analysis
    from plyground.cli.terminal import Terminal
    from plyground.position import Game, Position
    from plyground.search import Control, Limits, Solver

_STANDARD_INPUT = ["-"]
_ECHO, _REASON = 80, 400  # characters that are told of a bad line, and of what is wrong with it
_STYLES = {"win": "bold green", "draw": "yellow", "loss": "red", "unknown": "dim"}

Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES", help="From the start, as in 4453; - reads a position from each line."
    ),
]


@dataclass(frozen=True)
class SolverOptions:
    """How positions are solved."""

    time: Annotated[
        float | None,
        typer.Option(
            metavar="S", help="Seconds for each position; beyond them values are unknown."
        ),
    ] = None
    threads: Threads = None
    table_mb: Annotated[
        int | None,
        typer.Option("--table-mb", "--memory", metavar="N", min=1, help="MiB of the table (128)."),
    ] = None
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Empty the table before each position.")
    ] = False
    no_book: Annotated[bool, typer.Option("--no-book", help="Search what a book would know.")] = (
        False
    )

    @property
    def limits(self) -> Limits:
        """The limits of each search. Raises LimitError for a time that is none."""
        from plyground.search import Limits

        return Limits(seconds=self.time)

    def solver(self, game: Game) -> Solver:
        """A solver of `game` with these options, see `make_solver`."""
        return make_solver(game, self.table_mb, self.threads, book=not self.no_book)


@with_options
def analyse(
    game: ChosenGame,
    moves: Moves = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object per position.")] = False,
    *,
    options: SolverOptions,
) -> None:
    """Say what every move after MOVES is worth with best play, and how the game then goes on.

    With - for MOVES each line of standard input is a position, an empty one the start, and is
    answered by one line: moves, value, values of the moves, best play, positions visited and
    microseconds, separated by tabs.
    """
    from plyground.analysis import analyse as analysed
    from plyground.cli.terminal import Terminal, notices
    from plyground.search import SOLVABLE, Control

    limits = options.limits
    terminal = Terminal()

    made = True

    def found(position: Position) -> Analysis:
        if not made and not position.over:
            return _unknown(position)
        if options.fresh and solver:
            solver.forget()
        control = Control()
        return terminal.wait(
            lambda: analysed(position, solver, limits, control), control, "Analysing ..."
        )

    with notices(game.title):
        solver: Solver | None = None
        if game.players == SOLVABLE:
            solver = options.solver(game)
        else:
            made = _make_table(game, options.table_mb, options.time)
        if moves == _STANDARD_INPUT:
            terminal.interactive = False  # lines that are typed meanwhile are positions
            _answer_lines(
                game,
                lambda text, position: _line(text, found(position), as_json),
                lambda text, error: (
                    json.dumps({"line": text, "error": error})
                    if as_json
                    else f"{text}\terror: {error}"
                ),
            )
            return
        analysis = found(game.position(moves or []))
    if as_json:
        say(_json(analysis))
    else:
        _show(analysis, terminal)


@with_options
def score(
    game: ChosenGame,
    moves: Moves = None,
    *,
    options: SolverOptions,
) -> None:
    """Say in one line what the position after MOVES is worth with best play.

    Moves, score, positions visited and microseconds, separated by tabs. The score is in how many
    plies the player to move wins, less than 0 for a loss, 0 for a draw. In Connect Four it is how
    many counters of their own the winner has left, the last one played counted. With - for MOVES
    each line of standard input is a position, an empty one the start.
    """
    from plyground.cli.terminal import Terminal, notices
    from plyground.search import Control

    limits = options.limits
    terminal = Terminal()

    with notices(game.title):
        solver = options.solver(game)

        def answer(text: str, position: Position) -> str:
            if options.fresh:
                solver.forget()
            control = Control()
            return terminal.wait(
                lambda: _scored(text, position, solver, limits, control), control, "Solving ..."
            )

        if moves == _STANDARD_INPUT:
            terminal.interactive = False
            _answer_lines(game, answer, lambda text, error: f"{text}\terror: {error}")
            return
        line = answer(" ".join(moves or []), game.position(moves or []))
    say(line)


def _unknown(position: Position) -> Analysis:
    """What is said of a position while there is no table of its game."""
    from plyground.analysis import Analysis
    from plyground.search import MoveValue, Value

    value, texts = Value("unknown"), position.game.move_texts
    moves = tuple(MoveValue(texts[code], value, code) for code in position.codes)
    return Analysis(position, value, moves, (), nodes=0, seconds=0.0)


def _make_table(game: Game, memory: int | None, seconds: float | None) -> bool:
    """See to it that there is a table, which answers for games that have no solver.

    False if it takes more time: what is finished is kept, and told of.
    """
    from plyground.cli.batch import interruptible
    from plyground.search import Cancelled, Control, shared_table

    control = Control()

    def work() -> bool:
        try:
            with table_bar(game) as show, control.deadline(seconds):
                shared_table(game, control, show, memory and memory << 20)
        except Cancelled:
            return False
        return True

    made, interrupted = interruptible(work, control)
    kept = "what is finished of the table is kept for the next time"
    if interrupted:
        raise UserError(f"ended by Ctrl-C; {kept}", exits.INTERRUPTED)
    if not made:
        print(f"plyground: a table takes more than {seconds:g} s; {kept}", file=sys.stderr)  # noqa: T201
    return made


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
            bad, said = True, failed(_printable(text, _ECHO), _printable(str(error), _REASON))
        say(said)
    if bad:
        raise typer.Exit(exits.FAILURE)


def _printable(text: str, most: int) -> str:
    """A text that harms no terminal: cut, and without control characters."""
    shown = "".join(each if each.isprintable() else "?" for each in text[:most])
    return f"{shown}..." if len(text) > most else shown


def _scored(text: str, position: Position, solver: Solver, limits: Limits, control: Control) -> str:
    """The line of `score` for a position."""
    from plyground.search import value_of_bounds, value_text

    solution = solver.solve(position, limits, control)
    game, ply = position.game, position.ply
    if solution.exact:
        told = str(game.exact_score(solution.low, ply))
    else:
        told = value_text(value_of_bounds(position, solution.low, solution.high))
    return f"{text}\t{told}\t{solution.nodes}\t{solution.seconds * 1e6:.0f}"


def _json(analysis: Analysis) -> str:
    """An analysis as a JSON object, with the same keys whether values are known or not."""
    from plyground.search import SOLVABLE

    data = analysis.to_json()
    if analysis.position.game.players > SOLVABLE:
        for each in (data, *data["moves"]):
            each.setdefault("forced", None)
            each.setdefault("ends", None)
            each.setdefault("player", None)
    return json.dumps(data)


def _line(text: str, analysis: Analysis, as_json: bool) -> str:
    """An analysis in one line."""
    from plyground.search import SOLVABLE, value_text

    if as_json:
        return _json(analysis)
    many = analysis.position.game.players > SOLVABLE  # whose values take too many words
    moves = ", ".join(
        f"{each.move} {value_text(each.value, brief=many)}" for each in analysis.moves
    )
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
    by_value: dict[str, tuple[str, list[str]]] = {}
    for each in analysis.moves:
        style = _STYLES[each.value.verdict]
        by_value.setdefault(str(each.value), (style, []))[1].append(each.move)
    terminal.table(
        ("Value", "Moves"),
        [((value, style), (" ".join(moves), "")) for value, (style, moves) in by_value.items()],
    )
    line = analysis.principal_variation
    if line:
        goes_on = len(line) < (analysis.value.plies or 0)
        moves = " ".join([*line, "..."] if goes_on else line)
        terminal.write([("Best play: ", NOTICE), (moves, "")])
    positions = f"{analysis.nodes:,} position{'' if analysis.nodes == 1 else 's'}"
    terminal.say(f"{positions}, {analysis.seconds:.3g} s", QUIET)
