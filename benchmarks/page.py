"""Makes docs/benchmarks.md and its charts from the kept figures.

Run `python benchmarks/page.py`; `make bench` does, after it has run the benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import altair as alt
from figures import KEPT, ROOT, Figure, in_words, read

from plyground.render import charts

PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = ROOT / "docs" / "images"

# The parts of the page in order, and the benchmarks whose figures each part has.
PARTS = {
    "Rules": ("perft",),
    "Searches and players": ("search", "levels", "calibration", "arena", "heuristics", "learning"),
    "Perfect play": (
        *("solver_checks", "solver", "engine", "boards", "openings"),
        *("tables", "sim9", "book", "questions", "recipes", "endings", "by_heart"),
    ),
    "Reviews and puzzles": ("why", "merits", "review", "puzzles"),
    "Commands and the app": ("first_minute", "pupils", "owners", "last_week", "eyes", "records"),
    "Bridges": ("openspiel_rules", "kaggle", "cutechess"),
}

# Figures that take hours are copied by hand from what their commands print, in the same form.
BY_HAND = ("sim9", "book")

HEAD = """\
# Benchmarks

<!-- Made by benchmarks/page.py: changes made here are lost. -->

{summary}

`make bench` measures everything that takes minutes, and makes this page. Each figure has its own
command, date and commit; a + after the commit means that files had changed since. Figures that
take hours, or that need other solvers and their test sets, are measured separately, by the command
next to them. The machines do other work too, so trust ratios, medians and counts more than times.
"""

WIDTH = 440
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5b5b5b", "#e69f00")  # of Okabe and Ito
OURS = ("minimax", "alpha-beta", "alpha-beta with table")
# Other programs by their names in the chart, and how the names of their searches begin.
OTHERS = {"old programs": "old program", "OpenSpiel": "OpenSpiel", "easyAI": "easyAI"}


def kept() -> dict[str, list[Figure]]:
    """All figures, by benchmark, in the order of the table."""
    there = {path.stem: read(path) for path in KEPT.glob("*.json")}
    names = [name for part in PARTS.values() for name in part]
    if unknown := there.keys() - set(names):
        raise SystemExit(f"PARTS has no place for the figures of {', '.join(sorted(unknown))}")
    return {name: there[name] for name in names if name in there}


def page(found: dict[str, list[Figure]]) -> str:
    """The page as Markdown."""
    every = [figure for figures in found.values() for figure in figures]
    parts = [HEAD.format(summary=summary(every))]
    for name, (title, _) in CHARTS.items():
        parts.append(f"## {title}\n\n![{title}](images/bench-{name}.svg)\n")
    parts.append("## Every figure\n")
    for part, names in PARTS.items():
        if figures := [figure for name in names for figure in found.get(name, ())]:
            parts.append(folded(part, figures))
    machines = sorted({figure.machine for figure in every})
    parts.append("Measured on: " + "; ".join(machines) + ".")
    return "\n".join(parts) + "\n"


def folded(part: str, figures: list[Figure]) -> str:
    """The figures of a part, hidden until a reader opens them."""
    lines = ["| | figure | target | date | commit |", "|:--|--:|:--|:--|:--|", *rows(figures)]
    title = f"<summary>{part}: {len(figures)} figures</summary>"
    body = "\n".join(lines)
    return f'<details class="figures" markdown>\n{title}\n\n{body}\n\n</details>\n'


def summary(every: list[Figure]) -> str:
    """How many figures there are, and which miss their targets."""
    judged = [figure for figure in every if figure.held is not None]
    missed = [figure for figure in judged if not figure.held]
    text = f"{len(judged)} of the {len(every)} figures have a target"
    if not missed:
        return f"{text}; all targets are met."
    names = "; ".join(f"{each.group}, {each.name}" for each in missed)
    return f"{text}; {len(judged) - len(missed)} are met. Missed: {names}."


def rows(figures: Iterable[Figure]) -> Iterator[str]:
    """Lines of the table: a heading for each group, then its figures."""
    groups: dict[tuple[str, str], list[Figure]] = {}
    for each in figures:
        groups.setdefault((each.group, each.command), []).append(each)
    for (group, command), members in groups.items():
        yield f"| **{group}**<br>`{command}` | | | | |"
        for each in members:
            held = {None: "", True: " ✓", False: " **missed**"}[each.held]
            yield (
                f"| {each.name} | {in_words(each.value)} {each.unit} | {each.wanted}{held} "
                f"| {each.date} | {each.commit} |"
            ).replace("  ", " ")


def search_chart(found: dict[str, list[Figure]]) -> Any:
    """Positions a second of each search, and of other programs."""
    data = []
    for each in found.get("search", ()):
        if each.unit == "million a second":
            whose = next((name for name in OTHERS if each.name.startswith(OTHERS[name])), each.name)
            data.append({"row": each.group, "series": whose, "amount": each.value})
    return dots(data, "Million positions a second", (*OURS, *OTHERS))


def solver_chart(found: dict[str, list[Figure]]) -> Any:
    """The exact solver and two others."""
    times = [each for each in found.get("solver", ()) if each.group.endswith(", mean time")]
    data = [
        {
            "row": each.group.removeprefix("Connect Four, ").removesuffix(", mean time"),
            "series": each.name,
            "amount": each.value,
        }
        for each in times
    ]
    return dots(data, "Microseconds for a position", tuple(dict.fromkeys(e.name for e in times)))


def whole_games_chart(found: dict[str, list[Figure]]) -> Any:
    """How long it takes to solve games from their start."""
    data = [
        {"row": game_of(each), "series": "", "amount": each.value}
        for name in ("tables", "sim9", "boards")
        for each in found.get(name, ())
        if "time to solve" in each.group
    ]
    return dots(sorted(data, key=lambda row: float(row["amount"])), "Seconds", ("",))


def game_of(figure: Figure) -> str:
    """The game's name, as for other boards."""
    return figure.name if "(" in figure.name else f"Connect Four {figure.name}"


