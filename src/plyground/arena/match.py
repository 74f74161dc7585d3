"""One match: a game played to its end by a player at each seat, and the effort of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Self

from plyground.arena import parallel
from plyground.arena.umpire import Umpire
from plyground.arena.warming import rehearse, warm
from plyground.kernel import Chance, is_native
from plyground.players import Choice, Chooses, ForfeitError, Player, PlayerError, player
from plyground.position import Game, MoveError, Outcome, PlygroundError, Position
from plyground.search import Cancelled, Control

PROVED_BY = 5_000
"""The positions that a proof of a result may take after each move, where games are adjudicated."""


class RunError(PlygroundError):
    """Matches that cannot be played as they are stated, or results that are not their own."""


@dataclass(frozen=True)
class Effort:
    """The effort of one seat in a match: positions visited, and seconds for each move."""

    nodes: int
    seconds: tuple[float, ...] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Match:
    """A finished match. Matches are equal if their moves are, no matter how long they took.

    A player who forfeits has lost, and the outcome's reason says why. `duration` is the time from
    start to end.
    """

    moves: tuple[str, ...]
    outcome: Outcome
    efforts: tuple[Effort, ...]  # [seat]
    duration: float = field(compare=False)

    @property
    def forfeit(self) -> str | None:
        """Why a player forfeited; None if no player did."""
        return self.outcome.reason if self.outcome.how == "forfeited" else None


class Playing:
    """A match in progress, played one move at a time, so that callers can do other work in between.

    Use it in `with`: the players take their seats at its start and leave them at its end. A player
    that gives no legal move forfeits; other errors are raised. Each seat has its own chance, made
    of the `seed` and the number of the `match`. The players begin after the moves of the `opening`.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[Given],
        seed: int | None = None,
        match: int = 0,
        opening: Sequence[str] = (),
    ) -> None:
        self.players = computers(game, players)
        self._at_table: list[Player] = []
        for each in self.players:
            each.check(game)
        seats = range(game.players)
        self._chances = [Chance(seed, match, seat) for seat in seats]
        self._nodes = [0 for _ in seats]
        self._seconds: list[list[float]] = [[] for _ in seats]
        self._ended: Outcome | None = None  # before the rules ended it
        self._begun = time.perf_counter()
        self._duration = 0.0
        self.position = game.position(opening)

    def __enter__(self) -> Self:
        with ExitStack() as seated:  # those already seated leave if another player fails
            for seat, each in enumerate(self.players):
                try:
                    self._at_table.append(seated.enter_context(each.seated()))
                except ForfeitError as error:
                    self._ended = self._forfeited(seat, str(error))
                    break
            self._seated = seated.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        self._seated.close()
        self._duration = time.perf_counter() - self._begun

    @property
    def over(self) -> bool:
        """Whether the match has ended, by the rules or before them."""
        return self._ended is not None or self.position.over

    def move(self, control: Control) -> Choice | None:
        """Let the player to move make a move; its choice, None if it forfeits.

        Another thread can stop it by `control`, which raises Cancelled; the same move can be made
        later.
        """
        control.check()
        seat = self.position.turn
        chance = self._chances[seat]
        before = chance.state.copy()
        try:
            choice = self._at_table[seat].choose(
                self.position, chance=chance, control=control.lasting()
            )
        except Cancelled:
            chance.state[:] = before
            raise
        except ForfeitError as error:
            self._ended = self._forfeited(seat, str(error))
            return None
        self._nodes[seat] += choice.nodes
        self._seconds[seat].append(choice.seconds)
        try:
            self.position = self.position.play(choice.move)
        except MoveError as error:
            self._ended = self._forfeited(seat, f"an illegal move: {error}")
            return None
        return choice

    def adjudicate(self, outcome: Outcome) -> None:
        """End the match with a result that is proved."""
        self._ended = outcome

    def forfeit(self, reason: str) -> None:
        """Let the player to move lose the match."""
        self._ended = self._forfeited(self.position.turn, reason)

    @property
    def match(self) -> Match:
        """The finished match, after all players have left."""
        efforts = zip(self._nodes, self._seconds, strict=True)
        outcome = self._ended or self.position.outcome
        assert outcome is not None
        return Match(
            moves=self.position.history,
            outcome=outcome,
            efforts=tuple(Effort(nodes, tuple(seconds)) for nodes, seconds in efforts),
            duration=self._duration,
        )

    def _forfeited(self, seat: int, reason: str) -> Outcome:
        return Outcome.given_up(seat, self.position.game.players, "forfeited", reason)


def play_match(
    game: Game,
    players: Sequence[Given],
    seed: int | None = None,
    control: Control | None = None,
    watch: Callable[[Position], None] | None = None,
) -> Match:
    """Play `game` between `players`, one for each seat, until it ends or a player forfeits.

    A player that gives no legal move forfeits; other errors are raised. Each seat has its own
    chance, made of the `seed`. Another thread can stop the match by `control`, which raises
    Cancelled. `watch` is called with each position, including the first one.
    """
    return played_out(Playing(game, players, seed), control, watch)


