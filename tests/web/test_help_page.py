"""Help without the internet: the app's own page, and the documentation where there is one."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import plyground
from plyground.folders import site_folder
from plyground.web.app import create_app
from plyground.web.games import installed_games
from plyground.web.pages.help_page import DOCUMENTATION
from plyground.web.settings import Settings
from tests.web.conftest import Person

TEMPLATES = Path(plyground.__file__).parent / "web" / "templates"


def test_every_page_leads_to_help(person: Person) -> None:
    for address in ("/", "/library", "/puzzles", "/nowhere"):
        assert 'href="/help"' in person().get(address).text


def test_every_game_is_explained(person: Person) -> None:
    page = unescape(person().get("/help").text)
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


def test_the_documentation_is_in_the_app_where_it_is_on_the_disk(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<title>All there is to read</title>")
    for folder in (None, site):
        app = create_app(Settings(data=tmp_path, site=folder))
        with TestClient(app, base_url="http://localhost") as client:
            shown = client.get("/help").text
            answer = client.get(f"{DOCUMENTATION}/index.html")
        assert (f'href="{DOCUMENTATION}/index.html"' in shown) == (folder is not None)
        assert answer.status_code == (404 if folder is None else 200)
        own = "script-src 'self' 'unsafe-inline'" in answer.headers["content-security-policy"]
        assert own == (folder is not None), "only its own pages have scripts in them"


def test_where_the_documentation_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_SITE", str(tmp_path))
    assert site_folder() is None, "there is nothing in it"
    (tmp_path / "index.html").touch()
    assert site_folder() == tmp_path


def test_the_api_is_described_in_a_page(person: Person) -> None:
    client = person()
    assert '<a href="/api">' in client.get("/help").text
    page = unescape(client.get("/api").text)
    described = client.get("/api/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, each in methods.items():
            assert f"{method.upper()} {path}</code>" in page
            assert each["description"].split("\n")[0] in page
    assert '<th scope="row"><code>player</code></th>' in page


def test_help_says_which_version_it_is(person: Person) -> None:
    assert f"Plyground {plyground.__version__} plays" in person().get("/help").text
