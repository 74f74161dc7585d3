"""What the pages with forms share: what they are filled in with, and files to keep."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi import Response

from plyground.web.games import game_from
from plyground.web.pages import Refusal, Visit


def filled(visit: Visit, usual: Mapping[str, str]) -> tuple[dict[str, str], Refusal]:
    """The fields of a form as the query says, and what of its game is refused."""
    sent = dict(usual) | dict(visit.request.query_params)
    with Refusal() as refused:
        game_from(sent)
    if visit.of_script:  # which swaps in only an answer with status 200
        refused.status = 200
    return sent, refused


def download(text: str, name: str, ending: str, media_type: str) -> Response:
    """A file to keep. Its name is made safe."""
    safe = re.sub(r"[^\w-]", "-", name, flags=re.ASCII)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}.{ending}"',
        "Cache-Control": "no-store",
    }
    return Response(text, media_type=media_type, headers=headers)
