"""The levels of each game: how each does against the one below it, and how the weakest plays.

Run `python benchmarks/levels.py [GAMES]`, with `--game NAME` for one game in all its sizes. A level
has to score 0.60 or more against the one below, where a draw is half; the seats change in turn. The
weakest one has to take a win in one 80 times in 100, to answer a threat in one 50 times, and to
lose 80 games in 100 to `minimax:depth=3`. In tic-tac-toe and its numerical kin that is missed:
random moves themselves lose only 82 and 89 games in 100 there. With 3 to 5 players half of the
seats, in turn the larger and the smaller half, play at the higher level.
Exit code 1 if a target is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise

from figures import Figures, header, options

import plyground as pg
from plyground.arena.statistics import wilson
from plyground.players import AtLevel

GAMES = (
    pg.ConnectFour(),
    pg.Sim(),
    pg.Sim(8),
    pg.NumericalTicTacToe(),
    pg.TicTacToe(),
    pg.Sim(6, 3),
    pg.Sim(8, 4),
    pg.Sim(10, 5),
)
SCORE, WINS, BLOCKS, LOST = 0.6, 80.0, 50.0, 80.0
SITUATIONS = 300
SEED = 5


def standings(game: pg.Game, seats: list[pg.Player], match: int) -> list[int]:
    """The result of a match for each seat: 1 good, 0 a draw, -1 bad."""
    chances = [pg.Chance(SEED, match, seat) for seat in range(game.players)]
    position = game.position()
    while not position.over:
        seat = position.turn
        position = position.play(seats[seat].choose(position, chance=chances[seat]).move)
    assert position.outcome is not None
    return [position.outcome.standing(seat) for seat in range(game.players)]


def points(game: pg.Game, higher: pg.Player, lower: pg.Player, match: int) -> float:
    """The points of the higher level in a match: 1 if its seats did better than the others."""
    count = game.players
    larger = match // count % 2
    highs = [(seat + match) % count < (count + larger) // 2 for seat in range(count)]
    found = standings(game, [higher if high else lower for high in highs], match)
    ours = [each for each, high in zip(found, highs, strict=True) if high]
    theirs = [each for each, high in zip(found, highs, strict=True) if not high]
    difference = sum(ours) * len(theirs) - sum(theirs) * len(ours)
    return 0.5 if difference == 0 else float(difference > 0)


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


def ladder(figures: Figures, game: pg.Game, games: int) -> bool:
    """Print each level against the one below; whether all targets are met."""
    fine, group = True, f"Levels of {game}, score against the one below"
    for number, (low, high) in enumerate(pairwise(game.levels), 1):
        players = AtLevel(number + 1), AtLevel(number)
        total = sum(points(game, *players, match) for match in range(games))
        share, (least, most) = total / games, wilson(total, games)
        held = figures.add(group, f"{high.name} ({number + 1})", round(share, 3), at_least=SCORE)
        fine = fine and held
        print(
            f"  {number + 1:2} {high.name:7} against {low.name:7} {share:.3f}, "
            f"95 % from {least:.3f} to {most:.3f}{'' if held else '  MISSED'}",
            flush=True,
        )
    return fine


def weakest(figures: Figures, game: pg.Game, games: int) -> bool:
    """Print how the weakest level plays; whether all targets are met."""
    player, rival, lost = AtLevel(1), pg.Minimax(3), 0
    for match in range(games):
        seats: list[pg.Player] = [rival] * game.players
        seats[match % game.players] = player
        lost += standings(game, seats, match)[match % game.players] < 0
    found = {
        f"loses to {rival.text}": (lost, games, LOST),
        **{
            f"right moves at a {kind} in one": (*counts, WINS if kind == "win" else BLOCKS)
            for kind, counts in handled(game, player).items()
        },
    }
    fine, group = True, f"Levels of {game}, the weakest"
    for what, (count, total, wanted) in found.items():
        if not total:
            print(f"     {what}: there is none in this game")
            continue
        share = round(100 * count / total, 1)
        held = figures.add(group, what, share, "%", at_least=wanted)
        fine = fine and held
        missed = "" if held else "  MISSED"
        print(
            f"     {what}: {count} of {total}, {share} %, at least {wanted:g}{missed}", flush=True
        )
    return fine


def main() -> int:
    """Print everything."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=400)
    parser.add_argument("--game", choices=sorted({game.name for game in GAMES}))
    given = parser.parse_args()
    figures, fine = Figures(__file__, given), True
    print(header())
    for game in GAMES:
        if given.game not in (None, game.name):
            continue
        print(f"\n{game}, {given.games} games for each pair")
        fine = ladder(figures, game, given.games) and fine
        if game.players == 2:
            fine = weakest(figures, game, given.games) and fine
    figures.keep()
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
