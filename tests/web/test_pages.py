"""Every page of the app whose address has no parameters."""

import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from starlette.routing import Route

from plyground.browser.scripts import imported, seal
from plyground.web import pages
from plyground.web.later import BY_PART
from plyground.web.templating import HERE, script_address
from tests.web.playing import text_of

ROUTERS = {
    found.name: module.router
    for found in pkgutil.iter_modules(pages.__path__)
    if hasattr(module := importlib.import_module(f"{pages.__name__}.{found.name}"), "router")
}
MENU = {
    "/": "Play",
    "/puzzles": "Puzzles",
    "/watch": "Watch",
    "/glassbox": "Look inside",
    "/own": "Make",
    "/learn": "Learn",
}


def routes_of(router: APIRouter) -> list[Route]:
    return [route for route in router.routes if isinstance(route, Route)]


def addresses() -> set[str]:
    routes = [route for router in ROUTERS.values() for route in routes_of(router)]
    paths = {route.path for route in routes if "GET" in route.methods and "{" not in route.path}
    return {path for path in paths if not path.startswith("/api/")}  # one of them is endless


COMPILES = "/learned/mistakes"


@pytest.mark.slow
@pytest.mark.parametrize(
    "address",
    [
        pytest.param(each, marks=[pytest.mark.long] * (each == COMPILES))
        for each in sorted({"/", "/library", "/puzzles"} | addresses())
    ],
)
def test_every_page_answers(reader: TestClient, address: str) -> None:
    """So that a page is tried as soon as there is one; some say what they lack."""
    answer = reader.get(address, follow_redirects=True)
    assert answer.status_code in {200, 400, 404, 422}


def test_what_is_read_later_is_asked_for_by_its_first_part() -> None:
    named: dict[str, set[str]] = {}
    for part, names in BY_PART.items():
        for name in names:
            named.setdefault(name, set()).add(part)
    for name, parts in named.items():
        assert {route.path.split("/")[1] for route in routes_of(ROUTERS[name])} == parts
    for name in ROUTERS.keys() - named.keys():
        assert not {route.path.split("/")[1] for route in routes_of(ROUTERS[name])} & BY_PART.keys()


@pytest.mark.slow
def test_a_start_reads_the_first_pages_alone(tmp_path: Path) -> None:
    script = f"""
import pathlib, sys
from fastapi.testclient import TestClient
from plyground.web.app import create_app
from plyground.web.settings import Settings
def read():
    return sorted(name for name in {sorted(set().union(*BY_PART.values()))}
        if "plyground.web.pages." + name in sys.modules)
app = create_app(Settings(data=pathlib.Path({str(tmp_path)!r})))
with TestClient(app, base_url="http://localhost") as client:
    assert client.get("/").status_code == 200
    print(*read())
    assert client.get("/atlas").status_code == 200
    print(*read())
"""
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["run_games", "atlas run_games"], done.stderr


@pytest.mark.parametrize(
    ("path", "status", "words", "way"),
    [
        ("/?game=nope", 422, "There is no game called “nope” here", "Connect Four"),
        ("/alone?game=nope", 422, "There is no game called “nope” here", "Play a game"),
        ("/puzzles/nope", 404, "this puzzle does not exist", "All puzzles"),
        (
            "/puzzles/next?game=chess",
            404,
            "there are no puzzles of this game, level and motif",
            "All puzzles",
        ),
        ("/room/nope", 404, "this game does not exist, or it was closed", "Your games"),
        ("/library/nope", 404, "there is no such saved game", "Your games"),
        ("/nope", 404, "This page does not exist.", "Play a game"),
    ],
)
def test_a_wrong_address_leads_on_in_plain_words(
    reader: TestClient, path: str, status: int, words: str, way: str
) -> None:
    answer = reader.get(path)
    assert answer.status_code == status
    page = text_of(answer.text)
    assert words in page
    assert way in page
    for odd in ("give tictactoe", "sim-6-2", "/puzzles", "'nope'"):
        assert odd not in page


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("/", "Play"),
        ("/puzzles", "Puzzles"),
        *((each, "Watch") for each in ("/watch", "/watch/fame", "/simulate", "/experiments")),
        ("/glassbox", "Look inside"),
        *((each, "Make") for each in ("/own", "/learning")),
        *((each, "Learn") for each in ("/learn", "/perfect", "/atlas")),
        *((each, "You") for each in ("/library", "/play-style", "/help")),
    ],
)
def test_each_page_is_below_one_word_of_the_menu(
    reader: TestClient, address: str, word: str
) -> None:
    """Those of earlier versions too: all addresses lead on."""
    page = reader.get(address, follow_redirects=True).text
    head = re.search('<header class="top">.*?</header>', page, re.DOTALL)
    assert head is not None
    linked = re.findall(
        r'<a (?:class="arrow you" )?href="([^"]+)"[^>]*?( aria-current="page")?>', head[0]
    )
    [current] = [href for href, marked in linked if marked]
    assert {**MENU, "/library": "You"}[current] == word


