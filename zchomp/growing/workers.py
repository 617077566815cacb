"""Workers: several processes, or the machines of a Dask scheduler, prove the slices of an order.

Each slice is proved as soon as those that it needs are known. A worker receives some slices to prove, and the next ones
before it has finished. The slices and their order are those of one process, and so is the certificate.

A process knows all slices so far. With its share it receives those that the others have proved meanwhile, and they are
forwarded unchanged. Messages are lines of JSON:

    to a worker       {"order": {...}, "rows": ...}, then {"learn": [SLICES, ...], "prove": [[KEPT, NIM], ...]}
    from a worker     {"unknown": ...}, why the next slice is unknown, or null, and then SLICES: [SLICE, ...]

On a cluster a share is a task that needs the tasks of all slices proved before, and the scheduler sends the slices
where they are needed. If no worker is left, or the scheduler is lost, the rest is proved here.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import astuple
from heapq import heappop, heappush
from itertools import chain, product
from queue import SimpleQueue
from threading import Thread, local
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.numbers import bitset
from zchomp.core.runs import how_it_ended, python_program
from zchomp.errors import WorkerEnded
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import GrowingSlice, PreparedOrder, chains_of, prove_slice, prove_slices
from zchomp.proof.cluster import Cluster, ClusterLost, connect

if TYPE_CHECKING:
    from zchomp.proof.cluster import Future

SHARE = 30_000
"""Roughly how many rows a worker receives at a time: a tenth of a second."""

CLUSTER_SHARE, TOGETHER = 100 * SHARE, 30
"""The same on a cluster, and how many tasks one task needs at most: more are put together first."""

AHEAD = 2
"""The maximum number of shares of a worker: the current one and the next."""

Key: TypeAlias = tuple[int, int]
"""The elements of A and the nim-value of a slice."""

Proved: TypeAlias = tuple[list[list[Any]], str | None]
"""The slices of a share, as they are sent, and why the next one is unknown, or None if all were proved."""

Answer: TypeAlias = tuple[int, list[Key], list[list[Any]], str | None]
"""The place of a worker, a share of it, and what it has proved."""


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
        said = SimpleQueue[_ShareAnswer]()
        team = [open_things.enter_context(_Worker(order, max_rows, place, said)) for place in range(workers)]
        for worker in team:
            worker.news.append(json.dumps([plain_slice(slice_) for slice_ in known]))

        def next_answer() -> Answer:
            answer = said.get()
            share = team[answer.place].take(answer)
            for other in team:
                if other.place != answer.place:
                    other.news.append(answer.slices)
            return answer.place, share, json.loads(answer.slices), answer.unknown

        yield from _prove(_Plan(order, nim, workers, known), lambda place, share: team[place].ask(share), next_answer)


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
    with (
        connect(address, "proving on a cluster") as client,
        Cluster[tuple[int, list[Key], "Future"]](client) as cluster,
    ):
        earlier = [cluster.submit(0, _together, [([plain_slice(slice_) for slice_ in slices], None)])]

        def ask(place: int, share: list[Key]) -> None:
            task = prove_task, cluster.run, (order.to_dict(), max_rows), list(earlier), share
            cluster.tell(cluster.submit(place, *task), lambda done: (place, share, done))

        def next_answer() -> Answer:
            place, share, future = cluster.next_event()
            try:
                found, reason = future.result()
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException:  # Dask's cancellations are not ordinary exceptions
                raise ClusterLost from None
            earlier.append(future)
            if len(earlier) > TOGETHER:
                earlier[:] = [cluster.submit(place, _together, list(earlier))]
            return place, share, found, reason

        plan = _Plan(order, nim, len(cluster.workers), slices, CLUSTER_SHARE)
        try:
            for slice_ in _prove(plan, ask, next_answer):
                yield slice_
                if isinstance(slice_, GrowingSlice):
                    slices.append(slice_)
        except ClusterLost:
            yield from prove_slices(order, nim, max_rows, slices)


def _prove(
    plan: "_Plan", ask: Callable[[int, list[Key]], None], next_answer: Callable[[], Answer]
) -> Iterator[GrowingSlice | Unknown]:
    """Give out the slices of a plan, and return them in their order as soon as they are proved."""
    waiting = [0] * plan.workers
    while True:
        for _, place in product(range(AHEAD), range(plan.workers)):
            if waiting[place] < AHEAD and (share := plan.share(place)):
                waiting[place] += 1
                ask(place, share)
        yield from plan.next_slices()
        if plan.is_done():
            break
        place, share, slices, reason = next_answer()
        waiting[place] -= 1
        plan.learn(list(map(read_slice, slices)), share, reason)
    if plan.unknown is not None:
        yield plan.unknown


def home(order: GrowingOrder, workers: int) -> Callable[[int], int]:
    """Which worker should prove the slices of a down-set: one that has the shadows that they need.

    Moves along the other chains of A lead to down-sets of the same worker, if the first chain is not above them.
    """
    first = bitset(chain.from_iterable(chains_of(order)[:1]))
    return lambda kept: (kept & first).bit_count() % workers


_Done: TypeAlias = "tuple[int, list[Key], Future]"
"""The place of a worker of a cluster, a share of it, and its task, which has ended."""


class _Plan:
    """Which slices can be proved: a slice needs those with one largest element fewer, and of smaller nim-values."""

    def __init__(
        self, order: GrowingOrder, nim: int, workers: int, known: Iterable[GrowingSlice], most: int | None = None
    ) -> None:
        self.workers, self._most = workers, most or SHARE
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
        while ready and ready[0] < self._stop and rows < self._most:
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


class _ShareAnswer(NamedTuple):
    """What a worker has said about one share."""

    place: int
    unknown: str | None
    slices: str


class _Worker:
    """A process that proves slices, as a context."""

    def __init__(self, order: GrowingOrder, max_rows: int, place: int, said: "SimpleQueue[_ShareAnswer]") -> None:
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

    def take(self, answer: _ShareAnswer) -> list[Key]:
        """The share that an answer is about. Raises WorkerEnded if the worker has ended instead."""
        if not answer.slices:
            raise self._ended()
        return self.shares.pop(0)

    def _listen(self, said: "SimpleQueue[_ShareAnswer]") -> None:
        """Pass on everything that the worker says, and an answer without slices at its end."""
        stream = _pipe(self._process.stdout)
        for text in stream:
            record = json.loads(text)
            said.put(_ShareAnswer(self.place, record["unknown"], stream.readline().rstrip("\n")))
        said.put(_ShareAnswer(self.place, None, ""))

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


def prove_task(run: str, claim: tuple[Any, int], earlier: list[Proved], share: list[Key]) -> Proved:
    """Prove a share, on a worker of a cluster. A thread does not learn slices again that it knows from the same run."""
    if getattr(_THREAD, "run", None) != run:
        _THREAD.run, _THREAD.prepared = run, PreparedOrder(GrowingOrder.from_dict(claim[0]), claim[1])
    prepared: PreparedOrder = _THREAD.prepared
    plain, _ = _together(earlier)
    return prove_share(prepared, (slice_ for slice_ in plain if (slice_[0], slice_[1]) not in prepared.known), share)


def _together(answers: list[Proved]) -> Proved:
    """The slices of several answers as one."""
    return [slice_ for slices, _ in answers for slice_ in slices], None
