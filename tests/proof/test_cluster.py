"""Segments on a cluster: a real scheduler, with two workers in separate processes."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.cli.program import zchomp
from tests.proof.test_segments import judged
from tests.sealing import certificate, records, seal
from tests.support import ROOT, SHIPPED, TESTS, run_python
from zchomp.core.runs import Progress
from zchomp.errors import CertificateError
from zchomp.proof import cluster, verifier
from zchomp.proof.cluster import Cluster, ClusterLost, cluster_segments, connect
from zchomp.proof.format import Verification, verify_alone
from zchomp.proof.segments import PrivateCopy, Segment, SegmentVerdict

distributed = pytest.importorskip("distributed", reason="a cluster needs the extra 'cluster'")

pytestmark = pytest.mark.filterwarnings("default")  # Dask's warnings are not ours

GOOD = sorted((TESTS / "certificates" / "accepted").iterdir())
BAD = sorted((TESTS / "certificates" / "rejected").iterdir())[:12]


@pytest.fixture(scope="module", name="scheduler")
def local_cluster() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with distributed.LocalCluster(**workers, host="127.0.0.1", dashboard_address="127.0.0.1:0") as started:
        yield started.scheduler_address


def test_verdicts_of_a_cluster(scheduler: str) -> None:
    """`zchomp verify --scheduler` gives the same verdicts as `zchomp verify`, on right certificates and wrong ones."""
    names = list(map(str, (SHIPPED, *GOOD, *BAD)))
    plain, on_cluster = zchomp("verify", *names), zchomp("verify", "--scheduler", scheduler, *names)
    assert vars(on_cluster) == vars(plain) | {"args": on_cluster.args}
    assert plain.stdout.count("s VERIFIED") == len(GOOD) + 1


def test_in_a_notebook(scheduler: str) -> None:
    """Where an event loop is running, as in a notebook, the cluster is found, too."""

    async def cell() -> Verification:
        with connect(scheduler) as client:
            return judged(SHIPPED, 2, partial(cluster_segments, client))[0]

    with ThreadPoolExecutor() as threads:  # tests of the page may have left a loop running in this thread
        assert threads.submit(lambda: asyncio.run(cell())).result() == verify_alone(SHIPPED)


def test_a_pipe_is_left_to_the_verifier(scheduler: str) -> None:
    """A file that can be read only once is left to the sequential verifier."""
    words = [sys.executable, "-m", "zchomp", "verify", "--scheduler", scheduler, "/dev/stdin"]
    text, environment = SHIPPED.read_bytes(), {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(words, input=text, capture_output=True, check=False, env=environment)
    assert (said.returncode, said.stdout.decode()) == (0, verifier.verify(str(SHIPPED)).line + "\n")


def test_workers_need_no_files(scheduler: str, tmp_path: Path) -> None:
    """The bytes are sent: a name that only this process can resolve is enough."""
    (tmp_path / "here.jsonl").write_bytes(SHIPPED.read_bytes())
    options = ["--scheduler", scheduler.removeprefix("tcp://"), "--expect", "upto=115"]
    said = zchomp("verify", *options, "here.jsonl", cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == verifier.verify(str(SHIPPED)).line + "\n"


def test_a_wrong_term(scheduler: str, tmp_path: Path) -> None:
    """A wrong term in the last segment is refused with its line, by the cluster alone."""
    path, parts = tmp_path / "wrong.jsonl", records(certificate(3, 0, 40))
    parts[40]["head"][0] += 1
    path.write_bytes(seal(parts))
    with connect(scheduler) as client:
        verdict, plain = judged(path, 2, partial(cluster_segments, client))
    assert (verdict, plain) == (verifier.verify(str(path)), False)
    assert ": line 41, slice" in verdict.reason


def test_a_worker_is_killed(scheduler: str, tmp_path: Path) -> None:
    """Killing a worker in the middle of its segment makes no difference: another one repeats it."""
    path = tmp_path / "large.jsonl"
    path.write_bytes(certificate(3, 0, 900))
    with connect(scheduler) as client:
        before = client.run(os.getpid)
        killed, is_over = list[int](), Event()

        def has_a_segment(worker: str) -> bool:
            return any("check_pieces" in str(task) for task in client.processing().get(worker, ()))

        def kill() -> None:
            while not killed and not is_over.wait(0.001):
                for worker in filter(has_a_segment, before):
                    os.kill(before[worker], signal.SIGSTOP)  # its segment does not end any more
                    if not killed and has_a_segment(worker):
                        killed.append(before[worker])
                    os.kill(before[worker], signal.SIGKILL if before[worker] in killed else signal.SIGCONT)

        def run(copy: PrivateCopy, segments: list[Segment], progress: Progress) -> list[SegmentVerdict]:
            killer = Thread(target=kill)
            killer.start()
            try:
                return cluster_segments(client, copy, segments, progress)
            finally:
                is_over.set()
                killer.join()

        while not killed:  # on a busy machine the segments may end before they are seen
            is_over.clear()
            assert judged(path, 2, run) == (verifier.verify(str(path)), False)
        client.wait_for_workers(2)
        assert killed[0] not in client.run(os.getpid).values()


def test_progress(scheduler: str, tmp_path: Path) -> None:
    """The checked slices are counted, up to all of them."""
    path = tmp_path / "some.jsonl"
    path.write_bytes(certificate(3, 0, 300))
    seen: list[tuple[int, int]] = []
    with connect(scheduler) as client:
        run = partial(cluster_segments, client)
        verdict, plain = judged(path, 2, run, lambda *report: seen.append(report[1:3]))
    assert (verdict.code, plain) == (verifier.VERIFIED, False)
    assert seen[-1] == (301, 301)
    assert seen == sorted(seen)


def test_no_workers() -> None:
    """A scheduler without workers is reported as such, after a timeout."""
    with (
        distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0") as empty,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(cluster, "CONNECTING", 1)
        with pytest.raises(CertificateError, match="has no worker with zchomp"), connect(empty.scheduler_address):
            pass


def test_the_last_worker_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no worker is left, and none comes back, nothing is waited for."""

    class Lonely:
        status = "running"

        def nthreads(self) -> dict[str, int]:
            return {}

    monkeypatch.setattr(cluster, "PATIENCE", 0)
    with pytest.raises(ClusterLost):
        Cluster[int](Lonely()).next_event()


