"""Four games in one file: its parts, and whether the one in the repository is up to date."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import plyground as pg
from plyground.browser.arcade import (
    ICONS,
    INDEX,
    OFFLINE,
    PLAY,
    USUAL,
    arcade,
    beside,
    divided,
    unpacked,
)
from plyground.browser.icon import icon
from plyground.browser.modules import engine_module
from plyground.browser.pages import hash_source, is_page, page_data
from plyground.browser.scripts import arcade_script
from plyground.cli import exits
from plyground.cli import page as page_command
from plyground.position import file_stem
from plyground.web.launch.show import read_pages
from tests.documents import Document, part
from tests.terminals import Output

pytestmark = pytest.mark.compiled

MOST = 700_000  # bytes that people are glad to pass on


@cache
def document() -> str:
    return arcade()


def joined(common: Any, own: Any) -> Any:
    """What arcade.js makes of both."""
    if not (isinstance(common, dict) and isinstance(own, dict)):
        return own
    return {**common, **{name: joined(common.get(name), value) for name, value in own.items()}}


def test_the_file_in_the_repository_is_the_one_that_the_sources_make(output: Output) -> None:
    """If this fails: make play.html."""
    path = Path(__file__).parents[1] / PLAY
    assert output(f"pages {path} --check") == (exits.SUCCESS, f"{path} is up to date.\n", "")
    assert path.stat().st_size <= MOST


def test_it_has_what_the_pages_of_its_games_have() -> None:
    first = json.loads(part(document(), "scripts"))
    for game in USUAL:
        stem = file_stem(game)
        module = engine_module(game)
        assert part(document(), f"module-{stem}") == gzip.decompress(module)
        own = json.loads(part(document(), f"data-{stem}"))
        whole = json.loads(json.dumps(page_data(game, module)))
        assert joined(first["data"]["common"], own) == whole
    assert [each["stem"] for each in first["data"]["games"]] == [file_stem(game) for game in USUAL]


def test_what_games_share_is_in_it_once() -> None:
    known = [page_data(game, b"") for game in USUAL]
    common, own = divided(known)
    shared = len(json.dumps(common))
    assert shared > 5_000  # bytes, most of them words
    for whole, rest in zip(known, own, strict=True):
        assert len(json.dumps(rest)) < len(json.dumps(whole)) - 0.9 * shared
    for name in ("scripts", *(f"data-{file_stem(game)}" for game in USUAL)):
        text = part(document(), name).decode()
        assert text.count("class Board ") == (name == "scripts")


def test_data_are_divided_at_any_depth() -> None:
    common, own = divided(
        [{"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2, "d": 4}, "e": 5}]
    )
    assert common == {"a": 1, "b": {"c": 2}}
    assert own == [{"b": {"d": 3}}, {"b": {"d": 4}, "e": 5}]


def test_the_policy_allows_nothing_of_elsewhere() -> None:
    for text, more in ((document(), ""), (arcade({}), " 'self'")):
        rules = Document(text).policy
        assert rules["default-src"] == rules["connect-src"] == "'none'"
        assert rules["worker-src"] == f"blob:{more}"
        assert rules.get("manifest-src", "") == more.strip()
        assert hash_source(arcade_script()) in rules["script-src"]
        assert set(re.findall(r'href="([^"]*)"', text)) == {
            "#", "#today", "#lost", *(f"#{file_stem(game)}" for game in USUAL)
        }  # fmt: skip
        assert is_page(text.encode())


def test_further_pages_are_beside_the_games_that_they_are_sizes_of() -> None:
    text = arcade({"connect4-8-5.html": pg.ConnectFour(8, 5), "sim-6-3.html": pg.Sim(6, 3)})
    entries = re.findall(r"<li>.*?</li>", text)
    (one,) = (each for each in entries if "connect4-8-5.html" in each)
    assert 'href="#connect4-7-6"' in one
    assert "8 columns, 5 rows" in one
    assert len(entries) == len(USUAL)


def test_the_icons_are_pictures() -> None:
    for pixels in ICONS:
        picture = Image.open(io.BytesIO(icon(pixels)))
        assert (picture.format, picture.size) == ("PNG", (pixels, pixels))
        middle = picture.getpixel((pixels // 2, pixels // 2))
        assert middle == (0x28, 0x50, 0x8F)  # the board, between counters


def test_other_pages_make_another_script() -> None:
    one, other = beside(["a page"]), beside(["another page"])
    assert one[OFFLINE] != other[OFFLINE]
    assert {name for name in one if one[name] != other[name]} == {OFFLINE}
    assert f'"{INDEX}"' in one[OFFLINE].decode()


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_it_and_says_when_it_is_old(folder: Path, output: Output) -> None:
    code, printed, errors = output("pages mine.html")
    assert (code, errors) == (exits.SUCCESS, "Written: mine.html")
    assert printed.startswith("4 games are in the file mine.html. A double click opens it")
    path = folder / "mine.html"
    text = path.read_text(encoding="utf-8")
    assert text == document()
    assert len(text.encode()) <= MOST
    assert output("pages mine.html --check") == (exits.SUCCESS, "mine.html is up to date.\n", "")
    for old in (
        text.replace("Then see what", "Now see what"),  # of the screen
        re.sub(r'(id="module-sim-6-2">)[^<]*', rf"\1{_packed(b'another module')}", text),
        "no document",
    ):
        path.write_text(old, encoding="utf-8")
        code, printed, errors = output("pages mine.html --check")
        assert (code, printed) == (exits.FAILURE, "")
        assert "mine.html is not what this version of Plyground makes" in errors
        assert errors.endswith("make it again with plyground pages mine.html")
        assert path.read_text(encoding="utf-8") == old
    path.unlink()
    assert "mine.html cannot be read" in output("pages mine.html --check")[2]


def test_another_compression_is_the_same_file() -> None:
    (found,) = re.findall(r'id="module-tictactoe">([^<]*)<', document())
    quick = _packed(gzip.decompress(base64.b64decode(found)), 1)
    assert quick != found
    other = document().replace(found, quick)
    assert other != document()
    assert unpacked(other) == unpacked(document())


def _packed(content: bytes, level: int = 9) -> str:
    return base64.b64encode(gzip.compress(content, level, mtime=0)).decode()


# The folder


@pytest.mark.slow
def test_a_folder_has_all_that_a_web_space_needs(
    folder: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_command, "standard_games", lambda: USUAL[:2])
    code, printed, _ = output("pages space")
    assert code == exits.SUCCESS
    assert printed.startswith(f"{Path('space') / INDEX} leads to 2 games.")
    assert (folder / "space" / PLAY).read_text(encoding="utf-8") == document()
    assert output("pages space --check")[0] == exits.SUCCESS
    (folder / "space" / "mine.txt").write_text("my own")
    (folder / "space" / "mine.js").write_text("my own")
    shown = read_pages(folder / "space")
    assert set(shown) == {
        "/", *(f"/{each.name}" for each in (folder / "space").iterdir() if each.stem != "mine")
    }  # fmt: skip
    assert shown["/"] == shown[f"/{INDEX}"] != shown[f"/{PLAY}"]
    (folder / "space" / "tictactoe.html").write_text("old")
    code, _, errors = output("pages space --check")
    assert code == exits.FAILURE
    assert "tictactoe.html is not what" in errors
