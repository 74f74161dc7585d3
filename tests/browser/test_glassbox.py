"""The glass box in a browser: stepped through, guessed at, by keyboard alone, with a large tree."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Page, Route, expect

import plyground as pg
from plyground.analysis import look_inside, score_text
from plyground.analysis.plain_search import listing
from tests.browser.playing import Person, rest
from tests.browser.recordings import Look, _recorder, look
from tests.reference.spoken import spoken
from tests.until import until

__all__ = ["_recorder", "look"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

FIRST = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"
LARGE = "/glassbox?game=tictactoe&moves=1&algorithm=shallow&depth=9"


@pytest.fixture
def drawn(person: Person) -> Page:
    return person(viewport={"width": 1280, "height": 900})


@pytest.fixture
def page(drawn: Page) -> Page:
    """A page that shows the tree as a list."""
    drawn.goto("/static/icon.svg")
    drawn.evaluate("localStorage.setItem('tree', 'list')")
    return drawn


@cache
def first_trace() -> pg.Trace:
    return look_inside(pg.TicTacToe().position("15264"), depth=3)


def signed(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def row(page: Page, number: int):  # type: ignore[no-untyped-def]
    return page.locator(f'[role="treeitem"][data-node="{number}"]')


def asked_after_a_step(page: Page) -> bool:
    """Go a step on; whether the page asks what comes next."""
    page.keyboard.press("ArrowRight")
    rest(page)
    return page.locator("[data-question]").is_visible()


def step_shown(page: Page, number: int, of: int) -> None:
    expect(page.locator("[data-count]")).to_have_text(f"Step {number:,} of {of:,}")


def test_who_waits_for_a_search_reads_how_many_come_before(page: Page) -> None:
    held: list[Route] = []
    left = ["", "Waiting: you are next ...", "Waiting: 2 come before you ..."]

    def say(route: Route) -> None:
        words = left.pop() if left and held else ""
        route.fulfill(json={"words": words})
        if not left and held:
            held.pop().continue_()

    def hold(route: Route) -> None:
        held.append(route)

    page.goto("/glassbox")
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        globalThis.heard = [];
        const said = document.querySelector("[data-said]");
        new MutationObserver(() => heard.push(said.textContent))
            .observe(said, { childList: true });
    })""")
    page.route("**/in-line", say)
    page.route("**/glassbox/steps?*", hold)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    heard = page.evaluate("heard")
    waits = ["Waiting: 2 come before you ...", "Waiting: you are next ..."]
    assert heard[:3] == [*waits, "Searching …"]
    expect(page.locator("[data-said]")).to_have_text(re.compile("looks 3 moves ahead"))


def test_a_search_is_stepped_through_to_its_end(page: Page) -> None:
    trace = first_trace()
    page.goto(FIRST)
    found: dict[int, str] = {}
    for step in trace.steps:
        crossed = ""
        if step.action == "cut":
            alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
            crossed = f" \N{GREEK SMALL LETTER ALPHA} {alpha} ≥ β {beta}."
        expect(page.locator("[data-said]")).to_have_text(sentence(spoken(trace, step)) + crossed)
        step_shown(page, step.number + 1, len(trace.steps))
        current = row(page, step.node)
        expect(current).to_have_attribute("aria-current", "step")
        expect(page.locator(f'[data-board][data-node="{step.node}"] svg')).to_be_visible()
        at = trace.nodes[step.node]
        if at.end != "over":
            alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
            expect(current.locator(".window")).to_have_text(
                f"\N{GREEK SMALL LETTER ALPHA} {alpha} · β {beta}"
            )
        if step.action in ("evaluate", "return"):
            found[step.node] = current.locator(".value").inner_text()
        elif step.node not in found:
            expect(current.locator(".value")).to_have_text("?")
        if step.action == "cut":
            cut = page.locator(".item.cut").filter(has_text=" ".join(step.moves))
            expect(cut.first).to_contain_text("cut off, not looked at:")
        page.get_by_role("button", name="One step forward").click()
    # As `plyground tree --json` has them.
    for node in trace.to_json()["nodes"]:
        sign = {"exact": "", "upper": "≤ ", "lower": "≥ "}[node["bound"]]
        assert found[node["number"]] == sign + signed(score_text(node["value"]))
    expect(page.locator("[data-summary]")).to_contain_text("Value: loss in 2. Best play: 3 7.")


