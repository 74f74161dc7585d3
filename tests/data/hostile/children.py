"""Starts children in sessions of their own, and plays on."""

import subprocess
import sys


def choose(game):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    return game["legal"][0]
