"""How long the compiled recurrence takes, how that grows, and its gain over the plain bitset scan in the same run.

pytest benches/test_bench_three_rows.py -s. The run to 100,000 is skipped unless ZCHOMP_BENCH_LARGE is set.
"""

import os
import subprocess
import sys
import time
from itertools import islice
from math import log2
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.proof import verifier
from zchomp.proof.certify import certify

IS_LARGE = "ZCHOMP_BENCH_LARGE" in os.environ
DOUBLED = [12_500, 25_000, 50_000] + [100_000] * IS_LARGE


def rows_to(upto: int) -> int:
    """Prove all rows up to this one, and return how many there are."""
    return sum(1 for _ in islice(CompiledThreeRows(upto).rows(), upto + 1))


@pytest.fixture(autouse=True, scope="module")
def compilation() -> None:
    """Compile first."""
    rows_to(10)


def test_seconds_for_each_doubling(benchmark: BenchmarkFixture) -> None:
    """Seconds for third rows to 12,500 and more, and the exponent of each doubling and of all of them."""
    seconds: dict[int, float] = {}
    for upto in DOUBLED:
        start = time.process_time()
        assert rows_to(upto) == upto + 1
        seconds[upto] = time.process_time() - start
        exponent = f", exponent {log2(seconds[upto] / seconds[upto // 2]):.2f}" if upto // 2 in seconds else ""
        print(f"\nthird rows to {upto}: {seconds[upto]:.1f} s{exponent}", end="")  # noqa: T201 - a figure to be read
    first, last = DOUBLED[-3], DOUBLED[-1]
    growth = log2(seconds[last] / seconds[first]) / 2
    print(f"\ngrowth exponent from {first} to {last}: {growth:.2f}")  # noqa: T201
    benchmark.extra_info["exponent"] = growth
    measure(benchmark, 1, rows_to, 10_000)


@pytest.mark.parametrize("upto", [500, 1000, 2000, 4000])
def test_gain_over_the_plain_scan(upto: int, benchmark: BenchmarkFixture) -> None:
    """How much faster it is than a scan of bitsets in plain Python, for the same proofs in the same run."""
    start = time.perf_counter()
    plain = prove(upto, method="recurrence")
    middle = time.perf_counter()
    compiled = prove(upto, method="compiled")
    ratio = (middle - start) / (time.perf_counter() - middle)
    print(f"\nthird rows to {upto}: {ratio:.1f} times faster than the plain scan")  # noqa: T201
    benchmark.extra_info["ratio"] = ratio
    assert compiled == plain
    measure(benchmark, 1, prove, upto, method="compiled")


@pytest.mark.parametrize("upto", [10_000, 40_000] + [100_000] * IS_LARGE)
def test_peak_memory_of_a_run(upto: int, benchmark: BenchmarkFixture) -> None:
    """Peak memory of a process that proves the rows and keeps none."""
    code = (
        "from itertools import islice; from tests.memory import peak_memory;"
        "from zchomp.bars.three_rows import CompiledThreeRows;"
        f"print(sum(1 for _ in islice(CompiledThreeRows({upto}).rows(), {upto + 1})),"
        "peak_memory() >> 20)"
    )
    command = [sys.executable, "-c", code]
    result = measure(benchmark, 1, subprocess.run, command, capture_output=True, text=True, check=True)
    rows, megabytes = map(int, result.stdout.split())
    print(f"\npeak memory for third rows to {upto}: {megabytes} MB")  # noqa: T201
    assert rows == upto + 1


def test_verifier_to_10000(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The stand-alone verifier on the compact certificate to 10,000, and the time of the whole run."""
    path = tmp_path / "certificate.jsonl"
    start = time.perf_counter()
    certify(Claim(rows=3, nim=0, upto=10_000), path, mode="compact", method="compiled")
    whole = time.perf_counter() - start
    verdict = measure(benchmark, 1, verifier.verify, str(path))
    print(f"\nproved, written and verified in {whole:.1f} s")  # noqa: T201
    assert verdict.code == 0
