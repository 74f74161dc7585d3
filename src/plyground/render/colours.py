"""Palettes for players, and the arithmetic that keeps texts readable on any of their colours.

In every palette the colours differ for people with any of the three kinds of colour-blindness.
Against a light panel, DEFAULT and SIM have the contrast of 3 to 1 that WCAG asks for.
tests/test_render.py measures both.
"""

from __future__ import annotations

import math

RED_YELLOW = ("#d63d3d", "#f5c531")
"""Connect Four's two counters."""

SIM = ("#009cbf", "#521d8b", "#f05886", "#124930", "#bd4805")
"""Sim's aqua, purple, pink, green and orange."""

_OF_SIM = dict(zip(("aqua", "purple", "pink", "green", "orange"), SIM, strict=True))

DEFAULT = ("#1a85e0", "#cf7b0a", "#99337a", "#0f6b3c", "#23262e")
"""Blue, orange, plum, green and near-black."""

SAFE = ("#00467f", "#d55e00", "#8a6fae", "#00734d", "#23262e")
"""Dark blue, vermilion, lilac, green and near-black, for people who see few colours.

The first two differ in lightness as well, as black and white prints show them.
"""

SAFE_DARK = ("#3f86d0", "#ffb62e", "#e06c75", "#7fd8b0", "#ffffff")
"""The same for a dark ground."""

SAFE_IN_HOLES = ("#e8452f", "#f0e442", "#7fd8b0", "#c9a0e0", "#ffffff")
"""The same for counters behind a blue board: red and yellow, as they are called in words."""

INK = "#1f2733"
"""The colour of texts that have no player's colour."""

NEUTRAL = "#667080"
"""The colour of marks that belong to no player."""

TEXT = 4.5
"""The least contrast of texts, by WCAG 2.2, success criterion 1.4.3."""

LARGE_TEXT = 3.0
"""The same for large and bold texts, and by 1.4.11 for graphics."""

_NAMED = {
    "aqua": "#00ffff",
    "black": "#000000",
    "blue": "#0000ff",
    "fuchsia": "#ff00ff",
    "gray": "#808080",
    "green": "#008000",
    "lime": "#00ff00",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffa500",
    "pink": "#ffc0cb",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "teal": "#008080",
    "white": "#ffffff",
    "yellow": "#ffff00",
}

Rgb = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""


def rgb(colour: str) -> Rgb | None:
    """The parts of "#rgb", "#rrggbb" or a basic colour name of CSS; None for any other text."""
    colour = colour.strip().lower()
    digits = _NAMED.get(colour, colour).removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if len(digits) != 6 or not set(digits) <= set("0123456789abcdef"):
        return None
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def named(text: str) -> str | None:
    """A colour as "#rrggbb": one of Sim's by its name, or what `rgb` reads; None for other text."""
    parts = rgb(_OF_SIM.get(text.strip().lower(), text))
    return None if parts is None else _written(parts)


def contrast(one: Rgb, other: Rgb) -> float:
    """WCAG 2's contrast ratio: 1 for equal colours, 21 for black on white."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def difference(one: Rgb, other: Rgb) -> float:
    """How different two colours look: 0 for equal ones, 100 for black and white (OKLab)."""
    return 100 * math.dist(_oklab(one), _oklab(other))


def readable(colour: str, tint: float, least: float) -> str:
    """A colour for texts on a white ground tinted with `colour`: `tint` 0 is white, 1 is `colour`.

    It is `colour` itself, darkened until the contrast is `least`; INK if `colour` is unknown.
    """
    parts = rgb(colour)
    ink = rgb(INK)
    if parts is None or ink is None:
        return INK
    ground = _mixed((1.0, 1.0, 1.0), parts, tint)
    darker = (_mixed(parts, ink, step / 10) for step in range(11))
    text = next((each for each in darker if contrast(each, ground) >= least), ink)
    return _written(text)


def lit(colour: str, ground: str, tint: float, least: float) -> str:
    """`colour`, lightened until its contrast is `least` on a dark ground tinted with `colour`.

    It keeps its hue for as long as it can, and then gets paler. `tint` 0 is the ground, 1 is
    `colour`; an unknown colour stays as it is.
    """
    parts, dark = rgb(colour), rgb(ground)
    if parts is None or dark is None:
        return colour
    below = _mixed(dark, parts, tint)
    red, green, blue = parts
    most = max(*parts, 1 / 255)
    bright = (red / most, green / most, blue / most)
    ways = ((parts, bright), (bright, (1.0, 1.0, 1.0)))
    lighter = (_written(_mixed(*way, step / 20)) for way in ways for step in range(21))
    return next(each for each in lighter if contrast(rgb(each) or parts, below) >= least)


def on_any_ground(colour: str) -> str | None:
    """A colour for texts on black and on white, as a terminal may be; None if `colour` is unknown.

    It is `colour` itself, lightened or darkened until its contrast with both is LARGE_TEXT.
    """
    parts = rgb(colour)
    if parts is None:
        return None
    black, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    towards = white if contrast(parts, black) < LARGE_TEXT else black
    shades = (_mixed(parts, towards, step / 40) for step in range(41))
    return _written(
        next(s for s in shades if min(contrast(s, black), contrast(s, white)) >= LARGE_TEXT)
    )


def _written(colour: Rgb) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _linear(colour: Rgb) -> Rgb:
    """The amounts of light in an sRGB colour."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def _oklab(colour: Rgb) -> Rgb:
    """Lightness and the two opponent colours, by Björn Ottosson (2020)."""
    r, g, b = _linear(colour)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _luminance(colour: Rgb) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue
