"""`with_options`, by which a command takes its options as one dataclass; and these dataclasses."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

R = TypeVar("R")

Threads = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=256, help="Search in N threads (default: one for each core)."
    ),
]

Seed = Annotated[int | None, typer.Option(help="Make chance repeatable.", metavar="N")]
Jobs = Annotated[int, typer.Option(min=1, help="Play in N processes.", metavar="N")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster at this address.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Chart = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw a chart (.png or .svg).")]
Save = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write all matches as records (- prints them)."),
]


def with_options(command: Callable[..., R]) -> Callable[..., R]:
    """`command`, whose argument `options` is a dataclass, with that one's fields as its arguments.

    Typer reads the arguments of a function, so each field of the dataclass becomes an option of the
    command, by its name, annotation and default.
    """
    own = dict(inspect.signature(command, eval_str=True).parameters)
    group = own.pop("options").annotation
    options = inspect.signature(group, eval_str=True).parameters

    @functools.wraps(command)
    def run(**given: Any) -> R:
        taken = {name: given.pop(name) for name in options}
        return command(options=group(**taken), **given)

    arguments = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for each in (*own.values(), *options.values())
    ]
    run.__annotations__ = {each.name: each.annotation for each in arguments}
    run.__signature__ = inspect.Signature(arguments)  # type: ignore[attr-defined]
    return run


@dataclass(frozen=True)
class SolverOptions:
    """How positions are solved."""

    time: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for each position; then values remain unknown."),
    ] = None
    threads: Threads = None
    table_mb: Annotated[
        int | None,
        typer.Option(
            "--table-mb", "--memory", metavar="N", min=1, help="MiB of the table (default: 128)."
        ),
    ] = None
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Empty the table before each position.")
    ] = False
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Search, even if a book knows the answer.")
    ] = False


@dataclass(frozen=True)
class SolveOptions:
    """How a game is solved and counted."""

    memory: Annotated[
        int, typer.Option(metavar="N", min=1, help="Use at most N MiB of memory.")
    ] = 2000
    threads: Threads = None
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="S",
            help="Seconds, without compiling; then the value remains unknown.",
        ),
    ] = None
    raw: Annotated[
        bool,
        typer.Option(
            "--raw", help="Also count positions that are equal up to symmetry one by one."
        ),
    ] = False
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Solve and count, even if a book knows the value.")
    ] = False
    csv: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write every position of the table with its value as CSV (- prints them).",
        ),
    ] = None
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Solve by many questions, which may take hours, and keep the work in FOLDER; the "
            "same command goes on, on another computer too.",
        ),
    ] = None
    winner: Annotated[
        bool,
        typer.Option(
            "--winner", help="By questions, only find out who wins, which is much quicker."
        ),
    ] = False
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Ask the Dask cluster at this address."),
    ] = None


_STEPS_AT_MOST = 500_000  # which take about 300 MB


@dataclass(frozen=True)
class SearchOptions:
    """The search to look into."""

    depth: Annotated[int, typer.Option(metavar="D", min=1, help="Plies to look ahead.")] = 3
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="minimax, alphabeta, or shallow (the cut-offs of the old tic-tac-toe program, "
            "by the bound of the parent alone).",
        ),
    ] = "alphabeta"
    heuristic: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What rates positions at the depth: a heuristic of the game, or a .py file with "
            "your own (default: the game's own).",
        ),
    ] = None
    order: Annotated[
        str, typer.Option(metavar="NAME", help="Order of moves: generated or reversed.")
    ] = "generated"
    most_steps: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=_STEPS_AT_MOST,
            help="Stop the search after N steps (default: 20000).",
        ),
    ] = None


@dataclass(frozen=True)
class SeriesOptions:
    """How a series is played and reported."""

    rounds: Annotated[int, typer.Option(min=1, help="Play N matches.", metavar="N")] = 10
    seed: Seed = None
    jobs: Jobs = 1
    first: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who begins: fixed (the first player), alternate (players take turns), once (the "
            "first player begins round 1, the second player all others) or random.",
        ),
    ] = "alternate"
    show: Annotated[bool, typer.Option("--show", help="Show every board.")] = False
    json: Json = False
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a CSV line for each round (- prints them)."),
    ] = None
    chart: Chart = None
    save: Save = None
    cluster: Cluster = None


@dataclass(frozen=True)
class SequentialOptions:
    """How two players are compared."""

    elo0: Annotated[
        float, typer.Option(metavar="ELO", help="The difference that NEW may have for nothing.")
    ] = 0.0
    elo1: Annotated[
        float, typer.Option(metavar="ELO", help="The difference that would be worth having.")
    ] = 10.0
    alpha: Annotated[
        float, typer.Option(metavar="P", help="How often elo1 may be accepted where elo0 is true.")
    ] = 0.05
    beta: Annotated[
        float, typer.Option(metavar="P", help="How often elo0 may be accepted where elo1 is true.")
    ] = 0.05
    plies: Annotated[
        int | None,
        typer.Option(metavar="N", help="Begin with N random moves; by default, enough of them."),
    ] = None
    pairs: Annotated[
        int, typer.Option(min=1, metavar="N", help="Give up after N pairs of games.")
    ] = 50_000
    seed: Seed = None
    jobs: Jobs = 1
    cluster: Cluster = None
    json: Json = False


@dataclass(frozen=True)
class TournamentOptions:
    """How a tournament is played and reported, and the programs of a class."""

    results: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep the results here (default: beside the tournament's file)."
        ),
    ] = None
    jobs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Play in N processes (default: one for each core)."),
    ] = None
    cluster: Cluster = None
    exact: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Look at the moves of N matches for the share of exact ones; 0 for none (default: "
            "what takes some seconds).",
        ),
    ] = None
    programs: Annotated[
        bool,
        typer.Option("--programs", help="Start the outside programs that FILE names."),
    ] = False
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Start all programs in this folder, and let them play too."
        ),
    ] = None
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game of a FOLDER without FILE (tictactoe)."),
    ] = None
    rounds: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How often they meet, without FILE (10)."),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Seconds for each move of the FOLDER's programs (2)."),
    ] = None
    memory: Annotated[
        int | None,
        typer.Option(metavar="N", help="MB of memory for each of the FOLDER's programs (500)."),
    ] = None
    json: Json = False
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a CSV line for each match (- prints them)."),
    ] = None
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a Parquet file with a row for each match."),
    ] = None
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ratings (.png or .svg).")
    ] = None
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a report as one page, with all matches."),
    ] = None
    save: Save = None


@dataclass(frozen=True)
class CalibrationOptions:
    """How players are measured."""

    error: Annotated[
        float,
        typer.Option(
            metavar="ELO", min=5, help="The 95 % error of the difference between neighbours."
        ),
    ] = 25.0
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", min=0, help="Stop after M minutes; the same command goes on."),
    ] = None
    seed: Annotated[int, typer.Option(help="What chance is made of.", metavar="N")] = 1
    jobs: Jobs = 1
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the matches here (default: with your games)."),
    ] = None
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write what was found here (default: where elo:N finds it).",
        ),
    ] = None


@dataclass(frozen=True)
class ExperimentOptions:
    """How an experiment is done and reported."""

    rounds: Annotated[
        int | None,
        typer.Option(
            min=1, help="Play N rounds instead of the experiment's own number.", metavar="N"
        ),
    ] = None
    seed: Seed = None
    jobs: Annotated[int, typer.Option(min=1, help="Work in N processes.", metavar="N")] = 1
    json: Json = False
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the rows as CSV (- prints them).")
    ] = None
    chart: Chart = None
