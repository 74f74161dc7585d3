"""The table of a game in one screen: it never scrolls, and nothing moves while people play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground as pg
from tests.browser.playing import Person, begin, board, click, controls, measured, rest
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

SIZES = {"phone": (375, 667), "low": (812, 375), "wide": (1280, 800)}

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push([value, sources.map(({ node }) => node?.className).join(" ")]);
  }).observe({ type: "layout-shift", buffered: false });
}"""


def sized(person: Person, size: str) -> Page:
    width, height = SIZES[size]
    size = {"width": width, "height": height}
    return person(viewport=size, bypass_csp=True, reduced_motion=None)


def fits(page: Page) -> None:
    """Nothing is outside the screen."""
    over = page.evaluate(
        "[document.documentElement.scrollHeight - innerHeight,"
        " document.documentElement.scrollWidth - innerWidth, scrollY]"
    )
    assert over == [0, 0, 0]
    parts = ("#board svg", "#status", ".seat-card >> nth=0")
    for part in (*parts, "#more"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "sites", "size"),
    [*(("connect4", (3, 10), size) for size in SIZES), ("tictactoe", (4, 1), "phone")],
)
def test_nothing_moves_in_a_game(
    person: Person, game: str, sites: tuple[int, ...], size: str
) -> None:
    page = sized(person, size)
    begin(page, game, "here", "here")
    page.evaluate("document.fonts.ready.then(() => true)")
    fits(page)
    box = page.locator("#board svg").bounding_box()
    page.evaluate(SHIFTS)
    for ply, site in enumerate(sites, 1):
        click(page, site)
        board(page, ply)
        rest(page)
        assert page.locator("#board svg").bounding_box() == box
    fits(page)
    assert page.evaluate("window.shifts") == []


def test_values_fit_beside_the_numbers_that_are_left(
    person: Person, subtests: pytest.Subtests
) -> None:
    page = person()
    begin(page, "numerical", "here", "here", moves="5@5+2@1")
    below = """() => {
      const bottom = (element) => element.getBoundingClientRect().bottom;
      const story = document.querySelector(".story");
      return [...story.children].filter((each) => bottom(each) > bottom(story)).length;
    }"""
    for asked in (False, True):
        if asked:
            page.get_by_role("button", name="Values").click()
            expect(page.locator("#note")).to_be_visible()
        for size, (width, height) in SIZES.items():
            with subtests.test(size, asked=asked):
                page.set_viewport_size({"width": width, "height": height})
                fits(page)
                if asked:
                    expect(page.locator("#note")).to_be_in_viewport(ratio=1)
                    assert page.evaluate(below) == 0


IN_SIGHT = """() => {
  const [strip, current] = [".strip", "#moves [aria-current]"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  return strip.top <= current.top && current.bottom <= strip.bottom && current.height >= 32;
}"""


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (1024, 768), (375, 667), (320, 568)])
def test_the_current_move_is_in_sight_beside_values(person: Person, size: tuple[int, int]) -> None:
    page = person(viewport={"width": size[0], "height": size[1]})
    begin(page, "connect4", "here", "here", moves="4+4+4+4+4+2+3+5+2+3+6+6+5")
    page.get_by_role("button", name="Values").click()
    expect(page.locator('#course[data-missing="0"]')).to_be_attached()
    expect(page.locator("#board .ply-value").first).to_be_attached()
    for keys, ply in (((), 13), (("ArrowLeft",), 12), (("Home", "ArrowRight"), 1)):
        for key in keys:
            page.keyboard.press(key)
        current = page.locator("#moves [aria-current]")
        expect(current).to_have_attribute("data-ply", str(ply))
        expect(current).to_be_in_viewport(ratio=0.95)
        page.wait_for_function(IN_SIGHT)  # the list may have another size in a moment
    page.keyboard.press("End")
    expect(page.locator("#note")).to_contain_text("wins with their 14th move")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#note")).to_contain_text("Try column")
    expect(page.locator("#moves [data-ply='13']")).to_be_in_viewport(ratio=0.95)


def test_a_click_counts_once_when_what_was_clicked_is_drawn_again(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    board(page, 0)
    page.evaluate("""() => {
      const svg = document.querySelector("#board").shadowRoot.querySelector("svg");
      window.clicks = 0;
      svg.addEventListener("click", (event) => {
        window.clicks += 1;
        event.composedPath()[0].remove();
      });
    }""")
    line = page.locator(f'#board [data-site="{pg.Sim(6).move_code("2-4")}"]').bounding_box()
    assert line is not None
    page.mouse.click(line["x"] + line["width"] / 6, line["y"] + line["height"] / 2)
    board(page, 1)
    assert page.evaluate("window.clicks") == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_game_that_ends_still_fits(person: Person, size: str) -> None:
    page = sized(person, size)
    begin(page, "connect4", "here", "computer", moves="1+2+1+2+1+2")
    click(page, 3)
    expect(page.locator("#status")).to_have_text("You beat Moss")
    expect(page.locator("#note")).to_have_text("Four in a row.")
    expect(page.locator("#board .paper").first).to_be_attached()
    assert page.locator(".ladder .done").count() == 1
    expect(page.locator(".ladder .done")).to_have_text("Moss: beaten")
    for part in ("Next: Juno", "Pass it on", "Again"):
        expect(page.get_by_role("button", name=part)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Review")).to_be_in_viewport(ratio=1)
    fits(page)
    page.get_by_role("button", name="Next: Juno").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".seats h2").nth(1)).to_have_text("Juno")


