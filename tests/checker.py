"""The checker that is extracted from Coq, for the tests that need it: built once, run next to the verifier."""

import fcntl
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp import verifier

PROOFS = ROOT / "proofs"
CHECKER = PROOFS / "zchomp-check"
VERIFIER = ROOT / "zchomp" / "verifier.py"

PROGRAMS = {"checker": [str(CHECKER)], "verifier": [sys.executable, "-I", "-S", str(VERIFIER)]}
"""The two programs that judge certificates; what they print on standard output is meant to be the same."""


def build() -> Path:
    """Run `make` in the folder of proofs, one process at a time, and give the folder."""
    missing = [tool for tool in ("make", "coqc", "ocamlfind", "ocamlopt") if shutil.which(tool) is None]
    if missing:
        message = f"not installed: {', '.join(missing)}; apt-get install coq ocaml-findlib ocaml-nox make"
        if os.environ.get("ZCHOMP_REQUIRE_COQ") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with (PROOFS / "Makefile").open() as lock:  # tests run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = subprocess.run(["make", "-C", str(PROOFS)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return PROOFS


def check(built: Path, *arguments: str | Path) -> tuple[int, list[str]]:
    """Exit code and lines of the extracted checker."""
    command = [str(built / "zchomp-check"), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout.splitlines()


def check_all(built: Path, paths: list[Path]) -> tuple[int, list[str]]:
    """Exit code and verdict lines for several files; before each verdict stands the name of its file."""
    code, lines = check(built, *paths)
    if len(paths) > 1:
        assert lines[::2] == [f"c {str(path)!r}" for path in paths]
        lines = lines[1::2]
    return code, lines


def disagreements(built: Path, paths: list[Path]) -> list[str]:
    """Where the extracted checker says anything else than the Python verifier; both judge every file."""
    expected = [verifier.verify(str(path)) for path in paths]
    code, lines = check_all(built, paths)
    assert len(lines) == len(paths)
    assert code == max(verdict.code for verdict in expected)
    return [
        f"{path.name}: {line}, expected {verdict.line}"
        for path, line, verdict in zip(paths, lines, expected, strict=True)
        if line != verdict.line
    ]


def in_range(text: bytes) -> bool:
    """Whether the extracted checker judges a text: three rows, nim-value 0, full mode, or no good header at all."""
    try:
        claim, mode = verifier.read_header(text.partition(b"\n")[0])
    except (verifier.Refused, verifier.Declined):
        return True
    return (claim.rows, claim.nim, mode) == (3, 0, "full")


def write(folder: Path, texts: list[bytes]) -> list[Path]:
    """The texts as files."""
    paths = [folder / f"{number}.jsonl" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    return paths


def run_program(
    program: str, *arguments: str | bytes | Path, cwd: Path | None = None, memory: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """Run one of the two programs, with no more memory than given."""

    def limit() -> None:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [*PROGRAMS[program], *arguments]
    return subprocess.run(command, capture_output=True, check=False, cwd=cwd, preexec_fn=limit)
