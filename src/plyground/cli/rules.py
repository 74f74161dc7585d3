"""What the rules of games say: which there are, a position, counts of moves, and their promises."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from rich.style import Style

from plyground import search
from plyground.browser.modules import why_no_page
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.games import check_depth, position_of
from plyground.cli.output import OutputFile, say
from plyground.cli.terminal import NOTICE, WARNING, Terminal, notices, paragraph
from plyground.games.registry import game_class, game_names
from plyground.position import Game, UnknownGameError
from plyground.position.fault_table import sections
from plyground.position.faults import similar
from plyground.search import plies_text
from plyground.testing import check_game

_LOOKS = {"-": Style(color="red"), "+": Style(color="green")}  # of what is wrong, and of the cure
_PARTS = re.compile(r"^```[\s\S]*?^```$|^(?:(?!```).+\n?)+", re.MULTILINE)  # code, paragraphs


def games() -> None:
    """List the games and their parameters."""
    terminal = Terminal()
    for name in game_names():
        terminal.say(name, NOTICE)
        try:
            found = game_class(name)
        except UnknownGameError as error:
            terminal.entry("    ", f"cannot be used: {error}")
            continue
        terminal.entry("    ", f"{found.title}. {found.summary}")
        for each in found.parameters:
            taken = f"--{each.name} {each.least} to {each.most} (default: {each.default})"
            terminal.entry("    ", f"{taken}: {each.meaning}")


def show(game: Game, moves: list[str], svg: Path | None) -> None:
    """Show the position after some moves, as text or as a picture."""
    with notices(game.title):
        position = position_of(game, moves)
    if svg is not None:
        OutputFile(svg).write(position._repr_svg_() + "\n")
        return
    terminal = Terminal()
    terminal.show(position)
    terminal.say(position.describe())


def perft(game: Game, depth: int, divide: bool) -> None:
    """Count the sequences of a given length, in all or for each first move."""
    if divide and depth == 0:
        raise UserError("--divide needs a depth of 1 ply or more")
    check_depth(game, depth)
    control, terminal = search.Control(), Terminal()
    with notices(game.title):
        if divide:
            counts = terminal.wait(lambda: search.divide(game, depth, control=control), control)
            rows = {**counts, "total": sum(counts.values())}
            if sys.stdout.isatty():
                listed = [(move, f"{count:,}") for move, count in rows.items()]
                terminal.table(("First move", "Sequences"), listed, figures=True)
                return
            for move, count in rows.items():
                say(f"{move}: {count}")
            return
        total = terminal.wait(lambda: search.perft(game, depth, control=control), control)
    if sys.stdout.isatty():
        say(f"{total:,} sequences of {plies_text(depth)}")
    else:
        say(str(total))


def explain(name: str | None) -> None:
    """Show the section of the page about one fault of a game file, or list all faults."""
    terminal = Terminal()
    if name is None:
        for group, faults in groupby(sections(), lambda each: sections()[each][0]):
            if sys.stdout.isatty():
                terminal.say(group, NOTICE)
                terminal.entry("    ", ", ".join(faults))
            else:
                say(f"{group}: {', '.join(faults)}")
        return
    if name not in sections():
        hint = similar(name, sections()) or "; `plyground explain` lists all"
        raise UserError(f"there is no error named {name}{hint}")
    kind = ""
    text = sections()[name][1]
    for line in _paragraphs(text) if sys.stdout.isatty() else text.splitlines():
        if line.startswith("```"):
            kind = "" if kind else line
        elif kind:
            style = _LOOKS.get(line[:1], "") if "diff" in kind else WARNING
            code = line.lstrip("-+ ")
            terminal.entry(f"    {line.removesuffix(code)}", code, style)
        else:
            terminal.say(line)


def _paragraphs(text: str) -> Iterator[str]:
    """The lines of a page, where those of a paragraph become one."""
    for number, part in enumerate(_PARTS.findall(text)):
        if number:
            yield ""
        lines = part.splitlines()
        yield from lines if part.startswith("```") else [" ".join(lines)]


def check(game: Game, playouts: int) -> None:
    """Say whether the rules of a user's own game keep what a game promises."""
    with notices(game.title, native=True):
        try:
            lacking = Terminal().wait(
                lambda: check_game(game, playouts), search.Control(), "Checking ..."
            )
        except AssertionError as error:
            raise UserError(str(error), FAILURE) from None
        reason = ""
        if "cells" in game.rules.kernels:
            reason = Terminal().wait(lambda: why_no_page(game), search.Control(), "Checking ...")
    paragraph(f"{game.title} keeps what a game promises. {playouts} games were played at random.")
    for sentence in lacking:
        paragraph(sentence)
    if reason:
        paragraph(f"A page cannot have it: {reason}")
