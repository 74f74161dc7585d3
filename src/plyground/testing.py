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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from xml.etree import ElementTree

import numpy as np

from plyground.kernel import Rules, as_tuple, compiled
from plyground.kernel.compiler import COMPILES, stood_for
from plyground.kernel.native.scan import (
    argument_types,
    float_variables,
    is_signed,
    may_be_nothing,
    return_type,
)
from plyground.players import Minimax, parse_player
from plyground.position import (
    DRAW,
    HEURISTIC_MOST,
    SITES_MOST,
    Game,
    GameOverError,
    IllegalMoveError,
    Ints,
    ParameterError,
    PlygroundError,
    Position,
    State,
    UnreadableMoveError,
    calls,
    lost,
    standing,
    won,
)
from plyground.position.faults import (
    GameFileError,
    fault_at,
    fault_in,
    fault_of,
    file_of,
    unexpected,
)
from plyground.position.statements import require_class, require_statements
from plyground.position.trial import RETURNED, mixed_in
from plyground.render.text import text
from plyground.search import WIN, divide, perft, value_of_score

_LACKING = {
    "cells": (
        "There is no kernel cells: the game draws by its method marks, "
        "but cannot play in a page of its own or be learned."
    ),
}

_SPARE = 4096  # room behind that for legal moves, to see whether something is written there
_UNWRITTEN = -1

# Values are found by plain search this many plies before the end of a random game, if that takes
# no more positions than this.
_SOLVED_PLIES = 5
_SOLVED_POSITIONS = 400

_Values = dict[tuple[int, tuple[int, ...]], tuple[Position, int]]
"""Positions and their values, by `_place`."""


def check_game(game: Game, playouts: int = 20, seed: int = 0) -> list[str]:
    """Check that a game keeps all promises that the rest of the package relies on.

    Plays `playouts` random games. Raises AssertionError, saying what is broken. Returns what the
    game lacks and need not have, in a sentence each.
    """
    with _in_words(game):
        _check_all(game, playouts, random.Random(seed))
    return [sentence for kernel, sentence in _LACKING.items() if kernel not in game.rules.kernels]


def check_statements(game: Game) -> None:
    """Check what `check_game` can without a move, in a few seconds: what the class states, and what
    the kernels take and return. Raises AssertionError, saying what is broken.
    """
    with _in_words(game):
        _check_statements(game)


@contextmanager
def _in_words(game: Game) -> Iterator[None]:
    """Turn whatever happens in a check into an AssertionError that says what is broken."""
    try:
        yield
    except Exception as error:
        file = file_of(type(game))
        fault = fault_of(error, file)
        if fault is None and isinstance(error, AssertionError):
            fault = GameFileError("disagreement", file, None, {"what": error})
        raise AssertionError(str(fault or unexpected(error, file))) from error


def _check_statements(game: Game) -> None:
    _check_declarations(game)
    if COMPILES:
        _check_types(game)


def _check_all(game: Game, playouts: int, rng: random.Random) -> None:
    _check_statements(game)
    lines = [_playout(game, rng) for _ in range(playouts)]
    _check_turns(game, lines)
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
    kind = type(game)
    require_class(kind)
    require_statements(game)
    if hasattr(game, "deciding"):
        raise fault_at(kind, "deciding", "deciding-method")
    for parameter in game.parameters:
        for value in (parameter.least, parameter.most):
            _check_parameter(game, parameter.name, value)
    twin = kind(**game.values)
    for same, what in (
        (twin == game, "two games with the same parameters differ"),
        (hash(twin) == hash(game), "equal games have different hashes"),
        (pickle.loads(pickle.dumps(game)) == game, "a copy of the game differs"),
    ):
        _require(same, game, "__eq__", "own-equality", what=what)


def _check_parameter(game: Game, name: str, value: int) -> None:
    try:
        found = type(game)(**{name: value}).values[name]
    except ParameterError:
        return  # a value that the other parameters' usual values exclude
    kept = found == value
    _require(kept, game, "__init__", "lost-parameter", name=name, value=value, found=found)


