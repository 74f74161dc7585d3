"""Pages in one file, for tests: what they are made of, and what they ask for."""

import json
import re
from html.parser import HTMLParser
from typing import Any

WITHOUT_END = {"meta"}


class Page(HTMLParser):
    """The tags of a page, with their attributes, its words, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self._text = text
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in WITHOUT_END:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data

    def having(self, attribute: str) -> list[dict[str, str | None]]:
        """The attributes of each tag that has this one."""
        return [given for _, given in self.tags if attribute in given]

    def of_class(self, name: str, tag: str | None = None) -> list[dict[str, str | None]]:
        return [
            given
            for found, given in self.tags
            if name in (given.get("class") or "").split() and tag in (None, found)
        ]

    @property
    def data(self) -> Any:
        (found,) = re.findall(r'id="data"[^>]*>(.*?)</script>', self._text, re.DOTALL)
        return json.loads(found)

    def check_alone(self) -> None:
        """It needs nothing from elsewhere, and its policy allows only what is in it."""
        (policy,) = (given["content"] for given in self.having("http-equiv"))
        assert policy is not None
        assert policy.startswith("default-src 'none'; ")
        assert "http" not in policy
        assert not re.search(r"^(import|export)\b", self._text, re.MULTILINE)  # of no module
        for loading in ("@import", "url(", "XMLHttpRequest", "eval(", "import "):
            assert loading not in self._text
        ids = {given["id"] for given in self.having("id")}
        for tag, given in self.tags:
            assert tag not in ("link", "iframe", "img", "object", "base", "form")
            for name, value in given.items():
                assert name not in ("src", "srcset", "style", "action", "data", "data-address")
                assert not name.startswith("on")
                if name == "href":  # only to a place on this page
                    assert value is not None
                    assert value.startswith("#")
                    assert value[1:] in ids
                elif not name.startswith("xmlns"):
                    assert "://" not in (value or "")
