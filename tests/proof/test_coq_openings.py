"""The openings of bars by the program extracted from Coq, and `zchomp openings --checker proved`.

Without Coq and OCaml the tests that need them are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import re
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN, check
from tests.definition import losers_within
from tests.docs.test_records import SEVERAL
from tests.support import known
from zchomp.bars.openings import openings
from zchomp.bars.position import Position
from zchomp.cli import main
from zchomp.core import memory
from zchomp.core.answers import Source
from zchomp.core.showing import render
from zchomp.errors import InvalidArgument
from zchomp.proof.coq import VARIABLE

HEAD = "rows,columns,row,column,losers"


def expected(rows: int, columns: int) -> list[str]:
    """The engine's results for all bars within one."""
    return render(known(openings(rows, columns)), "csv", count=True).splitlines()


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("program", [CHECKER, PLAIN], ids=lambda path: path.name)
def test_small_bars(program: Path) -> None:
    """Both builds agree with the engine, for bars of all shapes, in either order of rows and columns."""
    for rows, columns in [(1, 1), (1, 6), (2, 2), (2, 30), (3, 3), (3, 20), (4, 12), (5, 5), (6, 8), (7, 7)]:
        assert check(program, "--openings", f"{rows}x{columns}") == (0, expected(rows, columns))
    assert check(program, "--openings", "6x3") == check(program, "--openings", "3x6")


@pytest.mark.usefixtures("built")
def test_openings_are_those_of_the_rules() -> None:
    """On bars of at most 30 squares the openings and the numbers of losers are those of the rules of the game."""
    found = {(rows, columns): set[tuple[int, int]]() for rows in range(1, 6) for columns in range(max(2, rows), 7)}
    losers = dict[tuple[int, int], int]()
    for line in check(CHECKER, "--openings", "5x6")[1][1:]:
        rows, columns, row, column, count = map(int, line.split(","))
        found[rows, columns].add((row, column))
        losers[rows, columns] = count
    for (rows, columns), squares in found.items():
        bar = Position((columns,) * rows)
        lost = {tuple(filter(None, loser)) for loser in losers_within(bar)}
        assert squares == {tuple(move) for move in bar.moves() if bar.chomp(move).rows in lost}
        assert losers[rows, columns] == len(lost)


@pytest.mark.usefixtures("built")
def test_the_records() -> None:
    """Within 9 x 26 it finds exactly the bars with several openings that the result pages list."""
    code, lines = check(CHECKER, "--openings", "9x26")
    assert code == 0
    bars = dict[tuple[int, int], list[tuple[int, ...]]]()
    for line in lines[1:]:
        rows, columns, *rest = map(int, line.split(","))
        bars.setdefault((rows, columns), []).append(tuple(rest))
    recorded = {
        (int(m), int(n)): sorted(
            (int(i), int(j), int(count.replace(",", ""))) for i, j in re.findall(r"(\d+), (\d+)", text)
        )
        for m, n, text, count in SEVERAL
        if int(m) <= 9 and int(n) <= 26
    }
    assert {bar: sorted(found) for bar, found in bars.items() if len(found) > 1} == recorded
    assert (9, 26) in recorded
    assert len(bars) == sum(26 - max(2, rows) + 1 for rows in range(1, 10))


# The command


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "words",
    [["6x13"], ["13x6", "--several", "--count"], ["4x6", "--count", "--csv"], ["1x1"], ["5x5", "--json"]],
    ids=" ".join,
)
def test_the_command_prints_the_same(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """With --checker proved the output agrees with the engine's, in every form."""
    assert main(["openings", *words]) == 0
    wanted = capsys.readouterr().out
    assert main(["openings", *words, "--checker", "proved"]) == 0
    assert capsys.readouterr().out == wanted


@pytest.mark.usefixtures("built")
def test_the_whole_answer() -> None:
    """Moves and numbers of losers are those of the engine, for every bar within one, and the source is named."""
    found, wanted = known(openings(7, 9, checker="proved")), known(openings(7, 9))
    assert (found.moves, found.losers) == (wanted.moves, wanted.losers)
    assert (found.sources, wanted.sources) == ((Source.COQ,), (Source.SEARCH,))


def test_it_must_have_been_built(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the program, one line says how to build it, with the exit code of wrong input."""
    monkeypatch.setenv(VARIABLE, "/nowhere/zchomp-check")
    assert main(["openings", "4x5", "--checker", "proved"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "'/nowhere/zchomp-check', named by ZCHOMP_CHECK, is not a program; build it" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo 's ERROR'; echo 'zchomp-check: --openings: expected a file' >&2; exit 64", "ended with code 64"),
        ("exit 0", "ended with code 0: 'its output is not that of --openings'"),
        (f"echo {HEAD}; echo 1,2,1,2,1", "did not list every bar within 2 x 3"),
        (f"echo {HEAD}; echo 1,2,1,2", "is not that of --openings"),
        (f"printf '{HEAD}\\n1,2,1,2,1\\n1,3,1,2,1\\n2,2,2,2,2\\n2,3,2,3,3\\n'; exit 70", "ended with code 70"),
    ],
    ids=["an older program", "no output", "a bar is missing", "a field is missing", "the code is wrong"],
)
def test_another_program_is_not_trusted(
    script: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unexpected output of the program is an error, and gives no answer."""
    program = tmp_path / "zchomp-check"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv(VARIABLE, str(program))
    assert main(["openings", "2x3", "--checker", "proved"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


@pytest.mark.parametrize(
    ("code", "arguments", "words"),
    [
        (2, ["4x5", "--check"], "--checker proved takes a bar like 8x10, without --check"),
        (2, ["2x3x4"], "--checker proved takes a bar like 8x10, without --check"),
        (2, ["3x10000"], "3 x 10000 is too long: the proved checker handles at most 9999 columns"),
        (1, ["12x60"], "a search within 12 x 60 needs about"),
        (1, ["30x30"], "a search within 30 x 30 needs years; try a smaller bar"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_refusals(
    code: int,
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A size that the program does not handle (2), and a bar that needs too much time or memory (1), get one line."""
    monkeypatch.setattr(memory, "available", lambda: 3 * 2**30)
    monkeypatch.setenv(VARIABLE, "/bin/true")
    assert main(["openings", *arguments, "--checker", "proved"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert words in err


def test_the_library_refuses_the_same() -> None:
    """An unknown checker, and a second pass with the proved one, are invalid arguments."""
    with pytest.raises(InvalidArgument, match="the checker of openings is engine or proved, got 'coq'"):
        openings(4, 5, checker="coq")
    with pytest.raises(InvalidArgument, match="the proved checker needs no second pass; leave out check"):
        openings(4, 5, check=True, checker="proved")