def test_a_lost_cluster_decides_nothing(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cluster is lost while it works, the whole file is verified here."""

    def lost(_cluster: Cluster[int]) -> int:
        raise ClusterLost

    monkeypatch.setattr(Cluster, "next_event", lost)
    with connect(scheduler) as client:
        assert judged(SHIPPED, 2, partial(cluster_segments, client)) == (verify_alone(SHIPPED), True)


@pytest.mark.parametrize("address", ["nonsense", "", "tcp://localhost", "zzz://a:1", "tcp://a:99999", "a b:1", "-x:"])
def test_invalid_addresses(address: str) -> None:
    """An impossible address is wrong usage, in one line."""
    said = zchomp("verify", f"--scheduler={address}", str(SHIPPED))
    assert (said.returncode, said.stdout) == (64, "s ERROR\n")
    assert said.stderr == f"zchomp verify: no address {address!r}; expected one like tcp://host:8786\n"


def test_nobody_answers() -> None:
    """A scheduler that cannot be reached gets one line and exit code 64, and so does any other program there."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cluster, "CONNECTING", 1)
            with pytest.raises(CertificateError, match="no Dask scheduler answers"), connect(f"127.0.0.1:{port}"):
                pass
    said = zchomp("verify", "--scheduler", f"tcp://127.0.0.1:{port}", str(SHIPPED))
    assert (said.returncode, said.stdout) == (64, "s ERROR\n")
    assert said.stderr.startswith(f"zchomp verify: no Dask scheduler answers at 'tcp://127.0.0.1:{port}' (")
    assert len(said.stderr.splitlines()) == 1


def test_without_the_extra() -> None:
    """Without Dask, the line says which extra to install."""
    code = "import sys; sys.modules['distributed'] = None; from zchomp.cli import main; "
    said = run_python(code + f"sys.exit(main(['verify', '--scheduler', 'localhost:1', {str(SHIPPED)!r}]))")
    assert (said.returncode, said.stdout) == (64, "s ERROR\n")
    assert said.stderr.startswith("zchomp verify: verifying on a cluster needs the extra 'cluster'; install it")
    assert len(said.stderr.splitlines()) == 1
