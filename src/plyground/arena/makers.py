"""Runs made by one call, for Python: a series, a test of two players, a tournament."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.arena import parallel
from plyground.arena.ending import Comparison, Sequential
from plyground.arena.kinds import usual_rounds
from plyground.arena.match import Given, RunError, computers
from plyground.arena.meeting import Played
from plyground.arena.openings import enough_plies
from plyground.arena.plan import SERIES, Entrant, Openings, Plan
from plyground.arena.plan_file import load
from plyground.arena.run import SUFFIX, Run
from plyground.arena.statistics import Difference, SequentialTest, difference
from plyground.arena.table import Table
from plyground.arena.warming import new_seed
from plyground.players import Chooses, Player, player
from plyground.position import Game, Position, require_game
from plyground.search import Control


def _renamed(before: str, now: str, more: str = "") -> Any:
    """A property by the name that it had before, for one version."""

    def found(self: object) -> object:
        said = f"`{before}` is called `{now}` now{more}"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        return getattr(self, now)

    return property(found, doc=f"What `{now}` was called.")


class Series(Table):
    """The table of a series."""

    rounds = _renamed("rounds", "played", ", and the number of a round is that of its `meeting`")
    tallies = _renamed("tallies", "lines", ", and `player` is a number: `name` is its text")

    @property
    def complete(self) -> bool:
        """Whether every round was played: not after a stop."""
        return len(self.played) == self.plan.rounds

    def difference(self, player: int = 0) -> Difference:
        """The difference in Elo of one of two players, from 0, to the other one.

        Raises RunError for more players, CountsError without a match.
        """
        if len(self.lines) != 2:
            raise RunError(f"two players have a difference, and not {len(self.lines)}")
        line = self.lines[player]
        return difference((line.losses, line.draws, line.wins))

    def __repr__(self) -> str:
        so_far = "" if self.complete else ", stopped"
        return f"<series of {len(self.played)} of {self.plan.rounds} rounds{so_far}>"


class BrokenSeriesError(RunError):
    """A series broke off, by an error of a player or the death of processes; `series` has the
    finished matches.
    """

    def __init__(self, message: str, series: Series) -> None:
        super().__init__(message)
        self.series = series


def simulate(
    game: Game,
    players: Sequence[Given],
    *,
    rounds: int = 10,
    seed: int | None = None,
    first: str = "alternate",
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    on_round: Callable[[Played], None] = lambda _: None,
    watch: Callable[[Position], None] | None = None,
) -> Series:
    """Play a series between `players`, one for each seat of the game: players, texts such as
    "minimax:depth=4" or functions (position) -> move; see `player`.

    `first` says who begins each round: "fixed", "alternate", "once" or "random". `jobs` is the
    number of processes; a script that uses more than one must keep its work under
    `if __name__ == "__main__":`, because the processes import it. With `cluster`, the address of a
    Dask scheduler, the rounds are played there instead.

    `on_round` is called with each finished match; `watch`, with one job only, with each position.
    If `control` ends the series, at once by `stop` or after the running matches by `finish`, the
    finished matches are returned. Raises BrokenSeriesError, which has them, if a player's code
    fails or processes die again and again.
    """
    require_game(game)
    plan = Plan.of_series(game, [computers(game, players)], rounds, new_seed(seed), first)
    if watch and (jobs != 1 or cluster):
        raise RunError("matches can be watched with 1 job only, in this process")
    run = Run(plan)
    try:
        run.play(jobs, cluster, control, on_round, watch)
    except (RunError, parallel.WorkerDiedError) as error:
        raise BrokenSeriesError(str(error), _series(run.table)) from error
    return _series(run.table)


def _series(table: Table) -> Series:
    return Series(table.plan, table.scheduled, table.played)


def sprt(
    game: Game,
    new: Given,
    old: Given,
    *,
    test: SequentialTest | None = None,
    plies: int | None = None,
    pairs: int = 50_000,
    seed: int | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    on_pair: Callable[[Comparison], None] | None = None,
) -> Comparison:
    """Test whether `new` is stronger than `old` by a sequential probability ratio test, which takes
    at most so many `pairs` of matches.

    Openings have `plies` random moves; without a number, as many as make openings different. When
    all of them have been played they come again, unless that would give the same matches. `on_pair`
    is called after each pair with the comparison so far. Players, `jobs`, `cluster` and `control`
    are as for `simulate`.

    Raises RunError for a game of more than two players, and WorkerDiedError.
    """
    made = comparing(game, new, old, test or SequentialTest(), plies, pairs, new_seed(seed))
    seen = 0
    for _ in made.steps(jobs, cluster, control):
        so_far = sum(sequential_of(made).counts)
        if on_pair and so_far > seen:
            seen = so_far
            on_pair(compared(made))
    return compared(made)


def comparing(
    game: Game,
    new: Given,
    old: Given,
    test: SequentialTest,
    plies: int | None,
    pairs: int,
    seed: int,
) -> Run:
    """The run of a comparison, before its first match; see `sprt`."""
    require_game(game)
    if game.players != 2:
        raise RunError(f"two players are compared: {game.title} is for {game.players} here")
    players = computers(game, (new, old))
    for each in players:
        each.check(game)
    if pairs < 1:
        raise RunError(f"a comparison has 1 pair or more, and not {pairs}")
    return Run(
        Plan(
            games=(game,),
            entrants=tuple(
                Entrant(f"{at} {each.text}", each) for at, each in enumerate(players, 1)
            ),
            rounds=pairs,
            openings=Openings(plies=enough_plies(game) if plies is None else plies),
            seed=seed,
            test=test,
        )
    )


def sequential_of(run: Run) -> Sequential:
    """What the test of a comparison has seen so far."""
    assert isinstance(run.ending, Sequential)
    return run.ending


def compared(run: Run) -> Comparison:
    """What the run of a comparison has found so far."""
    return sequential_of(run).comparison(
        run.table.played, run.plan.openings.plies or 0, run.plan.seed
    )


class Tournament(Run):
    """A run of many players, stated in Python. Without a file of `results` its matches are kept as
    long as this object is.

    A script that uses more than one job must keep its work under `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        game: Game | Sequence[Game],
        players: Mapping[str, Player | str | Chooses] | Sequence[Player | str | Chooses],
        *,
        kind: str = "round robin",
        rounds: int | None = None,
        openings: Openings | None = None,
        challengers: Sequence[str] = (),
        adjudicate: bool = False,
        seed: int | None = None,
        title: str = "Tournament",
        results: str | Path | None = None,
    ) -> None:
        """The players, as for `simulate`, are given by name, or as a list, in which their texts are
        their names.

        Raises RunError or PlayerError, saying what is accepted, for a plan that cannot be played.
        """
        entrants = _entrants(players)
        names = [each.name for each in entrants]
        for name in challengers:
            if name not in names:
                raise RunError(f"there is no player {name!r}: give {', '.join(names)}")
        if kind == SERIES:
            raise RunError("a series is played by simulate")
        super().__init__(
            Plan(
                games=(game,) if isinstance(game, Game | str) else tuple(game),  # a text is refused
                entrants=entrants,
                kind=kind,
                rounds=usual_rounds(kind, len(entrants)) if rounds is None else rounds,
                openings=openings or Openings(),
                challengers=tuple(map(names.index, challengers)),
                adjudicate=adjudicate,
                seed=new_seed(seed),
                title=title,
            ),
            results,
        )

    standings = _renamed("standings", "table")

    @classmethod
    def load(
        cls, file: str | Path, results: str | Path | None = None, *, programs: bool = False
    ) -> Tournament:
        """The one that a TOML file states, with its results beside it; see `plan.load`."""
        made = cls.__new__(cls)
        beside = Path(file).with_suffix(SUFFIX) if results is None else results
        Run.__init__(made, load(str(file), programs), beside)
        return made


def _entrants(
    players: Mapping[str, Player | str | Chooses] | Sequence[Player | str | Chooses],
) -> tuple[Entrant, ...]:
    if isinstance(players, Mapping):
        return tuple(Entrant(name, player(each, name=name)) for name, each in players.items())
    made = [(each, player(each)) for each in players]
    return tuple(
        Entrant(each if isinstance(each, str) else found.text, found) for each, found in made
    )