def test_nothing_is_shown_before_it_is_known_also_when_stepping_back(page: Page) -> None:
    trace = first_trace()
    page.goto(FIRST)
    page.get_by_role("button", name="To the end").click()
    expect(row(page, 0).locator(".value")).to_have_text("loss in 2")
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name="One step back").click()
    step_shown(page, len(trace.steps) - 2, len(trace.steps))
    expect(row(page, 0).locator(".value")).to_have_text("?")
    expect(page.locator("[data-summary]")).to_be_hidden()
    page.locator("[data-slider]").fill("3")
    step_shown(page, 3, len(trace.steps))
    assert page.locator('[role="treeitem"]').count() == 3
    page.wait_for_url("**#step=3")
    page.reload()
    step_shown(page, 3, len(trace.steps))


def test_guesses_are_judged_and_counted(page: Page, look: Look) -> None:
    trace = first_trace()
    steps = look(trace.position, trace.depth).steps
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(FIRST)
    step_shown(page, 1, len(trace.steps))  # keys before it are not for anything yet
    play = page.get_by_role("button", name="Play", exact=True)
    place = play.bounding_box()
    page.get_by_role("button", name="Guess").click()
    score, said, asking = (page.locator(f"[data-{x}]") for x in ("score", "said", "question"))
    expect(score).to_have_text("Step on: a question comes soon.")
    right = asked = 0
    kinds = set()
    for number in range(1, len(trace.steps)):
        page.keyboard.press("ArrowRight")
        expected = steps[number]["question"]
        if expected is not None:
            expect(asking.locator(".asked")).to_have_text(expected["text"])
            step_shown(page, number, len(trace.steps))  # the step itself is still to come
            if trace.steps[number].action in ("evaluate", "return"):
                expect(row(page, trace.steps[number].node).locator(".value")).to_have_text("?")
            expect(play).to_have_attribute("aria-disabled", "true")
            assert play.bounding_box() == place, "nothing moves under the finger"
            page.keyboard.press(" " if asked % 2 else "ArrowRight")  # no way around the question
            expect(asking.locator(".asked")).to_contain_text("Answer first")
            wrong = asked % 3 == 2
            choice = (expected["answer"] + wrong) % len(expected["choices"])
            asking.get_by_role("button").nth(choice).click()
            asked += 1
            right += not wrong
            kinds.add((expected["kind"], wrong))
            expect(said).to_contain_text("Wrong" if wrong else "Right")
            if wrong:
                expect(said).to_contain_text(expected["choices"][expected["answer"]])
            expect(said).to_contain_text(expected["reason"])
            expect(score).to_have_text(f"{right} right of {asked} asked")
        step_shown(page, number + 1, len(trace.steps))
        expect(play).to_have_attribute("aria-disabled", "false")
    assert play.bounding_box() == place
    assert {kind for kind, _ in kinds} == {"value", "cut"}
    assert {wrong for _, wrong in kinds} == {False, True}
    page.keyboard.press("g")
    expect(score).to_have_text(f"{right} right of {asked} asked")  # kept
    page.keyboard.press("Home")
    page.keyboard.press("g")
    page.keyboard.press("ArrowRight")  # what was answered is not asked again
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    step_shown(page, 4, len(trace.steps))


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (375, 812)])
def test_a_question_comes_into_view(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/glassbox?game=tictactoe&moves=159378&algorithm=minimax&depth=3")
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    expect(page.locator(".box")).not_to_contain_text(re.compile("window|[Aa]lpha"))
    page.keyboard.press("g")
    for number in (2, 3, 4):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-count]")).to_contain_text(f"Step {number} of")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-question]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-board] svg")).to_be_in_viewport(ratio=1)


