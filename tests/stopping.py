"""Stopping work from another thread."""

import threading

import plyground as pg
from tests.until import until


def stop_at_work(control: pg.Control, nodes: int = 1) -> None:
    """Stop what `control` watches, from another thread, once it has looked at some positions."""

    def stop() -> None:
        until(lambda: control.nodes >= nodes)
        control.stop()

    threading.Thread(target=stop, daemon=True).start()
