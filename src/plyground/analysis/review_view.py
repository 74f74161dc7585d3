"""`ReviewView`: a reviewed game as a page shows it, on a server or in a file.

A view is only text and pictures; a template puts them in place. Each step is one position: the
board after a move of the game, or after the moves of a line that was not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from plyground.analysis.course import review_graph
from plyground.analysis.grades import Grade
from plyground.analysis.review_words import SAID
from plyground.analysis.reviewed import (
    Review,
    ReviewedMove,
    graded,
    in_short,
    line_heading,
    name_or_you,
    state_of_play,
    what_is_better,
    what_it_led_to,
    what_was_played,
)
from plyground.position import Game, Position
from plyground.position.face import capital
from plyground.render.line_charts import SIDE
from plyground.render.palette import Palette
from plyground.render.svg import svg
from plyground.search import reach_text, value_text

_FAULTS: dict[Grade, str] = {
    "blunder": "blunders",
    "mistake": "mistakes",
    "inaccuracy": "inaccuracies",
}
"""Grades to count, and the word for several of them."""


@dataclass(frozen=True)
class Line:
    """A line that shows why a move was poor, from the position after `at` plies."""

    heading: str
    at: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A move in the list of moves; without a grade and what it did if it is not reviewed yet."""

    ply: int
    player: int
    move: str
    shown: str
    """The move as people read it."""
    grade: Grade | None = None
    said: str = ""
    aloud: str = ""
    """The player, the grade and the value, for those who hear the page."""

    @property
    def turned(self) -> bool:
        """Whether another result was to be expected after it."""
        return self.grade in ("mistake", "blunder")


@dataclass(frozen=True)
class StepView:
    """One position of the review: its board, its comments, and lines to follow."""

    at: int
    """The plies before it, or before its line."""
    then: str
    """The moves of the line that leads to it; empty within the game."""
    svg: str
    hints: tuple[tuple[int, str], ...]
    """The better moves, as marked in the picture: see `hints_of`."""
    words: tuple[str, ...]
    grade: Grade | None
    lines: tuple[Line, ...]
    again: str = ""
    """What the address of another try at its move says of the move, if it was poor."""
    over: bool = False
    """Whether there is nothing to play on from here."""