def test_by_keyboard_alone(page: Page) -> None:
    last = len(first_trace().steps)
    page.goto(FIRST)
    step_shown(page, 1, last)
    page.keyboard.press("End")
    step_shown(page, last, last)
    page.keyboard.press("Home")
    step_shown(page, 1, last)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    step_shown(page, 2, last)
    page.keyboard.press("ArrowDown")  # to the end of 3, which was entered
    step_shown(page, 21, last)
    page.keyboard.press("ArrowUp")
    step_shown(page, 2, last)
    page.keyboard.press("g")
    until(lambda: asked_after_a_step(page))
    expect(page.locator(".asked")).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("[data-score]")).to_have_text("1 right of 1 asked")
    page.keyboard.press("g")
    page.keyboard.press(" ")  # play
    page.locator("[data-play]").and_(page.get_by_label("Pause")).wait_for()
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_attribute("aria-label", "Play")
    # The tree: from its current row to the root, closed, opened, and to another position.
    page.keyboard.press("End")
    step_shown(page, last, last)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "treeitem":
            break
    expect(row(page, 0)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(row(page, 0)).to_have_attribute("aria-expanded", "false")
    expect(page.locator('[role="treeitem"]')).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(row(page, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(row(page, 2)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-board][data-node="2"] svg')).to_be_visible()
    expect(page.locator("[data-looking]")).to_contain_text("The search is at the root")
    step_shown(page, last, last)


def test_a_large_tree_opens_and_is_stepped_through(page: Page) -> None:
    page.goto(LARGE)
    step_shown(page, 1, 14_553)
    page.keyboard.press("End")
    step_shown(page, 14_553, 14_553)
    expect(row(page, 0).locator(".value")).to_have_text("0")
    assert page.locator('[role="treeitem"]').count() == 9
    first = row(page, 1)
    expect(first).to_contain_text(re.compile("[0-9],[0-9]+ positions below"))
    first.locator(".caret").click()
    expect(page.locator('[role="treeitem"]')).to_have_count(9 + 7)
    page.locator("[data-slider]").fill("10190")
    step_shown(page, 10_190, 14_553)
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    step_shown(page, 10_210, 14_553)
    assert page.locator('[role="treeitem"]').count() < 150
    page.locator("[data-speed]").fill("6")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("[data-count]")).to_contain_text(re.compile("Step 10,(2[2-9]|[3-9])"))
    page.get_by_role("button", name="Pause").click()


def test_the_form_asks_for_a_game_s_own_parameters_and_keeps_what_was_wrong(page: Page) -> None:
    page.goto("/glassbox")
    page.get_by_role("combobox", name="Game").select_option("connect4")
    expect(page.get_by_label("Dots")).to_be_hidden()
    page.get_by_label("Columns").fill("4")
    page.get_by_label("Rows").fill("4")
    page.get_by_label("Moves from the start").fill("9")
    page.get_by_label("Depth").fill("2")
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_role("alert")).to_contain_text("'9' is not a move of Connect Four")
    expect(page.get_by_label("Columns")).to_have_value("4")
    page.get_by_label("Moves from the start").fill("1")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("h2").first).to_have_text("Connect Four, 2 moves ahead")
    expect(page.locator("[data-about]")).to_contain_text("after 1: alpha-beta, 2 plies deep")
    assert "vertices" not in page.url


def test_played_again_from_the_end_while_guessing(page: Page) -> None:
    page.goto(FIRST)
    count = page.locator("[data-count]")
    expect(count).to_contain_text("Step 1 of")
    page.keyboard.press("End")
    expect(count).not_to_contain_text("Step 1 of")
    page.keyboard.press("g")
    page.keyboard.press("Space")
    expect(page.locator("[data-question]")).to_be_visible()
    expect(count).to_contain_text(re.compile("Step [1-9] of"))


