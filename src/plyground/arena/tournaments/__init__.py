"""Tournaments of many players: plans, schedules, results that cannot be lost, tables."""

from plyground.arena.tournaments.errors import TournamentError
from plyground.arena.tournaments.plan import (
    KINDS,
    Entrant,
    Openings,
    Plan,
    as_text,
    load,
    read,
)
from plyground.arena.tournaments.running import SUFFIX, Tournament
from plyground.arena.tournaments.schedule import Meeting, Round
from plyground.arena.tournaments.standings import Line, Played, Standings

__all__ = [
    "KINDS",
    "SUFFIX",
    "Entrant",
    "Line",
    "Meeting",
    "Openings",
    "Plan",
    "Played",
    "Round",
    "Standings",
    "Tournament",
    "TournamentError",
    "as_text",
    "load",
    "read",
]
