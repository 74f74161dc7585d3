"""A tournament as data: JSON with its table, ratings and matches, and its table as CSV."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

from plyground.arena.rating import Rating
from plyground.arena.tournaments.standings import Played, Standings
from plyground.kernel import GENERATOR
from plyground.position import Position
from plyground.records import Record, RecordedMove

_COLUMNS = (
    "place", "name", "player", "points", "matches", "wins", "draws", "losses", "forfeits", "byes",
    "elo", "error", "bound", "moves", "nodes", "seconds",
)  # fmt: skip


def as_data(standings: Standings) -> dict[str, Any]:
    """A tournament as one JSON object."""
    plan = standings.plan
    return {
        "title": plan.title,
        **plan.identity(),
        "rounds": plan.rounds,
        "not_repeatable": list(plan.not_repeatable),
        "played": len(standings.played),
        "different": standings.different,
        "table": _rows(standings),
        "crosstable": [
            [{"points": points, "matches": matches} for points, matches in row]
            for row in standings.crosstable
        ],
        "matches": [
            {
                "meeting": each.meeting.number,
                "turn": each.turn,
                "round": each.meeting.round + 1,
                "game": each.meeting.game,
                "players": [plan.names[player] for player in each.seating],
                "points": [each.half_points(player) / 2 for player in each.seating],
                "opening": len(each.meeting.opening),
                "moves": list(each.match.moves),
                "ending": each.match.outcome.to_json(),
            }
            for each in standings.played
        ],
    }


def as_csv(standings: Standings) -> str:
    """A line for each entrant, the first one first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(standings))
    return text.getvalue()


def _rows(standings: Standings) -> list[dict[str, Any]]:
    rated = standings.rated
    return [
        {
            "place": line.place,
            "name": line.name,
            "player": standings.plan.entrants[line.player].player.text,
            "points": line.points,
            "matches": line.matches,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            "forfeits": line.forfeits,
            "byes": line.byes,
            **_rating(rated.get(line.name)),
            "moves": line.moves,
            "nodes": line.nodes,
            "seconds": round(line.seconds, 6),
        }
        for line in standings.table
    ]


def _rating(rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {"elo": None, "error": None, "bound": None}
    known = math.isfinite(rating.error)
    return {
        "elo": round(rating.elo, 1),
        "error": round(rating.error, 1) if known else None,
        "bound": {0: "", 1: "more than", -1: "less than", None: "nothing"}[rating.bound],
    }


def as_record(standings: Standings, played: Played, date: str = "") -> Record:
    """One match as a record, with the time of every move."""
    plan, match = standings.plan, played.match
    opening = len(played.meeting.opening)
    times = [iter(effort.seconds) for effort in match.efforts]
    position, moves = Position.start(plan.games[played.meeting.game]), []
    for number, text in enumerate(match.moves):
        if number >= opening:
            seconds = next(times[position.turn], None)
            moves.append(RecordedMove(text, seconds=seconds and round(seconds, 6)))
        position = position.play(text)
    return Record.of(
        position,
        moves=moves,
        start=opening,
        players=[plan.entrants[player].player.text for player in played.seating],
        seed=str(plan.seed),
        generator=GENERATOR,
        date=date,
        ending=match.outcome,
        tags=(("Event", plan.title), ("Round", str(played.meeting.round + 1))),
    )
