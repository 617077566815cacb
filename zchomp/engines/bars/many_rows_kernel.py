"""The losers within a bar of four rows or more, compiled: one machine word for each row of a base.

Bases, their losers and their chains E_i(T) are those of `plain`, for the losers of bars of K rows and N columns.

    plane q       the bases with λ2 = q. Planes come in the order q = 0, ..., N, and their bases in lexicographic order.
    rest          the rows below row i. Its rank is its place among all rests of that row.
    rank[i, x]    how many rests begin in row i with less than x: the rank of (λi, ..., λK) is the sum of rank[j, λj]

For each rest a chain is kept in place: that of the last base so far with this rest. The chain of the next base is that
one with the loser of T' if λ_{i+1} < λi (join), and the one kept for S if λ_{i+1} = λi (copy).

A base is *empty* if all its positions are winners. It is empty if and only if T' for row 2 is empty or its loser has
p = λ2 - 1. Then E_2(T) has all bits, and T has no loser.

Bases with the same rows 2 to t, the *prefix*, are a *piece*, where t is as small as possible. The words of a piece lie
side by side in memory, at every level, so that compilers turn loops over them into vector instructions. The first loop
unites the chains of rows 2 to t for the whole piece (gather). Then, whenever a row i below has grown, its chain is
found for all bases with the same rows up to i (settle_piece). The last two rows, a and b, are settled one base after
the other.

In plane q only the bits from p = q - 1 to p = N matter. The last bit of a word is p = N. So the last planes have words
of 8 bits, the planes before them words of 16, 32 and 64 bits, and the first planes several words for each chain. The
loser of a base is kept as its one bit, in words of the same kind.

Every function here is plain Python as well (`compiler`). Uncompiled, numpy warns that adding 1 to a word of all bits
overflows, which is intended. Compiled code does not check its indices. They depend on `rows` alone,
not on the words, and `many_rows` checks `rows` when it reads a file. Indices are unsigned, because only such loops are
vectorised. No expression mixes signed and unsigned numbers, because numba would turn them into floats.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zchomp.engines.compiler import compile_
from zchomp.engines.machine_words import Int64s, Words, lowest

__all__ = ["AnyWords", "PlaneBits", "PlaneBoard", "PlaneWords", "advance", "first_rows"]

AnyWords: TypeAlias = NDArray[np.unsignedinteger[Any]]


class PlaneWords(NamedTuple):
    """Chains and losers. The words of each are [0, x], [1, x], ..., lowest bits first."""

    chains: AnyWords  # E_i of a rest of row i, for i = 2, ..., K - 2
    lost: AnyWords  # by the rest of row 2: the bit of the loser in this plane, or in the one before if not yet known
    union: AnyWords  # of the chains of a piece


class PlaneBoard(NamedTuple):
    """The words that are kept between bases, and room to work."""

    kept: PlaneWords
    inner: AnyWords  # the chain of row K - 1, by row K
    outer: Words  # the chain of row K, by word
    start: Int64s  # where the chains of row i begin
    rank: Int64s  # see above
    rows: Int64s  # the prefix that comes next: λ2, ..., λ_{K-2} at their indices, 0 below it
    counts: Int64s  # losers by the number of their rows, and by first row


class PlaneBits(NamedTuple):
    """The meaning of the bits of words in a plane q."""

    least: int  # the first row of the lowest bit, below 0 if there are more bits than first rows
    mask: np.uint64  # bits that no loser has: p < q and p < 1 in the lowest word, and bits that a short word lacks
    diagonal: np.uint64  # in the lowest word: the bit of p = q - 1
    full: np.uint64  # all bits


@compile_
def join(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int) -> None:
    """Add losers to chains, and the chains to the union."""
    chains, lost, union = kept
    row, i, j, k = np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    for x in range(np.uint64(size)):
        word = chains[row, i + x] | lost[row, j + x]
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def join_second(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int, bits: PlaneBits) -> None:
    """The same for row 2. A loser with p = λ2 - 1, a bit of the lowest word, makes all further bases empty."""
    chains, lost, union = kept
    zero, row, i, j, k = np.uint64(0), np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    diagonal, full = bits.diagonal, bits.full
    for x in range(np.uint64(size)):
        word = chains[row, i + x] | lost[row, j + x]
        if lost[zero, j + x] == diagonal:
            word |= full
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def copy(kept: PlaneWords, w: int, here: int, there: int, first: int, size: int) -> None:
    """Copy chains, and add them to the union."""
    chains, _, union = kept
    row, i, j, k = np.uint64(w), np.uint64(here), np.uint64(there), np.uint64(first)
    for x in range(np.uint64(size)):
        word = chains[row, j + x]
        chains[row, i + x] = word
        union[row, k + x] |= word


@compile_
def copy_edges(kept: PlaneWords, rank: Int64s, w: int, here: int, first: int, i: int, x: int) -> None:
    """Copy the chains for which row i + 1 has x squares, as many as row i, and add them to the union.

    If rows i + 1 to j have x squares, and the next row fewer, they are the chains for x - 1 squares in these rows.
    """
    if not x:  # nothing can be chomped from an empty row
        kept.chains[w, here] = 0
        return
    there, target = 0, 0
    for j in range(i + 1, len(rank) - 1):
        there += rank[j, x - 1]
        target += rank[j, x]
        copy(kept, w, here + target, here + there, first + target, rank[j + 1, x])


@compile_
def gather(board: PlaneBoard, w: int, t: int, size: int, bits: PlaneBits) -> None:
    """The union of the chains of rows 2 to t, for all bases with the current rows 2 to t."""
    kept, _, _, start, rank, rows, _ = board
    for x in range(size):
        kept.union[w, x] = 0
    base = 0  # the rank of the first base
    for i in range(3, t + 1):
        base += rank[i, rows[i]]
    place = base  # the same among the rests of row i
    for i in range(2, t + 1):
        place -= rank[i, rows[i]] if i > 2 else 0
        x, here = rows[i], start[i] + place
        n = rank[t + 1, x] if x == rows[t] else size  # without those with as many squares in row t + 1
        if i < t and rows[i + 1] == x:
            cut = 0  # how much smaller the rank is with the rows below cut by one
            for j in range(i + 1, t + 1):
                if rows[j] == x and x:
                    cut += rank[j, x] - rank[j, x - 1]
            copy(kept, w, here, here - cut, 0, n)
        elif i == 2:
            join_second(kept, w, here, base, 0, n, bits)
        elif x:
            join(kept, w, here, base - rank[i, x] + rank[i, x - 1], 0, n)
        if x == rows[t]:
            copy_edges(kept, rank, w, here, 0, t, x)


@compile_
def settle(board: PlaneBoard, first: int, here: int, v: int, height: int, bits: PlaneBits) -> None:
    """Find the losers of the bases that end with v, a, b, for all v >= a >= b, where one word is enough for a chain."""
    _, lost, union = board.kept
    inner, counts = board.inner, board.counts
    zero, one = np.uint64(0), np.uint64(1)
    x, y = np.uint64(first), np.uint64(here)
    inner[0, 0] = 0
    for a in range(v + 1):
        if a:
            inner[0, a] = inner[0, a - 1]
        outer = bits.mask
        for b in range(a + 1):
            taken = union[zero, x] | inner[0, b] | outer
            free = ~taken & (taken + one)
            lost[zero, y] = free
            inner[0, b] |= free
            outer |= free
            x += one
            y += one
            if free:
                counts[height + (a > 0) + (b > 0), bits.least + lowest(free)] += 1


@compile_
def settle_wide(board: PlaneBoard, first: int, here: int, v: int, height: int, bits: PlaneBits) -> None:
    """The same where a chain has several words."""
    _, lost, union = board.kept
    inner, outer, counts = board.inner, board.outer, board.counts
    one, words, x, y = np.uint64(1), np.uint64(len(union)), np.uint64(first), np.uint64(here)
    for w in range(words):
        inner[w, 0] = 0
        for z in range(np.uint64((v + 1) * (v + 2) // 2)):
            lost[w, y + z] = 0
    for a in range(v + 1):
        for w in range(words):
            outer[w] = 0
            if a:
                inner[w, a] = inner[w, a - 1]
        outer[0] = bits.mask
        for b in range(a + 1):
            for w in range(words):
                taken = union[w, x] | inner[w, b] | outer[w]
                free = ~taken & (taken + one)
                if free:
                    lost[w, y] = free
                    inner[w, b] |= free
                    outer[w] |= free
                    counts[height + (a > 0) + (b > 0), bits.least + 64 * np.int64(w) + lowest(free)] += 1
                    break
            x += one
            y += one


@compile_
def settle_piece(board: PlaneBoard, t: int, size: int, bits: PlaneBits) -> None:
    """Find the losers of all bases with the current rows 2 to t. The rows below are 0 before and after."""
    kept, _, _, start, rank, rows, _ = board
    top, words = len(rows) - 3, len(kept.lost)
    for w in range(words):
        gather(board, w, t, size, bits)
    base, first, height, i = 0, 0, 2 if rows[2] else 1, t
    for j in range(3, t + 1):
        base += rank[j, rows[j]]
        height += rows[j] > 0
    while True:
        while i < top:
            i += 1
            for w in range(words):
                kept.chains[w, start[i]] = 0
        if words == 1:
            settle(board, first, base + first, rows[top], height, bits)
        else:
            settle_wide(board, first, base + first, rows[top], height, bits)
        while i > t and rows[i] == rows[i - 1]:
            first -= rank[i, rows[i]]
            height -= rows[i] > 0
            rows[i] = 0
            i -= 1
        if i == t:
            return
        before, x = base + first, rows[i] + 1
        rows[i] = x
        first += rank[i, x] - rank[i, x - 1]
        height += x == 1
        for w in range(words):
            join(kept, w, start[i], before, first, rank[i + 1, x])
            copy_edges(kept, rank, w, start[i], first, i, x)


@compile_
def advance(board: PlaneBoard, bits: PlaneBits, piece: int, budget: int) -> None:
    """Continue in the plane of the current prefix to its end, where row 2 grows, or by about ``budget`` bases.

    The union must have room for ``piece`` bases.
    """
    rank, rows = board.rank, board.rows
    top, q = len(rows) - 3, rows[2]
    while rows[2] == q and budget > 0:
        i = top
        while i > 2 and not rows[i] and rank[i, rows[i - 1] + 1] <= piece:
            i -= 1
        size = rank[i + 1, rows[i] + 1]
        settle_piece(board, i, size, bits)
        budget -= size
        while i > 2 and rows[i] == rows[i - 1]:
            rows[i] = 0
            i -= 1
        rows[i] += 1


@compile_
def first_rows(lost: AnyWords, least: int, rows: NDArray[np.uint16]) -> None:
    """Fill in the first rows of losers, given by their bits, or 0 for none."""
    size = 8 * lost.itemsize
    for x in range(len(rows)):
        rows[x] = 0
        for w in range(len(lost)):
            if lost[w, x]:
                rows[x] = least + size * w + lowest(np.uint64(lost[w, x]))
