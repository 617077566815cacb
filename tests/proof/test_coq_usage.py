"""The command lines of zchomp-check: exit codes and reasons, as in usage.txt.

Without Coq and OCaml these tests are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import re
import shlex
from pathlib import Path

import pytest

from tests.checker import run_program
from tests.posets.orders import sealed
from tests.posets.test_verifier import BASE
from tests.support import ROOT, SHIPPED, TESTS

TEXT = (TESTS / "proof" / "usage.txt").read_text()
USAGE = re.findall(r"^\$ zchomp-check(.*)\n(\d+)(.*)\n", TEXT, re.MULTILINE)
WORDS = {0: "s VERIFIED ", 1: "s NOT VERIFIED\n", 64: "s ERROR\n"}
OWN = ("--method", "--lines", "--save", "--resume", "--strategies", "--growing", "--openings")
"""Options that the verifier in Python does not have."""


@pytest.fixture(name="folder", scope="module")
def folder_of_certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates that the command lines name."""
    folder = tmp_path_factory.mktemp("usage")
    (folder / "three.jsonl").write_bytes(SHIPPED.read_bytes())
    (folder / "four.jsonl").write_bytes((ROOT / "certificates" / "chomp-4rows-20.jsonl").read_bytes())
    (folder / "strategy.jsonl").write_bytes(sealed(BASE))
    return folder


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(("line", "code", "reason"), USAGE)
def test_command_lines(line: str, code: str, reason: str, folder: Path) -> None:
    """Each has its exit code, and a reason in one line unless the file is verified. No option is ignored.

    The plain checker says the same, but has no boards. The verifier has the same output, as far as it has the options.
    """
    words = shlex.split(line)
    saves = any(word in {"--save", "--resume"} for word in words)
    for program in ("checker", "plain") if words and words[0].startswith(OWN) else ("checker", "plain", "verifier"):
        said = run_program(program, *words, cwd=folder)
        assert said.returncode == int(code)
        assert said.stdout.decode().startswith(WORDS[int(code)])
        assert said.stderr.count(b"\n") == (code != "0")
        if program == "checker" or (program == "plain" and not saves):
            assert said.stderr.decode().strip() == reason.strip()
    assert sorted(path.name for path in folder.iterdir()) == ["four.jsonl", "strategy.jsonl", "three.jsonl"]


def test_every_command_line_is_tried() -> None:
    """The file has command lines with their results, and nothing else."""
    assert "".join(f"$ zchomp-check{line}\n{code}{reason}\n" for line, code, reason in USAGE) == TEXT
    assert len(USAGE) > 70
