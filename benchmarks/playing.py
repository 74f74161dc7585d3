"""Positions that come up in random play, for benchmarks: openings and whole games."""

from __future__ import annotations

import random

import plyground as pg


def opening(game: pg.Game, plies: int, rng: random.Random) -> pg.Position:
    """A position after a number of random moves, none of which ended the game."""
    position = game.position()
    while position.ply < plies:
        position = position.play_code(rng.choice(position.codes))
        if position.over:
            position = game.position()
    return position


def whole_game(game: pg.Game, rng: random.Random, *, long: bool = False) -> pg.Position:
    """The end of a random game; in a long one no move ends it while there are others."""
    position = game.position()
    while not position.over:
        codes = position.codes
        if long:
            codes = tuple(code for code in codes if not position.play_code(code).over) or codes
        position = position.play_code(rng.choice(codes))
    return position