def test_a_hint_marks_a_move_and_says_what_it_leads_to(person: Person) -> None:
    page = sized(person, "phone")
    begin(page, "tictactoe", "here", "here", moves="1+5+2+9")
    box = page.locator("#board svg").bounding_box()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#note")).to_have_text("Try cell 3: Player 1 wins with this move.")
    expect(page.locator("#board .ply-try")).to_have_text("★")
    assert page.locator("#board svg").bounding_box() == box
    click(page, 2)
    expect(page.locator("#board .ply-try")).to_have_count(0)


def test_a_first_screen_has_few_controls(person: Person) -> None:
    """The table 12 at most, the end 9, puzzles 8: on a phone."""
    page = sized(person, "phone")
    begin(page, "connect4", "here", "computer", moves="1+2+1+2+1+2")
    # The moves of the row are one: it scrolls.
    assert len([each for each in controls(page) if not each[:1].isdigit()]) <= 12, controls(page)
    click(page, 3)
    expect(page.locator("#status")).to_have_text("You beat Moss")
    assert len(controls(page)) <= 9, controls(page)
    page.goto("/puzzles")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Today's puzzle.")).to_be_visible()
    assert len(controls(page)) <= 8, controls(page)


def test_why_is_said_in_the_card_and_invites_once(person: Person) -> None:
    page = sized(person, "phone")
    begin(page, "connect4", "here", "computer", **{"opponent-2": "level:1"})
    why = page.get_by_role("button", name="Why?")
    expect(why).to_be_disabled()
    box = page.locator("#board svg").bounding_box()
    click(page, 3)
    board(page, 2)
    expect(why).to_have_class("invites")
    expect(page.locator("#note")).to_contain_text("Press Why? to see what Pip was thinking.")
    why.click()
    card = page.get_by_role("region", name="Why?")
    expect(card).to_contain_text("ahead and liked this best")
    expect(card.get_by_role("link", name="Look inside")).to_be_in_viewport(ratio=1)
    expect(page.locator("#status")).to_be_hidden()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.locator("#board svg").bounding_box() == box
    card.get_by_role("button", name="Close").click()
    expect(page.locator("#status")).to_be_visible()
    expect(why).not_to_have_class(re.compile("invites"))
    click(page, 10)
    board(page, 4)
    expect(why).to_be_enabled()
    expect(why).not_to_have_class(re.compile("invites"))


def test_an_old_refusal_goes_at_the_next_touch(person: Person) -> None:
    page = sized(person, "phone")
    begin(page, "tictactoe", "here", "here", moves="5")
    page.locator("#board .target").nth(4).click(force=True)
    expect(page.locator("#note")).to_have_text("Cell 5 is taken.")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#note")).to_contain_text("A draw")


def test_what_is_asked_for_seldom_is_in_a_sheet(person: Person) -> None:
    page = sized(person, "phone")
    begin(page, "tictactoe", "here", "here")
    page.get_by_role("button", name="More").click()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("link", name="New Game")).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_role("button", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="Why?")).to_be_disabled()  # no computer has played


def test_keys_begin_and_find_the_way_back_from_an_earlier_move(person: Person) -> None:
    page = sized(person, "low")
    page.goto("/?game=connect4&seat0=here&seat1=here")
    page.locator("#board .target").first.focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_url("**/room/*")
    for ply in range(1, 6):
        board(page, ply)
        expect(page.locator("#board .target:focus")).to_have_attribute(
            "aria-label", re.compile("Column")
        )
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    board(page, 6)
    # The strip of moves, and it alone, scrolls to the move on view.
    current = page.locator("#moves [aria-current]")
    for width in (812, 700):
        page.set_viewport_size({"width": width, "height": 375})
        expect(current).to_be_in_viewport(ratio=1)
        fits(page)
    page.locator("#moves [data-ply]").nth(2).click()
    page.wait_for_selector('#table[data-at="3"]')
    expect(current).to_be_in_viewport(ratio=1)
    box = page.locator("#board svg").bounding_box()
    page.locator("#board .target").first.click(force=True)
    expect(page.locator("#note")).to_have_text("Go back to the last move to play on.")
    assert page.locator("#board svg").bounding_box() == box
    page.get_by_role("button", name="Back", exact=True).click()
    page.wait_for_selector('#table[data-live="yes"]')


