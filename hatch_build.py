"""What a build adds: the README as a package index shows it, where links and pictures need whole
addresses, and in a wheel the compiled games for pages, and the chapters that the app shows.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

CHAPTERS = {
    "docs/learn": "learn",
    "docs/teach": "teach",
    "docs/rules.md": "rules.md",
    "docs/own-game.md": "own-game.md",
    # Not as files of Python: the compiled games belong to all of those in the package.
    "examples/nim.py": "examples/nim.py.txt",
    "examples/heuristics/middle.py": "examples/heuristics/middle.py.txt",
}
"""What the app shows under Learn or lets people download, and its place in plyground/docs. Pictures
are drawn when they are shown.
"""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")


def readme(text: str, source: str) -> str:
    """The README with links into the repository at `source`; without them while there is none."""

    def link(found: re.Match[str]) -> str:
        picture, shown, path = found.groups()
        if not source:
            return "" if picture else shown
        return f"{picture}[{shown}]({source}/{'raw' if picture else 'blob'}/HEAD/{path})"

    return _LINK.sub(link, text)


class ReadmeHook(MetadataHookInterface):
    """Hatch asks it for what pyproject.toml leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the README. The address is the one under [project.urls]."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        shown = readme(text, metadata.get("urls", {}).get("Source", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}


class ModulesHook(BuildHookInterface[Any]):
    """Hatch lets it add files to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what pages of the standard games need, and add the chapters; a checkout in use makes
        the former when it plays, and has the latter in its own folder.
        """
        if version == "editable":
            return
        folder = tempfile.mkdtemp()
        subprocess.run(
            [sys.executable, "-m", "plyground.browser.shipping", folder],
            env={**os.environ, "PYTHONPATH": str(Path(self.root) / "src")},
            check=True,
        )
        build_data["force_include"][folder] = "plyground/modules"
        for path, place in CHAPTERS.items():
            build_data["force_include"][str(Path(self.root) / path)] = f"plyground/docs/{place}"
