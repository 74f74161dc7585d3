"""Whole games by questions about positions: their answers, their folder, threads and a cluster."""

import itertools
import os
import shutil
import signal
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors, rules
from plyground.arena import cluster
from plyground.arena.cluster import ClusterAskers, cluster_askers
from plyground.kernel import CacheWarning, natively
from plyground.position.calls import canonical
from plyground.search import (
    Cancelled,
    Control,
    LimitError,
    Solution,
    Solver,
    TableError,
    asking,
    checkpoint,
)
from plyground.search.asking import (
    Answer,
    Asked,
    AskingProgress,
    Lesson,
    Question,
    answered,
    solve_by_questions,
    threads,
)
from plyground.search.foresight import foresee
from plyground.search.frontier import Answers, Frontier, followers
from plyground.search.tables.files import write
from tests.own_game import NIM
from tests.plain import plain_value
from tests.test_exact import GameWithExtraTurns
from tests.until import until
from tests.values import Known, each_known
from tests.variants import case, uncompiled

GAME = pg.ConnectFour(4, 4)
VALUE = 0
FEW = 30  # positions for a question: many are too hard

compiled = pytest.mark.compiled


def solved(game: rules.Game, folder: Path, count: int = 1, **options: Any) -> Solution:
    with threads(Solver(game, 1), count) as askers:
        return solve_by_questions(game, askers, folder, patience=FEW, **options)


def limits(solution: Solution) -> tuple[int, int]:
    return solution.low, solution.high


