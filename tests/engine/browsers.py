"""Three browsers that open a file: Chromium, Firefox and WebKit, each as its own makers drive it.

Chromium goes by Playwright, Firefox by Puppeteer (WebDriver BiDi), and WebKit, the engine of
iPhones, by Selenium and GTK's driver in a virtual screen.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tests.chromium
from tests.until import until

_ROOT = Path(__file__).parents[2]


class Browser(ABC):
    """A browser with one page."""

    name: str

    @abstractmethod
    def open(self, path: Path) -> None:
        """Open a file."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page; promises are awaited."""

    def wait(self, expression: str) -> Any:
        """The value of an expression as soon as it is true."""
        return until(lambda: self.evaluate(expression))


class _Chromium(Browser):
    name = "chromium"

    def __init__(self, page: Any) -> None:
        self.page = page

    def open(self, path: Path) -> None:
        self.page.goto(path.as_uri())

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)


class _Firefox(Browser):
    name = "firefox"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def _ask(self, what: str, value: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({what: value}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")

    def open(self, path: Path) -> None:
        self._ask("open", path.as_uri())

    def evaluate(self, expression: str) -> Any:
        return self._ask("evaluate", expression)


class _WebKit(Browser):
    name = "webkit"

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, path: Path) -> None:
        self._driver.get(path.as_uri())

    def evaluate(self, expression: str) -> Any:
        script = f"""
            const done = arguments[arguments.length - 1];
            Promise.resolve().then(() => ({expression})).then(
                (value) => done({{ value }}), (error) => done({{ error: String(error) }}));
        """
        answer = self._driver.execute_async_script(script)
        assert "error" not in answer, answer["error"]
        return answer.get("value")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, which the system has."""
    with tests.chromium.chromium() as browser:
        yield _Chromium(browser.new_page())


@contextmanager
def firefox() -> Iterator[Browser]:
    """Firefox, which the system has."""
    command = ["node", str(Path(__file__).with_name("firefox.mjs"))]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT
    ) as process:
        yield _Firefox(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(30)


@contextmanager
def webkit() -> Iterator[Browser]:
    """WebKit's small browser, on a screen that nobody sees."""
    from selenium.webdriver import WebKitGTK, WebKitGTKOptions
    from selenium.webdriver.webkitgtk.service import Service

    options = WebKitGTKOptions()
    options.binary_location = _mini_browser()
    options.add_argument("--automation")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24"]  # says which is free
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as screen:
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().strip()}"
        try:
            service = Service(executable_path=shutil.which("WebKitWebDriver"), env=_on(display))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # Selenium's own
                driver = WebKitGTK(options=options, service=service)
            driver.set_script_timeout(300)
            try:
                yield _WebKit(driver)
            finally:
                driver.quit()
        finally:
            screen.terminate()


def _on(display: str) -> dict[str, str]:
    import os

    return {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}


def _mini_browser() -> str:
    found = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    assert found is not None, "install webkit2gtk-driver"
    return str(found)


BROWSERS = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
