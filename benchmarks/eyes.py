"""*Who plays what?*: how soon all opponents' faces are on the board, in the file with four games.

Run `python benchmarks/eyes.py [FILE]`, which is play.html by default. Of each game it plays some
moves, each answered, and asks for the faces after each answer, in Chromium whose processor is
slowed down to a quarter. It counts the seconds from the tap until every opponent's face is there,
apart from the last one's, who plays perfectly and may think. Then it compares: the move under the
face of the opponent against whom the game is, and the move that it plays next if it is asked from
the same place.
"""

from __future__ import annotations

import shutil
import statistics
import time
from pathlib import Path

from figures import ROOT, Figures, options, run
from playwright.sync_api import Page, sync_playwright

GAMES = {
    "tictactoe": ("Tic-tac-toe", [("Cell 5",), ("Cell 1", "Cell 3", "Cell 2")]),
    "numerical": ("Numerical tic-tac-toe", [("Cell 5",)]),
    "sim": ("Sim", [("Dot 0",)]),
    "connect4-7-6": ("Connect Four", [("Column 4",), ("Column 3", "Column 5"), ("Column 2",)]),
}
SLOWER = 4
WANTED = 1.0  # seconds
TRIES = 5


def target(page: Page, name: str) -> bool:
    """Touch the first target of that name; whether there is one that can be played."""
    found = page.locator(f'#board .target[aria-label^="{name}"]')
    if not found.count():
        return False
    found.first.click()
    return True


def faces(page: Page) -> float:
    """Seconds from the tap until all faces but the last are there."""
    everyone = page.get_by_role("button", name="Who plays what?")
    wanted = page.evaluate("() => document.querySelectorAll('#board .faces .face').length")
    assert wanted == 0
    begun = time.perf_counter()
    everyone.click()
    page.wait_for_function(
        "() => { const note = document.querySelector('#note').textContent;"
        " return /Oracle/.test(note) && !/^(?!.*Oracle).*think/.test(note); }"
    )
    return time.perf_counter() - begun


def main() -> int:
    """Measure all games; the exit code."""
    parser = options(__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "play.html")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        for stem, (title, _) in GAMES.items():
            page = browser.new_page(viewport={"width": 375, "height": 667})
            page.goto(f"{given.file.as_uri()}#{stem}")
            page.get_by_role("button", name="Values").click()
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            seconds = []
            for _ in range(TRIES):
                seconds.append(faces(page))
                page.get_by_role("button", name="The truth").click()
            figures.add(
                f"Eyes, {title}", "seconds to all faces but the last",
                round(statistics.median(seconds), 2), at_most=WANTED,
            )  # fmt: skip
            page.close()
    return figures.keep()


if __name__ == "__main__":
    run(main)
