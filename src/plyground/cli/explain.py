"""What a computer's choice is based on, in words."""

from __future__ import annotations

from plyground.players import Choice
from plyground.search import plies_text, value_text


def details(choice: Choice) -> list[str]:
    """All that is known of a choice: a sentence for what was found and one for the work it took."""
    depth = f" (depth {choice.depth})" if choice.depth else ""
    grounds = f" by {choice.rule.rstrip('.')}" if choice.rule else _worth(choice)
    found = f"It played {choice.move}{grounds}{depth}."
    if len(choice.pv) > 1:
        found += f" It expects {', '.join(choice.pv[1:])}."
    lines = [found]
    if choice.nodes:
        counts = {"rated": choice.leaves, "cut-offs": choice.cutoffs}
        counts["remembered"] = choice.table_hits
        said = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
        looked = f"{choice.nodes:,} position{'s' * (choice.nodes > 1)}"
        time = _seconds(choice.seconds)
        lines.append(f"It looked at {looked} in {time}{said and f' ({said})'}.")
    return lines


def _worth(choice: Choice) -> str:
    """What a move is worth to the computer that played it, as the end of a sentence."""
    value = choice.value
    if value is None:
        return " without a search"
    if value.expectation is not None:
        shown = value_text(value)
        rated, sampled = f"it rates {shown}", f"got {shown} of the points in its playouts"
        return f", which {rated if choice.depth else sampled}"
    if value.score is not None:
        return f", which its heuristic rates {value_text(value)}"
    if value.ends or not value.exact:
        return f": {value_text(value)}"
    if value.verdict == "draw":
        return ", which draws with best play"
    when = "" if value.plies is None else f" in {plies_text(value.plies)}"
    return f", which {'wins' if value.verdict == 'win' else 'loses'}{when}"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
