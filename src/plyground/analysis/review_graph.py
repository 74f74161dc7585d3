"""`graph`: how a reviewed game stood, as an SVG."""

from __future__ import annotations

from plyground.analysis.reviewed import GRADE_SIGNS, Review, in_words, player_name
from plyground.render.value_graph import Bands, Curve, Remark, value_graph
from plyground.search import SOLVABLE


def graph(review: Review, colours: tuple[str, ...] | None = None) -> str:
    """The graph of a review, in the game's colours or those given, one for each player.

    Two players share a curve: up is good for the first.
    """
    game = review.position.game
    colours = colours or game.colours
    names = [player_name(game, player) for player in range(game.players)]
    shared = game.players == SOLVABLE
    curves = [
        Curve(name, colour, values)
        for name, colour, values in zip(names, colours, review.curves, strict=False)
    ]
    if shared:
        bands = Bands(f"{names[0]} wins", "draw", f"{names[1]} wins", colours[0], colours[1])
        curves = curves[:1]
    else:
        bands = Bands("comes out well", "draw", "loses")
    remarks = [
        Remark(move.ply, 0 if shared else move.player, sign)
        for move in review.moves
        if (sign := GRADE_SIGNS[move.grade])
    ]
    hints = [""] * (review.position.ply - len(review.moves) + 1)
    hints += [in_words(move) for move in review.moves]
    title = f"How the game stood after each of {len(review.moves)} moves"
    return value_graph(title, review.summary, bands, curves, remarks, hints)
