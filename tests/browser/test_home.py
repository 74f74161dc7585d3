"""The first page: a board to play on, which stays where it is when the first move makes a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.playing import Person, board, click, controls, dot
from tests.browser.test_table import sized
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


def place(page: Page) -> dict[str, float]:
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    return {name: round(value) for name, value in dict(box).items()}


@pytest.mark.parametrize(
    ("game", "size"),
    [("connect4", "phone"), ("connect4", "wide"), ("sim&players=4", "phone"),
     ("sim&players=4", "low")],
)  # fmt: skip
def test_the_first_move_leaves_the_board_where_it_is(person: Person, game: str, size: str) -> None:
    page = sized(person, size)
    page.goto(f"/?game={game}&seat1=here")
    page.wait_for_selector("#board .target")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    parts = ["#board svg", ".pick >> nth=0", ".pick >> nth=2", ".tools button >> nth=1"]
    for part in [*parts, *[".tile >> nth=3"][: size == "phone"]]:
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    before = place(page)
    if game.startswith("sim"):
        for number in (0, 2):
            dot(page, number).click()
    else:
        click(page, 20)
    page.wait_for_url("**/room/*")
    board(page, 1)
    assert place(page) == before
    if size == "phone":
        page.goto("/?game=tictactoe")
        expect(page.locator(".go-on").first).to_contain_text("Go on")
        page.locator(".go-on").first.click()
        board(page, 1)


def test_a_game_begins_by_keys_alone_and_the_way_back_leads_to_it(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe")
    page.wait_for_selector("#board .target")
    page.locator(".pick :checked").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pick:has(:checked) .line")).to_have_text(
        "Takes wins, misses every second threat."
    )
    expect(page.locator(".switch")).to_contain_text("Pip begins")
    page.locator("#board .target").first.focus()
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_url("**/room/*")
    expect(page.locator(".seats h2").nth(1)).to_have_text("Pip")
    room = page.url
    page.go_back()
    expect(page.locator(f'.go-on[href="{room[room.index("/room") :]}"]')).to_be_visible()
    assert page.locator("#board .ply-taken").count() == 0


def test_who_begins_is_a_switch_in_sight(person: Person) -> None:
    page = person(viewport={"width": 375, "height": 667})
    page.goto("/?game=tictactoe")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("radio", name="I begin")).to_be_checked()
    page.get_by_role("radio", name="begins", exact=False).nth(0).check()
    expect(page.locator(".your-move").get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    page.locator(".pick >> nth=2").click()
    expect(page.locator(".switch")).to_contain_text("Vera begins")
    page.locator(".your-move").get_by_role("button", name="Play").click()
    page.wait_for_url("**/room/*")
    board(page, 1)
    expect(page.locator(".seats h2").nth(0)).to_have_text("Vera")


def test_a_phone_shows_all_to_begin_with_and_no_more(person: Person) -> None:
    """The first screen: one sentence, the board, who begins, five faces, games, three ways on."""
    page = person(viewport={"width": 375, "height": 667})
    page.goto("/?game=connect4")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Play it. Then see what it was thinking.")).to_be_in_viewport(ratio=1)
    expect(page.locator(".pick")).to_have_count(5)
    assert page.locator(".pick b").all_inner_texts() == ["Pip", "Moss", "Juno", "Vera", "Oracle"]
    assert len(controls(page)) <= 17, controls(page)
    assert "Elo" not in page.inner_text("body")
    board_box = page.locator("#board svg").bounding_box()
    assert board_box is not None
    assert (round(board_box["y"]), round(board_box["height"])) == (92, 315)


def test_enter_in_a_field_starts_the_game_as_it_is_set(person: Person) -> None:
    page = person()
    page.goto("/?game=tictactoe")
    page.get_by_role("button", name="More").click()
    page.locator("#options summary", has_text="Who begins").click()
    page.locator("#moves-before").fill("5 1")
    page.locator("#moves-before").press("Enter")
    page.wait_for_url("**/room/*")
    board(page, 2)
    expect(page.locator(".seats h2").nth(1)).to_have_text("Juno")


def test_friends_sizes_and_refusals(person: Person) -> None:
    page = person()
    page.goto("/?game=sim")
    page.get_by_role("button", name="More").click()
    options = page.locator("#options")
    options.locator("summary", has_text="Player 2").click()
    options.locator("#seat-1").select_option("here")
    expect(options.locator("summary", has_text="Player 2")).to_contain_text("A person here")
    options.locator("summary", has_text="Board").click()
    options.get_by_role("group", name="Dots on the board").get_by_role("button", name="8").click()
    expect(page.locator("#board [data-dot]")).to_have_count(8)
    expect(options).to_be_visible()
    expect(page).to_have_url(re.compile("vertices=8"))
    expect(page.locator(".your-move h2")).to_have_text("Player 1")
    choose = "['vertices', 10], ['players', 4]"  # at once, one after the other
    page.evaluate(
        f"for (const [name, value] of [{choose}])"
        " document.getElementById(`size-${value}-${name}`).click()"
    )
    pressed = options.get_by_role("button", pressed=True)
    assert pressed.all_text_contents() == ["10", "4"]
    expect(page).to_have_url(re.compile("vertices=10&players=4"))
    expect(page.locator("#board [data-dot]")).to_have_count(10, timeout=60_000)
    expect(pressed).to_have_text(["10", "4"])
    page.goto("/?game=sim&vertices=8&seat1=here")
    page.get_by_role("button", name="More").click()
    options.locator("summary", has_text="Time").click()
    page.locator("[name=seconds]").fill("never")
    options.get_by_role("button", name="Start").click()
    refused = options.get_by_role("alert")
    expect(refused).to_have_text("the time for a move is 1 to 86400 seconds, and not 'never'")
    expect(page.locator("[name=seconds]")).to_have_value("never")
    page.locator("[name=seconds]").fill("60")
    options.get_by_role("button", name="Start").click()
    page.wait_for_url("**/room/*")
    expect(page.locator("#board [data-dot]")).to_have_count(8)
    page.goto("/?game=sim")
    page.get_by_role("button", name="A friend").click()
    page.get_by_role("button", name="By link").click()
    expect(page.get_by_label("Link for the other players")).to_be_visible()
    page.goto("/?game=tictactoe")
    page.get_by_role("button", name="A friend").click()
    page.get_by_role("button", name="At this screen").click()
    expect(page.locator("#status")).to_have_text("Player 1's turn")
    page.goto("/?game=tictactoe")
    page.locator(".tools").get_by_role("link", name="Watch").click()
    expect(page.get_by_role("heading", name="Watch")).to_be_visible()
    expect(page.locator("#kind-1")).to_have_value("level:2")
    expect(page.locator("#kind-2")).to_have_value("level:3")
    page.goto("/?game=connect4")
    page.get_by_role("button", name="More").click()
    expect(options.get_by_role("button", pressed=True)).to_have_text(re.compile("7.*6"))
    page.locator("#parameter-columns").fill("3")
    page.keyboard.press("Tab")
    expect(options.get_by_role("button", pressed=True)).to_have_count(0)
    expect(options.get_by_role("alert")).not_to_be_empty()
    expect(options.get_by_role("button", pressed=True)).to_have_count(0)


def test_an_algorithm_is_a_click_away(person: Person) -> None:
    page = person(viewport={"width": 1280, "height": 800})
    page.goto("/?game=tictactoe")
    page.get_by_role("button", name="More").click()
    options = page.locator("#options")
    options.locator("summary", has_text="Another opponent").click()
    options.locator("#opponent-other").check()
    kind = options.locator("#kind-2")
    expect(kind).to_be_visible()
    kind.select_option(label="Alpha-beta")
    expect(page.locator(".pick.chosen b")).to_have_text("Alpha-beta, depth 9")
    options.locator("#depth-2").fill("3")
    options.locator("#depth-2").press("Tab")
    expect(page.locator(".pick.chosen b")).to_have_text("Alpha-beta, depth 3")
    options.get_by_role("button", name="Close").click()
    click(page, 4)
    board(page, 2)
    expect(page.locator(".seats h2").nth(1)).to_have_text("Alpha-beta, depth 3")


PLAIN = """
    def marks(self, state):
        return [self.cell_marks[int(state[0] >> np.uint64(4 * h)) & 15] for h in range(self.heaps)]
"""


def test_a_game_of_your_own_without_cells_begins_with_play(person: Person, server: Server) -> None:
    """Its board is a picture, and its moves are typed."""
    rules = (Path(__file__).parent.parent.parent / "examples" / "nim.py").read_text("utf-8")
    begin, end = rules.index("        def cells("), rules.index("        return rules.kernels(")
    rules = rules[:begin] + rules[end:].replace(", result, cells)", ", result)") + PLAIN
    folder = server.data / "games"
    folder.mkdir(exist_ok=True)
    (folder / "plainnim.py").write_text(rules.replace('"nim", "Nim"', '"plainnim", "Plain Nim"'))
    page = person(viewport={"width": 375, "height": 667})

    address = "/?game=plainnim&seat1=here"
    until(lambda: 'id="new-game"' in page.request.get(address).text())
    page.goto(address)
    page.locator(".your-move").get_by_role("button", name="Play").click()
    page.wait_for_url("**/room/*")
    page.locator("[data-typed] input").fill("4:4")
    page.locator("[data-typed] input").press("Enter")
    board(page, 1)
