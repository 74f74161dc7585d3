"""`plyground play` and the menu as a person meets them: each dialogue and warning, word by word.

How the old programs spoke is in test_play_as_before.py.
"""

import re
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.games import BUILT_IN
from tests.terminals import Play, Screen, in_a_terminal_too, in_order

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")


# Each game


@pytest.mark.slow
@in_a_terminal_too
def test_one_person_plays_the_computer(play: Play) -> None:
    lines = play("play connect4 human minimax:depth=2 --seed 1", "4")
    assert in_order(
        lines,
        "Welcome to Connect Four.",
        "Your move",
        "Which column would you like (1-7)?",
        "Minimax, depth 2, is thinking …",
        "Minimax played column 4",
        "Your move",
        "Goodbye.",
    )


LINE_WON = "Player 2 won: a line that sums to 15."
SIM_WON = "Player 2 won, Player 1 lost: a triangle in their own colour."


@pytest.mark.parametrize(
    ("command", "typed", "said"),
    [
        ("connect4 human human", "1212121", "Player 1 won: four in a row."),
        ("connect4 human human", "21314171", "Player 2 won: four in a row."),
        (
            "connect4 human human --columns 4 --rows 4",
            "4321311144234232",
            "Draw: the board is full.",
        ),
        ("tictactoe human human", "14253", "Player 1 won: three in a row."),
        ("tictactoe human random --seed 1", "5", None),
        ("sim human human", ("01", "3-4", "1,2", "4 5", "2 0"), SIM_WON),
        ("numerical human human", ("9@1", "2@2", "1@9", "4@3"), LINE_WON),
        ("tictactoe full full --seed 2", "", "Draw: the board is full."),
    ],
)
def test_all_games_announce_turns_and_ends_alike(
    play: Play, command: str, typed: str, said: str | None
) -> None:
    lines = play(f"play {command}", *typed)
    turns = {line for line in lines if line.endswith(" turn")}
    assert turns <= ({"Your move"} if said is None else {"Player 1's turn", "Player 2's turn"})
    if said is not None:
        assert said in lines[-2:]


@pytest.mark.uncompiled
def test_the_end_of_a_game_names_its_review(play: Play) -> None:
    shows = "` shows where it was decided."
    for command, typed, review in (
        ("tictactoe human human", "14253", "tictactoe 14253"),
        ("connect4 human human --rows 5", "1212121", "connect4 1212121 --rows 5"),
        ("sim human human", ("01", "34", "12", "45", "20"), "sim 0-1 3-4 1-2 4-5 0-2"),
    ):
        lines = play(f"play {command}", *typed)
        assert lines[-1] == f"`plyground review {review}{shows}"
    assert not any(shows in line for line in play("play tictactoe random random"))
    assert not any(shows in line for line in play(f"play {NIM} human human --heaps 1", "1:3"))


QUESTIONS = {
    "connect4": "Which column would you like (1-7)?",
    "sim": "Which two dots would you like to join, as in 0-2?",
    "tictactoe": "Which cell would you like (1-9, or row and column)?",
    "numerical": "Which number would you like to write, and where, as in 7@2?",
}


@pytest.mark.parametrize(
    ("game", "typed", "refusal"),
    [
        ("connect4", "1111111", "Column 1 is full:"),
        ("connect4", "8", "'8' is not a move of Connect Four:"),
        ("sim", ("01", "1 0"), "Dots 0 and 1 are already joined:"),
        ("sim", ("3 3",), "'3-3' is not a move of Sim:"),
        ("tictactoe", ("5", "2 2"), "Cell 5 is taken:"),
        ("numerical", ("5@5", "2@5"), "Cell 5 is taken:"),
        ("numerical", ("3@1", "5@2"), "Player 2 writes even numbers:"),
        ("numerical", ("3@1", "2@3", "3@4"), "3 is already used:"),
    ],
)
def test_a_move_is_refused_with_what_is_accepted(
    play: Play, game: str, typed: tuple[str, ...], refusal: str
) -> None:
    lines = play(f"play {game} human human", *typed)
    assert in_order(lines, QUESTIONS[game], refusal, QUESTIONS[game])


@pytest.mark.parametrize("game", ["numerical", "tictactoe"])
def test_a_misspelt_command_is_recognised(play: Play, game: str) -> None:
    lines = play(f"play {game} human human", "hnt", "exit")
    assert in_order(lines, "'hnt' is not a move:", "did you mean hint?", QUESTIONS[game])
    assert in_order(lines, "'exit' is not a move:", "did you mean quit?", QUESTIONS[game])


