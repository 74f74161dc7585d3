"""An engine that speaks the Universal Chess Interface (UCI), for the match runners of chess.

The option UCI_Variant selects the variant. Two of them are cutechess's own, with the notation of
its `ConnectBoard` and `TicTacToeBoard`:

    cfour       Connect Four on 7 x 6
    tictactoe

There a move drops a piece on a square, files from the left and ranks from the bottom: P@d1 is the
first counter of the middle column, P@b2 the middle of tic-tac-toe. A position is a row of pieces
for each rank from the top, P for the first player and p for the second, the pieces in hand (which
are ignored), and the player to move: 7/7/7/7/7/3P3[PPPP...] b - - 0 1. All other variants have the
names of the games and their move texts; their positions are moves from the start.

Words that mean nothing are ignored wherever they are, as UCI has it; after `debug on` an `info
string` names them. The answer to what cannot be followed is an `info string` too. After a position
that is refused there is none: until the next one, `go` plays the null move, 0000.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from plyground.arena import prepare
from plyground.games.registry import game_class, game_names
from plyground.interop.uci_options import PlayerOptions, declared
from plyground.players import AlphaBeta, Player, PlayerError
from plyground.players.form import DEEPEST
from plyground.position import Game, PlygroundError, Position, UnreadableMoveError
from plyground.position.drawn import reached
from plyground.records.foreign import ranks, square
from plyground.render.board import Cell
from plyground.search import (
    Cancelled,
    Control,
    Limits,
    SearchResult,
    Settings,
    Value,
    alphabeta,
    value_of_score,
)
from plyground.search.value import proven

DROPS = {"cfour": "connect4", "tictactoe": "tictactoe"}  # cutechess's variants, and the games
BUILT_IN = "alphabeta"  # the player that deepens as long as it may, with reports

_LEFT = 0.1  # the share of a time that is not for thinking, for busy computers too,
_LEAST_LEFT, _MOST_LEFT = 0.05, 0.1  # and its limits in seconds
_OF_ITS_OWN = 0.8  # of the time for a move, for a player that ends by itself
_PREPARING = 5.0  # seconds that preparing a player may take: cutechess waits for 15
_DECIDED = 10_000  # centipawns of a win or loss of unknown distance
_MOVES_TO_GO = 20  # the most moves that share a time
_FLAGS = ("infinite", "ponder")
_NUMBERS = ("depth", "mate", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
_MOVES = "searchmoves"
_MOST = 10**12  # beyond this, a number means no more: as milliseconds it is 30 years
_NO_MOVE = "0000"  # the null move


class UciError(PlygroundError):
    """A line that cannot be followed."""


@dataclass(frozen=True)
class _Task:
    """What a `go` asks for."""

    limits: Limits
    waits: bool = False
    """Whether the move comes only after `stop` or `ponderhit`."""
    ponders: bool = False
    allowed: frozenset[int] = frozenset()
    """The codes of the moves to choose from; none for all."""


class Notation:
    """Moves as texts: the game's own texts, or those of cutechess's drop games."""

    def __init__(self, drops: bool) -> None:
        self._drops = drops

    def write(self, position: Position, code: int) -> str:
        """The text of a legal move."""
        if not self._drops:
            return position.game.move_texts[code]
        return f"P@{square(position, code)}"

    def read(self, position: Position, text: str) -> int:
        """The code of a move. Raises MoveError unless the text is a legal move."""
        if self._drops and "@" in text:
            legal = {self.write(position, code): code for code in position.codes}
            if text not in legal:
                raise UnreadableMoveError(f"{text} is not legal: give {', '.join(legal)}")
            return legal[text]
        code = position.play(text).last_code
        assert code is not None
        return code

    def line(self, position: Position, codes: Iterable[int]) -> str:
        """Successive moves, as texts."""
        texts = []
        for code in codes:
            texts.append(self.write(position, code))
            position = position.play_code(code)
        return " ".join(texts)


class Engine:
    """Reads and writes lines; thinks in its own thread, so that it can read meanwhile."""

    def __init__(
        self, game: Game, say: Callable[[str], None], player: Player | None = None
    ) -> None:
        """Play a game, at first by the built-in player or the one that is given."""
        self._own = game
        self._say = say
        self._saying = threading.Lock()
        self._options = PlayerOptions(BUILT_IN, player)
        self._player = player  # None for the built-in one
        self._depth = 0
        self._position: Position | None = None
        self._choose_variant(game.name)
        self._prepared: set[tuple[Game, str]] = set()
        self._debug = False
        self._ignored: list[str] = []  # the words of this line that mean nothing
        self._task = _Task(Limits())
        self._thread: threading.Thread | None = None
        self._decided = threading.Event()  # the thread has its move and only writes it
        self._control = Control()
        self._released = threading.Event()  # the move may be said, and the time runs

    def listen(self, lines: Iterable[str]) -> None:
        """Read lines until `quit` or their end, which lets a search with limits reach them."""
        try:
            for line in lines:
                if not self.hear(line):
                    return
            if self._thread is not None and self._ends():
                self._thread.join()
        finally:
            self._stop()

    def hear(self, line: str) -> bool:
        """Follow a line; whether to continue."""
        commands = {
            "uci": self._introduce,
            "isready": self._is_ready,
            "ucinewgame": self._new_game,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "debug": self._set_debug,
            "register": self._register,
            "ponderhit": self._ponder_hit,
        }
        words = line.split()
        known = (n for n, word in enumerate(words) if word in {*commands, "quit"})
        begins = next(known, len(words))
        self._ignored, words = words[:begins], words[begins:]
        if words[:1] == ["quit"]:
            return False
        try:
            if words:
                commands[words[0]](words[1:])
            elif self._ignored:
                accepted = ", ".join([*commands, "quit"])
                raise UciError(f"there is no command {self._ignored[0][:40]!r}: give {accepted}")
            if self._debug and self._ignored:
                self._answer(f"info string ignored: {' '.join(self._ignored)[:400]}")
        except Exception as error:  # no matter what a line causes, read the next one
            self._tell(error)
        return True

    # What is heard

    def _introduce(self, _given: list[str]) -> None:
        from plyground import __version__

        variants = " ".join(f"var {name}" for name in self._variants())
        self._answer(
            f"id name Plyground {__version__}",
            "id author the Plyground developers",
            f"option name UCI_Variant type combo default {self._variant} {variants}",
            f"option name Player type string default {self._options.default}",
            f"option name Depth type spin default 0 min 0 max {DEEPEST}",
            *declared(),
            "uciok",
        )

    def _is_ready(self, _given: list[str]) -> None:
        try:
            if not self._still_thinking():
                self._prepare()
        except Exception as error:  # an answer is still due
            self._tell(error)
        self._answer("readyok")

    def _new_game(self, _given: list[str]) -> None:
        self._refuse_while_thinking()
        self._position = self._game.position()
        self._prepare()

    def _set_option(self, given: list[str]) -> None:
        self._refuse_while_thinking()
        begins = given.index("name") + 1 if "name" in given else 0
        ends = given.index("value", begins) if "value" in given[begins:] else len(given)
        name, value = " ".join(given[begins:ends]).lower(), " ".join(given[ends + 1 :])
        if name == "uci_variant":
            self._choose_variant(value)
        elif name == "player":
            self._options.name(value)
        elif name == "depth":
            self._depth = max(_whole("Depth", value), 0)
        elif not self._options.put(name, value):
            raise UciError(
                f"there is no option {name!r}: give UCI_Variant, Player, Depth, or the "
                "option of a kind of player, such as minimax depth"
            )
        self._player = None if self._options.usual else self._options.player()

    def _set_position(self, given: list[str]) -> None:
        """Begin from a start and make moves. If that fails there is no position any more: a move
        of the one before would be one of another game.
        """
        self._position = None
        begins = next((n for n, word in enumerate(given) if word in ("startpos", "fen")), None)
        if begins is None:
            raise UciError("a position is startpos or fen FEN, and then moves MOVE ...")
        ends = given.index("moves", begins) if "moves" in given[begins:] else len(given)
        between = given[begins + 1 : ends]
        self._ignored += given[:begins]
        if given[begins] == "startpos":
            self._ignored += between
            position = self._game.position()
        else:
            position = self._from_fen(between)
        for text in given[ends + 1 :]:
            position = position.play_code(self._notation.read(position, text))
        self._position = position

    def _set_debug(self, given: list[str]) -> None:
        if given[:1] in (["on"], ["off"]):
            self._debug = given[0] == "on"
        else:
            self._ignored += given

    def _register(self, _given: list[str]) -> None:
        """Nobody needs to register."""

    def _go(self, given: list[str]) -> None:
        self._refuse_while_thinking()
        self._task = self._asked(given)
        self._control = Control()
        if self._task.waits:
            self._released.clear()
        else:
            self._released.set()
        self._decided.clear()
        self._thread = threading.Thread(
            target=self._think, args=(self._position, self._task, self._control), daemon=True
        )
        self._thread.start()

    def _ponder_hit(self, _given: list[str]) -> None:
        """The expected move was made: from now on its time runs, and the move may be said."""
        if self._task.ponders:
            self._released.set()

    # Thinking

    def _think(self, position: Position | None, task: _Task, control: Control) -> None:
        best, over = _NO_MOVE, threading.Event()
        if position is None:
            self._answer("info string there is no position: the last one was refused")
        elif position.over:
            self._answer(f"info string the game is over ({position.outcome})")
        else:
            best = self._notation.write(position, self._move(position, task, control, over))
        self._released.wait()
        over.set()
        self._decided.set()
        self._answer(f"bestmove {best}")

    def _move(
        self, position: Position, task: _Task, control: Control, over: threading.Event
    ) -> int:
        """The move for an ongoing position. The time ends with `over`."""
        try:
            # Compiling does not count; where the game comes as a module there is none.
            prepare(self._game, self._player or AlphaBeta(depth=1))
            if task.limits.seconds is not None:
                clock = (task.limits.seconds, self._released, over, control)
                threading.Thread(target=_keep_time, args=clock, daemon=True).start()
            return self._chosen(position, task, control)
        except Exception as error:  # a move is still due
            self._tell(error)
            return min(task.allowed or position.codes)

    def _chosen(self, position: Position, task: _Task, control: Control) -> int:
        if self._player is not None and task.allowed:
            self._answer(f"info string {self._player} chooses from all moves: the built-in search "
                         f"chooses from these")  # fmt: skip
        if self._player is None or task.allowed:
            return self._deepen(position, task, control)
        at_a_glance = _glance(position)
        try:
            choice = self._player.choose(
                position, limits=_own(self._player, task.limits), control=control
            )
        except Cancelled:
            self._answer(f"info string {self._player} was stopped: this is the best one ply ahead")
            return at_a_glance
        except PlayerError as error:
            self._tell(error)
            return at_a_glance
        if choice.rule:
            self._answer(f"info string I followed {choice.rule}")
        code = position.game.move_code(choice.move)
        score = "" if choice.value is None else _score(choice.value)
        expected = [position.game.move_code(text) for text in choice.pv] or [code]
        pv = self._notation.line(position, expected)
        self._answer(
            f"info depth {choice.depth or len(choice.pv) or 1} {score}nodes {choice.nodes} "
            f"time {round(1000 * choice.seconds)} pv {pv}"
        )
        return code

    def _deepen(self, position: Position, task: _Task, control: Control) -> int:
        """Look one ply deeper at a time, and report each; the best move at the end."""
        begun, limits = time.perf_counter(), task.limits
        best = _glance(position, task.allowed)
        settings, left = _settings(position.game), position.game.max_plies - position.ply
        for depth in range(1, min(limits.depth or left, left) + 1):
            more = None if limits.nodes is None else limits.nodes - control.nodes
            if more is not None and more <= 0 and depth > 1:
                break
            nodes = None if more is None else max(more, 1)
            try:
                result = alphabeta(
                    position, limits=Limits(depth, None, nodes), settings=settings,
                    control=control, all_scores=bool(task.allowed),
                )  # fmt: skip
            except Cancelled:
                break
            if result.depth < depth and not result.complete:
                break
            best, score = _best(result, task.allowed)
            complete = result.complete if not task.allowed else depth == left or proven(score)
            value = value_of_score(score, complete)
            line = self._notation.line(position, result.line(best))
            self._answer(_seen(depth, value, control.nodes, begun, line))
            if complete:
                break
        return best

    def _stop(self, _given: Sequence[str] = ()) -> None:
        """Let the current search answer now."""
        self._released.set()
        self._control.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _ends(self) -> bool:
        """Whether the current search ends without being told to: it has a limit, or a player that
        chooses by itself.
        """
        limited = self._task.limits != Limits() or self._player is not None
        return limited and not self._task.waits

    def _still_thinking(self) -> bool:
        """Whether a search is running.

        This waits for a move that is being written: its reader may send the next line before the
        writing thread has ended.
        """
        if self._thread is not None and self._decided.is_set():
            self._thread.join()
        return self._thread is not None and self._thread.is_alive()

    def _refuse_while_thinking(self) -> None:
        if self._still_thinking():
            raise UciError("it is thinking: give stop first")

    def _prepare(self) -> None:
        """Compile the code for thinking before a clock runs: near a game's end that is all."""
        which = self._game, "" if self._player is None else self._player.text
        if which in self._prepared:
            return
        rng = random.Random(0)
        position = self._game.position()
        while not position.over:
            position = position.play_code(rng.choice(position.codes))
        late = position.line[max(0, position.ply - 2)]
        _glance(late)
        if self._player is not None:
            limits = _own(self._player, Limits(seconds=_PREPARING))
            control = Control()
            timer = threading.Timer(_PREPARING, control.stop)
            timer.start()
            try:
                with contextlib.suppress(Cancelled):
                    self._player.choose(late, limits=limits, control=control)
            finally:
                timer.cancel()
        self._prepared.add(which)

    # What the words mean

    def _variants(self) -> list[str]:
        return list(dict.fromkeys([*DROPS, *game_names(), self._own.name]))

    def _choose_variant(self, name: str) -> None:
        accepted = {each.lower(): each for each in self._variants()}
        if name.lower() not in accepted:
            raise UciError(f"there is no variant {name!r}: give {', '.join(accepted.values())}")
        name = accepted[name.lower()]
        known = name == self._own.name
        game = self._own if known else game_class(DROPS.get(name, name))()
        self._variant, self._game = name, game
        self._notation = Notation(name in DROPS)
        self._position = game.position()

    def _asked(self, given: list[str]) -> _Task:
        """What the words of a `go` ask for."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        allowed: set[int] = set()
        lists = False
        words = [*given]
        while words:
            word = words.pop(0)
            code = self._legal(word) if lists else None
            if code is not None:
                allowed.add(code)
                continue
            lists = word == _MOVES or (lists and word not in _FLAGS + _NUMBERS)
            if word in _FLAGS:
                flags.add(word)
            elif word in _NUMBERS:
                try:
                    number = _whole(word, words[0] if words else "")
                    numbers[word] = min(max(number, -_MOST), _MOST)
                    words.pop(0)
                except UciError as error:  # the rest still counts
                    self._tell(error)
            elif word != _MOVES:
                self._ignored.append(word)
        return _Task(self._limits(numbers), bool(flags), "ponder" in flags, frozenset(allowed))

    def _legal(self, text: str) -> int | None:
        """The code of a legal move; None for any other word."""
        if self._position is None:
            return None
        try:
            return self._notation.read(self._position, text)
        except PlygroundError:
            return None

    def _limits(self, numbers: dict[str, int]) -> Limits:
        depths = [numbers["depth"]] if "depth" in numbers else []
        depths += [2 * numbers["mate"]] if "mate" in numbers else []
        depths += [self._depth] if self._depth else []
        nodes = max(numbers["nodes"], 1) if "nodes" in numbers else None
        return Limits(max(min(depths), 1) if depths else None, self._seconds(numbers), nodes)

    def _seconds(self, numbers: dict[str, int]) -> float | None:
        """How long to think: the time for the move, or a share of the time left on the clock."""
        if "movetime" in numbers:
            return max(_to_think_in(numbers["movetime"]), 0.001)
        position, game = self._position, self._game
        if position is None:
            return None
        colour = "w" if position.turn == 0 else "b"
        if f"{colour}time" not in numbers:
            return None
        left = _to_think_in(numbers[f"{colour}time"])
        moves = min((game.max_plies - position.ply) // game.players + 1, _MOVES_TO_GO)
        moves = max(min(moves, numbers.get("movestogo", moves)), 1)
        share = left / moves + 0.8 * numbers.get(f"{colour}inc", 0) / 1000
        return max(min(share, 0.8 * left), 0.001)

    def _from_fen(self, fen: list[str]) -> Position:
        if self._variant not in DROPS:
            raise UciError(f"{self._variant} has no positions by FEN: give startpos moves MOVE ...")
        game = self._game
        board, _, _ = (fen[0] if fen else "").partition("[")
        pieces = [
            "".join("." * int(c) if c.isdecimal() else c for c in rank) for rank in board.split("/")
        ]
        width = len(game.board.sites) // ranks(game)
        if (
            len(pieces) != ranks(game)
            or any(len(rank) != width or set(rank) - set(".Pp") for rank in pieces)
            or fen[1:2] not in (["w"], ["b"])
        ):
            raise UciError(
                f"a FEN has {ranks(game)} ranks of {width} squares with P and p, and then w or b"
            )
        pieces_at = {(x, y): ".Pp".index(c) for y, rank in enumerate(pieces)
                     for x, c in enumerate(rank)}  # fmt: skip
        cells = [each for each in game.board.sites if isinstance(each, Cell)]
        position = reached(game, [pieces_at[cell.x, cell.y] for cell in cells])
        if position is None or position.turn != ["w", "b"].index(fen[1]):
            raise UciError("it found no moves that lead to this position")
        return position

    # What is said

    def _answer(self, *lines: str) -> None:
        with self._saying:
            try:
                for line in lines:
                    self._say(line)
            except OSError:  # the listener has ended, even in the middle of a move
                self._control.stop()

    def _tell(self, error: Exception) -> None:
        named = "" if isinstance(error, PlygroundError) else f"{type(error).__name__}: "
        self._answer(f"info string {named}{' '.join(str(error).split())}")


def _own(player: Player, limits: Limits) -> Limits:
    """The limits for a move of the player; a player with its own seconds ends by itself."""
    seconds, own = limits.seconds, player.limits.seconds
    if seconds is not None:
        seconds = None if own is None else min(own, _OF_ITS_OWN * seconds)
    return replace(limits, seconds=seconds)


def _settings(game: Game) -> Settings:
    return Settings(heuristic=game.default_heuristic, ties_equal=False)


def _glance(position: Position, allowed: frozenset[int] = frozenset()) -> int:
    """The best move one ply ahead, for when there is no time for more."""
    settings, limits = _settings(position.game), Limits(1)
    result = alphabeta(position, limits=limits, settings=settings, all_scores=bool(allowed))
    return _best(result, allowed)[0]


def _best(result: SearchResult, allowed: frozenset[int]) -> tuple[int, int]:
    """The best move that a search found, of those that are allowed, and its score."""
    if not allowed:
        return result.best[0], result.score
    best = max((each for each in result.moves if each.code in allowed), key=lambda each: each.score)
    return best.code, best.score


def _keep_time(
    seconds: float, begins: threading.Event, over: threading.Event, control: Control
) -> None:
    """Stop a search after these seconds, once they have begun, unless it is over."""
    begins.wait()
    if not over.wait(seconds):
        control.stop()


def _seen(depth: int, value: Value, nodes: int, begun: float, line: str) -> str:
    """What a search of this depth has found."""
    milliseconds = round(1000 * (time.perf_counter() - begun))
    return (
        f"info depth {depth} {_score(value)}nodes {nodes} "
        f"time {milliseconds} nps {1000 * nodes // max(milliseconds, 1)} pv {line}"
    )


def _to_think_in(milliseconds: int) -> float:
    """The seconds for thinking in a time, without the reserve."""
    seconds = milliseconds / 1000
    return seconds - min(max(_LEFT * seconds, _LEAST_LEFT), _MOST_LEFT)


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UciError(f"{name} takes a whole number, and not {text[:40]!r}") from None


def _score(value: Value) -> str:
    """A value in UCI: moves to the end if proven, else the score; "" if there is neither."""
    if value.verdict == "draw":
        return "score cp 0 "
    if value.verdict == "unknown":
        return "" if value.score is None else f"score cp {value.score} "
    sign = "" if value.verdict == "win" else "-"
    if value.plies is None:  # the player has a proof without a distance
        return f"score cp {sign}{_DECIDED} "
    return f"score mate {sign}{(value.plies + 1) // 2} "
