"""Solid bars: positions, brute force on small boxes, and the second pass."""

from itertools import product
from typing import Any

import pytest

from tests.support import known
from zchomp.core.answers import Outcome, Source
from zchomp.errors import InvalidPosition
from zchomp.growing.families import GrowingNumber, box
from zchomp.growing.recurrence import GrowingSlice, prove_slices
from zchomp.solid.boxes import BoxSearch
from zchomp.solid.compiled import CompiledBox
from zchomp.solid.position import Cube, SolidPosition, box_positions
from zchomp.solid.solution import solve


def solved(width: int, depth: int, height: int, engine: type[BoxSearch] = CompiledBox) -> BoxSearch:
    """All losers within a box."""
    found = engine(width, depth, height)
    while found.done < found.total:
        found.advance(1000)
    return found


def brute_force(whole: SolidPosition) -> dict[SolidPosition, bool]:
    """Whether each position within a bar is a loser, by the definition."""
    lost: dict[SolidPosition, bool] = {}

    def is_lost(bar: SolidPosition) -> bool:
        if bar not in lost:
            lost[bar] = sum(is_lost(bar.chomp(cube)) for cube in bar.moves()) == 0  # all positions are visited
        return lost[bar]

    is_lost(whole)
    return lost


def test_brute_force(cases: int) -> None:
    """In all boxes of at most 18 cubes, or 40 with 10,000 cases, the losers are those of the definition."""
    most = 40 if cases >= 10_000 else 18
    sizes = [(a, b, n) for a, b, n in product(range(1, 41), repeat=3) if a <= b <= n and a * b * n <= most]
    for a, b, n in sizes:
        found, lost = solved(a, b, n), brute_force(SolidPosition(((n,) * b,) * a))
        assert len(lost) == box_positions(a, b, n)
        for bar, is_lost in lost.items():
            assert (found.loser_height(bar.heights) == bar.heights[0][0]) == is_lost, bar
        assert found.losers_within(a, b, n) == sum(lost.values())


@pytest.mark.parametrize("box", ["2x2x4", "2x4x2", "4x2x2", "1x4x3", "4x1x3", "3x4x1", "1x1x6", "2x3x2"])
def test_solutions(box: str) -> None:
    """Every position inside a box, a bar or 2 x 2 x n, however it is turned, has the moves of the definition."""
    lost = brute_force(SolidPosition.parse(box))
    for bar, is_lost in lost.items():
        found = known(solve(bar))
        assert (found.outcome is Outcome.LOSER) == is_lost
        assert found.winning_moves == tuple(cube for cube in bar.moves() if lost[bar.chomp(cube)])


@pytest.mark.parametrize(
    ("text", "winning", "sources"),
    [
        ("[[251]]", ((0, 0, 1),), (Source.CERTIFICATE,)),
        ("[[300,200]]", ((0, 0, 201),), (Source.CERTIFICATE,)),
        ("[[300],[200],[4]]", ((0, 0, 7),), (Source.CERTIFICATE,)),
        ("1x1x999999999", ((0, 0, 1),), (Source.CERTIFICATE,)),
        ("2x2x999999999", ((1, 1, 999999998),), (Source.THEOREM,)),
        ("[[9000,70],[80,5]]", ((0, 0, 6),), (Source.THEOREM,)),
        ("2x300x2", ((1, 299, 1),), (Source.THEOREM,)),
    ],
)
def test_any_size(text: str, winning: tuple[Cube, ...], sources: tuple[Source, ...]) -> None:
    """A bar, or a solid bar inside 2 x 2 x n, is answered without a search, as its small ones are."""
    found = known(solve(text))
    assert (found.winning_moves, found.sources) == (winning, sources)
    assert "a search" not in str(found)


@pytest.mark.parametrize("column", [(1, 0), (0, 1)], ids=str)
def test_growing_boxes_have_the_same_losers(column: tuple[int, int]) -> None:
    """The lines of a growing box give the losers of the box, for all heights up to 12."""
    family, found = box((2, 3), 2, column=column), solved(2, 3, 12)
    compared = 0
    for line in prove_slices(family.order):
        assert isinstance(line, GrowingSlice)
        for m, n in line.rows(0, 12):
            if n < 12:
                bar = SolidPosition.parse(family.write(line.kept, GrowingNumber(m), GrowingNumber(n), "a"))
                assert found.loser_height(bar.heights) == bar.heights[0][0]
                compared += 1
    assert compared >= 80


@pytest.mark.parametrize("engine", [BoxSearch, CompiledBox])
def test_the_second_pass_finds_errors(engine: type[BoxSearch]) -> None:
    """A missing, added or moved loser is noticed."""
    found = solved(2, 2, 4, engine)
    assert found.is_checked()
    for index in range(len(found._table)):
        true = int(found._table[index])
        if true:
            for wrong in {0, 1 + true % 4} - {true}:
                found._table[index] = wrong
                if true != 255:
                    assert not found.is_checked(), (index, true, wrong)
            found._table[index] = true
    assert found.is_checked()


@pytest.mark.parametrize(
    "text",
    [
        "[[1,2]]",
        "[[2],[3]]",
        "[[0]]",
        "[]",
        "[[]]",
        "[[2,1],[1,2]]",
        "[[-1]]",
        "[[1.5]]",
        "[[true]]",
        "[[2],[1,1]]",
        "x",
        "[3]",
    ],
)
def test_invalid_positions(text: str) -> None:
    """Heights that increase, are negative or are not integers are refused, with an example of the form."""
    with pytest.raises(InvalidPosition, match=r"not a solid bar: .*; expected heights"):
        SolidPosition.parse(text)


def test_positions() -> None:
    """Zeros at the end are dropped, and a move cuts the heights that are not nearer to the poison."""
    bar = SolidPosition.parse("[[3,2,0],[1,0,0],[0,0,0]]")
    assert str(bar) == "[[3,2],[1,0]]"
    assert SolidPosition.parse(" 2 x 3x4 ") == SolidPosition.parse("[[4,4,4],[4,4,4]]")
    assert SolidPosition.of([[3, 2], [1]]) == SolidPosition.of(((3, 2), (1, 0))) == bar
    given: Any = [[3, 2], [1]]
    assert SolidPosition(given) == bar
    assert hash(SolidPosition(given)) == hash(bar)
    assert bar.size == (2, 2, 3)
    assert [str(bar.chomp(cube)) for cube in bar.moves()] == [
        "[[1,1],[1,0]]",
        "[[2,2],[1,0]]",
        "[[3],[1]]",
        "[[3,1],[1,0]]",
        "[[3,2]]",
    ]


@pytest.mark.parametrize(
    ("cube", "reason"),
    [
        ((0, 0, 0), r"the cube \(0, 0, 0\) is the poison: taking it is not a move"),
        ((0, 0, 3), r"\[\[3,2\],\[1,0\]\] has no cube \(0, 0, 3\)"),
        ((-1, 0, 0), r"has no cube \(-1, 0, 0\)"),
        ((1, 1), r"a move is a cube by its three numbers, like \(0, 1, 2\), got \(1, 1\)"),
        ((0, 1, 0.5), "a move is a cube by its three numbers"),
        ("012", "a move is a cube by its three numbers"),
        (None, "a move is a cube by its three numbers"),
    ],
    ids=str,
)
def test_invalid_moves(cube: Any, reason: str) -> None:
    """The poison, a missing cube, and anything but three numbers are refused."""
    with pytest.raises(InvalidPosition, match=reason):
        SolidPosition(((3, 2), (1, 0))).chomp(cube)
