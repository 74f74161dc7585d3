"""The documentation as built by `make site`: complete, and with nothing from another host."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as LateError

import plyground as pg
from plyground import errors, rules
from tests.chromium import chromium
from tests.documents import Document

SITE = Path(__file__).parent.parent / "site"

# What a reader may be sent to by a click. Nobody is sent there by a test.
LINKED = {
    "docs.sqlalchemy.org",
    "keepachangelog.com",
    "pywebview.flowrl.com",
    "semver.org",
    "www.python.org",
    "squidfunk.github.io",  # the theme, in the footer
}

# Where a browser fetches what these name, without being asked.
FETCHED = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src", "srcdoc"),
    "image": ("href", "xlink:href"),
    "img": ("src", "srcset"),
    "input": ("src",),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}

pytestmark = pytest.mark.site


def _fetched(document: Document) -> list[str]:
    """The addresses that a browser fetches for a page."""
    found = [
        value
        for tag, attributes in document.elements
        for name, value in attributes.items()
        if name in FETCHED.get(tag, ())
    ]
    styles = [each.get("style", "") for _, each in document.elements] + document.texts["style"]
    return found + [address for text in styles for address in _of_styles(text)]


def _of_styles(text: str) -> Iterator[str]:
    for found in re.finditer(r"url\(\s*[\"']?([^\"')]*)|@import\s+[\"']([^\"']*)", text):
        yield found[1] or found[2] or ""


def _elsewhere(addresses: list[str]) -> set[str]:
    return {urlsplit(each.strip()).netloc for each in addresses} - {""}


def pages() -> list[Path]:
    found = sorted(SITE.rglob("*.html"))
    assert found, "there is no site: make site"
    return found


def test_nothing_is_fetched_from_another_host() -> None:
    for path in pages():
        assert not _elsewhere(_fetched(Document(path.read_text()))), path
    for path in SITE.rglob("*.css"):
        assert not _elsewhere(list(_of_styles(path.read_text()))), path
    # The theme's script would load these from another host, for pages that have them.
    for path in pages():
        assert 'class="mermaid"' not in path.read_text(), path


def test_links_to_other_sites_are_known() -> None:
    for path in pages():
        elements = Document(path.read_text()).elements
        linked = [each["href"] for tag, each in elements if tag == "a" and "href" in each]
        assert _elsewhere(linked) <= LINKED, path


def test_only_what_readers_need_is_published() -> None:
    """The scripts that make pages stay at home; a notebook is published as .ipynb."""
    assert [*SITE.rglob("*.py"), *SITE.rglob("__pycache__")] == []
    assert len([*(SITE / "notebooks").glob("*.ipynb")]) == 4


def test_every_public_name_is_in_the_reference() -> None:
    """Once: those of `pg` that are also in another module are described there."""
    described: Counter[str] = Counter()
    for path in (SITE / "reference").rglob("*.html"):
        described.update(
            re.findall(r'<h\d id="plyground\.(?:api|rules|errors)\.(\w+)"', path.read_text())
        )
    assert described.keys() == {*pg.__all__, *rules.__all__, *errors.__all__}
    assert set(described.values()) == {1}
    for path in (SITE / "reference").rglob("*.html"):
        assert "doc-module-name" not in path.read_text(), f"{path.name} describes a module"


def test_powers_are_set_as_powers() -> None:
    """Of a^b^, which other programs set so, nothing is left; max^n is a name."""
    for path in pages():
        text = re.sub(r"<(script|pre).*?</\1>|<[^>]*>", "", path.read_text(), flags=re.DOTALL)
        assert not re.search(r"\^[^\s^]+\^", text), path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_it_is_read_and_searched_without_a_server(page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    search = page.get_by_role("textbox", name="Search")
    found = page.locator(".md-search-result__item").first
    for patience in (20_000, 60_000):
        page.goto((SITE / "index.html").as_uri())
        search.fill("transposition")
        with suppress(LateError):  # what is typed before the page's script listens is lost
            found.wait_for(timeout=patience)
            break
    assert "Transpositions" in page.locator(".md-search-result__list").inner_text()
    assert {urlsplit(url).scheme for url in requests} <= {"file", "data", "blob"}


@pytest.mark.parametrize(
    ("chapter", "value", "after"),
    [
        ("minimax", "Best is cell 4: it wins in 1 ply.", "Player 1 won"),
        ("perfect", "Best is column 3: it wins in 29 plies.", "Player 1's turn"),
    ],
)
def test_two_chapters_have_boards_to_play_on(
    page: Page, chapter: str, value: str, after: str
) -> None:
    """From a file, where the search needs workers of another kind."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((SITE / "learn" / f"{chapter}.html").as_uri())
    board = page.locator("figure.live")
    board.get_by_role("button", name="Values").click()
    note, status = board.locator(".note"), board.locator(".status")
    before = status.inner_text()
    expect(note).to_contain_text(value, timeout=20_000)
    board.get_by_role("button", name="Computer").click()
    expect(status).to_contain_text(after, timeout=20_000)
    board.get_by_role("button", name="Start over").click()
    expect(status).to_have_text(before)
    expect(note).to_contain_text(value)
    assert {urlsplit(url).scheme for url in requests} <= {"file", "data", "blob"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 375])
