"""Tournaments: who meets whom and from where, results that survive, and tables."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import islice, pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.arena import Openings, Plan, Played, Run, RunError, Table, Tournament, parallel
from plyground.arena.journal import _line
from plyground.arena.match import Item, lost
from plyground.arena.openings import recorded
from plyground.arena.pairing import everybody, gauntlet, knockout, swiss
from plyground.arena.plan_file import as_text, read
from plyground.errors import ParameterError, PlayerError
from plyground.players import Learned
from plyground.records import Record, write_records
from plyground.search.learning import Learner
from tests.full_disk import files_of_at_most, needs_limits
from tests.games import SIM, SIM_3, SMALL_CONNECT4, TICTACTOE
from tests.reference.solve import Solver
from tests.reference.tictactoe import TicTacToe

GAME = pg.TicTacToe()
FIVE = ("minimax:depth=1", "minimax:depth=3", "random", "perfect", "mixed:50")


def shape(standings: Table) -> object:
    """All that a table says, apart from time and effort: `perfect` remembers what it has proved."""
    return (
        [(each.name, each.points, each.wins, each.against, each.byes)
         for each in standings.ranking],
        standings.crosstable,
        standings.ratings and [(each.player, each.elo, each.error, each.bound)
                               for each in standings.ratings.table],
        [(each.seating, each.match.moves, str(each.match.outcome)) for each in standings.played],
    )  # fmt: skip


def tournament(path: Path | None = None, **settings: Any) -> Run:
    given = {"kind": "round robin", "rounds": 3, "seed": 5, **settings}
    return Tournament(GAME, FIVE, results=path, **given)


# Who meets whom


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_meets_everybody_once_and_nobody_plays_twice_in_a_round(players: int) -> None:
    pairs = everybody(players, 2)
    assert sorted(pairs) == [(a, b) for a in range(players) for b in range(a + 1, players)]
    size = players // 2
    for begin in range(0, len(pairs), size):
        assert len({player for pair in pairs[begin : begin + size] for player in pair}) == 2 * size


def test_a_gauntlet_is_between_one_challenger_and_others() -> None:
    assert sorted(gauntlet(4, [1, 3], 2)) == [(1, 0), (1, 2), (3, 0), (3, 2)]
    assert sorted(gauntlet(4, [3], 3)) == [(3, 0, 1), (3, 0, 2), (3, 1, 2)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_knockout_leaves_one(seats: int) -> None:
    for more in range(12):
        left = list(range(seats + more * (seats - 1)))
        rounds = 0
        while len(left) > 1:
            groups, byes = knockout(left, seats)
            playing = [player for group in groups for player in group]
            assert sorted([*playing, *byes]) == left
            assert all(len(group) == seats for group in groups)
            assert byes == left[: len(byes)]
            assert rounds == 0 or not byes
            left = sorted([*byes, *map(min, groups)])
            rounds += 1
        assert left == [0]


def test_tables_of_a_swiss_round_repeat_as_little_as_they_can() -> None:
    met: list[list[int]] = [[] for _ in range(10)]
    byes = [0] * 10
    for _ in range(3):
        groups, resting = swiss([0] * 10, met, byes, 3)
        assert sorted([player for group in groups for player in group] + resting) == [*range(10)]
        for group in groups:
            for player in group:
                met[player] += [other for other in group if other != player]
        for player in resting:
            byes[player] += 1
    assert max(byes) == 1
    assert sum(count - 1 for each in met for count in Counter(each).values()) <= 4


# Matches


def test_everybody_plays_the_same_openings_from_every_seat() -> None:
    standings = tournament(openings=Openings(plies=2, each=2)).play()
    assert len(standings.played) == 10 * 3 * 2 * 2
    of_pairs: dict[tuple[int, ...], set[tuple[str, ...]]] = {}
    for each in standings.played:
        assert each.match.moves[:2] == each.meeting.opening
        assert len(each.meeting.opening) == 2
        of_pairs.setdefault(each.seating, set()).add(each.meeting.opening)
    assert len(of_pairs) == 20
    (openings,) = {frozenset(found) for found in of_pairs.values()}
    assert len(openings) == 6
    for line in standings.ranking:
        assert line.matches == 4 * 3 * 2 * 2
    assert sum(line.points for line in standings.ranking) == len(standings.played)
    for one, row in enumerate(standings.crosstable):
        for other, (points, matches) in enumerate(row):
            assert points + standings.crosstable[other][one][0] == matches
            assert matches == (12 if one != other else 0)


def test_without_chance_an_opening_is_played_once() -> None:
    quiet = pg.parse_player("old-tictactoe")
    assert quiet is not None
    assert not quiet.uses_chance
    start = Openings(plies=0)
    twice = Tournament(GAME, {"one": quiet, "other": quiet}, rounds=9, openings=start, seed=1)
    assert twice.expected == 2
    assert len(twice.play().played) == 2
    chancy = Tournament(GAME, ["mixed:50", "random"], rounds=9, openings=Openings(plies=0))
    standings = chancy.play()
    assert len(standings.played) == 18
    assert 1 < standings.different <= 18


def test_a_swiss_tournament_has_byes_and_no_second_meeting() -> None:
    standings = tournament(kind="swiss", rounds=4).play()
    assert [len(each.byes) for each in standings.scheduled] == [1] * 4
    assert len({player for each in standings.scheduled for player in each.byes}) == 4
    met = [meeting.group for each in standings.scheduled for meeting in each.meetings]
    assert len({frozenset(group) for group in met}) == len(met) == 8
    assert sum(each.points for each in standings.ranking) == 16 + 4 * 2
    for better, worse in pairwise(standings.ranking):
        assert (better.points, better.against) >= (worse.points, worse.against)


def test_a_knockout_ends_with_its_winner_first() -> None:
    standings = tournament(kind="knockout").play()
    assert standings.scheduled[0].title == "Round 1"
    last = standings.scheduled[-1]
    (final,) = last.meetings
    assert {line.player for line in standings.ranking[:2]} == set(final.group)
    points = dict.fromkeys(final.group, 0)
    for each in standings.played:
        if each.meeting.round == last.number:
            for player in each.seating:
                points[player] += each.half_points(player)
    champion = standings.ranking[0].player
    assert points[champion] == max(points.values())


def test_equals_of_a_knockout_meet_again_and_then_the_first_goes_on() -> None:
    perfect = dict.fromkeys("abcd", "perfect")
    standings = Tournament(
        GAME, perfect, kind="knockout", seed=1, openings=Openings(plies=0)
    ).play()
    assert [each.title for each in standings.scheduled] == [
        f"Round {stage}{replay}"
        for stage in (1, 2)
        for replay in ("", *(f", replay {number}" for number in (1, 2, 3)))
    ]
    assert [line.name for line in standings.ranking] == [*"abcd"]


@pytest.mark.slow
def test_three_at_a_table_sit_in_turn() -> None:
    game = SIM_3
    standings = Tournament(
        game, ["random", "maxn:depth=2", "maxn:depth=3"], rounds=2, seed=1
    ).play()
    assert Counter(each.seating for each in standings.played) == {
        (0, 1, 2): 2, (1, 2, 0): 2, (2, 0, 1): 2
    }  # fmt: skip
    for each in standings.played:
        if not each.match.outcome.draw:
            assert sorted(map(each.half_points, range(3))) == [0, 2, 2]


def test_several_games_in_one() -> None:
    games = [GAME, SMALL_CONNECT4]
    standings = Tournament(games, ["random", "minimax:depth=2"], rounds=2, seed=1).play()
    assert Counter(each.meeting.game for each in standings.played) == {0: 4, 1: 4}
    assert standings.ratings is not None
    assert len({game for game, _ in standings.ratings.seats}) == 2


def value(moves: Sequence[str]) -> int:
    """By plain minimax, for the player to move: 1, 0 or -1."""
    twin = TicTacToe()
    kind, _ = Solver(twin).value(reduce(twin.play, moves, twin.start()))
    return {"win": 1, "draw": 0, "loss": -1}[kind]


def test_a_match_is_adjudicated_where_its_result_is_proved() -> None:
    standings = tournament(openings=Openings(plies=4), adjudicate=True).play()
    assert {each.match.outcome.how for each in standings.played} == {"adjudicated"}
    for each in standings.played:
        position = GAME.position(each.match.moves)
        assert each.match.moves == each.meeting.opening  # tic-tac-toe is proved at once
        assert each.match.outcome.standing(position.turn) == value(each.match.moves)
    whole = tournament(openings=Openings(plies=0)).play()
    assert "adjudicated" not in {each.match.outcome.how for each in whole.played}
    moves, ending = standings.played[0].match.moves, standings.played[0].match.outcome
    record = Record.of(GAME.position(moves), ending=ending)
    assert record.outcome() == ending


@pytest.mark.long
def test_balanced_openings_are_drawn() -> None:
    standings = tournament(rounds=2, openings=Openings(plies=2, balanced=True)).play()
    assert {value(each.meeting.opening) for each in standings.played} == {0}
    with pytest.raises(RunError, match="no balanced opening"):
        Tournament(SIM, FIVE[:2], openings=Openings(plies=2, balanced=True)).play()


def test_openings_from_records_leave_equal_ones_out(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    corners = (("1", "5", "9"), ("3", "5", "7"), ("2", "5"), ("1", "2", "5", "3", "9"), ("1",))
    with file.open("w") as opened:
        write_records((Record.of(GAME.position(line)) for line in corners), opened)
    assert list(recorded(GAME, file, 2)) == [("1", "5"), ("2", "5"), ("1", "2")]
    assert list(recorded(GAME, file, None)) == [("1", "5", "9"), ("2", "5"), ("1",)]


# Results that survive


@pytest.mark.parametrize("kind", ["round robin", "swiss", "knockout"])
def test_stopping_and_going_on_gives_the_same_table(tmp_path: Path, kind: str) -> None:
    expected = shape(tournament(kind=kind).play())
    path = tmp_path / "results"
    for after in (1, 7):
        control, played = pg.Control(), list[Played]()

        def stop(
            each: Played,
            after: int = after,
            control: pg.Control = control,
            played: list[Played] = played,
        ) -> None:
            played.append(each)
            if len(played) == after:
                control.stop()

        tournament(path, kind=kind).play(control=control, on_match=stop)
    again = tournament(path, kind=kind)
    assert shape(again.play()) == expected
    assert again.complete
    lines = path.read_text().splitlines()
    assert len(lines) == again.played + 1
    assert shape(tournament(path, kind=kind).review()) == expected
    assert path.read_text().splitlines() == lines


def test_more_rounds_are_added_to_a_round_robin(tmp_path: Path) -> None:
    path = tmp_path / "results"
    tournament(path, rounds=1).play()
    before = path.read_text()
    more = tournament(path, rounds=3).play()
    assert path.read_text().startswith(before)
    assert shape(more) == shape(tournament(rounds=3).play())


@pytest.mark.parametrize("torn", [b"\n", b'{"meeting": 1', b"x" * 300, b""])
def test_a_torn_last_line_is_played_again(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "results"
    expected = shape(tournament(path).play())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + (torn or lines[-1][:40]))
    again = tournament(path)
    assert shape(again.play()) == expected
    assert again.torn
    assert len(path.read_bytes().splitlines()) == len(lines)


def test_a_damaged_line_is_named_and_its_match_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    expected = shape(tournament(path).play())
    lines = path.read_text().splitlines()
    edited = json.loads(lines[4])
    edited["nodes"][0] += 1
    for changed, bad in (
        ([*lines[:4], json.dumps(edited), *lines[5:]], [5]),
        ([*lines[:4], lines[4].replace('"check": "', '"check": "0'), *lines[5:]], [5]),
        ([*lines[:4], *lines[5:]], []),
        ([*lines[:3], lines[4], lines[3], *lines[5:], lines[6]], []),
        ([*lines[:3], "", lines[3][:40], lines[3][40:], *lines[5:]], [4, 5, 6]),
        ([lines[0].replace("seed", "sead"), *lines[1:]], [1]),
    ):
        path.write_text("\n".join(changed) + "\n")
        again = tournament(path)
        assert shape(again.play()) == expected
        assert again.bad == bad
        once_more = tournament(path)
        assert shape(once_more.review()) == expected
        assert once_more.bad == []


def test_flipped_bytes_change_no_result(tmp_path: Path) -> None:
    path, chance = tmp_path / "results", random.Random(1)
    expected = shape(tournament(path).play())
    data = path.read_bytes()
    for _ in range(40):
        at = chance.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :])
        again = tournament(path)
        assert shape(again.play()) == expected
        assert again.bad or again.torn


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    tournament(path).play()
    for other, what in (({"seed": 6}, "seed"), ({"openings": Openings(plies=4)}, "openings")):
        with pytest.raises(RunError, match=rf"of another plan \({what} changed\)"):
            tournament(path, **other).play()
    for text in ("[GAME]\n", "dear diary", "\n"):
        path.write_text(text)
        with pytest.raises(RunError, match="holds no results of a tournament"):
            tournament(path).play()
        assert path.read_text() == text


def test_a_file_whose_lines_check_all_lines_before_goes_on(tmp_path: Path) -> None:
    """As older versions wrote it."""
    path = tmp_path / "results"
    expected = shape(tournament(path).play())
    check, lines = b"", []
    for line in path.read_bytes().splitlines()[:20]:
        body = line.rpartition(b', "check": "')[0]
        check = hashlib.blake2b(check + body, digest_size=8).hexdigest().encode()
        lines.append(body + b', "check": "' + check + b'"}\n')
    for at in (None, 1, 7, 19):
        changed = [line.replace(b"moves", b"mives") if each == at else line
                   for each, line in enumerate(lines)]  # fmt: skip
        path.write_bytes(b"".join(changed))
        again = tournament(path)
        assert again.review().played
        assert again.bad == ([at + 1] if at in (1, 7) else [])
        assert again.played == 19 - (at is not None)
        assert shape(again.play()) == expected


def test_a_learner_that_has_learned_more_is_another_player(tmp_path: Path) -> None:
    weights, learner = tmp_path / "own.weights", Learner(GAME, 1)
    learner.weights({}).save(weights)

    def again(rounds: int) -> None:
        players = {"own": Learned(str(weights)), "random": "random"}
        Tournament(GAME, players, rounds=rounds, seed=1, results=tmp_path / "results").play()

    again(1)
    again(2)
    learner.train(20)
    learner.weights({}).save(weights)
    with pytest.raises(RunError, match=r"of another plan \(players changed\)"):
        again(3)


@needs_limits
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "results"
    expected = shape(tournament().play())
    with pytest.raises(RunError, match="cannot be written"):
        tournament(tmp_path, rounds=1).play()
    with files_of_at_most(7000), pytest.raises(RunError, match="what it holds is safe"):
        tournament(path).play()
    assert path.read_bytes().endswith(b"}\n")
    assert 5 < len(path.read_bytes().splitlines()) < 30
    assert shape(tournament(path).play()) == expected


def test_lines_after_other_results_do_not_count(tmp_path: Path) -> None:
    """Players that do not repeat: once a line is lost, later rounds are others."""
    path = tmp_path / "results"
    expected = shape(tournament(path, kind="swiss", rounds=4).play())
    head, *lines = path.read_bytes().splitlines(keepends=True)
    turned = [line.replace(b'"perfect", "', b'"perfecd", "') for line in lines[8:]]
    mark = head.rpartition(b'"check": "')[2][:16]
    changed = [_line(json.loads(line) | {"check": None}, mark) for line in turned]
    path.write_bytes(b"".join([head, *lines[:8], *changed]))
    assert shape(tournament(path, kind="swiss", rounds=4).play()) == expected
    again = tournament(path, kind="swiss", rounds=4)
    assert shape(again.review()) == expected
    assert again.complete


def test_a_run_does_not_end_where_openings_cannot_be_drawn() -> None:
    control = pg.Control()
    control.stop()
    plan = tournament(openings=Openings(plies=2, balanced=True)).plan
    halted = Run(plan, control=control)
    for _ in range(2):
        with pytest.raises(pg.Cancelled):
            halted.draw_openings()
    with pytest.raises(pg.Cancelled):
        halted.play()
    assert not halted.complete


def test_what_the_results_of_a_series_belong_to(tmp_path: Path) -> None:
    path = tmp_path / "results"
    team = [pg.Random(), pg.Random()]
    endless = Plan.of_series(GAME, [team], None, 3, "fixed")
    for each in islice(Run(endless, path).steps(), 5):
        assert each.match.moves
    assert len(Run(endless, path).review().played) == 5
    with pytest.raises(RunError, match="first changed"):
        Run(Plan.of_series(GAME, [team], 9, 3, "once"), path).play()


# Processes


@pytest.mark.slow
def test_processes_give_the_same_table_and_the_dead_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "results"
    expected = shape(tournament(rounds=6).play())
    mourned: list[int | None] = []

    def kill(_: Played) -> None:
        if not mourned:
            worker, *_ = active_children()
            worker.kill()
            mourned.append(worker.pid)

    assert shape(tournament(path, rounds=6).play(2, on_match=kill)) == expected
    assert len(mourned) == 1


def fatal(item: tuple[str, int], control: pg.Control) -> str:
    """Work that notes a number and ends its process."""
    what, number = item
    parallel.note(number)
    if what == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    return what


@pytest.mark.slow
def test_what_kills_three_workers_is_given_up() -> None:
    lost: list[tuple[str, int]] = []

    def give_up(item: tuple[str, int], noted: int) -> str:
        lost.append((item[0], noted))
        return "lost"

    items = [("lives", 1)] * 5 + [("dies", 2)] + [("lives", 3)] * 5
    with parallel.Workers(2) as workers:
        found = dict(workers.spread(fatal, items, lost=give_up))
        assert [found[number] for number in range(11)] == [
            "lost" if what == "dies" else "lives" for what, _ in items
        ]
        assert lost == [("dies", 2)]
        again = dict(workers.spread(fatal, items[:5]))
        assert len(again) == 5


@pytest.mark.slow
def test_a_script_that_processes_cannot_import_forfeits_nothing(tmp_path: Path) -> None:
    script, results = tmp_path / "script.py", tmp_path / "results"
    script.write_text(
        "import plyground as pg\n"
        'pg.Tournament(pg.TicTacToe(), ["random", "perfect"], rounds=9, '
        f"results={str(results)!r}).play(2)\n"
    )
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert 'keeps its work under if __name__ == "__main__":' in ended.stderr
    assert len(results.read_text().splitlines()) == 1


def test_a_match_that_kills_its_worker_is_lost_by_the_player_to_move() -> None:
    game = TICTACTOE
    item = Item(game, (pg.Random(), pg.Random()), ("5",), 1, 0, lenient=True)
    match = lost(item, 1)
    assert (match.outcome.winner, match.outcome.by) == (0, 1)
    assert f"{parallel.LIVES} times" in (match.forfeit or "")
    nobody = lost(item, -1)
    assert nobody.outcome.losers == (0, 1)
    assert [nobody.outcome.standing(seat) for seat in (0, 1)] == [-1, -1]


@pytest.mark.long
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_a_cluster_gives_the_same_table(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        killed = threading.Event()

        def kill(_: Played) -> None:
            if not killed.is_set():
                killed.set()
                os.kill(pids[0], signal.SIGKILL)

        path = tmp_path / "results"
        table = tournament(path, rounds=6).play(cluster=cluster.scheduler_address, on_match=kill)
    assert shape(table) == shape(tournament(rounds=6).play())


# What is refused


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"kind": "league"}, "one of round robin, gauntlet, swiss, knockout, and not 'league'"),
        ({"rounds": 0}, "1 round or more, and not 0"),
        ({"kind": "gauntlet"}, "a gauntlet needs challengers"),
        ({"challengers": ["perfect"]}, "challengers play a gauntlet"),
        ({"challengers": ["nobody"]}, "there is no player 'nobody': give minimax:depth=1"),
        ({"openings": Openings(plies=9)}, "0 to 8 plies, and not 9"),
        ({"openings": Openings(each=0)}, "1 opening or more"),
    ],
)
def test_plans_that_cannot_be_played(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(RunError, match=words):
        tournament(**settings)


@pytest.mark.parametrize(
    ("game", "players", "words"),
    [
        (GAME, ["perfect"], "needs 2 players or more"),
        (GAME, ["perfect", "perfect"], "two players are called 'perfect'"),
        (GAME, ["human", "perfect"], "a human cannot play here"),
        (SIM_3, ["random", "maxn"], "needs 3 players or more"),
        (GAME, ["random", "old-connect4"], "old-connect4: "),
    ],
)
def test_players_that_cannot_meet(game: pg.Game, players: Sequence[str], words: str) -> None:
    with pytest.raises((RunError, PlayerError), match=words):
        Tournament(game, players)


def test_three_seats_are_not_adjudicated() -> None:
    three = ["random", "maxn", "mixed:50"]
    with pytest.raises(RunError, match="only games for 2 players are adjudicated"):
        Tournament(SIM_3, three, adjudicate=True)
    with pytest.raises(RunError, match="at tables of 3 takes 3, 5, 7, 9 and so on players"):
        Tournament(SIM_3, [*three, "mcts"], kind="knockout")
    with pytest.raises(ParameterError):
        pg.Sim(6, players=6)


FILE = """
title = "Cup"
game = "connect4"
parameters = { columns = 5, rows = 4 }
kind = "gauntlet"
players = ["minimax:depth=3", "perfect"]
challengers = ["perfect"]
rounds = 2
seed = 9
openings = { plies = 4, each = 2 }
"""


def test_a_file_states_a_plan_and_a_plan_its_file(tmp_path: Path) -> None:
    plan = read(FILE, "cup.toml", tmp_path)
    assert plan.names == ("minimax:depth=3", "perfect", "random")
    assert (plan.kind, plan.rounds, plan.seed, plan.challengers) == ("gauntlet", 2, 9, (1,))
    assert plan.openings == Openings(plies=4, each=2)
    assert read(as_text(plan), "again.toml", tmp_path) == plan
    swiss_plan = read(FILE.replace("gauntlet", "swiss").replace("challengers = [\"perfect\"]\n", "")
                      .replace("rounds = 2\n", ""), "cup.toml", tmp_path)  # fmt: skip
    assert swiss_plan.rounds == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("kind", "knd"), "cup.toml: knd: is not a key here: did you mean kind"),
        (('"gauntlet"', '"swis"'), "kind: there is no 'swis': did you mean swiss"),
        (("minimax", "minmax"), "cup.toml: players: .*minmax"),
        (('challengers = ["perfect"]', 'challengers = ["perfet"]'), "there is no player 'perfet'"),
        (("plies = 4", "ply = 4"), "openings.ply: is not a key here"),
        (('"perfect"]\nc', '"perfect", "perfect"]\nc'), "two players are called 'perfect'"),
        (('"perfect"]\nc', '"external(sh)"]\nc'), "cup.toml: players"),
        (("seed = 9", "seed = -1"), "seed: takes a whole number, 0 or more"),
        (("rounds = 2", 'random = "no"'), "random: takes true or false"),
        (("connect4", "conect4"), "cup.toml: game: .*did you mean"),
        (("columns = 5", "columns = 50"), "cup.toml: parameters: "),
    ],
)
def test_what_a_file_cannot_state(change: tuple[str, str], words: str, tmp_path: Path) -> None:
    assert change[0] in FILE
    with pytest.raises(RunError, match=words):
        read(FILE.replace(*change), "cup.toml", tmp_path)


def test_players_that_are_limited_by_time_are_named() -> None:
    plan: Plan = Tournament(GAME, ["alphabeta:seconds=0.1", "perfect"]).plan
    assert plan.not_repeatable == ("alphabeta:seconds=0.1",)
