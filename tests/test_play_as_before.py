"""`plyground play --as-before`: the dialogues and warnings of the old programs, word by word."""

import re
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.cli.app import run
from tests.terminals import Play, in_a_terminal_too, in_order

# Numerical tic-tac-toe

NUMERICAL = "play numerical --as-before"


@pytest.mark.slow
@pytest.mark.compiled
@in_a_terminal_too
def test_numerical_asks_until_each_answer_is_valid(play: Play) -> None:
    lines = play(NUMERICAL, "0", "x", "", "1", "101", "-1", "hard", "0", "3", "", "2")
    assert in_order(
        lines,
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Enter which player you will play as (Player 1 will go first):",
        "You must input 1 or 2!",
        "Enter which player you will play as (Player 1 will go first):",
        "You must input 1 or 2!",
        "Enter which player you will play as (Player 1 will go first):",
        "!!! Computer is player 1 - You are player 2 !!!",
        "Doing game-tree search:",
        "3516986/3516986 (100%)",
        "Done.",
        "Unused numbers:",
        "1 2 3 4 5 6 7 8 9",
        "### Player 1's turn ###",
    )
    assert any(line.startswith("The computer played the number ") for line in lines)


@pytest.mark.slow
@pytest.mark.compiled
def test_numerical_searches_at_each_start_and_not_again(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for _ in range(2):
        lines = play(f"{NUMERICAL} --details --save {file}", "1", "100", "2")
        assert in_order(lines, "Doing game-tree search:", "3516986/3516986 (100%)", "Done.")
        assert not any("positions" in line for line in lines)  # that a move would take
    assert '[Player1 "mixed:100(full:near=off)"]' in file.read_text()


NUMERICAL_WARNINGS = [
    ("0", "2", ["Position can only be an integer between 1-9!"]),
    ("ten", "2", ["Position can only be an integer between 1-9!"]),
    ("1.0", "2", ["Position can only be an integer between 1-9!"]),
    ("5", "2", ["Position is occupied!"]),
    ("1", "0", ["Number can only be an integer between 1-9!"]),
    ("1", "", ["Number can only be an integer between 1-9!"]),
    ("1", "3", ["Player 2 can only input even integers!"]),
    ("1", "5", ["Player 2 can only input even integers!"]),
    ("5", "3", ["Position is occupied!", "Player 2 can only input even integers!"]),
    (
        "99",
        "x",
        [
            "Position can only be an integer between 1-9!",
            "Number can only be an integer between 1-9!",
        ],
    ),
]


@pytest.mark.parametrize(("cell", "number", "warnings"), NUMERICAL_WARNINGS)
def test_numerical_warns_of_a_move(play: Play, cell: str, number: str, warnings: list[str]) -> None:
    lines = play(NUMERICAL, "2", "5", "5", cell, number, "1", "4")
    end = lines.index("### Player 2's turn ###") + 1
    prompts = ["Input the position:", "Input the number:"]
    assert lines[end : end + 4 + len(warnings)] == [*prompts, *warnings, *prompts]
    assert "1 2 3 6 7 8 9" in lines


def test_numerical_warns_of_a_used_number_and_of_odd_ones(play: Play) -> None:
    lines = play(NUMERICAL, "2", "1", "4", "1", "1", "2", "2", "3", "1", "3", "3")
    assert in_order(
        lines,
        "### Player 1's turn ###",
        "Player 1 can only input odd integers!",
        "### Player 2's turn ###",
        "### Player 1's turn ###",
        "1 is already used!",
    )


# Sim


@pytest.mark.slow
@in_a_terminal_too
def test_sim_asks_for_players_and_vertices_and_mode(play: Play) -> None:
    lines = play("play sim --as-before", "many", "1 6", "2 11", "2 6", "9", "3", "quit")
    assert in_order(
        lines,
        "Welcome to Sim!",
        "How many players and how many vertices?",
        "[2 6]:",
        "Give two numbers, such as 2 6.",
        "[2 6]:",
        "Sim takes 2 to 5 players, and not 1.",
        "[2 6]:",
        "Sim takes 3 to 10 vertices, and not 11.",
        "[2 6]:",
        "  1  CPU vs Human",
        "  2  Human vs CPU",
        "  3  Multiple Humans",
        "  4  CPU vs CPU",
        "[1]:",
        "Give a number from 1 to 4, or press Enter for 1.",
        "[1]:",
        "It is now player 1's turn.",
        "Which two vertices would you like to connect?",
        "Game aborted",
        "Goodbye.",
    )


def test_sim_defaults_to_the_computer_first_on_6_vertices(play: Play) -> None:
    lines = play("play sim --as-before", "", "")
    assert any(line.startswith("The computer, Player 1, connects ") for line in lines)
    assert sum(line == "It is now player 2's turn." for line in lines) == 1


def test_of_four_players_of_sim_one_is_the_computer(play: Play) -> None:
    moves = ("0-1", "2-3", "4-5")
    lines = play("play sim --as-before --seed 1", "4 6", "CPU vs Human", *moves)
    assert sum(line.startswith("The computer, Player 1,") for line in lines) == 2


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("1 0", "Error:"),
        ("0-1", "Error:"),
        ("3 3", "'3-3' is not a move of Sim:"),
        ("0 9", "'0-9' is not a move of Sim:"),
        ("x", "'x' is not a move of Sim:"),
        ("", "'' is not a move of Sim:"),
    ],
)
def test_sim_refuses_a_pair(play: Play, answer: str, said: str) -> None:
    lines = play("play sim --as-before human human", "0 1", answer, "1 2")
    assert in_order(
        lines,
        "It is now player 2's turn.",
        said,
        "Player 2, please choose a valid pair of vertices!",
        "Which two vertices would you like to connect?",
        "It is now player 1's turn.",
    )
    if said == "Error:":
        assert "vertices already connected" in lines


