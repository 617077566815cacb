"""Tables: their lines from every source, against proofs, brute force and the chart, and invalid requests."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zchomp
from tests.sealing import records, seal
from tests.support import ROOT, SHIPPED, brute_force, known, proved, run_python
from zchomp.bars.position import Position
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim
from zchomp.charts.chart import Chart
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.session import Session
from zchomp.documents.exports import (
    COLUMNS,
    TABLES,
    TableName,
    TableSource,
    tabulate,
)
from zchomp.errors import CertificateError, InvalidArgument, InvalidSlice
from zchomp.proof import verifier
from zchomp.proof.certify import write_certificate
from zchomp.proof.checking import verify

CLAIMS = [
    Claim(rows=3, nim=0, upto=30),
    Claim(rows=2, nim=2, upto=0),
    Claim(rows=4, nim=0, upto=4),
    Claim(rows=3, nim=2, upto=5),
    Claim(rows=5, nim=1, upto=2),
]


def losers(source: TableSource, rows: range | None = None, columns: range | None = None) -> list[Any]:
    """The losers of a table."""
    return list(known(tabulate("losers", source, rows=rows, columns=columns)))


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
@pytest.mark.parametrize("what", TABLES)
def test_all_sources_say_the_same(what: TableName, claim: Claim, tmp_path: Path) -> None:
    """The lines of proofs, of their certificate and of the recurrence are the same, however often they are read."""
    found = proved(claim)
    assert write_certificate(found, tmp_path / "full.jsonl")
    expected = list(known(tabulate(what, found)))
    table = known(tabulate(what, tmp_path / "full.jsonl"))
    assert list(table) == list(table) == list(known(tabulate(what, str(tmp_path / "full.jsonl")))) == expected
    assert table.columns == tuple(COLUMNS[what])
    assert {len(line) for line in expected} == {len(table.columns)}
    verdict = verifier.verify(str(tmp_path / "full.jsonl"))
    numbers = f"rows={claim.rows} nim={claim.nim} upto={claim.upto}"
    digest = verdict.line.rpartition("sha256=")[2]
    assert table.about == {"table": what, "source": "certificate", "claim": numbers, "sha256": digest}
    if (claim.rows, claim.nim) == (3, 0):
        assert (
            list(known(tabulate(what, claim.upto))) == list(known(tabulate(what, numpy.int64(claim.upto)))) == expected
        )


def test_no_head_is_cut_by_default() -> None:
    """Without columns, the losers include every head in full, so finite slices are complete."""
    found = losers(5)
    assert (10, 6, 4, (4,)) in found
    assert (7, 7, 4, (4,)) in found
    all_lines = losers(30)
    for proof in proved(Claim(rows=3, nim=0, upto=30)).values():
        lines = [line.first for line in all_lines if line.third == proof.slice.width]
        assert len(lines) >= len(proof.sequence.head)
        assert proof.sequence.period or len(lines) == len(proof.sequence.head)


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_slices_are_proofs(claim: Claim) -> None:
    """A line of slices is a proof, and a line of the census counts its terms."""
    found = proved(claim)
    slices, census = list(known(tabulate("slices", found))), list(known(tabulate("census", found)))
    assert len(slices) == len(census) == len(found)
    for one, counted, proof in zip(slices, census, found.values(), strict=True):
        record, sequence = proof.to_dict(), proof.sequence
        assert one == (
            proof.slice.width, tuple(record["tail"]), record["nim"], record["kind"], sequence.head, sequence.period,
            record["modulus"], record["bound"],
        )  # fmt: skip
        terms = len(sequence.head), len(sequence.period)
        assert counted == (*one[:4], *terms, one.modulus, one.bound)


def test_a_census_of_a_compact_certificate(tmp_path: Path) -> None:
    """A compact certificate is enough for a census, and is refused for everything else."""
    for claim in CLAIMS:
        found = proved(claim)
        write_certificate(found, tmp_path / "compact.jsonl", mode="compact")
        assert list(known(tabulate("census", tmp_path / "compact.jsonl"))) == list(known(tabulate("census", found)))
        for what in set(TABLES) - {"census"}:
            with pytest.raises(CertificateError, match="a compact certificate; expected a full one"):
                tabulate(what, tmp_path / "compact.jsonl")


@pytest.mark.parametrize(("rows", "upto", "nim"), [(3, 8, 0), (3, 8, 2), (4, 6, 0), (2, 0, 1)])
def test_losers_are_those_of_brute_force(rows: int, upto: int, nim: int) -> None:
    """The losers of a window are exactly those of brute force, each once, whatever the nim-value of the source."""
    values = brute_force(rows, 9)
    columns = range(10)
    found = losers(known(prove(upto, rows=rows, nim=nim)), columns=columns)
    assert len(set(found)) == len(found)
    inside = {Position((line.first, line.second, *line.tail)).rows for line in found if line.first <= 9}
    assert inside == {
        Position(position).rows
        for position, value in values.items()
        if value == 0 and (position[2] if rows > 2 else 0) <= upto
    }
    assert all(line.third == (line.tail[0] if line.tail else 0) for line in found)


ranges = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda ends: range(min(ends), max(ends) + 1))


@cache
def whole_tables() -> tuple[list[Any], ...]:
    """The losers, the chart and the census to third row 40."""
    names: list[TableName] = ["losers", "chart", "census"]
    return tuple(list(known(tabulate(name, 40))) for name in names)


@given(ranges, ranges)
def test_windows(rows: range, columns: range) -> None:
    """A window has the lines of the whole table that lie in it, in the same order. An empty window is refused."""
    if columns[-1] < rows[0]:
        with pytest.raises(InvalidArgument, match="expected columns from"):
            tabulate("losers", 40, rows=rows, columns=columns)
        return
    whole, chart, census = whole_tables()
    inside = [line for line in whole if line.third in rows and line.second in columns]
    assert list(known(tabulate("losers", 40, rows=rows, columns=columns))) == inside
    assert list(known(tabulate("chart", 40, rows=rows, columns=columns))) == [
        line for line in chart if line.r in rows and line.q in columns
    ]
    assert list(known(tabulate("census", 40, rows=rows))) == [line for line in census if line.third in rows]


def test_the_window_without_a_word_about_it() -> None:
    """Without a window, second rows go to the largest third row, even if only some third rows are requested."""
    assert {line.second for line in losers(20, rows=range(2, 3))} == set(range(2, 21))
    assert known(tabulate("losers", 20, rows=range(2, 3))).about["claim"] == "rows=3 nim=0 upto=2"


def test_the_chart_is_that_of_the_chart() -> None:
    """Every value, and the column where its row becomes constant, agrees with the chart."""
    chart = Chart()
    lines = list(known(tabulate("chart", 122, rows=range(100, 123), columns=range(90, 250))))
    assert len(lines) == sum(250 - r for r in range(100, 123))
    for line in lines:
        assert (line.f, line.start) == (chart[line.q, line.r], chart.start(line.r))


def test_lines_come_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is proved before it is requested, nor beyond what is requested."""
    asked: list[tuple[str, int]] = []
    table = known(tabulate("census", 2000, progress=lambda what, done, _total, _detail="": asked.append((what, done))))
    assert asked == []
    lines = iter(table)
    assert [next(lines)[0] for _ in range(3)] == [0, 1, 2]
    assert asked == [("proving", 1), ("proving", 2), ("proving", 3)]
    monkeypatch.setattr(limits, "COMPILED_FROM", 50)
    assert list(known(tabulate("slices", 60))) == list(
        known(tabulate("slices", known(prove(60))))
    )  # compiled, and plain