def dots(data: list[dict[str, Any]], x: str, series: tuple[str, ...]) -> Any:
    """A line of dots for each row, on a logarithmic scale; their colours are the series."""
    alone = len(series) == 1
    order = list(dict.fromkeys(each["row"] for each in data))
    base = alt.Chart(alt.InlineData(values=data)).encode(
        x=alt.X(
            "amount:Q",
            title=x,
            scale=alt.Scale(type="log", nice=True),
            axis=alt.Axis(format="~g", values=[10.0**power for power in range(-4, 9)]),
        ),
        y=alt.Y("row:N", title=None, sort=order, axis=alt.Axis(labelLimit=420, grid=True)),
    )
    colour = alt.Color(
        "series:N",
        title=None,
        sort=list(series),
        scale=alt.Scale(domain=list(series), range=list(_COLOURS[: len(series)])),
        legend=None if alone else alt.Legend(orient="top"),
    )
    return (
        base.mark_point(filled=True, size=70, opacity=1)
        .encode(color=colour)
        .properties(width=WIDTH, height=alt.Step(24))
    )


# The title of each chart, and the function that draws it.
CHARTS: dict[str, tuple[str, Callable[[dict[str, list[Figure]]], Any]]] = {
    "search": ("How fast positions are searched", search_chart),
    "solver": ("Exact values, compared with two solvers in C++", solver_chart),
    "games": ("Solving a game from its start", whole_games_chart),
}


def pictures(found: dict[str, list[Figure]]) -> dict[Path, str]:
    """The charts, by their files."""
    return {
        IMAGES / f"bench-{name}.svg": charts.svg(draw(found)) + "\n"
        for name, (_, draw) in CHARTS.items()
    }


def main() -> None:
    """Write the page and its charts."""
    found = kept()
    PAGE.write_text(page(found), encoding="utf-8")
    for path, picture in pictures(found).items():
        path.write_text(picture, encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {summary([each for one in found.values() for each in one])}")


if __name__ == "__main__":
    main()