@pytest.fixture(autouse=True)
def hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is done, a question may not take more."""
    monkeypatch.setattr(asking, "_SHARE", 1 << 40)


# Answers


@pytest.mark.slow
@each_known(pg.TicTacToe(), GAME, pg.Sim(), starts=True)
def test_known_values(known: Known, tmp_path: Path) -> None:
    assert limits(solved(known.game, tmp_path)) == (known.exact, known.exact)


@uncompiled
@pytest.mark.parametrize("game", [rules.game_class(NIM)(), GameWithExtraTurns()], ids=repr)
def test_questions_find_the_value_that_one_search_finds(game: rules.Game, tmp_path: Path) -> None:
    found = solved(game, tmp_path)
    assert found.exact
    assert limits(found) == limits(Solver(game, 1).solve(game))


@pytest.mark.parametrize("patience", [1, 5])
def test_questions_that_are_nearly_all_too_hard(tmp_path: Path, patience: int) -> None:
    """All that comes after a position can be known before it is asked about."""
    game = pg.TicTacToe()
    for count in (1, 3):
        with threads(Solver(game, 1), count) as askers:
            folder = tmp_path / str(count)
            found = solve_by_questions(game, askers, folder, patience=patience)
        assert limits(found) == (0, 0)


@pytest.mark.slow
@compiled
def test_threads_find_it_together(tmp_path: Path) -> None:
    solver = Solver(GAME, 16)
    assert solver.shareable
    with threads(solver, 3) as askers:
        assert askers.threads == 3
        found = solve_by_questions(GAME, askers, tmp_path, patience=FEW)
    assert limits(found) == (VALUE, VALUE)
    with threads(Solver(pg.ConnectFour(), 1), 3) as askers:
        assert askers.threads == 1  # the table has no room for entries of one word


@pytest.mark.slow
@compiled
def test_who_wins_is_found_first(tmp_path: Path) -> None:
    game = pg.Sim()
    who = solved(game, tmp_path, winner_only=True)
    assert who.high < 0
    assert not who.exact
    assert limits(solved(game, tmp_path)) == (-1, -1)


def decided(game: rules.Game, x: int, answers: Answers, *, bare: bool = False) -> Frontier:
    """The questions that decide one about the start, each by a search of a few positions.

    `bare` answers say nothing but yes or no.
    """
    frontier, most = Frontier(game, x, answers), game.max_plies + 1
    while (node := frontier.next()) is not None:
        low, high, nodes, _ = answered(
            Solver(game, 1), Question(node.position, node.x, 5), Control()
        )
        if bare:
            low = node.x if low >= node.x else -most
            high = node.x - 1 if high < node.x else most
        frontier.note(node, low, high, nodes)
    assert frontier.decided
    return frontier


@pytest.mark.parametrize("bare", [False, True], ids=["limits", "yes or no"])
@pytest.mark.parametrize("game", [pg.TicTacToe(), case(GameWithExtraTurns())], ids=repr)
def test_all_that_is_said_of_positions_is_true(game: rules.Game, bare: bool) -> None:
    """From questions of each kind that use the answers to the others."""
    answers, value = Answers(), plain_value(game.position())
    for x in (1, 0, 3, -3):
        frontier = decided(game, x, answers, bare=bare)
        assert (frontier.root.yes == 0) == (value >= x)
        assert frontier.found.low <= value <= frontier.found.high
    known, line = {}, [game.position()]
    while line:
        position = line.pop()
        state = canonical(game.rules, position.state)
        if not position.over and state not in known:
            known[state] = position
            line += map(position.play_code, position.codes)
    assert len(answers) > 20
    for state, said in answers.items():
        assert said.low <= plain_value(known[state]) <= said.high, repr(known[state])


@compiled
@pytest.mark.slow
def test_an_answer_says_all_that_its_leaves_say() -> None:
    """Nobody draws Sim on 6 dots, so the player who cannot win loses: nothing is left to ask."""
    game = pg.Sim()
    found = decided(game, 1, Answers()).found
    assert found.high < 0


@pytest.mark.ready
def test_the_answers_about_sim_on_10_dots_can_be_gone_on_with() -> None:
    """Those that the repository keeps: player 1 loses."""
    found = checkpoint.load(
        pg.Sim(vertices=10), Path(__file__).parent.parent / "benchmarks/kept/sim-10"
    )
    assert found.high < 0
    assert len(found.answers) > 6000


def test_positions_that_look_alike_are_one() -> None:
    start = pg.TicTacToe().position()
    assert len(followers(start)) == 3
    assert {len(followers(start.play(move))) for move in start.moves} == {5, 2}


def test_an_easy_question_needs_no_others() -> None:
    frontier = Frontier(pg.TicTacToe(), 1, {})
    node = frontier.next()
    assert node is frontier.root
    assert frontier.next() is None  # it is being asked
    frontier.drop(node)
    assert frontier.next() is node
    frontier.note(node, -10, 0, 1)
    assert (frontier.decided, frontier.next()) == (True, None)


class Askers:
    """Answers a question by a search as soon as it is asked."""

    threads = 2
    solver = None
    patience = FEW

    def __init__(self, game: rules.Game) -> None:
        self._solver = Solver(game, 1)
        self.count = 0
        self.forgotten: list[Asked] = []

    def teach(self, lessons: Sequence[Lesson]) -> None:
        for lesson in lessons:
            self._solver.learn(*lesson)

    def ask(self, question: Question) -> Asked:
        self.count += 1
        future: Asked = Future()
        self.answer(question, future)
        return future

    def answer(self, question: Question, future: Asked) -> None:
        future.set_result(answered(self._solver, question, Control()))

    def forget(self, future: Asked) -> None:
        self.forgotten.append(future)


class Withholding(Askers):
    """Does not know of the start, withholds the next answer, and says no to the question after
    another move: so the first move need not be known.
    """

    withheld: Asked

    def answer(self, question: Question, future: Asked) -> None:
        most = question.position.game.max_plies + 1
        if self.count == 1:
            future.set_result(Answer(-most, most, 1, 0.0))
        elif self.count == 2:
            self.withheld = future
        else:
            future.set_result(Answer(-most, question.x - 1, 1, 0.0))


def test_what_no_longer_matters_is_given_up(tmp_path: Path) -> None:
    game = pg.TicTacToe()
    askers = Withholding(game)
    found = solve_by_questions(game, askers, tmp_path, winner_only=True)
    assert (found.low, askers.count) == (1, 3)
    assert askers.forgotten == [askers.withheld]


class Deadly(Askers):
    """Every third question near the start kills those who are asked."""

    def answer(self, question: Question, future: Asked) -> None:
        if self.count % 3 == 0 and question.position.ply < 6:
            future.set_result(None)
        else:
            super().answer(question, future)


def test_a_question_that_kills_is_made_easier(tmp_path: Path) -> None:
    found = solve_by_questions(GAME, Deadly(GAME), tmp_path, patience=FEW)
    assert limits(found) == (VALUE, VALUE)


# What it will cost


@pytest.mark.slow
@pytest.mark.ready
def test_the_forecast_is_of_the_right_size() -> None:
    game = pg.ConnectFour(6, 5)
    solver = Solver(game, 16)
    seen = foresee(solver, 1, Control())
    assert seen.questions >= 1
    assert seen.seconds > 0
    cost = Solver(game, 16).solve(game, window=(0, 1)).nodes
    assert seen.sure
    assert cost / 30 < seen.nodes < cost * 30
    small = foresee(Solver(pg.TicTacToe(), 1), 1, Control())
    assert (small.questions, small.plies) == (1, 0)
    assert small.nodes < 5000


@compiled
def test_a_forecast_that_had_no_time_is_a_least_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.search.foresight._TRIAL", 10)
    monkeypatch.setattr("plyground.search.foresight._NODES", 10)
    assert not foresee(Solver(GAME, 1), 1, Control(), 0.0).sure


# The folder


def stopped(folder: Path, answers: int = 10) -> None:
    """Some work that ends in the middle."""
    control = Control()

    def stop(progress: AskingProgress) -> None:
        if progress.questions >= answers:
            control.stop()

    with pytest.raises(Cancelled):
        solved(GAME, folder, control=control, on_progress=stop, save_every=0.0)


def test_stopped_work_is_gone_on_with_in_another_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(tmp_path / "here")
    before = checkpoint.load(GAME, tmp_path / "here")
    assert len(before.answers) >= 10
    assert before.nodes > 0
    shutil.move(tmp_path / "here", tmp_path / "there")
    asked: list[tuple[tuple[int, ...], int]] = []

    def noted(solver: Solver, question: Question, control: Control) -> Answer:
        asked.append((canonical(GAME.rules, question.position.state), question.x))
        return answered(solver, question, control)

    monkeypatch.setattr(asking, "answered", noted)
    found = solved(GAME, tmp_path / "there")
    assert limits(found) == (VALUE, VALUE)
    assert found.nodes > before.nodes
    for state, x in asked:  # nothing that was known is asked again
        known = before.answers.get(state)
        assert known is None or (not known.tried and known.low < x <= known.high)
    asked.clear()
    assert solved(GAME, tmp_path / "there") == found
    assert asked == []


@compiled
def test_the_table_is_kept_and_used_again(tmp_path: Path) -> None:
    solver = Solver(GAME, 16)
    solver.solve(GAME)
    checkpoint.save_table(solver, tmp_path)
    other = Solver(GAME, 16)
    assert checkpoint.load_table(other, tmp_path)
    assert np.array_equal(other.remembered, solver.remembered)
    with pytest.raises(TableError, match="is of a table of another size"):
        checkpoint.load_table(Solver(GAME, 32), tmp_path)
    (tmp_path / "table").unlink()
    assert not checkpoint.load_table(Solver(GAME, 16), tmp_path)


@compiled
def test_a_damaged_table_is_reported_and_replaced(tmp_path: Path) -> None:
    stopped(tmp_path)
    (tmp_path / "table").write_bytes(b"")
    with pytest.warns(CacheWarning, match="table is empty: the search begins with an empty one"):
        found = solved(GAME, tmp_path)
    assert limits(found) == (VALUE, VALUE)
    assert checkpoint.load_table(Solver(GAME, 1), tmp_path)


@compiled
def test_of_a_large_table_the_costliest_entries_are_kept() -> None:
    with natively():
        solver = Solver(GAME, 16)
    solver.solve(GAME)
    words = solver.remembered[:, 0]
    every, _ = solver.costliest(1 << 40)
    assert np.array_equal(every, np.flatnonzero(words))
    places, found = solver.costliest(500)
    assert 0 < len(places) <= 500
    assert np.array_equal(found, words[places.astype(np.int64)])
    costs = words[every.astype(np.int64)] & np.uint64(7)
    least = (found & np.uint64(7)).min()
    assert (costs >= least).sum() == len(places)


def other_game(folder: Path) -> None:
    solved(pg.TicTacToe(), folder)


def other_version(folder: Path) -> None:
    write(folder / "answers", {"kind": "questions 0"}, [np.zeros(1, np.uint8)])


def damaged(folder: Path) -> None:
    stopped(folder)
    data = bytearray((folder / "answers").read_bytes())
    data[-50] ^= 1
    (folder / "answers").write_bytes(data)


def no_checkpoint(folder: Path) -> None:
    (folder / "answers").write_text("my answers\n")


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (other_game, "is for tictactoe"),
        (other_version, r"answers is for .*, and not for connect4 \(columns 4, rows 4\)"),
        (damaged, "is damaged"),
        (no_checkpoint, "is not a table"),
    ],
)
def test_other_files_are_refused_and_left_as_they_are(
    prepare: Any, said: str, tmp_path: Path
) -> None:
    prepare(tmp_path)
    before = (tmp_path / "answers").read_bytes()
    with pytest.raises(TableError, match=f"{said}.*; choose another folder, or remove"):
        solved(GAME, tmp_path)
    assert (tmp_path / "answers").read_bytes() == before


def test_one_process_works_in_a_folder(tmp_path: Path) -> None:
    with checkpoint.work_in(tmp_path), pytest.raises(TableError, match="another process works in"):
        solved(GAME, tmp_path)


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="cannot be written"):
        solved(GAME, tmp_path / "file")


def test_a_disk_without_room_is_reported_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
    with pytest.raises(TableError, match=r"takes up to 40\.0 MB on disk, and .* has 1\.0 MB left"):
        solved(GAME, tmp_path)


@pytest.mark.slow
def test_a_disk_that_fills_up_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(tmp_path)
    before = (tmp_path / "answers").read_bytes()

    def full(*_: object) -> None:
        raise TableError("the disk is full")

    monkeypatch.setattr(checkpoint, "write", full)
    with pytest.warns(CacheWarning, match="the disk is full") as told:
        assert limits(solved(GAME, tmp_path, save_every=0.0)) == (VALUE, VALUE)
    assert len(told) == 1
    assert (tmp_path / "answers").read_bytes() == before


def test_memory_that_is_used_up_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, count = Frontier.next, itertools.count()

    def next_(frontier: Frontier) -> Any:
        if next(count) == 20:
            raise MemoryError
        return plain(frontier)

    monkeypatch.setattr(Frontier, "next", next_)
    with pytest.raises(TableError, match="memory of this computer is used up; what was found is"):
        solved(GAME, tmp_path)
    assert len(checkpoint.load(GAME, tmp_path).answers) > 5
    assert limits(solved(GAME, tmp_path)) == (VALUE, VALUE)


def test_time_that_is_up(tmp_path: Path) -> None:
    found = solved(GAME, tmp_path, seconds=1e-9)
    assert not found.exact
    assert (tmp_path / "answers").exists()
    with pytest.raises(LimitError):
        solved(GAME, tmp_path, seconds=0.0)


# A cluster


@contextmanager
def a_cluster(workers: int, *, processes: bool) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library's own
        with distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Of a cluster within this process."""
    with a_cluster(1, processes=False) as cluster, cluster.get_client() as client:
        yield client


