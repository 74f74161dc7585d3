"""`plyground calibrate`: how strong a game's levels and players are, in Elo above random play."""

from __future__ import annotations

import math
import time
from contextlib import suppress

from rich.text import Text

from plyground.arena import WorkerDiedError
from plyground.arena.calibration import Calibration
from plyground.arena.ladder import opening_plies
from plyground.arena.meeting import Played
from plyground.arena.run import SUFFIX
from plyground.cli.batch import interruptible, ready
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.options import CalibrationOptions
from plyground.cli.output import complain
from plyground.cli.terminal import Terminal, note, notices, paragraph
from plyground.cli.working import row
from plyground.players import AtLevel, Learned, PlayerError, parse_player
from plyground.players.strengths import Strength, Strengths, own_file, write_strengths
from plyground.position import Game, full_title
from plyground.search import Control

_HEADS = ("", "Elo", "error", "of the step", "exact", "ms a move", "matches")


def run(game: Game, options: CalibrationOptions) -> None:
    """Play, report and write the file. Raises UserError for what is not accepted."""
    control = Control()
    calibration = Calibration(game, error=options.error, seed=options.seed)
    usual = own_file(game)
    calibration.run.path = options.results or usual.with_name(
        f"{usual.stem}-{calibration.mark}{SUFFIX}"
    )
    others = usual.parent.glob(f"{usual.stem}-*{SUFFIX}")
    if not calibration.run.path.exists() and (left := sorted(each.name for each in others)):
        note(f"results of another seed or version are left as they are: {', '.join(left)}")
    live = _Live(calibration)
    seconds = math.inf if options.minutes is None else 60 * options.minutes
    with notices(game.title, native=True):
        ready(game, tuple(calibration.players.values()))
        try:
            with row(live.line, "Playing ..."):
                _, interrupted = interruptible(
                    lambda: calibration.play(options.jobs, control, seconds, live.take), control
                )
        except WorkerDiedError as error:
            raise UserError(str(error), FAILURE) from None
    if not calibration.rated:
        raise UserError("ended by Ctrl-C before everyone has met everyone; go on with the same "
                        "command", INTERRUPTED)  # fmt: skip
    with row(lambda: Text("Looking up exact values ..."), "Looking up exact values ..."):
        found = calibration.strengths()
    _report(found, calibration)
    out = options.output or usual
    write_strengths(out, found)
    complain(f"Written: {out}")
    if interrupted:
        raise UserError("ended by Ctrl-C; the same command goes on", INTERRUPTED)


class _Live:
    """The line that is shown while matches are played."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._begun, self._played = time.monotonic(), 0

    def take(self, _played: Played) -> None:
        self._played += 1

    def line(self) -> Text:
        run, seconds = self._calibration.run, time.monotonic() - self._begun
        doing = f", {run.rounds[-1].title}" if run.rounds else ""
        return Text(
            f"{run.played:,} matches, {60 * self._played / max(seconds, 1):,.0f} a minute{doing}",
            no_wrap=True,
            overflow="ellipsis",
        )


def _report(found: Strengths, calibration: Calibration) -> None:
    measured = found.measured
    paragraph(
        f"{full_title(found.game)}: {measured['matches']:,} matches {_begins(found.game)}, seed "
        f"{measured['seed']}; {100 * measured['different']:.0f} % of them differ.\n"
        "random has 0 Elo. Errors are those of 95 %: of the rating, and of the step to the next "
        "one. Exact moves keep a win or a draw, where there was a choice."
    )
    Terminal().table(_HEADS, [_row(each, found.game) for each in reversed(found.players)],
                     figures=True)  # fmt: skip
    if found.curve and len(found.curve) > 1:
        paragraph(f"elo:N plays at any rating from {found.least:,} to {found.most:,}.")
    if not calibration.run.complete:
        paragraph(
            "Some differences between neighbours are not known to "
            f"{calibration.run.plan.error:g} Elo yet: the same command goes on."
        )


def _row(each: Strength, game: Game) -> list[str]:
    return [
        _named(each, game),
        f"{_BOUNDS[each.bound]}{each.elo:,.0f}",
        "" if each.error is None else f"{each.error:.0f}",
        "" if each.apart is None else f"{each.apart:.0f}",
        "" if each.exact is None else f"{100 * each.exact:.0f} %",
        f"{1000 * each.seconds:.2g}",
        f"{each.matches:,}",
    ]


def _begins(game: Game) -> str:
    plies = opening_plies(game)
    return f"after {plies} random moves" if plies else "from the empty board"


_BOUNDS = {0: "", 1: "more than ", -1: "less than "}


def _named(each: Strength, game: Game) -> str:
    """The text of a player, and the name of a person."""
    with suppress(PlayerError):  # a strength is not one for people
        player = parse_player(each.player)
        if isinstance(player, AtLevel | Learned):
            return f"{each.player} {player.called(game).short}"
    return each.player
