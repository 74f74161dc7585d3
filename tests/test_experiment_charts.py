"""Charts of experiments: what they draw, that it stays inside, and the colours of a page."""

import re
from xml.etree import ElementTree

import pytest

from plyground.render.experiment_charts import (
    WIDTH,
    Bar,
    Heading,
    Point,
    Strength,
    amounts,
    crosstable,
    intervals,
    strengths,
    usual_palette,
)

SVG = "{http://www.w3.org/2000/svg}"
HEADING = Heading("A < B", "40 games each", "what it says", drawn=True)
LINES = (
    Strength("pruning, here", 0, (Point(1, 0.9, 0.8, 0.95, 0.05), Point(3, 1.0, 0.9, 1.0, 2.0))),
    Strength("pruning, its author", 0, (Point(1, None, 0.88, 0.96, 57.0),), elsewhere=True),
)
BARS = (Bar("one", 0.5, "20 of 40 won", 0.3, 0.7), Bar("other", None, ""))


def drawn(heading: Heading, page: bool) -> dict[str, str]:
    palette = usual_palette(page)
    fields = [[None, (1.0, "4")], [(0.0, "0"), None]]
    return {
        "strengths": strengths(heading, "depth", LINES, palette, "Wins", "Time"),
        "intervals": intervals(heading, BARS, palette),
        "amounts": amounts(heading, BARS, palette),
        "crosstable": crosstable(heading, ["Minimax, depth 7", "Random"], fields, palette),
    }


@pytest.mark.parametrize("name", ["strengths", "intervals", "amounts", "crosstable"])
def test_all_is_inside_and_named(name: str) -> None:
    picture = ElementTree.fromstring(drawn(HEADING, page=False)[name])
    assert picture[0].text == "A < B"
    assert picture[1].text == "what it says"
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    assert width >= WIDTH
    for each in picture.findall(f"{SVG}text"):
        assert 0 <= float(each.get("x", "")) <= width
        assert 0 < float(each.get("y", "")) < height


@pytest.mark.parametrize("name", ["strengths", "intervals", "amounts", "crosstable"])
def test_a_page_has_its_own_colours_and_heading(name: str) -> None:
    bare = Heading("A", "40 games each", "", drawn=False)
    assert "40 games each</text>" in drawn(HEADING, page=False)[name]
    page = drawn(bare, page=True)[name]
    assert "40 games each</text>" not in page
    assert not re.search(r'(fill|stroke)="#', page)
    assert "var(" not in drawn(HEADING, page=False)[name]


def test_times_are_on_a_logarithmic_scale_and_other_sources_dashed() -> None:
    chart = drawn(HEADING, page=False)["strengths"]
    for label in ("10 ms", "100 ms", "1 s", "10 s", "100 s"):
        assert f">{label}</text>" in chart
    first, second = re.findall(r"<polyline[^>]*>", chart)
    assert "stroke-dasharray" not in first
    assert "stroke-dasharray" in second
