"""The rules that people can learn win every game: proven on all positions that can arise.

The twin in `tests.reference.recipes` reads the rules from their words. Whoever keeps to them plays
each of the moves that they leave; the opponent plays anything.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import plyground as pg
from plyground.analysis.why import why
from plyground.browser.live import live_board
from plyground.browser.phrases import phrases
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.explain import details
from plyground.errors import PlayerError
from plyground.players import ByRules, Choice
from plyground.players.recipes import recipe_of
from tests.reference import recipes as twin
from tests.variants import ready

SIM = pg.Sim()
NUMERICAL = pg.NumericalTicTacToe()

CHAPTER = Path(__file__).parents[1] / "docs" / "learn" / "recipes.md"

SHAPES_OF_SIM = 222
BOARDS_OF_NUMERICAL = 970


def left(position: pg.Position) -> set[str]:
    recipe = recipe_of(position.game)
    assert recipe is not None
    return set(recipe.follow(position).moves)


def test_player_2_always_wins_sim() -> None:
    """Of each shape one position is enough: no rule asks which dot is where."""
    ready: list[tuple[twin.Drawn, str]] = [({(0, 1): "you"}, "0-1")]
    seen, won = {twin.sim_shape(ready[0][0])}, 0
    while ready:
        drawn, text = ready.pop()
        moves = twin.sim_moves(drawn)
        assert {f"{a}-{b}" for a, b in moves} == left(SIM.position(text)), text
        for move in moves:
            after = drawn | {move: "me"}
            assert not twin.triangle(after, "me"), text
            for edge in twin.EDGES:
                if edge in after:
                    continue
                answered = after | {edge: "you"}
                if twin.triangle(answered, "you"):
                    won += 1
                    continue
                shape = twin.sim_shape(answered)
                if shape not in seen:
                    seen.add(shape)
                    ready.append((answered, f"{text} {move[0]}-{move[1]} {edge[0]}-{edge[1]}"))
    assert len(seen) == SHAPES_OF_SIM
    assert won


@ready
def test_player_1_always_wins_numerical_tic_tac_toe() -> None:
    """A board that is not seen again includes the opponent's first number, as a rule does."""
    assert left(NUMERICAL.position()) == {
        f"{number}@{cell}" for cell, number in twin.numerical_moves({}, None)
    }
    start: twin.Written = {2: 1}  # other sides are the same board, turned
    seen: set[tuple[tuple[int, ...], int]] = set()
    ready = [(start, "1@2", 0)]
    while ready:
        written, text, first = ready.pop()
        assert len(written) < 9, text  # a full board without a line of 15 is a draw
        for cell, number in twin.choices(written, odd=False):
            answered = written | {cell: number}
            assert not twin.fifteen(answered, cell), text
            known = twin.numerical_shape(answered), first or number
            if known in seen:
                continue
            seen.add(known)
            moves = twin.numerical_moves(answered, first or number)
            line = f"{text} {number}@{cell}"
            assert {f"{n}@{c}" for c, n in moves} == left(NUMERICAL.position(line)), line
            for c, n in moves:
                after = answered | {c: n}
                if not twin.fifteen(after, c):
                    ready.append((after, f"{line} {n}@{c}", first or number))
    assert len(seen) == BOARDS_OF_NUMERICAL


@ready
@pytest.mark.parametrize("game", [SIM, NUMERICAL])
def test_the_player_wins_and_says_a_rule_whenever_one_decides(game: pg.Game) -> None:
    recipe = recipe_of(game)
    assert recipe is not None
    decided = set()
    for seed in range(40):
        position, chance = game.position(), pg.Chance(seed)
        while not position.over:
            player = ByRules() if position.turn == recipe.seat else pg.Random()
            choice = player.choose(position, chance=chance)
            if position.turn == recipe.seat:
                found = recipe.follow(position)
                assert choice.move in found.moves
                assert bool(choice.rule) == (found.decided is not None)
                decided.add(found.decided)
            position = position.play(choice.move)
        assert position.outcome is not None
        assert position.outcome.winner == recipe.seat
    assert len(decided) > 4


