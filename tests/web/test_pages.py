"""Every page of the app whose address has no parameters."""

import importlib
import pkgutil
import re

import pytest
from fastapi import APIRouter
from starlette.routing import Route

from plyground.web import pages
from plyground.web.templating import HERE
from tests.web.conftest import Person
from tests.web.playing import text_of

MENU = {
    "/": "Play",
    "/puzzles": "Puzzles",
    "/simulate": "Watch",
    "/glassbox": "Look inside",
    "/own": "Make",
    "/learn": "Learn",
}


def addresses() -> set[str]:
    routers: list[APIRouter] = []
    for found in pkgutil.iter_modules(pages.__path__):
        module = importlib.import_module(f"{pages.__name__}.{found.name}")
        routers += [module.router] if hasattr(module, "router") else []
    routes = [route for router in routers for route in router.routes if isinstance(route, Route)]
    paths = {route.path for route in routes if "GET" in route.methods and "{" not in route.path}
    return {path for path in paths if not path.startswith("/api/")}  # one of them is endless


@pytest.mark.slow
def test_every_page_answers(person: Person) -> None:
    """So that a page is tried as soon as there is one; some say what they lack."""
    client = person()
    assert {"/", "/library", "/puzzles"} <= addresses()
    for address in sorted(addresses()):
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code in {200, 400, 404, 422}, address


@pytest.mark.parametrize(
    ("path", "words", "way"),
    [
        ("/?game=nope", "There is no game called “nope” here", "Connect Four"),
        ("/alone?game=nope", "There is no game called “nope” here", "Play a game"),
        ("/puzzles/nope", "this puzzle does not exist", "All puzzles"),
        (
            "/puzzles/next?game=chess",
            "there are no puzzles of this game, level and motif",
            "All puzzles",
        ),
        ("/room/nope", "this game does not exist, or it was closed", "Your games"),
        ("/library/nope", "there is no such saved game", "Your games"),
        ("/nope", "This page does not exist.", "Play a game"),
    ],
)
def test_a_wrong_address_leads_on_in_plain_words(
    person: Person, path: str, words: str, way: str
) -> None:
    page = text_of(person().get(path, headers={"accept": "text/html"}).text)
    assert words in page
    assert way in page
    for odd in ("give tictactoe", "sim-6-2", "/puzzles", "'nope'"):
        assert odd not in page


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("/", "Play"),
        ("/puzzles", "Puzzles"),
        *((each, "Watch") for each in ("/simulate", "/arena", "/arena/fame", "/experiments")),
        ("/glassbox", "Look inside"),
        *((each, "Make") for each in ("/own", "/learning")),
        *((each, "Learn") for each in ("/learn", "/perfect", "/atlas")),
        *((each, "You") for each in ("/library", "/play-style", "/help")),
    ],
)
def test_each_page_is_below_one_word_of_the_menu(person: Person, address: str, word: str) -> None:
    """Those of earlier versions too: all addresses lead on."""
    page = person().get(address).text
    head = re.search('<header class="top">.*?</header>', page, re.DOTALL)
    assert head is not None
    linked = re.findall(
        r'<a (?:class="arrow you" )?href="([^"]+)"[^>]*?( aria-current="page")?>', head[0]
    )
    [current] = [href for href, marked in linked if marked]
    assert {**MENU, "/library": "You"}[current] == word


def test_scripts_are_sent_without_comments_and_kept(person: Person) -> None:
    client = person()
    sent = client.get("/static/page.js")
    assert sent.headers["content-type"].startswith("text/javascript")
    source = (HERE / "static" / "page.js").read_text()
    assert "/**" in source
    assert "/**" not in sent.text
    assert "export function reveal(list, item) {" in sent.text
    again = client.get("/static/page.js", headers={"if-none-match": sent.headers["etag"]})
    assert again.status_code == 304
    whole = client.get("/static/htmx-2.0.11.min.js")
    assert whole.content == (HERE / "static" / "htmx-2.0.11.min.js").read_bytes()
    assert client.get("/static/none.js").status_code == 404
    assert client.get("/static/..%2fapp.js").status_code == 404
