"""The search of the whole game with which an old program began: its counter, and what it found."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory

from plyground.position import Game
from plyground.search import Control, SolvedTable, TableProgress, solve_tables
from plyground.web.services.seating import RoomState


@dataclass
class WholeSearch:
    """Such a search. `words` and `done` are what the old program said during it, and after it."""

    game: Game
    words: str
    done: str
    control: Control = field(default_factory=Control)
    progress: TableProgress | None = None
    table: SolvedTable | None = None
    """What it found; None before its end, and if it could not be made."""
    ended: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        """How far it is; empty if it came to nothing."""
        if self.table is not None:
            moves = sum(self.table.legal_moves)
            return f"{self.words.format(done=moves, total=moves, percent=100)} {self.done}"
        if self.ended:
            return ""
        if self.progress is None:
            return self.words.format(done=0, total="...", percent=0)
        # All moves have been looked at once all positions are found, and so their number is known.
        total = self.progress.all_legal_moves
        if total is not None:
            return self.words.format(done=total, total=total, percent=100)
        percent = 100 * self.progress.ply // self.game.max_plies
        return self.words.format(done=self.progress.legal_moves, total="...", percent=percent)

    def run(self, control: Control) -> SolvedTable:
        """Search. It keeps nothing on disk, as then."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            return solve_tables(
                self.game, folder=folder, control=control, on_progress=self._note, threads=1
            )

    def _note(self, progress: TableProgress) -> None:
        self.progress = progress


def whole_search(state: RoomState) -> WholeSearch | None:
    """The search with which the old program of a game begins; None if it begins with none."""
    talk = state.game.face.manner(state.record.as_before).talk
    computers = any(seat.kind == "computer" for seat in state.record.seats)
    if not (talk.solving and computers and state.running) or state.record.moves:
        return None
    return WholeSearch(state.game, talk.solving, talk.solved)
