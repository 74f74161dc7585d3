"""`Calibration`: how strong the players of one game are, in Elo above random play.

The entrants are `random`; a ladder of mixed players, because `random` loses every game to anything
that searches; the usual players; the levels for people; and further strengths on the scale of the
levels (see `players.levels`), put in where it climbs steeply. First everyone meets everyone. Then
those meet who are neighbours in the ratings so far and whose difference is not known well enough,
round after round, until the 95 % error of every such difference is at most what is asked.

A block is a pair of games with sides swapped, or all rotations of the seats. They begin after the
same random moves, a tenth of the longest game: players who overlook little would else play the same
few games again and again, and a ring of players could beat each other by them. In short games that
is the empty board. At a table of several, one of the two has one seat, and the other the rest, in
turn. Blocks are kept in a journal, as a tournament's matches are, and any stop can be resumed.
Which blocks come next depends on the seed and on the results so far.
"""

from __future__ import annotations

import hashlib
import math
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, islice, pairwise, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from plyground.arena import parallel
from plyground.arena.match import Effort, Match, Playing, played_out
from plyground.arena.openings import random_opening
from plyground.arena.rating import RANDOM, Decision, Rating, Ratings
from plyground.arena.series import new_seed, warm
from plyground.arena.tournaments.exactness import share_kept
from plyground.arena.tournaments.journal import Journal
from plyground.kernel import GENERATOR, Chance
from plyground.players import Learned, Player, PlayerError, parse_player
from plyground.players.levels import BLIND, STEP, AtLevel, setting_of
from plyground.players.rated import AtStrength
from plyground.players.strengths import Strength, Strengths, rules_of, today
from plyground.position import SELF_TAUGHT, Game, Outcome
from plyground.search import Control
from plyground.search.learning import shipped_mark

ERROR = 25.0
"""The 95 % error of the difference between neighbours that is asked by default, in Elo."""

_LADDER = ("mixed:20", "mixed:40", "mixed:60", "mixed:80")
_USUAL = ("minimax:depth=1", "minimax:depth=2", "minimax:depth=4", "mcts")
_USUAL_FOR_MORE = ("maxn:depth=2", "minimax:depth=2", "mcts")

_STEEP = 130.0  # Elo from one strength to the next that calls for one in between
_NARROW = STEP // 8  # but strengths lie no closer
_MOST_STRENGTHS = 18
_NEW = 6  # blocks of a new entrant with each of those next to it
_NEAR = 3
_LEAST, _LARGEST = 8, 60  # blocks of two neighbours in a round
_FAR = 400.0  # Elo at which matches say too little
_MOST_BLOCKS = 2500  # of two entrants
_OPENING = 0.1  # of the longest game
_DIRECT = 150  # blocks of two strengths next to each other, for an error of 25
_TIMED, _LONG = 20, 0.5  # games in which moves are timed, and seconds after which they suffice
_JUDGED = 300  # moves of each entrant whose exact value is looked up


