"""What each command takes, and what its help says. The work is done by the module that it calls.

Nothing here imports Numba before a command needs it: `plyground --help` is to be quick.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.games import (
    ChosenGame,
    GameOrFile,
    OptionalGame,
    parameters_given,
    seconds_since_start,
)
from plyground.cli.options import (
    SearchOptions,
    SeriesOptions,
    SolveOptions,
    SolverOptions,
    Threads,
    with_options,
)
from plyground.cli.output import OutputFile, say

Moves = Annotated[
    list[str] | None, typer.Argument(metavar="MOVES", help="From the start, as in 4453.")
]
Lines = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES", help="From the start, as in 4453; - reads a position from each line."
    ),
]
Picture = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a picture instead (- to print it).")
]
Seed = Annotated[int | None, typer.Option(help="Makes chance repeatable.", metavar="N")]

_CONNECT4: Any = "connect4"  # of which GameCommand makes a game


# To play


def menu() -> None:
    """Choose a game and play in the terminal."""
    from plyground.cli.session import menu

    menu()


def play(
    ctx: typer.Context,
    game: ChosenGame,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Who plays, a player for each seat: human, or a computer player such as "
            "minimax:depth=5; `plyground players` lists them. Without them the game asks, or you "
            "play the computer.",
        ),
    ] = None,
    seed: Seed = None,
    details: Annotated[
        bool, typer.Option("--details", help="Say what each move of the computer rests on.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game to FILE, behind others, when it ends."),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:N]", help="Go on from game N of a file of saved games, or its last one."
        ),
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from plyground.cli.session import play_once

    play_once(game, players or [], bool(parameters_given(ctx)), seed, details, save, load)


def players(
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as documents have them.")
    ] = False,
) -> None:
    """List the players, and what each can be asked for."""
    from plyground.cli.players import players

    players(markdown)


def puzzle(
    game: OptionalGame = None,
    number: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The puzzle of that number.")
    ] = None,
    rating: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Only easy, medium or hard ones.")
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="The puzzle of the day, the same for everybody.")
    ] = False,
    progress: Annotated[
        bool, typer.Option("--progress", help="Say how many are solved, and solve none.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print it, or the progress, as a JSON object.")
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="With --json: and the solution.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Puzzles that you have mined of GAME.")
    ] = None,
) -> None:
    """Solve puzzles: find the one move that wins, or keeps the draw.

    Each next one is near your level and not yet solved. What you solved is kept.
    """
    from plyground.cli.puzzle import puzzle

    puzzle(game, number, rating, daily, progress, as_json, solution, file)


def mine(
    game: ChosenGame,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written whole; - prints it.")],
    count: Annotated[int, typer.Option(metavar="N", min=1, help="Puzzles at most.")] = 100,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to simulate.")] = 1000,
    first_ply: Annotated[
        int, typer.Option(metavar="N", min=0, help="The plies that lead to a puzzle, at least.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="Decides the games.")] = 1,
) -> None:
    """Make puzzles: simulate games, and keep positions with one single move that keeps the value.

    The same numbers make the same puzzles. For any game of two players whose positions the exact
    solver solves quickly from --first-ply on; for the empty board of Connect Four that is 12.
    """
    from plyground.cli.puzzle import mine

    mine(game, file, count, games, first_ply, seed)


# What the rules say


def games() -> None:
    """List the games and their parameters."""
    from plyground.cli.rules import games

    games()


def show(game: ChosenGame, moves: Moves = None, svg: Picture = None) -> None:
    """Show the position after MOVES."""
    from plyground.cli.rules import show

    show(game, moves or [], svg)


def perft(
    game: ChosenGame,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="Plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
) -> None:
    """Count the move sequences of DEPTH plies."""
    from plyground.cli.rules import perft

    perft(game, depth, divide)


def check(
    game: ChosenGame,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play at random.")] = 20,
) -> None:
    """Test the rules of a game, usually in a .py file of your own, and say what is wrong.

    It plays games at random and looks at everything that the rest relies on.
    """
    from plyground.cli.rules import check

    check(game, games)


# Many games


@with_options
def simulate(
    game: ChosenGame,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="A computer player for each seat of the game."),
    ],
    *,
    options: SeriesOptions,
) -> None:
    """Play a series of matches between computer players."""
    from plyground.cli.series import run

    run(game, players, options)


def experiment(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="One of those listed without it, or a .toml file."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Instead of the experiment's own.", metavar="N")
    ] = None,
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that work.", metavar="N")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a line for each row (- prints).")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the result (.png or .svg).")
    ] = None,
) -> None:
    """Answer a question about players by playing or searching; without a NAME, list them."""
    from plyground.cli import experiment as experiments

    if name is None:
        experiments.list_all()
    else:
        experiments.run(name, rounds, seed, jobs, json, csv, chart)


def records(
    sources: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Files of saved games; - is standard input.")
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Only this game; records of a game of your own are read if its .py file is given.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Only games in which a player or a name contains this."),
    ] = None,
    result: Annotated[
        str | None, typer.Option(metavar="R", help="Only this result: 1-0, 1/2-1/2, 0-1, *, ...")
    ] = None,
    at_least: Annotated[
        int, typer.Option(min=0, metavar="PLIES", help="Only games so long or longer.")
    ] = 0,
    at_most: Annotated[
        int | None, typer.Option(min=0, metavar="PLIES", help="Only games so long or shorter.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each game.")
    ] = False,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a Parquet file, a row for each game.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the games themselves (- prints).")
    ] = None,
) -> None:
    """List saved games, or those of them that are asked for, or write them in another form.

    Faults in a file go to standard error with line and column, and the exit code is then 1. Every
    game that can be read is listed all the same.
    """
    from plyground.cli.records import records

    records(sources, game, player, result, at_least, at_most, json, parquet, output)


# What positions are worth


@with_options
def tree(
    game: ChosenGame,
    moves: Moves = None,
    as_text: Annotated[
        bool, typer.Option("--text", help="The tree as text, as without it.")
    ] = False,
    steps: Annotated[bool, typer.Option("--steps", help="Every step in words instead.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Nodes and steps as data.")] = False,
    svg: Picture = None,
    *,
    options: SearchOptions,
) -> None:
    """Look inside a search from the position after MOVES: values, windows and cut-offs."""
    from plyground.cli.tree import tree

    tree(game, moves or [], as_text, steps, as_json, svg, options)


@with_options
def analyse(
    game: ChosenGame,
    moves: Lines = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object per position.")] = False,
    *,
    options: SolverOptions,
) -> None:
    """Say what every move after MOVES is worth with best play, and how the game then goes on.

    With - for MOVES each line of standard input is a position, an empty one the start, and is
    answered by one line: moves, value, values of the moves, best play, positions visited and
    microseconds, separated by tabs.
    """
    from plyground.cli.analyse import analyse

    analyse(game, moves or [], as_json, options)


@with_options
def score(game: ChosenGame, moves: Lines = None, *, options: SolverOptions) -> None:
    """Say in one line what the position after MOVES is worth with best play.

    Moves, score, positions visited and microseconds, separated by tabs. The score is in how many
    plies the player to move wins, less than 0 for a loss, 0 for a draw. In Connect Four it is how
    many counters of their own the winner has left, the last one played counted. With - for MOVES
    each line of standard input is a position, an empty one the start.
    """
    from plyground.cli.analyse import score

    score(game, moves or [], options)


def review(
    source: GameOrFile,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVES", help="Of a game, from the start, as in 4453."),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--game", metavar="N", min=1, help="Only the Nth game of the file."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object in a line for each game.")
    ] = False,
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
) -> None:
    """Grade every move of a game: where it was lost, and what was better.

    Moves are graded by exact values where solving is affordable, else by a search ahead, and it
    says which. In a file of records it reviews every game, and names the lines of faults.
    """
    from plyground.cli.review import review

    review(source, moves or [], number, as_json, html, time, threads)


@with_options
def solve(
    ctx: typer.Context,
    game: ChosenGame,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    *,
    options: SolveOptions,
) -> None:
    """Say what a game is worth with best play, and count its positions.

    All positions are found and solved, and kept on disk: the next time they are only read. What is
    interrupted is taken up again. A game for two players that has too many positions is searched
    from its start instead, and they are not counted; a search of 10 seconds or more is kept. What a
    book knows is said at once.
    """
    from plyground.cli.solve import solve

    solve(game, as_json, options, seconds_since_start(ctx))


def build(
    game: ChosenGame,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions of so many plies, and of fewer.")
    ],
    output: Annotated[
        str | None, typer.Option(help="The file; without, it is kept where it is found again.")
    ] = None,
    memory: Annotated[int, typer.Option(metavar="N", min=1, help="MiB that may be used.")] = 2000,
    threads: Threads = None,
) -> None:
    """Solve all positions of a game's first plies and keep their values.

    analyse, score, the player perfect and hints then know them at once. What is interrupted is
    taken up again.
    """
    from plyground.cli.solve import build

    build(game, plies, output, memory, threads)


# Other programs, and what is on this computer


def uci(game: ChosenGame = _CONNECT4) -> None:
    """Be an engine for programs that speak UCI, such as cutechess, on standard input and output."""
    from plyground.interop.uci import Engine

    Engine(game, say).listen(sys.stdin)


def openspiel(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="mcts, or what OpenSpiel has registered.")
    ] = "mcts",
) -> None:
    """Play as a bot of OpenSpiel, for "external(plyground openspiel BOT)" as a player."""
    from plyground.interop.openspiel import answer, player_called

    for line in answer(player_called(bot), sys.stdin):
        say(line)


def agent(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Such as submission.py (- to print it).")
    ],
) -> None:
    """Write a player for Kaggle's ConnectX: a file of its own that needs nothing but Python."""
    source = files("plyground.interop").joinpath("connectx.py").read_text(encoding="utf-8")
    OutputFile(file).write(source)


def info(
    clear_cache: Annotated[
        bool, typer.Option("--clear-cache", help="Remove the compiled code that is kept.")
    ] = False,
    clear_tables: Annotated[
        bool,
        typer.Option("--clear-tables", help="Remove tables, kept searches and built books."),
    ] = False,
) -> None:
    """Say the versions, the folders, and the sizes of what is kept on disk."""
    from plyground.cli.info import clear, report

    if clear_cache or clear_tables:
        clear(clear_cache, clear_tables)
    else:
        report()
