"""The checker extracted from Coq, for the tests that need it: built once, and run beside the verifier."""

import fcntl
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp.proof import verifier

PROOFS = ROOT / "proofs"
CHECKER, PLAIN = PROOFS / "zchomp-check", PROOFS / "zchomp-check-plain"
VERIFIER = ROOT / "zchomp" / "proof" / "verifier.py"

PROGRAMS = {
    "checker": [str(CHECKER)],
    "plain": [str(PLAIN)],
    "verifier": [sys.executable, "-I", "-S", str(VERIFIER)],
}
"""The programs that judge certificates. Their standard output must be the same.

The first two are the extracted checker: with Zarith's integers, and with Coq's own numbers.
"""


def build(target: str) -> Path:
    """Run `make` in the folder of proofs, one process at a time, and return the folder."""
    missing = [tool for tool in ("make", "coqc", "ocamlfind", "ocamlopt") if shutil.which(tool) is None]
    if not missing and subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode:
        missing = ["zarith"]
    if missing:
        packages = "coq ocaml-findlib ocaml-nox libzarith-ocaml-dev make"
        message = f"not installed: {', '.join(missing)}; apt-get install {packages}"
        if os.environ.get("ZCHOMP_REQUIRE_COQ") == "1":
            pytest.fail(message)
        pytest.skip(message)
    make(PROOFS / "Makefile", "-j", str(os.cpu_count()), target)  # other tests may be waiting for it
    return PROOFS


def make(lock: Path, *arguments: str) -> str:
    """Run `make` in the folder of proofs, once the lock is free, and return the warnings."""
    with lock.open() as file:  # tests run in parallel
        fcntl.flock(file, fcntl.LOCK_EX)
        result = subprocess.run(["make", "-C", str(PROOFS), *arguments], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stderr


def coq_source(name: str) -> Path:
    """The Coq file of a module, in any folder of the proofs."""
    (path,) = PROOFS.rglob(f"{name}.v")
    return path


def check(program: Path, *arguments: str | Path) -> tuple[int, list[str]]:
    """The exit code and the lines of an extracted checker."""
    result = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, check=False)
    return result.returncode, result.stdout.splitlines()


def check_all(program: Path, paths: list[Path]) -> tuple[int, list[str]]:
    """The exit code and the verdict lines for several files. The name of each file comes before its verdict."""
    code, lines = check(program, *paths)
    if len(paths) > 1:
        assert lines[::2] == [f"c {str(path)!r}" for path in paths]
        lines = lines[1::2]
    return code, lines


def disagreements(paths: list[Path], programs: Sequence[Path] = (CHECKER, PLAIN)) -> list[str]:
    """Where an extracted checker differs from the Python verifier. All judge every file."""
    found = []
    for start in range(0, len(paths), 500):
        some = paths[start : start + 500]
        expected = [verifier.verify(str(path)) for path in some]
        for program in programs:
            code, lines = check_all(program, some)
            assert len(lines) == len(some)
            assert code == max(verdict.code for verdict in expected)
            found += [
                f"{program.name}: {path.name}: {line}, expected {verdict.line}"
                for path, line, verdict in zip(some, lines, expected, strict=True)
                if line != verdict.line
            ]
    return found


def write(folder: Path, texts: list[bytes]) -> list[Path]:
    """The texts, written to files."""
    paths = [folder / f"{number}.jsonl" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text)
    return paths


def run_program(
    program: str, *arguments: str | bytes | Path, cwd: Path | None = None, memory: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """Run one of the programs, with limited memory."""

    def limit() -> None:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [*PROGRAMS[program], *arguments]
    return subprocess.run(command, capture_output=True, check=False, cwd=cwd, preexec_fn=limit)
