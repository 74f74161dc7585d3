"""`plyground review`: where a finished game was lost, and what was better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.exits import UserError
from plyground.cli.games import Columns, Players, Rows, Vertices, make_game
from plyground.cli.output import STANDARD_OUTPUT, OutputFile
from plyground.cli.solving import Threads

if TYPE_CHECKING:
    from plyground.analysis import Review, ReviewedMove
    from plyground.cli.terminal import Terminal
    from plyground.position import Position

_STYLES = {
    "best": "green",
    "good": "",
    "inaccuracy": "yellow",
    "mistake": "red",
    "blunder": "bold red",
}


def review(
    ctx: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="tictactoe, numerical, sim, connect4, an installed game, or a .py file",
        ),
    ],
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVES", help="From the start, as in 4453."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with boards and a graph (- to print it)."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Seconds to solve a move (10); what takes longer is searched ahead, 1 s at most.",
        ),
    ] = None,
    threads: Threads = None,
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Grade every move of a game: where it was lost, and what was better.

    Moves are graded by exact values where solving is affordable, else by a search ahead, and it
    says which.
    """
    from plyground.cli.terminal import Terminal, notices

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    chosen = make_game(ctx, game, **options)
    if as_json and html is not None:
        raise UserError("one form at a time: give one of --json, --html FILE")
    output = OutputFile(html or STANDARD_OUTPUT)
    terminal = Terminal()
    with notices(chosen.title):
        found = _reviewed(chosen.position(moves or []), time, threads, terminal)
    if html is not None:
        from plyground.cli.review_page import review_page

        output.write(review_page([found]))
    elif as_json:
        import json

        output.write(json.dumps(found.to_json()) + "\n")
    else:
        _show(found, terminal)


def _reviewed(
    position: Position, seconds: float | None, threads: int | None, terminal: Terminal
) -> Review:
    from plyground.analysis.review import SECONDS, review
    from plyground.cli.solving import make_solver
    from plyground.search import SOLVABLE, Control, Limits

    limits = Limits(seconds=SECONDS if seconds is None else seconds)
    control = Control()
    solver = None
    if position.game.players == SOLVABLE:
        solver = make_solver(position.game, None, threads, book=True)
    return terminal.wait(
        lambda: review(position, limits, solver=solver, control=control), control, "Reviewing ..."
    )


def _show(review: Review, terminal: Terminal) -> None:
    """A review for people: the last board, every move with its grade, and the turning point."""
    from plyground.analysis.review_words import accuracy_text, player_name, standing_text
    from plyground.cli.terminal import NOTICE, QUIET

    position, game = review.position, review.position.game
    terminal.show(position)
    terminal.say(standing_text(position))
    if review.moves:
        terminal.table(
            ("Move", "By", "Played", "Grade", "Value", "Best", "Why"),
            [_row(move) for move in review.moves],
        )
    turned = review.turning_point
    terminal.say(review.summary, NOTICE)
    if turned is not None and turned.line:
        terminal.write([("The line that proves it: ", NOTICE), (" ".join(turned.line), "")])
        if len(turned.refutation) > 1:
            line = " ".join(turned.refutation)
            terminal.write([("What the move allows:    ", NOTICE), (line, "")])
    for each in review.accuracy:
        name = player_name(game, each.player)
        terminal.write([(f"Accuracy of {name}: ", NOTICE), (accuracy_text(each), "")])
    terminal.say(_how(review), QUIET)


def _row(move: ReviewedMove) -> list[tuple[str, str]]:
    from plyground.analysis.review_words import player_name, worth_text

    grade = move.grade if move.exact else f"{move.grade} (depth {move.depth})"
    value = worth_text(move.after)
    if move.grade != "best":
        value = f"{worth_text(move.before)} -> {value}"
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
    told = f"{exact} moves graded by exact values"
    if searched:
        told += f", {searched} by a search ahead"
    return f"{told}, {review.seconds:.3g} s"
