"""Games in the terminal, one or by the menu: turns, commands, the computer's thinking, the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from plyground.analysis.merits import merits_text
from plyground.analysis.why import truth_of, why
from plyground.arena import prepare
from plyground.cli.batch import table_bar
from plyground.cli.dialogue import Command, Dialogue, Seats, Word
from plyground.cli.exits import UserError
from plyground.cli.explain import details
from plyground.cli.help import similar
from plyground.cli.records import check_file, load, player_text, save, seats_of
from plyground.cli.terminal import NOTICE, QUIET, EndOfInput, Terminal, notices
from plyground.games.registry import game_class, game_names
from plyground.kernel import GENERATOR, Chance
from plyground.players import (
    AlphaBeta,
    Choice,
    ForfeitError,
    FullSearch,
    Learned,
    Perfect,
    Player,
    PlayerError,
    options_of,
    parse_player,
    quick_perfect,
)
from plyground.players.chance import knowing
from plyground.players.form import read_options
from plyground.position import (
    Game,
    Outcome,
    PlygroundError,
    Position,
    UnknownGameError,
    full_title,
)
from plyground.position.colours import colours_from
from plyground.records import Record, RecordedMove, today
from plyground.search import (
    SOLVABLE,
    Control,
    Value,
    affordable,
    find_book,
    kept_table,
    solve_tables,
)
from plyground.search.value import hint_text

T = TypeVar("T")


class Quit(Exception):
    """The user wants to stop playing."""


def play_once(
    game: Game,
    players: list[str],
    parameters_given: bool,
    seed: int | None,
    details: bool,
    save_to: Path | None = None,
    load_from: str | None = None,
    as_before: bool = False,
    colours: str = "",
) -> None:
    """`plyground play`: one game, and more only if the user asks for a new one.

    A game that ends or is left is written to the file `save_to`; `load_from` names a saved game to
    go on from. `as_before` has the game speak as its old program did. `colours` are the players',
    as the command line has them.
    """
    if as_before and game.face.before is None:
        raise UserError(f"{game.title} has no old program: leave out --as-before")
    terminal = Terminal()
    if save_to is not None:
        check_file(save_to)
    loaded = None
    if load_from is not None:
        with notices(game.title):
            loaded = load(load_from, type(game))
        if parameters_given and loaded.game != game:
            raise UserError(
                f"the saved game is one of {full_title(loaded.game)}: leave out its parameters"
            )
        game = loaded.game
    seats = _seats(game, players) if players else seats_of(loaded) if loaded else None
    dialogue = Dialogue(terminal, game, as_before=as_before)
    try:
        dialogue.welcome()
        if dialogue.talk.asks_parameters and not (parameters_given or players or loaded):
            dialogue.ask_parameters()
        if colours:
            dialogue.colours = colours_from(dialogue.game, colours)
        seats = seats or dialogue.default_seats()
        with _searched(dialogue, seats) as seats:
            Session(dialogue, seats, seed, details, save_to, loaded).run()
    except (EndOfInput, Quit):
        terminal.say("Goodbye.")


@contextmanager
def _searched(dialogue: Dialogue, seats: Seats) -> Iterator[Seats]:
    """The seats, with what a search of the whole game has found where the old program began with
    one: its computer does not search again.
    """
    talk, game = dialogue.talk, dialogue.game
    if not (talk.solving and any(seats)):
        yield seats
        return
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # it keeps nothing, as then
        with notices(game.title), table_bar(talk.solving) as show:
            table = solve_tables(game, folder=folder, on_progress=show)
        dialogue.searched(sum(table.legal_moves))
        yield tuple(each and knowing(each, table) for each in seats)


def menu(note: str = "") -> None:
    """Offer the games until the user leaves; `note` is a line to begin with."""
    terminal = Terminal()
    terminal.say("Plyground: play small games, and see how computers play them.", NOTICE)
    if note:
        terminal.say(note, QUIET)
    while True:
        try:
            chosen = _choose_game(terminal)
            if chosen is None:
                break
            dialogue = Dialogue(terminal, chosen())
            dialogue.welcome()
            dialogue.ask_parameters()
            Session(dialogue, dialogue.ask_seats()).run()
        except PlygroundError as error:
            terminal.warn(str(error))
        except Quit:
            continue
        except EndOfInput:
            break
    terminal.say("Goodbye.")


def _choose_game(terminal: Terminal) -> type[Game] | None:
    """Offer the games and ask for one until there is one; None to leave. Raises EndOfInput."""
    games = _games()
    terminal.say()
    for number, game in enumerate(games, 1):
        terminal.entry(f"  {number}  ", f"{game.title}: {game.summary}")
    names = {name.lower(): game for game in games for name in (game.name, game.title)}
    numbers = {str(number): game for number, game in enumerate(games, 1)}
    while True:
        answer = terminal.ask(f"Choose a game (1-{len(games)}), or quit: ").lower()
        if answer in ("q", "quit", "exit"):
            return None
        found = (numbers | names).get(answer)
        if found is not None:
            return found
        guess = similar(answer, names)
        accepted = f"Give a number from 1 to {len(games)}, the name of a game, or quit"
        terminal.warn(f"There is no game {answer!r}{guess}" if guess else f"{accepted}.")


def _games() -> list[type[Game]]:
    found = []
    for name in game_names():
        try:
            found.append(game_class(name))
        except UnknownGameError:  # `plyground games` says which and why
            continue
    return found


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


def _looks_ahead(player: Player | None) -> bool:
    """Whether a depth says how far a player looks ahead."""
    return player is not None and any(each.name == "depth" for each in options_of(type(player)))


def _looking(player: Player | None, depth: str) -> Player | None:
    """The same player, with another depth where the player has one. Raises PlayerError."""
    if not _looks_ahead(player):
        return player
    known: Any = player
    changed: Player = replace(known, **read_options(type(player), {"depth": depth}))
    return changed


class Session:
    """A game being played."""

    def __init__(
        self,
        dialogue: Dialogue,
        seats: Seats,
        seed: int | None = None,
        details: bool = False,
        save_to: Path | None = None,
        loaded: Record | None = None,
    ) -> None:
        """With `details` every choice of a computer is explained, else only when asked for.

        Games that end or are left are written to `save_to`; the first goes on from `loaded`.
        """
        self._dialogue = dialogue
        self._terminal = dialogue.terminal
        self._seats = seats
        self._seed = seed
        self._details = details
        self._save_to = save_to
        self._loaded = loaded

    def _begin(self, seats: Seats, loaded: Record | None) -> None:
        """A new game, or a saved one, to be played from here on."""
        self._seats = seats
        self._dialogue.seat(seats)
        self._loaded = loaded
        self._position = loaded.position() if loaded else self._dialogue.game.position()
        self._chances = [Chance(self._seed, 0, seat) for seat in range(len(seats))]
        self._choices: dict[int, Choice] = {}  # the computers', by the ply at which they moved
        # The moves with their comments, and how many came before the game began.
        self._moves = [*map(RecordedMove, loaded.start), *loaded.moves] if loaded else []
        self._start = len(loaded.start) if loaded else 0
        self._forfeit: Outcome | None = None
        self._unsaved = False  # whether there are moves that were not saved on request

    def run(self) -> None:
        """Play to the end, or until the user quits. Raises Quit or EndOfInput."""
        game = self._dialogue.game
        with notices(game.title), ExitStack() as match:
            seated = (player and match.enter_context(player.seated()) for player in self._seats)
            self._begin(tuple(seated), self._loaded)
            if None in self._seats:
                self._terminal.say("(Type help to see what else you can type.)", QUIET)
            try:
                self._play()
            finally:
                self._left()

    def _play(self) -> None:
        """Play until the game ends."""
        while not self._position.over:
            player = self._seats[self._position.turn]
            if player is None:
                self._human_turn()
                continue
            try:
                self._computer_turn(player)
            except ForfeitError as error:
                position = self._position
                self._forfeit = Outcome.given_up(
                    position.turn, position.game.players, "forfeited", str(error)
                )
                self._terminal.warn(f"Player {self._position.turn + 1} forfeits: {error}.")
                return
        self._dialogue.show(self._position)
        self._dialogue.announce(self._position)
        if None in self._seats:
            self._dialogue.point_to_review(self._position)

    def _computer_turn(self, player: Player) -> None:
        dialogue, position = self._dialogue, self._position
        dialogue.before_computer(position)
        chance = self._chances[position.turn]
        drawn = chance.state.copy()

        def think(control: Control) -> Choice:
            begun = time.monotonic()
            prepare(position.game, player)  # so that its time is that of thinking
            choice = player.choose(position, chance=chance, control=control)
            if self._terminal.interactive:
                time.sleep(max(0.0, begun + self._pause() - time.monotonic()))
            return choice

        choice = self._watched(think, dialogue.thinking(position))
        if choice is None:
            chance.state[:] = drawn  # as if it had not begun
            self._stopped()
            return
        dialogue.computer_played(position, choice.move)
        self._choices[position.ply] = choice
        if self._details:
            self._explain(judges=False)
        self._played(RecordedMove.of(choice))
        if None not in self._seats and not self._position.over:
            dialogue.watched(self._position)  # nobody else's turn shows the board

    def _pause(self) -> float:
        """The seconds that a computer's move takes at least."""
        first, later = self._dialogue.talk.pauses
        return later if self._choices else first

    def _watched(self, work: Callable[[Control], T], doing: str) -> T | None:
        """What `work` returns, which a person may stop by Ctrl-C: then None."""
        control = Control()
        try:
            return self._terminal.wait(
                lambda: work(control), control, doing, self._dialogue.wording.busy
            )
        except KeyboardInterrupt:
            if not self._terminal.interactive:
                raise
            return None

    def _stopped(self) -> None:
        """Do what is wanted after the computer was stopped, until it is to go on."""
        position, seats = self._position, self._seats
        while self._position is position and self._seats is seats:
            command = self._dialogue.ask_stopped()
            if command is None:
                return
            self._follow(command)

    def _human_turn(self) -> None:
        dialogue, position = self._dialogue, self._position
        dialogue.show_turn(position)
        begun = time.perf_counter()
        while self._position is position:
            answer = dialogue.ask_move(position)
            if isinstance(answer, Command):
                self._follow(answer)
            else:
                seconds = round(time.perf_counter() - begun, 6)
                self._played(RecordedMove(answer, seconds=seconds))

    def _follow(self, command: Command) -> None:
        """Do what was typed in place of a move."""
        actions: dict[Word, Callable[[], None]] = {
            "quit": self._quit,
            "help": self._dialogue.help,
            "why": self._explain,
            "hint": self._hint,
            "undo": self._undo,
            "depth": partial(self._depth, command.text),
            "save": partial(self._save, command.text),
            "load": partial(self._load, command.text),
            "new": self._new_game,
        }
        actions[command.word]()

    def _depth(self, text: str) -> None:
        """Let the computers look further ahead, or less far, from now on."""
        if not any(map(_looks_ahead, self._seats)):
            self._terminal.warn("No computer here has a depth.")
            return
        try:
            self._seats = tuple(_looking(player, text) for player in self._seats)
        except PlayerError as error:
            self._terminal.warn(f"{error}.")
            return
        self._dialogue.seat(self._seats)
        self._terminal.say(f"{self._dialogue.wording.labels.get('depth', 'Depth:')} {text}")

    def _quit(self) -> None:
        self._dialogue.aborted()
        raise Quit

    def _new_game(self) -> None:
        seats = self._dialogue.ask_new_game()
        if seats is not None:
            self._left()
            self._begin(seats, None)

    def _played(self, move: RecordedMove) -> None:
        """A move was made."""
        self._position = self._position.play(move.text)
        played = self._position.last_move
        assert played is not None
        self._moves.append(replace(move, text=played))
        self._unsaved = True

    def _left(self) -> None:
        """The game has ended, or is left: it is saved if that was asked for."""
        if self._save_to is None or not self._unsaved:
            return
        save(self._record(), self._save_to)
        self._unsaved = False
        self._terminal.say(f"The game is saved in {self._save_to}.", QUIET)

    def _record(self) -> Record:
        """The game as far as it was played."""
        position, before = self._position, self._loaded
        start = min(self._start, position.ply)
        return Record.of(
            position,
            moves=self._moves[start:],
            start=start,
            players=[player_text(player) for player in self._seats],
            names=before.names if before else (),
            seed="" if self._seed is None else str(self._seed),
            generator="" if self._seed is None else GENERATOR,
            date=today().isoformat(),
            ending=self._forfeit,
            comment=before.comment if before else "",
            tags=before.tags if before else (),
        )

    def _save(self, file: str) -> None:
        if not file:
            self._terminal.warn("Give a file: save games.txt.")
            return
        try:
            save(self._record(), Path(file))
        except UserError as error:
            self._terminal.warn(f"Not saved: {error}.")
            return
        self._terminal.say(f"The game is saved in {file}.", QUIET)

    def _load(self, file: str) -> None:
        """Go on from a saved game with those who played it; where it names nobody, and as many play
        now, with those.
        """
        if not file:
            self._terminal.warn("Give a file: load games.txt, or load games.txt:3.")
            return
        try:
            record = load(file, type(self._dialogue.game))
            stay = not any(record.players) and len(self._seats) == record.game.players
            seats = self._seats if stay else seats_of(record)
        except UserError as error:
            self._terminal.warn(f"Not loaded: {error}.")
            return
        self._left()
        self._dialogue.take(record.game)
        self._begin(seats, record)

    def _explain(self, judges: bool = True) -> None:
        """Say why the computer made its last move, and what that gave away, which may take long."""
        if not self._choices:
            self._terminal.say("The computer has not moved yet.", QUIET)
            return
        ply = max(self._choices)
        asked, choice = self._position.line[ply], self._choices[ply]
        said = why(asked, choice, truth_of(asked, choice) if judges else None)
        for line in (said, *details(choice)):
            self._terminal.say(f"  {line}", QUIET)
        player = self._seats[asked.turn]
        if isinstance(player, Learned) and not player.kept:
            self._dialogue.point_to_learned(asked, player.file)

    def _undo(self) -> None:
        """Go back to the last position in which it was this user's, or another human's, turn."""
        back = self._position.parent
        while back is not None and self._seats[back.turn] is not None:
            back = back.parent
        if back is None:
            self._terminal.warn("You have no move to take back.")
            return
        self._choices = {ply: each for ply, each in self._choices.items() if ply < back.ply}
        del self._moves[back.ply :]
        self._position = back
        self._terminal.say("Taken back.")

    def _hint(self) -> None:
        choice = self._watched(
            partial(self._good_move, self._position), "Looking for a good move ..."
        )
        if choice is None:
            self._terminal.say("Stopped.", QUIET)
            return
        value = choice.value if choice.value is not None and choice.value.exact else None
        known = value and Value(value.verdict)  # in how many plies is said already
        wins_now = value is not None and value.plies == 1
        reason = "" if wins_now else merits_text(self._position, choice.move, known)
        said = f"Hint: {self._dialogue.wording.spoken(choice.move)} ({hint_text(choice.value)})"
        self._terminal.say(f"{said}. {reason}" if reason else said)

    def _good_move(self, position: Position, control: Control) -> Choice:
        """A best move where it is found in a moment or by a full search, else what looks good."""
        chance = Chance(self._seed)
        best = quick_perfect(position, chance, control, find_book(position.game))
        if best is not None:
            return best
        if position.game.players != SOLVABLE and kept_table(position.game) is not None:
            return Perfect().choose(position, chance=chance, control=control)
        near = AlphaBeta().choose(position, chance=chance, control=control)
        if (near.value is not None and near.value.exact) or not affordable(position):
            return near
        return FullSearch().choose(position, chance=chance, control=control)
