"""`plyground play` and the menu as a person meets them: each dialogue and warning, word by word."""

import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from plyground.cli import exits
from plyground.cli.app import run
from plyground.games import BUILT_IN

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")

Play = Callable[..., list[str]]


@pytest.fixture
def play(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Play:
    """Run a command, type the given lines, and return what was printed, cut at each prompt.

    It goes through pipes, in this process; where a test asks for it, also in a pseudo-terminal.
    """

    def through_pipes(command: str, *typed: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        assert run(command.split()) == exits.SUCCESS
        return cut(capsys.readouterr().out)

    def in_a_terminal(command: str, *typed: str) -> list[str]:
        screen = Screen(command)
        for each in typed:
            if screen.prompt():
                screen.type(each)
        if screen.prompt():
            screen.child.sendeof()
        assert screen.end() == exits.SUCCESS
        return cut(screen.text())

    return in_a_terminal if getattr(request, "param", "") == "terminal" else through_pipes


# For one dialogue of each game and the menu: the rest of `Terminal` is the same in all of them.
in_a_terminal_too = pytest.mark.parametrize(
    "play", ["pipes", pytest.param("terminal", marks=pytest.mark.compiled)], indirect=True
)


def cut(printed: str) -> list[str]:
    return printed.replace(": ", ":\n").replace("? ", "?\n").splitlines()


class Screen:
    """A command in a pseudo-terminal."""

    def __init__(self, command: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "plyground", *command.split()],
            encoding="utf-8",
            echo=False,
            timeout=60,
            dimensions=(50, 200),
            env={**os.environ, "TERM": "xterm-256color"},
        )
        self.printed = ""

    def prompt(self) -> bool:
        """Wait for a prompt; False if the program ends instead."""
        found = self.child.expect([r"(: |\? )\Z", pexpect.EOF])
        self.printed += self.child.before + (self.child.after if found == 0 else "")
        return found == 0

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def end(self) -> int | None:
        """Wait for the end; gives the exit code."""
        if self.child.isalive() or not self.child.flag_eof:
            self.child.expect(pexpect.EOF)
            self.printed += self.child.before
        self.child.close()
        return self.child.exitstatus

    def text(self) -> str:
        """What was printed, without colours and movements of the cursor."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.printed).replace("\r\n", "\n")


def in_order(lines: list[str], *wanted: str) -> bool:
    """Whether the wanted lines stand among `lines` in this order."""
    rest = iter(lines)
    return all(line in rest for line in wanted)


# Numerical tic-tac-toe


@in_a_terminal_too
def test_numerical_asks_until_each_answer_is_valid(play: Play) -> None:
    lines = play("play numerical", "0", "x", "", "1", "3", "", "2", "101", "-1", "hard", "0")
    assert in_order(
        lines,
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Player count must be 1 or 2!",
        "Enter player count:",
        "Enter which player you will play as (Player 1 will go first):",
        "You must input 1 or 2!",
        "Enter which player you will play as (Player 1 will go first):",
        "You must input 1 or 2!",
        "Enter which player you will play as (Player 1 will go first):",
        "!!! Computer is player 1 - You are player 2 !!!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Difficulty must be between 0-100!",
        "Enter desired difficulty setting (0-100, higher is harder):",
        "Unused numbers:",
        "1 2 3 4 5 6 7 8 9",
        "### Player 1's turn ###",
    )
    assert any(line.startswith("The computer played the number ") for line in lines)


def test_numerical_as_player_1(play: Play) -> None:
    lines = play("play numerical", "1", "1", "0", "5", "5")
    assert in_order(
        lines, "!!! You are player 1 - Computer is player 2 !!!", "### Player 1's turn ###"
    )


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
    lines = play("play numerical", "2", "5", "5", cell, number, "1", "4")
    end = lines.index("### Player 2's turn ###") + 1
    prompts = ["Input the position:", "Input the number:"]
    assert lines[end : end + 4 + len(warnings)] == [*prompts, *warnings, *prompts]
    assert "1 2 3 6 7 8 9" in lines


def test_numerical_warns_of_a_used_number_and_of_odd_ones(play: Play) -> None:
    lines = play("play numerical", "2", "1", "4", "1", "1", "2", "2", "3", "1", "3", "3")
    assert in_order(
        lines,
        "### Player 1's turn ###",
        "Player 1 can only input odd integers!",
        "### Player 2's turn ###",
        "### Player 1's turn ###",
        "1 is already used!",
    )


def test_numerical_ends_with_a_line_of_15(play: Play) -> None:
    """
    9 2 4   sums to 15, and the one who completes it wins, whoever's numbers are in it
    """
    lines = play("play numerical", "2", "1", "9", "2", "2", "9", "1", "3", "4")
    assert in_order(lines, "Player 2 wins:", "a line that sums to 15")


# Sim


@in_a_terminal_too
def test_sim_asks_for_players_and_vertices_and_mode(play: Play) -> None:
    lines = play("play sim", "many", "1 6", "2 11", "2 5", "9", "3", "quit")
    assert in_order(
        lines,
        "Welcome to Sim!",
        "How many players and how many vertices?",
        "[2 6]:",
        "Give two numbers, as in 2 6.",
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
        "Give a number from 1 to 4.",
        "[1]:",
        "It is now Player 1's turn",
        "Which two vertices would you like to connect?",
        "Game aborted",
        "Goodbye.",
    )


def test_sim_defaults_to_the_computer_first_on_6_vertices(play: Play) -> None:
    lines = play("play sim", "", "")
    assert any(line.startswith("The computer, Player 1, connects ") for line in lines)
    assert sum(line == "It is now Player 2's turn" for line in lines) == 1


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
    lines = play("play sim human human", "0 1", answer, "1 2")
    assert in_order(
        lines,
        "It is now Player 2's turn",
        said,
        "Player 2, please choose a valid pair of vertices!",
        "Which two vertices would you like to connect?",
        "It is now Player 1's turn",
    )
    if said == "Error:":
        assert "vertices already connected" in lines


def test_sim_ends_with_a_triangle(play: Play) -> None:
    lines = play("play sim --vertices 6 human human", "01", "3-4", "1,2", "4 5", "2 0")
    assert in_order(lines, "Free edges:", "It is now Player 1's turn", "Player 1 lost!")


def test_sim_with_five_players_can_end_in_a_draw(play: Play) -> None:
    moves = ("0-1", "0-2", "0-3", "0-4", "0-5", "1-2", "1-3", "1-4", "1-5", "2-3")
    moves += ("2-4", "2-5", "3-4", "3-5", "4-5")
    lines = play("play sim --players 5 human human human human human", *moves)
    assert "Draw!" in lines


def test_sim_with_three_computers(play: Play) -> None:
    lines = play("play sim --players 3 --vertices 5 random minimax random --seed 4")
    assert any(line.startswith("The computer, Player 3, connects ") for line in lines)
    assert lines[-1] in ("Draw!", *(f"Player {player} lost!" for player in (1, 2, 3)))


# Connect Four


def test_connect4_runs_as_player_1_from_the_start(play: Play) -> None:
    lines = play("play connect4 --seed 1", "4")
    assert in_order(
        lines,
        "Welcome to Connect 4 with Minimax.",
        "Player 1, choose a column (1-7):",
        "Minimax thinking...",
        "Player 1, choose a column (1-7):",
        "Goodbye.",
    )


def test_connect4_refuses_columns(play: Play) -> None:
    lines = play("play connect4 human human --rows 4", "1", "1", "1", "1", "1", "8", "", "2")
    assert in_order(lines, "That column is full.", "'8' is not a move of Connect Four:")
    assert in_order(lines, "'' is not a move of Connect Four:", "Player 2, choose a column (1-7):")


def test_connect4_announces_a_win_and_a_draw(play: Play) -> None:
    assert "Player 1 Wins!" in play("play connect4 human human", *"1212121")
    assert "Player 2 Wins!" in play("play connect4 human human", *"21314171")
    drawn = play("play connect4 human human --columns 4 --rows 4", *"4321311144234232")
    assert "DRAW!" in drawn


@in_a_terminal_too
def test_connect4_new_game_asks_which_player_to_be(play: Play) -> None:
    question = "Would you like to be Player 1 or Player 2?"
    lines = play("play connect4 --seed 1", "new", "3", "cancel", "4", "new", "")
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


# Tic-tac-toe


@in_a_terminal_too
def test_tictactoe_takes_coordinates_and_cells(play: Play) -> None:
    lines = play("play tictactoe human human", "1 1", "4", "(1,2)", "5", "13")
    assert in_order(lines, "Player 1 wins:", "three in a row")


@pytest.mark.parametrize("answer", ["0", "10", "4 1", "0 1", "x", "", "1 2 3"])
def test_tictactoe_asks_until_the_pair_is_valid(play: Play, answer: str) -> None:
    lines = play("play tictactoe human human", answer, "2 2", "2 2")
    prompt = "Row and column (1-3, as in 2 3), or a cell (1-9):"
    assert in_order(lines, prompt, f"{answer!r} is not accepted:", prompt, prompt)
    assert in_order(lines, "Player 2's turn", "Cell 5 is taken:")


def test_tictactoe_against_the_computer_is_drawn_by_good_play(play: Play) -> None:
    lines = play("play tictactoe full full --seed 2")
    assert in_order(lines, "Draw:", "the board is full")


# Every game


def test_undo_hint_help(play: Play) -> None:
    lines = play("play tictactoe --seed 1", "undo", "5", "undo", "hint", "help", "quit")
    assert in_order(
        lines,
        "There is no move of yours to take back.",
        "Taken back.",
        "Player 1's turn",
        "  undo       take your last move back",
        "  quit       stop playing",
        "Goodbye.",
    )
    assert in_order(lines, "Taken back.", "Hint:")


def test_why_and_details(play: Play) -> None:
    lines = play("play tictactoe human random --seed 1", "why", "5", "why")
    (move,) = (line[-1] for line in lines if line.startswith("The computer played "))
    told = f"  move {move}, chosen without a search"
    assert in_order(lines, "The computer has not moved yet.", f"The computer played {move}", told)
    lines = play("play tictactoe human random --seed 1 --details", "5")
    assert in_order(lines, f"The computer played {move}", told, "Player 1's turn")


def test_undo_between_humans_takes_one_move_back(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "1", "undo", "9")
    turns = [line for line in lines if line.endswith("'s turn")]
    assert [turn[7] for turn in turns] == ["1", "2", "1", "2", "1"]


def test_hints_say_what_is_certain(play: Play) -> None:
    exact = "play tictactoe human human"
    assert "3 (it wins in 1 ply)" in play(exact, *"1425", "hint")
    assert any(line.endswith(" (a draw with best play)") for line in play(exact, *"15", "hint"))
    lost = " (every move loses against best play, this one in "
    assert any(lost in line for line in play(exact, *"142", "hint"))


def test_hints_from_a_limited_view_say_so(play: Play) -> None:
    command = "play connect4 human human"
    assert "column 4 (it wins in 1 ply)" in play(command, *"414141", "hint")
    unsure = " (nothing is decided as far as I can see)"
    assert any(line.endswith(unsure) for line in play(command, *"532617333", "hint"))


def test_hints_in_the_opening_come_from_the_book(play: Play) -> None:
    lines = play("play connect4 human human", "hint")
    assert any(line.endswith("column 4 (it wins in 41 plies)") for line in lines)


def test_new_game_in_the_middle_of_another(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "new", "3", "5", "9")
    assert [line[7] for line in lines if line.endswith("'s turn")] == ["1", "2", "1", "2", "1"]


def test_a_seed_makes_a_game_repeatable(play: Play) -> None:
    command = "play connect4 random random --seed "
    assert play(command + "1") == play(command + "1") != play(command + "2")


def test_a_game_of_the_users_own(play: Play) -> None:
    lines = play(f"play {NIM} human minimax --heaps 2", "2:9", "help", "2:2")
    assert in_order(lines, "Player 1's turn", "'2:9' is not a move of Nim:")
    assert in_order(lines, "Player 1's turn", "The computer played 1:1", "Player 2 wins:")


def test_end_of_input_is_polite(play: Play) -> None:
    for command in ("play sim", "play numerical", "play connect4", "play tictactoe"):
        assert play(command)[-1] == "Goodbye."


# The menu


@in_a_terminal_too
def test_the_menu_asks_for_everything_and_comes_back(play: Play) -> None:
    lines = play(
        "menu", "9", "sim", "2 3", "3", "01", "12", "02", "connect4", "", "", "3", "quit", "q"
    )
    assert in_order(
        lines,
        f"Give a number from 1 to {len(BUILT_IN)}, a name, or quit.",
        "Welcome to Sim!",
        "[2 6]:",
        "Draw!",
        "Welcome to Connect 4 with Minimax.",
        "Columns of the board (4-12) [7]:",
        "Rows of the board (4-15) [6]:",
        "Player 1, choose a column (1-7):",
        "Goodbye.",
    )


def test_the_menu_refuses_boards_that_are_too_large(play: Play) -> None:
    lines = play("menu", "connect4", "12", "15", "5", "4", "4")
    assert "Connect Four with 12 columns takes 4 rows, and not 15." in lines
    assert lines[-1] == "Goodbye."


# A real terminal

pseudo_terminal = pytest.mark.compiled


@pseudo_terminal
def test_ctrl_c_at_a_prompt_is_polite() -> None:
    screen = Screen("play tictactoe")
    assert screen.prompt()
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert screen.text().rstrip().endswith("Goodbye.")


@pseudo_terminal
def test_while_the_computer_thinks_it_says_so_answers_and_can_be_stopped() -> None:
    screen = Screen("play sim --vertices 10 minimax:depth=9 human")
    screen.child.expect(r"thinking \.\.\. depth 9, [\d,]+ positions \(Ctrl-C ends it\)")
    screen.type("0 1")
    screen.child.expect("Please wait for the computer to finish its move!")
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert "Traceback" not in screen.text()


@pseudo_terminal
def test_players_are_shown_in_their_colours() -> None:
    screen = Screen("play sim human human --vertices 4")
    assert screen.prompt()
    screen.type("0 1")
    assert screen.prompt()
    colours = re.findall(r"\x1b\[1;38;5;(\d+)mIt is now Player", screen.printed)
    assert len(set(colours)) == 2
    screen.child.sendeof()
    assert screen.end() == exits.SUCCESS


@pseudo_terminal
@pytest.mark.parametrize("divide", ["", " --divide"])
def test_ctrl_c_stops_counting(divide: str) -> None:
    screen = Screen("perft connect4 30" + divide)
    screen.child.expect("Counting")
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert screen.text().rstrip().endswith("ended by Ctrl-C")
