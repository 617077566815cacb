"""How much faster the compiled recurrence for any number of rows and nim-values is than the plain one.

pytest benches/test_bench_any_rows.py -s. The largest runs are skipped unless ZCHOMP_BENCH_LARGE is set.
"""

import os
import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from tests.support import known
from zchomp.bars.prover import prove

LARGE = "ZCHOMP_BENCH_LARGE" in os.environ
CLAIMS = [(80, 4, 0), (100, 4, 0), (120, 4, 0), (32, 5, 0), (14, 6, 0), (500, 3, 8)]
ALONE = [(140, 4, 0), (1000, 3, 8)] + [(160, 4, 0)] * LARGE


@pytest.fixture(autouse=True, scope="module")
def compilation() -> None:
    """Compile first."""
    known(prove(5, rows=4, nim=1, method="compiled"))


@pytest.mark.parametrize(("upto", "rows", "nim"), CLAIMS)
def test_gain_over_plain_python(upto: int, rows: int, nim: int, benchmark: BenchmarkFixture) -> None:
    """Plain and compiled in the same run, with the same proofs."""
    start = time.perf_counter()
    plain = known(prove(upto, rows=rows, nim=nim, method="recurrence"))
    middle = time.perf_counter()
    compiled = known(prove(upto, rows=rows, nim=nim, method="compiled"))
    end = time.perf_counter()
    ratio = (middle - start) / (end - middle)
    benchmark.extra_info["ratio"] = ratio
    what = f"{rows} rows to {upto}, nim-values to {nim}"
    print(f"\n{what}: {middle - start:.1f} s in plain Python, {end - middle:.2f} s compiled: {ratio:.1f}")  # noqa: T201
    assert compiled == plain
    del plain, compiled
    known(measure(benchmark, 1, prove, upto, rows=rows, nim=nim, method="compiled"))


@pytest.mark.parametrize(("upto", "rows", "nim"), ALONE)
def test_large_claims(upto: int, rows: int, nim: int, benchmark: BenchmarkFixture) -> None:
    """Claims for which plain Python needs minutes or hours."""
    proofs = known(measure(benchmark, 1, prove, upto, rows=rows, nim=nim, method="compiled"))
    assert len(proofs) == proofs.claim.count()
