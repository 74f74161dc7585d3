"""The game of a command: its name on the command line becomes a `Game` with its parameters.

A command declares `game: ChosenGame` and is registered with `cls=GameCommand`. It then takes the
parameters of whatever game is named, and gets the game made.
"""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from plyground.cli.exits import UserError
from plyground.cli.help import Command, listed, option_names, unknown_option
from plyground.games import BUILT_IN

if TYPE_CHECKING:
    from plyground.position import Game, Position

GAMES = f"{', '.join(BUILT_IN)}, an installed game or a .py file"
"""What a GAME on the command line can be, for help texts."""

_PARAMETERS = (
    "plyground.parameters"  # where GameCommand leaves what it found, in the context's meta
)
_BEGUN = "plyground.begun"  # when it began to look
_NAMED = "plyground.game"  # and the first argument, which names a game


class GameCommand(Command):
    """A command on a game. Options that it does not declare are taken for the game's parameters."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[_BEGUN] = time.perf_counter()
        options = {name: param for param in self.params for name in param.opts if name[0] == "-"}
        known: list[str] = []
        parameters: dict[str, str | None] = {}  # None where a value is missing
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
                parameters[name[2:]] = value if equals else next(words, None)
            else:
                arguments.append(word)
        ctx.meta[_PARAMETERS] = parameters
        ctx.meta[_NAMED] = arguments[0] if arguments else ""
        if not arguments and not known and self.params[0].required:
            raise UserError(f"GAME is missing: give {GAMES}")
        parsed: list[str] = super().parse_args(ctx, [*known, "--", *arguments])
        return parsed

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        shown = _shown_parameters(ctx.meta.get(_NAMED, ""))
        if shown:
            with formatter.section("Parameters of games"):
                formatter.write_dl(shown)


def _value(option: str, words: Iterator[str]) -> str:
    value = next(words, None)
    if value is None:
        raise UserError(f"{option} needs a value")
    return value


def parameters_given(ctx: typer.Context) -> Mapping[str, str | None]:
    """The parameters of a game on the command line, by name; None where a value is missing."""
    given: Mapping[str, str | None] = ctx.meta[_PARAMETERS]
    return given


def seconds_since_start(ctx: typer.Context) -> float:
    """How long the command has run, and what it needs was imported."""
    return time.perf_counter() - float(ctx.meta[_BEGUN])


def make_game(ctx: typer.Context, name: str | None) -> Any:
    """The game called `name`, with the parameters that the command line gives; None for None.

    Raises PlygroundError or UserError if there is no such game or it takes no such parameters.
    """
    if name is None:
        for key in parameters_given(ctx):
            raise UserError(f"--{key} needs a GAME, as in: {ctx.command_path} sim --{key} N")
        return None
    from plyground.games.registry import game_class

    found = game_class(name)
    taken = [parameter.name for parameter in found.parameters]
    given: dict[str, int] = {}
    for key, text in parameters_given(ctx).items():
        if key not in taken:
            own = [f"--{each}" for each in taken]
            if any(key == each.name for each in _stated()):
                raise UserError(
                    f"{found.title} has no parameter --{key}; accepted: {listed(own) or 'none'}"
                )
            raise unknown_option(f"--{key}", [*own, *option_names(ctx.command)])
        if text is None:
            raise UserError(f"--{key} needs a value")
        try:
            given[key] = int(text)
        except ValueError:
            raise UserError(f"--{key} takes a whole number, and not {text!r}") from None
    return _tried(name, found(**given))


def _fits(game: Game) -> bool:
    """Whether a game's module is made of the text that is here: a changed checkout asks."""
    from plyground.browser.shipped import fits

    return fits(game)


def usual_game(name: str) -> Game:
    """The game called `name`, with its usual parameters. Raises PlygroundError without one."""
    from plyground.games.registry import game_class

    return _tried(name, game_class(name)())


def _tried(name: str, game: Game) -> Game:
    """The game, after its rules were tried out if they are in a file."""
    from plyground.position.shipped import look_closer

    if not look_closer:
        look_closer.append(_fits)
    if name.endswith(".py"):
        game.rules  # noqa: B018
    return game