@pytest.fixture
def workers() -> Iterator[Any]:
    with a_cluster(2, processes=True) as cluster:
        yield cluster


@pytest.mark.slow
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_the_worker_of_a_cluster_finds_the_value(client: Any, tmp_path: Path) -> None:
    askers = ClusterAskers(client, GAME, 1)
    found = solve_by_questions(GAME, askers, tmp_path, patience=10 * FEW, save_every=0.0)
    askers.close()
    assert limits(found) == (VALUE, VALUE)


@pytest.mark.long
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_a_cluster_that_loses_a_worker_and_gets_another_finds_the_value(
    workers: Any, tmp_path: Path
) -> None:
    pids = [worker.pid for worker in workers.workers.values()]
    seen: list[int] = []

    def kill(progress: AskingProgress) -> None:
        seen.append(progress.questions)
        if len(seen) == 3:
            os.kill(pids[0], signal.SIGKILL)
        if len(seen) == 6:
            workers.scale(3)

    with cluster_askers(workers.scheduler_address, GAME, 1) as askers:
        assert askers.threads == 2
        found = solve_by_questions(
            GAME, askers, tmp_path, patience=FEW, on_progress=kill, save_every=0.0
        )
    assert len(seen) > 6
    assert limits(found) == (VALUE, VALUE)
    assert limits(solved(GAME, tmp_path)) == (VALUE, VALUE)  # the same folder


