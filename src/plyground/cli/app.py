"""`plyground` as a whole: its commands, its exit codes, and its messages about errors."""

from __future__ import annotations

import _thread
import atexit
import os
import sys
import traceback
from typing import Annotated, Any

import typer

from plyground.cli import commands, exits, output
from plyground.cli.exits import UserError
from plyground.cli.games import GameCommand
from plyground.cli.help import Command, Group, form, listed, option_names, unknown_option
from plyground.cli.output import say
from plyground.cli.start import (
    Database,
    DataFolder,
    OwnGames,
    OwnHeuristics,
    is_installed,
    open_app,
    serve,
)
from plyground.installing import install_command

app = typer.Typer(
    name="plyground",
    cls=Group,
    help="Play, watch, analyse and solve small games. Without a command, the app opens in its own "
    "window or in a browser; or the menu opens in the terminal, if the app is not installed or "
    "the input is not a terminal.",
    epilog=exits.TABLE,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line and exit."""
    output.prepare()
    sys.unraisablehook = _unraisable
    code = run(sys.argv[1:])
    _leave_colours()
    if not output.finish():
        code = _complain("the output cannot be written", exits.FAILURE)
    if code == exits.INTERRUPTED:  # at once: threads that nobody waits for may compile or search
        _end_children()
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
    except (typer.Abort, KeyboardInterrupt):  # the latter while a command is being read
        code = exits.INTERRUPTED
    except SystemExit as ended:  # so Typer and Rich end where who read the output has gone
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        sys.stdout, sys.stderr = stdout, stderr  # for which Typer has put others
        return exits.SUCCESS
    except Exception as error:
        return _failed(error)
    if code == exits.INTERRUPTED:
        return _complain("ended by Ctrl-C", code)
    return code if isinstance(code, int) else exits.SUCCESS


def _end_children() -> None:
    """End the processes that worked for this one: the exit waits for them, and nothing else would
    tell them.
    """
    if "multiprocessing" in sys.modules:
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()


def _leave_colours() -> None:
    """Keep Colorama, which Numba loads, from ending the output with an escape code of its own."""
    colours = sys.modules.get("colorama.initialise")
    if colours is not None:
        atexit.unregister(colours.reset_all)


def _unraisable(report: Any) -> None:
    """Press Ctrl-C again where it was lost, as in the compiler, which Python cannot leave."""
    if issubclass(report.exc_type, KeyboardInterrupt):
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(report)


def _failed(error: Exception) -> int:
    """One line about an error that no command expects, or that the library has words for."""
    from plyground.kernel import CompileError, compile_error
    from plyground.position import CannotError, PlygroundError
    from plyground.position.faults import fault_of, game_files, unexpected

    if isinstance(error, PlygroundError):
        return _complain(
            str(error), exits.FAILURE if isinstance(error, CannotError) else exits.USAGE
        )
    own = game_files()
    fault = fault_of(error)
    if fault is not None:
        return _complain(str(fault), exits.FAILURE)
    if isinstance(error, OSError) and error.filename is None and not sys.flags.dev_mode:
        return _complain(f"the output cannot be written ({error.strerror})", exits.FAILURE)
    if sys.flags.dev_mode:
        raise error
    if own:
        return _complain(str(unexpected(error, own[-1])), exits.FAILURE)
    if isinstance(error, CompileError):
        return _complain(f"the rules do not compile: {compile_error(error)}", exits.FAILURE)
    place = traceback.extract_tb(error.__traceback__)[-1]
    reason = " ".join(str(error).split()) or "no reason given"
    return _complain(
        f"{type(error).__name__} in {place.filename}, line {place.lineno}: {reason}", exits.FAILURE
    )


def _complain(message: str, code: int = exits.USAGE) -> int:
    # A terminal has written ^C where the cursor was.
    if code == exits.INTERRUPTED and sys.stderr.isatty():
        output.complain("")
    output.complain(f"plyground: {message}")
    return code


def _usage_error(error: Any) -> str:
    """What Typer has against the arguments, and what the command accepts, in one line."""
    message = str(error.format_message() if hasattr(error, "format_message") else error)
    context = getattr(error, "ctx", None)
    if context is None or message.startswith("Invalid value"):
        return _refused_value(error) or message
    options = option_names(context.command)
    if hasattr(error, "possibilities"):
        return str(unknown_option(error.option_name, options))
    commands = getattr(context.command, "commands", None)
    if commands is not None:
        return f"COMMAND is missing: give {context.command_path} {' or '.join(commands)}"
    if getattr(error, "param", None) is not None:
        usage = " ".join(context.command.collect_usage_pieces(context))
        return f"{form(error.param)} is missing: give {context.command_path} {usage}"
    return f"{message.rstrip('.')}; accepted: {listed(options) or 'nothing more'}"


_ACCEPTED = {
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
}
"""What an option takes, by the name that Typer's checker gives a value that it refuses."""


def _refused_value(error: Any) -> str:
    """Why the value of an argument or option is not accepted; empty where Typer's words will do."""
    if not hasattr(error.__cause__, "errors"):
        return ""
    refused = error.__cause__.errors()[0]
    accepted = _ACCEPTED.get(refused["type"])
    if accepted is None:
        return ""
    param, given, bounds = error.param, refused["input"], refused.get("ctx", {})
    name = form(param) if param.param_type_name == "argument" else param.opts[0]
    shown = {key: f"{each:g}" if isinstance(each, float) else each for key, each in bounds.items()}
    return f"{name} takes {accepted.format(**shown)}, and not {given if bounds else repr(given)}"


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
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    no_window: Annotated[
        bool, typer.Option("--no-window", help="Run the app without opening a window.")
    ] = False,
    data: DataFolder = None,
    database: Database = None,
    heuristic: OwnHeuristics = None,
    game: OwnGames = None,
) -> int:
    meant = no_window or any((data, database, heuristic, game))
    if ctx.invoked_subcommand is not None:
        if meant:
            raise UserError(
                "--no-window, --data, --database, --heuristic and --game open the app: give them "
                "without a command, or the last four after serve"
            )
        return exits.SUCCESS
    if meant or (sys.stdin.isatty() and is_installed()):
        return open_app(not no_window, data, database, heuristic, game)
    from plyground.cli.session import menu

    hint = f"This is the terminal. To play in the browser: {install_command('app')}"
    menu("" if is_installed() else hint)
    return exits.SUCCESS