def test_the_line_that_has_just_run_is_marked_beside_the_tree(page: Page, look: Look) -> None:
    page.goto(FIRST)
    running = page.locator("[data-code] [aria-current]")
    expect(running).to_have_text(re.compile(r"if position\.over or depth == 0:"))
    pairs = page.locator("[data-variables] div")
    for step in look(first_trace().position, 3).steps:
        expect(running).to_have_text(listing("alphabeta").lines[step["line"]].strip())
        said = pairs.evaluate_all(
            "all => Object.fromEntries(all.map((each) =>"
            " ['dt', 'dd'].map((part) => each.querySelector(part).textContent)))"
        )
        assert said == step["variables"]
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("size", [(375, 667), (812, 375), (1280, 800)])
def test_board_words_and_controls_are_in_view_together_and_nothing_moves(
    person: Person, size: tuple[int, int]
) -> None:
    page = person(viewport={"width": size[0], "height": size[1]})
    page.goto(FIRST)
    expect(page.locator("[data-board] svg")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate(
        "window.shifts = 0; new PerformanceObserver((list) => {"
        " for (const entry of list.getEntries()) if (!entry.hadRecentInput)"
        " window.shifts += entry.value;"
        "}).observe({ type: 'layout-shift' })"
    )
    for _ in range(6):
        for part in (
            "[data-board] svg", "[data-play]", "[data-slider]", "[data-go=cut]", "[data-said]",
            "[data-zoom=in]",
        ):  # fmt: skip
            if part not in ("[data-zoom=in]", "[data-slider]") or size[0] >= 600:
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert page.locator(".telling").evaluate("it => it.scrollHeight <= it.clientHeight")
        current = ".ply-node.current .box" if size[0] >= 600 else ".item.current"
        expect(page.locator(current)).to_be_in_viewport(ratio=0.9)
        page.evaluate("document.querySelector('[data-go=on]').click()")  # which excuses no shift
        rest(page)
    if size[0] < 600:
        page.get_by_role("button", name="More", exact=True).click()
    if size[0] < 1152:
        page.get_by_role("button", name="Code").click()
    expect(page.locator("[data-code] [aria-current]")).to_be_in_viewport(ratio=1)
    assert page.evaluate(
        "[...document.querySelectorAll('.code, .telling')]"
        ".every((each) => each.scrollWidth <= each.clientWidth)"
    )
    page.keyboard.press("g")
    until(lambda: asked_after_a_step(page))
    for part in (
        "[data-question]",
        "[data-board] svg",
        "[data-said]",
        "[data-code] [aria-current]",
    ):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert page.evaluate("window.shifts") == 0


def test_the_drawn_tree_grows_with_the_steps_and_leads_to_them(drawn: Page) -> None:
    page, trace = drawn, first_trace()
    page.goto(FIRST)
    for step in trace.steps:
        step_shown(page, step.number + 1, len(trace.steps))
        rest(page)
        entered = [node for node in trace.nodes if node.entered <= step.number]
        cuts = sum(each.action == "cut" for each in trace.steps[: step.number + 1])
        way = 1 + trace.nodes[step.node].ply
        *counts, nodes, low = page.evaluate(
            """() => {
              const all = (kind) => [...document.querySelectorAll(kind)];
              const kinds = [".ply-node:not(.unseen)", ".ply-pruned:not(.unseen)", ".ply-node.way"];
              return [
                ...kinds.map((kind) => all(kind).length),
                all(".ply-node.current").map((each) => each.dataset.node),
                all(".ply-node.current .low").map((each) => each.textContent),
              ];
            }"""
        )
        assert (counts, nodes) == ([len(entered), cuts, way], [str(step.node)])
        if trace.nodes[step.node].end != "over":
            alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
            assert low == [f"\N{GREEK SMALL LETTER ALPHA} {alpha}", f"β {beta}"]
        page.keyboard.press("ArrowRight")
    expect(page.locator(".ply-node.best")).to_have_count(len(trace.principal))
    cut = next(step for step in trace.steps if step.action == "cut")
    stub = page.locator(f'[data-cut="{cut.node}"]')
    expect(stub).to_contain_text(f"✂ {' '.join(cut.moves)}")
    assert stub.locator(".low").all_text_contents() == [
        f"\N{GREEK SMALL LETTER ALPHA} {signed(score_text(cut.alpha))}",
        f"≥ β {signed(score_text(cut.beta))}",
    ]
    assert (
        stub.locator(".line").evaluate("line => getComputedStyle(line).strokeDasharray") != "none"
    )
    stub.locator(".hit").click()
    step_shown(page, cut.number + 1, len(trace.steps))
    left = trace.nodes[2].left
    assert left is not None
    page.locator('[data-node="2"] .hit').click()
    step_shown(page, left, len(trace.steps))  # a leaf has its value a step before
    page.locator('[data-node="2"] .hit').click()
    step_shown(page, trace.nodes[2].entered + 1, len(trace.steps))
    page.get_by_role("button", name="List").click()
    expect(row(page, 2)).to_have_attribute("aria-current", "step")
    page.wait_for_url(f"**#step={trace.nodes[2].entered + 1}")
    page.reload()
    expect(row(page, 2)).to_have_attribute("aria-current", "step")  # the browser keeps the choice


def test_the_whole_tree_fits_and_can_be_larger(drawn: Page) -> None:
    page = drawn
    page.goto(f"{FIRST}#step=44")
    picture, place = page.locator("[data-drawn] svg"), page.locator("[data-drawn]")
    expect(picture).to_be_visible()

    def fits() -> bool:
        return bool(
            place.evaluate(
                "it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
            )
        )

    assert fits()
    fit = page.get_by_role("button", name="Fit")
    fit.click()  # letters are larger then
    assert not fits()
    fit.click()
    expect(fit).to_have_attribute("aria-pressed", "true")
    assert fits()
    expect(page.locator(".ply-node")).to_have_count(len(first_trace().nodes))
    for each in page.locator(".ply-node .box").all():
        expect(each).to_be_in_viewport(ratio=1)
    for _ in range(6):
        page.keyboard.press("+")
    expect(fit).to_have_attribute("aria-pressed", "false")
    assert not fits()
    expect(page.locator(".ply-node.current .box")).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("0")
    assert fits()


def test_from_one_cut_off_to_the_next(drawn: Page) -> None:
    page, trace = drawn, first_trace()
    page.goto(FIRST)
    step_shown(page, 1, len(trace.steps))
    button = page.get_by_role("button", name="Next cut-off")
    for number, step in enumerate(each for each in trace.steps if each.action == "cut"):
        expect(button).to_have_attribute("aria-disabled", "false")
        if number % 2:
            page.keyboard.press("c")
        else:
            button.click()
        step_shown(page, step.number + 1, len(trace.steps))
    expect(button).to_have_attribute("aria-disabled", "true")


def test_all_keys_are_listed_in_view(drawn: Page, subtests: pytest.Subtests) -> None:
    page = drawn
    page.goto(FIRST)
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("listitem")).to_have_count(8)
    for width, height in (375, 667), (812, 375), (1280, 800):
        with subtests.test(width=width, height=height):
            page.set_viewport_size({"width": width, "height": height})
            for line in dialog.get_by_role("listitem").all():
                expect(line).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_large_tree_is_drawn_where_the_search_is(drawn: Page) -> None:
    page = drawn
    page.goto(f"{LARGE}#step=3000")
    for number in range(3000, 3030, 10):
        step_shown(page, number, 14_553)
        current = page.locator(".ply-node.current .box")
        expect(current).to_be_in_viewport(ratio=0.9)
        assert 10 < page.locator(".ply-node").count() < 80
        expect(
            page.locator(".ply-node:not(.unseen) .low").get_by_text("below").first
        ).to_be_attached()
        for _ in range(10):
            page.keyboard.press("ArrowRight")


