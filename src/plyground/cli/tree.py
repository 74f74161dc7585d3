"""`plyground tree`: the tree of a search, drawn or told step by step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.exits import UserError
from plyground.cli.games import ChosenGame, check_depth
from plyground.cli.options import with_options
from plyground.cli.output import STANDARD_OUTPUT, OutputFile

if TYPE_CHECKING:
    from rich.style import Style

    from plyground.analysis import Trace
    from plyground.cli.terminal import Terminal
    from plyground.render.tree import Tone


_STEPS_AT_MOST = 500_000  # which take about 300 MB


@dataclass(frozen=True)
class SearchOptions:
    """The search that is looked into."""

    depth: Annotated[int, typer.Option(metavar="D", min=1, help="Plies to look ahead (3).")] = 3
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="minimax, alphabeta, or shallow: cut-offs by the parent's bound alone, as in the "
            "old tic-tac-toe program (alphabeta).",
        ),
    ] = "alphabeta"
    heuristic: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What rates positions at the depth (the game's own)."),
    ] = None
    order: Annotated[
        str, typer.Option(metavar="NAME", help="Which moves first: generated or reversed.")
    ] = "generated"
    most_steps: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=_STEPS_AT_MOST,
            help="Stop the search after N steps (20000).",
        ),
    ] = None


@with_options
def tree(
    game: ChosenGame,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="From the start, as in 4453.")
    ] = None,
    as_text: Annotated[
        bool, typer.Option("--text", help="The tree as text, as without it.")
    ] = False,
    steps: Annotated[bool, typer.Option("--steps", help="Every step in words instead.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Nodes and steps as data.")] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture instead (- to print it).")
    ] = None,
    *,
    options: SearchOptions,
) -> None:
    """Look inside a search from the position after MOVES: values, windows and cut-offs."""
    from plyground.analysis import MOST_STEPS, drawing, look_inside
    from plyground.cli.terminal import Terminal, note, notices
    from plyground.render.tree_svg import tree_svg

    if as_text + steps + as_json + (svg is not None) > 1:
        raise UserError("one form at a time: give one of --text, --steps, --json, --svg FILE")
    check_depth(game, options.depth)
    output = OutputFile(svg or STANDARD_OUTPUT)
    with notices(game.title):
        trace = look_inside(
            game.position(moves or []),
            options.depth,
            algorithm=options.algorithm,
            heuristic=options.heuristic or game.default_heuristic,
            order=options.order,
            most_steps=options.most_steps or MOST_STEPS,
        )
    if trace.truncated:
        note("the search was stopped before its end: give a smaller --depth or more --most-steps")
    if svg is not None:
        output.write(tree_svg(drawing(trace)) + "\n")
    elif as_json:
        import json

        output.write(json.dumps(trace.to_json()) + "\n")
    elif steps:
        _tell(trace, Terminal())
    else:
        _show(trace, Terminal())


def _show(trace: Trace, terminal: Terminal) -> None:
    from plyground.analysis import drawing
    from plyground.cli.terminal import NOTICE, QUIET
    from plyground.render.tree import spans

    styles: dict[Tone, Style | str] = {"": "", "principal": NOTICE, "cut": "red", "quiet": QUIET}
    for line in spans(drawing(trace)):
        terminal.write([(span.text, styles[span.tone]) for span in line])


def _tell(trace: Trace, terminal: Terminal) -> None:
    from plyground.analysis import in_words
    from plyground.analysis.trace import about, cut_short, summary

    terminal.say(about(trace))
    if trace.truncated:
        terminal.say(cut_short(trace))
    width = len(str(len(trace.steps)))
    for step in trace.steps:
        indent = "  " * trace.nodes[step.node].ply
        terminal.say(f"{step.number + 1:{width}}  {indent}{in_words(trace, step)}")
    terminal.say(summary(trace))
