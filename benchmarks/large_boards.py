"""Connect Four on boards of two words: counts, endgames, and a reply in the app.

Perft to 8 plies is held against what the naive twin counts (tests/data/perft); positions of random
games close to their end against a plain search, solved with a table of longer entries and with the
default one. Then a server plays: the time from a move on 9 x 7 to the reply of a computer that
looks 7 plies ahead, when all is compiled. The app never replies before a pause of half a second, so
the time that the server takes for a move without one is measured too.

Run `python benchmarks/large_boards.py`; exit code 1 if anything is wrong. `--against FOLDER` only
compares 7 x 6, whose boards are of one word, with the checkout of another commit: counts and times
of perft, the exact solver and alpha-beta, by turns.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import httpx2 as httpx
from figures import ROOT, Figures, header, options
from rooms import running_server

sys.path.insert(0, str(ROOT))

from tests.plain import plain_value

import plyground as pg
from plyground.search import Settings, Solver

SIZES = ((9, 7), (8, 8), (10, 6), (12, 9))
PLIES = 8

ENDGAMES = 100  # of each size
LEFT = 12  # plies, at most, before the end of a random game
SMALL = 4  # MiB: entries have more words than one

REPLIES = 12
WAITS = {"alphabeta:depth=7": 0.5, "minimax:depth=7": None}  # seconds for a reply, if limited

RUNS = 5
SOLVED = 200  # positions
SEARCHED = 40


def long_game(game: pg.Game, seed: int) -> list[pg.Position]:
    """The positions of a game of random moves, none of which ends it if there are others."""
    rng, position = random.Random(seed), game.position()
    while not position.over:
        after = [position.play(move) for move in position.moves]
        position = rng.choice([each for each in after if not each.over] or after)
    return position.line


def counts(figures: Figures) -> int:
    """Count move sequences; return how many counts are wrong."""
    wrong = 0
    for columns, rows in SIZES:
        path = ROOT / "tests" / "data" / "perft" / f"connect4_{columns}x{rows}.toml"
        known = tomllib.loads(path.read_text(encoding="utf-8"))["counts"][PLIES]
        game = pg.ConnectFour(columns, rows)
        pg.perft(game, 2)  # compiles
        begun = time.perf_counter()
        count = pg.perft(game, PLIES)
        rate = count / (time.perf_counter() - begun) / 1e6
        print(f"  {columns} x {rows}  perft({PLIES}) {count:13,} {rate:6.0f} million a second"
              f"{'' if count == known else f'  WRONG: {known:,}'}", flush=True)  # fmt: skip
        board = f"{columns} x {rows}"
        right = figures.add(f"Connect Four, perft of {PLIES} plies", board, count, known=known)
        figures.add(f"Connect Four, speed of perft of {PLIES} plies", board, round(rate),
                    "million a second")  # fmt: skip
        wrong += not right
    return wrong


def endgames(figures: Figures) -> int:
    """Solve positions close to the end; return how many values are wrong."""
    total = 0
    for size in SIZES:
        game = pg.ConnectFour(*size)
        solvers = Solver(game, SMALL), Solver(game)
        wrong = draws = 0
        for seed in range(ENDGAMES):
            line = long_game(game, seed)
            position = line[max(0, len(line) - 2 - seed % LEFT)]
            value = plain_value(position)
            draws += value == 0
            wrong += any(
                not found.exact or found.low != value
                for found in (solver.solve(position) for solver in solvers)
            )
        words = " and ".join(str(solver.remembered.shape[1]) for solver in solvers)
        print(f"  {size[0]} x {size[1]}  {ENDGAMES} endgames, {draws} of them drawn, entries of "
              f"{words} words: {wrong} wrong", flush=True)  # fmt: skip
        figures.add("Connect Four, endgames against plain search, wrong",
                    f"{size[0]} x {size[1]}, of {ENDGAMES}", wrong, known=0)  # fmt: skip
        total += wrong
    return total


def replies(figures: Figures) -> int:
    """Play in the app; return how many players were late with a reply."""
    game = {"name": "connect4", "parameters": {"columns": 9, "rows": 7}}
    late = 0
    for player, most in WAITS.items():
        seats = [{"kind": "here"}, {"kind": "computer", "player": player}]
        with running_server() as url, httpx.Client(base_url=url, timeout=600) as person:
            person.get("/")  # to be known
            asked = {"game": game, "moves": ["5"], "player": player}
            while (
                person.post("/api/choose", json=asked).status_code
                == httpx.codes.SERVICE_UNAVAILABLE
            ):
                time.sleep(1)  # it is being compiled
            waits: list[float] = []
            while len(waits) < REPLIES:
                room = person.post("/api/rooms", json={"game": game, "seats": seats}).json()["id"]
                waits += one_game(person, f"/api/rooms/{room}", REPLIES - len(waits))
            longest = max(without_pause(person, asked))
        slowest = max(waits)
        print(f"  9 x 7, {player}: {len(waits)} replies, the slowest after {slowest:.3f} s, "
              f"the median {statistics.median(waits):.3f} s; without a pause at most "
              f"{longest:.3f} s")  # fmt: skip
        late += not figures.add("Connect Four 9 x 7 in the app, slowest reply", player,
                                round(slowest, 3), "s", at_most=most)  # fmt: skip
        late += not figures.add("Connect Four 9 x 7 in the app, slowest move without a pause",
                                player, round(longest, 3), "s", at_most=most)  # fmt: skip
    return late


def one_game(person: httpx.Client, room: str, most: int) -> list[float]:
    """The seconds from each move to the computer's reply, until the game ends or has so many."""
    waits: list[float] = []
    seen = person.get(room).json()
    while not seen["position"]["over"] and len(waits) < most:
        ply, legal = seen["ply"], seen["position"]["legal"]
        begun = time.perf_counter()
        person.post(f"{room}/moves", json={"ply": ply, "move": legal[ply % len(legal)]})
        while seen["ply"] < ply + 2 and not seen["position"]["over"]:
            time.sleep(0.02)
            seen = person.get(room).json()
        waits.append(time.perf_counter() - begun)
    return waits


