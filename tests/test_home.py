"""A game's module as the engine of this process: the same answers as native code, without Numba."""

import gc
import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from weakref import ref

import numpy as np
import pytest

import plyground as pg
from plyground.errors import SolverMemoryError
from plyground.kernel import by_kind, natively
from plyground.players import parse_player
from plyground.players.perfect import Strongest
from plyground.position import calls, home
from plyground.position.home import HomeError, home_of
from plyground.search import (
    BookBuilder,
    Control,
    Limits,
    Settings,
    Solver,
    alphabeta,
    exact,
    maxn,
    mcts,
    perft,
)
from plyground.search.affordable import affordable
from plyground.search.book import shipped_book
from plyground.search.learning.weights import fingerprint
from tests.without_numba import NewComputer

_NEAR = 18  # plies before the end of the longest game, where native code solves at once too

AT_ONCE = pytest.mark.parametrize(
    "game",
    [
        pg.TicTacToe(),
        pytest.param(pg.NumericalTicTacToe(), marks=pytest.mark.slow),
        pytest.param(pg.Sim(), marks=pytest.mark.slow),
        pg.ConnectFour(),
    ],
    ids=lambda game: game.name,
)
"""Games that play at once."""


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    with by_kind():
        yield


def some(game: pg.Game, count: int, seed: int = 1) -> list[pg.Position]:
    """Positions of random games, not their ends."""
    chance, found = pg.Chance(seed), []
    while len(found) < count:
        position = game.position()
        while not position.over:
            found.append(position)
            position = position.play_code(chance.choice(position.codes))
    return found[:: max(1, len(found) // count)][:count]


def same(ask: Callable[..., Any], *given: Any, **options: Any) -> None:
    """Both homes answer the same, in whatever time."""
    found = []
    for where in (by_kind, natively):
        with where():
            answer = ask(*given, **options)
        found.append(replace(answer, seconds=0.0) if hasattr(answer, "seconds") else answer)
    assert found[0] == found[1]


@AT_ONCE
def test_the_rules_are_those_of_native_code(game: pg.Game) -> None:
    rules, sites, kinds = game.rules, len(game.board.sites), len(game.looks)
    assert home_of(rules) is not None
    chance, position = pg.Chance(3), game.position()
    while not position.over:
        position = position.play_code(chance.choice(position.codes))
    for each in (*some(game, 12), position):
        state = each.state

        def asked(state: tuple[int, ...] = state, position: pg.Position = each) -> list[object]:
            return [
                calls.look(rules, state), calls.key(rules, state), calls.canonical(rules, state),
                calls.cells(rules, state, sites, kinds),
                [calls.estimate(rules, state, p, w) for p in (0, 1)
                 for w in range(len(game.heuristic_names)) if not position.over],
                calls.after(rules, state, position.codes[0]) if not position.over else
                calls.deciding(rules, state, sites),
            ]  # fmt: skip

        same(asked)


@AT_ONCE
@pytest.mark.parametrize(
    "settings",
    [
        Settings(heuristic="none"),
        Settings(pruning=False, order="generated", table=False, stop_at_win=False),
        Settings(order="shuffled", deepening=True),
        Settings(order="reversed", misses=60, draw=12345, quick_wins=False),
    ],
    ids=["usual", "plain", "shuffled", "overlooks"],
)
def test_searches_visit_the_same_positions(game: pg.Game, settings: Settings) -> None:
    for position in some(game, 5):
        for every in (False, True):
            same(alphabeta, position, limits=Limits(depth=4), settings=settings, all_scores=every)


@pytest.mark.slow
def test_max_n_finds_the_same() -> None:
    game = pg.Sim(6, 3)
    assert home_of(game.rules, "search_for_all") is not None
    for position in some(game, 4):
        for ties in ("first", "spite", "kind"):
            same(maxn, position, limits=Limits(depth=3), ties=ties)


@AT_ONCE
def test_random_games_are_the_same(game: pg.Game) -> None:
    for position in some(game, 3):
        same(mcts, position, limits=Limits(playouts=500), seed=2**63 + 7)


@AT_ONCE
def test_players_choose_the_same_moves(game: pg.Game) -> None:
    for text in ("level:1", "level:2", "humanlike:40", "full", "mixed:50", "mcts", ""):
        # The start of numerical takes seconds.
        for number, position in enumerate(some(game, 3)[game.name == "numerical" :]):
            found = []
            for where in (by_kind, natively):
                with where():
                    player = parse_player(text) if text else Strongest()
                    assert player is not None
                    choice = player.choose(position, chance=pg.Chance(5, number))
                found.append(replace(choice, seconds=0.0))
            assert found[0].move == found[1].move, text
            assert found[0].value == found[1].value
            assert found[0].pv == found[1].pv


@AT_ONCE
def test_values_and_best_moves_are_the_same(game: pg.Game) -> None:
    near = [each for each in some(game, 300) if game.max_plies - each.ply <= _NEAR]
    assert len(near) > 8
    for position in near[:8]:
        found = []
        for where in (by_kind, natively):
            with where():
                solver = Solver(game)
                analysis = pg.analyse(position, solver=solver)
                best = pg.Perfect().choose(position, chance=pg.Chance(4))
            found.append((analysis.value, set(analysis.moves), best.move, best.value))
        assert found[0] == found[1]


@AT_ONCE
def test_counts_are_the_same(game: pg.Game) -> None:
    same(perft, game, 4)
    same(affordable, game.position())
    same(fingerprint, game)


def test_a_book_is_listed_by_the_module() -> None:
    game = pg.ConnectFour()
    book = shipped_book(game)
    assert book is not None
    positions = [game.position(), *some(game, 60, seed=9)]
    here = [book.value(each) for each in positions]
    assert any(value is not None for value in here)
    assert any(value is None for value in here)
    with natively():
        assert here == [book.value(each) for each in positions]
    assert Solver(game, book=book).known(game.position("4")) == book.value(game.position("4"))


def test_a_search_is_stopped_and_watched_from_another_thread() -> None:
    control = Control()
    failed: list[BaseException] = []

    def work() -> None:
        try:
            with by_kind():
                Solver(pg.ConnectFour()).solve(pg.ConnectFour().position(), control=control)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    while control.nodes < 100_000 and thread.is_alive():
        thread.join(0.01)
    control.stop()
    thread.join()
    assert [type(error).__name__ for error in failed] == ["Cancelled"]
    assert control.nodes >= 100_000


def test_limits_of_positions_hold() -> None:
    game = pg.ConnectFour()
    control = Control()
    solution = Solver(game).solve(game.position(), limits=Limits(nodes=5000), control=control)
    assert not solution.exact
    assert solution.nodes == control.nodes
    assert 5000 <= solution.nodes < 6000


def test_a_solver_forgets_and_becomes_native_when_its_table_is_wanted() -> None:
    game = pg.TicTacToe()
    solver = Solver(game, 1)
    first = solver.solve(game.position()).nodes
    assert solver.solve(game.position()).nodes < first
    solver.forget()
    assert solver.solve(game.position()).nodes == first
    assert solver.memory <= 1 << 20
    assert solver.remembered.ndim == 2
    assert solver.solve(game.position()).exact


def test_a_solver_takes_more_memory_when_it_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_NODES_OF_BEGINNING", 1 << 14)
    game = pg.Sim(7)
    solver, whole = Solver(game), Solver(game)
    whole._used = whole._words
    begun = solver._used
    late = next(each for each in some(game, 40, seed=3) if each.ply > 9)
    assert solver.solve(late).low == whole.solve(late).low
    assert solver._used == begun < solver._words
    whole.forget()
    whole._used = whole._words
    found, wanted = solver.solve(game.position()), whole.solve(game.position())
    assert found.exact
    assert (found.low, found.high, found.nodes) == (wanted.low, wanted.high, wanted.nodes)
    assert solver._used == solver._words
    solver.forget()
    assert solver._used == begun


def test_instances_are_kept_and_a_broken_one_is_not() -> None:
    module = home_of(pg.TicTacToe().rules)
    assert module is not None
    with module.lent() as one, module.lent() as other:
        assert one is not other
        kept = {id(one), id(other)}
    with module.lent() as again:
        assert id(again) in kept
    other_module = home_of(pg.Sim().rules)
    assert other_module is not None
    with other_module.lent() as other:
        assert other not in (one, again)
    assert len(home._waiting) == 2
    with module.lent() as once_more:
        assert once_more is again
    with pytest.raises(KeyError), module.lent() as broken:
        broken.ask("no such entry")
    with module.lent() as one, module.lent() as other:
        assert broken not in (one, other)


def test_the_memory_of_an_instance_goes_with_it() -> None:
    module = home_of(pg.TicTacToe().rules)
    assert module is not None
    instance = module.own()
    instance.ask("look")
    gone = ref(instance)
    del instance
    gc.collect()
    assert gone() is None


def test_threads_that_begin_at_once_share_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    together, made, alone = threading.Barrier(4), [], []

    def engine() -> object:
        made.append(object())
        alone.append(home._engine_lock.locked())
        return made[-1]

    def ask() -> None:
        together.wait()
        home._engine()

    monkeypatch.setattr(home, "_made_engine", cache(engine))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert alone == [True]


def test_an_entry_that_ends_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    module = home_of(pg.TicTacToe().rules)
    assert module is not None
    instance = module.own()

    def trap(*_given: object) -> None:
        raise RuntimeError("unreachable")

    monkeypatch.setattr(instance, "_call", trap)
    with pytest.raises(HomeError, match="look has ended: unreachable"):
        instance.ask("look")


def test_the_second_entry_is_asked_on_what_the_first_leaves() -> None:
    position = pg.TicTacToe().position()
    rules, state, code = position.game.rules, position.state, position.codes[4]
    played = calls.play(rules, state, code)
    assert calls.after(rules, state, code) == (played, calls.look(rules, played))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_makes_what_it_needs(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os\n"
        "import plyground as pg\n"
        "pg.ConnectFour().position().play('4')\n"
        "if child := os.fork():\n"
        "    assert os.waitpid(child, 0)[1] == 0\n"
        "else:\n"
        "    pg.TicTacToe().position().play('5')\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, str(script)], env=environment, check=True)


def test_a_script_ends_without_a_word(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "import plyground as pg\n"
        "from plyground.position import home\n"
        "instance = home.home_of(pg.TicTacToe().rules).own()\n"
        "class Holder:\n"
        "    def __del__(self): print(end='')\n"
        "sys.holder = holder = Holder()  # ends when the modules of Python are gone\n"
        "holder.itself, holder.instance = holder, instance\n"
    )
    command = [sys.executable, str(script)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_memory_is_empty_where_it_is_lent_again() -> None:
    module = home_of(pg.TicTacToe().rules)
    assert module is not None
    instance = module.own()
    instance.lend("table", 1000)
    instance.array("table", 1000)[:] = 7
    instance._free = instance._kept
    instance.lend("table", 300_000)
    assert not np.any(instance.array("table", 300_000))


def test_sizes_without_a_module_play_in_python() -> None:
    game = pg.ConnectFour(9, 8)
    assert home_of(game.rules) is None
    position = game.position("5566")
    with natively():
        again = game.position("5566")
        assert (position.moves, position.cells) == (again.moves, again.cells)


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_kept_form_is_made_again(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "cache_folder", lambda: tmp_path)
    shipped = pg.TicTacToe().rules.shipped()
    assert home.Module(shipped).code
    (kept,) = tmp_path.rglob("*.cwasm")
    content = kept.read_bytes()
    bad = content[:99] if damage == "cut" else content[:-1] + bytes([content[-1] ^ 1])
    kept.write_bytes(bad)
    with home.Module(shipped).lent() as instance:
        assert instance.ask("start") == 0
    assert kept.read_bytes() == content


def test_what_cannot_be_kept_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "cache_folder", lambda: tmp_path)
    shipped = pg.TicTacToe().rules.shipped()
    assert home.Module(shipped).code
    (kept,) = tmp_path.rglob("*.cwasm")
    kept.unlink()
    kept.mkdir()
    assert home.Module(shipped).code
    assert list(kept.parent.iterdir()) == [kept]


COMMANDS = """
import io, json, sys
from plyground.cli.app import run
for line, typed in json.loads(sys.argv[1]):
    sys.stdin = io.StringIO(typed)
    print(f"\\0{run(line)}", end="\\0")
"""


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> NewComputer:
    return NewComputer(tmp_path_factory.mktemp("new"))


def without_numba(computer: NewComputer, *commands: tuple[str, str]) -> list[str]:
    """What commands print there, each with what is typed, one after the other in a process."""
    lines = json.dumps([(line.split(), typed) for line, typed in commands])
    result = subprocess.run(
        [sys.executable, "-c", COMMANDS, lines],
        capture_output=True, text=True, env=computer.environment, check=False,
    )  # fmt: skip
    said = result.stdout.split("\0")
    assert said[1::2] == ["0"] * len(commands), result.stderr
    assert computer.imports == ""
    return said[:-1:2]


SIX = {
    "tictactoe": ("5 1", "5"),
    "numerical": ("5@5 6@7", "3@3"),
    "sim": ("0-1 2-3", "0-5"),
    "sim --vertices 9": ("0-1 2-3", "0-5"),
    "connect4": ("4453", "4"),
    "connect4 --as-before": ("", "1 4 4"),
}
"""Each game, two moves or more to ask about, and what is typed until the first answer."""


@pytest.fixture(scope="module")
def first_answers(
    computer: NewComputer, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    """What one process answers about each game."""
    commands: dict[str, list[tuple[str, str]]] = {}
    for game, (moves, first) in SIX.items():
        file = tmp_path_factory.mktemp("games") / "game.txt"
        name, _, parameters = game.partition(" ")
        # Nine dots are solved in no time that there is.
        asked, limit = f"{name} {moves} {parameters}", f"--time {0.1 if '9' in game else 1}"
        typed = "".join(f"{each}\n" for each in [*first.split(), "quit"])
        commands[game] = [
            (f"play {game} --save {file}", typed),
            (f"review {file} {limit}", ""),
            *([(f"analyse {asked} {limit}", "")] if moves else []),
            *([(f"tree {asked} --depth 2", "")] if moves else []),
        ]
    said = iter(without_numba(computer, *itertools.chain(*commands.values())))
    return {game: [next(said) for _ in asked] for game, asked in commands.items()}


@pytest.mark.parametrize("game", SIX)
def test_the_first_answers_in_a_terminal_need_no_numba(
    game: str, first_answers: dict[str, list[str]]
) -> None:
    played, reviewed, *said = first_answers[game]
    assert "Goodbye" in played
    assert reviewed.startswith("Game 1, ")
    assert "graded by exact values" in reviewed or "9" in game
    if said:
        assert "Best play" in said[0] or "9" in game
        assert "maximises" in said[1]


@pytest.mark.long
def test_a_review_in_a_terminal_needs_no_numba(computer: NewComputer, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    played = f"play connect4 level:2 level:3 --seed 1 --save {file}"
    said = without_numba(computer, (played, ""), (f"review {file}", ""))
    assert "graded by exact values" in said[1]


def test_native_code_can_be_asked_for() -> None:
    with natively():
        assert home_of(pg.TicTacToe().rules) is None


def test_a_table_too_large_for_a_module_is_native() -> None:
    with pytest.raises(SolverMemoryError, match="does not fit into the memory of this computer"):
        Solver(pg.TicTacToe(), memory=10**9)
    assert Solver(pg.TicTacToe(), memory=exact.MOST_AT_HOME).memory == 2 << 30


def test_a_book_that_no_module_opens_is_read_natively(tmp_path: Path) -> None:
    game = pg.ConnectFour(4, 4)
    assert home_of(game.rules, "open_book") is None
    book = BookBuilder(tmp_path / "a.book", Solver(game, 8), 2).build()
    found = Solver(game, 8, book=book).solve(game.position("12"))
    assert found.nodes == 0
    assert found.low == found.high == Solver(game, 8).solve(game.position("12")).low
