"""The records of the result pages: digests that take seconds to reproduce, and figures that are consistent."""

import re
from collections.abc import Sequence
from hashlib import sha256
from math import lcm
from pathlib import Path

import pytest

from tests.support import ROOT, known, table
from zchomp.bars.openings import openings
from zchomp.charts.sequences import double_steps, partitions, sequence, weigh

PAGES = ["results-three-rows", "results-bars", "results", "results-posets", "records"]
RECORDS = "\n".join((ROOT / "docs" / f"{page}.md").read_text() for page in PAGES)
CERTIFICATES = sorted((ROOT / "certificates").glob("*.jsonl"))

SEVERAL = re.findall(r"^\| (\d+) × (\d+) \| (\(.*\)) \| ([\d,]+) \|$", RECORDS, flags=re.MULTILINE)
"""The map: rows and columns of a bar, its winning openings, the number of losers within it."""

RUNS = re.findall(
    r"^\| (\d+) × (\d+) \| ([\d,]+) \| `zchomp openings (\d+)x(\d+) --count --csv` \| .* \| `[0-9a-f]{16}` \|$",
    RECORDS,
    flags=re.MULTILINE,
)
"""The runs that made the map: rows and columns, the number of losers, rows and columns of the command."""

PERIODS = re.findall(r"^\| (\d+) \| ([\d,]+) \| ([\d,]+) \|$", RECORDS, flags=re.MULTILINE)
"""Periods to third row 250,000: the length, the number of slices, the first of them."""

LAST_SQUARE = [(6, 11), (6, 15), (6, 27)]
"""The bars that are won by biting the last square."""

WITHIN = [(6, 93), (7, 57), (8, 30), (9, 26), (11, 20), (12, 20), (14, 16)]
"""Bars within which the map can be reproduced in seconds."""


def digest(data: bytes) -> str:
    """The first digits of a digest, as on the page."""
    return sha256(data).hexdigest()[:16]


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.name)
def test_certificates(path: Path) -> None:
    """Every certificate that ships is in the table, with its digest."""
    lines = [line for line in RECORDS.splitlines() if f"(../certificates/{path.name}): " in line]
    assert [re.findall("`([0-9a-f]{16})`", line) for line in lines] == [[digest(path.read_bytes())]]


def number(text: str) -> int:
    """A number that is printed with commas."""
    return int(text.replace(",", ""))


def recorded(command: str) -> str:
    """The digest in the table for the output of a command."""
    lines = [line for line in RECORDS.splitlines() if f"| `{command}` |" in line]
    assert len(lines) == 1
    digests: list[str] = re.findall("`([0-9a-f]{16})`", lines[0])
    return digests[-1]  # the one of fewer terms, if there are two


def bfile(terms: Sequence[int], offset: int = 1) -> str:
    """The digest of a b-file with these terms, starting at this index."""
    return digest("".join(f"{n} {term}\n" for n, term in enumerate(terms, offset)).encode())


@pytest.mark.parametrize(
    ("name", "size"), [pytest.param("A069001", 1000, marks=pytest.mark.release), ("A395126", 100_000)]
)
def test_sequences(name: str, size: int) -> None:
    """The terms have the digest in the table."""
    terms = known(sequence(name).terms(size))
    assert recorded(f"zchomp sequence {name} --terms {size} --bfile") == bfile(terms)


def test_losers_of_four_rows() -> None:
    """150 terms of A152004 and A389258, two numbers from the same losers, have the digests in the table."""
    for name, terms in zip(("A152004", "A389258"), zip(*known(double_steps(150)), strict=True), strict=True):
        assert recorded(f"zchomp sequence {name} --terms 500 --bfile") == bfile(terms)
        assert sequence(name).terms(12) == list(terms[:12])


def test_partitions() -> None:
    """45 terms of A112471, A112472 and A112473, which need the same partitions, have the digests in the table."""
    found = weigh(45)
    winners = [total - lost for total, lost in zip(partitions(45), found.values[0], strict=True)]
    one_move = [winning - several for winning, several in zip(winners, found.several, strict=True)]
    for name, terms, offset in (
        ("A112471", winners[:45], 0),
        ("A112472", one_move[1:], 1),
        ("A112473", found.several[1:], 1),
    ):
        assert recorded(f"zchomp sequence {name} --terms 60 --bfile") == bfile(terms, offset)
        assert (sequence(name).offset, sequence(name).terms(12)) == (offset, terms[:12])


def test_the_census_adds_up() -> None:
    """Every slice up to third row 250,000 is finite or has a period, and every n with q_n up to it has an offset."""
    finite = {number(text) for text in re.findall(r"([\d,]+) (?:slices )?are finite", RECORDS)}
    slices = sum(number(count) for _, count, _ in PERIODS)
    assert "Of the 250,001 slices 146,447 are finite" in RECORDS
    assert slices + 146_447 == 250_001
    assert finite >= {146_447, 5858}
    whole = next(line for line in RECORDS.splitlines() if line.startswith("| For c ≤ 250,000 "))
    assert "146,447 slices are finite" in whole
    offsets = re.search(
        r"is −1 for ([\d,]+) of the ([\d,]+) numbers n .*, 0 for ([\d,]+), and 1 for ([\d,]+);", RECORDS
    )
    assert offsets is not None
    below, numbers, none, above = map(number, offsets.groups())
    assert below + none + above == numbers == 103_553


