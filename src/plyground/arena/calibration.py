"""`Calibration`: how strong the players of one game are, in Elo above random play.

The entrants are `random`; a ladder of mixed players, because `random` loses every game to anything
that searches; the usual players; the levels for people; and further strengths on the scale of the
levels, put in where it climbs steeply: see `ladder`, which says who meets whom. Matches are kept in
a journal, as those of a tournament are, and any stop can be resumed. What comes next depends on the
seed and on the results so far.
"""

from __future__ import annotations

import hashlib
import math
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from plyground.arena.exactness import share_kept
from plyground.arena.ladder import ERROR, NARROW, opening_plies, strength_of
from plyground.arena.match import Playing, played_out
from plyground.arena.meeting import Done
from plyground.arena.plan import LADDER, Entrant, Openings, Plan
from plyground.arena.rating import RANDOM, RatingError, Ratings
from plyground.arena.run import Run
from plyground.arena.warming import new_seed
from plyground.kernel import GENERATOR
from plyground.players import Learned, Player, PlayerError, parse_player
from plyground.players.levels import BLIND, STEP, AtLevel, setting_of
from plyground.players.rated import AtStrength
from plyground.players.strengths import Strength, Strengths, rules_of, today
from plyground.position import SELF_TAUGHT, Game
from plyground.search import Control
from plyground.search.learning import shipped_mark

_LADDER = ("mixed:20", "mixed:40", "mixed:60", "mixed:80")
_USUAL = ("minimax:depth=1", "minimax:depth=2", "minimax:depth=4", "mcts")
_USUAL_FOR_MORE = ("maxn:depth=2", "minimax:depth=2", "mcts")

_TIMED, _LONG = 20, 0.5  # games in which moves are timed, and seconds after which they suffice
_JUDGED = 300  # moves of each entrant whose exact value is looked up


