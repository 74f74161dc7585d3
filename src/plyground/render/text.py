"""placeholder"""
from __future__ import annotations
from dataclasses import dataclass
from plyground.render.board import Picture
@dataclass(frozen=True)
class Span:
    text: str
    player: int | None = None
    emphasis: str = ""
def spans(picture: Picture) -> list[list[Span]]:
    return [[Span(" ".join(m.text or str(m.player) if m else "." for m in picture.marks))]]
def text(picture: Picture) -> str:
    return "\n".join("".join(s.text for s in row) for row in spans(picture))
