"""What each command takes, and what its help says. The module that it calls does the work.

Nothing here imports Numba before a command needs it, so `plyground --help` is quick. The first
sentence of a command is its line in the list of commands.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.exits import UserError
from plyground.cli.games import (
    GAMES,
    ChosenGame,
    GameOrAll,
    GameOrFile,
    GameOrMenu,
    parameters_given,
    seconds_since_start,
)
from plyground.cli.options import (
    CalibrationOptions,
    ExperimentOptions,
    Json,
    SearchOptions,
    Seed,
    SequentialOptions,
    SeriesOptions,
    SolveOptions,
    SolverOptions,
    Threads,
    TournamentOptions,
    with_options,
)
from plyground.cli.output import OutputFile, say

Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help="Moves from the start, such as 4453; a link with moves; or a file with a drawn board.",
    ),
]
Lines = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help="Moves from the start, such as 4453; - reads a position from each line of input.",
    ),
]
Picture = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write an SVG picture instead (- prints it).")
]
JsonLines = Annotated[bool, typer.Option("--json", help="Print a JSON object for each position.")]

_CONNECT4: Any = "connect4"  # of which GameCommand makes a game


# To play


def menu() -> None:
    """Choose a game from a list and play it here."""
    from plyground.cli.session import menu

    menu()


def play(
    ctx: typer.Context,
    game: GameOrMenu = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="A player for each seat: human, or a computer player such as minimax:depth=5; "
            "`plyground players` lists them. Without players, you play the computer.",
        ),
    ] = None,
    seed: Seed = None,
    details: Annotated[
        bool, typer.Option("--details", help="Explain each move of the computer.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Append the game to FILE when it ends."),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:N]", help="Continue game N of a file of saved games, or its last game."
        ),
    ] = None,
    as_before: Annotated[
        bool,
        typer.Option(
            "--as-before", help="Ask, speak and play as the game's old program did, if it has one."
        ),
    ] = False,
    colours: Annotated[
        str,
        typer.Option(metavar="COLOURS", help="A colour for each player, such as aqua,#bd4805."),
    ] = "",
) -> None:
    """Play a game here in the terminal."""
    from plyground.cli.session import menu, play_once

    if game is None:
        if seed is not None or details or save or load or as_before or colours:
            raise UserError(f"GAME is missing: give {GAMES}")
        menu()
        return
    given = bool(parameters_given(ctx))
    play_once(game, players or [], given, seed, details, save, load, as_before, colours)


def players(
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as Markdown.")
    ] = False,
) -> None:
    """List the computer players and their options."""
    from plyground.cli.players import players

    players(markdown)


def puzzle(
    game: GameOrAll = None,
    number: Annotated[int | None, typer.Option(metavar="N", min=1, help="Puzzle number N.")] = None,
    rating: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Only easy, medium or hard puzzles.")
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="The puzzle of the day, the same for everyone.")
    ] = False,
    progress: Annotated[
        bool, typer.Option("--progress", help="Show how many you have solved.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the puzzle, or your progress, as a JSON object.")
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="Include the solution in the JSON object.")
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Puzzles of GAME that `plyground mine` has made."),
    ] = None,
) -> None:
    """Find the one move that wins or holds the draw.

    The next puzzle is always near your level and new to you. Plyground keeps your progress.
    """
    from plyground.cli.puzzle import puzzle

    puzzle(game, number, rating, daily, progress, as_json, solution, file)


def mine(
    game: ChosenGame,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="File for the puzzles; - prints them.")
    ],
    count: Annotated[int, typer.Option(metavar="N", min=1, help="At most N puzzles.")] = 100,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to simulate.")] = 1000,
    first_ply: Annotated[
        int, typer.Option(metavar="N", min=0, help="At least N plies before each puzzle.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="Make chance repeatable.")] = 1,
) -> None:
    """Make puzzles from simulated games.

    A position becomes a puzzle if exactly one move keeps its value. The same numbers make the same
    puzzles. The game needs two players, and positions that the exact solver solves quickly from
    --first-ply on; in Connect Four that is 12.
    """
    from plyground.cli.puzzle import mine

    mine(game, file, count, games, first_ply, seed)


def worksheet(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="minimax, alphabeta or best-move.")],
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Make the sheet of that number again. Each sheet has its number at its foot.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Name the sheet. The answers go to a second file."),
    ] = None,
) -> None:
    """Write a worksheet to print, and its answers in a second file.

    minimax and alphabeta are trees to fill in. best-move has positions in which one move wins. A
    browser opens and prints the pages.
    """
    from plyground.cli.worksheet import worksheet

    worksheet(kind, seed, output)


def page(
    game: ChosenGame,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Name the file (- prints it). Without it, the name is that of the game.",
        ),
    ] = None,
    embed: Annotated[
        bool, typer.Option("--embed", help="Only the board, for a frame in another page.")
    ] = False,
    learned: Annotated[
        bool,
        typer.Option(
            "--learned",
            help="Also offer the opponent who has taught herself the game. This adds up to 400 kB.",
        ),
    ] = False,
    weights: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The same, by a file of yours, which plyground train wrote."
        ),
    ] = None,
) -> None:
    """Write a game as one HTML file, to play without Plyground.

    The file plays in a browser, without a network: against the computer at any strength, or with
    others at one screen.
    """
    from plyground.cli.page import page

    page(game, output, embed, learned, weights)


def pages(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="Where to write the pages. If it ends in .html: one file with four games.",
        ),
    ],
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="A game besides: an installed one, or a .py file."),
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing: say whether what is there is up to date."),
    ] = False,
) -> None:
    """Write the pages of all standard games, and one that leads to them.

    Every page is one HTML file, as `plyground page` writes it. Open index.html first. From a web
    space with https, a phone keeps it on its home screen, and plays without a network.

    `plyground pages play.html` writes one file with Connect Four, tic-tac-toe, Sim and numerical
    tic-tac-toe in their usual sizes, to try or to pass on.
    """
    from plyground.cli.page import pages

    pages(place, games or [], check)


# What the rules say


def games() -> None:
    """List the games and their parameters."""
    from plyground.cli.rules import games

    games()


def show(game: ChosenGame, moves: Moves = None, svg: Picture = None) -> None:
    """Show the position after some moves."""
    from plyground.cli.rules import show

    show(game, moves or [], svg)


def perft(
    game: ChosenGame,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=0, help="How many moves each sequence has.")
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Count separately for each first move.")
    ] = False,
) -> None:
    """Count all sequences of DEPTH moves."""
    from plyground.cli.rules import perft

    perft(game, depth, divide)


def check(
    game: ChosenGame,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Random games to play.")] = 20,
) -> None:
    """Test the rules of a game that you wrote, and show what is wrong.

    It plays random games and tests everything that Plyground relies on. It says too if a page
    cannot have the game.
    """
    from plyground.cli.rules import check

    check(game, games)


def explain(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="As a message names it, such as mixed-numbers."),
    ] = None,
) -> None:
    """Explain an error in a game file: an example, the reason and the cure.

    Without a NAME, list all errors.
    """
    from plyground.cli.rules import explain

    explain(name)


# Many games


@with_options
def simulate(
    game: ChosenGame,
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="A computer player for each seat of the game."),
    ] = None,
    as_before: Annotated[
        bool,
        typer.Option("--as-before", help="Ask who plays, and show it, as the old program did."),
    ] = False,
    *,
    options: SeriesOptions,
) -> None:
    """Play a series of games between computer players."""
    from plyground.cli.series import run, run_as_before

    if as_before:
        run_as_before(game, players or [], options)
    else:
        run(game, players or [], options)


def train(
    game: ChosenGame,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="File for what it learns (default: GAME.weights).",
        ),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", help="Learn for M minutes (default: 5).")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Learn from N games.")
    ] = None,
    seed: Seed = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin again, even if FILE exists.")
    ] = False,
    exploring: Annotated[
        int | None,
        typer.Option(
            min=0, max=100, metavar="PERCENT", help="Play so many moves at random (default: 10)."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let the computer teach itself a game, by playing against itself.

    Its file is a player: learned:FILE. The same command goes on from FILE.state, after Ctrl-C too.
    """
    from plyground.cli.train import run

    run(game, output, minutes, games, seed, fresh, exploring, as_json)