@dataclass(frozen=True)
class ReviewView:
    """A reviewed game, ready to be shown.

    `seats` names the player at each seat, "" for no name. `colours` has a CSS colour for each
    player, None for the game's own colours. `ended` describes an end without the rules. `heading`
    is the title of the page, if not the game's. `own` is the one player whom the reader was:
    sentences call that player "you".
    """

    review: Review
    seats: tuple[str, ...] = ()
    colours: tuple[str | None, ...] = ()
    ended: str = ""
    heading: str = ""
    own: int | None = None

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.review.position.game

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.heading or self.game.title

    @property
    def start(self) -> int:
        """The plies made before the game began."""
        return self.review.start

    @property
    def last(self) -> int:
        """The plies of the whole game."""
        return self.review.position.ply

    @property
    def best_at(self) -> int:
        """The ply to begin with: the turning point, or the end."""
        turned = self.review.turning_point
        return turned.ply if turned is not None else self.last

    @property
    def state_of_play(self) -> str:
        """How the game ended, or whose turn it is."""
        return state_of_play(self.review.position, self.ended, self.own)

    @property
    def verdict(self) -> str:
        """How the game ended and which moves decided it, or how far the review is."""
        if self.review.whole:
            return self.review.verdict(self.own, self.seats)
        done, of = len(self.review.moves), self.last - self.start
        return SAID["making"].format(done=done, of=of)

    @property
    def graph(self) -> str:
        """The course of the game as an SVG."""
        palette = Palette(self.colours_shown, variables=True)
        return review_graph(self.review, palette, SIDE, you=self.own, seats=self.seats)

    @property
    def rows(self) -> Iterator[Row]:
        """Every move since the game began."""
        known = {move.ply: move for move in self.review.moves}
        for child in self.review.position.line[self.start + 1 :]:
            assert child.parent is not None
            text = child.history[-1]
            spoken = self.game.face.wording.spoken(text)
            shown = text if text in spoken else spoken
            row = Row(child.ply, child.parent.turn, text, shown)
            move = known.get(row.ply)
            if move is not None:
                row = replace(row, grade=move.grade, said=in_short(move), aloud=self.words(move))
            yield row

    @property
    def grading(self) -> str:
        """Whether the grades are exact or from searches."""
        moves = self.review.moves
        searched = sum(not move.exact for move in moves)
        if searched:
            return f"{searched} of {len(moves)} moves were searched ahead; the others are exact."
        return "All grades are exact: the game was solved from each position."

    @property
    def steps(self) -> Iterator[StepView]:
        """Every position of the game, from the first reviewed one."""
        return (self.step(at) for at in range(self.start, self.last + 1))

    def name_of(self, player: int) -> str:
        """The game's name for a player, and who it was."""
        player = min(player, self.game.players - 1)
        name = name_or_you(self.game, player, self.own, first=True)
        if player == self.own:
            return capital(name)
        who = self.seats[player] if player < len(self.seats) else ""
        return f"{name} ({who})" if who else name

    def step(self, at: int, then: str = "") -> StepView:
        """The position after `at` plies, and after the moves `then` of a line from there.

        Raises MoveError if the line has an impossible move.
        """
        at = max(0, min(at, self.last))
        position = self.review.position.line[at]
        for text in self.game.split_moves(then):
            position = position.play(text)
        # A line begins before the move that it is about.
        number = at + 1 if then else at
        move = next((each for each in self.review.moves if each.ply == number), None)
        parent = self.review.position.line[at].parent
        picture = position.picture(self.colours_shown)
        words = []
        if then:
            played = " ".join(position.history[at:])
            replaced = self.start < number <= self.last
            when = f"in place of move {number}" if replaced else f"after move {at}"
            words.append(f"Not played: {played}, {when}.")
            if position.over:
                words.append(state_of_play(position, you=self.own))
        elif at <= self.start or parent is None:
            words.append(SAID["start"] if at == self.start else "The game began later.")
        elif move is None:
            words.append(what_was_played(parent, position.history[-1], self.own))
        else:
            words.append(graded(move, self.own, reach_text))
            if move.grade == "best":
                words.append(move.merits or in_short(move))
            else:
                words.append(what_it_led_to(move, self.own))
                words.append(what_is_better(move))
                picture = replace(picture, hints=hints_of(move.position, move.best))
        return StepView(
            at,
            then,
            svg(picture, variables=True),
            picture.hints,
            tuple(words),
            None if then or move is None else move.grade,
            () if move is None else _lines(move),
            "" if then or move is None else self._again(move),
            position.over,
        )

    def _again(self, move: ReviewedMove) -> str:
        """What the address of another try says: which of the moves that a player has to improve."""
        poor = self.review.to_retry(move.player)
        if move not in poor or not self.review.whole:
            return ""
        return f"player={move.player + 1}&n={poor.index(move) + 1}"

    def faults(self, player: int) -> str:
        """How many blunders, mistakes and inaccuracies a player made; "" for none."""
        grades = [move.grade for move in self.review.moves if move.player == player]
        counts = [(name, each, grades.count(name)) for name, each in _FAULTS.items()]
        return ", ".join(
            f"{count} {name if count == 1 else several}" for name, several, count in counts if count
        )

    def words(self, move: ReviewedMove) -> str:
        """The player of a move, its grade and its value."""
        name = name_or_you(self.game, move.player, self.own)
        return f"{name}, {move.grade}, {value_text(move.after, brief=True, moves=True)}"

    @property
    def colours_shown(self) -> tuple[str, ...]:
        """A colour for each player."""
        own = self.game.colours
        chosen = tuple(mine or own[at] for at, mine in enumerate(self.colours))
        return (*chosen, *own[len(chosen) :])


def _lines(move: ReviewedMove) -> tuple[Line, ...]:
    """The lines that show why a move was poor."""
    return tuple(
        Line(heading, move.ply - 1, line)
        for heading, line in (
            (line_heading(move), move.line),
            ("What the move allows", move.refutation),
        )
        if len(line) > 1
    )


def hints_of(
    position: Position, moves: Iterable[str], sign: str = "!"
) -> tuple[tuple[int, str], ...]:
    """Moves to mark on the board: the sites that they would change, each with a text.

    The text is that of the mark that would lie there, or else `sign`: "!" is what chess players
    write after a good move.
    """
    marks = position.picture().marks
    found: dict[int, list[str]] = {}
    for move in moves:
        child = position.play(move).picture()
        for site in sorted(child.last):
            mark = child.marks[site]
            text = mark.text if mark is not None and mark != marks[site] else ""
            found.setdefault(site, []).append(text or sign)
    return tuple((site, _one(texts)) for site, texts in found.items())


def _one(texts: list[str]) -> str:
    """The texts of several moves at one site, in short."""
    different = list(dict.fromkeys(texts))
    return " ".join(different[:2]) + ("+" if len(different) > 2 else "")
