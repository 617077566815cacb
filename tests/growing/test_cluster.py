"""Slices on a cluster: a real scheduler, with two workers in separate processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from zchomp.cli import main
from zchomp.core.answers import Unknown
from zchomp.growing.families import arms, from_relations
from zchomp.growing.recurrence import prove_slices
from zchomp.growing.workers import prove_on_cluster
from zchomp.proof import cluster

distributed = pytest.importorskip("distributed", reason="a cluster needs the extra 'cluster'")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's warnings are not ours


@pytest.fixture(scope="module", name="scheduler")
def local_cluster() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**workers, host="127.0.0.1", dashboard_address="127.0.0.1:0") as started:
        yield started.scheduler_address


def test_the_same_lines(scheduler: str) -> None:
    """The slices are those of one process, in the same order, even if some are known. Unknown ones stay unknown."""
    order = from_relations("u < c2, w < d3, u < v, c4 < v, d[i] < c[2i]").order
    slices = list(prove_slices(order, 2))
    known = [slice_ for slice_ in slices[:5] if not isinstance(slice_, Unknown)]
    assert list(prove_on_cluster(order, scheduler, 2)) == slices
    assert list(prove_on_cluster(order, scheduler, 2, known=known)) == slices[5:]
    *some, last = prove_on_cluster(from_relations("d1 < c2").order, scheduler, 9, max_rows=500)
    assert len(some) == 7
    assert isinstance(last, Unknown)


def test_the_same_certificate(scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`zchomp grow --scheduler` writes the same certificate as one process."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert main(["grow", "arms", "3,2", "--out", str(one)]) == 0
    said = capsys.readouterr().out
    assert main(["grow", "arms", "3,2", "--out", str(two), "--scheduler", scheduler]) == 0
    assert capsys.readouterr().out == said.replace(str(one), str(two))
    assert one.read_bytes() == two.read_bytes()
    assert main(["grow", "arms", "1", "--workers", "2", "--scheduler", scheduler]) == 2
    assert "expected at most one of --workers, --scheduler" in capsys.readouterr().err


def test_a_lost_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cluster is lost, the rest is proved here, and the slices are the same."""
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    order, workers = arms("3,2").order, {"n_workers": 1, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**workers, host="127.0.0.1", dashboard_address="127.0.0.1:0") as started:
        slices = prove_on_cluster(order, started.scheduler_address)
        first = next(slices)
        started.close()
        assert [first, *slices] == list(prove_slices(order))


def test_no_scheduler(capsys: pytest.CaptureFixture[str]) -> None:
    """An address where nothing answers is refused in one line."""
    assert main(["grow", "arms", "1", "--scheduler", "tcp://127.0.0.1:1"]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "no Dask scheduler answers at 'tcp://127.0.0.1:1'" in err
