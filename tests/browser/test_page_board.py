"""The board of pages without a server: the server's pictures, and moves by mouse, touch or keys."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import plyground as pg
from plyground.browser.data import page_game
from plyground.browser.geometry import geometry, shown
from plyground.browser.modules import engine_module
from plyground.browser.scripts import named
from plyground.kernel import in_plain_python
from plyground.render.svg import svg
from tests.browser.access import violations
from tests.browser.boards import Tables, example, tables
from tests.browser.playing import middle
from tests.browser.walkers import Walkers
from tests.until import until

__all__ = ["tables"]

pytestmark = [pytest.mark.browser]


MOTIONLESS = {"reduced_motion": "reduce"}

PLAYED = {
    "tictactoe": (pg.TicTacToe(), ["", "5", "159", "14253", "123546879", "123456987"]),
    "numerical": (pg.NumericalTicTacToe(), ["", "7@2", "5@5 8@1 1@3 2@7 9@9"]),
    "sim-6": (pg.Sim(6), ["", "0-1", "0-1 2-3 0-2 4-5 1-2", "0-1 0-2 1-2 3-4"]),
    "sim-7-3": (pg.Sim(7, 3), ["", "0-1 0-2 0-3 1-2"]),
    "sim-10-5": (pg.Sim(10, 5), ["", "0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5 2-6"]),
    "connect4": (pg.ConnectFour(), ["", "4", "4453", "1212121"]),
    "connect4-8-5": (pg.ConnectFour(8, 5), ["", "88888", "12233434454"]),
    "connect4-4-4": (pg.ConnectFour(4, 4), ["", "1122334", "1111222233334444"]),
    "nim": (example("nim"), ["", "2:1", "2:1 4:4 3:3"]),
    "hex": (example("hex"), ["", "a1 b2 a2"]),
    "gomoku": (example("gomoku"), ["", "a1 b1 a2"]),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    """Compile none of these games for the few positions that their boards show."""
    with in_plain_python():
        yield


def positions(game: pg.Game, lines: list[str]) -> Iterator[pg.Position]:
    """The positions of some lines, and those of a random match as far as it goes."""
    for line in lines:
        position = game.position()
        for move in game.split_moves(line):
            if not position.over:
                position = position.play(move)
        yield position
    position = game.position()
    while not position.over:
        position = position.play_code(position.codes[(7 * position.ply) % len(position.codes)])
        yield position


SAME = """([geometry, cases]) => {
  const plain = (text) => text.replace(/var\\(--ply-[a-z0-9-]+,([^()]*)\\)/g, "$1");
  const form = (element) => [
    element.localName, element.namespaceURI,
    [...element.attributes].map(({ name, value }) => [name, plain(value)]),
    element.children.length ? [...element.children].map(form) : element.textContent,
  ];
  const rest = (root) => [...root.children].slice(2).map(form);
  const place = document.getElementById("place");
  for (const [number, [position, served]] of cases.entries()) {
    board.draw(position);
    const server = new DOMParser().parseFromString(served, "image/svg+xml").documentElement;
    const drawn = place.shadowRoot.querySelector("svg");
    for (const name of ["viewBox", "width", "height", "version", "class", "role"])
      if (server.getAttribute(name) !== drawn.getAttribute(name)) return [number, name];
    for (const at of [0, 1])
      if (server.children[at].textContent !== drawn.children[at].textContent) return [number, at];
    const [one, other] = [rest(server), rest(drawn)];
    for (const at of one.keys())
      if (JSON.stringify(one[at]) !== JSON.stringify(other[at]))
        return [number, one[at], other[at]];
    if (one.length !== other.length) return [number, one.length, other.length];
  }
  return null;
}"""


@pytest.mark.parametrize("name", PLAYED)
def test_the_pictures_are_those_of_the_server(tables: Tables, name: str) -> None:
    """Element by element, attribute by attribute.

    The page's colours are custom properties with the server's colours as their values. The ids of
    the root differ: they name the title inside the shadow root, not in the whole page.
    """
    game, lines = PLAYED[name]
    table = tables(game.position(), **MOTIONLESS)
    cases = []
    sites = range(0, len(game.board.sites), 2)
    hints = tuple((site, ["!", "+12", "<&>", "a long text", ""][site % 5]) for site in sites)
    some = (), hints, hints[1:3]
    for number, position in enumerate(positions(game, lines)):
        for given in some if number < len(lines) else (some[number % 3],):
            picture = replace(position.picture(), hints=given)
            cases.append([{**shown(position), "hints": given}, svg(picture)])
    assert len(cases) > 10
    assert table.page.evaluate(SAME, [None, cases]) is None


def test_other_colours_are_those_of_the_server(tables: Tables) -> None:
    colours = ("#112233", "#ccddee")
    position = pg.NumericalTicTacToe().position("7@2 8@1")
    table = tables(position, **MOTIONLESS)
    table.page.evaluate(
        "(geometry) => { board.remove(); board = new Plyground.Board(place, geometry); }",
        geometry(position.game, colours),
    )
    served = svg(position.picture(colours))
    assert table.page.evaluate(SAME, [None, [[shown(position), served]]]) is None


@pytest.mark.parametrize("name", ["numerical", "sim-10-5", "connect4", "hex"])
def test_axe_finds_nothing(tables: Tables, name: str) -> None:
    position = PLAYED[name][0].position()
    table = tables(position, color_scheme="light")
    values = [
        {"move": code, "text": "12", "words": "wins in 12", "kind": "win", "best": code == 0}
        for code in position.codes
    ]
    table.show(position, values=values)
    impacts = "minor", "moderate", "serious", "critical"
    by_day = violations(table.page, *impacts)
    table.page.emulate_media(color_scheme="dark")
    assert (by_day, violations(table.page, *impacts, rules=["color-contrast"])) == ([], [])


def test_a_cell_is_a_move(tables: Tables) -> None:
    table = tables(pg.TicTacToe().position("5"), has_touch=True)
    table.target("Cell 1,").tap()
    assert table.picked() == ["1"]
    table.target("Cell 5,").tap(force=True)
    assert (table.picked(), table.refused()) == ([], [4])
    table.page.evaluate("board.locked = true")
    table.target("Cell 1,").tap(force=True)
    assert (table.picked(), table.refused()) == ([], [None])


def test_a_column_is_a_move(tables: Tables) -> None:
    table = tables(pg.ConnectFour().position("1111112"), has_touch=True)
    table.target("Column 4").tap()
    assert table.picked() == ["4"]
    table.target("Column 1").tap(force=True)
    assert (table.picked(), table.refused()) == ([], [0])
    expect(table.target("Column 1")).to_have_attribute("aria-disabled", "true")
    assert table.target("Column 2").get_attribute("aria-label") == "Column 2, red"


def test_two_dots_are_a_move(tables: Tables) -> None:
    table = tables(pg.Sim(6).position("0-1"), has_touch=True)
    table.target("Dot 2").tap()
    assert table.picked() == []
    expect(table.target("Dot 2")).to_have_attribute("aria-pressed", "true")
    table.target("Dot 4").tap()
    assert table.picked() == ["2-4"]
    for dots, refused in ("33", [None]), ("10", [0]):
        for dot in dots:
            table.target(f"Dot {dot}").tap(force=True)
        assert (table.picked(), table.refused()) == ([], refused)


def test_a_piece_goes_from_cell_to_cell(tables: Tables) -> None:
    """The first tap chooses the piece, also one with a single move; a tap elsewhere gives it up."""
    table = tables(Walkers().position(), has_touch=True)
    table.target("Cell 1,").tap()
    expect(table.target("Cell 1,")).to_have_attribute("aria-pressed", "true")
    goals = table.page.locator("#place .goal")
    expect(goals).to_have_count(2)
    expect(table.target("Cell 4,")).to_have_attribute("aria-label", "Cell 4, empty, can go here")
    table.target("Cell 2,").tap()
    expect(goals).to_have_count(3)
    table.target("Cell 9,").tap(force=True)
    expect(goals).to_have_count(0)
    assert (table.picked(), table.refused()) == ([], [])
    table.target("Cell 9,").tap(force=True)
    assert (table.picked(), table.refused()) == ([], [None])
    for cell in "24":
        table.target(f"Cell {cell},").tap()
    assert table.picked() == ["2-4"]
    table.target("Cell 1,").tap()
    table.page.touchscreen.tap(20, 680)
    expect(goals).to_have_count(0)
    keys = table.page.keyboard
    table.target("Cell 1,").focus()
    for key in ("Enter", "Escape", "Enter", "ArrowDown", "Enter"):
        keys.press(key)
    assert table.picked() == ["1-4"]
    keys.press("Escape")
    table.show(table.position, values=[{"move": code, "text": "7"} for code in (3, 13)])
    assert table.page.locator("#place .ply-value").count() == 2, "at the pieces"


def test_an_edge_is_a_move(tables: Tables) -> None:
    table = tables(pg.Sim(6).position())
    middle = table.page.evaluate(
        "() => { const box = place.shadowRoot.querySelector('[data-site=\"3\"]')"
        ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + 0.3 * box.height]; }"
    )
    site = table.page.evaluate(
        "([x, y]) => place.shadowRoot.elementFromPoint(x, y).closest('[data-site]')?.dataset.site",
        middle,
    )
    # What would be played lies over the line below the mouse, and lets the press through.
    table.page.mouse.move(*middle)
    table.page.mouse.move(middle[0] + 1, middle[1])
    assert table.page.evaluate(
        "([x, y]) => !place.shadowRoot.elementFromPoint(x, y).closest('.ply-ghost')", middle
    )
    table.page.mouse.click(*middle)
    assert table.picked() == ([] if site is None else [table.position.game.move_texts[int(site)]])


def test_a_number_is_asked_for(tables: Tables) -> None:
    table = tables(pg.NumericalTicTacToe().position(), has_touch=True)
    table.target("Cell 9").tap()
    assert table.picked() == []
    choices = table.page.locator(".chooser button")
    assert choices.all_inner_texts() == ["1", "3", "5", "7", "9"]
    boxes = [choice.bounding_box() for choice in choices.all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert all(box and 0 <= box["x"] <= 375 - box["width"] for box in boxes)
    choices.nth(3).tap()
    assert table.picked() == ["7@9"]
    expect(table.page.locator(".chooser")).to_be_hidden()


def test_a_number_is_dragged_to_its_cell_or_picked_before_it(tables: Tables) -> None:
    table = tables(pg.NumericalTicTacToe().position("5@5"))
    six = table.page.locator(".tray button", has_text="6")
    mouse, ghost = table.page.mouse, table.page.locator("#place .ply-ghost")
    mouse.move(*middle(six))
    mouse.down()
    mouse.move(*middle(table.target("Cell 9")), steps=4)
    expect(ghost).to_have_text("6")
    mouse.up()
    assert table.picked() == ["6@9"]
    six.click()
    expect(six).to_have_attribute("aria-pressed", "true")
    table.target("Cell 1").click()
    assert table.picked() == ["6@1"]
    # Beside the board, and on a cell that is taken, it is put back: one move stands for all there.
    taken = list(table.position.game.move_texts).index("2@5")
    for x, y, refused in (5, 5, []), (*middle(table.target("Cell 5")), [taken]):
        mouse.move(*middle(six))
        mouse.down()
        mouse.move(x, y, steps=4)
        mouse.up()
        assert (table.picked(), table.refused()) == ([], refused)
        expect(ghost).to_have_count(0)


def test_a_win_is_cheered_unless_motion_is_off(tables: Tables) -> None:
    table = tables(pg.TicTacToe().position("1425"), {"valued": True})
    bar = table.page.locator("#place .bar")
    expect(bar).to_have_css("visibility", "hidden")
    table.show(table.position.play("3"), standing={"height": 1, "words": "x is better"})
    expect(bar).to_have_css("visibility", "visible")
    expect(bar).to_have_attribute("aria-label", "x is better")
    papers = table.page.locator("#place .paper")
    table.page.evaluate("board.cheer(0)")
    assert papers.count() > 9
    expect(papers).to_have_count(0)
    table.page.evaluate("document.documentElement.dataset.motion = 'off'; board.cheer(0)")
    assert papers.count() == 0


def test_keys_alone_play(tables: Tables) -> None:
    table = tables(pg.NumericalTicTacToe().position(), **MOTIONLESS)
    keys = table.page.keyboard
    for key in (
        "Tab",
        "ArrowRight",
        "ArrowDown",
        "Enter",
        "ArrowRight",
        "Escape",
        "Enter",
        "Enter",
    ):
        keys.press(key)
    assert table.picked() == ["1@5"]
    table = tables(pg.Sim(6).position(), **MOTIONLESS)
    keys = table.page.keyboard
    for key in ("Tab", "Enter", "ArrowRight", "Space"):
        keys.press(key)
    assert table.picked() == ["0-1"]
    table = tables(pg.ConnectFour().position(), **MOTIONLESS)
    keys = table.page.keyboard
    for key in ("Tab", "ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    table.follow()
    keys.press("Enter")
    assert table.picked() == ["3"], "the focus stays where it was"


@pytest.mark.parametrize("name", ["hex", "gomoku", "nim"])
def test_own_games_are_played(tables: Tables, name: str) -> None:
    table = tables(example(name).position(), **MOTIONLESS)
    while not table.position.over:
        code = table.position.codes[-1]
        site = geometry(table.position.game)["moves"][code]["sites"][0]
        table.page.locator("#place .target").nth(site).click()
        choices = table.page.locator(".chooser button")
        if choices.first.is_visible():
            choices.last.click()
        table.follow()
    assert table.page.locator("#place .open").count() == 0


@pytest.mark.parametrize(
    "game", [pg.ConnectFour(), pg.Sim(6), pg.NumericalTicTacToe(), pg.TicTacToe()]
)
def test_targets_are_large_enough_for_fingers(tables: Tables, game: pg.Game) -> None:
    table = tables(game.position(), has_touch=True)
    for target in table.page.locator("#place .target").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize(
    ("position", "target"),
    [(pg.ConnectFour().position("44"), "Column 4"), (pg.TicTacToe().position("5"), "Cell 1")],
)
def test_what_would_be_played_is_seen(tables: Tables, position: pg.Position, target: str) -> None:
    table = tables(position)
    ghost = table.page.locator("#place .ply-ghost")
    table.target(target).hover()
    expect(ghost).to_have_count(1)
    table.page.evaluate("board.locked = true")
    expect(ghost).to_have_count(0)
    table.page.evaluate("board.locked = false")
    expect(ghost).to_have_count(1)
    table.page.mouse.move(2, 600)
    expect(ghost).to_have_count(0)


def test_the_layout_never_moves(tables: Tables) -> None:
    table = tables(pg.ConnectFour().position())
    size = "place.getBoundingClientRect().height"
    before = table.page.evaluate(size)
    assert before > 250
    table.page.evaluate("board.locked = true")
    table.show(pg.ConnectFour().position("4"), values=[{"move": 1, "text": "+12"}])
    assert table.page.evaluate(size) == before


@pytest.mark.parametrize(
    ("game", "move"),
    [(pg.ConnectFour(), "4"), (pg.Sim(6), "0-3"), (pg.TicTacToe(), "5")],
    ids=["connect4", "sim", "tictactoe"],
)
def test_what_is_new_arrives_and_ends_as_the_picture(
    tables: Tables, game: pg.Game, move: str
) -> None:
    table = tables(game.position())
    table.show(game.position(move))
    moving = "place.shadowRoot.getAnimations({ subtree: true }).length"
    if not isinstance(game, pg.Sim):
        assert table.page.evaluate(moving) > 0
    table.show(table.position, values=[])  # what goes on is not cut off
    table.page.wait_for_function(f"{moving} === 0")
    same = [None, [[shown(table.position), svg(table.position.picture())]]]
    until(lambda: table.page.evaluate(SAME, same) is None)
    still = tables(game.position(), **MOTIONLESS)
    still.show(game.position(move))
    assert still.page.evaluate(moving) == 0


def test_values_lie_beside_their_moves(tables: Tables) -> None:
    table = tables(pg.NumericalTicTacToe().position())
    values = [
        {"move": 0, "text": "−8", "kind": "loss", "words": "loses in 8"},
        {"move": 2, "text": "7", "kind": "win", "words": "wins in 7", "best": True},
    ]
    table.show(table.position, values=values)
    assert table.page.locator("#place .ply-value").all_text_contents() == ["7"], (
        "the best of a cell"
    )
    table.target("Cell 1").click()
    named = [
        each.get_attribute("aria-label") for each in table.page.locator(".chooser button").all()
    ]
    assert named[:2] == ["1 in cell 1, loses in 8", "3 in cell 1, wins in 7"]


def test_a_page_sets_colours_and_no_more(tables: Tables) -> None:
    table = tables(pg.TicTacToe().position("5"), {"theme": "light"}, color_scheme="dark")
    ground = "getComputedStyle(place.shadowRoot.querySelector('.ply-panel')).fill"
    assert table.page.evaluate(ground) == "rgb(220, 227, 236)"
    table.page.evaluate("board.theme = 'auto'")
    assert table.page.evaluate(ground) == "rgb(44, 52, 65)"
    table.page.emulate_media(color_scheme="light")
    table.page.wait_for_function(f"{ground} === 'rgb(220, 227, 236)'")
    table.page.evaluate("board.theme = 'dark'")
    foreign = "* { display: none; color: red } svg { width: 9px } #place { --ply-ground: #123456 }"
    table.page.add_style_tag(content=f"{foreign} html, body, main, #place {{ display: block }}")
    assert table.page.evaluate(ground) == "rgb(18, 52, 86)"
    box = table.target("Cell 1").bounding_box()
    assert box is not None
    assert box["width"] > 100
    table.page.evaluate("board.focus()")
    assert table.page.evaluate("place.shadowRoot.activeElement.className") == "target cell"
    table.page.evaluate("board.remove()")
    assert table.page.evaluate("place.shadowRoot.children.length") == 0


WITH_ENGINE = """async ([data, module]) => {
  const bytes = Uint8Array.from(atob(module), (each) => each.charCodeAt(0));
  window.engine = await Plyground.openEngine(data, bytes);
  window.position = engine.start();
  board.options.onmove = (code) => {
    const before = engine.cells(position);
    position = engine.play(position, code);
    const cells = engine.cells(position);
    board.draw({
      cells,
      last: [...cells.keys()].filter((site) => cells[site] !== before[site]),
      deciding: engine.deciding(position),
      legal: position.moves,
      turn: position.turn,
    });
  };
}"""


@pytest.mark.compiled
def test_the_engine_of_a_page_plays_on_it(tables: Tables) -> None:
    game = pg.TicTacToe()
    table = tables(game.position(), **MOTIONLESS)
    table.page.add_script_tag(content=named("browser/engine.js"))
    module = base64.b64encode(gzip.decompress(engine_module(game))).decode()
    table.page.evaluate(WITH_ENGINE, [page_game(game)["engine"], module])
    for cell in "14253":
        table.target(f"Cell {cell},").click()
    end = game.position("14253")
    assert table.page.evaluate("engine.cells(position)") == list(end.cells)
    for name, count in ("taken", 5), ("last", 1), ("deciding", 3), ("line", 1):
        assert table.page.locator(f"#place .ply-{name}").count() == count


def test_a_file_with_a_strict_policy_has_a_board(browser: Browser, tmp_path: Path) -> None:
    """No module, no eval, no style of its own in the text of the page."""
    position = pg.ConnectFour().position("4453")
    data = json.dumps([geometry(position.game), shown(position)]).replace("<", "\\u003c")
    script = f"{named('browser/board.js')}const [geometry, position] = {data};\n" + (
        "new Plyground.Board(document.querySelector('div'), geometry).draw(position);"
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    path = tmp_path / "board.html"
    path.write_text(
        "<!doctype html><meta charset=utf-8><meta http-equiv=Content-Security-Policy "
        f"content=\"default-src 'none'; script-src 'sha256-{digest}'\">"
        f"<div></div><script>{script}</script>",
        encoding="utf-8",
    )
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(path.as_uri())
    box = page.locator(".target").first.bounding_box()
    assert box is not None
    assert box["height"] > 100, "its styles are there"
    assert page.locator(".ply-taken").count() == 4
    assert complaints == []
    page.close()


def test_what_a_move_puts_down_is_not_below_its_value(tables: Tables) -> None:
    """The value gives way to a corner of the cell, and comes back."""
    table = tables(pg.TicTacToe().position())
    table.show(
        table.position,
        values=[{"move": at, "text": "=", "words": "a draw", "kind": "draw"} for at in range(9)],
    )
    value = table.page.locator("#place .ply-value circle").nth(4)
    before = value.bounding_box()
    table.target("Cell 5").hover()
    after, ghost = value.bounding_box(), table.page.locator("#place .ply-ghost").bounding_box()
    assert before is not None
    assert after is not None
    assert ghost is not None
    x, y = ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2
    assert after["x"] > x
    assert after["y"] + after["height"] < y
    assert 0 < after["width"] < before["width"]
    table.page.mouse.move(1, 1)
    assert value.bounding_box() == before


def test_arrow_keys_stay_in_a_row_of_columns(tables: Tables) -> None:
    table = tables(pg.ConnectFour().position())
    table.target("Column 3").click()
    for key, column in (("ArrowDown", 3), ("ArrowUp", 3), ("ArrowRight", 4), ("ArrowLeft", 3)):
        table.page.keyboard.press(key)
        expect(table.target(f"Column {column}")).to_be_focused()
