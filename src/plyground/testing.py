"""`check_game`: the conformance test that every game passes, this package's and others'.

For a game of your own, in a test:

    from plyground.testing import check_game

    def test_my_game():
        check_game(MyGame())
"""

from __future__ import annotations

import copy
import pickle
import random
from xml.etree import ElementTree

import numpy as np

from plyground.kernel import Rules
from plyground.kernel.compiler import COMPILES
from plyground.kernel.scan import argument_types, float_variables, is_signed, return_type
from plyground.players import Minimax
from plyground.position import (
    Game,
    GameOverError,
    IllegalMoveError,
    Position,
    UnreadableMoveError,
    entries,
    standing,
)
from plyground.position.game import HEURISTIC_MOST
from plyground.render.board import Edge
from plyground.render.text import text
from plyground.search import WIN, divide, perft

_SPARE = 4096  # room behind that for legal moves, to see whether something is written there
_UNWRITTEN = -1


def check_game(game: Game, playouts: int = 20, seed: int = 0) -> None:
    """Check that a game keeps all promises that the rest of the package relies on.

    Plays `playouts` random games. Raises AssertionError, saying what is broken.
    """
    rng = random.Random(seed)
    _check_declarations(game)
    if COMPILES:
        _check_types(game)
    lines = [_playout(game, rng) for _ in range(playouts)]
    _check_keys([position for line in lines for position in line])
    for line in lines:
        _check_end(line[-1])
        for position in (line[0], line[len(line) // 2], line[-1]):
            _check_drawing(position)
            _check_value(position)
            if not position.over:
                _check_heuristics(position)
    _check_search(lines[0][len(lines[0]) // 2])


def _check_declarations(game: Game) -> None:
    assert game.name, "a game has a name"
    assert game.title, "a game has a title"
    assert game.summary, "a game has a summary"
    assert game.move_hint, "a game says what a move is"
    assert game.players >= 1, "a game has players"
    assert game.max_plies >= 1, "a game has plies"
    assert len(game.colours) >= game.players, "every player has a colour"
    assert len(game.symbols) >= game.players, "every player has a symbol"
    assert len(set(game.move_texts)) == game.max_moves, "every move has a text of its own"
    for code, move in enumerate(game.move_texts):
        try:
            read = game.move_code(move)
        except UnreadableMoveError as error:
            raise AssertionError(f"{move!r} is not read back: {error}") from None
        assert read == code, f"{move!r} is read back as {game.move_texts[read]!r}"
        assert game.split_moves(move) == [move], f"{move!r} holds a space or a comma"
    for parameter in game.parameters:
        assert parameter.least <= parameter.default <= parameter.most, f"range of {parameter.name}"
    twin = type(game)(**game.values)
    assert twin == game, "two games of the same parameters are equal"
    assert hash(twin) == hash(game), "equal games have equal hashes"
    assert pickle.loads(pickle.dumps(game)) == game, "a game survives pickling"
    for site in game.board.sites:
        if isinstance(site, Edge):
            assert max(site.a, site.b) < len(game.board.dots), f"{site} joins dots that exist"


def _check_types(game: Game) -> None:
    """Kernels take and return states of one type, whole numbers, and no floats on the way."""
    kernels = game.rules.kernels
    state = entries.words(entries.start(game.rules))
    of_state = argument_types(state)
    of_move = argument_types(state, 0)
    for name, arguments in {
        "start": (),
        "player": of_state,
        "moves": argument_types(state, np.empty(1, np.int64)),
        "play": of_move,
        "result": of_state,
        "key": of_state,
        "canonical": of_state,
    }.items():
        floats = float_variables(kernels[name], arguments)
        assert not floats, f"{name} computes with floating point: {', '.join(floats)}"
        returned = return_type(kernels[name], arguments)
        if name in ("start", "play", "canonical"):
            assert returned == of_state[0], f"{name} returns {returned}, and a state is {of_state}"
        if name in ("player", "moves", "result"):
            assert is_signed(returned), f"{name} returns {returned}, and not an int: see as_int"
    returned = return_type(kernels["heuristic"], argument_types(state, 0, 0))
    assert is_signed(returned), f"a heuristic returns {returned}, and not an int: see as_int"


def _check_heuristics(position: Position) -> None:
    """Estimates are whole numbers within their range, for every player."""
    for name in position.game.heuristic_names:
        for player in range(position.game.players):
            estimate = position.estimate(name, player)
            assert abs(estimate) <= HEURISTIC_MOST, f"heuristic {name} gives {estimate}"


def _playout(game: Game, rng: random.Random) -> list[Position]:
    _check_room(game, entries.start(game.rules))
    position = game.position()
    line = [position]
    while not position.over:
        assert position.ply < game.max_plies, f"{position!r} goes on after max_plies"
        assert position.codes, f"{position!r} has not ended and has no legal move"
        assert len(set(position.codes)) == len(position.codes), f"{position!r} repeats a move"
        assert all(0 <= code < game.max_moves for code in position.codes), f"codes of {position!r}"
        assert 0 <= position.turn < game.players, f"{position!r} is nobody's turn"
        code = rng.choice(position.codes)
        _check_room(game, entries.play(game.rules, position.state, code))
        child = position.play_code(code)
        assert child.parent is position, "undo gives the position before"
        position = child
        line.append(position)
    return line


def _check_room(game: Game, state: tuple[int, ...]) -> None:
    """The kernel writes no more moves than there is room for; given too little it spoils memory."""
    room = np.full(game.max_moves + _SPARE, _UNWRITTEN, np.int64)
    entries._look(game.rules, entries.words(state), room)
    beyond = room[game.max_moves :]
    assert (beyond == _UNWRITTEN).all(), f"more than {game.max_moves} moves are written"


def _check_keys(positions: list[Position]) -> None:
    """Keys are injective, and canonical states stand for positions of the same kind."""
    states: dict[tuple[int, ...], tuple[int, ...]] = {}
    for position in positions:
        met = states.setdefault(position.key, position.state)
        assert met == position.state, f"{position!r} shares its key with another position"
        rules = position.game.rules
        image = entries.canonical(rules, position.state)
        again = entries.canonical(rules, image)
        assert again == image, f"the canonical form of {position!r} is its own"
        assert _kind(rules, image) == _kind(rules, position.state), (
            f"{position!r} and its canonical form differ in player, result or number of moves"
        )


def _kind(rules: Rules, state: tuple[int, ...]) -> tuple[int, int, int]:
    player, result, codes = entries.look(rules, state)
    return player, result, len(codes)


def _check_end(position: Position) -> None:
    outcome = position.outcome
    assert outcome is not None, f"{position!r} is over and has an outcome"
    assert position.moves == (), f"{position!r} is over and has moves"
    sites = range(len(position.game.board.sites))
    assert outcome.sites <= set(sites), f"deciding sites of {position!r}"
    try:
        position.play(position.game.move_texts[0])
    except GameOverError:
        return
    raise AssertionError(f"{position!r} is over and takes a move")


def _check_drawing(position: Position) -> None:
    game = position.game
    picture = position.picture()
    assert len(picture.marks) == len(game.board.sites), f"{position!r} has a mark for each site"
    assert position.ply == 0 or picture.last, f"the last move of {position!r} changes no site"
    owners = {mark.player for mark in picture.marks if mark is not None}
    assert owners <= {None, *range(game.players)}, f"{position!r} has marks of nobody"
    assert ElementTree.fromstring(position._repr_svg_()).tag.endswith("svg")
    assert text(picture).strip(), f"{position!r} has no text"


def _check_value(position: Position) -> None:
    """Positions are values, and refuse what is not a legal move."""
    game = position.game
    assert game.position(position.history) == position, f"{position!r} is reached by its history"
    assert pickle.loads(pickle.dumps(position)) == position, f"{position!r} survives pickling"
    assert copy.deepcopy(position) is position
    assert eval(repr(position), {type(game).__name__: type(game)}) == position, f"{position!r}"
    answer = ""
    try:
        position.play("no move")
    except UnreadableMoveError as error:
        answer = str(error)
    assert game.move_hint in answer, "an unreadable move is answered by what is accepted"
    illegal = set(range(game.max_moves)) - set(position.codes)
    if illegal and not position.over:
        try:
            position.play(game.move_texts[min(illegal)])
        except IllegalMoveError:
            return
        raise AssertionError(f"{position!r} takes an illegal move")


def _check_search(position: Position) -> None:
    """Compiled perft and search agree with plain Python over the same rules."""
    for depth in (0, 1, 2):
        assert perft(position, depth) == _perft(position, depth), f"perft of {position!r}"
    if not position.over:
        assert sum(divide(position, 2).values()) == perft(position, 2)
        score = Minimax(2, "none").choose(position).score
        assert score == _minimax(position, position.turn, 2, 0), f"minimax of {position!r}"


def _perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_perft(position.play_code(code), depth - 1) for code in position.codes)


def _minimax(position: Position, me: int, depth: int, ply: int) -> int:
    if position.over:
        return int(standing(position.result, me)) * (WIN - ply)
    if depth == 0:
        return 0
    scores = [_minimax(position.play_code(code), me, depth - 1, ply + 1) for code in position.codes]
    return max(scores) if position.turn == me else min(scores)
