"""The rules by which people win Sim and numerical tic-tac-toe, read again from their words.

Slow and plain, and made of other parts than the player: a board is a dictionary, and whether an
edge is dangerous or an answer is good is found out by trying. Nothing here is imported from it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

Edge = tuple[int, int]
Drawn = dict[Edge, str]  # each edge that is drawn, and by whom: "me" or "you"
Written = dict[int, int]  # each cell from 1 that is taken, and its number

EDGES = [(a, b) for b in range(6) for a in range(b)]
SQUARES = list(itertools.permutations(range(6), 4))

Move = TypeVar("Move")


def best(moves: Iterable[Move], worth: Callable[[Move], Any]) -> list[Move]:
    """The moves of the greatest worth."""
    worths = {move: worth(move) for move in moves}
    return [move for move in worths if worths[move] == max(worths.values())]


# Sim


def triangle(drawn: Drawn, who: str) -> bool:
    """Whether a player has one."""
    return any(
        all(drawn.get(edge) == who for edge in itertools.combinations(dots, 2))
        for dots in itertools.combinations(range(6), 3)
    )


def dangers(drawn: Drawn, who: str) -> set[Edge]:
    """The free edges with which a player would complete a triangle."""
    return {e for e in EDGES if e not in drawn and triangle(drawn | {e: who}, who)}


def sim_moves(drawn: Drawn) -> list[Edge]:
    """What the rules leave to me."""
    moves = [edge for edge in EDGES if edge not in drawn]
    mine, yours = dangers(drawn, "me"), dangers(drawn, "you")

    def price(edge: Edge) -> int:
        new = dangers(drawn | {edge: "me"}, "me") - mine
        return len(new - {edge}) + (edge in yours)

    def fourth(edge: Edge) -> bool:
        return any(
            {(a, b), (b, a)} & {edge}
            and all(drawn.get((min(s), max(s))) == "you" for s in ((b, c), (c, d), (d, a)))
            for a, b, c, d in SQUARES
        )

    def touching(dot: int, who: str) -> int:
        return sum(drawn[edge] == who for edge in drawn if dot in edge)

    moves = best(moves, lambda edge: edge not in mine)
    moves = best(moves, lambda edge: -price(edge))
    moves = best(moves, fourth)
    moves = best(moves, lambda edge: min(touching(dot, "me") for dot in edge) == 0)
    return best(
        moves, lambda edge: sum(2 * touching(dot, "me") + touching(dot, "you") for dot in edge)
    )


def sim_shape(drawn: Drawn) -> tuple[tuple[Edge, str], ...]:
    """The same for all drawings that differ only in which dot is where.

    Dots that look different cannot change places, so only the orders of like dots are tried.
    """

    def degree(dot: int) -> tuple[int, int]:
        mine = [drawn[edge] for edge in drawn if dot in edge]
        return mine.count("me"), mine.count("you")

    def look(dot: int) -> tuple[Any, ...]:
        around = [
            (drawn[edge], degree(sum(edge) - dot)) for edge in drawn if dot in edge
        ]  # fmt: skip
        return degree(dot), sorted(around)

    alike = [list(group) for _, group in itertools.groupby(sorted(range(6), key=look), look)]
    shapes = []
    for order in itertools.product(*map(itertools.permutations, alike)):
        place = {dot: at for at, dot in enumerate(itertools.chain(*order))}
        moved = {
            (min(place[a], place[b]), max(place[a], place[b])): who for (a, b), who in drawn.items()
        }
        shapes.append(tuple(sorted(moved.items())))
    return min(shapes)


# Numerical tic-tac-toe

ROWS = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]
COLUMNS = [{1, 4, 7}, {2, 5, 8}, {3, 6, 9}]
DIAGONALS = [{1, 5, 9}, {3, 5, 7}]
OPPOSITE = {1: 9, 2: 8, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2, 9: 1}
TURNS = [(7, 4, 1, 8, 5, 2, 9, 6, 3), (3, 2, 1, 6, 5, 4, 9, 8, 7)]  # a quarter, and a mirror


def fifteen(written: Written, cell: int) -> bool:
    """Whether the number in a cell is part of a line of 15."""
    return any(
        cell in line and line <= written.keys() and sum(written[each] for each in line) == 15
        for line in (*ROWS, *COLUMNS, *DIAGONALS)
    )


def choices(written: Written, odd: bool) -> Iterator[tuple[int, int]]:
    """The free cells and the numbers that a player still has, whoever is to move."""
    for cell in range(1, 10):
        for number in range(2 - odd, 10, 2):
            if cell not in written and number not in written.values():
                yield cell, number


def can_complete(written: Written, odd: bool) -> bool:
    """Whether a player has a number that makes a line of 15."""
    return any(fifteen(written | {c: n}, c) for c, n in choices(written, odd))


def numerical_moves(written: Written, first: int | None) -> list[tuple[int, int]]:
    """What the rules leave to player 1; `first` is the first number of player 2."""
    partner = {2: 7, 6: 7, 4: 3, 8: 3, None: 0}[first]
    sides = {
        (a, b)
        for a, b in itertools.permutations(range(1, 10), 2)
        if abs(a - b) == 3 or (abs(a - b) == 1 and any({a, b} <= row for row in ROWS))
    }

    def after(move: tuple[int, int]) -> Written:
        return written | dict([move])

    def no_good_answer(move: tuple[int, int]) -> bool:
        answers = [after(move) | dict([answer]) for answer in choices(after(move), odd=False)]
        return all(can_complete(answer, odd=True) for answer in answers)

    def stops(move: tuple[int, int]) -> bool:
        cell, number = move
        saved = any(
            fifteen(written | {cell: n}, cell) for c, n in choices(written, odd=False) if c == cell
        )
        return saved and number == partner

    def busy(move: tuple[int, int]) -> int:
        even = {cell for cell in written if written[cell] in (2, 4, 6, 8)}
        return sum(move[0] in line and bool(line & even) for line in (*ROWS, *COLUMNS, *DIAGONALS))

    moves = list(choices(written, odd=True))
    if not written:
        return best(moves, lambda move: move[1] == 1 and move[0] in (2, 4, 6, 8))
    wins = [move for move in moves if fifteen(after(move), move[0])]
    if wins:
        return wins
    moves = best(moves, lambda move: not can_complete(after(move), odd=False))
    moves = best(moves, no_good_answer)
    moves = best(
        moves,
        lambda move: 5 not in written and move[1] == 9 and written.get(OPPOSITE[move[0]]) == 1,
    )
    moves = best(moves, stops)
    moves = best(moves, lambda move: move[1] == 9 and move[0] in (1, 3, 7, 9))
    moves = best(
        moves,
        lambda move: (
            move[1] == partner and any(written[c] == 9 and (c, move[0]) in sides for c in written)
        ),
    )
    return best(moves, busy)


def numerical_shape(written: Written) -> tuple[int, ...]:
    """The same for all boards that differ only by turns and mirrors."""
    boards = [tuple(written.get(cell, 0) for cell in range(1, 10))]
    for _ in range(3):
        boards.append(tuple(boards[-1][cell - 1] for cell in TURNS[0]))
    boards += [tuple(board[cell - 1] for cell in TURNS[1]) for board in boards]
    return min(boards)
