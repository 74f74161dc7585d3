"""OpenSpiel: its rules beside ours, our players as its bots, its bots as our players.

`make bridges` and `make long` run these, where OpenSpiel is installed.
"""

import copy
import json
import os
import pickle
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import errors
from plyground.arena.match import play_match
from plyground.cli import exits
from plyground.interop.observing import observed
from plyground.position import CannotError
from tests.computers import Scripted
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, SMALL_CONNECT4, TICTACTOE
from tests.own_game import NIM

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make bridges")

from plyground.interop.openspiel import (  # noqa: E402 - not before it is known to be there
    BotPlayer,
    PlayerBot,
    cross_check,
    our_game,
    our_position,
    player_called,
    registered_bot,
    spiel_game,
)

pytestmark = pytest.mark.long


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """Does at each step what it was given to do, and notes what it hears."""

    def __init__(self, do: Callable[[Any], Any]) -> None:
        super().__init__()
        self.do = do
        self.informed: list[tuple[int, int]] = []

    def restart(self) -> None:
        self.informed = []

    def step(self, state: Any) -> Any:
        return self.do(state)

    def inform_action(self, _state: Any, player: int, action: int) -> None:
        self.informed.append((player, action))


def playing(do: Callable[[Any], Any]) -> BotPlayer:
    return BotPlayer("test", lambda _game, _seat, _seed: Bot(do))


def first_legal(state: Any) -> int:
    return int(state.legal_actions()[0])


# Rules


@pytest.mark.parametrize("game", [TICTACTOE, CONNECT4, SMALL_CONNECT4], ids=str)
def test_the_rules_agree(game: pg.Game) -> None:
    assert cross_check(game, 100) > 100 * 6


def test_rules_that_do_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "plyground.interop.openspiel.spiel_game",
        lambda _game: pyspiel.load_game("connect_four(columns=4,rows=5)"),
    )
    with pytest.raises(
        CannotError, match=r"legal moves of ConnectFour.*: .* here, .* in OpenSpiel"
    ):
        cross_check(SMALL_CONNECT4, 100)


def test_rules_that_only_we_have() -> None:
    with pytest.raises(CannotError, match="does not have its own rules for Sim"):
        cross_check(SIM, 1)


# Our games there


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("tic_tac_toe", TICTACTOE),
        ("connect_four", CONNECT4),
        ("connect_four(columns=5,rows=4)", pg.ConnectFour(5, 4)),
        ("plyground_sim(players=3)", SIM_3),
        ("plyground_numerical", NUMERICAL),
    ],
)
def test_games_by_their_names(name: str, game: pg.Game) -> None:
    assert our_game(pyspiel.load_game(name)) == game


@pytest.mark.parametrize("name", ["breakthrough", "connect_four(x_in_row=5)"])
def test_games_that_we_do_not_have(name: str) -> None:
    with pytest.raises(CannotError, match=r"Plyground does not have .*: give tic_tac_toe, "):
        our_game(pyspiel.load_game(name))


@pytest.mark.parametrize("game", [SIM_3, NUMERICAL], ids=str)
def test_a_game_of_ours_is_played_there(game: pg.Game) -> None:
    there = spiel_game(game)
    assert (there.num_players(), there.num_distinct_actions()) == (game.players, game.max_moves)
    state = there.new_initial_state()
    while not state.is_terminal():
        position = our_position(state)
        assert state.current_player() == position.turn
        assert state.legal_actions() == sorted(position.codes)
        action = state.legal_actions()[-1]
        assert state.action_to_string(action) == game.move_texts[action]
        other = state.clone()
        other.apply_action(action)
        assert len(state.history()) == position.ply
        state = other
    outcome = our_position(state).outcome
    assert outcome is not None
    assert state.returns() == [outcome.standing(seat) for seat in range(game.players)]
    assert str(state) == str(our_position(state))


WAYS = [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]


@pytest.mark.parametrize("way", WAYS, ids=["copy", "pickle"])
@pytest.mark.parametrize("name", ["sim", NIM])
@pytest.mark.uncompiled
def test_copies(name: str, way: Callable[[Any], Any]) -> None:
    """Of a user's own game too, whose name OpenSpiel does not know."""
    game = pg.game(name)
    there = way(spiel_game(game))
    assert our_game(there) == game
    state = there.new_initial_state()
    state.apply_action(0)
    copied = way(state)
    copied.apply_action(copied.legal_actions()[-1])
    assert len(state.history()) == our_position(state).ply == 1
    assert our_position(copied) == copied.position
    assert copied.position.ply == 2


@pytest.mark.parametrize(
    "name", ["plyground_tictactoe", "plyground_numerical", "plyground_sim(players=3,vertices=5)"]
)
def test_by_openspiel(name: str) -> None:
    """Its own test of a game: that what states say of themselves fits, copies and texts of them."""
    pyspiel.random_sim_test(pyspiel.load_game(name), 3, True, False)


def test_what_players_see_there() -> None:
    state = pyspiel.load_game("plyground_sim(vertices=5,players=3)").new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    for player in range(3):
        expected = observed(state.position, player)["observation"]
        assert state.observation_tensor(player) == expected.tolist()
        assert state.observation_string(player) == str(state.position)
        assert state.information_state_string(player) == "0, 3"


