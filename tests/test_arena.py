"""Matches and series: who wins, who forfeits, chance by seed, and work spread over processes."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import parent_process
from pathlib import Path
from sys import modules
from typing import Any

import pytest

import plyground as pg
from plyground import errors
from plyground.arena import (
    BrokenSeriesError,
    ParallelError,
    Plan,
    Playing,
    RunError,
    Table,
    parallel,
    play_match,
    warm,
    wilson,
)
from plyground.arena.schedule import series as rounds_of
from plyground.kernel.compiler import Compiled
from plyground.position import ONGOING
from tests.computers import Scripted, stopped
from tests.games import SIM_3

TICTACTOE = pg.TicTacToe()
RANDOMS = (pg.Random(), pg.Random())


@dataclass(frozen=True)
class Failing(pg.Player):
    """Gives up at its first move, or when it is seated."""

    when: str

    @property
    def text(self) -> str:
        return f"failing-{self.when}"

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        raise errors.ForfeitError("no answer within 1 s")

    @contextmanager
    def seated(self) -> Iterator[pg.Player]:
        if self.when == "seated":
            raise errors.ForfeitError("the program does not start")
        yield self


@dataclass(frozen=True)
class Unable(pg.Random):
    """Cannot play any game."""

    def check(self, game: pg.Game) -> None:
        raise errors.PlayerError(f"unable cannot play {game.title}")


@dataclass(frozen=True)
class Mortal(pg.Random):
    """Takes its process with it now and then, unless that is the one of the tests."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        if chance.below(100) == 0 and parent_process() is not None:
            os._exit(1)
        return super()._choose(position, chance, control)


@dataclass(frozen=True)
class Seats(pg.Random):
    """Counts in a file how often it takes a seat and leaves it."""

    file: Path

    @contextmanager
    def seated(self) -> Iterator[pg.Player]:
        with self.file.open("a") as file:
            file.write("in ")
        try:
            yield self
        finally:
            with self.file.open("a") as file:
                file.write("out ")


# A match


def test_a_match_is_played_by_the_rules_to_its_end() -> None:
    match = play_match(TICTACTOE, RANDOMS, seed=5)
    position = TICTACTOE.position(match.moves)
    assert position.over
    assert match.outcome == position.outcome
    assert match.forfeit is None
    assert sum(len(effort.seconds) for effort in match.efforts) == len(match.moves)
    assert 0 < sum(sum(effort.seconds) for effort in match.efforts) < match.duration


def test_the_seed_decides() -> None:
    matches = [play_match(TICTACTOE, RANDOMS, seed=seed) for seed in (1, 1, 2)]
    assert matches[0] == matches[1]
    assert matches[0] != matches[2]


def test_each_seat_has_its_own_chance() -> None:
    """What one player draws does not change what another draws."""
    match = play_match(TICTACTOE, (pg.Mixed(0, pg.Random()), pg.Random()), seed=1)
    other = play_match(TICTACTOE, RANDOMS, seed=1)
    assert match.moves[0] != other.moves[0]  # mixed draws once more
    same_first = play_match(TICTACTOE, (Scripted((match.moves[0],) * 5), pg.Random()), seed=1)
    assert same_first.moves[1] == match.moves[1]


def test_what_is_watched_are_all_positions() -> None:
    seen: list[pg.Position] = []
    match = play_match(TICTACTOE, RANDOMS, seed=1, watch=seen.append)
    assert seen == TICTACTOE.position(match.moves).line


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (Failing("moving"), "no answer within 1 s"),
        (Failing("seated"), "the program does not start"),
        (Scripted(("5", "5")), "an illegal move: .*legal are"),
        (Scripted(("5", "")), "an illegal move: '' is not a move of Tic-tac-toe"),
        (Scripted(("5", "x")), "an illegal move: 'x' is not a move of Tic-tac-toe"),
    ],
    ids=str,
)
def test_who_gives_no_legal_move_loses(player: pg.Player, reason: str) -> None:
    match = play_match(TICTACTOE, (pg.Random(), player), seed=3)
    assert (match.outcome.losers, match.outcome.by, match.outcome.how) == ((1,), 1, "forfeited")
    assert match.forfeit is not None
    assert re.match(reason, match.forfeit)
    assert TICTACTOE.position(match.moves).result == ONGOING


