"""Learning by self-play: what it comes to, its files, and the command."""

import hashlib
import json
import zlib
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors
from plyground.analysis.questioned import mirrored, wrong_moves
from plyground.arena import training
from plyground.arena.training import state_path
from plyground.cli.app import run
from plyground.players import Learned
from plyground.render.board import Cell
from plyground.search.learning import (
    Learner,
    Question,
    Rater,
    Weights,
    kept,
    learner,
    questions,
    shipped,
)
from plyground.search.learning.patterns import design, watch
from tests.games import CONNECT4, NUMERICAL, SIM

pytestmark = pytest.mark.compiled  # too slow without compilation

GAME = pg.TicTacToe()

ASKED = 60  # positions of an exam

drawn = cache(design)
exam = cache(lambda game: questions(game, ASKED, 1))


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns and exams are the same each time, and take most of the time; exams are short."""
    monkeypatch.setattr(learner, "design", lambda game, _seed: drawn(game, 1))
    monkeypatch.setattr(training, "questions", lambda game, *_given: exam(game))


@pytest.fixture(scope="module")
def trained() -> Learner:
    """It has learned tic-tac-toe."""
    learner = Learner(GAME, 1, patterns=drawn(GAME, 1))
    learner.train(60_000)
    return learner


@pytest.mark.slow
def test_it_makes_no_mistakes_in_the_end(trained: Learner) -> None:
    asked = questions(GAME, 60, 7)
    assert len(asked) == 60
    assert [trained.rater().mistakes(asked, plies) for plies in (1, 3, 5)] == [0, 0, 0]


def test_the_same_seed_and_games_give_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner, "MEAN_EVERY", 1)
    whole, parts, other = Learner(GAME, 3), Learner(GAME, 3), Learner(GAME, 4)
    whole.train(60)
    parts.train(20)
    parts.save(tmp_path / "state", {})
    parts, _ = Learner.resume(tmp_path / "state", GAME)
    parts.train(40)
    other.train(60)
    assert np.array_equal(whole.learned.weights, parts.learned.weights)
    assert np.array_equal(whole.learned.mean, parts.learned.mean)
    assert whole.learned.mean.any()
    assert np.array_equal(whole.learned.sums, parts.learned.sums)
    assert not np.array_equal(whole.learned.weights, other.learned.weights)


def test_games_of_others_count_for_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """So whoever has learned from enough of them does not play by a mean of nothing."""
    monkeypatch.setattr(learner, "MEAN_EVERY", 1)
    taught = Learner(GAME, 3)
    codes = [GAME.move_code(move) for move in "51327"]
    for _ in range(12):
        taught.learn_from(codes)
    played_by = taught.weights_to_play
    assert played_by is taught.learned.mean
    assert np.array_equal(played_by != 0, taught.learned.weights != 0)
    assert not np.array_equal(played_by, taught.learned.weights)


@pytest.mark.parametrize("games", [1, 40])
def test_an_earlier_state_had_no_means(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They begin with its weights, and what it learns does not depend on them."""
    monkeypatch.setattr(learner, "MEAN_EVERY", 1)
    path, before = tmp_path / "state", Learner(GAME, 3)
    before.train(games)
    before.save(path, {})
    first, line, rest = path.read_bytes()[:-32].split(b"\n", 2)
    assert first == b"plyground learning 2"
    parts, used = zlib.decompress(rest), 4 * json.loads(line)["used"]
    body = zlib.compress(parts[: 2 * used] + parts[3 * used :])
    content = b"\n".join((b"plyground learning 1", line, body))
    path.write_bytes(content + hashlib.sha256(content).digest())
    again, _ = Learner.resume(path, GAME)
    assert np.array_equal(again.weights_to_play, before.learned.weights)
    before.train(10)
    again.train(10)
    assert np.array_equal(again.learned.weights, before.learned.weights)
    assert np.array_equal(again.learned.sums, before.learned.sums)


def test_a_file_plays_like_what_it_was_made_of(trained: Learner, tmp_path: Path) -> None:
    path = tmp_path / "ttt.weights"
    assert trained.weights({}).save(path) < 20_000
    read = Rater.of(Weights.load(path, GAME))
    asked = questions(GAME, 40, 8)
    assert read.mistakes(asked, 3) == 0
    player = pg.parse_player(f"learned:{path},plies=3", programs=True)
    assert player is not None
    assert player.called().full == "Learned, ttt.weights, 3-ply"
    assert all(
        GAME.move_code(player.choose(each.position).move) in each.best for each in asked[:20]
    )
    with pytest.raises(errors.PlayerError, match="is about tictactoe: it cannot play Sim"):
        player.choose(SIM)
    with pytest.raises(errors.PlayerError, match="would read a file"):
        pg.parse_player(player.text)


