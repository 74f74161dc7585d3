"""The app on a new computer: the first answers about each of its games compile nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.until import until
from tests.web.playing import state_of
from tests.web.test_new_game import fields
from tests.without_numba import NewComputer

FIRST = {
    "tictactoe": ("/?game=tictactoe", "5"),
    "numerical": ("/?game=numerical", "5@5"),
    "sim-6": ("/?game=sim", "0-1"),
    "sim-9": ("/?game=sim&vertices=9", "0-1"),
    "connect4": ("/?game=connect4", "4"),
    "connect4-as-before": ("/?game=connect4&as-before=yes", "4"),
}
"""The first page of each game, and a first move there."""


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> NewComputer:
    return NewComputer(tmp_path_factory.mktemp("new"))


@pytest.fixture(scope="module")
def visitor(computer: NewComputer) -> Iterator[httpx.Client]:
    """A visitor of the app, which runs there as people start it."""
    command = [sys.executable, "-m", "plyground", "--no-window"]
    with subprocess.Popen(
        command, env=computer.environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            headers = {"accept": "text/html"}
            with httpx.Client(base_url=address, headers=headers, timeout=None) as client:
                yield client
        finally:
            process.terminate()


def got(client: httpx.Client, address: str) -> httpx.Response:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer


def answered(client: httpx.Client, room: str) -> dict[str, Any]:
    """How the game is as soon as a computer has answered the first move."""

    def state() -> dict[str, Any] | None:
        now = state_of(got(client, f"{room}/table").text)
        return now if now["found"] else None

    return until(state)


def begun(visitor: httpx.Client, name: str) -> str:
    """The room of a game that begins with the first move there."""
    page, move = FIRST[name]
    answer = visitor.post("/rooms", data={**fields(got(visitor, page).text), "move": move})
    assert answer.status_code == 303
    return str(answer.headers["location"])


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != "tictactoe")) for name in FIRST],
)
def test_the_first_answers_in_the_app_need_no_numba(
    name: str, computer: NewComputer, visitor: httpx.Client
) -> None:
    room = begun(visitor, name)
    got(visitor, room)
    if not name.endswith("as-before"):  # which the server plays
        engine = got(visitor, f"{room}/engine").json()  # by which the page of a room plays
        for file in ("data", "module"):
            got(visitor, engine[file])
    assert visitor.post(f"{room}/think-in", data={"home": "server"}).status_code == 204
    moves = answered(visitor, room)["moves"]
    game = FIRST[name][0].removeprefix("/?").removesuffix("&as-before=yes")
    address = f"/glassbox?{game}&moves={'+'.join(moves[:-1])}&depth=2"
    assert 'id="search"' in got(visitor, address).text, "Look inside"
    assert got(visitor, address.replace("?", "/steps?")).json()["visited"]
    assert computer.imports == ""


# What is solved on nine dots takes all the seconds that it may.
SOLVED = {"tictactoe": [], "sim-9": [pytest.mark.long]}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=SOLVED.get(name, [pytest.mark.slow])) for name in FIRST],
)
def test_values_and_a_review_need_no_numba(
    name: str, computer: NewComputer, visitor: httpx.Client
) -> None:
    room, plies = begun(visitor, name), 2
    assert visitor.post(f"{room}/think-in", data={"home": "server"}).status_code == 204
    answered(visitor, room)
    assert got(visitor, f"{room}/values?at=0").json()["moves"], "Values"
    assert got(visitor, f"{room}/values?at={plies}").json()["best"], "Hint"
    assert visitor.get(f"{room}/course?at={plies}").status_code in (200, 204)
    assert visitor.post(f"{room}/abort").status_code == 200
    got(visitor, f"{room}/review/step?at=1")  # waits until the review is made
    assert f'href="{room}"' in got(visitor, f"{room}/review").text
    assert computer.imports == ""


def test_a_process_that_imports_numba_is_found_out(tmp_path: Path) -> None:
    other = NewComputer(tmp_path)
    another = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import numba'])"
    subprocess.run(
        [sys.executable, "-c", another],
        env=other.environment, stderr=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    assert "imports numba" in other.imports
