"""The command line: it starts everything else, and is the only part that reads and prints."""

import signal

__all__ = ["main"]


def main() -> None:
    """Run a command line; Ctrl-C says nothing while what runs it is imported."""
    try:
        from plyground.cli.app import main as run
    except KeyboardInterrupt:
        raise SystemExit(128 + signal.SIGINT) from None
    run()
