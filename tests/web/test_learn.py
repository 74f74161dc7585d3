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
from plyground.web.games import installed_games
from plyground.web.services.chapters import ADDRESSES, chapter, entries, slug
from tests.web.playing import served

LINKS = re.compile(r'<a [^>]*href="([^"]*)"')
BOARDS = re.compile(r'hx-get="([^"]*)"')
DOCS = chapters_folder() or Path()
DOCUMENTS = [each.address for folder in ADDRESSES for each in entries(folder)]
RULES = [f"/learn/rules/{kind.name}" for kind in installed_games()]


@pytest.fixture(scope="module")
def pages(reader: TestClient) -> dict[str, str]:
    """All documents, by their addresses."""
    return {address: shown(reader, address) for address in (*DOCUMENTS, *RULES, "/learn")}


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
    assert len(DOCUMENTS) == 28


def test_the_list_leads_to_all_of_them(pages: dict[str, str]) -> None:
    rest = {"/learn/guides/game-errors"}  # a page of the other guide leads there
    links = LINKS.findall(pages["/learn"])
    assert {*DOCUMENTS, *RULES, *ELSEWHERE} - {*links} <= rest
    asked = "How can a computer choose a move without knowing anything"
    assert asked in unescape(pages["/learn"])


ELSEWHERE = (
    "/watch",
    "/watch?kind=round+robin",
    "/watch?kind=series",
    "/learned",
    "/learning",
    "/perfect",
    "/atlas",
    "/glassbox",
    "/puzzles",
    "/learn/guides/own-game",
    "/help",
)  # they have icons


@pytest.mark.parametrize("address", ["/learn", "/perfect"])
def test_every_entry_has_a_small_board(reader: TestClient, address: str) -> None:
    """Each is drawn by a request of its own, and so the page waits for no rules."""
    page = unescape(shown(reader, address))
    boards = re.findall(r'hx-get="(/learn/board\?[^"]+)"', page)
    places = re.findall(r'class="small-board" aria-hidden="true">(<\w+)', page)
    assert len(boards) == places.count("<div") >= len(places) - len(ELSEWHERE)
    assert reader.get(boards[0]).text.startswith("<svg")


@pytest.mark.slow
def test_no_link_is_broken(reader: TestClient, pages: dict[str, str]) -> None:
    links = {
        (address, urljoin(address, unescape(link)))
        for address, text in pages.items()
        for link in LINKS.findall(text)
    }
    targets = {link: urlsplit(link) for _, link in links}
    assert not [link for link, target in targets.items() if target.netloc]
    elsewhere = {
        target._replace(fragment="").geturl()
        for target in targets.values()
        if target.path not in pages
    }
    assert not [link for link in elsewhere if reader.get(link).status_code != 200]
    fragments = [each for each in targets.values() if each.path in pages and each.fragment]
    assert not [each for each in fragments if f'id="{each.fragment}"' not in pages[each.path]]


@pytest.mark.parametrize("address", [*DOCUMENTS, *RULES])
def test_nothing_is_left_of_markdown_and_nothing_breaks_the_policy(
    pages: dict[str, str], address: str
) -> None:
    page = pages[address]
    article = page[page.index('class="text"') :]
    prose = re.sub(r"<(pre|code)\b.*?</\1>", "", article, flags=re.DOTALL)
    assert not re.search(r"\{ |\[\^|-->|--8<--|\?\?\?|\]\(|\*\*|\|\|", prose)
    assert not re.search(r"<[^>]* (style|onclick)=|<script(?![^>]*\b(src|type)=)", page)
    assert "<img" not in article, "boards are drawn, and there are no other pictures"


def test_every_board_is_drawn(reader: TestClient, pages: dict[str, str]) -> None:
    """Those of the games that the tests compile: the others are drawn in the same way."""
    boards = {unescape(each) for page in pages.values() for each in BOARDS.findall(page)}
    assert len(boards) > 15
    assert not [each for each in boards if "<svg" not in shown(reader, each)]
    assert reader.get("/learn/board?game=tictactoe&moves=11").status_code == 422


def test_edges_stay_on_one_line(reader: TestClient) -> None:
    page = shown(reader, "/learn/chapters/recipes")
    assert '<td><span class="edge">1-3</span></td>' in page
    assert 'completes <span class="edge">1-3-5</span>, and loses' in page
    assert "plyground show sim 3-4 4-5" in page  # a command is to be copied


