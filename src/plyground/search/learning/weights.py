"""`Weights`: what was learned about one game, and the two kinds of files that keep it.

A file for playing is small: at most FILE_MOST bytes. Its weights are whole numbers from -127 to
127, one scale for each table, and those that matter least are left out until it fits: a weight
matters by its size, and by the root of the sizes of all changes that it had, which grow with how
often it was needed.

    line 1    "plyground weights 1"
    line 2    JSON: the game with its parameters, a fingerprint of its rules, the patterns, the
              scales, how many weights are kept, and how it was trained
    the rest  deflated: for each weight that is kept how far it is from the one before, in groups of
              7 bits, the lowest first, and bit 8 set in all but the last; then the weights, one
              byte each. At the end SHA-256 of all before

A state, to go on with, has every number that learning depends on. It differs in its first line
("plyground learning 2") and in its body: the places of the entries that were ever used, their
weights, the means of these, and their two sums, all little-endian. An earlier state has no means.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.games.registry import folder_of
from plyground.kernel import Rules, array_at, compiled, local_array, mix64
from plyground.kernel.chance import WORDS, below, seed_state
from plyground.position import ONGOING, CannotError, Game, Ints, file_stem, full_title
from plyground.position.desk import ANSWER, ARGUMENT, MOVES
from plyground.position.home import lent_home
from plyground.search.learning.patterns import Design, Patterns
from plyground.search.learning.temporal import Floats, Learned

_PLAYING, _LEARNING = b"plyground weights 1\n", b"plyground learning 2\n"
_WITHOUT_MEANS = b"plyground learning 1\n"
_DIGEST = hashlib.sha256().digest_size
_LARGEST = 127
_ROUNDS = 8  # of the search for how many weights fit
_GAMES = 100  # of a fingerprint
_BITS = 28  # no place of a weight has more

FILE_MOST = 300_000
"""The most bytes of a file for playing."""


class WeightsError(CannotError):
    """A file of what was learned cannot be read, kept or used."""


@dataclass(frozen=True)
class Weights:
    """What was learned about a game, ready to rate positions. `training` says how.

    `sizes` are the sizes of all changes that each weight had, which only a learner knows.
    """

    game: Game
    design: Design
    patterns: Patterns
    values: Floats
    training: Mapping[str, Any]
    sizes: Floats | None = None

    def save(self, path: Path, most: int = FILE_MOST) -> int:
        """Write the file for playing, of at most so many bytes, and return its size.

        Raises WeightsError without room on the disk.
        """
        used = np.flatnonzero(self.values)
        matters = np.abs(self.values[used])
        if self.sizes is not None:
            matters *= np.sqrt(self.sizes[used])
        order = used[np.argsort(-matters, kind="stable")]
        content = self._content(order)
        fits, beyond = 0, len(order)
        for _ in range(_ROUNDS if len(content) > most else 0):
            middle = (fits + beyond) // 2
            tried = self._content(order[:middle])
            if len(tried) <= most:
                fits, content = middle, tried
            else:
                beyond = middle
        return _write(path, content)

    def _content(self, kept: Ints) -> bytes:
        """The file with these weights, by their places."""
        values = np.zeros_like(self.values)
        values[kept] = self.values[kept]
        scales = []
        small = np.empty(len(values), np.int8)
        for begin, end in _tables(self.design, self.patterns):
            part = values[begin:end]
            scale = float(np.abs(part).max(initial=0.0)) / _LARGEST
            scales.append(scale)
            small[begin:end] = np.rint(part / scale) if scale else 0
        places = np.flatnonzero(small)
        header = {
            **_about(self.game, self.design),
            "scales": scales,
            "kept": len(places),
            "training": self.training,
        }
        body = _in_groups(np.diff(places, prepend=0)) + small[places].tobytes()
        return _content(_PLAYING, header, body)

    @staticmethod
    def load(path: Path, game: Game) -> Weights:
        """What a file for playing holds.

        Raises WeightsError if it is damaged, of another game, or no such file.
        """
        packed = Packed.load(path, game)
        patterns = packed.patterns
        values = np.zeros(patterns.sets * patterns.span, np.float32)
        values[packed.places] = packed.small
        for begin, end, scale in zip(packed.ends[:-1], packed.ends[1:], packed.scales, strict=True):
            values[begin:end] *= scale
        return Weights(game, packed.design, patterns, values, packed.training)


@dataclass(frozen=True)
class Packed:
    """What a file for playing holds, for code that unpacks the weights itself."""

    design: Design
    patterns: Patterns
    training: Mapping[str, Any]
    ends: Ints  # [tables + 1], where the tables end among the weights, after a 0
    scales: Floats  # [tables]
    groups: bytes  # how far each weight is from the one before, as the file says it
    places: Ints  # where each weight belongs
    small: npt.NDArray[np.int8]  # the weights, before they are scaled

    @staticmethod
    def load(path: Path, game: Game) -> Packed:
        """Raises as `Weights.load` does."""
        with _undamaged(path):
            header, body = _read(path, _PLAYING, game)
            design = _design(header, game)
            patterns = design.patterns(game)
            size, whole = patterns.sets * patterns.span, len(body) - header["kept"]
            places = np.cumsum(_of_groups(body[:whole]))
            ends = np.array([0, *(end for _, end in _tables(design, patterns))])
            scales = np.array(header["scales"], np.float32)
            if len(places) != header["kept"] or places.max(initial=-1) >= size:
                raise ValueError("places")
            if scales.shape != (len(ends) - 1,):
                raise ValueError("scales")
            return Packed(
                design=design,
                patterns=patterns,
                training=dict(header["training"]),
                ends=ends,
                scales=scales,
                groups=body[:whole],
                places=places,
                small=np.frombuffer(body, np.int8, offset=whole),
            )


def save_state(
    path: Path, game: Game, design: Design, learned: Learned, training: Mapping[str, Any]
) -> int:
    """Write a state to go on with, and return its size. Raises WeightsError without room."""
    sums = learned.sums.reshape(-1, 2)
    used = np.flatnonzero(sums[:, 1])
    header = {
        **_about(game, design),
        "used": len(used),
        "chance": [str(word) for word in learned.chance.tolist()],
        "done": learned.done.tolist(),
        "training": training,
    }
    gaps = np.diff(used, prepend=0).astype("<u4")
    numbers = learned.weights[used], learned.mean[used], sums[used]
    parts = gaps, *(each.astype("<f4") for each in numbers)
    body = b"".join(part.tobytes() for part in parts)
    return _write(path, _content(_LEARNING, header, body, 1))


def load_state(path: Path, game: Game) -> tuple[Design, Patterns, Learned, dict[str, Any]]:
    """The state in a file, and how it was trained. Raises as `Weights.load` does."""
    with _undamaged(path):
        header, body = _read(path, _LEARNING, game, _WITHOUT_MEANS)
        design = _design(header, game)
        patterns = design.patterns(game)
        count = header["used"]
        if len(body) == 16 * count:  # no means: they begin with the weights
            body = body[: 8 * count] + body[4 * count :]
        if len(body) != 20 * count:
            raise ValueError("numbers")
        used = np.cumsum(np.frombuffer(body, "<u4", count).astype(np.int64))
        learned = fresh(patterns, 0)
        learned.weights[used] = np.frombuffer(body, "<f4", count, 4 * count)
        learned.mean[used] = np.frombuffer(body, "<f4", count, 8 * count)
        sums = np.frombuffer(body, "<f4", 2 * count, 12 * count)
        learned.sums.reshape(-1, 2)[used] = sums.reshape(-1, 2)
        learned.chance[:] = [int(word) for word in header["chance"]]
        learned.done[:] = header["done"]
        return design, patterns, learned, dict(header["training"])


def shipped(game: Game) -> Path | None:
    """The file for playing that comes with a game; None without one."""
    folder = folder_of(type(game), "learned")
    path = None if folder is None else folder / f"{file_stem(game)}.weights"
    return path if path is not None and path.exists() else None


def shipped_mark(game: Game) -> str:
    """What tells the weights that come with a game from others; empty without any."""
    path = shipped(game)
    return "" if path is None else mark_of(path)


def mark_of(path: Path) -> str:
    """What tells a file for playing from others; empty for a file that is not there."""
    try:
        return hashlib.blake2b(path.read_bytes(), digest_size=4).hexdigest()
    except OSError:
        return ""


def fresh(patterns: Patterns, seed: int) -> Learned:
    """Nothing learned yet."""
    size = patterns.sets * patterns.span
    learned = Learned(
        np.zeros(size, np.float32),
        np.zeros(size, np.float32),
        np.zeros(2 * size, np.float32),
        np.zeros(WORDS, np.uint64),
        np.zeros(2, np.int64),
    )
    seed_state(learned.chance, np.uint64(seed % (1 << 64)), 0, 0)
    return learned


def fingerprint(game: Game) -> str:
    """A number for the rules of a game, the same in every version of Python: it hashes games."""
    sites = len(game.board.sites)
    with lent_home(game.rules, "fingerprint", hash_games) as home:
        home.ask("fingerprint", sites)
        return f"{home.answers(1)[0] % (1 << 64):016x}"


@compiled
def hash_of_games(rules: Rules, cells: Ints, sites: int) -> np.uint64:
    """A hash of some games of random moves; `cells` is room for what each of the sites holds."""
    chance = local_array(WORDS, np.uint64)
    seed_state(chance, np.uint64(0), 0, 0)
    moves = local_array(rules.max_moves, np.int64)
    hashed = np.uint64(rules.players)
    for _ in range(_GAMES):
        state = rules.start()
        plies = 0
        while True:
            rules.check_ply(plies)
            plies += 1
            rules.cells(state, cells)
            for site in range(sites):
                hashed = mix64(hashed ^ np.uint64(cells[site]))
            result = rules.result(state)
            hashed = mix64(hashed ^ np.uint64(result) ^ np.uint64(rules.player(state) << 32))
            if result != ONGOING:
                break
            count = rules.moves(state, moves)
            for i in range(count):
                hashed = mix64(hashed ^ np.uint64(moves[i]))
            state = rules.play(state, moves[below(chance, count)])
    return hashed


@compiled
def hash_games(rules: Rules, desk: Ints) -> int:
    """Argument: how many sites the board has. Answer: a hash of some games, see `learning`."""
    sites = array_at(desk[MOVES], np.int64)
    for site in range(desk[ARGUMENT]):
        sites[site] = 0
    desk[ANSWER] = np.int64(hash_of_games(rules, sites, desk[ARGUMENT]))
    return 0


def _about(game: Game, design: Design) -> dict[str, Any]:
    return {
        "game": game.name,
        "parameters": dict(game.values),
        "rules": fingerprint(game),
        "patterns": asdict(design),
    }


def _design(header: Mapping[str, Any], game: Game) -> Design:
    stated = dict(header["patterns"])
    for name in ("tuples", "images"):
        stated[name] = tuple(tuple(each) for each in stated[name])
    design = Design(**{**stated, "before": tuple(stated["before"])})
    if not design.fits(game):
        raise ValueError("patterns")
    return design


@contextmanager
def _undamaged(path: Path) -> Iterator[None]:
    """Say that a file is damaged where it does not hold what it should: its checksum may be right,
    as whoever changes a file can write that too.
    """
    try:
        yield
    except WeightsError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zlib.error):
        raise WeightsError(f"{path} is damaged") from None


def _tables(design: Design, patterns: Patterns) -> list[tuple[int, int]]:
    """Where each table begins and ends among the weights."""
    sizes = [patterns.outputs * design.kinds ** len(each) for each in design.tuples]
    ends = np.cumsum(sizes * patterns.sets).tolist()
    return list(zip([0, *ends[:-1]], ends, strict=True))


def _in_groups(numbers: Ints) -> bytes:
    """Whole numbers in groups of 7 bits."""
    groups = [numbers >> shift for shift in range(0, _BITS, 7)]
    used = np.stack([numbers >= 0, *(each > 0 for each in groups[1:])], axis=1)
    more = np.concatenate([used[:, 1:], np.zeros((len(numbers), 1), np.bool_)], axis=1)
    parts = (np.stack(groups, axis=1) & 127) + 128 * more
    packed: bytes = parts[used].astype(np.uint8).tobytes()
    return packed


def _of_groups(content: bytes) -> Ints:
    """The numbers again."""
    groups = np.frombuffer(content, np.uint8).astype(np.int64)
    ends = np.flatnonzero(groups < 128)
    if not len(ends):
        return ends
    starts = np.concatenate([[0], ends[:-1] + 1])
    within = np.arange(ends[-1] + 1) - np.repeat(starts, ends - starts + 1)
    return np.add.reduceat((groups[: ends[-1] + 1] & 127) << (7 * within), starts)


def _content(first: bytes, header: Mapping[str, Any], body: bytes, level: int = 9) -> bytes:
    content = first + json.dumps(header).encode() + b"\n" + zlib.compress(body, level)
    return content + hashlib.sha256(content).digest()


def _write(path: Path, content: bytes) -> int:
    temporary = path.with_name(f".{uuid.uuid4().hex}")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WeightsError(f"{path} cannot be written: {error.strerror}") from error
    return len(content)


def _read(
    path: Path, first: bytes, game: Game, earlier: bytes | None = None
) -> tuple[dict[str, Any], bytes]:
    """The header and the body of a file that begins with this line, or an earlier one as long."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}") from error
    if not content.startswith((first, earlier or first)):
        wanted = "what a player has learned" if first == _PLAYING else "a state of learning"
        raise WeightsError(f"{path} is not a file of {wanted}, as plyground train writes them")
    if hashlib.sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]:
        raise WeightsError(f"{path} is damaged")
    line, _, body = content[len(first) : -_DIGEST].partition(b"\n")
    header: dict[str, Any] = json.loads(line)
    if header["game"] != game.name or header["parameters"] != dict(game.values):
        values = ", ".join(f"{name} {value}" for name, value in header["parameters"].items())
        stated = f"{header['game']} ({values})" if values else header["game"]
        raise WeightsError(f"{path} is about {stated}: it cannot play {full_title(game)}")
    if "cells" not in game.rules.kernels or header["rules"] != fingerprint(game):
        raise WeightsError(f"{path} is about other rules of {game.title}: train it again")
    return header, zlib.decompress(body)
