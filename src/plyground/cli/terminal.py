"""The terminal: printing boards and lines in colour, asking, and telling of slow first starts."""

from __future__ import annotations

import _thread
import select
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from rich.console import Console
from rich.spinner import Spinner
from rich.style import Style
from rich.text import Text

from plyground.cli import tables
from plyground.cli.working import beyond_ascii, redraws, row, spinner
from plyground.kernel import always_natively, compile_listeners
from plyground.position import Position
from plyground.render.colours import on_any_ground
from plyground.render.text import spans
from plyground.search import Control

T = TypeVar("T")

WARNING = Style(color="red", bold=True)
NOTICE = Style(bold=True)
QUIET = Style(dim=True)

_NARROWEST = 40  # columns
_ANSWER = 8  # of them, for what is typed behind a question
_INDENT = "    "  # of a text that has no room behind its start
_BATCH = 100  # rows of a list that share a table
_PATIENCE = 0.25  # seconds of thinking before it is shown
_GLANCE = 0.05  # seconds between two looks at a search that runs
_FAREWELL = 1.0  # seconds for a search to stop after Ctrl-C
_SILENCE = 1.0  # seconds between two words on what is being compiled
_DISCS = "●", "○"  # of two players, whatever the colours of the terminal
_EMPTY = "\r\x1b[2K"  # goes to the start of the line, and empties it
_UP = "\x1b[1A\x1b[2K"  # goes to the line above, and empties it


class EndOfInput(Exception):
    """There is nothing more to read."""


