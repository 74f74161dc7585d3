"""What computers say of their moves is so, by the rules and by plain twins of their searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

import plyground as pg
from plyground.analysis.grades import merit
from plyground.analysis.why import account_of, thoughts_of, truth_of
from plyground.kernel import by_kind
from plyground.players import Choice
from plyground.search import Control
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE
from tests.reference.why import Checker, exact, own_scores, positions

pytestmark = pytest.mark.compiled

GAMES = (TICTACTOE, NUMERICAL, SIM, CONNECT4)
OTHERS = (
    "random", "humanlike:30", "humanlike:80", "mixed:50(minimax:depth=2)", "elo:200",
    "minimax:depth=1", "minimax:depth=3", "alphabeta:depth=4", "mcts:playouts=50", "full",
    "perfect", "learned", "rules",
)  # fmt: skip


@cache
def player(text: str) -> pg.Player:
    found = pg.parse_player(text)
    assert found is not None
    return found


def untrue(position: pg.Position, choice: Choice, seen: Mapping[str, int] | None) -> str:
    checker = Checker(position, choice, seen, exact)
    for truth in (None, truth_of(position, choice)):
        sentences = account_of(position, choice, truth)
        assert sentences
        if false := checker.untrue(sentences):
            return f"{position.history} {choice}: {false}"
    return ""


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    """Let ready modules answer, as for users: nothing is compiled."""
    with by_kind():
        yield


def levels_of(game: pg.Game) -> range:
    return range(1, len(game.levels) + 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "count", [pytest.param(6, id="some"), pytest.param(300, id="many", marks=pytest.mark.long)]
)
def test_levels_say_what_is_so(game: pg.Game, count: int) -> None:
    found = []
    for level in levels_of(game):
        for seed, position in enumerate(positions(game, count, f"{game.name} {level}")):
            choice = player(f"level:{level}").choose(position, chance=pg.Chance(seed))
            seen = own_scores(position, level, seed) if choice.manner == "overlooks" else None
            if seen is not None:
                assert max(seen.values()) == seen[choice.move], "this is not what it saw"
            found.append(untrue(position, choice, seen))
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "count", [pytest.param(2, id="some"), pytest.param(100, id="many", marks=pytest.mark.long)]
)
def test_other_players_say_what_is_so(game: pg.Game, count: int) -> None:
    others_are_right(game, count)


@pytest.mark.long
def test_players_among_three_say_what_is_so() -> None:
    others_are_right(SIM_3, 100)


def others_are_right(game: pg.Game, count: int) -> None:
    found = []
    for text in OTHERS:
        if not player(text).suits(game):
            continue
        for seed, position in enumerate(positions(game, count, f"{game.name} {text}")):
            choice = player(text).choose(
                position,
                chance=pg.Chance(seed),
                limits=pg.Limits(seconds=5) if text == "perfect" else None,
            )
            found.append(untrue(position, choice, None))
    assert not any(found), "\n".join(filter(None, found))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "count", [pytest.param(3, id="some"), pytest.param(100, id="many", marks=pytest.mark.long)]
)
def test_what_is_thought_of_moves_leads_to_the_choice(game: pg.Game, count: int) -> None:
    texts = (
        "minimax:depth=2,ties=first",
        *(f"level:{level}" for level in levels_of(game)),
        *OTHERS,
    )
    for text in texts:
        if not player(text).suits(game) or text == "learned":
            continue
        for seed, position in enumerate(positions(game, count, f"{game.name} {text}")):
            limits = pg.Limits(seconds=5) if text == "perfect" else None
            choice = player(text).choose(position, chance=pg.Chance(seed), limits=limits)
            found = thoughts_of(position, choice, player(text), Control())
            whole = player(text).choose(
                position, chance=pg.Chance(seed), limits=limits, control=Control(whole=True)
            )
            counted = {"nodes": 0, "leaves": 0, "cutoffs": 0, "table_hits": 0, "pv": ()}
            assert replace(whole, **counted) == replace(
                choice, **counted, seconds=whole.seconds,
                thoughts=whole.thoughts,
            )  # fmt: skip
            if choice.manner == "chance" or text == "rules":
                assert found == ()
                continue
            values = {each.move: each.value for each in found}
            assert len(values) == len(found)
            assert text.startswith("mcts") or values.keys() == set(position.moves)
            if choice.manner != "slips" and not text.startswith("mcts"):
                best = max(map(merit, values.values()))
                assert merit(values[choice.move]) == best, (position.history, text)
