"""`plyground players`: the kinds of players and their options, as their classes state them."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.cli.output import say
from plyground.cli.terminal import Terminal
from plyground.players import External, Player, kinds, options_of
from plyground.players.form import sample
from plyground.position import HUMAN

KIND_HEADS = "text", "name", "plays", "chance"
OPTION_HEADS = "option", "of", "means", "takes"


def players(markdown: bool) -> None:
    """List the players, and what each can be asked for."""
    if markdown:
        say("\n\n".join(markdown_tables()))
        return
    terminal = Terminal()
    terminal.listing(KIND_HEADS, kind_rows(), "Players")
    terminal.listing(OPTION_HEADS, option_rows(), "Their options")


def kind_rows() -> list[tuple[str, ...]]:
    """A player text of each kind, its name, what it plays, and whether it leaves it to chance."""
    return [
        (HUMAN, "Human", "what you type", ""),
        *(
            (
                kind.example or kind.name,
                kind.label,
                kind.help,
                "yes" if sample(kind).uses_chance else "no",
            )
            for kind in kinds()
        ),
        (External.example, External.label, External.help, ""),
    ]


def option_rows() -> list[tuple[str, ...]]:
    """Each option, the kinds that have it, what it means, and what it takes."""

    listed: list[type[Player]] = [*kinds(), External]
    found: dict[tuple[str, str, str], list[str]] = {}
    for kind in listed:
        for option in options_of(kind):
            if option.kind != "player":
                key = option.name, option.help, option.accepted
                found.setdefault(key, []).append(kind.name)
    return [(name, ", ".join(of), means, takes) for (name, means, takes), of in found.items()]


def markdown_tables() -> list[str]:
    """The tables of kinds and of options as Markdown, with code where something is typed."""
    return [
        _markdown(KIND_HEADS, [(f"`{text}`", *rest) for text, *rest in kind_rows()]),
        _markdown(OPTION_HEADS, [(f"`{name}`", *rest) for name, *rest in option_rows()]),
    ]


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
