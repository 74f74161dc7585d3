"""On a new computer everything is compiled first: no move's time contains that."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

FACES = """
import json, re, sys, time
from pathlib import Path
from fastapi.testclient import TestClient
import plyground as pg
from plyground.interop.uci import Engine
from plyground.kernel import always_natively
from plyground.web.app import create_app
from plyground.web.parts import parts_of
from plyground.web.settings import Settings
from tests.until import until

always_natively()

def report(face, seconds, begun):
    print(json.dumps([face, seconds, time.monotonic() - begun]))

app = create_app(Settings(data=Path(sys.argv[1]), hosts=("testserver",)))
with TestClient(app) as client:
    begun = time.monotonic()
    seats = [{"kind": "computer", "player": "minimax:depth=2"}, {"kind": "here"}]
    room = client.post("/api/rooms", json={"game": {"name": "tictactoe"}, "seats": seats}).json()
    until(lambda: client.get(f"/api/rooms/{room['id']}").json()["ply"])
    (move,) = parts_of(app).store.room(room["id"]).moves
    report("room", move.details["seconds"], begun)

    begun = time.monotonic()
    asked = {"game": {"name": "tictactoe"}, "player": "mcts:playouts=5"}
    report("api", client.post("/api/choose", json=asked).json()["seconds"], begun)

said = []
engine = Engine(pg.NumericalTicTacToe(), said.append)
begun = time.monotonic()
engine.hear("setoption name Player value minimax:depth=1")
engine.hear("go")
until(lambda: said and said[-1].startswith("bestmove"))
milliseconds = next(m[1] for line in said if (m := re.search(r"time ([0-9]+)", line)))
report("uci", int(milliseconds) / 1000, begun)
"""


@pytest.mark.long
def test_the_time_of_a_first_move_is_without_compilation(tmp_path: Path) -> None:
    cache, data = tmp_path / "cache", tmp_path / "data"
    process = subprocess.run(
        [sys.executable, "-c", FACES, str(data)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )
    assert process.returncode == 0, process.stderr
    report = [json.loads(line) for line in process.stdout.splitlines()]
    assert [face for face, *_ in report] == ["room", "api", "uci"]
    for face, seconds, elapsed in report:
        assert elapsed > 1.0, f"{face}: nothing was compiled"
        assert seconds < elapsed / 10, f"{face}: {seconds} of {elapsed:.1f} s"
