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
from contextlib import suppress
from typing import Any
from xml.etree import ElementTree

import numpy as np

from plyground.kernel import Rules, as_tuple, compiled
from plyground.kernel.compiler import COMPILES
from plyground.kernel.scan import argument_types, float_variables, is_signed, return_type
from plyground.players import Minimax, parse_player
from plyground.position import (
    CELL_KINDS_MOST,
    DRAW,
    HEURISTIC_MOST,
    SITES_MOST,
    Game,
    GameOverError,
    IllegalMoveError,
    Ints,
    PlygroundError,
    Position,
    RulesError,
    UnreadableMoveError,
    calls,
    lost,
    standing,
    won,
)
from plyground.position.faults import GameFileError
from plyground.position.trial import mixed_in
from plyground.render.board import Edge
from plyground.render.text import text
from plyground.search import WIN, divide, perft, value_of_score

_STATED = ("name", "title", "summary", "max_plies", "move_texts", "move_hint", "board")

_LACKING = {
    "cells": (
        "There is no kernel cells: the game draws by its method marks, "
        "but cannot play in a page of its own or be learned."
    ),
}

_SPARE = 4096  # room behind that for legal moves, to see whether something is written there
_UNWRITTEN = -1

# Values are found by plain search so many plies before the end of a random game, as far as that
# takes no more positions than this.
_SOLVED_PLIES = 5
_SOLVED_POSITIONS = 400


def check_game(game: Game, playouts: int = 20, seed: int = 0) -> list[str]:
    """Check that a game keeps all promises that the rest of the package relies on.

    Plays `playouts` random games. Raises AssertionError, saying what is broken. Returns what the
    game lacks and need not have, in a sentence each.
    """
    try:
        _check_all(game, playouts, random.Random(seed))
    except RulesError as error:
        raise AssertionError(str(error)) from error
    return [sentence for kernel, sentence in _LACKING.items() if kernel not in game.rules.kernels]


