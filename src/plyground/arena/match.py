"""One match: a game played to its end by a player at each seat, and what each spent on it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from plyground.players import ForfeitError, Player, PlayerError
from plyground.position import Game, MoveError, Position, lost
from plyground.search import Control


@dataclass(frozen=True)
class Effort:
    """What one seat spent on a match: positions visited, and seconds for each of its moves."""

    nodes: int
    seconds: tuple[float, ...] = field(compare=False)


@dataclass(frozen=True)
class Match:
    """A finished match. Equal if the same was played, however long it took.

    `result` is a code as in plyground.position.outcome. After a forfeit it is the loss of the
    player who forfeited, and `forfeit` says why. `duration` is the time from start to end.
    """

    moves: tuple[str, ...]
    result: int
    forfeit: str | None
    efforts: tuple[Effort, ...]  # [seat]
    duration: float = field(compare=False)


def play_match(
    game: Game,
    players: Sequence[Player | None],
    seed: int | str | None = None,
    control: Control | None = None,
    watch: Callable[[Position], None] | None = None,
) -> Match:
    """Play `game` between `players`, one for each seat, until it ends or somebody forfeits.

    A player that gives no legal move loses by that; other errors are raised. Each seat has its
    own chance, drawn from `seed`. `control` lets another thread stop the match, which raises
    Cancelled. `watch` is called with each position, the first one included.
    """
    seated = computers(game, players)
    for player in seated:
        player.check(game)
    control = control or Control()
    rngs = [
        random.Random(None if seed is None else f"{seed} {seat}") for seat in range(game.players)
    ]
    nodes = [0] * game.players
    seconds: list[list[float]] = [[] for _ in range(game.players)]
    position = game.position()
    forfeit: tuple[int, str] | None = None
    begun = time.perf_counter()
    with ExitStack() as stack:
        at_table: list[Player] = []
        for seat, player in enumerate(seated):
            try:
                at_table.append(stack.enter_context(player.seated()))
            except ForfeitError as error:
                forfeit = (seat, str(error))
                break
        if watch:
            watch(position)
        while forfeit is None and not position.over:
            control.check()
            seat = position.turn
            try:
                choice = at_table[seat].choose(position, rngs[seat], control)
            except ForfeitError as error:
                forfeit = (seat, str(error))
                break
            nodes[seat] += choice.nodes
            seconds[seat].append(choice.seconds)
            try:
                position = position.play(choice.move)
            except MoveError as error:
                forfeit = (seat, f"an illegal move: {error}")
                break
            if watch:
                watch(position)
    duration = time.perf_counter() - begun
    return Match(
        moves=position.history,
        result=position.result if forfeit is None else int(lost(forfeit[0])),
        forfeit=None if forfeit is None else forfeit[1],
        efforts=tuple(Effort(n, tuple(s)) for n, s in zip(nodes, seconds, strict=True)),
        duration=duration,
    )


def computers(game: Game, players: Sequence[Player | None]) -> tuple[Player, ...]:
    """`players`, if they can fill the seats of `game` by themselves; PlayerError if not."""
    if len(players) != game.players:
        raise PlayerError(
            f"{game.title} is for {game.players} players: give one for each seat, "
            f"and not {len(players)}"
        )
    if any(isinstance(player, str) for player in players):
        raise PlayerError("players are made of their texts by parse_player: give what it returns")
    found = tuple(player for player in players if player is not None)
    if len(found) != len(players):
        raise PlayerError("a human cannot play here: give a computer player for each seat")
    return found
