"""Openings of boxes: known results, figures, and sequences for the encyclopedia."""

from itertools import permutations

import pytest

from tests.solid.test_solution import brute_force
from tests.support import known
from zchomp import solid
from zchomp.cli import main
from zchomp.core.openings import openings_bfile
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.solid.position import SolidPosition


@pytest.mark.parametrize(
    ("size", "cubes"),
    [
        ((2, 2, 2), ((1, 1, 1),)),
        ((2, 3, 3), ((1, 2, 2),)),
        ((2, 3, 4), ((0, 1, 1),)),
        ((2, 3, 5), ((1, 0, 2), (1, 1, 0))),
        ((2, 3, 8), ((0, 2, 6), (1, 1, 5), (1, 2, 3))),
        ((3, 4, 4), ((0, 2, 2), (2, 1, 3), (2, 3, 1))),
    ],
    ids=str,
)
def test_known_openings(size: tuple[int, int, int], cubes: tuple[tuple[int, int, int], ...]) -> None:
    """The openings of boxes are as known, and the second pass finds no error."""
    found = known(solid.openings(*size, check=True))
    assert found[size] == cubes
    whole = SolidPosition(((size[2],) * size[1],) * size[0])
    assert known(solid.solve(whole)).winning_moves == cubes


def test_figures() -> None:
    """The box 3 x 4 x 4 has 24,695 positions and 2,482 losers, and 2 x 3 x 8 is the first with three openings."""
    found = known(solid.openings(3, 4, 4))
    assert (found.positions, found.losers[3, 4, 4]) == (24_695, 2_482)
    openings = known(solid.openings(2, 3, 9)).moves
    assert [size for size, cubes in openings.items() if len(cubes) >= 3] == [(2, 3, 8)]


@pytest.mark.parametrize("size", list(permutations((2, 3, 4))), ids=str)
def test_turned_boxes(size: tuple[int, int, int]) -> None:
    """The openings of a turned box are those that the search finds for the box as given."""
    assert known(solid.openings(2, 3, 5))[size] == known(solid.solve("{}x{}x{}".format(*size))).winning_moves


def test_invalid_boxes() -> None:
    """A box outside the size, and anything but three sides, is refused."""
    found = known(solid.openings(2, 3, 5))
    with pytest.raises(KeyError, match="3 x 3 x 3 is not one of the boxes of two cubes or more within 2 x 3 x 5"):
        found[3, 3, 3]
    with pytest.raises(KeyError, match="1 x 1 x 1 is not one of the boxes"):
        found[1, 1, 1]
    for wrong in ((2, 3), "2x3x4", 3, (2, 3, 4.0)):
        with pytest.raises(InvalidArgument, match="expected a box by its three sides, like 2, 3, 4, got "):
            found[wrong]  # type: ignore[index]


@pytest.mark.parametrize("size", [(2, 2, 300), (9, 9, 9)], ids=str)
def test_large_boxes_are_refused(size: tuple[int, int, int]) -> None:
    """A box too large for any table is refused at once."""
    with pytest.raises(TooLarge, match="a box "):
        solid.openings(*size)


def test_sequences_of_boxes() -> None:
    """The terms for the encyclopedia, openings and losers of 2 x 3 x n, agree with the definition."""
    found = known(solid.openings(2, 3, 3))
    boxes = [SolidPosition(((n,) * 3,) * 2) for n in (1, 2, 3)]
    lost = [brute_force(whole) for whole in boxes]
    openings = [sum(lost[n][boxes[n].chomp(cube)] for cube in boxes[n].moves()) for n in range(3)]
    assert openings_bfile(found) == "\n".join(f"{n} {term}" for n, term in enumerate(openings, start=1))
    losers = [sum(one.values()) for one in lost]
    assert openings_bfile(found, count=True) == "\n".join(f"{n} {term}" for n, term in enumerate(losers, start=1))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["3x4", "--bfile"], "--bfile takes a box like 2x3x40, not a bar"),
        (["2x2x3", "--bfile", "--several"], "expected at most one of --bfile, --several"),
    ],
    ids=["of a bar", "of some boxes"],
)
def test_refused_b_files(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A b-file is for boxes, with a term for each."""
    assert main(["openings", *arguments]) == 2
    assert reason in capsys.readouterr().err
