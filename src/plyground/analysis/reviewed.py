"""`Review`: a graded game as data, and in words that a pupil understands.

See `review`, which makes it. Move numbers count plies from 1.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plyground.analysis.grades import Grade, share
from plyground.analysis.reasons import Reason
from plyground.analysis.review_words import SAID
from plyground.position import Game, Outcome, Position
from plyground.position.face import capital
from plyground.search import SOLVABLE, Value, plies_text
from plyground.search.value import ENDS

GRADE_WORDS: dict[Grade, str] = {
    "best": "a best move",
    "good": "good",
    "inaccuracy": "an inaccuracy",
    "mistake": "a mistake",
    "blunder": "a blunder",
}
POOR: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
"""Grades of moves to try again."""

_SHORT = 12  # letters of a name that fits into a short sentence
_TO_AND_FRO = [("win", "loss")] * 2  # the values of two mistakes, each for whoever made it

_TELLING = 3  # moves that count, from which on their mean is more than luck

GRADE_SIGNS: dict[Grade, str] = {
    "best": "",
    "good": "",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
}
"""As chess players write them after a move."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game, its alternatives, and its grade.

    All values are from the point of view of `player`, who made it in `position`. `before` is the
    value of the position, `after` the value of the move; both count plies from `position`,
    including the move. `best` are the best moves, `keeping` the moves that keep the result, slower
    or not. `depth` is the depth of a search; None if both values are exact. `line` is a best move
    and best play after it, `refutation` the move made and best play after it. Both are given if the
    move was not best, as far as the limits allow. `reason` says why it was poor, `merits` why it
    was good.
    """

    position: Position
    move: str
    before: Value
    after: Value
    best: tuple[str, ...]
    keeping: tuple[str, ...]
    grade: Grade
    depth: int | None
    line: tuple[str, ...] = ()
    refutation: tuple[str, ...] = ()
    reason: Reason | None = None
    merits: str = ""

    @property
    def ply(self) -> int:
        """Its number, from 1."""
        return self.position.ply + 1

    @property
    def player(self) -> int:
        """The player who made it, from 0."""
        return self.position.turn

    @property
    def exact(self) -> bool:
        """Whether it was graded by exact values."""
        return self.depth is None

    @property
    def child(self) -> Position:
        """The position after it."""
        return self.position.play(self.move)

    @property
    def share(self) -> float | None:
        """Its share of the best, 0 to 1; None if it does not count.

        A move counts if it was graded by exact values and some legal move was worse than the best:
        otherwise there was nothing to get wrong.
        """
        if not self.exact or len(self.best) == len(self.position.codes):
            return None
        return share(self.before, self.after)

    def to_json(self) -> dict[str, Any]:
        """The move as data; players are numbered from 1."""
        return {
            "ply": self.ply,
            "player": self.player + 1,
            "move": self.move,
            "grade": self.grade,
            "exact": self.exact,
            "depth": self.depth,
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "best": list(self.best),
            "keeping": list(self.keeping),
            "line": list(self.line),
            "refutation": list(self.refutation),
            "reason": self.reason and self.reason.to_json(),
            "share": self.share,
        }


@dataclass(frozen=True)
class Accuracy:
    """How well a player played: the mean share of the moves that count, in percent."""

    player: int
    percent: float | None
    """None if no move counts."""
    counted: int
    """The moves that count."""
    moves: int
    """All moves of the player."""

    @property
    def tells(self) -> bool:
        """Whether enough moves count for the percentage to say something about the player."""
        return self.counted >= _TELLING

    def __str__(self) -> str:
        if self.percent is None:
            return "none, because no move counts"
        moves = "move that counts" if self.counted == 1 else "moves that count"
        return f"{self.percent:.0f} % in {self.counted} {moves}"

    def to_json(self) -> dict[str, Any]:
        """The accuracy as data; players are numbered from 1."""
        return {
            "player": self.player + 1,
            "percent": self.percent,
            "counted": self.counted,
            "moves": self.moves,
        }


@dataclass(frozen=True)
class Review:
    """A graded game.

    `curves` give each player's prospects after each ply from 0: 1 for a win, 0 for a draw, -1 for a
    loss. Distant wins and losses are nearer to 0, down to a half; estimates stay below a half; None
    where nothing is known.
    """

    position: Position
    """The last position, with its history."""
    moves: tuple[ReviewedMove, ...]
    """The graded moves. While the review is being made they are the last ones of the game."""
    curves: tuple[tuple[float | None, ...], ...]  # [players][plies + 1]
    seconds: float
    start: int = 0
    """The plies made before the game began, which are not graded."""

    @classmethod
    def begun(cls, position: Position, start: int) -> Review:
        """The review of a game of which nothing is known yet."""
        unknown = (None,) * (position.ply + 1)
        return cls(position, (), (unknown,) * position.game.players, 0.0, start)

    @property
    def whole(self) -> bool:
        """Whether all moves are graded."""
        return len(self.moves) == self.position.ply - self.start

    @cached_property
    def accuracy(self) -> tuple[Accuracy, ...]:
        """The accuracy of each player."""
        found = []
        for player in range(self.position.game.players):
            own = [move for move in self.moves if move.player == player]
            shares = [each for move in own if (each := move.share) is not None]
            percent = 100 * statistics.fmean(shares) if shares else None
            found.append(Accuracy(player, percent, len(shares), len(own)))
        return tuple(found)

    @cached_property
    def turning_point(self) -> ReviewedMove | None:
        """The move after which the result did not change: the last mistake or blunder.

        With more than two players, if one has lost, it is the last such move of that player, or
        else the last inaccuracy: after it the loser was decided if every player maximises their own
        outcome.
        """
        moves = self.moves
        outcome = self.position.outcome
        many = self.position.game.players > SOLVABLE
        if many and outcome is not None and outcome.loser is not None:
            moves = tuple(move for move in moves if move.player == outcome.loser)
        wanted = [("mistake", "blunder"), ("inaccuracy",)] if many else [("mistake", "blunder")]
        found = (move for each in wanted for move in reversed(moves) if move.grade in each)
        return next(found, None)

    @property
    def turns(self) -> tuple[ReviewedMove, ...]:
        """The mistakes and blunders: after each of them another result was to be expected."""
        return tuple(move for move in self.moves if move.grade in ("mistake", "blunder"))

    def verdict(self, you: int | None = None, names: Sequence[str] = ()) -> str:
        """How the game ended, and which moves decided it, in two short sentences.

        `names` are what people call the players; `you` is the one who reads it.
        """
        game, outcome = self.position.game, self.position.outcome
        ended = ""
        if outcome is not None:
            ended = ending(outcome, lambda player: capital(called(game, player, you, names)))
        return f"{ended}{self._decided(you, names)}"

    def _decided(self, you: int | None, names: Sequence[str]) -> str:
        """Which moves decided the game."""
        game, turns = self.position.game, self.turns
        last = self.turning_point
        if game.players > SOLVABLE and last is not None:
            return f"{_turned(last, you)}."
        if not turns and any(not each.exact for each in self.moves):
            return SAID["not found"]
        if not turns:
            slow = any(each.grade == "inaccuracy" for each in self.moves)
            return SAID["none but slow" if slow else "none"]
        final, number = called(game, turns[-1].player, you, names), turns[-1].ply
        if len(turns) > 2:
            which = SAID["yours" if final == "you" else "theirs"].format(ply=number, name=final)
            return SAID["several"].format(n=len(turns), which=which)
        said = [_gave(each, called(game, each.player, you, names)) for each in turns]
        if len(turns) == 2 and [(m.before.verdict, m.after.verdict) for m in turns] == _TO_AND_FRO:
            said[1] = SAID["gave back"].format(name=final, ply=number)
        return f"{capital(', and '.join(said))}."

    @property
    def summary(self) -> str:
        """The turning point in a sentence, or a sentence that there was none."""
        return self.summary_with(plies_text)

    def summary_with(self, reach: Callable[[int], str]) -> str:
        """The same; `reach` says how far a search has looked ahead."""
        if not self.moves:
            return "No move was made: there is nothing to review."
        move = self.turning_point
        if move is not None:
            depth = "" if move.exact else f" (as far as {reach(move.depth or 0)} show)"
            return f"{_turned(move)}: {what_follows(move)}; {what_was_better(move)}{depth}."
        unsolved = sum(not each.exact for each in self.moves)
        if unsolved:
            return (
                f"No mistake was found. {unsolved} of {len(self.moves)} moves were searched "
                "ahead and not solved, so a mistake may hide among them."
            )
        slow = any(each.grade == "inaccuracy" for each in self.moves)
        nobody = "Nobody made a mistake" + (" that changed the result" if slow else "")
        return f"{nobody}: {_course(self)}."

    def to_retry(self, player: int) -> list[ReviewedMove]:
        """The blunders, mistakes and inaccuracies of a player."""
        return [move for move in self.moves if move.player == player and move.grade in POOR]

    def to_json(self) -> dict[str, Any]:
        """The review as data for `json.dumps`; players and plies are numbered from 1."""
        turned = self.turning_point
        outcome = self.position.outcome
        return {
            "game": self.position.game.to_json(),
            "position": list(self.position.history),
            "outcome": str(outcome) if outcome else None,
            "moves": [move.to_json() for move in self.moves],
            "accuracy": [each.to_json() for each in self.accuracy],
            "turning_point": turned and turned.ply,
            "summary": self.summary,
            "curves": [list(curve) for curve in self.curves],
            "seconds": self.seconds,
        }


def called(game: Game, player: int, you: int | None, names: Sequence[str]) -> str:
    """A player in a short sentence: "you", a name if it is short, or the game's word."""
    if player == you:
        return "you"
    name = names[player] if player < len(names) else ""
    return name if 0 < len(name) <= _SHORT else player_name(game, player)


