"""Players as text: every player is read as it is written, and what names none is answered."""

import io
import math
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground import errors, players
from plyground.arena import Run
from plyground.cli import exits
from plyground.cli.app import run
from plyground.players import accepted_players, kinds, options_of
from plyground.players.form import Option
from tests.computers import computer
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE

ACCEPTED = accepted_players()

# What may be in a text

percents = st.integers(0, 100)
words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
commands = st.builds(lambda first, rest: (first or "x", *rest), words, st.lists(words, max_size=4))


def values_of(each: Option) -> st.SearchStrategy[Any]:
    """What an option may be, which for one without a setting is nothing too."""
    found = {
        "switch": st.booleans(),
        "choice": st.sampled_from(each.choices or ("",)),
        # Not by their meaning: whether a game has it is found out when the player is to play.
        "heuristic": st.sampled_from(["none", "margin", "mixed-triangles", "a_1", "7"]),
        "number": st.floats(each.least, min(each.most, 1e9), exclude_min=each.above)
        | st.integers(int(each.least) + each.above, int(min(each.most, 1e9))),
        "player": st.deferred(lambda: st.one_of(*KINDS.values())),
    }.get(each.kind, st.integers(int(each.least), int(min(each.most, 1e15))))
    return found if each.default is not None else st.none() | found


def players_of(kind: type[pg.Player]) -> st.SearchStrategy[pg.Player]:
    """Players of a kind; a learned one plays by plies or by playouts, and no file is read here."""
    left_out = {"file", "playouts"} if kind is players.Learned else set()
    options = [each for each in options_of(kind) if each.field not in left_out]
    return st.builds(kind, **{each.field: values_of(each) for each in options})


KINDS = {kind.name: players_of(kind) for kind in kinds() if kind is not pg.External}
externals = st.builds(
    pg.External,
    commands,
    st.just(10) | st.floats(1e-9, 3600),
    memory=st.none() | st.integers(8, 10**6),
)


def short(player: pg.Player) -> bool:
    return len(player.text) <= 500


@pytest.mark.parametrize("kind", KINDS)
def test_players_are_read_as_they_are_written(kind: str) -> None:
    @given(KINDS[kind].filter(short))
    def check(player: pg.Player) -> None:
        assert player.text == str(player)
        assert player.text.split(":")[0] == kind
        for text in (player.text, f"  {player.text}\n"):
            read = pg.parse_player(text)
            assert read == player
            assert type(read) is type(player)
            assert read.text == player.text

    check()


def test_what_is_accepted_names_each_kind_once() -> None:
    for kind in ("human", *KINDS):
        assert sum(part.split(":")[0].split("[")[0] == kind for part in ACCEPTED.split(", ")) == 1
    assert len(ACCEPTED.split(", ")) == 1 + len(KINDS)


@given(externals, percents)
def test_programs_are_read_as_they_are_written(player: pg.External, percent: int) -> None:
    for each in (player, pg.Mixed(percent, player), pg.Mixed(percent, pg.Mixed(0, player))):
        if short(each):
            assert pg.parse_player(each.text, programs=True) == each
            with pytest.raises(errors.PlayerError, match="would start a program"):
                pg.parse_player(each.text)


@given(st.permutations(["depth=4", "nodes=500", "table=off", "order=shuffled", "ties=first"]))
def test_options_may_come_in_any_order_with_spaces(options: list[str]) -> None:
    expected = pg.AlphaBeta(4, nodes=500, table=False, order="shuffled", ties="first")
    assert pg.parse_player(f"alphabeta:{','.join(options)}") == expected
    assert pg.parse_player(f" alphabeta: {' , '.join(options)} ") == expected


@pytest.mark.parametrize(
    "text",
    [
        "minimax:ties=random",
        "alphabeta:order=history,table=on,deepening=off,ties=random",
        "maxn:ties=first",
        "mcts:exploration=0.5",
        "old-sim:version=described",
        "old-sim-red:depth=5,pruning=on,variant=off",
        "old-connect4:depth=5",
    ],
)
def test_what_is_usual_may_be_said_and_is_not_repeated(text: str) -> None:
    player = computer(text)
    assert player.text == text.partition(":")[0]


pieces = st.sampled_from(["mixed", "full", "mcts", "depth", ":", "50", "(", ")", ",", "=", " "])


@given(st.text(max_size=60) | st.lists(pieces, max_size=12).map("".join))
def test_whatever_is_typed_is_a_player_or_gets_one_line(text: str) -> None:
    said = ""
    try:
        pg.parse_player(text)
    except errors.PlayerError as error:
        said = str(error)
    assert said.isprintable()


