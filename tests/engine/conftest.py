"""One host for each game."""

import functools

import pytest

import plyground as pg
from tests.engine.host import Host


@functools.cache
def _host(game: pg.Game) -> Host:
    return Host(game)


@pytest.fixture
def host(game: pg.Game) -> Host:
    """The module of the game, which was made once."""
    return _host(game)
