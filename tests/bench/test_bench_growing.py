"""How long growing orders and solid boxes take: figures only.

pytest tests/bench/test_bench_growing.py --benchmark-columns=min,median,rounds -s
"""

from itertools import zip_longest
from pathlib import Path
from time import perf_counter, process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.test_bench import measure
from zchomp.engines.prover import prove
from zchomp.growing import verifier
from zchomp.growing.certificate import certify_growing
from zchomp.growing.families import Family, arms, box
from zchomp.growing.proofs import GrowingProofs, grow
from zchomp.growing.recurrence import prove_lines
from zchomp.growing.solid import box_openings
from zchomp.growing.workers import _Worker, prove_with_workers
from zchomp.results import Unknown

TERMS = 180_000
"""About the number of rows that the lines of the box need."""


@pytest.mark.parametrize(
    ("family", "slices"),
    [(box((2, 3), 9), 1210), (arms("5x5"), 252)],
    ids=["2 x 3 x n, others to 9", "arms around 5 x 5"],
)
def test_proving(family: Family, slices: int, benchmark: BenchmarkFixture) -> None:
    """1,210 slices of a box, meant to take at most ten times as long as bars; arms within a minute."""
    found = measure(benchmark, grow, family, rounds=1)
    assert isinstance(found, GrowingProofs)
    assert len(found.lines) == slices


def test_bars_with_as_many_terms(benchmark: BenchmarkFixture) -> None:
    """Three rows to 925 have as many terms as the box, by the recurrence in plain Python."""
    proofs = measure(benchmark, lambda: prove(925, method="recurrence"), rounds=1)
    assert not isinstance(proofs, Unknown)
    assert abs(sum(proof.bound for proof in proofs.values()) - TERMS) < TERMS / 50


def test_verifying(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The certificate of the box, by the stand-alone verifier."""
    certify_growing(box((2, 3), 9), tmp_path / "box.jsonl")
    assert measure(benchmark, verifier.verify, str(tmp_path / "box.jsonl"), rounds=1).code == verifier.VERIFIED


@pytest.mark.parametrize("height", [9, 14, 18], ids=str)
def test_two_workers(height: int, benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much faster two workers are than one process; 18 takes a minute, and is meant to be 1.5 times as fast.

    The critical path is the processor time of the slower worker at every step, and it does not depend on what else the
    machine does.
    """
    team: list[_Worker] = []

    def enter(worker: _Worker) -> _Worker:
        team.append(worker)
        return worker

    monkeypatch.setattr(_Worker, "__enter__", enter)
    order = box((2, 3), height).order
    wall, mine = perf_counter(), process_time()
    one = list(prove_lines(order))
    alone, alone_wall = process_time() - mine, perf_counter() - wall
    wall, mine = perf_counter(), process_time()
    assert measure(benchmark, lambda: list(prove_with_workers(order, 2)), rounds=1) == one
    own, both_wall = process_time() - mine, perf_counter() - wall
    path = own + sum(max(pair) for pair in zip_longest(*(worker.seconds for worker in team), fillvalue=0.0))
    times = f"{alone / path:.2f} times by processor time, {alone_wall / both_wall:.2f} times by the clock"
    benchmark.extra_info["two workers"] = times
    print(f"\nother heights to {height}, {alone:.1f} s for one process; two workers are faster: {times}")  # noqa: T201


@pytest.mark.parametrize(("size", "losers"), [((2, 3, 40), 309_046), ((3, 3, 12), 131_973)], ids=str)
def test_boxes(size: tuple[int, int, int], losers: int, benchmark: BenchmarkFixture) -> None:
    """All 2 x 3 x n to 40 are meant to take at most 3.6 s after compilation, and 3 x 3 x 12 at most 3 s."""
    box_openings(2, 2, 2)
    assert measure(benchmark, box_openings, *size, rounds=1).losers[size] == losers
