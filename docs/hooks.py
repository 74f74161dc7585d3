"""What the site adds to MkDocs: the notebooks as pages, run as it is built, and the app's icon.

A notebook is a Python file in the percent format of jupytext. Its page shows the code and what it
gives; beside the page lies the same as .ipynb, to be opened in Jupyter. The usual plugin for this
writes pages that load scripts from other hosts, and half a megabyte of styles into each of them.
"""

from __future__ import annotations

import html
import tomllib
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
ICON = ROOT / "src" / "plyground" / "web" / "static" / "icon.svg"

_SECONDS = 120  # for one cell, on a machine that compiles what it needs for the first time


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Link to the repository, if the package names one."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        urls = tomllib.load(file)["project"]["urls"]
    config.repo_url = urls.get("Source")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the page of each notebook in its place, and the icon into the theme's reach."""
    files.append(File.generated(config, "images/icon.svg", content=ICON.read_text()))
    for file in [each for each in files if each.src_uri.startswith("notebooks/")]:
        assert file.abs_src_path
        notebook = executed(Path(file.abs_src_path))
        files.remove(file)
        name = file.src_uri.removesuffix(".py")
        files.append(File.generated(config, f"{name}.ipynb", content=nbformat.writes(notebook)))
        files.append(File.generated(config, f"{name}.md", content=page(notebook, Path(name).name)))
    return files


def executed(path: Path) -> Any:
    """The notebook in that file, with what its cells give. A cell that fails raises."""
    notebook = jupytext.read(path)
    # Else each kernel warns that it talks to this process over a port of this machine.
    quiet = ["--log-level=ERROR"]
    NotebookClient(
        notebook, timeout=_SECONDS, kernel_name="python3", extra_arguments=quiet
    ).execute()
    return notebook


def page(notebook: Any, name: str) -> str:
    """The notebook as Markdown."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        else:
            parts.append(f"```python\n{cell.source}\n```")
            parts.extend(filter(None, map(_shown, cell.outputs)))
    parts.insert(1, f"[Download this notebook]({name}.ipynb){{ .md-button download }}")
    return "\n\n".join(parts)


def _shown(output: Any) -> str:
    """What one output of a cell looks like: a picture if it has one, else its text."""
    if output.output_type == "stream":
        # What goes to standard error is for the one who waits: that something is compiled.
        return _block(output.text) if output.name == "stdout" else ""
    if "image/svg+xml" in output.data:
        return _raw(output.data["image/svg+xml"])
    return _block(output.data["text/plain"])


def _block(text: str) -> str:
    return _raw(f"<pre><code>{html.escape(text.rstrip())}</code></pre>")


def _raw(content: str) -> str:
    return f'<div class="output">{content.strip()}</div>'
