"""`plyground calibrate`: how strong a game's levels and players are, in Elo above random play."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from plyground.arena.calibration import Calibration
from plyground.arena.ladder import opening_plies
from plyground.arena.rating import BOUNDS
from plyground.arena.report import Columns, elo_text
from plyground.arena.run import SUFFIX
from plyground.cli.options import CalibrationOptions
from plyground.cli.output import unwritable
from plyground.cli.runs import Files, counting, matches, show
from plyground.cli.terminal import note
from plyground.players import AtLevel, Learned, PlayerError, parse_player
from plyground.players.strengths import Strength, Strengths, as_text, own_file
from plyground.position import Game, full_title
from plyground.search import Control


def run(game: Game, options: CalibrationOptions) -> None:
    """Play, report and write the file. Raises UserError for what is not accepted."""
    calibration = Calibration(game, error=options.error, seed=options.seed)
    made = calibration.run
    usual = own_file(game)
    output = options.output or usual
    path = options.results or usual.with_name(f"{usual.stem}-{calibration.mark}{SUFFIX}")
    made.path = path
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(output, error) from None
    files = Files(replace(options, output=output), [path])
    others = usual.parent.glob(f"{usual.stem}-*{SUFFIX}")
    if not path.exists() and (left := sorted(each.name for each in others)):
        note(f"results of another seed or version are left as they are: {', '.join(left)}")
    seconds = math.inf if options.minutes is None else 60 * options.minutes
    found: Strengths | None = None
    begun, before = 0.0, 0

    def steps(control: Control) -> Iterable[object]:
        nonlocal begun, before
        begun, before = time.monotonic(), made.played
        return calibration.steps(options.jobs, control, seconds)

    def line() -> str:
        speed = 60 * (made.played - before) / max(time.monotonic() - begun, 1)
        return f"{speed:,.0f} a minute{f', {made.rounds[-1].title}' if made.rounds else ''}"

    def look(control: Control) -> None:
        nonlocal found
        if calibration.rated:
            with counting("Looking up exact values ..."):
                found = calibration.strengths(control)

    shown = matches(
        made,
        game.title,
        options.jobs,
        steps=steps,
        count=lambda: (made.played, None),
        complete=lambda: made.complete and found is not None,
        words=lambda: _words(game, found, None if made.complete else options.error),
        contents=lambda: {"output": partial(as_text, found)} if found else {},
        look=look,
        line=line,
    )
    show(shown, files)


def _words(game: Game, found: Strengths | None, unknown: float | None) -> Iterator[str | Columns]:
    """What was found; with differences that are `unknown` to so many Elo."""
    if found is None:
        yield f"{full_title(game)}: nobody is rated before everyone has met everyone."
        return
    measured, plies = found.measured, opening_plies(game)
    begins = f"after {plies} random moves" if plies else "from the empty board"
    yield (
        f"{full_title(game)}: {measured['matches']:,} matches {begins}, seed {measured['seed']}; "
        f"{100 * measured['different']:.0f} % of them differ.\n"
        "random has 0 Elo. Errors are those of 95 %: of the rating, and of the step to the next "
        "one. Exact moves keep a win or a draw, where there was a choice."
    )
    cells: dict[str, Callable[[Strength], str]] = {
        "": lambda each: _named(each, game),
        "Elo": lambda each: elo_text(each.elo, None, BOUNDS[each.bound]),
        "error": lambda each: "" if each.error is None else f"{each.error:.0f}",
        "of the step": lambda each: "" if each.apart is None else f"{each.apart:.0f}",
        "exact": lambda each: "" if each.exact is None else f"{100 * each.exact:.0f} %",
        "ms a move": lambda each: f"{1000 * each.seconds:.2g}",
        "matches": lambda each: f"{each.matches:,}",
    }
    yield Columns.of(reversed(found.players), cells)
    if found.curve and len(found.curve) > 1:
        yield f"elo:N plays at any rating from {found.least:,} to {found.most:,}."
    if unknown is not None:
        yield (
            f"Some differences between neighbours are not known to {unknown:g} Elo yet: the same "
            "command goes on."
        )


def _named(each: Strength, game: Game) -> str:
    """The text of a player, and the name of a person."""
    with suppress(PlayerError):  # a strength is not one for people
        player = parse_player(each.player)
        if isinstance(player, AtLevel | Learned):
            return f"{each.player} {player.called(game).short}"
    return each.player
