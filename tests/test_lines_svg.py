"""The small line chart: what it draws, and that its texts stay apart and inside."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from plyground.render.line_charts import Line, lines, rising
from plyground.render.palette import Palette

SVG = "{http://www.w3.org/2000/svg}"
PALETTE = Palette(("#d63d3d",) * 8)


def drawn(*values: tuple[float, ...], far: float | None = None) -> ElementTree.Element:
    given = [
        Line(str(number), tuple((float(x), y) for x, y in enumerate(each)))
        for number, each in enumerate(values, 1)
    ]
    return ElementTree.fromstring(lines("Points", "1 has < 2", "rounds", given, PALETTE, far))


def ends(picture: ElementTree.Element) -> list[tuple[str, float]]:
    texts = picture.findall(f"{SVG}text")
    return [
        (text.text or "", float(text.get("y", "")))
        for text in texts
        if text.get("font-weight") == "600" and "." in (text.text or "")
    ]


def test_a_line_for_each_player_in_its_own_dashes() -> None:
    picture = drawn((0, 1, 1.5), (0, 0, 0.5))
    found = picture.findall(f"{SVG}polyline")
    assert len(found) == 2
    assert len({line.get("stroke-dasharray") for line in found}) == 2
    assert [text for text, _ in ends(picture)] == ["1.5", "0.5"]
    title, description = picture[0], picture[1]
    assert (title.text, description.text) == ("Points", "1 has < 2")


def test_a_line_rises_with_its_values() -> None:
    (line,) = drawn((0, 1, 2), far=4).findall(f"{SVG}polyline")
    points = [tuple(map(float, point.split(","))) for point in line.get("points", "").split()]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.02)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.02)
    assert y0 > y1
    assert x2 - x0 == pytest.approx((480 - 46 - 60) / 2, abs=0.1)  # 2 of 4 rounds


@pytest.mark.parametrize("height", [0, 3, 5])
def test_texts_at_the_ends_stay_apart_and_inside(height: float) -> None:
    picture = drawn(*[(0, height)] * 5)
    heights = sorted(y for _, y in ends(picture))
    assert all(b - a >= 14 for a, b in pairwise(heights))
    assert heights[0] > 10
    assert heights[-1] < 172 + 5 * 20 + 8 - 30


def test_nothing_yet_and_very_much() -> None:
    assert drawn((0,), (0,)).findall(f"{SVG}polyline")
    picture = drawn(tuple(range(2000)))
    labels = [text.text for text in picture.findall(f"{SVG}text")]
    assert "2,000" not in labels
    assert "1,000" in labels
    assert not re.search(
        "style|class=", lines("a", "b", "c", [], PALETTE).replace('class="ply-picture"', "")
    )


def risen(curve: Line, *levels: tuple[str, float]) -> dict[str, float]:
    """The texts of such a chart, and how far down they are."""
    picture = ElementTree.fromstring(rising("Ada", "It rises.", "seconds", curve, levels, PALETTE))
    return {text.text or "": float(text.get("y", "")) for text in picture.iter(f"{SVG}text")}


def test_levels_are_named_at_their_ends_and_apart() -> None:
    curve = Line("Ada", ((0.5, 48.0), (10.0, 84.0)))
    found = risen(curve, ("Perfect", 100.0), ("Minimax 3", 85.4), ("Minimax 5", 85.6))
    named = ["100  Perfect", "86  Minimax 5", "85  Minimax 3", "84  Ada"]
    assert all(below - above >= 14 for above, below in pairwise(found[each] for each in named))
    assert "40" in found  # where the axis begins, below all that is shown
    assert "20" not in found


def test_a_curve_that_has_not_begun_has_its_levels() -> None:
    assert "30  Random" in risen(Line("Ada", ()), ("Random", 30.0))
