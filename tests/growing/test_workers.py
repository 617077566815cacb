"""Workers: several processes find the same slices and the same certificate."""

import json
from pathlib import Path
from queue import SimpleQueue

import pytest

from zchomp.core.answers import Unknown
from zchomp.errors import TooLarge, WorkerEnded
from zchomp.growing.certificate import GrowingReport, certify
from zchomp.growing.families import arms, bar, box, from_relations
from zchomp.growing.proofs import count_slices
from zchomp.growing.recurrence import chains_of, prove_slices
from zchomp.growing.workers import Key, _ShareAnswer, _Worker, home, prove_with_workers, read_slice


def test_the_same_slices() -> None:
    """Two and three workers give the slices of one process, in the same order, even if some are known."""
    order = from_relations("u < c2, w < d3, u < v, c4 < v, d[i] < c[2i]").order
    slices = list(prove_slices(order, 2))
    known = [slice_ for slice_ in slices[:5] if not isinstance(slice_, Unknown)]
    assert list(prove_with_workers(order, 3, 2)) == slices
    assert list(prove_with_workers(order, 2, 2, known=known)) == slices[5:]


def test_the_same_certificate(tmp_path: Path) -> None:
    """The certificate has the same bytes."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for path, workers in ((one, 1), (two, 2)):
        assert isinstance(certify(box((2, 2), 3), path, workers=workers), GrowingReport)
    assert one.read_bytes() == two.read_bytes()


def test_unknown_stays_unknown() -> None:
    """A slice that is not proved ends the work of all workers."""
    *slices, last = prove_with_workers(from_relations("d1 < c2").order, 2, 9, max_rows=500)
    assert len(slices) == 7
    assert isinstance(last, Unknown)


@pytest.mark.parametrize("workers", [1, 2, 3], ids=str)
def test_slices_before_an_unknown_one(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slices before the first unproved one are those of one process, and so is the reason."""
    monkeypatch.setattr("zchomp.growing.workers.SHARE", 1)
    order = arms("3x3").order
    *slices, last = prove_slices(order, max_rows=15)
    assert isinstance(last, Unknown)
    assert len(slices) == 13  # another one after it is unknown too
    assert list(prove_with_workers(order, workers, max_rows=15)) == [*slices, last]


def test_moves_along_other_chains_stay_at_home() -> None:
    """A worker has the shadows of the slices that moves outside the first chain lead to."""
    order, seen = box((2, 3), 3).order, set[int]()
    where, (first, *others) = home(order, 3), chains_of(order)
    for kept in order.down_sets():
        seen.add(where(kept))
        for a in order.tops(kept):
            if a not in first:
                assert where(order.without(kept, a)) == where(kept)
    assert seen == {0, 1, 2}
    assert others


def test_a_worker_has_the_next_share_before_it_is_done() -> None:
    """A worker answers its shares in turn, and the second may need what the first proved."""
    said, order = SimpleQueue[_ShareAnswer](), bar(3, 2).order
    shares: list[list[Key]] = [[(0, 0)], [(1, 0), (3, 0)]]
    with _Worker(order, 100, 7, said) as worker:
        for share in shares:
            worker.ask(share)
        answers = [said.get(), said.get()]
        assert [worker.take(answer) for answer in answers] == shares
    slices = [read_slice(plain) for answer in answers for plain in json.loads(answer.slices)]
    assert slices == list(prove_slices(order))
    assert {(answer.place, answer.unknown) for answer in answers} == {(7, None)}
    assert not worker.shares


def test_a_worker_that_ends_is_an_error() -> None:
    """If a worker dies, nothing is claimed."""
    said = SimpleQueue[_ShareAnswer]()
    with _Worker(bar(3, 2).order, 100, 0, said) as worker:
        worker._process.kill()
        worker._process.wait()
        killed = "a worker was ended by SIGKILL, which can mean that there was not enough memory; try again"
        with pytest.raises(WorkerEnded, match=killed):
            worker.take(said.get())
        with pytest.raises(WorkerEnded, match=killed):
            worker.ask([(0, 0)])


def test_memory_is_asked_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order whose slices do not fit into memory is refused."""
    order = bar(3, 5).order
    assert count_slices(order, 1) == 12
    monkeypatch.setattr("zchomp.core.memory.available", lambda: 400_000_000)
    assert count_slices(order, 1) == 12
    with pytest.raises(TooLarge, match=r"a proof of 12 slices with 2 workers needs about .* of memory, and .* is free"):
        count_slices(order, 1, workers=2)