def ending(outcome: Outcome, name: Callable[[int], str]) -> str:
    """How a game ended, in a short sentence; `name` says who a player is."""
    if outcome.named is None:
        return SAID["drawn"]
    player, what = outcome.named
    return SAID[what].format(name=name(player))


def player_name(game: Game, player: int) -> str:
    """The name of a player: "red", or "player 1"."""
    return game.player_names[player] if game.player_names else f"player {player + 1}"


def name_or_you(game: Game, player: int, you: int | None = None, first: bool = False) -> str:
    """A player in a sentence: the name, or "you" for the one who reads it, at the `first` mention
    "you (red)".
    """
    name = player_name(game, player)
    if player != you:
        return name
    return SAID["you"].format(name=name) if first else "you"


def _does(what: str, you: bool) -> str:
    """A verb and what follows it, such as "wins at once", as it is said of a player or to you."""
    verb, *rest = what.split(" ", 1)
    return " ".join([verb.removesuffix("s"), *rest]) if you else what


def what_follows(move: ReviewedMove) -> str:
    """What the move leads to: "if red plays column 4, yellow can force a win by move 23"."""
    return _clause(move, move.move, move.after, move.before)


def what_was_better(move: ReviewedMove) -> str:
    """What a best move leads to: "if red plays column 2, it is a draw"."""
    return _clause(move, move.best[0], move.before, move.after)


