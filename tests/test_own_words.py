"""Parts of the faces pass each other values: none of them reads back a sentence of ours.

Whatever takes text apart in `web` and `cli` is found in the source, and has to be one of those that
read what other programs or people write. The migrations are left out: they read what older versions
kept, as it was then.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "plyground"

# Methods of text that look for the text they are given.
READING = {"endswith", "find", "index", "partition", "removeprefix", "removesuffix", "replace"}
READING |= {"rpartition", "rsplit", "split", "startswith"}

# What is read, by file and by what is looked for, and who writes it.
OTHERS_WRITE = {
    ("cli/app.py", "Invalid value"): "the library that reads the command line",
    ("cli/dialogue.py", " "): "people: a command and what follows it",
    ("cli/games.py", "="): "people: an option and its value",
    ("cli/games.py", ".py"): "people: the file of a game",
    ("cli/games.py", ":"): "people: a file and the game in it",
    ("cli/start.py", "?"): "people: the address of a database",
    ("cli/start.py", "file:"): "people: the address of a database",
    ("cli/terminal.py", "plyground."): "Python: the module of a warning",
    ("cli/working.py", "utf"): "Python: the name of an encoding",
    ("web/app.py", "/"): "a browser: the path of a page",
    ("web/launch/addresses.py", "."): "the system: this computer's name",
    ("web/launch/show.py", ".html"): "people: the file of a page",
    ("web/launch/window.py", "/snap/"): "the system: where a browser is",
    ("web/later.py", "/"): "a browser: the path of a page",
    ("web/new_game_form.py", "+"): "people: the times of a clock",
    ("web/pages/alone.py", r"ply\d+/[a-z]/([^/\s]+)/([^/\s]+)/\S+"): "people: a text from a friend",
    ("web/pages/help_page.py", "/"): "FastAPI: where a schema is in its description",
    ("web/pages/look.py", ".js"): "a browser: the path of a script",
    ("web/pages/look.py", ".min.js"): "a browser: the path of a script",
    ("web/pages/review.py", "/room/"): "a browser: the path of a page",
    ("web/review_file.py", r"^(import .*;\n|export )"): "JavaScript: its modules",
    ("web/services/game_files.py", "plyground: "): "another process: who says what went wrong",
    ("web/store/database.py", "_"): "the system: the names of the migrations' files",
    ("web/store/database.py", "\n"): "the database: its error's first line",
    ("web/store/database.py", "file:"): "people: the address of a database",
}

OTHERS_WRITE |= {
    (
        "web/services/chapters.py",
        looked_for,
    ): "authors: documents in Markdown, and what becomes of it"
    for looked_for in (
        r'"\)\{ data-live="([^"]+)" \}',
        r'\]\([^)\s]+\)\{ data-app="([^"]+)" \}',
        r"<p>((?:<figure.*?</figure>\s*)+)</p>",
        r"\]\(([\w-]+)\.md\)",
        r'title="([^"]+)"',
        "The question. ",
        "utf-8",
        "rules.md",
        " || ",
        "#",
        "/",
        "--columns",
        "\n",
        ".md",
        r"plyground \w+ (\w+)(?: (\d{2,}))?",
    )
}


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
    found = []
    for folder in ("cli", "web"):
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            name = path.relative_to(PACKAGE).as_posix()
            found += [
                f"{name}:{line} looks for {looked_for!r}"
                for looked_for, line in readings(path)
                if (name, looked_for) not in OTHERS_WRITE
            ]
    assert found == []


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