def learned(
    game: ChosenGame,
    moves: Moves = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="What plyground train wrote (default: what is shipped)."
        ),
    ] = None,
    mistakes: Annotated[
        bool, typer.Option("--mistakes", help="Show its worst mistakes instead.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Ask what was learned about a position: which moves it prefers, why, and what is true.

    It adds up what it has learned of patterns on the board: those that add most are drawn.
    """
    from plyground.cli.learned import run

    run(game, moves or [], file, mistakes, as_json)


@with_options
def sprt(
    game: ChosenGame,
    new: Annotated[
        str, typer.Argument(metavar="NEW", help="The computer player that may be stronger.")
    ],
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The computer player that it is compared with.")
    ],
    *,
    options: SequentialOptions,
) -> None:
    """Find out by as few games as possible whether a player is stronger than another.

    A sequential probability ratio test: it plays pairs of games from random openings, both sides of
    each, and ends as soon as it can tell a difference of elo0 from one of elo1.
    """
    from plyground.cli.sprt import run

    run(game, new, old, options)


@with_options
def tournament(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="The tournament: its games, players and so on (TOML)."),
    ] = None,
    *,
    options: TournamentOptions,
) -> None:
    """Let many players play a tournament, and rate them.

    Round robin, gauntlet, Swiss or knockout, for 2 to 5 seats. Results are kept as they come: after
    any stop the same command goes on. With --folder, the programs of a class play.
    """
    from plyground.cli.tournament import run

    run(file, options)


@with_options
def calibrate(
    game: ChosenGame,
    *,
    options: CalibrationOptions,
) -> None:
    """Measure how strong a game's levels and players are, in Elo above random play.

    Everyone meets everyone, then neighbours meet until their difference is known. The file that it
    writes lets elo:N play at any rating between the weakest and the strongest. It can be stopped at
    any time, and goes on where it was.
    """
    from plyground.cli.calibrate import run

    run(game, options)


@with_options
def experiment(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A built-in experiment, or a .toml file; without it, the list."
        ),
    ] = None,
    *,
    options: ExperimentOptions,
) -> None:
    """Answer a question about players by many games or searches."""
    from plyground.cli import experiment as experiments

    if name is None:
        experiments.list_all()
    else:
        experiments.run(name, options)


def records(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files of saved games; - reads standard input."),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Only this game, which is also that of files that name none. For saved games of "
            "your own game, give its .py file.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Only games with this text in a player or a name."),
    ] = None,
    result: Annotated[
        str | None,
        typer.Option(metavar="R", help="Only this result, such as 1-0, 1/2-1/2, 0-1 or *."),
    ] = None,
    at_least: Annotated[
        int, typer.Option(min=0, metavar="PLIES", help="Only games of at least this many plies.")
    ] = 0,
    at_most: Annotated[
        int | None,
        typer.Option(min=0, metavar="PLIES", help="Only games of at most this many plies."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each game.")
    ] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a Parquet file with a row for each game."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the games as records (- prints them)."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="FORM",
            help="Write them in a form of others: csv, lines, kaggle or openspiel.",
        ),
    ] = None,
) -> None:
    """List, select and convert saved games.

    Errors in a file appear on standard error with line and column, and the exit code is then 1.
    Every readable game is listed all the same.
    """
    from plyground.cli.records import records

    records(sources, game, player, result, at_least, at_most, json, parquet, output, form)


def rate(
    source: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Saved games, or a table such as Ada,Ben,1-0 (- too)."),
    ],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game of saved games that name none."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Rate the players of finished games, in Elo.

    A table has a row for each game: the players, then the result. With a heading, its columns may
    be white, black and result, or name1, name2 and result; others do not count.
    """
    from plyground.cli.rate import rate

    rate(source, game, as_json)


# What positions are worth


@with_options
def tree(
    game: ChosenGame,
    moves: Moves = None,
    as_text: Annotated[
        bool, typer.Option("--text", help="Print the tree as text (the usual form).")
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Print every step in words instead.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print positions and steps as one JSON object.")
    ] = False,
    svg: Picture = None,
    *,
    options: SearchOptions,
) -> None:
    """Look inside a search: values, windows and cut-offs."""
    from plyground.cli.tree import tree

    tree(game, moves or [], as_text, steps, as_json, svg, options)


@with_options
def analyse(
    game: ChosenGame,
    moves: Lines = None,
    as_json: JsonLines = False,
    *,
    options: SolverOptions,
) -> None:
    """Show what every move is worth with best play.

    MOVES may be a minus sign: then each line of standard input is a position (an empty line is the
    start), and gets one line as its answer: moves, value, values of the moves, best play,
    positions visited and microseconds, separated by tabs.
    """
    from plyground.cli.analyse import analyse

    analyse(game, moves or [], as_json, options)


@with_options
def score(
    game: ChosenGame,
    moves: Lines = None,
    as_json: JsonLines = False,
    *,
    options: SolverOptions,
) -> None:
    """Print the exact value of a position in one line.

    The line has moves, score, positions visited and microseconds, separated by tabs. The score is
    the number of plies in which the player to move wins, negative for a loss, 0 for a draw. In
    Connect Four the score is the number of counters that the winner has left, including the one
    that wins. MOVES may be a minus sign: then each line of standard input is a position (an empty
    line is the start).
    """
    from plyground.cli.analyse import score

    score(game, moves or [], as_json, options)


def review(
    source: GameOrFile,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVES", help="Moves from the start, such as 4453."),
    ] = None,
    chosen: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="N|GAME",
            help="Only game N of the file; or the game that it does not name, or a .py file.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each game, in one line.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with boards and a graph (- prints it)."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Seconds to solve each move (default: 10). Beyond them, a search ahead of at most "
            "1 s grades the move.",
        ),
    ] = None,
    threads: Threads = None,
) -> None:
    """Grade every move of a game and show where it was lost.

    Exact values grade a move where solving is quick enough; elsewhere a search ahead does. The
    review says which. In a file of records, every game gets its review.
    """
    from plyground.cli.review import review

    review(source, moves or [], chosen, as_json, html, time, threads)


