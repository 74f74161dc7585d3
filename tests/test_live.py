"""Boards to play on within other pages: the fragment's parts, and positions in notebooks."""

import base64
import json
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import plyground as pg
from plyground.browser import live, modules, notebook
from plyground.players import PlayerError
from plyground.position import CannotError
from tests.documents import Document, unpacked
from tests.words import assert_answered, questions

MODULE = b"a module"
POSITION = pg.TicTacToe().position("1593")


class Bare(pg.TicTacToe):
    """A game whose rules are of before there was the kernel cells."""

    title = "Bare"

    def kernels(self) -> Any:
        return {name: each for name, each in super().kernels().items() if name != "cells"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards with a module that need not be compiled."""
    monkeypatch.setattr(live, "engine_module", lambda _game, _on_compile=None, **_more: MODULE)
    monkeypatch.setattr(modules, "module_at_hand", lambda _game: MODULE)


def started(script: str) -> list[str]:
    """What the script of a fragment is called with."""
    given = script[script.rindex("})(") + 3 : script.rindex(");")]
    parts: list[str] = json.loads(f"[{given}]")
    return parts


# The fragment


def test_it_is_whole() -> None:
    document = Document(live.live_board(POSITION))
    [script] = document.texts["script"]
    name, packed, key, data, module = started(script)
    assert name == live.ELEMENT
    assert unpacked(packed).decode() == live.live_definition()
    assert base64.b64decode(module) == MODULE
    assert json.loads(unpacked(data)).keys() == {"engine", "board", "phrases"}
    element = document.attributes(name)
    assert element["game"] == key
    assert element["moves"] == "0 4 8 2"
    assert "src" not in document.attributes("script")


def test_without_scripts_there_is_a_picture_and_a_sentence() -> None:
    fragment = live.live_board(POSITION, needs="Run the cell & play.")
    image = Document(fragment).attributes("img")
    kind, _, picture = image["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(picture).decode() == POSITION._repr_svg_()
    assert image["alt"] == POSITION.picture().description
    assert "Run the cell &amp; play." in fragment


def test_it_fetches_nothing() -> None:
    fragment = live.live_board(POSITION)
    assert re.findall(r'\b(?:src|href|data)="(?!data:)', fragment) == []


@pytest.mark.parametrize("text", questions("computers.txt"))
def test_the_computer_is_written_for_the_engine(text: str, pytestconfig: pytest.Config) -> None:
    player = pg.parse_player(text)
    assert player is not None
    element = Document(live.live_element(POSITION, player, picture="")).attributes(live.ELEMENT)
    computer = json.loads(element["computer"])
    assert computer["called"]["full"] == player.called(POSITION.game).full
    assert_answered("computers.txt", text, [json.dumps(computer["player"])], pytestconfig)


def test_a_player_of_other_programs_is_refused() -> None:
    with pytest.raises(PlayerError, match="cannot play in a page"):
        live.live_element(POSITION, pg.External(("true",)), picture="")


def test_a_game_without_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "engine_module", modules.engine_module)
    with pytest.raises(CannotError, match="no kernel cells"):
        live.live_board(Bare().position())


def test_other_parameters_have_another_key() -> None:
    games = [pg.Sim(), pg.Sim(7), pg.TicTacToe()]
    assert len({live.live_key(game) for game in games}) == 3


def test_a_file_of_a_game_names_what_it_is_for() -> None:
    script = live.live_game(pg.TicTacToe())
    assert script.startswith(f'customElements.get("{live.ELEMENT}").add(')
    assert live.live_key(pg.TicTacToe()) in script
    assert f'define("{live.ELEMENT}", ' in live.live_definition()


# Notebooks


def test_a_position_in_a_notebook_is_a_board() -> None:
    shown = notebook.board_in_notebook(POSITION)
    assert shown is not None
    assert "run the cell, or trust the notebook" in shown
    assert Document(shown).attributes(live.ELEMENT)["moves"] == "0 4 8 2"


def test_it_is_a_picture_if_something_would_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "module_at_hand", lambda _game: None)
    assert notebook.board_in_notebook(POSITION) is None


def test_a_module_at_hand_is_never_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(modules, "shipped_module", lambda _game: None)
    monkeypatch.setattr(modules, "module_path", lambda _source: tmp_path / "none")
    monkeypatch.setattr(modules, "kept_module", lambda *_: pytest.fail("it is made"))
    assert modules.module_at_hand(pg.TicTacToe()) is None
    assert modules.module_at_hand(Bare()) is None
    (tmp_path / "none").touch()
    monkeypatch.setattr(modules, "kept_module", lambda *_: MODULE)
    assert modules.module_at_hand(pg.TicTacToe()) == MODULE


def test_ipython_shows_positions_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {}
    formatter = SimpleNamespace(for_type=said.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    ipython = SimpleNamespace(get_ipython=lambda: shell)
    monkeypatch.setitem(sys.modules, "IPython", ipython)  # type: ignore[arg-type]
    notebook.show_boards()
    assert said == {pg.Position: notebook.board_in_notebook}
    said.clear()
    monkeypatch.setattr(ipython, "get_ipython", lambda: None)
    notebook.show_boards()
    assert said == {}
