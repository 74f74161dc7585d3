"""What the site adds to MkDocs: boards drawn within pages, the notebooks as pages, the app's icon.

A page shows a board as a picture in a file. The site writes the drawing itself into the page, where
boards.css colours it for light and dark pages. A picture with data-live becomes a board to play on,
see plyground.browser.live; its scripts are files that all pages share. With data-deals it asks who
wins endings that it deals. An empty element with
data-people becomes the list of a game's opponents, with their faces and with what they score.

A notebook is a Python file in the percent format of jupytext. Its page shows the code and the
results; the notebook itself lies next to the page as .ipynb, for Jupyter. The build runs the
notebooks, which takes most of its time: with NOTEBOOKS=no in the environment they show their code
alone. The usual plugin for notebooks loads scripts from other hosts, and writes half a megabyte of
styles into each page.
"""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from nbclient import NotebookClient

import plyground as pg
from plyground.browser import live
from plyground.render.faces import face

ROOT = Path(__file__).parent.parent
BOARDS = ROOT / "docs" / "images" / "boards"
ICON = ROOT / "src" / "plyground" / "web" / "static" / "icon.svg"

_BOARDS = re.compile(r"<p>((?:<img [^>]*images/boards/[^>]*>\s*)+)</p>")
_PEOPLE = re.compile(r'<div data-people="([^"]+)"></div>')
_LIVE = re.compile(r' data-live="([^"]+)"')
_DEALS = re.compile(r' data-deals="([^"]+)"')
_BOARD = re.compile(r'<img [^>]*src="[^"]*/([^"/]+)"[^>]*title="([^"]+)"[^>]*>\s*')

_SECONDS = 120  # for one cell, on a machine that compiles what it needs for the first time
_RUN = os.environ.get("NOTEBOOKS") != "no"

_scripts: dict[str, str] = {}  # of boards to play on, by the names of their files


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Link to the repository, if the package names one."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        urls = tomllib.load(file)["project"]["urls"]
    config.repo_url = urls.get("Source")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the page of each notebook in its place, and the icon where the theme finds it."""
    files.append(File.generated(config, "images/icon.svg", content=ICON.read_text()))
    for file in [each for each in files if each.src_uri.startswith("notebooks/")]:
        assert file.abs_src_path
        notebook = read(Path(file.abs_src_path))
        files.remove(file)
        name = file.src_uri.removesuffix(".py")
        files.append(File.generated(config, f"{name}.ipynb", content=nbformat.writes(notebook)))
        files.append(File.generated(config, f"{name}.md", content=page(notebook, Path(name).name)))
    return files


def on_page_content(content: str, page: Page, **_: Any) -> str:
    """Draw the boards within the page, each above the command that shows it."""
    used: dict[str, str] = {}
    content = _BOARDS.sub(lambda found: _figures(found, used), content)
    content = _PEOPLE.sub(lambda found: _people(found[1]), content)
    _scripts.update(used)
    addresses = [get_relative_url(name, page.url) for name in used]
    return content + "".join(f'<script defer src="{each}"></script>' for each in addresses)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts of the boards to play on, each once."""
    for name, text in _scripts.items():
        path = Path(config.site_dir, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def on_post_page(output: str, **_: Any) -> str:
    """Name the theme's search for those who hear the page."""
    return output.replace('role="dialog">', 'role="dialog" aria-label="Search">')


def read(path: Path) -> Any:
    """The notebook in that file, with what its cells give. A cell that fails raises."""
    notebook = jupytext.read(path)
    # Without this, each kernel warns that it talks to this process over a port of this machine.
    quiet = ["--log-level=ERROR"]
    client = NotebookClient(
        notebook, timeout=_SECONDS, kernel_name="python3", extra_arguments=quiet
    )
    if _RUN:
        client.execute()
    for output in (output for cell in notebook.cells for output in cell.get("outputs", ())):
        # The picture is enough here: a board to play on takes 70 kB or more each time.
        if "image/svg+xml" in output.get("data", ()):
            output.data.pop("text/html", None)
    return notebook


def page(notebook: Any, name: str) -> str:
    """The notebook as Markdown."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts.extend(filter(None, map(_shown, cell.get("outputs", ()))))
    parts.insert(1, f"[Download this notebook]({name}.ipynb){{ .md-button download }}")
    return "\n\n".join(parts)


def _shown(output: Any) -> str:
    """What one output of a cell looks like: a picture if it has one, else its text."""
    if output.output_type == "stream":
        # Standard error is for those who wait: it says that something is compiled.
        return _block(output.text) if output.name == "stdout" else ""
    if "image/svg+xml" in output.data:
        return _raw(output.data["image/svg+xml"])
    return _block(output.data["text/plain"])


def _figures(found: re.Match[str], scripts: dict[str, str]) -> str:
    drawn = _BOARD.sub(lambda board: _figure(board, scripts), found[1])
    return f'<div class="positions">{drawn}</div>'


def _figure(found: re.Match[str], scripts: dict[str, str]) -> str:
    drawing = (BOARDS / found[1]).read_text(encoding="utf-8")
    caption = f"<figcaption><code>{found[2]}</code></figcaption>"
    player = _LIVE.search(found[0])
    if player is None:
        return f"<figure>{drawing}{caption}</figure>"
    _, _, name, *moves = shlex.split(found[2])
    game = pg.game(name)
    scripts[f"scripts/{live.ELEMENT}.js"] = (
        f"((Worker) => {{\n{live.live_definition()}}})(ownWorker);\n"
    )
    scripts[f"scripts/{live.live_key(game)}.js"] = live.live_game(game)
    computer = pg.parse_player(player[1])
    deals = _DEALS.search(found[0])
    board = live.live_element(
        game.position(game.split_moves(moves)),
        computer,
        picture=drawing,
        deals=deals[1] if deals else "",
    )
    return f'<figure class="live">{board}{"" if deals else caption}</figure>'


def _people(text: str) -> str:
    """The opponents of a game, the weakest first; `text` is its name, and then its parameters."""
    name, *values = text.split()
    game = pg.game(name, **{each.name: int(value) for each, value in zip(
        pg.game(name).parameters, values, strict=False)})  # fmt: skip
    kept = json.loads((ROOT / "benchmarks" / "kept" / "levels.json").read_text(encoding="utf-8"))
    group = f"Levels of {game}, score against the one below"
    scores = {each["name"]: each["value"] for each in kept if each["group"] == group}
    rows, below = [], ""
    for number, each in enumerate(game.levels, 1):
        said = [f"<strong>{each.name}</strong> {html.escape(each.sees)}"]
        said.append(f"<em>How to beat {each.name}?</em> {html.escape(each.beaten)}")
        if below:
            score = scores[f"{each.name} ({number})"]
            said.append(f"<small>Scores {score:.2f} against {below}.</small>")
        rows.append(f"<li>{face(each.name)}<div>{'<br>'.join(said)}</div></li>")
        below = each.name
    return f'<ol class="people">{"".join(rows)}</ol>'


def _block(text: str) -> str:
    return _raw(f"<pre><code>{html.escape(text.rstrip())}</code></pre>")


def _raw(content: str) -> str:
    return f'<div class="output">{content.strip()}</div>'
