"""Which characters of a text are seen."""

from __future__ import annotations

import pytest

from plyground.visible import visible

SEEN = {
    "a Persian name": "\u0645\u06cc\u200c\u0646\u0627",
    "a Persian name with its vowels": "\u0645\u064e\u06cc\u200c\u0646",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "an astronaut with her colour of skin": "👩🏽\u200d🚀",
    "a flag": "🏳\ufe0f\u200d🌈",
    "a heart": "❤\ufe0f",
    "a key": "1\ufe0f\u20e3",
    "a half letter of Devanagari": "\u0915\u094d\u200d\u0937",
    "two letters of Devanagari apart": "\u0915\u094d\u200c\u0937",
    "the end of a Malayalam name": "\u0d28\u0d4d\u200d",
    "letters of many scripts": "Zoë Żółw Ольга 李雷 ศรี",
}
UNSEEN = {
    "a joiner between Latin letters": "An\u200dn",
    "a non-joiner between Latin letters": "An\u200cn",
    "a joiner at the end": "Ann\u200d",
    "a joiner at the beginning": "\u200dAnn",
    "two joiners": "👨\u200d\u200d👩",
    "a picture and a joiner": "👨\u200d",
    "a letter and a picture": "a\u200d👩",
    "a non-joiner after a letter that joins none": "\u062f\u200c\u0627",
    "a joiner between letters that join": "\u0645\u200d\u0646",
    "a space without width": "An\u200bn",
    "a word joiner": "An\u2060n",
    "a soft hyphen": "An\u00adn",
    "the mark of files": "\ufeffAnn",
    "another direction": "\u202ennA",
    "a control character": "An\x07n",
    "the end of a line": "An\u2028n",
    "a filler of Hangul": "An\u3164n",
    "the empty pattern of Braille": "An\u2800n",
    "the look of a picture at a letter": "An\ufe0fn",
    "a selector of variants": "An\U000e0100n",
    "a tag": "An\U000e0041n",
    "the joiner of graphemes": "An\u034fn",
}


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_what_is_seen_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_what_is_not_seen_goes(text: str) -> None:
    assert len(visible(text)) < len(text)
    assert len(visible(text, "?")) == len(text)
    assert visible(visible(text)) == visible(text)


def test_no_two_names_look_alike() -> None:
    assert {visible(text) for text in UNSEEN.values() if "A" in text} == {"Ann", "nnA"}
