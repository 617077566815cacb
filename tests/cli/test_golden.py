"""Golden files: the exact output of commands in a pipe.

Each file of tests/golden/ has commands on lines that begin with "$ ", and below each its output. In refused.txt and
not-known.txt it is the only line on standard error. To add a command, add its line, and run with ZCHOMP_GOLDEN=1,
which rewrites the outputs: look at the difference.
"""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.checker import coq_source
from tests.docs.pages import EXAMPLE
from tests.support import ROOT, TESTS
from zchomp.cli import main
from zchomp.core import memory
from zchomp.core.session import SHARED_SESSION

GOLDEN = TESTS / "golden"
FILES = sorted(GOLDEN.iterdir())
EXAMPLES = [(path, match["command"], match["output"]) for path in FILES for match in EXAMPLE.finditer(path.read_text())]
FIVE = TESTS / "certificates" / "accepted" / "three-rows-5.jsonl"
"""The file five.jsonl of the commands. Their file notes.txt is no certificate."""

CODES = {"refused": 2, "not-known": 1}
"""Exit codes other than 0, by file."""


@pytest.mark.parametrize(("path", "command", "output"), EXAMPLES, ids=[command for _, command, _ in EXAMPLES])
def test_golden(
    path: Path,
    command: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The output of a command in a pipe agrees to the letter. In CI it is never rewritten."""
    shutil.copy(FIVE, tmp_path / "five.jsonl")
    (tmp_path / "notes.txt").write_text("no certificate\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(memory, "available", lambda: 3 * 2**30)
    if output.startswith("zchomp: too costly"):  # nothing is proved just to find that out
        for way in ("plain", "any_rows", "three_rows"):
            monkeypatch.setattr(f"zchomp.bars.knowledge.Knowledge._prove_{way}", None)
    SHARED_SESSION.forget()
    code = CODES.get(path.stem, 0)
    assert main(shlex.split(command)[1:]) == code
    found, other = capsys.readouterr()[:: -1 if code else 1]
    assert other == ""
    if os.environ.get("ZCHOMP_GOLDEN"):
        assert not os.environ.get("CI"), "ZCHOMP_GOLDEN is set: nothing would be tested"
        path.write_text(path.read_text().replace(f"$ {command}\n{output}", f"$ {command}\n{found}"))
        pytest.skip("rewritten: look at the difference")
    assert found == output
    if code:
        assert re.fullmatch(r"zchomp: .{,290}\n", found)
        assert found.count(";") <= 1 + command.count(";")  # the mistake, and then the advice
        assert {file.name for file in tmp_path.iterdir()} == {"five.jsonl", "notes.txt"}


def test_every_line_of_a_golden_file_is_compared() -> None:
    """A golden file has commands and their outputs, and nothing else. No command is there twice."""
    for path in FILES:
        examples = [f"$ {command}\n{output}" for file, command, output in EXAMPLES if file == path]
        assert "".join(examples) == path.read_text()
    assert len({command for _, command, _ in EXAMPLES}) == len(EXAMPLES) > 400


def test_no_output_names_a_file_that_is_not_installed() -> None:
    """The output of commands names Coq theorems and commands, but no file of the repository."""
    for _, command, output in EXAMPLES:
        if "--coq" not in command:  # it is made for those files
            assert not re.findall(r"\b(?:proofs|docs|tests)/\S*", output), command


def test_coq_has_every_theorem_that_is_named() -> None:
    """Each Coq theorem that zchomp names is in the named module."""
    sources = [path.read_text() for path in (ROOT / "zchomp").rglob("*.py")]
    named = {name for text in sources for name in re.findall(r"\b([A-Z]\w+\.[a-z]+_\w+)\b", " ".join(text.split()))}
    named = {name for name in named if [*(ROOT / "proofs").rglob(f"{name.partition('.')[0]}.v")]}
    assert {"Heights.sun_height", "Slices.member_end", "Posets.largest_element_wins"} <= named
    for module, _, theorem in (name.partition(".") for name in named):
        text = coq_source(module).read_text()
        assert re.search(rf"^(?:Theorem|Corollary) {theorem}\b", text, flags=re.MULTILINE), (module, theorem)