def test_on_a_phone_the_tree_has_most_of_the_screen(drawn: Page) -> None:
    """What is used seldom is behind More, and the depth changes at a touch."""
    page = drawn
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(FIRST)
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of")
    assert page.locator(".box :is(button, a, input):visible").count() <= 9
    tree, telling = (page.locator(each) for each in (".tree-card", ".telling"))
    height = "each => each.getBoundingClientRect().height"
    assert tree.evaluate(height) > 667 / 2
    expect(page.locator(".depth")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Guess").click()
    assert tree.evaluate(height) > telling.evaluate(height)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator("[data-slider]")).to_be_visible()
    page.get_by_role("button", name="Code").click()
    expect(page.locator(".code")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("[data-said]")).to_contain_text("The search is done")
    page.get_by_role("button", name="One move less").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text("Tic-tac-toe, 2 moves ahead")


def test_the_depth_of_a_search_changes_at_a_touch(drawn: Page) -> None:
    page = drawn
    page.goto(FIRST)
    less, more = (page.get_by_role("button", name=f"One move {x}") for x in ("less", "more"))
    for depth in (2, 1):
        less.click()
        page.wait_for_url(FIRST.replace("depth=3", f"depth={depth}") + "*")
        moves = "1 move" if depth == 1 else f"{depth} moves"
        expect(page.locator(".box h2")).to_have_text(f"Tic-tac-toe, {moves} ahead")
    expect(less).to_have_attribute("aria-disabled", "true")
    less.click(force=True)
    more.click()
    page.wait_for_url(FIRST.replace("depth=3", "depth=2") + "*")
    page.goto("/glassbox?depth=9&moves=12345")
    expect(more).to_have_attribute("aria-disabled", "true")
    expect(less).to_have_attribute("aria-disabled", "false")


