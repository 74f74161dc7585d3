"""What a computer's choice rests on, in words."""

from __future__ import annotations

from plyground.players import Choice
from plyground.search import Value, plies_text, value_text


def meaning(value: Value | None) -> str:
    """What a best move is worth, as an answer to a player who asks for a hint."""
    if value is None or value.verdict == "unknown":
        return "nothing is decided as far as I can see"
    if value.verdict == "draw":
        return "a draw with best play"
    when = "" if value.plies is None else f" in {plies_text(value.plies)}"
    if value.verdict == "win":
        return f"it wins{when}"
    return f"every move loses against best play{when and f', this one{when}'}"


def details(choice: Choice) -> list[str]:
    """All that is known of a choice, a line for what was found and one for the work it took."""
    found = f"move {choice.move}, "
    found += f"value {value_text(choice.value)}" if choice.value else "chosen without a search"
    if choice.depth:
        found += f", depth {choice.depth}"
    if len(choice.pv) > 1:
        found += f"; then {' '.join(choice.pv[1:])}"
    lines = [found]
    if choice.nodes:
        counts = [f"{choice.nodes:,} positions"]
        named = {"rated": choice.leaves, "cut-offs": choice.cutoffs}
        named["remembered"] = choice.table_hits
        counts += [f"{count:,} {name}" for name, count in named.items() if count]
        lines.append(f"{', '.join(counts)}, {_seconds(choice.seconds)}")
    return lines


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
