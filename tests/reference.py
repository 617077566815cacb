"""The recurrence as proofs/soundness.md states it: four sets, their mex, and the first return of a state.

No bitsets, no chains, nothing kept from slice to slice except the sequences, and no code of zchomp: it is slow, and
short enough to be compared with the page. `settled` gives the content of a certificate for every slice of a claim.
"""

from itertools import count
from math import lcm

from tests.sealing import Record, Tail, tails

Terms = tuple[list[int], list[int]]
"""A sequence: its head and its period."""


def term(sequence: Terms, index: int) -> int | None:
    """The term at an index, or None after the end of the sequence."""
    head, period = sequence
    if index < len(head):
        return head[index]
    return period[(index - len(head)) % len(period)] if period else None


def chomped(tail: Tail, row: int, length: int) -> Tail:
    """The tail after a bite that leaves this many squares in a row."""
    return tail[:row] + tuple(min(squares, length) for squares in tail[row:])


def settled(rows: int, nim: int, upto: int) -> list[Record]:
    """The contents of the full lines for the slices of a claim."""
    known: dict[tuple[Tail, int], Terms] = {}
    lines = []
    for value in range(nim + 1):
        for tail in tails(rows, upto):
            line = slice_line(tail, value, known)
            known[tail, value] = line["head"], line["period"]
            lines.append(line)
    return lines


def slice_line(tail: Tail, nim: int, known: dict[tuple[Tail, int], Terms]) -> Record:
    """The content of the full line for a slice, given those that it depends on."""
    width = tail[0] if tail else 0
    below = [chomped(tail, row, length) for row, squares in enumerate(tail) for length in range(squares)]
    corners = {x: known[chomped(tail, 0, x), nim] for x in range(width)}
    line = {"tail": list(tail), "nim": nim}
    for x, corner in corners.items():
        if term(corner, 0) == 0:
            return {**line, "kind": "empty", "head": [], "period": [], "modulus": 0, "bound": x}
    others = [(known[other, nim], width - (other[0] if other else 0)) for other in below]
    others += [(known[tail, lower], 0) for lower in range(nim)]
    quiet = max([0, *(len(head) - shift for (head, _), shift in others)])
    phases = lcm(*(len(period) or 1 for (_, period), _ in others))
    diagonal = {x + (term(corner, 0) or 0) - width for x, corner in corners.items()} | ({0} if width == 0 else set())
    terms: list[int] = []
    seen: dict[tuple[int, frozenset[int]], int] = {}
    for a in count():
        state = {e - a for e in diagonal} | {terms[i] - (a - i) for i in range(a)}
        if a >= quiet:
            start = seen.setdefault((a % phases, frozenset(v for v in state if v >= 0)), a)
            if start < a:
                head, period = shortest(terms[:start], terms[start:])
                return {**line, "kind": "periodic", "head": head, "period": period, "modulus": a - start, "bound": a}
        excluded = state | {term(other, a + shift) for other, shift in others}
        terms.append(next(b for b in count() if b not in excluded))
        if terms[-1] == 0:
            return {**line, "kind": "finite", "head": terms, "period": [], "modulus": 0, "bound": a + 1}
    raise AssertionError("count() does not end")


def shortest(head: list[int], period: list[int]) -> Terms:
    """The same sequence with the shortest period, and then the shortest head."""
    sizes = (size for size in range(1, len(period) + 1) if len(period) % size == 0)
    size = next(size for size in sizes if period == period[:size] * (len(period) // size))
    head, period = list(head), period[:size]
    while head and head[-1] == period[-1]:
        period = [head.pop(), *period[:-1]]
    return head, period
