"""The puzzles' pages: what they say to answers, what they keep, and what they do not give away."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

import plyground as pg
from plyground.analysis.puzzles import (
    PROGRESS,
    Progress,
    ProgressFile,
    Puzzle,
    Try,
    TryResult,
    all_puzzles,
    check_answer,
    daily,
    hints,
    rating_of,
)
from plyground.browser.geometry import shown
from plyground.position.face import capital
from plyground.web.parts import parts_of
from plyground.web.services import puzzle_progress
from plyground.web.services.puzzle_progress import (
    Choice,
    following,
    overview,
    streak,
    title_of,
    week,
)
from plyground.web.visitors import digest
from tests.web.conftest import Person
from tests.web.playing import served, text_of

PUZZLES = pg.puzzles(pg.TicTacToe())
PUZZLE = PUZZLES[0]
DRAW = next(each for each in PUZZLES if each.keeps == "draw")
SCRIPT = {"hx-request": "true"}
TODAY = datetime.date(2026, 11, 24)


@pytest.fixture(autouse=True)
def date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_progress, "today", lambda: TODAY)


@pytest.fixture
def client(person: Person) -> TestClient:
    """A visitor whom the app knows by now."""
    client = person()
    client.get("/")
    return client


def others(puzzle: Puzzle) -> list[str]:
    return [move for move in puzzle.position.moves if move != puzzle.solution]


def ask(client: TestClient, puzzle: Puzzle, action: str, **fields: str) -> str:
    answer = client.post(f"/puzzles/{puzzle.id}/{action}", data=fields, headers=SCRIPT)
    assert answer.status_code == 200
    return answer.text


def tries(app: FastAPI, client: TestClient) -> list[tuple[str, str, str]]:
    """What is kept of a client's tries."""
    parts = parts_of(app)
    (cookie,) = client.cookies.values()
    token = parts.visitors._signer.unsign(cookie).decode()
    return [(each.puzzle, each.result, each.day) for each in parts.tries.of(digest(token))]


def solved(client: TestClient) -> str:
    """What the overview counts of all puzzles of tic-tac-toe."""
    page = client.get("/puzzles/all").text
    (found,) = re.findall(r"Tic-tac-toe, all levels: (\d+ of \d+) solved", page)
    return str(found)


def test_the_overview_counts_all_and_shows_the_one_of_the_day(client: TestClient) -> None:
    page = client.get("/puzzles/all").text
    (picture,) = re.findall('hx-get="(/puzzles/[^"]*)"', page)
    assert client.get(picture).text.startswith("<svg")
    assert 'aria-current="page">Puzzles' in page
    assert "24 November 2026" in page
    assert f'href="/puzzles/{daily(TODAY).id}"' in page
    assert client.get("/puzzles/daily").headers["location"] == f"/puzzles/{daily(TODAY).id}"
    assert solved(client) == "0 of 25"
    listed = overview(Progress())
    for each in listed:
        assert f'aria-label="{each.title}, all levels: 0 of {each.all.puzzles} solved"' in page
    assert sum(each.all.puzzles for each in listed) == len(all_puzzles())
    assert {each.title for each in listed} == {
        *("Tic-tac-toe", "Numerical tic-tac-toe", "Connect Four", "Sim, 6 dots"),
        "Sim, 7 dots",
    }


def test_a_puzzle_is_posed(reader: TestClient) -> None:
    page = reader.get(f"/puzzles/{PUZZLE.id}").text
    assert PUZZLE.task in page
    assert f"Tic-tac-toe, puzzle {PUZZLE.number} of 25, {PUZZLE.level}" in page
    assert 'data-my-turn="yes"' in page
    assert "style=" not in page  # which the policy of the pages would not let through


@pytest.mark.parametrize("puzzle", [PUZZLE, DRAW])
def test_a_wrong_answer_is_explained_and_the_right_one_is_right(
    app: FastAPI, client: TestClient, puzzle: Puzzle
) -> None:
    def answered(move: str) -> str:
        page = ask(client, puzzle, "answer", text=move)
        expected = check_answer(puzzle, move)
        assert expected.words in text_of(page)
        assert f'data-line="{" ".join(expected.line)}"' in page
        return page

    for move in others(puzzle):
        page = answered(move)
        assert 'data-my-turn="yes"' in page
        assert "Try again" in page
        (drawn,) = re.findall('data-shown="(.*?)"', page)
        marked = json.loads(unescape(drawn))["hints"]
        assert [site for site, _ in marked] == [int(move) - 1], "the wrong move is marked"
    assert solved(client) == "0 of 25"
    page = answered(puzzle.solution)
    assert 'data-my-turn="no"' in page
    assert ">Next</a>" in page
    assert solved(client) == "1 of 25"
    day = TODAY.isoformat()
    assert tries(app, client) == [(puzzle.id, "wrong", day), (puzzle.id, "solved", day)]
    assert f"You solved it on {day}" in client.get(f"/puzzles/{puzzle.id}").text


