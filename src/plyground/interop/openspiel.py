"""OpenSpiel: our games in it, our players as its bots, its bots as our players.

    import pyspiel
    from plyground.interop.openspiel import BotPlayer, PlayerBot, mcts_bot

    game = pyspiel.load_game("plyground_sim(vertices=7)")      # likewise for every installed game
    BotPlayer("mcts", mcts_bot).choose(position)
    pyspiel.evaluate_bots(game.new_initial_state(), [PlayerBot(player), bot], 0)

Actions are the codes of moves. `spiel_game` returns OpenSpiel's own game if it has the same moves
(tic-tac-toe and Connect Four), and `cross_check` plays both to check that the rules agree.
`plyground openspiel` is a bot with the protocol of external players, for the command line:

    plyground play connect4 human "external(plyground openspiel mcts)"
"""

from __future__ import annotations

import json
import operator
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np

from plyground.games.registry import game_class, game_names, installed_game
from plyground.interop.library import importing, require
from plyground.interop.observing import observed, rewards, size
from plyground.kernel import Chance
from plyground.players import Choice, ForfeitError, Player, PlayerError
from plyground.position import (
    CannotError,
    Game,
    IllegalMoveError,
    PlygroundError,
    Position,
    UnknownGameError,
)
from plyground.search import Control

LEAST = "1.6.15"

require("pyspiel", "open_spiel", LEAST, "openspiel")

with importing("open_spiel", "openspiel"):
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

_THEIRS = {"tictactoe": "tic_tac_toe", "connect4": "connect_four"}
"""The games that OpenSpiel has too, with the same parameters: our name, and OpenSpiel's."""

DUEL = 2  # players, whose results add up to zero
MOST_PLAYERS = 10  # that our games are declared for


def spiel_game(game: Game) -> Any:
    """The game in OpenSpiel: by OpenSpiel's own rules if it has them, else by ours."""
    theirs = _THEIRS.get(game.name)
    if theirs is not None and type(game) is game_class(game.name):
        return pyspiel.load_game(theirs, dict(game.values))
    return _ours(game)


def our_game(game: Any) -> Game:
    """Our game for a game of OpenSpiel. Raises CannotError if there is none."""
    if isinstance(game, SpielGame):
        return game.game
    name, given = game.get_type().short_name, game.get_parameters()
    ours = next((ours for ours, theirs in _THEIRS.items() if theirs == name), None)
    if ours is not None and given.get("x_in_row", 4) == 4:
        found = game_class(ours)
        return found(**{each.name: given.get(each.name, each.default) for each in found.parameters})
    raise CannotError(
        f"Plyground does not have {game}: give tic_tac_toe, connect_four, "
        f"{', '.join(map(_short_name, game_names()))}"
    )


class SpielGame(pyspiel.Game):
    """One of our games in OpenSpiel; each has its own class."""

    found: ClassVar[type[Game]]

    def __init__(self, parameters: dict[str, int] | None = None) -> None:
        self.game = game = self.found(**(parameters or {}))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.max_moves,
            max_chance_outcomes=0,
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.players == DUEL else None,
            max_game_length=game.max_plies,
        )
        super().__init__(_game_type(self.found, game.players), info, dict(game.values))

    def new_initial_state(self, *_given: Any) -> Any:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """A player's view: the array of `observing`, or the moves for perfect recall."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return SpielObserver(self.game)
        return IIGObserverForPublicInfoGame(kind, params)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _ours, (self.game,)


class SpielObserver:
    """An observation that OpenSpiel fills again for each state."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(size(game), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = observed(state.position, player)["observation"]

    def string_from(self, state: Any, _player: int) -> str:
        return str(state)


class SpielState(pyspiel.State):
    """One of our positions in OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.game.position()

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.position.over else self.position.turn

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.position.codes)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play_code(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        texts = self.position.game.move_texts
        if action not in range(len(texts)):
            raise IllegalMoveError(f"no move has the code {action}: give 0 to {len(texts) - 1}")
        return texts[action]

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return rewards(self.position)

    def __str__(self) -> str:
        return str(self.position)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        # OpenSpiel itself would look for the game by its name.
        return _reached, (self.get_game(), self.history())


def _reached(game: SpielGame, history: list[int]) -> Any:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def _game_type(found: type[Game], players: int) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=_short_name(found.name),
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if players == DUEL else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=DUEL,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={each.name: each.default for each in found.parameters},
    )


def _ours(game: Game) -> Any:
    """The game in OpenSpiel, by our rules."""
    return _spiel_class(type(game))(dict(game.values))


def _short_name(name: str) -> str:
    return f"plyground_{name}"


@cache
def _spiel_class(found: type[Game]) -> type[SpielGame]:
    return type(f"Spiel{found.__name__}", (SpielGame,), {"found": found})


def _register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`."""
    try:
        found = game_class(name)
    except UnknownGameError:  # a broken package is reported when someone asks for its game
        return
    pyspiel.register_game(_game_type(found, DUEL), _spiel_class(found))


for _name in game_names():
    _register(_name)


class PlayerBot(pyspiel.Bot):
    """One of our players as a bot, in any game that both sides know. Random numbers come from
    `seed`.
    """

    def __init__(self, player: Player, seed: int | None = None) -> None:
        if not isinstance(player, Player):
            raise PlayerError(f"a bot takes a player, as parse_player makes one, not {player!r}")
        super().__init__()
        self._player = player
        self._chance = Chance(seed)

    def step(self, state: Any) -> int:
        position = our_position(state)
        choice = self._player.choose(position, chance=self._chance)
        return position.game.move_code(choice.move)

    def restart(self) -> None:
        """A bot keeps nothing from one game to the next."""

    def restart_at(self, _state: Any) -> None:
        """Nor from one move to the next."""

    def inform_action(self, _state: Any, _player: int, _action: int) -> None:
        """Each state has its history."""

    def provides_policy(self) -> bool:
        return False


