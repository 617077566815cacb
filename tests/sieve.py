"""Bars of three, four or five rows: all losers within a bar, by a sieve, and their consequences for openings.

It shares no code with zchomp except `compile_`, and finds the results of docs/results-bars.md:

    python -m tests.sieve 4 3000

A tail (q, r, s, t) has at most one loser (p, q, r, s, t): p is the least number, q or more, for which no bite leads to
a loser, and there is none if some (x, x, ...) with x < q and the tail cut to x is a loser (proofs/soundness.md, Lemmas
1, 2 and 4). For every row but the first there is a set of the p for which a bite of this row leads to a loser. Tails
come in the order of q, then r, then s, then t, and a set grows with what is found:

    second[r, s, t]    bites of the second row; bit 0 says that there is no loser with this tail
    third[s, t]        bites of the third row, q being given
    fourth[t]          bites of the fourth row, q and r being given
    fifth              bites of the fifth row, q, r and s being given

A bite may also cut the rows below it, which are then as long as the bitten row. So there are also the sets
that the longer ones start from: `second_2[s, t]` is for bites of the second row to q = r, `second_1[t]` for bites to
q = r = s, `second_0` for bites to q = r = s = t, and in the same way for the rows below. Bars of four rows are those
with t = 0, and bars of three rows those with s = t = 0.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zchomp.core.compiler import compile_

Numbers = NDArray[np.int32]
Words = NDArray[np.uint64]


class Sets(NamedTuple):
    """For every row but the first, the p for which a bite of this row leads to a loser. Bit p of a line is p."""

    second: Words
    second_2: Words
    second_1: Words
    second_0: Words
    third: Words
    third_1: Words
    third_0: Words
    fourth: Words
    fourth_0: Words
    fifth: Words


class Sieved(NamedTuple):
    """The losers that the sieve has found in the bars of `rows` rows and at most `upto` columns.

    openings[n, i] is the number s for which n, ..., n, s, ..., s with i rows n is a loser, or -1. reply[i, p, t] is the
    least s for which some p, ..., p, t, ..., t, s, ..., s with i rows p and t > s is a loser, or -1.
    """

    rows: int
    upto: int
    losers: int
    openings: Numbers
    reply: Numbers

    def several(self) -> list[int]:
        """The n for which the bar of n columns does not have exactly one winning opening."""
        counts = (self.openings >= 0).sum(axis=1)
        return [n for n in range(1, self.upto + 1) if counts[n] != 1]

    def without_shorter_last_row(self) -> Iterator[tuple[int, int, int]]:
        """Exceptions to the lemma of proofs/openings.md, with rows of p squares put in front: (p, z, t).

        p, ..., p, z is a loser, z <= t < p, and no p, ..., p, t, s with s < z is.
        """
        for p, z in enumerate(self.openings[:, -1].tolist()):
            if z >= 0:
                least = self.reply[-2, p, z:p]
                yield from ((p, z, z + t) for t in np.flatnonzero((least < 0) | (least >= z)).tolist())

    def without_reply(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Exceptions to a condition that would prove that there is only one opening: (p, j, y, i, t).

        j rows of p squares and then rows of y squares are a loser, i < j, y < t < p, and from i rows of p squares and
        then rows of t squares no bite below row i + 1 wins.
        """
        for p, j in np.argwhere(self.openings >= 0).tolist():
            y = int(self.openings[p, j])
            for i in range(1, j):
                missing = np.flatnonzero(self.reply[i, p, y + 1 : p] < 0)
                yield from ((p, j, y, i, y + 1 + int(t)) for t in missing)


