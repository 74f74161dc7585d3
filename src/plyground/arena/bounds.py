"""How much a run may do where it is not the user's own computer."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.arena.match import RunError
from plyground.arena.plan import LEARNING, Plan
from plyground.players import Player
from plyground.players.registry import BUILT_IN


class BoundError(RunError):
    """A run beyond the bounds; `about` is "rounds", "players" or an option of a player."""

    def __init__(self, said: str, about: str) -> None:
        super().__init__(said)
        self.about = about


@dataclass(frozen=True)
class Bounds:
    """How much an experiment may do where it is not the user's own computer; `what` it is."""

    what: str = "an experiment"
    rounds: int = 1000
    games: int = 20_000  # of a learner
    steps: int = 10_000
    players: int = 8
    depth: int = 12
    seconds: float = 2.0  # for a move
    playouts: int = 100_000

    def rounds_of(self, kind: str) -> int:
        """How many rounds an experiment of a kind may have."""
        return self.games if kind == LEARNING else self.rounds

    def rounds_for(self, plan: Plan) -> int:
        """How many rounds the experiment of a plan may have, by all that it does in each."""
        most = self.rounds_of(plan.kind)
        each = plan.most_matches // (plan.rounds or 1)
        return most if plan.kind == LEARNING else min(most, self.steps // max(1, each))

    def check(self, plan: Plan) -> None:
        """Raise BoundError, saying what is accepted, for a question beyond the bounds."""
        rounds, most = plan.rounds or 0, self.rounds_of(plan.kind)
        if not 1 <= rounds <= most:
            raise BoundError(
                f"an experiment here has 1 to {most:,} rounds, and not {rounds:,}", "rounds"
            )
        compared = plan.rows or plan.heuristics or plan.names
        if len(set(compared)) > self.players:
            raise BoundError(
                f"an experiment here compares at most {self.players}, and not {len(compared)}",
                "players",
            )
        steps = plan.most_matches
        if steps > self.steps and plan.kind != LEARNING:
            raise BoundError(
                f"an experiment here has at most {self.steps:,} matches, searches or positions, "
                f"and this one would have {steps:,}: choose fewer rounds",
                "rounds",
            )
        for entrant in sorted(plan.entrants, key=lambda each: each.player.text):
            self.check_player(entrant.player)

    def check_player(self, player: Player | None) -> None:
        """Raise BoundError for a player that may not take part, or not with these options."""
        if player is None or type(player) not in BUILT_IN:
            raise BoundError(
                f"{self.what} here takes the players that come with Plyground", "players"
            )
        limits = player.limits
        for about, what, asked, most in (
            ("depth", "a depth", limits.depth, self.depth),
            ("seconds", "the time of a move in seconds", limits.seconds, self.seconds),
            ("playouts", "the number of playouts", limits.playouts, self.playouts),
        ):
            if asked is not None and asked > most:
                raise BoundError(
                    f"{what} is at most {most:,} in {self.what} here, and not {asked:,}", about
                )
