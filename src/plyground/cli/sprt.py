"""`plyground sprt`: whether one player is stronger than another, by as few games as it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from plyground.arena import Comparison, Run, new_seed
from plyground.arena.makers import compared, comparing, sequential_of
from plyground.arena.report import Columns, counted, head
from plyground.arena.statistics import SequentialTest, difference
from plyground.cli.options import SequentialOptions
from plyground.cli.runs import Files, matches, show
from plyground.players import parse_player
from plyground.position import Game, full_title

_RESULTS = ("lost both", "lost one, drew one", "even", "won one, drew one", "won both")


def run(game: Game, new: str, old: str, options: SequentialOptions) -> None:
    """Play the test and report it. Raises UserError for what is not accepted."""
    test = SequentialTest(options.elo0, options.elo1, options.alpha, options.beta)
    one, other = (parse_player(text, programs=True) for text in (new, old))
    made = comparing(game, one, other, test, options.plies, options.pairs, new_seed(options.seed))
    sequential = sequential_of(made)

    def line() -> str:
        counts, (low, high) = tuple(sequential.counts), test.bounds
        if not any(counts):
            return ""
        found, ratio = difference(counts), test.ratio(counts)
        bounds = f"({low:+.2f} to {high:+.2f})"
        return f"{_elo(found.elo, found.error)}, likelihood {ratio:+.2f} {bounds}"

    shown = matches(
        made,
        game.title,
        options.jobs,
        options.cluster,
        count=lambda: (sum(sequential.counts), None),
        words=lambda: _words(made, compared(made)),
        data=lambda: _as_data(made, compared(made)),
        line=line,
        called=("pair", "pairs", "played"),
    )
    show(shown, Files(options))


def _words(run: Run, found: Comparison) -> Iterator[str | Columns]:
    (game,) = run.plan.games
    new, old = names = [each.player.called(game).full for each in run.plan.entrants]
    yield (
        f"{full_title(game)}: {new} against {old}\n"
        f"openings of {counted(found.plies, 'random ply', 'random plies')}, "
        f"both sides of each, seed {found.seed}"
    )
    if found.pairs:
        seen = found.difference
        results = zip(_RESULTS, found.counts, strict=True)
        rows = (
            ("Pairs of games", f"{found.pairs:,}"),
            *((f"    {name}", f"{count:,}") for name, count in results),
            ("Difference", _elo(seen.elo, seen.error)),
            ("    normalised", _elo(seen.normalised, seen.normalised_error)),
            ("Likely to be stronger", f"{100 * seen.superiority:.1f} %"),
            ("Log-likelihood ratio", f"{found.ratio:+.2f}"),
        )
        different = (
            f"Different openings: {found.openings:,} of {found.pairs:,}. "
            f"Different games: {found.games:,} of {2 * found.pairs:,}."
        )
        yield Columns(("", new), rows, (different,))
    for name, count in zip(names, found.forfeits, strict=True):
        if count:
            yield f"{name} forfeited {counted(count, 'game')}."
    if new == old:
        new, old = "the first player", "the second player"
    yield _verdict(found, new, old, run.complete and found.pairs < (run.plan.rounds or 0))


def _as_data(run: Run, found: Comparison) -> dict[str, Any]:
    stated = asdict(found)
    counts = stated.pop("counts")
    return {
        **head(run.plan.games[0], found.seed),
        "players": [each.player.text for each in run.plan.entrants],
        **stated,
        "pairs": dict(zip(("ll", "ld", "even", "wd", "ww"), counts, strict=True)),
        "ratio": found.ratio,
        "bounds": found.test.bounds,
        "difference": asdict(found.difference) if found.pairs else None,
    }


def _verdict(found: Comparison, new: str, old: str, used_up: bool) -> str:
    test, accepted = found.test, found.accepted
    low, high = test.bounds
    if accepted is None and used_up:
        return (
            f"Undecided: all {found.openings:,} openings have been played. Neither player leaves "
            "anything to chance, so that more games would be the same ones: give other --plies."
        )
    if accepted is None:
        return (
            f"Undecided: the ratio has to leave {low:+.2f} to {high:+.2f}. More pairs are needed, "
            "or bounds that lie further apart."
        )
    above = accepted == test.elo1
    more, less = ("stronger", "weaker") if above else ("weaker", "stronger")
    by, risk = (test.elo0, test.alpha) if above else (-test.elo1, test.beta)
    words = f"{more} than {old}{f', by more than {by:g} Elo' if by else ''}"
    if by < 0:
        words = f"not {less} than {old} by {-by:g} Elo or more"
    return f"Accepted: {new} is {words}. Such a test is wrong in at most {100 * risk:g} % of cases."


def _elo(elo: float, error: float) -> str:
    return f"{elo:+.1f} ± {error:.1f} Elo"