def test_sim_ends_with_a_triangle(play: Play) -> None:
    lines = play("play sim --as-before --vertices 6 human human", "01", "3-4", "1,2", "4 5", "2 0")
    assert in_order(lines, "Free edges:", "It is now player 1's turn.", "Player 1 lost!")


# Connect Four


def test_connect4_runs_as_player_1_from_the_start(play: Play) -> None:
    lines = play("play connect4 --as-before --seed 1", "4")
    assert in_order(
        lines,
        "Welcome to Connect 4 with Minimax.",
        "Player 1, choose a column (1-7):",
        "Minimax thinking...",
        "Player 1, choose a column (1-7):",
        "Goodbye.",
    )


@pytest.mark.slow
def test_connect4_refuses_columns(play: Play) -> None:
    lines = play(
        "play connect4 --as-before human human --columns 4 --rows 4", *"11111", "8", "", "2"
    )
    assert in_order(lines, "That column is full.", "'8' is not a move of Connect Four:")
    assert in_order(lines, "'' is not a move of Connect Four:", "Player 2, choose a column (1-4):")


def test_connect4_announces_a_win_and_a_draw(play: Play) -> None:
    assert "Player 1 Wins!" in play("play connect4 --as-before human human", *"1212121")
    assert "Player 2 Wins!" in play("play connect4 --as-before human human", *"21314171")
    drawn = play("play connect4 --as-before human human --columns 4 --rows 4", *"4321311144234232")
    assert "DRAW!" in drawn


@pytest.mark.slow
@in_a_terminal_too
def test_connect4_new_game_asks_which_player_to_be(play: Play) -> None:
    question = "Would you like to be Player 1 or Player 2?"
    lines = play("play connect4 --as-before --seed 1", "new", "3", "cancel", "4", "new", "")
    assert in_order(
        lines,
        question,
        "Give 1, 2 or cancel.",
        question,
        "Player 1, choose a column (1-7):",
        question,
        "Minimax thinking...",
        "Player 2, choose a column (1-7):",
    )