@pytest.mark.parametrize("place", [0, 30, -1, -40])
def test_a_damaged_file_is_refused(place: int, tmp_path: Path) -> None:
    path = tmp_path / "ttt.weights"
    Learner(GAME, 1).weights({}).save(path)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(errors.WeightsError, match=r"is damaged|is not a file"):
        Weights.load(path, GAME)
    with pytest.raises(errors.WeightsError, match="cannot be read"):
        Weights.load(tmp_path / "none", GAME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"game"', b'"name"'),
        (b'"used": ', b'"used": 1'),
        (b'"kept": ', b'"kept": 1'),
        (b'"tuples": [[', b'"tuples": [[9, '),
        (b'"kinds": 3', b'"kinds": 4'),
        (b'"images": [[', b'"images": [[1, '),
        (b'"scales": [', b'"scales": [0.5, '),
        (b'"chance": [', b'"chance": ["x", '),
        (b'"training": {', b'"training": 7, "other": {'),
        (b"{", b"["),
    ],
)
def test_a_forged_file_is_refused(old: bytes, new: bytes, tmp_path: Path) -> None:
    """Its checksum is right, and what it says is not."""
    path, learner = tmp_path / "ttt.weights", Learner(GAME, 1)
    for read, save in (
        (Weights.load, learner.weights({}).save),
        (Learner.resume, lambda path: learner.save(path, {})),
    ):
        save(path)
        content = path.read_bytes()[:-32]
        forged = content.replace(old, new, 1)
        if forged != content:
            path.write_bytes(forged + hashlib.sha256(forged).digest())
            with pytest.raises(errors.WeightsError, match="is damaged"):
                read(path, GAME)


def test_a_file_has_the_weights_that_matter_most(trained: Learner, tmp_path: Path) -> None:
    """However few there is room for, each has its place and nearly its value."""
    whole = trained.weights({})
    sizes = [whole.save(tmp_path / str(most), most) for most in (10**6, 3_000, 2_500)]
    assert sizes[0] > 3_000 >= sizes[1] > 2_500 >= sizes[2] > 2_000
    kept = [Weights.load(tmp_path / str(most), GAME).values for most in (10**6, 3_000, 2_500)]
    assert np.allclose(kept[0], whole.values, atol=np.abs(whole.values).max() / 250)
    for more, fewer in pairwise(kept):
        assert 0 < np.count_nonzero(fewer) < np.count_nonzero(more)
        assert not np.any((fewer != 0) & (more == 0))
        assert np.allclose(fewer[fewer != 0], more[fewer != 0], atol=0.02)
    assert Learner(GAME, 1).weights({}).save(tmp_path / "none") < 1_000
    assert not np.any(Weights.load(tmp_path / "none", GAME).values)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "mistakes"),
    [(GAME, 0), (NUMERICAL, 0.08), (SIM, 0.05), (CONNECT4, 0.2)],
)
def test_what_comes_with_a_game_plays_it_well(game: pg.Game, mistakes: float) -> None:
    """By three plies, on positions that it was not examined by; and it is small."""
    path = shipped(game)
    assert path is not None
    assert path.stat().st_size <= 300_000
    asked = questions(game, 60, 9, None, 20_000)
    assert len(asked) == 60
    assert Rater.of(Weights.load(path, game)).mistakes(asked, 3) <= mistakes


def test_without_a_file_it_plays_what_comes_with_it() -> None:
    player = pg.parse_player("learned")
    assert player == Learned()
    assert player.choose(GAME.position("5")).move in "1379"
    assert Learned(plies=3).text == "learned:plies=3"
    with pytest.raises(errors.PlayerError, match="nothing that was learned comes with Sim"):
        player.choose(pg.Sim(7))