def our_position(state: Any) -> Position:
    """Our position for a state of OpenSpiel. Raises CannotError if there is none."""
    position = our_game(state.get_game()).position()
    for action in state.history():
        position = position.play_code(action)
    return position


@dataclass(frozen=True)
class BotPlayer(Player):
    """A bot of OpenSpiel as a player.

    `make(game, seat, seed)` makes it for a match; `bot` is its name. A bot that fails or gives no
    legal action forfeits its match.
    """

    name = "openspiel"
    label = "A bot of OpenSpiel"
    help = "a bot of OpenSpiel"

    bot: str
    make: Callable[[Any, int, int], Any]

    @property
    def text(self) -> str:
        return f"{self.name}:{self.bot}"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        with self.seated() as player:
            return player._choose(position, chance, control)

    @contextmanager
    def seated(self) -> Iterator[Player]:
        yield _Seated(self)


class _Seated(Player):
    """A bot for the length of a match, which learns of every move."""

    def __init__(self, player: BotPlayer) -> None:
        self._given = player
        self._bot: Any = None
        self._state: Any = None

    @property
    def text(self) -> str:
        return self._given.text

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        control.check()
        try:
            action = self._action(position, chance)
        except (Exception, SystemExit) as error:  # anything that a bot does wrong
            reason = " ".join(str(error).split()) or "no reason given"
            raise self._forfeit(f"{type(error).__name__}: {reason}") from None
        control.check()
        try:
            code = operator.index(action)
        except TypeError:
            raise self._forfeit(f"its answer is not an action: {action!r}") from None
        if code not in position.codes:
            raise self._forfeit(f"action {code} is not legal")
        return Choice(position.game.move_texts[code])

    def _action(self, position: Position, chance: Chance) -> Any:
        if self._bot is None:
            game = spiel_game(position.game)
            self._bot = self._given.make(game, position.turn, chance.below(1 << 31))
            self._state = game.new_initial_state()
            self._bot.restart()
        for played in position.line[len(self._state.history()) + 1 :]:
            before = played.parent
            assert before is not None
            if before.turn != position.turn:
                self._bot.inform_action(self._state.clone(), before.turn, played.last_code)
            self._state.apply_action(played.last_code)
        return self._bot.step(self._state.clone())  # on which a bot may play

    def _forfeit(self, reason: str) -> ForfeitError:
        return ForfeitError(f"the OpenSpiel bot {self._given.bot} gave no legal move: {reason}")


def registered_bot(name: str) -> BotPlayer:
    """The bot with this name in OpenSpiel, such as "uniform_random". Raises CannotError."""
    known = pyspiel.registered_bots()
    if name not in known:
        raise CannotError(f"OpenSpiel has no bot {name!r}: give {', '.join(known)}")

    def make(game: Any, seat: int, _seed: int) -> Any:
        return pyspiel.load_bot(name, game, seat)

    return BotPlayer(name, make)


def mcts_bot(game: Any, _seat: int, seed: int) -> Any:
    """OpenSpiel's Monte Carlo tree search with its default constants, 1000 simulations a move."""
    if isinstance(game, SpielGame):  # whose rules are in Python, which the fast bot cannot use
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        return mcts.MCTSBot(game, 2.0, 1000, evaluator, True, np.random.RandomState(seed))
    return pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, 1000, 100, True, seed, False
    )


def player_called(name: str) -> BotPlayer:
    """A bot of OpenSpiel by its name: "mcts", or a registered one.

    Raises CannotError if there is none.
    """
    return BotPlayer(name, mcts_bot) if name == "mcts" else registered_bot(name)


def answer(player: BotPlayer, requests: Iterable[str]) -> Iterator[str]:
    """Play by the protocol of external players, docs/player-protocol.md: a line for each line.

    Raises CannotError for a line that is not a request, ForfeitError if the bot fails.
    """
    with player.seated() as seated:
        for line in requests:
            try:
                request = json.loads(line)
                game = installed_game(request["game"])(**request["parameters"])
                position = game.position(request["moves"])
            except PlygroundError as error:
                raise CannotError(f"a request cannot be answered: {error}") from None
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise CannotError(f"this is not a request ({error}): {line.strip()[:60]}") from None
            yield json.dumps({"move": seated.choose(position).move})


def cross_check(game: Game, rounds: int, seed: int = 0) -> int:
    """Play random games by both rules at once; the number of positions compared.

    Raises CannotError if legal moves, player to move, end or result differ, or if OpenSpiel does
    not have its own rules for the game.
    """
    theirs = spiel_game(game)
    if isinstance(theirs, SpielGame):
        raise CannotError(f"OpenSpiel does not have its own rules for {game.title}")
    rng = random.Random(seed)
    compared = 0
    for _ in range(rounds):
        position, state = game.position(), theirs.new_initial_state()
        _compare(position, state)
        while not position.over:
            code = rng.choice(position.codes)
            position = position.play_code(code)
            state.apply_action(code)
            _compare(position, state)
        compared += position.ply + 1
    return compared


def _compare(position: Position, state: Any) -> None:
    over = state.is_terminal()
    pairs = {
        "legal moves": (sorted(position.codes), state.legal_actions()),
        "end": (position.over, over),
        "player to move": (
            None if over else position.turn,
            None if over else state.current_player(),
        ),
        "result": (rewards(position), state.returns()),
    }
    for what, (ours, theirs) in pairs.items():
        if ours != theirs:
            raise CannotError(f"{what} of {position!r}: {ours} here, {theirs} in OpenSpiel")
