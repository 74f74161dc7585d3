"""The reasons of a computer's choice, in words: `plyground play --details`, and `why`."""

import io
import json
import re
import sys
from collections.abc import Callable

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.explain import details
from plyground.search.value import hint_text

Play = Callable[..., list[str]]

NOT_YET = "The computer has not moved yet."


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run a command with the lines typed; gives what was printed, without times and prompts."""

    def command(line: str, *typed: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        assert run(line.split()) == exits.SUCCESS
        out = re.sub(r" in [\d.]+ m?s(?=[ .])", "", capsys.readouterr().out, flags=re.MULTILINE)
        return [re.split(r"[:?] ", text)[-1] for text in out.splitlines()]

    return command


def explained(choice: pg.Choice) -> list[str]:
    """The lines about a choice as the terminal shows them, without the time."""
    return [re.sub(r" in [\d.]+ m?s(?=[ .])", "", f"  {line}") for line in details(choice)]


# State


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (pg.Value("win", 1), "it wins in 1 ply"),
        (pg.Value("win", 3), "it wins in 3 plies"),
        (pg.Value("win"), "it wins"),
        (pg.Value("loss", 1), "every move loses against best play, this one in 1 ply"),
        (pg.Value("loss"), "every move loses against best play"),
        (pg.Value("draw", 4), "a draw with best play"),
        (pg.Value("unknown", score=-17), "nothing is decided as far as I can see"),
        (None, "nothing is decided as far as I can see"),
    ],
    ids=str,
)
def test_hint(value: pg.Value | None, words: str) -> None:
    assert hint_text(value) == words


@pytest.mark.parametrize(
    ("choice", "lines"),
    [
        (pg.Choice("4"), ["It played 4 without a search."]),
        (
            pg.Choice("4", pg.Value("unknown", score=-7)),
            ["It played 4, which its heuristic rates -7."],
        ),
        (
            pg.Choice(
                "4", pg.Value("unknown", score=5), 3, ("4", "2", "9"), 1234, 1000, seconds=0.0123
            ),
            [
                "It played 4, which its heuristic rates +5 (depth 3). It expects 2, 9.",
                "It looked at 1,234 positions in 12.3 ms (1,000 rated).",
            ],
        ),
        (
            pg.Choice("4", pg.Value("draw"), 8, ("4",), 50, 20, 10, 5, 2.34),
            [
                "It played 4, which draws with best play (depth 8).",
                "It looked at 50 positions in 2.3 s (20 rated, 10 cut-offs, 5 remembered).",
            ],
        ),
        (
            pg.Choice("4", pg.Value("loss", 2), 4, nodes=7, seconds=1),
            [
                "It played 4, which loses in 2 plies (depth 4).",
                "It looked at 7 positions in 1.0 s.",
            ],
        ),
        (
            pg.Choice("4", pg.Value("win"), nodes=1),
            ["It played 4, which wins.", "It looked at 1 position in 0.0 ms."],
        ),
        (
            pg.Choice("4", pg.Value("unknown", expectation=0.456)),
            ["It played 4, which got 46 % of the points in its playouts."],
        ),
        (
            pg.Choice("4", pg.Value("unknown", expectation=0.456), 3),
            ["It played 4, which it rates 46 % (depth 3)."],
        ),
    ],
    ids=str,
)
def test_details(choice: pg.Choice, lines: list[str]) -> None:
    assert details(choice) == lines
    assert pg.Choice.from_json(json.loads(json.dumps(choice.to_json()))) == choice


# In the terminal


@pytest.mark.slow
def test_every_choice_of_a_computer_is_explained() -> None:
    """Of every kind of player, in as many lines as it has something to say."""
    position = pg.TicTacToe().position("15")
    for text, what, count in [
        ("random", " without a search.", 1),
        ("mixed:0", " without a search.", 1),
        (
            "minimax:depth=2,heuristic=none",
            ", which its heuristic rates 0 (depth 2). It expects ",
            2,
        ),
        ("alphabeta:depth=9", ", which draws with best play (depth 7). It expects ", 2),
        ("maxn:depth=2", ", which its heuristic rates 0 (depth 2). It expects ", 2),
        ("full", ", which draws with best play (depth 7). It expects ", 2),
        ("perfect", ", which draws with best play. It expects ", 2),
        ("mcts:playouts=9", " % of the points in its playouts. It expects ", 2),
        ("learned:plies=2", " % (depth 2).", 2),
        ("learned:playouts=9", " % of the points in its playouts. It expects ", 2),
        ("humanlike:100", ", which draws with best play (depth 7). It expects ", 2),
        ("old-tictactoe", ", which draws with best play (depth 7). It expects ", 2),
    ]:
        player = pg.parse_player(text)
        assert player is not None
        lines = details(player.choose(position, chance=pg.Chance(1)))
        assert what in lines[0]
        assert len(lines) == count


def test_an_error_is_not_put_down_to_all_moves() -> None:
    """
    x . .    Only 5 draws; whoever takes another move lets player 1 win.
    . . .
    . . .
    """
    position = pg.TicTacToe().position("1")
    for seed in range(20):
        choice = pg.HumanLike(0).choose(position, chance=pg.Chance(seed))
        if choice.move != "5":
            break
    (found, _) = details(choice)
    assert re.match(rf"It played {choice.move}, which loses in \d plies \(depth 8\)\. ", found)


def test_details_after_every_move_of_a_computer_and_no_others(play: Play) -> None:
    lines = play("play tictactoe human random --details --seed 3", "5", "quit")
    at = next(n for n, line in enumerate(lines) if " played cell " in line)
    move = lines[at].split()[-1]
    assert lines[at + 1] == f"  It played {move} without a search."
    assert sum(line.startswith("  It played ") for line in lines) == 1
    lines = play("play tictactoe random random --details --seed 3")
    played = [line.split()[-1] for line in lines if " played cell " in line]
    assert [line for line in lines if line.startswith("  It played ")] == [
        f"  It played {move} without a search." for move in played
    ]
    lines = play("play tictactoe random random --seed 3")
    assert [line.split()[-1] for line in lines if " played cell " in line] == played
    assert not any(line.startswith("  It played ") for line in lines)


def test_details_are_those_of_the_choice(play: Play) -> None:
    lines = play("play tictactoe minimax:depth=3 minimax:depth=2 --details --seed 3")
    chances = [pg.Chance(3, 0, seat) for seat in (0, 1)]
    position, expected = pg.TicTacToe().position(), []
    while not position.over:
        choice = pg.Minimax((3, 2)[position.turn]).choose(position, chance=chances[position.turn])
        expected += explained(choice)
        position = position.play(choice.move)
    assert [line for line in lines if re.match(r"  It (played|looked) ", line)] == expected


def test_why(play: Play) -> None:
    lines = play("play tictactoe human minimax:depth=1 --seed 1", "why", "5", "WHY", "quit")
    choice = pg.Minimax(1).choose(pg.TicTacToe().position("5"), chance=pg.Chance(1, 0, 1))
    first, second = explained(choice)
    assert lines.count(NOT_YET) == lines.count(first) == 1
    at = lines.index(first)
    assert lines.index(NOT_YET) < lines.index(f"Minimax played cell {choice.move}") < at
    assert lines[at + 1] == second


def test_why_between_humans(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "why", "1", "why")
    assert lines.count(NOT_YET) == 2


def test_why_is_about_the_present_position(play: Play) -> None:
    """Not about moves that were taken back, nor about those of another game."""
    command = "play tictactoe human random --seed 4"
    once = play(command, "5", "undo", "why", "quit")
    assert once.count(NOT_YET) == 1
    new = play(command, "5", "new", "1", "why", "quit")
    assert new.count(NOT_YET) == 1
    position = pg.TicTacToe().position("5")
    reply = pg.Random().choose(position, chance=pg.Chance(4, 0, 1)).move
    free = next(move for move in position.moves if move != reply)
    twice = play(command, "5", free, "undo", "why", "quit")
    assert NOT_YET not in twice
    assert [line for line in twice if line.startswith("  It played ")] == [
        f"  It played {reply} without a search."
    ]
