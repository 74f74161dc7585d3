"""All known figures that fit in memory, computed again: perft, games, positions.

Run `python benchmarks/known_values.py`. Exits with 1 if any figure differs.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from figures import Figures, header, options

import plyground as pg
from plyground import rules, search
from plyground.search import affordable

DATA = Path(__file__).parent.parent / "tests" / "data"

Check = tuple[str, int | str, int | str, float]  # what, known, found, seconds

GAMES = {
    "tictactoe": pg.TicTacToe(),
    "numerical": pg.NumericalTicTacToe(),
    "sim_3_vertices_2_players": pg.Sim(vertices=3),
    "sim_4_vertices_2_players": pg.Sim(vertices=4),
    "sim_5_vertices_2_players": pg.Sim(vertices=5),
    "sim_6_vertices_2_players": pg.Sim(vertices=6),
    "connect4_4x4": pg.ConnectFour(4, 4),
    "connect4_5x4": pg.ConnectFour(5, 4),
}
TIMED = f"{pg.NumericalTicTacToe()!r} reachable"
FIRST_PLIES = 9  # of Connect Four 7x6, whose positions do not all fit in memory


def perft_checks() -> Iterator[Check]:
    """The perft tables."""
    for path in sorted((DATA / "perft").glob("*.toml")):
        table = tomllib.loads(path.read_text())
        game = rules.game_class(table["game"])(**table.get("parameters", {}))
        pg.perft(game, 1)  # compiles
        for depth, known in enumerate(table["counts"]):
            begun = time.perf_counter()
            found = pg.perft(game, depth)
            yield f"{game!r} perft({depth})", known, found, time.perf_counter() - begun


def position_checks() -> Iterator[Check]:
    """Reachable positions, all and up to symmetry, and games."""
    known = tomllib.loads((DATA / "positions.toml").read_text())
    for name, game in GAMES.items():
        for canonical in (False, True):
            next(iter(search.layers(game, canonical=canonical)))  # compiles
            begun = time.perf_counter()
            layers = list(search.layers(game, canonical=canonical))
            seconds = time.perf_counter() - begun
            ongoing = sum(layer.ongoing for layer in layers)
            found = {
                "reachable": ongoing + sum(layer.ended for layer in layers),
                "not_ended": ongoing,
                "not_ended_moves": sum(layer.moves for layer in layers),
                "games": sum(layer.games or 0 for layer in layers),
            }
            if canonical:
                found["canonical"] = found.pop("reachable")
                found["not_ended_canonical"] = found.pop("not_ended")
                found["not_ended_canonical_moves"] = found.pop("not_ended_moves")
            for key in found.keys() & known[name].keys():
                yield f"{game!r} {key}", known[name][key], found[key], seconds
    game = pg.ConnectFour()
    counts = known["connect4_7x6"]["positions_after"]
    for layer, count in zip(search.layers(game), counts, strict=False):
        yield f"{game!r} positions after {layer.ply} plies", count, layer.ongoing + layer.ended, 0.0
        if layer.ply == FIRST_PLIES:
            return


def value_checks() -> Iterator[Check]:
    """Values for the first player, found by a plain search of the whole game."""
    known = tomllib.loads((DATA / "positions.toml").read_text())
    for name, game in GAMES.items():
        if affordable(game.position()):
            begun = time.perf_counter()
            value = known[name]["value"]
            choice = pg.FullSearch().choose(game.position())
            assert choice.value is not None
            found = choice.value.verdict
            yield f"{game!r} value", value, found, time.perf_counter() - begun


def main() -> int:
    """Print every figure next to the known one."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    wrong = 0
    for kind, checks in (
        ("perft", perft_checks()), ("positions and games", position_checks()),
        ("values", value_checks()),
    ):  # fmt: skip
        rights = []
        for what, known, found, seconds in checks:
            right = known == found
            rights.append(right)
            print(f"{'ok   ' if right else 'WRONG'} {what:72} {found:>16,} {seconds:8.2f} s")
            if what == TIMED:
                figures.add(
                    "Counts", f"{what} positions counted", round(seconds, 1), "s", at_most=10
                )
        figures.add("Counts", f"{kind} as known, of {len(rights)}", sum(rights), known=len(rights))
        wrong += len(rights) - sum(rights)
    print("all as known" if not wrong else f"{wrong} figures differ")
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
