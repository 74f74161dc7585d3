"""What the README shows is true: its Python runs, and gives what the comments say."""

import ast
import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.compiled
def test_the_python_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    variables: dict[str, object] = {}
    stated = 0
    for line in code.splitlines():
        statement, _, comment = line.partition("#")
        try:
            found = eval(statement, variables)
        except SyntaxError:
            exec(statement, variables)
            continue
        value = re.sub(r": players count.*", "", comment.strip())
        try:
            expected = ast.literal_eval(value)
        except (SyntaxError, ValueError):
            continue
        assert found == expected, line
        stated += 1
    assert stated == 7
