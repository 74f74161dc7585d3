"""Install Plyground as a newcomer does, and play one move: what `make install-check` runs.

    python .ci/install_check.py [--all]

In an environment with an empty home, a new virtual environment and no compiler it lets pip build a
wheel from the sdist, compares that with the wheel built here, installs it with the app from pip's
usual index, asks whether the seals of the modules fit, and plays one move in the terminal. With
`--all` it does so with every Python from 3.11 on that it finds, by its own pip and by the newest,
and names the versions that it does not find.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")

_SEALS = """
from plyground.browser.modules import standard_games
from plyground.browser.shipped import seal_of
print(*map(seal_of, standard_games()))
"""


class Bare:
    """A new virtual environment, and commands that see hardly anything besides."""

    def __init__(self, folder: Path, python: str) -> None:
        self.home = folder / "empty home"
        self.home.mkdir(parents=True)
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        self.tools = folder / "venv" / "bin"

    def run(self, *command: str, given: str = "") -> str:
        """What a command prints. Ends this program if the command fails."""
        done = subprocess.run(
            [str(self.tools / command[0]), *command[1:]],
            cwd=self.home,
            env={"HOME": str(self.home), "PATH": str(self.tools), "LANG": "C.UTF-8"},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} fails:\n{done.stdout}{done.stderr}")
        return done.stdout

    def pip(self, *arguments: str) -> None:
        self.run("pip", *arguments, "--quiet", "--disable-pip-version-check", "--no-cache-dir")


def main() -> int:
    """Try it; 1 if something does not work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="with each Python that is here")
    given = parser.parse_args()
    pythons = {sys.version[:4]: sys.executable}
    if given.all:
        pythons = dict(_found())
        for missing in sorted({*VERSIONS} - {*pythons}):
            _say(f"Python {missing} is not here: not tried")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        sdist, wheel = _built(folder / "built")
        seals = {
            version: _tried(folder / version, python, sdist, wheel, again=given.all)
            for version, python in pythons.items()
        }
    if len({*seals.values()}) > 1:
        _say(f"the seals of modules differ between Python {' and '.join(seals)}")
        return 1
    return 0


def _tried(folder: Path, python: str, sdist: Path, wheel: Path, again: bool) -> str:
    """Try one Python, with the newest pip `again`; return the seals."""
    begun = time.monotonic()
    bare = Bare(folder, python)
    version = bare.run("pip", "--version").split()[1]
    bare.pip("wheel", "--no-deps", "--wheel-dir", str(folder / "of sdist"), str(sdist))
    (other,) = (folder / "of sdist").iterdir()
    if (differs := _differs(wheel, other)) is not None:
        raise SystemExit(f"the wheel of the sdist has another {differs} than the one built here")
    bare.pip("install", f"{other}[app]")
    installed = time.monotonic()
    bare.run("python", "-c", "import plyground.web.app")
    seals = bare.run("python", "-c", _SEALS)
    played = bare.run("plyground", "play", "tictactoe", given="5\n")
    if "(o)" not in played:
        raise SystemExit(f"the computer has not answered:\n{played}")
    ended = time.monotonic()
    if again:
        bare.run("python", "-m", "pip", "install", "--quiet", "--upgrade", "pip")
        version += f" and {bare.run('pip', '--version').split()[1]}"
        bare.pip("install", "--force-reinstall", "--no-deps", str(sdist))
        bare.pip("install", "--force-reinstall", "--no-deps", str(wheel))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    _say(
        f"Python {folder.name}, pip {version}: installed in {installed - begun:.0f} s, "
        f"played after {ended - installed:.0f} s more; {size / 1e6:.0f} MB"
    )
    return seals


def _built(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel of this checkout, with their sizes said."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    with tarfile.open(sdist) as packed:
        count = len(packed.getnames())
    _say(f"sdist {sdist.stat().st_size / 1e6:.1f} MB, {count} files; "
         f"wheel {wheel.stat().st_size / 1e6:.1f} MB")  # fmt: skip
    return sdist, wheel


def _differs(one: Path, other: Path) -> str | None:
    """The name of a file that two wheels do not share; None if they are equal."""

    def sums(path: Path) -> dict[str, str]:
        with zipfile.ZipFile(path) as packed:
            return {
                name: hashlib.sha256(packed.read(name)).hexdigest() for name in packed.namelist()
            }

    first, second = sums(one), sums(other)
    names = sorted({*first, *second})
    return next((name for name in names if first.get(name) != second.get(name)), None)


def _found() -> Iterator[tuple[str, str]]:
    """The Pythons that run, by version."""
    for version in VERSIONS:
        kept = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
        for path in filter(None, (shutil.which(f"python{version}"), *sorted(map(str, kept)))):
            said = subprocess.run(
                [path, "-c", "import sys; print(sys.version[:4])"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if said.returncode == 0 and said.stdout.strip() == version:
                yield version, path
                break


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
