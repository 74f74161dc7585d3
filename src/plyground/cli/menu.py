"""The terminal menu: choose a game and who plays, again and again."""

from __future__ import annotations

from plyground.cli.session import Quit, play_from_menu
from plyground.cli.terminal import NOTICE, QUIET, EndOfInput, Terminal
from plyground.games.registry import game_class, game_names
from plyground.position import Game, PlygroundError, UnknownGameError


def menu(note: str = "") -> None:
    """Offer the games until the user leaves; `note` is a line to begin with."""
    terminal = Terminal()
    terminal.say("Plyground: play small games, and see how computers play them.", NOTICE)
    if note:
        terminal.say(note, QUIET)
    while True:
        games = _games()
        terminal.say()
        for number, game in enumerate(games, 1):
            terminal.say(f"  {number}  {game.title}: {game.summary}")
        try:
            answer = terminal.ask(f"Choose a game (1-{len(games)}), or quit: ").lower()
            if answer in ("q", "quit", "exit"):
                break
            chosen = {str(number): game for number, game in enumerate(games, 1)}
            chosen |= {game.name: game for game in games}
            if answer not in chosen:
                terminal.warn(f"Give a number from 1 to {len(games)}, a name, or quit.")
                continue
            play_from_menu(terminal, chosen[answer]())
        except PlygroundError as error:
            terminal.warn(str(error))
        except Quit:
            continue
        except EndOfInput:
            break
    terminal.say("Goodbye.")


def _games() -> list[type[Game]]:
    found = []
    for name in game_names():
        try:
            found.append(game_class(name))
        except UnknownGameError:  # `plyground games` says which and why
            continue
    return found
