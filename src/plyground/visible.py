"""Which characters of a text are seen: names from strangers have no others."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_APART, _TOGETHER = "\u200c", "\u200d"  # the zero width non-joiner and joiner
_LOOKS = "\ufe0e\ufe0f"  # after a character that is both a letter's neighbour and a picture
_KEY = "\u20e3"  # the frame of a key
_VIRAMA = 9  # the combining class of what joins two consonants of an Indic script
_FORMS = range(0xFB50, 0xFF00)  # the Arabic letters as they look at their places in a word
# Printable by their category, and yet nothing is seen: fillers, selectors of variants, the joiner
# of graphemes, the empty pattern of Braille.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)


def visible(text: str, instead: str = "") -> str:
    """A text whose characters are all seen; `instead` takes the place of any other.

    The two joiners stay where they change what is seen: in words of Arabic and Indic scripts, as
    RFC 5892 allows them in names of hosts (appendix A), and between pictures, as in a family. So
    nobody can take a name that looks like another one.
    """
    return "".join(sign if _is_seen(text, at) else instead for at, sign in enumerate(text))


def _is_seen(text: str, at: int) -> bool:
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if sign in (_APART, _TOGETHER):
        if before and unicodedata.combining(before) == _VIRAMA:
            return True
        if sign == _TOGETHER:
            return _is_picture(before) and _is_picture(after)
        letter = next((each for each in reversed(text[:at]) if not unicodedata.combining(each)), "")
        return letter in _letters("initial") and after in _letters("final")
    if sign in _LOOKS:
        return after == _KEY or unicodedata.category(before or sign) == "So"
    return sign.isprintable() and not _BLANK.fullmatch(sign)


def _is_picture(sign: str) -> bool:
    """Whether a character is a picture, or the end of one: its colour of skin, its look."""
    return sign != "" and (sign in _LOOKS or unicodedata.category(sign) in ("So", "Sk"))


@cache
def _letters(form: str) -> frozenset[str]:
    """The Arabic letters that have a form of their own at the beginning or end of a word: those
    that join the letter after or before them.
    """
    parts = (unicodedata.decomposition(chr(code)).split() for code in _FORMS)
    return frozenset(chr(int(each[1], 16)) for each in parts if each[:1] == [f"<{form}>"])
