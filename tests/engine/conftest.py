"""One host for each game."""

import functools

import pytest

import plyground as pg
from plyground.search import shipped_book
from tests.engine.host import Host


@functools.cache
def host_of(game: pg.Game) -> Host:
    """The module of a game, which is made once."""
    host = Host(game)
    book = shipped_book(game)
    if book is not None:
        host.open_book(book)
    return host


@pytest.fixture
def host(game: pg.Game) -> Host:
    """The module of the game."""
    return host_of(game)
