"""*Last week's you* beside the people it is fitted to, by the scripts of a page.

Run `python benchmarks/last_week.py`; it needs Chromium. Five simulated people play their last 20
games in a page, which keeps them as it keeps a reader's. The player whom it makes of them then
plays more games against the same opponent. Of 100 moves with which a result could be given away,
how many did so: those of the person, and those of *Last week's you*.
"""

from __future__ import annotations

import base64
import json

from figures import Figures, options, run
from playwright.sync_api import Page

import plyground as pg
from engine import browser_page
from plyground.browser.modules import engine_module
from plyground.browser.pages import page_data
from plyground.browser.scripts import joined
from plyground.games.registry import game as game_called

PEOPLE = (
    "mixed:40(perfect)",
    "mixed:85(perfect)",
    "humanlike:25",
    "level:1",
    "level:2",
)

# Plays games of a person against an opponent, keeps them if asked to, and says how many of 100
# moves that could have given a result away did so.
_PLAY = """
async ([person, opponent, count, kept]) => {
  const { course, past, seats } = scripts;
  const players = [person, opponent].map((text) => seats.readPlayer(text, data.kinds));
  const place = past.placeOf(data.game.name, Object.entries(data.game.values));
  const games = [];
  let [slips, chances] = [0, 0];
  for (let match = 0; match < count; match++) {
    const seat = match % 2;
    const draws = [0, 1].map((each) => engine.chance(7 + 1000 * kept, match, each));
    const line = [engine.start()];
    for (let last = line[0]; !last.over; line.push(last)) {
      const player = players[last.turn === seat ? 0 : 1];
      last = engine.play(last, (await engine.choose(last, player, draws[last.turn])).move);
    }
    const looked = await course.judged(engine, line, {
      seconds: 15, signal: new AbortController().signal, onProgress: () => {},
      ask: (position, how) => engine.values(position, how),
    });
    const given = past.given(looked, seat);
    slips += given.slips.length;
    const lost = (grade) => course.isTurn({ grade });
    chances += looked.filter(({ move }) =>
      move?.seat === seat && [...move.grades.values()].some(lost)).length;
    games.push({ id: String(match), moves: [], seat, ...given });
  }
  if (kept) localStorage.setItem(place, JSON.stringify(games));
  return [100 * slips / chances, past.lastWeek(place).player];
}
"""


def document(game: pg.Game) -> str:
    """A document with the scripts and the engine of a game."""
    module = engine_module(game)
    packed = base64.b64encode(module).decode()
    data = json.dumps(page_data(game, module)).replace("</", "<\\/")
    names = ("engine", "course", "past", "seats")
    scripts = ",".join(f'"{name}": {joined(f"browser/{name}.js")}' for name in names)
    return f"""<!doctype html><meta charset="utf-8"><script>
const scripts = {{{scripts}}};
const data = {data};
const packed = Uint8Array.from(atob("{packed}"), (each) => each.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
window.ready = new Response(stream).arrayBuffer().then(async (bytes) => {{
  window.engine = await scripts.engine.openEngine(data.engine, bytes);
}});
</script>"""


def compared(shown: Page, person: str, opponent: str, games: int) -> tuple[float, float, str]:
    """How many of 100 moves a person gives away, the player that is made of them, and its text."""
    shown.evaluate("window.ready")
    own, text = shown.evaluate(_PLAY, [person, opponent, 20, True])
    fitted, _ = shown.evaluate(_PLAY, [text, opponent, games, False])
    return own, fitted, text


def measure(figures: Figures, game: pg.Game, opponent: str, games: int) -> None:
    """Compare each person of a game with the player that is made of their games."""
    group = f"Results given away in {game.title}, of 100 moves that could, against {opponent}"
    for person in PEOPLE:
        with browser_page(document(game)) as shown:
            own, fitted, text = compared(shown, person, opponent, games)
        print(f"  {person}: {own:.1f}; {text}, made of its games: {fitted:.1f}")
        figures.add(group, f"{person}: apart", round(abs(fitted - own), 1), "points", at_most=10)


def main() -> int:
    """Measure in some games."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="*", default=["tictactoe", "sim", "numerical"])
    parser.add_argument("--matches", type=int, default=100, help="of Last week's you")
    given = parser.parse_args()
    figures = Figures(__file__, given)
    for name in given.games:
        measure(figures, game_called(name), "level:2", given.matches)
    return figures.keep()


if __name__ == "__main__":
    run(main)
