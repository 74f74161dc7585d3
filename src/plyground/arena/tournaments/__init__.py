"""Tournaments of many players: plans, schedules, results that cannot be lost, tables."""

from plyground.arena.tournaments.errors import TournamentError
from plyground.arena.tournaments.fame import Fame, hall_of_fame
from plyground.arena.tournaments.plan import (
    KINDS,
    Entrant,
    Openings,
    Plan,
    as_text,
    load,
    read,
)
from plyground.arena.tournaments.running import SUFFIX, Hall, Sitting, Tournament, by_hand
from plyground.arena.tournaments.schedule import Meeting, Round
from plyground.arena.tournaments.standings import Line, Played, Standings

__all__ = [
    "KINDS",
    "SUFFIX",
    "Entrant",
    "Fame",
    "Hall",
    "Line",
    "Meeting",
    "Openings",
    "Plan",
    "Played",
    "Round",
    "Sitting",
    "Standings",
    "Tournament",
    "TournamentError",
    "as_text",
    "by_hand",
    "hall_of_fame",
    "load",
    "read",
]
