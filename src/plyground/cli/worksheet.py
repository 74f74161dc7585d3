"""`plyground worksheet`: exercises to print, and their answers in a second file."""

from __future__ import annotations

import random
from pathlib import Path

from plyground.analysis.worksheet import worksheet as made
from plyground.cli.exits import UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile
from plyground.cli.terminal import Terminal, notices
from plyground.search import Control

_SEEDS = range(1, 10_000)  # short enough to type again


def worksheet(kind: str, seed: int | None, output: Path | None) -> None:
    """Write a worksheet, and its answers in a second file next to it."""
    if output == STANDARD_OUTPUT:
        raise UserError(
            "a worksheet is two files: give --output the name of the first, such as sheet.html"
        )
    if seed is None:
        seed = random.choice(_SEEDS)
    with notices("the games"):
        sheet = Terminal().wait(lambda: made(kind, seed), Control(), "Making a worksheet ...")
    path = output or Path(f"worksheet-{kind}-{seed}.html")
    from plyground.web.worksheet_file import worksheet_file

    beside = path.with_name(f"{path.stem}-answers{path.suffix}")
    for file, answers in [(OutputFile(path), False), (OutputFile(beside), True)]:
        file.write(worksheet_file(sheet, answers=answers))
