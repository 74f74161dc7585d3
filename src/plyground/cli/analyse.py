"""`plyground analyse` and `plyground score`: exact values of positions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import typer

from plyground.analysis import Analysis
from plyground.analysis import analyse as analysed
from plyground.arena.report import duration
from plyground.cli.batch import interruptible, make_solver, table_bar
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.games import position_of
from plyground.cli.options import SolverOptions
from plyground.cli.output import complain, say
from plyground.cli.terminal import NOTICE, QUIET, Terminal, notices
from plyground.position import Game, PlygroundError, Position
from plyground.search import (
    SOLVABLE,
    Control,
    Limits,
    MoveValue,
    Solution,
    Solver,
    Value,
    shared_table,
    value_of_bounds,
    value_text,
)
from plyground.visible import visible

Fields = tuple[str, ...]
"""The texts of a line that tabs divide."""
Answer = Fields | dict[str, Any]
"""What is found of a position: texts, or data for JSON."""

_STANDARD_INPUT = ["-"]
_LINE_HEADS = "Moves", "Value", "Values of the moves", "Best play", "Positions", "Microseconds"
_ECHO, _REASON = 80, 400  # characters of a bad line in a message, and of what is wrong with it
_STYLES = {"win": "bold green", "draw": "yellow", "loss": "red", "unknown": "dim"}


def analyse(game: Game, moves: list[str], as_json: bool, options: SolverOptions) -> None:
    """Say what every move is worth after some moves, or in the positions of standard input."""
    limits = Limits(seconds=options.time)
    terminal = Terminal()
    with notices(game.title, native=moves == _STANDARD_INPUT):
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

            def answer(text: str, position: Position, stated: int | None) -> Answer:
                analysis = found(position)
                _compare(_score_of(analysis), stated)
                return _data(analysis) if as_json else _line(text, analysis)

            _answer_lines(game, terminal, answer, _LINE_HEADS, as_json)
            return
        analysis = found(position_of(game, moves))
    if as_json:
        say(json.dumps(_data(analysis)))
    else:
        _show(analysis, terminal)


def score(game: Game, moves: list[str], as_json: bool, options: SolverOptions) -> None:
    """Say in one line what a position is worth, or each of those of standard input.

    A score that a line states is compared with what is found.
    """
    limits = Limits(seconds=options.time)
    terminal = Terminal()
    heads = "Moves", f"Score in {game.score_unit}", "Positions visited", "Microseconds"
    form: Callable[[str, Position, Solution], Answer] = _scored_as_json if as_json else _scored
    with notices(game.title, native=moves == _STANDARD_INPUT):
        solver = _solver(game, options)

        def answer(text: str, position: Position, stated: int | None = None) -> Answer:
            if options.fresh:
                solver.forget()
            control = Control()
            solution = terminal.wait(
                lambda: solver.solve(position, limits=limits, control=control),
                control,
                "Solving ...",
            )
            _compare(_exact_score(position, solution), stated)
            return form(text, position, solution)

        if moves == _STANDARD_INPUT:
            _answer_lines(game, terminal, answer, heads, as_json)
            return
        found = answer(" ".join(moves), position_of(game, moves))
    if isinstance(found, dict):
        say(json.dumps(found))
    else:
        terminal.listing(heads, [found])


def _solver(game: Game, options: SolverOptions) -> Solver:
    return make_solver(game, options.table_mb, options.threads, book=not options.no_book)


def _unknown(position: Position) -> Analysis:
    """What is said of a position while there is no table of its game."""
    value, texts = Value("unknown"), position.game.move_texts
    moves = tuple(MoveValue(texts[code], value, code) for code in position.codes)
    return Analysis(position, value, moves, (), nodes=0, seconds=0.0)


def _make_table(game: Game, memory: int | None, seconds: float | None) -> bool:
    """See to it that there is a table, which answers for games that have no solver.

    False if it takes more time: what is finished is kept, and a message says so.
    """
    control = Control()

    def work() -> bool:
        with table_bar() as show, control.deadline(seconds):
            shared_table(game, control, show, memory and memory << 20)
        return True

    made, interrupted = interruptible(work, control)
    kept = "what is finished of the table is kept for the next time"
    if interrupted:
        raise UserError(f"ended by Ctrl-C; {kept}", INTERRUPTED)
    if not made:
        complain(f"plyground: a table takes more than {seconds:g} s; {kept}")
    return bool(made)


def _answer_lines(
    game: Game,
    terminal: Terminal,
    answer: Callable[[str, Position, int | None], Answer],
    heads: Fields,
    as_json: bool,
) -> None:
    """Answer every line of standard input at once; exit with 1 after the last if one was bad."""
    terminal.interactive = False  # lines that are typed meanwhile are positions
    bad = False
    for line in sys.stdin:
        moves, stated = game.stated_score(line)
        text = " ".join(moves.split())
        try:
            found = answer(text, game.position(text), stated)
            if isinstance(found, dict):
                said = json.dumps({"line": _printable(text, _ECHO), **found})
            elif sys.stdout.isatty():
                terminal.block(heads, found)
                continue
            else:
                said = "\t".join(found)
        except PlygroundError as error:
            bad = True
            if sys.stdout.isatty() and not as_json:
                terminal.warn(f"{_printable(text, _ECHO)}: {_printable(str(error), _REASON)}")
                continue
            fields = {"line": _printable(text, _ECHO), "error": _printable(str(error), _REASON)}
            said = json.dumps(fields) if as_json else "{line}\terror: {error}".format(**fields)
        say(said)
    if bad:
        raise typer.Exit(FAILURE)


class _OtherScoreError(PlygroundError):
    """A line states a score, and the position has another one."""


def _compare(score: int | None, stated: int | None) -> None:
    """Refuse a line whose stated score is not the one that was found; None is not known."""
    if None not in (score, stated) and score != stated:
        raise _OtherScoreError(f"the line states the score {stated}, and it is {score}")


def _score_of(analysis: Analysis) -> int | None:
    """The score that the game gives the value of a position; None if that is not known."""
    value, position = analysis.value, analysis.position
    if value.verdict == "draw":
        return position.game.exact_score(0, position.ply)
    if value.plies is None or not value.exact:
        return None
    left = position.game.max_plies + 1 - value.plies
    return position.game.exact_score(left if value.verdict == "win" else -left, position.ply)


def _printable(text: str, most: int) -> str:
    """A text that harms no terminal: cut, and without control characters."""
    shown = visible(text[:most], "?")
    return f"{shown}..." if len(text) > most else shown


def _scored(text: str, position: Position, solution: Solution) -> Fields:
    """The line of `score` for a position."""
    score = _exact_score(position, solution)
    value = str(value_of_bounds(position, solution.low, solution.high) if score is None else score)
    return text, value, str(solution.nodes), f"{solution.seconds * 1e6:.0f}"


def _scored_as_json(_text: str, position: Position, solution: Solution) -> dict[str, Any]:
    """What `score --json` prints of a position: the names are those of an analysis."""
    return {
        "game": position.game.to_json(),
        "position": list(position.history),
        **value_of_bounds(position, solution.low, solution.high).to_json(),
        "score": _exact_score(position, solution),
        "score_unit": position.game.score_unit,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _exact_score(position: Position, solution: Solution) -> int | None:
    """The score that the game gives a value; None if a limit came first."""
    return position.game.exact_score(solution.low, position.ply) if solution.exact else None


def _data(analysis: Analysis) -> dict[str, Any]:
    """An analysis as data for JSON, with the same keys whether values are known or not."""
    data = analysis.to_json()
    if analysis.position.game.players > SOLVABLE:
        for each in (data, *data["moves"]):
            each.setdefault("forced", None)
            each.setdefault("ends", None)
            each.setdefault("player", None)
    return data


def _line(text: str, analysis: Analysis) -> Fields:
    """An analysis in one line."""
    many = analysis.position.game.players > SOLVABLE  # whose values take too many words
    moves = ", ".join(
        f"{each.move} {value_text(each.value, brief=many)}" for each in analysis.moves
    )
    line = " ".join(analysis.principal_variation)
    microseconds = f"{analysis.seconds * 1e6:.0f}"
    return text, str(analysis.value), moves, line, str(analysis.nodes), microseconds


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
    terminal.say(f"{positions}, {duration(analysis.seconds)}", QUIET)
