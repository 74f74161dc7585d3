"""Whatever is sent to the app, it says what is accepted, and never fails by itself."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest
import schemathesis
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.web.playing import HTML

pytestmark = pytest.mark.compiled

_FOLDER = tempfile.TemporaryDirectory()
_APP = create_app(Settings(data=Path(_FOLDER.name), hosts=("testserver", "localhost")))
_SCHEMA = schemathesis.openapi.from_dict(_APP.openapi())
_QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True}


@pytest.fixture(scope="module")
def client():
    with TestClient(_APP, base_url="http://localhost", follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="module")
def saved_game(client: TestClient) -> str:
    text = '[Game "tictactoe"]\n\n1. 4 2. 1 3. 3 4. 2 5. 7 6. 9 7. 5 1-0\n'
    client.post("/library/import", data={"text": text})
    page = client.get("/library", headers=HTML).text
    (address,) = re.findall(r'<a href="(/library/[^"/?]{16,})"', page)
    return str(address)


@pytest.mark.slow
@_SCHEMA.parametrize()
@settings(max_examples=12, **_QUIET)
def test_the_api_as_it_is_described(case: schemathesis.Case, client: TestClient) -> None:
    request = case.as_transport_kwargs(base_url="http://localhost")
    request["headers"] = {**request.get("headers", {}), "accept": "application/json"}
    for unknown in ("cookies", "timeout", "verify", "cert"):
        request.pop(unknown, None)
    if isinstance(request.get("data"), bytes | str):
        request["content"] = request.pop("data")
    answer = client.request(**request)
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error"}


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


_texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "0", "-1", "1e9", "sim", "connect4", "here", "link", "computer",
                     "minimax", "<script>alert(1)</script>", "\x00", "../../etc/passwd",
                     "9" * 4301, "1." + "0" * 5000, "٣", "²"]),
).map(lambda text: _utf8(text).decode())  # fmt: skip

_FIELDS = ["game", "vertices", "players", "columns", "rows", "seat0", "seat1", "seat2", "moves",
           "first", "seconds", "colour0", "name0", "kind-1", "depth-1", "percent-2", "text",
           "seat", "ply", "strength", "rounds", "pause", "algorithm", "depth",
           "words", "page", "id", "at", "then", "kind", "count", "with-random",
           "openings", "plies", "each", "boards"]  # fmt: skip
_FORMS = [
    "/rooms",
    "/watch",
    "/library/import",
    "/library/delete",
]
_ACTIONS = ["move", "back", "abort", "resign", "pause", "go-on", "leave", "claim", "rename",
            "player", "strength", "replace", "come-back", "rematch", "else"]  # fmt: skip
_ADDRESSES = ["/", "/new", "/simulate", "/experiments/new", "/experiments/new.toml", "/arena/new",
              "/arena/estimate", "/arena/none", "/watch", "/watch/estimate", "/runs/none",
              "/glassbox", "/glassbox/steps", "/glassbox/board",
              "/library", "/library/export", "/library/none", "/library/none/review",
              "/room/none/retry/try"]  # fmt: skip
_PAGES = ["", "/step", "/review", "/review/step", "/retry", "/retry/try", "/retry/answer",
          "/record"]  # fmt: skip


def some_fields(most: int, names: list[str] = _FIELDS) -> st.SearchStrategy[dict[str, str]]:
    texts = _texts if names is _FIELDS else st.one_of(_texts, st.integers(-2, 12).map(str))
    return st.dictionaries(st.sampled_from(names), texts, max_size=most)


def answered(answer: Response, *statuses: int) -> None:
    """Fail if the server did, or if what was sent is a part of the page."""
    assert answer.status_code in statuses if statuses else answer.status_code < 500, answer.text
    assert "<script>alert" not in answer.text


@pytest.mark.slow
@settings(max_examples=80, **_QUIET)
@given(path=st.sampled_from(_FORMS), fields=some_fields(8))
def test_forms(client: TestClient, path: str, fields: dict[str, str]) -> None:
    answered(client.post(path, data=fields, headers=HTML), 303, 403, 422, 429)


@pytest.mark.slow
@settings(max_examples=80, **_QUIET)
@given(action=st.sampled_from(_ACTIONS), fields=some_fields(5), stranger=st.booleans())
def test_actions_in_a_room(
    client: TestClient, action: str, fields: dict[str, str], stranger: bool
) -> None:
    seats = [{"kind": "here", "name": "A"}, {"kind": "link"}]
    before = client.post("/api/rooms", json={"game": {"name": "tictactoe"}, "seats": seats}).json()
    if stranger:
        client.cookies.clear()
    answered(client.post(f"/room/{before['id']}/{action}", data=fields, headers=HTML))
    if stranger and action != "claim":
        after = client.get(f"/api/rooms/{before['id']}").json()
        assert (after["ply"], after["status"]) == (before["ply"], before["status"])


@pytest.mark.slow
@settings(max_examples=60, **_QUIET)
@given(path=st.sampled_from(_ADDRESSES), fields=some_fields(6))
def test_addresses(client: TestClient, path: str, fields: dict[str, str]) -> None:
    answered(client.get(path, params=fields, headers=HTML))


@pytest.mark.slow
@settings(max_examples=60, **_QUIET)
@given(
    page=st.sampled_from(_PAGES),
    fields=some_fields(5, ["at", "then", "player", "n", "move"]),
)
def test_pages_of_a_saved_game(
    client: TestClient, saved_game: str, page: str, fields: dict[str, str]
) -> None:
    answer = client.get(f"{saved_game}{page}", params=fields, headers=HTML)
    answered(answer, 200, 303, 404, 422, 429)


@pytest.mark.slow
@settings(max_examples=30, **_QUIET)
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(_utf8)))
def test_imports(client: TestClient, content: bytes) -> None:
    for each in (content, b'[Game "tictactoe"]\n\n1. 5 {' + content):
        answer = client.post("/library/import", files={"file": ("f", each)}, headers=HTML)
        answered(answer, 200, 422, 429)


_ODD_NUMBERS = ["9" * 4301, "1." + "0" * 5000, "1e400", "nan", "²"]


@pytest.mark.parametrize("number", _ODD_NUMBERS, ids=lambda text: text[:8])
@pytest.mark.parametrize(
    ("method", "path", "usual"),
    [
        ("POST", "/rooms", {"game": "sim", "vertices": "6", "players": "2", "seat0": "computer",
                            "seat1": "here", "first": "0", "seconds": "9", "kind-1": "minimax",
                            "depth-1": "2", "percent-1": "60", "playouts-1": "9"}),
        ("POST", "/watch", {"game": "tictactoe", "kind-1": "random", "kind-2": "mixed",
                               "percent-2": "50", "depth-2": "2", "rounds": "1", "pause": "0"}),
        ("GET", "/", {"game": "sim", "vertices": "6", "players": "2", "first": "0",
                      "kind-1": "minimax", "depth-1": "2"}),
        ("GET", "/glassbox", {"game": "sim", "vertices": "6", "players": "2", "depth": "2"}),
        ("GET", "/library", {"page": "1"}),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)  # fmt: skip
def test_a_number_of_any_length_in_each_field(
    client: TestClient, method: str, path: str, usual: dict[str, str], number: str
) -> None:
    """In each field in turn, with what is usual in the others."""
    for name in usual:
        fields = {"params" if method == "GET" else "data": usual | {name: number}}
        answer = client.request(method, path, headers=HTML, **fields)
        assert answer.status_code < 500, name
