"""Nim for Plyground, as a package: the game is in `nim`."""
