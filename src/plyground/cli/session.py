"""One game in the terminal: whose turn it is, commands, the computer's thinking, the end."""

from __future__ import annotations

import random
from contextlib import ExitStack

from plyground.arena import warm
from plyground.cli.dialogues import dialogue_for
from plyground.cli.dialogues.dialogue import Command, Dialogue, Seats
from plyground.cli.exits import UserError
from plyground.cli.explain import details, meaning
from plyground.cli.terminal import QUIET, EndOfInput, Terminal, notices
from plyground.players import (
    AlphaBeta,
    Choice,
    ForfeitError,
    FullSearch,
    Perfect,
    Player,
    affordable,
    parse_player,
    quick_perfect,
)
from plyground.position import Game, Position
from plyground.search import SOLVABLE, Control, find_book, kept_table


class Quit(Exception):
    """The user wants to stop playing."""


def play_once(
    game: Game, players: list[str], parameters_given: bool, seed: int | None, details: bool
) -> None:
    """`plyground play`: one game, and more only if the user asks for a new one."""
    terminal = Terminal()
    seats = _seats(game, players) if players else None
    dialogue = dialogue_for(terminal, game)
    try:
        dialogue.welcome()
        if dialogue.asks_parameters and not (parameters_given or players):
            dialogue.ask_parameters()
        Session(dialogue, seats or dialogue.default_seats(), seed, details).run()
    except (EndOfInput, Quit):
        terminal.say("Goodbye.")


def play_from_menu(terminal: Terminal, game: Game) -> None:
    """A game chosen in the menu, which asks for everything. Raises Quit or EndOfInput."""
    dialogue = dialogue_for(terminal, game)
    dialogue.welcome()
    dialogue.ask_parameters()
    Session(dialogue, dialogue.ask_seats()).run()


def _seats(game: Game, texts: list[str]) -> Seats:
    """The players that the command line names. Raises PlayerError or UserError."""
    players = tuple(parse_player(text, programs=True) for text in texts)
    if len(players) != game.players:
        raise UserError(
            f"{game.title} is for {game.players} players: give one for each seat, or none, "
            f"and not {len(players)}"
        )
    for player in players:
        if player is not None:
            player.check(game)
    return players


class Session:
    """A game being played."""

    def __init__(
        self, dialogue: Dialogue, seats: Seats, seed: int | None = None, details: bool = False
    ) -> None:
        """With `details` every choice of a computer is explained, else only when asked for."""
        self._dialogue = dialogue
        self._terminal = dialogue.terminal
        self._seats = seats
        self._rng = random.Random(seed)
        self._details = details
        self._choices: dict[int, Choice] = {}  # the computers', by the ply at which they moved

    def run(self) -> None:
        """Play to the end, or until the user quits. Raises Quit or EndOfInput."""
        game = self._dialogue.game
        with notices(game.title), ExitStack() as match:
            self._seats = tuple(
                player and match.enter_context(player.seated()) for player in self._seats
            )
            position = game.position()
            if None in self._seats:
                self._terminal.say("(Type help to see what else you can type.)", QUIET)
            while not position.over:
                player = self._seats[position.turn]
                if player is None:
                    position = self._human_turn(position)
                    continue
                try:
                    position = self._computer_turn(position, player)
                except ForfeitError as error:
                    self._terminal.warn(f"Player {position.turn + 1} forfeits: {error}.")
                    return
            self._dialogue.finished(position)

    def _computer_turn(self, position: Position, player: Player) -> Position:
        dialogue = self._dialogue
        dialogue.before_computer(position, player)
        control = Control()

        def think() -> Choice:
            warm(position.game, [player])  # so that the time told is that of thinking
            return player.choose(position, self._rng, control)

        choice = self._terminal.wait(
            think,
            control,
            dialogue.thinking(player),
            dialogue.busy,
        )
        dialogue.computer_played(position, choice.move)
        self._choices[position.ply] = choice
        if self._details:
            self._explain()
        played = position.play(choice.move)
        if None not in self._seats and not played.over:  # nobody else's turn shows the board
            dialogue.watched(played)
        return played

    def _human_turn(self, position: Position) -> Position:
        dialogue = self._dialogue
        dialogue.before_human(position)
        while True:
            answer = dialogue.ask_move(position)
            if not isinstance(answer, Command):
                return position.play(answer)
            match answer:
                case Command.QUIT:
                    dialogue.aborted()
                    raise Quit
                case Command.HELP:
                    dialogue.help()
                case Command.WHY:
                    self._explain()
                case Command.HINT:
                    self._hint(position)
                case Command.UNDO:
                    return self._undo(position)
                case Command.NEW:
                    seats = dialogue.ask_new_game()
                    if seats is not None:
                        self._seats = seats
                        self._choices.clear()
                        return dialogue.game.position()

    def _explain(self) -> None:
        if not self._choices:
            self._terminal.say("The computer has not moved yet.", QUIET)
            return
        for line in details(self._choices[max(self._choices)]):
            self._terminal.say(f"  {line}", QUIET)

    def _undo(self, position: Position) -> Position:
        """The last position in which it was this user's, or another human's, turn."""
        back = position.parent
        while back is not None and self._seats[back.turn] is not None:
            back = back.parent
        if back is None:
            self._terminal.warn("There is no move of yours to take back.")
            return position
        self._choices = {ply: each for ply, each in self._choices.items() if ply < back.ply}
        self._terminal.say("Taken back.")
        return back

    def _hint(self, position: Position) -> None:
        control = Control()
        choice = self._terminal.wait(
            lambda: self._good_move(position, control),
            control,
            "Looking for a good move ...",
            self._dialogue.busy,
        )
        self._terminal.say(f"Hint: {self._dialogue.spoken(choice.move)} ({meaning(choice)})")

    def _good_move(self, position: Position, control: Control) -> Choice:
        """A best move where it is found in a moment or by a full search, else what looks good."""
        best = quick_perfect(position, self._rng, control, find_book(position.game))
        if best is not None:
            return best
        if position.game.players != SOLVABLE and kept_table(position.game) is not None:
            return Perfect().choose(position, self._rng, control)
        near = AlphaBeta().choose(position, self._rng, control)
        if near.exact or not affordable(position):
            return near
        return FullSearch().choose(position, self._rng, control)
