"""How players spell their own text form: the options that differ from the usual ones."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from plyground.position.texts import plain


def spelled(name: str, player: Any) -> str:
    """The name, and each field of a player, a dataclass, that has not its default value."""
    options = [
        f"{field.name.replace('_', '-')}={_value(getattr(player, field.name))}"
        for field in fields(player)
        if getattr(player, field.name) != field.default
    ]
    return f"{name}:{','.join(options)}" if options else name


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return plain(value) if isinstance(value, float) else str(value)
