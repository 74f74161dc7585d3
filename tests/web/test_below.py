"""The app below a path of a site: no address of it leaves the path."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from plyground.web.app import create_app
from plyground.web.below import LINKS as LINKS_WRITTEN
from plyground.web.settings import Settings
from plyground.web.templating import HERE
from tests.web.playing import begin, play, ply_of, save, take_in

ROOT = "/games"
EACH = 2  # pages that are visited of those that look alike
ENDLESS = "/games/api/compiling"
DESCRIBED = "/games/api/openapi.json"  # whose addresses begin after its "servers"
LINKS = {"href", "src", "action", "formaction", "hx-get", "data-later", "data-boards"}
SENT = ("location", "hx-redirect", "x-address")


@pytest.fixture
def below(tmp_path: Path) -> Iterator[TestClient]:
    """A person's browser, and a server that is below a path."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text('<a href="other.html">Other</a>')
    app = create_app(Settings(data=tmp_path / "data", path=ROOT, site=site))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        client.headers["accept"] = "text/html"
        yield client


class Addresses(HTMLParser):
    """What a page is linked with, and what of it leaves the path."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.linked: list[str] = []
        self.leaving: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in attrs:
            found = value or ""
            self.leaving += leaving(found) if "{" in found else []
            if found.startswith("/"):
                self.leaving += [] if is_below(found) else [f'{name}="{found}"']
            posts = name == "action" and given.get("method") == "post"
            if name in LINKS and not posts and not re.match(r"#|data:|http|\d+$", found):
                self.linked.append(found)


def is_below(address: str) -> bool:
    return address.startswith(f"{ROOT}/")


def leaving(text: str) -> list[str]:
    """The addresses of a style sheet or of data that leave the path."""
    return [each for each in re.findall(r"[\"'(](/[a-z][^\"')]*)", text) if not is_below(each)]


def left(answer: Response) -> list[str]:
    """What of an answer leaves the path."""
    found = [answer.headers[name] for name in SENT if name in answer.headers]
    wrong = [each for each in found if not is_below(urlsplit(each).path)]
    cookie = answer.headers.get("set-cookie", f"Path={ROOT}/")
    wrong += [] if f"Path={ROOT}/" in cookie else [cookie]
    kind = answer.headers.get("content-type", "")
    if kind.startswith("text/html"):
        wrong += Addresses(answer.text).leaving
    elif kind.startswith(("text/css", "application/json")):
        wrong += leaving(answer.text)
    return wrong


def linked(answer: Response, at: str) -> Iterator[str]:
    """The addresses to which an answer leads."""
    if "location" in answer.headers:
        yield urljoin(at, answer.headers["location"])
    if answer.headers.get("content-type", "").startswith("text/html"):
        for found in Addresses(answer.text).linked:
            yield urljoin(at, found.partition("#")[0])


def looks(address: str) -> str:
    """What is alike of the addresses of pages that differ in their content alone."""
    path, _, query = address.partition("?")
    parts = path.split("/")
    named = "".join(sorted(re.findall(r"(\w+)=", query)))
    return f"{parts[2:3]} {len(parts)} {parts[4:]} {named}"


def started(below: TestClient, fields: dict[str, str]) -> str:
    """The path of a run that has been started."""
    below.get(f"{ROOT}/watch")  # for the cookie, which is for what is below the path
    return str(below.post(f"{ROOT}/watch", data=fields).headers["location"])


@pytest.mark.slow
def test_no_address_of_any_page_leaves_the_path(below: TestClient) -> None:
    room = begin(below)
    play(below, room, 0, *"14253")
    assert take_in(below, '[Game "tictactoe"]\n\n1. 1 4 2. 2 5 3. 3 1-0\n').status_code == 200
    shown = {"game": "tictactoe", "rounds": "2", "kind-1": "random", "kind-2": "random"}
    ran = started(below, shown)
    waiting = [f"{ROOT}/", room, save(below, room), ran, f"{ROOT}/nowhere"]
    assert [each for each in waiting if not is_below(each)] == []
    seen, alike, wrong = set(waiting), Counter[str](), dict[str, list[str]]()
    while waiting:
        address = waiting.pop()
        answer = below.get(address)
        if found := [] if address == DESCRIBED else left(answer):
            wrong[address] = found
        for each in linked(answer, address):
            assert is_below(each), f"{address} leads to {each}"
            if each not in seen and alike[looks(each)] < EACH and not each.startswith(ENDLESS):
                alike[looks(each)] += 1
                seen.add(each)
                waiting.append(each)
        assert answer.status_code < 500, address
    assert wrong == {}
    assert len(seen) > 150
    parts = {each.split("/")[2].partition("?")[0] for each in seen}
    assert parts >= {"room", "library", "learn", "puzzles", "perfect", "atlas", "glassbox", "help"}
    assert parts >= {"watch", "runs", "learning", "documentation", "scripts"}


def test_no_address_of_the_first_page_leaves_the_path(app: FastAPI) -> None:
    with TestClient(app, base_url="http://localhost", root_path=ROOT) as client:
        page = client.get("/", headers={"accept": "text/html"}).text
    addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert "href=" in page
    assert [each for each in addresses if not each.startswith("/games/")] == []


def test_a_game_is_begun_and_played_below_the_path(below: TestClient) -> None:
    room = begin(below)
    assert re.fullmatch(r"/games/room/[\w-]+", room)
    assert ply_of(play(below, room, 0, "5")) == 1
    assert f'hx-post="{room}/' in below.get(f"{room}/sheets").text
    begun = below.post("/rooms", data={"game": "tictactoe"}, headers={"hx-request": "true"})
    assert begun.headers["hx-redirect"].startswith("/games/room/")
    invited = html.unescape(below.get(begin(below, seat1="link")).text)
    assert re.search(r'value="http://localhost/games/room/[\w-]+"', invited)


def test_events_are_below_the_path(below: TestClient) -> None:
    given = {"game": "tictactoe", "rounds": "1", "kind-1": "random", "kind-2": "random"}
    path = started(below, given)
    events = below.get(f"{path}/events").text
    assert "event: " in events
    assert Addresses(events).leaving == []


def test_what_people_have_written_stays_as_it_is(below: TestClient) -> None:
    room = begin(below, seat1="link", name0='/learn href="/learn"')
    page = html.unescape(below.get(room).text)
    assert '/learn href="/learn"' in page
    assert "/games/learn href" not in page


def test_the_address_without_the_last_slash_leads_to_the_first_page(below: TestClient) -> None:
    answer = below.get("/games?game=sim")
    assert (answer.status_code, urlsplit(answer.headers["location"]).path) == (307, "/games/")
    assert below.get(answer.headers["location"]).status_code == 200


def test_a_proxy_may_take_the_path_off(below: TestClient) -> None:
    assert 'href="/games/learn/' in below.get("/learn").text


def test_programs_see_the_path(below: TestClient) -> None:
    assert below.get("/api/openapi.json").json()["servers"] == [{"url": ROOT}]
    assert "POST /games/api/rooms" in below.get("/api").text


def test_each_attribute_with_an_address_is_known() -> None:
    """Some of them are in pages that need a long game."""
    templates = (HERE / "templates").glob("*.html")
    text = "".join(each.read_text("utf-8") for each in templates)
    names = set(re.findall(r"[\w-]+=\"(?=/)", text))
    assert {'href="', 'data-later="', 'hx-post="'} <= names
    assert [each for each in names if not LINKS_WRITTEN.match(f"{each}/".encode())] == []


@pytest.mark.parametrize("script", sorted((HERE / "static").glob("*.js")), ids=lambda at: at.name)
def test_scripts_write_addresses_after_the_root(script: Path) -> None:
    if "min" not in script.name:
        assert re.findall(r"(?<!endsWith\()[\"'`]/[a-z$][^\"'`]*", script.read_text("utf-8")) == []
