"""`plyground uci`: the engine by its lines, and as the process that a match runner starts."""

import queue
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plyground as pg
from plyground import errors
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.engine import engine
from plyground.interop.uci import Engine
from plyground.interop.uci_options import PlayerOptions
from plyground.players import Learned
from plyground.search.learning import Learner
from plyground.search.learning.patterns import design
from tests.games import CONNECT4, NUMERICAL, SIM, TICTACTOE
from tests.own_game import NIM
from tests.variants import random_playout
from tests.without_numba import NewComputer


class Talk:
    """An engine, and what it says, line by line."""

    def __init__(self, game: pg.Game) -> None:
        self.said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.engine = Engine(game, self.said.put)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.hear(line)

    def until(self, beginning: str) -> list[str]:
        """What it says up to the line that begins so."""
        lines = [self.said.get()]
        while not lines[-1].startswith(beginning):
            lines.append(self.said.get())
        return lines

    def refusal(self, line: str) -> str:
        """What it says to a line that it cannot follow."""
        self.tell(line)
        said = self.said.get()
        assert said.startswith("info string ")
        assert self.said.empty()
        return said.removeprefix("info string ")

    def best(self, *lines: str) -> str:
        self.tell(*lines)
        return self.until("bestmove")[-1].removeprefix("bestmove ")


@pytest.fixture
def cfour() -> Talk:
    talk = Talk(CONNECT4)
    talk.tell("setoption name UCI_Variant value cfour")
    return talk


@pytest.fixture
def tictactoe() -> Talk:
    return Talk(TICTACTOE)


# Introduction


def test_introduction(tictactoe: Talk) -> None:
    tictactoe.tell("uci")
    said = tictactoe.until("uciok")
    assert said[0].startswith("id name Plyground ")
    (variants,) = (line for line in said if line.startswith("option name UCI_Variant"))
    assert variants.startswith("option name UCI_Variant type combo default tictactoe var cfour ")
    assert {"tictactoe", "sim", "numerical", "connect4"} <= set(variants.split())
    assert "option name Player type string default alphabeta" in said
    assert {
        "option name minimax depth type spin default 0 min 0 max 999",
        "option name alphabeta table type check default true",
        "option name alphabeta nodes type string default <empty>",
        "option name maxn ties type combo default first var first var spite var kind",
        "option name mcts exploration type string default 0.5",
        "option name mixed percent type spin default 60 min 0 max 100",
    } <= {*said}
    assert not any("inner" in line for line in said)


def test_it_is_ready(tictactoe: Talk) -> None:
    tictactoe.tell("isready", "ucinewgame", "debug on", "register later", "", "  ", "isready")
    assert tictactoe.until("readyok") == ["readyok"]
    assert tictactoe.until("readyok") == ["readyok"]


# Moves and positions, as cutechess writes them


@pytest.mark.parametrize(
    ("moves", "limits", "best"),
    [
        ("P@d1 P@a1 P@d2 P@a2 P@d3 P@a3", "depth 1", "P@d4"),
        ("P@a1 P@d1 P@a2 P@d2 P@b1 P@d3", "depth 2", "P@d4"),
        ("P@d1 P@d2 P@e1 P@e2 P@c1", "depth 4", "P@"),
        ("4 1 4 1 4 1", "depth 3", "P@d4"),  # as people write them
    ],
)
def test_moves_of_connect_four(cfour: Talk, moves: str, limits: str, best: str) -> None:
    assert cfour.best(f"position startpos moves {moves}", f"go {limits}").startswith(best)


def test_other_games_have_their_own_moves() -> None:
    talk = Talk(SIM)
    assert talk.best("position startpos moves 0-1 2-3", "go depth 2") in SIM.move_texts
    talk = Talk(CONNECT4)
    assert talk.best("position startpos moves 4 1 4 1 4 1", "go depth 3") == "4"


