"""What people do in a game, for tests that play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import FloatRect, Locator, Page, Request, expect

from tests.until import until

Person = Callable[..., Page]
"""Opens a page in a browser context of its own."""

# What can be touched on the first screen; a switch is one, and so is a board.
_CONTROLS = """() => {
  const parts = [...document.querySelectorAll("a[href], button, input, select, summary, #board")];
  const seen = parts.filter((each) => {
    const { top, bottom, width } = each.getBoundingClientRect();
    const inside = top >= 0 && bottom <= innerHeight && width > 1;
    return inside && each.checkVisibility() && !each.matches(".skip, [aria-hidden=true]");
  });
  const switches = seen.filter((each) => each.closest(".switch"));
  return [...seen.filter((each) => !each.closest(".switch")), ...switches.slice(0, 1)]
    .map((each) => each.getAttribute("aria-label") || each.textContent.trim() || each.id);
}"""


def begin(page: Page, game: str, *seats: str, **fields: str) -> None:
    """Begin a game with these players at the seats, as the form of the first page does."""
    given = {"game": game, **{f"seat{at}": seat for at, seat in enumerate(seats)}, **fields}
    for at, seat in enumerate(seats, 1):
        if seat == "computer" and f"kind-{at}" not in given:
            given.setdefault(f"opponent-{at}", "level:2")
    sent: dict[str, Any] = dict(
        parse_qsl("&".join(f"{name}={value}" for name, value in given.items()), True)
    )
    headers = {"Accept": "text/html"}
    answer = page.request.post("/rooms", form=sent, headers=headers, max_redirects=0)
    page.goto(answer.headers["location"])
    page.wait_for_selector("#board svg")


def begin_at_the_form(page: Page, game: str, *seats: str, **fields: str) -> None:
    """Begin a game with the form of the first page, which has its own values for other fields."""
    given = {"game": game, **{f"seat{at}": seat for at, seat in enumerate(seats)}, **fields}
    page.goto("/?" + "&".join(f"{name}={value}" for name, value in given.items()))
    start(page)


def start(page: Page) -> None:
    """Begin the game of the first page without a move."""
    options = page.locator("#options")
    if not options.is_visible():  # that of an old program is open
        page.get_by_role("button", name="More").click()
    options.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/room/*")
    page.wait_for_selector("#board svg")
    page.wait_for_load_state()  # its script listens from then on


def board(page: Page, ply: int) -> None:
    """Wait until a number of plies have been played."""
    page.wait_for_selector(f'#table[data-ply="{ply}"]', timeout=180_000)


def dot(page: Page, number: int) -> Locator:
    """What people point at to choose a dot."""
    return page.locator("#board .target.dot").nth(number)


def legal(page: Page) -> list[str]:
    """The legal moves, as the server says of a game that it plays."""
    codes = page.request.get(f"{page.url}/state").json()["positions"][-1]["moves"]
    board = json.loads(page.locator("#geometry").text_content() or "")
    return [board["moves"][code]["text"] for code in codes]


def click(page: Page, site: int) -> None:
    """Click in the middle of a site."""
    click_middle(page, f'#board [data-site="{site}"]')


def measured(page: Page, selector: str, script: str) -> Any:
    """What a script says of an element, in the moment in which the page has drawn it."""
    script = f"each => each?.clientWidth && {{ said: ({script})(each) }}"
    found = page.wait_for_function(f"({script})(document.querySelector('{selector}'))")
    return found.json_value()["said"]


# Where an element is, once it stays there; nothing if the page draws another in its place.
_STILL = """async (each) => {
  each.scrollIntoView({ block: "nearest" });
  for (let before; each.isConnected; await new Promise(requestAnimationFrame)) {
    const { x, y, width, height } = each.getBoundingClientRect();
    const now = [x, y, width, height].join();
    if (now === before) return { x, y, width, height };
    before = now;
  }
}"""


def played(page: Page, moves: Iterable[str]) -> None:
    """Make moves in a game that has begun, as another page of the visitor would."""
    for ply, text in enumerate(moves):
        page.request.post(f"{page.url}/move", form={"ply": ply, "text": text})
    board(page, ply + 1)


def box_of(place: Locator) -> FloatRect:
    """Where an element is, once it stays there, in sight: the page may be drawing it again."""
    return until(lambda: place.evaluate(_STILL))  # type: ignore[no-any-return]


def middle(place: Locator) -> tuple[float, float]:
    box = box_of(place)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_middle(page: Page, selector: str) -> None:
    """Click in the middle of an element."""
    place = page.locator(selector)
    page.wait_for_load_state()  # until then, the server's picture and the board may both be there
    expect(place).to_have_count(1)
    page.mouse.click(*middle(place))


def rest(page: Page) -> None:
    """Wait until a page has done what it does at once about what happened, and has drawn it."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def asked(page: Page, part: str) -> list[Request]:
    """All requests to addresses with this part, from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if part in request.url else None)
    return found


def join(page: Page, name: str = "") -> None:
    """Take the first free seat of a game by link, at its page."""
    if name:
        page.locator('[name="text"]').first.fill(name)
    page.get_by_role("button", name="Join as Player").first.click()


def said(page: Page) -> str:
    return page.inner_text("#status")


def from_more(page: Page, name: str) -> None:
    """Press a button of the sheet that opens with More."""
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name=name, exact=True).click()


def end(page: Page) -> None:
    """End the game at this screen, as More offers, and confirm it."""
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name="End this game").click()
    page.locator("#sheet").get_by_role("button", name="End", exact=True).click()


def controls(page: Page) -> list[str]:
    """What can be touched on the first screen, by its words."""
    found: list[str] = page.evaluate(_CONTROLS)
    return found
