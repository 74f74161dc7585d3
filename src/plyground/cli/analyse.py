"""`plyground analyse` and `plyground score`: exact values of positions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import typer

from plyground.analysis import Analysis
from plyground.analysis import analyse as analysed
from plyground.cli.batch import interruptible, make_solver, table_bar
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.options import SolverOptions
from plyground.cli.output import say
from plyground.cli.terminal import NOTICE, QUIET, Terminal, notices
from plyground.position import Game, PlygroundError, Position
from plyground.search import (
    SOLVABLE,
    Control,
    Limits,
    MoveValue,
    Solver,
    Value,
    shared_table,
    value_of_bounds,
    value_text,
)

_STANDARD_INPUT = ["-"]
_ECHO, _REASON = 80, 400  # characters that are told of a bad line, and of what is wrong with it
_STYLES = {"win": "bold green", "draw": "yellow", "loss": "red", "unknown": "dim"}


def analyse(game: Game, moves: list[str], as_json: bool, options: SolverOptions) -> None:
    """Say what every move is worth after some moves, or in the positions of standard input."""
    limits = Limits(seconds=options.time)
    terminal = Terminal()
    with notices(game.title):
        solver = _solver(game, options) if game.players == SOLVABLE else None
        made = solver is not None or _make_table(game, options.table_mb, options.time)

        def found(position: Position) -> Analysis:
            if not made and not position.over:
                return _unknown(position)
            if options.fresh and solver:
                solver.forget()
            control = Control()
            return terminal.wait(
                lambda: analysed(position, solver=solver, limits=limits, control=control),
                control,
                "Analysing ...",
            )

        if moves == _STANDARD_INPUT:
            _answer_lines(
                game, terminal, lambda text, each: _line(text, found(each), as_json), as_json
            )
            return
        analysis = found(game.position(moves))
    if as_json:
        say(_json(analysis))
    else:
        _show(analysis, terminal)


def score(game: Game, moves: list[str], options: SolverOptions) -> None:
    """Say in one line what a position is worth, or each of those of standard input."""
    limits = Limits(seconds=options.time)
    terminal = Terminal()
    with notices(game.title):
        solver = _solver(game, options)

        def answer(text: str, position: Position) -> str:
            if options.fresh:
                solver.forget()
            control = Control()
            return terminal.wait(
                lambda: _scored(text, position, solver, limits, control), control, "Solving ..."
            )

        if moves == _STANDARD_INPUT:
            _answer_lines(game, terminal, answer)
            return
        line = answer(" ".join(moves), game.position(moves))
    say(line)


def _solver(game: Game, options: SolverOptions) -> Solver:
    return make_solver(game, options.table_mb, options.threads, book=not options.no_book)


def _unknown(position: Position) -> Analysis:
    """What is said of a position while there is no table of its game."""
    value, texts = Value("unknown"), position.game.move_texts
    moves = tuple(MoveValue(texts[code], value, code) for code in position.codes)
    return Analysis(position, value, moves, (), nodes=0, seconds=0.0)


def _make_table(game: Game, memory: int | None, seconds: float | None) -> bool:
    """See to it that there is a table, which answers for games that have no solver.

    False if it takes more time: what is finished is kept, and told of.
    """
    control = Control()

    def work() -> bool:
        with table_bar(game) as show, control.deadline(seconds):
            shared_table(game, control, show, memory and memory << 20)
        return True

    made, interrupted = interruptible(work, control)
    kept = "what is finished of the table is kept for the next time"
    if interrupted:
        raise UserError(f"ended by Ctrl-C; {kept}", INTERRUPTED)
    if not made:
        print(f"plyground: a table takes more than {seconds:g} s; {kept}", file=sys.stderr)  # noqa: T201
    return bool(made)


def _answer_lines(
    game: Game, terminal: Terminal, answer: Callable[[str, Position], str], as_json: bool = False
) -> None:
    """Answer every line of standard input at once; exit with 1 after the last if one was bad."""
    terminal.interactive = False  # lines that are typed meanwhile are positions
    bad = False
    for line in sys.stdin:
        text = " ".join(game.position_text(line).split())
        try:
            said = answer(text, game.position(text))
        except PlygroundError as error:
            bad = True
            told = {"line": _printable(text, _ECHO), "error": _printable(str(error), _REASON)}
            said = json.dumps(told) if as_json else "{line}\terror: {error}".format(**told)
        say(said)
    if bad:
        raise typer.Exit(FAILURE)


def _printable(text: str, most: int) -> str:
    """A text that harms no terminal: cut, and without control characters."""
    shown = "".join(each if each.isprintable() else "?" for each in text[:most])
    return f"{shown}..." if len(text) > most else shown


def _scored(text: str, position: Position, solver: Solver, limits: Limits, control: Control) -> str:
    """The line of `score` for a position."""
    solution = solver.solve(position, limits=limits, control=control)
    game, ply = position.game, position.ply
    if solution.exact:
        told = str(game.exact_score(solution.low, ply))
    else:
        told = value_text(value_of_bounds(position, solution.low, solution.high))
    return f"{text}\t{told}\t{solution.nodes}\t{solution.seconds * 1e6:.0f}"


def _json(analysis: Analysis) -> str:
    """An analysis as a JSON object, with the same keys whether values are known or not."""
    data = analysis.to_json()
    if analysis.position.game.players > SOLVABLE:
        for each in (data, *data["moves"]):
            each.setdefault("forced", None)
            each.setdefault("ends", None)
            each.setdefault("player", None)
    return json.dumps(data)


def _line(text: str, analysis: Analysis, as_json: bool) -> str:
    """An analysis in one line."""
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
