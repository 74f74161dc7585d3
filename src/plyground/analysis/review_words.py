"""The sentences of a review with gaps such as {name}, which the app fills in, and so does a page
without a server: see browser/reviewed.js.
"""

from __future__ import annotations

from collections.abc import Mapping

SAID: Mapping[str, str] = {
    # How the game ended, and which moves decided it
    "drawn": "Draw. ",
    "wins": "{name} won. ",
    "loses": "{name} lost. ",
    "not found": "No mistake was found.",
    "none": "Nobody made a mistake.",
    "none but slow": "Nobody made a mistake that changed the result.",
    "let go": "{name} let the {verdict} go with move {ply}",
    "lost": "{name} lost the game with move {ply}",
    "gave back": "{name} gave it back with move {ply}",
    "several": "{n} moves changed the result. The last was {which}.",
    "yours": "your move {ply}",
    "theirs": "move {ply} by {name}",
    "making": "Reviewing the game: {done} of {of} moves ...",
    "half": "{name} can win",
    # A move
    "start": "The start.",
    "you": "you ({name})",
    "played": "Move {ply}: {name} played {move}.",
    "graded": "Move {ply}: {name} played {move}, {grade}.",
    "better": "Better: {moves}.",
    "now": "Now {what}.",
    # What it leads to
    "win at once": "it wins at once",
    "loss at once": "it loses at once",
    "unknown": "nothing is decided yet",
    "draw": "it is a draw",
    "force": "{name} can force a win",
    "force by": "{name} can force a win by move {ply}",
    # A move in the list of all
    "ends win": "Wins.",
    "ends draw": "Ends the game in a draw.",
    "ends loss": "Loses.",
    "only": "The only move.",
    "found": "The best move that was found.",
    "of many": "A best move.",
    "keeps win": "Keeps the win.",
    "keeps win all": "Keeps the win, as every move does.",
    "keeps win alone": "Keeps the win, by the shortest way.",
    "keeps draw": "Keeps the draw.",
    "keeps draw all": "Keeps the draw, as every move does.",
    "keeps draw alone": "Keeps the draw, as no other move does.",
    "keeps loss": "Holds out the longest.",
    "keeps loss all": "Loses, as every move does.",
    "lets go": "Lets the {verdict} go: {best} was better.",
    "loses it": "Loses the game: {best} was better.",
    "gives": "Gives something away: {best} was better.",
    "later": "Wins later than with {best}.",
    "sooner": "Loses sooner than with {best}.",
    "good": "{best} was better.",
    # Another try at a move
    "task": "You are {name}. Find a move that {does}.",
    "right": "Right: {move} {does}.",
    "wrong": "{move} is {grade}: {what}.",
    "solution": "The solution: {moves}.",
    "wins sooner": "wins sooner",
    "is best": "is the best move",
    "is one of the best": "is a best move",
    "does win": "keeps the win",
    "does draw": "keeps the draw",
    "does loss": "holds out longer",
    "does unknown": "gives nothing away",
}
