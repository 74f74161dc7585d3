"""Games in a browser, as people play them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.playing import (
    Person,
    asked,
    begin,
    begin_at_the_form,
    board,
    box_of,
    click,
    dot,
    join,
    rest,
    start,
)
from tests.browser.test_lost_packets import KEPT


def ask(page: Page, what: str) -> None:
    """Choose something of the sheet with what is asked for seldom."""
    page.get_by_role("button", name="More").click()
    page.locator("#sheet").get_by_role("button", name=what).click()


def resign(page: Page) -> None:
    """Resign, and answer that this is meant."""
    page.get_by_role("button", name="Resign").click()
    page.locator("#sheet").get_by_role("button", name="Resign").click()


pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_the_computer_wins_and_the_game_is_looked_at_again(person: Person) -> None:
    page = person()
    oracle = {"opponent-1": "level:10"}  # others may overlook that they can win
    begin(page, "connect4", "computer", "here", moves="1+2+1+2+1+3", **oracle)
    expect(page.locator("#status")).to_have_text("Oracle won")
    expect(page.locator("#board .ply-deciding").first).to_be_attached()
    # Stepping through it, with values.
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Values").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#board .ply-value")
    page.keyboard.press("Home")
    page.wait_for_selector('#table[data-at="0"]')


def test_what_was_typed_and_cannot_be_played_stays(person: Person) -> None:
    page = person()
    begin(page, "numerical", "here", "here", moves="1@5")
    field = page.locator("[data-typed] input")
    field.fill("2@x")
    field.press("Enter")
    expect(page.locator("#note")).to_contain_text("'2@x' is not a move")
    expect(field).to_have_value("2@x")
    expect(field).to_be_focused()
    field.fill("2@1")
    field.press("Enter")
    board(page, 2)
    expect(field).to_have_value("")


def test_the_link_is_copied_where_pages_have_no_clipboard(person: Person) -> None:
    """As those that do not come from this computer, and not over https."""
    page = person()
    page.add_init_script("delete Navigator.prototype.clipboard")
    begin(page, "numerical", "here", "link")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").press("Control+V")
    expect(page.locator("textarea")).to_have_value(page.url)


def test_a_link_stays_copied_when_another_player_joins(person: Person) -> None:
    page, bob = person(), person()
    page.add_init_script("delete Navigator.prototype.clipboard")
    begin(page, "sim", "here", "link", "link", players="3")
    page.get_by_role("button", name="Copy").press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    bob.goto(page.url)
    bob.get_by_role("button", name="Join as Player 2").click()
    expect(page.get_by_role("heading", name="Free seat")).to_have_count(1)
    expect(page.get_by_role("button", name="Copied")).to_be_focused()


def test_a_move_is_taken_back_when_the_other_agrees(person: Person) -> None:
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link")
    bob.goto(ann.url)
    join(bob, "Bob")
    expect(ann.locator("#status")).to_have_text("Your move")
    click(ann, 4)
    board(bob, 1)
    ann.get_by_role("button", name="Take back").click()
    expect(bob.locator("#note")).to_contain_text("Player 1 asks to take back a move.")
    bob.get_by_role("button", name="Decline").click()
    expect(ann.locator("#note")).to_contain_text("Bob declined to take back the move.")
    click(bob, 0)
    board(ann, 2)
    ann.get_by_role("button", name="Take back").click()
    bob.get_by_role("button", name="Accept").click()
    board(ann, 0)
    bob.get_by_role("button", name="Draw").click()
    ann.get_by_role("button", name="Accept").click()
    expect(bob.locator("#status")).to_have_text("Draw, as agreed")


def test_resigning_is_a_question_far_from_what_is_pressed_often(person: Person) -> None:
    ann, bob = person(viewport={"width": 375, "height": 667}), person()
    ann.on("dialog", lambda dialog: pytest.fail(f"the browser asks: {dialog.message}"))
    begin(ann, "tictactoe", "here", "link")
    before = ann.locator(".tools button").all_inner_texts()
    bob.goto(ann.url)
    join(bob)
    expect(ann.locator("#status")).to_have_text("Your move")
    assert ann.locator(".tools button").all_inner_texts() == before
    sheet = ann.locator("#sheet")
    ann.get_by_role("button", name="Resign").dblclick()
    expect(sheet.get_by_role("heading", name="Resign this game?")).to_be_visible()
    sheet.get_by_role("button", name="Play on").click()
    expect(sheet).to_be_hidden()
    ann.get_by_role("button", name="More").click()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(ann.locator("#status")).to_have_text("Your move")
    resign(ann)
    expect(bob.locator("#status")).to_have_text("Player 1 resigned; you won")


def test_the_title_of_the_tab_says_that_it_is_my_turn(person: Person) -> None:
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link")
    expect(ann).to_have_title("Tic-tac-toe")
    bob.goto(ann.url)
    join(bob)
    expect(ann).to_have_title("Your move · Tic-tac-toe")
    click(ann, 4)
    expect(ann).to_have_title("Tic-tac-toe")
    expect(bob).to_have_title("Your move · Tic-tac-toe")
    resign(bob)
    expect(ann).to_have_title("You won · Tic-tac-toe")


def test_people_at_one_screen_take_names(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "tictactoe", "here", "here")
    names = "Ann", "Wolfeschlegelsteinhausenbergerdorff, Hubert"
    ask(page, "Names")
    for number, name in enumerate(names):
        page.locator(f"[name=name{number}]").fill(name)
    page.get_by_role("button", name="Save").click()
    for number, name in enumerate(names):
        expect(page.locator(".seats h2").nth(number)).to_have_text(name[:40])
    expect(page.locator("#status")).to_have_text("Ann's turn")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_the_one_who_invites_has_a_name_and_can_cancel(person: Person) -> None:
    ann, bob = person(viewport={"width": 375, "height": 667}), person()
    begin(ann, "connect4", "here", "link")
    ann.get_by_label("Your name").fill("Ann")
    bob.goto(ann.url)  # what is typed stays
    bob.wait_for_selector("text=Join as Player 2")
    ann.wait_for_load_state("networkidle")
    expect(ann.get_by_label("Your name")).to_have_value("Ann")
    ann.get_by_role("button", name="Save name").click()
    expect(bob.locator(".seats h2")).to_have_text(["Ann", "Free seat"])
    expect(ann.get_by_label("Your name")).to_have_count(0)
    ann.get_by_role("button", name="Cancel").click()
    ann.wait_for_url(lambda address: "/room/" not in address)
    expect(bob.locator("#status")).to_have_text("The invitation was cancelled")
    expect(bob.get_by_role("button", name="Join")).to_have_count(0)


def test_cards_say_each_thing_once_and_offer_to_add_a_name(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "connect4", "here", "here", colour0="%23216e21")
    expect(page.locator(".seats h2")).to_have_text(["Player 1", "Player 2"])
    expect(page.locator(".who p")).to_have_text(["Add a name, to move", "Yellow · Add a name"])
    card = page.locator(".seat-card").nth(1).bounding_box()
    assert card is not None
    page.mouse.click(card["x"] + 20, card["y"] + 20)
    page.locator("[name=name1]").fill("Bo")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".who p").nth(1)).to_have_text("Player 2 · Yellow")
    begin(page, "sim", *["here"] + 4 * ["computer"], vertices="6", players="5")
    expect(page.locator(".who p").nth(3)).to_have_text("Player 4")
    assert page.locator(".seat-card p").evaluate_all(
        "all => all.every((each) => each.scrollHeight <= each.clientHeight)"
    )


def test_save_says_so_where_it_was_pressed(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    begin(page, "tictactoe", "here", "here", moves="5")
    ask(page, "Save")
    said = page.locator("#saved")
    expect(said).to_have_text("Saved in your library.")
    expect(said).to_be_in_viewport(ratio=1)


def test_words_of_buttons_have_one_line_and_the_turn_is_seen(
    person: Person, subtests: pytest.Subtests
) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="5+1")
    page.get_by_role("button", name="Values").click()
    verdict = page.locator("#note")
    expect(verdict).to_contain_text("A draw, if both play well")
    sizes = [{"width": 375, "height": 667}, {"width": 812, "height": 375},
             {"width": 700, "height": 560}]  # fmt: skip
    for size in sizes:
        with subtests.test("the turn", **size):
            page.set_viewport_size(size)
            words, turn = verdict.bounding_box(), page.locator("#status").bounding_box()
            assert words is not None
            assert turn is not None
            low, high = turn["y"] + turn["height"], words["y"] + words["height"]
            assert low <= words["y"] + 1 or turn["y"] >= high
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_visible()
    for size in sizes:
        with subtests.test("buttons", **size):
            page.set_viewport_size(size)
            assert page.locator(".tools button, #actions button").evaluate_all(
                """all => all.filter((each) => {
                    const text = document.createRange();
                    text.selectNodeContents(each.lastChild);
                    return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1
                        || each.scrollWidth > each.clientWidth;
                }).map((each) => each.outerHTML)"""
            ) == []  # fmt: skip
            expect(page.get_by_role("link", name="Plyground")).to_be_visible()
            expect(page.get_by_role("banner").get_by_role("link", name="You")).to_be_visible()


def test_whoever_waits_shows_a_code_to_scan(
    browser: Browser, server: Server, subtests: pytest.Subtests
) -> None:
    """In the dark theme too it is dark on white, and nothing is cut off."""
    context = browser.new_context(
        base_url=server.url.replace("127.0.0.1", "games.test"),
        color_scheme="dark",
    )
    page = context.new_page()
    begin_at_the_form(page, "connect4", "here", "link")
    code = page.locator(".invite .qr")
    expect(page.locator(".qr path").nth(0)).to_have_css("fill", "rgb(255, 255, 255)")
    assert page.locator("[data-link]").input_value() == page.url
    for width, height in (320, 568), (375, 667), (812, 375), (1280, 800):
        with subtests.test(width=width, height=height):
            page.set_viewport_size({"width": width, "height": height})
            expect(code).to_be_in_viewport(ratio=1)
            for name in ("Copy", "Cancel"):
                expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
            assert box_of(code)["width"] >= 110
            assert page.locator(".invite").evaluate("e => e.scrollHeight <= e.clientHeight")
    context.close()


def test_a_clock_runs_while_it_is_its_players_turn(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667}, alone=True)
    page.clock.install()
    begin(page, "tictactoe", "here", "here", clock="5%2B0")
    clocks = page.locator(".clock")
    expect(clocks).to_have_text(["5:00", "5:00"])
    for ply, site in enumerate((4, 0)):
        click(page, site)
        board(page, ply + 1)
    page.clock.fast_forward(120_000)
    expect(clocks.nth(0)).to_have_text(re.compile("2:[0-5][0-9]|3:00"))
    expect(clocks.nth(1)).to_have_text("5:00")
    page.clock.fast_forward(175_000)
    expect(clocks.nth(0)).to_have_text(re.compile(r"0:0[0-9]\.[0-9]"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_rematch_has_the_names_and_clocks_and_swaps_sides(person: Person) -> None:
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link", name0="Ann", clock="5%2B0")
    bob.goto(ann.url)
    join(bob, "Bob")
    expect(ann.locator("#status")).to_have_text("Your move")
    click(ann, 4)
    board(bob, 1)
    resign(bob)
    expect(ann.locator("#status")).to_have_text("Bob resigned; you won")
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.locator("#note")).to_have_text("You offered a rematch. Waiting for the answer.")
    expect(bob.locator("#note")).to_have_text("Ann offers a rematch.")
    for each in (ann, bob):
        each.set_viewport_size({"width": 375, "height": 667})
        for words in (each.locator("#status"), each.locator("#note")):
            assert words.evaluate("each => each.scrollWidth <= each.clientWidth")  # not cut off
    before = ann.url
    bob.get_by_role("button", name="Accept").click()
    ann.wait_for_url(lambda url: url != before)
    expect(ann.locator(".seats h2")).to_have_text(["Bob", "Ann (you)"])
    expect(bob.locator(".clock")).to_have_text(["5:00", "5:00"])
    expect(bob.locator("#status")).to_have_text("Your move")
    click(bob, 4)
    board(ann, 1)


def test_times_of_ones_own_are_asked_for_when_wanted(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe&clock=3%2B2")
    page.get_by_role("button", name="More").click()
    expect(page.locator("[name=clock]")).to_have_value("3+2")
    expect(page.locator("[name=minutes]")).to_be_hidden()
    page.select_option("[name=clock]", "other")
    page.fill("[name=minutes]", "7")
    page.fill("[name=added]", "3")
    start(page)
    expect(page.locator(".clock").first).to_have_text("7:00")


def test_three_people_play_sim(person: Person) -> None:
    owner = person()
    begin(owner, "sim", *["link"] * 3, vertices="6", players="3")
    people = [owner, person(), person()]
    for number, page in enumerate(people, 1):
        if page != owner:
            page.goto(owner.url)
        join(page, f"Person {number}")
        page.wait_for_selector(f"text=Person {number}")
    for ply, edge in enumerate([(0, 1), (2, 3), (4, 5)]):
        page = people[ply]
        expect(page.locator("#status")).to_have_text("Your move")
        for each in edge:
            dot(page, each).click()
        for each in people:
            board(each, ply + 1)
    # One leaves: a computer goes on for them, and the others play on.
    page = people[0]
    resign(page)
    board(people[1], 4)


def test_events_that_are_refused_are_asked_for_again(person: Person) -> None:
    page, refused = person(), []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=502, body="a proxy whose server is being started")

    page.route("**/events?*", refuse_once)
    begin(page, "tictactoe", "here", "here")
    page.wait_for_event("response", lambda found: "/events?" in found.url and found.ok)
    assert refused
    other = page.context.new_page()
    other.goto(page.url)
    click(other, 4)
    board(page, 1)


def test_a_click_too_many_makes_no_move_and_steps_are_counted(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="4+4+4+4")
    page.locator("#board .target").nth(0).dblclick()
    board(page, 5)
    expect(page.locator("#warning")).to_have_text("")
    page.locator("#board .target").nth(0).blur()  # where the arrow keys choose a move
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector('#table[data-at="2"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#table[data-at="3"]')


def test_by_keyboard_only(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    page.wait_for_function("document.querySelector('#table')")
    page.locator("#board .target").nth(0).focus()
    for ply, keys in enumerate(("ArrowRight", "ArrowDown", "ArrowRight"), 1):
        page.keyboard.press(keys)
        page.keyboard.press("Enter")
        board(page, ply)
        expect(page.locator("#board")).to_be_focused()


def test_a_move_is_everywhere_at_once(person: Person) -> None:
    page, watcher = person(), person()
    begin(page, "tictactoe", "here", "here")
    watcher.goto(page.url)
    watcher.wait_for_selector("#board svg")
    click(page, 4)
    board(watcher, 1)
    expect(watcher.locator("#note")).to_have_text("You are watching. Player 1 played cell 5")
    sent = asked(watcher, "/move")
    click(watcher, 0)  # who watches cannot play
    rest(watcher)
    assert sent == []
    expect(page.locator("#note")).to_have_text("Player 1 played cell 5")


@pytest.fixture
def two(person: Person) -> tuple[Page, Page]:
    """Two people by link, the first to move."""
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link", name0="Ann")
    bob.goto(ann.url)
    join(bob, "Bob")
    expect(ann.locator("#status")).to_have_text("Your move")
    return ann, bob


SENT = "() => !Object.keys(localStorage).some((name) => name.includes(':move:'))"


@pytest.mark.parametrize("comes_back", ["reloaded", "another"])
def test_a_move_without_an_answer_outlives_its_page(
    two: tuple[Page, Page], comes_back: str
) -> None:
    ann, bob = two
    ann.context.route("**/move", lambda route: route.abort())
    click(ann, 4)
    expect(ann.locator("#warning")).to_have_text(KEPT)
    if comes_back == "reloaded":
        ann.reload()
    else:
        ann.goto("/help")
        ann = ann.context.new_page()
        ann.goto(bob.url)
    expect(ann.locator('#board .ply-taken[data-site="4"]')).to_be_attached()
    expect(ann.locator("#warning")).to_have_text(KEPT)
    ann.context.unroute("**/move")
    for page in (ann, bob):
        board(page, 1)
    ann.wait_for_function(SENT)
    expect(ann.locator("#warning")).to_have_text("")


def test_the_next_page_says_that_a_move_came_too_late(two: tuple[Page, Page]) -> None:
    ann, _ = two
    ann.route("**/move", lambda route: route.abort())
    click(ann, 4)
    expect(ann.locator("#warning")).to_have_text(KEPT)
    ann.request.post(f"{ann.url}/move", form={"ply": "0", "text": "1"})
    ann.unroute("**/move")
    ann.reload()
    expect(ann.locator("#warning")).to_contain_text("another move came first, so yours was not")
    board(ann, 1)
    ann.wait_for_function(SENT)
    assert ann.locator("#board .ply-taken").count() == 1


def test_a_move_is_made_in_the_position_that_its_person_saw(two: tuple[Page, Page]) -> None:
    """Both take back and move again before it arrives."""
    ann, bob = two
    ann.request.post(f"{ann.url}/move", form={"ply": "0", "text": "1"})
    board(bob, 1)
    bob.route("**/*", lambda route: route.abort())
    click(bob, 4)
    for page, what, sent in (
        (ann, "offer", {"text": "back"}),
        (bob, "accept", {"text": "back"}),
        (ann, "move", {"ply": "0", "text": "9"}),
    ):
        page.request.post(f"{ann.url}/{what}", form=sent)
    bob.unroute("**/*")
    expect(bob.locator("#warning")).to_contain_text("another move came first")
    board(bob, 1)
    expect(bob.locator('#board .ply-taken[data-site="8"]')).to_be_attached()
    assert bob.locator("#board .ply-taken").count() == 1


def test_a_move_that_is_refused_leaves_the_board(two: tuple[Page, Page]) -> None:
    ann, _ = two
    refusal = {"status": 403, "content_type": "text/html", "body": "<p data-refused>Not here.</p>"}
    ann.route("**/move", lambda route: route.fulfill(**refusal))
    click(ann, 4)
    expect(ann.locator("#warning")).to_have_text("Not here.")
    expect(ann.locator("#board .ply-taken")).to_have_count(0)


def test_what_others_ask_for_comes_before_values_and_in_earlier_positions(person: Person) -> None:
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link", **{"shows-values": "yes", "name0": "Ann"})
    bob.goto(ann.url)
    join(bob, "Bob")
    for page, site in ((ann, 4), (bob, 0), (ann, 1)):
        expect(page.locator("#status")).to_have_text("Your move")
        click(page, site)
    board(bob, 3)
    bob.get_by_role("button", name="Values").click()
    expect(bob.locator("#note")).to_contain_text("Best play")
    ann.get_by_role("button", name="Draw", exact=True).click()
    expect(bob.locator("#note")).to_have_text("Ann offers a draw.")
    expect(bob.locator("#said")).to_have_text("Ann offers a draw.")
    bob.keyboard.press("Escape")
    bob.keyboard.press("ArrowLeft")
    expect(bob.locator("#status")).to_have_text("After move 2 of 3")
    expect(bob.locator("#note")).to_have_text("Ann offers a draw.")
    expect(bob.locator("[data-typed]")).to_be_hidden()
    for name in ("Draw", "Take back"):
        expect(bob.get_by_role("button", name=name, exact=True)).to_be_disabled()
    bob.get_by_role("button", name="Decline").click()
    expect(bob.get_by_role("button", name="Decline")).to_have_count(0)
    bob.get_by_role("button", name="Back", exact=True).click()
    expect(bob.get_by_role("button", name="Draw", exact=True)).to_be_enabled()
    expect(ann.locator("#note")).to_contain_text("Bob declined the draw")
    ann.get_by_role("button", name="One move back").click()
    expect(ann.locator("#note")).to_have_text("Bob played cell 1")


def test_who_watches_has_none_of_the_players_tools(person: Person) -> None:
    ann, eve = person(), person()
    begin(ann, "tictactoe", "here", "computer")
    click(ann, 4)
    board(ann, 2)
    eve.goto(ann.url)
    expect(eve.locator("#note")).to_contain_text("You are watching.")
    expect(eve.get_by_role("button", name="Hint")).to_be_visible()
    for name in ("Take back", "Again"):
        expect(eve.get_by_role("button", name=name)).to_be_hidden()


def test_two_computers_are_stopped_as_one_is(person: Person) -> None:
    page, deep = person(), {"kind": "alphabeta", "depth": "40"}
    options = {f"{name}-{number}": each for number in (1, 2) for name, each in deep.items()}
    begin(page, "connect4", "computer", "computer", **options)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Let it play")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_why_something_was_refused_goes_at_the_next_touch(person: Person) -> None:
    ann, bob = person(), person()
    begin(ann, "tictactoe", "here", "link")
    bob.goto(ann.url)
    join(bob, "Bob")
    expect(ann.locator("#status")).to_have_text("Your move")
    ann.route("**/offer", lambda route: route.continue_(url=route.request.url[:-5] + "accept"))
    ann.get_by_role("button", name="Draw", exact=True).click()
    expect(ann.locator("#warning")).not_to_have_text("")
    ann.unroute("**/offer")
    click(ann, 4)
    expect(ann.locator("#warning")).to_have_text("")
