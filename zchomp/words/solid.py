"""Words about solid bars: who wins, and the winning openings of boxes."""

from typing import cast

from zchomp.growing.solid import BoxOpenings, Cube, SolidSolution
from zchomp.showing import headed, shows
from zchomp.words.data import Data, csv_text

__all__ = ["boxes_bfile", "boxes_csv", "boxes_data", "boxes_text", "cube_text", "solid_data", "solid_text"]

Sizes = dict[tuple[int, int, int], tuple[Cube, ...]]


@shows(SolidSolution)
def solid_text(found: SolidSolution) -> str:
    """Who wins, and the winning moves with the positions that they leave.

    >>> from zchomp.growing.solid import solve_solid
    >>> print(solid_text(solve_solid("[[2,2],[2,2]]")))
    [[2,2],[2,2]] is a winner: the player to move wins. Winning moves, cubes counted from (0,0,0), the poison:
      (1,1,1) leaves [[2,2],[2,1]]
    """
    position = found.position
    if not found.is_winner:
        return f"{position} is a loser: the player to move loses."
    told = "Winning moves, cubes counted from (0,0,0), the poison:"
    lines = [f"{position} is a winner: the player to move wins. {told}"]
    lines += [f"  {cube_text(cube)} leaves {position.after(cube)}" for cube in found.winning_moves]
    return headed(*lines)


def solid_data(found: SolidSolution) -> Data:
    """The same as data: the heights, who wins, and the cubes that win with the heights that they leave."""
    return {
        "heights": [list(row) for row in found.position.heights],
        "outcome": "winner" if found.is_winner else "loser",
        "winning_moves": [
            {"cube": list(cube), "after": [list(row) for row in found.position.after(cube).heights]}
            for cube in found.winning_moves
        ],
    }


@shows(BoxOpenings)
def boxes_text(found: BoxOpenings, several: bool = False, count: bool = False) -> str:
    """The winning openings of all boxes within one, as the cubes that are taken.

    >>> from zchomp.growing.solid import box_openings
    >>> print(boxes_text(box_openings(2, 2, 3), count=True, several=True))
    None of the boxes within 2 x 2 x 3 has more than one winning opening.
    Losers within 2 x 2 x 3: 9.
    """
    shown, size = _shown(found, several), _size(found.size)
    lines = [f"Winning openings of the boxes within {size}, cubes counted from (0,0,0), the poison:"]
    if not found.openings:
        lines = ["The box 1 x 1 x 1 has no opening: it is nothing but poison."]
    elif several and not shown:
        lines = [f"None of the boxes within {size} has more than one winning opening."]
        lines += [f"Losers within {size}: {found.losers[found.size]}."] if count else []
    for box, cubes in shown.items():
        number = found.losers[box]
        losers = f"; {number} {'loser' if number == 1 else 'losers'}" if count else ""
        more = "  * more than one" if len(cubes) > 1 else ""
        lines.append(f"  {_size(box)}: {', '.join(map(cube_text, cubes))}{losers}{more}")
    if found.checked:
        others = f"every other of the {found.positions} positions leads to one"
        lines.append(f"Checked: no loser leads to a loser, and {others}.")
    return headed(*lines)


def boxes_data(found: BoxOpenings, several: bool = False, count: bool = False) -> list[Data]:
    """The same as data: the size of each box, the cubes that win, and the number of losers."""
    return [
        {
            "size": list(box),
            "cubes": [list(cube) for cube in cubes],
            **({"losers": found.losers[box]} if count else {}),
        }
        for box, cubes in _shown(found, several).items()
    ]


def boxes_csv(found: BoxOpenings, several: bool = False, count: bool = False) -> str:
    """The same as comma-separated values, a line for every opening."""
    lines = (
        [*box, *cube, *([found.losers[box]] if count else [])]
        for box, cubes in _shown(found, several).items()
        for cube in cubes
    )
    return csv_text(["a", "b", "n", "x", "y", "z", *(["losers"] if count else [])], lines)


def boxes_bfile(found: BoxOpenings, count: bool = False) -> str:
    """An OEIS b-file, n and a term on each line: the winning openings of a x b x n, or the losers within that box.

    >>> from zchomp.growing.solid import box_openings
    >>> print(boxes_bfile(box_openings(2, 3, 4), count=True).replace(chr(10), "; "))
    1 3; 2 9; 3 23; 4 42
    """
    a, b, longest = found.size
    boxes = ((n, cast("tuple[int, int, int]", tuple(sorted((a, b, n))))) for n in range(1, longest + 1))
    terms = ((n, found.losers[box] if count else len(found.openings.get(box, ()))) for n, box in boxes)
    return "\n".join(f"{n} {term}" for n, term in terms)


def _shown(found: BoxOpenings, several: bool) -> Sizes:
    return found.several() if several else found.openings


def _size(box: tuple[int, int, int]) -> str:
    return " x ".join(map(str, box))


def cube_text(cube: Cube) -> str:
    """A cube by its numbers."""
    return f"({','.join(map(str, cube))})"
