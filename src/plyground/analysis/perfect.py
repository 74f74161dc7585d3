"""`PerfectGame`: a game in which every move is best, with what all other moves were worth.

Such games come with the package, because an empty board can take minutes to solve. A file begins
with a line that names the game. Then each line is a move: the move itself, and all moves by their
values, the best first. A line that begins with > is best play after a move that was not played:

    plyground perfect 1: connect4 columns=7 rows=6
    4 | win in 41: 4 | draw: 3 5 | loss in 42: 2 6 | loss in 40: 1 7
    > 1 4 4 5

`perfecting.py` makes the files; `why_this_move` puts the values into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import cast

from plyground.games import registry
from plyground.position import Game, Position, Wording, file_stem, require_game
from plyground.position.face import capital
from plyground.search import Value, Verdict, moves_text, own_moves, value_text

_FIRST = "plyground perfect 1: "
_FOLDER = "perfect"
_SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_LISTED_MOST = 4  # moves that a sentence names


@dataclass(frozen=True)
class Worth:
    """The moves of a position that have the same value to the player who makes them."""

    value: Value
    moves: tuple[str, ...]


@dataclass(frozen=True)
class PerfectMove:
    """A best move, all moves by their values, the best first, and a line that was not played."""

    move: str
    worths: tuple[Worth, ...]
    line: tuple[str, ...] = ()

    @property
    def value(self) -> Value:
        """What the move is worth, and so its position."""
        return self.worths[0].value

    def value_of(self, move: str) -> Value:
        """What a move of the position is worth."""
        return next(each.value for each in self.worths if move in each.moves)


@dataclass(frozen=True)
class PerfectGame:
    """One game of best play by both sides. Among equally good moves it takes the first."""

    game: Game
    moves: tuple[PerfectMove, ...]

    @property
    def value(self) -> Value:
        """What the game is worth to the first player."""
        return self.moves[0].value

    @cached_property
    def position(self) -> Position:
        """The end of the game, with all positions before it. Needs the compiled rules."""
        return self.game.position([each.move for each in self.moves])


def perfect_game(game: Game) -> PerfectGame | None:
    """The perfect game that comes with a game's package, if it has one for these parameters."""
    require_game(game)
    folder = registry.folder_of(type(game), _FOLDER)
    path = None if folder is None else folder / f"{file_stem(game)}.txt"
    return None if path is None or not path.exists() else _read(path)


def perfect_games() -> tuple[PerfectGame, ...]:
    """All perfect games of the package, by game and then by size."""
    files = sorted(_folder().glob("*.txt"))
    found = [_read(path) for path in files]
    order = {name: place for place, name in enumerate(registry.game_names())}
    found.sort(key=lambda each: (order[each.game.name], len(each.moves), file_stem(each.game)))
    return tuple(found)


def perfect_text(found: PerfectGame) -> str:
    """The text of the file of a perfect game."""
    stated = [f"{name}={value}" for name, value in found.game.values.items()]
    lines = [_FIRST + " ".join([found.game.name, *stated])]
    for each in found.moves:
        worths = [f"{_noted(worth.value)}: {' '.join(worth.moves)}" for worth in each.worths]
        lines.append(" | ".join([each.move, *worths]))
        if each.line:
            lines.append(f"> {' '.join(each.line)}")
    return "\n".join(lines) + "\n"


def why_this_move(move: PerfectMove, wording: Wording) -> str:
    """Why a perfect player makes this move and no other, from the values of all moves.

    "Only column 4 wins, in 41 plies. Columns 3 and 5 draw; the others lose, the soonest in 40
    plies."
    """
    best, *others = move.worths
    if not others:
        return _all_equal(best, wording)
    if best.value.verdict == "loss":
        return f"Every move loses. {_holds_out(best, others, wording)}"
    same = [each for each in others if each.value.verdict == best.value.verdict]
    worse = [each for each in others if each.value.verdict != best.value.verdict]
    said = [_best(best, same, wording)]
    if worse:
        said.append(_failures(worse, wording))
    return " ".join(said)


def _all_equal(best: Worth, wording: Wording) -> str:
    """The sentence for a position in which all moves are worth the same."""
    if len(best.moves) == 1:
        return f"There is no other move: {wording.spoken(best.moves[0])} {_ends(best.value)}."
    count = len(best.moves)
    every = "Both moves" if count == 2 else f"All {_number(count)} moves"
    return f"{every} {_ends(best.value, several=True)}; this is the first."


def _best(best: Worth, slower: Sequence[Worth], wording: Wording) -> str:
    """The sentence about the best moves, of which some others keep the result but take longer."""
    count = len(best.moves)
    if best.value.verdict == "draw":
        if count == 1:
            return f"Only {wording.spoken(best.moves[0])} holds the draw."
        return f"{capital(_some(best.moves, wording))} hold the draw; this is the first."
    ends = _ends(best.value, several=count > 1)
    if count > 1:
        said = f"{capital(_some(best.moves, wording))} {ends}; this is the first"
    else:
        said = f"{wording.spoken(best.moves[0])} {ends}"
    if not slower:
        only = f"{wording.spoken(best.moves[0])} {ends.replace(' in ', ', in ')}"
        return f"Only {only}." if count == 1 else f"{capital(said)}."
    longer = [each.value.plies for each in slower if each.value.plies is not None]
    later = _some(tuple(move for each in slower for move in each.moves), wording)
    one = _count(slower) == 1
    takes = moves_text(min(longer)) if len(slower) == 1 else _span(longer)
    take = "takes" if one else "take"
    return f"{capital(said)}. {capital(later)} would also win, but {take} {takes}."


