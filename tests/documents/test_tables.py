"""Tables as files: CSV and Parquet have the same lines, written in pieces, in one step, or not at all."""

import csv
import io
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from tests.support import ROOT, SHIPPED, known, run_python
from zchomp.bars.prover import prove
from zchomp.cli import main
from zchomp.core import tables
from zchomp.core.tables import Table, csv_pieces, format_of, write_table
from zchomp.documents.exports import COLUMNS, TABLES, TableName, tabulate
from zchomp.errors import InvalidArgument
from zchomp.version import VERSION

SOURCES = {"certificate": SHIPPED, "four rows": known(prove(4, rows=4)), "nim-values": known(prove(3, nim=2))}


def read_csv(text: str, table: Table) -> list[tuple[object, ...]]:
    """The lines of a CSV text, as a reader of the documentation would read them."""
    header, *lines = csv.reader(io.StringIO(text))
    assert tuple(header) == table.columns
    lists = {"tail", "head", "period"}

    def cell(name: str, value: str) -> object:
        if name in lists:
            return tuple(map(int, value.split()))
        return value if name == "kind" else int(value) if value else None

    return [tuple(map(cell, header, line)) for line in lines]


@pytest.mark.parametrize("size", [1, 7, tables.PIECE])
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("what", TABLES)
def test_files_contain_the_lines(
    what: TableName, source: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both formats give back all lines in order, whatever the size of the pieces."""
    monkeypatch.setattr(tables, "PIECE", size)
    table = known(tabulate(what, SOURCES[source], rows=range(4)))  # type: ignore[arg-type]
    expected = [tuple(line) for line in table]
    assert write_table(table, tmp_path / "table.csv") == write_table(table, tmp_path / "table.parquet") == len(expected)
    text = (tmp_path / "table.csv").read_text()
    assert text.endswith("\n")
    assert read_csv(text, table) == expected
    assert "".join(f"{piece}\n" for _, piece in csv_pieces(table)) == text
    found = parquet.read_table(tmp_path / "table.parquet").to_pylist()
    plain = [tuple(tuple(cell) if isinstance(cell, list) else cell for cell in line.values()) for line in found]
    assert plain == expected
    if size == 1:
        assert parquet.ParquetFile(tmp_path / "table.parquet").num_row_groups == len(expected)


def test_types_of_parquet(tmp_path: Path) -> None:
    """The columns have the documented types, and the file names its source."""
    number, numbers = pyarrow.int64(), pyarrow.list_(pyarrow.int64())
    common = {"third": number, "tail": numbers, "nim": number, "kind": pyarrow.string()}
    proof = {"modulus": number, "bound": number}
    expected: dict[TableName, dict[str, Any]] = {
        "slices": {**common, "head": numbers, "period": numbers, **proof},
        "census": {**common, "head_terms": number, "period_terms": number, **proof},
        "losers": {"first": number, "second": number, "third": number, "tail": numbers},
        "chart": {"q": number, "r": number, "f": number, "start": number},
    }
    for what in TABLES:
        write_table(known(tabulate(what, SHIPPED)), tmp_path / "table.parquet")
        schema = parquet.read_schema(tmp_path / "table.parquet")
        assert {field.name: field.type for field in schema} == expected[what]
        assert {field.name for field in schema if field.nullable} == ({"start"} if what == "chart" else set())
        about = {key.decode(): value.decode() for key, value in schema.metadata.items()}
        assert about["zchomp.table"] == what
        assert about["zchomp.claim"] == "rows=3 nim=0 upto=115"
        assert about["zchomp.producer"] == f"zchomp {VERSION}"
        assert len(about["zchomp.sha256"]) == 64


def test_the_documented_columns() -> None:
    """The page on data lists exactly the columns of each table, with their types in Parquet."""
    page = (ROOT / "docs" / "data.md").read_text().partition("## Columns")[2].partition("In CSV")[0]
    found = set()
    for names, where, kind, _ in re.findall(r"^\| (`.*?) \| (.*?) \| (.*?) \| (.*?) \|$", page, flags=re.MULTILINE):
        found |= {(table, name, kind) for table in where.split(", ") for name in re.findall("`(.*?)`", names)}
    kinds = {int: "int64", int | None: "int64 or null", str: "string", tuple[int, ...]: "list of int64"}
    assert found == {(what, name, kinds[hint]) for what in TABLES for name, hint in COLUMNS[what].items()}


def test_a_table_without_lines(tmp_path: Path) -> None:
    """A table without lines is a header, or a Parquet file with columns and no lines."""
    whole = known(tabulate("losers", 5))
    table = replace(whole, lines=list)
    assert list(csv_pieces(table)) == [(0, "first,second,third,tail")]
    assert write_table(table, tmp_path / "none.csv") == write_table(table, tmp_path / "none.parquet") == 0
    assert parquet.read_table(tmp_path / "none.parquet").column_names == list(table.columns)


def test_an_error_names_the_file_that_was_read(tmp_path: Path) -> None:
    """If a certificate vanishes while a table is written, the error names it."""
    (tmp_path / "one.jsonl").write_bytes(SHIPPED.read_bytes())
    table = known(tabulate("census", tmp_path / "one.jsonl"))
    (tmp_path / "one.jsonl").unlink()
    with pytest.raises(FileNotFoundError) as problem:
        write_table(table, tmp_path / "table.csv")
    assert problem.value.filename == str(tmp_path / "one.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_formats() -> None:
    """The ending decides the format, in any case. Another name needs a format, and an unknown format is refused."""
    names = ["a.csv", "a.CSV", "a.parquet", "b.Parquet", "a.txt", "csv", ""]
    assert [format_of(name) for name in names] == ["csv", "csv", "parquet", "parquet", None, None, None]
    table = known(tabulate("census", 5))
    with pytest.raises(InvalidArgument, match=r"no format 'a\.txt'; expected \.csv or \.parquet"):
        write_table(table, "a.txt")
    with pytest.raises(InvalidArgument, match="no format 'xlsx'"):
        write_table(table, "a.csv", file_format="xlsx")  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", [["census", "5", "--parquet"], ["losers", "5", "--out", "l.parquet"]], ids=str)
def test_without_pyarrow(arguments: list[str], tmp_path: Path) -> None:
    """Without pyarrow one line says which command installs it, and no file is written. CSV does not need it."""
    code = "import sys; sys.modules['pyarrow'] = None; from zchomp.cli import main; sys.exit(main({}))"
    result = run_python(code.format(["export", *arguments]), cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    expected = "Parquet needs the extra 'data'; install it with: pip install 'zchomp[data]'"
    assert result.stderr == f"zchomp: {expected}\n"
    assert list(tmp_path.iterdir()) == []
    assert run_python(code.format(["export", "census", "5", "--csv"]), cwd=tmp_path).returncode == 0


def test_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --out Parquet is named after the table and its source. A name with an ending needs no other option."""
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["--parquet", "slices", str(SHIPPED)],
        ["census", "5", "--parquet"],
        ["chart", "--rows", "3:4", "--parquet"],
        ["losers", "5", "--out", "mine.csv"],
        ["losers", "5", "--out", "mine.parquet"],
        ["losers", "5", "--csv", "--out", "mine.txt"],
    ):
        assert main(["export", *arguments]) == 0
        name = capsys.readouterr().out.splitlines()[-1].removeprefix("Written: ")
        assert (tmp_path / name).stat().st_size > 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "chomp-census-5.parquet",
        "chomp-chart-4.parquet",
        "chomp-slices-3rows-115.parquet",
        "mine.csv",
        "mine.parquet",
        "mine.txt",
    ]
    assert (tmp_path / "mine.csv").read_bytes() == (tmp_path / "mine.txt").read_bytes()
    assert main(["export", "losers", "5", "--csv"]) == 0
    assert capsys.readouterr().out == (tmp_path / "mine.csv").read_text()
