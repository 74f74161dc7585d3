"""The course of a game: each player's prospects after each ply, as numbers and as an SVG."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.analysis.review_words import SAID
from plyground.analysis.reviewed import Review, called, in_words, player_name
from plyground.kernel import compiled
from plyground.position import Game, Position, standing
from plyground.render.line_charts import WIDE, Bands, Curve, Turn, value_graph
from plyground.render.palette import Palette
from plyground.search import SOLVABLE, Value, reach_text

Heights = tuple[float | None, ...]
"""How good a position is for each player: 1 for a win, 0 for a draw, -1 for a loss.

Distant wins and losses are nearer to 0, down to a half; estimates stay below a half. None where
nothing is known.
"""

_ESTIMATES = 0.45  # estimates stay nearer to 0 than this
_STANDINGS = {"win": 1, "draw": 0, "loss": -1}


def heights(position: Position, value: Value | None, typical: float = 0.0) -> Heights:
    """How good a position of this value is for each player; None if the value is unknown.

    `typical` is the median difference that the choice of a move makes to the estimate.
    """
    players = position.game.players
    if position.over:
        return tuple(float(standing(position.result, player)) for player in range(players))
    if value is None:
        return (None,) * players
    if value.ends:  # what each player can force, and the end by max^n
        ends = [min(end.standing(player) for end in value.ends) for player in range(players)]
        both = zip(value.forced, ends, strict=True)
        return tuple((2 * _STANDINGS[verdict] + end) / 3 for verdict, end in both)
    height = _height(value, position.game.max_plies - position.ply, typical)
    found: list[float | None] = [0.0 - height if players == SOLVABLE else None] * players
    found[position.turn] = height
    return tuple(found)


def course_graph(
    game: Game,
    title: str,
    description: str,
    curves: Sequence[tuple[float | None, ...]],
    hints: Sequence[str],
    palette: Palette,
    at: int | None = None,
    size: tuple[float, float] = WIDE,
) -> str:
    """The course of a game as an SVG, in the colours of the palette's players.

    `curves` are heights by player and by ply; two players share one curve, in which up is good for
    the first. `hints` say what each ply means. `at` is the ply on view.
    """
    names = [player_name(game, player) for player in range(game.players)]
    bands = _bands(*(f"{name} wins" for name in names))
    drawn = _drawn(names, curves)
    return value_graph(title, description, bands, drawn, palette, (), hints, at, size)


def review_graph(
    review: Review,
    palette: Palette | None = None,
    size: tuple[float, float] = WIDE,
    *,
    you: int | None = None,
    seats: Sequence[str] = (),
) -> str:
    """The course of a reviewed game, with its turning points. It has the game's colours or those of
    a palette. `seats` are what people call the players; `you` is the one who reads it.
    """
    game, plies = review.position.game, range(review.position.ply + 1)
    names = [called(game, player, you, seats) for player in range(game.players)]
    drawn = _drawn(names, review.curves)
    turns = [Turn(each.ply, each.player if len(drawn) > 1 else 0) for each in review.turns]
    said = {move.ply: in_words(move, reach_text) for move in review.moves}
    return value_graph(
        f"How the game stood after each of {len(plies) - 1 - review.start} moves",
        review.summary_with(reach_text) if review.whole else "",
        _bands(*(SAID["half"].format(name=name) for name in names)),
        drawn,
        palette or Palette(game.colours),
        turns,
        [said.get(ply, "") for ply in plies],
        size=size,
    )


def _bands(*good: str) -> Bands:
    """What up and down mean; `good` says for each player what is good for them."""
    if len(good) == SOLVABLE:
        return Bands(good[0], "draw", good[1], shared=True)
    return Bands("comes out well", "draw", "loses")


def _drawn(names: Sequence[str], curves: Sequence[tuple[float | None, ...]]) -> list[Curve]:
    """The curves of the players; of two players, the first one's."""
    drawn = [Curve(*each) for each in zip(names, curves, strict=False)]
    return drawn[:1] if len(names) == SOLVABLE else drawn


def _height(value: Value, left: int, typical: float) -> float:
    score = None if value.verdict != "unknown" else value.score or 0
    known = _STANDINGS.get(value.verdict, 0)
    return float(height_of(known, value.plies or 0, score is not None, score or 0, left, typical))


@compiled
def height_of(
    known: int, plies: int, estimated: bool, score: int, left: int, typical: float
) -> float:
    """From 1 for an immediate win down to a half for one that takes all plies `left`.

    `known` is 1 for a win, 0 for a draw, -1 for a loss; what is `estimated` has a score.
    """
    if estimated:
        return _ESTIMATES * score / (abs(score) + (typical if typical > 0 else 1.0))
    return known * (1 - plies / (2 * max(left, 1)))
