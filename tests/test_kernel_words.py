"""The clock, and what compiled code does with single items of arrays."""

import threading
import time

import numpy as np
import pytest

from plyground.kernel import array_at, borrowed, compiled, load_word, nanoseconds, prefetch
from plyground.kernel import store_word as store
from tests.until import until

TOP = 2**64 - 1


@compiled
def read_clock() -> int:
    return nanoseconds()


@compiled
def reversed_words(words: np.ndarray, out: np.ndarray) -> None:
    lent = array_at(borrowed(out), np.uint64)
    for i in range(len(words)):
        prefetch(words, len(words) - 1 - i)
        store(lent, i, load_word(words, len(words) - 1 - i))


@compiled
def write_pairs(words: np.ndarray, stop: np.ndarray) -> int:
    """Write all ones and all zeros by turns, until told to stop."""
    count = 0
    while load_word(stop, 0) == np.uint64(0) and count < 1 << 40:
        store(words, 0, np.uint64(0) if count & 1 else np.uint64(0xFFFFFFFFFFFFFFFF))
        count += 1
    return count


@compiled
def count_torn(words: np.ndarray, times: int) -> int:
    torn = 0
    for _ in range(times):
        word = load_word(words, 0)
        torn += word not in (np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF))
    return torn


def test_the_clock_counts_nanoseconds() -> None:
    """It never goes back, and a while takes as long as by another clock."""
    readings = [read_clock() for _ in range(50)]
    assert readings == sorted(readings)
    outside, inside, within = time.perf_counter_ns(), read_clock(), time.perf_counter_ns()
    until(lambda: time.perf_counter_ns() - within > 20_000_000)
    within = time.perf_counter_ns() - within
    inside, outside = read_clock() - inside, time.perf_counter_ns() - outside
    assert within - 1_000_000 < inside < outside + 1_000_000


def test_words_are_read_and_written_in_their_places() -> None:
    words = np.array([0, 1, 2**63, TOP, 5], np.uint64)
    out = np.zeros(7, np.uint64)
    reversed_words(words, out)
    assert out.tolist() == [5, TOP, 2**63, 1, 0, 0, 0]
    assert words.tolist() == [0, 1, 2**63, TOP, 5]  # nothing changed by reading


@pytest.mark.compiled
def test_words_are_whole_and_what_others_write_is_seen() -> None:
    words, stop = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    written: list[int] = []
    thread = threading.Thread(target=lambda: written.append(write_pairs(words, stop)))
    thread.start()
    until(lambda: words[0])
    torn = count_torn(words, 1_000_000)
    stop[0] = 1
    thread.join()
    assert torn == 0
    assert written[0] > 1
