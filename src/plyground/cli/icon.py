"""`plyground icon`: a way to start the app on the desktop."""

from __future__ import annotations

from pathlib import Path

from plyground.cli.exits import FAILURE, UserError
from plyground.cli.output import tell, unwritable
from plyground.desktop import desktop_folder, put_icon


def icon(folder: Path | None) -> None:
    """Write it to a folder or the desktop, and say so."""
    place = folder or desktop_folder()
    if not place.is_dir():
        kind = "no folder" if folder else "no desktop folder"
        raise UserError(f"there is {kind} {place}: give one, as in plyground icon .", FAILURE)
    try:
        path = put_icon(place)
    except OSError as error:
        raise unwritable(place, error) from None
    tell(f"{path} starts Plyground by a double click.")
