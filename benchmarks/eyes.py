"""*Who plays what?*: how soon all opponents' faces are on the board, in the file with four games.

Run `python benchmarks/eyes.py [FILE]`, which is play.html by default. It asks at the beginning of
each game, where there is most to look at, in Chromium whose processor is slowed down to a quarter,
on a screen of 375 x 667. It counts the seconds from the tap until every opponent's face is there,
apart from the last one's, who plays perfectly and may think; the median of some tries.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from browsers import chromium
from figures import ROOT, Figures, options, run
from playwright.sync_api import Browser, sync_playwright

GAMES = {
    "tictactoe": "Tic-tac-toe",
    "numerical": "Numerical tic-tac-toe",
    "sim-6-2": "Sim",
    "connect4-7-6": "Connect Four",
}
SLOWER = 4
WANTED = 1.0  # seconds
TRIES = 5


def faces(browser: Browser, address: str) -> float:
    """Seconds from the tap until all faces but the last are there."""
    page = browser.new_page(viewport={"width": 375, "height": 667})
    page.goto(address)
    page.get_by_role("button", name="Values").click()
    everyone = page.get_by_role("button", name="Who plays what?")
    everyone.wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    begun = time.perf_counter()
    everyone.click()
    page.wait_for_function(
        "() => { const { textContent } = document.querySelector('#note');"
        " return /Oracle/.test(textContent) && !/, .* think …/.test(textContent); }"
    )
    seconds = time.perf_counter() - begun
    page.close()
    return seconds


def main() -> int:
    """Measure all games; the exit code."""
    parser = options(__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "play.html")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for stem, title in GAMES.items():
            address = f"{given.file.as_uri()}#{stem}"
            seconds = [faces(browser, address) for _ in range(TRIES)]
            figures.add(
                f"Eyes, {title}", "seconds to all faces but the last",
                round(statistics.median(seconds), 2), at_most=WANTED,
            )  # fmt: skip
        browser.close()
    return figures.keep()


if __name__ == "__main__":
    run(main)
