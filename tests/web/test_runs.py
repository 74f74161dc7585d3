"""What visitors start and watch, where it is alike: simulations, experiments and tournaments."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from tests.web.playing import HTML, text_of

EVIL = '"><script>alert(1)</script>'


@dataclass(frozen=True)
class Service:
    """A kind of what visitors start."""

    path: str
    form: dict[str, str]
    endless: dict[str, str]
    """With these fields it goes on until it is stopped."""
    buttons: tuple[str, ...]
    at_once: int
    """How many a visitor may have going on."""
    busy: str
    owner: str
    """What is said to a visitor who starts one more, and to one who did not start it."""
    missing: str
    files: tuple[str, ...]
    gone: str
    """An address where none is, what is below it, and what is said there."""

    def __str__(self) -> str:
        return self.path[1:]


SIMULATIONS = Service(
    "/simulate",
    {"game": "tictactoe", "kind-1": "random", "kind-2": "random", "pause": "0", "rounds": "4"},
    {"endless": "on"},
    ("stop", "pause"),
    2,
    "2 of your simulations are running: stop one of them first",
    "Only the person who started a simulation can change it.",
    "/simulate/nothing",
    ("", "/events", "/results.json", "/results.csv"),
    "This simulation has been removed",
)
EXPERIMENTS = Service(
    "/experiments",
    {
        "game": "tictactoe", "kind": "series", "count": "3", "rounds": "4",
        "kind-1": "minimax", "depth-1": "1", "kind-2": "minimax", "depth-2": "2",
        "kind-3": "random",
    },
    {"kind-1": "mcts", "playouts-1": "20000", "rounds": "1000"},
    ("stop",),
    1,
    "your last experiment is still going on: stop it first, or wait",
    "Only the person who started an experiment can stop it.",
    "/experiments/runs/nothing",
    ("", "/events", "/results.csv"),
    "until the server restarts",
)  # fmt: skip
ARENA = Service(
    "/arena",
    {
        "was": "tictactoe", "game": "tictactoe", "kind": "round robin", "with-random": "yes",
        "with-level:1": "yes", "count": "1", "kind-1": "minimax", "depth-1": "2", "rounds": "2",
        "plies": "2", "seed": "7", "title": "My cup",
    },
    {"kind-1": "mcts", "playouts-1": "20000", "rounds": "500"},
    ("stop", "go-on", "delete", "pause"),
    1,
    "your last tournament is still going on: stop it first, or wait",
    "Only the person who set a tournament up can change it.",
    "/arena/nothing",
    ("", "/events", "/results.json", "/results.csv", "/tournament.toml"),
    "There is no such tournament, or it was deleted.",
)  # fmt: skip

every_service = pytest.mark.parametrize("service", [SIMULATIONS, EXPERIMENTS, ARENA], ids=str)


def send(client: TestClient, service: Service, accept: str = "text/html", **more: str) -> Response:
    """Start one with the form and more fields, where an empty text leaves a field out."""
    fields = {name: text for name, text in {**service.form, **more}.items() if text != "-"}
    return client.post(service.path, data=fields, headers={"accept": accept}, follow_redirects=True)


def started(client: TestClient, service: Service, **more: str) -> str:
    """The path of one that has been started."""
    answer = send(client, service, **more)
    assert answer.status_code == 200, text_of(answer.text)
    assert re.fullmatch(r"(/\w+)+/[\w-]{12}", answer.url.path)
    return answer.url.path


def ended(client: TestClient, service: Service, **more: str) -> str:
    """The same, when it is over."""
    path = started(client, service, **more)
    assert "event: end\n" in client.get(f"{path}/events").text
    return path


@pytest.mark.parametrize(
    ("service", "changed", "message", "field"),
    [
        (SIMULATIONS, {"kind-1": "nobody"}, "'nobody' is not a player: give human, minimax", ""),
        (SIMULATIONS, {"kind-1": "external(rm -r x)"}, "would start a program", ""),
        (SIMULATIONS, {"kind-1": "human"}, "a human cannot play here", "kind-1"),
        (
            SIMULATIONS,
            {"kind-2": "mixed", "percent-2": "101"},
            "percent takes a whole number from 0 to 100, and not 101",
            "percent-2",
        ),
        (SIMULATIONS, {"kind-1": "old-sim"}, "old-sim plays Sim for 2 players only", ""),
        (SIMULATIONS, {"game": "go"}, "there is no game 'go': give tictactoe, numerical, sim", ""),
        (SIMULATIONS, {"game": "/tmp/mine.py"}, "there is no game '/tmp/mine.py'", ""),
        (
            SIMULATIONS,
            {"game": "sim", "vertices": "11"},
            "Sim takes 3 to 10 vertices, and not 11",
            "",
        ),
        (
            SIMULATIONS,
            {"rounds": "1,000,000,000"},
            "a simulation has 1 to 1,000 rounds, and not “1,000,000,000”",
            "rounds",
        ),
        (SIMULATIONS, {"rounds": "abc"}, "has 1 to 1,000 rounds, and not “abc”", "rounds"),
        (SIMULATIONS, {"boards": "3"}, "choose 1, 2, 4, 6 or 9 boards", "boards"),
        (SIMULATIONS, {"first": "me"}, "first is one of fixed, alternate, once, random", "first"),
        (SIMULATIONS, {"pause": "2.1"}, "a pause between moves is 0 to 2 seconds", "pause"),
        (SIMULATIONS, {"pause": "nan"}, "a pause between moves is 0 to 2 seconds", "pause"),
        (EXPERIMENTS, {"rounds": "10^9"}, "from 1 to 1,000, and not “10^9”", "rounds"),
        (EXPERIMENTS, {"rounds": "0"}, "a whole number from 1 to 1,000", "rounds"),
        (EXPERIMENTS, {"rounds": "1001"}, "a whole number from 1 to 1,000", "rounds"),
        (EXPERIMENTS, {"rounds": ""}, "a whole number from 1 to 1,000", "rounds"),
        (EXPERIMENTS, {"seed": "-1"}, "a seed is a whole number from 0", "seed"),
        (
            EXPERIMENTS,
            {"depth-1": "13"},
            "a depth is at most 12 in an experiment here, and not 13",
            "depth-1",
        ),
        (
            EXPERIMENTS,
            {"kind-2": "mcts", "playouts-2": "1000000000"},
            "the number of playouts is at most 100",
            "playouts-2",
        ),
        (EXPERIMENTS, {"kind-1": "external(true)"}, "would start a program", ""),
        (EXPERIMENTS, {"kind-1": "alphabeta:heuristic=/etc/passwd.py"}, "heuristic", ""),
        (EXPERIMENTS, {"kind-1": "human"}, "a human cannot play here", "kind-1"),
        (EXPERIMENTS, {"depth-2": "1"}, "Minimax, depth 1 is there more than once", "kind-2"),
        (EXPERIMENTS, {"game": "sim", "players": "3"}, "takes a game for 2 players", "players"),
        (EXPERIMENTS, {"kind": "duel"}, "choose what is compared", ""),
        (
            EXPERIMENTS,
            {"kind": "heuristic"},
            "Tic-tac-toe has no heuristics: choose another game",
            "",
        ),
        (
            EXPERIMENTS,
            {"kind": "heuristic", "game": "sim"},
            "choose a heuristic or more",
            "heuristics",
        ),
        (EXPERIMENTS, {"kind": "search", "from": "3", "to": "2"}, "the plies go up", ""),
        (EXPERIMENTS, {"kind": "search", "to": "9"}, "a whole number from 0 to 8", "to"),
        (EXPERIMENTS, {"first": "me"}, "first: takes one of", ""),
        (
            EXPERIMENTS,
            {"experiment": "depth-pruning", "rounds": "1001"},
            "a whole number from 1 to 1,000",
            "rounds",
        ),
        (ARENA, {"count": "0", "with-level:1": "-"}, "choose 2 to 16 players", ""),
        (ARENA, {"kind-1": "random"}, "Random is there more than once", "kind-1"),
        (ARENA, {"depth-1": "40"}, "at most 12 in a tournament here", "depth-1"),
        (ARENA, {"kind-1": "python3 -c 1"}, "player", ""),
        (ARENA, {"kind": "gauntlet"}, "who challenges", ""),
        (ARENA, {"kind": "league"}, "who meets whom", "kind"),
        (ARENA, {"rounds": "0"}, "1 to 1,000", "rounds"),
        (ARENA, {"rounds": "1000"}, "at most 5,000 games", "rounds"),
        (ARENA, {"plies": "9"}, "0 to 8", "plies"),
        (ARENA, {"seed": "x"}, "a seed is", "seed"),
        (ARENA, {"boards": "5"}, "boards", "boards"),
        (ARENA, {"game": "go"}, "there is no game 'go'", ""),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_refused_is_said_beside_its_field(
    reader: TestClient, service: Service, changed: dict[str, str], message: str, field: str
) -> None:
    answer = send(reader, service, **changed)
    assert answer.status_code == 422
    assert message.casefold() in text_of(answer.text).casefold()
    assert f'action="{service.path}"' in answer.text
    plain = send(reader, service, "*/*", **changed)
    assert plain.status_code == 422
    assert message.casefold() in plain.json()["error"].casefold()
    if field:
        (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", answer.text)
        assert f'aria-describedby="{field}-refused' in focused
        assert 'aria-invalid="true"' in focused
        assert f'id="{field}-refused"' in answer.text
        assert re.search(r'id="problem" role="alert"></p>', answer.text)
        assert field == "heuristics" or f'name="{field}"' in focused


@every_service
def test_what_was_sent_stays_in_the_form_but_is_never_part_of_the_page(
    client: TestClient, service: Service
) -> None:
    refused = send(client, service, rounds=EVIL, title=EVIL, **{"kind-1": EVIL})
    assert refused.status_code == 422
    assert "<script>alert" not in refused.text
    assert "&lt;script&gt;" in refused.text
    path = ended(client, service, title=EVIL, question=EVIL, colour=EVIL)
    for page in (path, f"{path}/events", service.path):
        assert "<script>alert" not in client.get(page).text


@every_service
def test_pages_have_no_script_and_no_style_of_their_own(
    client: TestClient, service: Service
) -> None:
    form = service.path if service is SIMULATIONS else f"{service.path}/new"
    for path in (service.path, form, ended(client, service)):
        page = client.get(path).text
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)
        assert not re.search(r'<script(?![^>]* src="/(?:static|scripts)/)', page)


@every_service
def test_others_may_watch_and_nothing_else(client: TestClient, service: Service) -> None:
    client.get(service.path)
    path = started(client, service, **service.endless)
    mine = dict(client.cookies)
    for button in service.buttons:
        client.cookies.clear()
        refused = client.post(f"{path}/{button}", data={"pause": "1"})
        assert (refused.status_code, refused.json()) == (403, {"error": service.owner})
    client.cookies.clear()
    page = client.get(path)
    assert page.status_code == 200
    assert "/stop" not in page.text
    client.cookies.clear()
    assert path not in client.get(service.path).text
    client.cookies.clear()
    client.cookies.update(mine)
    assert "/stop" in client.get(path).text
    assert client.post(f"{path}/stop", headers={"hx-request": "true"}).status_code == 204
    assert "event: end\n" in client.get(f"{path}/events").text
    assert "Stopped after" in text_of(client.get(path).text)


@every_service
def test_a_visitor_may_have_few_going_on(client: TestClient, service: Service) -> None:
    client.get(service.path)
    paths = [started(client, service, **service.endless) for _ in range(service.at_once)]
    refused = send(client, service)
    assert refused.status_code == 429
    assert service.busy in text_of(refused.text)
    if service is not ARENA:
        assert all(path in refused.text for path in paths)
    assert client.post(f"{paths[0]}/stop", headers=HTML).url.path == paths[0]
    assert "event: end\n" in client.get(f"{paths[0]}/events").text
    started(client, service)


@every_service
def test_one_that_is_not_there(reader: TestClient, service: Service) -> None:
    for below in service.files:
        answer = reader.get(service.missing + below)
        assert answer.status_code == 404
        assert service.gone in text_of(answer.text)
