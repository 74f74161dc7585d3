"""`plyground tree`: the tree of a search, drawn, or in words step by step."""

from __future__ import annotations

import json
from pathlib import Path

from rich.style import Style

from plyground.analysis import MOST_STEPS, Trace, drawing, in_words, look_inside
from plyground.analysis.trace import about, cut_short, summary
from plyground.cli.exits import UserError
from plyground.cli.games import check_depth, position_of
from plyground.cli.options import SearchOptions
from plyground.cli.output import STANDARD_OUTPUT, OutputFile
from plyground.cli.terminal import NOTICE, QUIET, Terminal, note, notices
from plyground.position import Game
from plyground.render.tree import Tone, spans
from plyground.render.tree_svg import tree_svg
from plyground.search import Control


def tree(
    game: Game,
    moves: list[str],
    as_text: bool,
    steps: bool,
    as_json: bool,
    svg: Path | None,
    options: SearchOptions,
) -> None:
    """Look inside a search from the position after some moves."""
    if as_text + steps + as_json + (svg is not None) > 1:
        raise UserError("one form at a time: give one of --text, --steps, --json, --svg FILE")
    check_depth(game, options.depth)
    output = OutputFile(svg or STANDARD_OUTPUT)
    terminal = Terminal()
    with notices(game.title):
        position = position_of(game, moves)
        trace = terminal.wait(
            lambda: look_inside(
                position,
                depth=options.depth,
                algorithm=options.algorithm,
                heuristic=options.heuristic or game.default_heuristic,
                order=options.order,
                most_steps=options.most_steps or MOST_STEPS,
            ),
            Control(),
            "Searching ...",
        )
    if trace.truncated:
        note(
            f"the search was stopped after {trace.most_steps:,} steps, before its end: "
            "give a smaller --depth or more --most-steps"
        )
    if svg is not None:
        output.write(tree_svg(drawing(trace)) + "\n")
    elif as_json:
        output.write(json.dumps(trace.to_json()) + "\n")
    elif steps:
        _tell(trace, terminal)
    else:
        _show(trace, terminal)


def _show(trace: Trace, terminal: Terminal) -> None:
    styles: dict[Tone, Style | str] = {"": "", "principal": NOTICE, "cut": "red", "quiet": QUIET}
    for line in spans(drawing(trace)):
        terminal.write([(span.text, styles[span.tone]) for span in line])


def _tell(trace: Trace, terminal: Terminal) -> None:
    terminal.say(about(trace))
    if trace.truncated:
        terminal.say(cut_short(trace))
    width = len(str(len(trace.steps)))
    for step in trace.steps:
        indent = "  " * trace.nodes[step.node].ply
        terminal.entry(f"{step.number + 1:{width}}  {indent}", in_words(trace, step))
    terminal.say(summary(trace))
