"""The sequences of the encyclopedia, against the terms printed there and in the paper, and brute force."""

import signal
import subprocess
import sys
from itertools import islice

import pytest

from tests.support import ROOT, brute_force, known, table
from zchomp.bars.openings import openings
from zchomp.charts.chart import Chart
from zchomp.charts.sequences import SEQUENCES, sequence
from zchomp.core import limits, memory
from zchomp.core.answers import Unknown
from zchomp.core.session import NotKnown
from zchomp.errors import InvalidArgument, MissingExtra


def first(name: str, size: int) -> list[int]:
    """The first terms of a sequence that is within reach."""
    return known(sequence(name).terms(size))


PUBLISHED = {
    "A029900": "bhms05_diagonal.txt",
    "A029901": "bhms05_constant_columns.txt",
    "A029902": "bhms05_constant_rows.txt",
    "A069001": "oeis_a069001.txt",
    "A152004": "oeis_a152004.txt",
    "A389258": "oeis_a389258.txt",
    "A395126": "oeis_a395126.txt",
    "A112470": "oeis_a112470.txt",
    "A112471": "oeis_a112471.txt",
    "A112472": "oeis_a112472.txt",
    "A112473": "oeis_a112473.txt",
    "A284687": "oeis_a284687.txt",
    "A284965": "oeis_a284965.txt",
}
"""The terms that the paper and the encyclopedia print. Of the numbers of partitions, the last six, 32 are computed."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_sequences(name: str) -> None:
    """All terms that the paper and the encyclopedia print."""
    published = [term for (term,) in table(PUBLISHED[name])]
    assert len(published) >= 40
    terms = published[:32] if name.startswith(("A112", "A284")) else published
    assert first(name, len(terms)) == terms


def test_two_terms_that_are_printed_as_one() -> None:
    """A147983: all terms that the encyclopedia prints, with 15231525 read as 1523 and 1525."""
    printed = [term for (term,) in table("oeis_a147983.txt")]
    place = printed.index(15231525)
    assert first("A147983", len(printed) + 1) == [*printed[:place], 1523, 1525, *printed[place + 1 :]]


def test_winners_are_those_with_one_and_with_several_moves() -> None:
    """A112471 is the sum of A112472 and A112473, and together with A112470 it counts all partitions."""
    losers, winners = first("A112470", 21), first("A112471", 21)
    one, several = first("A112472", 20), first("A112473", 20)
    assert winners[1:] == [a + b for a, b in zip(one, several, strict=True)]
    assert [a + b for a, b in zip(losers, winners, strict=True)][15:] == [176, 231, 297, 385, 490, 627]


def test_four_rows_by_brute_force() -> None:
    """A152004, A389258 and A395126 up to 4 x 14, by the rules of the game."""
    losers = sorted(rows for rows, value in brute_force(4, 14).items() if value == 0)
    steps = [(p, r) for p, q, r, s in losers if p == q and r == s]
    assert first("A152004", len(steps)) == [p for p, _ in steps]
    assert first("A389258", len(steps)) == [r for _, r in steps]
    assert first("A395126", len(losers)) == [rows[3] for rows in losers]
    assert len(steps) == 6
    assert len(losers) == known(openings(4, 14)).losers[4, 14]


def test_nim_values_by_definition_and_compiled() -> None:
    """A069001 is the same in plain Python, which is used for few terms, and compiled, for many."""
    assert first("A069001", 300)[:100] == first("A069001", 100)


def test_nim_values_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, few terms are found, and a request for many names the extra."""
    monkeypatch.setattr("zchomp.core.compiler.problem", lambda: MissingExtra("the compiled recurrence", "fast"))
    assert first("A069001", 40) == [value for (value,) in table("oeis_a069001.txt")[:40]]
    found = sequence("A069001").terms(limits.NIM_BARS_PLAIN + 1)
    assert isinstance(found, Unknown)
    assert "zchomp[fast]" in found.reason


