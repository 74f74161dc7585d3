"""How many moves keep the exact value: what the rules, and no opponent, say of a player's strength.

For games for two. A move counts if there was a choice, if its player had something to lose (the
position was a win or a draw with best play), and if the values before and after it are proved. It
keeps the value if a win stays a win, and a draw a draw. A table of all positions decides, where one
is on this computer, and else the exact solver within a number of positions.

All of it is repeatable: which matches are looked at, and what is proved of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from plyground.arena.meeting import Played
from plyground.arena.plan import Plan
from plyground.position import Game, Position
from plyground.search import (
    SOLVABLE,
    Cancelled,
    Control,
    Limits,
    Solver,
    Verdict,
    find_book,
    kept_table,
)

PROVED_BY = 100_000
"""The positions that the proof of one value may take."""

BUDGET = 20_000_000
"""The positions that are visited in all, where nobody states a number of matches: some seconds."""

MOST = 500
"""The matches that are looked at then at most."""

_MEMORY = 64  # MiB
_IN_VAIN = 2  # positions without a proof, one before the other, before which there is hardly any
_RANKS: dict[Verdict, int] = {"loss": -1, "draw": 0, "win": 1}


@dataclass(frozen=True)
class Share:
    """How many of a player's moves that count keep the value."""

    kept: int
    moves: int

    @property
    def of_all(self) -> float:
        """The share, from 0 to 1."""
        return self.kept / self.moves


@dataclass(frozen=True)
class Slip:
    """A move that loses value: from a win (1) or a draw (0) to a draw or a loss (-1) of its player.

    `ply` counts the moves before it, those of the opening too. `better` are the moves that would
    have kept the value, if they were asked for.
    """

    played: Played
    ply: int
    before: int
    after: int
    better: tuple[str, ...] = ()

    @property
    def move(self) -> str:
        """What was played."""
        return self.played.match.moves[self.ply]


@dataclass(frozen=True)
class Exactness:
    """What was found in so many `matches`. A player of whom no move counts has no share."""

    shares: dict[int, Share]
    slips: tuple[Slip, ...]
    matches: int


NOTHING = Exactness({}, (), 0)


def exactness(
    plan: Plan,
    played: Sequence[Played],
    matches: int | None = None,
    control: Control | None = None,
    on_match: Callable[[], None] = lambda: None,
    better: bool = False,
) -> Exactness:
    """Look at so many `matches`, drawn by chance from all; by default at those for which BUDGET
    suffices. `better`: find for each slip the moves that would have been.

    `on_match` is called after each of them. If another thread ends it by `control`, what it has
    found so far counts.
    """
    control = control or Control()
    judges = {number: Judge(game) for number, game in enumerate(plan.games)
              if game.players == SOLVABLE}  # fmt: skip
    among = [each for each in played if each.meeting.game in judges]
    most = min(len(among), MOST if matches is None else matches)
    drawn = random.Random(plan.seed).sample(among, most)
    counts = [[0, 0] for _ in plan.entrants]
    slips: list[Slip] = []
    done = 0
    try:
        for each in drawn:
            if matches is None and sum(judge.nodes for judge in judges.values()) > BUDGET:
                break
            for player, slip in _judged(each, judges[each.meeting.game], control, better):
                counts[player][0] += slip is None
                counts[player][1] += 1
                slips += [] if slip is None else [slip]
            done += 1
            on_match()
    except Cancelled:
        pass
    shares = {player: Share(kept, moves) for player, (kept, moves) in enumerate(counts) if moves}
    order = sorted(slips, key=lambda slip: (slip.played.meeting.number, slip.played.turn, slip.ply))
    return Exactness(shares, tuple(order), done)


def _judged(
    played: Played, judge: Judge, control: Control, better: bool
) -> Iterator[tuple[int, Slip | None]]:
    """Who made each move that counts, from the last one back, and the slip if it is one."""
    line = judge.game.position(played.match.moves).line
    later: int | None = None
    in_vain = 0
    for ply in range(len(line) - 1, len(played.meeting.opening) - 1, -1):
        position = line[ply]
        worth = judge.worth(position, control)
        if ply < len(line) - 1:
            after = _seen_by(position.turn, line[ply + 1], later)
            counts = len(position.codes) > 1 and worth not in (None, -1)
            if counts and after is not None and worth is not None:
                slip = None
                if after < worth:
                    moves = judge.keeping(position, worth, control) if better else ()
                    slip = Slip(played, ply, worth, after, moves)
                yield played.seating[position.turn], slip
        later = worth
        in_vain = in_vain + 1 if worth is None else 0
        if in_vain == _IN_VAIN:
            return


def _seen_by(player: int, position: Position, worth: int | None) -> int | None:
    """The worth of a position to a player, from that to the one whom `Judge.worth` takes."""
    if worth is None or position.over or position.turn == player:
        return worth if not position.over else _standing(position, player)
    return -worth


def _standing(position: Position, player: int) -> int:
    outcome = position.outcome
    assert outcome is not None
    return outcome.standing(player)


def share_kept(
    game: Game, moves: Iterable[Sequence[str]], control: Control | None = None
) -> float | None:
    """The share of moves that keep the value; each comes with all moves before it.

    None if no move counts.
    """
    if game.players != SOLVABLE:
        return None
    judge = Judge(game)
    kept = counted = 0
    for each in moves:
        position = game.position(each[:-1])
        if len(position.codes) < 2:  # no choice
            continue
        before = judge.worth(position, control)
        if before is None or before < 0:
            continue
        child = position.play(each[-1])
        after = _seen_by(position.turn, child, judge.worth(child, control))
        if after is not None:
            counted += 1
            kept += after >= before
    return round(kept / counted, 3) if counted else None


class Judge:
    """Knows whether positions of a game for two are won, drawn or lost with best play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._table = kept_table(game)
        self._solver: Solver | None = None
        self.nodes = 0
        """The positions visited so far."""

    def worth(self, position: Position, control: Control | None = None) -> int | None:
        """1, 0 or -1 for the player to move; None without a proof. Raises Cancelled."""
        if position.over:
            return _standing(position, position.turn)
        if self._table is not None:
            return _RANKS.get(self._table.value(position).verdict)
        if self._solver is None:
            self._solver = Solver(self.game, memory=_MEMORY, book=find_book(self.game))
        found = self._solver.solve(
            position, limits=Limits(nodes=PROVED_BY), control=control, window=(-1, 1)
        )
        self.nodes += found.nodes
        if found.low >= 1:
            return 1
        if found.high <= -1:
            return -1
        return 0 if found.low == found.high else None

    def keeping(
        self, position: Position, worth: int, control: Control | None = None
    ) -> tuple[str, ...]:
        """The moves after which a position is proved to be worth as much as before."""
        found = []
        for code in position.codes:
            child = position.play_code(code)
            if _seen_by(position.turn, child, self.worth(child, control)) == worth:
                found.append(self.game.move_texts[code])
        return tuple(found)
