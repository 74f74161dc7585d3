"""Learn: the rules, the chapters and the lessons in the app, and perfect games."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from fastapi.testclient import TestClient

from plyground.analysis.atlas import atlas, groups, proof_text
from plyground.analysis.perfect import perfect_games
from plyground.browser.live import ELEMENT
from plyground.folders import chapters_folder
from plyground.position import file_stem
from plyground.web.app import create_app
from plyground.web.games import installed_games
from plyground.web.services.chapters import ADDRESSES, chapter, entries, slug
from plyground.web.settings import Settings
from tests.web.conftest import Person

LINKS = re.compile(r'<a [^>]*href="([^"]*)"')
BOARDS = re.compile(r'hx-get="([^"]*)"')
DOCS = chapters_folder() or Path()
DOCUMENTS = [each.address for folder in ADDRESSES for each in entries(folder)]
RULES = [f"/learn/rules/{kind.name}" for kind in installed_games()]


def shown(client: TestClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.text


def test_every_document_of_the_folders_is_listed() -> None:
    for folder in ADDRESSES:
        if folder:  # the guides are two of many documents
            assert {each.name for each in entries(folder)} == {
                path.stem for path in (DOCS / folder).glob("*.md")
            }
    assert len(DOCUMENTS) == 21


def test_the_list_leads_to_all_of_them(person: Person) -> None:
    page = shown(person(), "/learn")
    rest = {"/learn/guides/game-errors"}  # a page of the other guide leads there
    for address in {*DOCUMENTS, *RULES, *ELSEWHERE} - rest:
        assert f'href="{address}"' in page
    assert "How can a computer choose a move without knowing anything" in unescape(page)


ELSEWHERE = (
    "/simulate",
    "/experiments",
    "/arena",
    "/learned",
    "/learning",
    "/perfect",
    "/atlas",
    "/glassbox",
    "/puzzles",
    "/learn/guides/own-game",
    "/help",
)  # they have icons


@pytest.mark.slow
def test_every_entry_has_a_small_board(person: Person) -> None:
    """Each is drawn by a request of its own, and so the page waits for no rules."""
    ann = person()
    for address in ("/learn", "/perfect"):
        page = unescape(shown(ann, address))
        boards = re.findall(r'hx-get="(/learn/board\?[^"]+)"', page)
        places = re.findall(r'class="small-board" aria-hidden="true">(<\w+)', page)
        assert len(boards) == places.count("<div") >= len(places) - len(ELSEWHERE)
    assert ann.get(boards[0]).text.startswith("<svg")


@pytest.mark.slow
def test_no_link_is_broken(person: Person) -> None:
    client = person()
    pages = {address: shown(client, address) for address in (*DOCUMENTS, *RULES, "/learn")}
    for address, text in pages.items():
        for link in map(unescape, LINKS.findall(text)):
            target = urlsplit(urljoin(address, link))
            assert not target.netloc, link
            where = target.path + (f"?{target.query}" if target.query else "")
            if target.path not in pages:
                pages_elsewhere = client.get(where)
                assert pages_elsewhere.status_code == 200, link
            elif target.fragment:
                assert f'id="{target.fragment}"' in pages[target.path], f"{address}: {link}"


def test_nothing_is_left_of_markdown_and_nothing_breaks_the_policy(person: Person) -> None:
    client = person()
    for address in (*DOCUMENTS, *RULES):
        page = shown(client, address)
        article = page[page.index('class="text"') :]
        prose = re.sub(r"<(pre|code)\b.*?</\1>", "", article, flags=re.DOTALL)
        assert not re.search(r"\{ |\[\^|-->|--8<--|\?\?\?|\]\(|\*\*|\|\|", prose), address
        assert not re.search(r"<[^>]* (style|onclick)=|<script(?![^>]*\b(src|type)=)", page), (
            address
        )
        assert "<img" not in article, "boards are drawn, and there are no other pictures"


def test_every_board_is_drawn(person: Person) -> None:
    """Those of the games that the tests compile: the others are drawn in the same way."""
    client = person()
    boards = {
        unescape(each)
        for address in (*DOCUMENTS, *RULES)
        for each in BOARDS.findall(shown(client, address))
    }
    assert len(boards) > 15
    for each in sorted(boards):
        assert "<svg" in shown(client, each)
    assert client.get("/learn/board?game=tictactoe&moves=11").status_code == 422


def test_edges_stay_on_one_line(person: Person) -> None:
    page = shown(person(), "/learn/chapters/recipes")
    assert '<td><span class="edge">1-3</span></td>' in page
    assert 'completes <span class="edge">1-3-5</span>, and loses' in page
    assert "plyground show sim 3-4 4-5" in page  # a command is to be copied


def test_boards_to_play_on_bring_their_scripts(person: Person) -> None:
    client = person()
    page = unescape(shown(client, "/learn/chapters/minimax"))
    assert f'<{ELEMENT} game="tictactoe" moves="0 4 8 2 6 7"' in page
    assert '"name": "minimax"' in page
    assert 'data-plays="tictactoe"' in page
    assert f"/learn/live/{ELEMENT}.js" in page
    script = client.get(f"/learn/live/{ELEMENT}.js")
    assert script.status_code == 200
    assert "immutable" in script.headers["cache-control"]
    assert client.get("/learn/live/plyground-board-older.js").status_code == 404
    assert client.get("/learn/games/chess.js").status_code == 404
    assert ELEMENT not in shown(client, "/learn/chapters/order"), "no board, no script"


def test_rules_are_those_of_the_documentation(person: Person) -> None:
    page = unescape(shown(person(), "/learn/rules/sim"))
    assert "triangle all in their own colour loses" in page
    assert "Player 1 loses with the triangle 0, 1, 2" in page
    assert "<p>For 2 to 5 players on 3 to 10 dots" in page
    assert "plyground play" not in page
    assert f'<{ELEMENT} game="sim-6-2" moves=""' in page


def test_what_does_not_exist_is_not_found(person: Person) -> None:
    client = person()
    for address in ("chapters/none", "lessons/minimax", "other/index", "rules/chess"):
        answer = client.get(f"/learn/{address}")
        assert answer.status_code == 404, address


def test_links_lead_into_the_documentation_where_it_is(tmp_path: Path) -> None:
    assert "/documentation/proofs.html" in chapter("learn", "perfect", "/documentation").body
    assert 'href="/puzzles"' in chapter("learn", "perfect").body
    (tmp_path / "index.html").touch()
    app = create_app(Settings(data=tmp_path, site=tmp_path))
    with TestClient(app, base_url="http://localhost") as client:
        assert "/documentation/players.html#heuristics" in client.get("/learn/chapters/depth").text


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("1 Minimax", "1-minimax"), ("Yes or no?", "yes-or-no"), ("A: B_c", "a-b_c")],
)
def test_anchors_are_those_of_the_site(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor


# Perfect games


def test_all_perfect_games_are_listed(person: Person) -> None:
    page = unescape(shown(person(), "/perfect"))
    for each in perfect_games():
        assert f'href="/perfect/{file_stem(each.game)}"' in page
    assert "Red, who begins, wins by move 41, whatever yellow plays." in page


def test_a_perfect_game_is_stepped_through(person: Person) -> None:
    client = person()
    page = unescape(shown(client, "/perfect/tictactoe?at=2"))
    assert "Only cell 5 holds the draw. The others lose in 6 plies." in page
    assert 'data-address="/perfect/tictactoe" data-last="9"' in page
    assert page.count('class="ply-loss"') == 7
    step = unescape(shown(client, "/perfect/tictactoe/step?at=4"))
    assert "What cell 4 allows" in step
    assert 'href="?at=3&amp;then=4+3"' in client.get("/perfect/tictactoe/step?at=4").text.replace(
        "%20", "+"
    )
    line = unescape(shown(client, "/perfect/tictactoe/step?at=3&then=4 3"))
    assert "Not played: 4 3, in place of move 4." in line
    assert "/?game=tictactoe&moves=1+5+2+4+3" in line
    assert client.get("/perfect/tictactoe/step?at=3&then=1").status_code == 422
    assert client.get("/perfect/chess").status_code == 404


def test_the_atlas_lists_every_row_and_leads_to_best_play(person: Person) -> None:
    page = unescape(shown(person(), "/atlas"))
    for group in groups():
        assert f">{group.title}</h2>" in page
        for row in group.rows:
            assert proof_text(row) in page
            assert row.command(row.first) in page
    comes_with_values = {file_stem(each.game) for each in perfect_games()}
    for row in atlas():
        if row.installed and row.line:
            kind = "perfect" if row.name in comes_with_values else "atlas"
            assert f'href="/{kind}/{row.name}"' in page
    for place in re.findall(r'href="#(.*?)"', page):
        assert f'id="{place}"' in page


def test_best_play_is_stepped_through(person: Person) -> None:
    client = person()
    page = unescape(shown(client, "/atlas/tictactoe?at=2"))
    first, second = next(row for row in atlas() if row.name == "tictactoe").line[:2]
    assert 'data-address="/atlas/tictactoe" data-last="9"' in page
    assert f"Move 2: O plays cell {second}." in page
    assert "With best play it is a draw, after 9 plies." in page
    step = unescape(shown(client, "/atlas/tictactoe/step?at=9"))
    assert "Draw: the board is full." in step
    assert f'moves={first}+{second}"' in unescape(shown(client, "/atlas/tictactoe/step?at=2"))
    assert client.get("/atlas/chess").status_code == 404