class Terminal:
    """Where a person reads and types. Colours and live lines only where it is a real terminal."""

    def __init__(self) -> None:
        # Lines are broken between words for people, and left whole for programs.
        self._console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        self._console.width = max(self._console.width, _NARROWEST)  # some terminals tell 0
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, line: str = "", style: Style | str = "") -> None:
        """Print a line."""
        self._print(Text(line, style=style))

    def write(self, parts: Iterable[tuple[str, Style | str]]) -> None:
        """Print a line that is made of parts in styles of their own."""
        self._print(Text.assemble(*parts))

    def _print(self, text: Text) -> None:
        """Print a text: for people in lines that break between words, for programs as it is."""
        for line in text.split(allow_blank=True):
            whole = not sys.stdout.isatty()
            for part in [line] if whole else tables.wrap(line, self._console.width):
                self._console.print(part, soft_wrap=True)

    def table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[tables.Cell]],
        figures: bool = False,
        words: int = 1,
    ) -> None:
        """Print a table; with `figures`, all columns but the first `words` hold figures."""
        width = self._console.width if sys.stdout.isatty() else None
        for line in tables.lines(heads, rows, width, figures, words):
            self._console.print(line, soft_wrap=True)

    def listing(self, heads: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
        """Print a row for each thing: as a table for people, else as texts divided by tabs."""
        if not sys.stdout.isatty():
            for row in rows:
                print("\t".join(row), flush=True)  # noqa: T201
            return
        if title:
            self.say(title, NOTICE)
        following = iter(rows)
        while batch := list(islice(following, _BATCH)):
            self.table(heads, batch)

    def block(self, heads: Sequence[str], row: Sequence[str]) -> None:
        """Print one row of a listing as a block of lines, where its table is not known in full."""
        for line in tables.blocks(heads, [row], self._console.width):
            self._console.print(line, soft_wrap=True)

    def entry(self, start: str, text: str, style: Style | str = "") -> None:
        """Print a text behind a short one; if it takes more lines, they begin below the text."""
        if not sys.stdout.isatty():
            self.say(start + text, style)
            return
        room = self._console.width - len(start)
        if max(map(len, text.split()), default=0) > room:  # as the path of a folder is
            self.say(start, style)
            start = _INDENT
            room = self._console.width - len(start)
        for line in tables.wrap(Text(text), room):
            self._console.print(Text(start + line.plain, style), soft_wrap=True)
            start = " " * len(start)

    def warn(self, line: str) -> None:
        """Print a line that says what was not accepted."""
        self.say(line, WARNING)

    def show(
        self,
        position: Position,
        colours: tuple[str, ...] | None = None,
        symbols: tuple[str, ...] = (),
    ) -> None:
        """Print the board of a position, in `colours` and `symbols` or those of its game."""
        self._console.print(drawn(position, colours, symbols))

    def ask(self, prompt: str) -> str:
        """Ask for a line and return it without the spaces around. Raises EndOfInput."""
        *above, last = self._broken(prompt)
        for line in above:
            self.say(line)
        try:
            return input(last).strip()
        except EOFError:
            self.say()
            raise EndOfInput from None

    def _broken(self, prompt: str) -> list[str]:
        """A question in lines, the last of which leaves room for the answer."""
        if not sys.stdout.isatty():
            return [prompt]
        lines = tables.wrap(Text(prompt), self._console.width - _ANSWER)
        *above, last = (line.plain for line in lines)
        return [*above, last + " " * prompt.endswith(" ")]

    def choose(self, prompt: str, accepted: dict[str, T], default: str, refusal: str) -> T:
        """Ask until the answer, or `default` for an empty one, is among those accepted."""
        while True:
            answer = self.ask(prompt).lower() or default
            if answer in accepted:
                return accepted[answer]
            self.warn(refusal)

    def wait(
        self,
        work: Callable[[], T],
        control: Control,
        doing: str = "Counting ...",
        busy: str = "Please wait!",
    ) -> T:
        """Do `work` in a thread while this one stays awake, and return what it returns.

        After a moment standard error, if it is a terminal, shows `doing` and the positions
        visited; what a person types meanwhile is answered with `busy` and dropped. Ctrl-C stops
        the work.
        """
        result = in_thread(work)
        try:
            wait([result], _PATIENCE)
            if not result.done() and sys.stderr.isatty():
                self._watch(result, control, doing, busy)
            while not result.done():
                wait([result], _GLANCE)
        except KeyboardInterrupt:
            control.stop()
            wait([result], _FAREWELL)  # compiling, for one, does not stop
            raise
        return result.result()

    def _watch(self, result: Future[T], control: Control, doing: str, busy: str) -> None:
        begun = time.monotonic()
        turning = Spinner(spinner(), style="status.spinner")

        def shown() -> Spinner:
            depth = f"depth {control.depth}, " if control.depth else ""
            visited = f"{depth}{control.nodes:,} positions, " if control.nodes else ""
            seconds = f"{time.monotonic() - begun:.0f} s"
            turning.text = f"{doing} {visited}{seconds} (Ctrl-C stops it)"
            return turning

        with row(shown, doing):
            while not result.done():
                wait([result], _GLANCE)
                if self.interactive and _typed():
                    sys.stdin.readline()
                    self._console.print(Text(busy, style=WARNING))


def in_thread(work: Callable[[], T]) -> Future[T]:
    """What `work` will return or raise, in a thread that the end of the program does not wait for.

    While compiled code runs in this thread, Ctrl-C would not be heard.
    """
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # handed to the thread that waits
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return result


def paragraph(text: str) -> None:
    """Print a text for people, on a terminal in lines that break between words."""
    Terminal().say(text)


def drawn(
    position: Position, colours: tuple[str, ...] | None = None, symbols: tuple[str, ...] = ()
) -> Text:
    """The board of a position, in the players' colours."""
    picture = position.picture(colours)
    if symbols:
        picture = picture.with_symbols(symbols)
    if picture.board.cells == "holes" and len(picture.symbols) == len(_DISCS) and _draws_discs():
        picture = replace(picture, symbols=_DISCS)
    lines = []
    for spans_of_row in spans(picture):
        line = Text("  ")
        for span in spans_of_row:
            style = Style(reverse=span.emphasis == "deciding", underline=span.emphasis == "last")
            if span.player is not None:
                style += player_style(picture.colours[span.player])
            line.append(span.text, style)
        lines.append(line)
    return Text("\n").join(lines)


def _draws_discs() -> bool:
    """Whether standard output is a terminal that has more than the characters of ASCII."""
    return sys.stdout.isatty() and beyond_ascii(sys.stdout)


def player_style(colour: str) -> Style:
    """Bold, in a shade of a player's colour that can be read on any terminal."""
    return Style(color=on_any_ground(colour), bold=True)


def in_the_background() -> bool:
    """Whether another thread shows what this one does."""
    return threading.current_thread() is not threading.main_thread()


def _typed() -> bool:
    """Whether a line waits to be read; on Windows there is no asking, and the answer is no."""
    return sys.platform != "win32" and bool(select.select([sys.stdin], [], [], 0)[0])


def note(text: str) -> None:
    """Tell something on standard error that is no error."""
    _quietly(f"note: {text}")


def _quietly(text: str) -> None:
    """Print a line on standard error: on a terminal in lines that break between words."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    line = Text(text, QUIET)
    for part in tables.wrap(line, console.width) if sys.stderr.isatty() else [line]:
        console.print(part)


@contextmanager
def notices(what: str, *, native: bool = False) -> Iterator[None]:
    """Say on standard error when `what` has to be compiled first, and what troubles the cache.

    With `native` the work takes longer than compiling does, so that it runs in native code.

    While the thread that waits compiles, a terminal shows that it goes on.
    """
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    begun = said = 0.0

    def tell(_function: str) -> None:
        nonlocal begun, said
        now = time.monotonic()
        line = f"Preparing {what} for this computer"
        if not begun:
            begun = now
            line += ", a few seconds ..."
        elif not redraws(sys.stderr) or now - said < _SILENCE or in_the_background():
            return
        else:
            console.file.write(_UP)
            line += f" ... {now - begun:.0f} s"
        said = now
        if in_the_background() and redraws(sys.stderr):  # in place of what shows that work goes on
            console.file.write(_EMPTY)
        console.print(Text(line, QUIET))

    def show_warning(message: Warning | str, category: type[Warning], *_rest: object) -> None:
        ours = category.__module__.startswith("plyground.")
        _quietly(f"{'note' if ours else category.__name__}: {message}")

    usual = sys.unraisablehook

    def unraisable(lost: Any) -> None:
        """Ctrl-C that a callback of the compiler has lost is pressed again."""
        if isinstance(lost.exc_value, KeyboardInterrupt):
            _thread.interrupt_main()
        else:
            usual(lost)

    if native:
        always_natively()
    compile_listeners.append(tell)
    sys.unraisablehook = unraisable
    try:
        with warnings.catch_warnings():
            warnings.showwarning = show_warning  # type: ignore[assignment]
            yield
    finally:
        sys.unraisablehook = usual
        compile_listeners.remove(tell)
