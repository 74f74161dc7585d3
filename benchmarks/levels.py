"""The opponents of each game: how far they are apart, how the weakest plays, and *My match*.

Run `python benchmarks/levels.py [GAMES]`, with `--game NAME` for one game in all its sizes, and
`--only PART` for one of four parts:

- `levels`: each level against the one below it. It has to score 0.60 or more; a draw is half.
- `weakest`: the first level has to take a win in one 80 times in 100, to answer a threat in one 50
  times, and to lose 80 games in 100 to `minimax:depth=3`. In tic-tac-toe and its numerical kin that
  is missed: random moves themselves lose only 82 and 89 games in 100 there.
- `offered`: the levels that people are offered first, each against each, in points of 100. Each has
  to reach 65 or more against the one below, and more than it against all others. Against perfect
  play in Connect Four, which is slow, there are a quarter of the games.
- `match`: five people of known strength play 60 games each against *My match*, in 5 tries. It
  prints after how many games they had 40 to 60 of the last 20 points in 100, and their points in
  all games, which have to be 40 to 60. They are players that were measured, and none of the
  opponents; where nothing was measured, the levels that are offered first.

Two games with the seats changed begin with the same random moves, as many as in a calibration: four
in Connect Four, none in the other games, where what is overlooked makes games differ. The number of
different games is printed. With 3 to 5 players half of the seats, in turn the larger and the
smaller half, play at the higher level, and score if they do better than the others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from statistics import fmean

from figures import Figures, options, run

import plyground as pg
from plyground.arena.ladder import opening_of
from plyground.arena.match import Match, Playing, played_out
from plyground.arena.statistics import wilson
from plyground.arena.warming import warm
from plyground.players import AtLevel, parse_player
from plyground.players.strengths import strengths_of
from plyground.position import PERFECT, Rung, ladder
from plyground.web.my_match import next_opponent

GAMES = (
    pg.TicTacToe(),
    pg.NumericalTicTacToe(),
    pg.Sim(),
    pg.Sim(6, 3),
    pg.ConnectFour(),
    pg.Sim(8),
    pg.Sim(8, 4),
    pg.Sim(10, 5),
)
MATCHED = (
    pg.TicTacToe(),
    pg.NumericalTicTacToe(),
    pg.Sim(),
    pg.ConnectFour(),
    pg.ConnectFour(5, 4),
)
SCORE, WINS, BLOCKS, LOST = 0.6, 80.0, 50.0, 80.0
QUICK, FEWER = 20, 4  # plies of a game in which perfect play is slow, and a part of the games then
APART = 65.0  # points of 100 against the one below
NEAR = 10.0  # points off 50 that *My match* may leave
PEOPLE, TRIES, SERIES, LAST = 5, 5, 60, 20
SITUATIONS = 300
SEED = 5


def played(
    game: pg.Game, seats: list[pg.Player], match: int, opening: tuple[str, ...] = ()
) -> Match:
    """A match to its end."""
    return played_out(Playing(game, seats, SEED, match, opening))


# Levels that meet


@dataclass(frozen=True)
class Met:
    """What a level has reached against another: a share of the points, and of how many games."""

    share: float
    games: int
    different: int


@cache
def met(game: pg.Game, higher: int, lower: int, games: int) -> Met:
    """Let two levels meet, by their numbers."""
    players, points, seen = (AtLevel(higher), AtLevel(lower)), 0.0, set()
    warm(game, *players)
    for number in range(games):
        block, turn = divmod(number, game.players)
        highs = [(seat + turn) % game.players < (game.players + block % 2) // 2
                 for seat in range(game.players)]  # fmt: skip
        seats: list[pg.Player] = [players[0] if high else players[1] for high in highs]
        match = played(game, seats, number, opening_of(game, SEED, block * game.players))
        seen.add(match.moves)
        points += points_of(highs, [match.outcome.standing(seat) for seat in range(game.players)])
    return Met(points / games, games, len(seen))


def points_of(highs: list[bool], standings: list[int]) -> float:
    """The points of the seats of the higher level: 1 if they did better than the others."""
    ours = [each for each, high in zip(standings, highs, strict=True) if high]
    theirs = [each for each, high in zip(standings, highs, strict=True) if not high]
    difference = sum(ours) * len(theirs) - sum(theirs) * len(ours)
    return 0.5 if difference == 0 else float(difference > 0)


def levels(figures: Figures, game: pg.Game, games: int) -> None:
    """Each level against the one below."""
    for number, (low, high) in enumerate(pairwise(game.levels), 1):
        found = met(game, number + 1, number, games)
        least, most = wilson(found.share * games, games)
        print(
            f"  {high.name} against {low.name}: 95 % from {least:.3f} to {most:.3f}, "
            f"{found.different} different games"
        )
        group = f"Levels of {game}, score against the one below"
        figures.add(group, f"{high.name} ({number + 1})", round(found.share, 3), at_least=SCORE)


def offered(figures: Figures, game: pg.Game, games: int) -> None:
    """How those who are offered first do against each other."""
    rungs, group = ladder(game.levels), f"Opponents offered in {game}, points of 100"
    points: dict[tuple[Rung, Rung], float] = {}
    for low, high in combinations(rungs, 2):
        slow = PERFECT in (low.level.depth, high.level.depth) and game.max_plies > QUICK
        found = met(game, high.number, low.number, games // FEWER if slow else games)
        points[high, low] = 100 * found.share
        points[low, high] = 100 - points[high, low]
        print(
            f"  {high.level.name} against {low.level.name}: {points[high, low]:.1f} points, "
            f"{found.games} games, {found.different} different ones",
            flush=True,
        )
    before = 0.0
    for at, rung in enumerate(rungs):
        name = rung.level.name
        others = round(fmean(points[rung, other] for other in rungs if other is not rung), 1)
        figures.add(group, f"{name} against all others", others, at_least=before)
        if at:
            below = rungs[at - 1]
            figures.add(group, f"{name} against {below.level.name}",
                        round(points[rung, below], 1), at_least=APART)  # fmt: skip
        before = others


# The weakest


def situations(game: pg.Game) -> Iterator[tuple[str, pg.Position, list[str]]]:
    """Positions with a win in one, and those where more than half of the moves lose at once or to
    the next move; with the moves that win, or do not lose so.
    """
    random, minimax = pg.Random(), pg.Minimax(2)
    for match in range(20 * SITUATIONS):
        position, chance = game.position(), pg.Chance(SEED, match)
        while not position.over:
            me = position.turn
            after = {move: position.play(move) for move in position.moves}
            wins = [move for move, there in after.items() if ended(there, me) > 0]
            safe = [move for move, there in after.items() if ended(there, me) == 0]
            safe = [move for move in safe if not loses_next(after[move], me)]
            if wins:
                yield "win", position, wins
            elif safe and 2 * len(safe) < len(after):
                yield "threat", position, safe
            mover = random if chance.below(3) == 0 else minimax
            position = position.play(mover.choose(position, chance=chance).move)


def loses_next(position: pg.Position, player: int) -> bool:
    """Whether some move in a position loses the game for a player."""
    return not position.over and any(
        ended(position.play(move), player) < 0 for move in position.moves
    )


def ended(position: pg.Position, player: int) -> int:
    """How the game has ended for a player; 0 if it goes on."""
    return 0 if position.outcome is None else position.outcome.standing(player)


def handled(game: pg.Game, player: pg.Player) -> dict[str, tuple[int, int]]:
    """How often a player found the right moves, and how many positions of each kind there were."""
    right, seen = {"win": 0, "threat": 0}, {"win": 0, "threat": 0}
    chance = pg.Chance(SEED)
    for number, (kind, position, moves) in enumerate(situations(game)):
        if seen[kind] < SITUATIONS:
            seen[kind] += 1
            right[kind] += player.choose(position, chance=chance).move in moves
        if number > 10 * SITUATIONS or min(seen.values()) == SITUATIONS:
            break
    return {kind: (right[kind], seen[kind]) for kind in seen}


def weakest(figures: Figures, game: pg.Game, games: int) -> None:
    """How the weakest level plays."""
    player, rival, lost = AtLevel(1), pg.Minimax(3), 0
    for match in range(games):
        seats: list[pg.Player] = [rival] * game.players
        seats[match % game.players] = player
        lost += played(game, seats, match).outcome.standing(match % game.players) < 0
    right = handled(game, player)
    group = f"Levels of {game}, the weakest"
    for what, (count, total), wanted in (
        (f"loses to {rival.text}", (lost, games), LOST),
        ("right moves at a win in one", right["win"], WINS),
        ("right moves at a threat in one", right["threat"], BLOCKS),
    ):
        if total:  # some games have no such positions
            figures.add(group, what, round(100 * count / total, 1), "%", at_least=wanted)


# My match


def people(game: pg.Game) -> list[tuple[str, str]]:
    """Five people, the weakest first: the text of the player, and how strong it is."""
    known = strengths_of(game)
    if known is None:
        return [(AtLevel(rung.number).text, rung.level.name) for rung in ladder(game.levels)]
    others = [
        each for each in known.players
        if each.strength is None and known.least <= each.elo <= known.most
    ]  # fmt: skip
    places = [at * (len(others) - 1) // (PEOPLE - 1) for at in range(PEOPLE)]
    return [(others[at].player, f"{others[at].elo:.0f} Elo") for at in places]


def followed(game: pg.Game, person: pg.Player, number: int) -> list[float]:
    """The scores of a person who always asks for *My match*, and begins every second game."""
    results: list[tuple[str, float]] = []
    for at in range(SERIES):
        text, seat = next_opponent(game, results), at % 2
        opponent = parse_player(text)
        assert opponent is not None
        seats = [person, opponent] if seat == 0 else [opponent, person]
        match = played(game, seats, number * SERIES + at)
        results.append((text, (match.outcome.standing(seat) + 1) / 2))
    return [score for _, score in results]


def settled(scores: list[float]) -> int:
    """After how many games the last ones had 40 to 60 points of 100; one more than all if never."""
    for at in range(LAST, SERIES + 1):
        if abs(100 * fmean(scores[at - LAST : at]) - 50) <= NEAR:
            return at
    return SERIES + 1


def matched(figures: Figures, game: pg.Game) -> None:
    """How *My match* follows people."""
    group = f"My match in {game}, people's points off 50 of 100"
    for place, (text, strength) in enumerate(people(game)):
        person = parse_player(text)
        assert person is not None
        series = [followed(game, person, place * TRIES + number) for number in range(TRIES)]
        after = sorted(settled(scores) for scores in series)
        points = 100 * fmean(map(fmean, series))
        print(
            f"  {text}: {points:.1f} of 100 points in {SERIES} games; 40 to 60 in the last {LAST} "
            f"after {', '.join(map(str, after))} games"
        )
        figures.add(group, f"{text} ({strength})", round(abs(points - 50), 1), at_most=NEAR)


def main() -> int:
    """Measure all games and parts, or those asked for."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=400)
    parser.add_argument("--game", choices=sorted({game.name for game in GAMES}))
    parser.add_argument("--only", choices=("levels", "weakest", "offered", "match"))
    given = parser.parse_args()
    asked = " ".join(each for each in sys.argv[1:] if each != "--keep")
    figures = Figures(__file__, given, extra=asked)
    parts = {given.only} if given.only else {"levels", "weakest", "offered", "match"}
    for game in GAMES:
        if given.game not in (None, game.name):
            continue
        if "levels" in parts:
            levels(figures, game, given.games)
        if "offered" in parts:
            offered(figures, game, given.games)
        if "weakest" in parts and game.players == 2:
            weakest(figures, game, given.games)
    for game in MATCHED:
        if given.game in (None, game.name) and "match" in parts:
            matched(figures, game)
    return figures.keep()


if __name__ == "__main__":
    run(main)