def test_two_computers_are_told_apart(play: Play) -> None:
    lines = play("play tictactoe minimax:depth=1 random --seed 4")
    assert in_order(lines, "Minimax, depth 1, is thinking …", "Random is thinking …")
    assert any(line.startswith("Random played cell ") for line in lines)
    lines = play("play tictactoe minimax:depth=1 minimax:depth=2 --seed 4")
    assert in_order(lines, "Player 1 (Minimax, depth 1) is thinking …")
    assert any(line.startswith("Player 2 played cell ") for line in lines)


# Every game


def test_undo_hint_help(play: Play) -> None:
    lines = play("play tictactoe --seed 1", "undo", "5", "undo", "hint", "help", "quit")
    assert in_order(
        lines,
        "You have no move to take back.",
        "Taken back.",
        "Your move",
        "  undo       take your last move back",
        "  quit       stop playing",
        "Goodbye.",
    )
    assert in_order(lines, "Taken back.", "Hint:")


def test_why_points_to_what_was_learned(play: Play) -> None:
    lines = play("play tictactoe human learned --seed 1", "5", "why")
    assert any("`plyground learned tictactoe 5` shows which patterns" in line for line in lines)


def test_why_and_details(play: Play) -> None:
    lines = play("play tictactoe human random --seed 1", "why", "5", "why")
    (move,) = (line[-1] for line in lines if line.startswith("Random played "))
    sentence = f"  It played {move} without a search."
    assert in_order(
        lines, "The computer has not moved yet.", f"Random played cell {move}", sentence
    )
    lines = play("play tictactoe human random --seed 1 --details", "5")
    assert in_order(lines, f"Random played cell {move}", sentence, "Your move")


def test_undo_between_humans_takes_one_move_back(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "1", "undo", "9")
    turns = [line for line in lines if line.endswith("'s turn")]
    assert [turn[7] for turn in turns] == ["1", "2", "1", "2", "1"]


def test_hints_say_what_is_certain(play: Play) -> None:
    exact = "play tictactoe human human"
    assert "cell 3 (it wins in 1 ply)" in play(exact, *"1425", "hint")
    assert any(" (a draw with best play)" in line for line in play(exact, *"15", "hint"))
    lost = " (every move loses against best play, this one in "
    assert any(lost in line for line in play(exact, *"142", "hint"))


def test_hints_from_a_limited_view_say_so(play: Play) -> None:
    command = "play connect4 human human"
    assert "column 4 (it wins in 1 ply)" in play(command, *"414141", "hint")
    unsure = " (nothing is decided as far as I can see)"
    assert any(unsure in line for line in play(command, *"532617333", "hint"))


def test_hints_in_the_opening_come_from_the_book(play: Play) -> None:
    lines = play("play connect4 human human", "hint")
    assert any("column 4 (it wins in 41 plies)" in line for line in lines)


def test_new_game_in_the_middle_of_another(play: Play) -> None:
    lines = play("play tictactoe human human", "5", "new", "3", "5", "9")
    assert [line[7] for line in lines if line.endswith("'s turn")] == ["1", "2", "1", "2", "1"]


def test_a_seed_makes_a_game_repeatable(play: Play) -> None:
    command = "play connect4 random random --seed "
    assert play(command + "1") == play(command + "1") != play(command + "2")


@pytest.mark.uncompiled
def test_a_game_of_the_users_own(play: Play) -> None:
    lines = play(f"play {NIM} human minimax --heaps 2", "2:9", "help", "2:2")
    assert in_order(lines, "Your move", "'2:9' is not a move of Nim:")
    assert in_order(
        lines, "Your move", "Minimax played 1:1", "Minimax won, you lost: took the last match."
    )


# The menu


@pytest.mark.slow
@in_a_terminal_too
def test_the_menu_asks_for_everything_and_comes_back(play: Play) -> None:
    lines = play(
        "menu", "9", "sim", "", "", "3", "01", "34", "12", "45", "20",
        "connect4", "", "", "3", "quit", "q",
    )  # fmt: skip
    assert in_order(
        lines,
        f"Give a number from 1 to {len(BUILT_IN)}, the name of a game, or quit.",
        "Welcome to Sim.",
        "Dots on the board (3-10) [6]:",
        "Players (2-5) [2]:",
        "  1  You against the computer",
        SIM_WON,
        "Welcome to Connect Four.",
        "Columns of the board (4-12) [7]:",
        "Rows of the board (4-15) [6]:",
        "Which column would you like (1-7)?",
        "Goodbye.",
    )


