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
from plyground.web.app import create_app
from plyground.web.services import puzzle_progress
from plyground.web.services.puzzle_progress import (
    Choice,
    following,
    overview,
    streak,
    title_of,
    week,
)
from plyground.web.settings import Settings
from plyground.web.visitors import Visitors, digest
from tests.web.conftest import Person
from tests.web.playing import text_of

PUZZLES = pg.puzzles(pg.TicTacToe())
PUZZLE = PUZZLES[0]
DRAW = next(each for each in PUZZLES if each.keeps == "draw")
SCRIPT = {"hx-request": "true"}
TODAY = datetime.date(2026, 11, 24)


@pytest.fixture(autouse=True)
def date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_progress, "today", lambda: TODAY)


def others(puzzle: Puzzle) -> list[str]:
    return [move for move in puzzle.position.moves if move != puzzle.solution]


def ask(client: TestClient, puzzle: Puzzle, action: str, **fields: str) -> str:
    answer = client.post(f"/puzzles/{puzzle.id}/{action}", data=fields, headers=SCRIPT)
    assert answer.status_code == 200
    return answer.text


def tries(app: FastAPI, client: TestClient) -> list[tuple[str, str, str]]:
    """What is kept of a client's tries."""
    visitors: Visitors = app.state.parts.visitors
    (cookie,) = client.cookies.values()
    token = visitors._signer.unsign(cookie).decode()
    kept: list[Try] = app.state.parts.tries.of(digest(token))
    return [(each.puzzle, each.result, each.day) for each in kept]


def solved(page: str) -> str:
    """What the overview counts of all puzzles of tic-tac-toe."""
    found = re.search(r"Tic-tac-toe, all levels: (\d+ of \d+) solved", page)
    assert found
    return found[1]


def test_the_overview_counts_all_and_shows_the_one_of_the_day(person: Person) -> None:
    client = person()
    page = client.get("/puzzles/all").text
    (picture,) = re.findall('hx-get="(/puzzles/[^"]*)"', page)
    assert client.get(picture).text.startswith("<svg")
    assert 'aria-current="page">Puzzles' in page
    assert "24 November 2026" in page
    assert f'href="/puzzles/{daily(TODAY).id}"' in page
    assert solved(page) == "0 of 25"
    for each in overview(Progress()):
        assert f'aria-label="{each.title}, all levels: 0 of {each.all.puzzles} solved"' in page
    assert sum(each.all.puzzles for each in overview(Progress())) == len(all_puzzles())
    assert {each.title for each in overview(Progress())} == {
        *("Tic-tac-toe", "Numerical tic-tac-toe", "Connect Four", "Sim, 6 dots"),
        "Sim, 7 dots",
    }


def test_a_puzzle_is_posed(person: Person) -> None:
    page = person().get(f"/puzzles/{PUZZLE.id}")
    assert page.status_code == 200
    assert PUZZLE.task in page.text
    assert f"Tic-tac-toe, puzzle {PUZZLE.number} of 25, {PUZZLE.level}" in page.text
    assert 'data-my-turn="yes"' in page.text
    assert "style=" not in page.text  # which the policy of the pages would not let through


@pytest.mark.parametrize("puzzle", [PUZZLE, DRAW])
def test_a_wrong_answer_is_explained_and_the_right_one_is_right(
    app: FastAPI, person: Person, puzzle: Puzzle
) -> None:
    client = person()
    client.get("/puzzles/all")
    for move in others(puzzle):
        expected = check_answer(puzzle, move)
        page = ask(client, puzzle, "answer", text=move)
        assert expected.words in text_of(page)
        assert f'data-line="{" ".join(expected.line)}"' in page
        assert 'data-my-turn="yes"' in page
        assert "Try again" in page
        (drawn,) = re.findall('data-shown="(.*?)"', page)
        marked = json.loads(unescape(drawn))["hints"]
        assert [site for site, _ in marked] == [int(move) - 1], "the wrong move is marked"
    assert solved(client.get("/puzzles/all").text) == "0 of 25"
    page = ask(client, puzzle, "answer", text=puzzle.solution)
    expected = check_answer(puzzle, puzzle.solution)
    assert expected.words in text_of(page)
    assert f'data-line="{" ".join(expected.line)}"' in page
    assert 'data-my-turn="no"' in page
    assert ">Next</a>" in page
    assert solved(client.get("/puzzles/all").text) == "1 of 25"
    day = TODAY.isoformat()
    assert tries(app, client) == [(puzzle.id, "wrong", day), (puzzle.id, "solved", day)]
    assert f"You solved it on {day}" in client.get(f"/puzzles/{puzzle.id}").text


def test_moves_may_be_typed_as_in_a_game(person: Person) -> None:
    row, column = divmod(int(PUZZLE.solution) - 1, 3)
    assert "Right: " in ask(person(), PUZZLE, "answer", text=f" {row + 1} {column + 1} ")


