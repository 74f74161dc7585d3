"""Naive chance: SplitMix64 and choices by it, in whole numbers of any size."""

from collections.abc import Iterator

_ALL = 2**64 - 1


def mixed(word: int) -> int:
    """The mixing of SplitMix64 (Steele, Lea, Flood, 2014)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _ALL
    return word ^ word >> 31


def draws(seed: int, match: int, seat: int) -> Iterator[int]:
    """All draws of a seat in a match of a seed."""
    state = mixed(mixed(mixed(seed % 2**64) ^ match) ^ seat)
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        yield mixed(state)


def below(word: int, n: int) -> int:
    """The number from 0 to `n` - 1 that a draw stands for."""
    return word * n // 2**64


def weighted(word: int, weights: list[int]) -> int:
    """The index that a draw stands for: each has as many numbers below the sum as it weighs."""
    owners = [index for index, weight in enumerate(weights) for _ in range(weight)]
    return owners[below(word, len(owners))]
