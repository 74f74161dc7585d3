"""The help of commands: the list of them in groups, and for each what people type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from typer.core import TyperCommand, TyperGroup

from plyground.cli.exits import UserError

GROUPS = ("Play", "Look inside", "Solve", "Measure", "Share", "Serve", "Tools")
"""The headings of the help, in order. Each command is registered under one of them."""

WIDTH = 64
"""The characters that fit beside the name of a command in a terminal of 80 columns."""


class Command(TyperCommand):
    """A command whose help names what people type, and no Python types."""

    allow_extra_args = True  # which are refused here

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        extra: list[str] = super().parse_args(ctx, args)
        if extra:
            accepted = listed(option_names(self)) or "nothing"
            raise UserError(f"{ctx.command_path} does not take {extra[0]!r}; accepted: {accepted}")
        return extra

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return _without_braces(super().collect_usage_pieces(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_parameters(self.get_params(ctx), formatter)


class Group(TyperGroup):
    """A command that has commands, which its help shows in groups."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return _without_braces(super().collect_usage_pieces(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_parameters(self.get_params(ctx), formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.commands))
        for group in dict.fromkeys((*GROUPS, "Commands")):
            rows = [
                (name.ljust(width), first_sentence(command))
                for name, command in self.commands.items()
                if (getattr(command, "rich_help_panel", None) or "Commands") == group
            ]
            if rows:
                with formatter.section(group):
                    formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        typed = args[0]
        if typed not in self.commands and not typed.startswith("-"):
            guess = similar(typed, self.commands)
            raise UserError(
                f"there is no command {typed!r}{guess or ':'} "
                f"{ctx.command_path} --help lists the commands"
            )
        return super().resolve_command(ctx, args)


def first_sentence(command: Any) -> str:
    """What a list of commands says of one."""
    first: str = (command.help or "").split("\n\n")[0]
    return " ".join(first.split())


def write_parameters(parameters: Iterable[Any], formatter: Any) -> None:
    """The arguments and the options of a command, each with what it means."""
    rows = [(each, _meaning(each)) for each in parameters if not each.hidden]
    for heading, kind in (("Arguments", "argument"), ("Options", "option")):
        shown = [(form(each), text) for each, text in rows if each.param_type_name == kind]
        if shown:
            with formatter.section(heading):
                formatter.write_dl(shown)


def unknown_option(option: str, accepted: Sequence[str]) -> UserError:
    """What to raise for an option that a command does not have."""
    guess = similar(option, accepted) or f"; accepted: {listed(accepted) or 'nothing'}"
    return UserError(f"there is no option {option}{guess}")


def form(parameter: Any) -> str:
    """What is typed for an argument or an option."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    names = ", ".join(sorted(parameter.opts, key=len))
    return names if parameter.is_flag else f"{names} {parameter.metavar}"


def option_names(command: Any) -> list[str]:
    """The options that a command itself has."""
    return [each.opts[0] for each in command.params if each.opts[0][0] == "-"]


def listed(names: Iterable[str]) -> str:
    """Names for a message, each once."""
    return ", ".join(dict.fromkeys(names))


def similar(typed: str, known: Iterable[str]) -> str:
    """A question about the name that is most like what was typed, if there is any."""
    from plyground.position.faults import similar  # which takes time that no help needs

    return similar(typed, known)


def _meaning(parameter: Any) -> str:
    usual = parameter.default
    if usual is None or usual is False or usual == "" or callable(usual):
        return str(parameter.help)
    return f"{parameter.help.rstrip('.')} (default: {usual})."


def _without_braces(pieces: Iterable[str]) -> list[str]:
    return [piece.replace("{", "").replace("}", "") for piece in pieces]
