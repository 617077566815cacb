"""Workers: several processes come to the same lines and the same certificate."""

from pathlib import Path

import pytest

from zchomp.errors import TooLarge
from zchomp.growing.certificate import GrowingReport, certify_growing
from zchomp.growing.families import bar, box, of_relations
from zchomp.growing.proofs import count_lines
from zchomp.growing.recurrence import prove_lines
from zchomp.growing.workers import _Worker, prove_with_workers
from zchomp.results import Unknown


def test_the_same_lines() -> None:
    """Two and three workers give the lines of one process, in the same order, also if some are known."""
    order = of_relations("u < c2, w < d3, u < v, c4 < v, d[i] < c[2i]").order
    lines = list(prove_lines(order, 2))
    known = [line for line in lines[:5] if not isinstance(line, Unknown)]
    assert list(prove_with_workers(order, 3, 2)) == lines
    assert list(prove_with_workers(order, 2, 2, known=known)) == lines[5:]


def test_the_same_certificate(tmp_path: Path) -> None:
    """The certificate has the same bytes."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, workers in ((one, 1), (two, 2)):
        assert isinstance(certify_growing(box((2, 2), 3), path, workers=workers), GrowingReport)
    assert one.read_bytes() == two.read_bytes()


def test_unknown_stays_unknown() -> None:
    """A line that is not proved ends the work of all."""
    *lines, last = prove_with_workers(of_relations("d1 < c2").order, 2, 9, max_rows=500)
    assert len(lines) == 7
    assert isinstance(last, Unknown)


def test_workers_report_their_time() -> None:
    """A worker tells its processor time for every share, and the lines that it has proved are not sent to it again."""
    with _Worker(bar(3, 2).order, 100) as worker:
        worker.ask([0], 0)
        first = worker.answer()
        worker.ask([1], 0)
        assert isinstance(first, str)
        assert isinstance(worker.answer(), str)
        assert len(worker.seconds) == 2
        assert all(seconds > 0 for seconds in worker.seconds)


def test_a_worker_that_ends_is_an_error() -> None:
    """If a worker dies, nothing is claimed."""
    with _Worker(bar(3, 2).order, 100) as worker:
        worker._process.kill()
        worker._process.wait()
        with pytest.raises(MemoryError, match="a worker ended without an answer"):
            worker.answer()
        with pytest.raises(MemoryError, match="fewer workers need less memory"):
            worker.ask([0], 0)


def test_memory_is_asked_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order for whose lines there is not enough memory is refused."""
    order = bar(3, 5).order
    assert count_lines(order, 1) == 12
    monkeypatch.setattr("zchomp.memory.available", lambda: 400_000_000)
    assert count_lines(order, 1) == 12
    with pytest.raises(TooLarge, match=r"12 lines with 2 workers need about .* of memory, and .* are free"):
        count_lines(order, 1, workers=2)