def test_without_its_script_the_page_comes_whole(person: Person) -> None:
    client = person()
    for headers, whole in (({}, True), (SCRIPT, False)):
        page = client.post(
            f"/puzzles/{PUZZLE.id}/answer", data={"text": others(PUZZLE)[0]}, headers=headers
        )
        assert ("<!doctype html>" in page.text) is whole
        assert 'id="table"' in page.text


def test_hints_come_one_after_the_other(app: FastAPI, person: Person) -> None:
    client = person()
    client.get("/puzzles/all")
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


def test_who_asks_for_the_solution_has_not_solved_it(app: FastAPI, person: Person) -> None:
    client = person()
    client.get("/puzzles/all")
    page = text_of(ask(client, PUZZLE, "solution"))
    words = check_answer(PUZZLE, PUZZLE.solution).words.removeprefix("Right: ")
    assert f"The solution. {capital(words)}" in page
    assert [result for _, result, _ in tries(app, client)] == ["skipped"]
    assert solved(client.get("/puzzles/all").text) == "0 of 25"


def test_what_is_skipped_comes_again_when_there_is_nothing_else(person: Person) -> None:
    client = person()
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


def test_the_next_one_is_one_that_is_not_solved(person: Person) -> None:
    client = person()
    here = client.get("/puzzles/next?game=tictactoe").headers["location"]
    assert here == f"/puzzles/{following(Progress(), PUZZLES).id}?game=tictactoe"
    puzzle = following(Progress(), PUZZLES)
    page = ask(client, puzzle, "answer", text=puzzle.solution)
    link = re.search(r'id="next" href="([^"]*)"', page)
    assert link
    assert client.get(unescape(link[1])).headers["location"] != here
    assert client.get("/puzzles/next?game=tictactoe").headers["location"] != here


def made(*given: tuple[Puzzle, TryResult, str]) -> Progress:
    return Progress(Try(puzzle.id, result, day) for puzzle, result, day in given)


def test_when_all_are_solved_the_oldest_comes_again() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 26)]
    done = [(each, "solved", day) for each, day in zip(PUZZLES, reversed(days), strict=True)]
    progress = made(*done)  # type: ignore[arg-type]
    assert following(progress, PUZZLES) == PUZZLES[-1]
    assert following(progress, PUZZLES[:1], PUZZLES[0].id) == PUZZLES[0]
    one_left = made(*done[1:])  # type: ignore[arg-type]
    assert following(one_left, PUZZLES, PUZZLES[0].id) == PUZZLES[0]


def test_the_one_of_the_day_and_the_days_in_a_row() -> None:
    def on(back: int) -> tuple[Puzzle, TryResult, str]:
        day = TODAY - datetime.timedelta(days=back)
        return daily(day), "solved", day.isoformat()

    assert streak(Progress()) == 0
    assert streak(made(on(0))) == 1
    assert streak(made(on(1), on(2))) == 2  # today may still come
    assert streak(made(on(0), on(2))) == 1
    assert streak(made(on(2))) == 0
    late = (daily(TODAY - datetime.timedelta(days=1)), "solved", TODAY.isoformat())
    assert streak(made(on(0), late)) == 1  # type: ignore[arg-type]
    assert [each.solved for each in week(made(on(0), late))] == [False] * 5 + [True] * 2  # type: ignore[arg-type]
    assert [each.date for each in week(Progress())][-1] == TODAY


def test_the_address_of_the_one_of_the_day(person: Person) -> None:
    answer = person().get("/puzzles/daily")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/puzzles/{daily(TODAY).id}"


