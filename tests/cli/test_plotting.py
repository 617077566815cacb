"""The commands that draw: plot, poset --plot and graph --out."""

from pathlib import Path

import pytest

from tests.support import run_python
from zchomp.cli import main

COMMANDS = [
    ["plot", "chart", "--out"],
    ["plot", "diagonal", "--upto", "300", "--out"],
    ["plot", "row", "120", "--out"],
    ["plot", "periods", "--upto", "50", "--out"],
    ["poset", "projective", "2", "--plot"],
    ["graph", "(3,2,1)", "--out"],
]


@pytest.mark.parametrize(("command", "kind"), [*zip(COMMANDS, ["png", "svg", "pdf"] * 2, strict=True)], ids=str)
def test_pictures(command: list[str], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command writes a picture, without complaint."""
    path = tmp_path / f"picture.{kind}"
    assert main([*command, str(path)]) == 0
    assert path.read_bytes().startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    assert capsys.readouterr().err == ""


def test_bars_have_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --out a picture is named after what it shows, so that a second bar does not replace the first."""
    monkeypatch.chdir(tmp_path)
    assert main(["plot", "bar", "(9,7,4)"]) == 0
    assert main(["plot", "bar", "[2,1]"]) == 0
    assert main(["plot", "bar", "4", "2"]) == 0
    names = ["chomp-bar-3-2.png", "chomp-bar-4-2.png", "chomp-bar-9-7-4.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names


@pytest.mark.parametrize("arguments", [["plot", "chart"], ["graph", "(2,1)", "--out", "graph.png"]], ids=" ".join)
def test_without_matplotlib(arguments: list[str], tmp_path: Path) -> None:
    """Without matplotlib one line says which command installs it, and no file is written."""
    code = f"import sys; sys.modules['matplotlib'] = None; from zchomp.cli import main; sys.exit(main({arguments}))"
    result = run_python(code, cwd=tmp_path)
    assert (result.returncode, list(tmp_path.iterdir())) == (2, [])
    assert result.stderr == "zchomp: a picture needs the extra 'plot'; install it with: pip install 'zchomp[plot]'\n"
