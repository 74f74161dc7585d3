"""The public names: enough to hold whatever a public call gives or raises."""

import importlib
import inspect
import pkgutil
import re
import typing
from dataclasses import replace
from types import ModuleType

import pytest

import plyground
import plyground as pg
from plyground import analysis, arena, errors, players, records, rules, search
from plyground.analysis import puzzles
from tests.words import assert_answered, questions

MODULES = (pg, rules, errors, players, search, analysis, puzzles, arena, records)
PUBLIC = {getattr(module, name) for module in MODULES for name in module.__all__ if name != "WIN"}


def calls() -> list[tuple[str, object]]:
    """The public functions, and the public methods and properties of public classes, by name."""
    found: list[tuple[str, object]] = []
    for name in sorted({*pg.__all__, *rules.__all__}):
        thing = getattr(pg if name in pg.__all__ else rules, name)
        if inspect.isfunction(thing):
            found.append((name, thing))
        elif inspect.isclass(thing):
            members = inspect.getmembers(thing)
            found += [
                (f"{name}.{part}", member.fget if isinstance(member, property) else member)
                for part, member in members
                if not part.startswith("_")
                and (inspect.isroutine(member) or isinstance(member, property))
                and getattr(member, "__module__", "plyground").startswith("plyground")
            ]
    return found


def classes_in(hint: object) -> set[type]:
    """The classes of Plyground that a type hint names."""
    inside = [part for each in typing.get_args(hint) for part in classes_in(each)]
    own = isinstance(hint, type) and hint.__module__.startswith("plyground")
    return {*inside, *([hint] if own else [])}


def modules() -> list[ModuleType]:
    found = []
    for info in pkgutil.walk_packages(plyground.__path__, "plyground."):
        if info.name.startswith(("plyground.web", "plyground.cli", "plyground.interop")):
            continue  # programs, and bridges to libraries that need not be there
        if not info.name.endswith("__main__"):
            found.append(importlib.import_module(info.name))
    return found


def test_as_many_names_as_one_can_know() -> None:
    assert len(pg.__all__) <= 72
    assert "games" not in pg.__all__  # the package of that name


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in calls()])
def test_what_a_public_call_gives_is_public(call: object) -> None:
    try:
        hint = typing.get_type_hints(call).get("return")
    except (NameError, TypeError):  # named for type checkers only
        pytest.skip("its hints cannot be resolved at run time")
    hidden = {found.__name__ for found in classes_in(hint) if found not in PUBLIC}
    assert not hidden


@pytest.mark.parametrize(
    "kind",
    sorted((each for each in PUBLIC if isinstance(each, type)), key=lambda each: each.__name__),
)
def test_what_a_public_value_holds_is_public(kind: type) -> None:
    try:
        hints = typing.get_type_hints(kind)
    except (NameError, TypeError):
        pytest.skip("its hints cannot be resolved at run time")
    hints = {name: hint for name, hint in hints.items() if not name.startswith("_")}
    hidden = {found.__name__ for hint in hints.values() for found in classes_in(hint) - PUBLIC}
    assert not hidden


def test_every_error_is_public() -> None:
    for module in modules():
        for name, thing in inspect.getmembers(module, inspect.isclass):
            own = thing.__module__.startswith("plyground") and not name.startswith("_")
            if own and issubclass(thing, Exception):
                assert getattr(errors, name, None) is thing, f"{module.__name__}.{name}"


def test_an_error_that_a_docstring_names_is_public() -> None:
    builtin = {"OSError", "ValueError", "TypeError", "KeyError", "AttributeError", "IndexError"}
    builtin.add("RecursionError")
    named = set()
    for _, call in calls():
        named |= set(re.findall(r"\b[A-Z]\w*Error\b", inspect.getdoc(call) or ""))
    assert named
    assert named <= {*errors.__all__, *builtin}


def test_what_follows_a_position_is_given_by_keyword() -> None:
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    counts = {"perft": 2, "divide": 2, "check_answer": 2}  # a depth, a move
    for function in (
        pg.alphabeta,
        pg.analyse,
        pg.check_answer,
        pg.divide,
        pg.look_inside,
        pg.maxn,
        pg.mcts,
        pg.perft,
        pg.review,
    ):
        given = [p for p in inspect.signature(function).parameters.values() if p.kind in positional]
        assert len(given) == counts.get(function.__name__, 1), function.__name__


ASKED = [
    "pg.alphabeta(given, limits=pg.Limits(depth=2)).best",
    "replace(pg.analyse(given), nodes=0, seconds=0)",
    "pg.divide(given, 2)",
    "pg.look_inside(given, depth=2)",
    "pg.maxn(given, limits=pg.Limits(depth=2)).best",
    "pg.mcts(given, limits=pg.Limits(playouts=20))",
    "pg.perft(given, 3)",
    "pg.review(given).moves",
    "pg.Minimax(depth=1, ties='first').choose(given).move",
    "pg.Solver(pg.TicTacToe(), 1).solve(given).low",
    "puzzles.prove(given)",
]
NAMES: dict[str, object] = {"pg": pg, "replace": replace, "puzzles": puzzles}


@pytest.mark.slow
@pytest.mark.parametrize("ask", ASKED)
def test_a_game_counts_as_its_start_wherever_a_position_is_taken(ask: str) -> None:
    game, start = (
        eval(ask, {**NAMES, "given": given})
        for given in (pg.TicTacToe(), pg.TicTacToe().position())
    )
    assert game == start


@pytest.mark.parametrize("question", questions("misused.txt"))
def test_what_is_misused_is_refused_in_a_sentence(
    question: str, pytestconfig: pytest.Config
) -> None:
    with pytest.raises((TypeError, errors.PlygroundError)) as raised:
        eval(question, NAMES)
    said = f"{type(raised.value).__name__}: {raised.value}"
    assert_answered("misused.txt", question, [said], pytestconfig)


def test_a_game_by_its_name() -> None:
    assert pg.game("sim", vertices=7) == pg.Sim(7)
    assert pg.game_names()[:4] == ["tictactoe", "numerical", "sim", "connect4"]
