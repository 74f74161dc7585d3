"""*My match*: an opponent who follows a visitor's results: the visitor wins about half.

The visitor's rating in a game follows from the games against computers whose rating was measured.
It begins with that of the second opponent, and each result moves it towards what would have
explained it, the first ones the farthest. Where nothing was measured, a win leads to the next
opponent of the ladder, and a loss to the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plyground.players import AtLevel, PlayerError, parse_player
from plyground.players.rated import Rated
from plyground.players.strengths import Strengths, strengths_of
from plyground.position import Game, ladder
from plyground.web.store import RoomRecord
from plyground.web.words import level_of

_FIRST, _LEAST = 800.0, 60.0  # points that a surprise moves a rating: of the first game, and later
_SCALE = 400.0  # points that make ten wins of a loss
_USUAL = 1  # the opponent of the ladder to begin with


def my_match(game: Game, rooms: Sequence[RoomRecord], visitor: str) -> str:
    """The text of the player whom a visitor meets next; `rooms` are theirs, the newest first."""
    return next_opponent(game, _results(game, reversed(rooms), visitor))


def next_opponent(game: Game, played: Iterable[tuple[str, float]]) -> str:
    """The same after games against computers: the text of each, and the score, 1 for a win."""
    found = strengths_of(game)
    rungs = ladder(game.levels)
    if found is None:
        at = min(_USUAL, len(rungs) - 1)
        for player, score in played:
            level = level_of(player, game)
            known = [number for number, rung in enumerate(rungs) if rung.level is level]
            at = known[0] if known else at
            at = max(0, min(len(rungs) - 1, at + (score > 1 / 2) - (score < 1 / 2)))
        return AtLevel(rungs[at].number).text
    first = found.of(rungs[min(_USUAL, len(rungs) - 1)].level)
    begin = found.least if first is None else first.elo
    results = [(_elo(player, game, found), score) for player, score in played]
    return Rated(round(rated(begin, results, found.least, found.most))).text


def rated(
    begin: float, results: Iterable[tuple[float | None, float]], least: float, most: float
) -> float:
    """The rating after results against ratings: 1 is a win, 1/2 a draw, 0 a loss."""
    rating, games = begin, 0
    for elo, score in results:
        if elo is None:
            continue
        games += 1
        expected = 1 / (1 + 10 ** ((elo - rating) / _SCALE))
        rating += max(_LEAST, _FIRST / games) * (score - expected)
        rating = max(least, min(most, rating))
    return rating


def _results(game: Game, rooms: Iterable[RoomRecord], visitor: str) -> Iterator[tuple[str, float]]:
    """The computers that a visitor has met alone in a game, and the results for the visitor."""
    for room in rooms:
        mine = [seat.number for seat in room.seats if seat.holder == visitor]
        others = [seat.player for seat in room.seats if seat.player is not None]
        alone = len(mine) == 1 and len(others) == 1 and len(room.seats) == len(mine + others)
        if room.game != game.name or room.parameters != game.values or not alone:
            continue
        if room.ending is not None and (room.ending.draw or room.ending.winner is not None):
            yield others[0], (room.ending.standing(mine[0]) + 1) / 2


def _elo(player: str, game: Game, found: Strengths) -> float | None:
    """The rating of a player; None if it was not measured."""
    try:
        parsed = parse_player(player, kept=True)
    except PlayerError:
        return None
    if isinstance(parsed, Rated):
        return parsed.elo
    level = level_of(player, game)
    measured = None if level is None else found.of(level)
    return None if measured is None else measured.elo
