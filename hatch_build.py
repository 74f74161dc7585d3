"""What a build adds: the README as a package index shows it, where links and pictures need whole
addresses.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

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
