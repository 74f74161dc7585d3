"""`with_options`: a command takes its options as one dataclass; and those of a series."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

R = TypeVar("R")


def with_options(command: Callable[..., R]) -> Callable[..., R]:
    """`command`, whose argument `options` is a dataclass, with that one's fields as its arguments.

    Typer reads the arguments of a function, so each field of the dataclass becomes an option of the
    command, by its name, annotation and default.
    """
    hints = get_type_hints(command, include_extras=True)
    group = hints.pop("options")
    taken = [field.name for field in fields(group)]

    @functools.wraps(command)
    def run(**given: Any) -> R:
        options = group(**{name: given.pop(name) for name in taken})
        return command(options=options, **given)

    of_command = inspect.signature(command).parameters.values()
    of_group = get_type_hints(group, include_extras=True)
    arguments = [
        *((each.name, each.default, hints[each.name]) for each in of_command if each.name in hints),
        *(
            (each.name, inspect.Parameter.empty if each.default is MISSING else each.default,
             of_group[each.name])
            for each in fields(group)
        ),
    ]  # fmt: skip
    run.__annotations__ = {name: annotation for name, _, annotation in arguments}
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )
            for name, default, annotation in arguments
        ]
    )
    return run


@dataclass(frozen=True)
class SeriesOptions:
    """How a series is played, and what becomes of it."""

    rounds: Annotated[int, typer.Option(min=1, help="How many matches.", metavar="N")] = 10
    seed: Annotated[int | None, typer.Option(help="Makes chance repeatable.", metavar="N")] = None
    jobs: Annotated[int, typer.Option(min=1, help="Processes that play.", metavar="N")] = 1
    first: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who begins: fixed (the first player), alternate (each in turn), once (the first "
            "player begins round 1, the next one all others) or random.",
        ),
    ] = "alternate"
    show: Annotated[bool, typer.Option("--show", help="Show every board.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a line for each round (- prints).")
    ] = None
    chart: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the result (.png or .svg).")
    ] = None
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all matches as records (- prints).")
    ] = None
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster there.")
    ] = None
