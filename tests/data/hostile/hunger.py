"""Takes 10 GB of memory."""


def choose(game):
    kept = [bytearray(10_000_000) for _ in range(1000)]
    return game["legal"][len(kept) % 1]
