"""Games in a browser, as people play them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.playing import begin, board, click, said

Person = Callable[..., Page]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def test_connect_four_against_the_computer_as_player_2(person: Person) -> None:
    page = person()
    begin(page, "connect4", "computer", "here")
    columns = [3, 3, 2, 4, 1, 5, 0, 6]
    ply = 1
    while True:
        board(page, ply)
        if page.get_attribute("#table", "data-running") == "no":
            break
        legal = page.evaluate("JSON.parse(document.getElementById('board').dataset.board).moves")
        column = next(c for c in columns if any(m["move"] == str(c + 1) for m in legal))
        click(page, 6 * column)
        board(page, ply + 1)
        if page.get_attribute("#table", "data-running") == "no":
            break
        ply += 2
    assert said(page).startswith(("You won: ", "Minimax won, you lost: ", "Draw: "))
    expect(page.locator("#board .ply-deciding").first).to_be_attached()
    # Stepping through it, with values.
    page.get_by_role("button", name="Values").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#board .value", timeout=60_000)
    page.keyboard.press("Home")
    page.wait_for_selector('#table[data-at="0"]')


def test_a_rejected_move_of_each_kind(person: Person) -> None:
    page = person()
    begin(page, "sim", "here", "here")
    page.locator('[data-dot="0"]').click()
    expect(page.locator('[data-dot="0"]')).to_have_class(re.compile("chosen"))
    page.locator('[data-dot="1"]').click()
    board(page, 1)
    expect(page.locator("#status")).to_have_text("Player 2's turn")
    for first, second in (("0", "1"), ("2", "2")):
        page.locator(f'[data-dot="{first}"]').click()
        page.locator(f'[data-dot="{second}"]').click()
        expect(page.locator("#warning")).to_have_text("Choose two dots that can still be joined.")
    page.locator('[data-dot="3"]').click()
    page.locator('[data-dot="2"]').click()
    board(page, 2)
    expect(page.locator("#warning")).to_have_text("")


def test_numerical_tic_tac_toe_with_every_warning(person: Person) -> None:
    page = person()
    begin(page, "numerical", "here", "here")
    click(page, 4)
    page.locator("#chooser").get_by_role("button", name="5@5").click()
    board(page, 1)
    for move, warning in (
        ("2@5", "Cell 5 is taken."),
        ("2@0", "'2@0' is not a move of Numerical tic-tac-toe: give number@cell, such as 7@2."),
        ("5@1", "Player 2 writes even numbers."),
        ("x@y", "'x@y' is not a move of Numerical tic-tac-toe"),
    ):
        page.fill("[data-typed] input", move)
        page.keyboard.press("Enter")
        expect(page.locator("#warning")).to_contain_text(warning)
    page.fill("[data-typed] input", "2@1")
    page.keyboard.press("Enter")
    board(page, 2)
    page.fill("[data-typed] input", "5@9")
    page.keyboard.press("Enter")
    expect(page.locator("#warning")).to_have_text("5 is already used.")


def test_what_is_typed_while_a_move_is_being_answered_stays(person: Person) -> None:
    page, asked = person(), list[Route]()

    def hold(route: Route) -> None:
        asked.append(route)

    begin(page, "numerical", "here", "here", moves="1@5")
    field = page.locator("[data-typed] input")
    with page.expect_request("**/move"):
        page.route("**/move", hold)
        field.fill("2@x")
        field.press("Enter")
    field.fill("2@1")
    field.press("Enter")  # the answer is not there yet
    page.wait_for_timeout(100)
    assert len(asked) == 1
    asked[0].continue_()
    expect(page.locator("#warning")).to_contain_text("'2@x' is not a move")
    expect(field).to_have_value("2@1")
    expect(field).to_be_focused()
    page.unroute("**/move")
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


def test_five_people_play_sim(person: Person) -> None:
    owner = person()
    begin(owner, "sim", *["link"] * 5, vertices="6", players="5")
    address = owner.url
    people = [owner, *(person() for _ in range(4))]
    for number, page in enumerate(people):
        page.goto(address)
        page.locator('[name="text"]').nth(0).fill(f"Person {number + 1}")
        page.get_by_role("button", name="Join as Player").first.click()
        page.wait_for_selector(f"text=Person {number + 1}")
    for ply, edge in enumerate([(0, 1), (2, 3), (4, 5), (0, 2), (1, 3)]):
        page = people[ply]
        expect(page.locator("#status")).to_have_text(f"Player {ply + 1}'s turn")
        for dot in edge:
            page.locator(f'[data-dot="{dot}"]').click()
        for each in people:
            board(each, ply + 1)
    # One leaves: a computer goes on for them, and the others play on.
    page = people[0]
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    board(people[1], 6)


def test_a_killed_server_loses_nothing(person: Person, server: Server) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    for ply, site in enumerate((4, 0, 8)):
        click(page, site)
        board(page, ply + 1)
    server.kill()
    server.start()
    page.reload()
    board(page, 3)
    click(page, 1)
    board(page, 4)


def test_a_page_says_that_the_server_is_gone_and_goes_on_when_it_is_back(
    person: Person, server: Server
) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    server.kill()
    expect(page.locator("#warning")).to_have_text("Connection lost. Trying again …")
    click(page, 4)
    expect(page.locator("#warning")).to_have_text("Connection lost. Trying again …")
    server.start()
    expect(page.locator("#warning")).to_have_text("", timeout=20_000)
    click(page, 4)
    board(page, 1)


def test_events_that_are_refused_are_asked_for_again(person: Person) -> None:
    page, refused = person(), []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=502, body="a proxy whose server is being started")

    page.route("**/events", refuse_once)
    begin(page, "tictactoe", "here", "here")
    expect(page.locator("#warning")).to_have_text("Connection lost. Trying again …")
    expect(page.locator("#warning")).to_have_text("", timeout=20_000)
    other = page.context.new_page()
    other.goto(page.url)
    click(other, 4)
    board(page, 1)


def test_a_click_too_many_makes_no_move_and_steps_are_counted(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="4+4+4+4")
    page.locator('[data-site="0"]').dblclick()
    board(page, 5)
    expect(page.locator("#warning")).to_have_text("")
    page.locator("#board").blur()  # where the arrow keys choose a move
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.wait_for_selector('#table[data-at="2"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#table[data-at="3"]')
    # Against a computer the old words are said.
    begin(page, "connect4", "here", "computer")
    page.locator('[data-site="0"]').dblclick()
    expect(page.locator("#warning")).to_have_text("Please wait: the computer is still thinking.")


def test_by_keyboard_only(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    page.wait_for_function("document.querySelector('#table')")
    page.locator("#board").focus()
    for ply in range(1, 4):
        for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        board(page, ply)
        expect(page.locator("#board")).to_be_focused()


def test_on_a_phone(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)
    begin(page, "connect4", "here", "here")
    page.locator('[data-site="38"]').tap()
    board(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_a_move_is_everywhere_at_once(person: Person) -> None:
    page, watcher = person(), person()
    begin(page, "tictactoe", "here", "here")
    watcher.goto(page.url)
    watcher.wait_for_selector("#board svg")
    click(page, 4)
    board(watcher, 1)
    click(watcher, 0)  # who watches cannot play
    expect(watcher.locator("#warning")).to_have_text("you are watching: only the players can move")
    board(page, 1)
