"""The glass box page: what it gives out is the recording, and it gives it to its visitor alone."""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from contextlib import suppress
from html import unescape
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.analysis import look_inside, score_text
from plyground.analysis.scenes import MOST
from plyground.analysis.spoken import spoken
from plyground.analysis.trace import Step, Trace, about
from plyground.players import Choice, Learned, Player, PlayerError, kinds
from plyground.players.form import sample
from plyground.web.boards import board_svg
from plyground.web.errors import NotFoundError
from plyground.web.pages.glassbox import inside
from plyground.web.services.recordings import PART, Looked, Recording, Recordings

EVIL = "<script>alert(1)</script>"
FIRST = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"


def name_of(page: str) -> str:
    found = re.search(r'data-recording="([^"]+)"', page)
    assert found, page
    return found[1]


def recorded(client: TestClient, link: str) -> str:
    answer = client.get(link)
    assert answer.status_code == 200
    return name_of(answer.text)


def searched(
    client: TestClient, moves: str = "15264", depth: int = 3, algorithm: str = "alphabeta"
) -> tuple[str, Trace]:
    """The name of a recording, and what it is of."""
    name = recorded(client, f"/glassbox?moves={moves}&algorithm={algorithm}&depth={depth}")
    return name, look_inside(pg.TicTacToe().position(moves), depth=depth, algorithm=algorithm)


