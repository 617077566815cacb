"""Solutions of solid bars: who wins, by which moves, and all winning openings of boxes.

a side of 1         it is a bar, which is answered as a bar, whatever its size
two sides of 2      a theorem for all sizes gives the losers: `bars.theorems.is_lost_box`
others              all losers within the box are found at once (`boxes`), so all positions inside are solved
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, TypeAlias

from zchomp.bars.position import Position
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import solved
from zchomp.bars.theorems import TOWERS, is_lost_box
from zchomp.core.answers import Answer, Outcome, Reason, Source, Unknown
from zchomp.core.numbers import sides_text, whole_number
from zchomp.core.openings import Board, Openings, Size
from zchomp.core.runs import Progress, reporting
from zchomp.core.session import ask, current, question, reached, refuse_if
from zchomp.solid.boxes import BoxSearch, refused_openings, refused_solution, search_box
from zchomp.solid.position import Cube, SolidLike, SolidPosition, box_positions


@dataclass(frozen=True, slots=True)
class SolidReason(Reason):
    """Why a solid bar is won or lost: as a bar, if a side is 1, or by a theorem, or else by a search."""

    game: ClassVar[str] = "solid.words:SolidGame"
    bar: BarAnswer | None = None


SolidAnswer: TypeAlias = Answer[SolidPosition, Cube, SolidReason]


def solid_reason(answer: SolidAnswer) -> str:
    """Why an answer is right, in a sentence: as a bar, by a theorem, or by a search."""
    if answer.reason.bar is not None:
        from zchomp.bars.game import bar_reason

        return bar_reason(answer.reason.bar)
    if answer.theorem is not None:
        return f"Proved for all sizes: {answer.theorem}."
    return f"Reason: a search has found all losers within the box {sides_text(answer.position.size)}."


def solve(position: SolidLike, *, effort: float | None = None) -> SolidAnswer | Unknown:
    """Who wins a solid bar, and all winning moves, or Unknown if that takes more effort, or more memory than is free.

    >>> solve("[[4,3],[2,1]]").winning_moves
    ((0, 0, 2), (0, 1, 1), (1, 0, 0))
    >>> solve("2x2x1000000").winning_moves, solve("[[300,200]]").winning_moves
    (((1, 1, 999999),), ((0, 0, 201),))
    >>> solve([[2, 2], [2, 1]]).outcome
    <Outcome.LOSER: 'loser'>

    Large boxes need the extra `fast`. Raises InvalidPosition if it is not a solid bar, and TooLarge if no machine can
    search its box.
    """
    start = SolidPosition.of(position)
    return ask(lambda: reached(reached(solve_within(start))(start)), effort)


@question
def solve_within(largest: SolidPosition) -> Callable[[SolidPosition], SolidAnswer | Unknown]:
    """Search the box of a solid bar, and return a function that solves every position inside this bar.

    >>> solve_inside = solve_within(SolidPosition(((4, 3), (2, 1))))
    >>> solve_inside(SolidPosition(((2, 2), (2, 1)))).outcome
    <Outcome.LOSER: 'loser'>

    It is Unknown if that takes more effort. Raises TooLarge if no machine can search the box.
    """
    if 1 in largest.size or (sorted(largest.size)[1] == 2 and current().may_ask(Source.THEOREM)):
        return lambda position: _solve_bar(position) if 1 in position.size else _solve_box(position)
    axes = sorted(range(3), key=largest.size.__getitem__)  # the smallest base is the cheapest
    width, depth, height = (largest.size[axis] for axis in axes)
    refuse_if(refused_solution((width, depth, height), current().effort))
    current().use(Source.SEARCH)
    box = search_box((width, depth, height))
    x, y, z = map(axes.index, range(3))

    def inside(position: SolidPosition) -> SolidAnswer:
        cubes = winning_cubes(box, position.turned(axes))
        moves = tuple(sorted((cube[x], cube[y], cube[z]) for cube in cubes))
        return _answer(position, moves, SolidReason(), Source.SEARCH)

    return inside


def winning_cubes(box: BoxSearch, position: SolidPosition) -> tuple[Cube, ...]:
    """The cubes of a position that leave a loser, if all losers within its box are known."""
    left = ((cube, position.chomp(cube).heights) for cube in position.moves())
    return tuple(cube for cube, heights in left if box.loser_height(heights) == heights[0][0])


def _solve_bar(position: SolidPosition) -> SolidAnswer | Unknown:
    """The solution of a solid bar that is one cube deep, as a bar."""
    flat = position.size.index(1)
    axis = max((axis for axis in range(3) if axis != flat), key=position.size.__getitem__)
    lines = position.lines(axis)
    found = ask(lambda: solved(Position(tuple(lines.values()))))
    if isinstance(found, Unknown):
        return found
    starts = list(lines)
    moves = (_at(starts[move.row - 1], axis, move.column - 1) for move in found.known_winning_moves)
    reason = SolidReason(found.theorem, found)
    return Answer(position, found.outcome, tuple(sorted(moves)), reason, found.sources, found.missing)


def _solve_box(position: SolidPosition) -> SolidAnswer:
    """The solution of a solid bar inside 2 x 2 x n. A loser that a bite leaves has one of five heights where it bit."""
    axis = max(range(3), key=position.size.__getitem__)
    lines = position.lines(axis)
    m, a, b, c = heights = tuple(lines.values())
    moves = []
    for place, start in enumerate(lines):
        for left in {c + 1, a + b + 1, m - 1 - a, m - 1 - b, m - 1}:
            cut = (min(h, left) if other & place == place else h for other, h in enumerate(heights))
            if 0 <= left < heights[place] and is_lost_box(*cut):
                moves.append(_at(start, axis, left))
    return _answer(position, tuple(sorted(moves)), SolidReason(TOWERS), Source.THEOREM)


def _answer(position: SolidPosition, moves: tuple[Cube, ...], reason: SolidReason, source: Source) -> SolidAnswer:
    """The answer if all winning moves are known."""
    return Answer(position, Outcome.WINNER if moves else Outcome.LOSER, moves, reason, (source,))


def _at(start: Cube, axis: int, place: int) -> Cube:
    """The cube at this place of the line that starts at a cell."""
    x, y, z = (place if here == axis else old for here, old in enumerate(start))
    return x, y, z


BOX = Board(
    name="box",
    several="boxes",
    parts="cubes",
    expected="a box by its three sides, like 2, 3, 4",
    counting="cubes counted from (0,0,0), the poison",
    columns=("a", "b", "n", "x", "y", "z"),
    move=lambda *cube: cube,
    move_text=lambda cube: f"({','.join(map(str, cube))})",
    move_data=lambda cube: {"cube": list(cube)},
)


def openings(
    width: int,
    depth: int,
    height: int,
    *,
    check: bool = False,
    progress: Progress | None = None,
    effort: float | None = None,
) -> Openings[Cube] | Unknown:
    """All winning openings of the boxes that fit into a given one, and the number of losers within each.

    >>> found = openings(2, 3, 5)
    >>> found[2, 3, 4], found[2, 3, 5], found.losers[2, 3, 5]
    (((0, 1, 1),), ((1, 0, 2), (1, 1, 0)), 80)

    With ``check``, every position is compared with the definition afterwards. The answer is Unknown if it needs more
    than ``effort`` seconds (default: two days), or more memory than is free. Large boxes need the extra `fast`. Raises
    TooLarge for a box that no machine can search, and DisagreementError if the check fails.
    """
    progress = reporting(progress)
    a, b, n = sorted(whole_number(side, "a side of a box", 1) for side in (width, depth, height))
    refused = refused_openings((a, b, n), check, effort)
    if refused is not None:
        return refused
    box = search_box((a, b, n), check, progress)
    sizes = [(p, q, r) for p, q, r in product(range(1, a + 1), range(1, b + 1), range(1, n + 1)) if p <= q <= r]
    found: dict[Size, tuple[Cube, ...]] = {
        (p, q, r): winning_cubes(box, SolidPosition(((r,) * q,) * p)) for p, q, r in sizes[1:]
    }
    losers: dict[Size, int] = {(p, q, r): box.losers_within(p, q, r) for p, q, r in sizes}
    return Openings((a, b, n), found, losers, check, box_positions(a, b, n), BOX)
