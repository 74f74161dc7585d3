"""The dialogues of the old programs in a terminal, line by line, as golden files.

Where a change is meant, write the files again, and read what has changed before you commit it:

    pytest tests/test_old_dialogues.py --update-golden

Whatever was written, each file must have the old program's own words, in their order.
"""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.cli.app import run

FOLDER = Path(__file__).parent / "golden" / "dialogues"

Dialogue = tuple[str, str, tuple[str, ...]]  # a command, what is typed, the program's own words

DIALOGUES: dict[str, Dialogue] = {
    "numerical": (
        "play numerical --as-before --seed 1",
        "0/x/1/101/hard/60/3/2/20/14/4/6/6/1",
        (
            "Enter player count: 0",
            "Player count must be 1 or 2!",
            "Enter desired difficulty setting (0-100, higher is harder): 101",
            "Difficulty must be between 0-100!",
            "Enter which player you will play as (Player 1 will go first): 3",
            "You must input 1 or 2!",
            "!!! Computer is player 1 - You are player 2 !!!",
            "Doing game-tree search: 3516986/3516986 (100%)",
            "Done.",
            "Unused numbers:",
            "### Player 1's turn ###",
            "The computer played the number ",
            "### Player 2's turn ###",
            "Input the position: 20",
            "Input the number: 14",
            "Position can only be an integer between 1-9!",
            "Number can only be an integer between 1-9!",
        ),
    ),
    "numerical-people": (
        "play numerical --as-before",
        "2/5/9/5/4/1/3/1/2/2/2/9/2/7/2/3/4/4/5",
        (
            "### Player 1's turn ###",
            "Input the position: 5",
            "Input the number: 9",
            "### Player 2's turn ###",
            "Position is occupied!",
            "Player 2 can only input even integers!",
        ),
    ),
    "sim": (
        "play sim --as-before --seed 1",
        "many/2 6/CPU vs Human/0-0/0 9/0 1/0 1/2 3/4 5",
        (
            "Welcome to Sim!",
            "How many players and how many vertices?",
            "It is now player 2's turn.",
            "Which two vertices would you like to connect?",
            "Player 2, please choose a valid pair of vertices!",
        ),
    ),
    "sim-people": (
        "play sim --as-before human human",
        "0 1/1 0/3 4/1 2/4 5/2 0",
        (
            "It is now player 1's turn.",
            "Which two vertices would you like to connect? 0 1",
            "It is now player 2's turn.",
            "Error: vertices already connected",
            "Player 1 lost!",
        ),
    ),
    "sim-draw": (
        "play sim --as-before --players 5 human human human human human",
        "0-2/2-4/2-3/1-2/2-5/0-3/0-4/1-4/1-5/0-5/0-1/4-5/3-4/1-3/3-5",
        ("It is now player 5's turn.", "Draw"),
    ),
    "connect4": (
        "play connect4 --as-before human old-connect4:depth=3",
        "depth 3/1/8/1/1/1/new/cancel/1/1/1/2/2/2/2/2",
        (
            "Welcome to Connect 4 with Minimax.",
            "Minimax Depth: 3",
            "Minimax thinking...",
            "Would you like to be Player 1 or Player 2?",
        ),
    ),
    "connect4-people": (
        "play connect4 --as-before human human",
        "1/1/1/1/1/1/1/2/3/2/3/2/4/2",
        ("That column is full.", "Player 1 Wins!"),
    ),
    "connect4-draw": (
        "play connect4 --as-before human human --columns 4 --rows 4",
        "/".join("4321311144234232"),
        ("DRAW!",),
    ),
    "connect4-simulation": (
        "simulate connect4 --as-before old-connect4:depth=3",
        "Minimax Player: Depth 3/many",
        (
            "Minimax Player vs Who?",
            "(Anything out of range will default to 10)",
            "Enter the number of rounds you wish to see (1 - 50): many",
            "Minimax: ",
            "Final Result: Minimax: ",
        ),
    ),
    "tictactoe": (
        "play tictactoe --as-before",
        "0 1/2 2/2 2/(1, 2)/7/2 1",
        ("0 1", "2 2"),
    ),
    "tictactoe-computer-begins": (
        "play tictactoe --as-before old-tictactoe human",
        "2 2/3/4/8",
        (),
    ),
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("name", DIALOGUES)
def test_a_dialogue_of_an_old_program(
    name: str,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command, typed, words = DIALOGUES[name]
    lines = iter(typed.split("/"))

    def ask(prompt: str) -> str:
        """Read as a terminal shows it."""
        line = next(lines, None)
        print(prompt, end="" if line is None else f"{line}\n")
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr(builtins, "input", ask)
    assert run(command.split()) == exits.SUCCESS
    printed, at = f"$ plyground {command}\n{capsys.readouterr().out}", 0
    if name.endswith("simulation"):  # what follows are figures, with times
        before, result, rest = printed.partition("Final Result: ")
        printed = f"{before}{result}{rest.partition(chr(10))[0]}\n"
    for word in words:
        assert word in printed[at:], word
        at = printed.index(word, at) + len(word)
    path = FOLDER / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(printed, "utf-8")
    assert printed == path.read_text("utf-8")
