"""Pictures as SVG and as text: valid, marked, and told apart without colour."""

from __future__ import annotations

import colorsys
import math
import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.render import colours
from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture
from plyground.render.colours import (
    DEFAULT,
    LARGE_TEXT,
    RED_YELLOW,
    SAFE,
    SAFE_DARK,
    SAFE_IN_HOLES,
    SIM,
    TEXT,
    contrast,
    difference,
    lit,
    on_any_ground,
    readable,
)
from plyground.render.palette import DARK, LIGHT, Palette
from plyground.render.svg import svg
from plyground.render.text import Span, spans, text
from tests.colours import parts, seen
from tests.words import assert_answered, questions

Cells = Literal["squares", "holes"]

SYMBOLS = ("X", "O", "*", "+", "#")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def grid(rows: list[str], cells: Cells = "squares", **rest: Any) -> Picture:
    """A picture of a board drawn with one character for each cell, where X and O are counters.

    Other characters are marks with a text: odd numbers of player 1, even ones of player 2.
    """
    columns = len(rows[0])
    labels = tuple(Label(x, len(rows), str(x + 1)) for x in range(columns))
    board = Board.grid(columns, len(rows), cells, labels if cells == "holes" else ())
    marks = tuple(mark(character) for row in rows for character in row)
    return Picture(board, marks, RED_YELLOW, SYMBOLS[:2], **rest)


def mark(character: str) -> Mark | None:
    if character == ".":
        return None
    if character in "XO":
        return Mark("XO".index(character))
    return Mark((int(character) + 1) % 2, character)


def sim(dots: int, taken: dict[tuple[int, int], int], **rest: Any) -> Picture:
    """A picture of Sim; `last` and `deciding` are pairs of dots."""
    pairs = tuple(combinations(range(dots), 2))
    marks = tuple(Mark(taken[pair]) if pair in taken else None for pair in pairs)
    sites: dict[str, Any] = {
        name: frozenset(pairs.index(pair) for pair in rest.pop(name, ()))
        for name in ("last", "deciding")
    }
    return Picture(Board.polygon(dots, pairs), marks, SIM, SYMBOLS, **sites, **rest)


CONNECT_FOUR = grid(
    [".......", ".......", ".......", "...X...", "..XO...", "XOOOX.O"],
    "holes",
    last=frozenset({38}),
    title="Connect Four",
)
PENCIL = sim(
    6,
    {(0, 1): 0, (2, 3): 1, (0, 2): 0, (4, 5): 1, (1, 2): 0},
    last=[(1, 2)],
    deciding=[(0, 1), (0, 2), (1, 2)],
    title="Sim",
)
NUMBERS = grid(["2.7", ".5.", "..3"], last=frozenset({2}), title="Numbers")


def parsed(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(svg(picture))


def site_elements(picture: Picture) -> dict[int, ElementTree.Element]:
    return {
        int(element.get("data-site", "")): element
        for element in parsed(picture).iter()
        if element.get("data-site") is not None
    }


def attributes(element: ElementTree.Element, name: str) -> list[str]:
    """The values of an attribute in an element and all inside it."""
    return [value for each in element.iter() if (value := each.get(name)) is not None]


# SVG


@pytest.mark.parametrize("question", questions("drawings.txt"))
def test_what_is_drawn(question: str, pytestconfig: pytest.Config) -> None:
    drawn = svg(eval(question)).replace("><", ">\n<").splitlines()
    assert_answered("drawings.txt", question, drawn, pytestconfig)


def test_hostile_texts_stay_texts() -> None:
    hostile = '"><script>alert(1)</script>&'
    board = Board.grid(2, 1, labels=(Label(0, 1, hostile),))
    picture = Picture(
        board, (Mark(0, hostile), Mark(0)), (hostile,), ("X",), title=hostile, description=hostile
    )
    drawn = svg(picture)
    root = ElementTree.fromstring(drawn)
    assert "<script" not in drawn
    assert root[0].text == root[1].text == hostile
    assert hostile in attributes(root, "fill")
    assert [element.text for element in root.iter(f"{NAMESPACE}text")] == [hostile, hostile]


def test_characters_that_xml_forbids_are_replaced() -> None:
    picture = Picture(Board.grid(1, 1), (None,), (), (), title="a\0b\x1bc\ud800d\uffff")
    assert parsed(picture)[0].text == "a\ufffdb\ufffdc\ufffdd\ufffd"


def test_ids_are_the_same_for_equal_pictures_and_differ_between_others() -> None:
    def ids(picture: Picture) -> set[str]:
        return set(attributes(parsed(picture), "id"))

    others = [CONNECT_FOUR, PENCIL, NUMBERS, grid(["2.7"]), grid(["2.7"], title="Other")]
    assert svg(NUMBERS) == svg(replace(NUMBERS, last=frozenset([2])))
    assert len(set().union(*map(ids, others))) == 2 * len(others)


def test_the_longer_side_has_the_size_asked_for() -> None:
    root = ElementTree.fromstring(svg(CONNECT_FOUR, size=300))
    assert max(float(root.get("width", 0)), float(root.get("height", 0))) == 300


def test_nothing_comes_from_outside() -> None:
    for picture in (CONNECT_FOUR, PENCIL, NUMBERS):
        drawn = svg(picture).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"https?:|href|url\(|var\(|<style|<script|@import", drawn)


