"""What a page needs to look inside a search of a game, as data for JSON, and which search is like a
player's.
"""

from __future__ import annotations

from typing import Any

from plyground.analysis.glassbox import USED_UP
from plyground.analysis.plain_search import listing
from plyground.analysis.trace import ALGORITHM_NAMES, GREATEST_ESTIMATE
from plyground.browser.phrases import outcome_of, results
from plyground.browser.scripts import page_text
from plyground.players import External, Minimax, OldTicTacToe, kinds
from plyground.position import NO_HEURISTIC, Game
from plyground.search import WIN

STEPS_MOST = 100_000
"""Steps of a search that is shown: enough for all of tic-tac-toe by alpha-beta, 66,098."""

ALGORITHM = "alphabeta"
PLIES = {"minimax": 3, "alphabeta": 4, "shallow": 4}
"""How deep a search is that people want to step through."""

OWN = {Minimax.name: "minimax", OldTicTacToe.name: "shallow"}
"""The players whose search is not alpha-beta, with their algorithms."""

PROVED = "took the exact values, which take more steps than anyone could look at"
NO_SEARCH = "chose this move without a search"
UNKNOWN = "is another player"
DEEPER = "looked {n} moves ahead, more than can be shown"


SAID = {
    "start": "{name} is to move, and looks {n} moves ahead",
    "start 1": "{name} is to move, and looks 1 move ahead",
    "enter": "if {way}, {seen}",
    "plays": "{name} plays {move}",
    "turn": "{name} is to move",
    "farthest": "the search looks no further",
    "nobody": "nobody wins: {reason}",
    "evaluate": "that way {result}",
    "evaluate nobody": "that way nobody wins",
    "best": "the best for {name} so far is {move}: {result}",
    "cut": "{moves} can be skipped: {why} elsewhere",
    "many": "{n} moves",
    "cut max": "{me} has {here} here, and {others} can hold {me} to {there}",
    "cut min": "{me} gets at most {here} here, and has {there}",
    "others": "the others",
    "done": "the search is done: {result}",
    "done best": "the search is done: {move} is best, and {result}",
    "return exact": "so after {move}, {result}",
    "return upper": "so after {move}, {me} gets at most {worth}",
    "return lower": "so after {move}, {me} gets at least {worth}",
    "win": "{me} wins",
    "win in": "{me} wins in {n}",
    "loss": "{me} loses",
    "loss in": "{me} loses in {n}",
    "unknown": "it is worth {worth} to {me}",
    "known": "a {score}",
}
"""How a step of a search is said to people who have never written one: phrases with gaps, which
spoken.js puts together.
"""

NAMED = 3
"""The most moves that a sentence names."""


def searches() -> dict[str, Any]:
    """What leads to a search such as a computer's. "algorithms" have their usual "plies";
    "algorithm" is the usual one, "own" has those of players. "unseen" says what they do who do not
    search so, and "" of players that are not known any more; "proved" and "none" what one did who
    searched to the end, or not at all, "deeper" that one looked further.
    """
    return {
        "algorithm": ALGORITHM,
        "algorithms": {name: {"plies": plies} for name, plies in PLIES.items()},
        "own": OWN,
        "unseen": {
            **{kind.name: kind.unseen for kind in kinds() if kind.unseen},
            External.name: External.unseen,
            "": UNKNOWN,
        },
        "proved": PROVED,
        "none": NO_SEARCH,
        "deeper": DEEPER,
    }


def inside(game: Game) -> dict[str, Any]:
    """The data of `searches`, and more. "win" and "greatest" say what scores are, "deepest" and
    "steps" how much is searched, "heuristic" what rates positions, "oldWin" what a win cost in the
    game's old program. "algorithms" have their "title", their usual "plies" and their code, see
    `listing`. "said" are the phrases of steps, "ends" the reasons by result.
    """
    heuristic = game.default_heuristic
    return {
        **searches(),
        "win": WIN,
        "greatest": GREATEST_ESTIMATE,
        "deepest": game.max_plies,
        "steps": STEPS_MOST,
        "heuristic": "" if heuristic == NO_HEURISTIC else heuristic,
        "oldWin": game.face.old_win,
        "algorithms": {
            name: {
                "title": title,
                "plies": PLIES[name],
                "lines": list(listing(name).lines),
                "places": listing(name).places,
            }
            for name, title in ALGORITHM_NAMES.items()
        },
        "said": SAID,
        "named": NAMED,
        "ends": {str(result): str(outcome_of(game, result)) for result in results(game)},
        "usedUp": USED_UP,
    }


def box(*, back: str = "", another: str = "", keys: str = "") -> str:
    """The parts of the glass box as HTML, for glassbox.js; with what leads `back` from it, to
    `another` search, and to the list of its `keys`.
    """
    text = page_text("glassbox.html")
    for name, part in {"back": back, "another": another, "keys": keys}.items():
        text = text.replace(f"{{{name}}}", part)
    return text