def what_comes(move: ReviewedMove, you: int | None = None) -> str:
    """What the move leads to, after its name: "yellow can force a win by move 23"."""
    value = move.after
    if value.plies == 1 and value.verdict != "draw":
        return SAID[f"{value.verdict} at once"]
    return _consequence(move, value, move.before, you)


def in_words(move: ReviewedMove, reach: Callable[[int], str] = plies_text) -> str:
    """A move, its grade, why it was poor, and a better move, in a sentence or two; `reach` says how
    far a search has looked ahead.
    """
    said = graded(move, reach=reach)
    if move.grade == "best":
        return f"{said} {move.merits}".rstrip()
    if move.reason is not None:
        name = name_or_you(move.position.game, move.player)
        said = f"{said.removesuffix('.')}; {name} {move.reason.text}."
    return f"{said} {what_it_means(move)}"


def what_was_played(position: Position, move: str, you: int | None = None) -> str:
    """A move in a sentence: "Move 3: you (red) played column 3."."""
    name = name_or_you(position.game, position.turn, you, first=True)
    spoken = position.game.face.wording.spoken(move)
    return SAID["played"].format(ply=position.ply + 1, name=name, move=spoken)


def graded(
    move: ReviewedMove, you: int | None = None, reach: Callable[[int], str] = plies_text
) -> str:
    """A move and its grade, in a sentence."""
    name = name_or_you(move.position.game, move.player, you, first=True)
    depth = "" if move.exact else f" as far as {reach(move.depth or 0)} show"
    return _graded(move, name, depth)


