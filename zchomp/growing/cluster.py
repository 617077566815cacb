"""Slices on a cluster: the machines of a Dask scheduler share the down-sets of the same size.

Dask is used only for transport. The slices of a size are tasks that need those of all smaller sizes, so all tasks
are given to the scheduler at once, and it sends the slices where they are needed. If a worker is lost, another one
repeats its work. If no worker is left, or the scheduler is lost, the rest is proved here. The slices and their order
are those of one process, and so is the certificate.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, groupby
from queue import SimpleQueue
from threading import local
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from zchomp import limits
from zchomp.certificate.cluster import connect, next_event
from zchomp.growing.inputs import PreparedOrder
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import prove_slices
from zchomp.growing.slices import GrowingSlice
from zchomp.growing.workers import Key, Proved, home, plain_slice, prove_share, read_slice
from zchomp.results import Unknown

if TYPE_CHECKING:
    from zchomp.certificate.cluster import Client, Future

__all__ = ["prove_on_cluster"]

_THREAD = local()
"""The run for which a thread of a worker has worked, and the slices that it knows."""


def prove_on_cluster(
    order: GrowingOrder,
    address: str,
    nim: int = 0,
    max_rows: int = limits.GROWING_ROWS,
    known: Iterable[GrowingSlice] = (),
) -> Iterator[GrowingSlice | Unknown]:
    """The same slices as `prove_slices` gives, in the same order, proved on the workers of a scheduler.

    Raises MissingExtra, or CertificateError if there is no such scheduler.
    """
    slices = list(known)
    with connect(address, "proving on a cluster") as client:
        tasks = _submitted(client, order, nim, max_rows, slices)
        try:
            for missing, shares in tasks:
                found, reasons = dict[int, GrowingSlice](), dict[int, str]()
                for share, future in shares:
                    answer = _result(client, future)
                    if answer is None:
                        yield from prove_slices(order, nim, max_rows, slices)
                        return
                    some, reason = answer
                    found |= {slice_.kept: slice_ for slice_ in map(read_slice, some)}
                    if reason is not None:
                        reasons[share[len(some)][0]] = reason
                for kept in missing:
                    if kept in reasons:
                        yield Unknown(reasons[kept])
                        return
                    slices.append(found[kept])
                    yield found[kept]
        finally:
            with suppress(Exception):
                client.cancel([future for _, shares in tasks for _, future in shares], force=True)


def _levels(order: GrowingOrder, nim: int, known: Iterable[GrowingSlice]) -> Iterator[tuple[int, list[int]]]:
    """The slices that are independent of each other, by nim-value and number of elements, except for known ones."""
    done = {(slice_.kept, slice_.nim) for slice_ in known}
    for k in range(nim + 1):
        for _, level in groupby(order.down_sets(), key=int.bit_count):
            missing = [kept for kept in level if (kept, k) not in done]
            if missing:
                yield k, missing


def _submitted(
    client: "Client", order: GrowingOrder, nim: int, max_rows: int, known: list[GrowingSlice]
) -> list[tuple[list[int], list[tuple[list[Key], "Future"]]]]:
    """The tasks of all levels, each with its down-sets: one per level for each worker, with the slices of its home."""
    run, workers = f"zchomp-{uuid4()}", sorted(client.nthreads())
    earlier = [client.submit(tuple, [[plain_slice(slice_) for slice_ in known], None], key=f"{run}-known")]
    where, tasks = home(order, len(workers)), []
    for number, (k, missing) in enumerate(_levels(order, nim, known)):
        shares = []
        for place, worker in enumerate(workers):
            share = [(kept, k) for kept in missing if where(kept) == place]
            if share:
                future = client.submit(
                    prove_task,
                    run,
                    (order.to_dict(), max_rows),
                    list(earlier),
                    share,
                    key=f"{run}-{number}-{place}",
                    workers=[worker],
                    allow_other_workers=True,
                )
                shares.append((share, future))
        earlier += (future for _, future in shares)
        tasks.append((missing, shares))
    return tasks


def prove_task(run: str, claim: tuple[Any, int], earlier: list[Proved], share: list[Key]) -> Proved:
    """Prove some slices, on a worker. A thread does not learn slices again that it knows from the same run."""
    reason = next((reason for _, reason in earlier if reason is not None), None)
    if reason is not None:
        return [], reason
    if getattr(_THREAD, "run", None) != run:
        _THREAD.run, _THREAD.prepared = run, PreparedOrder(GrowingOrder.from_dict(claim[0]), claim[1])
    prepared: PreparedOrder = _THREAD.prepared
    plain = chain.from_iterable(slices for slices, _ in earlier)
    return prove_share(prepared, (slice_ for slice_ in plain if (slice_[0], slice_[1]) not in prepared.known), share)


def _result(client: "Client", future: "Future") -> Proved | None:
    """The answer of a task, or None if it was lost, or if there has been no worker for some time."""
    done = SimpleQueue["Future"]()
    future.add_done_callback(done.put)
    if next_event(client, done) is None:
        return None
    try:
        answer: Proved = future.result()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # Dask's cancellations are not ordinary exceptions
        return None
    return answer
