"""Words about symbolic winners: lines of the papers, of Maple, of programs."""

from zchomp.slices import Slice
from zchomp.tables import SymbolicLoser, bottom_of
from zchomp.winners import Family, SymbolicWinner

__all__ = ["bite_text", "diagonal_text", "loser_text", "winner_text", "winners_json", "winners_maple", "winners_text"]

Letters = tuple[str, str]


def winners_text(home: Slice, lines: list[SymbolicWinner], letters: Letters) -> str:
    """The winners of a slice, a line each, with the loser that the bite leaves and the row that is bitten."""
    pairs = [(winner_text(line, letters), loser_text(line.loser, letters[0])) for line in lines]
    wide, narrow = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    headline = f"{str(home).capitalize()}: all winners, each with all its winning moves."
    return "\n".join(
        [
            headline,
            *(
                f"  {winner:<{wide}} -> {loser:<{narrow}}  {bite_text(line)}"
                for line, (winner, loser) in zip(lines, pairs, strict=True)
            ),
        ]
    )


def winners_maple(slices: list[tuple[Slice, list[SymbolicWinner]]], letters: Letters) -> str:
    """What the Maple package answers to WINNERS(a,b,k): a table of sets of pairs [winner, loser], to be read by Maple."""
    entries = []
    for home, lines in slices:
        pairs = (f"[{winner_text(line, letters)}, {loser_text(line.loser, letters[0])}]" for line in lines)
        key = home.width if len(home.tail) < 2 else list(bottom_of(home))
        entries.append(f"{key} = {{{', '.join(pairs)}}}")
    return f"table([{', '.join(entries)}]);"


def winners_json(home: Slice, lines: list[SymbolicWinner]) -> dict[str, object]:
    """The same for programs: a and b are [start, step], and stand for start + step times a letter 0, 1, 2, ..."""
    return {
        "tail": home.tail,
        "winners": [
            {
                "bottom": line.bottom,
                "a": [line.start, line.step],
                "b": [line.b, int(line.free)],
                "row": line.row,
                "reason": line.reason,
                "loser": {"bottom": line.loser.bottom, "a": [line.loser.start, line.loser.step], "b": line.loser.b},
            }
            for line in lines
        ],
    }


def winner_text(line: SymbolicWinner, letters: Letters) -> str:
    """The winner of a line in brackets, ``[1, 2 + a, b]``."""
    return _brackets(line.bottom, line.start, line.step, _sum(line.b, 1 if line.free else 0, letters[1]), letters[0])


def loser_text(loser: SymbolicLoser, letter: str) -> str:
    """A loser in brackets, as short as [Zei01] writes it: ``[1]`` for one row, ``[1 + a, 1]`` for two."""
    return _brackets(loser.bottom, loser.start, loser.step, str(loser.b), letter)


def diagonal_text(family: Family, letters: Letters) -> tuple[str, str]:
    """The winner of a family in brackets, and the values of i on a diagonal, or nothing.

    A loser with b = v has the winners [.., s + i, v - i], a corner those with i from 0 on.
    """
    first, size = family.first, len(family.lines)
    if size == 1:
        return winner_text(first, letters), ""
    low = 0 if first.reason == "corner" else 1
    start, value = first.start - low, first.b + low
    middle = "i" if not (start or first.step) else f"{_sum(start, first.step, letters[0])} + i"
    return f"[{', '.join([*map(str, first.bottom), middle, f'{value} - i'])}]", f"{low} <= i <= {low + size - 1}"


def bite_text(line: SymbolicWinner) -> str:
    """Which row is bitten."""
    return f"row {line.row}"


def _brackets(bottom: tuple[int, ...], start: int, step: int, last: str, letter: str) -> str:
    middle = _sum(start, step, letter)
    shown = [last] if not bottom and middle == "0" else [*map(str, bottom), middle, last]
    return f"[{', '.join(shown)}]"


def _sum(start: int, step: int, letter: str) -> str:
    times = letter if step == 1 else f"{step}*{letter}"
    return str(start) if step == 0 else f"{start} + {times}" if start else times