# Refused by what they say

ALPHABETA = (
    "alphabeta[:depth=N,seconds=SECONDS,nodes=N,heuristic=NAME,"
    "order=generated|reversed|shuffled|history,table=on|off,deepening=on|off,ties=random|first]"
)
DEPTH = "depth takes a whole number from 1 to 999, and not "
SECONDS = "seconds takes a number more than 0 and at most 86,400, such as 5 or 0.5, and not "
NOT_A_PLAYER = [
    # unknown names
    ("", f"give {ACCEPTED}"),
    ("nobody", f"give {ACCEPTED}"),
    ("human:5", "did you mean human?"),
    ("mixed:60(nobody)", f"'nobody' is not a player: give {ACCEPTED}"),
    ("Minimax", f"give {ACCEPTED}"),
    ("minimax depth=3", f"give {ACCEPTED}"),
    ("minimax(depth=3)", "give minimax[:depth=N,heuristic=NAME,ties=random|first]"),
    ("mixed:50(minmax)", "'minmax' is not a player: did you mean minimax?"),
    ("mixed:50(random))", "a bracket is missing, for example mixed:60(random)"),
    ("mixed:60(random", "a bracket is missing, for example mixed:60(random)"),
    ("old", "did you mean old-sim?"),
    # unknown options, and values without a key
    ("random:", "give random"),
    ("random:seed=1", "give random"),
    ("full:depth=3", "give full[:near=on|off]"),
    ("alphabeta:level=3", f"give {ALPHABETA}"),
    ("alphabeta:3", f"give {ALPHABETA}"),
    ("alphabeta:depth", f"{DEPTH}''"),
    ("minimax:5", "give minimax[:depth=N,heuristic=NAME,ties=random|first]"),
    ("alphabeta:", f"give {ALPHABETA}"),
    ("alphabeta:depth=3,", f"give {ALPHABETA}"),
    ("alphabeta:DEPTH=3", f"give {ALPHABETA}"),
    ("maxn:nodes=5", "give maxn[:depth=N,heuristic=NAME,ties=first|spite|kind]"),
    ("mcts:depth=5", "give mcts[:playouts=N,seconds=SECONDS,exploration=X]"),
    ("humanlike:depth=5", "give humanlike:PERCENT"),
    ("old-tictactoe:depth=5", "give old-tictactoe"),
    ("old-sim:variant=on", "give old-sim[:depth=N,version=described|coded]"),
    ("old-sim-red:colour=x", "variant=on|off,version=described|coded]"),
    ("old-connect4:pruning=on", "give old-connect4[:depth=N]"),
    # doubled options
    ("minimax:depth=3,depth=3", "give minimax[:depth=N,heuristic=NAME,ties=random|first]"),
    ("alphabeta:table=on,depth=2,table=off", f"give {ALPHABETA}"),
    ("mixed:50,60", "give mixed:PERCENT[(PLAYER)]"),
    ("humanlike:50,level=60", "give humanlike:PERCENT"),
    # bad values
    ("minimax:depth=three", f"minimax: {DEPTH}'three'"),
    ("minimax:depth=3.0", f"minimax: {DEPTH}'3.0'"),
    ("minimax:depth=+3", f"minimax: {DEPTH}'+3'"),
    ("minimax:depth=3 4", f"minimax: {DEPTH}'3 4'"),
    ("minimax:depth=1_000", f"minimax: {DEPTH}'1_000'"),
    ("minimax:depth=\u00b2", f"minimax: {DEPTH}'\u00b2'"),
    ("minimax:ties=last", "ties takes random or first, and not 'last'"),
    ("minimax:heuristic=", "heuristic takes a name, and not ''"),
    ("minimax:heuristic=a.b", "heuristic takes a name, and not 'a.b'"),
    ("maxn:ties=random", "ties takes first, spite or kind, and not 'random'"),
    ("alphabeta:nodes=1e6", "from 1 to 1,000,000,000,000, and not '1e6'"),
    ("alphabeta:seconds=-1", f"alphabeta: {SECONDS}-1"),
    ("alphabeta:seconds=1e3", f"alphabeta: {SECONDS}'1e3'"),
    ("alphabeta:seconds=inf", f"alphabeta: {SECONDS}'inf'"),
    ("alphabeta:table=yes", "table takes on or off, and not 'yes'"),
    ("alphabeta:order=best", "takes generated, reversed, shuffled or history, and not 'best'"),
    ("mcts:playouts=many", "a whole number from 1 to 1,000,000,000, and not 'many'"),
    ("mcts:exploration=x", "a number from 0 to 100, such as 0.7, and not 'x'"),
    ("humanlike:expert", "level takes a whole number from 0 to 100, and not 'expert'"),
    ("humanlike", "give humanlike:PERCENT"),
    ("mixed", "give mixed:PERCENT[(PLAYER)]"),
    ("mixed:", "percent takes a whole number from 0 to 100, and not ''"),
    ("mixed:60()", "give mixed:PERCENT[(PLAYER)]"),
    ("level", "give level:N"),
    ("level:high", "number takes a whole number from 1 to 10, and not 'high'"),
    ("old-sim:version=2", "version takes described or coded, and not '2'"),
    ("old-sim-red:pruning=true", "pruning takes on or off, and not 'true'"),
    # what takes no inner player, and what cannot be one
    ("full(random)", "give full[:near=on|off]"),
    ("humanlike:50(random)", "give humanlike:PERCENT"),
    ("mixed:50(human)", "'mixed:50(human)' cannot play: a human cannot be mixed"),
]
IMPOSSIBLE = [
    ("minimax:depth=0", f"minimax: {DEPTH}0"),
    ("minimax:depth=-3", f"minimax: {DEPTH}-3"),
    ("minimax:depth=1000", f"minimax: {DEPTH}1000"),
    ("minimax:depth=999999999999", f"minimax: {DEPTH}999999999999"),
    ("alphabeta:depth=0", f"alphabeta: {DEPTH}0"),
    ("alphabeta:depth=9999999999,ties=first", f"alphabeta: {DEPTH}9999999999"),
    ("alphabeta:nodes=0", "nodes takes a whole number from 1 to 1,000,000,000,000, and not 0"),
    ("alphabeta:nodes=99999999999999999999", "1,000,000,000,000, and not 99999999999999999999"),
    ("alphabeta:seconds=0.0", f"alphabeta: {SECONDS}0"),
    ("alphabeta:seconds=99999999999", f"alphabeta: {SECONDS}99999999999"),
    ("maxn:depth=0", f"maxn: {DEPTH}0"),
    ("mcts:playouts=0", "mcts: playouts takes a whole number from 1 to 1,000,000,000, and not 0"),
    ("mcts:playouts=1000000001", "from 1 to 1,000,000,000, and not 1000000001"),
    ("mcts:seconds=0", f"mcts: {SECONDS}0"),
    ("mcts:exploration=101", "exploration takes a number from 0 to 100, such as 0.7, and not 101"),
    ("mixed:101", "mixed: percent takes a whole number from 0 to 100, and not 101"),
    ("mixed:-1", "mixed: percent takes a whole number from 0 to 100, and not -1"),
    ("humanlike:101", "humanlike: level takes a whole number from 0 to 100, and not 101"),
    ("level:0", "level: number takes a whole number from 1 to 10, and not 0"),
    ("level:11", "level: number takes a whole number from 1 to 10, and not 11"),
    ("old-sim:depth=0", f"old-sim: {DEPTH}0"),
    ("old-sim-red:depth=0", f"old-sim-red: {DEPTH}0"),
    ("old-connect4:depth=0", f"old-connect4: {DEPTH}0"),
    ("mixed:50(" * 60 + "random" + ")" * 60, "a player text has at most 500 characters: give hum"),
    ("mixed:50(alphabeta:depth=0)", f"alphabeta: {DEPTH}0"),
    (f"minimax:depth={'9' * 300}", f"minimax: {DEPTH}{'9' * 37}..."),
]
CANNOT_PLAY = [  # tic-tac-toe
    ("minimax:heuristic=margin", "Tic-tac-toe has no heuristic 'margin': give none"),
    ("alphabeta:heuristic=margin,depth=3", "Tic-tac-toe has no heuristic 'margin': give none"),
    ("maxn:heuristic=margin", "Tic-tac-toe has no heuristic 'margin': give none"),
    ("mixed:50(minimax:heuristic=x)", "Tic-tac-toe has no heuristic 'x': give none"),
    ("old-sim", "old-sim plays Sim for 2 players only"),
    ("old-sim-red", "old-sim-red plays Sim for 2 players only"),
    ("old-connect4", "old-connect4 plays Connect Four for 2 players only"),
    ("mixed:50(old-connect4)", "old-connect4 plays Connect Four for 2 players only"),
]
SOME = [*NOT_A_PLAYER[::8], *IMPOSSIBLE[::8], *CANNOT_PLAY[::3]]


