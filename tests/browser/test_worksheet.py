"""Worksheets as Chromium prints them: how many sheets of paper they take."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from plyground.analysis.worksheet import worksheet
from plyground.web.worksheet_file import worksheet_file

pytestmark = [pytest.mark.browser, pytest.mark.compiled]


@pytest.mark.parametrize(("kind", "pages"), [("minimax", 2), ("alphabeta", 1), ("best-move", 1)])
def test_a_worksheet_fits_on_its_pages(
    browser: Browser, subtests: pytest.Subtests, kind: str, pages: int
) -> None:
    page, sheet = browser.new_page(), worksheet(kind, 1)
    for answers in (False, True):
        page.set_content(worksheet_file(sheet, answers=answers))
        for paper in ("A4", "Letter"):
            with subtests.test(paper, answers=answers):
                printed = page.pdf(format=paper)
                assert len(re.findall(rb"/Type\s*/Page\b", printed)) == pages
    page.close()