def test_players_are_seated_for_each_match_and_leave_even_after_a_forfeit(tmp_path: Path) -> None:
    file = tmp_path / "seats"
    play_match(TICTACTOE, (Seats(file), pg.Random()))
    play_match(TICTACTOE, (Seats(file), Failing("moving")))
    play_match(TICTACTOE, (Seats(file), Failing("seated")))
    assert file.read_text() == "in out " * 3


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((None, pg.Random()), "a human cannot play here"),
        ((pg.Random(),), "Tic-tac-toe is for 2 players: give one for each seat, and not 1"),
        ((pg.Random(), Unable()), "unable cannot play Tic-tac-toe"),
    ],
)
def test_players_who_cannot_play(players: tuple[pg.Player | None, ...], message: str) -> None:
    for play in (play_match, pg.simulate):
        with pytest.raises(errors.PlayerError, match=message):
            play(TICTACTOE, players)


def test_a_match_can_be_stopped() -> None:
    control = pg.Control()

    def stop(position: pg.Position) -> None:
        if position.ply == 2:
            control.stop()

    with pytest.raises(pg.Cancelled):
        play_match(TICTACTOE, RANDOMS, control=control, watch=stop)


def test_a_match_played_move_by_move_is_the_same() -> None:
    players = (pg.Minimax(2), pg.Random())
    control = pg.Control()
    choices = []
    with Playing(TICTACTOE, players, seed=1) as playing:
        while not playing.over:
            choices.append(playing.move(control))
    assert playing.match == play_match(TICTACTOE, players, seed=1)
    assert playing.match.moves == tuple(choice.move for choice in choices if choice)
    assert {choice.depth for choice in choices[::2] if choice} == {2}


def test_a_forfeit_ends_a_match_played_move_by_move(tmp_path: Path) -> None:
    with Playing(TICTACTOE, (Seats(tmp_path / "seats"), Failing("moving"))) as playing:
        assert playing.move(pg.Control()) is not None
        assert not playing.over
        assert playing.move(pg.Control()) is None
        assert playing.over
    assert playing.match.forfeit == "no answer within 1 s"
    assert (tmp_path / "seats").read_text() == "in out "


# A series


def seatings(first: str, rounds: int = 60) -> list[tuple[int, ...]]:
    team = (pg.Random(), pg.Minimax(1), pg.Minimax(2))
    made = rounds_of(Plan.of_series(SIM_3, [team], rounds, 7, first))
    return [each.meetings[0].group for each in made]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("fixed", [(0, 1, 2)] * 4),
        ("alternate", [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]),
        ("once", [(0, 1, 2), (1, 2, 0), (1, 2, 0), (1, 2, 0)]),
    ],
)
def test_who_begins(first: str, expected: list[tuple[int, ...]]) -> None:
    assert seatings(first, 4) == expected


def test_the_seed_says_who_begins() -> None:
    found = seatings("random")
    assert found == seatings("random")
    assert set(found) == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}
    assert min(Counter(found).values()) > 10


def test_a_series_adds_up() -> None:
    series = pg.simulate(TICTACTOE, (pg.Minimax(2), pg.Random()), rounds=30, seed=1)
    good, bad = series.lines
    assert series.complete
    assert good.matches == bad.matches == 30
    assert (good.wins, good.draws, good.losses) == (bad.losses, bad.draws, bad.wins)
    assert good.points + bad.points == 30
    assert good.wins > bad.wins
    assert good.nodes > bad.nodes == 0
    assert good.moves + bad.moves == sum(len(each.match.moves) for each in series.played)
    assert good.seconds_per_move() <= good.seconds_per_move(95)
    assert good.nodes_per_move == good.nodes / good.moves
    least, middle, most = series.lengths
    assert 5 <= least <= middle <= most <= 9
    assert [each.meeting.number for each in series.played] == list(range(30))


def test_results_belong_to_players_and_not_to_seats() -> None:
    """The second player loses wherever it sits."""
    series = pg.simulate(TICTACTOE, (pg.Random(), Failing("moving")), rounds=4, seed=1)
    assert [each.standing(0) for each in series.played] == [1, 1, 1, 1]
    assert [each.forfeited_by for each in series.played] == [(1,)] * 4
    assert [each.match.outcome.by for each in series.played] == [1, 0, 1, 0]
    assert series.lines[1].forfeits == series.lines[1].losses == 4
    assert series.lines[0].forfeits == 0


