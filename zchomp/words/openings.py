"""Words about the winning openings of bars."""

from zchomp.answers.openings import BarOpenings, Openings
from zchomp.position import count_within
from zchomp.showing import headed, shows
from zchomp.words.data import Data, csv_text

__all__ = ["openings_csv", "openings_data", "openings_text"]


@shows(BarOpenings)
def openings_text(found: BarOpenings, several: bool = False, count: bool = False) -> str:
    """The winning openings of all rectangles, as the rectangles that they bite off; * marks what is remarkable.

    >>> from zchomp.answers.openings import openings
    >>> print(openings_text(openings(2, 3), count=True))
    Winning openings of the m x n bars within 2 x 3, by the rectangles that are bitten off, and numbers of losers:
      1 x 2: 1 x 1; 1 loser
      1 x 3: 1 x 2; 1 loser
      2 x 2: 1 x 1; 2 losers
      2 x 3: 1 x 1; 3 losers
    """
    rows, columns, shown = found.rows, found.columns, _shown(found, several)
    counted = ", and numbers of losers" if count else ""
    lines = [
        f"Winning openings of the m x n bars within {rows} x {columns}, by the rectangles that are bitten off{counted}:"
    ]
    if not found.moves:
        lines = ["The bar 1 x 1 has no opening: it is nothing but poison."]
    elif several and not shown:
        lines = [f"None of the m x n bars within {rows} x {columns} has more than one winning opening."]
        if count:
            lines.append(f"Losers within {rows} x {columns}: {found.losers[rows, columns]}.")
    for (m, n), moves in shown.items():
        bites = [(m - row + 1, n - column + 1) for row, column in reversed(moves)]
        losers = found.losers[m, n]
        number = f"; {losers} {'loser' if losers == 1 else 'losers'}" if count else ""
        more = "  * more than one" if len(bites) > 1 else ""
        top = "  * the last square alone" if m > 2 and bites == [(1, 1)] else ""
        listed = ", ".join(f"{high} x {wide}" for high, wide in bites)
        lines.append(f"  {m} x {n}: {listed}{number}{more}{top}")
    if found.checked:
        positions = count_within((columns,) * rows) - 1
        lines.append(f"Checked: no loser leads to a loser, and every other of the {positions} positions leads to one.")
    return headed(*lines)


def openings_data(found: BarOpenings, several: bool = False, count: bool = False) -> list[Data]:
    """The same as data: the size of each bar, the squares that win, by row and column, and the number of losers."""
    return [
        {
            "size": list(bar),
            "openings": [{"row": row, "column": column} for row, column in moves],
            **({"losers": found.losers[bar]} if count else {}),
        }
        for bar, moves in _shown(found, several).items()
    ]


def openings_csv(found: BarOpenings, several: bool = False, count: bool = False) -> str:
    """The same as comma-separated values, a line for every opening."""
    lines = (
        [*bar, *move, *([found.losers[bar]] if count else [])]
        for bar, moves in _shown(found, several).items()
        for move in reversed(moves)  # as in the digests of docs/results-bars.md
    )
    return csv_text(["rows", "columns", "row", "column", *(["losers"] if count else [])], lines)


def _shown(found: BarOpenings, several: bool) -> Openings:
    return found.several() if several else found.moves
