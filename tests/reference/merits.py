"""The reasons for a move, checked one by one with nothing but the rules and naive counting."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import plyground as pg
from plyground.analysis.sentences import Sentence
from plyground.position import Position


def standing(position: Position, player: int) -> int:
    """What the end of a game is to a player; 0 before the end."""
    return 0 if position.outcome is None else position.outcome.standing(player)


def positions_of_levels(game: pg.Game, count: int, seed: str, least: int = 0) -> Iterator[Position]:
    """Positions of games of levels against each other, one of each game, from a ply on."""
    rng = random.Random(seed)
    names = [f"level:{level}" for level in range(1, len(game.levels) + 1)]
    levels = [player for name in names if (player := pg.parse_player(name)) is not None]
    while count:
        position, pair = game.position(), rng.choices(levels, k=2)
        while not position.over:
            chance = pg.Chance(rng.getrandbits(32))
            position = position.play(pair[position.turn].choose(position, chance=chance).move)
        if found := [each for each in position.line[least:] if not each.over]:
            count -= 1
            yield rng.choice(found)


class Merits:
    """The sentences on a move; `exact` gives the verdicts of all moves, for the player to move."""

    def __init__(
        self, position: Position, move: str, exact: Callable[[Position], Mapping[str, str]]
    ) -> None:
        self.position, self.move, self.exact = position, move, exact
        self.me, self.child = position.turn, position.play(move)

    def untrue(self, sentences: Sequence[Sentence]) -> list[Sentence]:
        """Those that are not so."""
        return [
            each
            for each in sentences
            if not getattr(self, each.name.rstrip("?").replace(" ", "_").replace("-", "_"))(each)
        ]

    def replies_to(self, move: str) -> list[str]:
        """The replies that end the game badly after a move."""
        child = self.position.play(move)
        if child.over:
            return []
        return [reply for reply in child.moves if standing(child.play(reply), self.me) < 0]

    def winning(self, replied: Position) -> set[str]:
        if replied.over:
            return set()
        return {move for move in replied.moves if standing(replied.play(move), self.me) > 0}

    def wins(self, _: Sentence) -> bool:
        return standing(self.child, self.me) > 0

    def draws(self, _: Sentence) -> bool:
        return self.child.over and standing(self.child, self.me) == 0

    def loses(self, _: Sentence) -> bool:
        return standing(self.child, self.me) < 0

    def all_lose(self, _: Sentence) -> bool:
        return all(standing(self.position.play(each), self.me) < 0 for each in self.position.moves)

    def only(self, _: Sentence) -> bool:
        return len(self.position.moves) == 1

    def two_threats(self, said: Sentence) -> bool:
        pair = {said.move, said.other}
        found = [self.winning(self.child.play(each)) & pair for each in self.child.moves]
        return len(pair) == 2 and all(found) and all(any(x not in f for f in found) for x in pair)

    def sure_threat(self, said: Sentence) -> bool:
        return all(said.move in self.winning(self.child.play(each)) for each in self.child.moves)

    def stops(self, said: Sentence) -> bool:
        others = [each for each in self.position.moves if each != self.move]
        letting = [each for each in others if self.replies_to(each)]
        return (
            said.move not in self.replies_to(self.move)
            and len(letting) > 1
            and all(said.move in self.replies_to(each) for each in letting)
        )

    def only_safe(self, _: Sentence) -> bool:
        others = [each for each in self.position.moves if each != self.move]
        return not self.loses_at_once(self.move) and all(map(self.loses_at_once, others))

    def all_let(self, _: Sentence) -> bool:
        return all(map(self.loses_at_once, self.position.moves))

    def loses_at_once(self, move: str) -> bool:
        return standing(self.position.play(move), self.me) < 0 or bool(self.replies_to(move))

    def threatens(self, said: Sentence) -> bool:
        found = [said.move in self.winning(self.child.play(each)) for each in self.child.moves]
        return 2 * sum(found) > len(found) and not self.replies_to(self.move)

    def no_safe(self, _: Sentence) -> bool:
        return all(standing(self.child.play(each), 1 - self.me) < 0 for each in self.child.moves)

    def forces(self, said: Sentence) -> bool:
        stopping = [
            each
            for each in self.child.moves
            if said.move not in self.winning(self.child.play(each))
        ]
        [reply] = stopping
        then = self.child.play(reply).play(said.other)
        lets = [each for each in then.moves if standing(then.play(each), self.me) < 0]
        return not lets and all(self.winning(then.play(each)) for each in then.moves)

    def squeezes(self, _: Sentence) -> bool:
        def leaves_none(replied: Position, move: str) -> bool:
            then = replied.play(move)
            return not then.over and all(
                standing(then.play(each), 1 - self.me) < 0 for each in then.moves
            )

        replied = [self.child.play(each) for each in self.child.moves]
        return all(
            standing(each, 1 - self.me) < 0
            or (not each.over and any(leaves_none(each, move) for move in each.moves))
            for each in replied
        )

    def holds(self, _: Sentence) -> bool:
        order = ("unknown", "loss", "draw", "win")
        verdicts = dict(self.exact(self.position))
        own = order.index(verdicts.pop(self.move))
        return all(order.index(each) < own for each in verdicts.values())

    def forced(self, said: Sentence) -> bool:
        return self.exact(self.position)[self.move] in ("win", "unknown") and said.n > 0

    # What is on the board

    def profits(self, said: Sentence) -> int:
        return 1 - self.me if said.mirrored else self.me

    def is_worth_to(self, player: int, verdicts: Sequence[str]) -> bool:
        """Whether the exact value after the move is one of these for a player, if it is known."""
        turned = {"win": "loss", "loss": "win"}
        verdict = self.exact(self.position)[self.move]
        own = verdict if player == self.me else turned.get(verdict, verdict)
        return own in (*verdicts, "unknown")

    @staticmethod
    def owners(position: Position) -> list[int | None]:
        return [None if mark is None else mark.player for mark in position.picture().marks]

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """The lines of the board, as sites."""
        game = self.position.game
        if game.name != "connect4":
            rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
            columns = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
            return [*rows, *columns, (0, 4, 8), (2, 4, 6)]
        width, height = game.values["columns"], game.values["rows"]
        found = []
        for c, r, (right, up) in itertools.product(
            range(width), range(height), ((1, 0), (0, 1), (1, 1), (1, -1))
        ):
            cells = [(c + i * right, r + i * up) for i in range(4)]
            if all(0 <= x < width and 0 <= y < height for x, y in cells):
                found.append(tuple(x * height + y for x, y in cells))
        return found

    def threatened(self, position: Position, player: int) -> set[int]:
        """The free cells that complete a line of a player."""
        owners = self.owners(position)
        return {
            site
            for line in self.lines
            for site in line
            if owners[site] is None
            and all(owners[other] == player for other in line if other != site)
        }

    def next_sites(self, position: Position) -> list[int]:
        """The lowest free cell of each column."""
        owners, height = self.owners(position), self.position.game.values["rows"]
        starts = range(0, len(owners), height)
        return [
            next(site for site in range(start, start + height) if owners[site] is None)
            for start in starts
            if owners[start + height - 1] is None
        ]

    def lasts(self, site: int, player: int, position: Position) -> bool:
        threats = self.threatened(position, player)
        return site in threats and site not in self.next_sites(position)

    # Connect Four

    def outcomes_of_following(self, position: Position) -> set[int | str]:
        """How a game can end for the player who has just moved and always replies in the same
        column; "stuck" where a column is full.
        """
        player, known = 1 - position.turn, {}

        def ends(at: Position) -> set[int | str]:
            if at.key not in known:
                found: set[int | str] = set()
                for move in at.moves:
                    child = at.play(move)
                    if child.over:
                        found.add(standing(child, player))
                    elif move not in child.moves:
                        found.add("stuck")
                    else:
                        replied = child.play(move)
                        found |= {standing(replied, player)} if replied.over else ends(replied)
                known[at.key] = found
            return known[at.key]

        return ends(position)

    def zugzwang(self, said: Sentence) -> bool:
        lasts = self.lasts(said.site, self.me, self.child)
        return not said.mirrored and lasts and self.outcomes_of_following(self.child) == {1}

    def follow_up(self, said: Sentence) -> bool:
        return not said.mirrored and self.outcomes_of_following(self.child) == {1}

    def claim_even(self, said: Sentence) -> bool:
        return not said.mirrored and self.outcomes_of_following(self.child) <= {0, 1}

    def no_four(self, _: Sentence) -> bool:
        owners = self.owners(self.child)
        return all({0, 1} <= {owners[site] for site in line} for line in self.lines)

    @cached_property
    def filled_up(self) -> int | None:
        """Who wins if only the threats count that are on the board now."""
        height, child = self.position.game.values["rows"], self.child
        owners = self.owners(child)
        threats = [self.threatened(child, player) for player in (0, 1)]
        starts = range(0, len(owners), height)
        counts = tuple(sum(each is not None for each in owners[at : at + height]) for at in starts)
        known: dict[tuple[int, ...], int | None] = {}

        def winner(heights: tuple[int, ...], turn: int) -> int | None:
            if heights not in known:
                found: list[int | None] = []
                for c, count in enumerate(heights):
                    if count == height:
                        continue
                    if c * height + count in threats[turn]:
                        found.append(turn)
                        break
                    after = (*heights[:c], count + 1, *heights[c + 1 :])
                    found.append(winner(after, 1 - turn))
                best = [turn, None, 1 - turn]
                known[heights] = min(found, key=best.index) if found else None
            return known[heights]

        return winner(counts, child.turn)

    def odd_threat(self, said: Sentence) -> bool:
        return self.is_decided_by(said, 0)

    def even_threat(self, said: Sentence) -> bool:
        return self.is_decided_by(said, 1)

    def is_decided_by(self, said: Sentence, row: int) -> bool:
        player, height = self.profits(said), self.position.game.values["rows"]
        return (
            self.filled_up == player
            and said.site in self.threatened(self.child, player)
            and said.site % height % 2 == row
            and self.is_worth_to(player, ["win"])
        )

    def fills_up(self, _: Sentence) -> bool:
        return self.filled_up is None and self.is_worth_to(self.me, ["draw"])

    def two_on_top(self, said: Sentence) -> bool:
        threats = self.threatened(self.child, self.me)
        lower = said.site not in self.threatened(self.child, 1 - self.me)
        return lower and self.lasts(said.site, self.me, self.child) and said.site + 1 in threats

    def comes_first(self, said: Sentence) -> bool:
        height = self.position.game.values["rows"]
        column = range(said.site + 1, (said.site // height + 1) * height)
        useless = self.threatened(self.child, 1 - self.me)
        return self.lasts(said.site, self.me, self.child) and not useless.isdisjoint(column)

    def makes_odd(self, said: Sentence) -> bool:
        return self.makes(said, 0)

    def makes_even(self, said: Sentence) -> bool:
        return self.makes(said, 1)

    def makes(self, said: Sentence, row: int) -> bool:
        height = self.position.game.values["rows"]
        new = said.site not in self.threatened(self.position, self.me)
        return new and said.site % height % 2 == row and self.lasts(said.site, self.me, self.child)

    # Tic-tac-toe

    def open_to(self, player: int, position: Position) -> list[tuple[int, ...]]:
        owners = self.owners(position)
        return [line for line in self.lines if all(owners[site] in (None, player) for site in line)]

    def no_line(self, _: Sentence) -> bool:
        return not self.open_to(0, self.child) and not self.open_to(1, self.child)

    def closes(self, said: Sentence) -> bool:
        before, they = self.owners(self.position), 1 - self.me
        closed = [
            line
            for line in self.open_to(they, self.position)
            if they in [before[site] for site in line]
            and line not in self.open_to(they, self.child)
        ]
        return said.n == len(closed) > 1

    def open_lines(self, said: Sentence) -> bool:
        through = [line for line in self.open_to(self.me, self.child) if said.site in line]
        return said.n == len(through) and self.position.game.move_texts[said.site] == self.move

    # Numerical tic-tac-toe

    def pairs(self) -> list[tuple[int, int]]:
        """The empty cell of each line with two numbers, and the number that it needs."""
        found = []
        for line in self.lines:
            numbers = [self.numbers[site] for site in line]
            if numbers.count(0) == 1:
                found.append((line[numbers.index(0)], 15 - sum(numbers)))
        return found

    @property
    def numbers(self) -> list[int]:
        marks = self.child.picture().marks
        return [0 if mark is None else int(mark.text) for mark in marks]

    def left(self, player: int | None) -> set[int]:
        """The numbers that a player can still write, or both."""
        own = range(1, 10) if player is None else range(1 + player, 10, 2)
        return set(own) - set(self.numbers)

    def no_sum(self, _: Sentence) -> bool:
        for line in self.lines:
            numbers = [self.numbers[site] for site in line]
            for added in itertools.combinations(self.left(None), numbers.count(0)):
                if added and sum(numbers) + sum(added) == 15:
                    return False
        return True

    def no_pair(self, _: Sentence) -> bool:
        pairs = self.pairs()
        return bool(pairs) and all(need not in self.left(1 - self.me) for _, need in pairs)

    def own_pair(self, said: Sentence) -> bool:
        return (said.site, said.n) in self.pairs() and said.n in self.left(self.me)

    # Sim

    def ends(self, site: int) -> frozenset[int]:
        """The dots of an edge."""
        return frozenset(map(int, self.position.game.move_texts[site].split("-")))

    def safe(self, player: int) -> set[int]:
        """The free edges that close no triangle of a player."""
        owners = self.owners(self.child)
        edges = range(len(owners))
        own = {self.ends(site) for site in edges if owners[site] == player}
        return {
            site
            for site in edges
            if owners[site] is None
            and not any(first ^ second == self.ends(site) for first in own for second in own)
        }

    def safe_edges(self, said: Sentence) -> bool:
        return (said.n, int(said.other)) == (len(self.safe(1 - self.me)), len(self.safe(self.me)))

    def runs_out(self, said: Sentence) -> bool:
        player = self.profits(said)
        drawn, turn = self.drawn_safely()
        right = (said.n, int(said.other)) == (drawn[1 - player], drawn[player])
        return right and turn == 1 - player and drawn[0] != drawn[1] and self.runs_out_to(player)

    def runs_out_in_turn(self, said: Sentence) -> bool:
        player = self.profits(said)
        drawn, turn = self.drawn_safely()
        right = turn == 1 - player == self.child.turn and said.n == drawn[0] == drawn[1]
        return right and self.runs_out_to(player)

    def drawn_safely(self) -> tuple[list[int], int]:
        """How many safe edges each draws, and who cannot: both draw those first that are safe for
        both, and what is left then. The player who has not run out may draw on.
        """
        edges, drawn, turn = [self.safe(0), self.safe(1)], [0, 0], self.child.turn
        out = None
        while edges[0] or edges[1]:
            if edges[turn]:
                one = min(edges[0] & edges[1] or edges[turn])
                edges = [each - {one} for each in edges]
                drawn[turn] += 1
            elif out is None:
                out = turn
            turn = 1 - turn
        return drawn, turn if out is None else out

    def runs_out_to(self, player: int) -> bool:
        return self.is_worth_to(player, ["win"])
