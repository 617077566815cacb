"""The command `zchomp chart`."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.program import zchomp
from tests.cli.terminal import on_terminal
from zchomp.cli import main
from zchomp.engines import compiler
from zchomp.errors import MissingExtra


def test_chart_in_blocks() -> None:
    """A chart wider than the terminal is split into blocks of columns, with every value of the whole chart."""
    whole = zchomp("chart", "24", "--csv").stdout
    shown = on_terminal("chart", "24")
    values = Counter(int(value) for value in re.findall(r"[0-9]+", shown))
    below = [line.split(",") for line in whole.splitlines()[1:]]
    expected = Counter(int(value) for r, line in enumerate(below) for value in line[1 + r :])
    assert not expected - values
    assert shown.count("-----") >= 2


@pytest.mark.parametrize("upto", ["100000", "100000000"])
def test_a_census_that_is_refused_is_not_announced(
    upto: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without the extra, or without enough memory, the refusal is the only line."""
    monkeypatch.chdir(tmp_path)
    problem = None if len(upto) > 6 else MissingExtra("the compiled recurrence", "fast")
    monkeypatch.setattr(compiler, "problem", lambda: problem)
    monkeypatch.setattr(compiler, "is_installed", lambda: problem is None)
    assert main(["census", "--upto", upto]) == 1
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "this takes" not in err
