"""The engine in Chromium, Firefox and WebKit: a file is opened, and both homes agree.

A page from a file plays random games, chooses moves, values, solves, cancels and goes on.
"""

import base64
import functools
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.browser import rules_entries
from plyground.browser.data import page_game
from plyground.browser.learned import LearnedModule, learned_module, shipped_file, with_learned
from plyground.browser.modules import engine_module
from plyground.browser.scripts import named
from plyground.players import parse_player
from plyground.position.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS
from plyground.search import SOLVABLE
from tests.browser import recordings, reviews
from tests.engine.browsers import BROWSERS, Browser
from tests.engine.games import EVERY
from tests.variants import label, random_playout

pytestmark = [pytest.mark.compiled, pytest.mark.homes]

PLAYED = 200
POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:"

_WALK = """(() => {{
  engine.ask("walk", [{games}, 1, {sites}], 2);
  const word = engine.machine.words[(engine.machine.desk >> 3) + engine.data.desk.answer];
  return String(word);
}})()"""

_PLAY = """(async () => {{
  const chances = Array.from({{ length: {players} }}, (_, seat) => engine.chance(1, 0, seat));
  let position = engine.start();
  while (!position.over) {{
    const player = {{ name: {name}, options: {options} }};
    const choice = await engine.choose(position, player, chances[position.turn]);
    position = engine.play(position, choice.move);
  }}
  return engine.history(position);
}})()"""

_VALUES = """(async () => {{
  let position = engine.start();
  for (const move of {moves}) position = engine.play(position, move);
  const values = await engine.values(position);
  return values.moves.map((each) => [each.move, each.value.verdict, each.value.plies]);
}})()"""

_CANCEL = """(async () => {
  const control = new AbortController();
  const seen = [];
  let ended = "not at all";
  try {
    await engine.think("perft", engine.start(), [90], 1, {
      signal: control.signal,
      onProgress: (progress) => { seen.push(progress.seconds); control.abort(); },
    });
  } catch (error) {
    ended = error.name;
  }
  const after = await engine.think("perft", engine.start(), [1], 1, {});
  return [ended, seen.length > 0, after.answers[0]];
})()"""

_LIMITED = """(async () => {
  const begun = performance.now();
  await engine.think("perft", engine.start(), [90], 1, { seconds: 0.3 });
  return performance.now() - begun;
})()"""


@pytest.fixture(scope="module")
def browser_of() -> Iterator[Callable[[str], Browser]]:
    """Each browser, started when it is first needed."""
    with ExitStack() as stack:

        @functools.cache
        def started(name: str) -> Browser:
            return stack.enter_context(BROWSERS[name]())

        yield started


def document(game: pg.Game, learned: LearnedModule | None = None) -> str:
    """A page with an engine, and with what was learned of its game."""
    given = page_game(game)
    parts = {"module": engine_module(game)}
    opened = "Plyground.openEngine(data, await unpacked('module'))"
    if learned is not None:
        given = with_learned({**given, "kinds": [], "levels": []}, game, learned)
        parts["learned"] = learned.packed
        opened = "Plyground.openTaught(data, unpacked)"
    script = named(f"browser/{'engine' if learned is None else 'learned'}.js")
    packed = {name: base64.b64encode(part).decode() for name, part in parts.items()}
    return f"""<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<script>{script}</script><script>
const [data, parts] = {json.dumps([given["engine"], packed])};
const unpacked = (name) => {{
  const packed = Uint8Array.from(atob(parts[name]), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}};
window.ready = (async () => {{
  window.engine = await {opened};
  return true;
}})();
</script>"""


def walked(game: pg.Game) -> int:
    """The digest of random games by native code."""
    desk = np.zeros(DESK_WORDS, np.int64)
    arrays = [np.zeros(2048, np.int64) for _ in ADDRESSES]
    desk[: len(arrays)] = [array.ctypes.data for array in arrays]
    desk[ARGUMENT : ARGUMENT + 3] = PLAYED, 1, len(game.board.sites)
    assert rules_entries.walk(game.rules, desk) == 0
    return int(desk[ANSWER])


def native_game(game: pg.Game, text: str) -> list[int]:
    """The moves of a game of a player against itself."""
    player = parse_player(text)
    chances = [pg.Chance(1, 0, seat) for seat in range(game.players)]
    position = game.position()
    while not position.over:
        move = player.choose(position, chance=chances[position.turn]).move
        position = position.play(move)
    return [each.last_code for each in position.line[1:] if each.last_code is not None]


