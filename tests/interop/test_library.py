"""Libraries that bridges lead to: missing, too old, broken."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.installing import install_command
from plyground.interop.library import LibraryError, importing, require
from plyground.position import CannotError

REMEDY = install_command("gymnasium")

ROOT = Path(__file__).parent.parent.parent


def refusal(module: str, distribution: str, least: str) -> str:
    with pytest.raises(LibraryError) as error:
        require(module, distribution, least, "gymnasium")
    assert isinstance(error.value, (CannotError, ImportError))
    return str(error.value)


def test_what_is_there() -> None:
    require("numpy", "numpy", "2.1", "gymnasium")


def test_what_is_missing() -> None:
    assert refusal("no_such_module", "no-such-thing", "1.0") == (
        f"no-such-thing is not installed: {REMEDY}"
    )


def test_what_is_too_old() -> None:
    said = refusal("numpy", "numpy", "99.0")
    assert said.startswith("numpy 2")
    assert said.endswith(f"and 99.0 or newer is needed: {REMEDY}")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module", f"x lacks no_such_module: {REMEDY}"),
        ("raise OSError('a\\nb')", f"x does not load (a b): {REMEDY}"),
        ("raise OSError", f"x does not load (OSError): {REMEDY}"),
        ("raise SystemExit('no')", f"x does not load (no): {REMEDY}"),
    ],
)
def test_what_does_not_load(
    source: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_library.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    assert refusal("broken_library", "x", "1.0") == said


def test_what_was_built_by_hand_may_be_of_any_version() -> None:
    require("tests", "no-such-distribution", "99.0", "gymnasium")


def test_what_is_no_longer_there() -> None:
    """So a version may be that is newer than any that was known."""
    with (
        pytest.raises(
            LibraryError, match=r"^numpy 2\S* is not as this version of plyground needs"
        ) as error,
        importing("numpy", "gymnasium"),
    ):
        exec("from numpy import none_such")
    assert str(error.value).endswith(f"): {REMEDY}")
    with (
        pytest.raises(LibraryError, match=r"^no-such-thing is not as .* \(a b\): .*pip install"),
        importing("no-such-thing", "gymnasium"),
    ):
        raise SystemExit("a\nb")
    with importing("numpy", "gymnasium"):
        exec("from numpy import array")


def stub(folder: Path, module: str, distribution: str, version: str, source: str = "") -> None:
    """A library of that version, as it would be installed in `folder`."""
    file = folder.joinpath(*module.split(".")) / "__init__.py"
    file.parent.mkdir(parents=True)
    file.write_text(source)
    metadata = folder / f"{distribution}-{version}.dist-info" / "METADATA"
    metadata.parent.mkdir(exist_ok=True)
    metadata.write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n")


@pytest.mark.parametrize(
    ("libraries", "bridge", "said"),
    [
        (["gymnasium 0.29.1"], "gymnasium",
         "gymnasium 0.29.1 is installed, and 1.1 or newer is needed: "),
        (["pettingzoo 1.26.1", "gymnasium 1.0.0"], "pettingzoo",
         "gymnasium 1.0.0 is installed, and 1.1 or newer is needed: "),
        (["pettingzoo 99.0", "gymnasium 99.0"], "pettingzoo",
         "pettingzoo 99.0 is not as this version of plyground needs it ("),
    ],
    ids=str,
)  # fmt: skip
def test_a_bridge_with_another_version(
    libraries: list[str], bridge: str, said: str, tmp_path: Path
) -> None:
    for library in libraries:
        name, _, version = library.partition(" ")
        stub(tmp_path, name, name, version)
    script = f"try: import plyground.interop.{bridge}\nexcept ImportError as error: print(error)"
    done = beside(tmp_path, "-c", script)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(said)
    assert done.stdout.endswith(f": {install_command(bridge)}\n")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("version", "source", "said"),
    [
        ("1.5", "", "open_spiel 1.5 is installed, and 1.6.15 or newer is needed: "),
        ("2.0", "raise ImportError('built for\\nanother Python')",
         "open_spiel does not load (built for another Python): "),
        pytest.param(
            "2.0", "import sys; sys.exit('bye')", "open_spiel does not load (bye): ",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_command_with_another_version(
    version: str, source: str, said: str, tmp_path: Path
) -> None:
    stub(tmp_path, "pyspiel", "open_spiel", version, source)
    stub(tmp_path, "open_spiel", "open_spiel", version)
    done = beside(tmp_path, "-m", "plyground", "openspiel")
    assert (done.returncode, done.stdout) == (exits.FAILURE, "")
    assert done.stderr.startswith(f"plyground: {said}")
    assert done.stderr.endswith(f"{install_command('openspiel')}\n")
    assert done.stderr.count("\n") == 1


def beside(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a Python does that finds what is in `folder` first."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip


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
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith(f"is not installed: {install_command(bridge)}\n")
    assert done.stdout.count("\n") == 1


@pytest.mark.slow
def test_the_command_line_without_a_library() -> None:
    script = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from plyground.cli.app import run\n"
        "sys.exit(run(['openspiel']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == exits.FAILURE
    assert done.stderr == (
        f"plyground: open_spiel is not installed: {install_command('openspiel')}\n"
    )


@pytest.mark.parametrize(
    ("bridge", "distribution", "stated"),
    [
        ("pettingzoo", "pettingzoo", "LEAST"),
        ("pettingzoo", "gymnasium", "LEAST_GYMNASIUM"),
        ("gymnasium", "gymnasium", "LEAST"),
        ("openspiel", "open_spiel", "LEAST"),
    ],
)
def test_an_extra_asks_for_the_version_that_the_bridge_does(
    bridge: str, distribution: str, stated: str
) -> None:
    source = (ROOT / f"src/plyground/interop/{bridge}.py").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (
        each for each in project["optional-dependencies"][bridge] if each.startswith(distribution)
    )
    assert f'\n{stated} = "{asked.removeprefix(f"{distribution}>=")}"' in source
