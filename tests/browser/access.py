"""Whether everybody can use a page: axe-core's rules, its width, and what is too small to touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LOOKS = [
    (1280, 800, "light", "usual"),
    (812, 375, "light", "usual"),
    (640, 400, "light", "usual"),  # 1280 x 800, twice as large
    (375, 667, "light", "usual"),
    (320, 568, "dark", "safe"),
]
RULES = {1280: None, 320: ["color-contrast"]}
"""The rules of axe-core that are asked at some widths: all, or those for what a theme changes."""

NARROW = 900  # pixels: below it, fingers are likely

# What is smaller than 44 pixels, in words. A link in a sentence may be; a field has its label.
SMALL = """() => {
  const parts = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];
  const shown = parts.filter((each) => each.checkVisibility() && getComputedStyle(each).display !== "inline");
  return shown.flatMap((each) => {
    const boxes = [each, each.closest("label") ?? each].map((box) => box.getBoundingClientRect());
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    const small = width > 1 && (width < 43.5 || height < 43.5);
    return small ? [`${each.outerHTML.slice(0, 90)}: ${width} x ${height}`] : [];
  });
}"""  # noqa: E501

WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""

# No rule in use needs style sheets, and nobody the way to a node.
_RUN = """([impacts, rules]) => axe.run({
    resultTypes: ["violations"], preload: false, selectors: false,
    ...(rules && { runOnly: rules }),
  })
  .then(({ violations }) => violations.filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 150))}`))"""
_SCRIPT = Axe().axe_script


def check(page: Page, *impacts: str) -> None:
    """Nothing that axe-core calls serious or critical, or of other impacts, as the page is now."""
    assert violations(page, *impacts) == []


def violations(page: Page, *impacts: str, rules: list[str] | None = None) -> Any:
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_SCRIPT)
    return page.evaluate(_RUN, [impacts or ("serious", "critical"), rules])


def faults(page: Page) -> Iterator[str]:
    """What axe-core calls serious or critical, what is wider than the screen, what is small."""
    for width, height, theme, palette in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "attributes => Object.assign(document.documentElement.dataset, attributes)",
            {"theme": theme, "palette": palette},
        )
        look = f"{page.url} at {width} x {height}, {theme}, {palette}"
        if width in RULES:
            yield from (f"{look}: {each}" for each in violations(page, rules=RULES[width]))
        if wider := page.evaluate(WIDER):
            yield f"{look}: {wider} pixels too wide"
        if width < NARROW:
            yield from (f"{look}: small: {each}" for each in page.evaluate(SMALL))
