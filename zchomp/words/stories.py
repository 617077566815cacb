"""Words about the search by generating functions: the losers it finds, and the life of every conjecture."""

from dataclasses import asdict

from zchomp.amounts import counted
from zchomp.answers.symbols import SymbolicLoser, bottom_of, symbolic_losers
from zchomp.engines.genfun.search import Conjecture, Story
from zchomp.words.data import Data
from zchomp.words.numbers import brackets_text, rows_text

__all__ = ["story_data", "story_text"]

RULE = (
    "positions are visited by number of squares, and the first from which no move leads to a known loser "
    "is the next loser."
)


def story_text(story: Story) -> str:
    """The life of every conjecture about a slice, in the order in which things happened."""
    slice_ = story.slice
    numbers = {id(conjecture): number for number, conjecture in enumerate(story.conjectures, start=1)}
    lines = [f"{str(slice_).capitalize()}: {RULE}"]
    if not story.losers:
        lines.append("  There is none: from every position a move leads to a loser of a smaller slice.")
    for count, (a, b) in enumerate(story.losers, start=1):
        position = slice_.position(a, b)
        lines.append(f"  {count:>3}. {brackets_text(position)} = {rows_text(position)}, squares: {position.squares()}")
        for conjecture in story.conjectures:
            if conjecture.made == count:
                seen = ", ".join(brackets_text(slice_.position(column, conjecture.b)) for column in conjecture.evidence)
                family = SymbolicLoser(bottom_of(slice_), conjecture.start, conjecture.step, conjecture.b).text("a")
                lines.append(f"       conjecture {numbers[id(conjecture)]}: {family} for all a >= 0, because of {seen}")
        lines += [
            f"       conjecture {numbers[id(conjecture)]} is {_fate(conjecture)}"
            for conjecture in story.conjectures
            if conjecture.ended == count
        ]
    families = symbolic_losers(slice_, story.claim())
    losers = ", ".join(loser.text("a") for loser in families)
    result = f"The losers are {losers}." if losers else "There are no losers."
    checks = counted(story.checks, "coverage check")
    return "\n".join([*lines, f"Proved after {checks}. {result}"])


def story_data(story: Story) -> Data:
    """The same as data."""
    return {
        "tail": list(story.slice.tail),
        "nim": story.slice.nim,
        "losers": [list(story.slice.position(a, b).rows) for a, b in story.losers],
        "conjectures": [asdict(conjecture) for conjecture in story.conjectures],
        "checks": story.checks,
        "head": list(story.claim().head),
        "period": list(story.claim().period),
    }


def _fate(conjecture: Conjecture) -> str:
    if conjecture.fate == "proved":
        return "proved: every other position has a move to a loser, and no loser has one"
    return f"{conjecture.fate}: {conjecture.because}"
