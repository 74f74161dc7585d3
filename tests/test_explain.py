"""The reasons of a computer's choice, in words.

`plyground play --details` and `why` are in tests/golden/words/answers.txt.
"""

import json
import re

import pytest

import plyground as pg
from plyground.cli.explain import details
from plyground.search import inquiry
from plyground.search.value import hint_text
from tests.words import assert_answered, questions


@pytest.mark.parametrize("question", questions("choices.txt"))
def test_what_is_said_of_a_choice(question: str, pytestconfig: pytest.Config) -> None:
    choice = pg.Choice.from_json(json.loads(question))
    assert json.dumps(choice.to_json()) == question
    said = [hint_text(choice.value), *details(choice)]
    assert_answered("choices.txt", question, said, pytestconfig)


@pytest.mark.slow
@pytest.mark.parametrize("text", questions("explanations.txt"))
def test_every_choice_of_a_computer_is_explained(
    text: str, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every kind of player, in as many lines as it has something to say."""
    monkeypatch.setattr(inquiry, "_shared", {})  # no search before has filled its solver's table
    player = pg.parse_player(text)
    assert player is not None
    choice = player.choose(pg.TicTacToe().position("15"), chance=pg.Chance(1))
    lines = [re.sub(r" in [\d.]+ m?s(?=[ .])", "", line) for line in details(choice)]
    assert_answered("explanations.txt", text, lines, pytestconfig)


def test_an_error_is_not_put_down_to_all_moves() -> None:
    """
    x . .    Only 5 draws; any other move lets player 1 win.
    . . .
    . . .
    """
    position = pg.TicTacToe().position("1")
    choices = (pg.HumanLike(0).choose(position, chance=pg.Chance(seed)) for seed in range(20))
    choice = next(each for each in choices if each.move != "5")
    (found, _) = details(choice)
    assert re.match(rf"It played {choice.move}, which loses in \d plies \(depth 8\)\. ", found)