def test_a_low_window_has_its_board_beside_the_rest(person: Person) -> None:
    page = person(viewport={"width": 600, "height": 500})
    for begun in (False, True):
        if begun:
            begin(page, "tictactoe", "here", "here")
        else:
            page.goto("/?game=tictactoe")
        box = page.locator("#board svg").bounding_box()
        assert box is not None
        assert box["width"] > 240


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_has_six_words_and_the_face(person: Person, size: str) -> None:
    """In sight on a desk; on a phone below what is said of the page, behind the word Menu."""
    page = sized(person, size)
    page.goto("/puzzles/all")
    menu = page.get_by_role("navigation", name="Menu")
    if size != "wide":
        expect(menu).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
    words = ["Play", "Puzzles", "Watch", "Look inside", "Make", "Learn"]
    assert menu.get_by_role("link").all_inner_texts() == words
    expect(page.get_by_role("link", name="You: your games and settings")).to_be_visible()
    page.get_by_role("button", name="About this page").filter(visible=True).click()
    about = page.get_by_role("dialog", name="Puzzles")
    expect(about.get_by_role("listitem")).to_have_count(3)
    about.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_the_keys_are_shown_on_any_page(person: Person) -> None:
    page = person()
    for address in ("/", "/puzzles"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        expect(dialog).to_contain_text("Turns the values on and off.")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_long_name_leaves_room_for_you(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "tictactoe", "here", "link", name0="Wolfeschlegelsteinhausenbergerdorff")
    name = page.locator(".seat-card h2").first
    expect(name).to_have_text("Wolfeschlegelsteinhausenbergerdorff (you)")
    assert measured(page, ".seat-card h2", "each => each.scrollWidth <= each.clientWidth")
    right = "(each) => each.getBoundingClientRect().right"
    inside = f"each => ({right})(each.querySelector('span:last-child')) <= ({right})(each)"
    assert measured(page, ".seat-card h2", inside)
    assert measured(page, ".seat-card .name", "each => each.scrollWidth > each.clientWidth")


def overlooking(page: Page) -> Locator:
    """The card of a game in which Pip, who sees the threat in one of three games, did not."""

    def overlooked() -> bool:
        begin(page, "tictactoe", "here", "computer", moves="1+5+2", **{"opponent-2": "level:1"})
        board(page, 4)
        page.get_by_role("button", name="Why?").click()
        said = page.locator("#why-of .lead p")
        expect(said).not_to_be_empty()
        return "I overlooked" in said.inner_text()

    until(overlooked)
    return page.get_by_role("region", name="Why?")


def test_why_says_and_shows_what_was_overlooked(person: Person) -> None:
    page = sized(person, "phone")
    card = overlooking(page)
    said = "I overlooked that you win at once with cell 3."
    expect(card.locator(".lead p")).to_have_text(said)
    expect(page.locator("#said")).to_have_text(said)
    expect(page.locator("#board .ply-unseen")).to_have_count(1)
    expect(page.locator("#board .ply-dashed line").first).to_be_attached()
    thoughts, truth = card.locator(".thought:not(.truth)"), card.locator(".truth")
    expect(thoughts.get_by_role("listitem")).to_have_count(6)
    expect(thoughts.locator(".own")).to_contain_text("played: 0")
    expect(thoughts.locator(".missed")).to_contain_text("cell 3, overlooked: 0")
    expect(truth).to_be_hidden()  # a small phone has no room for it
    page.set_viewport_size({"width": 375, "height": 812})
    expect(truth.get_by_role("listitem")).to_have_count(6)
    expect(truth.locator(".missed")).to_have_count(0)
    page.set_viewport_size({"width": 375, "height": 667})
    look = card.get_by_role("link", name="Look inside")
    expect(look).to_be_in_viewport(ratio=1)
    inside = look.get_attribute("href") or ""
    page.get_by_role("button", name="Values").click()  # whose they are is said in the same card
    expect(card).to_be_hidden()
    expect(page.locator("#board .ply-unseen")).to_have_count(0)
    page.goto(inside)  # which opens at its end, with the reply struck out
    expect(page.locator("[data-summary]")).to_be_visible()
    expect(page.get_by_role("treeitem").locator(".overlooked")).to_have_text("3")


def test_a_lost_game_says_why_at_its_end(person: Person) -> None:
    page = sized(person, "phone")
    begin(page, "tictactoe", "here", "computer", moves="1+5+2+3", **{"opponent-2": "level:4"})
    click(page, 4 - 1)
    expect(page.get_by_role("button", name="Again", exact=True)).to_be_visible()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why-of .lead p")).to_have_text("This wins the game.")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Why?")).to_have_count(0)
