"""Visitors: two servers of a machine do not take their cookies from one another; the secret."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.playing import served


def test_two_installations_of_a_machine_keep_their_seats(tmp_path: Path) -> None:
    """Browsers send a cookie to every port of a host."""
    with (
        served(tmp_path / "one") as one,
        served(tmp_path / "other") as other,
    ):
        room = one.post("/rooms", data={"game": "tictactoe", "seat1": "here"}).url
        assert 'data-my-turn="yes"' in one.get(room).text
        other.cookies = one.cookies
        other.get("/")
        one.cookies = other.cookies
        assert 'data-my-turn="yes"' in one.get(room).text


def test_a_secret_that_was_cut_short_is_made_again(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"")
    with served(tmp_path) as client:
        client.get("/")
        kept = dict(client.cookies)
    assert len(secret.read_bytes()) == 32
    assert os.name == "nt" or secret.stat().st_mode & 0o077 == 0
    with served(tmp_path) as client:
        client.cookies.update(kept)
        assert "set-cookie" not in client.get("/").headers
    assert [each.name for each in tmp_path.glob(".secret*")] == []


def test_a_stick_without_links_keeps_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_paths: object) -> None:
        raise PermissionError(1, "Operation not permitted")  # as FAT says

    monkeypatch.setattr(os, "link", link)
    with served(tmp_path) as client:
        client.get("/")
        kept = dict(client.cookies)
    assert [path.name for path in tmp_path.glob("*secret*")] == ["secret"]
    with served(tmp_path) as client:
        client.cookies.update(kept)
        assert "set-cookie" not in client.get("/").headers
