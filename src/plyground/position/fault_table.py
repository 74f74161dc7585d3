"""Every fault that the file of a game can have: a short name, and the sentence about it.

The page about them, `game-errors.md` in this folder, has a section for each name: an example, the
reason, and the cure. `plyground explain NAME` shows it; the documentation includes the page.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

FAULTS = {
    # Reading the file
    "not-text": "this is not text: save the file as plain text, in UTF-8",
    "syntax": "Python cannot read this line: {reason}",
    "indentation": "the indentation is wrong: {reason}",
    "no-module": "there is no module {module}: is it misspelt, or not installed?",
    "not-defined": "{name} is not defined{hint}",
    "no-attribute": "{owner} has no {name}{hint}",
    "no-list": "this is no list and has no {name}: write each place, as in out[count] = move",
    "no-value-yet": "{name} has no value yet: give it one first",
    "division-by-zero": "this divides by zero",
    "no-such-place": "{said}: places are counted from 0",
    "python-error": "{said}",
    "changed-tuple": "a tuple cannot change, and a state is a tuple: make a new one",
    "stops-python": "the file ends Python: take out exit() and the like",
    "no-game": "the file has no game: write a class made from rules.Game",
    "two-games": "the file has {count} games ({names}): keep one class made from rules.Game",
    # The class
    "missing-statement": "class {kind} does not say {name}: {meaning}",
    "missing-method": "class {kind} has no method {name}",
    "missing-self": "{method} has no self: write def {method}(self) or def {method}(self, ...)",
    "missing-super": "__init__ does not call super().__init__(...) with the parameters",
    "lost-parameter": "the game made with {name} {value} has {name} {found}: "
    "write super().__init__({name}={name})",
    "unknown-parameter": "class {kind} has no parameter {name}: {accepted}",
    "parameter-range": "the parameter {name} has the usual value {value}, and goes from "
    "{least} to {most}",
    "changed-game": "a game cannot change once it is made: it has a value for {name} already",
    "wrong-kind": "{name} is {value}: give {accepted}",
    "too-few": "{players} players need {players} {name}: the class gives {found}",
    "same-text": "move_texts has {text} more than once: give each move its own text",
    "split-text": "move_texts has {text}: leave out spaces and commas",
    "unreadable-text": "move_texts has {text}, which is read as {read}",
    "first-mark": "cell_marks begins with {value}: the first is None, for an empty place",
    "many-marks": "cell_marks has {found} marks: {most} is the most",
    "large-board": "the board has {found} places: with cells, {most} is the most",
    "no-such-dot": "the board joins dot {dot}, and its dots are 0 to {last}",
    "no-picture": "the board cannot be drawn: {said}",
    "own-equality": "{what}: leave out __eq__, __hash__ and __reduce__, which rules.Game has",
    "wrong-face": "face cannot be played: {said}",
    # What rules may use
    "no-rules": "kernels returned {value}: is `return rules.kernels(...)` missing?",
    "missing-kernel": "rules.kernels is given no kernel named {name}",
    "unknown-kernel": "rules.kernels is given {name}, which is no kernel{hint}",
    "kernel-arguments": "{kernel} has to take other values: write {accepted}:",
    "only-numbers": "{kernel} uses {what}: rules use numbers and tuples only",
    "no-chance": "{kernel} uses {what}: rules leave nothing to chance",
    "outside-value": "{kernel} uses {name}, which is {value}: rules use numbers and tuples only"
    "{hint}",
    "mixed-numbers": "{kernel} mixes np.uint64 and plain numbers{where}: "
    "write np.uint64(...) around each plain number, such as np.uint64(1) or np.uint64(move)",
    "fraction": "{kernel} computes with fractions: {variables}",
    "not-compiled": "this does not compile: {reason}",
    "endless": "{kernel} does not end: look for a loop, or a call of itself, that never stops",
    # What kernels return
    "missing-return": "{kernel} returned nothing: is a return missing, such as `return {what}`?",
    "not-a-state": "{kernel} returned {value}: a state is a tuple of np.uint64, such as (word,)",
    "not-a-word": "word {number} that {kernel} returned is {value}: write np.uint64(...)",
    "divided": "{kernel} returned the fraction {value}: did you mean // instead of /?",
    "state-length": "play and start return states of different lengths: {found} and {words} words",
    "as-int": "{kernel} returned {value}: rules.as_int(...) makes it a plain number",
    "not-whole": "{kernel} returned {value}, which is not a whole number",
    "no-turn": "player {player} never had a turn in {games} games: does play change whose turn "
    "it is?",
    "wrong-player": "player returned {value}, and the players are 0 to {last}",
    "wrong-result": "result returned {value}: give rules.ONGOING, rules.DRAW, rules.won(player) or "
    "rules.lost(player), where players are 0 to {last}",
    "no-moves": "moves returned {value}, while result says that the game goes on: "
    "return how many moves were written, 1 to {most}",
    "many-moves": "moves writes more than the {most} moves that move_texts has",
    "wrong-code": "moves wrote {value}: codes are from 0 to {last}, each at most once",
    "fails-somewhere": "in some position of the game {kernel} asks for a place that an array or a "
    "tuple does not have{what}, divides by zero, or raises an error",
    "answers-wrongly": "in some position of the game {what}",
    "too-long": "the game goes on after {plies} plies, and max_plies is {plies}",
    # What lies on the board
    "no-such-look": "cells wrote {value}, and cell_marks says how the numbers 0 to {last} look",
    "many-cells": "cells writes more than the {sites} places of the board",
    "cells-left-out": "cells leaves out place {site}: write 0 where nothing lies",
    "cells-added": "cells adds to what is in out: write each place with =",
    "no-cells": "the game has neither a kernel cells nor a method marks: it cannot be drawn",
    "marks-count": "marks returned {value}, and the board has {sites} places",
    "strange-mark": "there is a mark of player {value}, and the players are 0 to {last}",
    "unchanged-board": "after the move {move} the board looks as before",
    "deciding-method": "deciding is a method of the class: make it a kernel, next to play",
    "deciding-sites": "deciding wrote {value}: the board has the places 0 to {last}",
    "deciding-repeats": "deciding wrote a place more than once: {value}",
    # Keys, guesses and exact solving
    "shared-key": "key gives the position after {moves} the key of another one",
    "restless-canonical": "canonical changes its own answer, after {moves}",
    "wrong-canonical": "canonical gives a position with another player, result or number of "
    "moves, after {moves}",
    "heuristic-names": "heuristics returned {value}: give kernels by names such as my-rating, "
    "and not {taken}",
    "one-heuristic": "the file has {count} functions, and a heuristic is one: begin the names of "
    "helpers with _, as in _count",
    "heuristic-range": "the heuristic {name} gives {value}: stay between {least} and {most}",
    "wrong-bounds": "bounds are {low} and {high} after {moves}: {said}",
    "wrong-candidates": "candidates after {moves}: {said}",
    "wrong-class-key": "class_key: {said}",
    # Plyground itself
    "disagreement": "a check of what Plyground itself does fails: {what}",
    "unexpected": "Plyground could not go on with this game: {said}",
}
"""The sentence about each fault, by its name. `raise GameFileError(name, ...)` fills it in."""

_HEADING = re.compile(r"^(##|###) (.+)\n", re.MULTILINE)


def faults_page() -> str:
    """The page about all faults, in Markdown."""
    return (files("plyground.position") / "game-errors.md").read_text(encoding="utf-8")


@cache
def sections() -> dict[str, tuple[str, str]]:
    """The heading above each fault's section of the page, and the section, by the fault's name."""
    found: dict[str, tuple[str, str]] = {}
    group = ""
    _, *parts = _HEADING.split(faults_page())
    for level, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if level == "##":
            group = title
        else:
            found[title] = group, text.strip()
    return found
