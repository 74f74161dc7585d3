"""`plyground solve`: a game from its start, by a table of all positions or, where that is too much,
by search."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli import exits
from plyground.cli.analyse import make_solver
from plyground.cli.exits import UserError
from plyground.cli.games import Columns, GameName, Players, Rows, Vertices, make_game

if TYPE_CHECKING:
    from plyground.position import Game
    from plyground.search import Control, SolvedTable, TableProgress

_MIB = 1 << 20
_MEMORY = 2000


def solve(
    ctx: typer.Context,
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    memory: Annotated[
        int, typer.Option(metavar="N", min=1, help="MiB that may be used.")
    ] = _MEMORY,
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=256, help="Threads that work (as many as cores)."),
    ] = None,
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Say what a game is worth with best play, and count its positions.

    All positions are found and solved, and kept on disk: the next time they are only read. What is
    interrupted is taken up again. A game for two players that has too many positions is searched
    from its start instead, and they are not counted.
    """
    from plyground.cli.batch import interruptible, say
    from plyground.cli.terminal import notices
    from plyground.search import Cancelled, Control

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    chosen = make_game(ctx, game, **options)
    control = Control()

    def work() -> dict[str, Any] | None:
        try:
            return _solved(chosen, memory, threads, control)
        except Cancelled:
            return None

    with notices(chosen.title):
        found, _ = interruptible(work, control)
    if found is None:
        raise UserError(
            "ended by Ctrl-C; what is finished is kept for the next time", exits.INTERRUPTED
        )
    if as_json:
        say(json.dumps(found))
    else:
        _report(chosen, found)


def _solved(game: Game, memory: int, threads: int | None, control: Control) -> dict[str, Any]:
    """What is found, by a table if it has room, else by search."""
    from plyground.search import TableError, solve_tables

    begun = time.perf_counter()
    try:
        with _bar() as show:
            table = solve_tables(
                game, control=control, memory=memory * _MIB, on_progress=show, threads=threads
            )
    except TableError as error:
        if game.players != 2:
            raise
        return _searched(game, memory, threads, control, str(error))
    return _of_table(game, table, time.perf_counter() - begun)


def _of_table(game: Game, table: SolvedTable, seconds: float) -> dict[str, Any]:
    value = table.value(game.position())
    found = {
        **_stated(game),
        "method": "table",
        "value": value.kind,
        "remoteness": value.remoteness,
        "canonical_ongoing": {"total": sum(table.ongoing), "per_ply": list(table.ongoing)},
        "canonical_ended": {"total": sum(table.ended), "per_ply": list(table.ended)},
        "bytes": table.size,
        "file": str(table.path),
        "seconds": seconds,
    }
    if game.players > 2:
        found["forced"] = list(value.forced)
        found["maxn"] = {name: str(outcome) for name, outcome in value.maxn.items()}
    return found


def _searched(
    game: Game, memory: int, threads: int | None, control: Control, reason: str
) -> dict[str, Any]:
    from plyground.search import MEMORY, analyse

    solver = make_solver(game, min(memory, MEMORY), threads)
    begun = time.perf_counter()
    analysis = analyse(game.position(), solver, control=control)
    return {
        **_stated(game),
        "method": "search",
        "why_not_table": reason,
        "value": analysis.value.verdict,
        "remoteness": analysis.value.remoteness,
        "canonical_ongoing": None,
        "canonical_ended": None,
        "nodes": analysis.nodes,
        "bytes": solver.memory,
        "seconds": time.perf_counter() - begun,
    }


def _stated(game: Game) -> dict[str, Any]:
    return {"game": game.name, "parameters": dict(game.values)}


@contextmanager
def _bar() -> Iterator[Callable[[TableProgress], None] | None]:
    """A line on standard error, if that is a terminal, with an estimate of what is left."""
    import sys

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from plyground.cli.batch import duration

    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, left="")

        def show(progress: TableProgress) -> None:
            doing = "Finding positions" if progress.stage == "positions" else "Solving"
            bar.update(
                task,
                description=f"{doing}, ply {progress.ply}",
                completed=progress.done,
                total=progress.total,
                left=f"{progress.found:,} positions, about {duration(progress.seconds_left)} left",
            )

        yield show


def _report(game: Game, found: dict[str, Any]) -> None:
    from plyground.cli.batch import duration, say, show_table

    plies = found["remoteness"]
    value = found["value"] if plies is None else f"{found['value']} in {plies} plies"
    if found["value"] == "draw" and plies is not None:
        value = "draw"
    stated = ", ".join(f"{name} {number}" for name, number in game.values.items())
    say(f"{game.title}{f' ({stated})' if stated else ''}: for player 1 a {value}")
    if game.players > 2:
        say("What each player can force against all others:")
        for number, kind in enumerate(found["forced"], 1):
            say(f"    player {number}: {kind}")
        say("With max^n, by how ties are broken:")
        for name, outcome in found["maxn"].items():
            say(f"    {name}: {outcome}")
    if found["method"] == "search":
        say(f"By search: {found['why_not_table']}.")
        say(f"{found['nodes']:,} positions visited, {duration(found['seconds'])}.")
        return
    ongoing, ended = found["canonical_ongoing"], found["canonical_ended"]
    rows = [
        [str(ply), f"{on:,}", f"{off:,}"]
        for ply, (on, off) in enumerate(zip(ongoing["per_ply"], ended["per_ply"], strict=True))
    ]
    rows.append(["all", f"{ongoing['total']:,}", f"{ended['total']:,}"])
    show_table(["ply", "going on", "ended"], rows)
    say("Positions, those that are equal up to symmetry counted once.")
    say(f"{found['bytes'] / _MIB:,.1f} MiB in {found['file']}, {duration(found['seconds'])}.")
