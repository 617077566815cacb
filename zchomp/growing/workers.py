"""Workers: the lines of down-sets of the same size are independent, and several processes share them.

Every worker is a process of its own that knows all lines so far. For each nim-value and each number of elements it is
told the lines that the others have proved since, and which to prove next. Messages are lines of JSON:

    to a worker       {"order": {...}, "rows": ...}, then {"learn": [LINES, ...], "prove": [KEPT, ...], "nim": ...}
    from a worker     {"unknown": "the reason"}, or {"seconds": ...}, its processor time, and then LINES: [LINE, ...]

The lines of a worker are sent on to the others as they came. While the workers are busy, whoever has asked for the
lines gets those of the size before. The lines and their order are those of one process, and so is the certificate.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, groupby
from pathlib import Path
from time import process_time
from typing import IO, Any, cast

from zchomp import limits
from zchomp.growing.inputs import Prepared
from zchomp.growing.lines import GrowingLine
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import prove_line
from zchomp.results import Unknown

__all__ = ["levels", "main", "plain_line", "prove_share", "prove_with_workers", "read_line"]

PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from zchomp.growing.workers import main; main()"


def prove_with_workers(
    order: GrowingOrder,
    workers: int,
    nim: int = 0,
    max_rows: int = limits.GROWING_ROWS,
    known: Iterable[GrowingLine] = (),
) -> Iterator[GrowingLine | Unknown]:
    """The same lines as `prove_lines` gives, in the same order, proved by several processes.

    >>> from zchomp.growing.families import arms
    >>> from zchomp.growing.recurrence import prove_lines
    >>> order = arms("2,1").order
    >>> list(prove_with_workers(order, 2)) == list(prove_lines(order))
    True
    """
    known = tuple(known)
    with ExitStack() as open_things:
        team = [open_things.enter_context(_Worker(order, max_rows)) for _ in range(workers)]
        for worker in team:
            worker.news.append(json.dumps([plain_line(line) for line in known]))
        ready: list[GrowingLine] = []
        bounds = {(line.kept, line.nim): line.bound for line in known}
        for k, missing in levels(order, nim, known):
            shares = _shares(order, missing, workers, k, bounds)
            busy = [(worker, share) for worker, share in zip(team, shares, strict=True) if share]
            for worker, share in busy:
                worker.ask(share, k)
            yield from ready
            found: dict[int, GrowingLine] = {}
            for worker, _ in busy:
                answer = worker.answer()
                if isinstance(answer, Unknown):
                    yield answer
                    return
                found |= {line.kept: line for line in map(read_line, json.loads(answer))}
                for other in team:
                    if other is not worker:
                        other.news.append(answer)
            bounds |= {(kept, k): line.bound for kept, line in found.items()}
            ready = [found[kept] for kept in missing]
        yield from ready


def levels(order: GrowingOrder, nim: int, known: Iterable[GrowingLine] = ()) -> Iterator[tuple[int, list[int]]]:
    """The lines that are independent of each other, by nim-value and number of elements, without those that are known.

    >>> from zchomp.growing.families import arms
    >>> [(k, list(map(bin, level))) for k, level in levels(arms("2,1").order, 0)]
    [(0, ['0b0']), (0, ['0b1']), (0, ['0b11', '0b101']), (0, ['0b111'])]
    """
    done = {(line.kept, line.nim) for line in known}
    for k in range(nim + 1):
        for _, level in groupby(order.down_sets(), key=int.bit_count):
            missing = [kept for kept in level if (kept, k) not in done]
            if missing:
                yield k, missing


def _shares(
    order: GrowingOrder, missing: list[int], workers: int, nim: int, bounds: dict[tuple[int, int], int]
) -> list[list[int]]:
    """Down-sets for every worker, so that all are busy for about as long: a line has as many rows as those below it."""
    rows = {
        kept: 1 + max((bounds[order.without(kept, a), nim] for a in order.tops(kept)), default=0) for kept in missing
    }
    shares, loads = [list[int]() for _ in range(workers)], [0] * workers
    for kept in sorted(missing, key=lambda kept: -rows[kept]):
        number = loads.index(min(loads))
        shares[number].append(kept)
        loads[number] += rows[kept]
    return shares


class _Worker:
    """A process that proves lines, as a context."""

    def __init__(self, order: GrowingOrder, max_rows: int) -> None:
        self.news: list[str] = []
        self.seconds: list[float] = []
        places = json.dumps([str(Path(place).resolve()) for place in sys.path])
        command = [sys.executable, "-I", "-S", "-c", PROGRAM, places]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603 - our own program
        self._send(json.dumps({"order": order.to_dict(), "rows": max_rows}))

    def __enter__(self) -> "_Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, share: list[int], nim: int) -> None:
        """Tell the worker what is new, and what to prove."""
        self._send(f'{{"learn": [{", ".join(self.news)}], "prove": {share}, "nim": {nim}}}')
        self.news = []

    def answer(self) -> str | Unknown:
        """Wait for the lines that the worker was asked for, as JSON."""
        record = json.loads(self._read())
        if "unknown" in record:
            return Unknown(record["unknown"])
        self.seconds.append(record["seconds"])
        return self._read().rstrip("\n")

    def _read(self) -> str:
        said = _pipe(self._process.stdout).readline()
        if not said:
            raise MemoryError("a worker ended without an answer; fewer workers need less memory")
        return said

    def _send(self, text: str) -> None:
        pipe = _pipe(self._process.stdin)
        try:
            pipe.write(text + "\n")
            pipe.flush()
        except BrokenPipeError:
            raise MemoryError("a worker has ended; fewer workers need less memory") from None


def main() -> None:
    """Be a worker: read what to do on standard input, and write lines on standard output."""
    first = json.loads(sys.stdin.readline())
    prepared, before = Prepared(GrowingOrder.from_dict(first["order"]), first["rows"]), process_time()
    for text in sys.stdin:
        record = json.loads(text)
        lines = prove_share(prepared, chain.from_iterable(record["learn"]), record["prove"], record["nim"])
        if isinstance(lines, str):
            answer = json.dumps({"unknown": lines})
        else:
            written, now = json.dumps(lines), process_time()
            answer, before = f'{{"seconds": {now - before}}}\n{written}', now
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def prove_share(prepared: Prepared, news: Iterable[list[Any]], share: list[int], nim: int) -> list[list[Any]] | str:
    """Learn the lines of others and prove some more, which are learned too; the reason if one of them is unknown."""
    for plain in news:
        prepared.learn(read_line(plain))
    lines = []
    for kept in share:
        line = prove_line(prepared, kept, nim)
        if isinstance(line, Unknown):
            return line.reason
        lines.append(line)
    for line in lines:
        prepared.learn(line)
    return [plain_line(line) for line in lines]


def plain_line(line: GrowingLine) -> list[Any]:
    """A line as it is sent."""
    return [line.kept, line.nim, line.first, line.head, line.period, line.modulus, line.bound]


def read_line(plain: list[Any]) -> GrowingLine:
    """The line that was sent."""
    kept, nim, first, head, period, modulus, bound = plain
    return GrowingLine(kept, nim, first, tuple(head), tuple(period), modulus, bound)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    """A pipe that was opened."""
    return cast("IO[str]", pipe)
