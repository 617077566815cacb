"""The command `zchomp cite`."""

import re
from pathlib import Path

import pytest

from tests.cli.program import answer, refusal
from tests.support import ROOT


def test_cite(capsys: pytest.CaptureFixture[str]) -> None:
    """The citation has the data of CITATION.cff, and the BibTeX entry is that of the README."""
    shown = answer(capsys, "cite")
    file = (ROOT / "CITATION.cff").read_text()
    for field in ("message", "title", "name", "version"):
        (value,) = re.findall(rf'^(?:  - )?{field}: "?(.+?)"?$', file, flags=re.MULTILINE)
        assert value in shown
    (entry,) = re.findall(r"^ *(@software.*)$", shown, flags=re.MULTILINE)
    assert entry in (ROOT / "README.md").read_text()


def test_cite_from_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Installed from a wheel, the citation comes from the file beside the package. Without it, one line says so."""
    monkeypatch.setattr("zchomp.core.files.__file__", str(tmp_path / "zchomp" / "core" / "files.py"))
    assert "CITATION.cff is missing" in refusal(capsys, "cite")
    (tmp_path / "zchomp").mkdir()
    (tmp_path / "zchomp" / "CITATION.cff").write_text((ROOT / "CITATION.cff").read_text().replace("Chomp", "Cake"))
    assert "the game of Cake" in answer(capsys, "cite")
