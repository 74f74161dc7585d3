"""`plyground learned`: what was learned of a game, asked about a position."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size

from plyground.analysis.questioned import (
    Questioned,
    WrongMove,
    mirrored,
    question,
    wrong_moves,
)
from plyground.arena.training import exam_of
from plyground.cli.exits import UserError
from plyground.cli.games import position_of
from plyground.cli.output import say
from plyground.cli.terminal import Terminal, notices, paragraph
from plyground.players import Learned, PlayerError
from plyground.position import Game, Position
from plyground.render.text import text
from plyground.search import Control
from plyground.search.learning import Weights
from plyground.search.learning.asking import Part

_BETWEEN = 3  # two boards beside each other
_MISTAKES = 10


def run(game: Game, moves: list[str], file: Path | None, mistakes: bool, as_json: bool) -> None:
    """Answer in words, or as data. Raises UserError for what is not accepted."""
    if mistakes and moves:
        raise UserError("--mistakes asks about positions of random games: leave the moves out")
    weights, terminal, control = _weights(game, file), Terminal(), Control()
    with notices(game.title):
        if mistakes:
            asked = terminal.wait(lambda: exam_of(game, control), control)
            if not asked:
                raise UserError(f"{game.title}: the values of too few positions are known")
            wrong = terminal.wait(lambda: wrong_moves(weights, asked), control)
            if as_json:
                say(json.dumps([_wrong_object(each) for each in wrong]))
            else:
                _say_mistakes(mirrored(weights, wrong), len(asked), terminal)
            return
        position = position_of(game, moves)
        if position.over:
            raise UserError(f"the game is over: {position.outcome}")
        answer = terminal.wait(lambda: question(weights, position, control), control)
    if as_json:
        say(json.dumps(_as_object(answer)))
    else:
        _say(answer, terminal)


def _weights(game: Game, file: Path | None) -> Weights:
    try:
        return Learned(str(file) if file else "").weights(game)
    except PlayerError as error:
        raise UserError(str(error)) from None


def _say(answer: Questioned, terminal: Terminal) -> None:
    terminal.show(answer.position)
    rows = [[each.move, f"{100 * each.expects:.0f} %", each.exact] for each in answer.moves]
    terminal.table(("Move", "It expects", "Solver"), rows)
    paragraph(answer.sentence)
    if not answer.parts:
        return
    paragraph(f"What adds most to the position after {answer.moves[0].move}:")
    boards = [_board(answer.after, part) for part in answer.parts]
    width = max(len(line) for board in boards for line in board)
    in_a_row = max(1, (get_terminal_size().columns + _BETWEEN) // (width + _BETWEEN))
    for first in range(0, len(boards), in_a_row):
        for line in _beside(boards[first : first + in_a_row], width):
            terminal.say(line)
        terminal.say()
    paragraph(
        "A pattern is what the places in brackets hold. It is good for the player who moves if it "
        "adds something, and bad if it takes something away. All others together add "
        f"{answer.rest:+.2f}. The sum {answer.total:+.2f} is squashed to the share above: 100 % is "
        "a sure win, 50 % a draw."
    )


def _board(position: Position, part: Part) -> list[str]:
    """What a pattern adds, above its board, whose cells in brackets it is."""
    picture = replace(position.picture(), last=frozenset(), deciding=frozenset(part.sites))
    lines = text(picture).split("\n")
    mirrored = f", {part.times} mirror images" if part.times > 1 else ""
    return [f"{part.adds:+.2f}{mirrored}", *(lines[: lines.index("")] if "" in lines else lines)]


def _beside(boards: Sequence[list[str]], width: int) -> Iterator[str]:
    for lines in zip_longest(*boards, fillvalue=""):
        yield (" " * _BETWEEN).join(line.ljust(width) for line in lines).rstrip()


def _say_mistakes(wrong: Sequence[Sequence[WrongMove]], asked: int, terminal: Terminal) -> None:
    count = sum(map(len, wrong))
    paragraph(f"It throws the result away in {count} of {asked} positions of random games.")
    rows = []
    for alike in wrong[:_MISTAKES]:
        each = alike[0]
        images = f", {len(alike)} mirror images" if len(alike) > 1 else ""
        after, best = " ".join(each.position.history) + images, " ".join(each.best)
        rows.append([after, each.chose, best, f"{100 * each.sure:.0f} %"])
    if rows:
        terminal.table(("After", "It plays", "Right", "Rated higher by"), rows)


def _wrong_object(each: WrongMove) -> dict[str, object]:
    return {
        "moves": list(each.position.history),
        "chose": each.chose,
        "best": list(each.best),
        "sure": round(each.sure, 4),
    }


def _as_object(answer: Questioned) -> dict[str, object]:
    return {
        "moves": [
            {"move": each.move, "expects": round(each.expects, 4), "exact": each.exact or None}
            for each in answer.moves
        ],
        "patterns": [
            {
                "sites": list(each.sites),
                "reach": list(each.reach),
                "adds": round(each.adds, 4),
                "times": each.times,
            }
            for each in answer.parts
        ],
        "rest": round(answer.rest, 4),
        "total": round(answer.total, 4),
        "sentence": answer.sentence,
    }