@pytest.mark.parametrize("game", [CONNECT4, TICTACTOE], ids=str)
def test_positions(game: pg.Game) -> None:
    """Whatever a game comes to is found again by its FEN."""
    talk = Talk(game)
    if game.name == "connect4":
        talk.tell("setoption name UCI_Variant value cfour")
    for seed in range(4):
        position = random.Random(seed).choice(random_playout(game, seed, long=True))
        talk.tell(f"position fen {fen(position)}")
        found = talk.engine._position
        assert (found.state, found.ply, found.turn) == (position.state, position.ply, position.turn)


def fen(position: pg.Position) -> str:
    """A position as cutechess writes it: ranks from the top, what is in hand, who is to move."""
    game = position.game
    width = 1 + max(cell.x for cell in game.board.sites)
    height = 1 + max(cell.y for cell in game.board.sites)
    rows = [["1"] * width for _ in range(height)]
    for cell, mark in zip(game.board.sites, position.marks, strict=True):
        if mark is not None:
            rows[cell.y][cell.x] = "Pp"[mark.player]
    ranks = "/".join("".join(row) for row in rows)
    ranks = re.sub("1+", lambda found: str(len(found[0])), ranks)
    left = game.max_plies - position.ply
    hand = "P" * ((left + 1 - position.turn) // 2) + "p" * ((left + position.turn) // 2)
    return f"{ranks}[{hand}] {'wb'[position.turn]} - - 0 {1 + position.ply // 2}"


def test_cutechess_s_own_start(cfour: Talk) -> None:
    start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1"
    assert fen(CONNECT4.position()) == start
    assert cfour.best(f"position fen {start} moves P@d1", "go depth 1").startswith("P@")


# Thinking


def test_what_it_tells(cfour: Talk) -> None:
    cfour.tell("position startpos", "go depth 4")
    *lines, last = cfour.until("bestmove")
    pattern = r"info depth (\d+) score cp -?\d+ nodes \d+ time \d+ nps \d+ pv( P@[a-g][1-6])+"
    depths = [int(found[1]) for line in lines if (found := re.fullmatch(pattern, line))]
    assert depths == [1, 2, 3, 4]
    assert lines[-1].split(" pv ")[1].split()[0] == last.split()[1]


@pytest.mark.parametrize(
    ("moves", "score"),
    [("P@d1 P@a1 P@d2 P@a2 P@d3 P@a3", "mate 1"), ("P@d1 P@a1 P@e1 P@a2 P@c1", "mate -1"),
     ("P@d1 P@a1 P@c1 P@a2", "mate 2")],
)  # fmt: skip
def test_wins_and_losses(cfour: Talk, moves: str, score: str) -> None:
    cfour.tell(f"position startpos moves {moves}", "go depth 6")
    lines = cfour.until("bestmove")
    assert f" score {score} " in lines[-2]


@pytest.mark.parametrize(
    "limits",
    ["movetime 1", "movetime -5", "nodes 1", "nodes 500", "wtime 1 btime 1", "depth 0",
     "wtime -50 btime -50 winc 10 binc 10 movestogo 3", "wtime 300 btime 300 depth 2"],
)  # fmt: skip
def test_limits(cfour: Talk, limits: str) -> None:
    assert cfour.best("position startpos moves P@d1", f"go {limits}").startswith("P@")


def test_infinite_waits_for_stop(tictactoe: Talk) -> None:
    tictactoe.tell("isready", "position startpos moves P@a3 P@a2 P@b3 P@b2", "go infinite")
    lines = tictactoe.until("info depth")  # and that is the end of the search: x wins
    tictactoe.tell("isready")
    assert not any(line.startswith("bestmove") for line in [*lines, *tictactoe.until("readyok")])
    tictactoe.tell("stop")
    assert tictactoe.until("bestmove")[-1] == "bestmove P@c3"


def test_what_is_not_heard_while_it_thinks(tictactoe: Talk) -> None:
    tictactoe.tell("isready")
    tictactoe.until("readyok")
    tictactoe.tell("go infinite")
    for line in ("go depth 1", "ucinewgame", "setoption name Depth value 1"):
        tictactoe.tell(line)
        assert tictactoe.until("info string")[-1].endswith("it is thinking: give stop first")
    tictactoe.tell("stop")
    tictactoe.until("bestmove")


def test_after_the_end(tictactoe: Talk) -> None:
    tictactoe.tell("position startpos moves 1 4 2 5 3", "go depth 3")
    assert tictactoe.until("bestmove") == [
        "info string the game is over (Player 1 wins: three in a row)",
        "bestmove 0000",
    ]


def test_a_move_that_was_said_is_not_thought_about_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its reader may answer at once, before the thread that wrote it has ended."""
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    heard = threading.Event()  # what its reader said next
    thinks = Engine._still_thinking

    def still_thinking(engine: Engine) -> bool:
        heard.set()
        return thinks(engine)

    def say(line: str) -> None:
        if line.startswith("bestmove"):
            heard.clear()
            said.put(line)
            heard.wait()
        else:
            said.put(line)

    monkeypatch.setattr(Engine, "_still_thinking", still_thinking)
    engine = Engine(TICTACTOE, say)
    for line in ("position startpos", "go depth 1", "position startpos moves P@a1", "go depth 1"):
        engine.hear(line)
        while line.startswith("go") and not said.get().startswith("bestmove"):
            pass
    assert engine._position.history == ("7",)
    assert said.empty()
    heard.set()


# Options


def test_a_depth_for_all_moves(cfour: Talk) -> None:
    cfour.tell("setoption name Depth value 2", "position startpos", "go movetime 60000")
    assert len([line for line in cfour.until("bestmove") if " depth " in line]) == 2


@pytest.mark.slow
def test_a_player_that_is_stopped_moves_all_the_same(cfour: Talk) -> None:
    cfour.tell("setoption name Player value mcts:seconds=3600", "position startpos")
    cfour.tell("go infinite", "stop")
    *_, line, best = cfour.until("bestmove")
    assert line.startswith("info string mcts:seconds=3600 was stopped")
    assert best.startswith("bestmove P@")


def test_a_player_with_seconds_of_its_own_ends_within_the_time(
    cfour: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds: list[float | None] = []
    choose = pg.MCTS._choose

    def recorded(player: pg.MCTS, *arguments: Any) -> Any:
        seconds.append(player.seconds)
        return choose(replace(player, playouts=50, seconds=None), *arguments)

    monkeypatch.setattr(pg.MCTS, "_choose", recorded)
    cfour.tell("setoption name Player value mcts:seconds=3600", "isready", "position startpos")
    assert cfour.until("readyok") == ["readyok"]
    cfour.tell("go movetime 60000")
    (line, _) = cfour.until("bestmove")
    assert line.startswith("info depth ")
    cfour.tell("setoption name Player value mcts:seconds=2", "go movetime 60000")
    cfour.until("bestmove")
    assert [each for each in seconds if each] == [pytest.approx(4), pytest.approx(47.92), 2]


@pytest.mark.parametrize("player", ["random", "mcts:playouts=200", "minimax:depth=2", "perfect"])
def test_players_tell_moves_as_the_variant_has_them(tictactoe: Talk, player: str) -> None:
    """The files a to c go from the left, the ranks 1 to 3 from the bottom.

    x x .
    o o .
    . . .
    """
    tictactoe.tell(f"setoption name Player value {player}")
    tictactoe.tell("position startpos moves P@a3 P@a2 P@b3 P@b2", "go movetime 60000")
    line, best = tictactoe.until("bestmove")
    assert re.fullmatch(r"info depth \d+ .* pv( P@[a-c][1-3])+", line)
    assert line.split(" pv ")[1].split()[0] == best.split()[1]
    assert best == "bestmove P@c3" or player == "random"
    assert tictactoe.best("setoption name Player value alphabeta", "go depth 1").startswith("P@")


def test_a_proof_without_a_distance(tictactoe: Talk) -> None:
    tictactoe.tell("setoption name Player value mcts:playouts=500")
    for moves, score in (("P@a3 P@a2 P@b3 P@b2", 10000), ("P@a3 P@a2 P@b3 P@b2 P@c1", 10000),
                         ("P@a3 P@b2 P@c3 P@c1 P@a1", -10000)):  # fmt: skip
        tictactoe.tell(f"position startpos moves {moves}", "go")
        assert f" score cp {score} " in tictactoe.until("bestmove")[0]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["Player value minimax", "minimax depth value 3"], "minimax:depth=3"),
        (["minimax ties value first", "Player value minimax"], "minimax:ties=first"),
        (["Player value minimax:depth=3", "minimax depth value 0"], "minimax:depth=3"),
        (["Player value mixed"], "mixed:60"),
        (["Player value mixed", "mixed percent value 30", "mixed percent value 40"], "mixed:40"),
        (["alphabeta table value false"], "alphabeta:table=off"),
        (["mcts playouts value 7", "mcts seconds value <empty>", "Player value mcts"],
         "mcts:playouts=7"),
    ],
)  # fmt: skip
def test_options_of_the_kinds_of_players(options: list[str], text: str) -> None:
    chosen = PlayerOptions("alphabeta")
    for option in options:
        name, _, value = option.partition(" value ")
        if name == "Player":
            chosen.name(value)
        else:
            assert chosen.put(name, value)
    assert chosen.player().text == text
    assert not chosen.usual


def test_options_that_exclude_each_other_are_refused() -> None:
    """The one that came first stays."""
    chosen = PlayerOptions("alphabeta")
    chosen.name("learned")
    assert chosen.put("learned plies", "3")
    with pytest.raises(errors.PlayerError, match="by plies or by playouts, and not by both"):
        chosen.put("learned playouts", "9")
    assert chosen.player().text == "learned:plies=3"


def test_only_the_command_line_names_a_player_that_reads_a_file(tmp_path: Path) -> None:
    """The other program gets it as the default, and can take no other file."""
    file = tmp_path / "mine.weights"
    Learner(TICTACTOE, 1, patterns=design(TICTACTOE, 1, walks=1)).weights({}).save(file)
    talk = Talk(TICTACTOE)
    refused = f"setoption name Player value learned:{file}"
    assert f"'{file}' would read a file" in talk.refusal(refused)
    talk.engine = engine(TICTACTOE, f"learned:{file}")
    talk.engine._say = talk.said.put
    talk.tell("uci")
    assert f"option name Player type string default learned:{file}" in talk.until("uciok")
    assert talk.engine._player == Learned(str(file))
    assert "P@" in talk.best("setoption name learned plies value 2", "go")
    assert talk.engine._player == Learned(str(file), 2)
    talk.tell("setoption name Player value minimax:depth=2", refused)
    assert talk.engine._player == Learned(str(file), 2)
    for line in (f"{refused}x", "setoption name learned file value x"):
        assert "would read a file" in talk.refusal(line)
    talk.tell("setoption name Player value alphabeta")
    assert talk.engine._player is None


def test_options_that_change_nothing_leave_the_built_in_player() -> None:
    chosen = PlayerOptions("alphabeta")
    assert chosen.put("alphabeta depth", "0")
    assert chosen.put("mcts playouts", "7")
    assert chosen.usual
    assert not chosen.put("alphabeta", "7")
    assert not chosen.put("mixed inner", "random")
    with pytest.raises(
        errors.PlayerError, match="alphabeta: depth takes a whole number from 1 to 999"
    ):
        chosen.put("alphabeta depth", "1000")
    with pytest.raises(errors.PlayerError, match="is not a player"):
        chosen.name("stockfish")
    assert chosen.usual


def test_the_depth_of_go_holds_for_a_player_too(tictactoe: Talk) -> None:
    tictactoe.tell("setoption name Player value minimax:depth=6", "position startpos", "go depth 2")
    assert tictactoe.until("bestmove")[0].startswith("info depth 2 ")


def test_a_player_may_be_chosen_before_the_variant() -> None:
    """As cutechess does it: a player that plays only the variant that comes after it."""
    talk = Talk(CONNECT4)
    talk.tell("setoption name Player value old-tictactoe", "isready")
    assert talk.until("readyok")[-1] == "readyok"
    talk.tell("setoption name UCI_Variant value tictactoe", "ucinewgame", "go")
    line, best = talk.until("bestmove")
    assert line.startswith("info depth ")
    assert best.startswith("bestmove P@")
    assert str(talk.engine._player) == "old-tictactoe"


def test_a_player_that_cannot_play_the_variant() -> None:
    """The moves are still the variant's, and a line says why another player made them."""
    talk = Talk(CONNECT4)
    talk.tell("setoption name Player value old-connect4")
    talk.tell("setoption name UCI_Variant value tictactoe", "isready")
    reason = "info string old-connect4 plays Connect Four for 2 players only"
    assert set(talk.until("readyok")) == {reason, "readyok"}
    talk.tell("position startpos moves P@a3 P@a2 P@b3 P@b2", "go")
    assert talk.until("bestmove") == [reason, "bestmove P@c3"]


def test_a_player_by_rules_says_its_rule() -> None:
    talk = Talk(NUMERICAL)
    talk.tell("setoption name Player value rules", "position startpos", "go")
    first, line, best = talk.until("bestmove")
    rule = "rule 1, Opening: Begin with 1 in the middle of a side."
    assert first == f"info string I followed {rule}"
    assert line.startswith("info depth ")
    assert best.removeprefix("bestmove ") in {"1@2", "1@4", "1@6", "1@8"}


@pytest.mark.uncompiled
def test_a_user_s_own_game() -> None:
    talk = Talk(pg.game(NIM, heaps=2))
    assert talk.best("isready", "position startpos", "go depth 3") == "2:1"


# Lines that cannot be followed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "there is no command 'hello': give uci, isready, "),
        ("position", "a position is startpos or fen FEN, and then moves MOVE ..."),
        ("position here", "a position is startpos or fen FEN"),
        ("position startpos moves P@d2", "P@d2 is not legal: give P@a1, P@b1, "),
        ("position startpos moves P@d1 9", "'9' is not a move of Connect Four"),
        ("position fen", "a FEN has 6 ranks of 7 squares"),
        ("position fen 7/7/7/7/7/7 x", "a FEN has 6 ranks of 7 squares"),
        ("position fen 7/7/7/7/7/8 w", "a FEN has 6 ranks of 7 squares"),
        ("position fen 7/7/7/7/7/6K w", "a FEN has 6 ranks of 7 squares"),
        ("position fen 7/7/7/7/7/6P w", "it found no moves that lead to this position"),
        ("position fen 7/7/7/7/P6/7 b", "it found no moves that lead to this position"),
        ("position fen 7/7/7/7/7/PP5 b", "it found no moves that lead to this position"),
        ("setoption", "there is no option '': give UCI_Variant, Player, Depth"),
        ("setoption name Hash value 64", "there is no option 'hash'"),
        ("setoption name Depth value deep", "Depth takes a whole number, and not 'deep'"),
        ("setoption name Player value human", "a human cannot play here"),
        ("setoption name Player value stockfish", "'stockfish' is not a player"),
        ("setoption name Player value external(ls)", "'external(ls)' would start a program"),
        ("setoption name UCI_Variant value chess", "there is no variant 'chess': give cfour, "),
    ],
)
def test_what_cannot_be_followed(cfour: Talk, line: str, said: str) -> None:
    cfour.tell("position startpos moves P@a1")
    assert cfour.refusal(line).startswith(said)
    if line.startswith("position"):
        assert cfour.best("go depth 1") == "0000"
    else:
        assert cfour.engine._position.history == ("1",)