class Calibration:
    """What has been played to find out how strong the players of a game are.

    A script that uses more than one job must keep its work under `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        game: Game,
        *,
        error: float = ERROR,
        seed: int | None = None,
        results: str | Path | None = None,
    ) -> None:
        self.game = game
        self.settings = (BLIND, *map(setting_of, game.levels))
        begin = _entrants(game, self.settings)
        joining = {each.text: each for each in _between(game, self.settings)}
        self.players = begin | joining
        plan = Plan(
            games=(game,),
            entrants=tuple(Entrant(name, player) for name, player in self.players.items()),
            kind=LADDER,
            rounds=None,
            openings=Openings(plies=opening_plies(game)),
            seed=new_seed(seed),
            title=f"How strong the players of {game.title} are",
            begin=len(begin),
            error=error,
            stamp=repr((self.settings, shipped_mark(game))),
        )
        self.run = Run(plan, results)

    @property
    def mark(self) -> str:
        """What tells its results from those of another calibration."""
        identity = repr(self.run.plan.identity()).encode()
        return hashlib.blake2b(identity, digest_size=4).hexdigest()

    @property
    def rated(self) -> bool:
        """Whether everyone has met others in every seat, so that all can be rated."""
        plan, table = self.run.plan, self.run.table
        known = {name for name, each in table.rated.items() if each.bound is not None}
        return known >= set(plan.names[: plan.begin])

    def play(
        self, jobs: int = 1, control: Control | None = None, seconds: float = math.inf
    ) -> None:
        """Play until all is known as well as asked, at most for so many `seconds`.

        If another thread ends it by `control`, or the time is over, a later call goes on; so does
        another process with the same file of results. Raises RunError for a file that belongs to
        another calibration or cannot be written.
        """
        for _ in self.steps(jobs, control or Control(), seconds):
            pass

    def steps(self, jobs: int, control: Control, seconds: float) -> Iterator[Done]:
        """The same, match by match."""
        until = time.monotonic() + seconds
        for each in self.run.steps(jobs, control=control):
            yield each
            if time.monotonic() > until:
                control.stop()

    @property
    def ratings(self) -> Ratings:
        """The joint ratings so far. Raises RatingError before the first match."""
        found = self.run.table.ratings
        if found is None:
            raise RatingError("ratings need a match between two players at least")
        return found

    def strengths(self, control: Control | None = None) -> Strengths:
        """What was found, for a file; it looks up how many moves keep the exact value."""
        ratings = self.ratings
        scale = self._scale(ratings)
        table = [
            each for each in sorted(ratings.table, key=lambda each: ratings.elo[each.player])
            if each.bound is not None and scale.keeps(self.players[each.player])
        ]  # fmt: skip
        lines = []
        for each, above in zip_longest(table, table[1:]):
            name, strength = scale.named(self.players[each.player])
            lines.append(
                Strength(
                    player=name,
                    strength=strength,
                    elo=round(each.elo, 1),
                    error=None if each.bound else round(each.error, 1),
                    bound=each.bound or 0,
                    apart=None
                    if above is None
                    else round(ratings.error(above.player, each.player), 1),
                    exact=share_kept(self.game, self._moves_of(each.player), control),
                    seconds=self._seconds_of(each.player),
                    matches=each.matches,
                )
            )
        settings = tuple(self.settings[step] for step in scale.steps)
        levels = dict(enumerate(self.settings[1:], 1))
        return Strengths(self.game, settings, levels, tuple(lines), self._measured())

    def _scale(self, ratings: Ratings) -> _Scale:
        known = {strength_of(self.players[name]): name for name in ratings.players}
        steps = [step for step in range(len(self.settings)) if STEP * step in known]
        rising = _rising([ratings.elo[known[STEP * step]] for step in steps])
        return _Scale(tuple(steps[place] for place in rising))

    def _measured(self) -> dict[str, Any]:
        table = self.run.table
        return {
            "date": today(),
            "machine": f"{platform.machine()}, {platform.system()}",
            "seed": self.run.plan.seed,
            "generator": GENERATOR,
            "rules": rules_of(self.game),
            "learned": shipped_mark(self.game),
            "matches": len(table.played),
            "different": round(table.different / len(table.played), 3),
        }

    def _seconds_of(self, name: str) -> float:
        """The mean time of the processor for a move, in games with itself."""
        players = [self.players[name]] * self.game.players
        seed = self.run.plan.seed
        begun, moves = time.process_time(), 0
        for number in range(_TIMED):
            moves += len(played_out(Playing(self.game, players, seed, number)).moves)
            if time.process_time() - begun > _LONG:
                break
        return float(f"{(time.process_time() - begun) / moves:.2g}")

    def _moves_of(self, name: str) -> list[tuple[str, ...]]:
        """Moves of an entrant, spread over its matches, each with all moves before it."""
        names = self.run.plan.names
        found = [
            each.match.moves[: ply + 1]
            for each in self.run.table.played
            for ply in range(len(each.meeting.opening), len(each.match.moves))
            if names[each.seating[ply % len(each.seating)]] == name
        ]
        step = max(1, len(found) / _JUDGED)
        return [found[int(at * step)] for at in range(min(len(found), _JUDGED))]


def _entrants(game: Game, settings: Sequence[int]) -> dict[str, Player]:
    """The first entrants by name."""
    texts = [RANDOM, *_LADDER, *(_USUAL if game.players == 2 else _USUAL_FOR_MORE)]
    found: dict[str, Player] = {}
    for text in texts:
        player = parse_player(text)
        assert player is not None
        try:
            player.check(game)
        except PlayerError:
            continue
        found[text] = player
    blind = AtStrength(0, tuple(settings))
    found[blind.text] = blind
    levels = (AtLevel(number) for number in range(1, len(game.levels) + 1))
    found |= {each.text: each for each in levels}
    taught = Learned(plies=SELF_TAUGHT.depth)
    if taught.suits(game):
        found[taught.text] = taught
    return found


def _between(game: Game, settings: Sequence[int]) -> list[Player]:
    """The strengths that may join: those between the levels."""
    last = STEP * len(game.levels)
    return [AtStrength(at, tuple(settings)) for at in range(NARROW, last, NARROW) if at % STEP]


def _rising(elo: Sequence[float]) -> tuple[int, ...]:
    """The places of as many ratings as possible that rise, the first and the last among them."""
    if not elo:
        return ()
    last = len(elo) - 1
    best: list[tuple[int, ...]] = [(0,)]
    for place in range(1, last + 1):
        before = [each for each in best if each and elo[each[-1]] < elo[place]]
        before = before or ([best[0]] if place == last else [()])
        longest = max(before, key=len)
        best.append((*longest, place) if longest else ())
    return best[-1]


@dataclass(frozen=True)
class _Scale:
    """The scale for a file: with those levels only that are stronger than the one before.

    In Connect Four a level can beat the one below it and yet do worse against all others.
    """

    steps: tuple[int, ...]

    def keeps(self, player: Player) -> bool:
        """Whether a player has a place in the file: all but strengths beside a level left out."""
        if not isinstance(player, AtStrength):
            return True
        low, part = divmod(player.strength, STEP)
        return low in self.steps and (not part or low + 1 in self.steps)

    def named(self, player: Player) -> tuple[str, int | None]:
        """The text of a player and its strength, if it is on the scale."""
        old = strength_of(player)
        if old is None or old // STEP not in self.steps:
            return player.text, None
        strength = STEP * self.steps.index(old // STEP) + old % STEP
        if isinstance(player, AtStrength):
            return AtStrength(strength).text, strength
        return player.text, strength
