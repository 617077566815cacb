"""The command `zchomp doctor`: every part is tried, and faults are reported, whatever the machine."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support import ROOT, SHIPPED
from zchomp.cli import main
from zchomp.core.files import LIBRARY_VARIABLE
from zchomp.proof import installation as module
from zchomp.proof import verifier
from zchomp.proof.coq import VARIABLE
from zchomp.proof.installation import EXTRAS, Part, installation

PARTS = [
    Part("package", "zchomp", "works", "1.0, in /zchomp"),
    Part("extras", "fast", "works", "numba 1, numpy 2"),
    Part("extras", "plot", "missing", "no matplotlib; install it with: pip install 'zchomp[plot]'"),
    Part("checkers", "zchomp-check", "broken", "it does not accept the certificate that ships"),
]

TEXT = """\
Package
  zchomp        1.0, in /zchomp
Extras
  fast          numba 1, numpy 2
  plot          missing: no matplotlib; install it with: pip install 'zchomp[plot]'
Checkers
  zchomp-check  broken: it does not accept the certificate that ships
Broken: zchomp-check.
"""


@pytest.fixture(autouse=True)
def without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing large is imported."""
    monkeypatch.setattr(module, "EXTRAS", {"plain": ("click",)})


def found(name: str) -> Part:
    """One part of the installation, by its name."""
    (part,) = (part for part in installation() if part.name == name)
    return part


def program(folder: Path, *answers: str) -> Path:
    """A program that gives these answers in turn, each a verdict line with its exit code before it."""
    path, turns = folder / "checker", folder / "turns"
    cases = "\n".join(f"  {i}) echo '{answer[2:]}'; exit {answer[0]};;" for i, answer in enumerate(answers, start=1))
    path.write_text(f'#!/bin/sh\necho >> "{turns}"\ncase $(wc -l < "{turns}" | tr -d " ") in\n{cases}\nesac\n')
    path.chmod(0o755)
    return path


def test_text_and_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing part is not a fault, but a broken one is, also as data."""
    monkeypatch.setattr(module, "installation", lambda: PARTS)
    assert main(["doctor"]) == 1
    assert capsys.readouterr().out == TEXT
    assert main(["doctor", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["lines"][2]["state"] == "missing"
    monkeypatch.setattr(module, "installation", lambda: PARTS[:3])
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.endswith("\nAll installed parts work. Missing parts are optional.\n")


def test_extras_are_those_of_the_package() -> None:
    """The modules are those that the package installs with each extra, except those that build, test and show it."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    names = {extra: {re.split("[<>=]", one)[0] for one in needs} for extra, needs in stated.items()}
    assert {extra: set(modules) for extra, modules in EXTRAS.items()} == {
        extra: needs for extra, needs in names.items() if extra not in {"docs", "notebook", "test"}
    }


def test_extras_are_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A missing module is missing, and one that cannot be imported is broken."""
    (tmp_path / "spoiled_module.py").write_text("raise ImportError('needs another numpy')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "EXTRAS", {"good": ("click",), "none": ("no_such_module",), "bad": ("spoiled_module",)})
    assert (found("good").state, found("none").state, found("bad").state) == ("works", "missing", "broken")
    assert found("bad").detail == "spoiled_module cannot be imported: 'needs another numpy'"
    assert "spoiled_module" not in sys.modules


def test_checkers_are_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A checker works if it accepts a right certificate and refuses a wrong one."""
    right, wrong = f"0 {verifier.verify(str(SHIPPED)).line}", "1 s NOT VERIFIED"
    assert found("verifier").state == "works"
    for answers, state, reason in [
        ((right, wrong), "works", "SHA-256"),
        ((right, right), "broken", "does not refuse a false certificate: s VERIFIED"),
        ((wrong, wrong), "broken", "does not accept the certificate that ships"),
        (("0 nonsense", wrong), "broken", "does not accept the certificate that ships"),
    ]:
        (tmp_path / "turns").unlink(missing_ok=True)
        monkeypatch.setenv(VARIABLE, str(program(tmp_path, *answers)))
        part = found("zchomp-check")
        assert part.state == state
        assert reason in part.detail
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nowhere"))
    assert found("zchomp-check").state == "broken"
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    part = found("zchomp-check")
    assert (part.state, part.detail.endswith("make -C proofs")) == ("missing", True)


def test_the_key() -> None:
    """The key says what it is for."""
    assert "which signs the library and saved runs" in found("key").detail


def test_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A missing library is not a fault. An existing one is read, and a damaged one is broken."""
    place = tmp_path / "library.sqlite3"
    monkeypatch.setenv(LIBRARY_VARIABLE, str(place))
    assert found("library").state == "missing"
    assert main(["library", "add", str(SHIPPED)]) == 0
    part = found("library")
    assert part.state == "works"
    assert part.detail.startswith(f"{place}, 1 claim, ")
    place.write_bytes(b"no library")
    assert found("library").state == "broken"
    monkeypatch.setenv(LIBRARY_VARIABLE, "")
    assert found("library").state == "missing"
