"""Golden words: what Plyground answers to a line, kept below it in a file of tests/golden/words.

A question is a line of such a file, and its answer is the indented lines below. To see a change of
words as a difference of these files:

    pytest tests/test_cli.py tests/test_records.py --update-golden
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "golden" / "words"


def questions(name: str) -> list[str]:
    """The lines of a file that are answered: neither indented nor comments."""
    return re.findall(r"^[^\s#].*$", (FOLDER / name).read_text("utf-8"), re.MULTILINE)


def assert_answered(name: str, question: str, answer: list[str], config: pytest.Config) -> None:
    """Assert that the answer to a question is the one that is kept; or keep it."""
    path = FOLDER / name
    text = path.read_text("utf-8")
    head, line, rest = f"\n{text}".partition(f"\n{question}\n")
    assert line, f"{question} is not in {path}"
    kept = re.match(r"(?:  .*\n)*", rest)[0]  # type: ignore[index]
    found = "".join(f"  {each}\n" for each in answer)
    if config.getoption("--update-golden"):
        path.write_text((head + line + found + rest[len(kept) :])[1:], "utf-8")
    else:
        assert found == kept
