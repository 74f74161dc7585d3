"""Faces: the small pictures of the people that a game offers as opponents.

    face("Pip")   an SVG element, for pages of any kind

A face is 48 by 48 units, made to be known at 32 pixels, and brings its own ground, so it is the
same on light and dark pages. All are put together from a few parts: a head, hair behind it and
before it, eyes and a mouth, and one thing that nobody else has. A name without a face of its own
gets one of these heads in other colours, always the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from zlib import crc32

_INK = "#2b2f38"  # eyes and mouths
_EYES = "M18 27v1m12-1v1"
_SMILE = "M19 34q5 4 10 0"


@dataclass(frozen=True)
class _Look:
    """The parts of a face: paths, and the colours of three of them.

    `eyes` and `mouth` are lines, `behind` and `before` the hair, `own` is any further markup.
    """

    ground: str
    skin: str
    hair: str
    behind: str
    before: str
    mouth: str = _SMILE
    eyes: str = _EYES
    own: str = ""


_CHEEKS = '<path d="M15 33h.1m17.8 0h.1" stroke="#e8604c" stroke-width="5" opacity=".4"/>'

_LOOKS = {
    "Pip": _Look(
        "#ffdf9e", "#ffd2ad", "#d8612a",
        "M10 27q-4-14 9-16l-3-7 7 4 4-6 2 8q13 2 9 17z",
        "M10 27q0-13 14-13t14 13q-5-6-8-6l-2 3-4-4-4 4q-5-4-10 3z",
        own=_CHEEKS + '<path d="M18 33q6 9 12 0z" fill="#fff"/>',
        mouth="",
    ),
    "Moss": _Look(
        "#cfe8c2", "#c08652", "#3f6b39",
        "M9 33a6 6 0 0 1-1-10 7 7 0 0 1 6-11 8 8 0 0 1 10-5 8 8 0 0 1 10 5 7 7 0 0 1 6 11 6 6 0 0"
        " 1-1 10z",
        "M10 27q3-8 8-8 6-2 12 0 5 0 8 8-1-14-14-14T10 27z",
        eyes="",
        mouth="M16 28q2.5-3 5 0m6 0q2.5-3 5 0M19 34q5 4 10 0",
        own=_CHEEKS,
    ),
    "Juno": _Look(
        "#fbcbd6", "#e6ab7a", "#4a2a45",
        "M4 14a6.5 6.5 0 1 1 11-4q9-5 18 0a6.5 6.5 0 1 1 11 4q-3 4-6 3v13H10V17q-3 1-6-3z",
        "M10 27q-2-14 14-15 16 1 14 15-3-7-10-8-8 0-18 8z",
        mouth="M19 34q6 4 10-2",
    ),
    "Otto": _Look(
        "#f9d3a6", "#f3c09a", "#7c4326",
        "M9 30q-4-4 0-12 4-9 15-9t15 9q4 8 0 12z",
        "M11 22q3-9 13-9t13 9q-4-3-6-5-7 3-14 0-2 2-6 5z"
        "M24 33q-3-4-7-2-3 2-6 0 2 6 8 6 4 0 5-2 1 2 5 2 6 0 8-6-3 2-6 0-4-2-7 2z",
        mouth="M21 38q3 2 6 0",
    ),
    "Iris": _Look(
        "#ddd2f7", "#c98d62", "#2a2535",
        "M8 44V24q0-17 16-17t16 17v20q-8 3-10-3H18q-2 6-10 3z",
        "M10 28q-1-14 14-15 15 1 14 15-3-2-4-9-8 0-11-4-3 9-13 13z",
        own='<path d="M34 9v8m-4-4h8" stroke="#8a5ae0" stroke-width="6"/>'
        '<path d="M34 13h.1" stroke="#ffe08a" stroke-width="5"/>',
    ),
    "Hugo": _Look(
        "#bfe4df", "#f0b68a", "#9a4a1e",
        "M10 26h28q1 20-14 20T10 26z",
        "M10 29q4 0 6 5 8-5 16 0 2-5 6-5 0 15-14 16-14-1-14-16z",
        mouth="M20 37q4 2.5 8 0",
        own='<path d="M9 21q0-15 15-15t15 15z" stroke="#c8412f" fill="#c8412f"/>'
        '<path d="M10 21h28" stroke="#a02c1f" stroke-width="5"/>',
    ),
    "Nora": _Look(
        "#c7dff9", "#ffdcc0", "#d99a1f",
        "M7 37V25Q7 8 24 8t17 17v12q-5 4-9 0H16q-4 4-9 0z",
        "M10 27q-2-14 14-15 16 1 14 15-2-3-3-4-11-5-22 0-1 1-3 4z",
        own='<path d="M8 21q16-9 32 0" stroke="#2f6bc4" stroke-width="4"/>',
        mouth="M20 35q4 2 8-1",
    ),
    "Felix": _Look(
        "#ffd3bd", "#98613d", "#241d28",
        "M9 27 7 16l5 1V8l7 3 5-8 5 8 7-3v9l5-1-2 11z",
        "M10 27q0-14 14-14t14 14q-3-7-7-7l-3 3-4-3-4 3-3-3q-4 0-7 7z",
        own='<path d="M18 32q6 3 12-1-1 8-6 8-5-1-6-7z" fill="#fff"/>',
        mouth="",
    ),
    "Vera": _Look(
        "#d3daf6", "#f6d3b8", "#858ca4",
        "M18 9a6 6 0 1 1 12 0q9 3 9 14l-1 8H10l-1-8q0-11 9-14z",
        "M10 28q-2-15 14-15t14 15q-2-9-14-10-12 1-14 10z",
        eyes="M18 28h.1m11.9 0h.1",
        mouth="M20 36q4 3 8 0",
        own='<path d="M18 23a5 5 0 1 0 .1 0zm12 0a5 5 0 1 0 .1 0zm-7.5 4q1.5-1 3 0"'
        ' stroke="#7a3fa0"/>',
    ),
    "Ada": _Look(
        "#bfe6f2", "#d8a377", "#5b2f1c",
        "M8 40q-4-20 4-28 6-6 12-6t12 6q8 8 4 28-4 3-8 0V22H16v18q-4 3-8 0z",
        "M10 27q0-8 6-12 8 6 18 5 4 3 4 7-2-15-14-15T10 27z",
        mouth="M20 35q4 3 8 0",
        own='<path d="M11 19q13-9 26 0" stroke="#12807a" stroke-width="4"/>'
        '<path d="M34 15h.1m3 4h.1m-6-7h.1" stroke="#ffe08a" stroke-width="3.5"/>',
    ),
    "Oracle": _Look(
        "#40347c", "#d9cdf5", "#8169d6",
        "M9 45Q3 5 24 4q21 1 15 41-15 3-30 0z",
        "M10 31q-4-21 14-22 18 1 14 22-3-15-14-16-11 1-14 16z",
        eyes="",
        mouth="M15 28q2.5 3 5 0m8 0q2.5 3 5 0M20 36q4 3 8 0",
        own='<path d="m24 16 1.5 3.5L29 21l-3.5 1.5L24 26l-1.5-3.5L19 21l3.5-1.5z"'
        ' stroke="#ffd75e" stroke-width="1" fill="#ffd75e"/>',
    ),
}  # fmt: skip


def face(name: str) -> str:
    """The face of a person as an SVG element with the class "face"; screen readers skip it."""
    look = _LOOKS.get(name) or _unknown(name)
    eyes = look.eyes and f'<path d="{look.eyes}" stroke-width="4.5"/>'
    mouth = look.mouth and f'<path d="{look.mouth}"/>'
    return (
        '<svg class="face" viewBox="0 0 48 48" aria-hidden="true">'
        f'<rect width="48" height="48" rx="14" fill="{look.ground}"/>'
        f'<path d="{look.behind}" fill="{look.hair}"/>'
        f'<circle cx="24" cy="28" r="14" fill="{look.skin}"/>'
        f'<path d="{look.before}" fill="{look.hair}"/>'
        f'<g fill="none" stroke="{_INK}" stroke-width="2" stroke-linecap="round">'
        f"{eyes}{mouth}{look.own}</g></svg>"
    )


_COMPUTER = (
    '<path d="M24 12V8" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>'
    '<circle cx="24" cy="7" r="3" fill="currentColor"/>'
    '<rect x="9" y="13" width="30" height="25" rx="9" fill="currentColor"/>'
    '<circle cx="18" cy="24" r="3.500" fill="var(--accent-soft)"/>'
    '<circle cx="30" cy="24" r="3.500" fill="var(--accent-soft)"/>'
    '<path d="M18 31.500q6 3.500 12 0" fill="none" stroke="var(--accent-soft)" stroke-width="2.500"'
    ' stroke-linecap="round"/>'
)
_PERSON = (
    '<circle cx="24" cy="19" r="8" fill="currentColor"/>'
    '<path d="M9 42a15 13 0 0 1 30 0Z" fill="currentColor"/>'
)


def plain_face(kind: str) -> str:
    """The face of one without a name: of a "computer", or else of a person; or a number in place of
    a face, such as the depth of a search.
    """
    inside = _COMPUTER if kind == "computer" else _PERSON
    if kind.isdecimal():
        inside = (
            '<text x="24" y="33" text-anchor="middle" font-size="25" font-weight="700" '
            f'fill="var(--accent)">{kind}</text>'
        )
    return (
        '<svg class="face plain" viewBox="0 0 48 48" aria-hidden="true"><rect x="1" y="1" '
        f'width="46" height="46" rx="14" fill="var(--accent-soft)"/>{inside}</svg>'
    )


def _unknown(name: str) -> _Look:
    """A face for any other name: a known head with the colours of two others."""
    looks = [look for known, look in _LOOKS.items() if known != "Oracle"]  # who is no human
    drawn, head = divmod(crc32(name.encode()), len(looks))
    drawn, skin = divmod(drawn, len(looks))
    ground = drawn % len(looks)
    return replace(looks[head], skin=looks[skin].skin, ground=looks[ground].ground)
