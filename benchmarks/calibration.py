"""Levels in Elo: what the files that come with the package say, and whether `elo:N` keeps its word.

Run `python benchmarks/calibration.py [MATCHES]`, with `--game NAME` for one game. The files come
from `plyground calibrate GAME -o FILE`. For each of them this prints the levels: Elo above random
play with its 95 % error, that of the step to the next player, the share of moves that keep a win or
a draw, and the time for a move. Then `elo:N` at five ratings plays about so many matches, with
another seed, against those whose measured ratings are next to it. What it reaches has to be within
50 Elo of N. `--markdown` prints the tables of docs/players.md and plays nothing.
"""

from __future__ import annotations

from functools import partial

from figures import Figures, options, run
from rated import rated_against

import plyground as pg
from plyground.arena import parallel
from plyground.arena.ladder import opening_of
from plyground.arena.match import Playing, played_out
from plyground.arena.rating import Rating
from plyground.players import Rated, parse_player
from plyground.players.rated import AtStrength
from plyground.players.strengths import Strengths, strengths_of
from plyground.position import Outcome, full_title
from plyground.search import Control

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(6, 3), pg.ConnectFour())
RATINGS = 5
WITHIN = 50.0
RIVALS = 6
SLOW = 0.03  # seconds for a move that are too long for a rival
SEED = 20_261_124

Block = list[tuple[tuple[str, ...], Outcome]]


def player_of(name: str, known: Strengths) -> pg.Player:
    """One of those that were measured."""
    text, _, strength = name.partition(":")
    if text == AtStrength.name:
        return AtStrength(int(strength), known.settings)
    player = parse_player(name)
    assert player is not None
    return player


def block(known: Strengths, name: str, item: tuple[int, str], _control: Control) -> Block:
    """The matches of `elo:N` with one rival, in all seats."""
    number, rival = item
    game, played = known.game, []
    opening = opening_of(game, SEED, number * game.players)
    one, other = (name, rival) if number % 2 or game.players == 2 else (rival, name)
    for turn in range(game.players):
        names = tuple(one if seat == turn else other for seat in range(game.players))
        players = [player_of(each, known) for each in names]
        match = played_out(Playing(game, players, SEED, number * game.players + turn, opening))
        played.append((names, match.outcome))
    return played


def measured(known: Strengths, elo: int, matches: int, jobs: int) -> Rating:
    """What `elo:N` reaches against those whose measured ratings are next to it."""
    name = Rated(elo).text
    fast = [each for each in known.players if not each.bound and each.seconds < SLOW]
    near = sorted(fast, key=lambda each: abs(each.elo - elo))[:RIVALS]
    blocks = max(1, matches // known.game.players)
    items = [(number, near[number % len(near)].player) for number in range(blocks)]
    found = parallel.spread(partial(block, known, name), items, jobs)
    played = [each for _, matches in sorted(found) for each in matches]
    return rated_against(known, played, name)


def rows(known: Strengths) -> list[list[str]]:
    """The levels: name, Elo, error, that of the step, exact moves, milliseconds for a move."""
    found = []
    for number, level in enumerate(known.game.levels, 1):
        each = known.of(level)
        if each is not None:
            found.append([
                f"{level.name} ({number})",
                f"{each.elo:.0f}",
                "" if each.error is None else f"{each.error:.0f}",
                "" if each.apart is None else f"{each.apart:.0f}",
                "" if each.exact is None else f"{100 * each.exact:.0f} %",
                f"{1000 * each.seconds:.2g} ms",
            ])  # fmt: skip
    return found


def markdown() -> None:
    """Print the table of the levels as Markdown."""
    print("| game | level | Elo | error | of the step | exact moves | a move takes |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for game in GAMES:
        known = strengths_of(game)
        for at, row in enumerate(rows(known) if known else []):
            print(f"| {'' if at else full_title(game)} | {' | '.join(row)} |")


def main() -> int:
    """Measure all games, or one."""
    parser = options(__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=1200)
    parser.add_argument("--game", choices=sorted({game.name for game in GAMES}))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", action="store_true")
    given = parser.parse_args()
    if given.markdown:
        markdown()
        return 0
    figures = Figures(__file__, given)
    for game in GAMES:
        known = strengths_of(game)
        if known is None or given.game not in (None, game.name):
            continue
        for row in rows(known):
            figures.add(f"Levels of {game}", row[0], ", ".join(row[1:]))
        for place in range(RATINGS):
            elo = known.least + (known.most - known.least) * (2 * place + 1) // (2 * RATINGS)
            found = measured(known, elo, given.matches, given.jobs)
            off = abs(round(found.elo - elo))
            print(f"  elo:{elo} reaches {found.elo:.0f} ± {found.error:.0f}")
            group = f"{game}, measured again, off by"
            figures.add(group, f"elo:{elo}", off, "Elo", at_most=WITHIN)
    return figures.keep()


if __name__ == "__main__":
    run(main)
