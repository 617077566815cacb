"""How long all openings of all bars within a bar take: compiled, with the second pass, and in plain Python.

pytest benches/test_bench_bars.py -s. The run of 10 x 42 is skipped unless ZCHOMP_BENCH_LARGE is set.
"""

import os
import subprocess
import sys
import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from tests.support import known
from zchomp.bars.compiled import CompiledBar
from zchomp.bars.losers import PlainBar, bases_within
from zchomp.bars.openings import openings

SIZES = [(9, 26), (10, 30), (6, 150), (5, 300), (4, 1000)] + [(10, 42)] * ("ZCHOMP_BENCH_LARGE" in os.environ)


@pytest.fixture(autouse=True, scope="module")
def compilation() -> None:
    """Compile first: for words of 8 to 64 bits, and for several."""
    known(openings(4, 100, check=True))


@pytest.mark.parametrize(("rows", "columns"), SIZES, ids=str)
def test_openings(rows: int, columns: int, benchmark: BenchmarkFixture) -> None:
    """All openings: the target is 2 seconds for 9 x 26, 20 seconds for 10 x 30, and 5 minutes for 10 x 42."""
    start = time.process_time()
    found = known(measure(benchmark, 1, openings, rows, columns))
    each = (time.process_time() - start) / bases_within(rows, columns)
    losers = found.losers[rows, columns]
    print(f"\n{rows} x {columns}: {each * 1e9:.1f} ns for each base, {losers} losers")  # noqa: T201 - a figure
    assert all(found.moves.values())


@pytest.mark.parametrize(("rows", "columns"), [(9, 26), (4, 100)], ids=str)
def test_the_second_pass(rows: int, columns: int, benchmark: BenchmarkFixture) -> None:
    """The same, with every position compared with the definition."""
    assert known(measure(benchmark, 1, openings, rows, columns, check=True)).checked


def test_gain_over_plain_python(benchmark: BenchmarkFixture) -> None:
    """How much faster it is than plain Python, for 7 x 15 in the same run."""

    def solved(engine: PlainBar | CompiledBar) -> float:
        start = time.perf_counter()
        while engine.done < bases_within(7, 15):
            engine.advance(10**9)
        return time.perf_counter() - start

    ratio = solved(PlainBar(7, 15)) / measure(benchmark, 1, solved, CompiledBar(7, 15))
    print(f"\n7 x 15: {ratio:.0f} times faster than plain Python")  # noqa: T201
    assert ratio > 0


def test_memory(benchmark: BenchmarkFixture) -> None:
    """Peak memory of a process that solves 10 x 30."""
    code = (
        "from tests.memory import peak_memory; from zchomp import openings; found = openings(10, 30);"
        "print(found.losers[10, 30], peak_memory() >> 20)"
    )
    command = [sys.executable, "-c", code]
    result = measure(benchmark, 1, subprocess.run, command, capture_output=True, text=True, check=True)
    losers, megabytes = map(int, result.stdout.split())
    print(f"\npeak memory for 10 x 30: {megabytes} MB")  # noqa: T201
    assert losers == 8_085_081