@pytest.mark.parametrize("action", [-1, 15, 99])
def test_an_action_that_is_not_a_move(action: int) -> None:
    state = spiel_game(SIM).new_initial_state()
    with pytest.raises(pg.IllegalMoveError, match=f"no move has the code {action}: give 0 to 14"):
        state.action_to_string(action)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("plyground_sim(vertices=99)", "Sim takes 3 to 10 vertices, and not 99"),
        ("plyground_sim(players=0)", "Sim takes 2 to 5 players, and not 0"),
        ("plyground_sim(heaps=3)", "Unknown parameter 'heaps'"),
        ("plyground_sim(vertices=many)", "Wrong type for parameter vertices"),
    ],
)
def test_parameters_that_are_none(name: str, said: str) -> None:
    with pytest.raises((errors.ParameterError, pyspiel.SpielError), match=said):
        pyspiel.load_game(name)


# Our players there


def test_a_player_as_a_bot() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    assert PlayerBot(pg.Minimax(depth=2)).step(state) == 2


@pytest.mark.parametrize("given", ["random", None, pg.Random], ids=repr)
def test_what_is_not_a_player(given: Any) -> None:
    with pytest.raises(errors.PlayerError, match="a bot takes a player"):
        PlayerBot(given)


# Their bots here


@pytest.mark.parametrize("game", [TICTACTOE, SIM_3], ids=str)
def test_a_bot_as_a_player(game: pg.Game) -> None:
    players = [player_called("uniform_random")] * game.players
    match = play_match(game, players, seed=1)
    assert match.forfeit is None
    assert game.position(match.moves).over


def test_a_bot_hears_of_the_others_moves() -> None:
    bots: list[Bot] = []

    def make(_game: Any, _seat: int, _seed: int) -> Bot:
        bots.append(Bot(first_legal))
        return bots[-1]

    match = play_match(TICTACTOE, [BotPlayer("one", make), BotPlayer("two", make)])
    moves = [int(move) - 1 for move in match.moves]
    assert bots[1].informed == [(0, move) for move in moves[::2]][: len(bots[1].informed)]
    assert bots[0].informed == [(1, move) for move in moves[1::2]]
    assert len(bots) == 2


def test_a_bot_may_play_on_in_the_state_that_it_is_given() -> None:
    def plays_on(state: Any) -> int:
        action = first_legal(state)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        return action

    players = [playing(plays_on), playing(plays_on)]
    match = play_match(CONNECT4, players)
    assert match.forfeit is None
    assert match == play_match(CONNECT4, [playing(first_legal), playing(first_legal)])


def ends_the_process(_state: Any) -> int:
    sys.exit("goodbye")


def test_a_bot_that_cannot_be_made() -> None:
    """It wants parameters, and has none."""
    player = registered_bot("uniform_restricted_actions")
    with pytest.raises(errors.ForfeitError, match=r"gave no legal move: SpielError: .*policy_name"):
        player.choose(TICTACTOE.position())


def fails(_state: Any) -> int:
    raise RuntimeError("out\nof order")


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (fails, "RuntimeError: out of order"),
        (ends_the_process, "SystemExit: goodbye"),
        (lambda _state: 4, "action 4 is not legal"),
        (lambda _state: 99, "action 99 is not legal"),
        (lambda _state: -1, "action -1 is not legal"),
        (lambda _state: None, "its answer is not an action: None"),
        (lambda _state: "5", "its answer is not an action: '5'"),
        (lambda _state: 1.0, "its answer is not an action: 1.0"),
    ],
)
def test_a_bot_that_misbehaves_loses(do: Callable[[Any], Any], said: str) -> None:
    match = play_match(TICTACTOE, [Scripted("5"), playing(do)])
    assert match.forfeit == f"the OpenSpiel bot test gave no legal move: {said}"
    assert match.outcome.losers == (1,)
    assert match.moves == ("5",)


# The command line


def bot(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", "openspiel", *arguments],
        input=given, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_bot_by_the_protocol_of_programs() -> None:
    request = {"game": "tictactoe", "parameters": {}, "moves": ["1", "4", "2", "5"]}
    done = bot("mcts", given=json.dumps(request) + "\n")
    assert (done.stdout, done.returncode) == ('{"move": "3"}\n', 0)


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["deep-blue"], "", "plyground: OpenSpiel has no bot 'deep-blue': give "),
        ([], "hello\n", "plyground: this is not a request (Expecting value: "),
        ([], "[" * 100_000 + "\n", "plyground: this is not a request ("),
        ([], '{"game": "go", "parameters": {}, "moves": []}\n',
         "plyground: a request cannot be answered: there is no game 'go': give tictactoe, "),
        ([], json.dumps({"game": NIM, "parameters": {}, "moves": []}) + "\n",
         "plyground: a request cannot be answered: there is no game '"),
        ([], '{"game": "sim", "parameters": [], "moves": []}\n',
         "plyground: this is not a request ("),
    ],
)  # fmt: skip
def test_what_it_cannot_do(arguments: list[str], given: str, said: str) -> None:
    done = bot(*arguments, given=given)
    assert done.returncode == exits.FAILURE
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


# The page, whose blocks the tests of the documentation leave to those that have OpenSpiel

PAGE = Path(__file__).parent.parent.parent / "docs" / "bridges.md"


def blocks(language: str) -> list[str]:
    """The blocks of the page's part on OpenSpiel."""
    part = PAGE.read_text(encoding="utf-8").partition("## OpenSpiel")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", part, re.DOTALL)


@pytest.mark.compiled
def test_the_python_of_the_page() -> None:
    assert blocks("python")
    for block in blocks("python"):
        exec(block, {})


@pytest.mark.compiled
def test_the_commands_of_the_page() -> None:
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    assert commands
    for command in commands:
        name, *arguments = shlex.split(command)
        assert name == "plyground"
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        run = subprocess.run(
            [sys.executable, "-m", "plyground", *arguments],
            input="4\nquit\n", capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": path},
        )  # fmt: skip
        assert run.returncode == 0, run.stderr
        assert " played column " in run.stdout
