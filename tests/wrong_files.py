"""Game files with a fault: Nim, changed as the blocks of a document show."""

from __future__ import annotations

import re
from pathlib import Path

NIM = (Path(__file__).parent.parent / "examples" / "nim.py").read_text()


def sections(name: str) -> dict[str, str]:
    """The sections of a document of tests/data, by their headings."""
    text = (Path(__file__).parent / "data" / name).read_text()
    return dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", text, re.MULTILINE))


def blocks(section: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def wrong(section: str) -> str:
    """Nim with all the changes of a section."""
    text = NIM
    for right, wrong in changes(section):
        assert right in text
        text = text.replace(right, wrong, 1)
    return text


def changes(section: str) -> list[tuple[str, str]]:
    """What is right and what is wrong: lines with - are wrong, and lines with + their cure."""
    found = []
    for block in blocks(section, "diff"):
        lines = block.splitlines(keepends=True)
        right, wrong = (
            "".join(line[1:] or "\n" for line in lines if not line.startswith(left_out))
            for left_out in "-+"
        )
        found.append((right, wrong))
    return found
