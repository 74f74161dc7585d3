"""Plain English: phrases that no text of Plyground may have, and what to say instead.

The search covers everything that people read: pages and documents, and the strings and comments of
Python files and the names of their tests. `python tests/test_english.py [PATH...]` lists the finds.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A phrase and what to say instead. A space in a pattern is any space, a new line too.
PHRASES = {
    r"com(e|es|ing) along": "is included, comes with Plyground",
    r"told(?! to\b| apart\b|`)": "says, reports, shows",
    r"anew": "again",
    r"(for|by|to|with|from|than) who": "for the player who, for those who",
    r"one's own|(of|up|for|at|in|by|take) one's": "your own",
    r"err(s|ed|ing)?": "makes mistakes",
    r"who(m)?s(o)?ever": "no matter whose",
    r"so (much|many) at most": "at most this much",
    r"less (the (opponent|other|sum|number)|its|their|his|her|my|your|those|that of)": "minus",
    r"(every|any|each|single|several|other|\d[\d,]*) signs?(?! (of|to|that|at|is|are)\b)"
    r"|signs (in|of) a (line|text|file|name)": "characters",
    r"(?<!cannot\s)(?<!how\sit\s)st(and|ands)"
    r"(?! (for|in for|up|out|alone|still|in the way)\b)": "is",
    r"Who (?!(is|are|was|it|may|can) )[a-z]+ [^.?;:]{0,50}\b(wins?|loses?|goes|may|can|is|has|had"
    r"|takes|gives|sees|gets|stops|says|must|needs|wants|ends|knows)\b[^?.]*[.]": "The player who",
    r"(?<=;) who [a-z]+s|(but|so|if|where) who (?!(is|are|was) )[a-z]+s":
    "the player who, anyone who",
    r"but for": "except, apart from",
    r"the chosen": "the selected",
    r"rest(s|ed)? on": "is based on, depends on",
    r"somebody": "someone, or the role: a player, a visitor",
    r"(?<![Tt]here\s)is no (player|game|move|text|tag|number|parameter|line|record|result|file"
    r"|level|heuristic|program|option|action|request|position|value|address|table|key|name|puzzle"
    r"|series|kind|whole|colour|board|member|book|experiment|simulation)": "is not a",
    r"(?<=\W)as in (?=[`'\"\[:;,(\d])": "such as, for example",
    r"whereof|thereof|thereby|hereby|herein": "(leave it out)",
}  # fmt: skip
PATTERNS = {
    re.compile(
        r"(?<![\w-])(" + phrase.replace(" ", r"\s+") + r")(?![\w-])",
        0 if phrase.startswith("Who") else re.IGNORECASE,
    ): phrase
    for phrase in PHRASES
}
# The comments, the strings and the names of tests in a file of Python.
TOKENS = re.compile(
    r'#[^\n]*|(?<!\w)(?:test_\w+|[A-Za-z]{0,2}(?:"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))""",
    re.DOTALL,
)
FOLDERS = ("src", "docs", "examples", "bundle", "benchmarks", "tests")
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
READ = {".py", ".html", ".js", ".css", ".toml", ".txt", ".md"}

# Texts that quote others, or the phrases themselves; and folders that still have some of them.
LEFT_OUT = (
    "tests/test_english.py",
    "tests/golden/",
    "tests/data/",
    "docs/fonts/",
    "docs/scripts/",
    "src/plyground/web/static/atkinson-hyperlegible-LICENSE.txt",
    "src/plyground/web/static/htmx-LICENSE.txt",
    "src/plyground/web/store/migrations/",
    "benchmarks/baseline/",
)


def prose(path: Path) -> str:
    """What people read of a file, each word on its line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    said: list[str] = []
    end, quotes = 0, ROOT / "tests" in path.parents
    for token in TOKENS.finditer(text):
        if part := said_by(token[0], quotes):
            said += ["\n" * text.count("\n", end, token.start()) or " ", part]
            end = token.end()
    return re.sub("  +", " ", "".join(said))


def said_by(token: str, quotes: bool) -> str:
    """The prose of a token of Python, as long as the token; empty for single words.

    Of a file that `quotes` others, such as a test, only docstrings are its own words.
    """
    if token.startswith("test_"):
        return token.replace("_", " ")
    if token.startswith("#"):
        return token.replace("#", " ")
    if (token.startswith('"""') or not quotes) and " " in token:
        return unquoted(token)
    return ""


def unquoted(literal: str) -> str:
    """What a string says, as long as the literal: no marks, and no code of an f-string."""
    prefix = re.match(r"[A-Za-z]*", literal)[0].lower()  # type: ignore[index]
    said = re.sub(r'^[A-Za-z]*("""|\'\'\'|"|\')|("""|\'\'\'|"|\')$', blank, literal)
    return re.sub(r"\{[^{}\n]*\}", blank, said) if "f" in prefix else said


def blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def findings(path: Path) -> Iterator[str]:
    """The phrases in a file: line, phrase, and what to say instead."""
    text = prose(path)
    for pattern, phrase in PATTERNS.items():
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1
            found = " ".join(match[0].split())
            yield f"{path}:{line}: {found!r}: say {PHRASES[phrase]!r}"


def read_files(paths: list[str]) -> Iterator[Path]:
    """The files that git keeps there and people read."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *paths], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in sorted(filter(None, listed.stdout.split("\0"))):
        if Path(name).suffix in READ and not name.startswith(LEFT_OUT):
            yield ROOT / name


@pytest.mark.slow
@pytest.mark.parametrize("part", [*FOLDERS, *PAGES])
def test_no_phrase_of_the_list(part: str) -> None:
    found = [each for file in read_files([part]) for each in findings(file)]
    assert not found, "\n".join(found)


def test_the_finder_finds(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        "def test_who_errs(told: int) -> str:  # a name is not prose: told\n"
        '    """Three files come\n'
        '    along. Who completes a line wins. The value stands below."""\n'
        "    anew = 3\n"
        "    return f'{anew} is no game, somebody {told}'\n"
    )
    found = [line.removeprefix(f"{file}:").split(": say")[0] for line in findings(file)]
    assert sorted(found) == [
        "1: 'errs'",
        "1: 'told'",
        "2: 'come along'",
        "3: 'Who completes a line wins.'",
        "3: 'stands'",
        "5: 'is no game'",
        "5: 'somebody'",
    ]


@pytest.mark.parametrize(
    "good",
    [
        "A dot stands for an empty cell. Player 1 is no longer to move. There is no game to go on.",
        "Less than three. The search was told to stop, and no two of them can be told apart.",
        "Who plays? The player who completes a line wins. Say who moves. The sign of a score.",
        "The default is no limit. As in chapter 3, errors are reported. She understands it.",
    ],
)
def test_good_english_passes(good: str, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(good)
    assert not list(findings(file))


if __name__ == "__main__":
    for file in read_files(sys.argv[1:] or [*FOLDERS, *PAGES]):
        for finding in findings(file):
            print(finding.removeprefix(f"{ROOT}/"))
