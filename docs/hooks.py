"""What the site adds to MkDocs: boards drawn within pages, the notebooks as pages, the app's icon.

A page shows a board as a picture in a file. The site writes the drawing itself into the page, where
boards.css colours it for light and dark pages.

A notebook is a Python file in the percent format of jupytext. Its page shows the code and the
results; the notebook itself lies next to the page as .ipynb, for Jupyter. The build runs the
notebooks, which takes most of its time: with NOTEBOOKS=no in the environment they show their code
alone. The usual plugin for notebooks loads scripts from other hosts, and writes half a megabyte of
styles into each page.
"""

from __future__ import annotations

import html
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
BOARDS = ROOT / "docs" / "images" / "boards"
ICON = ROOT / "src" / "plyground" / "web" / "static" / "icon.svg"

_BOARDS = re.compile(r"<p>((?:<img [^>]*images/boards/[^>]*>\s*)+)</p>")
_BOARD = re.compile(r'<img [^>]*src="[^"]*/([^"/]+)"[^>]*title="([^"]+)"[^>]*>\s*')

_SECONDS = 120  # for one cell, on a machine that compiles what it needs for the first time
_RUN = os.environ.get("NOTEBOOKS") != "no"


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


def on_page_content(content: str, **_: Any) -> str:
    """Draw the boards within the page, each above the command that shows it."""
    return _BOARDS.sub(_figures, content)


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


def _figures(found: re.Match[str]) -> str:
    return f'<div class="positions">{_BOARD.sub(_figure, found[1])}</div>'


def _figure(found: re.Match[str]) -> str:
    drawing = (BOARDS / found[1]).read_text(encoding="utf-8")
    return f"<figure>{drawing}<figcaption><code>{found[2]}</code></figcaption></figure>"


def _block(text: str) -> str:
    return _raw(f"<pre><code>{html.escape(text.rstrip())}</code></pre>")


def _raw(content: str) -> str:
    return f'<div class="output">{content.strip()}</div>'
