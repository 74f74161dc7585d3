"""What the script of a page knows of a game and its engine, as data for JSON."""

from __future__ import annotations

from typing import Any

from plyground.page.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS, MEASURE
from plyground.page.engine import entries_of
from plyground.position import Game
from plyground.search import control

_COUNTERS = {
    "stop": control.STOP,
    "nodes": control.NODES,
    "leaves": control.LEAVES,
    "cutoffs": control.CUTOFFS,
    "tableHits": control.TABLE_HITS,
    "depth": control.DEPTH,
    "nodeLimit": control.NODE_LIMIT,
}


def engine_data(game: Game) -> dict[str, Any]:
    """The data that `PlygroundEngine.open` takes besides the module."""
    return {
        "title": game.title,
        "players": game.players,
        "maxMoves": game.max_moves,
        "sites": len(game.board.sites),
        "stateWords": len(game.position().state),
        "moveTexts": list(game.move_texts),
        "heuristics": list(game.heuristic_names),
        "desk": {
            "addresses": list(ADDRESSES),
            "measure": MEASURE,
            "argument": ARGUMENT,
            "answer": ANSWER,
            "words": DESK_WORDS,
        },
        "entries": entries_of(game),
        "counters": _COUNTERS,
        "stops": {"running": control.RUNNING, "enough": control.ENOUGH},
    }