def _failures(worse: Sequence[Worth], wording: Wording) -> str:
    """The sentence about moves that give the result away."""
    draws = [move for each in worse if each.value.verdict == "draw" for move in each.moves]
    losses = [each for each in worse if each.value.verdict == "loss"]
    lost = [move for each in losses for move in each.moves]
    said = []
    if draws:
        whom = _some(tuple(draws), wording) if lost else _rest(draws, wording)
        said.append(f"{whom} {'draws' if len(draws) == 1 else 'draw'}")
    if lost:
        loses = "loses" if len(lost) == 1 else "lose"
        said.append(f"{_rest(lost, wording)} {loses}{_when(losses)}")
    return f"{capital('; '.join(said))}."


def _when(losses: Sequence[Worth]) -> str:
    """How soon moves lose, after "the others lose"."""
    plies = [each.value.plies or 0 for each in losses]
    soonest = losses[plies.index(min(plies))]
    if len(losses) == 1:
        return f" {_in(plies[0])}"
    if min(plies) > 1:
        return f", the soonest {_in(min(plies))}"
    return f", {'one' if len(soonest.moves) == 1 else 'some'} of them at once"


def _holds_out(best: Worth, others: Sequence[Worth], wording: Wording) -> str:
    """The sentences about a lost position: which moves put the end off."""
    count = len(best.moves)
    longest = moves_text(best.value.plies or 0)
    if count == 1:
        said = f"{capital(wording.spoken(best.moves[0]))} holds out longest, for {longest}"
    else:
        said = f"{capital(_some(best.moves, wording))} hold out longest, for {longest}"
        said += "; this is the first"
    plies = [each.value.plies for each in others if each.value.plies is not None]
    span = _in(plies[0]) if len(set(plies)) == 1 else f"in {_span(plies)}"
    rest = _rest([move for each in others for move in each.moves], wording)
    return f"{said}. {capital(rest)} {'loses' if _count(others) == 1 else 'lose'} {span}."


def _ends(value: Value, several: bool = False) -> str:
    """What moves of a value do: "wins in 3 moves", "draw"."""
    verb = {"win": "win", "draw": "draw", "loss": "lose"}[value.verdict] + "s" * (not several)
    if value.verdict == "draw":
        return verb
    return f"{verb} {_in(value.plies or 0)}"


def _in(plies: int) -> str:
    return "at once" if plies == 1 else f"in {moves_text(plies)}"


def _span(plies: Sequence[int]) -> str:
    return f"{own_moves(min(plies))} to {moves_text(max(plies))}"


def _some(moves: Sequence[str], wording: Wording) -> str:
    """Some moves within a sentence, by their names if they are few."""
    if len(moves) > _LISTED_MOST:
        return f"{_number(len(moves))} moves"
    spoken = [wording.spoken(move) for move in moves]
    if len(spoken) == 1:
        return spoken[0]
    word = spoken[0].removesuffix(f" {moves[0]}")
    if all(each == f"{word} {move}" for each, move in zip(spoken, moves, strict=True)):
        return f"{word}s {', '.join(moves[:-1])} and {moves[-1]}"
    return f"{', '.join(spoken[:-1])} and {spoken[-1]}"


def _rest(moves: Sequence[str], wording: Wording) -> str:
    """All other moves within a sentence."""
    return wording.spoken(moves[0]) if len(moves) == 1 else "the others"


def _number(count: int) -> str:
    return _SMALL[count] if count < len(_SMALL) else str(count)


def _count(worths: Sequence[Worth]) -> int:
    return sum(len(each.moves) for each in worths)


# Files


def _folder() -> Path:
    return Path(__file__).parent.parent / _FOLDER


def _noted(value: Value) -> str:
    return value.verdict if value.verdict == "draw" else value_text(value, brief=True)


@cache
def _read(path: Path) -> PerfectGame:
    """The game in a file of the package."""
    headline, *lines = path.read_text(encoding="utf-8").splitlines()
    name, *stated = headline.removeprefix(_FIRST).split()
    pairs = [each.split("=") for each in stated]
    game = registry.game(name, **{key: int(value) for key, value in pairs})
    return PerfectGame(game, tuple(_moves(lines)))


def _moves(lines: Sequence[str]) -> Iterator[PerfectMove]:
    for line, after in pairwise([*lines, ""]):
        if not line.startswith(">"):
            move, *worths = line.split(" | ")
            shown = after[1:].split() if after.startswith(">") else ()
            yield PerfectMove(move, tuple(map(_worth, worths)), tuple(shown))


def _worth(text: str) -> Worth:
    """The moves of a value: "win in 41: 4"."""
    value, _, moves = text.partition(": ")
    verdict, _, plies = value.partition(" in ")
    return Worth(Value(cast(Verdict, verdict), int(plies) if plies else None), tuple(moves.split()))