def test_progress_of_verifying() -> None:
    """A certificate is verified before the first line, and progress is reported."""
    asked: list[tuple[str, int, int]] = []
    known(tabulate("census", SHIPPED, progress=lambda what, done, total, _detail="": asked.append((what, done, total))))
    assert asked == [("verifying", done, 116) for done in range(1, 117)]


def test_unverified_certificates_are_refused(tmp_path: Path) -> None:
    """A false certificate is refused, and so is one that changes between verification and reading."""
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(SHIPPED.read_bytes().replace(b'"head":[5,3]', b'"head":[5,2]'))
    for what in TABLES:
        with pytest.raises(CertificateError, match=r"the certificate was not verified: .*line 7"):
            tabulate(what, forged)
    forged.write_bytes(SHIPPED.read_bytes())
    table = known(tabulate("slices", forged))
    header, *others = records(SHIPPED.read_bytes())
    forged.write_bytes(seal([{**header, "producer": "somebody else"}, *others]))
    assert verify(forged)
    with pytest.raises(CertificateError, match="changed while it was read"):
        list(table)


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: tabulate("winners", 5), InvalidArgument, "no table 'winners'; expected one of slices, census"),  # type: ignore[arg-type]
        (lambda: tabulate("slices", 5, columns=range(3)), InvalidArgument, "give columns for losers and chart only"),
        (lambda: tabulate("losers", 5, rows=range(0)), InvalidArgument, "ranges of rows and columns from 0 on"),
        (lambda: tabulate("losers", 5, rows=range(-1, 3)), InvalidArgument, "ranges of rows and columns from 0 on"),
        (lambda: tabulate("chart", 5, columns=range(0, 9, 2)), InvalidArgument, "ranges of rows and columns from 0"),
        (lambda: tabulate("chart", 5, columns=(0, 9)), InvalidArgument, r"from 0 on, got \(0, 9\)"),  # type: ignore[arg-type]
        (lambda: tabulate("census", 5, rows=range(4, 7)), InvalidArgument, "expected rows from 0 to 5, got rows to 6"),
        (lambda: tabulate("census", SHIPPED, rows=range(999)), InvalidArgument, "rows from 0 to 115, got rows to 998"),
        (
            lambda: tabulate("losers", 9, rows=range(5, 7), columns=range(3)),
            InvalidArgument,
            "expected columns from 5 on",
        ),
        (lambda: tabulate("slices", 5.0), InvalidArgument, "cannot make a table of 5.0"),  # type: ignore[arg-type]
        (lambda: tabulate("slices", True), InvalidArgument, "cannot make a table of True"),
        (lambda: tabulate("slices", None), InvalidArgument, "cannot make a table of None"),  # type: ignore[arg-type]
        (lambda: tabulate("slices", -1), InvalidSlice, "must not be negative"),
        (lambda: tabulate("slices", 10**5000), InvalidSlice, "digits"),
        (lambda: tabulate("census", __file__), CertificateError, "is not a certificate of format"),
    ],
)
def test_invalid_tables_and_windows(ask: Callable[[], object], error: type[Exception], words: str) -> None:
    """Invalid tables, windows and sources, and sizes beyond reach, are refused at once, in one line."""
    with pytest.raises(error, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("ask", "words", "effort"),
    [
        (lambda: tabulate("slices", 10**9), "terms, needs years; try fewer rows or columns", None),
        (lambda: tabulate("census", 10**9), "slices; try fewer rows", None),
        (lambda: tabulate("losers", 20_000), "a window of 400040001 cells needs about 13 min", 801),
        (lambda: Session(effort=6).run(tabulate, "losers", 2000), "a window of 4004001 cells needs about 8 s", 9),
        (lambda: tabulate("losers", known(prove(8, rows=4)), columns=range(10**7)), "a window of 450000000 cells", 900),
        (lambda: tabulate("chart", SHIPPED, columns=range(10**9)), "a window of 116000000000 cells", None),
    ],
    ids=["absurd slices", "absurd census", "losers", "little effort", "four rows", "a certificate"],
)
def test_tables_that_take_too_long(ask: Callable[[], object], words: str, effort: int | None) -> None:
    """A table that takes more effort than allowed is unknown, with the effort that would be enough, if any."""
    found = ask()
    assert isinstance(found, Unknown)
    assert words in found.reason
    assert found.effort == effort
    assert len(found.reason) < 300