@pytest.mark.slow
@pytest.mark.cluster
@pytest.mark.filterwarnings("ignore")  # of the library's own
def test_a_search_that_is_not_wanted_any_more_stops(client: Any) -> None:
    game = pg.ConnectFour(7, 6)
    askers = ClusterAskers(client, game, 1)
    easy = Question(game.position("4444"), 0, 10)
    askers.ask(easy).result()  # loads what is compiled
    hard = askers.ask(Question(game.position(), 1, 1 << 60))
    until(lambda: any(client.call_stack().values()))
    askers.forget(hard)
    assert askers.ask(easy).result() is not None
    with pytest.raises(errors.WorkerDiedError):
        hard.result()
    askers.close()


@compiled
def test_homes_share_the_costliest_entries() -> None:
    one, other = (cluster._Desk(GAME, cluster._Place(work, "", 1)) for work in ("one", "other"))
    one.solver.solve(GAME)
    entries = one.news()
    assert len(entries) > 100
    one._due = 0.0
    assert len(one.news()) == 0  # it has reported all of them
    question = Question(GAME.position(), 0, 10)
    lesson = Lesson(GAME.position().state, 0, True)
    other.learn(cluster._News.joined([cluster._News.of([lesson]), cluster._News.of([], entries)]))
    assert answered(other.solver, question, Control()).nodes == 1
    table = other.solver.remembered
    there = table[entries[:, 0].astype(np.int64), 0] == entries[:, 1]
    assert there.sum() >= len(entries) - 1  # the lesson may have taken the place of one
    again = {tuple(row) for row in other.news().tolist()}
    assert not again.intersection(map(tuple, entries.tolist()))  # the others know them
    one.close()
    other.close()