def position_of(game: Game, words: list[str]) -> Position:
    """The position after moves, or that of a drawn board in a file. Raises UserError, MoveError."""
    from plyground.cli.output import unreadable
    from plyground.cli.terminal import note
    from plyground.position import MoveError
    from plyground.position.drawn import drawn_position

    try:
        return game.position(words)
    except MoveError:
        if len(words) != 1 or not os.path.isfile(words[0]):  # of any length
            raise
    try:
        drawing = Path(words[0]).read_text("utf-8", "replace")
    except OSError as error:
        raise unreadable(words[0], error, "a drawn board") from None
    found = drawn_position(game, drawing)
    note(f"the moves of {words[0]} are unknown: these are one way to this board")
    return found


def check_depth(game: Game, depth: int) -> None:
    """Raise UserError for more plies than a game can last."""
    if depth > game.max_plies:
        raise UserError(
            f"no game of {game.title} lasts longer than {game.max_plies} plies: "
            f"give a depth of at most {game.max_plies}, and not {depth}"
        )


def _game_or_file(ctx: typer.Context, source: str) -> Any:
    """The game that is named, made; or the name of a file of records, as it is."""
    if not _is_file(source):
        return make_game(ctx, source)
    for name in parameters_given(ctx):
        raise UserError(
            f"--{name} does not go with a file of records, which names its games; "
            f"accepted: {listed(option_names(ctx.command)) or 'none'}"
        )
    return source


def _is_file(source: str) -> bool:
    """Whether a file of records is meant, and not a game. Raises UserError if there is none."""
    if source == "-":
        return True
    path = Path(source)
    if path.suffix == ".py":
        return False
    if path.is_file():
        return True
    if path.is_dir() or path.suffix or path.name != source:
        raise UserError(
            f"there is no file {source}: give a file of records, - for standard input, or a game"
        )
    return False


if TYPE_CHECKING:
    ChosenGame: TypeAlias = Game
    GameOrAll: TypeAlias = Game | None
    GameOrMenu: TypeAlias = Game | None
    GameOrFile: TypeAlias = Game | str
else:
    ChosenGame = Annotated[
        str, typer.Argument(metavar="GAME", help=f"{GAMES}.", callback=make_game)
    ]
    GameOrAll = Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=f"{GAMES}; without it, all games.", callback=make_game),
    ]
    GameOrMenu = Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=f"{GAMES}; without it, choose from a list.", callback=make_game
        ),
    ]
    GameOrFile = Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help=f"{GAMES}; or a file of records (- reads standard input).",
            callback=_game_or_file,
        ),
    ]


@dataclass(frozen=True)
class _Stated:
    """A parameter as the file of its game states it."""

    game: str
    title: str
    name: str
    default: int
    least: int
    most: int
    meaning: str


def _stated() -> Iterator[_Stated]:
    """The parameters of this package's games, read from their files.

    Importing the games would import Numba, and help must be quick.
    """
    for game, place in BUILT_IN.items():
        module, _, name = place.partition(":")
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        tree = ast.parse(Path(spec.origin).read_bytes())
        [defined] = [
            node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name
        ]
        data = {
            target.id: node.value
            for node in defined.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        title = ast.literal_eval(data["title"]) if "title" in data else game
        for parameter in getattr(data.get("parameters"), "elts", ()):
            yield _Stated(game, title, *map(ast.literal_eval, parameter.args))


def _shown_parameters(name: str) -> list[tuple[str, str]]:
    """The parameters of the game called `name`, or of this package's games, for help texts."""
    if name and name not in BUILT_IN:
        from plyground.games.registry import game_class
        from plyground.position import PlygroundError

        with suppress(PlygroundError):
            found = game_class(name)
            return [
                (f"--{each.name} N", f"{found.title}: {_range(each)}") for each in found.parameters
            ]
    return [
        (f"--{each.name} N", f"{each.title}: {_range(each)}")
        for each in _stated()
        if name in (each.game, "") or name not in BUILT_IN
    ]


def _range(parameter: Any) -> str:
    return f"{parameter.meaning}, {parameter.least} to {parameter.most} ({parameter.default})."
