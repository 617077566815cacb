"""Segments on a cluster: the machines of a Dask scheduler check the segments of a certificate.

Dask only carries bytes and outcomes. The bytes of the file go out with the tasks, so that the workers need nothing but
zchomp. The verdict is made here, from the outcomes of the segments, as for processes on one machine. The scheduler
keeps the tasks. If a worker is lost, another one repeats its segment. If no worker is left, or the scheduler is lost,
the file is verified here.
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
from typing import TYPE_CHECKING, TypeVar
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


def cluster_segments(
    client: "Client", copy: PrivateCopy, segments: list[Segment], progress: Progress
) -> list[SegmentVerdict]:
    """Have the segments of a copy checked on the workers of a cluster (a `Runner`)."""
    events: SimpleQueue[tuple[int, int | SegmentVerdict]] = SimpleQueue()
    topic = f"zchomp-{uuid4()}"
    workers = sorted(client.nthreads())
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sending large graph")  # the scheduler has to keep the bytes
        pieces = [
            client.submit(bytes, piece, key=f"{topic}-piece-{index}")
            for index, piece in enumerate(_pieces(copy, segments))
        ]
        futures = [
            client.submit(
                check_pieces,
                pieces[: index + 1],
                segment,
                topic,
                index,
                key=f"{topic}-segment-{index}",
                workers=[workers[index % len(workers)]],
                allow_other_workers=True,
            )
            for index, segment in enumerate(segments)
        ]
    for index, future in enumerate(futures):
        future.add_done_callback(lambda done, index=index: events.put((index, _outcome(done))))
    client.subscribe_topic(topic, lambda event: events.put(event[1]))
    try:
        return gather(
            _waiting(client, events, len(segments)), segments, progress, lambda index: futures[index].cancel()
        )
    finally:
        with suppress(Exception):
            client.unsubscribe_topic(topic)
            client.cancel([*futures, *pieces], force=True)


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


def next_event(client: "Client", events: SimpleQueue[T]) -> T | None:
    """Wait for the next event of a cluster. None if there has been no worker for a minute."""
    alive = monotonic()
    while True:
        with suppress(Empty):
            return events.get(timeout=1)
        with suppress(Exception):
            if client.status == "running" and client.nthreads():
                alive = monotonic()
        if monotonic() > alive + PATIENCE:
            return None


def _waiting(
    client: "Client", events: SimpleQueue[tuple[int, int | SegmentVerdict]], count: int
) -> Callable[[], tuple[int, int | SegmentVerdict]]:
    """Return a function that waits for the next event. If no worker is left for a minute, no segment is judged."""

    def next_one() -> tuple[int, int | SegmentVerdict]:
        event = next_event(client, events)
        if event is None:
            for index in range(count):
                events.put((index, SegmentVerdict(verifier.INTERNAL, "the cluster has no workers")))
            event = events.get()
        return event

    return next_one
