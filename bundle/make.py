"""One archive for a class without internet: wheels for Linux, Windows and macOS, and how to start.

    python bundle/make.py [--python 3.12 ...] [--platform linux ...] [--site FOLDER]

Writes dist/plyground-VERSION-class.zip. What a platform needs is worked out from what the installed
packages say of themselves, since pip only knows of the platform that it runs on; pip fetches it.
The versions are those of constraints.txt.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
START = ROOT / "bundle" / "start"
READ_ME = "READ ME.txt"
PYTHONS = ("3.14", "3.13", "3.12", "3.11")
BUILDERS = ["setuptools"]  # with which pip installs a user's own game, as docs/own-game.md has it


@dataclass(frozen=True)
class Platform:
    """How requirements, and the tags of wheels, tell of a platform; and what starts there."""

    starter: str
    os_name: str
    sys_platform: str
    platform_system: str
    platform_machine: str
    tags: tuple[str, ...]


PLATFORMS = {
    "linux": Platform(
        "start-linux.sh", "posix", "linux", "Linux", "x86_64",
        (
            "manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux_2_17_x86_64",
            "manylinux2014_x86_64", "manylinux1_x86_64",
        ),
    ),
    "windows": Platform("start-windows.bat", "nt", "win32", "Windows", "AMD64", ("win_amd64",)),
    "macos": Platform(
        "start-mac.command", "posix", "darwin", "Darwin", "arm64",
        ("macosx_14_0_arm64", "macosx_12_0_arm64", "macosx_11_0_arm64"),
    ),
}  # fmt: skip


def main() -> int:
    """Make the archive and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", nargs="+", choices=PYTHONS, default=PYTHONS)
    parser.add_argument("--platform", nargs="+", choices=PLATFORMS, default=tuple(PLATFORMS))
    parser.add_argument("--site", type=Path, help="a folder with the documentation, built")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="a folder")
    given = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    called = f"plyground-{project['version']}"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / called
        shutil.copytree(START, folder)
        copied = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        shutil.copytree(ROOT / "examples", folder / "examples", ignore=copied)
        _complete(folder, given.python, given.platform, given.site is not None)
        (folder / "VERSION").write_text(f"{project['version']}\n")
        (folder / "PYTHONS").write_text(" ".join(given.python) + "\n")
        wheels = folder / "wheels"
        _pip("wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT))
        requirements = project["dependencies"] + project["optional-dependencies"]["app"] + BUILDERS
        for name in given.platform:
            for python in given.python:
                print(f"{name}, Python {python} ...", flush=True)
                platform = PLATFORMS[name]
                _fetch(needed(platform, python, requirements), platform, python, wheels)
        print("Pages of games ...", flush=True)
        pages = [sys.executable, "-m", "plyground", "pages", str(folder / "pages")]
        subprocess.run(pages, check=True, stdout=subprocess.DEVNULL)
        if given.site is not None:
            shutil.copytree(given.site, folder / "site")
        given.output.mkdir(parents=True, exist_ok=True)
        archive = given.output / f"{called}-class.zip"
        _pack(folder, archive)
    print(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB")
    return 0


def _complete(folder: Path, pythons: list[str], platforms: list[str], site: bool) -> None:
    """Name the versions of Python in the text for pupils, and take away what starts other platforms
    and what the text says of what is not here.
    """
    read_me = folder / READ_ME
    paragraphs = read_me.read_text().split("\n\n")
    if not site:
        paragraphs = [each for each in paragraphs if "site/" not in each]
    lines = "\n\n".join(paragraphs).splitlines()
    for name, platform in PLATFORMS.items():
        if name not in platforms:
            (folder / platform.starter).unlink()
            lines = [line for line in lines if platform.starter not in line]
    text = "\n".join(lines).rstrip() + "\n"
    read_me.write_text(text.replace("VERSIONS", " or ".join(reversed(pythons))))


def needed(platform: Platform, python: str, requirements: list[str]) -> dict[str, str]:
    """The packages, with their versions, that these requirements come to on a platform."""
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split()
                if "==" in line)  # fmt: skip
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    environment = {
        "os_name": platform.os_name,
        "sys_platform": platform.sys_platform,
        "platform_system": platform.platform_system,
        "platform_machine": platform.platform_machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        requirement, of_extra = waiting.pop()
        marker = requirement.marker
        if marker is not None and not marker.evaluate({**environment, "extra": of_extra}):
            continue
        name = canonicalize_name(requirement.name)
        if name not in versions:
            raise SystemExit(f"constraints.txt has no version of {name}: add one")
        found[name] = versions[name]
        for extra in {"", *requirement.extras} - {each for one, each in seen if one == name}:
            seen.add((name, extra))
            with suppress(PackageNotFoundError):  # which another platform alone needs
                waiting += [(Requirement(text), extra) for text in requires(name) or ()]
    return found


def _fetch(packages: dict[str, str], platform: Platform, python: str, wheels: Path) -> None:
    """Have the wheels of these packages there."""
    tags = [part for tag in platform.tags for part in ("--platform", tag)]
    _pip(
        "download", "--no-deps", "--only-binary=:all:", "--implementation", "cp",
        "--python-version", python, *tags, "--dest", str(wheels),
        *(f"{name}=={version}" for name, version in sorted(packages.items())),
    )  # fmt: skip


def _pip(*arguments: str) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    subprocess.run([*pip, *arguments], check=True)


def _pack(folder: Path, archive: Path) -> None:
    """A zip keeps which files may be run, if asked."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                wheel = path.suffix == ".whl"  # which is compressed already
                how = zipfile.ZIP_STORED if wheel else zipfile.ZIP_DEFLATED
                packed.write(path, path.relative_to(folder.parent), how)


if __name__ == "__main__":
    sys.exit(main())
