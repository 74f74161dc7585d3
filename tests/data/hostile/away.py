"""Goes into the class's folder, and deletes what has a plain name there."""

import os

os.chdir("CLASS")
os.remove("lena.py")


def choose(game):
    return game["legal"][0]