def test_what_is_kept_under_a_name_is_a_player(
    trained: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text from anyone may name it, since it is no path."""
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    trained.weights({}).save(tmp_path / "mine.weights")
    player = pg.parse_player("learned:@mine,plies=2")
    assert player is not None
    assert player.choose(GAME.position("5")).move in "1379"
    assert player.called().full == "Learned, mine, 2-ply"
    for text, fault in (
        ("learned:@other", "cannot be read"),
        ("learned:@../mine", "is not a name"),
        ("learned:@", "is not a name"),
    ):
        player = pg.parse_player(text)
        assert player is not None
        with pytest.raises(errors.PlayerError, match=fault):
            player.check(GAME)


def test_all_symmetries_are_used() -> None:
    assert len(drawn(GAME, 1).images) == 8


@pytest.mark.slow
def test_tuples_see_most_pairs_of_sites_and_most_lines() -> None:
    """Tuples of first walks see 600 to 680 of the 861 pairs, and 40 to 48 of the 69 lines."""
    cells = {(each.x, each.y): site for site, each in enumerate(CONNECT4.board.sites)
             if isinstance(each, Cell)}  # fmt: skip
    ways = (1, 0), (0, 1), (1, 1), (1, -1)
    lines = [
        {cells[x + n * dx, y + n * dy] for n in range(4)}
        for (x, y), (dx, dy) in product(cells, ways)
        if (x + 3 * dx, y + 3 * dy) in cells
    ]
    assert len(lines) == 69
    for seed in range(3):
        known = design(CONNECT4, seed)
        slots = [{image[site] for site in each} for each in known.tuples for image in known.images]
        assert len({pair for slot in slots for pair in combinations(sorted(slot), 2)}) > 750
        assert sum(any(line <= slot for slot in slots) for line in lines) > 62


def test_what_decides_a_game_is_found() -> None:
    """Lines, each alone."""
    lines = watch(GAME, pg.Chance(1)).lines
    assert sorted("".join(map(str, sorted(each))) for each in lines) == [
        "012", "036", "048", "147", "246", "258", "345", "678",
    ]  # fmt: skip


@pytest.mark.long
def test_where_the_rules_tell_no_lines_there_are_none() -> None:
    hexes = pg.game(str(Path(__file__).parents[1] / "examples" / "hex.py"))
    assert not watch(hexes, pg.Chance(1)).lines


@pytest.mark.slow
def test_training_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "ttt.weights"
    first = pg.train(GAME, path, games=40, seed=2)
    assert first.best == max(reversed(first.marks), key=lambda mark: mark.right)
    assert first.games == 40
    assert first.positions == ASKED
    assert first.by_chance is not None
    assert 0.3 < first.by_chance < first.marks[0].right
    assert all(one.games < other.games for one, other in pairwise(first.marks))
    second = pg.train(GAME, path, games=40)
    whole = pg.train(GAME, tmp_path / "whole.weights", games=80, seed=2)
    assert second.games == whole.games == 80
    states = [Learner.resume(state_path(each.file), GAME)[0] for each in (second, whole)]
    assert np.array_equal(states[0].learned.weights, states[1].learned.weights)
    assert first.player.choose(GAME).move in GAME.move_texts
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seed": 3}, "was begun with the seed 2"),
        ({"exploring": 0.2}, "was begun with 10 % random moves"),
        ({"exploring": 2}, "is from 0 to 1, and not 2"),
        ({"games": 0}, "more than 0 games"),
    ]
    for given, fault in wrong:
        with pytest.raises(pg.PlygroundError, match=fault):
            pg.train(GAME, path, **{"games": 1, **given})
    state_path(path).unlink()
    with pytest.raises(errors.WeightsError, match=r"its state .* is not"):
        pg.train(GAME, path, games=1)


@pytest.mark.slow
def test_trouble_with_its_file_is_noticed_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "ttt.weights"

    def begun(_games: int, _seconds: float) -> None:
        pytest.fail("it has begun")

    for wrong, fault in (
        (tmp_path / "none" / "ttt.weights", "there is no folder"),
        (tmp_path, "is a folder"),
        (Path(), "is a folder"),
        (tmp_path / ("long" * 100), "cannot be written"),
    ):
        with pytest.raises(errors.WeightsError, match=fault):
            pg.train(GAME, wrong, games=20, on_games=begun)
    state_path(path).mkdir()
    with pytest.raises(errors.WeightsError, match="is not a file to be changed"):
        pg.train(GAME, path, games=20, on_games=begun)
    state_path(path).rmdir()
    assert not [*tmp_path.iterdir()]

    def learn_again(_mark: pg.arena.Mark) -> None:
        with pytest.raises(errors.WeightsError, match=r"another process learns in .*ttt\.weights"):
            pg.train(GAME, path, games=20)

    pg.train(GAME, path, games=20, seed=1, on_mark=learn_again)
    assert {*tmp_path.iterdir()} == {path, state_path(path)}


@pytest.mark.slow
def test_the_file_is_examined_as_it_was_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, save = tmp_path / "ttt.weights", Weights.save
    monkeypatch.setattr(Weights, "save", lambda self, path: save(self, path, 2000))
    argument = ["train", "tictactoe", "--games", "2000", "--seed", "1", "-o", str(path)]
    assert run([*argument, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["right"] < found["best"]["right"]
    read = Rater.of(Weights.load(path, GAME))
    assert found["right"] == 1 - read.mistakes(exam(GAME))
    assert run([*argument, "--fresh"]) == 0
    assert f"made small: {100 * found['right']:.1f} % right moves." in capsys.readouterr().out


@pytest.mark.slow
def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    """The state is all that it takes to go on."""
    path = tmp_path / "ttt.weights"
    first = pg.train(GAME, path, games=2000, seed=1)
    path.unlink()
    second = pg.train(GAME, path, games=20)
    assert second.marks[:19] == first.marks[:19]
    assert second.best in second.marks[19:]
    assert path.exists()


@pytest.mark.slow
def test_marks_of_another_exam_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where a table of the game was there at first, and then was not."""
    path = tmp_path / "ttt.weights"
    first = pg.train(GAME, path, games=2000, seed=1)
    assert (first.positions, first.new_exam) == (ASKED, False)
    with monkeypatch.context() as patch:
        patch.setattr(training, "questions", lambda *_given: ())
        assert run(["train", "tictactoe", "--games", "20", "-o", str(path), "--json"]) == 0
        second = json.loads(capsys.readouterr().out)
        assert (second["positions"], second["new_exam"]) == (0, True)
        assert second["marks"][0]["games"] == 2001
        assert second["best"] in second["marks"]
        assert run(["train", "tictactoe", "--games", "1", "-o", str(path)]) == 0
        assert "another exam" not in capsys.readouterr().out
    assert run(["train", "tictactoe", "--games", "1", "-o", str(path)]) == 0
    assert "Its earlier marks are left out" in capsys.readouterr().out


@pytest.mark.slow
def test_the_curve_is_shown_where_its_state_has_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_learner: Learner, path: Path, _training: object) -> int:
        raise errors.WeightsError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(Learner, "save", fail)
    path = tmp_path / "ttt.weights"
    with pytest.raises(errors.BrokenTrainingError, match="No space left") as broken:
        pg.train(GAME, path, games=100, seed=1)
    found = broken.value.training
    assert [mark.games for mark in found.marks] == [*range(5, 101, 5)]
    assert run(["train", "tictactoe", "--games", "100", "-o", str(path), "--fresh"]) == 1
    said = capsys.readouterr()
    assert "Right moves" in said.out
    assert "No space left on device;" in said.err
    assert "can play, but no training can go on from here" in said.err
    assert found.player.choose(GAME).move in GAME.move_texts


