"""`plyground sprt`: whether one player is stronger than another, by as few games as it takes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.text import Text

from plyground.arena import Comparison, WorkerDiedError, compare, computers, new_seed
from plyground.arena.statistics import SequentialTest, difference
from plyground.cli.batch import interruptible, ready
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.options import SequentialOptions
from plyground.cli.output import say
from plyground.cli.terminal import Terminal, notices, paragraph
from plyground.cli.working import row
from plyground.kernel import GENERATOR
from plyground.players import parse_player
from plyground.position import Game, full_title
from plyground.search import Control

_RESULTS = ("lost both", "lost one, drew one", "even", "won one, drew one", "won both")


def run(game: Game, new: str, old: str, options: SequentialOptions) -> None:
    """Play the test and report it. Raises UserError for what is not accepted."""
    if options.cluster is not None and options.jobs != 1:
        raise UserError("--jobs is for this computer: give --jobs or --cluster")
    test = SequentialTest(options.elo0, options.elo1, options.alpha, options.beta)
    players = computers(game, [parse_player(text, programs=True) for text in (new, old)])
    control = Control()
    live = _Live(test)
    with notices(game.title, native=True):
        if options.cluster is None:
            ready(game, players)
        try:
            with row(live.line, "Playing ..."):
                found, interrupted = interruptible(
                    lambda: compare(
                        game,
                        *players,
                        test=test,
                        plies=options.plies,
                        pairs=options.pairs,
                        seed=new_seed(options.seed),
                        jobs=options.jobs,
                        cluster=options.cluster,
                        control=control,
                        on_pair=live.take,
                    ),
                    control,
                )
        except WorkerDiedError as error:
            raise UserError(str(error), FAILURE) from None
    assert found is not None  # what was played before Ctrl-C counts too
    names = [player.called(game).full for player in players]
    if options.json:
        say(json.dumps(_as_data(game, [player.text for player in players], found)))
    else:
        _report(game, names, found, not interrupted and found.pairs < options.pairs)
    if interrupted:
        raise UserError(f"ended by Ctrl-C after {found.pairs:,} pairs", INTERRUPTED)


class _Live:
    """The line that is shown while the test goes on."""

    def __init__(self, test: SequentialTest) -> None:
        self._test = test
        self._counts: Sequence[int] = ()

    def take(self, counts: Sequence[int]) -> None:
        self._counts = tuple(counts)

    def line(self) -> Text:
        counts, (low, high) = self._counts, self._test.bounds
        if not counts:
            return Text("Playing ...")
        found = difference(counts)
        return Text(
            f"{sum(counts):,} pairs, {_elo(found.elo, found.error)}, "
            f"likelihood {self._test.ratio(counts):+.2f} ({low:+.2f} to {high:+.2f})",
            no_wrap=True,
            overflow="ellipsis",
        )


def _report(game: Game, names: Sequence[str], found: Comparison, used_up: bool) -> None:
    new, old = names if names[0] != names[1] else ("the first player", "the second player")
    opening = "1 random ply" if found.plies == 1 else f"{found.plies} random plies"
    paragraph(
        f"{full_title(game)}: {names[0]} against {names[1]}\n"
        f"openings of {opening}, both sides of each, seed {found.seed}"
    )
    if found.pairs:
        seen = found.difference
        rows = [
            ["Pairs of games", f"{found.pairs:,}"],
            *([f"    {name}", f"{count:,}"] for name, count in zip(_RESULTS, found.counts,
                                                                   strict=True)),
            ["Difference", _elo(seen.elo, seen.error)],
            ["    normalised", _elo(seen.normalised, seen.normalised_error)],
            ["Likely to be stronger", f"{100 * seen.superiority:.1f} %"],
            ["Log-likelihood ratio", f"{found.ratio:+.2f}"],
        ]  # fmt: skip
        Terminal().table(["", names[0]], rows, figures=True)
        paragraph(
            f"Different openings: {found.openings:,} of {found.pairs:,}. "
            f"Different games: {found.games:,} of {2 * found.pairs:,}."
        )
    for name, count in zip(names, found.forfeits, strict=True):
        if count:
            paragraph(f"{name} forfeited {count:,} game{'' if count == 1 else 's'}.")
    paragraph(_verdict(found, new, old, used_up))


def _verdict(found: Comparison, new: str, old: str, used_up: bool) -> str:
    test = found.test
    low, high = test.bounds
    if found.accepted is None and used_up:
        return (
            f"Undecided: all {found.openings:,} openings have been played. Neither player leaves "
            "anything to chance, so that more games would be the same ones: give other --plies."
        )
    if found.accepted is None:
        return (
            f"Undecided: the ratio has to leave {low:+.2f} to {high:+.2f}. More pairs are needed, "
            "or bounds that lie further apart."
        )
    above = found.accepted == test.elo1
    words = _more(new, old, test.elo0) if above else _less(new, old, test.elo1)
    risk = test.alpha if above else test.beta
    return f"Accepted: {words}. Such a test is wrong in at most {100 * risk:g} % of cases."


def _more(new: str, old: str, elo: float) -> str:
    """What it means that the difference is more than so many Elo."""
    if elo < 0:
        return f"{new} is not weaker than {old} by {-elo:g} Elo or more"
    return f"{new} is stronger than {old}{f', by more than {elo:g} Elo' if elo else ''}"


def _less(new: str, old: str, elo: float) -> str:
    if elo > 0:
        return f"{new} is not stronger than {old} by {elo:g} Elo or more"
    return f"{new} is weaker than {old}{f', by more than {-elo:g} Elo' if elo else ''}"


def _elo(elo: float, error: float) -> str:
    return f"{elo:+.1f} ± {error:.1f} Elo"


def _as_data(game: Game, players: Sequence[str], found: Comparison) -> dict[str, Any]:
    low, high = found.test.bounds
    return {
        "game": game.name,
        "parameters": dict(game.values),
        "players": list(players),
        "seed": found.seed,
        "generator": GENERATOR,
        "plies": found.plies,
        "test": asdict(found.test),
        "pairs": dict(zip(("ll", "ld", "even", "wd", "ww"), found.counts, strict=True)),
        "openings": found.openings,
        "games": found.games,
        "forfeits": list(found.forfeits),
        "ratio": found.ratio,
        "bounds": [low, high],
        "accepted": found.accepted,
        "difference": asdict(found.difference) if found.pairs else None,
    }