@pytest.mark.parametrize(("text", "message"), NOT_A_PLAYER)
def test_texts_that_name_no_player(text: str, message: str) -> None:
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player(text)
    said = str(error.value)
    assert said.endswith(message)
    assert said.isprintable()
    name = text.partition(":")[0]
    assert said.startswith((f"{text!r} is not a player: ", f"{name}: ")) or "(" in text


@pytest.mark.parametrize(("text", "message"), IMPOSSIBLE)
def test_texts_that_ask_for_what_cannot_be(text: str, message: str) -> None:
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player(text)
    assert message in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(("text", "message"), CANNOT_PLAY)
def test_players_that_cannot_play_a_game(text: str, message: str) -> None:
    player, game = pg.parse_player(text), TICTACTOE
    assert player is not None
    for play in (
        lambda: player.check(game),
        lambda: player.choose(game.position(), chance=pg.Chance(1)),
        lambda: pg.simulate(game, (pg.Random(), player), rounds=1),
    ):
        with pytest.raises(errors.PlayerError) as error:
            play()
        assert str(error.value) == message


def test_the_heuristics_of_a_game_are_listed() -> None:
    for game in (SIM, SIM_3, CONNECT4, NUMERICAL):
        with pytest.raises(errors.PlayerError) as error:
            pg.AlphaBeta(heuristic="best").check(game)
        assert str(error.value) == (
            f"{game.title} has no heuristic 'best': give {', '.join(game.heuristic_names)}"
        )
        for name in game.heuristic_names:
            pg.AlphaBeta(heuristic=name).check(game)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (pg.Minimax, {"depth": 0}),
        (pg.Minimax, {"depth": "3"}),
        (pg.Minimax, {"depth": 2.5}),
        (pg.Minimax, {"ties": "last"}),
        (pg.AlphaBeta, {"order": "best"}),
        (pg.AlphaBeta, {"nodes": -1}),
        (pg.AlphaBeta, {"nodes": 1e6}),
        (pg.AlphaBeta, {"seconds": math.nan}),
        (pg.AlphaBeta, {"seconds": math.inf}),
        (pg.MaxN, {"ties": "random"}),
        (pg.MCTS, {"playouts": 0.5}),
        (pg.MCTS, {"seconds": "1"}),
        (pg.Mixed, {"percent": 50.5}),
        (pg.HumanLike, {"level": 101}),
        (players.OldSim, {"version": "new"}),
        (players.OldConnect4, {"depth": 0}),
    ],
)
def test_players_that_cannot_be_made(kind: type[pg.Player], given: dict[str, Any]) -> None:
    with pytest.raises(errors.PlayerError, match=r" takes .*, and not ") as error:
        kind(**given)
    assert str(error.value).isprintable()