def test_periods_are_the_same_everywhere() -> None:
    """The periods and their first rows agree with the table wherever they are named, and so do their multiples."""
    lengths = [int(length) for length, _, _ in PERIODS]
    named = (
        f"the periods are {', '.join(map(str, lengths[:-1]))} and {lengths[-1]}, the last first at c = {PERIODS[-1][2]}"
    )
    assert RECORDS.count(named) == 1
    repeats, changes = 1, []
    for length, _, first in sorted(PERIODS, key=lambda line: number(line[2])):
        if lcm(repeats, int(length)) > repeats:
            repeats = lcm(repeats, int(length))
            changes.append((repeats, first))
    assert changes[0] == (2, "120")
    middle = ", ".join(
        f"{multiple} from {'c = ' * (not i)}{first}" for i, (multiple, first) in enumerate(changes[1:-1])
    )
    last = f"and {changes[-1][0]} from {changes[-1][1]} on."
    assert f"least common multiple of all periods is 1 up to c = 119, then 2, {middle}, {last}" in RECORDS


def test_digests_of_certificates_that_do_not_ship() -> None:
    """The first digits in the table are those of the whole digests above it."""
    wholes = re.findall(r"(?:sha256=|SHA-256 `)([0-9a-f]{64})", RECORDS)
    assert len(wholes) == 1
    rows = RECORDS.splitlines()
    before = next(i for i, row in enumerate(rows) if row.startswith("| three rows to 250,000"))
    assert rows[before + 1].startswith("| the same, verified")
    assert f"`{wholes[0][:16]}`" in rows[before + 1]
    for upto, slices in re.findall(r"upto=(\d+) slices=(\d+)", RECORDS):
        assert int(slices) == int(upto) + 1


def test_the_same_numbers_of_losers_everywhere() -> None:
    """The number of losers within a bar is the same everywhere, and a smaller bar has fewer."""
    within = {(int(m), int(n)): number(count) for m, n, count, _, _ in RUNS}
    for m, n, _, count in SEVERAL:
        assert within.setdefault((int(m), int(n)), number(count)) == number(count)
    for rows, columns, count in re.findall(r"all (?:losers|openings) within (\d+) × (\d+)[:,] ([\d,]+)", RECORDS):
        assert within[int(rows), int(columns)] == number(count)
    assert f"{within[4, 3000]:,} of four rows to 3000 columns" in RECORDS
    assert f"{within[5, 600]:,} of five rows to 600 columns" in RECORDS
    for (m, n), count in within.items():
        assert all(count > less for (i, j), less in within.items() if i <= m and j <= n and (i, j) != (m, n))


def test_coverage_of_the_runs() -> None:
    """Every bar of the map is within a run of the table, and so are all of four rows or more up to 80 squares."""
    assert len(RUNS) == RECORDS.count(" --count --csv` |") - 1  # 10 x 42 is among the records
    assert all((m, n) == (rows, columns) for m, n, _, rows, columns in RUNS)
    runs = [(int(m), int(n)) for m, n, *_ in RUNS]
    listed = [(int(m), int(n)) for m, n, *_ in SEVERAL]
    small = [(m, n) for m in range(4, 9) for n in range(m, 80 // m + 1)]
    assert all(any(m <= rows and n <= columns for rows, columns in runs) for m, n in listed + small)
    assert [size for size in listed if size[0] * size[1] <= 80] == [(6, 13), (8, 10)]
    new = [f"{m} × {n}" for m, n in listed if (m, n) not in {line[:2] for line in table("padhi_several_openings.txt")}]
    assert f"{', '.join(new[:-1])} and {new[-1]} are not on any list that we know of" in RECORDS


@pytest.mark.parametrize(("rows", "columns"), WITHIN, ids=str)
def test_the_map_of_bars(rows: int, columns: int) -> None:
    """The bars with several winning openings, and those won by the last square alone, are as listed."""
    found = known(openings(rows, columns))
    lines = []
    for (m, n), moves in found.several().items():
        squares = ", ".join(str(tuple(move)) for move in moves)
        lines.append((str(m), str(n), squares, f"{found.losers[m, n]:,}"))
    assert lines == [line for line in SEVERAL if int(line[0]) <= rows and int(line[1]) <= columns]
    assert lines
    tops = {size: moves for size, moves in found.moves.items() if size[0] > 2 and size in moves}
    assert tops == {size: (size,) for size in LAST_SQUARE if size[1] <= columns}


def test_the_map_has_the_known_bars() -> None:
    """All bars of [Pad26] are in the map, with the same number of openings."""
    listed = {(int(m), int(n)): squares.count("(") for m, n, squares, _ in SEVERAL}
    assert all(listed[m, n] == count for m, n, count in table("padhi_several_openings.txt"))
    assert len(listed) == len(SEVERAL)


def test_bars_won_by_the_last_square() -> None:
    """The page names them, and the runs that were searched for them are in the table."""
    named = " and ".join([", ".join(f"{m} × {n}" for m, n in LAST_SQUARE[:-1]), "{} × {}".format(*LAST_SQUARE[-1])])
    searched = re.search(r"The runs within (.*) were also searched for bars .*: (.*) are, each by this bite", RECORDS)
    assert searched is not None
    assert searched[2] == named
    assert set(re.findall(r"(\d+) × (\d+)", searched[1])) <= {(m, n) for m, n, *_ in RUNS}
