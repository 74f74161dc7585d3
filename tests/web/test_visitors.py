"""Visitors: two servers of a machine do not take their cookies from one another; the secret; and
browsers that keep no cookies.
"""

from __future__ import annotations

import os
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from urllib.parse import urljoin

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Person
from tests.web.playing import HTML, begin, served, state_of, text_of


def test_two_installations_of_a_machine_keep_their_seats(tmp_path: Path) -> None:
    """Browsers send a cookie to every port of a host."""
    with (
        served(tmp_path / "one") as one,
        served(tmp_path / "other") as other,
    ):
        room = one.post("/rooms", data={"game": "tictactoe", "seat1": "here"}).url
        assert "here" in state_of(one.get(room).text)["seats"]
        other.cookies = one.cookies
        other.get("/")
        one.cookies = other.cookies
        assert "here" in state_of(one.get(room).text)["seats"]


def test_a_secret_that_was_cut_short_is_made_again(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"")
    with served(tmp_path) as client:
        client.get("/")
        kept = dict(client.cookies)
    assert len(secret.read_bytes()) == 36
    assert os.name == "nt" or secret.stat().st_mode & 0o077 == 0
    with served(tmp_path) as client:
        client.cookies.update(kept)
        assert "set-cookie" not in client.get("/").headers
    assert [each.name for each in tmp_path.glob(".secret*")] == []


def test_a_stick_without_links_keeps_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_paths: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # as FAT says

    monkeypatch.setattr(os, "link", link)
    with served(tmp_path) as client:
        client.get("/")
        kept = dict(client.cookies)
    assert [path.name for path in tmp_path.glob("*secret*")] == ["secret"]
    with served(tmp_path) as client:
        client.cookies.update(kept)
        assert "set-cookie" not in client.get("/").headers


# Browsers that keep no cookies

FROM_HERE = {"origin": "http://localhost"}
"""What browsers send with a form of a page."""


@pytest.fixture
def forgetful(person: Person) -> TestClient:
    """A person whose browser keeps no cookies."""
    client = person()
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


def refused(client: TestClient, address: str, **sent: str) -> str:
    """Why a form is refused to a browser, which follows where it is sent."""
    answer = client.post(address, data=sent, headers=FROM_HERE)
    assert answer.status_code == 307
    again = urljoin(address, answer.headers["location"])
    answer = client.post(again, data=sent, headers=FROM_HERE)
    assert answer.status_code == 422
    return text_of(answer.text)


def test_who_keeps_no_cookies_reads_why_they_cannot_play(forgetful: TestClient) -> None:
    page = text_of(forgetful.get(begin(forgetful)).text)
    assert "You are watching. If you are one of the players, your browser keeps no cookies" in page


def test_who_only_watches_reads_it_once(person: Person) -> None:
    room, bob = begin(person()), person()
    assert "keeps no cookies" in bob.get(room).text
    page = bob.get(room).text
    assert "You are watching." in page
    assert "cookies" not in page


@pytest.mark.parametrize(
    "address",
    ["/rooms", "/watch", "/learning", "/library/import", "/play-style/begin"],
)
def test_a_form_of_a_browser_without_cookies_is_refused_in_words(
    forgetful: TestClient, address: str
) -> None:
    assert "Your browser keeps no cookies for this site: allow them" in refused(forgetful, address)


def test_no_seat_is_lost_to_a_browser_without_cookies(
    person: Person, forgetful: TestClient
) -> None:
    room, bob = begin(person(), seat1="link"), person()
    assert "keeps no cookies" in refused(forgetful, f"{room}/claim", seat="1", text="Eve")
    claim = bob.post(f"{room}/claim", data={"seat": "1", "text": "Bob"}, headers=FROM_HERE)
    assert claim.status_code == 307  # it has not opened the page: now it has a cookie
    again = urljoin(f"{room}/claim", claim.headers["location"])
    taken = bob.post(again, data={"seat": "1", "text": "Bob"}, headers=FROM_HERE)
    assert "Bob (you)" in taken.text


def test_no_puzzle_is_answered_for_nobody(forgetful: TestClient) -> None:
    puzzle = forgetful.get("/puzzles/daily").headers["location"]
    assert "keeps no cookies" in refused(forgetful, f"{puzzle}/skip")


@pytest.mark.parametrize("address", ["/puzzles/all", "/library", "/play-style", "/"])
def test_the_second_page_says_that_nothing_is_kept(forgetful: TestClient, address: str) -> None:
    said = "Your browser keeps no cookies for this site, so games and puzzles are not kept for you."
    assert said not in text_of(forgetful.get(address).text)
    for other in ("http://localhost.evil.example/", "http://other.example/"):
        assert said not in text_of(forgetful.get(address, headers={"referer": other}).text)
    page = forgetful.get(address, headers={"referer": "http://localhost/learn"})
    assert said in text_of(page.text)


def test_who_keeps_cookies_reads_nothing_of_them(person: Person) -> None:
    client = person()
    client.headers["referer"] = "http://localhost/"
    client.get("/", headers={"referer": ""})
    assert "cookies" not in client.get("/puzzles/all").text
    client.post("/library/forget", headers=FROM_HERE)
    assert "cookies" not in client.get("/").text


def test_a_page_of_the_site_outside_of_the_app_gives_no_cookie(tmp_path: Path) -> None:
    with served(tmp_path, path="/games") as client:
        client.headers.update(HTML)
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        for before, says in (("/", False), ("/games/learn", True)):
            page = client.get("/games/", headers={"referer": f"http://localhost{before}"}).text
            assert ("keeps no cookies" in page) is says
