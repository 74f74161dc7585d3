"""Chromium for benchmarks: its shell without windows where there is one."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium(playwright: Playwright) -> Browser:
    """A browser just started. Raises SystemExit if there is none."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise SystemExit(f"no browser is installed: give one of {', '.join(_NAMES)}")
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
