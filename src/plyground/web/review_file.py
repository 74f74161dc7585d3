"""`review_file`: a page of reviewed games that needs nothing else, for `plyground review --html`.

It is the app's page with every position, style and script inside. If scripts are off, it shows all
positions, one below the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plyground.analysis.review_view import ReviewView
from plyground.web.templating import static, template

_STYLES = ("style.css", "viewer.css", "review.css")
_SCRIPTS = ("page.js", "viewer.js")
_BETWEEN_MODULES = re.compile(r"^(import .*;\n|export )", re.MULTILINE)


def review_file(views: Sequence[ReviewView]) -> str:
    """The page, as HTML."""
    return template("review_file.html").render(
        views=views,
        address="",
        styles="\n".join(map(static, _STYLES)),
        script=_BETWEEN_MODULES.sub("", "\n".join(map(static, _SCRIPTS))),
    )