def _check_all(game: Game, playouts: int, rng: random.Random) -> None:
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
            if "cells" in game.rules.kernels:
                _check_cells(position)
            if not position.over:
                _check_heuristics(position)
    _check_search(lines[0][len(lines[0]) // 2])
    if game.players == 2:
        _check_solving(game, lines)
    _check_face(game)


def _check_declarations(game: Game) -> None:
    assert not hasattr(game, "deciding"), (
        "deciding is a kernel, beside play and result: deciding(state, out) -> int"
    )
    for name in _STATED:
        assert hasattr(game, name), f"the class states no {name}"
    for name in ("name", "title", "summary"):
        assert getattr(game, name), f"a game has a {name}"
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
    assert len(game.cell_marks) <= CELL_KINDS_MOST, (
        f"there are {CELL_KINDS_MOST} cell_marks at most"
    )
    assert game.cell_marks[:1] in ((), (None,)), "cell_marks begins with None, for nothing"
    twin = type(game)(**game.values)
    assert twin == game, "two games of the same parameters are equal"
    assert hash(twin) == hash(game), "equal games have equal hashes"
    assert pickle.loads(pickle.dumps(game)) == game, "a game survives pickling"
    for site in game.board.sites:
        if isinstance(site, Edge):
            assert max(site.a, site.b) < len(game.board.dots), f"{site} joins dots that exist"


def _check_face(game: Game) -> None:
    """What the game proposes to people can be played."""
    face = game.face
    usual = face.usual_simulation(game.players)
    tables = [face.usual_seats(game.players), usual.players]
    tables += [each.players for each in face.ready_made]
    try:
        for moves in (face.example, *(box.moves for box in face.glass_boxes)):
            game.position(moves)
        for texts in tables:
            assert len(texts) == game.players, f"{', '.join(texts)}: one player for each seat"
            for player in map(parse_player, texts):
                if player is not None:
                    player.check(game)
    except GameFileError:
        raise
    except PlygroundError as error:
        raise AssertionError(f"the face of {game.title}: {error}") from None


def _check_types(game: Game) -> None:
    """Kernels take and return states of one type, whole numbers, and no floats on the way."""
    kernels = game.rules.kernels
    state = calls.as_words(calls.start(game.rules))
    of_state = argument_types(state)
    of_move = argument_types(state, 0)
    of_writing = argument_types(state, np.empty(1, np.int64))
    for name, arguments in {
        "start": (),
        "player": of_state,
        "moves": of_writing,
        "play": of_move,
        "result": of_state,
        "key": of_state,
        "canonical": of_state,
        "bounds": of_state,
        "candidates": of_writing,
        "class_key": of_state,
        "cells": of_writing,
        "deciding": of_writing,
    }.items():
        if name not in kernels:
            continue
        floats = float_variables(kernels[name], arguments)
        if floats:
            told = f"{name} computes with floating point: {', '.join(floats)}"
            raise mixed_in(kernels[name], told) or AssertionError(told)
        returned = return_type(kernels[name], arguments)
        if name in ("start", "play", "canonical"):
            if returned != of_state[0]:
                game.position()  # of a game in a file this names the line
            assert returned == of_state[0], f"{name} returns {returned}, and not {of_state[0]}"
        if name in ("player", "moves", "result", "candidates", "deciding"):
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
    _check_room(game, calls.start(game.rules))
    position = game.position()
    line = [position]
    while not position.over:
        assert position.ply < game.max_plies, f"{position!r} goes on after max_plies"
        assert position.codes, f"{position!r} has not ended and has no legal move"
        assert len(set(position.codes)) == len(position.codes), f"{position!r} repeats a move"
        assert 0 <= position.turn < game.players, f"{position!r} is nobody's turn"
        code = rng.choice(position.codes)
        _check_room(game, calls.play(game.rules, position.state, code))
        child = position.play_code(code)
        assert child.parent is position, "undo gives the position before"
        position = child
        line.append(position)
    return line


def _check_room(game: Game, state: tuple[int, ...]) -> None:
    """The kernel writes no more moves than there is room for; given too little it spoils memory."""
    room = np.full(game.max_moves + _SPARE, _UNWRITTEN, np.int64)
    calls._look(game.rules, calls.as_words(state), room)
    beyond = room[game.max_moves :]
    assert (beyond == _UNWRITTEN).all(), f"more than {game.max_moves} moves are written"


def _check_keys(positions: list[Position]) -> None:
    """Keys are injective, and canonical states stand for positions of the same kind."""
    states: dict[tuple[int, ...], tuple[int, ...]] = {}
    for position in positions:
        met = states.setdefault(position.key, position.state)
        assert met == position.state, f"{position!r} shares its key with another position"
        rules = position.game.rules
        image = calls.canonical(rules, position.state)
        again = calls.canonical(rules, image)
        assert again == image, f"the canonical form of {position!r} is its own"
        assert _kind(rules, image) == _kind(rules, position.state), (
            f"{position!r} and its canonical form differ in player, result or number of moves"
        )


def _kind(rules: Rules, state: tuple[int, ...]) -> tuple[int, int, int]:
    player, result, codes = calls.look(rules, state)
    return player, result, len(codes)


def _check_end(position: Position) -> None:
    outcome = position.outcome
    assert outcome is not None, f"{position!r} is over and has an outcome"
    assert position.moves == (), f"{position!r} is over and has moves"
    players = range(position.game.players)
    assert position.result in {DRAW, *map(won, players), *map(lost, players)}, (
        f"the result of {position!r} is {position.result}: give rules.ONGOING, rules.DRAW, "
        "rules.won(player) or rules.lost(player), with players counted from 0"
    )
    if outcome.sites:
        out = np.full(len(position.game.board.sites) + _SPARE, _UNWRITTEN, np.int64)
        count = calls._deciding(position.game.rules, calls.as_words(position.state), out)
        assert count == len(outcome.sites), f"deciding repeats a site of {position!r}"
    with suppress(GameOverError):
        position.play(position.game.move_texts[0])
        raise AssertionError(f"{position!r} is over and takes a move")


def _check_cells(position: Position) -> None:
    """The kernel writes every site and nothing else, and the same whatever was there before."""
    game = position.game
    sites = len(game.board.sites)
    assert sites <= SITES_MOST, f"a board with cells has {SITES_MOST} sites at most"
    state = calls.as_words(position.state)
    for before in (_UNWRITTEN, 0):
        out = np.full(sites + _SPARE, before, np.int64)
        calls._cells(game.rules, state, out)
        unwritten = [site for site in range(sites) if out[site] == _UNWRITTEN]
        assert not unwritten, f"cells leaves the sites {unwritten} of {position!r} unwritten"
        assert (out[sites:] == before).all(), f"cells writes more than the {sites} sites"
        assert tuple(out[:sites].tolist()) == position.cells, f"cells of {position!r} differ"


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
        with suppress(IllegalMoveError):
            position.play(game.move_texts[min(illegal)])
            raise AssertionError(f"{position!r} takes an illegal move")


def _check_search(position: Position) -> None:
    """Compiled perft and search agree with plain Python over the same rules."""
    for depth in (0, 1, 2):
        assert perft(position, depth) == _perft(position, depth), f"perft of {position!r}"
    if not position.over:
        assert sum(divide(position, 2).values()) == perft(position, 2)
        value = Minimax(2, "none").choose(position).value
        assert value is not None
        naive = value_of_score(_minimax(position, position.turn, 2, 0), value.exact)
        assert value == naive, f"minimax of {position!r}"


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


def _check_solving(game: Game, lines: list[list[Position]]) -> None:
    """What makes exact solving stronger agrees with plain search, near the end of games."""
    values: dict[Position, int] = {}
    for line in lines:
        for position in line[-2 : -2 - _SOLVED_PLIES : -1]:
            if _value(position, values, _SOLVED_POSITIONS) is None:
                break
    class_values: dict[tuple[int, ...], tuple[int, Position]] = {}
    for position, value in values.items():
        if position.over:
            continue
        out = np.full(game.max_moves + _SPARE, _UNWRITTEN, np.int64)
        low, high, count, words = _optional(game.rules, calls.as_words(position.state), out)
        assert -game.max_plies - 1 <= low <= high <= game.max_plies + 1, (
            f"the bounds of {position!r} are {low} and {high}"
        )
        assert low <= value <= high, (
            f"the bounds of {position!r}, {low} and {high}, leave out its value {value}"
        )
        if low < high:
            beyond = out[game.max_moves :]
            assert (beyond == _UNWRITTEN).all(), (
                f"more than {game.max_moves} candidates are written"
            )
            assert count <= game.max_moves, f"{position!r} has {count} candidates"
            candidates = out[:count].tolist()
            assert candidates, f"{position!r} has no candidates"
            assert set(candidates) <= set(position.codes), f"candidates of {position!r} are illegal"
            assert len(set(candidates)) == count, f"{position!r} repeats a candidate"
            found = [_seen_before(position, code, values) for code in candidates]
            assert max(found) == value, f"no candidate of {position!r} is best"
            for child in map(position.play_code, candidates):
                if child.over:
                    limits = _optional(game.rules, calls.as_words(child.state), out)[:2]
                    assert limits == (values[child],) * 2, (
                        f"{child!r} is over and worth {values[child]}, and its bounds are "
                        f"{limits[0]} and {limits[1]}"
                    )
        key = tuple(int(word) for word in words)
        other_value, other = class_values.setdefault(key, (value, position))
        assert other_value == value, (
            f"{position!r} and {other!r} share a class key, and their values are "
            f"{value} and {other_value}"
        )
        if len(key) == 1 or (len(key) == 2 and game.class_bits[0] > 0):
            assert all(
                word.bit_length() <= bits
                for word, bits in zip(key, game.class_bits[-len(key) :], strict=True)
            ), f"the class key of {position!r} has more than {game.class_bits} bits"


@compiled
def _optional(rules: Rules, state: calls.State, out: Ints) -> tuple[int, int, int, Any]:
    """The bounds of a state, how many candidates were written to `out`, and the class key."""
    low, high, _ = rules.bounds(state)
    count = rules.candidates(state, out) if low < high else 0
    return low, high, count, as_tuple(rules.class_key(state))


def _value(position: Position, values: dict[Position, int], room: int) -> int | None:
    """The value of a position, kept with those of all that follow; None if they are too many."""
    following = [position]
    for each in following:  # which grows meanwhile
        following += [each.play_code(code) for code in each.codes if each not in values]
        if len(following) > room:
            return None
    for each in reversed(following):
        if each.over:
            value = int(standing(each.result, each.turn)) * (each.game.max_plies + 1)
            values[each] = value
        elif each not in values:
            values[each] = max(_seen_before(each, code, values) for code in each.codes)
    return values[position]


def _seen_before(position: Position, code: int, values: dict[Position, int]) -> int:
    """The value of what a move leads to, a ply before and to the player who makes it."""
    child = position.play_code(code)
    value = values[child]
    value -= (value > 0) - (value < 0)
    return value if child.turn == position.turn else -value
