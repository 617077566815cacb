"""How long questions take with a library and without one, from the start of Python to its end: figures to read.

pytest benches/test_bench_library.py --benchmark-columns=min,median,max,rounds -s
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from zchomp.bars.results import Claim
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.proof.certify import certify
from zchomp.proof.checking import verify
from zchomp.proof.library import Kept, Library, keep

EXAMPLES = {
    "3 x 3000": ["solve", "3000,3000,3000"],
    "8 x 10": ["solve", "8x10"],
    "seven rows": ["solve", "11,10,10,9,8,7,6"],
    "11 x 11": ["solve", "11x11"],
    "X + X": ["solve", "(100,99,98)+(100,99,98)"],
    "height": ["height", "100,60,2"],
    "c = 100": ["solve", "300,200,100"],
    "c = 2500": ["solve", "9000,4000,2500"],
    "c = 10,000": ["solve", "40000,20000,10000"],
}


@pytest.fixture(scope="module", name="library")
def library_of_ten_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the slices up to third row 10,000."""
    path = tmp_path_factory.mktemp("bench") / "library.sqlite3"
    library = Library(path)
    library.add(
        Claim(rows=3, nim=0, upto=10_000), (row.proof() for row in islice(CompiledThreeRows(10_000).rows(), 10_001))
    )
    library.close()
    return path


def asked(arguments: list[str], library: Path | None) -> str:
    """The output of a question, asked in a new process."""
    command = [sys.executable, "-m", "zchomp", *arguments, "--effort", "20"]
    environment = {**os.environ, "ZCHOMP_LIBRARY": str(library or "")}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_question_without_a_library(name: str, benchmark: BenchmarkFixture) -> None:
    """A question without a library, as a whole run."""
    assert measure(benchmark, 3, asked, EXAMPLES[name], None)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_question_with_a_library(name: str, library: Path, benchmark: BenchmarkFixture) -> None:
    """The same question with a library of third rows up to 10,000."""
    assert measure(benchmark, 3, asked, EXAMPLES[name], library)


def test_a_run_with_nothing_to_do(benchmark: BenchmarkFixture) -> None:
    """A whole run with almost nothing to do."""
    assert "winner" in measure(benchmark, 10, asked, ["solve", "3,2,1"], None)


def test_adding_over_verifying(tmp_path: Path) -> None:
    """The time of `library add` for third rows up to 4000, divided by that of `verify`: at most 1.5 (printed)."""
    path = tmp_path / "certificate.jsonl"
    certify(Claim(rows=3, nim=0, upto=4000), path, mode="full", method="compiled")

    def seconds(work: Callable[[], object]) -> float:
        start = time.process_time()
        assert work()
        return time.process_time() - start

    verifying = min(seconds(lambda: verify(path)) for _ in range(3))
    adding = min(seconds(lambda number=n: keep(Library(tmp_path / f"{number}"), path)) for n in range(3))  # type: ignore[misc]
    print(f"\nverify {verifying:.2f} s, library add {adding:.2f} s, ratio {adding / verifying:.2f}")  # noqa: T201 - a figure to be read
    assert isinstance(keep(Library(tmp_path / "last"), path), Kept)
