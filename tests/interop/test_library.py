"""Libraries that bridges lead to: missing, too old, broken."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.interop.library import LibraryError, require
from plyground.position import CannotError

ROOT = Path(__file__).parent.parent.parent


def refusal(module: str, distribution: str, least: str) -> str:
    with pytest.raises(LibraryError) as error:
        require(module, distribution, least, "some-extra")
    assert isinstance(error.value, (CannotError, ImportError))
    return str(error.value)


def test_what_is_there() -> None:
    require("numpy", "numpy", "2.1", "some-extra")


def test_what_is_missing() -> None:
    assert refusal("no_such_module", "no-such-thing", "1.0") == (
        "no-such-thing is not installed: pip install plyground[some-extra]"
    )


def test_what_is_too_old() -> None:
    said = refusal("numpy", "numpy", "99.0")
    assert said.startswith("numpy 2")
    assert said.endswith("and 99.0 or newer is needed: pip install plyground[some-extra]")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module", "x lacks no_such_module: pip install plyground[some-extra]"),
        ("raise OSError('a\\nb')", "x does not load (a b): pip install plyground[some-extra]"),
        ("raise OSError", "x does not load (OSError): pip install plyground[some-extra]"),
    ],
)
def test_what_does_not_load(
    source: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_library.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    assert refusal("broken_library", "x", "1.0") == said


def test_what_was_built_by_hand_may_be_of_any_version() -> None:
    require("tests", "no-such-distribution", "99.0", "some-extra")


@pytest.mark.parametrize(
    ("bridge", "library"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_a_bridge_without_its_library(bridge: str, library: str) -> None:
    """In a process of its own, from which the library is hidden."""
    script = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"try: import plyground.interop.{bridge}\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True
    )
    assert done.stdout.endswith(f"is not installed: pip install plyground[{bridge}]\n")
    assert done.stdout.count("\n") == 1


def test_the_command_line_without_a_library() -> None:
    script = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from plyground.cli.app import run\n"
        "sys.exit(run(['openspiel']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == exits.FAILURE
    assert done.stderr == (
        "plyground: open_spiel is not installed: pip install plyground[openspiel]\n"
    )


@pytest.mark.parametrize(
    ("bridge", "distribution"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "open_spiel")],
)
def test_an_extra_asks_for_the_version_that_the_bridge_does(bridge: str, distribution: str) -> None:
    source = (ROOT / f"src/plyground/interop/{bridge}.py").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (
        each for each in project["optional-dependencies"][bridge] if each.startswith(distribution)
    )
    assert f'LEAST = "{asked.removeprefix(f"{distribution}>=")}"' in source
