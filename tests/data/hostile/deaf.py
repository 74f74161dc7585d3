"""Ignores the requests to end, plays, and stays."""

import atexit
import signal
import time

for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(each, signal.SIG_IGN)
atexit.register(time.sleep, 600)


def choose(game):
    return game["legal"][0]
