"""The command that installs a part's libraries, for this installation."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

from plyground.installing import install_command

EXTRAS = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))[
    "project"
]["optional-dependencies"]


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - {"all"}))
def test_it_names_the_libraries(extra: str) -> None:
    named = install_command(extra).partition(" install -U ")[2].replace("_", "-").split()
    assert set(named) >= {each.partition(">")[0].replace("_", "-") for each in EXTRAS[extra]}


def test_pip_is_that_of_this_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scripts = sysconfig.get_path("scripts")
    monkeypatch.setattr(shutil, "which", lambda name: f"{scripts}/{name}")
    assert install_command("charts") == "pip install -U altair vl-convert-python"
    for elsewhere in (f"{tmp_path}/pip", None):
        monkeypatch.setattr(shutil, "which", lambda name: elsewhere)  # noqa: B023
        assert install_command("cluster") == f"{sys.executable} -m pip install -U distributed"


@pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="needs pip")
def test_the_command_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    command = install_command("records").replace(" -U ", " --dry-run --no-index ")
    done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "polars" in done.stdout


def test_all_installs_everywhere_and_does_no_harm() -> None:
    (everything,) = EXTRAS["all"]
    named = everything.removeprefix("plyground[").removesuffix("]").split(",")
    assert sorted(named) == sorted(EXTRAS.keys() - {"all", "openspiel", "window"})
