"""Requests of all kinds: for the head of an answer alone, and with or without a host."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Receive, Scope, Send

from plyground.web.app import create_app
from plyground.web.parts import parts_of
from plyground.web.settings import Settings
from tests.web.conftest import Person
from tests.web.playing import HTML, begin
from tests.web.test_holding import postgresql
from tests.web.test_pages import COMPILES, addresses

__all__ = ["postgresql"]

PAGES = sorted({"/", "/library", "/puzzles", "/learn"} | addresses() - {COMPILES})


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """That of a running server."""
    app = create_app(Settings(data=tmp_path_factory.mktemp("data")))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def said(port: int, request: str) -> str:
    """All that the server sends for a request, until it ends the connection."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request.encode())
        answer = b""
        while part := connection.recv(10_000):
            answer += part
    return answer.decode()


# Texts that nobody types


def refused_texts(client: TestClient) -> None:
    """They are refused in words, the same by any database."""
    room = begin(client, game="tictactoe")
    json_of = {"accept": "application/json", "content-type": "application/json"}
    form = {"content-type": "application/x-www-form-urlencoded"}
    boundary = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\0b\r\n--x--'
    answers = {
        404: [
            client.get(address)
            for address in ("/room/a%00b", "/runs/a%00b", "/library/a%ff", "/static/a%00", "/%7f")
        ],
        422: [
            client.get("/library?words=a%00b"),
            client.get("/library?words=%ed%a0%80"),
            client.get("/library", headers={"cookie": "a=\x01"}),
            client.post(f"{room}/rename", content=b"seat=0&name=a%00", headers=form),
            client.post(f"{room}/rename", content=b"seat=0&name=%ff", headers=form),
            client.post(f"{room}/rename", content=b"seat=0&name=\xff", headers=form),
            client.post(
                "/library/import",
                content=boundary,
                headers={"content-type": "multipart/form-data; boundary=x"},
            ),
            *(
                client.post(
                    "/api/rooms", content=b'{"game": {"name": "%s"}}' % name, headers=json_of
                )
                for name in (rb"\u0000", rb"\ud800", b"\0", b"\xff")
            ),
        ],
    }
    for status, found in answers.items():
        for answer in found:
            assert answer.status_code == status, answer.text
            assert ("that nobody can type" in answer.text) == (status == 422)
    assert client.get(f"/room/{'x' * 5000}").status_code == 404
    assert client.get(f"/library?words={'x' * 5000}").status_code == 422
    assert client.get("/library?words=a%0Ab").status_code == 200


def test_texts_that_nobody_types_are_refused(person: Person) -> None:
    refused_texts(person())


@pytest.mark.long
def test_texts_that_nobody_types_are_refused_with_postgresql(
    tmp_path: Path, postgresql: str
) -> None:
    app = create_app(Settings(data=tmp_path, database=postgresql))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        client.headers.update(HTML)
        refused_texts(client)


# HEAD


@pytest.mark.parametrize("address", ["/", "/learn", "/static/icon.svg", "/look.css", "/nowhere"])
def test_head_is_answered_like_get(person: Person, address: str) -> None:
    client = person()
    client.get(address)  # for its cookie
    head, whole = client.head(address), client.get(address)
    assert (head.status_code, head.headers) == (whole.status_code, whole.headers)
    assert head.text == ""


@pytest.mark.slow
@pytest.mark.parametrize("address", PAGES)
def test_head_of_every_page_is_answered_like_get(reader: TestClient, address: str) -> None:
    assert reader.head(address).status_code == reader.get(address).status_code


def test_head_is_refused_where_get_is(reader: TestClient) -> None:
    assert reader.head("/rooms").status_code == reader.get("/rooms").status_code == 405


def test_a_server_sends_the_head_alone(port: int) -> None:
    asked = "/learn HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    head, whole = said(port, f"HEAD {asked}"), said(port, f"GET {asked}")
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert head.endswith("\r\n\r\n")
    assert "<html" not in head
    length = re.compile(r"content-length: \d+")
    assert length.findall(head) == length.findall(whole) != []


def test_head_of_a_stream_ends_and_makes_nobody_present(app: FastAPI, person: Person) -> None:
    client = person()
    room = begin(client, seat1="link")
    head = client.head(f"{room}/events?tab=a")
    assert (head.status_code, head.text) == (200, "")
    assert head.headers["content-type"].startswith("text/event-stream")
    assert client.head("/api/compiling?game=tictactoe").status_code == 200
    kept = parts_of(app).rooms._rooms[room.rpartition("/")[2]]
    assert not kept.presence.tabs
    assert parts_of(app).hub.listening(kept.channel) == 0


def test_head_of_a_room_is_not_heard_by_the_room(app: FastAPI, person: Person) -> None:
    client = person()
    room = begin(client, seat1="link").rpartition("/")[2]
    kept = parts_of(app).rooms._rooms[room]
    kept.home = "page"
    assert client.head(f"/api/rooms/{room}").status_code == 200
    assert kept.home == "page"
    assert client.get(f"/api/rooms/{room}").status_code == 200
    assert kept.home == "server"


# Hosts


def test_an_old_program_names_no_host(port: int) -> None:
    answer = said(port, "GET /learn HTTP/1.0\r\n\r\n")
    assert answer.startswith("HTTP/1.1 200 OK\r\n")
    assert "</html>" in answer


def test_a_site_sends_no_form_without_a_host(app: FastAPI) -> None:
    async def without_host(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = [each for each in scope["headers"] if each[0] != b"host"]
            scope = {**scope, "headers": headers, "http_version": "1.0"}
        await app(scope, receive, send)

    with TestClient(without_host, base_url="http://localhost") as client:
        assert client.get("/learn").status_code == 200
        given = {"game": "tictactoe", "seat1": "here"}
        refused = client.post("/rooms", data=given, headers={"origin": "http://evil.example"})
        assert refused.status_code == 403
        assert client.post("/rooms", data=given).status_code == 200


@pytest.mark.parametrize("host", ["localhost.", "localhost.:8000", "LOCALHOST."])
def test_the_full_name_of_a_host_is_answered(reader: TestClient, host: str) -> None:
    assert reader.get("/learn", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", [".", "evil.example.", "localhost.."])
def test_other_names_with_a_point_are_refused(reader: TestClient, host: str) -> None:
    assert reader.get("/learn", headers={"host": host}).status_code == 400
