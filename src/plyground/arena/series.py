"""A series: many matches between the same players, and their totals.

The chance of a round is made of the series' seed and the round's number, so the result does not
depend on the number of processes or on their speed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from statistics import median

import numpy as np

from plyground.arena import parallel
from plyground.arena.match import Match, Playing, computers, played_out
from plyground.kernel import Chance, natively
from plyground.players import External, ForfeitError, Player
from plyground.position import Game, PlygroundError, Position, require_game
from plyground.position.home import home_of
from plyground.search import Cancelled, Control

FIRST = ("fixed", "alternate", "once", "random")
"""Who takes the first seat: always the first player; each player in turn; the first player in round
1 and the next one in all later rounds; or a random player. The others follow in order.
"""


FEW = 20
"""So many matches are over before their native code is compiled."""


class SeriesError(PlygroundError):
    """A series cannot be played as requested."""


class BrokenSeriesError(SeriesError):
    """A series broke off; `series` has the finished rounds."""

    def __init__(self, message: str, series: Series) -> None:
        super().__init__(message)
        self.series = series


@dataclass(frozen=True)
class Schedule:
    """The plan of a series: everything that the rounds depend on."""

    game: Game
    players: tuple[Player, ...]
    rounds: int
    seed: int
    first: str

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise SeriesError(f"a series has 1 round or more, and not {self.rounds}")
        if self.first not in FIRST:
            raise SeriesError(
                f"first is one of {', '.join(FIRST)}, and not {self.first!r}: "
                "it says who begins each round"
            )
        for player in computers(self.game, self.players):
            player.check(self.game)

    @property
    def texts(self) -> tuple[str, ...]:
        """The players' texts, numbered where two are equal."""
        return _numbered([player.text for player in self.players])

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names for people, such as "Minimax, depth 5"; numbered like `texts`."""
        return _numbered([player.called(self.game).full for player in self.players])

    def seating(self, number: int) -> tuple[int, ...]:
        """The player at each seat in a round; rounds are numbered from 0."""
        count = len(self.players)
        shifts = {"fixed": 0, "alternate": number % count, "once": min(number, 1)}
        drawn = Chance(self.seed, number, count).below(count)  # beyond the seats
        shift = shifts.get(self.first, drawn)
        return tuple((shift + seat) % count for seat in range(count))

    def play(
        self,
        number: int,
        control: Control | None = None,
        watch: Callable[[Position], None] | None = None,
    ) -> Round:
        """Play one round. Raises Cancelled after a stop."""
        warm(self.game, self.players)
        rehearse(self.game, self.players, control)
        match = played_out(self.begin(number), control, watch)
        return Round(number, self.seating(number), match)

    def begin(self, number: int) -> Playing:
        """The match of one round, to play move by move; `play` plays it whole."""
        players = [self.players[player] for player in self.seating(number)]
        return Playing(self.game, players, self.seed, number)


@dataclass(frozen=True)
class Round:
    """One match of a series: its number from 0, and the player at each seat."""

    number: int
    seating: tuple[int, ...]
    match: Match

    def standing(self, player: int) -> int:
        """The result of the round for a player of the series: 1 won, 0 drawn, -1 lost."""
        return self.match.outcome.standing(self.seating.index(player))

    @property
    def forfeited_by(self) -> int | None:
        """The player who lost by giving no legal move."""
        outcome = self.match.outcome
        if outcome.how != "forfeited" or outcome.by is None:
            return None
        return self.seating[outcome.by]


@dataclass(frozen=True)
class Tally:
    """The results and the effort of one player of a series."""

    player: str  # its text
    wins: int
    draws: int
    losses: int
    forfeits: int  # among the losses
    nodes: int
    seconds: tuple[float, ...] = field(compare=False)  # of each of its moves

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for each win, half a point for each draw."""
        return self.wins + self.draws / 2

    @property
    def moves(self) -> int:
        """The number of its moves."""
        return len(self.seconds)

    @property
    def nodes_per_move(self) -> float:
        """The mean number of positions visited for a move."""
        return self.nodes / self.moves if self.moves else 0.0

    def seconds_per_move(self, percent: float = 50) -> float:
        """The time within which it made a given percentage of its moves; 50 gives the median."""
        return float(np.percentile(self.seconds, percent)) if self.seconds else 0.0


@dataclass(frozen=True)
class Series:
    """The finished rounds of a series, in order."""

    schedule: Schedule
    rounds: tuple[Round, ...]

    @property
    def complete(self) -> bool:
        """Whether every round was played."""
        return len(self.rounds) == self.schedule.rounds

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """The results of each player, in the order of the players."""
        return tuple(self._tally(player) for player in range(len(self.schedule.players)))

    @cached_property
    def lengths(self) -> tuple[int, float, int]:
        """The fewest moves of a match, their median, and the most; zeros without a match."""
        lengths = [len(each.match.moves) for each in self.rounds] or [0]
        return min(lengths), median(lengths), max(lengths)

    @property
    def different(self) -> int:
        """How many different matches there are by their moves; few of them prove little."""
        return len({each.match.moves for each in self.rounds})

    @property
    def seconds(self) -> float:
        """The time of all matches, summed over the processes that played them."""
        return sum(each.match.duration for each in self.rounds)

    def _tally(self, player: int) -> Tally:
        standings = [each.standing(player) for each in self.rounds]
        efforts = [each.match.efforts[each.seating.index(player)] for each in self.rounds]
        return Tally(
            player=self.schedule.players[player].text,
            wins=standings.count(1),
            draws=standings.count(0),
            losses=standings.count(-1),
            forfeits=sum(each.forfeited_by == player for each in self.rounds),
            nodes=sum(effort.nodes for effort in efforts),
            seconds=tuple(second for effort in efforts for second in effort.seconds),
        )