def signed(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")


def everything(client: TestClient, name: str) -> tuple[list[Any], dict[int, Any]]:
    """All steps and nodes that the server gives out, part by part."""
    steps: list[Any] = []
    nodes: dict[int, Any] = {}
    while (answer := client.get(f"/glassbox/{name}/steps/{len(steps) // PART}")).is_success:
        part = answer.json()
        assert part["first"] == len(steps)
        steps += part["steps"]
        nodes |= {node["number"]: node for node in part["nodes"]}
        if len(part["steps"]) < PART:
            break
    return steps, nodes


def way_to(trace: Trace, number: int) -> list[int]:
    """A node, and those above it."""
    above = trace.nodes[number].parent
    return [number, *([] if above is None else way_to(trace, above))]


def below(trace: Trace) -> Counter[int]:
    """How many nodes are below each."""
    return Counter(above for node in trace.nodes for above in way_to(trace, node.number)[1:])


def test_the_page_without_a_search_is_a_form(reader: TestClient) -> None:
    page = reader.get("/glassbox")
    assert page.status_code == 200
    assert "data-recording" not in page.text
    for title in ("Tic-tac-toe", "Numerical tic-tac-toe", "Sim", "Connect Four"):
        assert f">{title}</option>" in page.text
    assert 'aria-current="page">Look inside' in page.text


@pytest.mark.parametrize(
    ("moves", "depth", "algorithm"),
    [
        ("15264", 3, "minimax"),
        ("15264", 3, "alphabeta"),
        ("15264", 3, "shallow"),
        ("152", 4, "alphabeta"),
    ],
)
def test_steps_and_nodes_are_those_of_look_inside(
    reader: TestClient, moves: str, depth: int, algorithm: str
) -> None:
    name, trace = searched(reader, moves, depth, algorithm)
    steps, nodes = everything(reader, name)
    assert [(step["action"], step["node"]) for step in steps] == [
        (step.action, step.node) for step in trace.steps
    ]
    entered = [node.entered for node in trace.nodes]
    of_node: dict[int, list[Step]] = defaultdict(list)
    for shown, step in zip(steps, trace.steps, strict=True):
        of_node[step.node].append(step)
        assert shown["said"].lower() == f"{spoken(trace, step)}.".lower()
        alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
        crossed = f"\N{GREEK SMALL LETTER ALPHA} {alpha} ≥ β {beta}."
        assert shown["crossed"] == (crossed if step.action == "cut" else "")
        assert shown["newest"] == bisect(entered, step.number) - 1
    assert sorted(nodes) == [node.number for node in trace.nodes]
    counts = below(trace)
    for node in trace.nodes:
        shown = nodes[node.number]
        assert node.value is not None
        assert shown["value"] == signed(score_text(node.value))
        assert shown["bound"] == {"exact": "", "upper": "≤", "lower": "≥"}[node.bound or "exact"]
        same = ("parent", "ply", "move", "kind", "player", "end", "reason", "entered", "left")
        assert {key: shown[key] for key in same} == {key: getattr(node, key) for key in same}
        assert shown["children"] == list(node.children)
        assert shown["cut_moves"] == list(node.pruned)
        assert shown["path"] == list(trace.path(node.number))
        legal = trace.position_at(node.number).moves if node.kind != "leaf" else ()
        assert shown["moves"] == list(legal)
        assert shown["below"] == counts[node.number]
        assert shown["windows"] == [
            [step.number, signed(score_text(step.alpha)), signed(score_text(step.beta))]
            for step in of_node[node.number]
            if step.action in ("enter", "raise", "lower")
        ]
        cuts = [step.number for step in of_node[node.number] if step.action == "cut"]
        assert shown["cut"] == (cuts[0] if cuts else None)
        assert trace.steps[shown["valued"]].value == node.value


def test_the_way_to_the_next_cut_off(reader: TestClient) -> None:
    name, trace = searched(reader)
    cuts = [step.number for step in trace.steps if step.action == "cut"]
    asked = [0, cuts[0] - 1, *cuts]
    found = [reader.get(f"/glassbox/{name}/cuts/{step}").json()["step"] for step in asked]
    assert found == [cuts[0], cuts[0], *cuts[1:], None]


def test_a_part_comes_with_all_that_is_shown_beside_its_steps(reader: TestClient) -> None:
    name, trace = searched(reader, "152", 4, "minimax")
    assert len(trace.steps) > 2 * PART
    part = reader.get(f"/glassbox/{name}/steps/1").json()
    given = {node["number"] for node in part["nodes"]}
    for number, step in enumerate(part["steps"], PART):
        for at in way_to(trace, step["node"]):
            assert at in given
            children = trace.nodes[at].children
            assert {child for child in children if trace.nodes[child].entered <= number} <= given


def test_the_drawn_tree_shows_what_is_near(reader: TestClient) -> None:
    name, trace = searched(reader, "15", 5)
    assert len(trace.nodes) > 10 * MOST
    steps, _ = everything(reader, name)
    scenes = {at: reader.get(f"/glassbox/{name}/scenes/{at}").json() for at in range(0, 90, 7)}
    for step in (step for step in steps if step["scene"] in scenes):
        near = {part["node"] for part in scenes[step["scene"]]["parts"]}
        assert {*way_to(trace, step["node"])} <= near
    counts = below(trace)
    for scene in scenes.values():
        parts = {part["node"]: part for part in scene["parts"]}
        assert [*parts] == sorted(parts) == [node["number"] for node in scene["nodes"]]
        assert len(parts) <= MOST + 5 * 8
        for number, part in parts.items():
            node = trace.nodes[number]
            hidden = not parts.keys() & {*node.children}
            assert part["folded"] == (counts[number] if hidden else 0)
            assert (part["line"] == "") is (number == 0)
        shown = {cut["node"]: cut["text"] for cut in scene["cuts"]}
        for number, part in parts.items():
            pruned = trace.nodes[number].pruned
            assert (number in shown) is (bool(pruned) and not part["folded"])
            if number in shown:
                assert shown[number] == " ".join(pruned)
        boxes = sorted(
            (part["y"], part["x"], part["half"]) for part in [*parts.values(), *scene["cuts"]]
        )
        for (y, x, half), (other, farther, its) in pairwise(boxes):
            assert y != other or x + half <= farther - its


def test_children_and_boards(reader: TestClient) -> None:
    name, trace = searched(reader)
    for node in trace.nodes:
        children = reader.get(f"/glassbox/{name}/children/{node.number}").json()["nodes"]
        assert [child["number"] for child in children] == list(node.children)
        board = reader.get(f"/glassbox/{name}/boards/{node.number}")
        assert board.text == board_svg(trace.position_at(node.number).picture())
        assert "style=" not in board.text  # which the policy of the pages would not let through
    for path in ("children/13", "boards/13", "scenes/13", "steps/1", "boards/99999"):
        answer = reader.get(f"/glassbox/{name}/{path}", headers={"accept": "*/*"})
        assert answer.status_code == 404
        assert answer.json()["error"].startswith("this search has ")


@pytest.mark.parametrize(("algorithm", "costs"), [("shallow", True), ("alphabeta", False)])
def test_the_old_program_s_costs_are_shown_for_its_own_search_alone(
    reader: TestClient, algorithm: str, costs: bool
) -> None:
    name, _ = searched(reader, algorithm=algorithm)
    _, nodes = everything(reader, name)
    assert (nodes[0]["cost"] == "-8") is costs  # depth 2 less 10


def test_another_visitor_s_recording_is_not_found(client: TestClient) -> None:
    name = recorded(client, FIRST)
    assert client.get(f"/glassbox/{name}/steps/0").status_code == 200
    client.cookies.clear()
    for path in ("steps/0", "children/0", "boards/0", "scenes/0"):
        answer = client.get(f"/glassbox/{name}/{path}")
        assert answer.status_code == 404
        assert answer.json() == {"error": "this search is gone: press Show me again"}
    assert client.get("/glassbox/nothing/steps/0").status_code == 404


def test_a_page_records_once_more_what_is_not_kept_any_longer(client: TestClient) -> None:
    name = recorded(client, FIRST)
    client.app.state.parts.recordings = Recordings()  # type: ignore[attr-defined]  # as by a restart
    assert client.get(f"/glassbox/{name}/steps/0").status_code == 404
    again = client.get(FIRST.replace("?", "/record?")).json()["id"]
    assert client.get(f"/glassbox/{again}/steps/0").status_code == 200


def test_the_last_recordings_of_a_visitor_are_kept(client: TestClient) -> None:
    names = [recorded(client, f"/glassbox?moves=15264&depth={depth}") for depth in (1, 2, 3, 4)]
    found = [client.get(f"/glassbox/{name}/steps/0").status_code for name in names]
    assert found == [404, 200, 200, 200]


def test_all_recordings_together_are_bounded() -> None:
    position = pg.TicTacToe().position("15264")
    trace = look_inside(position, depth=3)
    store = Recordings(all_steps_most=3 * len(trace.steps))

    def keep(number: int) -> Recording:
        return store.keep(f"visitor {number}", Looked(position, "alphabeta", number), trace)

    made = [keep(number) for number in range(3)]
    store.find("visitor 0", made[0].id)  # so that it is not the one left unused for longest
    keep(3)
    assert store.steps == 3 * len(trace.steps)
    assert store.find("visitor 0", made[0].id) is made[0]
    with pytest.raises(NotFoundError):
        store.find("visitor 1", made[1].id)


def test_the_same_search_is_recorded_once_for_all(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class looks at one example at the same time."""
    searches: list[int] = []

    def counted(*args: Any, **how: Any) -> Trace:
        searches.append(1)
        return look_inside(*args, **how)

    monkeypatch.setattr("plyground.web.pages.glassbox.look_inside", counted)
    for _ in range(3):
        client.cookies.clear()
        name = recorded(client, FIRST)
        assert client.get(f"/glassbox/{name}/steps/0").status_code == 200
    assert len(searches) == 1


def test_a_recording_that_is_cut_short_says_so(
    reader: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.pages.glassbox.STEPS_MOST", 50)
    page = reader.get("/glassbox?moves=15&algorithm=minimax&depth=7").text
    assert "Cut short after 50 steps, at " in page
    assert 'data-last="49"' in page
    steps, nodes = everything(reader, name_of(page))
    assert len(steps) == 50
    assert nodes[0]["value"] is None
    assert nodes[0]["unreached"]


@pytest.mark.slow
def test_parameters_and_defaults_come_from_the_link(reader: TestClient) -> None:
    page = reader.get("/glassbox?game=sim&vertices=6&players=2&moves=0-1+0-2&depth=1").text
    game = pg.Sim(6, 2)
    trace = look_inside(game.position("0-1 0-2"), depth=1, heuristic=game.default_heuristic)
    assert about(trace) in page
    assert re.search(r'name="vertices"[^>]*value="6"', page)
    assert "“margin” rates the position" in page
    page = reader.get("/glassbox?moves=15264").text
    assert "Tic-tac-toe after 1 5 2 6 4: alpha-beta, 3 plies deep" in page


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("moves=11", "move 2, 1: Cell 1 is taken: legal are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("moves=1x", "move 2, x: 'x' is not a move of Tic-tac-toe: give a cell, 1 to 9"),
        ("moves=1425369", "move 6, 6: the game is over"),
        ("depth=0", "Tic-tac-toe takes a depth of 1 to 9 plies, and not 0"),
        ("depth=10", "Tic-tac-toe takes a depth of 1 to 9 plies, and not 10"),
        ("depth=two", "depth takes a whole number, and not 'two'"),
        ("depth=", "depth takes a whole number, and not ''"),
        ("algorithm=magic", "there is no algorithm 'magic': give minimax, alphabeta, shallow"),
        ("game=chess", "there is no game 'chess': give tictactoe, numerical, sim, connect4"),
        ("game=/etc/game.py", "there is no game '/etc/game.py': give "),
        ("vertices=6", "Tic-tac-toe has no parameter vertices: it has none"),
        ("self=6", "Tic-tac-toe has no parameter self: it has none"),
        ("game=sim&vertices=99", "Sim takes 3 to 10 vertices, and not 99"),
        ("game=sim&columns=5", "Sim has no parameter columns: its parameters are vertices"),
        ("game=connect4&columns=x", "columns takes a whole number, and not 'x'"),
    ],
)
def test_bad_input_is_reported_on_the_page_and_kept(
    reader: TestClient, query: str, message: str
) -> None:
    page = reader.get(f"/glassbox?{query}")
    assert page.status_code == 422
    text = unescape(page.text)
    assert message in text
    assert "data-recording" not in text
    for key, value in (pair.split("=") for pair in query.split("&")):
        if key in ("moves", "depth"):
            assert re.search(rf'name="{key}"[^>]*value="{re.escape(value)}"', text)
    answer = reader.get(f"/glassbox/record?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert message in answer.json()["error"]


@pytest.mark.parametrize("key", ["game", "moves", "algorithm", "depth", EVIL])
def test_texts_are_escaped(reader: TestClient, key: str) -> None:
    page = reader.get("/glassbox", params={key: EVIL})
    assert page.status_code == 422
    assert EVIL not in page.text


def test_a_game_that_is_over_has_one_position(reader: TestClient) -> None:
    page = reader.get("/glassbox?moves=14253&depth=2").text
    assert "The game is over, there is nothing to search." in page
    steps, nodes = everything(reader, name_of(page))
    assert [step["action"] for step in steps] == ["enter", "evaluate", "return"]
    assert len(nodes) == 1


def of_tictactoe(kind: type[Player]) -> bool:
    with suppress(PlayerError):
        sample(kind).check(pg.TicTacToe())
        return True
    return False


@pytest.mark.parametrize("kind", [*filter(of_tictactoe, kinds())], ids=lambda kind: kind.name)
def test_every_kind_of_opponent_leads_to_a_search_or_says_what_it_does_instead(
    reader: TestClient, kind: type[Player]
) -> None:
    position = pg.TicTacToe().position("5")
    player = sample(kind)
    choice = player.choose(position)
    found = inside(position.play(choice.move), player.text, choice)
    searches = choice.depth is not None and kind not in (pg.MaxN, pg.MCTS, Learned)
    assert (found.instead == "") is searches
    algorithm = {"minimax": "minimax", "old-tictactoe": "shallow"}.get(kind.name, "alphabeta")
    assert f"moves=5&algorithm={algorithm}&" in found.address
    assert "data-recording" in reader.get(found.address).text


@pytest.mark.parametrize(
    ("player", "instead"),
    [
        ("external:mine", "is another program, which tells only its move"),
        ("mixed:50(random)", "takes any move, without a search"),
        ("perfect", "chose this move without a search"),  # the only one, for example
        ("gone:depth=3", "is another player"),
    ],
)
def test_a_move_without_a_search_is_explained(player: str, instead: str) -> None:
    found = inside(pg.TicTacToe().position("5 1"), player, Choice("1"))
    assert found.instead == instead
    assert "moves=5&algorithm=alphabeta&" in found.address


def test_the_depth_of_a_search_changes_at_a_touch(reader: TestClient) -> None:
    page = unescape(reader.get(FIRST).text)
    links = re.findall(r'class="button" href="(/glassbox\?[^"]*)"', page)
    assert [re.sub(r"depth=\d", "", each) for each in links] == [re.sub("depth=3", "", FIRST)] * 2
    assert [re.findall(r"depth=(\d)", each) for each in links] == [["2"], ["4"]]
    for depth, others in ("1", ["2"]), ("4", ["3", "5"]):
        asked = unescape(reader.get(FIRST.replace("depth=3", f"depth={depth}")).text)
        found = re.findall(r'class="button" href="/glassbox\?[^"]*depth=(\d)"', asked)
        assert found == others


def test_a_search_is_in_words_without_signs() -> None:
    """Two games of two players, and one of three."""
    for position in (pg.TicTacToe().position("15264"), pg.ConnectFour(), pg.Sim(5, 3)):
        trace = look_inside(position, depth=3)
        said = [spoken(trace, step) for step in trace.steps]
        assert not [each for each in said if re.search(r"\b(root|max|min|alpha|window)\b|∞", each)]
    assert said[0] == "player 1 is to move, and looks 3 moves ahead"


def test_a_search_in_words() -> None:
    trace = look_inside(pg.TicTacToe().position("15264"), depth=3)
    said = [spoken(trace, step) for step in trace.steps]
    assert said[:4] == [
        "o is to move, and looks 3 moves ahead",
        "if o plays cell 3, x is to move",
        "if o plays cell 3 and x plays cell 7, x wins: three in a row",
        "that way o loses in 2",
    ]
    assert said[10:13] == [
        "the best for o so far is cell 7: o wins in 3",
        "cell 9 needs no look: o has a win in 3 here, and x can hold o to a loss in 2 elsewhere",
        "so after cell 8, o gets at least a win in 3",
    ]
    assert said[-1] == "the search is done: cell 3 is best, and o loses in 2"
    rated = look_inside(pg.ConnectFour().position("4453"), depth=2)
    assert spoken(rated, rated.steps[2]).endswith(", the search looks no farther")
    over = look_inside(pg.TicTacToe().position("1526473"))
    assert [spoken(over, step) for step in over.steps] == [
        "x wins: three in a row",
        "that way o loses",
        "the search is done: o loses",
    ]
    drawn = look_inside(pg.TicTacToe().position("51932846"))
    assert "that way nobody wins" in [spoken(drawn, step) for step in drawn.steps]