@with_options
def solve(
    ctx: typer.Context,
    game: ChosenGame,
    as_json: Json = False,
    *,
    options: SolveOptions,
) -> None:
    """Work out what a whole game is worth with best play.

    Plyground finds, counts and solves all positions and keeps them on disk, so that the next time
    it only reads them. Interrupted work continues next time. If a game for two players has too
    many positions, a search from its start replaces them; Plyground keeps a search of 10 seconds
    or more. If a book knows the value, the answer comes at once.

    With --folder, --winner or --cluster, the game is solved by questions about many positions. This
    says first what it takes, keeps its work every two minutes, and can be stopped at any time.
    """
    if options.folder or options.winner or options.cluster:
        from plyground.cli.questions import solve_by_asking

        solve_by_asking(game, as_json, options)
        return
    from plyground.cli.solve import solve

    solve(game, as_json, options, seconds_since_start(ctx))


def atlas(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Only this game, with its commands and proofs."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON list of all rows.")
    ] = False,
) -> None:
    """List the games that Plyground has solved and checked, with their values and proofs.

    The list comes with Plyground, so nothing is solved again.
    """
    from plyground.cli.atlas import atlas

    atlas(game, as_json)


def build(
    game: ChosenGame,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="All positions of at most N plies.")
    ],
    output: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where to write the book, if not in its usual place."),
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="N", min=1, help="Use at most N MiB of memory.")
    ] = 2000,
    threads: Threads = None,
) -> None:
    """Solve all positions of a game's first plies and keep their values.

    The commands analyse and score, the player perfect and hints then know them at once.
    Interrupted work continues next time.
    """
    from plyground.cli.solve import build

    build(game, plies, output, memory, threads)