def _require(kept: bool, game: Game, place: str, name: str, /, **values: Any) -> None:
    """Raise a fault of a kernel, or of what the class states, if it is not so."""
    if not kept:
        kernel = game.rules.kernels.get(place)
        raise (
            fault_in(kernel, name, **values)
            if kernel
            else fault_at(type(game), place, name, **values)
        )


def _after(position: Position) -> str:
    """Where a fault shows: the moves that lead there."""
    return " ".join(position.history) or "no move"


def _check_face(game: Game) -> None:
    """What the game proposes to people can be played."""
    face = game.face
    usual = face.usual_simulation(game.players)
    tables = [face.usual_seats(game.players), usual.players]
    tables.append(face.manner(as_before=True).usual_seats(game.players))
    tables += [each.players for each in face.ready_made]
    try:
        for moves in (face.example, *(box.moves for box in face.glass_boxes)):
            game.position(moves)
        for texts in tables:
            said = f"{', '.join(texts)}: give one player for each seat"
            _require(len(texts) == game.players, game, "face", "wrong-face", said=said)
            for player in map(parse_player, texts):
                if player is not None:
                    player.check(game)
    except GameFileError:
        raise
    except PlygroundError as error:
        raise fault_at(type(game), "face", "wrong-face", said=error) from None


def _check_types(game: Game) -> None:
    """Kernels take and return states of one type, whole numbers, and no floats on the way."""
    kernels = {name: stood_for(each) for name, each in game.rules.kernels.items()}
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
            fraction = fault_in(kernels[name], "fraction", kernel=name, variables=", ".join(floats))
            raise mixed_in(kernels[name], name) or fraction
        returned = return_type(kernels[name], arguments)
        if name in ("start", "play", "canonical"):
            if returned != of_state[0]:
                game.position()  # of a game in a file this names the line
            _require(
                returned == of_state[0], game, name, "not-a-state", kernel=name, value=returned
            )
        if may_be_nothing(returned) and name in RETURNED:
            raise fault_in(kernels[name], "missing-return", kernel=name, what=RETURNED[name])
        if name in ("player", "moves", "result", "candidates", "deciding"):
            _require(is_signed(returned), game, name, "as-int", kernel=name, value=returned)
    returned = return_type(kernels["heuristic"], argument_types(state, 0, 0))
    _require(
        is_signed(returned), game, "heuristics", "as-int", kernel="a heuristic", value=returned
    )


def _check_heuristics(position: Position) -> None:
    """Estimates are whole numbers within their range, for every player."""
    for name in position.game.heuristic_names:
        for player in range(position.game.players):
            estimate = position.estimate(name, player)
            _require(
                abs(estimate) <= HEURISTIC_MOST, position.game, "heuristics", "heuristic-range",
                name=name, value=estimate, least=-HEURISTIC_MOST, most=HEURISTIC_MOST,
            )  # fmt: skip


def _playout(game: Game, rng: random.Random) -> list[Position]:
    _check_room(game, calls.start(game.rules))
    position = game.position()
    line = [position]
    while not position.over:
        codes, most = position.codes, game.max_moves
        again = next((code for code in codes if codes.count(code) > 1), None)
        _require(position.ply < game.max_plies, game, "result", "too-long", plies=position.ply)
        _require(len(codes) > 0, game, "moves", "no-moves", value=0, most=most)
        _require(again is None, game, "moves", "wrong-code", value=again, last=most - 1)
        _require(
            0 <= position.turn < game.players, game, "player", "wrong-player",
            value=position.turn, last=game.players - 1,
        )  # fmt: skip
        code = rng.choice(position.codes)
        _check_room(game, calls.play(game.rules, position.state, code))
        child = position.play_code(code)
        assert child.parent is position, "undo gives the position before"
        position = child
        line.append(position)
    return line


def _check_turns(game: Game, lines: list[list[Position]]) -> None:
    """Every player has a turn, where a game is long enough for it."""
    turns = {position.turn for line in lines for position in line if not position.over}
    idle = next((player for player in range(game.players) if player not in turns), None)
    _require(
        idle is None or max(map(len, lines)) <= game.players, game, "play", "no-turn",
        player=idle is not None and idle + 1, games=len(lines),
    )  # fmt: skip


