"""A tournament as data: JSON with everything, a line of CSV for each match, and its records."""

from __future__ import annotations

import csv
import io
import math
from typing import Any

from plyground.arena.tournaments.standings import Line, Played, Standings
from plyground.kernel import GENERATOR
from plyground.position import Position
from plyground.records import Record, RecordedMove

_BOUNDS = {1: "more than", -1: "less than"}


def as_data(standings: Standings, expected: int) -> dict[str, Any]:
    """A tournament as one JSON object."""
    plan = standings.plan
    return {
        "title": plan.title,
        **{key: value for key, value in plan.identity().items() if key != "players"},
        "rounds": plan.rounds,
        "expected": expected,
        "played": len(standings.played),
        "different": standings.different,
        "not_repeatable": list(plan.not_repeatable),
        "players": [_entrant(standings, line) for line in standings.table],
        "crosstable": [
            [list(standings.crosstable[line.player][other.player]) for other in standings.table]
            for line in standings.table
        ],
        "forfeits": [
            {"player": name, "reason": why, "matches": times}
            for name, why, times in standings.forfeits
        ],
        "matches": [_match(standings, each) for each in standings.played],
    }


def _entrant(standings: Standings, line: Line) -> dict[str, Any]:
    rating = standings.rated.get(line.name)
    return {
        "place": line.place,
        "name": line.name,
        "player": standings.plan.entrants[line.player].player.text,
        "elo": None if rating is None or rating.bound is None else rating.elo,
        "error": rating.error if rating is not None and math.isfinite(rating.error) else None,
        "elo_is": _BOUNDS.get((rating and rating.bound) or 0, ""),
        "points": line.points,
        "matches": line.matches,
        "won": line.wins,
        "drawn": line.draws,
        "lost": line.losses,
        "forfeits": line.forfeits,
        "byes": line.byes,
        "moves": line.moves,
        "nodes": line.nodes,
        "seconds": round(line.seconds, 6),
    }


def _match(standings: Standings, played: Played) -> dict[str, Any]:
    return {
        "match": played.meeting.number,
        "turn": played.turn,
        "round": played.meeting.round + 1,
        "game": played.meeting.game,
        "players": [standings.plan.names[player] for player in played.seating],
        "points": [played.half_points(player) / 2 for player in played.seating],
        "opening": len(played.meeting.opening),
        "moves": list(played.match.moves),
        "ending": played.match.outcome.to_json(),
    }


def as_csv(standings: Standings) -> str:
    """A line for each match; a seat that its game does not have is empty."""
    found = [_row(standings, each) for each in standings.played]
    text = io.StringIO()
    if found:
        writer = csv.DictWriter(text, found[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    return text.getvalue()


def _row(standings: Standings, played: Played) -> dict[str, Any]:
    plan, match = standings.plan, played.match
    game = plan.games[played.meeting.game]
    by_seat: dict[str, list[Any]] = {
        "player": [plan.names[player] for player in played.seating],
        "points": [played.half_points(player) / 2 for player in played.seating],
        "nodes": [effort.nodes for effort in match.efforts],
        "seconds": [round(sum(effort.seconds), 6) for effort in match.efforts],
    }
    return {
        "meeting": played.meeting.number,
        "turn": played.turn,
        "round": played.meeting.round + 1,
        "game": game.name,
        "parameters": ", ".join(f"{name}={value}" for name, value in game.values.items()),
        **{
            f"{name}_{seat + 1}": values[seat] if seat < len(values) else None
            for name, values in by_seat.items()
            for seat in range(plan.seats)
        },
        "plies": len(match.moves),
        "opening": len(played.meeting.opening),
        "moves": " ".join(match.moves),
        "ending": match.outcome.how,
        "reason": match.outcome.reason,
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