def test_connect4_changes_the_depth_in_the_middle_of_a_game(play: Play) -> None:
    typed = ("depth 3", "4", "why", "depth", "depth 0", "depth 2", "1", "why")
    lines = play("play connect4 --as-before --seed 1 human old-connect4", *typed)
    refused = "old-connect4: depth takes a whole number from 1 to 999, and not"
    shown = re.findall(rf"Minimax Depth: \d|{refused} \S+|\(depth \d\)", " ".join(lines))
    assert shown == [
        "Minimax Depth: 3", "(depth 3)", f"{refused} ''.", f"{refused} 0.",
        "Minimax Depth: 2", "(depth 2)",
    ]  # fmt: skip


def test_people_alone_have_no_depth_to_change(play: Play) -> None:
    assert "No computer here has a depth." in play("play connect4 human human", "depth 3")


@pytest.mark.slow
@pytest.mark.compiled
def test_a_simulation_takes_anything_out_of_range_as_ten_rounds(play: Play) -> None:
    lines = play("simulate connect4 --as-before --seed 1", "Depth 8", "Random Player", "abc")
    assert in_order(
        lines,
        "Minimax Player vs Who?",
        "  1  Random Player",
        "  6  Minimax Player:",
        "Depth 7",
        "Give a number from 1 to 6, or press Enter for 6.",
        "(Anything out of range will default to 10)",
        "Enter the number of rounds you wish to see (1 - 50):",
        "Final Result:",
    )
    scores = [line for line in lines if re.fullmatch(r"[\d.]+    Opponent:", line)]
    assert len(scores) == 11  # one after each round, and the last again
    assert scores[-1] == "10.0    Opponent:"


@pytest.mark.slow
@pytest.mark.compiled
def test_a_simulation_of_depth_5_against_3(play: Play) -> None:
    lines = play("simulate connect4 --as-before", "Minimax Player: Depth 3", "5")
    scores = " ".join(re.findall(r"[\d.]+(?=    )|(?<=Opponent:\n)[\d.]+", "\n".join(lines)))
    assert scores.split()[:10] == [
        *("1.0", "0.0", "1.5", "0.5", "2.0", "1.0", "2.5", "1.5", "3.0", "2.0"),
    ]


# Tic-tac-toe


@pytest.mark.slow
@in_a_terminal_too
def test_tictactoe_takes_coordinates_and_cells(play: Play) -> None:
    lines = play("play tictactoe --as-before human human", "1 1", "4", "(1,2)", "5", "13")
    assert lines[-1] == "Player 1 won: three in a row."


@pytest.mark.parametrize("answer", ["0", "10", "4 1", "0 1", "x", "", "1 2 3"])
def test_tictactoe_asks_until_the_pair_is_valid(play: Play, answer: str) -> None:
    lines = play("play tictactoe --as-before human human", answer, "2 2", "2 2")
    prompt = "Row and column (1-3, as in 2 3), or a cell (1-9):"
    assert in_order(lines, prompt, f"{answer!r} is not accepted:", prompt, prompt)
    assert in_order(lines, "Player 2's turn", "Cell 5 is taken:")


@pytest.mark.parametrize("players", ["old-tictactoe human", "human old-tictactoe"])
def test_the_computer_of_tictactoe_is_o_whoever_begins(play: Play, players: str) -> None:
    begins = players.startswith("old")
    lines = play(f"play tictactoe --as-before {players}", *([] if begins else ["5"]))
    marks = re.findall("[ox]", "".join(line for line in lines if "│" in line))
    assert sorted(marks) == (["o"] if begins else ["o", "x"])


# Every game


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play connect4 --as-before --seed 1", "Minimax thinking..."),
        ("play tictactoe --as-before", "Tic-tac-toe computer (old) is thinking …"),
    ],
)
def test_the_old_programs_computer_plays(play: Play, command: str, said: str) -> None:
    assert said in play(command, "4")


def test_a_game_without_an_old_program_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "examples/nim.py", "--as-before"]) == exits.USAGE
    assert "Nim has no old program: leave out --as-before" in capsys.readouterr().err