@pytest.mark.slow
def test_what_learned_elsewhere_goes_on(tmp_path: Path) -> None:
    """As what was taught in the app, whose state says nothing of exams."""
    learner, path = Learner(GAME, 1), tmp_path / "bo.weights"
    learner.train(10)
    learner.weights({}).save(path)
    learner.save(state_path(path), {})
    found = pg.train(GAME, path, games=20)
    assert found.games == 30
    assert found.best == max(found.marks, key=lambda mark: (mark.right, mark.games))


@pytest.mark.slow
def test_mirrored_mistakes_are_one() -> None:
    """All corners are alike, and 4 7 3 1 is the mirror image of 6 9 1 3."""
    taught = Learner(GAME, 1)
    taught.train(200)
    weights = taught.weights({})
    texts = "1", "9", "4731", "6913", "3824"
    asked = tuple(
        Question(position, frozenset({*position.codes} - {chosen}))
        for position in map(GAME.position, texts)
        for chosen in [taught.rater().choose(position)[0].code]
    )
    found = mirrored(weights, wrong_moves(weights, asked))
    histories = {frozenset("".join(each.position.history) for each in alike) for alike in found}
    assert histories == {frozenset({"1", "9"}), frozenset({"4731", "6913"}), frozenset({"3824"})}


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ttt.weights"
    train = ["train", "tictactoe", "--games", "20", "-o", str(path)]
    assert run([*train, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 20
    assert run(train) == 0
    said = capsys.readouterr()
    assert "40 games" in said.out
    assert "Going on after 20 games." in said.err
    assert run(["simulate", "tictactoe", f"learned:{path}", "random", "--rounds", "2"]) == 0


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("train tictactoe --games 1 --minutes 1", ""),
        ("train tictactoe --minutes 0", "--minutes takes more than 0, and not 0"),
        ("train tictactoe --minutes nan", "--minutes takes more than 0, and not nan"),
        ("learned tictactoe 15 --mistakes", "leave the moves out"),
        *(
            (f"train tictactoe --games 1 -o {name}", f"learned:{name} would not be a player")
            for name in ("a,b.weights", "a(b).weights", "plies=3", "@a")
        ),
    ],
)
def test_what_is_not_accepted(line: str, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    assert fault in capsys.readouterr().err
