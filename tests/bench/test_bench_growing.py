"""How long growing orders and solid boxes take: figures only.

pytest tests/bench/test_bench_growing.py --benchmark-columns=min,median,rounds -s
"""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.test_bench import measure
from zchomp.engines.prover import prove
from zchomp.growing import verifier
from zchomp.growing.certificate import certify_growing
from zchomp.growing.families import Family, arms, box
from zchomp.growing.proofs import GrowingProofs, grow
from zchomp.growing.solid import box_openings
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


@pytest.mark.parametrize(("size", "losers"), [((2, 3, 40), 309_046), ((3, 3, 12), 131_973)], ids=str)
def test_boxes(size: tuple[int, int, int], losers: int, benchmark: BenchmarkFixture) -> None:
    """All 2 x 3 x n to 40 are meant to take at most 3.6 s after compilation, and 3 x 3 x 12 at most 3 s."""
    box_openings(2, 2, 2)
    assert measure(benchmark, box_openings, *size, rounds=1).losers[size] == losers
