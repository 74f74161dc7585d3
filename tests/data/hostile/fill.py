"""Writes 10 GB into a file."""


def choose(game):
    with open("full", "wb") as file:
        for _ in range(10_000):
            file.write(bytes(1_000_000))
    return game["legal"][0]