def test_rounds_depend_on_the_seed_and_their_number_only() -> None:
    ten = pg.simulate(TICTACTOE, RANDOMS, rounds=10, seed=1)
    assert pg.simulate(TICTACTOE, RANDOMS, rounds=5, seed=1).played == ten.played[:5]
    assert pg.simulate(TICTACTOE, RANDOMS, rounds=10, seed=2).played != ten.played
    assert len({each.match.moves for each in ten.played}) == 10


def test_without_a_seed_there_is_one_to_repeat_it_with() -> None:
    series = pg.simulate(TICTACTOE, RANDOMS, rounds=3)
    assert pg.simulate(TICTACTOE, RANDOMS, rounds=3, seed=series.plan.seed).played == series.played


def many(**given: Any) -> pg.Series:
    """A series of many short rounds."""
    players = given.pop("players", RANDOMS)
    return pg.simulate(TICTACTOE, players, **{"rounds": 500, "seed": 1, **given})


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_jobs() -> None:
    given = {"players": (pg.Mixed(50, pg.Minimax(2)), pg.Random()), "rounds": 60, "first": "random"}
    rounds: list[int] = []
    one = many(**given)
    two = many(**given, jobs=2, on_round=lambda each: rounds.append(each.meeting.number))
    assert one.played == two.played
    assert one.lines == two.lines
    assert sorted(rounds) == list(range(60))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_series_keeps_what_is_finished(jobs: int) -> None:
    control = pg.Control()
    finished: list[object] = []

    def stop_after_five(each: object) -> None:
        finished.append(each)
        if len(finished) == 5:
            control.stop()

    series = many(rounds=3000, jobs=jobs, control=control, on_round=stop_after_five)
    assert 5 <= len(series.played) == len(finished) < 3000
    assert not series.complete
    assert repr(series) == f"<series of {len(finished)} of 3000 rounds, stopped>"
    last = max(each.meeting.number for each in series.played)
    assert set(series.played) <= set(many(rounds=last + 1).played)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_series_that_is_told_to_finish_hurries_nobody(jobs: int) -> None:
    control = pg.Control()
    given = {"players": (pg.MCTS(playouts=40), pg.Random()), "rounds": 300}
    series = many(**given, jobs=jobs, control=control, on_round=lambda _: control.finish())
    assert 1 <= len(series.played) < 300
    assert not series.complete
    whole = many(**given)
    nodes = {each.meeting.number: each.match.efforts for each in whole.played}
    assert all(each.match.efforts == nodes[each.meeting.number] for each in series.played)
    assert many(**given, control=control).played == ()


def test_a_comparison_and_a_tournament_end_when_told_to_finish() -> None:
    control = pg.Control()
    test = pg.sprt(
        pg.TicTacToe(), pg.MCTS(playouts=40), pg.Random(), pairs=50, seed=1,
        control=control, on_pair=lambda _: control.finish(),
    )  # fmt: skip
    assert test.pairs == 1
    assert test.accepted is None
    tournament = pg.Tournament(pg.TicTacToe(), ["random", "minimax:depth=1"])
    tournament.play(control=control)
    assert (tournament.played, tournament.complete) == (0, False)
    tournament.play()
    assert tournament.complete


def test_a_series_of_nothing_finished() -> None:
    series = many(control=stopped())
    assert series.played == ()
    assert series.lengths == (0, 0, 0)
    assert series.lines[0].seconds_per_move(95) == series.lines[0].nodes_per_move == 0


@pytest.mark.slow
def test_a_process_that_dies_loses_no_finished_round() -> None:
    players = (Mortal(), pg.Random())
    with pytest.raises(BrokenSeriesError, match="a worker process died") as error:
        many(players=players, rounds=1000, jobs=2)
    kept = error.value.series
    assert len(kept.played) < 1000
    last = max((each.meeting.number for each in kept.played), default=0)
    assert set(kept.played) <= set(many(players=players, rounds=last + 1).played)