def sieve(rows: int, upto: int, *, plain: bool = False) -> Sieved:
    """All losers with at most this many rows, three to five, and with first row at most ``upto``.

    ``plain`` runs the kernel as Python, without compiling it.
    """
    n, words = upto + 1, (upto + 64) // 64
    pairs = n * (n + 1) // 2 if rows == 5 else n
    triples = {3: n, 4: n * (n + 1) // 2, 5: n * (n + 1) * (n + 2) // 6}[rows]
    openings, reply = np.full((n, rows), -1, np.int32), np.full((rows, n, n), -1, np.int32)
    sizes = (triples, pairs, n, 1, pairs, n, 1, n, 1, 1)
    sets = Sets(*(np.zeros((size, words), np.uint64) for size in sizes))
    kernel: Any = _sieve
    losers = (kernel.py_func if plain else kernel)(rows, upto, sets, openings, reply)
    return Sieved(rows, upto, losers, openings, reply)


@compile_
def _sieve(rows: int, upto: int, sets: Sets, openings: Numbers, reply: Numbers) -> int:  # noqa: C901, PLR0912, PLR0915
    """Fill the tables, and return the number of losers. It is one function, because calls with arrays are slow."""
    second, second_2, second_1, second_0, third, third_1, third_0, fourth, fourth_0, fifth = sets
    words, losers, one = second.shape[1], 0, np.uint64(1)
    for q in range(upto + 1):
        start, above = max(q, 1), ~((one << np.uint64(max(q, 1) & 63)) - one)
        third_0[0] = 0
        for r in range(q + 1):
            fourth_0[0] = 0
            for s in range(r + 1 if rows > 3 else 1):
                fifth[0] = 0
                for t in range(s + 1 if rows > 4 else 1):
                    pair = s * (s + 1) // 2 + t if rows > 4 else s
                    triple = r * (r + 1) * (r + 2) // 6 + pair if rows > 4 else r * (r + 1) // 2 + s if rows > 3 else r
                    # If rows are equal, a set starts from the one for bites that also cut the next row.
                    if q == t:
                        second_1[t] = second_0[0]
                    if q == s:
                        second_2[pair] = second_1[t]
                    if q == r:
                        second[triple] = second_2[pair]
                    if r == t:
                        third_1[t] = third_0[0]
                    if r == s:
                        third[pair] = third_1[t]
                    if s == t:
                        fourth[t] = fourth_0[0]
                    if second[triple, 0] & one:
                        continue
                    # The least p, q or more and not 0, that is in no set.
                    word = start >> 6
                    free = above & ~(second[triple, word] | third[pair, word] | fourth[t, word] | fifth[0, word])
                    while not free and word + 1 < words:
                        word += 1
                        free = ~(second[triple, word] | third[pair, word] | fourth[t, word] | fifth[0, word])
                    p = 64 * word + _lowest(free)
                    if not free or p > upto:
                        continue
                    losers += 1
                    bit = one << np.uint64(p & 63)
                    fifth[0, word] |= bit
                    fourth[t, word] |= bit
                    third[pair, word] |= bit
                    second[triple, word] |= bit
                    if s == t:
                        fourth_0[0, word] |= bit
                    if r == s:
                        third_1[t, word] |= bit
                    if r == s == t:
                        third_0[0, word] |= bit
                    if q == r:
                        second_2[pair, word] |= bit
                    if q == r == s:
                        second_1[t, word] |= bit
                    if q == r == s == t:
                        second_0[0, word] |= bit
                    # A bite of the first row leads here from every longer second row: those tails have no loser.
                    if p == q:
                        second[triple, 0] |= one
                        if q == r:
                            second_2[pair, 0] |= one
                        if q == r == s:
                            second_1[t, 0] |= one
                    _note(rows, (p, q, r, s, t), openings, reply)
    return losers


@compile_
def _lowest(word: Any) -> int:
    """The place of the lowest bit of a word, or 63 if it is 0."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if not word & ((np.uint64(1) << np.uint64(step)) - np.uint64(1)):
            word >>= np.uint64(step)
            place += step
    return place


@compile_
def _note(rows: int, loser: tuple[int, int, int, int, int], openings: Numbers, reply: Numbers) -> None:
    """Record a loser in the tables, if its rows have at most three lengths."""
    i = _run(rows, loser, 0)
    j = _run(rows, loser, i)
    if j == rows:
        openings[loser[0], i] = loser[i]
    elif _run(rows, loser, j) == rows:
        least = reply[i, loser[0], loser[i]]
        if least < 0 or loser[j] < least:
            reply[i, loser[0], loser[i]] = loser[j]


@compile_
def _run(rows: int, loser: tuple[int, int, int, int, int], first: int) -> int:
    """The number of rows up to the last one with a given length."""
    last = first
    while last < rows and loser[last] == loser[first]:
        last += 1
    return last


def main(rows: int, upto: int) -> None:
    """Print the results."""
    found = sieve(rows, upto)
    lines: dict[str, Sequence[object]] = {
        "not exactly one winning opening": found.several(),
        "exceptions to the lemma with rows in front": list(found.without_shorter_last_row()),
        "no winning bite below": list(found.without_reply()),
    }
    print(f"{rows} x n bars, n <= {upto}: {found.losers} losers")  # noqa: T201
    for name, exceptions in lines.items():
        print(f"{name}: {exceptions[:5] or 'none'}")  # noqa: T201


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
