"""Naive twins of the games: the rules a second time, slow and obvious, to check the fast ones."""
