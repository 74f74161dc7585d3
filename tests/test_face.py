"""What games say and propose to people: by themselves, and where nothing of their own is stated."""

from dataclasses import replace
from functools import cached_property

import pytest

import plyground as pg
from plyground import errors, rules
from plyground.cli.dialogue import Dialogue
from plyground.cli.terminal import Terminal
from plyground.testing import check_game
from plyground.web.words import Words


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        *((pg.TicTacToe(), typed, "6") for typed in ("6", "23", "2 3", "2,3", "(2, 3)", " 23 ")),
        *((pg.Sim(), typed, "0-2") for typed in ("0-2", "02", "20", "0 2", "2,0", " 0 - 2 ")),
        *((pg.NumericalTicTacToe(), typed, "7@2") for typed in ("7@2", "7 @ 2")),
        *((pg.ConnectFour(10, 5), typed, "a") for typed in ("a", " A")),
    ],
    ids=str,
)
def test_the_app_reads_moves_as_the_terminal_does(game: rules.Game, typed: str, move: str) -> None:
    start = game.position()
    assert Words(game).play(start, typed).last_move == move
    assert start.play(game.read_move(typed)).last_move == move  # as dialogues do


def test_lists_of_moves_keep_their_meaning() -> None:
    assert pg.TicTacToe().position("23").history == ("2", "3")
    with pytest.raises(errors.UnreadableMoveError):
        pg.TicTacToe().position().play("23")
    with pytest.raises(errors.UnreadableMoveError):
        pg.Sim().position("02 13")


class Shy(pg.TicTacToe):
    """Says nothing of its own."""

    title = "Shy"
    face = rules.Face()


class Polite(rules.Wording):
    def greeting(self) -> str:
        return "Good evening."

    def over(self, outcome: pg.Outcome) -> str:
        return "Thank you."


class Spoken(pg.TicTacToe):
    """Has words of its own."""

    @cached_property
    def face(self) -> rules.Face:
        return rules.Face(wording=Polite(), seats=("mixed:10", "human"), hint="a cell, please")


def test_a_game_without_a_face_has_a_general_one(capsys: pytest.CaptureFixture[str]) -> None:
    game = Shy()
    position = game.position("1 4 2 5 3")
    words = Words(game)
    assert words.welcome([True, True]) == "Welcome to Shy!"
    assert words.turn(position) == "It is now Player 2's turn"
    assert words.hint == game.move_hint
    assert game.face.usual_seats(3) == ("human", "minimax", "human")
    assert game.face.usual_simulation(3).players == ("maxn", "random", "random")
    dialogue = Dialogue(Terminal(), game)
    dialogue.welcome()
    dialogue.announce(position)
    out = capsys.readouterr().out
    assert "Shy: Take turns" in out
    assert "Player 1 wins: three in a row" in out


def test_terminal_and_app_have_the_words_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = Spoken()
    position = game.position("1 4 2 5 3")
    words, dialogue = Words(game), Dialogue(Terminal(), game)
    assert words.welcome([False, True]) == "Good evening."
    assert words.hint == dialogue.move_help() == "a cell, please"
    assert dialogue.computer() == pg.Mixed(10)
    dialogue.welcome()
    dialogue.announce(position)
    assert capsys.readouterr().out.split("\n") == ["Good evening.", "Thank you.", ""]


def test_a_wording_can_be_exchanged() -> None:
    face = replace(pg.ConnectFour().face, wording=Polite())
    assert face.wording.greeting() == "Good evening."
    assert face.example == pg.ConnectFour().face.example


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (rules.Face(example="1 1"), "Cell 1 is taken"),
        (rules.Face(seats=("human",)), "one player for each seat"),
        (rules.Face(seats=("human", "nobody")), "nobody"),
        (rules.Face(seats=("human", "old-connect4")), "plays Connect Four"),
    ],
)
def test_a_face_that_cannot_be_played_is_told(
    face: rules.Face, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shy, "face", face)
    with pytest.raises(AssertionError, match=message):
        check_game(Shy())
