"""A server for all tests of a process, and Chromium to visit it with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect

from tests.browser.playing import Person
from tests.browser.servers import Server, running_server
from tests.chromium import chromium

__all__ = ["Server", "running_server"]

_PATIENCE = 120_000  # milliseconds for what comes late only on a computer that does other work
expect.set_options(timeout=_PATIENCE / 4)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for visitors who know nothing of each other."""
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


# What Chromium says of requests that fail on purpose, and of pages that are left at once.
_EXPECTED = (
    "Failed to load resource",
    "The resource http",
    "htmx:",
    "The Cross-Origin-Opener-Policy header has been ignored",  # without https
)

_USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": None,
    "reduced_motion": None,
}
"""What a page is given for each test; all other options are for good."""

_FORGET = """() => {
  try { for (const each of [localStorage, sessionStorage]) each.clear(); } catch { /* none here */ }
}"""

_RESIZED = """({width, height}) => new Promise((done) => {
  const look = () => innerWidth === width && innerHeight === height
    ? requestAnimationFrame(() => requestAnimationFrame(done)) : requestAnimationFrame(look);
  look();
})"""


class Pages:
    """Pages in browser contexts of their own, each used by one test after the other.

    They may ask for nothing but what begins with one of the addresses, and have no errors.
    """

    def __init__(self, browser: Browser, address: str = "") -> None:
        self._browser, self._address = browser, address
        self.addresses = [address] * bool(address)
        self._free: dict[str, list[Page]] = {}
        self._used: dict[Page, str] = {}  # with its options
        self._alone: set[Page] = set()
        self._listeners: list[tuple[Page, Any, Any]] = []
        self._complaints: list[str] = []

    def page(self, *, alone: bool = False, **options: Any) -> Page:
        """A page without traces of other tests; `alone` for one that no other test gets."""
        own = {name: options[name] for name in sorted(options.keys() - _USUAL.keys())}
        free = self._free.setdefault(repr(own), [])
        page = free.pop() if free and not alone else self._new(own)
        self._used[page] = repr(own)
        if alone:
            self._alone.add(page)
        given = {name: options.get(name, usual) for name, usual in _USUAL.items()}
        page.set_viewport_size(given.pop("viewport"))
        page.emulate_media(**{name: value or "null" for name, value in given.items()})
        return page

    def end(self) -> None:
        """Take the pages of a test back."""
        used, self._used = self._used, {}
        for page, event, listener in self._listeners:
            page.remove_listener(event, listener)
        self._listeners.clear()
        for page, options in used.items():
            if page in self._alone or not self._wiped(page):
                page.context.close()
            else:
                self._free[options].append(page)
        self._alone.clear()
        self.addresses = [self._address] * bool(self._address)
        complaints, self._complaints = self._complaints, []
        assert complaints == []

    def _new(self, options: dict[str, Any]) -> Page:
        context = self._browser.new_context(base_url=self._address or None, **options)
        context.set_default_timeout(_PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("request", lambda request: self._look_at(request.url))
        add, on, resize = page.add_init_script, page.on, page.set_viewport_size

        def for_good(script: str) -> None:
            self._alone.add(page)
            add(script)

        def listen(event: Any, listener: Any) -> None:
            self._listeners.append((page, event, listener))
            on(event, listener)

        def resized(size: Any) -> None:
            resize(size)
            if options.get("java_script_enabled", True) and not options.get("is_mobile"):
                page.evaluate(_RESIZED, size)  # or what is asked next has the size before

        page.add_init_script, page.on, page.set_viewport_size = for_good, listen, resized
        return page

    def _wiped(self, page: Page) -> bool:
        """Whether nothing is left of what a test did."""
        for other in page.context.pages:
            if other != page:
                other.close()
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.evaluate(_FORGET)
            # A page of the same address keeps the process, which takes a while to start.
            page.goto(f"{self._address}/static/icon.svg" if self._address else "about:blank")
            page.evaluate(_FORGET)
        except Error:  # it is closed, or on its way to another page
            return False
        page.context.clear_cookies()
        page.context.set_offline(False)
        return True

    def _hear(self, said: ConsoleMessage) -> None:
        if not said.text.startswith(_EXPECTED):
            self._complaints.append(said.text)

    def _look_at(self, url: str) -> None:
        if not url.startswith((*self.addresses, "data:", "blob:", "about:")):
            self._complaints.append(f"asks for {url}")


@pytest.fixture(scope="session")
def all_pages(browser: Browser) -> Callable[[str], Pages]:
    """The pages of a server, by its address."""
    return cache(partial(Pages, browser))


@pytest.fixture
def files(all_pages: Callable[[str], Pages]) -> Iterator[Pages]:
    """Pages that are opened from files."""
    pages = all_pages("")
    yield pages
    pages.end()


@pytest.fixture
def person(all_pages: Callable[[str], Pages], server: Server) -> Iterator[Person]:
    """Pages of people who know nothing of each other; most have asked that nothing moves."""
    pages = all_pages(server.url)
    yield lambda **options: pages.page(**{"reduced_motion": "reduce", **options})
    pages.end()
