"""Games that are learned on the spot: a user's own, one for three players, and one in the app.

    python benchmarks/taught.py own [--seconds 300] [--seed 1] [--pairs 2000] [NAME ...]
    python benchmarks/taught.py three [--seconds 300] [--seed 1] [--rounds 20]
    python benchmarks/taught.py served [--moves 60] [--times 3]

`own` trains games of the folder examples, and tests whether the learner, with as many plies as fit
into the time of mcts:playouts=2000, is stronger than that. `three` trains Sim for three players on
6 dots, and rates the learner in a tournament with others and with `perfect`, which needs the table
that `plyground solve sim --players 3` keeps. `served` measures how long a move with its reply takes
in the app, in turn while a training goes on there and while none does.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
import tempfile
import time
from pathlib import Path

from figures import ROOT, Figures, header, options
from learning import learn
from rooms import Person, running_server

import plyground as pg
from plyground.arena.sequential import compare
from plyground.arena.statistics import SequentialTest
from plyground.arena.tournaments import Openings, Tournament
from plyground.games.registry import game_class
from plyground.players import Learned
from plyground.position import full_title
from plyground.search.learning import Learner

OWN = {"hex": ("hex.py", {"size": 7}), "gomoku": ("gomoku.py", {"size": 9})}
RIVAL = pg.MCTS(playouts=2000)
DEEPEST = 9
TEST = SequentialTest(0, 50)
VERDICTS = {None: "undecided", 0.0: "not stronger", 50.0: "stronger"}
TIMED = 40  # moves of a game whose time is taken
SERVED = {"name": "connect4", "parameters": {}}
REPLIES = "alphabeta:depth=11"
SLOWER_MOST = 1.2


def learned(game: pg.Game, given: argparse.Namespace, folder: str) -> tuple[Learner, str]:
    """A learner after so many seconds, and the file that it plays by."""
    path = Path(folder) / "taught.weights"
    learner = Learner(game, given.seed)
    learner.train(0)
    learn(learner, 0.0, given.seconds)
    learner.weights({}).save(path)
    return learner, str(path)


def seconds_a_move(game: pg.Game, player: pg.Player) -> float:
    """The mean time of a move, in a game against random moves."""
    chance, position, spent, moves = pg.Chance(1), game.position(), 0.0, 0
    player.choose(position, chance=chance)  # which compiles
    while moves < TIMED:
        if position.over:
            position = game.position()
        begun = time.process_time()
        move = player.choose(position, chance=chance).move
        spent, moves = spent + time.process_time() - begun, moves + 1
        position = position.play(move)
        if not position.over:
            position = position.play(chance.choice(position.moves))
    return spent / moves


def fitting(game: pg.Game, file: str) -> int:
    """The most plies that take no longer than the rival."""
    limit, plies = seconds_a_move(game, RIVAL), 1
    while plies < DEEPEST and seconds_a_move(game, Learned(file, plies=plies + 1)) <= limit:
        plies += 1
    return plies


def own(figures: Figures, given: argparse.Namespace) -> None:
    """Train games of the folder examples, and test them against a search by playouts."""
    for name in given.names or OWN:
        file, values = OWN[name]
        game = game_class(str(ROOT / "examples" / file))(**values)
        group = f"{full_title(game)}, learned in {given.seconds:g} s"
        with tempfile.TemporaryDirectory() as folder:
            learner, kept = learned(game, given, folder)
            plies = fitting(game, kept)
            player = Learned(kept, plies=plies)
            found = compare(game, player, RIVAL, test=TEST, pairs=given.pairs, seed=given.seed)
        seen, verdict = found.difference, VERDICTS[found.accepted]
        figures.add(group, "games", learner.games)
        figures.add(group, "plies in the other's time", plies)
        figures.add(group, f"against {RIVAL.text}", verdict, known="stronger")
        figures.add(group, "difference", round(seen.elo), "Elo")
        figures.add(group, "pairs of matches", found.pairs)
        print(f"{group}: {learner.games:,} games, {plies} plies", flush=True)
        print(f"{verdict}: {seen.elo:+.0f} ± {seen.error:.0f} Elo, {found.pairs} pairs", flush=True)
        figures.keep()


def three(figures: Figures, given: argparse.Namespace) -> None:
    """Train Sim for three players, and rate it."""
    game = pg.Sim(6, 3)
    group = f"{full_title(game)}, learned in {given.seconds:g} s"
    with tempfile.TemporaryDirectory() as folder:
        learner, kept = learned(game, given, folder)
        players: dict[str, pg.Player | str] = {
            "random": "random",
            "maxn:depth=2": "maxn:depth=2",
            "maxn:depth=4": "maxn:depth=4",
            "mcts": "mcts",
            "perfect": "perfect",
            "learned": Learned(kept),
            "learned:plies=3": Learned(kept, plies=3),
        }
        openings = Openings(plies=2)
        found = Tournament(
            game, players, rounds=given.rounds, openings=openings, seed=given.seed
        ).play()
    figures.add(group, "games", learner.games)
    for name, each in sorted(found.rated.items(), key=lambda named: -named[1].elo):
        error = "" if math.isinf(each.error) else f" ± {each.error:.0f}"
        print(f"{group}: {name} {each.elo:.0f}{error} Elo, {each.matches} matches")
        figures.add(group, name, round(each.elo), "Elo")


def served(figures: Figures, given: argparse.Namespace) -> None:
    """Measure moves in the app with and without a training."""
    quiet: list[float] = []
    busy: list[float] = []
    with running_server() as url:
        for _ in range(given.times):
            quiet += asyncio.run(replies(url, given.moves, training=False))
            busy += asyncio.run(replies(url, given.moves, training=True))
    medians = statistics.median(quiet), statistics.median(busy)
    group = "A move with its reply in the app"
    for name, median in zip(("no training", "during a training"), medians, strict=True):
        figures.add(group, name, round(1e3 * median, 1), "ms")
    slower = round(medians[1] / medians[0], 2)
    figures.add(group, "during a training, as a multiple", slower, at_most=SLOWER_MOST)
    print(f"{group}: {1e3 * medians[0]:.1f} ms, during a training {1e3 * medians[1]:.1f} ms, "
          f"{slower} times, {len(quiet)} moves each")  # fmt: skip


async def replies(url: str, moves: int, training: bool) -> list[float]:
    """The times from a move to the reply, while one trains or not."""
    person = Person(url)
    taken: list[float] = []
    await person.client.get("/")
    if training:
        await person.client.post("/learning", data={"game": "connect4", "minutes": "30"})
        page = (await person.client.get("/learning")).text
        name = page.split("/learning/connect4-")[1].split('"')[0]
        while "games in" not in (await person.client.get(f"/learning/connect4-{name}")).text:
            await asyncio.sleep(0.5)
    while len(taken) < moves:
        taken += await one_game(person)
    if training:
        await person.client.post(f"/learning/connect4-{name}/stop")
        while "Stopped" not in (await person.client.get(f"/learning/connect4-{name}")).text:
            await asyncio.sleep(0.5)
    await person.client.aclose()
    return taken[:moves]


async def one_game(person: Person) -> list[float]:
    """The times of one game, whose moves fill the board column by column."""
    seats = [{"kind": "here"}, {"kind": "computer", "player": REPLIES}]
    made = (await person.client.post("/api/rooms", json={"game": SERVED, "seats": seats})).json()
    person.ply, room, taken = -1, made["id"], []
    stream = asyncio.create_task(person.listen(room))
    await person.sees(0)
    position = made["position"]
    while not position["over"]:
        ply, move = len(position["moves"]), position["legal"][0]
        begun = time.perf_counter()
        answer = await person.client.post(
            f"/api/rooms/{room}/moves", json={"ply": ply, "move": move}
        )
        position = answer.json()["position"]
        if not position["over"]:
            await person.sees(ply + 2)
            taken.append(time.perf_counter() - begun)
            position = (await person.client.get(f"/api/rooms/{room}")).json()["position"]
    stream.cancel()
    return taken


WORK = {"own": own, "three": three, "served": served}


def main() -> None:
    """Read the command line."""
    parser = options(__doc__)
    found = parser.add_subparsers(dest="part", required=True)
    commands = {name: found.add_parser(name) for name in WORK}
    commands["own"].add_argument("names", nargs="*", metavar="NAME", help=", ".join(OWN))
    commands["own"].add_argument("--pairs", type=int, default=2000)
    commands["three"].add_argument("--rounds", type=int, default=20)
    for name in ("own", "three"):
        commands[name].add_argument("--seconds", type=float, default=300)
        commands[name].add_argument("--seed", type=int, default=1)
    commands["served"].add_argument("--moves", type=int, default=60)
    commands["served"].add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    figures = Figures(__file__, given, extra=given.part)
    print(header())
    WORK[given.part](figures, given)
    figures.keep()


if __name__ == "__main__":
    main()
