"""A player for Kaggle's ConnectX: this file is the submission, and needs nothing but Python.

`plyground agent submission.py` writes it out unchanged. Kaggle runs one file, on an image that has
neither plyground nor its compiled code, and the 2 seconds of a move are too few to compile
anything. So this file has its own search, in plain Python, for as long as a move may take.

It deepens one ply at a time by alpha-beta, with a table. A board is two words of bits, one bit for
each cell, column by column from the bottom, with an empty row above each column, so that no line
runs from one column into the next. A player's *threat* is an empty cell that would complete a line.
Scores are for the player to move: a line completed by the n-th counter of the game scores WIN - n.
"""

from __future__ import annotations

import time
from typing import Any

WIN = 10_000
PROVEN = WIN // 2  # scores farther from 0 are certain wins or losses
SHARE = 0.8  # the used share of the time for a move
HURRIED = 0.4  # when almost no spare time is left
GLANCE = 128  # positions between two checks of the clock
EXACT, AT_LEAST, AT_MOST = range(3)


class OutOfTime(Exception):
    """The move is due now."""


class Searcher:
    """A search on a board with these columns and rows, for lines of a length."""

    def __init__(self, columns: int, rows: int, line: int = 4) -> None:
        self.line = line
        self.height = rows + 1
        self.bottom = sum(1 << c * self.height for c in range(columns))
        self.board = self.bottom * ((1 << rows) - 1)
        self.steps = (1, self.height - 1, self.height, self.height + 1)
        centre = (columns - 1) / 2
        order = sorted(range(columns), key=lambda c: (abs(c - centre), c))
        self.column_masks = [((1 << rows) - 1) << c * self.height for c in order]
        # When all other cells are full, the first player fills threats in rows 1, 3, 5 from the
        # bottom, and the second player those in the other rows.
        odd = sum(1 << r for r in range(0, rows, 2))
        self.odd_rows = self.bottom * odd
        self.deadline = 0.0
        self.nodes = 0
        self.table: dict[tuple[int, int], tuple[int, int, int, int]] = {}

    def choose(self, mine: int, theirs: int, seconds: float) -> int:
        """The column to play, from the counters of both players, in about so many seconds."""
        self.deadline = time.perf_counter() + seconds
        self.table = {}
        both = mine | theirs
        left = self.board.bit_count() - both.bit_count()
        threats = self.threats(mine, both), self.threats(theirs, both)
        best, _ = self.ordered(mine, both, (both + self.bottom) & self.board, 0)[0]
        try:
            for depth in range(1, left + 1):
                score = self.search(mine, both, *threats, depth, -WIN, WIN)
                best = self.table[mine, both][3] or best
                if abs(score) > PROVEN:
                    break
        except OutOfTime:
            pass
        return (best.bit_length() - 1) // self.height

    def search(  # noqa: PLR0911 - an algorithm whose steps are numbered
        self, mine: int, both: int, own: int, foreign: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The score of a position without a line, exact if between alpha and beta.

        `own` and `foreign` are the threats of the player to move and of the other.
        """
        self.nodes += 1
        if self.nodes % GLANCE == 0 and time.perf_counter() > self.deadline:
            raise OutOfTime
        counters = both.bit_count()
        open_cells = (both + self.bottom) & self.board
        if not open_cells:
            return 0

        # Step 1. Complete a line, or stop the other player's line.
        winning = own & open_cells
        if winning:
            return self.remembered(mine, both, WIN - counters - 1, winning & -winning)
        forced = foreign & open_cells
        moves = forced or open_cells
        if forced & (forced - 1):
            return self.remembered(mine, both, counters + 2 - WIN, forced & -forced)
        moves &= ~(foreign >> 1)  # the other player would fill a threat above
        if not moves:
            worst = forced or open_cells
            return self.remembered(mine, both, counters + 2 - WIN, worst & -worst)
        if depth <= 0:
            return self.estimate(own, foreign, counters)

        # Step 2. Remembered?
        first = 0
        known = self.table.get((mine, both))
        if known is not None:
            searched, kind, score, first = known
            if searched >= depth or abs(score) > PROVEN:
                if kind == EXACT:
                    return score
                if kind == AT_LEAST:
                    alpha = max(alpha, score)
                else:
                    beta = min(beta, score)
                if alpha >= beta:
                    return score

        # Step 3. Every move, the most promising first.
        best, best_move, lowest = -WIN, 0, alpha
        for move, made in self.ordered(mine, both, moves, first):
            filled = both | move
            # A forced reply does not count as a ply, or threats would push losses out of sight.
            spent = 0 if made & (filled + self.bottom) & self.board else 1
            score = -self.search(
                both ^ mine, filled, foreign & ~move, made, depth - spent, -beta, -alpha
            )
            if score > best:
                best, best_move = score, move
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        kind = AT_MOST if best <= lowest else AT_LEAST if best >= beta else EXACT
        self.table[mine, both] = depth, kind, best, best_move
        return best

    def remembered(self, mine: int, both: int, score: int, move: int) -> int:
        """Keep a final score, and return it."""
        self.table[mine, both] = WIN, EXACT, score, move
        return score

    def ordered(self, mine: int, both: int, moves: int, first: int) -> list[tuple[int, int]]:
        """The moves, each with the threats after it.

        `first` comes first, then the moves that make the most threats, then those near the centre.
        """
        found = [
            (move, self.threats(mine | move, both | move))
            for mask in self.column_masks
            if (move := moves & mask)
        ]
        if len(found) > 1:
            found.sort(key=lambda each: (each[0] != first, -each[1].bit_count()))
        return found

    def threats(self, counters: int, both: int) -> int:
        """The empty cells that would complete a line of one player's counters."""
        found = 0
        for step in self.steps:
            if self.line == 4:  # as below, in less time: without this it visits 40 % fewer
                below, above = counters << step, counters >> step
                two_below, two_above = below & below << step, above & above >> step
                found |= two_below & (below << 2 * step | above)
                found |= two_above & (above >> 2 * step | below)
                continue
            # Cells with i counters below them, by i, and then those with the others above them.
            runs, above = [self.board], self.board
            for _ in range(self.line - 1):
                runs.append((runs[-1] & counters) << step)
            for run in reversed(runs):
                found |= run & above
                above = (above & counters) >> step
        return found & self.board & ~both

    def estimate(self, own: int, foreign: int, counters: int) -> int:
        """The estimate of a position: its threats, with more weight in the rows that matter."""
        good = self.odd_rows if counters % 2 == 0 else self.board ^ self.odd_rows
        mine = own.bit_count() + 2 * (own & good).bit_count()
        return mine - foreign.bit_count() - 2 * (foreign & self.board & ~good).bit_count()


def said(where: Any, names: tuple[str, ...], otherwise: Any) -> Any:
    """What Kaggle says under one of these names, as a key or as an attribute."""
    for name in names:
        value = where.get(name) if isinstance(where, dict) else getattr(where, name, None)
        if value is not None:
            return value
    return otherwise


def agent(observation: Any, configuration: Any) -> int:
    """The column in which to drop a counter: what Kaggle calls for every move.

    It plays on boards of any size, for lines of any length. In its first versions Kaggle had other
    names for the time of a move; what is not said is as in the competition.
    """
    columns, rows = said(configuration, ("columns",), 7), said(configuration, ("rows",), 6)
    searcher = Searcher(columns, rows, said(configuration, ("inarow",), 4))
    words = [0, 0, 0]  # of empty cells, of player 1, of player 2
    for place, counter in enumerate(said(observation, ("board",), ())):
        row, column = divmod(place, columns)
        words[counter] |= 1 << column * searcher.height + rows - 1 - row
    spare = said(observation, ("remainingOverageTime",), 0)
    seconds = said(configuration, ("actTimeout", "timeout", "agentTimeout"), 2)
    mark = said(observation, ("mark",), 1)
    seconds *= SHARE if spare > 1 else HURRIED
    return searcher.choose(words[mark], words[3 - mark], seconds)
