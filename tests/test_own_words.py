"""Parts of the faces pass each other values: none of them reads back a sentence of ours.

Whatever takes text apart in `web` and `cli` is found in the source, and has to be one of those that
read what other programs or people write. The migrations are left out: they read what older versions
kept, as it was then.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.words import questions

PACKAGE = Path(__file__).parent.parent / "src" / "plyground"

# Methods of text that look for the text they are given.
READING = {"endswith", "find", "index", "partition", "removeprefix", "removesuffix", "replace"}
READING |= {"rpartition", "rsplit", "split", "startswith"}


def readings(path: Path) -> Iterator[tuple[str, int]]:
    """What the calls of a file look for in texts, and on which line.

    A pattern or a piece of text counts if it has a word in it; what divides a text always does.
    """
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        module, method = node.func.value, node.func.attr
        is_pattern = isinstance(module, ast.Name) and module.id == "re"
        if not is_pattern and method not in READING:
            continue
        for part in (part for argument in node.args[:1] for part in ast.walk(argument)):
            if isinstance(part, ast.Constant) and isinstance(part.value, str | bytes):
                given = part.value
                looked_for = given.decode() if isinstance(given, bytes) else given
                if method in ("partition", "rpartition") or has_word(looked_for):
                    yield looked_for, node.lineno


def has_word(looked_for: str) -> bool:
    """Whether there is a word in it: two letters, classes of characters aside."""
    return re.search(r"[A-Za-z]{2}", re.sub(r"\[[^]]*\]|\\.", "", looked_for)) is not None


def test_no_face_reads_back_our_own_words() -> None:
    """What is looked for, and who writes it, is in tests/golden/words/read_back.txt."""
    found = {
        f"{path.relative_to(PACKAGE).as_posix()} looks for {looked_for!r}"
        for folder in ("cli", "web")
        for path in (PACKAGE / folder).rglob("*.py")
        if "migrations" not in path.parts
        for looked_for, _ in readings(path)
    }
    assert found - {*questions("read_back.txt")} == set()


def test_the_finder_finds(tmp_path: Path) -> None:
    """The sentences that parts of the app once read back."""
    file = tmp_path / "page.py"
    file.write_text(
        "import re\n"
        'WINNER = re.compile(r"; Player ([12]) wins!$")\n'
        'STRENGTH = re.compile(r"(?<=depth=)\\d+")\n'
        'kind = player.partition(":")[0]\n'
        "said = words.removeprefix('Right: ')\n"
        'over = event.startswith(b"event: end")\n'
        'text = said.replace(" in ", " ")\n'
    )
    assert sorted(line for _, line in readings(file)) == [2, 3, 4, 5, 6, 7]
