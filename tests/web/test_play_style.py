"""What a visitor misses over their games: found in the background, kept, and deleted on request."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from tests.until import until
from tests.web.conftest import Person
from tests.web.playing import begin_by_link, save, saved_games, served, take_in, text_of

GAMES = """[Game "tictactoe"]
[Player1 "level:1"]
[Player2 "human"]

1. 1 2. 5 3. 2 4. 9 5. 4 6. 6 7. 3 1-0

[Game "tictactoe"]
[Player1 "human"]
[Player2 "human"]

1. 1 2. 5 3. 2 4. 9 *
"""
"""The person lets a threat through in the first game; nobody knows who they are in the second."""


def look_through(client: TestClient) -> str:
    """Have the games looked through; what the page says then."""
    said = [text_of(client.post("/play-style/begin", follow_redirects=True).text)]

    def done() -> bool:
        if "Looking through" in said[-1]:
            said.append(text_of(client.get("/play-style/part").text))
        return "Looking through" not in said[-1]

    until(done)
    return said[-1]


def test_without_games_the_page_says_what_to_do(person: Person) -> None:
    ann = person()
    page = ann.get("/play-style").text
    assert "There is nothing to count yet. Play a game" in text_of(page)
    assert "/play-style/begin" not in page
    assert "/library/forget" not in page


def test_games_are_looked_through_counted_and_linked(person: Person) -> None:
    ann = person()
    take_in(ann, GAMES)
    assert "You have 2 games to learn from." in text_of(ann.get("/play-style").text)
    said = look_through(ann)
    assert "This is what you missed in your last game." in said
    card = said[said.index("A threat to answer") :]
    assert card.startswith("A threat to answer 1 of 1 missed: too few games to say")
    assert said.count("Tic-tac-toe, move 4") == 1, "a move is missed once"
    assert "Tic-tac-toe, move 4" in card
    page = ann.get("/play-style").text
    assert "<progress" not in page
    assert '/retry?ply=4"' in page
    assert 'href="/puzzles/next?' in page
    for other in ("/library", "/puzzles/all"):
        assert 'href="/play-style"' in ann.get(other).text
    first = GAMES.split("\n\n[Game", 1)[0]
    take_in(ann, "\n\n".join(first.replace("1. 1", f"{{{n}}} 1. 1") for n in range(4)))
    said = look_through(ann)
    card = said[said.index("A threat to answer") :]
    assert card.startswith("A threat to answer 5 of 5 missed Your")
    assert "As player 2 5 of 5" in card
    assert "Against Pip 5 of 5" in card


def test_a_game_by_link_counts_for_each_player_and_once(person: Person) -> None:
    ann, bob = person(), person()
    room = begin_by_link(ann, bob, "1529463")
    save(ann, room)
    assert "You have 1 game to learn from." in text_of(ann.get("/play-style").text)
    assert "A win in one 1 of 2 missed" in look_through(ann)
    assert "A threat to answer 1 of 1 missed: too few" in look_through(bob)
    assert f'href="{room}/retry?ply=4"' in bob.get("/play-style").text


def test_what_was_found_is_kept_and_deleted(person: Person, tmp_path: Path) -> None:
    ann = person()
    take_in(ann, GAMES)
    look_through(ann)
    with served(tmp_path) as later:
        later.cookies = ann.cookies
        assert "A threat to answer" in later.get("/play-style").text
    assert 'href="/library/forget"' in ann.get("/play-style").text
    saved = [path.rpartition("/")[2] for path in saved_games(ann)]
    ann.post("/library/delete", data={"id": saved})
    said = text_of(ann.get("/play-style").text)
    assert "A threat to answer" not in said
    assert "There is nothing to count yet." in said