def test_axe_finds_nothing_in_the_chapters(page: Page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    for chapter in ("minimax", "perfect"):
        page.goto((SITE / "learn" / f"{chapter}.html").as_uri())
        page.locator("figure.live").get_by_role("button", name="Values").click()
        expect(page.locator("figure.live .note")).to_contain_text("Best is", timeout=20_000)
        found = Axe().run(page, "figure.live").response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:150]) for each in found] == []


def test_a_board_deals_endings_and_says_who_wins(page: Page) -> None:
    """Of three answers one is right, and the reason names who."""
    page.goto((SITE / "learn" / "follow-up.html").as_uri())
    board = page.locator("figure.live:has([deals])")
    note, answers = board.locator(".note"), board.locator(".answers")
    for number in range(1, 3):
        expect(note).to_have_text("Who wins if nothing else happens?", timeout=30_000)
        expect(board.get_by_role("button", name="Values")).to_be_hidden()
        answers.get_by_role("button", name="Red").click()
        expect(note).to_have_text(re.compile(rf"(Right|No): .* wins\..* \d of {number} right\."))
        expect(answers).to_be_hidden()
        said = note.inner_text()
        assert said.startswith("Right") == ("red wins" in said)
        found = Axe().run(page, "figure.live:has([deals])").response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:150]) for each in found] == []
        board.get_by_role("button", name="Another ending").click()


def test_the_chapters_show_pictures_where_no_script_runs(browser: Browser) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto((SITE / "learn" / "minimax.html").as_uri())
    board = page.locator("figure.live")
    expect(board.locator("svg")).to_be_visible()
    expect(board).to_contain_text("you need a browser that runs scripts")
    page.close()


@pytest.mark.parametrize("width", [1200, 375])
@pytest.mark.parametrize("chapter", ["minimax", "perfect"])
def test_nothing_moves_when_a_board_comes(browser: Browser, chapter: str, width: int) -> None:
    """The picture without scripts keeps room for the sentences and the buttons."""
    heights = []
    for scripts in (False, True):
        page = browser.new_page(
            viewport={"width": width, "height": 800}, java_script_enabled=scripts
        )
        page.goto((SITE / "learn" / f"{chapter}.html").as_uri())
        board = page.locator("figure.live")
        expect(board.locator(".buttons")).to_have_count(int(scripts))
        heights.append(board.evaluate("each => each.getBoundingClientRect().height"))
        page.close()
    assert heights[0] == pytest.approx(heights[1], abs=1.0)
