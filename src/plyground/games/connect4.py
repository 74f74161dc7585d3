"""Connect Four: drop counters into columns; four of one colour in a line win.

Vocabulary: c is a column from the left, r a row from the bottom, both from 0; s is a cell.

The state is two boards with one bit for each cell, column by column. Above the board is one more
row, always empty, so that no line runs from one column into the next. On 7 x 6:

    own   the counters of the player to move                  6 13 20 27 34 41 48    always empty
    both  the counters of both                                5 12 19 26 33 40 47    top row
                                                              . .  .  .  .  .  .
                                                              1  8 15 22 29 36 43
                                                              0  7 14 21 28 35 42    bottom row

Each is one word, or two on boards of more than 64 bits: see `connect4_layout`. A move's code is its
column. Adding one to a column of `both` carries to its lowest empty cell; this sum plus `own` is
the key. Each column of the key has a leading one, and below it ones for the counters of the player
to move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from plyground.games import levels
from plyground.games.connect4_heuristics import heuristics
from plyground.games.connect4_layout import BITS_AT_MOST, layout_of
from plyground.games.connect4_reasons import reasons_of
from plyground.games.connect4_solving import class_bits, solving_kernels
from plyground.kernel import Word, as_int, compiled, popcount
from plyground.position import (
    DRAW,
    HUMAN,
    ONGOING,
    Before,
    Cast,
    Face,
    Game,
    GlassBox,
    Ints,
    Kernels,
    Outcome,
    Parameter,
    ParameterError,
    ReadyMade,
    State,
    Talk,
    Wording,
    kernels,
    won,
)
from plyground.position.reasons import Reasons
from plyground.render.board import Board, Cell, Label
from plyground.render.colours import RED_YELLOW

_COLUMN_TEXTS = "123456789abcdefghijklmnop"


def _kernels(columns: int, rows: int) -> Kernels:
    height = rows + 1
    layout = layout_of(columns, rows)
    boards, state_of, key_of = layout.boards, layout.state, layout.key
    bottom, board, steps = layout.bottom, layout.board, layout.steps
    zero, one, column = map(layout.word, (0, 1, (1 << height) - 1))
    two = np.uint64(2)

    @compiled
    def start() -> State:
        return state_of(zero, zero)

    @compiled
    def player(state: State) -> int:
        return popcount(boards(state)[1]) & 1

    @compiled
    def moves(state: State, out: Ints) -> int:
        _, both = boards(state)
        count = 0
        for c in range(columns):
            out[count] = c
            count += as_int(~both >> np.uint64(c * height + rows - 1) & one)
        return count

    @compiled
    def play(state: State, move: int) -> State:
        own, both = boards(state)
        return state_of(own ^ both, both | (both + (one << np.uint64(move * height))))

    @compiled
    def result(state: State) -> int:
        own, both = boards(state)
        latest = own ^ both
        for step in steps:
            pairs = latest & latest >> step
            if pairs & pairs >> two * step:
                return won(1 - player(state))
        return DRAW if both == board else ONGOING

    @compiled
    def key(state: State) -> Any:
        own, both = boards(state)
        return key_of(own + both + bottom)

    @compiled
    def mirror(cells_of_one: Word) -> Word:
        image = zero
        for c in range(columns):
            image |= (cells_of_one >> np.uint64(c * height) & column) << np.uint64(
                (columns - 1 - c) * height
            )
        return image

    @compiled
    def canonical(state: State) -> State:
        """The one of the state and its mirror image that has the smaller key."""
        own, both = boards(state)
        mirror_own, mirror_both = mirror(own), mirror(both)
        smaller = mirror_own + mirror_both + bottom < own + both + bottom
        return state_of(mirror_own, mirror_both) if smaller else state

    @compiled
    def cells(state: State, out: Ints) -> None:
        """1 for red and 2 for yellow, column by column from the bottom up."""
        own, both = boards(state)
        second = own if player(state) == 1 else own ^ both
        for c in range(columns):
            for r in range(rows):
                s = np.uint64(c * height + r)
                out[c * rows + r] = as_int((both >> s & one) + (second >> s & one))

    @compiled
    def deciding(state: State, out: Ints) -> int:
        own, both = boards(state)
        latest, made = own ^ both, zero
        for step in steps:
            pairs = latest & latest >> step
            fours = pairs & pairs >> two * step
            made |= fours | fours << step
            made |= (fours | fours << step) << two * step
        count = 0
        for c in range(columns):
            for r in range(rows):
                out[count] = c * rows + r
                count += as_int(made >> np.uint64(c * height + r) & one)
        return count

    return kernels(start, player, moves, play, result, key, canonical, cells, deciding)


_REMARKS = {
    "missed": "missed four in a row: {better} completes it",
    "lets through": "let a four through: {reply} completes it",
    "opens": "moved under a threat: {reply} on top of it makes four",
    "fork": "let {reply} come: after it a four can no longer be stopped",
}


class ConnectFourWording(Wording):
    """Moves are columns."""

    def spoken(self, move: str) -> str:
        return f"column {move}"


class OldConnectFourWording(ConnectFourWording):
    """The words of "Connect 4 with Minimax"."""

    labels: ClassVar = {"depth": "Minimax Depth:"}
    begins_at_once = True
    window = "Player Select Screen"
    rivals_window = "Simulation Player Select Screen"
    enter = "ENTER"
    asks_side = "Would you like to be Player 1 or Player 2?"
    asks_rivals = "Minimax Player vs Who?"
    asks_rounds = "Enter the number of rounds you wish to see (1 - {most})"
    rivals: ClassVar = {
        "Random Player": "random",
        **{
            f"Minimax Player: Depth {depth}": f"old-connect4:depth={depth}" for depth in range(3, 8)
        },
    }
    sides = ("Minimax", "Opponent")
    rounds_taken = (50, 10)
    rounds_hint = "(Anything out of range will default to 10)"
    final = "Final Result: "

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = columns

    def greeting(self, title: str) -> str:
        return "Welcome to Connect 4 with Minimax."

    def turn(self, player: int, cast: Cast) -> str:
        return f"Player {player + 1}'s turn"

    def thinking(self, player: int, cast: Cast) -> str:
        called = cast.computer(player)
        known = called is not None and called.before
        return f"{known} thinking..." if known else super().thinking(player, cast)

    def played(self, player: int, move: str, cast: Cast) -> str:
        return f"Player {player + 1} drops into {self.spoken(move)}"

    def over(self, outcome: Outcome, cast: Cast) -> str:
        return "DRAW!" if outcome.winner is None else f"Player {outcome.winner + 1} Wins!"

    def headline(self, outcome: Outcome, cast: Cast) -> str:
        return self.over(outcome, cast)

    def reason(self, outcome: Outcome, cast: Cast) -> str:
        return ""

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        return ["That column is full."] if move.strip().lower() in self._columns else []


_SIZES = (
    *((7, 6), (8, 7), (8, 8), (9, 6), (9, 7), (10, 5), (10, 6), (12, 4), (12, 9)),
    *((6, 5), (5, 4), (4, 4)),
)  # columns, rows

_GLASS_BOXES = (
    GlassBox(
        "Connect Four, four plies",
        "At full depth a rule of thumb rates the position, and the windows become narrow.",
        "4453",
        "alphabeta",
        4,
    ),
)


class ConnectFour(Game):
    """Connect Four on a board of 4 x 4 or more, where columns x (rows + 1) is at most 128."""

    name = "connect4"
    title = "Connect Four"
    summary = "Take turns to drop a counter into a column; four of your own in a line win."
    goal = "Get four in a row"
    parameters = (
        Parameter("columns", 7, 4, 12, "columns of the board"),
        Parameter("rows", 6, 4, 15, "rows of the board"),
    )
    colours = RED_YELLOW
    symbols = ("X", "O")
    score_unit = "counters left"
    player_names = ("red", "yellow")
    remarks = _REMARKS
    decided_by = "four in a row"
    draws_are_longest = True
    default_depth = 5
    default_heuristic = "threats"
    columns: int
    rows: int

    def __init__(self, columns: int = 7, rows: int = 6) -> None:
        super().__init__(columns=columns, rows=rows)
        most = BITS_AT_MOST // columns - 1
        if rows > most:
            raise ParameterError(
                f"{self.title} with {columns} columns takes 4 to {most} rows, and not {rows}"
            )
        self.max_plies = columns * rows
        self.class_bits = class_bits(self.columns, self.rows)
        self.move_texts = tuple(_COLUMN_TEXTS[:columns])
        last = self.move_texts[-1]
        self.move_hint = f"a column, 1 to {'9 or a to ' * last.isalpha()}{last}"
        self.board = Board(
            sites=tuple(Cell(c, rows - 1 - r) for c in range(columns) for r in range(rows)),
            cells="holes",
            labels=tuple(Label(c, rows, text) for c, text in enumerate(self.move_texts)),
        )

    def kernels(self) -> Kernels:
        return {
            **_kernels(self.columns, self.rows),
            **solving_kernels(self.columns, self.rows),
        }

    def heuristics(self) -> Kernels:
        return heuristics(self.columns, self.rows)

    @cached_property
    def reasons(self) -> Reasons:
        return reasons_of(self.columns, self.rows)

    def site_text(self, site: int) -> str:
        column, row = divmod(site, self.rows)
        return f"column {self.move_texts[column]}, row {row + 1}"

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        return f"Column {self.move_texts[code]} is full"

    @cached_property
    def face(self) -> Face:
        last = self.move_texts[-1]
        columns = f"1-9, a-{last}" if last.isalpha() else f"1-{last}"
        return Face(
            wording=ConnectFourWording(),
            talk=Talk(asks_move=(f"Which column would you like ({columns})? ",)),
            before=Before(
                OldConnectFourWording(self.move_texts),
                Talk(
                    asks_move=(f"Player {{player}}, choose a column ({columns}): ",),
                    pauses=(1.0, 0.5),
                ),
                (HUMAN, "old-connect4:depth=5"),
            ),
            example="44344553" if self.columns > 4 else "2232",
            sizes=_SIZES,
            levels=levels.connect4(self.columns * self.rows),
            simulation=ReadyMade("", ("minimax:depth=5", "minimax:depth=7"), "once"),
            ready_made=(
                ReadyMade(
                    "The simulation of “Connect 4 with Minimax”",
                    ("old-connect4:depth=5", "old-connect4:depth=7"),
                    "once",
                    as_before=True,
                ),
            ),
            glass_boxes=_GLASS_BOXES if self.columns > 4 else (),
        )

    def exact_score(self, value: int, ply: int) -> int:
        """How many counters the winner has left, counting the last one played, as benchmarks do."""
        before = ply + self.max_plies - abs(value)  # counters on the board when the winner moves
        left = (self.max_plies + 1 - before) // 2
        return left if value > 0 else -left if value else 0

    def stated_score(self, line: str) -> tuple[str, int | None]:
        """The score follows the moves in the solvers' test sets: "4453 2"."""
        scored = re.fullmatch(r"\s*(\S{2,})\s+(-?\d{1,3})\s*", line)
        if scored is None or abs(int(scored[2])) > self.max_plies // 2:  # no score is so high
            return line, None
        return scored[1], int(scored[2])
