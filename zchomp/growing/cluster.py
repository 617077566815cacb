"""Lines on a cluster: the machines of a Dask scheduler share the down-sets of the same size, as `workers` do.

Dask is used for transport alone. The lines of a size are tasks that need those of all smaller sizes, so that all tasks
are given to the scheduler at once, and it sends the lines where they are needed. If a worker is lost, another one does
its work again. If no worker is left, or the scheduler is lost, the rest is proved here. The lines and their order are
those of one process, and so is the certificate.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from threading import Event, local
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from zchomp import limits
from zchomp.certificate.cluster import PATIENCE, connect
from zchomp.growing.inputs import Prepared
from zchomp.growing.lines import GrowingLine
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import prove_lines
from zchomp.growing.workers import levels, plain_line, prove_share, read_line
from zchomp.results import Unknown

if TYPE_CHECKING:
    from zchomp.certificate.cluster import Client, Future

__all__ = ["prove_on_cluster"]

_THREAD = local()
"""The run that a thread of a worker has worked for, and the lines that it knows."""


def prove_on_cluster(
    order: GrowingOrder,
    address: str,
    nim: int = 0,
    max_rows: int = limits.GROWING_ROWS,
    known: Iterable[GrowingLine] = (),
) -> Iterator[GrowingLine | Unknown]:
    """The same lines as `prove_lines` gives, in the same order, proved on the workers of a scheduler.

    Raises MissingExtra, or CertificateError if there is no such scheduler.
    """
    lines = list(known)
    with connect(address) as client:
        tasks = _submitted(client, order, nim, max_rows, lines)
        try:
            for missing, futures in tasks:
                found: dict[int, GrowingLine] = {}
                for future in futures:
                    answer = _result(client, future)
                    if isinstance(answer, str):
                        yield Unknown(answer)
                        return
                    if answer is None:
                        yield from prove_lines(order, nim, max_rows, lines)
                        return
                    found |= {line.kept: line for line in map(read_line, answer)}
                lines += (found[kept] for kept in missing)
                yield from (found[kept] for kept in missing)
        finally:
            with suppress(Exception):
                client.cancel([future for _, futures in tasks for future in futures], force=True)


def _submitted(
    client: "Client", order: GrowingOrder, nim: int, max_rows: int, known: list[GrowingLine]
) -> list[tuple[list[int], list["Future"]]]:
    """The tasks of all levels, each with its down-sets: every worker has one of them."""
    run, workers = f"zchomp-{uuid4()}", sorted(client.nthreads())
    earlier = [client.submit(list, [plain_line(line) for line in known], key=f"{run}-known")]
    tasks = []
    for number, (k, missing) in enumerate(levels(order, nim, known)):
        shares = [missing[place :: len(workers)] for place in range(len(workers))]
        futures = [
            client.submit(
                prove_task,
                run,
                (order.to_dict(), max_rows),
                list(earlier),
                share,
                k,
                key=f"{run}-{number}-{place}",
                workers=[workers[place]],
                allow_other_workers=True,
            )
            for place, share in enumerate(shares)
            if share
        ]
        earlier += futures
        tasks.append((missing, futures))
    return tasks


def prove_task(
    run: str, claim: tuple[Any, int], earlier: list[list[list[Any]] | str], share: list[int], nim: int
) -> list[list[Any]] | str:
    """Prove some lines, on a worker; what a thread has learned in the same run is not learned again."""
    reason = next((answer for answer in earlier if isinstance(answer, str)), None)
    if reason is not None:
        return reason
    if getattr(_THREAD, "run", None) != run:
        _THREAD.run, _THREAD.prepared = run, Prepared(GrowingOrder.from_dict(claim[0]), claim[1])
    prepared: Prepared = _THREAD.prepared
    plain = chain.from_iterable(answer for answer in earlier if not isinstance(answer, str))
    return prove_share(prepared, (line for line in plain if (line[0], line[1]) not in prepared.known), share, nim)


def _result(client: "Client", future: "Future") -> list[list[Any]] | str | None:
    """The answer of a task; None if it was lost, or there is no worker any more, nor for some time."""
    is_done, alive = Event(), monotonic()
    future.add_done_callback(lambda _: is_done.set())
    while not is_done.wait(1):
        with suppress(Exception):
            if client.status == "running" and client.nthreads():
                alive = monotonic()
        if monotonic() > alive + PATIENCE:
            return None
    try:
        answer: list[list[Any]] | str = future.result()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # Dask's cancellations are no ordinary exceptions
        return None
    return answer
