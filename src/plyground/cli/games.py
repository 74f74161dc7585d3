"""Games on the command line: their names, and their parameters as options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from plyground.cli.exits import UserError

if TYPE_CHECKING:
    from plyground.position import Game

_EXTRA = "plyground.parameters"  # where GameCommand leaves what it found, in the context's meta

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="tictactoe, numerical, sim, connect4, an installed game, or a .py file"
    ),
]
Vertices = Annotated[int | None, typer.Option(help="Dots of Sim, 3 to 10 (6).", metavar="N")]
Players = Annotated[
    int | None, typer.Option("--players", help="Players of Sim, 2 to 5 (2).", metavar="N")
]
Columns = Annotated[int | None, typer.Option(help="Columns of Connect Four (7).", metavar="N")]
Rows = Annotated[int | None, typer.Option(help="Rows of Connect Four (6).", metavar="N")]


class GameCommand(TyperCommand):
    """A command on a game. Options that it does not declare are taken for game parameters.

    A game of the user's own has parameters that are known only when the game is.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        options = {name: param for param in self.params for name in param.opts if name[0] == "-"}
        known: list[str] = []
        extra: dict[str, str | None] = {}  # None where a value is missing
        arguments: list[str] = []
        words = iter(args)
        for word in words:
            name, equals, value = word.partition("=")
            if word == "--":
                arguments += words
            elif word in ("-h", "--help"):
                known.append(word)
            elif name in options:
                known.append(word)
                if not equals and not getattr(options[name], "is_flag", False):
                    known.append(_value(name, words))
            elif name.startswith("--"):
                extra[name[2:]] = value if equals else next(words, None)
            else:
                arguments.append(word)
        ctx.meta[_EXTRA] = extra
        parsed: list[str] = super().parse_args(ctx, [*known, "--", *arguments])
        return parsed


def _value(option: str, words: Iterator[str]) -> str:
    value = next(words, None)
    if value is None:
        raise UserError(f"{option} needs a value")
    return value


def make_game(ctx: typer.Context, name: str, **options: int | None) -> Game:
    """The game called `name`, with the parameters that the command line gives.

    Raises PlygroundError or UserError if there is no such game or it takes no such parameters.
    """
    from plyground.games.registry import game_class

    found = game_class(name)
    taken = [parameter.name for parameter in found.parameters]
    given = {key: value for key, value in options.items() if value is not None}
    accepted = [f"--{each}" for each in taken]
    for key in given:
        if key not in taken:
            raise UserError(
                f"{found.title} has no parameter --{key}; accepted: {', '.join(accepted) or 'none'}"
            )
    for key, text in _extra(ctx).items():
        if key not in taken:
            others = [each.opts[0] for each in ctx.command.params if each.name not in options]
            accepted += [each for each in others if each[0] == "-"]
            raise UserError(f"there is no option --{key}; accepted: {', '.join(accepted)}")
        if text is None:
            raise UserError(f"--{key} needs a value")
        try:
            given[key] = int(text)
        except ValueError:
            raise UserError(f"--{key} takes a whole number, and not {text!r}") from None
    return found(**given)


def take_no_parameters(ctx: typer.Context, what: str, **options: int | None) -> None:
    """Raise UserError if the command line gives parameters of a game, where `what` tells them."""
    given = [name for name, value in options.items() if value is not None] + list(_extra(ctx))
    if given:
        accepted = [each.opts[0] for each in ctx.command.params if each.name not in options]
        raise UserError(
            f"--{given[0]} does not go with {what}; accepted: "
            f"{', '.join(each for each in accepted if each[0] == '-')}"
        )


def _extra(ctx: typer.Context) -> Mapping[str, str | None]:
    extra: Mapping[str, str | None] = ctx.meta[_EXTRA]
    return extra