book = typer.Typer(
    cls=Group,
    help="Solve the openings of a game once, so that they answer at once.",
    add_completion=False,
    context_settings=app.info.context_settings,
)


@book.callback()
def _books() -> None:
    """Make a group of the one command."""


for heading, command, kind in (
    ("Play", commands.play, GameCommand),
    ("Play", commands.menu, Command),
    ("Play", commands.puzzle, GameCommand),
    ("Play", commands.train, GameCommand),
    ("Play", commands.games, Command),
    ("Play", commands.players, Command),
    ("Look inside", commands.show, GameCommand),
    ("Look inside", commands.tree, GameCommand),
    ("Look inside", commands.analyse, GameCommand),
    ("Look inside", commands.review, GameCommand),
    ("Look inside", commands.learned, GameCommand),
    ("Solve", commands.score, GameCommand),
    ("Solve", commands.solve, GameCommand),
    ("Solve", commands.atlas, Command),
    ("Solve", commands.mine, GameCommand),
    ("Measure", commands.simulate, GameCommand),
    ("Measure", commands.sprt, GameCommand),
    ("Measure", commands.tournament, Command),
    ("Measure", commands.calibrate, GameCommand),
    ("Measure", commands.experiment, Command),
    ("Measure", commands.rate, Command),
    ("Measure", commands.perft, GameCommand),
    ("Share", commands.page, GameCommand),
    ("Share", commands.pages, Command),
    ("Share", commands.worksheet, Command),
    ("Share", commands.records, Command),
    ("Share", commands.agent, Command),
    ("Serve", serve, Command),
    ("Serve", commands.uci, GameCommand),
    ("Serve", commands.openspiel, Command),
    ("Tools", commands.check, GameCommand),
    ("Tools", commands.explain, Command),
    ("Tools", commands.info, Command),
    ("Tools", commands.icon, Command),
):
    app.command(cls=kind, rich_help_panel=heading)(command)
book.command(cls=GameCommand)(commands.build)
app.add_typer(book, name="book", rich_help_panel="Solve")