def without_pause(person: httpx.Client, asked: dict[str, Any]) -> list[float]:
    """The seconds that the server takes to choose moves of a random game, asked one by one."""
    times: list[float] = []
    moves = long_game(pg.ConnectFour(9, 7), 0)[-1].history
    for ply in range(1, 2 * REPLIES, 2):
        begun = time.perf_counter()
        answer = person.post("/api/choose", json={**asked, "moves": [*moves[:ply]]})
        times.append(time.perf_counter() - begun)
        answer.raise_for_status()
    return times


def usual() -> dict[str, tuple[int, float]]:
    """On 7 x 6, what is counted and the seconds: of perft, the solver, and alpha-beta."""
    game, rng = pg.ConnectFour(), random.Random(1)
    positions: list[pg.Position] = []
    while len(positions) < SOLVED:
        line = long_game(game, rng.randrange(1 << 30))
        if len(line) > 20:
            positions.append(line[13])
    solver, settings = Solver(game, 64), Settings(heuristic="threats")
    solver.solve(positions[0])  # compiles, as do the next two
    pg.alphabeta(positions[0], limits=pg.Limits(2), settings=settings)
    pg.perft(game, 2)
    solver.forget()
    found = {}
    begun = time.process_time()
    found["perft, 10 plies"] = pg.perft(game, 10), time.process_time() - begun
    begun = time.process_time()
    nodes = sum(solver.solve(each).nodes for each in positions)
    found["exact solver"] = nodes, time.process_time() - begun
    begun = time.process_time()
    nodes = sum(
        pg.alphabeta(each, limits=pg.Limits(10), settings=settings).nodes
        for each in positions[:SEARCHED]
    )
    found["alpha-beta, 10 plies"] = nodes, time.process_time() - begun
    return found


def against(folder: Path) -> int:
    """Compare with another checkout; return how many counts differ."""
    here: list[dict[str, tuple[int, float]]] = []
    there: list[dict[str, tuple[int, float]]] = []
    code = "import json, large_boards; print(json.dumps(large_boards.usual()))"
    for _ in range(RUNS):
        for source, runs in ((folder, there), (ROOT, here)):
            paths = os.pathsep.join(str(each) for each in (source / "src", ROOT / "benchmarks"))
            out = subprocess.check_output(
                [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": paths}
            )
            runs.append(json.loads(out))
    differ = 0
    for what in here[0]:
        known = {run[what][0] for run in there}
        equal = {run[what][0] for run in here} == known
        old, new = (min(run[what][1] for run in runs) for runs in (there, here))
        print(f"  7 x 6, {what:22} {here[0][what][0]:13,} positions, "
              f"{'as' if equal else 'NOT as'} there; {new:.3f} s, there {old:.3f} s: "
              f"{new / old:.2f} of the time")  # fmt: skip
        differ += not equal
    return differ


def main() -> int:
    """Run the benchmark."""
    parser = options(__doc__)
    parser.add_argument("--against", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    print(header())
    if given.against:
        return int(against(given.against.resolve()) > 0)
    wrong = counts(figures) + endgames(figures) + replies(figures)
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
