"""Where a user's files lie: on Linux as before platformdirs, elsewhere by the system's customs."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

from plyground import folders
from plyground.players import players_file

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's folders")
FOLDERS = {
    "CACHE": (folders.cache_folder, ".cache"),
    "DATA": (folders.data_folder, ".local/share"),
    "CONFIG": (folders.settings_folder, ".config"),
}


@linux
@pytest.mark.parametrize("kind", FOLDERS)
def test_folders_on_linux(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder, usual = FOLDERS[kind]
    monkeypatch.setenv("HOME", str(tmp_path))
    for unset in ("", "relative"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", unset)
        assert folder() == tmp_path / usual / "plyground"
    monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "chosen"))
    assert folder() == tmp_path / "chosen" / "plyground"
    assert not list(tmp_path.iterdir())  # to ask makes no folder


@linux
def test_players_are_named_in_the_settings_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert players_file() == tmp_path / "plyground" / "players.toml"


@linux
@pytest.mark.parametrize(
    ("system", "cache", "data", "settings"),
    [
        (
            MacOS,
            "~/Library/Caches/plyground",
            "~/Library/Application Support/plyground",
            "~/Library/Application Support/plyground",
        ),
        (Windows, "/local/plyground/Cache", "/roaming/plyground", "/roaming/plyground"),
    ],
)
def test_folders_of_other_systems(
    system: type[PlatformDirsABC],
    cache: str,
    data: str,
    settings: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Only Windows itself knows its folders; these take their place.
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:/local")
    monkeypatch.setenv("WIN_PD_OVERRIDE_APPDATA", "C:/roaming")
    for kind in FOLDERS:
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    ours = folders._FOLDERS
    there = system(ours.appname, ours.appauthor, roaming=ours.roaming)
    for found, wanted in (
        (there.user_cache_dir, cache),
        (there.user_data_dir, data),
        (there.user_config_dir, settings),
    ):
        shown = found.removeprefix("C:").replace(str(Path.home()), "~", 1)
        assert PurePosixPath(shown) == PurePosixPath(wanted)


def test_a_lock_on_windows_is_of_a_byte_that_nobody_reads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Windows locks bytes from where a file is read on, and refuses others to read them."""
    locked: dict[tuple[int, int], int] = {}

    def locking(number: int, mode: int, count: int) -> None:
        where = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
        if locked.setdefault(where, number) != number:
            raise PermissionError(13, "Permission denied")

    there = SimpleNamespace(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", there)
    monkeypatch.setattr(sys, "platform", "win32")
    path = tmp_path / "journal"
    with path.open("a+b", buffering=0) as first:
        assert folders.lock_file(first)
        first.write(b"a line\n")  # which a second one would begin behind
        with path.open("a+b", buffering=0) as second:
            assert second.tell() == 7
            assert not folders.lock_file(second)
            assert second.tell() == 7
    assert all(path.stat().st_size < place for _, place in locked)
    assert path.read_bytes() == b"a line\n"