def test_scripts_are_sent_without_comments_and_kept(reader: TestClient) -> None:
    address = f"/scripts/{seal()}/web/static/page.js"
    sent = reader.get(address)
    assert sent.headers["content-type"].startswith("text/javascript")
    assert "immutable" in sent.headers["cache-control"]
    source = (HERE / "static" / "page.js").read_text()
    assert "/**" in source
    assert "/**" not in sent.text
    assert "export function refusalIn(page) {" in sent.text
    older = address.replace(seal(), "0123456789ab")
    again = reader.get(older)
    assert again.text == sent.text
    assert again.headers["cache-control"] == "no-cache"
    same = reader.get(older, headers={"if-none-match": again.headers["etag"]})
    assert same.status_code == 304
    whole = reader.get("/static/htmx-2.0.11.min.js")
    assert whole.content == (HERE / "static" / "htmx-2.0.11.min.js").read_bytes()
    for name in ("none.js", "..%2fapp.py", "htmx-2.0.11.min.js"):
        assert reader.get(address.replace("page.js", name)).status_code == 404


def test_a_script_that_runs_before_the_page_is_drawn_has_what_it_imports(
    reader: TestClient,
) -> None:
    address = script_address("settings")
    assert f'<script src="{address}"></script>' in reader.get("/").text
    sent = reader.get(address)
    assert "class Storing" in sent.text
    assert not re.search(r"^(import|export)", sent.text, re.MULTILINE)
    assert "immutable" in sent.headers["cache-control"]
    assert reader.get(address.replace("settings.js", "none.js")).status_code == 404


def test_every_question_is_asked_in_the_words_of_the_app() -> None:
    texts = {path.name: path.read_text() for path in (HERE / "templates").glob("*.html")}
    asking = [name for name, text in texts.items() if "confirm" in text]
    assert asking == []
    for name, text in texts.items():
        if "import question" in text and name not in ("sheets.html", "learning_part.html"):
            assert re.search(r"modules\(.*'sheet'", text), name


def test_a_page_names_all_modules_that_it_needs(reader: TestClient) -> None:
    page = reader.get("/?game=tictactoe").text
    named = re.findall(rf'(?:src|href)="/scripts/{seal()}/([^"]+)"', page)
    assert len(named) == len(set(named))
    for module in ("web/static/home.js", "web/static/players.js", *imported("web/static/home.js")):
        assert module in named


def test_no_page_changes_its_typeface_after_it_is_shown(reader: TestClient) -> None:
    faces = re.findall(r"@font-face \{.*?\}", reader.get("/look.css").text, re.DOTALL)
    assert [each for each in faces if "font-display: optional" not in each] == []
    used = {urljoin("/look.css", at) for at in re.findall(r'url\("(.*?)"\)', "".join(faces))}
    page = reader.get("/").text
    assert used == set(re.findall(r'<link rel="preload" href="([^"]+)" as="font"', page))
