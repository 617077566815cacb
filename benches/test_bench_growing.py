"""How long growing orders and solid boxes take: figures only.

pytest benches/test_bench_growing.py --benchmark-columns=min,median,rounds -s
"""

import json
import subprocess
import sys
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from tests.checker import build
from tests.support import known
from zchomp import growing
from zchomp.bars.prover import prove
from zchomp.core.answers import Unknown
from zchomp.growing.certificate import GrowingChain, certify
from zchomp.growing.families import GrowingFamily, arms, box, from_relations
from zchomp.growing.order import GrowingOrder
from zchomp.growing.proofs import GrowingProofs
from zchomp.growing.recurrence import PreparedOrder, prove_slices
from zchomp.growing.workers import Key, _ShareAnswer, _Worker, prove_share, prove_with_workers
from zchomp.proof import growing_verifier as verifier
from zchomp.solid import openings
from zchomp.solid.boxes import search_box


def below_a_chain(length: int) -> GrowingFamily:
    """Three chains of so many elements, all below c1: as many slices as boxes of this size have positions."""
    chains = [[f"{name}{i}" for i in range(length)] + ["c1"] for name in ("r", "s", "t")]
    return from_relations(", ".join(" < ".join(chain) for chain in chains))


TERMS = 180_000
"""Roughly the number of rows that the lines of the box need."""


@pytest.mark.parametrize(
    ("family", "slices"),
    [(box((2, 3), 9), 1210), (arms("5x5"), 252)],
    ids=["2 x 3 x n, others to 9", "arms around 5 x 5"],
)
def test_proving(family: GrowingFamily, slices: int, benchmark: BenchmarkFixture) -> None:
    """1,210 slices of a box should take at most ten times as long as bars, and arms less than a minute."""
    found = measure(benchmark, 1, growing.prove, family)
    assert isinstance(found, GrowingProofs)
    assert len(found.slices) == slices


def test_bars_with_as_many_terms(benchmark: BenchmarkFixture) -> None:
    """Three rows to 925 have as many terms as the box, by the recurrence in plain Python."""
    proofs = measure(benchmark, 1, lambda: prove(925, method="recurrence"))
    assert not isinstance(proofs, Unknown)
    assert abs(sum(proof.bound for proof in proofs.values()) - TERMS) < TERMS / 50


def test_verifying(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The certificate of the box, checked by the stand-alone verifier."""
    certify(box((2, 3), 9), tmp_path / "box.jsonl")
    assert measure(benchmark, 1, verifier.verify, str(tmp_path / "box.jsonl")).code == verifier.VERIFIED


@pytest.mark.parametrize("checker", ["verifier", "proved checker"])
@pytest.mark.parametrize(
    ("family", "slices"),
    [
        (below_a_chain(21), 10_648),
        (below_a_chain(35), 46_656),
        (box((2, 4), 8), 9_075),
    ],
    ids=["3 chains of 21", "3 chains of 35", "2 x 4 x n, others to 8"],
)
def test_many_slices(
    family: GrowingFamily, slices: int, checker: str, benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    """About 11,000 and 45,000 slices of one row, and 9,075 slices with 3,391,527 rows: seconds of both checkers."""
    path, chain_ = tmp_path / "certificate.jsonl", GrowingChain(family.order, 0)
    with path.open("wb") as file:
        file.write(chain_.add(chain_.header()))
        for slice_ in prove_slices(family.order):
            file.write(chain_.add(chain_.slice(known(slice_))))
        file.write(chain_.trailer())
    assert chain_.lines == slices + 1
    program = (
        [sys.executable, verifier.__file__]
        if checker == "verifier"
        else [build("programs") / "zchomp-check", "--growing"]
    )
    result = measure(benchmark, 1, subprocess.run, [*program, path], capture_output=True, check=False)
    assert result.stdout.startswith(b"s VERIFIED")


class _Said(list[tuple[float, _ShareAnswer]]):
    """The answers of simulated workers, in the order in which they would arrive. ``now`` is the time of the last."""

    now, busy = 0.0, 0.0

    def get(self) -> _ShareAnswer:
        """The next answer."""
        self.now, answer = self.pop(self.index(min(self)))
        return answer


class _Simulated(_Worker):
    """A worker in this process, with a clock that runs as if it had its own core."""

    def __init__(self, order: GrowingOrder, max_rows: int, place: int, said: _Said) -> None:
        self.place, self.shares, self.news = place, list[list[Key]](), list[str]()
        self._prepared, self._said, self._free = PreparedOrder(order, max_rows), said, 0.0

    def __enter__(self) -> "_Simulated":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _send(self, text: str) -> None:
        start, record = process_time(), json.loads(text)
        lines, reason = prove_share(self._prepared, chain.from_iterable(record["learn"]), record["prove"])
        answer = _ShareAnswer(self.place, reason, json.dumps(lines))
        taken = process_time() - start
        self._free = max(self._free, self._said.now) + taken
        self._said.busy += taken
        self._said.append((self._free, answer))


@pytest.mark.parametrize("height", [9, 14, 17], ids=str)
def test_two_workers(height: int, benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much faster two workers are than one process. 17 takes a minute, and should be 1.5 times as fast.

    The critical path is the time until the last of two simulated workers is done, plus all the time of the process
    that leads them. It does not depend on what else the machine does.
    """
    order = box((2, 3), height).order
    wall, mine = perf_counter(), process_time()
    one = list(prove_slices(order))
    alone, alone_wall = process_time() - mine, perf_counter() - wall
    wall = perf_counter()
    assert measure(benchmark, 1, lambda: list(prove_with_workers(order, 2))) == one
    both_wall = perf_counter() - wall
    said = _Said()
    monkeypatch.setattr("zchomp.growing.workers.SimpleQueue", {_ShareAnswer: lambda: said})
    monkeypatch.setattr("zchomp.growing.workers._Worker", _Simulated)
    mine = process_time()
    assert list(prove_with_workers(order, 2)) == one
    path = said.now + process_time() - mine - said.busy
    times = f"{alone / path:.2f} times by processor time, {alone_wall / both_wall:.2f} times by the clock"
    benchmark.extra_info["two workers"] = times
    print(f"\nother heights to {height}, {alone:.1f} s for one process; two workers are faster: {times}")  # noqa: T201


@pytest.mark.parametrize(("size", "losers"), [((2, 3, 40), 309_046), ((3, 3, 12), 131_973)], ids=str)
def test_boxes(size: tuple[int, int, int], losers: int, benchmark: BenchmarkFixture) -> None:
    """All 2 x 3 x n up to 40 should take at most 3.6 s after compilation, and 3 x 3 x 12 at most 3 s."""
    search_box((3, 3, 9))  # compiled
    assert known(measure(benchmark, 1, openings, *size)).losers[size] == losers
