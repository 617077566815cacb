"""Words about symbolic winners: lines of the papers, of Maple, of programs."""

from zchomp.answers.symbols import SymbolicLoser, bottom_of, linear
from zchomp.answers.winners import SymbolicWinner
from zchomp.slices import Slice

__all__ = ["loser_text", "winner_text", "winners_json", "winners_maple", "winners_text"]

Letters = tuple[str, str]


def winners_text(slice_: Slice, lines: list[SymbolicWinner], letters: Letters) -> str:
    """The winners of a slice, a line each, with the loser that the bite leaves and the row that is bitten."""
    pairs = [(winner_text(line, letters), loser_text(line.loser, letters[0])) for line in lines]
    wide, narrow = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    headline = f"{str(slice_).capitalize()}: all winners, each with all its winning moves."
    return "\n".join(
        [
            headline,
            *(
                f"  {winner:<{wide}} -> {loser:<{narrow}}  row {line.row}"
                for line, (winner, loser) in zip(lines, pairs, strict=True)
            ),
        ]
    )


def winners_maple(slices: list[tuple[Slice, list[SymbolicWinner]]], letters: Letters) -> str:
    """What the Maple package answers to WINNERS(a,b,k): a table of sets of pairs [winner, loser]."""
    entries = []
    for slice_, lines in slices:
        pairs = (f"[{winner_text(line, letters)}, {loser_text(line.loser, letters[0])}]" for line in lines)
        key = slice_.width if len(slice_.tail) < 2 else list(bottom_of(slice_))
        entries.append(f"{key} = {{{', '.join(pairs)}}}")
    return f"table([{', '.join(entries)}]);"


def winners_json(slice_: Slice, lines: list[SymbolicWinner]) -> dict[str, object]:
    """The same for programs: a and b are [start, step], and stand for start + step times a letter 0, 1, 2, ..."""
    return {
        "tail": slice_.tail,
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
    return _brackets(line.bottom, line.start, line.step, linear(line.b, 1 if line.free else 0, letters[1]), letters[0])


def loser_text(loser: SymbolicLoser, letter: str) -> str:
    """A loser in brackets, as short as [Zei01] writes it: ``[1]`` for one row, ``[1 + a, 1]`` for two."""
    return _brackets(loser.bottom, loser.start, loser.step, str(loser.b), letter)


def _brackets(bottom: tuple[int, ...], start: int, step: int, last: str, letter: str) -> str:
    middle = linear(start, step, letter)
    shown = [last] if not bottom and middle == "0" else [*map(str, bottom), middle, last]
    return f"[{', '.join(shown)}]"
