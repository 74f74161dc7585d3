"""`plyground train`: a game learned by self-play, with the share of right moves as it grows."""

from __future__ import annotations

import json
import math
from pathlib import Path

from rich.text import Text

from plyground.arena import Mark, Training
from plyground.arena.training import BrokenTrainingError, train
from plyground.cli.batch import interruptible
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import complain, say
from plyground.cli.terminal import Terminal, notices, paragraph
from plyground.cli.working import row
from plyground.players import Learned, PlayerError, parse_player
from plyground.position import Game, file_stem, full_title
from plyground.search import Control


def run(
    game: Game,
    file: Path | None,
    minutes: float | None,
    games: int | None,
    seed: int | None,
    fresh: bool,
    exploring: int | None,
    as_json: bool,
) -> None:
    """Train and report. Raises UserError for what is not accepted."""
    if minutes is not None and games is not None:
        raise UserError("give --minutes or --games, not both")
    if minutes is not None and not 0 < minutes < math.inf:
        raise UserError(f"--minutes takes more than 0, and not {minutes:g}")
    path = file or Path(f"{file_stem(game)}.weights")
    if not _is_player(path):
        raise UserError(
            f"learned:{path} would not be a player: give a file without commas, brackets and =, "
            "that does not begin with @"
        )
    control, live = Control(), _Live()
    failure = ""
    with notices(game.title, native=True), row(live.line, "Training ..."):
        try:
            found, interrupted = interruptible(
                lambda: train(
                    game,
                    path,
                    games=games,
                    seconds=None if minutes is None else 60 * minutes,
                    seed=seed,
                    fresh=fresh,
                    exploring=None if exploring is None else exploring / 100,
                    control=control,
                    on_mark=live.mark,
                    on_games=live.games,
                ),
                control,
            )
        except BrokenTrainingError as error:
            found, interrupted, failure = error.training, False, str(error)
    if found is None:
        raise UserError("ended by Ctrl-C before the first game", INTERRUPTED)
    if as_json:
        say(json.dumps(found.to_json()))
    else:
        _report(found)
    if failure:
        raise UserError(f"{failure}; {path} can play, but no training can go on from here", FAILURE)
    if interrupted:
        again = f"{games:,} games" if games else f"{5 if minutes is None else minutes:g} min"
        raise UserError(
            f"ended by Ctrl-C; the same command goes on from here, for another {again}", INTERRUPTED
        )


def _is_player(path: Path) -> bool:
    """Whether the text of a player can name a file."""
    player = Learned(str(path))
    try:
        return parse_player(player.text, programs=True) == player and not player.kept
    except PlayerError:
        return False


class _Live:
    """The line that is shown while the training goes on."""

    def __init__(self) -> None:
        self._said = "Preparing ..."
        self._marked = ""
        self._begun = False

    def games(self, games: int, seconds: float) -> None:
        if games and not self._begun:
            complain(f"Going on after {games:,} games.")
        self._begun = True
        speed = games / seconds if seconds else 0
        self._said = f"{games:,} games, {speed:,.0f} a second"

    def mark(self, mark: Mark) -> None:
        self._marked = f", {_percent(mark.right)} right after {mark.games:,}"

    def line(self) -> Text:
        return Text(self._said + self._marked, no_wrap=True, overflow="ellipsis")


def _report(found: Training) -> None:
    title = full_title(found.game)
    paragraph(f"{title}: {found.games:,} games in {found.seconds:,.0f} s, seed {found.seed}")
    if found.new_exam:
        paragraph("Its earlier marks are left out: they are of another exam.")
    heads = "Games", "Seconds", "Right moves" if found.positions else "Points"
    rows = [[f"{each.games:,}", f"{each.seconds:,.0f}", _percent(each.right)]
            for each in found.marks]  # fmt: skip
    Terminal().table(heads, rows, figures=True)
    if found.by_chance is not None:
        paragraph(
            f"Right moves keep the result, in {found.positions} positions of random games where "
            "other moves lose it. The learner does not look ahead. Random moves "
            f"would be right in {_percent(found.by_chance)}."
        )
    else:
        paragraph("Points against the random player and minimax, each in half of the games.")
    share = f"{_percent(found.right)} {'right moves' if found.positions else 'of the points'}"
    paragraph(f"{found.file} has the best, made small: {share}. learned:{found.file} is a player.")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
