"""The reasons for a move are so: checked with the rules alone, in positions of games of levels."""

from collections.abc import Iterator

import pytest

import plyground as pg
from plyground.analysis.analyse import analyse
from plyground.analysis.merits import merits_of, merits_text
from plyground.analysis.sentences import OWN, texts_of
from plyground.kernel import by_kind

from .reference.merits import Merits, positions_of_levels
from .reference.why import exact


def least_of(game: pg.Game) -> int:
    """From which ply on: in Connect Four the second half, which is solved quickly."""
    return game.max_plies // 2 if game.name == "connect4" else 0


GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour())


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    """Let ready modules answer, as for users: nothing is compiled."""
    with by_kind():
        yield


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "count", [pytest.param(8, id="some"), pytest.param(250, id="many", marks=pytest.mark.long)]
)
def test_reasons_are_so(game: pg.Game, count: int) -> None:
    wrong, names = [], set()
    for position in positions_of_levels(game, count, game.name, least_of(game)):
        found = analyse(position)
        for move, value in ((each.move, each.value) for each in found.moves):
            best = value.verdict == found.moves[0].value.verdict
            keeping = best and sum(each.value.verdict == value.verdict for each in found.moves)
            checker = Merits(position, move, exact)
            for known in (None, value):
                said = merits_of(position, move, known, keeping if known else 0)
                names |= {each.name for each in said}
                if false := checker.untrue(said):
                    wrong.append(f"{position.history} {move}: {false}")
    assert not wrong, "\n".join(wrong)
    assert len(names) > 4


def reasons(game: pg.Game, moves: str, move: str) -> str:
    position = game.position(moves)
    value = next(each.value for each in analyse(position).moves if each.move == move)
    return merits_text(position, move, value)


@pytest.mark.parametrize(
    ("game", "moves", "move", "said"),
    [
        (
            "tictactoe",
            "1438",
            "5",
            "X can win next with cell 2 or with cell 7: o can stop only one.",
        ),
        (
            "tictactoe",
            "27",
            "1",
            "O must stop cell 3; then cell 5 makes more threats than o can stop.",
        ),
        (
            "numerical",
            "3@6 2@4",
            "5@3",
            "Player 2 must stop 7 in cell 9, with which player 1 can win next.",
        ),
        (
            "connect4",
            "655556766524522446442246271",
            "1",
            "Every other move loses at once. Red must in the end play below yellow's threat in "
            "column 3, row 2: yellow can answer every move in the same column until then.",
        ),
    ],
)
def test_what_is_said(game: str, moves: str, move: str, said: str) -> None:
    assert reasons(pg.game(game), moves, move) == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_own_sentences_come_in_pairs(game: pg.Game) -> None:
    """As they are, and with the players in each other's place."""
    own = texts_of(game)[OWN:]
    assert len(own) == 2 * len(game.reasons.words)
    swaps = [("{I}", "{they}"), ("{me}", "{them}"), ("{my}", "{their}")]
    for text, mirrored in zip(own[::2], own[1::2], strict=True):
        for one, other in swaps:
            assert text.count(one) == mirrored.count(other)
            assert text.count(other) == mirrored.count(one)
