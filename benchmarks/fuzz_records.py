"""A coverage-guided fuzzer for the record reader. It needs `pip install atheris`.

Run `NUMBA_DISABLE_JIT=1 python benchmarks/fuzz_records.py --seconds 3600`. Whatever the bytes are,
the reader must reach their end, name a line and a column of the file for every fault, and keep only
records that can be written and read back equal. Input that breaks this is saved in the folder as
`crash-...`, and the exit code is not 0.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent.parent))  # for records made by the tests

# Only the reader should guide the fuzzer: imports above it are not watched.
import plyground.players  # noqa: F401
from plyground.games import connect4, numerical, sim, tictactoe

with atheris.instrument_imports(include=["plyground.records"]):
    from plyground.records import read_records, record_text

from tests.records import record

GAMES = (
    tictactoe.TicTacToe(),
    numerical.NumericalTicTacToe(),
    sim.Sim(6, 2),
    sim.Sim(5, 3),
    connect4.ConnectFour(5, 4),
)

OTHERS = (
    b'[Event "x"]\n[White "a"]\n\n1. e4 e5 2. Nf3 {[%clk 0:01]} (2. d4 $1) Nc6!? 1-0\n\n',
    b'[Game "connect4"]\n4453 ; a comment\n%escape\n*\n',
    b'\xef\xbb\xbf[game "sim"]\r\n0-1 0-2\xff\x00 {',
    b"\xff\xfe[\0G\0",
)

WORDS = (
    '[Game "', '"]\\x0a', "connect4", "tictactoe", "numerical", "sim", '[Parameters "columns=5"]',
    '[Start "', '[Result "1-0"]', '[Reason "', "1-0", "0-1", "1/2-1/2", "1-0-1", "*", "{", "}", "(",
    ")", "1. ", "...", "$3", "!?", ";", "\\x0a%", "\\x0a\\x0a[", "[%value ", "[%time 0.5]", "\\\\",
    "\\\\u0041", "0-1", "0-2", "7@2", "4453", "\\xef\\xbb\\xbf", "\\x00", "\\xff", "\\x0d\\x0a",
)  # fmt: skip


def check(data: bytes) -> None:
    """Read what may not be records, and check every promise."""
    text = data.decode("utf-8", "replace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for reading in read_records(io.BytesIO(data)):
        for fault in reading.faults:
            assert fault.reason
            if data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
                assert 1 <= fault.line <= len(lines), fault
                # A byte that is not text may count for more characters here than there.
                assert 1 <= fault.column <= len(data) + 1, fault
        if reading.record is not None:
            (again,) = read_records(io.StringIO(record_text(reading.record)))
            assert again.record == reading.record
            assert not again.faults


def main() -> None:
    """Fuzz for the given time."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--corpus", type=Path, help="A folder that keeps what was found.")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = given.corpus or Path(folder) / "corpus"
        corpus.mkdir(parents=True, exist_ok=True)
        rng = random.Random(1)
        for number in range(40):
            text = record_text(record(GAMES[number % len(GAMES)], rng))
            (corpus / f"seed-{number}").write_text(text, encoding="utf-8")
        for number, data in enumerate(OTHERS):
            (corpus / f"other-{number}").write_bytes(data)
        words = Path(folder) / "words"
        words.write_text(
            "".join(f'"{word.replace(chr(34), chr(92) + chr(34))}"\n' for word in WORDS)
        )
        arguments = [
            sys.argv[0],
            f"-max_total_time={given.seconds}",
            "-max_len=4000",
            "-timeout=60",
            f"-dict={words}",
            str(corpus),
        ]
        atheris.Setup(arguments, check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