def test_positions_of_other_variants_are_moves() -> None:
    assert Talk(SIM).refusal("position fen 7/7 w").startswith("sim has no positions by FEN")


@given(st.lists(st.text(), max_size=4))
@example(["position fen " + "9" * 5000 + " w"])
@example(["position fen ²/3/3 w", "position fen 3/3/\0 w"])
@example(["setoption name UCI_Variant value"])
@example(["go depth " + "9" * 5000])
def test_whatever_is_said_it_hears_the_next_line(lines: list[str]) -> None:
    talk = Talk(TICTACTOE)
    for line in lines:
        talk.engine.hear(line)
    talk.tell("stop", "isready")
    assert all("\n" not in line for line in talk.until("readyok"))


# As a process


@contextmanager
def process(*arguments: str, environment: dict[str, str] | None = None) -> Iterator["Process"]:
    talking = Process(arguments, environment)
    try:
        yield talking
    finally:
        talking.process.kill()
        talking.process.communicate()


class Process:
    """The engine as a match runner meets it."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str] | None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plyground", "uci", *arguments], env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def tell(self, *lines: bytes | str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def until(self, beginning: str) -> list[str]:
        assert self.process.stdout is not None
        lines: list[str] = []
        while not (lines and lines[-1].startswith(beginning)):
            line = self.process.stdout.readline().decode()
            assert line, f"it ended after {lines}"
            lines.append(line.rstrip())
        return lines

    def ended(self) -> tuple[int, str]:
        """The exit code, and the text on standard error."""
        _, errors = self.process.communicate()
        return self.process.returncode, errors.decode()


@pytest.fixture(scope="module")
def talked(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[list[str], list[str], str, int, str]:
    """What a process says to lines that are no text, the moves of a game with it, which processes
    imported Numba, and its end.

    As cutechess runs one: each gets all moves, and has to make the next in turn.
    """
    computer = NewComputer(tmp_path_factory.mktemp("new"))
    with process("tictactoe", environment=computer.environment) as other:
        other.tell(b"\xff\xfe\x00", b"position \x80", "x" * 100_000, "isready")
        said = other.until("readyok")
        engines = Talk(TICTACTOE), other
        for engine in engines:
            engine.tell("uci")
            assert engine.until("uciok")
            engine.tell("setoption name UCI_Variant value tictactoe", "ucinewgame", "isready")
            engine.until("readyok")
        moves: list[str] = []
        while True:
            engine = engines[len(moves) % 2]
            engine.tell(
                f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            )
            engine.tell("go wtime 60000 btime 60000 depth 9")
            best = engine.until("bestmove")[-1].split()[1]
            if best == "0000":
                break
            moves.append(best)
        other.tell("position startpos", "go infinite")
        return said, moves, computer.imports, *other.ended()


@pytest.mark.slow
def test_a_game_with_a_process(talked: tuple[list[str], list[str], str, int, str]) -> None:
    assert len(talked[1]) == 9  # perfect play is a draw


@pytest.mark.slow
def test_it_plays_by_modules_on_a_new_computer(
    talked: tuple[list[str], list[str], str, int, str],
) -> None:
    assert talked[2] == ""


@pytest.mark.slow
def test_bytes_that_are_no_text(talked: tuple[list[str], list[str], str, int, str]) -> None:
    assert len([line for line in talked[0] if line.startswith("info string")]) == 3


@pytest.mark.slow
def test_the_end_of_its_input(talked: tuple[list[str], list[str], str, int, str]) -> None:
    """While it thinks."""
    *_, code, errors = talked
    assert code == exits.SUCCESS
    assert "Traceback" not in errors


@pytest.mark.slow
def test_a_match_runner_that_dies() -> None:
    """Both pipes close while it thinks: it ends, and what it would have said is no error."""
    with process("tictactoe") as engine:
        engine.tell("isready", "go infinite")
        engine.until("readyok")
        assert engine.process.stdout is not None
        engine.process.stdout.close()
        engine.process.stdout = None  # so that nobody reads it
        engine.tell("isready", "stop", "isready")
        code, errors = engine.ended()
        assert (code, errors) == (exits.SUCCESS, "")


def test_it_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["uci", "chess"]) == exits.USAGE
    assert "there is no game 'chess'" in capsys.readouterr().err
    assert run(["uci", "sim", "--rows", "3"]) == exits.USAGE
    assert "Sim has no parameter --rows" in capsys.readouterr().err
    for player, fault in (
        ("human", "a human cannot play here"),
        ("stockfish", "'stockfish' is not a player"),
        ("learned:none.weights", "none.weights cannot be read"),
    ):
        assert run(["uci", "--player", player]) == exits.USAGE
        assert fault in capsys.readouterr().err
