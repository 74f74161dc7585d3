"""What was learned of a game, for a page: a module of its own that holds the weights.

The player is the app's, with the same search: see `learned_entries`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from gzip import decompress
from pathlib import Path
from typing import Any

import numpy as np

from plyground.browser.engine import learned_source
from plyground.browser.learned_entries import NUMBERS
from plyground.browser.phrases import player_data
from plyground.kernel import CompileError, compile_error
from plyground.kernel.webassembly import kept_module, with_data
from plyground.players import Learned
from plyground.players.learned import PLIES
from plyground.position import SELF_TAUGHT, CannotError, Game, full_title
from plyground.render.faces import face
from plyground.search.learning import Packed, shipped

_GZIP = 31  # what zlib calls that format


@dataclass(frozen=True)
class LearnedModule:
    """A module, compressed by gzip, and where in its memory the data is."""

    packed: bytes
    address: int


def shipped_file(game: Game) -> Path:
    """What was learned of a game and comes with it. Raises CannotError if there is nothing."""
    path = shipped(game)
    if path is None:
        raise CannotError(
            f"nothing that was learned comes with {full_title(game)}: give --weights with the "
            "file of a training, which plyground train writes"
        )
    return path


def learned_module(
    game: Game, file: Path, on_compile: Callable[[str], None] | None = None
) -> LearnedModule:
    """The module of the player that plays by a file.

    Raises WeightsError if the file is damaged, of another game, or no such file; CannotError if the
    game's kernels cannot run in a page.
    """
    content = _content(Packed.load(file, game))
    try:
        code = kept_module(learned_source, game, on_compile=on_compile)
    except CompileError as error:
        reason = compile_error(error)
        raise CannotError(f"{game.title} cannot be played in a page: {reason}") from None
    module, address = with_data(decompress(code), content)
    return LearnedModule(_compressed(module), address)


def _content(learned: Packed) -> bytes:
    """What was learned, as `learned_entries` reads it."""
    patterns = learned.patterns
    numbers = (
        patterns.sites, patterns.slots, patterns.reach, patterns.turned, patterns.players,
        patterns.sets, patterns.outputs, patterns.span, len(patterns.slot), len(learned.scales),
        len(learned.small), len(learned.groups),
    )  # fmt: skip
    assert len(numbers) == NUMBERS
    words = (
        np.array(numbers), patterns.before, patterns.begins, patterns.slot, patterns.power,
        patterns.base, learned.ends[1:],
    )  # fmt: skip
    return b"".join([
        *(each.astype("<i8").tobytes() for each in words),
        learned.scales.astype("<f8").tobytes(),
        learned.groups,
        learned.small.tobytes(),
    ])  # fmt: skip


def _compressed(content: bytes) -> bytes:
    """By gzip, in the shortest of some ways: weights have hardly two parts that are alike."""

    def packed(level: int, strategy: int) -> bytes:
        made = zlib.compressobj(level, zlib.DEFLATED, _GZIP, zlib.DEF_MEM_LEVEL, strategy)
        return made.compress(content) + made.flush()

    ways = [(9, zlib.Z_DEFAULT_STRATEGY), (9, zlib.Z_FILTERED), (6, zlib.Z_FILTERED)]
    return min((packed(*each) for each in ways), key=len)


def with_learned(data: dict[str, Any], game: Game, module: LearnedModule) -> dict[str, Any]:
    """The data of a page (see `pages.page_data`) with that player among its opponents.

    The strongest of the others stays the last, whom a challenge is usually against.
    """
    *levels, strongest = data["levels"] or [None]
    return {
        **data,
        "engine": {**data["engine"], "learned": _engine_data(module)},
        "kinds": [*data["kinds"], _kind(game)],
        "levels": [*levels, _self_taught(), *([strongest] if strongest else [])],
    }


def _engine_data(module: LearnedModule) -> dict[str, Any]:
    """What differs from the game's engine."""
    plies = {"name": "plies", "kind": "whole", "choices": [], "default": PLIES}
    kind = {"name": Learned.name, "entry": Learned.name, "options": [plies]}
    return {
        "entries": {Learned.name: 0},
        "kinds": [{**kind, "given": [module.address], "history": False, "other": None}],
        "book": None,
    }


def _kind(game: Game) -> dict[str, Any]:
    """The player as a page offers it among the algorithms."""
    data = player_data(Learned, game)
    options = [{**each, "default": PLIES} for each in data["options"] if each["name"] == "plies"]
    said = data["help"].partition(";")[0]  # and not what is said of its file
    return {**data, "help": said, "options": options}


def _self_taught() -> dict[str, Any]:
    """The player as an opponent for a person."""
    return {
        "player": Learned(plies=SELF_TAUGHT.depth).text,
        "label": SELF_TAUGHT.name,
        "help": SELF_TAUGHT.sees,
        "beaten": SELF_TAUGHT.beaten,
        "face": face(SELF_TAUGHT.name),
        "dots": 0,
        "perfect": False,
    }
