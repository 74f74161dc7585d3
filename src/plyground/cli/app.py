"""`plyground` as a whole: its commands, its exit codes, and what it says of errors."""

from __future__ import annotations

import atexit
import os
import sys
import traceback
from typing import Annotated, Any

import typer

from plyground.cli import commands, exits, output
from plyground.cli.exits import UserError
from plyground.cli.games import GameCommand
from plyground.cli.output import say
from plyground.cli.start import Database, DataFolder, is_installed, open_app, serve
from plyground.installing import install_command

app = typer.Typer(
    name="plyground",
    help="Play, watch, analyse and solve small games. Without a command the app is opened, in a "
    "window of its own or the browser; or the menu in the terminal, if the app is not installed "
    "or the input is no terminal.",
    epilog=exits.TABLE,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line and exit."""
    output.prepare()
    code = run(sys.argv[1:])
    if not output.finish():
        code = _complain("the output cannot be written", exits.FAILURE)
    if code == exits.INTERRUPTED:  # at once: threads that nobody waits for may compile or search
        atexit._run_exitfuncs()
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code. No traceback reaches the user.

    Python's development mode (`python -X dev`) shows tracebacks of errors that are not the user's.
    """
    stdout, stderr = sys.stdout, sys.stderr
    try:
        code = app(arguments, prog_name="plyground", standalone_mode=False)
    except UserError as error:
        return _complain(str(error), error.code)
    except typer.TyperException as error:
        return _complain(_usage_error(error))
    except typer.Abort:
        code = exits.INTERRUPTED
    except SystemExit as ended:  # so Typer and Rich end where who read the output has gone
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        sys.stdout, sys.stderr = stdout, stderr  # for which Typer has put others
        return exits.SUCCESS
    except Exception as error:
        return _failed(error)
    if code == exits.INTERRUPTED:
        if _is_a_talk(arguments):
            say("\nGoodbye.")
        else:
            return _complain("ended by Ctrl-C", code)
    return code if isinstance(code, int) else exits.SUCCESS


def _is_a_talk(arguments: list[str]) -> bool:
    """Whether a person plays or chooses, and no output is read as data."""
    return not arguments or (arguments[0] in ("play", "puzzle") and "--json" not in arguments)


def _failed(error: Exception) -> int:
    """One line about an error that no command expects, or that the library has words for."""
    from plyground.kernel import CompileError, compile_error
    from plyground.position import CannotError, PlygroundError
    from plyground.position.faults import fault_of

    if isinstance(error, PlygroundError):
        return _complain(
            str(error), exits.FAILURE if isinstance(error, CannotError) else exits.USAGE
        )
    fault = fault_of(error)
    if fault is not None:
        return _complain(str(fault), exits.FAILURE)
    if isinstance(error, OSError) and error.filename is None and not sys.flags.dev_mode:
        return _complain(f"the output cannot be written ({error.strerror})", exits.FAILURE)
    if sys.flags.dev_mode:
        raise error
    if isinstance(error, CompileError):
        return _complain(f"the rules do not compile: {compile_error(error)}", exits.FAILURE)
    place = traceback.extract_tb(error.__traceback__)[-1]
    reason = " ".join(str(error).split()) or "no reason given"
    return _complain(
        f"{type(error).__name__} in {place.filename}, line {place.lineno}: {reason}", exits.FAILURE
    )


def _complain(message: str, code: int = exits.USAGE) -> int:
    print(f"plyground: {message}", file=sys.stderr)  # noqa: T201
    return code


def _usage_error(error: Any) -> str:
    """What Typer has against the arguments, and what the command accepts, in one line."""
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    if context is None or message.startswith("Invalid value"):  # which says what it takes
        return str(message)
    command = context.command
    arguments = [each.metavar for each in command.params if each.opts[0][0] != "-"]
    options = [each.opts[0] for each in command.params if each.opts[0][0] == "-"]
    accepted = [*getattr(command, "commands", {}), *arguments, *options]
    return f"{message.rstrip('.')}; accepted: {', '.join(accepted) or 'nothing more'}"


def _print_version(wanted: bool) -> None:
    if wanted:
        from plyground import __version__

        say(f"plyground {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    ctx: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
    ] = False,
    no_window: Annotated[
        bool, typer.Option("--no-window", help="Run the app and open nothing.")
    ] = False,
    data: DataFolder = None,
    database: Database = None,
) -> int:
    meant = no_window or data is not None or database is not None
    if ctx.invoked_subcommand is not None:
        if meant:
            raise UserError(
                "--no-window, --data and --database open the app, and so go without a command; "
                "accepted: a command alone, or --data and --database after serve"
            )
        return exits.SUCCESS
    if meant or (sys.stdin.isatty() and is_installed()):
        return open_app(not no_window, data, database)
    from plyground.cli.session import menu

    hint = f"This is the terminal. To play in the browser: {install_command('app')}"
    menu("" if is_installed() else hint)
    return exits.SUCCESS


book = typer.Typer(help="Books of openings: values that need no search.", add_completion=False)


@book.callback()
def _books() -> None:
    """Make a group of the one command."""


for group, command, kind in (
    (app, commands.menu, None),
    (app, commands.play, GameCommand),
    (app, commands.players, None),
    (app, commands.perft, GameCommand),
    (app, commands.show, GameCommand),
    (app, commands.check, GameCommand),
    (app, commands.simulate, GameCommand),
    (app, commands.experiment, None),
    (app, commands.games, None),
    (app, commands.info, None),
    (app, commands.tree, GameCommand),
    (app, commands.analyse, GameCommand),
    (app, commands.review, GameCommand),
    (app, commands.solve, GameCommand),
    (app, commands.score, GameCommand),
    (app, commands.records, None),
    (app, commands.puzzle, GameCommand),
    (app, commands.mine, GameCommand),
    (book, commands.build, GameCommand),
    (app, serve, None),
    (app, commands.uci, GameCommand),
    (app, commands.openspiel, None),
    (app, commands.agent, None),
):
    group.command(cls=kind)(command)
app.add_typer(book, name="book")
