"""What games say and propose to people: by themselves, and where nothing of their own is stated."""

from functools import cached_property

import pytest

import plyground as pg
from plyground import errors, rules
from plyground.cli.dialogue import Dialogue
from plyground.cli.terminal import Terminal
from plyground.rules import Cast
from plyground.testing import check_game
from plyground.web.words import Words
from tests.games import CONNECT4, NUMERICAL, SIM, TICTACTOE


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        *((TICTACTOE, typed, "6") for typed in ("6", "23", "2 3", "2,3", "(2, 3)", " 23 ")),
        *((SIM, typed, "0-2") for typed in ("0-2", "02", "20", "0 2", "2,0", " 0 - 2 ")),
        *((NUMERICAL, typed, "7@2") for typed in ("7@2", "7 @ 2")),
        pytest.param(pg.ConnectFour(10, 5), " A", "a", marks=pytest.mark.uncompiled),
    ],
    ids=str,
)
def test_the_app_reads_moves_as_the_terminal_does(game: rules.Game, typed: str, move: str) -> None:
    start = game.position()
    assert Words(game).play(start, typed).last_move == move
    assert start.play(game.read_move(typed)).last_move == move  # as dialogues do


def test_lists_of_moves_keep_their_meaning() -> None:
    assert TICTACTOE.position("23").history == ("2", "3")
    with pytest.raises(errors.UnreadableMoveError):
        TICTACTOE.position().play("23")
    with pytest.raises(errors.UnreadableMoveError):
        SIM.position("02 13")


class Shy(pg.TicTacToe):
    """Says nothing of its own."""

    title = "Shy"
    face = rules.Face()


class Polite(rules.Wording):
    def greeting(self, title: str) -> str:
        return f"Good evening. This is {title}."

    def over(self, outcome: pg.Outcome, cast: Cast) -> str:
        return "Thank you."


class Spoken(pg.TicTacToe):
    """Has words of its own."""

    title = "Spoken"

    @cached_property
    def face(self) -> rules.Face:
        return rules.Face(wording=Polite(), seats=("mixed:10", "human"), hint="a cell, please")


MINIMAX, RANDOM = rules.Called("Minimax", "Minimax, depth 5"), rules.Called("Random", "Random")
WON, LOST = pg.Outcome(0, (1,)), pg.Outcome(1, (0,), by_loss=True)
OF_THREE = pg.Outcome(losers=(2,), by_loss=True)


@pytest.mark.parametrize(
    ("cast", "outcome", "said"),
    [
        (Cast(), WON, "Player 1 won."),
        (Cast(), LOST, "Player 2 won."),
        (Cast(), OF_THREE, "Player 3 lost."),
        (Cast(), pg.Outcome(), "Draw."),
        (Cast((None, MINIMAX), you=0), WON, "You won."),
        (Cast((None, MINIMAX), you=0), LOST, "Minimax won, you lost."),
        (Cast((None, MINIMAX)), WON, "Player 1 won."),
        (Cast((RANDOM, MINIMAX)), WON, "Random won."),
        (Cast((MINIMAX, MINIMAX)), WON, "Player 1 won."),
        (Cast((RANDOM, MINIMAX, None), you=2), OF_THREE, "You lost."),
        (Cast((None, RANDOM, MINIMAX), you=0), OF_THREE, "Minimax lost."),
        (Cast((RANDOM, MINIMAX, MINIMAX)), OF_THREE, "Minimax 2 lost."),
        (Cast(), pg.Outcome(0, (1,), "a line"), "Player 1 won: a line."),
        (Cast(), pg.Outcome(reason="it is full"), "Draw: it is full."),
        (
            Cast((MINIMAX, None), you=1),
            pg.Outcome(0, (1,), "a triangle", by_loss=True),
            "Minimax won, you lost: a triangle.",
        ),
        (
            Cast((MINIMAX, RANDOM, None), you=2),
            pg.Outcome(losers=(2,), reason="a line of their own colour", by_loss=True),
            "You lost: a line of your own colour.",
        ),
    ],
)
def test_all_games_end_in_the_same_words(cast: Cast, outcome: pg.Outcome, said: str) -> None:
    for game in (Shy(), TICTACTOE, CONNECT4, SIM, NUMERICAL):
        assert game.face.wording.over(outcome, cast) == said


def test_what_is_said_during_a_game() -> None:
    wording, cast = CONNECT4.face.wording, Cast((None, MINIMAX), you=0)
    assert [wording.turn(player, cast) for player in (0, 1)] == ["Your move", "Minimax's turn"]
    assert wording.turn(0, Cast()) == "Player 1's turn"
    assert wording.thinking(1, cast) == "Minimax, depth 5, is thinking …"
    assert wording.thinking(0, Cast((RANDOM,))) == "Random is thinking …"
    assert wording.played(1, "4", cast) == "Minimax played column 4"
    assert wording.played(0, "4", cast) == "You played column 4"
    alike = Cast((MINIMAX, MINIMAX))
    assert wording.thinking(1, alike) == "Player 2 (Minimax, depth 5) is thinking …"
    assert wording.played(1, "4", alike) == "Player 2 played column 4"
    three = Cast((MINIMAX, RANDOM, MINIMAX))
    assert wording.thinking(2, three) == "Minimax 2 is thinking …"


def test_a_game_with_an_old_program_speaks_as_that_on_request() -> None:
    face = CONNECT4.face
    assert face.manner(as_before=False) is face
    old = face.manner(as_before=True)
    assert old.wording.greeting("Connect Four") == "Welcome to Connect 4 with Minimax."
    assert old.usual_seats(2) == ("human", "old-connect4:depth=5")
    assert old.example == face.example
    assert Shy().face.manner(as_before=True) is Shy.face


def test_a_game_without_a_face_has_a_general_one(capsys: pytest.CaptureFixture[str]) -> None:
    game = Shy()
    position = game.position("1 4 2 5 3")
    words = Words(game)
    assert words.welcome([True, True]) == game.summary
    assert words.turn(position) == "Player 2's turn"
    assert words.hint == game.move_hint
    assert game.face.usual_seats(3) == ("human", "level:2", "human")
    assert game.face.usual_simulation(3).players == ("maxn", "random", "random")
    dialogue = Dialogue(Terminal(), game)
    dialogue.welcome()
    dialogue.announce(position)
    assert capsys.readouterr().out.splitlines() == [
        "Welcome to Shy.",
        game.summary,
        "Player 1 won: three in a row.",
    ]


def test_terminal_and_app_have_the_words_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = Spoken()
    position = game.position("1 4 2 5 3")
    words, dialogue = Words(game), Dialogue(Terminal(), game)
    assert words.welcome([False, True]) == "Good evening. This is Spoken."
    assert words.hint == dialogue.move_help() == "a cell, please"
    assert dialogue.computer() == pg.Mixed(10)
    dialogue.welcome()
    dialogue.announce(position)
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["Good evening. This is Spoken.", game.summary, "Thank you."]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    ("face", "message"),
    [
        (rules.Face(example="1 1"), "Cell 1 is taken"),
        (rules.Face(seats=("human",)), "one player for each seat"),
        (rules.Face(seats=("human", "nobody")), "nobody"),
        (rules.Face(seats=("human", "old-connect4")), "plays Connect Four"),
        (
            rules.Face(before=rules.Before(Polite(), seats=("human", "old-connect4"))),
            "plays Connect Four",
        ),
    ],
)
def test_a_face_that_cannot_be_played_is_reported(
    face: rules.Face, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shy, "face", face)
    with pytest.raises(AssertionError, match=message):
        check_game(Shy(), playouts=1)
