"""What the rules of games say: which there are, a position, counts of moves, and their promises."""

from __future__ import annotations

from pathlib import Path

from plyground import search
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.games import check_depth
from plyground.cli.output import OutputFile, say
from plyground.cli.terminal import Terminal, notices
from plyground.games.registry import game_class, game_names
from plyground.position import Game, UnknownGameError
from plyground.position.faults import GameFileError
from plyground.position.trial import file_of
from plyground.testing import check_game


def games() -> None:
    """List the games and their parameters."""
    for name in game_names():
        try:
            found = game_class(name)
        except UnknownGameError as error:
            say(f"{name}\n    cannot be used: {error}")
            continue
        say(f"{name}\n    {found.title}. {found.summary}")
        for parameter in found.parameters:
            say(
                f"    --{parameter.name} {parameter.least} to {parameter.most} "
                f"({parameter.default}): {parameter.meaning}"
            )


def show(game: Game, moves: list[str], svg: Path | None) -> None:
    """Show the position after some moves, as text or as a picture."""
    with notices(game.title):
        position = game.position(moves)
    if svg is not None:
        OutputFile(svg).write(position._repr_svg_() + "\n")
        return
    terminal = Terminal()
    terminal.show(position)
    terminal.say(position.describe())


def perft(game: Game, depth: int, divide: bool) -> None:
    """Count the sequences of so many moves, in all or for each first move."""
    if divide and depth == 0:
        raise UserError("--divide needs a depth of 1 ply or more")
    check_depth(game, depth)
    control = search.Control()
    with notices(game.title):
        if divide:
            counts = Terminal().wait(lambda: search.divide(game, depth, control=control), control)
            for move, count in counts.items():
                say(f"{move}: {count}")
            say(f"total: {sum(counts.values())}")
        else:
            say(str(Terminal().wait(lambda: search.perft(game, depth, control=control), control)))


def check(game: Game, playouts: int) -> None:
    """Say whether the rules of somebody's own game keep what a game promises."""
    with notices(game.title):
        try:
            lacking = Terminal().wait(
                lambda: check_game(game, playouts), search.Control(), "Checking ..."
            )
        except AssertionError as error:
            if isinstance(error.__cause__, GameFileError):
                raise error.__cause__ from None
            told = str(error) or "an assert in the rules has failed"
            raise UserError(f"{file_of(type(game)).name}: {told}", FAILURE) from None
    say(f"{game.title} keeps what a game promises. {playouts} games were played at random.")
    for sentence in lacking:
        say(sentence)