def test_moves_may_be_typed_as_in_a_game(reader: TestClient) -> None:
    row, column = divmod(int(PUZZLE.solution) - 1, 3)
    assert "Right: " in ask(reader, PUZZLE, "answer", text=f" {row + 1} {column + 1} ")


@pytest.mark.parametrize(("headers", "whole"), [({}, True), (SCRIPT, False)])
def test_without_its_script_the_page_comes_whole(
    reader: TestClient, headers: dict[str, str], whole: bool
) -> None:
    given = {"text": others(PUZZLE)[0]}
    page = reader.post(f"/puzzles/{PUZZLE.id}/answer", data=given, headers=headers).text
    assert ("<!doctype html>" in page) is whole
    assert 'id="table"' in page


def test_hints_come_one_after_the_other(app: FastAPI, client: TestClient) -> None:
    first, second = hints(PUZZLE)
    page = ask(client, PUZZLE, "hint")
    assert first in page
    assert second not in page
    assert "Another hint" in page
    page = ask(client, PUZZLE, "hint", hints="1")
    assert first in page
    assert second in page
    assert f'action="/puzzles/{PUZZLE.id}/hint"' not in page
    page = ask(client, PUZZLE, "answer", text=others(PUZZLE)[0], hints="2")
    assert second in page  # they stay
    assert [result for _, result, _ in tries(app, client)] == ["hint", "wrong"]


def test_who_asks_for_the_solution_has_not_solved_it(app: FastAPI, client: TestClient) -> None:
    page = text_of(ask(client, PUZZLE, "solution"))
    words = check_answer(PUZZLE, PUZZLE.solution).words.removeprefix("Right: ")
    assert f"The solution. {capital(words)}" in page
    assert [result for _, result, _ in tries(app, client)] == ["skipped"]
    assert solved(client) == "0 of 25"


def test_what_is_skipped_comes_again_when_there_is_nothing_else(client: TestClient) -> None:
    query = "?game=tictactoe&level=medium"
    here = client.get(f"/puzzles/next{query}").headers["location"]
    among = {each.id for each in PUZZLES if each.level == "medium"}
    seen = []
    for _ in range(2 * len(among)):
        assert here.endswith(query)
        seen.append(here.removesuffix(query).removeprefix("/puzzles/"))
        answer = client.post(here.replace("?", "/skip?"))
        assert answer.status_code == 303
        here = answer.headers["location"]
    assert set(seen[: len(among)]) == set(seen[len(among) :]) == among


def test_the_next_one_is_one_that_is_not_solved(client: TestClient) -> None:
    here = client.get("/puzzles/next?game=tictactoe").headers["location"]
    assert here == f"/puzzles/{following(Progress(), PUZZLES).id}?game=tictactoe"
    puzzle = following(Progress(), PUZZLES)
    page = ask(client, puzzle, "answer", text=puzzle.solution)
    link = re.search(r'id="next" href="([^"]*)"', page)
    assert link
    assert client.get(unescape(link[1])).headers["location"] != here
    assert client.get("/puzzles/next?game=tictactoe").headers["location"] != here


Done = tuple[Puzzle, TryResult, str]


def made(*given: Done) -> Progress:
    return Progress(Try(puzzle.id, result, day) for puzzle, result, day in given)


def test_when_all_are_solved_the_oldest_comes_again() -> None:
    days = [f"2026-11-{day:02}" for day in range(25, 0, -1)]
    done: list[Done] = [(each, "solved", day) for each, day in zip(PUZZLES, days, strict=True)]
    assert following(made(*done), PUZZLES) == PUZZLES[-1]
    assert following(made(*done), PUZZLES[:1], PUZZLES[0].id) == PUZZLES[0]
    assert following(made(*done[1:]), PUZZLES, PUZZLES[0].id) == PUZZLES[0]


def on(back: int, late: int = 0) -> Done:
    """The puzzle of a day before today is solved, on that day or days later."""
    day = TODAY - datetime.timedelta(days=back)
    return daily(day), "solved", (day + datetime.timedelta(days=late)).isoformat()


