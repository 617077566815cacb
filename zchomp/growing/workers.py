"""Workers: several processes, or the machines of a cluster, prove the slices of an order.

Workers: several processes prove the slices of an order, each slice as soon as those that it needs are known.

Every worker is a separate process that knows all slices so far. It receives some slices to prove, with those that the
others have proved meanwhile, and the next ones before it has finished. Messages are lines of JSON:

    to a worker       {"order": {...}, "rows": ...}, then {"learn": [SLICES, ...], "prove": [[KEPT, NIM], ...]}
    from a worker     {"unknown": ...}, why the next slice is unknown, or null, and then SLICES: [SLICE, ...]

The slices of a worker are forwarded to the others unchanged. The slices and their order are those of one process, and
so is the certificate.

Slices on a cluster: the machines of a Dask scheduler share the down-sets of the same size.

Dask is used only for transport. The slices of a size are tasks that need those of all smaller sizes, so all tasks
are given to the scheduler at once, and it sends the slices where they are needed. If a worker is lost, another one
repeats its work. If no worker is left, or the scheduler is lost, the rest is proved here. The slices and their order
are those of one process, and so is the certificate.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import astuple
from heapq import heappop, heappush
from itertools import chain, groupby, product
from queue import SimpleQueue
from threading import Thread, local
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast
from uuid import uuid4

from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.numbers import bitset
from zchomp.core.runs import how_it_ended, python_program
from zchomp.errors import WorkerEnded
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import GrowingSlice, PreparedOrder, chains_of, prove_slice, prove_slices
from zchomp.proof.cluster import connect, next_event

if TYPE_CHECKING:
    from zchomp.proof.cluster import Client, Future

SHARE = 30_000
"""Roughly how many rows a worker receives at a time: a tenth of a second."""

AHEAD = 2
"""The maximum number of shares of a worker: the current one and the next."""

Key: TypeAlias = tuple[int, int]
"""The elements of A and the nim-value of a slice."""

Proved: TypeAlias = tuple[list[list[Any]], str | None]
"""The slices of a share, as they are sent, and why the next one is unknown, or None if all were proved."""


def prove_with_workers(
    order: GrowingOrder,
    workers: int,
    nim: int = 0,
    max_rows: int = limits.GROWING_ROWS,
    known: Iterable[GrowingSlice] = (),
) -> Iterator[GrowingSlice | Unknown]:
    """The same slices as `prove_slices` gives, in the same order, proved by several processes.

    >>> from zchomp.growing.families import arms
    >>> from zchomp.growing.recurrence import prove_slices
    >>> order = arms("2,1").order
    >>> list(prove_with_workers(order, 2)) == list(prove_slices(order))
    True
    """
    known = tuple(known)
    with ExitStack() as open_things:
        said = SimpleQueue[_Answer]()
        team = [open_things.enter_context(_Worker(order, max_rows, place, said)) for place in range(workers)]
        for worker in team:
            worker.news.append(json.dumps([plain_slice(slice_) for slice_ in known]))
        plan = _Plan(order, nim, workers, known)
        while True:
            for _, worker in product(range(AHEAD), team):
                if len(worker.shares) < AHEAD and (share := plan.share(worker.place)):
                    worker.ask(share)
            yield from plan.next_slices()
            if plan.is_done():
                break
            answer = said.get()
            share = team[answer.place].take(answer)
            plan.learn([read_slice(plain) for plain in json.loads(answer.slices)], share, answer.unknown)
            for other in team:
                if other.place != answer.place:
                    other.news.append(answer.slices)
        if plan.unknown is not None:
            yield plan.unknown


def home(order: GrowingOrder, workers: int) -> Callable[[int], int]:
    """Which worker should prove the slices of a down-set: one that has the shadows that they need.

    Moves along the other chains of A lead to down-sets of the same worker, if the first chain is not above them.
    """
    first = bitset(chain.from_iterable(chains_of(order)[:1]))
    return lambda kept: (kept & first).bit_count() % workers


class _Plan:
    """Which slices can be proved: a slice needs those with one largest element fewer, and of smaller nim-values."""

    def __init__(self, order: GrowingOrder, nim: int, workers: int, known: Iterable[GrowingSlice]) -> None:
        bounds = {(slice_.kept, slice_.nim): slice_.bound for slice_ in known}
        keys = [(kept, k) for k in range(nim + 1) for kept in order.down_sets()]
        self._keys = [key for key in keys if key not in bounds]
        self._numbers = {key: number for number, key in enumerate(self._keys)}
        self._home, self._stop, self._next = home(order, workers), len(self._keys), 0
        self._found: dict[int, GrowingSlice] = {}
        self._ready = [list[int]() for _ in range(workers)]  # heaps
        self._missing, self._rows = [0] * len(self._keys), [1] * len(self._keys)
        self._larger: list[list[int]] = [[] for _ in self._keys]
        self.unknown: Unknown | None = None
        for number, (kept, k) in enumerate(self._keys):
            for key in [(order.without(kept, a), k) for a in order.tops(kept)] + [(kept, k - 1)] * (k > 0):
                if key in bounds:
                    self._rows[number] = max(self._rows[number], bounds[key])
                else:
                    self._missing[number] += 1
                    self._larger[self._numbers[key]].append(number)
            self._add(number)

    def share(self, place: int) -> list[Key]:
        """The next slices for a worker, from its home if there are any.

        A slice is expected to have about as many rows as those that it needs.
        """
        ready = self._ready[place] or max(self._ready, key=len)
        share, rows = list[Key](), 0
        while ready and ready[0] < self._stop and rows < SHARE:
            number = heappop(ready)
            share.append(self._keys[number])
            rows += self._rows[number]
        return share

    def learn(self, slices: list[GrowingSlice], share: list[Key], reason: str | None) -> None:
        """Accept the slices of a share as proved. If there is a reason, the next slice of the share is unknown."""
        for slice_ in slices:
            number = self._numbers[slice_.kept, slice_.nim]
            self._found[number] = slice_
            for larger in self._larger[number]:
                self._rows[larger] = max(self._rows[larger], slice_.bound)
                self._missing[larger] -= 1
                self._add(larger)
        if reason is not None:
            number = self._numbers[share[len(slices)]]
            if number < self._stop:
                self._stop, self.unknown = number, Unknown(reason)

    def next_slices(self) -> Iterator[GrowingSlice]:
        """The slices that come next, as far as they are proved."""
        while self._next < self._stop and self._next in self._found:
            yield self._found.pop(self._next)
            self._next += 1

    def is_done(self) -> bool:
        """Whether all slices have been returned, up to the end or to the first unknown one."""
        return self._next == self._stop

    def _add(self, number: int) -> None:
        if not self._missing[number]:
            heappush(self._ready[self._home(self._keys[number][0])], number)


class _Answer(NamedTuple):
    """What a worker has said about one share."""

    place: int
    unknown: str | None
    slices: str


class _Worker:
    """A process that proves slices, as a context."""

    def __init__(self, order: GrowingOrder, max_rows: int, place: int, said: "SimpleQueue[_Answer]") -> None:
        self.place, self.shares, self.news = place, list[list[Key]](), list[str]()
        command, pipe = python_program("zchomp.growing.workers"), subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603 - our own program
        self._listener = Thread(target=self._listen, args=(said,), daemon=True)
        self._send(json.dumps({"order": order.to_dict(), "rows": max_rows}))

    def __enter__(self) -> "_Worker":
        self._listener.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._listener.join()
        self._process.communicate()

    def ask(self, share: list[Key]) -> None:
        """Send the worker the new slices, and what to prove."""
        self.shares.append(share)
        self._send(f'{{"learn": [{", ".join(self.news)}], "prove": {json.dumps(share)}}}')
        self.news = []

    def take(self, answer: _Answer) -> list[Key]:
        """The share that an answer is about. Raises WorkerEnded if the worker has ended instead."""
        if not answer.slices:
            raise self._ended()
        return self.shares.pop(0)

    def _listen(self, said: "SimpleQueue[_Answer]") -> None:
        """Pass on everything that the worker says, and an answer without slices at its end."""
        stream = _pipe(self._process.stdout)
        for text in stream:
            record = json.loads(text)
            said.put(_Answer(self.place, record["unknown"], stream.readline().rstrip("\n")))
        said.put(_Answer(self.place, None, ""))

    def _send(self, text: str) -> None:
        pipe = _pipe(self._process.stdin)
        try:
            pipe.write(text + "\n")
            pipe.flush()
        except BrokenPipeError:
            raise self._ended() from None

    def _ended(self) -> WorkerEnded:
        how = how_it_ended(self._process.wait())
        return WorkerEnded(f"a worker {how}; try again, or with fewer workers")


def main() -> None:
    """Be a worker: read what to do on standard input, and write lines on standard output."""
    first = json.loads(sys.stdin.readline())
    prepared = PreparedOrder(GrowingOrder.from_dict(first["order"]), first["rows"])
    for text in sys.stdin:
        record = json.loads(text)
        slices, reason = prove_share(prepared, chain.from_iterable(record["learn"]), record["prove"])
        sys.stdout.write(f"{json.dumps({'unknown': reason})}\n{json.dumps(slices)}\n")
        sys.stdout.flush()


def prove_share(prepared: PreparedOrder, news: Iterable[list[Any]], share: Iterable[Key]) -> Proved:
    """Learn the slices of others, and prove those of a share."""
    for plain in news:
        prepared.learn(read_slice(plain))
    slices = list[list[Any]]()
    for kept, nim in share:
        slice_ = prove_slice(prepared, kept, nim)
        if isinstance(slice_, Unknown):
            return slices, slice_.reason
        prepared.learn(slice_)
        slices.append(plain_slice(slice_))
    return slices, None


def plain_slice(slice_: GrowingSlice) -> list[Any]:
    """A slice as it is sent."""
    return list(astuple(slice_))


def read_slice(plain: list[Any]) -> GrowingSlice:
    """The slice that was sent."""
    kept, nim, first, head, period, modulus, bound = plain
    return GrowingSlice(kept, nim, first, tuple(head), tuple(period), modulus, bound)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    """A pipe, which must have been opened."""
    return cast("IO[str]", pipe)


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
