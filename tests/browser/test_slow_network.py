"""What people do while an answer is on its way, comes late, or does not come at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sized

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

import plyground as pg
from tests import until as waiting
from tests.browser.playing import Person, begin, board, click, end, middle, rest, start

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

PUZZLE = pg.puzzles(pg.TicTacToe())[0]
SILENT = "The server does not answer. Try again in a moment."
LOST = "Connection lost. Trying again …"
BUSY = "The server cannot answer now. Trying again …"
PROXY = "<html><h1>Service unavailable</h1></html>"


def until(page: Page, asked: Sized, number: int) -> None:
    """Wait until a number of things have been requested."""
    waiting.until(lambda: heard(page) and len(asked) >= number)


def heard(page: Page) -> bool:
    """Hear what the browser has to tell: it does so before it answers. The page may be halted."""
    return isinstance(page.context.cookies(), list)


class Held:
    """Requests to some addresses, held until they are let go."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self.page, self.address = page, address
        self.routes: list[Route] = []
        page.route(address, self.hold)

    def hold(self, route: Route) -> None:
        self.routes.append(route)

    def wait(self, number: int = 1) -> None:
        """Wait until this many are held."""
        until(self.page, self.routes, number)

    def open(self) -> None:
        """Let those go that are held, and hold no more."""
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.address)


def answered(page: Page, act: Callable[[], None], address: str) -> None:
    """Do something, and wait until what it asks for is there and shown."""
    with page.expect_response(address) as response:
        act()
    response.value.finished()
    rest(page)


def second(page: Page) -> Page:
    """Another tab of the same person at the same page."""
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_load_state()
    return other


