"""The Python of docs/bridges.md runs where its library is installed."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "bridges.md").read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("library", "module"),
    [("PettingZoo", "pettingzoo"), ("Gymnasium", "gymnasium"), ("OpenSpiel", "pyspiel")],
)
def test_the_python(library: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{library} is not installed")
    (code,) = re.findall(rf"## {library}\n[^#]*?```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})
