"""Golden playthroughs: games written down move by move, which still go and look the same.

A change of the rules, of the texts of moves or of boards drawn as text shows here as a difference.
Where it is meant, write the files again, and read what has changed before you commit it:

    pytest tests/test_golden.py --update-golden
"""

from pathlib import Path

import pytest

import plyground as pg
from plyground.games import registry
from tests.variants import label, random_playout

GOLDEN = Path(__file__).parent / "golden"
REGISTERED = [pg.game(name) for name in registry.BUILT_IN]
PLAYED = [*REGISTERED, pg.Sim(6, 3), pg.ConnectFour(4, 4)]
SEED = 4  # some are won, some lost, some drawn


def golden_file(game: pg.Game) -> Path:
    return GOLDEN / f"{label(game)}.txt"


def playthrough(end: pg.Position, seed: str) -> str:
    """The game that led to a position, as its golden file has it."""
    parts = [f"game: {end.game!r}\nseed: {seed}\nmoves: {' '.join(end.history)}"]
    for position in end.line:
        move = f"{position.ply}. {position.last_move}" if position.last_move else "Start"
        to_move = f"player {position.turn + 1} to move, {len(position.moves)} legal moves"
        parts.append(f"{move}: {position.outcome or to_move}\n{position}")
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("game", PLAYED, ids=label)
def test_playthrough(game: pg.Game, request: pytest.FixtureRequest) -> None:
    path = golden_file(game)
    if request.config.getoption("--update-golden"):
        end = random_playout(game, SEED)[-1]
        path.write_text(playthrough(end, str(SEED)), encoding="utf-8", newline="\n")
    golden = path.read_text(encoding="utf-8")
    seed, moves = (line.partition(": ")[2] for line in golden.splitlines()[1:3])
    assert playthrough(game.position(moves), seed) == golden


@pytest.mark.parametrize("game", REGISTERED, ids=label)
def test_every_registered_game_has_a_golden_playthrough(game: pg.Game) -> None:
    assert golden_file(game).exists(), "add the game, then run pytest with --update-golden"


def test_every_golden_playthrough_is_checked() -> None:
    assert set(GOLDEN.glob("*.txt")) == {golden_file(game) for game in PLAYED}