def test_an_answer_that_is_late_does_not_turn_the_game_back(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer")
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/move", lambda route: late.append((route, route.fetch())))
    click(page, 3)
    board(page, 2)
    expect(page.locator("#table")).to_have_attribute("data-my-turn", "yes")
    route, answer = late[0]
    answered(page, lambda: route.fulfill(response=answer), "**/move")
    board(page, 2)


def test_an_answer_that_fails_is_asked_for_again(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    other = second(page)
    page.route("**/table", lambda route: route.abort(), times=1)
    click(other, 4)
    board(page, 1)
    expect(page.locator("#warning")).to_have_text("")
    page.route("**/table", lambda route: route.fulfill(status=502, body=PROXY), times=1)
    click(other, 0)
    expect(page.locator("#warning")).to_have_text(BUSY)
    board(page, 2)
    page.route("**/back", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#warning")).to_contain_text("What you asked for is done")
    board(page, 1)
    expect(page.locator("#warning")).to_have_text("")
    refusal = {"status": 503, "content_type": "text/html", "body": PROXY}
    page.route("**/back", lambda route: route.fulfill(**refusal), times=1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#warning")).to_have_text(BUSY)
    board(page, 0)
    expect(page.locator("#warning")).to_have_text("")
    page.route("**/move", lambda route: route.fulfill(**refusal), times=1)
    page.fill("[data-typed] input", "9")
    page.keyboard.press("Enter")
    expect(page.locator("#warning")).to_have_text(BUSY)
    board(page, 1)  # a move is sent again
    hotel = {"status": 200, "content_type": "text/html", "body": PROXY}
    page.route("**/move", lambda route: route.fulfill(**hotel), times=1)
    click(page, 5)
    expect(page.locator("#warning")).to_have_text(BUSY)
    board(page, 2)
    expect(page.locator("#warning")).to_have_text("")
    expect(page.locator("[data-typed] input")).to_have_value("")


def test_values_that_fail_are_asked_for_again(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    refusal = {"status": 502, "content_type": "text/html", "body": PROXY}
    page.route("**/values?*", lambda route: route.fulfill(**refusal), times=1)
    page.route("**/course?*", lambda route: route.fulfill(**refusal), times=1)
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#note")).to_contain_text("Player 1 wins")
    expect(page.locator("#course")).to_have_attribute("data-missing", "0")


def test_values_that_take_too_long_are_said_without_plies(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    said = "unknown (no loss within 2 plies)"
    unknown = {"value": "unknown", "plies": None, "words": said}
    moves = [
        {"move": "9", "value": "win", "plies": None, "words": "win in 3 to 5 plies"},
        *({"move": move, **unknown} for move in "34678"),
    ]
    found = {"at": 3, "turn": 1, **unknown, "line": [], "best": "9", "height": 0, "moves": moves}
    page.route("**/values?*", lambda route: route.fulfill(json=found))
    page.get_by_role("button", name="Values").click()
    note = page.locator("#note")
    expect(note).to_have_text("The values take too long here.")
    expect(page.locator("#board .bar")).to_have_css("visibility", "hidden")  # not: even
    for move, words in (("3", said), ("9", "win in 3 to 5 plies")):
        cell = page.locator(f'#board .target[aria-label^="Cell {move},"]')
        expect(cell).to_have_attribute("aria-label", re.compile(f", {re.escape(words)}$"))
    page.get_by_role("button", name="Hint").click()
    expect(note).to_have_text("Try cell 9: Player 2 wins; finding out how soon takes too long.")
    found["moves"] = moves[1:]
    page.reload()
    page.get_by_role("button", name="Hint").click()
    expect(note).to_have_text("Nothing is decided as far as I can see.")
    expect(page.locator("#board .ply-hint")).to_have_count(0)


def test_what_is_asked_about_another_position_is_closed(person: Person) -> None:
    page = person()
    begin(page, "numerical", "here", "here")
    other = second(page)
    click(page, 4)
    expect(page.locator(".chooser")).to_be_visible()
    other.fill("[data-typed] input", "1@1")
    other.keyboard.press("Enter")
    board(page, 1)
    expect(page.locator(".chooser")).to_be_hidden()  # its numbers were player 1's
    expect(page.locator("#board")).to_be_focused()


def test_a_strength_that_is_typed_while_the_computer_moves_stays(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **{"kind-2": "minimax", "opponent-2": ""})
    sent: list[str | None] = []
    page.on(
        "request", lambda asked: sent.append(asked.post_data) if "strength" in asked.url else None
    )
    held = Held(page, "**/table")
    click(page, 3)
    held.wait()
    strength = page.get_by_role("spinbutton", name="Depth")
    strength.press("Control+a")
    strength.press_sequentially("1")
    held.open()
    board(page, 2)
    expect(strength).to_be_focused()
    expect(strength).to_have_value("1")
    assert sent == []  # before it is finished
    answered(page, lambda: strength.press("Tab"), "**/strength")
    expect(page.locator(".seats")).to_contain_text("depth 1")


def test_a_button_keeps_the_focus_when_the_table_is_drawn_again(person: Person) -> None:
    page = person()
    begin(page, "numerical", "here", "here", moves="1@5+2@1+3@3+4@9")
    back = page.locator("#earlier")
    back.focus()
    for at in (3, 2):
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#table[data-at="{at}"]')
        expect(back).to_be_focused()
    page.keyboard.press("End")
    page.wait_for_selector("#table[data-my-turn=yes]")
    held = Held(page, "**/values?*")
    page.get_by_role("button", name="Values").click()
    held.wait()
    tray = page.get_by_role("group", name="What to play")
    seven = tray.get_by_role("button", name="7")
    seven.focus()
    held.open()
    expect(seven).to_have_text("7=")
    expect(seven).to_be_focused()


def test_what_is_done_before_the_script_is_there_waits_for_it(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    held = Held(page, "**/board.js")
    page.reload(wait_until="commit")
    page.locator("#values").click()
    box = page.locator('#board [data-site="8"]').bounding_box()  # of the server's picture
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.fill("[data-typed] input", "3")
    page.keyboard.press("Enter")
    held.wait()
    held.open()
    board(page, 4)
    expect(page.locator("#values")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-typed] input")).to_have_value("3")  # the last one was under way


def test_who_clicks_start_twice_begins_one_game(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe")
    held = Held(page, "**/rooms")
    page.get_by_role("button", name="More").click()
    place = middle(page.locator("#options footer .main"))
    page.mouse.dblclick(*place)
    held.wait()
    page.mouse.click(*place)
    heard(page)
    assert len(held.routes) == 1
    held.open()
    page.wait_for_url("**/room/*")
    page.go_back()  # and may begin another
    page.wait_for_load_state()
    start(page)
    page.goto("/")
    expect(page.locator(".go-on[href^='/room/']")).to_have_count(1)
    page.goto("/library")
    expect(page.locator(".own-games li")).to_have_count(2)


def test_a_first_move_that_does_not_arrive_can_be_made_again(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe")
    page.route("**/rooms", lambda route: route.abort())
    click(page, 4)
    expect(page.locator("#warning")).to_have_text(SILENT)
    page.unroute("**/rooms")
    held = Held(page, "**/rooms")
    click(page, 4)
    held.wait()
    click(page, 0)  # the second click is no second game
    assert len(held.routes) == 1
    held.open()
    page.wait_for_url("**/room/*")
    expect(page.locator("#board .ply-taken").first).to_have_attribute("data-site", "4")


def test_what_is_filled_in_while_a_form_is_drawn_again_stays(person: Person) -> None:
    page = person()
    page.goto("/?game=sim")
    page.wait_for_selector("#board svg")
    page.get_by_role("button", name="More").click()
    held = Held(page, "**/new?*")
    page.get_by_role("group", name="Players").get_by_role("button", name="3").click()
    page.locator("#group-seat-0 summary").click()
    name = page.locator("[name=name0]")
    name.press_sequentially("Ada")
    held.wait()
    held.open()
    expect(page.locator("[name=seat2]")).to_have_count(1)
    expect(name).to_have_value("Ada")
    expect(name).to_be_focused()
    page.goto("/watch")
    page.get_by_text("Games, board, speed").click()
    held = Held(page, "**/watch?*")
    page.select_option("#game", "sim")
    held.wait()
    page.fill("#rounds", "7")
    page.check("#endless")
    held.open()
    expect(page.locator("#vertices")).to_be_visible()
    expect(page.locator("#rounds")).to_have_value("7")
    expect(page.locator("#endless")).to_be_checked()


def test_a_puzzle_that_is_solved_stays_so(person: Person) -> None:
    page = person()
    page.goto(f"/puzzles/{PUZZLE.id}")
    held = Held(page, "**/hint*")
    page.get_by_role("button", name="Hint").click()
    held.wait()
    click(page, int(PUZZLE.solution) - 1)
    expect(page.locator(".verdict.win")).to_be_visible(timeout=120_000)
    answered(page, held.open, "**/hint*")
    expect(page.locator(".verdict.win")).to_be_visible()
    # A board of the line that fails can be asked for again.
    taken = len(PUZZLE.moves) + 1
    page.route("**/board?*", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="A move on").click()
    expect(page.locator("#warning")).to_have_text(
        "The server does not answer. Try again in a moment."
    )
    page.get_by_role("button", name="A move on").click()
    expect(page.locator("#board .ply-taken")).to_have_count(taken + 1)
    expect(page.locator("#warning")).to_have_text("")


def test_steps_of_the_glass_box_that_fail_can_be_asked_for_again(person: Person) -> None:
    page = person()
    page.route("**/glassbox/steps?*", lambda route: route.fulfill(status=502, body=PROXY))
    page.goto("/glassbox?game=tictactoe&moves=1&algorithm=shallow&depth=9#step=200")
    said = page.locator("[data-said]")
    expect(said).to_contain_text("The server does not answer. Try again in a moment.")
    page.unroute("**/glassbox/steps?*")
    said.get_by_role("button", name="Try again").click()
    count = page.locator("[data-count]")
    expect(count).to_contain_text("Step 200 of ")
    page.keyboard.press("ArrowRight")
    expect(count).to_contain_text("Step 201 of ")
    page.route("**/glassbox/board?*", lambda route: route.abort(), times=1)
    page.keyboard.press("Home")
    expect(page.locator("[data-board]")).to_have_attribute("data-node", "0")


def test_who_comes_back_to_a_review_that_is_made_sees_it(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    click(page, 8)
    end(page)
    held = Held(page, "**/review/events")
    page.get_by_role("button", name="Review").click()
    held.wait()
    # A browser that keeps a page while another is looked at shows it as it was left.
    for kind in ("pagehide", "pageshow"):
        page.evaluate(f"dispatchEvent(new PageTransitionEvent('{kind}', {{persisted: true}}))")
    held.wait(2)
    held.open()
    expect(page.locator(".viewer")).to_be_visible(timeout=60_000)