@pytest.mark.parametrize(
    "picture",
    [grid(["XO", ".1"]), grid(["XO", ".1"], "holes"), sim(3, {(0, 1): 0, (0, 2): 1})],
    ids=["squares", "holes", "edges"],
)
@pytest.mark.parametrize("emphasis", ["last", "deciding"])
def test_last_and_deciding_sites_are_marked_and_no_others(picture: Picture, emphasis: str) -> None:
    one: dict[str, Any] = {emphasis: frozenset({1})}
    marked = replace(picture, **one)
    elements = site_elements(marked)
    assert [n for n in elements if f"ply-{emphasis}" in elements[n].get("class", "")] == [1]
    assert shapes(marked) != shapes(picture)


def shapes(picture: Picture) -> str:
    """The drawing without names, which are not seen."""
    return re.sub(r"ply-[\w-]+", "", svg(picture))


# Without colour


def test_edges_differ_in_their_dashes() -> None:
    taken = dict(zip(combinations(range(5), 2), range(8), strict=False))
    pairs = tuple(taken)
    marks = tuple(Mark(player) for player in taken.values())
    picture = Picture(Board.polygon(5, pairs), marks, ("#00f",) * 8, tuple("abcdefgh"))
    dashes = [set(attributes(each, "stroke-dasharray")) for each in site_elements(picture).values()]
    assert dashes[0] == set()
    assert all(len(pattern) == 1 for pattern in dashes[1:])
    assert len(set().union(*dashes)) == 7


@pytest.mark.parametrize("cells", ["squares", "holes"])
def test_counters_differ_in_their_shapes(cells: Cells) -> None:
    board = Board.grid(1, 1, cells)
    assert len({alone(board, Mark(player)) for player in range(5)}) == 5


def alone(board: Board, laid: Mark) -> str:
    """The shapes of a mark that is told apart by no colour."""
    return shapes(Picture(board, (laid,), ("#00f",) * 5, SYMBOLS))


@pytest.mark.parametrize("cells", ["squares", "holes"])
def test_equal_texts_of_different_players_differ(cells: Cells) -> None:
    board = Board.grid(1, 1, cells)
    assert len({alone(board, Mark(player, "7")) for player in range(5)}) == 5


# Colours