def _check_room(game: Game, state: tuple[int, ...]) -> None:
    """The kernel writes no more moves than there is room for; given too little it spoils memory."""
    room = np.full(game.max_moves + _SPARE, _UNWRITTEN, np.int64)
    calls._look(game.rules, calls.as_words(state), room)
    beyond = room[game.max_moves :]
    kept = bool((beyond == _UNWRITTEN).all())
    _require(kept, game, "moves", "many-moves", most=game.max_moves)


def _check_keys(positions: list[Position]) -> None:
    """Keys are injective, and canonical states stand for positions of the same kind."""
    states: dict[tuple[int, ...], tuple[int, ...]] = {}
    for position in positions:
        met = states.setdefault(position.key, position.state)
        game, moves = position.game, _after(position)
        _require(met == position.state, game, "key", "shared-key", moves=moves)
        rules = game.rules
        image = calls.canonical(rules, position.state)
        again = calls.canonical(rules, image)
        same = _kind(rules, image) == _kind(rules, position.state)
        _require(again == image, game, "canonical", "restless-canonical", moves=moves)
        _require(same, game, "canonical", "wrong-canonical", moves=moves)


def _kind(rules: Rules, state: tuple[int, ...]) -> tuple[int, int, int]:
    player, result, codes = calls.look(rules, state)
    return player, result, len(codes)


def _check_end(position: Position) -> None:
    game, outcome = position.game, position.outcome
    assert outcome is not None
    assert position.moves == ()
    players = range(game.players)
    _require(
        position.result in {DRAW, *map(won, players), *map(lost, players)}, game, "result",
        "wrong-result", value=position.result, last=players[-1],
    )  # fmt: skip
    if outcome.sites:
        out = np.full(len(game.board.sites) + _SPARE, _UNWRITTEN, np.int64)
        count = calls._deciding(game.rules, calls.as_words(position.state), out)
        written = ", ".join(map(str, sorted(out[:count].tolist())))
        kept = count == len(outcome.sites)
        _require(kept, game, "deciding", "deciding-repeats", value=written)
    with suppress(GameOverError):
        position.play(game.move_texts[0])
        raise AssertionError


def _check_cells(position: Position) -> None:
    """The kernel writes every site and nothing else, and the same whatever was there before."""
    game = position.game
    sites = len(game.board.sites)
    _require(sites <= SITES_MOST, game, "board", "large-board", found=sites, most=SITES_MOST)
    state = calls.as_words(position.state)
    for before in (_UNWRITTEN, 0):
        out = np.full(sites + _SPARE, before, np.int64)
        calls._cells(game.rules, state, out)
        unwritten = [site for site in range(sites) if out[site] == _UNWRITTEN]
        beyond = bool((out[sites:] == before).all())
        same = tuple(out[:sites].tolist()) == position.cells
        _require(not unwritten, game, "cells", "cells-left-out", site=unwritten and unwritten[0])
        _require(beyond, game, "cells", "many-cells", sites=sites)
        _require(same, game, "cells", "cells-added")


def _check_drawing(position: Position) -> None:
    game = position.game
    sites, marks = len(game.board.sites), position.marks
    place = "cells" if "cells" in game.rules.kernels else "marks"
    found = f"{len(marks)} marks"
    _require(len(marks) == sites, game, "marks", "marks-count", value=found, sites=sites)
    picture = position.picture()
    changed = position.ply == 0 or bool(picture.last)
    _require(changed, game, place, "unchanged-board", move=position.last_move)
    for mark in filter(None, picture.marks):
        known = mark.player in {None, *range(game.players)}
        last = game.players - 1
        _require(known, game, place, "strange-mark", value=mark.player, last=last)
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
    values: _Values = {}
    for line in lines:
        for position in line[-2 : -2 - _SOLVED_PLIES : -1]:
            if _value(position, values, _SOLVED_POSITIONS) is None:
                break
    class_values: dict[tuple[int, ...], tuple[int, Position]] = {}
    for position, value in values.values():
        if position.over:
            continue
        _check_bounds(position, values)
        low, high, count, candidates, key = _optional_of(position)
        if low < high:
            _check_candidates(position, values, count, candidates)
        same, other = class_values.setdefault(key, (value, position))
        said = (
            f"the positions after {_after(other)} and {_after(position)} share one, "
            f"and their values are {same} and {value}"
        )
        _require(same == value, game, "class_key", "wrong-class-key", said=said)
        if len(key) == 1 or (len(key) == 2 and game.class_bits[0] > 0):
            bits = game.class_bits[-len(key) :]
            fits = all(map(lambda word, most: word.bit_length() <= most, key, bits))
            said = f"a word has more bits than class_bits, {game.class_bits}, says"
            _require(fits, game, "class_key", "wrong-class-key", said=said)


