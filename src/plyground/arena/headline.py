"""What a run has come to, in a few words: who won it, or who leads; the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.arena.kinds import KINDS
from plyground.arena.plan import SERIES, Plan
from plyground.arena.report import counted
from plyground.arena.table import Line, Table
from plyground.arena.tournament_report import shown_names
from plyground.position import full_title
from plyground.position.face import capital

_NAMED = 3  # who share the first place
_TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}


@dataclass(frozen=True)
class Headline:
    """The words, and the numbers of the entrants that they name."""

    words: str
    named: tuple[int, ...] = ()


def names_of(table: Table) -> tuple[str, ...]:
    """What people read of the entrants, numbered where two of a series are alike."""
    return table.called if table.plan.kind == SERIES else shown_names(table.plan)


def half_text(points: float) -> str:
    """Points, with a half as a sign: 19½."""
    whole = int(points)
    half = "½" if points > whole else ""
    return half if half and not whole else f"{whole:,}{half}"


def headline(table: Table, over: bool) -> Headline:
    """Who won the matches of a table, if they are `over`, or leads."""
    if not table.played:
        return Headline("No game was finished" if over else "The first games are being played")
    names, ranking = names_of(table), table.ranking
    first = [each for each in ranking if _level(table, each, ranking[0])]
    if len(first) > 1:
        *some, last = (names[each.player] for each in first)
        level = f"{', '.join(some)} and {last} are level"
        if len(first) > _NAMED:
            level = f"{len(first)} players are level"
        named = tuple(each.player for each in first) if len(first) <= _NAMED else ()
        return Headline(f"{level}: {_of(table, first[0])}", named)
    (winner,) = first
    how = "won" if over else "leads"
    return Headline(f"{names[winner.player]} {how}: {_of(table, winner)}", (winner.player,))


def _level(table: Table, one: Line, other: Line) -> bool:
    if table.plan.kind == "knockout":
        return one.place == other.place
    return one.points == other.points


def _of(table: Table, line: Line) -> str:
    return f"{half_text(line.points)} of {table.possible(line):,}"


def games_text(plan: Plan) -> str:
    """The games, with their parameters where these are not the usual ones."""
    usual = (each for each in plan.games if each == type(each)())
    short = {each: each.title for each in usual}
    return ", ".join(short.get(each) or full_title(each) for each in plan.games)


def how_text(plan: Plan, played: int, expected: int, over: bool) -> str:
    """The games, and how they are played, as a sentence or two."""
    games = games_text(plan)
    count = counted(played, "game")
    if not over and expected > played:
        count = f"{played:,} of {expected:,} games so far"
    if plan.kind == SERIES:
        return f"{games}. {capital(count)}."
    rounds = plan.rounds or 0
    often = _TIMES.get(rounds, f"{rounds:,} times")
    kind = KINDS.get(plan.kind)
    way = plan.kind if kind is None else kind.said.format(often=often, rounds=rounds)
    return f"{games}. {way}: {count}."