Vector = tuple[float, float, float]

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), severity 1.0.
VISION: dict[str, tuple[Vector, Vector, Vector]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LEAST_DIFFERENCE = (
    6  # of 100; the palette of Okabe and Ito, the usual advice, has ... among its first five
)


def seen_with(vision: str, colour: str) -> Vector:
    """A colour as people with that vision see it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts(colour)
    ]
    sums = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in VISION[vision])
    light = (min(max(each, 0.0), 1.0) for each in sums)
    red, green, blue = (
        12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055 for each in light
    )
    return red, green, blue


PALETTES = {
    "red-yellow": RED_YELLOW,
    "sim": SIM,
    "default": DEFAULT,
    "safe": SAFE,
    "safe-dark": SAFE_DARK,
    "safe-in-holes": SAFE_IN_HOLES,
}


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_palettes_are_told_apart_by_everybody(palette: tuple[str, ...], vision: str) -> None:
    differences = {
        pair: difference(*(seen_with(vision, each) for each in pair))
        for pair in combinations(palette, 2)
    }
    assert min(differences.values()) >= LEAST_DIFFERENCE, differences


@pytest.mark.parametrize("colour", [*SIM, *DEFAULT, *SAFE])
def test_colours_stand_out_from_a_light_panel(colour: str) -> None:
    assert seen(colour, "#f7f9fc") >= LARGE_TEXT


@pytest.mark.parametrize("palette", [SAFE, SAFE_DARK, SAFE_IN_HOLES])
def test_the_first_two_safe_colours_differ_in_lightness(palette: tuple[str, ...]) -> None:
    """Those who see no colour at all know them apart."""
    assert seen(*palette[:2]) > 2


def test_a_colour_lit_for_the_dark_keeps_its_hue() -> None:
    """Sim's dark green does not become grey."""
    red, green, blue = parts(lit("#124930", DARK["tile"], 0.0, TEXT))
    assert green > 2 * red
    assert green > 1.3 * blue


def test_the_safe_counters_are_what_words_call_them() -> None:
    """Red and yellow, by their hues."""
    hues = [360 * colorsys.rgb_to_hsv(*parts(each))[0] for each in SAFE_IN_HOLES[:2]]
    assert hues[0] < 12
    assert 50 < hues[1] < 65


@pytest.mark.parametrize("question", questions("colours.txt"))
def test_what_colours_are(question: str, pytestconfig: pytest.Config) -> None:
    found = eval(question, {**vars(colours), "parts": parts})
    assert_answered("colours.txt", question, [str(found)], pytestconfig)


@given(st.integers(0, 0xFFFFFF), st.sampled_from([0.0, 0.16, 0.3]))
def test_texts_are_readable_in_any_colour(colour: int, tint: float) -> None:
    written = f"#{colour:06x}"
    red, green, blue = (1 + (part - 1) * tint for part in parts(written))
    chosen = parts(readable(written, tint, TEXT))
    assert contrast(chosen, (red, green, blue)) >= TEXT - 0.05  # parts are rounded to 1/255


@given(st.integers(0, 0xFFFFFF))
def test_texts_in_a_terminal_are_readable_on_black_and_on_white(colour: int) -> None:
    shade = on_any_ground(f"#{colour:06x}") or ""
    for ground in ("#000", "#fff"):
        assert seen(shade, ground) >= LARGE_TEXT - 0.05


# Text


def test_wide_characters_keep_the_columns_straight() -> None:
    """Other texts of boards are in tests/golden/words/answers.txt."""
    picture = Picture(Board.grid(2, 1), (Mark(None, "車"), Mark(None, "e\u0301e")), (), ())
    assert text(picture).split("\n")[1] == "│ 車 │ e\u0301e │"


def test_spans_tell_the_player_and_the_emphasis() -> None:
    picture = grid(["XO1"], last=frozenset({1}), deciding=frozenset({2}))
    assert spans(picture)[1] == [
        Span("│"),
        Span(" X ", 0),
        Span("│"),
        Span("(O)", 1, "last"),
        Span("│"),
        Span("[1]", 0, "deciding"),
        Span("│"),
    ]


@pytest.mark.parametrize(
    "colours", [RED_YELLOW, SIM, DEFAULT], ids=["red-yellow", "sim", "default"]
)
def test_players_are_seen_in_the_dark(colours: tuple[str, ...]) -> None:
    dark = Palette(colours).dark()
    ground = parts(DARK["tile"])
    for player in range(len(colours)):
        shape, written = parts(dark[f"--ply-player{player}"]), parts(dark[f"--ply-text{player}"])
        assert contrast(shape, ground) >= max(TEXT, seen(DARK["free"], DARK["tile"]))
        red, green, blue = (a + 0.3 * (b - a) for a, b in zip(ground, shape, strict=True))
        assert contrast(written, (red, green, blue)) >= TEXT


@pytest.mark.parametrize("roles", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("role", "below", "least"),
    [
        ("free", "panel", LARGE_TEXT),
        ("free", "tile", LARGE_TEXT),
        ("ink", "tile", TEXT),
        ("ink", "at", TEXT),
        ("label", "panel", TEXT),
        ("on-ink", "ink", TEXT),
        ("label", "ground", TEXT),
        ("on-board", "board", TEXT),
        ("on-hint", "hint", TEXT),
        ("hint", "tile", LARGE_TEXT),
        ("hint", "panel", LARGE_TEXT),
    ],
)
def test_parts_stand_out_from_what_is_below(
    roles: dict[str, str], role: str, below: str, least: float
) -> None:
    assert seen(roles[role], roles[below]) >= least


PAGE = {"light": "#fffdf9", "dark": "#1d222b"}  # which is seen through an empty hole


@pytest.mark.parametrize("theme", PAGE)
@pytest.mark.parametrize("safe", [False, True])
def test_holes_and_counters_stand_out(theme: str, safe: bool) -> None:
    """An empty hole or its rim is seen on the board, and a counter on the board or in the hole."""
    palette = Palette(RED_YELLOW)
    roles = {f"--ply-{role}": colour for role, colour in LIGHT.items()}
    roles |= {f"--ply-player{player}": colour for player, colour in enumerate(RED_YELLOW)}
    light, dark = palette.safe(holes=True)
    roles |= palette.dark() if theme == "dark" else {}
    roles |= (dark if theme == "dark" else light) if safe else {}

    board, rim, page = roles["--ply-board"], roles["--ply-rim"], PAGE[theme]
    assert max(seen(board, page), seen(board, rim)) >= LARGE_TEXT
    for player in range(2):
        counter = roles[f"--ply-player{player}"]
        assert max(seen(board, counter), seen(page, counter)) >= LARGE_TEXT


@pytest.mark.parametrize("holes", [False, True])
def test_safe_colours_are_seen_in_both_themes(holes: bool) -> None:
    light, dark = Palette(DEFAULT).safe(holes)
    for found, roles in ((light, LIGHT), (dark, DARK)):
        for player in range(len(DEFAULT)):
            for name, below, least in (("player", "tile", LARGE_TEXT), ("curve", "panel", TEXT)):
                if name == "player" and holes:
                    continue
                assert seen(found[f"--ply-{name}{player}"], roles[below]) >= least


def test_hints_at_edges_do_not_cover_one_another() -> None:
    edges = tuple(combinations(range(6), 2))
    board = Board.polygon(6, edges)
    picture = Picture(
        board, (None,) * 15, ("red",), ("x",), hints=tuple((site, "!") for site in range(15))
    )
    drawn = ElementTree.fromstring(svg(picture))
    moved = [each.get("transform", "") for each in drawn.iter() if each.get("class") == "ply-hint"]
    places = [tuple(map(float, re.findall(r"[\d.]+", each))) for each in moved]
    assert len(places) == 15
    assert min(math.dist(one, other) for one, other in combinations(places, 2)) > 12


# Any picture

numbers = st.floats(-3, 12, allow_nan=False)
texts = st.text(max_size=6)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    """Any board: cells anywhere, edges between any dots, labels everywhere, any mark."""
    players = draw(st.integers(1, 7))
    dots = draw(st.lists(st.tuples(numbers, numbers), max_size=6))
    cells = st.builds(Cell, st.integers(-2, 9), st.integers(-2, 9))
    sites: list[Cell | Edge] = [*draw(st.lists(cells, max_size=12, unique=True))]
    pairs = list(combinations(range(len(dots)), 2))
    if pairs:
        chosen = draw(st.lists(st.sampled_from(pairs), unique=True))
        sites += [Edge(a, b) for a, b in chosen]
    marks = st.none() | st.builds(Mark, st.none() | st.integers(0, players - 1), texts)
    some = st.frozensets(st.sampled_from(range(len(sites)))) if sites else st.just(frozenset[int]())
    return Picture(
        board=Board(
            tuple(sites),
            draw(st.sampled_from(["squares", "holes"])),
            tuple(dots),
            tuple(draw(st.lists(st.builds(Label, numbers, numbers, texts), max_size=4))),
        ),
        marks=tuple(draw(marks) for _ in sites),
        colours=tuple(draw(texts) for _ in range(players)),
        symbols=tuple(draw(st.characters()) for _ in range(players)),
        last=draw(some),
        deciding=draw(some),
        title=draw(texts),
        description=draw(texts),
    )


@pytest.mark.slow
@settings(max_examples=100)
@given(pictures())
def test_any_picture_is_valid_and_printable(picture: Picture) -> None:
    drawn = svg(picture)
    found = attributes(ElementTree.fromstring(drawn), "data-site")
    assert sorted(found, key=int) == [str(site) for site in range(len(picture.board.sites))]
    assert drawn == svg(picture)
    lines = spans(picture)
    printed = ["".join(span.text for span in line) for line in lines]
    assert text(picture) == "\n".join(printed)
    assert all(line == line.rstrip() and line.isprintable() for line in printed)
    shown = {span.emphasis for line in lines for span in line}
    assert ("deciding" in shown) == bool(picture.deciding)


def test_renderers_load_no_other_part_of_the_program() -> None:
    code = (
        "import sys, plyground.render, plyground.render.svg, plyground.render.text\n"
        "print(*sorted(n for n in sys.modules if n.startswith(('plyground', 'numpy', 'rich'))))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(re.fullmatch(r"plyground(\.render.*)?", name) for name in run.stdout.split())
