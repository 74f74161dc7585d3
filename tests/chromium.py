"""Chromium as the tests start it: its shell without windows where there is one, for that takes two
thirds of the time.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_OPTIONS = (
    "--no-sandbox",
    "--host-resolver-rules=MAP games.test 127.0.0.1",
    "--font-render-hinting=none",  # words as wide as on a screen
    "--enable-crash-reporter",  # in the shell a fault of WebAssembly ends the page without it
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.fail("browser tests need Chromium: install it, or leave the tests out")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=_OPTIONS)
        yield started
        started.close()
