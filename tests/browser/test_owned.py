"""Games that their page owns: its engine draws and thinks, and the server keeps each as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.documents import in_workers, stopping, with_bytes
from tests.browser.playing import Person, asked, begin, board, click, end, from_more, rest, said
from tests.browser.test_slow_network import LOST, Held
from tests.browser.test_storage import FORBIDDEN, FULL
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled, pytest.mark.slow]


PIP = {"opponent-2": "level:1"}
DEEP = {"kind-2": "alphabeta", "depth-2": "40"}  # it thinks until it is stopped
SITES = "(taken) => taken.map((each) => each.dataset.site)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages play for themselves, with their engines made."""
    for game in (pg.TicTacToe(), pg.ConnectFour()):
        engine_module(game)
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


def ready(page: Page) -> None:
    """Wait until each tab of the page's visitor has opened its engine."""
    for each in page.context.pages:
        each.wait_for_function("() => performance.getEntriesByName('engine').length > 0")


def picture(page: Page) -> str:
    """The board on view, without its words."""
    page.mouse.move(1, 1)
    return re.sub("<(title|desc).*?</\\1>", "", page.inner_html("#board svg"))


def kept(page: Page) -> list[str]:
    """The moves that the server has."""
    moves: list[str] = page.request.get(f"{page.url}/state").json()["moves"]
    return moves


def click_now(page: Page, number: int) -> int:
    """Click on a cell or column; how many sites are taken as soon as the click is over."""
    page.locator("#board .target").nth(number).wait_for(state="attached")
    taken: int = page.evaluate(
        """number => {
          const { shadowRoot } = document.getElementById("board");
          shadowRoot.querySelectorAll(".target")[number].click();
          return shadowRoot.querySelectorAll(".ply-taken").length;
        }""",
        number,
    )
    return taken


def until_kept(page: Page, number: int) -> list[str]:
    """The moves that the server has, once there are so many."""
    until(lambda: len(kept(page)) >= number)
    return kept(page)


