"""The course of a game: what is drawn for each ply, and where."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from plyground.render.course_svg import Standing, course

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*heights: float | None, at: int | None = None) -> ElementTree.Element:
    given = [Standing(height, "#d63d3d", f"ply {ply} <") for ply, height in enumerate(heights)]
    return ElementTree.fromstring(course("Course", "in words", ("above", "below"), given, at))


def standings(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in picture.iter(f"{SVG}g") if each.get("class") == "ply-standing"]


def bar(standing: ElementTree.Element) -> tuple[float, float]:
    """The ends of a bar, from above."""
    (_, found) = standing.findall(f"{SVG}rect")
    top = float(found.get("y", ""))
    return top, top + float(found.get("height", ""))


def test_a_bar_rises_or_falls_a_diamond_is_even_and_a_question_mark_unknown() -> None:
    up, down, even, unknown = standings(drawn(1, -0.5, 0, None))
    (top, middle), (also_middle, bottom) = bar(up), bar(down)
    assert middle == also_middle
    assert middle - top == pytest.approx(2 * (bottom - middle))
    assert even.find(f"{SVG}path") is not None
    text = unknown.find(f"{SVG}text")
    assert text is not None
    assert text.text == "?"


def test_what_hardly_leans_is_still_seen() -> None:
    top, bottom = bar(standings(drawn(0.001))[0])
    assert bottom - top > 4


def test_each_ply_has_its_number_and_its_words_and_can_be_hit_anywhere() -> None:
    found = standings(drawn(1, None, 0))
    assert [each.get("data-ply") for each in found] == ["0", "1", "2"]
    assert [each[0].text for each in found] == ["ply 0 <", "ply 1 <", "ply 2 <"]
    for each in found:
        hit = each.find(f"{SVG}rect")
        assert hit is not None
        assert hit.get("pointer-events") == "all"
        assert float(hit.get("height", "")) > 80


@pytest.mark.parametrize("plies", [1, 2, 43, 500])
def test_it_stays_inside(plies: int) -> None:
    found = standings(drawn(*[0.5] * plies, at=plies - 1))
    hits = [each.find(f"{SVG}rect") for each in found]
    ends = [float(h.get("x", "")) + float(h.get("width", "")) for h in hits if h is not None]
    assert len(ends) == plies
    assert max(ends) <= 480 - 11.9


def test_the_ply_that_is_looked_at_is_marked() -> None:
    picture = drawn(1, 1, 1, at=1)
    (mark,) = (each for each in picture.iter() if each.get("class") == "ply-at")
    hit = standings(picture)[1].find(f"{SVG}rect")
    assert hit is not None
    assert mark.get("x") == hit.get("x")
    for at in (None, 3):
        assert not [e for e in drawn(1, 1, 1, at=at).iter() if e.get("class") == "ply-at"]
    assert standings(drawn()) == []