def test_boards_to_play_on_bring_their_scripts(reader: TestClient) -> None:
    page = unescape(shown(reader, "/learn/chapters/minimax"))
    assert f'<{ELEMENT} game="tictactoe" moves="0 4 8 2 6 7"' in page
    assert '"name": "minimax"' in page
    assert 'data-plays="tictactoe"' in page
    assert f"/learn/live/{ELEMENT}.js" in page
    script = reader.get(f"/learn/live/{ELEMENT}.js")
    assert script.status_code == 200
    assert "immutable" in script.headers["cache-control"]
    assert reader.get("/learn/live/plyground-board-older.js").status_code == 404
    assert reader.get("/learn/games/chess.js").status_code == 404
    assert ELEMENT not in shown(reader, "/learn/chapters/order"), "no board, no script"


def test_rules_are_those_of_the_documentation(reader: TestClient) -> None:
    page = unescape(shown(reader, "/learn/rules/sim"))
    assert "triangle all in their own colour loses" in page
    assert "Player 1 loses with the triangle 0, 1, 2" in page
    assert "<p>For 2 to 5 players on 3 to 10 dots" in page
    assert "plyground play" not in page
    assert f'<{ELEMENT} game="sim-6-2" moves=""' in page


@pytest.mark.parametrize(
    "address", ["chapters/none", "lessons/minimax", "other/index", "rules/chess"]
)
def test_what_does_not_exist_is_not_found(reader: TestClient, address: str) -> None:
    assert reader.get(f"/learn/{address}").status_code == 404


def test_links_lead_into_the_documentation_where_it_is(tmp_path: Path) -> None:
    assert "/documentation/proofs.html" in chapter("learn", "perfect", "/documentation").body
    assert 'href="/puzzles"' in chapter("learn", "perfect").body
    (tmp_path / "index.html").touch()
    with served(tmp_path, site=tmp_path) as client:
        assert "/documentation/players.html#heuristics" in client.get("/learn/chapters/depth").text


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("1 Minimax", "1-minimax"), ("Yes or no?", "yes-or-no"), ("A: B_c", "a-b_c")],
)
def test_anchors_are_those_of_the_site(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor


# Perfect games


def test_all_perfect_games_are_listed(reader: TestClient) -> None:
    page = unescape(shown(reader, "/perfect"))
    for each in perfect_games():
        assert f'href="/perfect/{file_stem(each.game)}"' in page
    assert "Red, who begins, wins by move 41, whatever yellow plays." in page


def test_a_perfect_game_is_stepped_through(reader: TestClient) -> None:
    page = unescape(shown(reader, "/perfect/tictactoe?at=2"))
    assert "Only cell 5 holds the draw. The others lose in 3 moves." in page
    assert 'data-address="/perfect/tictactoe" data-last="9"' in page
    assert page.count('class="ply-loss"') == 7
    step = unescape(shown(reader, "/perfect/tictactoe/step?at=4"))
    assert "What cell 4 allows" in step
    assert 'href="?at=3&amp;then=4+3"' in reader.get("/perfect/tictactoe/step?at=4").text.replace(
        "%20", "+"
    )
    line = unescape(shown(reader, "/perfect/tictactoe/step?at=3&then=4 3"))
    assert "Not played: 4 3, in place of move 4." in line
    assert "/?game=tictactoe&moves=1+5+2+4+3" in line
    assert reader.get("/perfect/tictactoe/step?at=3&then=1").status_code == 422
    assert reader.get("/perfect/chess").status_code == 404


def test_the_atlas_lists_every_row_and_leads_to_best_play(reader: TestClient) -> None:
    page = unescape(shown(reader, "/atlas"))
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


def test_best_play_is_stepped_through(reader: TestClient) -> None:
    page = unescape(shown(reader, "/atlas/tictactoe?at=2"))
    first, second = next(row for row in atlas() if row.name == "tictactoe").line[:2]
    assert 'data-address="/atlas/tictactoe" data-last="9"' in page
    assert f"Move 2: O plays cell {second}." in page
    assert "With best play it is a draw, after 9 moves." in page
    step = unescape(shown(reader, "/atlas/tictactoe/step?at=9"))
    assert "Draw: the board is full." in step
    assert f'moves={first}+{second}"' in unescape(shown(reader, "/atlas/tictactoe/step?at=2"))
    assert reader.get("/atlas/chess").status_code == 404
