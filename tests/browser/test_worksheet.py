"""Worksheets as Chromium prints them: how many sheets of paper they take."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from plyground.analysis.worksheet import worksheet
from plyground.web.worksheet_file import worksheet_file

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("kind", "pages"), [("minimax", 2), ("alphabeta", 1), ("best-move", 1)])
def test_a_worksheet_fits_on_its_pages(browser: Browser, kind: str, pages: int, paper: str) -> None:
    page = browser.new_page()
    for answers in (False, True):
        page.set_content(worksheet_file(worksheet(kind, 1), answers=answers))
        printed = page.pdf(format=paper)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == pages
    page.close()
