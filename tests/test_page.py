"""The document of a game's page: its parts, its policy, and the phrases that it says."""

import base64
import hashlib
import json
import re
from typing import Any

import pytest

import plyground as pg
from plyground.browser import pages
from plyground.browser.engine import entries_of
from plyground.browser.pages import page, page_data
from plyground.browser.phrases import phrases, value_key
from plyground.position import Cast
from plyground.search import value_text
from plyground.search.value import hint_text
from tests.documents import Document, part
from tests.words import assert_answered, questions

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.Sim(players=3), pg.ConnectFour())
SVG = "http://www.w3.org/2000/svg"  # a name, and no address


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with a module that need not be compiled."""
    monkeypatch.setattr(pages, "engine_module", lambda _game, _on_compile=None: b"a module")


@pytest.mark.parametrize("question", questions("entries.txt"))
def test_a_page_has_every_algorithm_that_fits_its_game(
    question: str, pytestconfig: pytest.Config
) -> None:
    found = " ".join(sorted(entries_of(eval(question))))
    assert_answered("entries.txt", question, [found], pytestconfig)


def content(document: str) -> dict[str, Any]:
    """The scripts and the data inside a document."""
    return dict(json.loads(part(document, "scripts")))


def quoted(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# The document


def test_the_policy_allows_what_is_inside_and_nothing_else() -> None:
    text = page(pg.TicTacToe())
    document = Document(text)
    rules = document.policy
    [style] = document.texts["style"]
    scripts = {quoted(document.texts["script"][-1]), quoted(content(text)["script"])}
    assert rules["default-src"] == rules["connect-src"] == "'none'"
    assert rules["style-src"] == quoted(style)
    assert set(rules["script-src"].split()) == scripts | {"'wasm-unsafe-eval'"}
    assert rules["worker-src"] == "blob:"


def test_no_attribute_that_the_policy_blocks() -> None:
    elements = Document(page(pg.ConnectFour())).elements
    names = {name for _, attributes in elements for name in attributes}
    assert not {name for name in names if name.startswith("on") or name == "style"}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_address(game: pg.Game) -> None:
    document = page(game)
    inside = content(document)
    own = inside["data"]["game"].pop("source")
    text = document + json.dumps(inside)
    assert set(re.findall(r"\w+://[^\s'\"`\\]+", text)) <= {SVG}
    assert not re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(|\bsrc=|\bhref=", text)
    assert f"class {type(game).__name__}(" in own


def test_all_gaps_are_filled() -> None:
    assert not re.findall(r"\{[a-z]+\}", re.sub(r">[^<]*</script>", "", page(pg.Sim())))


def test_a_frame_is_marked() -> None:
    assert '<body class="embed">' in page(pg.TicTacToe(), embed=True)
    assert '<body class="one-screen">' in page(pg.TicTacToe())


def test_what_people_wrote_is_escaped() -> None:
    class Bold(pg.TicTacToe):
        title = "<b>A & B</b>"
        summary = 'Say "<i>"'

    document = page(Bold())
    assert "<b>" not in document
    assert "<i>" not in document


def test_what_a_page_knows() -> None:
    data = page_data(pg.ConnectFour(8, 5), b"")
    assert data["game"]["ends"] == ["Red", "Yellow"]
    assert data["game"]["size"] == "8 columns, 5 rows"
    assert data["game"]["file"] == "connect4.py"
    assert json.loads(json.dumps(data)) == data
    known = {each["name"] for each in data["kinds"]}
    for level in data["levels"]:
        player = pg.parse_player(level["player"])
        assert player is not None
        assert player.name in known
        assert player.suits(pg.ConnectFour(8, 5))
    assert [each["label"] for each in data["levels"]] == [
        each.name for each in pg.ConnectFour(8, 5).levels
    ]
    assert data["usual"] == "level:2"
    assert data["hinter"] == "minimax:depth=5"


# Phrases


@pytest.mark.parametrize("question", questions("values.txt"))
def test_every_value_has_a_phrase(question: str, pytestconfig: pytest.Config) -> None:
    value = eval(question)
    texts = {"value": value_text(value), "hint": hint_text(value)}
    assert_answered("values.txt", question, [*texts.values()], pytestconfig)
    said, key = phrases(pg.TicTacToe()), value_key(value)
    words = re.compile(r"\d+( ply| plies)?")
    for table, text in texts.items():
        assert words.sub("#", re.sub(r"\{[^}]*\}", "#", said[table][key])) == words.sub("#", text)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_number_stays_in_a_phrase(game: pg.Game) -> None:
    assert not re.findall(r"\d{4}", json.dumps(phrases(game), ensure_ascii=False))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_how_games_end(game: pg.Game) -> None:
    """As the game's wording says it, for a game played to its end."""
    position = game.position()
    while not position.over:
        position = position.play_code(position.codes[0])
    assert position.outcome is not None
    said = phrases(game)["over"][str(position.result)]
    for you in (None, *range(game.players)):
        cast = Cast((None,) * game.players, you)
        text = said[str(-1 if you is None else you)]
        for player in range(game.players):
            text = text.replace(f"{{name{player}}}", cast.name(player))
        assert text == game.face.wording.over(position.outcome, cast)