@dataclass(frozen=True)
class Block:
    """The matches of two entrants by name that belong together; `number` counts theirs."""

    pair: tuple[str, str]
    number: int
    matches: tuple[tuple[tuple[str, ...], Match], ...]  # who sat where, and what they played


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
        self.game, self.error, self.seed = game, error, new_seed(seed)
        self.path = None if results is None else Path(results)
        self.settings = (BLIND, *map(setting_of, game.levels))
        self.entrants = _entrants(game, self.settings)
        self.blocks: dict[tuple[tuple[str, str], int], Block] = {}
        self.complete = False
        """Whether all differences between neighbours are known as well as asked."""
        self.unknown: int | None = None
        """How many differences were not known well enough before this round."""

    @property
    def mark(self) -> str:
        """What tells its results from those of another calibration."""
        return hashlib.blake2b(repr(self._identity()).encode(), digest_size=4).hexdigest()

    @property
    def rated(self) -> bool:
        """Whether everyone has met everyone, so that all can be rated."""
        met = {each for pair, _ in self.blocks for each in pair}
        return met >= set(self.entrants)

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return sum(len(each.matches) for each in self.blocks.values())

    def play(
        self,
        jobs: int = 1,
        control: Control | None = None,
        seconds: float = math.inf,
        on_block: Callable[[Block], None] | None = None,
    ) -> Ratings:
        """Play until all is known as well as asked, at most for so many `seconds`.

        If another thread ends it by `control`, or the time is over, a later call goes on; so does
        another process with the same file of results. Raises TournamentError for a file that
        belongs to another calibration or cannot be written.
        """
        control = control or Control()
        until = time.monotonic() + seconds
        with ExitStack() as held:
            journal = None
            if self.path is not None:
                journal = held.enter_context(Journal(self.path, self._identity()))
                for line in journal.lines:
                    block = _read(line)
                    if all(map(self._enters, block.pair)):
                        self._take(block, on_block)
            workers = held.enter_context(parallel.Workers(jobs, None, control))
            while wanted := self._wanted():
                warm(self.game, self.entrants.values())
                items = [self._item(pair, number) for pair, number in wanted]
                for at, matches in workers.spread(_play, items):
                    block = Block(*wanted[at], _seated(wanted[at], self.game, matches))
                    if journal is not None:
                        journal.append(_as_line(block))
                    self._take(block, on_block)
                    if time.monotonic() > until:
                        control.stop()
                if any(each not in self.blocks for each in wanted):
                    return self.ratings
            self.complete = True
        return self.ratings

    @property
    def ratings(self) -> Ratings:
        """The joint ratings so far. Raises RatingError before the first match."""
        return Ratings(
            Decision.of(self.game.name, players, match.outcome, (block.pair, block.number))
            for _, block in sorted(self.blocks.items())
            for players, match in block.matches
        )

    def strengths(self, control: Control | None = None) -> Strengths:
        """What was found, for a file; it looks up how many moves keep the exact value."""
        ratings = self.ratings
        scale = self._scale(ratings)
        table = sorted(ratings.table, key=lambda each: ratings.elo[each.player])
        table = [each for each in table if scale.keeps(self.entrants[each.player])]
        lines = []
        for each, above in zip_longest(table, table[1:]):
            name, strength = scale.named(self.entrants[each.player])
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
        seats = [ratings.seats[self.game.name, seat] for seat in range(self.game.players)]
        settings = tuple(self.settings[step] for step in scale.steps)
        levels = dict(enumerate(self.settings[1:], 1))
        return Strengths(self.game, settings, levels, tuple(seats), tuple(lines), self._measured())

    def _scale(self, ratings: Ratings) -> _Scale:
        known = {_strength_of(player): name for name, player in self.entrants.items()}
        steps = [step for step in range(len(self.settings)) if STEP * step in known]
        rising = _rising([ratings.elo[known[STEP * step]] for step in steps])
        return _Scale(tuple(steps[place] for place in rising))

    def _measured(self) -> dict[str, Any]:
        games = {match.moves for block in self.blocks.values() for _, match in block.matches}
        return {
            "date": today(),
            "machine": f"{platform.machine()}, {platform.system()}",
            "seed": self.seed,
            "generator": GENERATOR,
            "rules": rules_of(self.game),
            "learned": shipped_mark(self.game),
            "matches": self.played,
            "different": round(len(games) / self.played, 3),
        }

    def _identity(self) -> dict[str, Any]:
        return {
            "calibration": self.game.name,
            "parameters": dict(self.game.values),
            "rules": rules_of(self.game),
            "settings": list(self.settings),
            "opening": opening_plies(self.game),
            "learned": shipped_mark(self.game),
            "seed": self.seed,
            "generator": GENERATOR,
        }

    def _item(self, pair: tuple[str, str], number: int) -> _Item:
        mixed = hashlib.blake2b(repr((pair, number)).encode(), digest_size=5).digest()
        tables = _tables(pair, number, self.game.players)
        return _Item(
            self.game,
            tuple(tuple(self.entrants[name] for name in table) for table in tables),
            self.seed,
            int.from_bytes(mixed, "big") * self.game.players,
        )

    def _take(self, block: Block, on_block: Callable[[Block], None] | None) -> None:
        self.blocks[block.pair, block.number] = block
        if on_block:
            on_block(block)

    def _enters(self, name: str) -> bool:
        """Whether one of an earlier run takes part: an entrant, or a strength put in then."""
        kind, _, strength = name.partition(":")
        if kind == AtStrength.name and name not in self.entrants:
            self.entrants[name] = AtStrength(int(strength), self.settings)
        return name in self.entrants

    # Which blocks to play

    def _wanted(self) -> list[tuple[tuple[str, str], int]]:
        """The blocks of the next round; none if all is known."""
        names = list(self.entrants)
        everyone = [_pair(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
        if not self.rated:
            return [(pair, 0) for pair in everyone if (pair, 0) not in self.blocks]
        ratings = self.ratings
        order = sorted(ratings.players, key=lambda name: ratings.elo[name])
        counts = self._counts()
        wanted: dict[tuple[str, str], int] = {}
        for name in self._more_strengths(ratings):
            elo = ratings.elo
            near = sorted(order, key=lambda each: abs(elo[each] - self._guess(name, elo)))
            wanted |= {_pair(each, name): _NEW for each in near[: 2 * _NEAR]}
        if not wanted:
            for place in range(1, len(order)):
                wanted |= self._missing(ratings, order, place, counts)
            direct = min(_DIRECT, math.ceil(_DIRECT * (ERROR / self.error) ** 2))
            for pair in self._next_strengths():
                if (few := direct - counts.get(pair, 0)) > 0:
                    wanted[pair] = max(wanted.get(pair, 0), min(few, _LARGEST))
            self.unknown = len(wanted)
        return [(pair, number) for pair in sorted(wanted) for number in self._new(pair, wanted)]

    def _new(self, pair: tuple[str, str], wanted: Mapping[tuple[str, str], int]) -> Iterator[int]:
        """Numbers for so many more blocks of two."""
        numbers = (number for number in count() if (pair, number) not in self.blocks)
        return islice(numbers, wanted[pair])

    def _missing(
        self,
        ratings: Ratings,
        order: Sequence[str],
        place: int,
        counts: Mapping[tuple[str, str], int],
    ) -> dict[tuple[str, str], int]:
        """How many blocks have to be played more to know how the one at a place in the order, from
        weak to strong, differs from the one before. The next ones on both sides help.
        """
        weaker, stronger = order[place - 1], order[place]
        error = ratings.error(stronger, weaker)
        known = counts.get(_pair(weaker, stronger), 0)
        apart = ratings.elo[stronger] - ratings.elo[weaker]
        if error <= self.error or apart > _FAR or known >= _MOST_BLOCKS:
            return {}
        needed = math.ceil(max(known, _LEAST) * ((error / self.error) ** 2 - 1))
        more = min(max(needed, _LEAST), _LARGEST)
        found = {_pair(weaker, stronger): more}
        for one, other in ((place - 2, place), (place - 1, place + 1)):
            if one >= 0 and other < len(order):
                found[_pair(order[one], order[other])] = -(-more // 3)
        return found

    def _next_strengths(self) -> Iterator[tuple[str, str]]:
        """Those next to each other on the scale of strength. They meet often even where others say
        enough of them: who beats whom is not quite what a number can say, and these are one person.
        """
        known = sorted(
            (strength, name)
            for name, player in self.entrants.items()
            if (strength := _strength_of(player)) is not None
        )
        for low, high in pairwise(known):
            yield _pair(low[1], high[1])

    def _counts(self) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        for pair, _ in self.blocks:
            found[pair] = found.get(pair, 0) + 1
        return found

    def _more_strengths(self, ratings: Ratings) -> list[str]:
        """The names of new entrants, at strengths where the scale climbs steeply."""
        known = sorted(
            (strength, ratings.elo[name])
            for name, player in self.entrants.items()
            if (strength := _strength_of(player)) is not None
        )
        steep = sorted(
            ((high[1] - low[1], low[0], high[0]) for low, high in pairwise(known)), reverse=True
        )
        names = []
        for rise, low, high in steep[: _MOST_STRENGTHS - len(known)]:
            if rise > _STEEP and high - low > _NARROW:
                player = AtStrength((low + high) // 2, self.settings)
                self.entrants[player.text] = player
                names.append(player.text)
        return names

    def _guess(self, name: str, elo: Mapping[str, float]) -> float:
        """What a new strength's rating may be: that of the next known ones' middle."""
        at = _strength_of(self.entrants[name])
        assert at is not None
        known = [
            (strength, elo[each])
            for each, player in self.entrants.items()
            if each in elo and (strength := _strength_of(player)) is not None
        ]
        strengths, ratings = zip(*sorted(known), strict=True)
        return float(np.interp(at, strengths, ratings))

    # What is said of an entrant

    def _matches_of(self, name: str) -> Iterator[tuple[tuple[str, ...], Match]]:
        for (pair, _), block in sorted(self.blocks.items()):
            if name in pair:
                yield from block.matches

    def _seconds_of(self, name: str) -> float:
        """The mean time of the processor for a move, in games with itself."""
        players = [self.entrants[name]] * self.game.players
        begun, moves = time.process_time(), 0
        for number in range(_TIMED):
            moves += len(played_out(Playing(self.game, players, self.seed, number)).moves)
            if time.process_time() - begun > _LONG:
                break
        return float(f"{(time.process_time() - begun) / moves:.2g}")

    def _moves_of(self, name: str) -> list[tuple[str, ...]]:
        """Moves of an entrant, spread over its matches, each with all moves before it."""
        found = [
            match.moves[: ply + 1]
            for players, match in self._matches_of(name)
            for ply in range(opening_plies(self.game), len(match.moves))
            if players[ply % len(players)] == name
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
        old = _strength_of(player)
        if old is None or old // STEP not in self.steps:
            return player.text, None
        strength = STEP * self.steps.index(old // STEP) + old % STEP
        if isinstance(player, AtStrength):
            return AtStrength(strength).text, strength
        return player.text, strength


def _strength_of(player: Player) -> int | None:
    """The place of an entrant on the scale of the levels."""
    if isinstance(player, AtLevel):
        return STEP * player.number
    return player.strength if isinstance(player, AtStrength) else None


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _tables(pair: tuple[str, str], number: int, seats: int) -> list[tuple[str, ...]]:
    """Who sits where in the matches of a block."""
    alone, many = pair if number % 2 or seats == 2 else pair[::-1]
    return [
        tuple(alone if seat == turn else many for seat in range(seats)) for turn in range(seats)
    ]


def _seated(
    which: tuple[tuple[str, str], int], game: Game, matches: Sequence[Match]
) -> tuple[tuple[tuple[str, ...], Match], ...]:
    return tuple(zip(_tables(*which, game.players), matches, strict=True))


# In the journal


def _as_line(block: Block) -> dict[str, Any]:
    return {
        "pair": list(block.pair),
        "number": block.number,
        "matches": [
            {
                "players": list(players),
                "moves": list(match.moves),
                "ending": match.outcome.to_json(),
                "seconds": [[round(each, 6) for each in one.seconds] for one in match.efforts],
            }
            for players, match in block.matches
        ],
    }


def _read(line: Mapping[str, Any]) -> Block:
    return Block(
        (line["pair"][0], line["pair"][1]),
        line["number"],
        tuple(
            (
                tuple(each["players"]),
                Match(
                    tuple(each["moves"]),
                    Outcome.from_json(each["ending"]),
                    tuple(Effort(0, tuple(one)) for one in each["seconds"]),
                    0.0,
                ),
            )
            for each in line["matches"]
        ),
    )


# In the workers


@dataclass(frozen=True)
class _Item:
    game: Game
    tables: tuple[tuple[Player, ...], ...]
    seed: int
    number: int  # of the first match


def _play(item: _Item, control: Control) -> list[Match]:
    """Play the matches of a block. Raises Cancelled after a stop."""
    game, found = item.game, []
    opening = opening_of(game, item.seed, item.number)
    for turn, players in enumerate(item.tables):
        warm(game, players)
        playing = Playing(game, players, item.seed, item.number + turn, opening)
        found.append(played_out(playing, control))
    return found


def opening_plies(game: Game) -> int:
    """How many random moves a block begins with: each player has as many of them."""
    return int(game.max_plies * _OPENING) // game.players * game.players


def opening_of(game: Game, seed: int, number: int) -> tuple[str, ...]:
    """The moves that a block begins with, by the number of its first match."""
    return random_opening(game, opening_plies(game), Chance(seed, number, game.players))


# Measuring one player against those that are known


def rated_against(
    known: Strengths, played: Sequence[tuple[tuple[str, ...], Outcome]], name: str
) -> Rating:
    """The most likely rating of `name` by matches with players whose ratings are known."""
    elo = {each.player: each.elo for each in known.players}
    decisions = [Decision.of("", players, outcome, 0) for players, outcome in played]

    def likelihood(rating: float) -> float:
        total = 0.0
        for each in decisions:
            sign = -1.0 if each.by_loss else 1.0
            strength = np.array([
                rating if player == name else elo[player] for player in each.players
            ]) + np.array(known.seats)  # fmt: skip
            at = sign * strength * math.log(10) / 400
            total += float(np.array(each.shares) @ at - np.logaddexp.reduce(at))
        return total

    low, high = -1000.0, 5000.0
    while high - low > 0.1:  # it has one top
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if likelihood(a) < likelihood(b):
            low = a
        else:
            high = b
    best = (low + high) / 2
    bend = 2 * likelihood(best) - likelihood(best - 20) - likelihood(best + 20)
    error = 1.96 * 20 / math.sqrt(bend) if bend > 0 else math.inf
    return Rating(name, best, error, 0, len(played), math.nan)