@pytest.mark.parametrize("game", [pg.TicTacToe(), pg.ConnectFour()], ids=label)
@pytest.mark.parametrize("name", BROWSERS)
def test_a_browser_plays_by_what_was_learned(
    game: pg.Game, name: str, browser_of: Callable[[str], Browser], tmp_path: Path
) -> None:
    path = tmp_path / "game.html"
    path.write_text(document(game, learned_module(game, shipped_file(game))), "utf-8")
    browser = browser_of(name)
    browser.open(path)
    assert browser.evaluate("window.ready")
    for plies in (1, 3):
        play = _PLAY.format(
            players=game.players, name=json.dumps("learned"), options=json.dumps({"plies": plies})
        )
        assert browser.evaluate(play) == native_game(game, f"learned:plies={plies}")


@pytest.mark.parametrize("game", EVERY, ids=label)
@pytest.mark.parametrize("name", BROWSERS)
def test_a_browser_plays_as_native_code_does(
    game: pg.Game, name: str, browser_of: Callable[[str], Browser], tmp_path: Path
) -> None:
    browser = browser_of(name)
    path = tmp_path / "game.html"
    path.write_text(document(game), "utf-8")
    for _ in range(2):  # opened, and again after a reload
        browser.open(path)
        assert browser.evaluate("window.ready")
        walk = _WALK.format(games=PLAYED, sites=len(game.board.sites))
        assert int(browser.evaluate(walk)) == walked(game)
    for text, options in (
        ("mcts:playouts=20", {"playouts": 20}),
        ("minimax:depth=1", {"depth": 1}),
        ("level:1", {"number": 1}),
        ("level:2", {"number": 2}),
        *([("level:4", {"number": 4})] if game == pg.TicTacToe() else []),  # which is perfect
    ):
        asked: dict[str, Any] = {
            "players": game.players,
            "name": json.dumps(text.partition(":")[0]),
            "options": json.dumps(options),
        }
        assert browser.evaluate(_PLAY.format(**asked)) == native_game(game, text)
    if game.players == SOLVABLE:
        line = [each for each in random_playout(game, 1, long=True) if not each.over]
        position = line[max(0, len(line) - 12)]
        codes = [each.last_code for each in position.line[1:]]
        values = browser.evaluate(_VALUES.format(moves=json.dumps(codes)))
        expected = [
            [each.code, each.value.verdict, each.value.plies] for each in pg.analyse(position).moves
        ]
        assert [row[1:] for row in values] == [row[1:] for row in expected]
        assert {tuple(row) for row in values} == {tuple(row) for row in expected}
    ended, progressed, count = browser.evaluate(_CANCEL)
    if game.max_plies > 15:  # a shorter game is counted at once
        assert ended == "AbortError"
        assert progressed
        assert browser.evaluate(_LIMITED) > 250
    assert count == len(game.position().codes)


@pytest.mark.parametrize("game", recordings.GAMES, ids=label)
@pytest.mark.parametrize("name", BROWSERS)
def test_a_browser_looks_inside_as_python_does(
    game: pg.Game, name: str, browser_of: Callable[[str], Browser], tmp_path: Path
) -> None:
    """60 searches of each game, step by step in the same words."""
    path = tmp_path / "searches.html"
    path.write_text(recordings.recording_document(game), "utf-8")
    browser = browser_of(name)
    browser.open(path)
    recordings.searches_are_those_of_python(browser.evaluate, game, 60)


@pytest.mark.parametrize(("game", "plies", "games"), reviews.GAMES, ids=repr)
@pytest.mark.parametrize("name", BROWSERS)
def test_a_browser_reviews_and_says_why_as_python_does(
    game: pg.Game,
    plies: int,
    games: int,
    name: str,
    browser_of: Callable[[str], Browser],
    tmp_path: Path,
) -> None:
    """The verdict and each sentence of some games, and the reasons for 60 moves of computers."""
    path = tmp_path / "reviews.html"
    path.write_text(reviews.review_document(game), "utf-8")
    browser = browser_of(name)
    browser.open(path)
    reviews.reviews_are_those_of_python(browser.evaluate, game, plies, games)
    reviews.reasons_are_those_of_python(browser.evaluate, game, 60)
