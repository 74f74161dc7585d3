"""`plyground puzzle` and `plyground mine`: puzzles to solve, and making more of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from plyground.analysis.puzzles import (
    LEVELS,
    Progress,
    ProgressFile,
    Puzzle,
    all_puzzles,
    mined_text,
    puzzles,
    read_puzzles,
)
from plyground.analysis.puzzles import daily as of_day
from plyground.analysis.puzzles import mine as mined
from plyground.cli import exits
from plyground.cli.batch import interruptible
from plyground.cli.batch import progress as bar
from plyground.cli.exits import UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say
from plyground.cli.puzzling import solve_one, solve_some
from plyground.cli.terminal import note, notices
from plyground.folders import data_folder
from plyground.position import Game
from plyground.position.texts import full_title
from plyground.records import today
from plyground.search import Cancelled, Control

_PROGRESS = "puzzles.jsonl"  # in the folder for what cannot be made again


def puzzle(
    game: Game | None,
    number: int | None,
    rating: str | None,
    daily: bool,
    progress: bool,
    as_json: bool,
    solution: bool,
    file: Path | None,
) -> None:
    """Pose puzzles, or print one or what was solved."""
    if rating is not None and rating not in LEVELS:
        raise UserError(f"--rating takes {', '.join(LEVELS)}, and not {rating!r}")
    if sum((number is not None, rating is not None, daily)) > 1:
        raise UserError("give one of --number, --rating and --daily")
    if game is None and (number is not None or file is not None):
        raise UserError("--number and --file need a GAME, as in: plyground puzzle connect4")
    if progress and (number is not None or rating is not None or daily):
        raise UserError("--progress tells of all puzzles: give no more than a GAME, --file, --json")
    if solution and not as_json:
        raise UserError("--solution goes with --json; in a talk, type hint")
    among = _among(game, file)
    if progress:
        _tell_progress(among, as_json)
        return
    chosen = _named(among, number, rating, daily)
    if as_json:
        _print_one(chosen, solution)
    elif len(chosen) == 1 and (number is not None or daily):
        solve_one(chosen[0], len(among), _progress_path())
    else:
        solve_some(chosen, len(among), _progress_path())


def mine(game: Game, file: Path, count: int, games: int, first_ply: int, seed: int) -> None:
    """Simulate games, and keep positions with one single move that keeps the value."""
    output = OutputFile(file)
    control = Control()

    def work() -> list[Puzzle] | None:
        with bar(games, "games") as step:
            try:
                return mined(
                    game, count, games, seed, first_ply, control,
                    lambda _game, found: step(f"{found} found"),
                )  # fmt: skip
            except Cancelled:
                return None

    with notices(game.title):
        found, _ = interruptible(work, control)
    if found is None:
        raise UserError("ended by Ctrl-C, and nothing is written", exits.INTERRUPTED)
    if not found:
        raise UserError(
            f"there is no puzzle in {games} games: simulate more --games", exits.FAILURE
        )
    how = f"--count {count} --games {games} --first-ply {first_ply} --seed {seed}"
    if file != STANDARD_OUTPUT:
        note(f"{len(found)} puzzles")
    output.write(mined_text(game, found, f"plyground mine {how}"))


def _among(game: Game | None, file: Path | None) -> Sequence[Puzzle]:
    """The puzzles to choose from. Raises UserError if there are none."""
    if game is None:
        return all_puzzles()
    if file is not None:
        found = read_puzzles(file, game)
        if not found:
            raise UserError(f"{file} has no puzzles", exits.FAILURE)
        return found
    found = puzzles(game)
    if not found:
        there = dict.fromkeys(full_title(each.game) for each in all_puzzles())
        raise UserError(
            f"no puzzles of {full_title(game)} come with Plyground, but of {', '.join(there)}: "
            "make some with plyground mine",
            exits.FAILURE,
        )
    return found


def _named(
    among: Sequence[Puzzle], number: int | None, rating: str | None, daily: bool
) -> Sequence[Puzzle]:
    """Those of the puzzles that the options mean. Raises UserError if they mean none."""
    if number is not None:
        if number > len(among):
            raise UserError(f"there are puzzles 1 to {len(among)}, and not {number}")
        return [among[number - 1]]
    if daily:
        return [of_day(today(), among)]
    if rating is not None:
        found = [each for each in among if each.level == rating]
        if not found:
            there = dict.fromkeys(each.level for each in among)
            raise UserError(f"there are no {rating} ones, but {', '.join(there)}", exits.FAILURE)
        return found
    return among


def _progress_path() -> Path:

    return data_folder() / _PROGRESS


def _kept_progress() -> Progress:

    return ProgressFile(_progress_path()).read()


def _print_one(chosen: Sequence[Puzzle], solution: bool) -> None:
    """The one puzzle that is meant, or the next, as data."""
    found = chosen[0] if len(chosen) == 1 else _kept_progress().next(chosen) or chosen[0]
    with notices(found.game.title):
        say(json.dumps(found.to_json(solution)))


def _tell_progress(among: Sequence[Puzzle], as_json: bool) -> None:
    """How many puzzles are solved, of each game and level."""
    kept = _kept_progress()
    told = []
    for game in dict.fromkeys(each.game for each in among):
        of_game = [each for each in among if each.game == game]
        levels = {}
        for level in LEVELS:
            of_level = [each.id in kept.solved for each in of_game if each.level == level]
            if of_level:
                levels[level] = {"solved": sum(of_level), "puzzles": len(of_level)}
        told.append(
            {
                "game": game.to_json(),
                "solved": sum(each["solved"] for each in levels.values()),
                "puzzles": len(of_game),
                "levels": levels,
            }
        )
        if not as_json:
            parts = [f"{n['solved']} of {n['puzzles']} {level}" for level, n in levels.items()]
            of = ", ".join(f"{value} {name}" for name, value in game.values.items())
            title = f"{game.title} ({of})" if of else game.title
            say(f"{title}: {told[-1]['solved']} of {len(of_game)} solved: {', '.join(parts)}")
    if as_json:
        say(json.dumps({"games": told}))