def _check_bounds(position: Position, values: _Values) -> None:
    """Bounds are ordered, possible, and leave the value in."""
    game, most = position.game, position.game.max_plies + 1
    _, value = values[_place(position)]
    low, high = _optional_of(position)[:2]
    for kept, said in (
        (-most <= low <= high <= most, f"stay between {-most} and {most}, the low one first"),
        (low <= value <= high, f"the value is {value}"),
    ):
        moves = _after(position)
        _require(kept, game, "bounds", "wrong-bounds", low=low, high=high, moves=moves, said=said)


def _check_candidates(
    position: Position, values: _Values, count: int, candidates: list[int]
) -> None:
    """Candidates are some legal moves, and one of them is best."""
    game = position.game
    found = [_seen_before(position, code, values) for code in candidates if code in position.codes]
    for kept, said in (
        (count <= game.max_moves, f"more than the {game.max_moves} moves are written"),
        (count > 0, "there are none"),
        (len(found) == len(candidates), "one is not a legal move"),
        (len(set(candidates)) == count, "a move is written more than once"),
        (max(found, default=None) == values[_place(position)][1], "none of them is best"),
    ):
        moves = _after(position)
        _require(kept, game, "candidates", "wrong-candidates", moves=moves, said=said)
    for code in candidates:
        child = position.play_code(code)
        if child.over:
            low, high = _optional_of(child)[:2]
            _, value = values[_place(child)]
            said = f"the game is over there, and its value is {value}"
            kept, moves = low == high == value, _after(child)
            _require(
                kept, game, "bounds", "wrong-bounds", low=low, high=high, moves=moves, said=said
            )


def _optional_of(position: Position) -> tuple[int, int, int, list[int], tuple[int, ...]]:
    """The bounds of a position, how many candidates it has and which, and its class key."""
    most = position.game.max_moves
    out = np.full(most + _SPARE, _UNWRITTEN, np.int64)
    found = _optional(position.game.rules, calls.as_words(position.state), out)
    low, high, count, words = found
    if (out[most:] != _UNWRITTEN).any():
        count = most + 1
    return low, high, count, out[: min(count, most)].tolist(), tuple(map(int, words))


@compiled
def _optional(rules: Rules, state: State, out: Ints) -> tuple[int, int, int, Any]:
    """The bounds of a state, how many candidates were written to `out`, and the class key."""
    low, high, _ = rules.bounds(state)
    count = rules.candidates(state, out) if low < high else 0
    return low, high, count, as_tuple(rules.class_key(state))


def _place(position: Position) -> tuple[int, tuple[int, ...]]:
    """What decides a position's value: its ply and state, and not the moves that led there."""
    return position.ply, position.state


def _value(position: Position, values: _Values, room: int) -> int | None:
    """The value of a position, kept with those of all that follow; None if they are too many."""
    following = {_place(position): position}
    waiting = [] if _place(position) in values else [position]
    for each in waiting:  # which grows meanwhile
        for code in each.codes:
            child = each.play_code(code)
            if _place(child) not in values and _place(child) not in following:
                following[_place(child)] = child
                waiting.append(child)
        if len(following) > room:
            return None
    for each in reversed(waiting):
        if each.over:
            value = int(standing(each.result, each.turn)) * (each.game.max_plies + 1)
        else:
            value = max(_seen_before(each, code, values) for code in each.codes)
        values[_place(each)] = each, value
    return values[_place(position)][1]


def _seen_before(position: Position, code: int, values: _Values) -> int:
    """The value of what a move leads to, a ply before and to the player who makes it."""
    child = position.play_code(code)
    _, value = values[_place(child)]
    value -= (value > 0) - (value < 0)
    return value if child.turn == position.turn else -value
