"""The weight and the speed of the app's pages, alone on this machine.

The bytes of each page with everything it loads, compressed; the time of each page; and the time
from a person's move to its answer, in which the move is checked, committed and drawn.

Run `python benchmarks/pages.py`.
"""

from __future__ import annotations

import re
import statistics
import time

import httpx2 as httpx
from figures import Figures, header, options
from rooms import running_server

GAMES = {
    "tictactoe": ["1", "5", "2", "4", "6"],
    "numerical": ["5@5", "2@1", "7@2", "4@3", "1@4"],
    "sim": ["0-1", "2-3", "0-2", "4-5", "0-3", "1-2", "3-4"],
    "connect4": ["4", "4", "3", "5", "4", "4", "5", "3", "6", "2"],
}
ROUNDS = 20
PAGES = ("/", "/?game=sim", "/simulate", "/glassbox")


def bytes_of(client: httpx.Client, path: str) -> tuple[int, int]:
    """The compressed bytes of a page with everything it loads, and the number of its parts."""
    page = client.get(path)
    total = int(page.num_bytes_downloaded)
    parts = re.findall(r'(?:src|href)="(/static/[^"]+|/[a-z]+[.]css[^"]*)"', page.text)
    for part in dict.fromkeys(parts):
        total += int(client.get(part).num_bytes_downloaded)
    return total, 1 + len(dict.fromkeys(parts))


def moves(client: httpx.Client, game: str, played: list[str]) -> list[float]:
    """The milliseconds of each move of some games."""
    found = []
    for _ in range(ROUNDS):
        form = {"game": game, "seat0": "here", "seat1": "here"}
        room = client.post("/rooms", data=form).headers["location"]
        for ply, move in enumerate(played):
            begun = time.perf_counter()
            answer = client.post(f"{room}/move", data={"ply": ply, "text": move})
            found.append(1e3 * (time.perf_counter() - begun))
            assert answer.status_code == 200, answer.text
    return found


def main() -> None:
    """Print the figures."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    with running_server() as url, httpx.Client(base_url=url, timeout=60) as client:
        client.headers["accept"] = "text/html"
        client.get("/")
        for path in PAGES:
            size, parts = bytes_of(client, path)
            times = []
            for _ in range(ROUNDS):
                begun = time.perf_counter()
                client.get(path)
                times.append(1e3 * (time.perf_counter() - begun))
            median = statistics.median(times)
            print(f"  {path:12} {size / 1000:6.1f} kB in {parts} parts, page {median:6.1f} ms")
            first = path == PAGES[0]
            figures.add("Page with everything it loads, compressed", path, round(size / 1000, 1),
                        "kB", at_most=80 if first else None)  # fmt: skip
            figures.add("Page, median time", path, round(median, 1), "ms",
                        at_most=100 if first else None)  # fmt: skip
        for game, played in GAMES.items():
            found = moves(client, game, played)
            cut = statistics.quantiles(found, n=20, method="inclusive")
            print(f"  a move of {game:12} median {cut[9]:5.1f} ms, 95 % {cut[18]:5.1f} ms")
            figures.add("A person's move, 95 %", game, round(cut[18], 1), "ms", at_most=30)
    figures.keep()


if __name__ == "__main__":
    main()
