"""The colours of pages: texts and parts stand out in both themes, also for people who see few."""

from __future__ import annotations

import re

import pytest

from plyground.browser.scripts import look
from plyground.render.colours import LARGE_TEXT, TEXT
from tests.colours import parts, seen

LOOK = look()
THEMES = ("", '[data-theme="dark"]')
PALETTES = ("", '[data-palette="safe"]')

PAIRS = [
    *((text, below, TEXT) for text in ("ink", "soft", "accent") for below in ("paper", "card")),
    *((value, "card", TEXT) for value in ("win", "draw", "loss")),
    *((value, f"{value}-soft", TEXT) for value in ("win", "draw", "loss")),
    *(("ink", f"{value}-soft", TEXT) for value in ("accent", "win", "draw", "loss")),
    ("on-accent", "accent", TEXT),
    ("loss", "paper", TEXT),
    ("edge", "paper", LARGE_TEXT),
    ("edge", "card", LARGE_TEXT),
]


def colours(theme: str, palette: str) -> dict[str, str]:
    """The colours by role of a page whose root element has these attributes."""
    found: dict[str, str] = {}
    for attributes in dict.fromkeys(("", palette, theme, theme + palette)):
        for body in re.findall(rf":root{re.escape(attributes)} {{(.*?)}}", LOOK, re.DOTALL):
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body))
    return found


@pytest.mark.parametrize("theme", THEMES, ids=["light", "dark"])
@pytest.mark.parametrize("palette", PALETTES, ids=["usual", "safe"])
@pytest.mark.parametrize(("role", "below", "least"), PAIRS)
def test_a_part_stands_out(theme: str, palette: str, role: str, below: str, least: float) -> None:
    found = colours(theme, palette)
    assert seen(found[role], found[below]) >= least


def test_a_system_that_is_dark_gives_the_colours_of_the_dark_theme() -> None:
    """Each rule for a dark page is there twice, once for those that follow the system."""
    chosen = re.findall(r'data-theme="dark"(.*?})', LOOK, re.DOTALL)
    system = re.findall(r'data-theme="auto"(.*?})', LOOK, re.DOTALL)
    assert len(chosen) == 2
    assert system == chosen


def test_safe_values_have_no_green_and_red() -> None:
    """A win is blue, a loss orange; they differ in lightness where their ground is light."""
    for theme in THEMES:
        found = colours(theme, '[data-palette="safe"]')
        (red, _, blue), (other_red, _, other_blue) = (
            parts(found[each]) for each in ("win", "loss")
        )
        assert blue > red
        assert other_red > other_blue
