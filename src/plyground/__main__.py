"""`python -m plyground` does what the command `plyground` does."""

from plyground.cli import main

main()
