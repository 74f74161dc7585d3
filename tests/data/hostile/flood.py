"""Prints without end."""


def choose(game):
    while True:
        print("more and more " * 1000)
