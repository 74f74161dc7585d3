"""`plyground review`: where a finished game was lost, and what was better."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import typer

from plyground.analysis.review import SECONDS
from plyground.analysis.review import review as reviewed_by
from plyground.analysis.review_view import ReviewView
from plyground.analysis.reviewed import (
    Review,
    ReviewedMove,
    line_heading,
    player_name,
    state_of_play,
)
from plyground.cli.batch import make_solver
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.games import position_of
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain
from plyground.cli.records import fault_text, read_file
from plyground.cli.terminal import NOTICE, QUIET, Terminal, notices
from plyground.games.registry import game_class
from plyground.position import Game
from plyground.records import Record
from plyground.search import SOLVABLE, Control, Limits, Solver, value_text

_STYLES = {
    "best": "green",
    "good": "",
    "inaccuracy": "yellow",
    "mistake": "red",
    "blunder": "bold red",
}


def review(
    source: Game | str,
    moves: list[str],
    chosen: str | None,
    as_json: bool,
    html: Path | None,
    time: float | None,
    threads: int | None,
) -> None:
    """Grade every move of a game or of the games of a file, and show what was better."""
    if as_json and html is not None:
        raise UserError("one form at a time: give one of --json, --html FILE")
    Limits(seconds=time)  # refuses a time that is none
    output = OutputFile(html or STANDARD_OUTPUT)
    terminal = Terminal()
    faults: list[str] = []
    if isinstance(source, str):
        if moves:
            raise UserError(f"MOVES do not go with a file of records; accepted: {source} alone")
        games = _games_of(source, chosen, faults)
    elif chosen is not None:
        raise UserError("--game chooses from a file of records: give a FILE, or no --game")
    else:
        with notices(source.title):
            games = iter([("", Record.of(position_of(source, moves)))])
    found: list[ReviewView] = []
    solvers: dict[Game, Solver] = {}
    for head, record in games:
        with notices(record.game.title):
            reviewed = _reviewed(record, time, threads, terminal, solvers)
        if html is not None:
            found.append(ReviewView(reviewed, ended=record.ending, heading=head))
        elif as_json:
            output.write(json.dumps(reviewed.to_json()) + "\n")
        else:
            _show(reviewed, head, record.ending, terminal)
    if html is not None:
        from plyground.web.review_file import review_file

        output.write(review_file(found))
    if faults:
        raise typer.Exit(FAILURE)


def _games_of(source: str, chosen: str | None, faults: list[str]) -> Iterator[tuple[str, Record]]:
    """The games of a file, each with a heading: all, number N, or those of a game that is named.

    Faults are printed, and kept in `faults`. Games are numbered as `plyground records`
    lists them: those that cannot be read do not count.
    """
    name = "standard input" if source == "-" else source
    number = int(chosen) if chosen and chosen.isdecimal() else None
    kind = game_class(chosen) if chosen and number is None else None
    count = 0
    for reading in read_file(source, kind):
        record = reading.record
        count += record is not None
        if number is None or (record is not None and count == number):
            for fault in reading.faults:
                faults.append(str(fault))
                complain(f"plyground: {fault_text(source, fault)}")
            if record is not None:
                yield f"Game {count}, {record.game.title}", record
        if count == number:
            return
    if number is not None or count == 0:
        has = f"{count} game{'' if count == 1 else 's'}"
        raise UserError(f"{name} has {has if count else 'no games'}", FAILURE)


def _reviewed(
    record: Record,
    seconds: float | None,
    threads: int | None,
    terminal: Terminal,
    solvers: dict[Game, Solver],
) -> Review:
    """The review of a game; a solver serves as long as the games are the same."""
    position = record.position()
    limits = Limits(seconds=SECONDS if seconds is None else seconds)
    control = Control()
    if position.game.players == SOLVABLE and position.game not in solvers:
        solvers.clear()
        solvers[position.game] = make_solver(position.game, None, threads, book=True)
    solver = solvers.get(position.game)
    return terminal.wait(
        lambda: reviewed_by(
            position,
            limits=limits,
            solver=solver,
            control=control,
            start=len(record.start),
        ),
        control,
        "Reviewing ...",
    )


def _show(review: Review, head: str, ended: str, terminal: Terminal) -> None:
    """A review for people: the last board, every move with its grade, and the turning point."""
    position, game = review.position, review.position.game
    if head:
        terminal.say(head, NOTICE)
    terminal.show(position)
    terminal.say(state_of_play(position, ended))
    if review.moves:
        terminal.table(
            ("Move", "By", "Played", "Grade", "Value", "Best", "Why"),
            [_row(move) for move in review.moves],
        )
    turned = review.turning_point
    terminal.say(review.summary, NOTICE)
    if turned is not None and turned.line:
        terminal.write([(f"{line_heading(turned)}: ", NOTICE), (" ".join(turned.line), "")])
        if len(turned.refutation) > 1:
            line = " ".join(turned.refutation)
            terminal.write([("What the move allows: ", NOTICE), (line, "")])
    if not review.moves:
        return
    for each in review.accuracy:
        name = player_name(game, each.player)
        if each.percent is None:
            said = f"{name} has no accuracy, because no move by {name} counts."
            terminal.say(said[:1].upper() + said[1:])
        else:
            terminal.write([(f"Accuracy of {name}: ", NOTICE), (str(each), "")])
    terminal.say(_how(review), QUIET)


def _row(move: ReviewedMove) -> list[tuple[str, str]]:

    grade = move.grade if move.exact else f"{move.grade} (depth {move.depth})"
    value = value_text(move.after, brief=True)
    if move.grade != "best":
        value = f"{value_text(move.before, brief=True)} -> {value}"
    best = "" if move.grade == "best" else " ".join(move.best)
    return [
        (str(move.ply), ""),
        (player_name(move.position.game, move.player), ""),
        (move.move, ""),
        (grade, _STYLES[move.grade]),
        (value, ""),
        (best, ""),
        (move.reason.text if move.reason else "", ""),
    ]


def _how(review: Review) -> str:
    """How many moves were graded in which way, and what it took."""
    exact = sum(move.exact for move in review.moves)
    searched = len(review.moves) - exact
    words = f"{exact} move{'' if exact == 1 else 's'} graded by exact values"
    if searched:
        words += f", {searched} by a search ahead"
    return f"{words}, {review.seconds:.3g} s"
