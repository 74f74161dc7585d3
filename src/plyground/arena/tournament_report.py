"""A tournament in words and as data: tables, notes, JSON and records are the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from plyground.arena.exactness import NOTHING, Exactness
from plyground.arena.meeting import Played
from plyground.arena.plan import SERIES, Plan, titles
from plyground.arena.rating import BOUNDS, Rating, Ratings
from plyground.arena.report import (
    FIGURES,
    Columns,
    Data,
    counted,
    csv_text,
    elo_text,
    figures,
    of_each,
)
from plyground.arena.table import Line, Table
from plyground.kernel import GENERATOR
from plyground.position import ending_text
from plyground.records import Record, RecordedMove
from plyground.render.rating_chart import Rated

_FORFEITS_TOLD = 12


def rating_text(rating: Rating | None) -> str:
    """A rating with its 95 % error, or what is known instead; "" without a match."""
    if rating is None:
        return ""
    if rating.bound is None:
        return BOUNDS[None]
    return elo_text(rating.elo, rating.error, BOUNDS[rating.bound])


def rated_lines(standings: Table) -> list[Rated]:
    """The entrants that have a rating, for a chart, in the order of the table."""
    rated, names = standings.rated, shown_names(standings.plan)
    return [
        Rated(names[line.player], each.elo, each.error, each.bound, rating_text(each))
        for line in standings.ranking
        if (each := rated.get(line.name)) is not None
    ]


def exact_text(found: Exactness, player: int) -> str:
    """The share of a player's moves that keep the exact value; "" if no move counts."""
    share = found.shares.get(player)
    return "" if share is None else f"{100 * share.of_all:.0f} %"


def points_text(points: float) -> str:
    """Points, which may have a half."""
    return f"{points:,.12g}"


def shown_names(plan: Plan) -> tuple[str, ...]:
    """What people read of the entrants: "Minimax, depth 5" for a player without another name."""
    game = plan.games[0] if len(plan.games) == 1 else None
    full = [
        each.player.called(game).full if each.name == each.player.text else each.name
        for each in plan.entrants
    ]
    lower = [name.casefold() for name in full]
    return tuple(
        name if lower.count(name.casefold()) == 1 else each.name
        for name, each in zip(full, plan.entrants, strict=True)
    )


def settings_text(plan: Plan) -> str:
    """The games and how they are played: "Connect Four; round robin, 4 rounds, seed 1"."""
    said = [plan.kind]
    if not plan.ends_itself:
        said.append(counted(plan.rounds or 0, "round"))
    said.append(f"seed {plan.seed}")
    return f"{titles(plan)}; {', '.join(said)}"


def openings_text(plan: Plan) -> str:
    """Where the matches begin, as a sentence."""
    stated = plan.openings
    turns = "with every player in every seat"
    if stated.file is not None:
        return f"Meetings begin as the games of {stated.file.name} do, {turns}."
    if stated.plies == 0:
        return f"Meetings begin at the start of the game, {turns}."
    plies = "a few" if stated.plies is None else str(stated.plies)
    moves = f"{plies} random move{'' if stated.plies == 1 else 's'}"
    if stated.balanced:
        moves += f" that leave{'s' if stated.plies == 1 else ''} a draw"
    return f"Meetings begin after {moves}, {turns}."


NARROWEST = 3
"""The level of `table` that leaves out the most columns."""


def table(
    standings: Table, found: Exactness = NOTHING, narrow: int = 0, rated: bool = True
) -> Columns:
    """Place, name, rating, points and results of each entrant, and what there is to say of it.

    The more `narrow`, the more of the less important columns are left out. Unless `rated`, nobody
    is, and nothing else is said.
    """
    ratings, names = standings.rated if rated else {}, shown_names(standings.plan)
    columns: dict[str, tuple[int, Callable[[Line], str]]] = {
        "Place": (NARROWEST, lambda line: str(line.place)),
        "Player": (NARROWEST, lambda line: names[line.player]),
        "Elo": (NARROWEST, lambda line: rating_text(ratings.get(line.name))),
        "Points": (NARROWEST, lambda line: points_text(line.points)),
        **{each.head: (each.narrow, each.cell) for each in FIGURES if each.head},
    }
    if found.shares:
        columns["Exact"] = (2, lambda line: exact_text(found, line.player))
    cells = {head: cell for head, (most, cell) in columns.items() if narrow <= most}
    return Columns.of(standings.ranking, cells, *(notes(standings, found) if rated else ()))


