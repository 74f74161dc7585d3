"""The review in a page without a server: it says what Python's says, and leads to another try."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import plyground as pg
from plyground.analysis import retries
from plyground.analysis.grades import grade
from plyground.analysis.review_view import ReviewView
from plyground.analysis.reviewed import POOR, ReviewedMove, graded, in_short, what_went_wrong
from plyground.browser.data import page_game
from plyground.browser.modules import engine_module
from plyground.browser.pages import page
from plyground.browser.scripts import joined
from tests.browser.access import check
from tests.browser.documents import Sheet, Sheets, sheets
from tests.games import NUMERICAL, SIM, SMALL_CONNECT4, TICTACTOE
from tests.variants import random_playout

__all__ = ["sheets"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

CONNECT4 = pg.ConnectFour()
PHONE, DESKTOP = {"width": 375, "height": 667}, {"width": 1280, "height": 800}
LOST = "22547574751733"  # to Moss, by a move that did not see four in a row
GAMES = [  # with the plies that are reviewed, and how many games
    (TICTACTOE, 9, 12),
    (SMALL_CONNECT4, 16, 8),
    (CONNECT4, 16, 8),
    (NUMERICAL, 6, 8),
    (SIM, 9, 8),
]
MODULES = ("engine", "course", "words", "reviewed")
SEATS = ("", "Moss")

TOLD = """async ([codes, start, you]) => {
  const line = [own.start()];
  for (const code of codes) line.push(own.play(line.at(-1), code));
  let found = [];
  await course.judged(own, line.slice(start), {
    seconds: 60,
    ask: (position, how) => own.values(position, how),
    onProgress: (now) => { found = now; },
  });
  const players = [0, 1].map((seat) => (seat === you ? null : { short: "Moss", full: "Moss" }));
  const spoken = new words.Words(data.phrases, [], data.board, true);
  const said = new reviewed.Reviewed(spoken, { players, you });
  const moves = found.slice(0, -1).map(({ move }) => move);
  return {
    verdict: said.verdict(line.at(-1), moves),
    moves: moves.map((made) => ({
      graded: said.graded(made), comment: said.comment(made), short: said.short(made),
      wrong: said.wrong(made.position, made.move, made.grade, made.value),
      asked: said.graded(made, said.name(made.seat)), task: course.isPoor(made) && said.task(made),
      praise: said.praise(made, made.best[0]), solution: said.solution(made.best),
      right: course.isPoor(made) && made.position.moves
        .filter((code) => course.isGoodEnough(made, code))
        .map((code) => data.board.moves[code].text),
    })),
  };
}"""

Telling = Callable[[pg.Position, int, int], dict[str, Any]]


@pytest.fixture(scope="module")
def telling(browser: Browser) -> Iterator[Callable[[pg.Game], Telling]]:
    """What the scripts of a page say of games."""
    pages: list[Page] = []

    @cache
    def of(game: pg.Game) -> Telling:
        own = browser.new_page()
        pages.append(own)
        for name in MODULES:
            own.evaluate(f"globalThis.{name} = {joined(f'browser/{name}.js')}; 0")
        module = list(gzip.decompress(engine_module(game)))
        own.evaluate(
            """async ([data, module]) => {
              const own = await engine.openEngine(data.engine, Uint8Array.from(module));
              Object.assign(globalThis, { data, own });
            }""",
            [page_game(game), module],
        )

        def told(last: pg.Position, start: int, you: int) -> dict[str, Any]:
            codes = [game.move_code(move) for move in last.history]
            said: dict[str, Any] = own.evaluate(TOLD, [codes, start, you])
            return said

        return told

    yield of
    for each in pages:
        each.close()


def right(wanted: ReviewedMove) -> list[str]:
    """The answers that the app takes in place of a move."""
    values = {each.move: each.value for each in pg.analyse(wanted.position).moves}
    return [
        text
        for text in wanted.position.moves
        if retries.is_right(wanted, text) or grade(wanted.before, values[text]) in ("best", "good")
    ]


def of_python(review: pg.Review, move: ReviewedMove, you: int) -> dict[str, Any]:
    """What Python says of a move, by values alone."""
    bare = replace(move, reason=None)
    words = ReviewView(replace(review, moves=(bare,)), SEATS, own=you).step(move.ply).words
    return {
        "graded": graded(move, you),
        "comment": " ".join(words[1:]),
        "short": in_short(move),
        "wrong": retries.why_not(bare),
        "asked": what_went_wrong(move, you),
        "task": move.grade in POOR and retries.task(move),
        "praise": retries.praise(move, move.best[0]),
        "solution": retries.solution(move),
        "right": move.grade in POOR and right(move),
    }


@pytest.mark.parametrize(("game", "plies", "games"), GAMES, ids=repr)
def test_it_says_what_python_says(
    telling: Callable[[pg.Game], Telling], game: pg.Game, plies: int, games: int
) -> None:
    for seed in range(games):
        last = random_playout(game, seed, long=True)[-1]
        start, you = max(0, last.ply - plies), seed % 2
        review = pg.review(last, start=start)
        names = SEATS if you == 0 else SEATS[::-1]
        said = telling(game)(last, start, you)
        assert said["verdict"] == review.verdict(you, names), last.history
        for move, told in zip(review.moves, said["moves"], strict=True):
            assert told == of_python(review, move, you), (last.history, move.ply)


# The page


def opened(sheets: Sheets, game: pg.Game, moves: str, *seats: str, **more: Any) -> Sheet:
    """A page that opens with a game."""
    codes = [game.move_code(move) for move in game.position(moves).history]
    return sheets(game, text=page(game, opens={"seats": seats, "moves": codes}), **more)


def fits(sheet: Sheet) -> bool:
    """Whether nothing is wider than the screen, and what is below the board suits fingers."""
    fit: bool = sheet.page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll("main button")];
          const seen = parts.filter((each) => each.checkVisibility());
          const large = seen.every((each) => each.getBoundingClientRect().height >= 44);
          return large && document.documentElement.scrollWidth <= innerWidth;
        }"""
    )
    return fit


