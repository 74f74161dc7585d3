"""A game that another package brings is everywhere where the games of this one are."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "examples" / "plyground-nim"

# What a process does that finds the package installed. It prints what came of it as JSON; nothing
# in it knows more of Nim than how its moves are written.
USE = r"""
import contextlib, io, json, queue, sys
from pathlib import Path

import plyground as pg
from plyground.cli.app import run

folder = Path(sys.argv[1])


def command(*words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = run([*map(str, words)])
    return code, out.getvalue()


found = {}
SIZE = ("--heaps", "3")
for name, words in {
    "games": ["games"],
    "perft": ["perft", "nim", "3", *SIZE],
    "show": ["show", "nim", "3:1", *SIZE],
    "simulate": ["simulate", "nim", "minimax:depth=3", "random", "--rounds", "4", *SIZE],
    "analyse": ["analyse", "nim", "3:1", *SIZE],
    "score": ["score", "nim", "3:1", *SIZE],
    "tree": ["tree", "nim", "3:1", "--depth", "2", *SIZE],
    "review": ["review", "nim", "3:1", "1:1", "2:2", "3:2", *SIZE],
    "mine": ["mine", "nim", folder / "puzzles.txt", "--games", "20", "--count", "3", *SIZE],
    "mined": ["puzzle", "nim", "--file", folder / "puzzles.txt", "--number", "1", "--json", *SIZE],
    "solve": ["solve", "nim", *SIZE],
    "shipped": ["puzzle", "nim", "--number", "3", "--json"],
}.items():
    found[name] = command(*words)

from plyground.analysis.puzzles import all_puzzles
from plyground.search import find_book

brought = pg.game("nim")
book = find_book(brought)
found["brought"] = [
    len(pg.puzzles(brought)),
    len([each for each in all_puzzles() if each.game == brought]),
    book is not None and book.value(brought.position("4:4")),
]

game = pg.game("nim", heaps=3)
position = game.position("3:1 1:1 2:2 3:2")
file = folder / "games.txt"
pg.write_records([pg.Record.of(position)], file)
(record,) = (reading.record for reading in pg.read_records(file))
found["record"] = [record.game == game, record.position() == position]
found["filed"] = command("review", file)

from plyground.interop.uci import Engine

said = queue.SimpleQueue()
engine = Engine(game, said.put)
for line in ("uci", "position startpos moves 3:3", "go depth 9"):
    engine.hear(line)
found["uci"] = [said.get()]
while not found["uci"][-1].startswith("bestmove"):
    found["uci"].append(said.get())
"""

APP = r"""
from fastapi.testclient import TestClient
from plyground.web.app import create_app
from plyground.web.settings import Settings

client = TestClient(create_app(Settings(data=folder, warms=False)), base_url="http://localhost")
with client:
    found["app"] = client.get("/api/games").json()
    asked = {"game": {"name": "nim", "parameters": {"heaps": 3}}, "moves": ["3:3"]}
    found["app_analyses"] = client.post("/api/analyse", json=asked).json()
    found["app_page"] = client.get("/games").text
"""

PETTINGZOO = r"""
from plyground.interop.pettingzoo import env

environment = env("nim", heaps=3)
environment.reset()
environment.step(game.move_code("3:3"))
found["pettingzoo"] = environment.unwrapped.position.history
"""

GYMNASIUM = r"""
import gymnasium, plyground.interop.gymnasium

environment = gymnasium.make("plyground/nim-v0", opponent="minimax:depth=2", heaps=3)
environment.reset(seed=1)
found["gymnasium"] = environment.unwrapped.game == game
"""

OPENSPIEL = r"""
import pyspiel, plyground.interop.openspiel

state = pyspiel.load_game("plyground_nim(heaps=3)").new_initial_state()
found["openspiel"] = [state.action_to_string(action) for action in state.legal_actions()]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip installs it, without a network, in a folder of its own."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the package, is missing")
    target = tmp_path_factory.mktemp("installed")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", *options, "--target", target, PACKAGE],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def found(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    parts = {"fastapi": APP, "pettingzoo": PETTINGZOO, "gymnasium": GYMNASIUM, "pyspiel": OPENSPIEL}
    there = [part for name, part in parts.items() if importlib.util.find_spec(name)]
    script = "\n".join([USE, *there, "print(json.dumps(found))"])
    path = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
    folder = tmp_path_factory.mktemp("used")
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        # Not compiled: this is about what is found, and other tests compile a user's own game.
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1",
             "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_the_package_has_the_game_of_the_example() -> None:
    game = (PACKAGE / "plyground_nim" / "nim.py").read_text()
    assert game == (ROOT / "examples" / "nim.py").read_text()
    assert len(game.splitlines()) < 65


@pytest.mark.slow
def test_the_list_of_games(found: dict[str, Any]) -> None:
    code, said = found["games"]
    assert code == 0
    assert "nim\n    Nim. Take any number of matches from one heap" in said
    assert "--heaps 1 to 9 (default: 4): heaps of matches" in said


@pytest.mark.slow
def test_commands(found: dict[str, Any]) -> None:
    for name in ("show", "simulate", "tree", "solve", "filed"):
        code, said = found[name]
        assert code == 0, (name, said)
        assert said, name
    # 6 first moves from heaps of 1, 2 and 3 matches, and so on.
    assert found["perft"] == [0, "76\n"]


@pytest.mark.slow
def test_puzzles_and_a_book_come_with_the_package(found: dict[str, Any]) -> None:
    code, said = found["shipped"]
    assert code == 0
    assert json.loads(said)["moves"] == ["3:2", "2:1", "4:2"]
    # W is 11, and whoever is to move on equal pairs of heaps loses: it takes 6 plies.
    assert found["brought"] == [12, 12, 6 - 11]


@pytest.mark.slow
def test_exact_values(found: dict[str, Any]) -> None:
    """The player to move loses with 1, 2 and 3 matches; after 3:1 there are 1, 2, 2: 1:1 wins."""
    code, said = found["analyse"]
    assert code == 0
    assert "win in 5 plies" in said
    assert "1:1" in said
    assert found["score"][0] == 0


@pytest.mark.slow
def test_review(found: dict[str, Any]) -> None:
    code, said = found["review"]
    assert code == 0
    assert "3:1" in said


@pytest.mark.slow
def test_puzzles(found: dict[str, Any]) -> None:
    code, _ = found["mine"]
    assert code == 0
    code, said = found["mined"]
    assert code == 0
    assert json.loads(said)["game"]["name"] == "nim"


@pytest.mark.slow
def test_records(found: dict[str, Any]) -> None:
    assert found["record"] == [True, True]


@pytest.mark.slow
def test_the_app(found: dict[str, Any]) -> None:
    if "app" not in found:
        pytest.skip("the app's libraries are not installed")
    (nim,) = (game for game in found["app"] if game["name"] == "nim")
    assert nim["parameters"][0]["name"] == "heaps"
    assert found["app_analyses"]["value"] == "win"
    assert "Nim" in found["app_page"]


@pytest.mark.slow
def test_bridges(found: dict[str, Any]) -> None:
    (variants,) = (line for line in found["uci"] if line.startswith("option name UCI_Variant"))
    assert variants.startswith("option name UCI_Variant type combo default nim ")
    assert variants.endswith(" var nim")
    assert found["uci"][-1] == "bestmove 2:1"  # which leaves 1 and 1
    assert found.get("pettingzoo", ["3:3"]) == ["3:3"]
    assert found.get("gymnasium", True)
    first = ["1:1", "2:1", "2:2", "3:1", "3:2", "3:3"]
    assert found.get("openspiel", first) == first
