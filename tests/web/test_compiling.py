"""Compiling games for the app on demand, and what becomes of those who wait."""

import asyncio
import base64
import functools
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import analysis, rules
from plyground.kernel import by_kind
from plyground.kernel import compiler as places
from plyground.web.engine import compiling as module
from plyground.web.engine import warm
from plyground.web.engine.compiling import Compiling, channel
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.warm import STEPS, steps_until
from plyground.web.engine.work import EACH_MOST, UNKNOWN_MOST, Client, Workers, client
from plyground.web.errors import TooBusyError
from plyground.web.pages import compiling as page
from tests.until import soon, turn

pytestmark = pytest.mark.anyio

GAME = pg.TicTacToe()


class Listened(Hub):
    """A hub that keeps what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[str, Event]] = []

    def publish(self, channel: str, event: Event) -> None:
        self.events.append((channel, event))


@pytest.fixture(autouse=True)
def natively(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everywhere: otherwise games that have a module would be ready at once."""
    monkeypatch.setattr(places, "_everywhere", places._NATIVE)


@pytest.fixture
async def compiler(request: pytest.FixtureRequest) -> AsyncIterator[Compiling]:
    """One that compiles in this process; with the parameter `apart`, in another."""
    workers = Workers()
    found = Compiling(Listened(), workers, apart=hasattr(request, "param"))
    yield found
    found.close()
    workers.close()


apart = pytest.mark.parametrize("compiler", ["apart"], indirect=True)


def test_the_parts_follow_one_another() -> None:
    assert steps_until("board") == 1 < steps_until("players") < steps_until("analysis")
    assert steps_until("analysis") == len(STEPS)


@pytest.mark.parametrize(
    "game",
    [
        pg.TicTacToe(),
        *(
            pytest.param(game, marks=pytest.mark.uncompiled)
            for game in (pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(6, 3), pg.ConnectFour(4, 4))
        ),
    ],
)
def test_every_step_suits_every_game(game: rules.Game) -> None:
    for _, step in STEPS:
        step(game)


LEFT = """
import sys
import threading
import plyground as pg
from plyground.kernel import always_natively, compile_listeners
from plyground.web.engine.warm import STEPS

always_natively()

game = pg.game(sys.argv[1])
for _, step in STEPS:
    step(game)
compile_listeners.append(print)
late = game.position(sys.argv[2])
for text in sys.argv[3:]:
    pg.parse_player(text).choose(late)
pg.analyse(late), pg.look_inside(late, depth=2), late.picture(), late._repr_svg_()
pg.parse_player("perfect").choose(game.position(sys.argv[2][:2]))
"""
PARTS: tuple[warm.Part, ...] = ("board", "search")
PLAYERS = (
    "minimax",
    "alphabeta:depth=3",
    "full",
    "mixed:50",
    "humanlike:50",
    "mcts:playouts=9",
    "maxn:depth=2",
    "perfect",
)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "moves", "old"),
    [
        ("tictactoe", "15264", "old-tictactoe"),
        pytest.param(
            "connect4", "25523546515174352274664472", "old-connect4", marks=pytest.mark.long
        ),
    ],
)
def test_after_the_steps_nothing_is_left_to_compile(game: str, moves: str, old: str) -> None:
    command = [sys.executable, "-c", LEFT, game, moves, *PLAYERS, old]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.stdout, process.stderr) == ("", "")


@pytest.mark.compiled
def test_the_last_step_ends_on_a_board_that_nobody_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random game on 12 x 9 ends after 11 plies: to solve what comes before takes for ever, and
    everybody who waits for another game would wait too. Here it is a smaller board, at its start.
    """
    found: list[analysis.Analysis] = []

    def limited(position: pg.Position, *, limits: pg.Limits) -> None:
        found.append(analyse(position, limits=limits))

    analyse = analysis.analyse
    monkeypatch.setattr(analysis, "analyse", limited)
    monkeypatch.setattr(warm, "_late", lambda game: game.position())
    monkeypatch.setattr(warm, "_NODES", 20)
    STEPS[-1][1](GAME)
    assert any(each.value.verdict == "unknown" for each in found[0].moves)


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing gets done."""
    monkeypatch.setattr(Compiling, "_awake", lambda _: None)