def what_went_wrong(move: ReviewedMove, you: int | None) -> str:
    """The same before another try at the move."""
    return _graded(move, name_or_you(move.position.game, move.player, you))


def _graded(move: ReviewedMove, name: str, depth: str = "") -> str:
    grade = f"{GRADE_WORDS[move.grade]}{depth}"
    return SAID["graded"].format(
        ply=move.ply, name=name, move=_spoken(move, move.move), grade=grade
    )


def what_is_better(move: ReviewedMove) -> str:
    """The best moves, in a sentence."""
    return SAID["better"].format(moves=_spoken_best(move))


def what_it_means(move: ReviewedMove) -> str:
    """What a move leads to, and what a better one does, in a sentence."""
    return f"{capital(what_follows(move))}; {what_was_better(move)}."


def what_it_led_to(move: ReviewedMove, you: int | None = None) -> str:
    """Why a move was poor, or else what could be forced after it, in a sentence."""
    if move.reason is not None:
        name = name_or_you(move.position.game, move.player, you)
        return f"{capital(name)} {move.reason.text}."
    said = what_comes(move, you)
    is_news = move.grade in ("mistake", "blunder") and not said.startswith("it loses")
    return SAID["now"].format(what=said) if is_news else f"{capital(said)}."


def in_short(move: ReviewedMove) -> str:
    """What a move did, in a few words for a list of moves."""
    if move.grade == "best":
        return _best_in_short(move)
    best, two = _spoken(move, move.best[0]), move.position.game.players <= SOLVABLE
    how = {"win": "later", "loss": "sooner"}.get(move.before.verdict)
    if move.grade in ("mistake", "blunder"):
        gave = "loses it" if move.before.verdict == "unknown" else "lets go"
        key = gave if two else "gives"
        return SAID[key].format(verdict=move.before.verdict, best=best)
    return SAID[how].format(best=best) if two and how else SAID["good"].format(best=capital(best))


def _best_in_short(move: ReviewedMove) -> str:
    value, position = move.before, move.position
    if move.child.over:
        known = move.after.verdict if move.after.verdict in ("win", "loss") else "draw"
        return SAID[f"ends {known}"]
    if len(position.codes) == 1:
        return SAID["only"]
    if not value.exact:
        return SAID["found"]
    if position.game.players > SOLVABLE:
        return SAID["of many"]
    others = ""
    if len(move.best) == len(position.codes):
        others = " all"
    elif len(move.best) == 1 and value.verdict != "loss":
        others = " alone"
    return SAID[f"keeps {value.verdict}{others}"]


def line_heading(move: ReviewedMove) -> str:
    """The heading of the line of a better move.

    With two players the line is a proof, because the loser cannot do better; more players may play
    differently.
    """
    proves = move.exact and move.position.game.players <= SOLVABLE
    return "The line that proves it" if proves else "How it could have gone on"


