"""Records made by chance, of all games, for tests and benchmarks."""

import random
from dataclasses import replace

import plyground as pg
from plyground.records import Record, RecordedMove
from plyground.records.record import TERMINATIONS

WORDS = (
    "good", "[", "]", "[x", '[ Tag ""]', "[%value", "[%time 1]", '[Game "sim"]', "{", "}", "\\",
    "\\n", '"', "(", ")", "%", ";", "$1", "*", "1-0", "1.", "  ", " ", "\n", "\r\n", "\t", "\0",
    "\ufeff", "\u2028", "\xa0", "é", "\U0001f600", "[%clk 0:05]", "x" * 90,
)  # fmt: skip


def record(game: pg.Game, rng: random.Random) -> Record:
    """A game of random moves, in part or to its end, with all that a record can have."""
    position = game.position()
    start = rng.choice((0, 0, 1, 2))
    length = rng.choice((start, rng.randrange(start, game.max_plies), game.max_plies))
    while not position.over and position.ply < max(start, length):
        position = position.play(rng.choice(position.moves))
    given_up = not position.over and rng.random() < 0.2
    seats = range(game.players)
    return Record.of(
        position,
        moves=moves(position.line[start:], rng, 0) if position.ply > start else (),
        start=start,
        players=[rng.choice(("human", "minimax:depth=5", "")) for _ in seats],
        names=[words(rng) for _ in seats],
        seed=rng.choice(("", "3", "3 1")),
        date=rng.choice(("", "2026-11-21")),
        ending=ending(game.players, rng) if given_up else None,
        comment=words(rng),
        tags=[(f"Tag{number}", words(rng)) for number in range(rng.choice((0, 0, 3)))],
    )  # fmt: skip


def ending(players: int, rng: random.Random) -> pg.Outcome:
    """Some way in which people end a game."""
    how, reason = rng.choice(TERMINATIONS), rng.choice(("", "gave up", words(rng)))
    if how == "aborted":
        return pg.Outcome(how=how, reason=reason)
    return pg.Outcome.given_up(rng.randrange(players), players, how, reason)


def moves(line: list[pg.Position], rng: random.Random, depth: int) -> list[RecordedMove]:
    """The moves between the positions of a line, with comments and nested variations."""
    found = []
    for position in line[1:]:
        before, move = position.parent, position.last_move
        assert before is not None
        assert move is not None
        each = RecordedMove(move)
        if rng.random() < 0.3:
            value = rng.choice(("", "win 5", "draw", words(rng)[:100]))
            seconds = rng.choice((None, 0.0, 0.31, rng.random() * 1e-6))
            each = replace(each, comment=words(rng), value=value, seconds=seconds)
        if depth < 4 and rng.random() < 0.1:
            each = replace(each, variations=variations(before, rng, depth))
        found.append(each)
    return found


def variations(
    before: pg.Position, rng: random.Random, depth: int
) -> tuple[tuple[RecordedMove, ...], ...]:
    """One line or two that could have been played from a position."""
    found = []
    for _ in range(rng.choice((1, 1, 2))):
        line = [before]
        while not line[-1].over and len(line) < rng.choice((2, 3, 8)):
            line.append(line[-1].play(rng.choice(line[-1].moves)))
        found.append(tuple(moves(line, rng, depth + 1)))
    return tuple(found)


def words(rng: random.Random) -> str:
    """A text of which every sign is meant."""
    return rng.choice(("", " ")).join(rng.choice(WORDS) for _ in range(rng.choice((0, 1, 4))))
