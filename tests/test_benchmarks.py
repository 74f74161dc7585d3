"""The page of benchmarks is what the kept figures make it."""

import sys
from pathlib import Path

import pytest

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


def test_its_charts_are_of_the_kept_figures(page):
    for path, picture in page.pictures(page.kept()).items():
        assert path.read_text(encoding="utf-8") == picture, path.name


def test_every_benchmark_that_keeps_figures_is_on_the_page(page):
    keeping = {path.stem for path in BENCHMARKS.glob("*.py") if ".keep()" in path.read_text()}
    named = [name for names in page.PARTS.values() for name in names]
    assert sorted(named) == sorted([*keeping, *page.BY_HAND])


def test_figures_are_merged_by_group_and_name(page, monkeypatch, tmp_path):
    import figures

    monkeypatch.setattr(figures, "KEPT", tmp_path)
    given = figures.options("").parse_args(["--keep"])
    first = figures.Figures("some.py", given)
    assert first.add("time", "one", 3.0, "s", at_most=4)
    assert not first.add("time", "two", 5.0, "s", at_most=4)
    first.keep()
    second = figures.Figures("some.py", given, extra="--more")
    assert not second.add("time", "one", 3, at_least=4)
    assert second.add("value", "one", "draw", known="draw")
    second.keep()
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
    found.keep()
    assert not list(tmp_path.iterdir())


def test_what_is_missed_is_said_first(page):
    found = page.kept()
    name = next(iter(found))
    missed = page.Figure("Time", "one", 3.0, "s", "at most 2", False, "x", "m", "2026-01-01", "c")
    assert "Missed: Time, one." in page.summary([*found[name], missed])
    assert page.summary([page.Figure(**{**missed.__dict__, "held": True})]).endswith("all do.")