def test_a_lost_game_is_reviewed_and_the_move_that_lost_it_tried_again(sheets: Sheets) -> None:
    sheet = opened(sheets, TICTACTOE, "1523", "here", "perfect")
    board = sheet.page.locator("#board")
    sheet.target("Cell 9").click()
    lost = sheet.page.get_by_role("button", name="Where was it lost?")
    expect(lost).to_have_class("main")
    place = board.bounding_box()
    lost.click()
    verdict = sheet.page.locator("#verdict")
    expect(verdict).to_have_text("Perfect won. You let the draw go with move 5.")
    assert board.bounding_box() == place, "the board does not move"
    words, rows = sheet.page.locator(".words"), sheet.page.locator("#moves button")
    expect(words).to_contain_text("Move 5: you (x) played cell 9, a mistake.")
    expect(words).to_contain_text("Now o can force a win by move 6. Better: cell 7.")
    expect(rows.nth(4)).to_have_text("9? Lets the draw go: cell 7 was better.")
    expect(rows.nth(5)).to_have_text("7 Wins.")
    first = rows.first.bounding_box()
    assert first is not None
    assert first["y"] < PHONE["height"], "the list begins on the first screen"
    assert fits(sheet)
    check(sheet.page)
    sheet.press("Try move 5 again")
    assert board.bounding_box() == place
    expect(sheet.status).to_have_text("You are x. Find a move that keeps the draw.")
    expect(sheet.note).to_have_text("Move 5: you played cell 9, a mistake.")
    assert fits(sheet)
    sheet.target("Cell 4").click()
    expect(sheet.status).to_have_text("Not that one.")
    expect(sheet.note).to_have_text("Cell 4 is a mistake: o can force a win by move 6.")
    sheet.press("Solution")
    expect(sheet.note).to_have_text("The solution: cell 7.")
    sheet.target("Cell 7").click()
    expect(sheet.status).to_have_text("Right: cell 7 is the best move.")
    sheet.press("Back to the review")
    expect(verdict).to_have_text("Perfect won. You let the draw go with move 5.")
    expect(sheet.page.get_by_role("button", name="Try move 5 again")).to_be_visible()
    assert board.bounding_box() == place
    sheet.press("One move back")
    sheet.press("Play on from here")
    assert sheet.moves() == list("1523")
    expect(verdict).to_be_hidden()


def test_a_review_is_put_away(sheets: Sheets) -> None:
    sheet = opened(sheets, CONNECT4, LOST, "here", "level:2", viewport=DESKTOP)
    sheet.press("Where was it lost?")
    expect(sheet.page.locator("#verdict")).to_contain_text("Moss won. ")
    check(sheet.page)
    sheet.press("Close the review")
    expect(sheet.status).to_have_text("Moss won")
    expect(sheet.page.locator("#actions button")).to_have_text(
        ["Where was it lost?", "Again", "Pass it on"]
    )


def test_two_people_review_their_game_from_the_menu(sheets: Sheets) -> None:
    sheet = opened(
        sheets, TICTACTOE, "12453", "here", "here", viewport={"width": 320, "height": 568}
    )
    sheet.press("More")
    sheet.press("Review")
    said = "O let the draw go with move 2, and x let the win go with move 5."
    expect(sheet.page.locator("#verdict")).to_have_text(said)
    assert fits(sheet)
    sheet.press("Try move 5 again")
    expect(sheet.status).to_have_text("You are x. Find a move that keeps the win.")
    sheet.press("Hint")
    expect(sheet.note).to_have_text("Hint: the win takes 1 move.")
    board = sheet.page.locator("#board")
    place = board.bounding_box()
    sheet.target("Cell 7").click()  # it ends the game
    expect(sheet.status).to_have_text("Right: cell 7 is the best move.")
    assert board.bounding_box() == place
    sheet.press("Back to the review")
    sheet.press("Close the review")
    assert sheet.moves() == list("12453")
    expect(sheet.status).to_have_text("Player 2's turn")


def test_no_mistake_is_claimed_where_values_are_unknown(sheets: Sheets) -> None:
    """Meanwhile one can step through the game, and the list grows from its end."""
    sheet = opened(sheets, pg.ConnectFour(8, 7), "182", "here", "here")
    sheet.press("More")
    sheet.press("Review")
    verdict, rows = sheet.page.locator("#verdict"), sheet.page.locator("#moves .did")
    expect(verdict).to_have_text("Reviewing the game: 0 of 3 moves ...")
    sheet.press("One move back")
    words = sheet.page.locator(".words")
    expect(words).to_contain_text("Move 2: yellow played column 8.")
    expect(rows).to_have_text(["", "", "Too hard to judge here."])
    expect(verdict).to_have_text("No mistake was found.")
    expect(rows).to_have_text(["Too hard to judge here."] * 3)
    expect(sheet.note).to_have_text("Too hard to judge here.")
    expect(sheet.page.locator("#course .turned")).to_have_count(0)
    expect(sheet.page.get_by_role("button", name="Play on from here")).to_be_visible()
