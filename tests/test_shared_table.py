"""Tables in memory that processes share: who has them, who speaks, and when they go."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path("/dev/shm")

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no memory that is shared")

OTHER = """
import sys
from plyground.search.tables.shared import SharedTable
table = SharedTable(sys.argv[1], 1000)
table.words[8] = 80
print(int(table.words[7]), table.speaks, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def name() -> Iterator[str]:
    name = f"test-{uuid.uuid4().hex}"
    yield name
    for path in FOLDER.glob(f"*{name}*"):
        path.unlink()


def files(name: str) -> list[Path]:
    return [*FOLDER.glob(f"*{name}*")]


def other(name: str) -> subprocess.Popen[str]:
    """A process with the table, until its input ends."""
    command = [sys.executable, "-c", OTHER, name]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_processes_share_words_and_one_speaks(name: str) -> None:
    from plyground.search.tables.shared import SharedTable

    with other(name) as process:
        assert said(process) == "0 True\n"
        table = SharedTable(name, 1000)
        assert table.words.shape == (1000,)
        assert table.words[8] == 80
        assert not table.speaks
        with other(name) as third:
            assert said(third) == "0 False\n"
            table.words[7] = 70
        with other(name) as third:
            assert said(third) == "70 False\n"
    assert table.speaks  # the process that did has ended
    table.remove()
    assert not table.speaks


def test_the_memory_of_a_process_that_was_killed_goes_when_another_comes(name: str) -> None:
    from plyground.search.tables.shared import SharedTable

    with other(f"{name}-1") as process:
        assert said(process) == "0 True\n"
        second = SharedTable(f"{name}-2", 10)
        assert files(f"{name}-1")  # it is in use
        process.kill()
    assert files(f"{name}-1")
    third = SharedTable(f"{name}-3", 10)
    assert not files(f"{name}-1")
    assert files(f"{name}-2")
    second.remove()
    third.remove()
    assert not files(name)
    assert len(second.words) == 10  # as long as it is used


def test_where_there_is_no_room_that_is_said(name: str) -> None:
    from plyground.search.tables.shared import SharedTable

    there = os.statvfs(FOLDER)
    with pytest.raises(OSError, match="No space left on device"):
        SharedTable(name, there.f_blocks * there.f_frsize // 8 + 1)
    assert not files(name)
