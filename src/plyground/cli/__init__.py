"""The command line: it starts everything else, and is the only part that reads and prints."""

from plyground.cli.app import main

__all__ = ["main"]
