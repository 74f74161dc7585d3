"""Help without the internet: the app's own page, and the documentation where there is one."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import plyground
from plyground.folders import site_folder
from plyground.web.games import installed_games
from plyground.web.pages.help_page import DOCUMENTATION
from tests.web.playing import served

TEMPLATES = Path(plyground.__file__).parent / "web" / "templates"


@pytest.mark.parametrize("address", ["/", "/library", "/puzzles", "/nowhere"])
def test_every_page_leads_to_help(reader: TestClient, address: str) -> None:
    assert 'href="/help"' in reader.get(address).text


def test_every_game_is_explained(reader: TestClient) -> None:
    page = unescape(reader.get("/help").text)
    for game in installed_games():
        assert f'<a href="/?game={game.name}">{game.title}</a>' in page
        assert game.summary in page


def test_the_buttons_that_it_names_exist() -> None:
    page = (TEMPLATES / "help.html").read_text()
    listed = page[page.index('aria-labelledby="before"') : page.index('aria-labelledby="keys"')]
    names = re.findall(r"^    \('(.*?)', '", listed, re.MULTILINE)
    assert len(names) > 10
    others = [path.read_text() for path in TEMPLATES.iterdir() if path.name != "help.html"]
    others.append((TEMPLATES.parent / "pages" / "home.py").read_text())
    for name in ", ".join(names).split(", "):
        assert any(name in text for text in others), name


@pytest.mark.parametrize("there", [True, False])
def test_the_documentation_is_in_the_app_where_it_is_on_the_disk(
    tmp_path: Path, there: bool
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<title>All there is to read</title>")
    with served(tmp_path, site=site if there else None) as client:
        shown = client.get("/help").text
        answer = client.get(f"{DOCUMENTATION}/index.html")
    assert (f'href="{DOCUMENTATION}/index.html"' in shown) is there
    assert answer.status_code == (200 if there else 404)
    own = "script-src 'self' 'unsafe-inline'" in answer.headers["content-security-policy"]
    assert own is there, "only its own pages have scripts in them"


def test_where_the_documentation_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_SITE", str(tmp_path))
    assert site_folder() is None, "there is nothing in it"
    (tmp_path / "index.html").touch()
    assert site_folder() == tmp_path


def test_the_api_is_described_in_a_page(reader: TestClient) -> None:
    assert '<a href="/api">' in reader.get("/help").text
    page = unescape(reader.get("/api").text)
    described = reader.get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, each in methods.items():
            assert f"{method.upper()} {path}</code>" in page
            assert each["description"].split("\n")[0] in page
    assert '<th scope="row"><code>player</code></th>' in page


def test_help_says_which_version_it_is(reader: TestClient) -> None:
    assert f"Plyground {plyground.__version__} plays" in reader.get("/help").text
