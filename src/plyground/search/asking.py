"""`solve_by_questions`: the value of a game's start from many questions, asked at the same time.

A `Frontier` says which questions matter; `Askers` answer several at a time: threads of this
process (`Threads`), or a cluster (`arena.cluster`). The answers are kept in a folder, see
`checkpoint`, from which the work goes on after any stop, with other askers too.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from plyground.kernel import CacheWarning
from plyground.position import Game, PlainState, Position
from plyground.search import checkpoint as files
from plyground.search.checkpoint import Checkpoint
from plyground.search.control import Cancelled, Control, Limits
from plyground.search.exact import Solution, Solver
from plyground.search.frontier import Answers, Frontier, Node
from plyground.search.tables.files import TableError

SAVE_EVERY = 120.0
"""Seconds between two saves of the work."""
_SHARE = 1000  # a question may take this part of all positions visited so far, if that is more
_GLANCE = 0.05  # seconds between two checks of the control
_PATIENCE = 20_000  # positions, where a question and its answer do not travel
_SAVING = 0.05  # the share of the time that saves of the table may take


class Lesson(NamedTuple):
    """That the value of a position is at least, or at most, so much."""

    state: PlainState
    value: int
    at_least: bool


class Answer(NamedTuple):
    """What a search has found: the limits of a value, the positions visited and the seconds."""

    low: int
    high: int
    nodes: int
    seconds: float


class Question(NamedTuple):
    """Is the value of the position at least `x`? The search visits at most so many positions."""

    position: Position
    x: int
    nodes: int


Asked = Future[Answer | None]
"""A question under way. None: those who were asked died of it, one after the other."""


class Askers(Protocol):
    """Who answers questions, several at a time."""

    @property
    def threads(self) -> int:
        """How many questions are answered at the same time."""

    @property
    def patience(self) -> int:
        """The least positions that a search visits before a question is too hard for it."""

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """What the questions that follow can rely on."""

    def ask(self, question: Question) -> Asked:
        """Begin to answer a question."""

    def forget(self, future: Asked) -> None:
        """The answer does not matter any more."""

    @property
    def solver(self) -> Solver | None:
        """The solver of this process, whose table is worth keeping."""


def answered(solver: Solver, question: Question, control: Control) -> Answer:
    """The answer to a question, or limits that leave it open. Raises Cancelled after a stop."""
    begun = time.perf_counter()
    found = solver.solve(
        question.position,
        limits=Limits(nodes=question.nodes),
        control=control,
        window=(question.x - 1, question.x),
    )
    return Answer(found.low, found.high, found.nodes, time.perf_counter() - begun)


class Threads:
    """Threads of this process, which share a solver's table."""

    patience = _PATIENCE

    def __init__(self, solver: Solver, threads: int) -> None:
        self.solver: Solver | None = solver
        self._solver = solver
        self.threads = threads if solver.shareable else 1
        self._pool = ThreadPoolExecutor(self.threads)
        self._controls: dict[Asked, Control] = {}

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Put what is known into the table that all threads use."""
        for lesson in lessons:
            self._solver.learn(*lesson)

    def ask(self, question: Question) -> Asked:
        """Begin to answer a question in a thread that is free."""
        control = Control()
        future: Asked = self._pool.submit(answered, self._solver, question, control)
        self._controls[future] = control
        future.add_done_callback(lambda done: self._controls.pop(done, None))
        return future

    def forget(self, future: Asked) -> None:
        """Stop the search at once."""
        control = self._controls.get(future)
        if control is not None:
            control.stop()

    def close(self) -> None:
        """Stop all searches."""
        for future in list(self._controls):
            self.forget(future)
        self._pool.shutdown()


@contextmanager
def threads(solver: Solver, count: int) -> Iterator[Threads]:
    """Askers in this process, for as long as they are needed."""
    askers = Threads(solver, count)
    try:
        yield askers
    finally:
        askers.close()


@dataclass(frozen=True)
class AskingProgress:
    """How far the work is, in all runs together."""

    solution: Solution
    questions: int
    """The answers that are known."""
    open: int
    """Questions that are open, in the graph as it is."""
    kept: int
    """The bytes that are kept."""


def solve_by_questions(
    game: Game,
    askers: Askers,
    folder: Path,
    *,
    winner_only: bool = False,
    seconds: float | None = None,
    control: Control | None = None,
    on_progress: Callable[[AskingProgress], None] | None = None,
    save_every: float = SAVE_EVERY,
    patience: int | None = None,
) -> Solution:
    """The value of a game's start, or its limits when the time is up.

    With `winner_only` it is enough to know who wins; `patience` replaces that of the askers. The
    work in `folder` is taken up, and each save of it calls `on_progress`. The positions and seconds
    of the solution are those of all runs, with the seconds of all askers added up. Raises
    TableError if the folder cannot be used or has other work, and Cancelled when `control` says
    stop; what was found is kept.
    """
    Limits(seconds=seconds)  # refuses an invalid time
    control = control or Control()
    with files.work_in(folder):
        work = _Work(game, askers, folder, control, save_every, patience, on_progress)
        work.until = math.inf if seconds is None else time.perf_counter() + seconds
        try:
            while not work.over and (x := _question(work.checkpoint, winner_only)) is not None:
                work.decide(x)
        except MemoryError:
            raise TableError(
                f"the memory of this computer is used up; what was found is kept in {folder}"
            ) from None
        finally:
            work.end()
        control.check()
        return work.solution


def _question(known: Checkpoint, winner_only: bool) -> int | None:
    """The next question about the start: first win, draw or loss, then by halves how soon."""
    low, high = known.low, known.high
    if low <= 0 < high:
        return 1
    if low < 0 <= high:
        return 0
    if winner_only or low >= high:
        return None
    return low + (high - low + 1) // 2


class _Work:
    """The work in a folder."""

    def __init__(
        self,
        game: Game,
        askers: Askers,
        folder: Path,
        control: Control,
        save_every: float,
        patience: int | None,
        on_progress: Callable[[AskingProgress], None] | None,
    ) -> None:
        self._game, self._askers, self._folder, self._control = game, askers, folder, control
        self._save_every, self._on_progress = save_every, on_progress
        self._patience = patience
        self.checkpoint = files.load(game, folder)
        self.until = math.inf
        self._due = time.perf_counter() + save_every
        self._table_due = self._due
        self._asked: dict[Asked, Node] = {}
        self._warned = False
        self._open = 0
        solver = askers.solver
        if solver is not None and self.checkpoint.answers:
            try:
                files.load_table(solver, folder)
            except TableError as error:
                said = f"{error}: the search begins with an empty one, which will replace it"
                warnings.warn(said, CacheWarning, stacklevel=2)
        most = game.max_plies + 1
        askers.teach(_lessons(self.checkpoint.answers, list(self.checkpoint.answers), most))

    @property
    def over(self) -> bool:
        """Whether to stop, whatever is known."""
        return self._control.enough or time.perf_counter() >= self.until

    @property
    def solution(self) -> Solution:
        """What is known of the start."""
        known = self.checkpoint
        start = self._game.position()
        return Solution(start, known.low, known.high, known.nodes, known.seconds)

    def decide(self, x: int) -> None:
        """Find out whether the value of the start is at least `x`."""
        known = self.checkpoint
        frontier = Frontier(self._game, x, known.answers)
        try:
            while not frontier.decided and not self.over:
                self._hand_out(frontier)
                self._take_in(frontier)
                self._pass_on(frontier)
                if time.perf_counter() >= self._due:
                    self._open = frontier.leaves
                    self.save()
            self._leave(frontier, list(self._asked))
        finally:
            self._open = frontier.leaves
        if frontier.decided:
            found = frontier.found
            known.low, known.high = max(known.low, found.low), min(known.high, found.high)

    def _hand_out(self, frontier: Frontier) -> None:
        """Ask as many questions as are answered at the same time."""
        patience = self._askers.patience if self._patience is None else self._patience
        nodes = max(patience, self.checkpoint.nodes // _SHARE)
        while len(self._asked) < self._askers.threads:
            node = frontier.next()
            if node is None:
                break
            self._asked[self._askers.ask(Question(node.position, node.x, nodes))] = node

    def _take_in(self, frontier: Frontier) -> None:
        """Take the answers that have come, and give up the questions that they have settled."""
        done = wait(self._asked, _GLANCE, FIRST_COMPLETED).done
        for future in done:
            node = self._asked.pop(future)
            try:
                answer = future.result()
            except Cancelled:
                frontier.drop(node)
                continue
            if answer is None:  # easier questions may save those who are asked next
                most = self._game.max_plies + 1
                answer = Answer(-most, most, 0, 0.0)
            self.checkpoint.nodes += answer.nodes
            self.checkpoint.seconds += answer.seconds
            frontier.note(node, answer.low, answer.high, answer.nodes)
        if done:
            asked = self._asked.items()
            self._leave(frontier, [each for each, node in asked if not frontier.matters(node)])

    def _leave(self, frontier: Frontier, futures: Sequence[Asked]) -> None:
        for future in futures:
            self._askers.forget(future)
            frontier.drop(self._asked.pop(future))

    def _pass_on(self, frontier: Frontier) -> None:
        """Teach what has been found since the last time."""
        most = self._game.max_plies + 1
        self._askers.teach(_lessons(self.checkpoint.answers, frontier.fresh, most))
        frontier.fresh.clear()

    def save(self, at_last: bool = False) -> None:
        """Keep what was found; a warning says why the first time that it cannot be.

        To look through the table takes long, so that is done less often.
        """
        try:
            files.save(self._game, self._folder, self.checkpoint)
            begun = time.perf_counter()
            if self._askers.solver is not None and (at_last or begun >= self._table_due):
                files.save_table(self._askers.solver, self._folder)
                now = time.perf_counter()
                self._table_due = now + (now - begun) / _SAVING
        except TableError as error:
            if not self._warned:
                warnings.warn(str(error), CacheWarning, stacklevel=2)
            self._warned = True
        self._due = time.perf_counter() + self._save_every
        if self._on_progress:
            self._on_progress(
                AskingProgress(
                    self.solution,
                    len(self.checkpoint.answers),
                    self._open,
                    files.size(self._folder),
                )
            )

    def end(self) -> None:
        """Stop all that is under way, and keep what was found."""
        for future in self._asked:
            self._askers.forget(future)
        self._asked.clear()
        self.save(at_last=True)


def _lessons(answers: Answers, states: Sequence[PlainState], most: int) -> list[Lesson]:
    """What is known of some positions that decides questions about them."""
    found = []
    for state in states:
        known = answers[state]
        if known.low > -most:
            found.append(Lesson(state, known.low, True))
        elif known.high < most:
            found.append(Lesson(state, known.high, False))
    return found
