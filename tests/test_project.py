"""What a public project has: what the sdist holds, and that the project's files agree."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"


def yaml_file(path: Path) -> dict[str, object]:
    """What a YAML file holds; the key `on` is read as True."""
    return yaml.safe_load(path.read_text("utf-8"))


def test_the_sdist_has_all_that_make_test_needs() -> None:
    files = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    needed = """Makefile pyproject.toml constraints.txt requirements-dev.txt mkdocs.yml LICENSE
        README.md hatch_build.py CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff .ci/run
        .ci/install_check.py
        .editorconfig .pre-commit-config.yaml .github/workflows/ci.yml benchmarks/all.py
        bundle/make.py docs/hooks.py examples/nim.py src/plyground/py.typed tests/conftest.py"""
    assert set(needed.split()) <= files
    assert not {name for name in files if name.startswith((".venv", "site/", "node_modules/"))}
    if not (ROOT / ".git").exists():
        pytest.skip("is no checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    assert tracked <= files


def test_pythons_agree() -> None:
    least, below = map(int, re.findall(r"3\.(\d+)", PROJECT["requires-python"]))
    versions = [f"3.{minor}" for minor in range(least, below)]
    named = "Programming Language :: Python :: 3."
    classified = [each for each in PROJECT["classifiers"] if each.startswith(named)]
    assert classified == [f"Programming Language :: Python :: {each}" for each in versions]
    matrix = yaml_file(WORKFLOW)["jobs"]["test"]["strategy"]["matrix"]  # type: ignore[index]
    assert matrix["python"] == versions


def test_the_licence_is_an_expression_and_so_no_classifier() -> None:
    assert PROJECT["license"] == "MIT"
    assert not [each for each in PROJECT["classifiers"] if each.startswith("License")]


def test_versions_agree() -> None:
    version = PROJECT["version"]
    cited = yaml_file(ROOT / "CITATION.cff")
    assert cited["version"] == version
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## [{version}] - {cited['date-released']}\n" in changes
    assert changes.index("\n## [Unreleased]\n") < changes.index(f"\n## [{version}]")


def test_the_workflow_runs_what_make_runs() -> None:
    """Windows has no make, so the workflow repeats the choice of tests."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (not_slow,) = re.findall(r"^NOT_SLOW := (.+)$", makefile, re.MULTILINE)
    makefile = makefile.replace("$(NOT_SLOW)", not_slow)
    chosen = re.findall(r'^(?:un)?compiled: .+\n.+pytest .+-m "(.+)"$', makefile, re.MULTILINE)
    assert len(chosen) == 2
    steps = yaml_file(WORKFLOW)["jobs"]["test"]["steps"]  # type: ignore[index]
    assert [
        step["run"].partition('-m "')[2].rstrip('"') for step in steps if "-m pytest" in str(step)
    ] == chosen
    made = re.findall(r"run: make ([\w ]+)", WORKFLOW.read_text("utf-8"))
    assert set(" ".join(made).split()) <= set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize(
    "path", [ROOT / ".pre-commit-config.yaml", *(ROOT / ".github").rglob("*.yml")], ids=str
)
def test_other_files_are_yaml(path: Path) -> None:
    assert yaml_file(path)


def test_a_package_index_shows_no_link_that_leads_nowhere() -> None:
    """Each leads into the repository, or is text while there is none."""
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    shown = metadata.core.readme
    source = metadata.core.urls.get("Source", "")
    targets = re.findall(r"\]\(([^)]*)\)", shown)
    assert [each for each in targets if not each.startswith("https://")] == []
    assert ("thinking.svg" in shown) == bool(source)


def test_links_of_the_readme_lead_into_the_repository_once_it_has_an_address() -> None:
    readme = runpy.run_path(str(ROOT / "hatch_build.py"))["readme"]
    text = "![A\npicture](docs/a.svg), [a page](docs/a.md) and [elsewhere](https://example.org)"
    assert readme(text, "https://host/us/it") == (
        "![A\npicture](https://host/us/it/raw/HEAD/docs/a.svg), "
        "[a page](https://host/us/it/blob/HEAD/docs/a.md) and [elsewhere](https://example.org)"
    )
    assert readme(text, "") == ", a page and [elsewhere](https://example.org)"


def test_the_chapters_of_the_app_come_with_the_wheel() -> None:
    files = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    chapters = {
        f"plyground/docs/{path.relative_to(ROOT / 'docs').as_posix()}"
        for name in ("learn", "teach")
        for path in (ROOT / "docs" / name).rglob("*")
        if path.is_file()
    }
    chapters |= {"plyground/docs/rules.md", "plyground/docs/own-game.md"}
    chapters |= {"plyground/docs/examples/nim.py.txt", "plyground/modules/index.json"}
    assert chapters <= files
    assert not {name for name in files if name.startswith("plyground/docs/") and name[-3:] == ".py"}


def test_building_a_wheel_needs_hatchling_alone() -> None:
    hooks = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert hooks["build-system"]["requires"] == ["hatchling>=1.27"]
    assert "hooks" not in hooks["tool"]["hatch"].get("build", {}).get("targets", {}).get(
        "wheel", {}
    )
