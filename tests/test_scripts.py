"""Modules as scripts: joined for a file, and each by itself for the app."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from plyground.browser import scripts

ENTRIES = ("page", "learned", "arcade", "live", "report", "board")

Written = Callable[[dict[str, str]], None]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Puts modules in the place of those of the package."""

    def put(texts: dict[str, str]) -> None:
        monkeypatch.setattr(scripts, "script", lambda name: texts[name.removeprefix("browser/")])
        for kept in (scripts.imported, scripts.joined):
            kept.cache_clear()

    return put


@pytest.mark.parametrize("name", ENTRIES)
def test_a_joined_script_is_plain(name: str) -> None:
    script = scripts.joined(f"browser/{name}.js")
    assert not re.search(r"^\s*(import|export)\b|\beval\(|new Function", script, re.MULTILINE)
    assert "</script" not in script
    assert "/**" not in script


def test_modules_come_after_those_they_import(written: Written) -> None:
    written(
        {
            "a.js": 'import { b as second, c } from "./b.js";\nimport * as d from "./d.js";\n'
            "export const a = second + c + d.d;\n",
            "b.js": 'import { d } from "./d.js";\nconst b = d;\nexport { b };\n'
            "export function c() {}\n",
            "d.js": "// d\nexport const d = 1;\n",
        }
    )
    assert scripts.imported("browser/a.js") == ("browser/d.js", "browser/b.js")
    assert scripts.joined("browser/a.js") == (
        "(() => {\n"
        "const m0 = (() => {\nconst d = 1;\nreturn { d };\n})();\n"
        "const m1 = (() => {\nconst { d } = m0;\nconst b = d;\nfunction c() {}\n"
        "return { b, c };\n})();\n"
        "const m2 = (() => {\nconst { b: second, c } = m1;\nconst d = m0;\n"
        "const a = second + c + d.d;\nreturn { a };\n})();\n"
        "return m2;\n})()"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export default 1;\n", "export default 1;"),
        ("export let a = 1;\n", "export let a"),
        ('export * from "./b.js";\n', "export \\*"),
        ('import a from "./b.js";\n', "import a from"),
        ('import "./b.js";\n', 'import "./b.js"'),
        ('const a = import("./b.js");\n', "import\\("),
        ("const a = import.meta.url;\n", "import.meta"),
        ('import { b } from "./b.js";\n', "imports itself"),
    ],
)
def test_what_cannot_be_joined_is_refused(written: Written, text: str, why: str) -> None:
    written({"a.js": text, "b.js": 'import { a } from "./a.js";\nexport const b = a;\n'})
    with pytest.raises(ValueError, match=f"browser/[ab].js.*{why}"):
        scripts.joined("browser/a.js")


def test_other_scripts_have_another_seal(monkeypatch: pytest.MonkeyPatch) -> None:
    before = scripts.seal()
    scripts.seal.cache_clear()
    assert scripts.seal() == before
    with monkeypatch.context() as changed:
        changed.setattr(scripts, "modules", lambda: {"browser/a.js": "1;\n"})
        scripts.seal.cache_clear()
        assert scripts.seal() != before
    scripts.seal.cache_clear()


def test_one_module_alone_asks_for_the_storage_of_the_browser() -> None:
    asking = [name for name, text in scripts.modules().items() if "Storage" in text]
    assert asking == ["browser/storage.js"]


def test_the_first_page_loads_ahead_what_a_game_s_page_needs() -> None:
    home, room = "web/static/home.js", "web/static/owned.js"
    [listed] = re.findall(r"NEXT = (\[.*?\])", scripts.script(home))
    found = {scripts._at(home, each) for each in json.loads(listed)}
    everywhere = {"web/static/in_line.js"}
    assert found == {*scripts.imported(room), room} - {*scripts.imported(home)} - everywhere