@compiled
@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="it has no memory that is shared")
def test_workers_on_one_computer_share_a_table() -> None:
    one, other = (cluster._Desk(GAME, cluster._Place("both", "", 1)) for _ in range(2))
    one.solver.solve(GAME)
    assert answered(other.solver, Question(GAME.position(), 1, 1000), Control()).nodes == 1
    assert one.home("a") == other.home("b")
    assert len(one.news()) > 100
    assert len(other.news()) == 0  # the first one reports
    other.close()
    assert one._shared is not None
    assert not [*Path("/dev/shm").glob(f"*{one._shared._path.name}*")]
    assert one.solver.remembered.any()
    one.close()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the workers, in this process."""
    monkeypatch.setattr(cluster, "_address", lambda: "tcp://10.0.0.2:9000")
    monkeypatch.setattr(cluster, "_desks", {})
    yield cluster
    for desk in cluster._desks.values():
        desk.close()


@compiled
def test_a_worker_with_another_program_refuses(worker: Any) -> None:
    mine = worker._program(GAME)
    assert mine != worker._program(pg.TicTacToe())
    assert worker._desk(GAME, worker._Place("work", mine, 1))
    with pytest.raises(errors.ClusterError, match=r"worker at tcp://10.0.0.2:9000 has other rules"):
        worker._desk(GAME, worker._Place("work", f"{mine} of another version", 1))


def test_a_program_is_another_if_a_line_of_the_search_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = Path(cluster.__file__)
    for name in ("arena", "kernel", "position", "search"):
        shutil.copytree(here.parents[1] / name, tmp_path / name)
    monkeypatch.setattr(cluster, "__file__", str(tmp_path / "arena" / here.name))
    assert cluster._search.__wrapped__() == cluster._search()
    with (tmp_path / "search" / "exact.py").open("a") as file:
        file.write("# changed")
    assert cluster._search.__wrapped__() != cluster._search()


@compiled
def test_a_worker_without_memory_says_where_it_is(worker: Any) -> None:
    with pytest.raises(errors.ClusterError, match=r"memory of the worker at tcp://10.0.0.2:9000"):
        worker._desk(GAME, worker._Place("work", worker._program(GAME), 1 << 40))


@compiled
def test_a_worker_serves_several_until_they_leave_or_are_silent(worker: Any) -> None:
    program = worker._program(GAME)
    one, other, third = (worker._Place(work, program, 1) for work in ("one", "other", "third"))
    desk = worker._desk(GAME, one)
    silent = worker._desk(GAME, other)
    assert worker._desk(GAME, one) is desk
    silent.used -= 2 * worker._UNUSED
    with worker._asked(silent):  # a question that takes long
        worker._tidy()
        assert [place for _, place in worker._desks] == [one, other]
    silent.used -= 2 * worker._UNUSED
    worker._desk(GAME, third)
    assert [place for _, place in worker._desks] == [one, third]
    worker._leave("one")
    assert [place for _, place in worker._desks] == [third]


class Client:
    """Notes the letters, and for whom they are; its workers visit 3 million positions a second."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[int]]] = []
        self.workers = {"a": 1}

    def get_executor(self, *, pure: bool) -> Any:
        assert not pure
        return self

    def ncores(self) -> dict[str, int]:
        return self.workers

    def submit(self, task: Any, *values: Any, **options: Any) -> Future[Any]:
        done: Future[Any] = Future()
        if task is cluster._answer:
            none = np.empty((0, 2), np.uint64)
            done.set_result(cluster._Found(Answer(0, 0, 6_000_000, 2.0), none, "a", "a"))
        else:
            _game, _place, news = values
            self.sent.append((options["workers"][0], news.limits[:, 0].tolist()))
            done.set_result(None)
        return done


