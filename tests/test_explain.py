"""What a computer's choice rests on, in words: `plyground play --details`, and `why`."""

import io
import json
import random
import re
import sys
from collections.abc import Callable

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.explain import details, meaning

Play = Callable[..., list[str]]

NOT_YET = "The computer has not moved yet."


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run a command with the lines typed; gives what was printed, without times and prompts."""

    def command(line: str, *typed: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        assert run(line.split()) == exits.SUCCESS
        out = re.sub(r", [\d.]+ m?s$", "", capsys.readouterr().out, flags=re.MULTILINE)
        return [text.rpartition(": ")[2] for text in out.splitlines()]

    return command


def told(choice: pg.Choice) -> list[str]:
    """The lines about a choice as the terminal shows them, without the time."""
    return [re.sub(r", [\d.]+ m?s$", "", f"  {line}") for line in details(choice)]


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
def test_meaning(value: pg.Value | None, words: str) -> None:
    assert meaning(value) == words


@pytest.mark.parametrize(
    ("choice", "lines"),
    [
        (pg.Choice("4"), ["move 4, chosen without a search"]),
        (pg.Choice("4", pg.Value("unknown", score=-7)), ["move 4, value -7"]),
        (
            pg.Choice(
                "4", pg.Value("unknown", score=5), 3, ("4", "2", "9"), 1234, 1000, seconds=0.0123
            ),
            ["move 4, value +5, depth 3; then 2 9", "1,234 positions, 1,000 rated, 12.3 ms"],
        ),
        (
            pg.Choice("4", pg.Value("draw"), 8, ("4",), 50, 20, 10, 5, 2.34),
            [
                "move 4, value draw, depth 8",
                "50 positions, 20 rated, 10 cut-offs, 5 remembered, 2.3 s",
            ],
        ),
        (
            pg.Choice("4", pg.Value("loss", 2), 4, nodes=7, seconds=1),
            ["move 4, value loss in 2 plies, depth 4", "7 positions, 1.0 s"],
        ),
        (pg.Choice("4", pg.Value("win"), nodes=7), ["move 4, value win", "7 positions, 0.0 ms"]),
        (pg.Choice("4", pg.Value("unknown", expectation=0.456)), ["move 4, value 46 %"]),
    ],
    ids=str,
)
def test_details(choice: pg.Choice, lines: list[str]) -> None:
    assert details(choice) == lines
    assert pg.Choice.from_json(json.loads(json.dumps(choice.to_json()))) == choice


# In the terminal


def test_every_choice_of_a_computer_is_explained() -> None:
    """Of every kind of player, in as many lines as it has something to say."""
    position = pg.TicTacToe().position("15")
    for text, what, count in [
        ("random", "chosen without a search", 1),
        ("mixed:0", "chosen without a search", 1),
        ("minimax:depth=2,heuristic=none", "value 0, depth 2; then ", 2),
        ("alphabeta:depth=9", "value draw, depth 7; then ", 2),
        ("maxn:depth=2", "value 0, depth 2; then ", 2),
        ("full", "value draw, depth 7; then ", 2),
        ("perfect", "value draw; then ", 2),
        ("mcts:playouts=9", " %; then ", 2),
        ("humanlike:100", "value draw, depth 7; then ", 2),
        ("old-tictactoe", "value draw, depth 7; then ", 2),
    ]:
        player = pg.parse_player(text)
        assert player is not None
        lines = details(player.choose(position, rng=random.Random(1)))
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
        choice = pg.HumanLike(0).choose(position, rng=random.Random(seed))
        if choice.move != "5":
            break
    (found, _) = details(choice)
    assert re.match(rf"move {choice.move}, value loss in \d plies, depth 8; ", found)


def test_details_after_every_move_of_a_computer_and_no_others(play: Play) -> None:
    lines = play("play tictactoe human random --details --seed 3", "5", "quit")
    at = next(n for n, line in enumerate(lines) if line.startswith("The computer played"))
    move = lines[at].split()[-1]
    assert lines[at + 1] == f"  move {move}, chosen without a search"
    assert sum(line.startswith("  move ") for line in lines) == 1
    lines = play("play tictactoe random random --details --seed 3")
    played = [line.split()[-1] for line in lines if line.startswith("The computer played")]
    assert [line for line in lines if line.startswith("  move ")] == [
        f"  move {move}, chosen without a search" for move in played
    ]
    lines = play("play tictactoe random random --seed 3")
    assert [line.split()[-1] for line in lines if line.startswith("The computer pl")] == played
    assert not any(line.startswith("  move ") for line in lines)


def test_details_are_those_of_the_choice(play: Play) -> None:
    lines = play("play tictactoe minimax:depth=3 minimax:depth=2 --details --seed 3")
    rng, position, expected = random.Random(3), pg.TicTacToe().position(), []
    while not position.over:
        choice = pg.Minimax((3, 2)[position.turn]).choose(position, rng=rng)
        expected += told(choice)
        position = position.play(choice.move)
    assert [line for line in lines if re.match(r"  move |  [\d,]+ positions", line)] == expected


def test_why(play: Play) -> None:
    lines = play("play tictactoe human minimax:depth=1 --seed 1", "why", "5", "WHY", "quit")
    choice = pg.Minimax(1).choose(pg.TicTacToe().position("5"), rng=random.Random(1))
    first, second = told(choice)
    assert lines.count(NOT_YET) == lines.count(first) == 1
    at = lines.index(first)
    assert lines.index(NOT_YET) < lines.index(f"The computer played {choice.move}") < at
    assert lines[at + 1] == second


def test_why_between_humans(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "why", "1", "why")
    assert lines.count(NOT_YET) == 2


def test_why_is_about_the_game_as_it_stands(play: Play) -> None:
    """Not about moves that were taken back, nor about those of another game."""
    command = "play tictactoe human random --seed 4"
    once = play(command, "5", "undo", "why", "quit")
    assert once.count(NOT_YET) == 1
    new = play(command, "5", "new", "2", "why", "quit")
    assert new.count(NOT_YET) == 1
    position = pg.TicTacToe().position("5")
    reply = pg.Random().choose(position, rng=random.Random(4)).move
    free = next(move for move in position.moves if move != reply)
    twice = play(command, "5", free, "undo", "why", "quit")
    assert NOT_YET not in twice
    assert [line for line in twice if line.startswith("  move ")] == [
        f"  move {reply}, chosen without a search"
    ]
