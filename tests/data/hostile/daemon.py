"""Leaves a program behind that has no parent, no group and no session of the match."""

import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for each in range(3):
            os.close(each)
        time.sleep(600)
    os._exit(0)


def choose(game):
    return game["legal"][0]