async def gone(*waiting: asyncio.Future[None]) -> None:
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_game_becomes_ready_part_by_part(compiler: Compiling) -> None:
    assert not compiler.is_ready(GAME, "board")
    await compiler.ready("somebody", GAME, "board")
    assert compiler.is_ready(GAME, "board")
    assert compiler.progress(GAME)["parts"] == ["board"]
    await asyncio.gather(*(compiler.ready(f"visitor {n}", GAME, "analysis") for n in range(5)))
    assert compiler.is_ready(GAME, "analysis")
    await compiler.ready("somebody", GAME)
    events = compiler._hub.events  # type: ignore[attr-defined]
    assert {where for where, _ in events} == {"compile:tictactoe"}
    assert [json.loads(event.data)["done"] for _, event in events] == [1, 2, 3, 4, 5]
    assert not compiler.is_ready(pg.Sim(), "board")
    assert channel(pg.Sim(7, 3)) == "compile:sim-7-3"


@pytest.mark.usefixtures("asleep")
async def test_it_counts_as_the_visitors_work(compiler: Compiling) -> None:
    client.set(Client("192.0.2.1", known=True))
    other = pg.Sim(7, 3)
    waiting = [asyncio.ensure_future(compiler.ready("greedy", other)) for _ in range(EACH_MOST)]
    await turn()
    with pytest.raises(TooBusyError, match="wait until one is done"):
        await compiler.ready("greedy", other)
    waiting += [asyncio.ensure_future(compiler.ready("greedy", GAME)) for _ in range(9)]
    await turn()
    assert not any(each.done() for each in waiting), "usual games are there for everybody"
    await gone(*waiting)
    assert compiler._next() is None  # nobody waits any more
    assert not compiler._wishes


@pytest.mark.usefixtures("asleep")
async def test_who_wants_many_boards_does_not_come_before_others(compiler: Compiling) -> None:
    wishes = [
        ("192.0.2.1", "greedy", pg.Sim(7, 3)),
        ("192.0.2.1", "greedy", pg.Sim(8, 3)),
        ("192.0.2.1", "neighbour", pg.Sim(9, 3)),
        ("192.0.2.2", "other", pg.Sim(10, 3)),
    ]
    waiting = []
    for address, visitor, game in wishes:
        client.set(Client(address, known=True))
        waiting.append(asyncio.ensure_future(compiler.ready(visitor, game)))
        await turn()
    served = [compiler._next() for _ in range(4)]
    assert served == [wishes[0][2], wishes[3][2], wishes[2][2], wishes[3][2]]
    await gone(*waiting)


async def test_who_waits_when_it_closes_gets_an_answer(compiler: Compiling) -> None:
    compiler._thread = threading.current_thread()  # that does nothing
    waiting = asyncio.ensure_future(compiler.ready("somebody", GAME))
    await turn()
    compiler._thread = None
    compiler.close()
    for late in (waiting, compiler.ready("somebody", GAME)):
        with pytest.raises(pg.PlygroundError, match="is closing"):
            await late


