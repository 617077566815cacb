"""Words about the winning openings of bars and of boxes."""

from collections.abc import Iterator
from typing import Any, cast

from zchomp.amounts import counted, sides_text
from zchomp.answers.openings import BarOpenings, Openings
from zchomp.showing import headed, shows
from zchomp.solid.box_openings import BoxOpenings
from zchomp.words.data import Data, csv_text
from zchomp.words.solid import cube_text

__all__ = ["boxes_bfile", "openings_csv", "openings_data", "openings_text"]

Numbers = tuple[int, ...]

SQUARE = ("row", "column")


def openings_text(found: BarOpenings | BoxOpenings, several: bool = False, count: bool = False) -> str:
    """The openings, given by the rectangles that they bite off or the cubes that they take. A * marks rare openings.

    >>> from zchomp.answers.openings import openings
    >>> print(openings_text(openings(2, 3), count=True))
    Winning openings of the m x n bars within 2 x 3, by the rectangles that are bitten off, and numbers of losers:
      1 x 2: 1 x 1; 1 loser
      1 x 3: 1 x 2; 1 loser
      2 x 2: 1 x 1; 2 losers
      2 x 3: 1 x 1; 3 losers
    >>> from zchomp import solid
    >>> print(openings_text(solid.openings(1, 1, 1)))
    The box 1 x 1 x 1 has no opening: it is nothing but poison.
    """
    if isinstance(found, BarOpenings):
        name, names, moves = "bar", "m x n bars", "by the rectangles that are bitten off"
    else:
        name, names, moves = "box", "boxes", "cubes counted from (0,0,0), the poison"
    within = sides_text(found.size)
    lines = [f"Winning openings of the {names} within {within}, {moves}{', and numbers of losers' if count else ''}:"]
    shown = list(_boards(found, several))
    if max(found.size) == 1:
        lines = [f"The {name} {within} has no opening: it is nothing but poison."]
    elif not shown:
        lines = [f"None of the {names} within {within} has more than one winning opening."]
        lines += [f"Losers within {within}: {max(found.losers.values())}."] if count else []
    for board, bites, losers in shown:
        number = f"; {counted(losers, 'loser')}" if count else ""
        lines.append(f"  {sides_text(board)}: {_bites_text(board, bites)}{number}{_remark(board, bites)}")
    if found.checked:
        others = f"every other of the {found.positions} positions"
        lines.append(f"Checked: no loser leads to a loser, and {others} leads to one.")
    return headed(*lines)


shows(BarOpenings)(openings_text)
shows(BoxOpenings)(openings_text)


def openings_data(found: BarOpenings | BoxOpenings, several: bool = False, count: bool = False) -> list[Data]:
    """The same as data: the size of each board, the squares or cubes that win, and the number of losers."""
    return [
        {
            "size": list(board),
            "openings": [
                {"cube": list(bite)} if len(bite) == 3 else dict(zip(SQUARE, bite, strict=True)) for bite in bites
            ],
            **({"losers": losers} if count else {}),
        }
        for board, bites, losers in _boards(found, several)
    ]


def openings_csv(found: BarOpenings | BoxOpenings, several: bool = False, count: bool = False) -> str:
    """The same as comma-separated values, a line for every opening."""
    names = ["rows", "columns", *SQUARE] if isinstance(found, BarOpenings) else ["a", "b", "n", "x", "y", "z"]
    lines = (
        [*board, *bite, *([losers] if count else [])]
        for board, bites, losers in _boards(found, several)
        for bite in (bites if len(board) == 3 else reversed(bites))  # as for the digests of docs/results-bars.md
    )
    return csv_text([*names, *(["losers"] if count else [])], lines)


def boxes_bfile(found: BoxOpenings, count: bool = False) -> str:
    """An OEIS b-file, n and a term on each line: the winning openings of a x b x n, or the losers within that box.

    >>> from zchomp import solid
    >>> print(boxes_bfile(solid.openings(2, 3, 4), count=True).replace(chr(10), "; "))
    1 3; 2 9; 3 23; 4 42
    """
    a, b, longest = found.size
    boxes = ((n, cast("tuple[int, int, int]", tuple(sorted((a, b, n))))) for n in range(1, longest + 1))
    terms = ((n, found.losers[box] if count else len(found.moves.get(box, ()))) for n, box in boxes)
    return "\n".join(f"{n} {term}" for n, term in terms)


def _boards(found: Openings[Any, Any], several: bool) -> Iterator[tuple[Numbers, tuple[Numbers, ...], int]]:
    """The size of each board, its winning openings, and the number of losers within it."""
    opened = found.several() if several else found.moves
    yield from ((board, bites, found.losers[board]) for board, bites in opened.items())


def _bites_text(board: Numbers, bites: tuple[Numbers, ...]) -> str:
    """The rectangles that are bitten off a bar, or the cubes that are taken from a box."""
    if len(board) == 3:
        return ", ".join(map(cube_text, bites))
    return ", ".join(sides_text((board[0] - row + 1, board[1] - column + 1)) for row, column in reversed(bites))


def _remark(board: Numbers, bites: tuple[Numbers, ...]) -> str:
    """The remark on a board with rare openings."""
    if len(bites) > 1:
        return "  * more than one"
    return "  * the last square alone" if len(board) == 2 < board[0] and bites == (board,) else ""
