"""The graph of a game: what is drawn for each ply, and where."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import plyground as pg
from plyground.analysis.course import heights, review_graph
from plyground.render.line_charts import NARROW, SIDE, WIDE, Bands, Curve, Turn, value_graph
from plyground.render.palette import Palette

SVG = "{http://www.w3.org/2000/svg}"
PALETTE = Palette(("#d63d3d", "#f5c531"))
BANDS = Bands("up", "middle", "down")


def drawn(*values: float | None, at: int | None = None) -> ElementTree.Element:
    hints = [f"ply {ply} <" for ply in range(len(values))]
    curve = Curve("one", values)
    return ElementTree.fromstring(
        value_graph("Course", "in words", BANDS, [curve], PALETTE, (), hints, at, NARROW)
    )


def points(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in picture.iter(f"{SVG}g") if "ply-point" in each.get("class", "")]


def test_a_point_rises_or_falls_and_what_is_unknown_is_a_question_mark() -> None:
    up, down, even, unknown = points(drawn(1, -0.5, 0, None))
    high, low, middle = (
        float(circle.get("cy", ""))
        for point in (up, down, even)
        for circle in point.findall(f"{SVG}circle")
    )
    assert middle - high == pytest.approx(2 * (low - middle), abs=0.02)
    text = unknown.find(f"{SVG}text")
    assert text is not None
    assert text.text == "?"


def test_each_ply_has_its_number_and_its_words_and_can_be_hit_anywhere() -> None:
    found = points(drawn(1, None, 0))
    assert [each.get("data-ply") for each in found] == ["0", "1", "2"]
    assert [each[0].text for each in found] == ["ply 0 <", "ply 1 <", "ply 2 <"]
    for each in found:
        hit = each.find(f"{SVG}rect")
        assert hit is not None
        assert hit.get("pointer-events") == "all"
        assert float(hit.get("height", "")) > 80


@pytest.mark.parametrize("plies", [1, 2, 43, 500])
@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_it_stays_inside(plies: int, size: tuple[float, float]) -> None:
    curve = Curve("one", (0.5,) * plies)
    text = value_graph("Course", "in words", BANDS, [curve], PALETTE, at=plies - 1, size=size)
    for rect in ElementTree.fromstring(text).iter(f"{SVG}rect"):
        assert float(rect.get("x", "")) >= 0
        assert float(rect.get("x", "")) + float(rect.get("width", "")) <= size[0]


def test_the_ply_that_is_looked_at_is_marked() -> None:
    picture = drawn(1, 1, 1, at=1)
    (mark,) = (each for each in picture.iter() if each.get("class") == "ply-at")
    circle = points(picture)[1].find(f"{SVG}circle")
    assert circle is not None
    middle = float(mark.get("x", "")) + float(mark.get("width", "")) / 2
    assert middle == float(circle.get("cx", ""))
    for at in (None, 3):
        assert not [e for e in drawn(1, 1, 1, at=at).iter() if e.get("class") == "ply-at"]
    assert points(drawn()) == []


def test_gaps_and_several_curves() -> None:
    curves = (
        Curve("one", (None, 0.0, None, 1.0)),
        Curve("two", (0.5, None, None, -1.0)),
    )
    picture = ElementTree.fromstring(
        value_graph("Title", "Words", BANDS, curves, PALETTE, [Turn(3, 1)])
    )
    (turned,) = (each for each in picture.iter() if each.get("class") == "ply-turned")
    assert float(turned.get("cy", "")) > 90, "on the curve of the second"
    paths = [each.get("d", "") for each in picture.iter() if each.get("class") == "ply-curve"]
    assert [path.count("M") for path in paths] == [2, 2]
    assert [each.get("data-ply") for each in points(picture)] == ["0", "1", "3"]
    assert "ply-point" not in value_graph("Title", "Words", BANDS, (), PALETTE)


def test_turning_points_are_red_and_nothing_else_is() -> None:
    """
    x o .    Player 2 begins to lose; then player 1 gives the win away.
    . . .
    . . .
    """
    review = pg.review(pg.TicTacToe().position("12649"))
    turns = [str(move.ply) for move in review.moves if move.grade in ("mistake", "blunder")]
    assert len(turns) > 1
    palette = Palette(("#111111", "#eeeeee"))
    for size in (WIDE, SIDE):
        picture = ElementTree.fromstring(review_graph(review, palette, size))
        assert [
            each.get("data-ply") for each in points(picture) if "ply-turn" in each.get("class", "")
        ] == turns
        red = [each for each in picture.iter() if each.get("fill") == palette.of("loss")]
        assert [each.text for each in red if each.tag == f"{SVG}text"] == turns
        dots = [each.get("cx") for each in red if each.tag == f"{SVG}circle"]
        assert len(dots) == len(turns)


def test_the_halves_have_the_names_of_those_who_can_win() -> None:
    review = pg.review(pg.TicTacToe().position("12649"))
    picture = review_graph(review, size=SIDE, you=0, seats=("", "Moss"))
    assert "you can win" in picture
    assert "Moss can win" in picture


def test_the_name_of_a_half_is_where_the_curve_leaves_room() -> None:
    """Near the middle line while the curve runs a little above the bottom."""
    bands = Bands("a win", "draw", "a loss", shared=True)
    for value, inner in ((-0.8, True), (-1.0, False)):
        curve = Curve("one", (value,) * 20)
        picture = ElementTree.fromstring(
            value_graph("Course", "in words", bands, [curve], PALETTE, size=SIDE)
        )
        (name,) = (each for each in picture.iter(f"{SVG}text") if each.text == "a loss")
        middle = picture.findall(f"{SVG}line")[-1]
        height = float(name.get("y", "")) - float(middle.get("y1", ""))
        assert (height < 16) == inner


def test_the_heights_of_a_position() -> None:
    """A room and a review draw the same numbers."""
    game = pg.TicTacToe()
    start, over = game.position("12"), game.position("14253")
    assert heights(over, None) == (1.0, -1.0)
    assert heights(start, None) == (None, None)
    assert heights(start, pg.Value("draw", 7)) == (0.0, 0.0)
    soon, late = heights(start, pg.Value("win", 1)), heights(start, pg.Value("win", 5))
    assert soon[0] is not None
    assert late[0] is not None
    assert 1 > soon[0] > late[0] >= 0.5
    position = game.position("1258")
    curves = zip(*pg.review(position).curves, strict=True)
    for each, curve in zip(position.line, curves, strict=True):
        assert curve == heights(each, None if each.over else pg.analyse(each).value)


@pytest.mark.parametrize("size", [SIDE, NARROW, WIDE])
def test_the_name_of_a_half_is_on_no_turning_point_and_no_line(size: tuple[float, float]) -> None:
    """The curve comes down at the left and the right, and goes up between its points."""
    bands = Bands("you can win", "draw", "Moss can win", shared=True)
    curve = Curve("one", (0.0, -0.95, -0.9, 0.9, 0.9, 0.9, 0.9, -0.9, -0.9))
    picture = ElementTree.fromstring(
        value_graph("Course", "", bands, [curve], PALETTE, [Turn(1, 0), Turn(7, 0)], size=size)
    )
    (name,) = (each for each in picture.iter(f"{SVG}text") if each.text == bands.down)
    x, y, half = float(name.get("x", "")), float(name.get("y", "")), 0.28 * 14 * len(bands.down)
    centre = x + {"start": half, "end": -half}.get(name.get("text-anchor", ""), 0)
    for dot in (each for each in picture.iter(f"{SVG}circle") if each.get("r") == "6"):
        apart = abs(float(dot.get("cx", "")) - centre), abs(float(dot.get("cy", "")) - (y - 5))
        assert apart[0] > half or apart[1] > 11
