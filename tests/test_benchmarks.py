"""The page of benchmarks is what the kept figures make it."""

import re
import sys
from functools import partial
from pathlib import Path

import pytest

import plyground as pg

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"


@pytest.fixture
def page(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import page

    yield page
    for name in ("page", "figures"):
        sys.modules.pop(name)


def test_the_page_is_of_the_kept_figures(page):
    assert page.PAGE.read_text(encoding="utf-8") == page.page(page.kept())


@pytest.mark.slow
def test_its_charts_are_of_the_kept_figures(page):
    for path, picture in page.pictures(page.kept()).items():
        assert path.read_text(encoding="utf-8") == picture, path.name


def test_every_benchmark_that_keeps_figures_is_on_the_page(page):
    keeping = {path.stem for path in BENCHMARKS.glob("*.py") if ".keep()" in path.read_text()}
    named = [name for names in page.PARTS.values() for name in names]
    assert sorted(named) == sorted([*keeping, *page.BY_HAND])


def test_figures_are_merged_by_group_and_name(page, monkeypatch, tmp_path, capsys):
    import figures

    monkeypatch.setattr(figures, "KEPT", tmp_path)
    given = figures.options("").parse_args(["--keep"])
    first = figures.Figures("some.py", given)
    assert first.add("time", "one", 3.0, "s", at_most=4)
    assert not first.add("time", "two", 5.0, "s", at_most=4)
    assert first.keep() == 1
    assert "time: two 5.0 s (at most 4: MISSED)\n" in capsys.readouterr().out
    second = figures.Figures("some.py", given, extra="--more")
    assert not second.add("time", "one", 3, at_least=4)
    assert second.add("value", "one", "draw", known="draw")
    assert second.keep() == 1
    kept = figures.read(tmp_path / "some.json")
    assert [(each.group, each.name, each.value, each.held) for each in kept] == [
        ("time", "one", 3, False),
        ("time", "two", 5.0, False),
        ("value", "one", "draw", True),
    ]
    assert [each.command.rpartition(" ")[2] for each in kept] == [
        "--more", "benchmarks/some.py", "--more",
    ]  # fmt: skip


def test_nothing_is_kept_unless_asked_for(page, monkeypatch, tmp_path):
    import figures

    monkeypatch.setattr(figures, "KEPT", tmp_path)
    found = figures.Figures("some.py", figures.options("").parse_args([]))
    found.add("time", "one", 3.0)
    assert found.keep() == 0
    assert not list(tmp_path.iterdir())


def test_measurements_in_turn_are_medians(page):
    import figures

    taken = []
    ways = {"one": iter([3.0, 9.0, 1.0]), "two": iter([5.0, 4.0, 6.0])}
    measures = {name: partial(lambda of: taken.append(of) or next(ways[of]), name) for name in ways}
    assert figures.in_turn(measures, 3) == {"one": 3.0, "two": 5.0}
    assert taken == ["one", "two"] * 3


def test_what_is_missed_is_said_first(page):
    found = page.kept()
    name = next(iter(found))
    missed = page.Figure("Time", "one", 3.0, "s", "at most 2", False, "x", "m", "2026-01-01", "c")
    assert "Missed: Time, one." in page.summary([*found[name], missed])
    assert page.summary([page.Figure(**{**missed.__dict__, "held": True})]).endswith(
        "targets are met."
    )


def table_rows(heading):
    """The rows of the table of docs/solving.md whose first line is so headed."""
    lines = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8").splitlines()
    begins = next(n for n, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    for line in lines[begins + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def game_of(name):
    """The game that a row of docs/solving.md is about, as benchmarks name it."""
    numbers = [*map(int, re.findall(r"\d+", name))]
    if name.startswith("Sim"):
        return repr(pg.Sim(*numbers))
    return repr(pg.TicTacToe() if name == "Tic-tac-toe" else pg.NumericalTicTacToe())


def test_what_was_found_is_what_was_measured(page):
    found = {
        (each.group, each.name): each.value for figures in page.kept().values() for each in figures
    }
    positions = "Whole games, unfinished positions up to symmetry"
    for game, value, end, count in table_rows("game | value for the first player"):
        assert found["Whole games, value", game_of(game)] == f"{value} in {end}"
        if count != "(by search)":
            assert f"{found[positions, game_of(game)]:,}" == count
    for game, forced, after, before, count in table_rows("game | player 1, 2, ... can force"):
        can_force = ", ".join(f"player {p}: {w}" for p, w in enumerate(forced.split(", "), 1))
        value = found["Whole games, value", game_of(game)]
        assert f"each can force {can_force}; max^n " in value
        assert f"next: {after}" in value
        assert f"previous: {before}" in value
        assert f"{found[positions, game_of(game)]:,}" == count
    for board, value, visited in table_rows("board | value"):
        assert found["Connect Four, value", board] == value
        assert f"{found['Connect Four, positions visited', board]:,}" == visited
