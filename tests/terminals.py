"""Commands, for tests: what they print, and dialogues through pipes and in a pseudo-terminal."""

import os
import re
import sys
from collections.abc import Callable
from functools import cache

import pexpect
import pytest
import typer

# Typer would make all commands each time that one is run, which takes longer than most do.
typer.main.get_command = cache(typer.main.get_command)

Play = Callable[..., list[str]]
"""Runs a command, types the given lines, and returns what was printed, cut at each prompt."""

Output = Callable[..., tuple[int, str, str]]
"""Runs a command and types the given lines; gives exit code, output and error output without
notices of compilation.
"""

# For one dialogue of each game and the menu: the rest of `Terminal` is the same in all of them.
in_a_terminal_too = pytest.mark.parametrize(
    "play", ["pipes", pytest.param("terminal", marks=pytest.mark.compiled)], indirect=True
)


def cut(printed: str) -> list[str]:
    """The lines of what was printed, cut at each prompt too; the end of a game is one line."""
    return re.sub(r"(\?|(?<!won)(?<!lost|Draw):) ", r"\1\n", printed).splitlines()


class Screen:
    """A command in a pseudo-terminal."""

    def __init__(self, command: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "plyground", *command.split()],
            encoding="utf-8",
            echo=False,
            timeout=None,
            dimensions=(50, 200),
            env={**os.environ, "TERM": "xterm-256color"},
        )
        self.printed = ""

    def prompt(self) -> bool:
        """Wait for a prompt; False if the program ends instead."""
        found = self.child.expect([r"(: |\? )\Z", pexpect.EOF])
        self.printed += self.child.before + (self.child.after if found == 0 else "")
        return found == 0

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def end(self) -> int | None:
        """Wait for the end; gives the exit code."""
        if self.child.isalive() or not self.child.flag_eof:
            self.child.expect(pexpect.EOF)
            self.printed += self.child.before
        self.child.close()
        return self.child.exitstatus

    def text(self) -> str:
        """What was printed, without colours and movements of the cursor."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.printed).replace("\r\n", "\n")


def in_order(lines: list[str], *wanted: str) -> bool:
    """Whether the wanted lines are among `lines` in this order."""
    rest = iter(lines)
    return all(line in rest for line in wanted)


def complaints(errors: str) -> str:
    """What a command wrote as errors, without its notice that it compiles."""
    lines = errors.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("Preparing"))