def test_questions_are_as_large_as_the_workers_are_fast() -> None:
    askers = ClusterAskers(Client(), GAME, 1)
    first = askers.patience
    askers.ask(Question(GAME.position(), 0, first)).result()
    assert first < askers.patience < 3_000_000


def test_that_no_worker_is_left_is_said_once() -> None:
    client = Client()
    askers = ClusterAskers(client, GAME, 1)
    assert askers.threads == 1
    client.workers = {}
    askers._counted -= 10
    with pytest.warns(errors.ClusterWarning, match="no worker of the cluster is left"):
        assert askers.threads == 1  # for the next one that comes
    askers._counted -= 10
    assert askers.threads == 1


def test_each_home_gets_the_news_that_it_does_not_have() -> None:
    client, state = Client(), GAME.position().state
    post = cluster._Post(client, GAME, cluster._Place("work", "", 1))

    def take(value: int, home: str = "") -> None:
        post.take(cluster._News.of([Lesson(state, value, True)]), home)

    def delivered(*workers: str) -> list[tuple[str, list[int]]]:
        post._due = 0.0
        client.sent.clear()
        post.deliver(dict.fromkeys(workers, 1))
        return client.sent.copy()

    take(1)
    assert delivered("a", "b") == [("a", [1]), ("b", [1])]
    assert delivered("a", "b") == []
    nothing = np.empty((0, 2), np.uint64)
    answer = Answer(0, 0, 1, 0.0)
    for worker, home in (("a", "east"), ("b", "east"), ("c", "west")):
        post.hear(cluster._Found(answer, nothing, worker, home))
    take(2, "east")
    take(3)
    found = delivered("a", "b", "c")
    assert found[0][0] == "a"
    assert found[0][1][-1] == 3  # b has the same table
    assert 2 not in found[0][1]
    assert found[1:] == [("c", [1, 2, 3])]
    post.take(cluster._News.of([], np.zeros((cluster._KEPT + 1, 2), np.uint64)))
    take(4)
    assert delivered("d") == [("d", [4])]  # the others were too many to keep


def test_where_nobody_answers_that_is_said(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with (
        pytest.raises(errors.ClusterError, match="no Dask scheduler answers at 'nowhere'"),
        cluster_askers("nowhere", GAME, 1),
    ):
        pass
