"""How long it takes to read a megabyte of games, in each form and of texts that are hard to read.

Run `python benchmarks/records.py`. It reads 300,000 characters of each and says what a million
would take, in processor seconds, the median of some tries. Games are random, by a fixed seed, and
differ. The hard texts are those that once took half a minute.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Iterator
from itertools import islice

from figures import Figures, options, run

import plyground as pg
from plyground.kernel import by_kind
from plyground.records.forms import FORMS

SIZE = 300_000
WANTED = 2.0  # seconds a megabyte
TRIES = 3

HARD = {
    "the same tag again": '[Game "x"]\n',
    "games of two moves": '[Game "tictactoe"]\n\n1. 5 1 *\n\n',
    "games without moves": '[Game "tictactoe"]\n\n*\n\n',
    "variations in a row": "(1. 1) ",
}


def games(game: pg.Game) -> Iterator[pg.Record]:
    """Random games to their end."""
    chance = random.Random(41)
    while True:
        position = game.position()
        while not position.over:
            position = position.play_code(chance.choice(position.codes))
        yield pg.Record.of(position)


def record_texts(game: pg.Game) -> str:
    """Records of random games."""
    found = io.StringIO()
    for record in games(game):
        pg.write_records([record], found)
        found.write("\n")
        if found.tell() >= SIZE:
            return found.getvalue()
    raise AssertionError


def texts() -> Iterator[tuple[str, str, str]]:
    """Name, text and game of what is read."""
    for game in (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour()):
        yield f"records of {game.title}", record_texts(game), ""
    for name, form in FORMS.items():
        text = "".join(form.write(islice(games(pg.ConnectFour()), 6000)))
        usual = "connect4" if name == "lines" else ""
        yield name, text[: text.rindex("\n", 0, SIZE) + 1], usual
    for name, unit in HARD.items():
        head = '[Game "tictactoe"]\n\n1. 5 ' if unit.startswith("(") else ""
        yield name, head + unit * (SIZE // len(unit)), ""


def seconds(text: str, game: str) -> float:
    """Processor seconds to read so much text."""
    begun = time.process_time()
    for _ in pg.read_records(io.StringIO(text), game=game):
        pass
    return time.process_time() - begun


def main() -> int:
    """Measure all texts; the exit code."""
    figures = Figures(__file__, options(__doc__).parse_args())
    with by_kind():
        for name, text, game in texts():
            found = statistics.median(seconds(text, game) for _ in range(TRIES))
            figures.add(
                "Reading games", f"{name}: seconds a megabyte", round(found * 1e6 / len(text), 2),
                at_most=WANTED,
            )  # fmt: skip
    return figures.keep()


if __name__ == "__main__":
    run(main)