# In the command line


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a command answers; it prints nothing else, and ends with code 2."""
    capsys.readouterr()
    code = run([*arguments])
    captured = capsys.readouterr()
    assert (code, captured.out) == (exits.USAGE, "")
    (line,) = captured.err.splitlines()
    assert line.startswith("plyground: ")
    return str(line)


def in_the_command_line(message: str) -> str:
    """A message as it is where programs may be named."""
    if not message.endswith(ACCEPTED):
        return message
    return f"{message} or external (plyground players lists their options)"


@pytest.mark.slow
def test_play_answers_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it greets, and whichever seat it is."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for text, message in SOME:
        for seats in ((text, "human"), ("random", text)):
            line = answered(capsys, "play", "tictactoe", *seats)
            assert in_the_command_line(message) in line


@pytest.mark.slow
def test_simulate_answers_in_one_line_and_leaves_no_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Run, "steps", lambda *_, **__: pytest.fail("it has played"))
    before = tmp_path / "before.csv"
    before.write_text("before")
    new, chart = tmp_path / "new.csv", tmp_path / "chart.png"
    for text, message in SOME:
        for file in (before, new):
            line = answered(
                capsys, "simulate", "tictactoe", "random", text,
                "--csv", str(file), "--chart", str(chart), "--rounds", "1",
            )  # fmt: skip
            assert in_the_command_line(message) in line
    assert [*tmp_path.iterdir()] == [before]
    assert before.read_text() == "before"


def test_a_text_with_line_breaks_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("a\nb", "minimax:depth=\n", "mixed:50(\x1b[31m)", "external:a\nb", "external(\n'"):
        assert answered(capsys, "play", "tictactoe", text, "human").isprintable()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["alphabeta:nodes=1000000000000", "alphabeta:depth=999,ties=first"]
)
def test_the_greatest_limits_are_kept(
    capsys: pytest.CaptureFixture[str], text: str, tmp_path: Path
) -> None:
    file = tmp_path / "rounds.csv"
    line = f"simulate tictactoe random {text} --rounds 1 --seed 1 --first once --csv {file}"
    assert run(shlex.split(line)) == exits.SUCCESS
    assert text in file.read_text()
