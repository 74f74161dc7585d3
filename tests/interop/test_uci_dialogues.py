"""Dialogues with the UCI engine, as the text of the protocol has them: `data/uci_dialogues.txt`.

A dialogue begins with `# title`. Its engine plays tic-tac-toe. The lines that follow are

    > line           what is said to the engine; \\r stands for that character
    < pattern        what it says sooner or later, from the last such line on
    ! pattern        what it has not said so far
    = n pattern      what it has said so often so far
    .                the end of its input

What is right is known from the protocol and from the games: no answer was taken from the engine.
"""

import queue
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.interop.uci import Engine
from plyground.kernel import by_kind
from tests.games import TICTACTOE

FILE = Path(__file__).parent.parent / "data" / "uci_dialogues.txt"
DIALOGUES = dict(
    each.split("\n", 1) for each in FILE.read_text("utf-8").removeprefix("# ").split("\n\n# ")
)


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    """Let ready modules answer, as for users: nothing is compiled."""
    with by_kind():
        yield


def matches(pattern: str, lines: list[str]) -> int:
    return sum(re.fullmatch(pattern, line) is not None for line in lines)


@pytest.mark.parametrize("title", DIALOGUES)
def test_dialogue(title: str) -> None:
    coming: queue.SimpleQueue[str] = queue.SimpleQueue()
    said: list[str] = []
    engine = Engine(TICTACTOE, coming.put)
    try:
        for step in DIALOGUES[title].splitlines():
            sign, text = step[0], step[2:]
            if sign == ">":
                if not engine.hear(text.replace("\\r", "\r")):
                    break
            elif sign == ".":
                engine.listen([])
            elif sign == "<":
                said.append(coming.get(timeout=60))
                while not matches(text, said[-1:]):
                    said.append(coming.get(timeout=60))
            elif sign == "!":
                assert matches(text, said) == 0
            else:
                count, pattern = text.split(" ", 1)
                assert matches(pattern, said) == int(count)
    finally:
        engine._stop()
    while not coming.empty():
        said.append(coming.get())
    for step in DIALOGUES[title].partition("> quit\n")[2].splitlines():
        assert matches(step[2:], said)


def test_there_are_enough_dialogues() -> None:
    assert len(DIALOGUES) >= 60
