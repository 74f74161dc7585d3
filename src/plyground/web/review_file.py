"""`review_file`: a page of reviewed games that needs nothing else, for `plyground review --html`.

It is the app's page with every position, style and script inside. If scripts are off, it shows all
positions, one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.analysis.review_view import ReviewView
from plyground.browser.scripts import joined, look, page_text
from plyground.web.boards import board_rules, pieces
from plyground.web.templating import static, template

_STYLES = ("style.css", "viewer.css", "review.css")


def review_file(views: Sequence[ReviewView]) -> str:
    """The page, as HTML."""
    return template("review_file.html").render(
        views=views,
        all_pieces=[pieces(each.game, each.colours_shown) for each in views],
        address="",
        styles="\n".join((look(), page_text("frame.css"), *map(static, _STYLES), *_colours(views))),
        script=f"{joined('web/static/viewer.js')}.viewAll(null);",
    )


def _colours(views: Sequence[ReviewView]) -> Iterator[str]:
    """The colours of each game's boards."""
    for number, view in enumerate(views, 1):
        holes = view.game.board.cells == "holes"
        yield board_rules(view.colours_shown, holes, f" .colours-{number}")
