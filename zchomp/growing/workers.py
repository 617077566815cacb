"""Workers: the lines of down-sets of the same size are independent, and several processes share them.

Every worker is a process of its own that knows all lines so far. For each nim-value and each number of elements it is
told the lines that the others have proved since, and which to prove next. Messages are lines of JSON:

    to a worker       {"order": {...}, "rows": ...}, then {"learn": [LINE, ...], "prove": [KEPT, ...], "nim": ...}
    from a worker     {"lines": [LINE, ...]}, or {"unknown": "the reason"}

The lines and their order are those of one process, and so is the certificate.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import IO, Any, cast

from zchomp import limits
from zchomp.growing.inputs import Prepared
from zchomp.growing.lines import GrowingLine
from zchomp.growing.order import GrowingOrder
from zchomp.growing.recurrence import prove_line
from zchomp.results import Unknown

__all__ = ["main", "prove_with_workers"]

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
    with ExitStack() as open_things:
        team = [open_things.enter_context(_Worker(order, max_rows)) for _ in range(workers)]
        done = {(line.kept, line.nim) for line in known}
        for worker in team:
            worker.news += known
        for k in range(nim + 1):
            for _, level in groupby(order.down_sets(), key=int.bit_count):
                missing = [kept for kept in level if (kept, k) not in done]
                shares = [missing[number::workers] for number in range(workers)]
                busy = [(worker, share) for worker, share in zip(team, shares, strict=True) if share]
                for worker, share in busy:
                    worker.ask(share, k)
                answers = [worker.answer() for worker, _ in busy]
                for answer in answers:
                    if isinstance(answer, Unknown):
                        yield answer
                        return
                found = {line.kept: line for answer in answers if not isinstance(answer, Unknown) for line in answer}
                for worker in team:
                    worker.news += found.values()
                yield from (found[kept] for kept in missing)


class _Worker:
    """A process that proves lines, as a context."""

    def __init__(self, order: GrowingOrder, max_rows: int) -> None:
        self.news: list[GrowingLine] = []
        places = json.dumps([str(Path(place).resolve()) for place in sys.path])
        command = [sys.executable, "-I", "-S", "-c", PROGRAM, places]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603 - our own program
        self._send({"order": order.to_dict(), "rows": max_rows})

    def __enter__(self) -> "_Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, share: list[int], nim: int) -> None:
        """Tell the worker what is new, and what to prove."""
        self._send({"learn": [_plain(line) for line in self.news], "prove": share, "nim": nim})
        self.news = []

    def answer(self) -> list[GrowingLine] | Unknown:
        """Wait for the lines that the worker was asked for."""
        said = _pipe(self._process.stdout).readline()
        if not said:
            raise MemoryError("a worker ended without an answer; fewer workers need less memory")
        record = json.loads(said)
        return Unknown(record["unknown"]) if "unknown" in record else [_line(plain) for plain in record["lines"]]

    def _send(self, record: dict[str, Any]) -> None:
        pipe = _pipe(self._process.stdin)
        try:
            pipe.write(json.dumps(record) + "\n")
            pipe.flush()
        except BrokenPipeError:
            raise MemoryError("a worker has ended; fewer workers need less memory") from None


def main() -> None:
    """Be a worker: read what to do on standard input, and write lines on standard output."""
    first = json.loads(sys.stdin.readline())
    prepared = Prepared(GrowingOrder.from_dict(first["order"]), first["rows"])
    for text in sys.stdin:
        record = json.loads(text)
        for plain in record["learn"]:
            prepared.learn(_line(plain))
        sys.stdout.write(json.dumps(_proved(prepared, record["prove"], record["nim"])) + "\n")
        sys.stdout.flush()


def _proved(prepared: Prepared, share: list[int], nim: int) -> dict[str, Any]:
    """The answer to one question."""
    lines = []
    for kept in share:
        line = prove_line(prepared, kept, nim)
        if isinstance(line, Unknown):
            return {"unknown": line.reason}
        lines.append(_plain(line))
    return {"lines": lines}


def _plain(line: GrowingLine) -> list[Any]:
    return [line.kept, line.nim, line.first, line.head, line.period, line.modulus, line.bound]


def _line(plain: list[Any]) -> GrowingLine:
    kept, nim, first, head, period, modulus, bound = plain
    return GrowingLine(kept, nim, first, tuple(head), tuple(period), modulus, bound)


def _pipe(pipe: IO[str] | None) -> IO[str]:
    """A pipe that was opened."""
    return cast("IO[str]", pipe)