def played_out(
    playing: Playing,
    control: Control | None = None,
    watch: Callable[[Position], None] | None = None,
) -> Match:
    """Play a match from its beginning to its end; see `play_match`."""
    control = control or Control()
    with playing:
        if watch:
            watch(playing.position)
        while not playing.over:
            if playing.move(control) is not None and watch:
                watch(playing.position)
    return playing.match


@dataclass(frozen=True)
class Item:
    """A match that waits to be played: all that a worker needs of it.

    Where `lenient`, an error of a player is a forfeit, and else the end of everything.
    """

    game: Game
    players: tuple[Player, ...]  # at the seats
    opening: tuple[str, ...]
    seed: int
    number: int  # of its chance
    adjudicate: bool = False
    lenient: bool = False


_umpires: dict[Game, Umpire] = {}


class Course:
    """The course of one match, step by step: its players are at the table, and an umpire looks on.

    Callers do other work in between.
    """

    def __init__(self, item: Item) -> None:
        game = item.game
        self._lenient = item.lenient
        self._umpire = None
        if item.adjudicate:
            self._umpire = _umpires[game] = _umpires.get(game) or Umpire(game, PROVED_BY)
        self._playing = Playing(game, item.players, item.seed, item.number, item.opening)
        self._seated = ExitStack()
        self._seated.enter_context(self._playing)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._playing.position

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._playing.over

    def step(self, control: Control) -> Choice | None:
        """Let the player to move make a move, or end the match by its proved result. What was
        chosen; None if nothing was.

        Raises Cancelled after a stop; the same step can be taken later.
        """
        playing = self._playing
        if self._umpire and (proved := self._umpire.proved(playing.position, control)) is not None:
            playing.adjudicate(proved)
            return None
        parallel.note(playing.position.turn)
        try:
            return playing.move(control)
        except Cancelled:
            raise
        except (PlygroundError, MemoryError) as error:
            if not self._lenient:
                raise
            playing.forfeit(str(error) or "out of memory")
            return None

    def fail(self, error: Exception) -> None:
        """Let the player to move lose by an error in its code; where nothing is lenient, raise
        RunError.
        """
        seat, ply = self.position.turn, self.position.ply
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        fault = f"player {seat + 1}, {self._playing.players[seat]}, at move {ply + 1}: {said}"
        if not self._lenient:
            raise RunError(fault) from error
        self._playing.forfeit(fault)

    def ended(self) -> Match:
        """The match, which is over."""
        self.close()
        return self._playing.match

    def close(self) -> None:
        """Let the players leave the table."""
        self._seated.close()


def play(item: Item, control: Control, watch: Callable[[Position], None] = lambda _: None) -> Match:
    """Play one match, which `watch` sees. Raises Cancelled after a stop, and RunError, which names
    the player, for an error in the code of one; where the item is `lenient`, that is a forfeit.
    """
    parallel.note(parallel.NOTHING)
    if is_native():
        warm(item.game, *item.players)
        rehearse(item.game, item.players, control)
    with closing(Course(item)) as course:
        watch(course.position)
        while not course.over:
            try:
                if course.step(control) is not None:
                    watch(course.position)
            except (Cancelled, PlygroundError, MemoryError):
                raise
            except Exception as error:
                course.fail(error)
        return course.ended()


def lost(item: Item, turn: int) -> Match:
    """What becomes of a match that no worker survives: the one to move has lost it.

    Raises WorkerDiedError unless it is `lenient`.
    """
    if not item.lenient:
        raise parallel.WorkerDiedError(
            f"a worker process died {parallel.LIVES} times in the same match: it was killed, or "
            "ran out of memory"
        )
    reason = f"its process died {parallel.LIVES} times: killed, or out of memory"
    seats = range(item.game.players)
    if turn == parallel.NOTHING:
        outcome = Outcome(losers=tuple(seats), reason=reason, how="forfeited")
    else:
        outcome = Outcome.given_up(turn, len(seats), "forfeited", reason)
    return Match(item.opening, outcome, tuple(Effort(0, ()) for _ in seats), 0.0)


Given = Player | str | Chooses | None
"""A player as users give it: see `players.player`. None, a human, is refused."""


def computers(game: Game, players: Sequence[Given]) -> tuple[Player, ...]:
    """`players`, if they are computer players for all seats of `game`; PlayerError if not."""
    if len(players) != game.players:
        raise PlayerError(
            f"{game.title} is for {game.players} players: give one for each seat, "
            f"and not {len(players)}"
        )
    return tuple(player("human" if each is None else each) for each in players)
