"""One host for each game."""

import functools

import pytest

import plyground as pg
from tests.engine.host import Host

_host_of = functools.cache(Host)


@pytest.fixture
def host(game: pg.Game) -> Host:
    """The module of the game, which is made once."""
    return _host_of(game)
