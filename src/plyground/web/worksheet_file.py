"""`worksheet_file`: a worksheet as a page to print, for `plyground worksheet`."""

from __future__ import annotations

from dataclasses import replace

from plyground.analysis.review_view import hints_of
from plyground.analysis.reviewed import player_name
from plyground.analysis.worksheet import MoveExercise, Worksheet
from plyground.browser.geometry import swatches
from plyground.position import Position
from plyground.render.palette import Palette
from plyground.render.svg import svg
from plyground.render.tree_paper import tree_paper
from plyground.web.templating import static, template


def worksheet_file(sheet: Worksheet, *, answers: bool) -> str:
    """The page, as HTML: the exercises, or their answers."""
    return template("worksheet.html").render(
        sheet=sheet,
        answers=answers,
        styles=static("worksheet.css"),
        board=_board,
        solved=_solved,
        tree=tree_paper,
        mover=_mover,
        name=player_name,
    )


def _board(position: Position) -> str:
    """The board, without the mark of the last move."""
    return svg(replace(position.picture(), last=frozenset()))


def _solved(exercise: MoveExercise) -> str:
    """The board with the winning move marked on it."""
    puzzle = exercise.puzzle
    hints = hints_of(puzzle.position, (puzzle.solution,))
    return svg(replace(puzzle.position.picture(), last=frozenset(), hints=hints))


def _mover(position: Position) -> str:
    """The mark of the player to move, unless the player's name is the mark."""
    game, player = position.game, position.turn
    if player_name(game, player) == game.symbols[player]:
        return ""
    return swatches(game, Palette(game.colours))[player]