def test_the_menu_refuses_boards_that_are_too_large(play: Play) -> None:
    lines = play("menu", "connect4", "12", "15", "5", "4", "4")
    assert "Connect Four with 12 columns takes 4 to 9 rows, and not 15." in lines
    assert lines[-1] == "Goodbye."


def test_the_menu_takes_titles_and_guesses_at_names(play: Play) -> None:
    lines = play("menu", "conect four", "Connect Four", "help", "", "", "3", "quit", "q")
    assert in_order(
        lines,
        "There is no game 'conect four':",
        "did you mean connect four?",
        "Welcome to Connect Four.",
        "Give a number from 4 to 12, or press Enter for 7.",
    )
    assert (
        sum(
            line.strip().startswith("1  ")
            for line in lines[: lines.index("Welcome to Connect Four.")]
        )
        == 1
    )


def test_numerical_takes_two_numbers(play: Play) -> None:
    lines = play("play numerical human human", "12", "9 1", "2, 2", "1@9", "4 3")
    assert in_order(lines, "'12' is not a move of Numerical tic-tac-toe:", LINE_WON)
    assert in_order(lines, "Player 2 has left:", "2 4 6 8", "Player 1 has left:", "1 3 5 7")


# A real terminal

pseudo_terminal = pytest.mark.compiled


@pytest.mark.slow
@pseudo_terminal
def test_ctrl_c_at_a_prompt_is_polite() -> None:
    screen = Screen("play tictactoe")
    assert screen.prompt()
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert screen.text().rstrip().endswith("plyground: ended by Ctrl-C")


@pytest.mark.slow
@pseudo_terminal
def test_while_the_computer_thinks_it_says_so_answers_and_can_be_stopped() -> None:
    screen = Screen("play sim --vertices 10 minimax:depth=9 human")
    screen.child.expect(r"thinking … depth 9, [\d,]+ positions, \d+ s \(Ctrl-C\s+stops it\)")
    screen.type("0 1")
    screen.child.expect("Please wait: the computer is still thinking.")
    screen.child.sendintr()
    assert screen.prompt()  # what to do now
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert "Traceback" not in screen.text()


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("command", "computer"),
    [
        ("connect4", "minimax:depth=15"),
        ("connect4 --as-before", "old-connect4:depth=30"),
        ("sim --vertices 10", "minimax:depth=15"),
    ],
)
def test_ctrl_c_stops_a_computer_and_the_game_goes_on(command: str, computer: str) -> None:
    screen = Screen(f"play {command} {computer} human")
    try:
        screen.child.expect("positions")
        screen.child.sendintr()
        for typed in ("stop", "undo", "depth 1"):
            assert screen.prompt()
            assert "Stopped. Press Enter to let it think again" in screen.text()
            screen.type(typed)
        assert screen.prompt()  # for a person's move
        screen.type("quit")
        assert screen.end() == exits.SUCCESS
    finally:
        screen.child.close(force=True)
    for said in ("'stop' is not a command: did you mean quit?", "You have no move to take back."):
        assert said in screen.text()


@pytest.mark.slow
@pseudo_terminal
def test_players_are_shown_in_their_colours() -> None:
    screens = [Screen(f"play sim human human{more}") for more in ("", " --colours orange,aqua")]
    shown = []
    for screen in screens:
        assert screen.prompt()
        screen.type("0 1")
        assert screen.prompt()
        shown.append(set(re.findall(r"\x1b\[1;38;5;(\d+)mPlayer", screen.printed)))
    assert len(shown[0]) == len(shown[1]) == 2
    assert shown[0] != shown[1]
    screens[1].child.close(force=True)
    screen = screens[0]
    screen.child.sendeof()
    assert screen.end() == exits.SUCCESS


@pytest.mark.slow
@pseudo_terminal
def test_ctrl_c_stops_counting() -> None:
    screen = Screen("perft connect4 30 --divide")
    screen.child.expect("Counting")
    screen.child.sendintr()
    assert screen.end() == exits.INTERRUPTED
    assert screen.text().rstrip().endswith("ended by Ctrl-C")