def test_what_is_said_of_the_search(drawn: Page) -> None:
    page, about = drawn, drawn.locator("[data-about]")
    page.goto(FIRST)
    expect(about).to_have_text(
        "Tic-tac-toe after 1 5 2 6 4: alpha-beta, 3 plies deep. Values are for o, the maximiser."
    )
    page.goto("/glassbox?game=sim&vertices=6&players=2&moves=0-1+0-2&depth=1")
    expect(about).to_contain_text(" At full depth, “margin” rates the position.")
    expect(page.locator("[data-cut-short]")).to_be_hidden()


def test_a_search_of_too_many_steps_says_where_it_was_cut_short(drawn: Page) -> None:
    page = drawn

    def shorter(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"steps": 100000', '"steps": 50'))

    page.route("**/glassbox?*", shorter)
    page.goto("/glassbox?moves=1526&algorithm=minimax&depth=3")
    expect(page.locator("[data-cut-short]")).to_contain_text("Cut short after 50 steps, at ")
    step_shown(page, 1, 50)
    page.keyboard.press("End")
    expect(page.locator("[data-summary]")).to_contain_text("The search did not finish.")
    less, more = (page.get_by_role("button", name=f"One move {x}") for x in ("less", "more"))
    expect(more).to_have_attribute("aria-disabled", "true")
    expect(more).to_have_attribute("title", "A deeper search would be cut short too")
    expect(less).to_have_attribute("aria-disabled", "false")
    page.set_viewport_size({"width": 375, "height": 667})
    expect(page.locator("[data-cut-short]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".depth")).to_be_in_viewport(ratio=1)


def test_players_have_the_game_s_names(drawn: Page) -> None:
    page = drawn
    page.goto("/glassbox?game=connect4&moves=44&depth=2")
    expect(page.locator("[data-facts]")).to_contain_text("To move" + "red (max)")
    page.keyboard.press("g")
    until(lambda: asked_after_a_step(page))
    expect(page.locator(".asked")).to_have_text("What will this position be worth to red?")
    page.keyboard.press("s")
    page.keyboard.press("End")
    expect(page.locator("[data-summary]")).to_contain_text("Red maximises.")
    page.get_by_role("button", name="List").click()
    expect(row(page, 0)).to_contain_text("red to move, max")
    for part in ".telling", ".tree-card", ".state":
        expect(page.locator(part)).not_to_contain_text(re.compile("[Pp]layer [12]"))
