"""What the chapters say that people can count by hand: the counts, and how often they are right."""

from __future__ import annotations

import json
import re
import sys
from itertools import product
from pathlib import Path

import pytest

import plyground as pg

ROOT = Path(__file__).parent.parent
LEARN = ROOT / "docs" / "learn"

FAILS = "4544444555215226266666221157777"  # as its page says


@pytest.fixture
def scripts(monkeypatch):
    """The two scripts that count."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import by_heart
    import endings

    yield endings, by_heart
    for name in ("endings", "by_heart", "figures"):
        sys.modules.pop(name, None)


def figures(name: str) -> dict[str, float]:
    """The kept figures of a script: each name of a figure is there once."""
    kept = json.loads((ROOT / "benchmarks" / "kept" / f"{name}.json").read_text())
    return {each["name"]: each["value"] for each in kept}


def numbers(row: str) -> list[int]:
    """The numbers at the end of a row of a table."""
    cells = [cell.strip().strip("*").replace(",", "") for cell in row.strip("|\n").split("|")]
    return [int(cell) for cell in cells[1:] if cell.isdecimal()]


def table(page: str, heading: str) -> list[list[int]]:
    """The rows of numbers of a table whose first line begins with a heading."""
    text = (LEARN / page).read_text(encoding="utf-8")
    (rows,) = re.findall(rf"^\| {heading} \|.*\n\|.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [numbers(row) for row in rows.splitlines()]


def test_shares_of_endings_are_those_that_were_counted(scripts) -> None:
    endings, _ = scripts
    kept = figures("endings")
    names = [f"settled, {case}" for case in (endings.AT_ONCE, endings.GIVEN_UP, endings.PAIR)]
    names += [f"settled, {case}" for case in (endings.FOLLOWED, endings.DRAWN)]
    names += ["settled", "not settled, with a winner"]
    shown = [[int(kept[name]), int(kept[f"{name}, right"])] for name in names]
    assert table("endings.md", "the count says") == [*shown, [int(kept["nothing to say"])]]
    assert kept["endings"] == 1000


def test_shares_of_sim_and_numerical_are_those_that_were_counted() -> None:
    kept = figures("by_heart")
    names = ["none safe for both"]
    names += [f"3 to 6 free edges, {some} of them safe for both" for some in ("1 or 2", "more")]
    names += [f"{free} free edges, some of them safe for both" for free in (7, 8)]
    shown = [[int(kept[name]), int(kept[f"{name}, right"])] for name in names]
    assert table("sim-by-heart.md", "positions") == shown
    assert sum(count for count, _ in shown) == 2000
    names = [f"{empty} empty cells" for empty in (3, 4, 5)]
    shown = [[int(kept[name]), int(kept[f"{name}, right"])] for name in names]
    assert table("numerical-by-heart.md", "empty cells") == shown


@pytest.mark.parametrize("page", ["odd-even", "threats", "zugzwang", "endings", "follow-up"])
def test_the_count_is_right_on_the_boards_of_the_chapter(scripts, page: str) -> None:
    """Except where the page says that it fails, and where someone can win at once."""
    endings, _ = scripts
    solver = pg.Solver(pg.ConnectFour())
    text = (LEARN / f"{page}.md").read_text(encoding="utf-8")
    found = dict.fromkeys(re.findall(r'"plyground show connect4 (\d+)"', text))
    assert len(found) >= 3
    for moves in found:
        ending = endings.Ending.after(moves)
        if not ending.is_quiet() or moves == FAILS:
            continue
        said = endings.counted(ending)
        assert said.settled, moves
        assert said.winner == endings.winner(ending, solver), moves


def test_the_count_warns_where_it_fails(scripts) -> None:
    """Red's new four lies below yellow's threat."""
    endings, _ = scripts
    said = endings.counted(endings.Ending.after(FAILS))
    assert (said.winner, said.settled) == (2, False)


def test_the_counts_of_the_other_games_are_right_on_their_boards(scripts) -> None:
    _, by_heart = scripts
    for page, game, say in (
        ("sim-by-heart", by_heart.SIM, by_heart.counted),
        ("numerical-by-heart", by_heart.NUMERICAL, by_heart.looked),
    ):
        text = (LEARN / f"{page}.md").read_text(encoding="utf-8")
        found = re.findall(rf'"plyground show {game.name} ([^"]+)"', text)
        assert len(found) == 5
        for moves in found:
            position = game.position(moves)
            assert pg.analyse(position).value.verdict == say(position), moves


def test_the_table_of_cases_is_what_the_steps_say(scripts) -> None:
    """With each number of odd and even threats of both players, each in its own column."""
    endings, _ = scripts

    class Imagined(endings.Ending):
        def threats(self, player: int) -> set[tuple[int, int]]:
            return imagined[player]

        def new_four(self, *_) -> bool:
            return False

    for red, yellow, red_even, even in product(range(4), repeat=4):
        rows = [(1, 3)] * red + [(2, 3)] * yellow + [(1, 4)] * red_even + [(2, 4)] * even
        if len(rows) > 7:
            continue
        imagined = {
            player: {(column, row) for column, (who, row) in enumerate(rows, 1) if who == player}
            for player in (1, 2)
        }
        wins = 1 if red > yellow else 2 if even or yellow >= red + 2 else 0
        ending = Imagined("", {}, dict.fromkeys(endings.COLUMNS, 0))
        assert endings.counted(ending).winner == wins, rows


def test_a_pile_of_threats_is_filled_at_once(scripts) -> None:
    """The row up to which both fill it, and who completes four there."""
    endings, _ = scripts
    for pile, found in (("r", (2, 0)), ("ryr", (4, 0)), ("rr", (2, 1)), ("ryy", (3, 2))):
        threats = {
            player: {(1, row) for row, who in enumerate(pile, 2) if who == colour}
            for player, colour in ((1, "r"), (2, "y"))
        }
        assert endings.stacked(threats, 1, 2, 1) == found, pile


def test_yellow_wins_by_giving_up_the_odd_threat_only(scripts) -> None:
    """When column 2 of the example is full."""
    endings, _ = scripts
    solver = pg.Solver(pg.ConnectFour())
    example = "644424441676653333325563555162"
    assert example in (LEARN / "zugzwang.md").read_text(encoding="utf-8")
    for given_up, wins in (("7", 2), ("1", 0)):
        assert endings.winner(endings.Ending.after(f"{example}222{given_up}"), solver) == wins