@ready
def test_every_face_says_its_rule() -> None:
    choice = ByRules().choose(NUMERICAL.position())
    said = "rule 1, Opening: Begin with 1 in the middle of a side"
    assert details(choice)[0] == f"It played {choice.move} by {said}."
    assert why(NUMERICAL.position(), choice) == f"I followed {said}."
    data = json.loads(json.dumps(choice.to_json()))
    assert data["rule"] == f"{said}."
    assert Choice.from_json(data).rule == choice.rule
    assert "rule" not in pg.Random().choose(NUMERICAL.position()).to_json()


@pytest.mark.slow  # compiles the rules of numerical tic-tac-toe
def test_it_plays_from_the_other_seat_too() -> None:
    for game in (SIM, NUMERICAL):
        position, chance = game.position(), pg.Chance(3)
        while not position.over:
            position = position.play(ByRules().choose(position, chance=chance).move)


def test_the_chapter_has_the_words_of_all_rules() -> None:
    page = CHAPTER.read_text("utf-8")
    plain = " ".join(page.replace("*", "").replace("- ", "").split())
    for game in (SIM, NUMERICAL):
        recipe = recipe_of(game)
        assert recipe is not None
        for number, rule in enumerate(recipe.rules, 1):
            assert f"| {number} | {rule.name} | {rule.words} |" in page
        for term in recipe.terms:
            said = term.replace("the opponent's", "your opponent's")
            assert term in plain or said in plain, term
    for checked in (SHAPES_OF_SIM, BOARDS_OF_NUMERICAL):
        assert str(checked) in page


def test_the_whole_game_of_the_chapter_is_played_by_the_rules() -> None:
    text = CHAPTER.read_text(encoding="utf-8").partition("### A whole game")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.partition("\n## ")[0].splitlines()
        if line.startswith("| ") and line[2].isdigit()
    ]
    assert len(rows) == 8
    recipe, position = recipe_of(SIM), SIM.position()
    assert recipe is not None
    for theirs, mine, rule, _ in rows:
        position = position.play(theirs)
        if mine:
            followed = recipe.follow(position)
            assert mine in followed.moves
            assert str(followed.decided) == rule, position
            position = position.play(mine)
    assert position.over
    assert position.outcome.loser == 0


@ready
@pytest.mark.parametrize("game", [pg.Sim(7), pg.Sim(6, 3), pg.TicTacToe()])
def test_other_games_have_no_such_rules(game: pg.Game) -> None:
    assert not ByRules().suits(game)
    with pytest.raises(PlayerError, match="nobody has found such rules for"):
        ByRules().choose(game.position())


@pytest.mark.parametrize(
    "words",
    [
        ["play", "connect4", "human", "rules"],
        ["simulate", "sim", "rules", "random", "--vertices", "7"],
        ["sprt", "tictactoe", "rules", "random"],
        ["uci", "connect4", "--player", "rules"],
        ["tournament", "cup.toml"],
    ],
    ids=lambda words: words[0],
)
def test_every_command_refuses_other_games(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text('game = "connect4"\nplayers = ["rules", "random"]\n', "utf-8")
    assert run(words) == exits.USAGE
    (line,) = capsys.readouterr().err.splitlines()
    assert "rules: nobody has found such rules for" in line
    assert line.endswith("give Sim on 6 dots for 2 players, or numerical tic-tac-toe")


@pytest.mark.compiled
def test_a_board_in_a_notebook_refuses_other_games() -> None:
    with pytest.raises(PlayerError, match="nobody has found such rules for Tic-tac-toe"):
        live_board(pg.TicTacToe().position(), ByRules())


@ready
def test_a_page_has_the_words_of_its_rules() -> None:
    for game in (SIM, NUMERICAL):
        recipe = recipe_of(game)
        assert recipe is not None
        for number, rule in enumerate(recipe.rules, 1):
            said = phrases(game)["rules"][number - 1]
            assert said == f"rule {number}, {rule.name}: {rule.words}"
    assert phrases(pg.Sim(7))["rules"] == []
