"""How long the main jobs take: figures, and ratios of things measured in the same run.

pytest benches --benchmark-columns=min,median,rounds -s
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.sealing import certificate
from tests.support import known
from zchomp.bars.prover import Method, prove
from zchomp.bars.results import Claim
from zchomp.proof import verifier

P = ParamSpec("P")
T = TypeVar("T")


def measure(
    benchmark: BenchmarkFixture, rounds: int, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run a function ``rounds`` times, after a first run to warm up if there are several. Returns its last result."""
    run: Callable[..., T] = benchmark.pedantic
    return run(function, args=args, kwargs=kwargs, rounds=rounds, warmup_rounds=int(rounds > 1))


@pytest.mark.parametrize(("upto", "rounds"), [(115, 30), (1000, 5), (4000, 1)])
def test_recurrence(upto: int, rounds: int, benchmark: BenchmarkFixture) -> None:
    """The recurrence alone, in plain Python: three rows, up to this third row."""
    proofs = known(measure(benchmark, rounds, prove, upto))
    assert len(proofs) == upto + 1


@pytest.mark.parametrize(("rows", "upto", "nim"), [(4, 20, 0), (4, 40, 0), (5, 8, 0), (3, 50, 6), (3, 100, 16)])
def test_more_rows_and_nim_values(rows: int, upto: int, nim: int, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Any number of rows and nim-values, in plain Python, and verifying compared with proving in the same run."""
    start = time.perf_counter()
    proofs = known(measure(benchmark, 1, prove, upto, rows=rows, nim=nim))
    proving = time.perf_counter() - start
    path = tmp_path / "certificate.jsonl"
    path.write_bytes(certificate(rows, nim, upto))
    start = time.perf_counter()
    verdict = verifier.verify(str(path))
    ratio = (time.perf_counter() - start) / proving
    benchmark.extra_info["verifying, ratio to proving"] = ratio
    print(f"\n{rows} rows to {upto}, nim-values to {nim}: verifying takes {ratio:.2f} times as long")  # noqa: T201
    assert verdict.code == 0
    assert len(proofs) == Claim(rows=rows, nim=nim, upto=upto).count()


@pytest.mark.parametrize(("method", "upto"), [("genfun", 60), ("genfun", 115), ("genfun", 200), ("both", 115)])
def test_generating_functions(method: Method, upto: int, benchmark: BenchmarkFixture) -> None:
    """The search and the coverage checks, alone and with the recurrence: how time grows from 60 to 115 to 200."""
    proofs = known(measure(benchmark, 1, prove, upto, method=method))
    assert len(proofs) == upto + 1


def test_memory_to_4000(benchmark: BenchmarkFixture) -> None:
    """Peak memory of a process that proves to 4000 and keeps all proofs."""
    code = (
        "from tests.memory import peak_memory; from zchomp import prove; proofs = prove(4000);"
        "print(len(proofs), peak_memory() >> 20)"
    )
    command = [sys.executable, "-c", code]
    result = measure(benchmark, 1, subprocess.run, command, capture_output=True, text=True, check=True)
    slices, megabytes = map(int, result.stdout.split())
    benchmark.extra_info["megabytes"] = megabytes
    print(f"\npeak memory for third rows to 4000: {megabytes} MB")  # noqa: T201 - a figure to be read
    assert slices == 4001


@pytest.mark.parametrize("mode", ["full", "compact"])
def test_verifier_against_prover(mode: str, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Verifying third rows up to 1000, compared with proving them in the same run."""
    path = tmp_path / "certificate.jsonl"
    path.write_bytes(certificate(3, 0, 1000, "full" if mode == "full" else "compact"))
    start = time.perf_counter()
    known(prove(1000))
    proving = time.perf_counter() - start
    start = time.perf_counter()
    verdict = measure(benchmark, 1, verifier.verify, str(path))
    ratio = (time.perf_counter() - start) / proving
    benchmark.extra_info["ratio to proving"] = ratio
    print(f"\nverifying ({mode}) takes {ratio:.2f} times as long as proving")  # noqa: T201 - a figure to be read
    assert verdict.code == 0


def test_solve_from_start_to_finish(benchmark: BenchmarkFixture) -> None:
    """A whole run of `zchomp solve`, including the start of Python."""
    command = [sys.executable, "-m", "zchomp", "solve", "(100000,20000,115)"]
    result = measure(benchmark, 10, subprocess.run, command, capture_output=True, text=True, check=True)
    assert "is a winner" in result.stdout
