"""Documents of HTML, taken apart for tests."""

from __future__ import annotations

import base64
import gzip
import re
from html.parser import HTMLParser


class Document(HTMLParser):
    """The elements of a document with their attributes, and the texts of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if self.lasttag in self.texts and data.strip():
            self.texts[self.lasttag].append(data)

    def attributes(self, tag: str) -> dict[str, str]:
        """Those of the last element of that name."""
        return dict(self.elements)[tag]

    @property
    def policy(self) -> dict[str, str]:
        """What the document says that a browser may load."""
        [content] = [each["content"] for _, each in self.elements if "http-equiv" in each]
        return dict(rule.split(" ", 1) for rule in content.split("; "))


def unpacked(text: str) -> bytes:
    """What is kept in a document as text."""
    return gzip.decompress(base64.b64decode(text))


def part(document: str, name: str) -> bytes:
    """What an element of a document holds."""
    (found,) = re.findall(rf'id="{name}">([^<]*)<', document)
    return unpacked(found)
