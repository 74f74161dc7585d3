"""What docs/bridges.md shows runs: its Python where the library is installed, and its commands."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.cli.app import run
from plyground.interop.uci import Engine

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "bridges.md").read_text()


@pytest.mark.parametrize(
    ("library", "module"),
    [("PettingZoo", "pettingzoo"), ("Gymnasium", "gymnasium"), ("OpenSpiel", "pyspiel")],
)
def test_the_python(library: str, module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{library} is not installed")
    (code,) = re.findall(rf"## {library}\n[^#]*?```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, {})


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are told from each other by what comes first; those of other programs are theirs."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    shown = "".join(block for language, block in blocks if not language)
    lines = shown.replace("\\\n", " ").splitlines()
    commands = {shlex.split(line)[1]: shlex.split(line)[1:] for line in lines
                if line.startswith("plyground")}  # fmt: skip
    assert set(commands) == {"play", "agent", "uci"}
    monkeypatch.chdir(tmp_path)
    assert run(commands["agent"]) == exits.SUCCESS
    assert (tmp_path / commands["agent"][1]).exists()
    monkeypatch.setattr(Engine, "listen", lambda _engine, _lines: None)
    assert run(commands["uci"]) == exits.SUCCESS


def test_its_links() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
