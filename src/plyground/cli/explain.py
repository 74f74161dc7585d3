"""What a computer's choice rests on, in words."""

from __future__ import annotations

from plyground.players import Choice
from plyground.search import plies_to_end, proven


def meaning(choice: Choice, best: bool = True) -> str:
    """A score in words: what is certain, and from a limited view what it shows.

    Where the move loses, the others do so too if it is the `best`.
    """
    score = choice.score or 0
    if not proven(score):
        exact = "a draw with best play"
        return exact if choice.exact else "nothing is decided as far as I can see"
    losing = "every move loses" if best else "it loses"
    what = "it wins" if score > 0 else f"{losing} against best play"
    plies = plies_to_end(score)
    if plies == 0:  # all that was asked for is whether it wins
        return what
    when = f"in {plies} {'ply' if plies == 1 else 'plies'}"
    return f"{what}, this one {when}" if best and score < 0 else f"{what} {when}"


def details(choice: Choice) -> list[str]:
    """All that is known of a choice, a line for what was found and one for the work it took."""
    found = [f"move {choice.move}"]
    if choice.expectation is not None:
        found.append(f"expects {choice.expectation:.0%} of the point")
    elif choice.score is None:
        found.append("chosen without a search")
    elif choice.exact or proven(choice.score):
        found.append(meaning(choice, best=False))  # players may err
    else:
        found.append(f"score {choice.score}")
    if choice.depth:
        found.append(f"depth {choice.depth}")
    lines = [", ".join(found)]
    if len(choice.pv) > 1:
        lines[0] += f"; then {' '.join(choice.pv[1:])}"
    if choice.nodes:
        counts = [f"{choice.nodes:,} positions"]
        named = {"rated": choice.leaves, "cut-offs": choice.cutoffs}
        named["remembered"] = choice.table_hits
        counts += [f"{count:,} {name}" for name, count in named.items() if count]
        lines.append(f"{', '.join(counts)}, {_seconds(choice.seconds)}")
    return lines


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