ENDLESS = """
import plyground as pg
if __name__ == "__main__":
    report = lambda _: print("round", flush=True)
    pg.simulate(pg.TicTacToe(), (pg.Random(), pg.Random()), 10**6, jobs=2, on_round=report)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()  # until nobody holds the other end of the pipe


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "a series has 1 round or more, and not 0"),
        ({"first": "last"}, "first is one of fixed, alternate, once, random, and not 'last'"),
        ({"jobs": 0}, "work takes 1 job or more, and not 0"),
        ({"jobs": 2, "watch": print}, "with 1 job only"),
        ({"cluster": "nowhere"}, "no Dask scheduler answers at 'nowhere'"),
        ({"cluster": "ftp://127.0.0.1:1"}, "no Dask scheduler answers"),
        ({"cluster": "tcp://127.0.0.1:1"}, "give an address such as tcp://127.0.0.1:8786"),
    ],
)
def test_a_series_that_cannot_be_played(options: dict[str, object], message: str) -> None:
    if "cluster" in options:
        pytest.importorskip("distributed")
    with pytest.raises((RunError, ParallelError), match=message):
        many(**options)


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_another_program_is_no_cluster(said: bytes) -> None:
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as caller:
                caller.sendall(said)

        other = threading.Thread(target=answer)
        other.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ParallelError, match="no Dask scheduler answers"):
            pg.simulate(TICTACTOE, RANDOMS, cluster=address)
        other.join()


@dataclass(frozen=True)
class Warmed(pg.Random):
    """Notes where it is asked for a move; whoever is called so has not been warmed before."""

    asked: list[pg.Position] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "warmed"

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        self.asked.append(position)
        return super()._choose(position, chance, control)


def test_warming_asks_each_player_once() -> None:
    player = Warmed()
    for _ in range(2):
        warm(TICTACTOE, player)
    assert player.asked == [TICTACTOE.position()]


WARMED = """
import plyground as pg
from plyground.arena import warm
from plyground.kernel import always_natively
from tests.test_arena import compiled_forms

always_natively()
game = pg.Sim(6, 3)
players = [pg.parse_player(text) for text in ("alphabeta:depth=3", "maxn:depth=2", "mcts")]
assert compiled_forms() == 0
warm(game, *players)
warmed = compiled_forms()
for player in players:
    player.choose(game.position("0-1"), chance=pg.Chance(0))
assert compiled_forms() == warmed > 0
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_a_move_after_warming_compiles_nothing() -> None:
    """In a process of its own, where no other test has compiled it."""
    root = Path(__file__).parents[1]
    subprocess.run([sys.executable, "-c", WARMED], check=True, cwd=root)


def compiled_forms() -> int:
    """How many machine codes the search algorithms have so far in this process."""
    names = ("alphabeta", "maxn", "mcts")
    searches = [modules[f"plyground.search.{name}"] for name in names]
    compiled = [each for search in searches for each in vars(search).values()]
    return sum(len(each.dispatcher.overloads) for each in compiled if isinstance(each, Compiled))


def test_equal_players_are_told_apart() -> None:
    players = (pg.Random(), pg.Minimax(), pg.Random())
    table = Table(Plan.of_series(SIM_3, [players], 1, 0, "fixed"), (), ())
    assert table.texts == ("random #1", "minimax", "random #2")
    assert table.called == ("Random #1", "Minimax, depth 4", "Random #2")


@pytest.mark.parametrize(
    ("count", "total", "expected"),
    [
        (0, 10, (0.0, 0.2775)),
        (5, 10, (0.2366, 0.7634)),
        (10, 10, (0.7225, 1.0)),
        (81, 263, (0.2553, 0.3662)),  # Newcombe 1998, table I
        (0, 0, (0.0, 1.0)),
    ],
)
def test_intervals(count: int, total: int, expected: tuple[float, float]) -> None:
    assert wilson(count, total) == pytest.approx(expected, abs=1e-4)


# Spreading work


def fail_at_seven(item: int, control: pg.Control) -> int:
    if item == 7:
        raise ZeroDivisionError("seven")
    return item


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_the_work_are_raised(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError, match="seven"):
        list(parallel.spread(fail_at_seven, range(20), jobs))


def test_no_work() -> None:
    assert list(parallel.spread(fail_at_seven, [], 2)) == []


def test_a_cluster_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ParallelError, match=r"install -U distributed$"):
        pg.simulate(TICTACTOE, RANDOMS, cluster="tcp://127.0.0.1:8786")


@pytest.mark.slow
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_a_cluster_plays_every_round() -> None:
    """One within this process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://",
        dashboard_address=None, silence_logs=50,
    ) as cluster:  # fmt: skip
        spread = many(rounds=60, cluster=cluster.scheduler_address)
    assert spread.played == many(rounds=60).played


@pytest.mark.long
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_a_cluster_that_loses_a_worker_plays_every_round() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        rounds: list[int] = []

        def kill_midway(each: object) -> None:
            rounds.append(1)
            if len(rounds) == 50:
                os.kill(victim, signal.SIGKILL)

        spread = many(cluster=cluster.scheduler_address, on_round=kill_midway)
    assert len(rounds) == 500
    assert spread.played == many().played