def test_the_one_of_the_day_says_so(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from plyground.web.pages import puzzles

    monkeypatch.setattr(puzzles, "puzzle_of_today", lambda: PUZZLE)
    assert "Today's puzzle." in person().get(f"/puzzles/{PUZZLE.id}").text
    assert "Today's puzzle." not in person().get(f"/puzzles/{DRAW.id}").text


def test_the_same_once_more_on_a_day_is_not_kept(app: FastAPI, person: Person) -> None:
    client = person()
    client.get("/puzzles/all")
    for _ in range(3):
        ask(client, PUZZLE, "answer", text=others(PUZZLE)[0])
    assert len(tries(app, client)) == 1


def test_visitors_have_progress_of_their_own(person: Person) -> None:
    one, other = person(), person()
    one.get("/puzzles/all")
    ask(one, PUZZLE, "answer", text=PUZZLE.solution)
    assert solved(one.get("/puzzles/all").text) == "1 of 25"
    assert solved(other.get("/puzzles/all").text) == "0 of 25"
    assert "You solved it" not in other.get(f"/puzzles/{PUZZLE.id}").text


def test_progress_outlives_the_server(tmp_path: Path) -> None:
    def client() -> TestClient:
        app = create_app(Settings(data=tmp_path, warms=False))
        return TestClient(app, base_url="http://localhost", headers={"accept": "text/html"})

    with client() as before:
        before.get("/puzzles/all")
        ask(before, PUZZLE, "answer", text=PUZZLE.solution)
        cookies = dict(before.cookies)
    with client() as after:
        after.cookies.update(cookies)
        assert solved(after.get("/puzzles/all").text) == "1 of 25"


def test_no_page_knows_the_solution(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were another move the solution, the pages would be the same."""
    client = person()
    client.get("/puzzles/all")  # so that the next answers set no cookie

    def pages() -> list[str]:
        found = []
        for each in (PUZZLE, DRAW):
            wrong = next(move for move in others(each) if move != others(each)[0])
            found += [
                client.get(path).text
                for path in (f"/puzzles/{each.id}", f"/puzzles/{each.id}/board", "/puzzles/all")
            ]
            found.append(ask(client, each, "answer", text=wrong))
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


def test_the_board_after_a_line(person: Person) -> None:
    client = person()
    line = check_answer(PUZZLE, others(PUZZLE)[0]).line
    for count in range(len(line) + 1):
        answer = client.get(f"/puzzles/{PUZZLE.id}/board", params={"line": " ".join(line[:count])})
        position = PUZZLE.game.position([*PUZZLE.moves, *line[:count]])
        assert answer.json() == {**shown(position), "hints": []}


@pytest.mark.parametrize("puzzle_id", ["tictactoe-00000000", "x", "%00", "-", "a" * 300, "🙂"])
def test_a_puzzle_that_there_is_not(person: Person, puzzle_id: str) -> None:
    client = person()
    for path in ("", "/board", "/picture"):
        answer = client.get(f"/puzzles/{puzzle_id}{path}")
        assert answer.status_code == 404
    assert "this puzzle does not exist" in client.get(f"/puzzles/{puzzle_id}").text
    for action in ("answer", "hint", "solution", "skip"):
        answer = client.post(f"/puzzles/{puzzle_id}/{action}", data={"text": "1"})
        assert answer.status_code == 404


def test_moves_that_cannot_be_made_are_reported_and_not_kept(app: FastAPI, person: Person) -> None:
    client = person()
    client.get("/puzzles/all")
    for text, words in (
        (PUZZLE.moves[0], "is taken"),
        ("0", "is not a move of Tic-tac-toe"),
        ("5 5", "is not a move"),
        ("<b>", "is not a move"),
        ("\0", "is not a move"),
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
def test_odd_forms_are_refused(person: Person, action: str, fields: dict[str, str]) -> None:
    answer = person().post(f"/puzzles/{PUZZLE.id}/{action}", data=fields)
    assert 400 <= answer.status_code < 500


@pytest.mark.slow
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
def test_odd_addresses_are_refused(person: Person, path: str) -> None:
    answer = person().get(path)
    assert 400 <= answer.status_code < 500


def test_games_and_levels_that_there_are_not_are_reported(person: Person) -> None:
    page = text_of(person().get("/puzzles/next?game=tictactoe&level=hard").text)
    assert "there are no puzzles of this game, level and motif" in page
    assert "All puzzles" in page


def test_a_game_is_called_by_what_tells_it_from_its_likes() -> None:
    assert title_of(pg.Sim(7, 2)) == "Sim, 7 dots"
    assert title_of(pg.ConnectFour()) == "Connect Four"
    assert len(Choice("sim-7-2", "easy").among) == 14


@pytest.mark.slow
def test_a_motif_is_a_choice_and_is_named_when_the_puzzle_is_solved(person: Person) -> None:
    client = person()
    page = client.get("/puzzles/all").text
    assert 'href="/puzzles/next?motif=two+threats"' in page
    there = client.get("/puzzles/next?motif=only+defence").headers["location"]
    puzzle = puzzle_progress.puzzle_of(there.split("?")[0].rpartition("/")[2])
    assert puzzle.motif == "only defence"
    assert "motif=only+defence" in there
    assert "Only defence" not in text_of(client.get(there).text)
    assert "Only defence." in text_of(ask(client, puzzle, "answer", text=puzzle.solution))
    assert client.get("/puzzles/next?motif=luck").status_code == 404


def test_the_rating_rises_with_a_puzzle_solved(person: Person) -> None:
    client = person()
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
    early = PUZZLE.id
    with TestClient(create_app(Settings(data=tmp_path)), base_url="http://localhost") as client:
        ask(client, PUZZLE, "answer", text=PUZZLE.solution)
        cookies = client.cookies
    assert early not in file.read().solved
    file.add(Try(DRAW.id, "solved", "2026-11-23"))
    own = create_app(Settings(data=tmp_path, own=True))
    with TestClient(own, base_url="http://localhost", cookies=cookies) as client:
        for each in (PUZZLE, DRAW):
            assert "You solved it on" in client.get(f"/puzzles/{each.id}").text
        new = next(each for each in all_puzzles() if each not in (PUZZLE, DRAW))
        ask(client, new, "answer", text=new.solution)
        assert set(file.read().solved) == {DRAW.id, new.id}
        client.cookies.clear()
        assert "You solved it on" in client.get(f"/puzzles/{new.id}").text
