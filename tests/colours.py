"""How well colours are told apart, for tests: written colours in place of their parts."""

from plyground.render.colours import contrast, rgb


def parts(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, from 0 to 1, of a colour that is known."""
    found = rgb(colour)
    assert found is not None, colour
    return found


def seen(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG counts it."""
    return contrast(parts(one), parts(other))