def crosstable(standings: Table) -> Columns:
    """The points of each entrant against each other one, in the order of the table."""
    lines, fields, names = standings.ranking, standings.crosstable, shown_names(standings.plan)
    rows = tuple(
        (
            f"{line.place} {names[line.player]}",
            *(cell_text(*fields[line.player][other.player]) for other in lines),
        )
        for line in lines
    )
    return Columns(("", *(str(line.place) for line in lines)), rows, ())


def cell_text(points: float, matches: int) -> str:
    """The points against another; "" if they have not met."""
    return points_text(points) if matches else ""


def rating_notes(ratings: Ratings, names: Mapping[str, str], left: int) -> Iterator[str]:
    """What must be said beside ratings that leave out so many matches; `names` are shown."""
    zero = ratings.anchor
    above = f"{names[zero]} has 0" if zero else "their mean is 0"
    yield f"Elo by all matches, with 95 % errors; {above}."
    if left:
        yield (
            f"Elo leaves out {counted(left, 'match', 'matches')} of players who have not met "
            "in every seat."
        )


def rating_data(rating: Rating | None) -> dict[str, Any]:
    """A rating as data: its Elo and error where they are known, and what is known instead."""
    return {
        "elo": None if rating is None or rating.bound is None else rating.elo,
        "error": rating.error if rating is not None and math.isfinite(rating.error) else None,
        "elo_is": BOUNDS[rating.bound if rating else 0],
    }


def notes(standings: Table, found: Exactness) -> Iterator[str]:
    """What must be said beside the table, in sentences."""
    plan, count = standings.plan, len(standings.played)
    names = dict(zip(plan.names, shown_names(plan), strict=True))
    if standings.ratings is not None:
        yield from rating_notes(standings.ratings, names, standings.ratings.uncounted)
    if found.shares:
        moves = sum(share.moves for share in found.shares.values())
        yield (
            f"Exact: of {moves:,} moves in {counted(found.matches, 'match', 'matches')}, how many "
            "keep the value that best play gives; only moves with a choice, and something to lose."
        )
    if count:
        yield f"Different games: {standings.different:,} of {count:,}."
    if plan.not_repeatable:
        yield f"Not repeatable: {_listed([names[each] for each in plan.not_repeatable])}."
    byes = [f"{names[line.name]}: {line.byes}" for line in standings.ranking if line.byes]
    if byes:
        yield f"Byes: {'; '.join(byes)}."
    forfeits = standings.forfeits
    for name, why, times in forfeits[:_FORFEITS_TOLD]:
        yield f"{names[name]} forfeited {counted(times, 'match', 'matches')}: {why}"
    if len(forfeits) > _FORFEITS_TOLD:
        yield f"... and {len(forfeits) - _FORFEITS_TOLD} more reasons for forfeits"


def _listed(names: Sequence[str]) -> str:
    return ("; " if any("," in name for name in names) else ", ").join(names)


def result_text(played: Played, names: Sequence[str]) -> str:
    """How a match ended: "depth 3 wins: four in a row", with the names of those who played."""
    seated = [names[player] for player in played.seating]
    outcome = played.match.outcome
    if outcome.how in ("rules", "adjudicated") and outcome.named is not None:
        player, what = outcome.named
        return f"{seated[player]} {what}: {outcome.reason}"
    return ending_text(outcome, seated)


def points_of(played: Played) -> tuple[float, ...]:
    """The points at each seat."""
    return tuple(played.half_points(player) / 2 for player in played.seating)


def score_text(played: Played) -> str:
    """The result in the manner of records, such as 1-0 or ½-½."""
    return "-".join("½" if each == 0.5 else f"{each:.0f}" for each in points_of(played))


# As data


def as_data(standings: Table, expected: int, found: Exactness = NOTHING) -> dict[str, Any]:
    """A tournament as one JSON object."""
    plan, ratings = standings.plan, standings.ratings
    return {
        "title": plan.title,
        **{key: value for key, value in plan.identity().items() if key != "players"},
        "rounds": plan.rounds,
        "generator": GENERATOR,
        "expected": expected,
        "played": len(standings.played),
        "different": standings.different,
        "not_repeatable": list(plan.not_repeatable),
        "players": [_entrant(standings, line, found) for line in standings.ranking],
        "crosstable": [
            [list(standings.crosstable[line.player][other.player]) for other in standings.ranking]
            for line in standings.ranking
        ],
        "seats": [
            {"game": int(game), "seat": seat + 1, "elo": elo}
            for (game, seat), elo in (ratings.seats.items() if ratings else ())
        ],
        "forfeits": [
            dict(zip(("player", "reason", "matches"), each, strict=True))
            for each in standings.forfeits
        ],
        "matches": [_match(standings, each) for each in standings.played],
    }


def _entrant(standings: Table, line: Line, found: Exactness) -> dict[str, Any]:
    rating, share = standings.rated.get(line.name), found.shares.get(line.player)
    return {
        "place": line.place,
        "name": line.name,
        "player": standings.plan.entrants[line.player].player.text,
        **rating_data(rating),
        **figures(line),
        "matches": line.matches,
        "byes": line.byes,
        "exact": None if share is None else {"kept": share.kept, "moves": share.moves},
    }


def _match(standings: Table, played: Played) -> dict[str, Any]:
    match = played.match
    return {
        "match": played.meeting.number,
        "turn": played.turn,
        "round": played.meeting.round + 1,
        "game": played.meeting.game,
        "players": [standings.plan.names[player] for player in played.seating],
        "points": list(points_of(played)),
        "opening": len(played.meeting.opening),
        "moves": list(match.moves),
        "ending": match.outcome.to_json(),
    }


def rows(standings: Table) -> Data:
    """A row for each match, for tables of other programs."""
    plan = standings.plan
    found: Data = []
    for each in standings.played:
        game, match = plan.games[each.meeting.game], each.match
        numbered = of_each(
            plan.seats,
            player=[plan.names[player] for player in each.seating],
            points=points_of(each),
            nodes=[effort.nodes for effort in match.efforts],
            seconds=[round(sum(effort.seconds), 6) for effort in match.efforts],
        )
        found.append(
            {
                "meeting": each.meeting.number,
                "turn": each.turn,
                "round": each.meeting.round + 1,
                "game": game.name,
                "parameters": ", ".join(f"{name}={value}" for name, value in game.values.items()),
                **numbered,
                "plies": len(match.moves),
                "opening": len(each.meeting.opening),
                "moves": " ".join(match.moves),
                "ending": match.outcome.how,
                "reason": match.outcome.reason,
            }
        )
    return found


def as_csv(standings: Table) -> str:
    """A line for each match."""
    return csv_text(rows(standings))


def as_records(standings: Table, date: str = "") -> Iterator[Record]:
    """The matches as records."""
    return (as_record(standings, each, date) for each in standings.played)


def as_record(standings: Table, played: Played, date: str = "") -> Record:
    """One match as a record, with the time of every move that a player made."""
    plan, match = standings.plan, played.match
    opening = len(played.meeting.opening)
    entrants = [plan.entrants[player] for player in played.seating]
    times = [iter(effort.seconds) for effort in match.efforts]
    position, moves = plan.games[played.meeting.game].position(), []
    for ply, text in enumerate(match.moves):
        seconds = None if ply < opening else next(times[position.turn], None)
        moves.append(RecordedMove(text, seconds=None if seconds is None else round(seconds, 6)))
        position = position.play(text)
    return Record.of(
        position,
        moves=moves,
        players=[each.player.text for each in entrants],
        names=["" if each.name == each.player.text else each.name for each in entrants],
        seed=str(plan.seed),
        generator=GENERATOR,
        date=date,
        ending=match.outcome,
        tags=(
            *((("Event", plan.title),) if plan.title else ()),
            ("Round", str(played.meeting.round + 1)),
            *((("Opening", str(opening)),) if plan.kind != SERIES else ()),
        ),
    )