def simulate(
    game: Game,
    players: Sequence[Player | None],
    *,
    rounds: int = 10,
    seed: int | None = None,
    first: str = "alternate",
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    on_round: Callable[[Round], None] | None = None,
    watch: Callable[[Position], None] | None = None,
) -> Series:
    """Play a series between `players`, one for each seat of the game.

    `first` says who begins each round, see FIRST. `jobs` is the number of processes; a script that
    uses more than one must keep its work under `if __name__ == "__main__":`, because the processes
    import it. With `cluster`, the address of a Dask scheduler, the rounds are played there instead.

    `on_round` is called with each finished round; `watch`, with one job only, with each position.
    If another thread ends the series by `control`, the finished rounds are returned. Raises
    BrokenSeriesError, which has them, if a process dies.
    """
    require_game(game)
    schedule = Schedule(game, computers(game, players), rounds, new_seed(seed), first)
    if watch and (jobs != 1 or cluster):
        raise SeriesError("matches can be watched with 1 job only, in this process")
    played: list[Round] = []
    try:
        for _, each in play_all([schedule], jobs, cluster, control, watch):
            played.append(each)
            if on_round:
                on_round(each)
    except parallel.WorkerDiedError as error:
        raise BrokenSeriesError(str(error), assemble(schedule, played)) from None
    return assemble(schedule, played)


def play_all(
    schedules: Sequence[Schedule],
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    watch: Callable[[Position], None] | None = None,
    without: Sequence[Collection[int]] = (),
) -> Iterator[tuple[int, Round]]:
    """Play all rounds of all schedules, and yield each with the number of its schedule.

    They come in the order in which they finish; see plyground.arena.parallel. `without` has, for
    each schedule, the numbers of the rounds to leave out.
    """
    listed = [
        (which, number)
        for which, each in enumerate(schedules)
        for number in range(each.rounds)
        if not (without and number in without[which])
    ]
    items = [(schedules[which], number) for which, number in listed]
    native = jobs > 1 or any(is_long(each, len(items)) for each in schedules)
    results = parallel.spread(
        partial(_play, watch=watch), items, jobs, cluster, control, native=native
    )
    if cluster is None and native:  # so that compiled code is on disk for the other processes
        for each in schedules:
            warm(each.game, each.players)
    for index, played in results:
        yield listed[index][0], played


def is_long(schedule: Schedule, matches: int) -> bool:
    """Whether so many matches of a schedule take longer than compiling, or have to wait for it."""
    return matches > FEW or home_of(schedule.game.rules) is None


def _play(
    item: tuple[Schedule, int], control: Control, watch: Callable[[Position], None] | None
) -> Round:
    schedule, number = item
    return schedule.play(number, control, watch)


def assemble(schedule: Schedule, played: Iterable[Round]) -> Series:
    """The series of the played rounds, given in any order."""
    return Series(schedule, tuple(sorted(played, key=lambda each: each.number)))


def new_seed(seed: int | None) -> int:
    """The given seed, or a random one that is short enough to type."""
    return secrets.randbelow(1_000_000) if seed is None else seed


_warmed: set[tuple[Game, str]] = set()


def warm(game: Game, players: Iterable[Player]) -> None:
    """Compile or load the native code of the players, so that no move's time includes it.

    A search that is stopped before it begins still gets compiled.
    """
    with natively():
        _warm(game, players)


def prepare(game: Game, player: Player) -> None:
    """The same for one player before a single move, where the game's module does not answer."""
    if home_of(game.rules) is None:
        warm(game, [player])


def _warm(game: Game, players: Iterable[Player]) -> None:
    for player in players:
        if (game, player.text) in _warmed:
            continue
        chance = Chance(0)
        chance.choice([chance.word()])
        position = game.position()
        position.play_code(position.codes[0])
        control = Control()
        control.stop()
        with suppress(Cancelled, ForfeitError), player.seated() as seated:
            seated.choose(position, chance=chance, control=control)
        _warmed.add((game, player.text))


_rehearsed: set[tuple[Game, str]] = set()


def rehearse(game: Game, players: Iterable[Player], control: Control | None = None) -> None:
    """Play the end of a game once in this process, so that the first match takes as long as others.

    A search of two plies loads what a search that is stopped at once leaves out. Programs are left
    alone: each match starts its own. Raises Cancelled after a stop.
    """
    left = [
        player
        for player in players
        if (game, player.text) not in _rehearsed and not isinstance(player, External)
    ]
    if not left:
        return
    near = _near_the_end(game)
    for player in left:
        with natively(), suppress(ForfeitError), player.seated() as seated:
            choice = seated.choose(near, chance=Chance(0), control=control)
            str(near.play(choice.move).outcome)
        _rehearsed.add((game, player.text))


def _near_the_end(game: Game) -> Position:
    """A position two plies before the end of a game that chance has played."""
    chance, line = Chance(0), [game.position()]
    while not line[-1].over:
        line.append(line[-1].play_code(chance.choice(line[-1].codes)))
    str(line[-1].outcome)
    return line[max(0, len(line) - 3)]


def _numbered(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts, with a number after each that occurs more than once."""
    return tuple(
        text if texts.count(text) == 1 else f"{text} #{texts[: at + 1].count(text)}"
        for at, text in enumerate(texts)
    )
