"""The command `zchomp chart`."""

from pathlib import Path

import pytest

from zchomp.cli import main
from zchomp.engines import compiler
from zchomp.errors import MissingExtra


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