def test_claims_of_absurd_size(tmp_path: Path) -> None:
    """A header that claims more than the verifier handles is refused before anything of that size is allocated."""
    for numbers in ({"rows": 10**9, "upto": 10**9}, {"nim": 10**12}, {"upto": 10**15}):
        claim = {"game": "chomp", "rows": 3, "nim": 0, "upto": 3, **numbers}
        header = {"format": "zchomp-certificate 1", "claim": claim, "mode": "full", "producer": "somebody"}
        (tmp_path / "absurd.jsonl").write_text(json.dumps(header, separators=(",", ":")) + "\n")
        with pytest.raises(CertificateError, match="claims too much; expected at most"):
            tabulate("census", tmp_path / "absurd.jsonl")


def test_without_numba() -> None:
    """Without numba, third rows beyond the reach of plain Python are unknown, and the reason names the extra."""
    code = (
        "import sys; sys.modules['numba'] = None; import zchomp\n"
        "print(zchomp.tabulate('census', 10**6))\n"
        "print(sum(1 for _ in zchomp.tabulate('census', 30)))"
    )
    first, second = run_python(code).stdout.splitlines()
    assert first.startswith("not known: third rows up to 1000000 need about")
    assert " (the extra 'fast' needs less: pip install " in first
    assert second == "31"


def test_data_frames_by_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of docs/data.md make data frames with all columns and lines of the tables."""
    import pandas as pd

    monkeypatch.chdir(tmp_path)
    (tmp_path / "chomp-3rows-115.jsonl").write_bytes(SHIPPED.read_bytes())
    table = known(zchomp.tabulate("slices", "chomp-3rows-115.jsonl"))
    zchomp.write_table(table, "chomp-slices-3rows-115.parquet")
    page = (ROOT / "docs" / "data.md").read_text()
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
    assert example.count("pandas.") + example.count("to_frame()") == 5
    names: dict[str, Any] = {"pandas": pd, "zchomp": zchomp}
    exec(example, names)  # noqa: S102 - our own page
    losers, census, slices = (names[name] for name in ("losers", "census", "slices"))
    assert list(losers.columns) == list(known(zchomp.tabulate("losers", 3)).columns)
    assert len(census) == len(slices) == 116
    assert (losers["third"] <= 1000).all()
    assert names["window"].loc[3, "5"] == known(zchomp.chart(24))[5, 3]
    assert len(names["winners"]) == len(known(zchomp.winners(5)))