def state_of_play(position: Position, ended: str = "", you: int | None = None) -> str:
    """How the game ended, or whose turn it is; `ended` describes an end without the rules."""
    game, outcome = position.game, position.outcome
    if outcome is None and ended:
        return f"The game ended before a rule decided it: {ended.rstrip('.!')}."
    if outcome is None:
        return f"The game is not over: {name_or_you(game, position.turn, you)} to move."
    if outcome.named is None:
        return f"Draw: {outcome.reason}."
    player, what = outcome.named
    said = f"{capital(name_or_you(game, player, you))} {_does(what, player == you)}"
    return f"{said}: {outcome.reason_to(you)}."


def _gave(move: ReviewedMove, name: str) -> str:
    """What a mistake gave away: "red let the win go with move 3"."""
    verdict = move.before.verdict
    key = "lost" if verdict == "unknown" else "let go"
    return SAID[key].format(name=name, verdict=verdict, ply=move.ply)


def _turned(move: ReviewedMove, you: int | None = None) -> str:
    name = name_or_you(move.position.game, move.player, you, first=True)
    return f"Move {move.ply} by {name} was the turning point"


def _course(review: Review) -> str:
    """The course of a game without a turning point."""
    game, first, last = review.position.game, review.moves[0], review.moves[-1]
    over = review.position.over
    if game.players > SOLVABLE:
        return "none of them could force more than they did"
    if first.before.verdict == "draw":
        ahead = "with best play it stays one"
        return f"it was a draw from the first move on{'' if over else f', and {ahead}'}"
    wins = (first.before.verdict == "win") == (first.player == 0)
    name = player_name(game, 0 if wins else game.players - 1)
    if game.players == 1:
        return "every move was best"
    if over:
        return f"{name} could force a win from the first move on, and did"
    plies = last.after.plies
    until = f" by move {last.ply - 1 + plies}" if plies is not None else ""
    return f"{name} could force a win from the first move on, and still can{until}"


def _clause(move: ReviewedMove, text: str, value: Value, other: Value) -> str:
    """What a move of this value for its player leads to, compared with the value `other`."""
    text = _spoken(move, text)
    if value.plies == 1 and value.verdict != "draw":
        return f"{text} {'wins' if value.verdict == 'win' else 'loses'} at once"
    name = player_name(move.position.game, move.player)
    return f"if {name} plays {text}, {_consequence(move, value, other)}"


def _spoken(move: ReviewedMove, text: str) -> str:
    """A move within a sentence, such as "column 4"."""
    return move.position.game.face.wording.spoken(text)


def _spoken_best(move: ReviewedMove) -> str:
    return " or ".join(_spoken(move, each) for each in move.best)


def _consequence(move: ReviewedMove, value: Value, other: Value, you: int | None = None) -> str:
    game, me = move.position.game, move.player
    if value.verdict == "unknown":
        return SAID["unknown"]
    if game.players > SOLVABLE:
        return _of_many(name_or_you(game, me, you), value, other, me == you)
    if value.verdict == "draw":
        return SAID["draw"]
    by = f" by move {move.ply - 1 + value.plies}" if value.plies is not None else ""
    if game.players == 1 and value.verdict == "loss":
        return f"the game is lost{by}"
    winner = me if value.verdict == "win" else 1 - me
    name, key = name_or_you(game, winner, you), "force by" if by else "force"
    return SAID[key].format(name=name, ply=move.ply - 1 + (value.plies or 0))


def _of_many(name: str, value: Value, other: Value, to_you: bool) -> str:
    """The difference of a value for one of more than two players from `other`."""
    if value.standings is None or other.standings is None or value.verdict != other.verdict:
        return {
            "win": f"{name} can make sure to come out well",
            "draw": f"{name} can make sure not to lose",
            "loss": f"the others together can make {name} lose",
        }[value.verdict]
    same = value.standings[0] == other.standings[0]  # by the first tie-break
    ends = ENDS[value.standings[1 if same else 0]]
    said = f"{name} {_does(ends, to_you)}{' at best' if same else ''}"
    return f"{said} if every player plays for themselves"
