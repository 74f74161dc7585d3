"""One archive for a class without internet: wheels for Linux, Windows and macOS, and how to start.

    python packaging/bundle.py [--python 3.12 ...] [--platform linux ...] [--site FOLDER]

Writes dist/plyground-VERSION-class.zip. uv works out what each platform needs, which pip only knows
of the one that it runs on; pip fetches it. The versions are those of constraints.txt.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
START = ROOT / "packaging" / "start"
PYTHONS = ("3.14", "3.13", "3.12", "3.11")

PLATFORMS = {
    "linux": ("linux", ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17"), "x86_64"),
    "windows": ("windows", ("win",), "amd64"),
    "macos": ("aarch64-apple-darwin", ("macosx_14_0", "macosx_12_0", "macosx_11_0"), "arm64"),
}
"""For each its name for uv, and the beginnings and the end of its wheels' tags."""


def main() -> int:
    """Make the archive and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", nargs="+", choices=PYTHONS, default=PYTHONS)
    parser.add_argument("--platform", nargs="+", choices=PLATFORMS, default=tuple(PLATFORMS))
    parser.add_argument("--site", type=Path, help="a folder with the documentation, built")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="a folder")
    given = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name = f"plyground-{project['version']}"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / name
        shutil.copytree(START, folder)
        (folder / "VERSION").write_text(f"{project['version']}\n")
        (folder / "PYTHONS").write_text(" ".join(given.python) + "\n")
        wheels = folder / "wheels"
        _run("pip", "wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT))
        for platform in given.platform:
            for python in given.python:
                print(f"{platform}, Python {python} ...", flush=True)
                _fetch(platform, python, wheels, Path(scratch))
        if given.site is not None:
            shutil.copytree(given.site, folder / "site")
        given.output.mkdir(parents=True, exist_ok=True)
        archive = given.output / f"{name}-class.zip"
        _pack(folder, archive)
    print(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB")
    return 0


def _fetch(platform: str, python: str, wheels: Path, scratch: Path) -> None:
    """Have the wheels that the app needs there."""
    known_as, beginnings, end = PLATFORMS[platform]
    needed = scratch / "needed.txt"
    _run(
        "uv", "pip", "compile", "--quiet", "--no-annotate", "--no-header", "--extra", "app",
        "--python-platform", known_as, "--python-version", python,
        "--constraint", str(ROOT / "constraints.txt"), "--output-file", str(needed),
        str(ROOT / "pyproject.toml"),
    )  # fmt: skip
    tags = [part for each in beginnings for part in ("--platform", f"{each}_{end}")]
    _run(
        "pip", "download", "--no-deps", "--only-binary=:all:", "--implementation", "cp",
        "--python-version", python, *tags, "--dest", str(wheels), "--requirement", str(needed),
    )  # fmt: skip
    needed.unlink()


def _run(tool: str, *arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check") if tool == "pip" else ()
    subprocess.run([sys.executable, "-m", tool, *arguments, *quiet], check=True)


def _pack(folder: Path, archive: Path) -> None:
    """A zip keeps which files may be run, if it is told so."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                wheel = path.suffix == ".whl"  # which is compressed already
                how = zipfile.ZIP_STORED if wheel else zipfile.ZIP_DEFLATED
                packed.write(path, path.relative_to(folder.parent), how)


if __name__ == "__main__":
    sys.exit(main())