def broken(start: Callable[[], Any]) -> rules.Game:
    class Broken(pg.TicTacToe):
        name = "broken"
        title = "Broken"

        def kernels(self) -> rules.Kernels:
            return {**super().kernels(), "start": rules.compiled(start)}

    return Broken()


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("start", "answer"),
    [
        (lambda: 1 + "text", "the rules of Broken do not compile: .*add"),
        (lambda: max(open), "Broken cannot be used: TypeError: compiled code reaches"),
    ],
)
async def test_rules_that_do_not_compile(
    start: Callable[[], Any], answer: str, compiler: Compiling
) -> None:
    game = broken(start)
    for _ in range(2):
        with pytest.raises(pg.PlygroundError, match=answer):
            await compiler.ready("somebody", game)
    assert compiler._hub.events[-1][1].name == "failed"  # type: ignore[attr-defined]
    await compiler.ready("somebody", GAME, "board")


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """Those that were started: each answers every line, and does nothing."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(["cat"], stdin=pipe, stdout=pipe, text=True))
        return started[-1]

    monkeypatch.setattr(module, "_started", start)
    return started


@pytest.mark.compiled
@apart
async def test_a_process_is_there_while_someone_waits(
    processes: list[subprocess.Popen[str]], monkeypatch: pytest.MonkeyPatch, compiler: Compiling
) -> None:
    monkeypatch.setattr(module, "_IDLE", 0.05)
    assert not processes, "nothing is compiled unasked"
    for number, part in enumerate(PARTS, 1):
        await compiler.ready("somebody", GAME, part)
        await soon(lambda: processes[-1].returncode)  # killed, and waited for
        assert compiler._process is None
        assert len(processes) == number


@pytest.mark.compiled
@apart
async def test_without_the_process_it_is_compiled_here(
    processes: list[subprocess.Popen[str]], compiler: Compiling
) -> None:
    await compiler.ready("somebody", GAME, "board")
    processes[0].kill()
    await compiler.ready("somebody", GAME, "search")
    assert compiler.is_ready(GAME, "search")


@apart
async def test_no_process_where_code_cannot_be_kept(
    monkeypatch: pytest.MonkeyPatch, compiler: Compiling
) -> None:
    monkeypatch.setattr(module.cache, "writable", lambda: False)
    await compiler.ready("somebody", GAME, "board")
    assert compiler._process is None


async def test_a_game_with_a_module_is_ready_at_once(compiler: Compiling) -> None:
    with by_kind():
        assert compiler.is_ready(GAME, "analysis")
        assert compiler.is_ready(pg.ConnectFour(9, 8), "board"), "it runs in Python"
        assert not compiler.is_ready(pg.ConnectFour(9, 8), "search")
        await compiler.ready("somebody", GAME, "analysis")
    assert compiler._thread is None


@pytest.mark.slow
def test_the_process_answers_line_by_line_and_ends_with_its_input() -> None:
    lines = [warm.encoded(GAME, 0), "nonsense\n", base64.b64encode(pickle.dumps(1)).decode() + "\n"]
    process = module._started()
    assert process is not None
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = []
        for line in lines:
            process.stdin.write(line)
            process.stdin.flush()
            answers.append(process.stdout.readline().strip())
        assert answers == [warm.DONE, warm.FAILED, warm.FAILED]
        process.stdin.write(warm.encoded(GAME, 4))
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize("query", ["game=nim.py", "game=sim&vertices=11", "game=sim&part=all"])
def test_what_cannot_be_compiled_is_refused(reader: TestClient, query: str) -> None:
    assert reader.get(f"/api/compiling?{query}").status_code == 422


def visit(compiler: Compiling, **query: str) -> Any:
    """Someone who asks for the game of a query."""
    return SimpleNamespace(
        ready=functools.partial(compiler.ready, "somebody"),
        parts=SimpleNamespace(compiling=compiler, hub=compiler._hub),
        request=SimpleNamespace(query_params=query),
    )


async def heard(visit: Any) -> AsyncGenerator[bytes]:
    """The stream for a visit."""
    return cast("AsyncGenerator[bytes]", (await page.compile_game(visit)).body_iterator)


async def test_the_page_of_a_game_hears_of_it(compiler: Compiling) -> None:
    await compiler.ready("somebody", GAME)
    stream = await heard(visit(compiler, game="tictactoe"))
    _, event = await anext(stream), (await anext(stream)).decode()
    assert event.startswith("event: compiling\n")
    parts = json.loads(event.split("data: ")[1])["parts"]
    assert parts == ["board", "search", "players"]
    await stream.aclose()


@pytest.mark.usefixtures("asleep")
async def test_whoever_asks_hears_something_at_once(compiler: Compiling) -> None:
    """A stream begins before anything is compiled, and ends when its page has left."""
    client.set(Client("192.0.2.1"))
    streams: list[AsyncGenerator[bytes]] = []
    for _ in range(UNKNOWN_MOST):
        streams.append(await heard(visit(compiler, game="sim", vertices="7", players="3")))
        assert (await anext(streams[-1])).startswith(b"retry: ")
        assert (await anext(streams[-1])).startswith(b"event: compiling")
    with pytest.raises(TooBusyError):
        await heard(visit(compiler, game="sim", vertices="7", players="3"))
    for each in streams:
        await each.aclose()
    assert compiler._next() is None  # nobody waits any more
