"""What is done at each meeting of a run, by its kind, and how what comes of it is written down.

Most meetings are matches. Where nobody meets, a position is searched by one player or judged by all
heuristics, or a learner is taught.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from plyground.arena import parallel
from plyground.arena.match import Course, Effort, Item, Match, lost, play
from plyground.arena.meeting import Done, Found, Meeting, Played
from plyground.arena.plan import HEURISTIC, LEARNING, QUESTIONS, SEARCH, Plan
from plyground.arena.warming import rehearse, warm
from plyground.kernel import Chance, is_native
from plyground.position import Outcome, Position
from plyground.position.own_heuristic import SUFFIX
from plyground.search import Control

Line = Mapping[str, Any]
"""What the journal has of a result."""


class Steps(Protocol):
    """A piece of work, step by step, for callers that do other work in between."""

    @property
    def over(self) -> bool:
        """Whether it is done."""

    def step(self, control: Control) -> object:
        """Do the next step. Raises Cancelled after a stop; the same step can be taken later."""

    def ended(self) -> Any:
        """The result, when it is over."""

    def close(self) -> None:
        """Leave it."""


class Work(ABC):
    """What is done at a meeting. Workers get `do` and an item in other processes."""

    @abstractmethod
    def item(self, plan: Plan, meeting: Meeting, turn: int) -> Any:
        """All that a worker needs."""

    @abstractmethod
    def do(self, item: Any, control: Control) -> Any:
        """Do it; the result. Raises Cancelled after a stop."""

    @abstractmethod
    def done(self, meeting: Meeting, turn: int, result: Any) -> Done:
        """The result of a meeting, as the run has it."""

    @abstractmethod
    def line(self, done: Any) -> Line:
        """What the journal keeps of it."""

    @abstractmethod
    def read(self, line: Line) -> Any:
        """The result that a line keeps."""

    def watched(self, watch: Callable[[Position], None]) -> Callable[[Any, Control], Any]:
        """`do`, where a visitor looks on; only matches have something to see."""
        return self.do

    def prepare(self, plan: Plan, control: Control | None = None) -> None:
        """Compile and load what will be used, so that no time of a step includes it.

        Raises Cancelled after a stop.
        """
        for game in plan.games:
            players = [each.player for each in plan.entrants]
            warm(game, *players)
            rehearse(game, players, control)

    def steps(self, item: Any) -> Steps:
        """The same, step by step."""
        return _Once(partial(self.do, item))

    def lost(self, item: Any, turn: int) -> Any:
        """The result where no worker survives it. Raises WorkerDiedError if there is none."""
        raise parallel.WorkerDiedError(
            f"a worker process died {parallel.LIVES} times at the same piece of work: it was "
            "killed, or ran out of memory"
        )


class _Once:
    """What is done in one step."""

    def __init__(self, do: Callable[[Control], Any]) -> None:
        self._do, self.over = do, False

    def step(self, control: Control) -> object:
        self._result, self.over = self._do(control), True
        return self._result

    def ended(self) -> Any:
        return self._result

    def close(self) -> None:
        """Nothing is left open."""


class Matches(Work):
    """A match is played."""

    def item(self, plan: Plan, meeting: Meeting, turn: int) -> Item:
        return meeting.item(plan, turn)

    def do(self, item: Item, control: Control) -> Match:
        return play(item, control)

    def watched(self, watch: Callable[[Position], None]) -> Callable[[Item, Control], Match]:
        return partial(play, watch=watch)

    def steps(self, item: Item) -> Course:
        if is_native():
            warm(item.game, *item.players)
        return Course(item)

    def lost(self, item: Item, turn: int) -> Match:
        return lost(item, turn)

    def done(self, meeting: Meeting, turn: int, result: Match) -> Played:
        return Played(meeting, turn, result)

    def line(self, done: Played) -> Line:
        match = done.match
        return {
            "moves": list(match.moves),
            "ending": match.outcome.to_json(),
            "nodes": [effort.nodes for effort in match.efforts],
            "seconds": [[round(each, 6) for each in effort.seconds] for effort in match.efforts],
            "duration": round(match.duration, 6),
        }

    def read(self, line: Line) -> Match:
        efforts = zip(line["nodes"], line["seconds"], strict=True)
        return Match(
            moves=tuple(line["moves"]),
            outcome=Outcome.from_json(line["ending"]),
            efforts=tuple(Effort(nodes, tuple(seconds)) for nodes, seconds in efforts),
            duration=line["duration"],
        )


class _Question(Work):
    """Work whose results are plain data, as the journal has it."""

    def done(self, meeting: Meeting, turn: int, result: Any) -> Found:
        return Found(meeting, turn, result)

    def line(self, done: Found) -> Line:
        return {"moves": list(done.meeting.opening), "found": done.found}

    def read(self, line: Line) -> Any:
        return line["found"]


class Searches(_Question):
    """A player searches a position. The result has its score, and None where there is none that
    could be compared: what samples promise is no score.
    """

    def item(self, plan: Plan, meeting: Meeting, turn: int) -> tuple[Any, ...]:
        (player,) = meeting.group
        position = plan.games[0].position(meeting.opening)
        return plan.entrants[player].player, position, plan.seed, meeting.chance

    def do(self, item: tuple[Any, ...], control: Control) -> dict[str, Any]:
        player, position, seed, number = item
        warm(position.game, player)
        rehearse(position.game, [player], control)
        with player.seated() as seated:
            choice = seated.choose(position, chance=Chance(seed, number), control=control)
        value = choice.value
        return {
            "score": value.to_json() if value and value.expectation is None else None,
            "nodes": choice.nodes,
            "cutoffs": choice.cutoffs,
            "seconds": round(choice.seconds, 6),
        }


class Judgements(_Question):
    """All heuristics judge a position: see `judging.Found`."""

    def item(self, plan: Plan, meeting: Meeting, turn: int) -> tuple[Any, ...]:
        return plan.games[0].position(meeting.opening), _heuristics(plan)

    def do(self, item: tuple[Any, ...], control: Control) -> dict[str, Any]:
        from plyground.arena import judging  # which takes a while to import

        position, heuristics = item
        return judging.as_data(judging.judge(position, heuristics, control))

    def prepare(self, plan: Plan, control: Control | None = None) -> None:
        from plyground.arena import judging

        judging.prepare(plan.games[0], _heuristics(plan))


class Lessons(_Question):
    """A learner teaches itself the game. The result is its curve: see `lessons.Curve`."""

    def item(self, plan: Plan, meeting: Meeting, turn: int) -> tuple[Any, ...]:
        (learner,) = meeting.group
        return plan.games[0], plan.learners[learner], plan.rounds, plan.seed

    def do(self, item: tuple[Any, ...], control: Control) -> list[Any]:
        from plyground.arena import lessons

        game, way, games, seed = item
        return [list(exam) for exam in lessons.teach(game, way, games, seed, control)]


def _heuristics(plan: Plan) -> tuple[str, ...]:
    """As rules take them: a name, or the path of a file."""
    return tuple(
        str(plan.folder / name) if name.endswith(SUFFIX) else name for name in plan.heuristics
    )


_QUESTIONS = {SEARCH: Searches(), HEURISTIC: Judgements(), LEARNING: Lessons()}
assert tuple(_QUESTIONS) == QUESTIONS
_MATCHES = Matches()


def work_of(plan: Plan) -> Work:
    """What is done at the meetings of a plan."""
    return _QUESTIONS.get(plan.kind, _MATCHES)
