"""*My match*: the opponent follows the results."""

from __future__ import annotations

import random
import re

import pytest

import plyground as pg
from plyground.arena.match import Playing, played_out
from plyground.browser.scripts import script
from plyground.players import parse_player
from plyground.players.strengths import strengths_of
from plyground.position import Outcome
from plyground.web.my_match import my_match, next_opponent, rated
from plyground.web.services.seating import NewSeat, opened
from plyground.web.store import RoomRecord
from plyground.web.words import LAST_WEEK
from tests.web.conftest import Person
from tests.web.playing import text_of


def ended(game: pg.Game, player: str, score: float) -> RoomRecord:
    """A game of Ann against a computer."""
    seats = (NewSeat("here"), NewSeat("computer", player))
    record = opened("room", "ann", game.position(), seats, at=100.0).record
    outcome = {1: Outcome(0, (1,)), 0: Outcome(1, (0,)), 0.5: Outcome()}[score]
    return record.__class__(**{**vars(record), "status": "ended", "ending": outcome})


@pytest.mark.parametrize("strength", [200, 450, 700, 950, 1200])
def test_a_person_of_any_strength_soon_wins_about_half(strength: int) -> None:
    """After a dozen games, five simulated people of known strength win 40 to 60 of 100."""
    chance = random.Random(strength)
    won = 0.0
    for _ in range(60):
        results: list[tuple[float | None, float]] = []
        for game in range(32):
            opponent = rated(500, results, 190, 1290)
            score = float(chance.random() < 1 / (1 + 10 ** ((opponent - strength) / 400)))
            results.append((opponent, score))
            won += score if game >= 12 else 0
    assert 0.4 <= won / (60 * 20) <= 0.6


@pytest.mark.parametrize("text", ["mixed:20", "mixed:60", "minimax:depth=4"])
def test_a_player_unlike_the_opponents_wins_about_half_too(text: str) -> None:
    game, person = pg.TicTacToe(), parse_player(text)
    results: list[tuple[str, float]] = []
    for at in range(30):
        opponent = next_opponent(game, results)
        seats = [person, parse_player(opponent)]
        match = played_out(Playing(game, seats if at % 2 else seats[::-1], 1, at))
        results.append((opponent, (match.outcome.standing(1 - at % 2) + 1) / 2))
    assert 0.35 <= sum(score for _, score in results[-20:]) / 20 <= 0.65


def test_the_rating_follows_the_games_against_measured_opponents() -> None:
    game = pg.ConnectFour()
    found = strengths_of(game)
    assert found is not None
    [first] = [found.of(level) for level in game.levels if level.name == "Moss"]
    assert first is not None
    start = int(my_match(game, [], "ann").removeprefix("elo:"))
    assert start == round(first.elo)
    for score, more in ((1, True), (0, False)):
        after = int(my_match(game, [ended(game, "level:2", score)], "ann").removeprefix("elo:"))
        assert (after > start) == more
    same = my_match(game, [ended(game, "level:2", 1)], "bob")
    assert same == f"elo:{start}", "another visitor's games do not count"
    most = my_match(game, [ended(game, f"elo:{found.most}", 1)] * 30, "ann")
    assert most == f"elo:{found.most}"


def test_where_nothing_was_measured_a_win_leads_up_and_a_loss_down() -> None:
    game = pg.ConnectFour(5, 4)
    assert strengths_of(game) is None
    assert my_match(game, [], "ann") == "level:2"
    assert my_match(game, [ended(game, "level:2", 1)], "ann") == "level:5"
    assert my_match(game, [ended(game, "level:2", 0)], "ann") == "level:1"
    newest_first = [ended(game, "level:5", 0), ended(game, "level:2", 1)]
    assert my_match(game, newest_first, "ann") == "level:2"


def test_my_match_is_a_button_and_shows_no_figures(person: Person) -> None:
    client = person()
    assert "My match" in text_of(client.get("/?game=connect4").text)
    sent = {"game": "connect4", "seat0": "here", "seat1": "computer", "with": "match"}
    room = client.post("/rooms", data=sent).headers["location"]
    page = client.get(room).text
    seats = re.search(r'<ol id="seats".*?</ol>', page, re.DOTALL)
    assert seats is not None
    assert "Opponent" in text_of(seats[0])
    assert "Elo" not in text_of(seats[0])


def test_last_weeks_you_is_the_player_that_the_page_has_made(person: Person) -> None:
    client = person()
    sent = {"game": "connect4", "seat0": "here", "seat1": "computer", "with": "week"}
    made = client.post("/rooms", data={**sent, "week": "mixed:70(perfect)"})
    page = client.get(made.headers["location"]).text
    seats = re.search(r'<ol id="seats".*?</ol>', page, re.DOTALL)
    assert seats is not None
    assert "Last week's you" in text_of(seats[0])
    assert "Mixed" not in text_of(seats[0])
    answer = client.post("/rooms", data={**sent, "week": "mixed:101(perfect)"})
    assert answer.status_code == 422
    assert client.post("/rooms", data={**sent, "week": "external:x"}).status_code == 422


def test_app_and_file_have_one_name_for_last_weeks_you() -> None:
    assert f'LAST_WEEK = "{LAST_WEEK.short}";' in script("browser/past.js")