def test_nim_values_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without enough memory, the number of terms that fit is reported before the start."""
    monkeypatch.setattr(memory, "available", lambda: 10**9 + 4 * 10**8)
    found = sequence("A069001").terms(2522)
    assert isinstance(found, Unknown)
    assert (
        "A069001 to 2522 terms: that needs about 3.2 GB of memory, and 1.4 GB is free; try at most 1921 terms"
        in found.reason
    )
    monkeypatch.setattr(memory, "available", lambda: 50_000)  # less than if all values were kept
    assert len(first("A069001", 40)) == 40


@pytest.mark.parametrize("name", SEQUENCES)
def test_progress(name: str) -> None:
    """Every sequence reports the total from the start, and at the end that all of it is done."""
    told: list[tuple[int, int]] = []
    assert sequence(name).terms(31, progress=lambda *report: told.append(report[1:3])) == first(name, 31)
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] > 0
    assert all(done <= total for done, total in told)


CTRL_C = """
from zchomp.charts.sequences import sequence
sequence("A069001").terms(1500, progress=lambda *report: print(*report[1:3], flush=True))
"""


def test_ctrl_c() -> None:
    """Ctrl-C interrupts compiled code before it is done: the first report of progress is far from the last."""
    with subprocess.Popen(
        [sys.executable, "-c", CTRL_C], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    ) as run:
        assert run.stdout is not None
        while run.stdout.readline().startswith("0 "):
            pass
        run.send_signal(signal.SIGINT)
        rest = run.stdout.read().split()
    assert run.returncode == -signal.SIGINT
    assert not rest or int(rest[-2]) < int(rest[-1])


def test_offsets_of_the_encyclopedia() -> None:
    """The index of the first term is the one in the encyclopedia, for every sequence."""
    assert {name: one.offset for name, one in SEQUENCES.items()} == {
        f"A{number:06}": offset for number, offset in table("oeis_offsets.txt")
    }


def test_number_of_losers() -> None:
    """A029899: the number of losers with first row at most n, by brute force."""
    values = brute_force(3, 14)
    counted = [sum(value == 0 and rows[0] <= n for rows, value in values.items()) for n in range(15)]
    assert sequence("A029899").terms(15) == counted


def test_one_parameter_families() -> None:
    """A029903 to A029905: [k + p + q, k + q, r] is a loser for all k, and not for the column before the first."""
    chart = Chart()
    families = [first(name, 60) for name in ("A029903", "A029904", "A029905")]
    for p, q, r in zip(*families, strict=True):
        assert all(chart[k + q, r] == k + p + q for k in range(300))
        assert q == r or chart[q - 1, r] != p + q - 1
    assert 120 not in families[2]


def test_constant_rows_and_columns_go_together() -> None:
    """A029901 and A029902: in row r the value in column q is q, and it stays the same."""
    chart = Chart()
    for q, r in zip(first("A029901", 100), first("A029902", 100), strict=True):
        assert chart.start(r) == q
        assert [chart[column, r] for column in (q, q + 1, q + 1000, 10**100)] == [q] * 4


def test_names() -> None:
    """An unknown name is answered with the list of names. Case does not matter."""
    with pytest.raises(InvalidArgument, match="no sequence 'A000045'; expected one of A029899"):
        sequence("A000045")
    assert all(sequence(name.lower()).name == name for name in SEQUENCES)


@pytest.mark.parametrize("name", SEQUENCES)
def test_no_terms_and_too_many(name: str) -> None:
    """Zero terms give an empty list. More terms than the limit are unknown at once, with a reason and the limit."""
    assert sequence(name).terms(0) == []
    with pytest.raises(InvalidArgument, match="0 or more, got -1"):
        sequence(name).terms(-1)
    for size in (sequence(name).most + 1, 10**6, 10**5000):
        found = sequence(name).terms(size)
        assert isinstance(found, Unknown)
        assert found.reason.startswith(f"{name} to ")
        assert found.reason.endswith(f"; try at most {sequence(name).most} terms")
        assert len(found.reason) < 300


def test_a_sequence_is_iterable_and_sliced() -> None:
    """Slices and iteration give the same terms as a list, and what is not known is an exception there."""
    found = sequence("A029900")
    terms = known(found.terms(40))
    assert found[:40] == terms == [*islice(found, 40)]
    assert found[5:40:7] == terms[5:40:7]
    with pytest.raises(NotKnown, match="try at most"):
        found[: found.most + 1]
    with pytest.raises(InvalidArgument, match="the end of a slice of a sequence must be a whole number"):
        found[3:]
