"""Words about symbolic winners: as the papers write them, for Maple, and as data."""

from dataclasses import asdict
from operator import attrgetter

from zchomp.answers.symbols import SymbolicLoser, bottom_of, linear
from zchomp.answers.winners import SymbolicWinner, Winners
from zchomp.showing import headed, shows
from zchomp.words.data import Data, csv_text, sources_data

__all__ = ["line_text", "loser_text", "winner_text", "winners_csv", "winners_data", "winners_maple", "winners_text"]

Letters = tuple[str, str]


@shows(Winners)
def winners_text(found: Winners, letters: Letters = ("a", "b")) -> str:
    """The winners with one tail, one per line, each with the loser that the bite leaves and the row that is bitten."""
    lines = found.lines()
    pairs = [(winner_text(line, letters), loser_text(line.loser, letters[0])) for line in lines]
    wide, narrow = (max(len(pair[side]) for pair in pairs) for side in (0, 1))
    tail = found.proof.slice.tail
    rows = f"third row {found.proof.slice.width}" if len(tail) < 2 else f"the rows {tail} from the third on"
    headline = f"All winners with {rows}, each with all its winning moves:"
    return headed(
        headline,
        *(
            f"  {winner:<{wide}} -> {loser:<{narrow}}  row {line.row}"
            for line, (winner, loser) in zip(lines, pairs, strict=True)
        ),
    )


def winners_maple(slices: list[Winners], letters: Letters) -> str:
    """The answer of the Maple package to WINNERS(a,b,k): a table of sets of pairs [winner, loser]."""
    entries = []
    for found in slices:
        slice_ = found.proof.slice
        pairs = (f"[{winner_text(line, letters)}, {loser_text(line.loser, letters[0])}]" for line in found.lines())
        key = slice_.width if len(slice_.tail) < 2 else list(bottom_of(slice_))
        entries.append(f"{key} = {{{', '.join(pairs)}}}")
    return f"table([{', '.join(entries)}]);"


def winners_data(found: Winners) -> Data:
    """The same as data: {"start": 2, "step": 1} stands for 2 + a, and "free" says that b may be larger by any number.

    In the position after the move the letter a has the same value.
    """
    return {
        "tail": list(found.proof.slice.tail),
        "nim": found.proof.slice.nim,
        "winners": [*map(_line_data, found.lines())],
        "sources": sources_data(found.sources),
    }


def winners_csv(slices: list[Winners]) -> str:
    """The same as comma-separated values."""
    own, after = ("start", "step", "b", "free", "row", "reason"), ("bottom", "start", "step", "b")
    lines = (
        [found.proof.slice.tail, *attrgetter(*own)(line), *attrgetter(*after)(line.loser)]
        for found in slices
        for line in found.lines()
    )
    return csv_text(["tail", *own, *(f"after_{name}" for name in after)], lines)


def _line_data(line: SymbolicWinner) -> Data:
    record = asdict(line)
    loser = record.pop("loser")
    return {**record, "after": loser}


@shows(SymbolicWinner)
def line_text(line: SymbolicWinner, letters: Letters = ("a", "b")) -> str:
    """A line: the winner, and the loser that its move leaves."""
    return f"{winner_text(line, letters)} -> {loser_text(line.loser, letters[0])}"


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
