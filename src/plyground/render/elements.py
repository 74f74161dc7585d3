"""SVG elements as strings, and what all SVG pictures of the package share."""

from __future__ import annotations

from hashlib import blake2b
from html import escape

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MEDIUM = 500  # the weight of letters in trees

PANEL = "#f7f9fc"  # what pictures lie on
BORDER = "#c3ccd8"  # of panels
QUIET = "#4a5464"  # labels and remarks


def document(
    title: str,
    description: str,
    body: str,
    view: tuple[float, float, float, float],
    width: float,
    height: float,
) -> str:
    """A whole SVG of `width` x `height` pixels; `view` is x, y, width and height in user units.

    Title and description are for screen readers.
    """
    # Ids must differ between the pictures of one page and be the same in every run.
    content = "\0".join((title, description, decimal(max(width, height)), body))
    name = "ply-" + blake2b(content.encode("utf-8", "replace"), digest_size=6).hexdigest()
    return tag(
        "svg",
        tag("title", escaped(title), id=f"{name}-title"),
        tag("desc", escaped(description), id=f"{name}-desc"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        version="1.1",
        viewBox=" ".join(map(decimal, view)),
        width=width,
        height=height,
        class_="ply-picture",
        role="img",
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )


def panel(
    width: float,
    height: float,
    name: str | None = None,
    x: float = 0,
    y: float = 0,
    rx: float = 12,
    fill: str = PANEL,
    stroke: str = BORDER,
) -> str:
    """The panel under a board or chart of that size, of class `name`, its corner at x, y."""
    return tag(
        "rect",
        class_=name,
        x=x + 0.75,
        y=y + 0.75,
        width=width - 1.5,
        height=height - 1.5,
        rx=rx,
        fill=fill,
        stroke=stroke,
        stroke_width=1.5,
    )


def words(
    content: str,
    x: float,
    y: float,
    anchor: str,
    size: float,
    fill: str,
    weight: int | None = None,
    through: str | None = None,
) -> str:
    """A text in a chart or a tree. With `through` "none", clicks go to what is below."""
    return tag(
        "text",
        escaped(content),
        x=x,
        y=y,
        text_anchor=anchor,
        fill=fill,
        font_family=FONT,
        font_size=size,
        font_weight=weight,
        pointer_events=through,
    )


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; class_ stands for class, and other underscores in names stand for hyphens."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else decimal(value)


def decimal(value: float) -> str:
    """A number, rounded to a hundredth, as short as possible."""
    return f"{round(value, 2) + 0.0:g}" if abs(value) < 1e5 else f"{value:.0f}"


def escaped(text: str) -> str:
    """`text` for an element or attribute; characters that XML 1.0 does not allow are replaced."""
    return escape("".join(character if _allowed(character) else "\ufffd" for character in text))


def _allowed(character: str) -> bool:
    return (
        character in "\t\n\r"
        or " " <= character <= "\ud7ff"
        or "\ue000" <= character <= "\ufffd"
        or character >= "\U00010000"
    )
