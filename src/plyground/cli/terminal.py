"""The terminal: printing boards and lines in colour, asking, and telling of slow first starts."""

from __future__ import annotations

import select
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import TypeVar

from rich.box import SIMPLE
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from plyground.kernel import compile_listeners
from plyground.position import Position
from plyground.render.colours import on_any_ground
from plyground.render.text import spans
from plyground.search import Control

T = TypeVar("T")

WARNING = Style(color="red", bold=True)
NOTICE = Style(bold=True)
QUIET = Style(dim=True)

_NARROWEST = 40  # columns
_PATIENCE = 0.25  # seconds of thinking before it is shown
_GLANCE = 0.05  # seconds between two looks at a search that runs


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
        self._console.print(Text(line, style=style))

    def write(self, parts: Iterable[tuple[str, Style | str]]) -> None:
        """Print a line that is made of parts in styles of their own."""
        self._console.print(Text.assemble(*parts))

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[tuple[str, Style | str]]]
    ) -> None:
        """Print a table of cells in styles of their own."""
        table = Table(*heads, box=SIMPLE)
        for row in rows:
            table.add_row(*(Text(text, style=style) for text, style in row))
        self._console.print(table)

    def warn(self, line: str) -> None:
        """Print a line that says what was not accepted."""
        self.say(line, WARNING)

    def show(self, position: Position) -> None:
        """Print the board of a position."""
        self._console.print(drawn(position))

    def ask(self, prompt: str) -> str:
        """Ask for a line and return it without the spaces around. Raises EndOfInput."""
        try:
            return input(prompt).strip()
        except EOFError:
            self.say()
            raise EndOfInput from None

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

        After a moment a real terminal shows `doing` and the positions visited; what is typed
        meanwhile is answered with `busy` and dropped. Ctrl-C stops the work.
        """
        result = in_thread(work)
        try:
            wait([result], _PATIENCE)
            if not result.done() and self.interactive:
                self._watch(result, control, doing, busy)
            while not result.done():
                wait([result], _GLANCE)
        except KeyboardInterrupt:
            control.stop()
            wait([result])
            raise
        return result.result()

    def _watch(self, result: Future[T], control: Control, doing: str, busy: str) -> None:
        with self._console.status(doing) as status:
            while not result.done():
                wait([result], _GLANCE)
                depth = f"depth {control.depth}, " if control.depth else ""
                visited = f"{depth}{control.nodes:,} positions " if control.nodes else ""
                status.update(f"{doing} {visited}(Ctrl-C ends it)")
                if _typed():
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


def drawn(position: Position) -> Text:
    """The board of a position, in the players' colours."""
    picture = position.picture()
    lines = []
    for row in spans(picture):
        line = Text("  ")
        for span in row:
            style = Style(reverse=span.emphasis == "deciding", underline=span.emphasis == "last")
            if span.player is not None:
                style += player_style(picture.colours[span.player])
            line.append(span.text, style)
        lines.append(line)
    return Text("\n").join(lines)


def player_style(colour: str) -> Style:
    """Bold, in a shade of a player's colour that can be read on any terminal."""
    return Style(color=on_any_ground(colour), bold=True)


def _typed() -> bool:
    """Whether a line waits to be read; on Windows there is no asking, and the answer is no."""
    return sys.platform != "win32" and bool(select.select([sys.stdin], [], [], 0)[0])


def note(text: str) -> None:
    """Tell something on standard error that is no error."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(f"note: {text}", QUIET))


@contextmanager
def notices(what: str) -> Iterator[None]:
    """Tell on standard error, once, when `what` has to be compiled first, and of cache trouble."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    told: list[str] = []

    def tell(_function: str) -> None:
        if not told:
            console.print(Text(f"Preparing {what} for this computer, a few seconds ...", QUIET))
            told.append(what)

    def show_warning(message: Warning | str, category: type[Warning], *_rest: object) -> None:
        ours = category.__module__.startswith("plyground.")
        console.print(Text(f"{'note' if ours else category.__name__}: {message}", QUIET))

    compile_listeners.append(tell)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = show_warning  # type: ignore[assignment]
            yield
    finally:
        compile_listeners.remove(tell)
