"""Games on the command line: their names, and their parameters as options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from plyground.cli.exits import UserError

_EXTRA = "plyground.parameters"  # where GameCommand leaves what it found, in the context's meta

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="tictactoe, numerical, sim, connect4, an installed game, or a .py file"
    ),
]
Vertices = Annotated[int | None, typer.Option(help="Dots of Sim, 3 to 10 (6).", metavar="N")]
Players = Annotated[int | None, typer.Option(help="Players of Sim, 2 to 5 (2).", metavar="N")]
Columns = Annotated[int | None, typer.Option(help="Columns of Connect Four (7).", metavar="N")]
Rows = Annotated[int | None, typer.Option(help="Rows of Connect Four (6).", metavar="N")]


class GameCommand(TyperCommand):
    """A command on a game. Options that it does not declare are taken for game parameters."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        declared = {name for param in self.params for name in param.opts}
        declared |= {"--help"}
        rest: list[str] = []
        extra: dict[str, str] = {}
        words = iter(args)
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--":
                rest += [word, *words]
            elif not name.startswith("--") or name in declared:
                rest.append(word)
            else:
                extra[name[2:]] = value if equals else next(words, "")
        ctx.meta[_EXTRA] = extra
        parsed: list[str] = super().parse_args(ctx, rest)
        return parsed


def make_game(ctx: typer.Context, name: str, **options: int | None) -> Any:
    """The game called `name`, with the parameters that the command line gives.

    Raises PlygroundError if there is no such game or it takes no such parameters.
    """
    from plyground.games.registry import game_class

    found = game_class(name)
    values = {key: value for key, value in options.items() if value is not None}
    taken = [parameter.name for parameter in found.parameters]
    for key, text in _extra(ctx).items():
        if key not in taken:
            accepted = ", ".join(f"--{each}" for each in taken) or "none"
            raise UserError(f"no option --{key}; the parameters of {found.title} are: {accepted}")
        try:
            values[key] = int(text)
        except ValueError:
            raise UserError(f"--{key} takes a whole number, and not {text!r}") from None
    return found(**values)


def _extra(ctx: typer.Context) -> Mapping[str, str]:
    extra: Mapping[str, str] = ctx.meta[_EXTRA]
    return extra