def test_own_moves_and_those_of_the_computer_are_made_in_the_page(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    found = asked(page, "/line")
    click(page, 3)
    board(page, 2)
    click(page, 9)
    board(page, 4)
    assert len(until_kept(page, 4)) == 4
    assert 2 <= len(found) <= 4  # what comes while one is on its way waits for the next
    # What the page has drawn is what the server draws.
    drawn = picture(page)
    page.reload()
    board(page, 4)
    assert picture(page) == drawn
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why-of")).to_contain_text("positions")


def test_a_move_is_painted_before_the_server_answers(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    held = Held(page, "**/room/*/line")
    assert click_now(page, 0) == 1
    expect(page.locator("#status")).to_contain_text("Pip")
    board(page, 2)  # and the computer's
    expect(page.locator("#status")).to_have_text("Your move")
    expect(page.locator(".moves li")).to_have_count(2)
    expect(page.locator("#table")).to_have_attribute("data-my-turn", "yes")
    assert kept(page) == []
    assert len(held.routes) == 1  # one save at a time
    held.open()
    assert len(until_kept(page, 2)) == 2


def test_a_whole_game_at_one_screen_looks_as_the_server_draws_it(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    for taken, site in enumerate((4, 0, 8, 2, 1, 3, 7), 1):
        assert click_now(page, site) == taken
    drawn, words = picture(page), said(page)
    assert len(until_kept(page, 7)) == 7
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    assert (picture(page), said(page)) == (drawn, words)
    page.reload()
    board(page, 7)
    assert (picture(page), said(page)) == (drawn, words)


def test_values_are_found_in_the_page(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    ready(page)
    found = asked(page, "/values?")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#note")).to_contain_text("Player 1 wins")
    assert page.locator("#board .ply-value").count() == 6
    assert found == []
    shown = page.locator("#note").inner_text()
    answer = page.request.get(f"{page.url}/values?at=3").json()
    assert (answer["value"], answer["plies"]) == ("loss", 4)
    assert shown.startswith("Player 1 wins with their 2nd move from now. Best play: ")
    for each in answer["moves"]:
        words = f"loss in {-(-each['plies'] // 2)} moves?"
        cell = page.locator(f'#board .target[aria-label^="Cell {each["move"]},"]')
        expect(cell).to_have_attribute("aria-label", re.compile(f", {words}$"))


def test_little_memory_is_said(person: Person) -> None:
    page = person()
    page.add_init_script(in_workers(with_bytes(8 << 20)))
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    ready(page)
    page.get_by_role("button", name="Values").click()
    words = re.compile("This device has little free memory, so that took longer")
    expect(page.locator("#note")).to_have_text(words)


def test_without_webassembly_the_server_plays(person: Person) -> None:
    page = person()
    page.add_init_script("delete window.WebAssembly")
    begin(page, "connect4", "here", "computer", **PIP)
    page.wait_for_selector("#forms", state="attached")
    found = asked(page, "/line")
    click(page, 3)
    board(page, 2)
    page.get_by_role("button", name="Values").click()
    page.wait_for_selector("#board .ply-value")
    assert found == []


@pytest.mark.parametrize(("entry", "after"), [("start", 0), ("play", 20), ("cells", 40)])
def test_where_the_rules_of_the_page_stop_the_server_plays(
    person: Person, entry: str, after: int
) -> None:
    page = person()
    page.add_init_script(stopping(pg.ConnectFour(), entry, after))
    if entry == "start":
        with page.expect_request("**/think-in"):
            begin(page, "connect4", "here", "computer", **PIP)
        page.wait_for_selector("#forms", state="attached")  # that of the server's page
    else:
        begin(page, "connect4", "here", "computer", **PIP)
        ready(page)
    for ply, site in ((2, 3), (4, 9)):
        click(page, site)
        board(page, ply)
    assert len(until_kept(page, 4)) == 4
    assert page.locator("#board .ply-taken").count() == 4


def test_a_game_goes_on_after_a_reload(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.route("**/line", lambda route: route.abort())
    click(page, 3)
    board(page, 2)
    shown = page.locator(".moves li").all_inner_texts()
    assert kept(page) == []
    page.unroute("**/line")
    page.reload()
    board(page, 2)  # it has come back from the browser's storage
    assert len(until_kept(page, 2)) == 2
    assert page.locator(".moves li").all_inner_texts() == shown
    assert (
        page.evaluate("Object.keys(localStorage).filter((name) => name.includes(':game:'))") == []
    )


def test_one_of_two_tabs_thinks(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    first, second = asked(page, "/line"), asked(other, "/line")
    click(other, 3)
    board(page, 2)
    board(other, 2)
    assert first == []
    assert second
    click(page, 9)  # the other tab has let the last computer think
    board(page, 4)
    page.close()
    click(other, 15)
    board(other, 6)
    assert len(until_kept(other, 6)) == 6


def test_without_the_network_moves_wait_in_order(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.context.set_offline(True)
    click(page, 3)
    expect(page.locator("#warning")).to_have_text(LOST)
    board(page, 2)
    click(page, 9)
    board(page, 4)
    expect(page.locator("#warning")).to_have_text(LOST)
    page.context.set_offline(False)
    moves = until_kept(page, 4)
    assert (moves[0], moves[2]) == ("1", "2")
    expect(page.locator("#warning")).to_have_text("")
    assert page.locator(".moves li").count() == 4


def test_a_game_that_went_on_elsewhere_leaves_a_copy_of_mine(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    game = page.url
    held = Held(page, "**/line")
    assert click_now(page, 4) == 1
    held.wait()
    assert click_now(page, 8) == 2  # a move that is not on its way yet goes along
    page.request.post(f"{game}/move", form={"ply": "0", "text": "1"})
    with page.expect_navigation():
        held.open()
    sentence = "This game went on in another way elsewhere, so this is a copy of yours."
    expect(page.locator("#warning")).to_contain_text(sentence)
    board(page, 2)
    assert page.url != game
    assert kept(page) == ["5", "9"]
    page.get_by_role("link", name="The other one").click()
    expect(page.locator("#board .ply-taken").first).to_have_attribute("data-site", "0")
    assert kept(page) == ["1"]


SLOTS = """slots => {
  for (const [page, [base, moves]] of Object.entries(slots)) {
    const line = { moves, found: {}, waits: false };
    const slot = { line, base, sent: [], copy: page.repeat(16), at: Date.now() };
    const room = location.pathname.split("/").pop();
    localStorage.setItem(`plyground:game:${room}:${page}`, JSON.stringify(slot));
  }
}"""
"""Leaves moves for a game in the storage, as pages do that could not save them."""


def test_moves_of_several_pages_are_settled_one_after_the_other(person: Person) -> None:
    """While a copy of one is made, the game goes on: the next has to see that."""
    page = person()
    page.add_init_script("const { keys } = Object; Object.keys = (each) => keys(each).sort()")
    begin(page, "tictactoe", "here", "here")
    game = page.url
    ready(page)
    assert click_now(page, 4) == 1
    until_kept(page, 1)
    page.evaluate(SLOTS, {"A": [[], ["9", "8"]], "B": [["5"], ["5", "1"]]})
    held = Held(page, "**/copy")
    page.reload()
    held.wait()
    page.request.post(f"{game}/move", form={"ply": "1", "text": "2"})
    board(page, 2)
    held.open()
    ready(page)
    games = (f"{game.rpartition('/')[0]}/{each * 16}" for each in "AB")
    found = []
    for address in (*games, game):
        page.goto(address)
        found.append(kept(page))
    assert found == [["9", "8"], ["5", "1"], ["5", "2"]]
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes('game:'))") == []


def test_the_list_has_the_moves_that_take_the_place_of_others(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    for number in (4, 0):
        click_now(page, number)
    until_kept(page, 2)
    page.evaluate(SLOTS, {"A": [["5", "1"], ["5", "2", "9"]]})
    page.reload()
    ready(page)
    assert page.locator(".moves button").all_inner_texts() == [*"529"]
    assert until_kept(page, 3) == ["5", "2", "9"]


def test_moves_wait_while_a_page_has_no_engine(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    page.evaluate(SLOTS, {"A": [[], ["9", "8"]]})
    page.route("**/module.wasm*", lambda route: route.fulfill(status=503))
    page.reload()
    expect(page.locator("#warning")).to_have_text(LOST)
    assert kept(page) == []
    page.unroute_all()
    board(page, 2)
    expect(page.locator("#warning")).to_have_text("")
    assert until_kept(page, 2) == ["9", "8"]


def test_a_copy_that_another_tab_has_made_gets_the_moves_since_then(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    game = page.url
    ready(page)
    held = Held(page, "**/line")
    assert click_now(page, 4) == 1
    held.wait()
    page.request.post(f"{game}/move", form={"ply": "0", "text": "1"})
    other = page.context.new_page()
    other.goto(game)
    ready(other)
    other.close()
    assert click_now(page, 8) == 2
    with page.expect_navigation():
        held.open()
    board(page, 2)
    assert kept(page) == ["5", "9"]
    page.goto("/library")
    expect(page.locator(".own-games li")).to_have_count(2)


def test_a_tab_keeps_the_moves_that_another_has_not_settled(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    other = page.context.new_page()
    other.goto("/help")
    held = Held(page, "**/line")
    assert click_now(page, 4) == 1
    held.wait()
    slots = "Object.keys(localStorage).filter((name) => name.includes(':game:'))"
    settled = other.evaluate(slots)
    assert click_now(page, 8) == 2
    other.evaluate("names => names.forEach((name) => localStorage.removeItem(name))", settled)
    assert (len(settled), page.evaluate(f"{slots}.length")) == (1, 1)
    held.open()
    assert until_kept(page, 2) == ["5", "9"]
    page.wait_for_function(f"() => {slots}.length === 0")


def test_a_move_that_goes_to_a_copy_takes_no_other_place(person: Person) -> None:
    """Two tabs move, and while one waits for its copy, others make it and look again."""
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    held = Held(page, "**/line")
    copying = Held(page, "**/copy")
    assert click_now(page, 4) == 1
    held.wait()
    page.request.post(f"{page.url}/move", form={"ply": "0", "text": "1"})
    held.open()
    copying.wait()
    other = page.context.new_page()
    with other.expect_response(re.compile("/(copy|line)$")):
        other.goto(page.url)
    assert kept(other) == ["1"]
    another = page.context.new_page()
    another.goto(page.url)
    ready(another)
    assert kept(another) == ["1"]


def test_a_page_that_goes_to_its_copy_takes_nothing_back(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    game = page.url
    held = Held(page, "**/line")
    copying = Held(page, "**/copy")
    assert click_now(page, 4) == 1
    held.wait()
    page.request.post(f"{game}/move", form={"ply": "0", "text": "1"})
    held.open()
    copying.wait()
    page.evaluate(
        """() => {
          setInterval(() => document.getElementById("back").click(), 50);
        }"""
    )
    going = Held(page, re.compile(r"/room/[\w-]{16}$"))
    copying.open()
    going.wait()
    rest(page.context.new_page())
    with page.expect_navigation():
        going.open()
    board(page, 1)
    page.go_back()
    page.wait_for_function("() => performance.getEntriesByName('engine').length > 0")
    board(page, 1)
    assert kept(page) == ["1"]
    assert click_now(page, 1) == 2
    assert until_kept(page, 2) == ["1", "2"]


def test_no_move_is_shown_that_a_copy_would_not_have(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    held = Held(page, "**/line")
    copying = Held(page, "**/copy")
    assert click_now(page, 4) == 1
    held.wait()
    page.request.post(f"{page.url}/move", form={"ply": "0", "text": "1"})
    held.open()
    copying.wait()
    assert click_now(page, 8) == 1
    expect(page.locator("#warning")).to_contain_text("yours goes on as a copy, in a moment")
    with page.expect_navigation():
        copying.open()
    board(page, 1)
    assert click_now(page, 8) == 2


def test_a_move_from_before_the_engine_is_there_outlives_its_page(person: Person) -> None:
    page = person()
    page.route("**/room/*/engine", lambda route: route.abort())
    page.route("**/move", lambda route: route.abort())
    begin(page, "tictactoe", "here", "here")
    assert click_now(page, 4) == 1
    page.unroute_all()
    page.reload()
    board(page, 1)
    assert kept(page) == ["5"]


def test_take_back_waits_for_no_server(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    click(page, 3)
    board(page, 2)
    until_kept(page, 2)
    page.context.set_offline(True)
    page.get_by_role("button", name="Take back").click()
    board(page, 0)
    expect(page.locator("#status")).to_have_text("Your move")
    page.get_by_role("button", name="Take back").dispatch_event("click")
    expect(page.locator("#note")).to_have_text("There is no move of yours yet.")
    click(page, 9)
    board(page, 2)
    page.context.set_offline(False)
    until(lambda: kept(page)[:1] == ["2"])


def test_a_move_that_is_made_again_after_a_take_back_is_kept(person: Person) -> None:
    """The server has the take back, and the page does not know."""
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    click_now(page, 4)
    until_kept(page, 1)
    held = Held(page, "**/line")
    page.get_by_role("button", name="Take back").click()
    board(page, 0)
    held.wait()
    assert click_now(page, 4) == 1
    (route,) = held.routes
    route.fetch()
    assert kept(page) == []
    route.abort()
    page.unroute("**/line")
    until(lambda: kept(page) == ["5"])
    assert page.locator("#board .ply-taken").count() == 1


def test_an_engine_that_does_not_arrive_is_asked_for_again(person: Person) -> None:
    page = person()
    page.route("**/engine.js", lambda route: route.abort(), times=1)
    found = asked(page, "/think-in")
    with page.expect_event("requestfailed"):
        begin(page, "tictactoe", "here", "here")
    page.request.post(f"{page.url}/move", form={"ply": "0", "text": "5"})
    board(page, 1)
    ready(page)
    assert click_now(page, 0) == 2
    assert found == []


def test_a_game_that_another_tab_deletes_is_over_here(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    click(page, 3)
    board(page, 2)
    until_kept(page, 2)
    room = page.url.rpartition("/")[2]
    page.request.post("/library/delete", form={"room": room})
    expect(page.locator("#warning")).to_contain_text("This game does not exist")
    expect(page.locator("#table")).to_have_attribute("data-running", "no")
    assert click_now(page, 0) == 2


@pytest.mark.parametrize(
    ("fault", "words"),
    [("damaged", "The server cannot read what this page has sent"), ("deleted", "does not exist")],
)
def test_moves_that_the_server_does_not_take_are_named(
    person: Person, fault: str, words: str
) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    held = Held(page, "**/line")
    assert click_now(page, 4) == 1
    held.wait()
    if fault == "damaged":
        held.routes.pop().continue_(post_data="{")
    else:
        page.request.post("/library/delete", form={"room": page.url.rpartition("/")[2]})
    held.open()
    warning = page.locator("#warning")
    expect(warning).to_contain_text("Your moves could not be kept: 5.")
    if fault == "deleted":
        expect(page.locator("#table")).to_have_attribute("data-running", "no")
        rest(page)
        expect(warning).to_contain_text("Your moves could not be kept: 5.")
    expect(warning).to_contain_text(words)


def test_a_copy_that_has_to_wait_is_made_all_the_same(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    game = page.url
    held = Held(page, "**/line")
    click_now(page, 4)
    held.wait()
    page.request.post(f"{game}/move", form={"ply": "0", "text": "1"})
    page.route("**/copy", lambda route: route.fulfill(status=429), times=1)
    with page.expect_navigation():
        held.open()
    expect(page.locator("#board .ply-taken").first).to_have_attribute("data-site", "4")


def test_an_invitation_in_another_tab_leaves_a_copy_of_mine(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    game = page.url
    held = Held(page, "**/line")
    click(page, 3)
    board(page, 2)
    held.wait()
    page.request.post(f"{game}/invite")
    with page.expect_navigation():
        held.open()
    board(page, 2)
    assert len(until_kept(page, 2)) == 2


WITHOUT = "delete window.localStorage; delete window.sessionStorage"


@pytest.mark.parametrize("script", [WITHOUT, FORBIDDEN, FULL], ids=["none", "forbidden", "full"])
def test_without_storage_the_page_says_that_it_alone_has_the_moves(
    person: Person, script: str
) -> None:
    page = person()
    page.add_init_script(script)
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.context.set_offline(True)
    click(page, 3)
    expect(page.locator("#warning")).to_contain_text("Only this page has your last moves")
    page.context.set_offline(False)
    assert len(until_kept(page, 2)) == 2
    expect(page.locator("#warning")).to_have_text("")


def test_a_game_goes_on_by_link_with_a_friend(person: Person) -> None:
    page, friend = person(), person()
    begin(page, "tictactoe", "here", "computer", **PIP)
    ready(page)
    click(page, 4)
    board(page, 2)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Go on by link").click()
    expect(page.locator("#status")).to_have_text("Waiting for players to join")
    friend.goto(page.url)
    friend.get_by_role("button", name="Join as Player 2").click()
    expect(page.locator("#status")).to_have_text("Your move")
    taken = page.locator("#board .ply-taken")
    free = next(n for n in range(9) if str(n) not in taken.evaluate_all(SITES))
    click(page, free)
    board(friend, 3)
    expect(friend.locator("#status")).to_have_text("Your move")
    free = next(n for n in range(9) if str(n) not in taken.evaluate_all(SITES))
    click(friend, free)
    board(page, 4)


def test_what_is_asked_for_waits_for_the_moves(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    held = Held(page, "**/room/*/line")
    click(page, 3)
    board(page, 2)
    end(page)
    expect(page.locator("#sheet")).to_be_hidden()
    rest(page)
    assert kept(page) == []
    held.open()
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    assert len(kept(page)) == 2


def test_a_computer_is_stopped_and_goes_on(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **DEEP)
    ready(page)
    click(page, 3)
    expect(page.locator("#note")).to_contain_text("positions")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Let it play")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("spinbutton", name="Depth").fill("2")
    page.get_by_role("spinbutton", name="Depth").press("Tab")
    board(page, 2)
    assert len(until_kept(page, 2)) == 2


def test_a_page_of_an_older_plyground_is_loaded_again(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)

    def younger(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "key": "new"})

    page.route("**/room/*/state", younger, times=1)
    with page.expect_event("load"):
        page.request.post(f"{page.url}/rename", form={"name0": "Ann"})
    ready(page)
    click(page, 9)
    board(page, 2)
    assert len(until_kept(page, 2)) == 2


SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const each of list.getEntries())
      window.shifts.push([each.value, ...each.sources.map(({ node }) => node?.outerHTML)]);
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize(
    ("game", "seats", "fields", "moves"),
    [
        ("connect4", ("here", "computer"), PIP, ""),
        ("tictactoe", ("here", "here"), {}, "1+2+5"),
        ("tictactoe", ("here", "here"), {}, "1+2+5+9+3+7+6+4"),
        ("sim", ("here", "here", "here"), {"players": "3"}, ""),
    ],
)
def test_nothing_moves_when_the_script_draws_the_table(
    person: Person, game: str, seats: tuple[str, ...], fields: dict[str, str], moves: str
) -> None:
    page = person()
    begin(page, game, *seats, **fields, **({"moves": moves} if moves else {}))
    ready(page)
    if moves.endswith("4"):  # the game ends
        click(page, 7)
        until_kept(page, 9)
    page.add_init_script(SHIFTS)
    for size in {"width": 375, "height": 667}, {"width": 1280, "height": 720}:
        page.set_viewport_size(size)
        page.reload()
        ready(page)
        rest(page)
        assert page.evaluate("window.shifts") == [], size


def test_values_of_a_game_of_three_are_said_in_words(person: Person) -> None:
    page = person()
    moves = "+".join(("0-1", "2-3", "4-5", "0-2", "1-3", "0-4", "1-5", "2-4", "3-5"))
    begin(page, "sim", "here", "here", "here", players="3", moves=moves)
    ready(page)
    page.get_by_role("button", name="Values").click()
    page.wait_for_selector("#board .ply-value")
    answer = page.request.get(f"{page.url}/values?at=9").json()
    expect(page.locator("#note")).to_contain_text(answer["words"][1:])


def test_a_game_that_was_ended_goes_on_after_a_take_back(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    click(page, 4)
    until_kept(page, 1)
    end(page)
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    assert click_now(page, 0) == 1
    from_more(page, "Take back")
    board(page, 0)
    assert click_now(page, 8) == 1
    assert until_kept(page, 1) == ["9"]


def test_the_next_opponent_is_one_press_away(person: Person) -> None:
    """And whom the visitor has beaten elsewhere stays beaten."""
    page = person()
    begin(page, "tictactoe", "here", "computer", **{"opponent-2": "level:1"}, moves="1+2+5+3")
    ready(page)
    click(page, 8)
    expect(page.locator("#status")).to_have_text("You beat Pip")
    page.get_by_role("button", name="Next:").click()
    page.wait_for_url("**/room/*")
    expect(page.locator("#seats")).to_contain_text("Juno")
    ready(page)
    click(page, 4)
    board(page, 2)


def test_a_move_that_is_refused_says_why_in_the_words_of_the_game(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here", moves="111222")
    ready(page)
    for _ in range(3):
        click_now(page, 0)
    click_now(page, 0)
    expect(page.locator("#note")).to_contain_text("full")


def test_a_new_strength_is_the_next_move_s(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.get_by_role("button", name="More").click()
    page.locator("#sheet [name=strength]").select_option(label="Moss")
    expect(page.locator("#seats")).to_contain_text("Moss")
    click(page, 3)
    board(page, 2)
    assert len(until_kept(page, 2)) == 2


def test_the_name_of_the_reader_is_on_the_card(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.request.post(f"{page.url}/rename", form={"name0": "Ada"})
    expect(page.locator("#seats")).to_contain_text("Ada (you)")


def test_another_opponent_is_asked_for_until_there_is_an_answer(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    page.get_by_role("button", name="More").click()
    page.context.set_offline(True)
    page.locator("#sheet [name=strength]").select_option(label="Moss")
    expect(page.locator("#warning")).to_contain_text("What you asked for is done when it is back.")
    page.context.set_offline(False)
    expect(page.locator("#seats")).to_contain_text("Moss")
    expect(page.locator("#warning")).to_have_text("")


def test_the_title_goes_on_with_the_game(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    for number in (4, 0, 8, 2, 1, 3, 7):
        click_now(page, number)
    expect(page).to_have_title(re.compile("won"))
    from_more(page, "Take back")
    expect(page).to_have_title("Tic-tac-toe")


def test_values_after_a_hint_are_said(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    ready(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#note")).to_contain_text("Try ")
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#note")).to_contain_text("Player 1 wins with their 2nd move from now.")


def test_a_game_that_was_deleted_is_gone_when_its_page_comes_back(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    click(page, 4)
    until_kept(page, 1)
    from_more(page, "Delete this game")
    with page.expect_navigation():
        page.locator("#sheet").get_by_role("button", name="Delete", exact=True).click()
    page.go_back()
    expect(page.get_by_text("his game does not exist")).to_be_visible()
    expect(page.get_by_role("button", name="Again")).to_be_hidden()
    page.get_by_role("button", name="More").click()
    sheet = page.locator("#sheet")
    expect(sheet.get_by_role("link", name="New game")).to_be_visible()
    for gone in ("Save", "Pass it on", "Delete this game", "Names"):
        expect(sheet.get_by_role("button", name=gone)).to_have_count(0)


def test_an_end_is_said_and_no_computer_thinks_on(person: Person) -> None:
    """Also while an earlier position is on view."""
    page = person()
    begin(page, "connect4", "here", "computer", **DEEP)
    ready(page)
    click(page, 3)
    expect(page.locator("#note")).to_contain_text("positions")
    page.keyboard.press("Home")
    end(page)
    expect(page.locator("#status")).to_contain_text("Game aborted")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    rest(page)
    assert "positions" not in page.inner_text("#note")


def test_one_of_two_tabs_lets_a_computer_go_on(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **DEEP)
    ready(page)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    click(page, 3)
    page.get_by_role("button", name="Stop").click()
    goes = other.get_by_role("button", name="Let it play")
    goes.wait_for()
    page.get_by_role("button", name="Let it play").click()
    expect(page.locator("#note")).to_contain_text("positions")
    expect(goes).to_be_hidden()
    expect(other.locator("#status")).to_contain_text("thinking")
    rest(other)
    assert "positions" not in other.inner_text("#note")  # it does not think too
    other.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Let it play")).to_be_visible()
    goes.click()
    page.close()
    expect(other.locator("#note")).to_contain_text("positions")


def test_moves_that_an_older_page_of_the_browser_lacks_go_on(person: Person) -> None:
    """Going back, the browser shows the page as it came at first."""
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    click(page, 4)
    until_kept(page, 1)
    page.route("**/line", lambda route: route.abort())
    click_now(page, 0)
    expect(page.locator("#warning")).to_have_text(LOST)
    room = page.url
    page.evaluate("window.onbeforeunload = null")
    page.goto("/help")
    page.unroute("**/line")
    first = page.request.get(room).text()
    stale = re.sub(r'"version": \d+', '"version": 1', first).replace(
        '"moves": ["5"]', '"moves": []'
    )
    page.route(room, lambda route: route.fulfill(body=stale, content_type="text/html"), times=1)
    page.goto(room)
    ready(page)
    board(page, 2)
    assert until_kept(page, 2) == ["5", "1"]
    page.goto("/library")
    expect(page.locator(".own-games li")).to_have_count(1)


def test_computers_alone_play_again(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "computer", "computer")
    ready(page)
    before = page.url
    page.get_by_role("button", name="Again").click()
    page.wait_for_url(lambda url: "/room/" in url and url != before)
    ready(page)
    board(page, 1)


def test_moves_are_typed(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "here")
    ready(page)
    field = page.get_by_label("Move", exact=True)
    for ply, text in enumerate(("4", " 4 "), 1):
        field.fill(text)
        field.press("Enter")
        board(page, ply)
        expect(field).to_have_value("")
    field.fill("12")
    field.press("Enter")
    expect(page.locator("#note")).to_contain_text("12")


def test_a_hint_of_a_game_of_three_is_a_best_move(person: Person) -> None:
    page = person()
    moves = "+".join(("0-1", "2-3", "4-5", "0-2", "1-3", "0-4", "1-5", "2-4", "3-5"))
    begin(page, "sim", "here", "here", "here", players="3", moves=moves)
    ready(page)
    page.get_by_role("button", name="Hint").click()
    best, *_ = page.request.get(f"{page.url}/values?at=9").json()["moves"]
    expect(page.locator("#note")).to_contain_text(re.compile("Try .*: " + re.escape(best["words"])))


def test_a_double_click_on_more_presses_nothing_in_it(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "here")
    ready(page)
    address = page.url
    page.set_viewport_size({"width": 375, "height": 667})
    for place in page.get_by_role("button", name="More").all():
        if place.is_visible():
            place.dblclick()
    rest(page)
    expect(page.locator("#sheet")).to_be_visible()
    assert page.url == address


def test_what_is_known_is_said_again(person: Person) -> None:
    """Values of positions seen before, and their graph, which has all moves."""
    page = person()
    begin(page, "tictactoe", "here", "here", moves="1+2+5")
    ready(page)
    note, graph = page.locator("#note"), page.locator("#course")
    values = page.get_by_role("button", name="Values")
    values.click()
    expect(note).to_contain_text("Player 1 wins")
    expect(graph).to_have_attribute("data-missing", "0")
    for _ in range(2):
        values.click()
        expect(graph).to_be_hidden()
        values.click()
        expect(graph).to_be_visible()
        expect(note).to_contain_text("Player 1 wins")
    click(page, 8)
    board(page, 4)
    expect(graph).to_have_attribute("aria-valuemax", "4")
    page.keyboard.press("ArrowLeft")
    expect(note).to_contain_text("Player 1 wins with their 2nd move from now.")
    page.keyboard.press("End")
    for site in (6, 3, 2):
        click(page, site)
    expect(page.get_by_role("button", name="Again")).to_be_visible()
    expect(page.locator("form.typed")).to_be_hidden()
    from_more(page, "Values")
    from_more(page, "Values")
    expect(note).to_contain_text("The game is over: step back")


def test_whose_eyes_and_who_plays_what(person: Person) -> None:
    page = person()
    begin(page, "tictactoe", "here", "computer", moves="1+5", **PIP)
    ready(page)
    eyes = page.get_by_role("group", name="Whose values")
    expect(eyes).to_be_hidden()
    page.get_by_role("button", name="Values").click()
    expect(page.locator("#note")).to_contain_text("A draw")
    eyes.get_by_role("button", name="Pip's eyes").click()
    expect(page.locator("#note")).to_contain_text("Pip would play cell")
    expect(page.locator("#board .ply-value")).to_have_count(7)
    expect(page.locator("#board .ply-best")).to_have_count(1)
    eyes.get_by_role("button", name="Who plays what?").click()
    expect(page.locator("#note")).to_contain_text("Oracle")
    expect(page.locator("#note")).not_to_contain_text("think")
    expect(page.locator("#board .faces .face")).to_have_count(4)
    expect(page.locator("#board .ply-value")).to_have_count(0)
    eyes.get_by_role("button", name="The truth").click()
    expect(page.locator("#note")).to_contain_text("A draw")
    expect(page.locator("#board .faces .face")).to_have_count(0)


def test_its_eyes_show_the_move_that_it_made(person: Person) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", moves="4", **PIP)
    ready(page)
    board(page, 2)
    page.get_by_role("button", name="Values").click()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Pip's eyes").click()
    made = page.locator("#moves button").nth(1).inner_text()
    expect(page.locator("#note")).to_have_text(f"Pip would play column {made}.")
