"""What is kept, and must be read as it was written: check sums, and files that are whole.

A sum is the CRC-32 of a text. It finds what accidents do to a disk, and is no lock against people.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

_SUM = "sum"  # the name of the sum in what is sealed
_COMMENT = "# sum "


def check_sum(text: str) -> int:
    """The sum of a text, which finds any change of one byte."""
    return crc32(text.encode("utf-8", "surrogatepass"))


def sealed(data: Mapping[str, Any]) -> str:
    """Data as JSON with its sum, in one line."""
    return json.dumps({**data, _SUM: check_sum(json.dumps(data))})


def unsealed(text: str | bytes, names: Collection[str]) -> dict[str, Any]:
    """The data that was sealed, however its JSON is laid out.

    What was written before there were sums has none, and no other names. Raises ValueError.
    """
    try:
        data = json.loads(text)
        said = data.pop(_SUM, None)
        whole = data.keys() <= set(names) if said is None else said == check_sum(json.dumps(data))
    except (ValueError, RecursionError, AttributeError, TypeError):
        whole = False
    if not whole:
        raise ValueError("it is not as it was written")
    return dict(data)


def read_sealed(path: Path, names: Collection[str]) -> dict[str, Any]:
    """The data in a file of its own; one from before there were sums gets one.

    Raises and OSError if it cannot be read.
    """
    text = path.read_bytes()
    data = unsealed(text, names)
    if f'"{_SUM}": '.encode() not in text:
        times = path.stat()
        write_whole(path, sealed(data).encode())
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return data


def with_sum(text: str) -> str:
    """A text of lines, TOML for example, below a comment with its sum."""
    return f"{_COMMENT}{check_sum(text)}\n{text}"


def without_sum(content: bytes) -> str:
    """The text below its sum; all of a text from before there were any. Raises ValueError."""
    whole = content.decode()
    if not whole.startswith(_COMMENT[0]):
        return whole
    first, _, text = whole.partition("\n")
    if first != f"{_COMMENT}{check_sum(text)}":
        raise ValueError("it is not as it was written")
    return text


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole, or as it was before, also after a crash of the machine.

    Raises OSError.
    """
    beside = path.with_name(f".{uuid.uuid4().hex}")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
