"""What an experiment found, in a plain sentence or two, and whether that is enough to say so.

Who is ahead is named only together with whether chance alone could have made the difference: where
95 % intervals overlap, the sentence says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from plyground.arena.report import Data, counted
from plyground.arena.run import Run
from plyground.arena.statistics import wilson
from plyground.position.face import capital

Named = Callable[[str], str]
"""Gives a player, known by its text, the name that people read."""

FEWEST = {"series": 20, "grid": 20, "search": 10, "heuristic": 5, "learning": 100}
"""Games of a player or a learner, positions, or positions of each ply, below which chance has the
last word.
"""

AGAINST = " against "
"""Between the players of a row."""

_EVEN = 0.5  # of the points of two


class _Share(NamedTuple):
    """What one of those compared reached of what it could, with its 95 % interval."""

    name: str
    counted: str
    part: float
    low: float
    high: float

    def is_clearly_more(self, other: _Share) -> bool:
        return self.low > other.high


def _share(name: str, reached: float, total: float, independent: float) -> _Share:
    ends = wilson(reached, total, independent)
    return _Share(name, f"{reached:,g} of {total:,g}", reached / total, *ends)


def sentence(run: Run, found: Data, named: Named = str) -> str:
    """The answer in one sentence; empty while there is none."""
    said = _KINDS[run.plan.asks](found, named) if run.played else ""
    return capital(said)


def warning(run: Run) -> str:
    """Why the answer says little, if there are too few rounds; else empty."""
    plan, kind = run.plan, run.plan.asks
    met = len(plan.texts) - 1 if kind == "grid" else 1  # opponents of each player
    number = plan.runs * (plan.rounds or 0) * met
    if number >= FEWEST[kind]:
        return ""
    if kind in ("series", "grid"):
        reach = 100 * (wilson(number / 2, number)[1] - 0.5)
        return (
            f"{counted(number, 'game')} for each player {_say(number)} little: chance alone moves "
            f"a share of wins by up to {reach:.0f} in 100 either way. Play {FEWEST[kind]} or more."
        )
    if kind == "learning":
        played = counted(number, "game")
        return f"{played} teach little: let each learner play {FEWEST[kind]} or more."
    where = " of each ply" if kind == "heuristic" else ""
    return (
        f"{counted(number, 'position')}{where} {_say(number)} little: others may give another "
        f"answer. Take {FEWEST[kind]} or more."
    )


def _say(number: int) -> str:
    return "says" if number == 1 else "say"


def _of_one(row: dict[str, Any], named: Named) -> str:
    """Of two players, the first is better, is worse, or may be."""
    one, *others = (f"“{named(text)}”" for text in row["players"].split(AGAINST))
    points, other = row["wins"] + row["draws"] / 2, " and ".join(others)
    share = _share(one, points, row["played"], row["independent"])
    drawn = f", drew {row['draws']:,}" if row["draws"] else ""
    reached = f"won {row['wins']:,}{drawn} and lost {row['losses']:,} of {row['played']:,} games"
    if share.low > _EVEN or share.high < _EVEN:
        better = "better" if share.low > _EVEN else "worse"
        return f"{one} is {better} than {other}: it {reached}."
    return f"No clear difference: against {other}, {one} {reached}, which may be chance."


def _of_series(found: Data, named: Named) -> str:
    if len(found) == 1 and found[0]["players"].count(AGAINST) == 1:
        return _of_one(found[0], named)
    shares = [
        _share(f"“{row['label']}”", row["wins"], row["played"], row["independent"])
        for row in found
        if row["played"]
    ]
    best, least = max(shares, key=attrgetter("part")), min(shares, key=attrgetter("part"))
    if len(shares) < 2:
        return f"{best.name} won {best.counted} games."
    if best.part == least.part:
        return f"All are level: each won {best.counted} games."
    if not best.is_clearly_more(least):
        return (
            f"No clear difference: {best.name} won {best.counted} games, "
            f"{least.name} {least.counted}, which may be chance."
        )
    most, fewest = (_equals(shares, each) for each in (best, least))
    return f"{most} won most, {best.counted} games, and {fewest} least, {least.counted}."


def _equals(shares: Sequence[_Share], one: _Share) -> str:
    """Those that reached as much as one of them."""
    *names, last = (each.name for each in shares if each.part == one.part)
    return f"{', '.join(names)} and {last}" if names else last


def work(run: Run, found: Data) -> str:
    """What the lines of a chart change at the greatest depth that they share, and what depth does
    within the longest of them: positions a move, and time. Empty where rows have no depths.
    """
    if run.plan.asks != "series":
        return ""
    lines: dict[str, dict[int, dict[str, Any]]] = {}
    for row, each in zip(run.plan.rows, found, strict=True):
        if row.depth is not None and each["played"] and each["nodes_per_move"]:
            lines.setdefault(row.line, {})[row.depth] = each
    said = []
    shared = set.intersection(*map(set, lines.values())) if len(lines) > 1 else set()
    if shared:
        depth = max(shared)
        by_work = sorted(lines, key=lambda line: float(lines[line][depth]["nodes_per_move"]))
        least, most = by_work[0], by_work[-1]
        more = _more(lines[most][depth], lines[least][depth], f" positions as “{least}”")
        said.append(f"at depth {depth}, “{most}” {more}")
    longest = max(lines.values(), key=len, default={})
    if len(longest) > 1:
        low, high = min(longest), max(longest)
        line = next(name for name, rows in lines.items() if rows is longest)
        within = f"with “{line}”, " if line else ""
        more = _more(longest[high], longest[low], f" as depth {low}")
        said.append(f"{within}depth {high} {more}")
    text = "; ".join(said)
    return f"{capital(text)}." if text else ""


def _more(row: dict[str, Any], than: dict[str, Any], what: str) -> str:
    """How many times as much work and time a row is."""
    said = f"visited {_times(row['nodes_per_move'], than['nodes_per_move'])} times as many{what}"
    if not than["seconds_per_100"]:
        return said
    longer = _times(row["seconds_per_100"], than["seconds_per_100"])
    return f"{said} and took {longer} times as long"


def _times(more: float, less: float) -> str:
    times = more / less
    return f"{times:,.0f}" if times >= 100 else f"{times:.2g}"


def _of_grid(found: Data, named: Named) -> str:
    names = list(dict.fromkeys(row["player"] for row in found))
    shares = []
    for name in names:
        rows = [row for row in found if row["player"] == name]
        total = sum(row["played"] for row in rows)
        if total:
            points, independent = (
                sum(row[what] for row in rows) for what in ("points", "independent")
            )
            shares.append(_share(named(name), points, total, independent))
    first, second, *_ = sorted(shares, key=attrgetter("part"), reverse=True)
    if first.part == second.part:
        return f"{first.name} and {second.name} are level, with {first.counted} points."
    if first.is_clearly_more(second):
        return (
            f"{first.name} is the strongest, with {first.counted} points; "
            f"{second.name} has {second.counted}."
        )
    return (
        f"{first.name} has {first.counted} points and {second.name} {second.counted}, "
        "which may be chance."
    )


def _of_search(found: Data, named: Named) -> str:
    least = min(found, key=itemgetter("nodes"))
    most = max(found, key=itemgetter("nodes"))
    if least["nodes"] == most["nodes"]:
        work = f"All visited equally many positions, {least['nodes']:,}"
    else:
        work = f"{named(least['player'])} visited the fewest positions, {least['nodes']:,}"
        if least["nodes"]:
            times = f"{most['nodes'] / least['nodes']:.3g}"
            work += f"; {named(most['player'])} visited {times} times as many"
    compared = [row for row in found if row["compared"]]
    if len(compared) < 2:
        return f"{work}."
    same = all(row["same_score"] == row["compared"] for row in compared)
    return f"{work}. {'All found the same scores' if same else 'Their scores differ'}."


def _of_heuristics(found: Data, _named: Named) -> str:
    shares = [
        _Share(row["heuristic"], "", row["share"], row["low"], row["high"])
        for row in found
        if row["ply"] is None and row["pairs_of"] == "results" and row["pairs"]
    ]
    if not shares:
        return "These positions have no moves that differ in their results."
    best = max(shares, key=attrgetter("part"))
    said = f"puts {100 * best.part:.0f} of 100 pairs of moves in the right order"
    if len(shares) < 2:
        return f"{best.name} {said}; a coin would put 50."
    least = min(shares, key=attrgetter("part"))
    if best.is_clearly_more(least):
        return f"{best.name} {said}, {least.name} only {100 * least.part:.0f}."
    return f"{best.name} {said}, {least.name} {100 * least.part:.0f}, which may be chance."


def _of_learning(found: Data, _named: Named) -> str:
    last = {row["learner"]: row for row in found}  # the last of each
    best = max(last.values(), key=itemgetter("right"))
    said = f"“{best['learner']}” is right in {100 * best['right']:.1f} of 100 positions"
    games = f"after {best['games']:,} games"
    if len(last) < 2:
        return f"{said} {games}."
    least = min(last.values(), key=itemgetter("right"))
    return f"{said} {games}, “{least['learner']}” in {100 * least['right']:.1f}."


_KINDS: dict[str, Callable[[Data, Named], str]] = {
    "series": _of_series,
    "grid": _of_grid,
    "search": _of_search,
    "heuristic": _of_heuristics,
    "learning": _of_learning,
}