# Other programs, and what is on this computer


def uci(
    game: ChosenGame = _CONNECT4,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Who plays, until the other program chooses another (default: alphabeta); only "
            "here one that reads a file, such as learned:FILE.",
        ),
    ] = None,
) -> None:
    """Be an engine for programs that speak UCI, such as cutechess."""
    from plyground.cli.engine import engine

    engine(game, player).listen(sys.stdin)


def openspiel(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="mcts, or a bot that OpenSpiel has registered.")
    ] = "mcts",
) -> None:
    """Let a bot of OpenSpiel play.

    Give it as a player: "external(plyground openspiel BOT)".
    """
    from plyground.interop.openspiel import answer, player_called

    for line in answer(player_called(bot), sys.stdin):
        say(line)


def agent(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Such as submission.py (- prints it).")
    ],
) -> None:
    """Write a player for Kaggle's ConnectX, in one Python file."""
    source = files("plyground.interop").joinpath("connectx.py").read_text(encoding="utf-8")
    OutputFile(file).write(source)


def info(
    clear_cache: Annotated[
        bool, typer.Option("--clear-cache", help="Remove the compiled code.")
    ] = False,
    clear_tables: Annotated[
        bool,
        typer.Option("--clear-tables", help="Remove tables, kept searches and built books."),
    ] = False,
) -> None:
    """Show versions, folders, the disk space in use, and what is wrong."""
    from plyground.cli.info import clear, report

    if clear_cache or clear_tables:
        clear(clear_cache, clear_tables)
    else:
        report()


def icon(
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="Where to put it, if not on the desktop."),
    ] = None,
) -> None:
    """Put a way to start Plyground on the desktop."""
    from plyground.cli.icon import icon

    icon(folder)
