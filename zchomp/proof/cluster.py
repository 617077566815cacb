"""A cluster: the machines of a Dask scheduler, for the segments of a certificate and the slices of a growing order.

Dask only carries tasks and what comes of them. The bytes of a certificate go out with the tasks, so that the workers
need nothing but zchomp. The verdict is made here, from the outcomes of the segments, as for processes on one machine.
The scheduler keeps the tasks. If a worker is lost, another one repeats its task. If no worker is left, or the scheduler
is lost, the work is done here.
"""

import asyncio
import logging
import re
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from io import BytesIO
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Generic, Self, TypeVar
from uuid import uuid4

from zchomp.core.runs import Progress
from zchomp.errors import CertificateError, MissingExtra, quote, require, shorten
from zchomp.proof import verifier
from zchomp.proof.segments import PrivateCopy, Segment, SegmentVerdict, check_segment, gather, now_and_then
from zchomp.version import VERSION

if TYPE_CHECKING:
    from distributed import Client as Client  # noqa: PLC0414 - other modules use these types, too
    from distributed import Future as Future  # noqa: PLC0414 - the same


T = TypeVar("T")

CONNECTING, PATIENCE = 10, 60
"""Seconds to wait for a scheduler and its first worker, and for another worker when the last one is lost."""

ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")


@contextmanager
def connect(address: str, feature: str = "verifying on a cluster") -> Iterator["Client"]:
    """Connect to a scheduler that has workers, all of them with this version of zchomp.

    Raises InvalidArgument if the address is not text, MissingExtra if Dask is not installed, and CertificateError if
    there is no such scheduler.
    """
    require(address, str, "the address of a scheduler is text like tcp://host:8786")
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra(feature, "cluster") from None
    log = logging.getLogger("distributed")  # problems are reported once, here
    log.handlers, log.propagate = [logging.NullHandler()], False
    match = ADDRESS.fullmatch(address)
    if match is None or int(match["port"]) >= 2**16:
        raise CertificateError(f"no address {quote(address)}; expected one like tcp://host:8786")
    try:
        with socket.create_connection((match["host"].strip("[]"), int(match["port"])), CONNECTING):
            pass  # if nobody listens, this fails immediately, whereas Dask would keep trying for some time
        _require_answer(address)  # Dask would wait forever for a silent scheduler
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    except Exception as problem:
        nobody = f"no Dask scheduler answers at {quote(address)} ({_about(problem)})"
        raise CertificateError(f"{nobody}; start one with dask scheduler") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECTING)
            versions = set(client.run(version).values())
        except Exception as problem:
            nobody = f"the scheduler at {quote(address)} has no worker with zchomp"
            raise CertificateError(f"{nobody} ({_about(problem)}); start one with dask worker") from None
        if versions != {VERSION}:
            found = f"the workers have zchomp {', '.join(sorted(versions))}"
            raise CertificateError(f"{found}; install zchomp {VERSION} there")
        yield client


def _require_answer(address: str) -> None:
    """Raise an error unless a scheduler says who it is. A thread has no event loop yet; a notebook's own is running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(asyncio.wait_for(_identity(address), CONNECTING))).result()


async def _identity(address: str) -> object:
    """Ask a scheduler to describe itself."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
        return await scheduler.identity()


def version() -> str:
    """The version of zchomp on a worker."""
    return VERSION


class ClusterLost(Exception):
    """There has been no worker for a minute, or a task was lost."""


class Cluster(Generic[T]):
    """The workers of a connected scheduler, to which tasks go out, and from which events of a type come back."""

    def __init__(self, client: "Client") -> None:
        self.client, self.run, self.workers = client, f"zchomp-{uuid4()}", sorted(client.nthreads())
        self.events: SimpleQueue[T] = SimpleQueue()
        self._futures: list[Future] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self.client.cancel(self._futures, force=True)

    def submit(self, place: int, function: Callable[..., object], *arguments: object) -> "Future":
        """Give a task to a worker, or to another one if that is lost."""
        worker, key = self.workers[place % len(self.workers)], f"{self.run}-{function.__name__}-{len(self._futures)}"
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")  # the scheduler has to keep the bytes
            future = self.client.submit(function, *arguments, key=key, workers=[worker], allow_other_workers=True)
        self._futures.append(future)
        return future

    def tell(self, future: "Future", event: "Callable[[Future], T]") -> None:
        """Let an event come back when a task has ended."""
        future.add_done_callback(lambda done: self.events.put(event(done)))

    def next_event(self) -> T:
        """Wait for the next event. Raises ClusterLost if there has been no worker for a minute."""
        alive = monotonic()
        while True:
            with suppress(Empty):
                return self.events.get(timeout=1)
            with suppress(Exception):
                if self.client.status == "running" and self.client.nthreads():
                    alive = monotonic()
            if monotonic() > alive + PATIENCE:
                raise ClusterLost


def cluster_segments(
    client: "Client", copy: PrivateCopy, segments: list[Segment], progress: Progress
) -> list[SegmentVerdict]:
    """Have the segments of a copy checked on the workers of a cluster (a `Runner`)."""
    with Cluster[tuple[int, int | SegmentVerdict]](client) as cluster:
        pieces = [cluster.submit(index, bytes, piece) for index, piece in enumerate(_pieces(copy, segments))]
        futures = [
            cluster.submit(index, check_pieces, pieces[: index + 1], segment, cluster.run, index)
            for index, segment in enumerate(segments)
        ]
        for index, future in enumerate(futures):
            cluster.tell(future, lambda done, index=index: (index, _outcome(done)))  # type: ignore[misc]  # of this index
        client.subscribe_topic(cluster.run, lambda event: cluster.events.put(event[1]))
        try:
            return gather(cluster.next_event, segments, progress, lambda index: futures[index].cancel())
        except ClusterLost:
            return [SegmentVerdict(verifier.INTERNAL, "the cluster has no workers")]
        finally:
            with suppress(Exception):
                client.unsubscribe_topic(cluster.run)


def check_pieces(pieces: list[bytes], segment: Segment, topic: str, index: int) -> SegmentVerdict:
    """Check a segment on a worker. The last piece contains its bytes, and the others the bytes before it."""
    from distributed import get_worker

    worker = get_worker()
    progress = now_and_then(lambda done: worker.log_event(topic, (index, done)))
    return check_segment(BytesIO(b"".join(pieces)), *segment, progress)


def _about(problem: BaseException) -> str:
    return shorten(f"{type(problem).__name__}: {problem}".rstrip(": "), 200)


def _pieces(copy: PrivateCopy, segments: list[Segment]) -> Iterator[bytes]:
    """The bytes of each segment. Those of the first begin with the header."""
    with copy.path.open("rb") as stream:
        before = 0
        for _, last in segments:
            yield stream.read(sum(copy.lengths[before:last]))
            before = last


def _outcome(future: "Future") -> SegmentVerdict:
    """The verdict on a segment. The code is INTERNAL if the task was lost or stopped."""
    try:
        return SegmentVerdict(*future.result())
    except BaseException as problem:  # the cancellations of Dask are not subclasses of Exception
        return SegmentVerdict(verifier.INTERNAL, _about(problem))