@pytest.mark.parametrize(
    ("done", "days"),
    [
        ((), 0),
        ((on(0),), 1),
        ((on(1), on(2)), 2),  # today may still come
        ((on(0), on(2)), 1),
        ((on(2),), 0),
        ((on(0), on(1, late=1)), 1),
    ],
)
def test_the_days_in_a_row(done: tuple[Done, ...], days: int) -> None:
    assert streak(made(*done)) == days


def test_the_ones_of_the_week() -> None:
    shown = week(made(on(0), on(1, late=1)))
    assert [each.solved for each in shown] == [False] * 5 + [True] * 2
    assert shown[-1].date == TODAY


def test_the_one_of_the_day_says_so(reader: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.web.pages import puzzles

    monkeypatch.setattr(puzzles, "puzzle_of_today", lambda: PUZZLE)
    assert "Today's puzzle." in reader.get(f"/puzzles/{PUZZLE.id}").text
    assert "Today's puzzle." not in reader.get(f"/puzzles/{DRAW.id}").text


def test_the_same_once_more_on_a_day_is_not_kept(app: FastAPI, client: TestClient) -> None:
    for _ in range(3):
        ask(client, PUZZLE, "answer", text=others(PUZZLE)[0])
    assert len(tries(app, client)) == 1


def test_visitors_have_progress_of_their_own(person: Person) -> None:
    one, other = person(), person()
    one.get("/")
    ask(one, PUZZLE, "answer", text=PUZZLE.solution)
    assert (solved(one), solved(other)) == ("1 of 25", "0 of 25")
    assert "You solved it" not in other.get(f"/puzzles/{PUZZLE.id}").text


def test_no_page_knows_the_solution(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were another move the solution, the pages would be the same."""

    def pages() -> list[str]:
        found = [client.get("/puzzles/all").text]
        for each in (PUZZLE, DRAW):
            found += [client.get(f"/puzzles/{each.id}{part}").text for part in ("", "/board")]
            found.append(ask(client, each, "answer", text=others(each)[1]))
        return found

    pages()  # so that the rating stays as it is
    before = pages()
    changed = {
        each.id: replace(each, solution=others(each)[0], plies=(each.plies or 0) + 2)
        for each in (PUZZLE, DRAW)
    }
    among = tuple(changed.get(each.id, each) for each in all_puzzles())
    monkeypatch.setattr(puzzle_progress, "all_puzzles", lambda: among)
    assert pages() == before


def test_the_board_after_a_line(client: TestClient) -> None:
    line = check_answer(PUZZLE, others(PUZZLE)[0]).line
    for count in range(len(line) + 1):
        answer = client.get(f"/puzzles/{PUZZLE.id}/board", params={"line": " ".join(line[:count])})
        position = PUZZLE.game.position([*PUZZLE.moves, *line[:count]])
        assert answer.json() == {**shown(position), "hints": []}


@pytest.mark.parametrize("puzzle_id", ["tictactoe-00000000", "x", "-", "a" * 300, "🙂"])
def test_a_puzzle_that_there_is_not(reader: TestClient, puzzle_id: str) -> None:
    for path in ("", "/board", "/picture"):
        assert reader.get(f"/puzzles/{puzzle_id}{path}").status_code == 404
    assert "this puzzle does not exist" in reader.get(f"/puzzles/{puzzle_id}").text
    for action in ("answer", "hint", "solution", "skip"):
        answer = reader.post(f"/puzzles/{puzzle_id}/{action}", data={"text": "1"})
        assert answer.status_code == 404


def test_moves_that_cannot_be_made_are_reported_and_not_kept(
    app: FastAPI, client: TestClient
) -> None:
    for text, words in (
        (PUZZLE.moves[0], "is taken"),
        ("0", "is not a move of Tic-tac-toe"),
        ("5 5", "is not a move"),
        ("<b>", "is not a move"),
        (" ", "is not a move"),
        ("٣", "is not a move"),
    ):
        answer = client.post(
            f"/puzzles/{PUZZLE.id}/answer", data={"text": text, "hints": "1"}, headers=SCRIPT
        )
        assert answer.status_code == 422
        assert words in text_of(answer.text)
        assert "<b>" not in answer.text
        assert hints(PUZZLE)[0] in answer.text
        assert 'data-my-turn="yes"' in answer.text
    assert tries(app, client) == []


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("answer", {}),
        ("answer", {"text": ""}),
        ("answer", {"text": "5" * 41}),
        ("answer", {"text": "5", "hints": "-1"}),
        ("answer", {"text": "5", "hints": "10"}),
        ("hint", {"hints": "many"}),
        ("hint", {"hints": "1" * 5000}),
        ("hint?level=none", {}),
        ("skip?level=hard&game=tictactoe", {}),
        ("skip?game=chess", {}),
        ("solution?game=" + "x" * 100, {}),
        ("nothing", {}),
    ],
)
def test_odd_forms_are_refused(reader: TestClient, action: str, fields: dict[str, str]) -> None:
    answer = reader.post(f"/puzzles/{PUZZLE.id}/{action}", data=fields)
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    "path",
    [
        "/puzzles/next?level=none",
        "/puzzles/next?game=chess",
        "/puzzles/next?game=tictactoe&level=hard",
        "/puzzles/next?after=" + "x" * 101,
        f"/puzzles/{PUZZLE.id}?level=none",
        f"/puzzles/{PUZZLE.id}/board?line=0",
        f"/puzzles/{PUZZLE.id}/board?line={PUZZLE.moves[0]}",
        f"/puzzles/{PUZZLE.id}/board?line=" + "1" * 1001,
        f"/puzzles/{PUZZLE.id}/answer",
        f"/puzzles/{PUZZLE.id}/nothing",
    ],
)
def test_odd_addresses_are_refused(reader: TestClient, path: str) -> None:
    assert 400 <= reader.get(path).status_code < 500


def test_a_game_is_called_by_what_tells_it_from_its_likes() -> None:
    assert title_of(pg.Sim(7, 2)) == "Sim, 7 dots"
    assert title_of(pg.ConnectFour()) == "Connect Four"
    assert len(Choice("sim-7-2", "easy").among) == 14


def test_a_motif_is_a_choice(client: TestClient) -> None:
    page = client.get("/puzzles/all").text
    assert 'href="/puzzles/next?motif=two+threats"' in page
    there = client.get("/puzzles/next?motif=only+defence").headers["location"]
    puzzle = puzzle_progress.puzzle_of(there.split("?")[0].rpartition("/")[2])
    assert puzzle.motif == "only defence"
    assert "motif=only+defence" in there
    assert "Only defence" not in text_of(client.get(there).text)
    assert client.get("/puzzles/next?motif=luck").status_code == 404


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("motif", "said"),
    [
        ("two threats", "You can win next with "),
        ("fewer safe moves", "You can answer each safe move"),
    ],
)
def test_a_solved_puzzle_says_why(client: TestClient, motif: str, said: str) -> None:
    of_motif = [each for each in all_puzzles() if each.motif == motif]
    told = [text_of(ask(client, puzzle, "answer", text=puzzle.solution)) for puzzle in of_motif[:6]]
    assert any(said in each for each in told)


def test_the_rating_rises_with_a_puzzle_solved(client: TestClient) -> None:
    assert "Rating" not in text_of(client.get("/puzzles/all").text)
    said = text_of(ask(client, PUZZLE, "answer", text=PUZZLE.solution))
    rating = rating_of([Try(PUZZLE.id, "solved", "2026-11-24")]).points
    assert f"Your rating {rating:,.0f} (+{rating - 1000:.0f})" in said
    assert f"Rating {rating:,.0f} from 1 puzzle" in text_of(client.get("/puzzles/all").text)
    again = text_of(ask(client, PUZZLE, "answer", text=PUZZLE.solution))
    assert f"Your rating {rating:,.0f}." in again


def test_on_ones_own_machine_the_terminal_and_the_app_share_progress(tmp_path: Path) -> None:
    """Whichever browser the person uses; what they solved before is not lost."""
    file = ProgressFile(tmp_path / PROGRESS)
    with served(tmp_path) as client:
        ask(client, PUZZLE, "answer", text=PUZZLE.solution)
        cookies = client.cookies
    assert PUZZLE.id not in file.read().solved
    file.add(Try(DRAW.id, "solved", "2026-11-23"))
    with served(tmp_path, own=True) as client:
        client.cookies = cookies
        for each in (PUZZLE, DRAW):
            assert "You solved it on" in client.get(f"/puzzles/{each.id}").text
        new = next(each for each in all_puzzles() if each not in (PUZZLE, DRAW))
        ask(client, new, "answer", text=new.solution)
        assert set(file.read().solved) == {DRAW.id, new.id}
        client.cookies.clear()
        assert "You solved it on" in client.get(f"/puzzles/{new.id}").text
