"""The UCI engine under cutechess: matches of both variants, with several limits.

Run `python benchmarks/cutechess.py PATH [GAMES]` with the path of cutechess-cli; each match has 20
games, or another even number. Every game is then played again by our rules. Exit code 1 if a game
ended by anything but the rules (an illegal move, a time forfeit, a disconnect, a stall), if our
rules end it otherwise, or if cutechess gave a warning, such as an illegal move in an engine's
expected line. It takes about ten minutes, on a computer with two free processors.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import Figures, options, run

import plyground as pg
from plyground.interop.uci import DROPS, Notation

GAMES = 20
OPENING = 3  # plies by chance, where both would play the same game again and again

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}  # by what the outcome is to the first player

# The variant, what both engines get from cutechess, and the second engine's own options. Nothing
# of the first is by chance: a match without a second that is begins with openings.
MATCHES = [
    ("tictactoe", ["tc=10+0.1"], ["option.Player=mcts:playouts=100"], False),
    ("tictactoe", ["st=1"], ["option.Player=perfect"], False),
    ("tictactoe", ["tc=inf", "depth=9"], ["option.Player=old-tictactoe"], False),
    ("tictactoe", ["tc=inf", "nodes=100"], ["option.Depth=2"], True),
    ("tictactoe", ["tc=1+0.1"], ["option.Player=random"], False),
    ("cfour", ["tc=10+0.1"], ["option.Player=mcts:seconds=0.5"], False),
    ("cfour", ["st=1"], ["option.Player=mcts:seconds=10"], False),
    ("cfour", ["tc=inf", "depth=6"], ["option.Player=minimax:depth=4"], True),
    ("cfour", ["tc=inf", "nodes=20000"], ["option.Depth=4"], True),
    ("cfour", ["tc=10/3"], ["option.Player=random"], False),
]


def openings(variant: str, number: int) -> str:
    """Openings of games, in the PGN that cutechess reads."""
    rng = random.Random(variant)
    notation = Notation(drops=True)
    texts = []
    for _ in range(number):
        position = pg.game(DROPS[variant]).position()
        moves = []
        for _ in range(OPENING):
            code = rng.choice(position.codes)
            moves.append(notation.write(position, code))
            position = position.play_code(code)
        texts.append(f'[Variant "{variant}"]\n\n{" ".join(moves)} *\n')
    return "\n".join(texts)


def fault(game: str, variant: str) -> str | None:
    """What is wrong with a game in PGN: how it ended, or how it would end by our rules."""
    tags: dict[str, str] = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))
    if "Termination" in tags:  # which cutechess gives to all games that the rules did not end
        return tags["Termination"]
    position = pg.game(DROPS[variant]).position()
    notation = Notation(drops=True)
    for text in re.findall(r"P@[a-z]\d+", re.sub(r"\{.*?\}", "", game, flags=re.DOTALL)):
        position = position.play_code(notation.read(position, text))
    ours = "*" if position.outcome is None else RESULTS[position.outcome.standing(0)]
    return None if ours == tags["Result"] else f"{tags['Result']} there, {ours} by our rules"


def match(
    figures: Figures,
    program: str,
    games: int,
    variant: str,
    limits: list[str],
    rival: list[str],
    opened: bool,
) -> None:
    """Play a match."""
    engine = ["-engine", f"cmd={sys.executable}", "arg=-m", "arg=plyground", "arg=uci"]
    with tempfile.TemporaryDirectory() as folder:
        record, book = Path(folder) / "games.pgn", Path(folder) / "openings.pgn"
        book.write_text(openings(variant, games // 2))
        # Engines compile on their first run; tscale makes cutechess wait for that.
        ran = subprocess.run(
            [program, "-variant", variant, "-concurrency", "2", "-pgnout", str(record),
             "-each", "proto=uci", "tscale=10", *limits, "-games", "2",
             "-rounds", str(games // 2), "-repeat",
             *(["-openings", f"file={book}"] if opened else []),
             *engine, "name=plyground", *engine, "name=rival", *rival],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        said = (ran.stdout + ran.stderr).splitlines()
        played = re.split(r"(?=^\[Event )", record.read_text(), flags=re.MULTILINE)[1:]
    faults = [why for game in played if (why := fault(game, variant)) is not None]
    faults += [line for line in said if line.startswith("Warning")]
    if ran.returncode or len(played) != games:
        faults.append(f"{len(played)} of {games} games, exit code {ran.returncode}")
    print(*(line for line in said[-10:] if line.startswith("Score of")), *faults, sep="\n    ")
    name = f"{variant}, {' '.join(limits)}, against {' '.join(rival)}"
    figures.add("UCI engine in cutechess, games played", name, len(played), known=games)
    figures.add("UCI engine in cutechess, faults", name, len(faults), known=0)


def main() -> int:
    """Play all matches."""
    parser = options(__doc__)
    parser.add_argument("program", metavar="PATH")
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="PATH")
    subprocess.run([given.program, "-version"], check=True)
    for each in MATCHES:
        match(figures, given.program, given.games, *each)
    return figures.keep()


if __name__ == "__main__":
    run(main)
