"""The small line chart: what it draws, and that its texts stay apart and inside."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from plyground.render.line_charts import Line, lines, rising
from plyground.render.palette import Palette
from tests.words import assert_answered, questions

SVG = "{http://www.w3.org/2000/svg}"
PALETTE = Palette(("#d63d3d",) * 8)


def chart(*values: tuple[float, ...], far: float | None = None) -> str:
    given = [
        Line(str(number), tuple((float(x), y) for x, y in enumerate(each)))
        for number, each in enumerate(values, 1)
    ]
    return lines("Points", "1 has < 2", "rounds", given, PALETTE, far)


@pytest.mark.parametrize("question", questions("charts.txt"))
def test_what_is_drawn(question: str, pytestconfig: pytest.Config) -> None:
    names = {"chart": chart, "rising": rising, "Line": Line, "PALETTE": PALETTE}
    drawn = eval(question, names).replace("><", ">\n<").splitlines()
    assert_answered("charts.txt", question, drawn, pytestconfig)


def texts(picture: str) -> dict[str, float]:
    """The texts of a chart, and how far down they are."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}text")
    return {text.text or "": float(text.get("y", "")) for text in found}


@pytest.mark.parametrize("height", [0, 3, 5])
def test_texts_at_the_ends_stay_apart_and_inside(height: float) -> None:
    picture = ElementTree.fromstring(chart(*[(0, height)] * 5))
    heights = sorted(
        float(text.get("y", ""))
        for text in picture.iter(f"{SVG}text")
        if text.get("font-weight") == "600" and "." in (text.text or "")
    )
    assert len(heights) == 5
    assert all(b - a >= 14 for a, b in pairwise(heights))
    assert heights[0] > 10
    assert heights[-1] < 172 + 5 * 20 + 8 - 30


def test_very_much() -> None:
    labels = texts(chart(tuple(range(2000))))
    assert "2,000" not in labels
    assert "1,000" in labels


def test_levels_at_the_end_stay_apart() -> None:
    curve = Line("Ada", ((0.5, 48.0), (10.0, 84.0)))
    levels = ("Perfect", 100.0), ("Minimax 3", 85.4), ("Minimax 5", 85.6)
    found = texts(rising("Ada", "It rises.", "seconds", curve, levels, PALETTE))
    named = ["100  Perfect", "86  Minimax 5", "85  Minimax 3", "84  Ada"]
    assert all(below - above >= 14 for above, below in pairwise(found[each] for each in named))
