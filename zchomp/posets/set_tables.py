"""Families of sets of at most 7 points: who wins at all of them, and strategies that prove it (extra `fast`).

The table of all families inside a given one has a bit for each, up to the numbering of all points but one, and uses no
hashing. Its size is known before it is filled, block by block. The header of `set_kernels` says how it is laid out.

A depth-first search settles some questions with a few families. A move often leaves a family of fewer points, or one
that a mirror reduces to fewer points: the fixed part of a mirror has the same outcome (docs/strategy-format.md). The
table of all families of at most 6 points is filled in a twentieth of a second, so only families of 7 points are
searched. The search gives up after a number of them, and then the table decides. The sets of at most 4 of 7 points, for
example, are settled by a few families here, and by the table in a quarter of an hour.

A strategy on all sets of at most k of n points comes from the table: `set_kernels` finds its members and their answers,
from large to small. Here they are numbered from small to large and written as lines. The symmetries are the
permutations of points that were needed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from heapq import heappop, heappush

import numpy as np

from zchomp.core import limits, memory
from zchomp.core.machine_words import Int64s, UInt16s, Words
from zchomp.core.numbers import bitset, members
from zchomp.core.runs import STEP, Progress, run, silent
from zchomp.errors import DisagreementError, InvalidArgument, TooLarge
from zchomp.posets.poset import POINTS, SetFamily, family_of, moved_elements, small_sets_of
from zchomp.posets.search import StepBudget
from zchomp.posets.set_kernels import (
    DOWN,
    LOST,
    MIRRORS,
    OUTSIDE,
    Blocks,
    FilledTable,
    Members,
    add,
    answer_all,
    count,
    exchange,
    fill,
    find,
    fixed_part,
    mirror_of,
    number,
    order_code,
    permuted,
    rank_all,
    renumbered,
    representative,
    room,
    successors,
)
from zchomp.posets.strategy import PosetClaim, Strategy, as_line

LAST = POINTS - 1
LOW_HALF = 2**32 - 1


class FamilyTable:
    """Who wins at every family inside one, after all blocks are filled.

    ``positions`` are the families in the table, ``memory`` the bytes that it takes, and ``seconds`` roughly the time.

    >>> from zchomp.posets.poset import family_of
    >>> table = FamilyTable(family_of([1, 2, 3]))
    >>> table.positions
    5
    >>> while table.done < table.total:
    ...     table.advance(100)
    >>> table.is_lost(family_of([1, 2, 3])), table.is_lost(family_of([1, 2])), table.lost
    (False, True, 2)
    """

    def __init__(self, family: SetFamily) -> None:
        self.ranks, counts = _ranks()
        self._last = _busiest(family)
        self.blocks = _plan(*self._exchanged(family), counts)
        self._bits = int(counts[self.blocks.low] @ self.blocks.width)
        self._sizes = np.array([count(bound, counts) for bound in self.blocks.bound], np.int64)
        self._table = np.zeros(0, np.uint64)
        self._filled = self.done = self.lost = 0
        self.positions = self.total = int(self._sizes.sum())
        self.seconds = self.positions / limits.FAMILY_TABLE_PACE
        self.memory = self._bits // 8 + self.ranks.nbytes

    def advance(self, budget: int) -> None:
        """Fill some blocks, for about as long as a bar of ``budget`` bases takes."""
        table = self.bits()
        end = self.done + 1 + budget * limits.FAMILY_TABLE_PACE // STEP
        while self._filled < len(self._sizes) and self.done < end:
            self.lost += int(fill(table, self.blocks, self.ranks, self._filled))
            self.done += int(self._sizes[self._filled])
            self._filled += 1

    def is_lost(self, family: SetFamily) -> bool:
        """Whether a family inside the one of this table is lost.

        Raises InvalidArgument if it is not inside, or the table is not filled.
        """
        known = (
            find(self._table, self.blocks, self.ranks, *self._exchanged(family)) if self.done == self.total else OUTSIDE
        )
        if known == OUTSIDE:
            raise InvalidArgument(f"not in the table: {family!r}")
        return bool(known == LOST)

    def digest(self) -> str:
        """The SHA-256 of all bits, block by block, eight in a byte, the first one the lowest."""
        return sha256(self._table.astype("<u8", copy=False).data).hexdigest()

    def bits(self) -> Words:
        """The table itself. Its memory is taken when it is first needed."""
        if not len(self._table):
            self._table = np.zeros(self._bits // 64 + 1, np.uint64)
        return self._table

    def _exchanged(self, family: SetFamily) -> tuple[np.uint64, np.uint64]:
        """A family with the point that is in the most sets as its last point, and the empty set added."""
        low, high = map(np.uint64, family)
        if self._last != LAST:
            low, high = exchange(low, high, self._last, LAST)
        return np.uint64(int(low) | 1), np.uint64(high)


@cache
def _ranks() -> tuple[UInt16s, Int64s]:
    """The ranks of all down-sets of 5 points, and how many are inside each one."""
    ranks, counts = np.zeros((len(DOWN), len(DOWN)), np.uint16), np.zeros(len(DOWN), np.int64)
    rank_all(ranks, counts)
    return ranks, counts


def _busiest(family: SetFamily) -> int:
    """The point that is in the most sets, or the last one of several."""
    word = family[0] | family[1] << 64
    degrees = [sum(word >> one & 1 for one in range(1 << POINTS) if one >> point & 1) for point in range(POINTS)]
    return max(range(POINTS), key=lambda point: (degrees[point], point))


def _plan(low: np.uint64, high: np.uint64, counts: Int64s) -> Blocks:
    """The blocks that moves lead to, in the order of their words, each with the union of all bounds.

    Moves lead to smaller words, so the largest remaining word has its final bound.
    """
    first, order = representative(low)
    bounds = {int(first): int(permuted(high, order))}
    waiting, reached = [-int(first)], []
    while waiting:
        word = -heappop(waiting)
        found, orders = np.zeros((64, 2), np.uint64), np.zeros(64, np.int64)
        successors(np.uint64(word), np.uint64(bounds[word]), found, orders)
        for after, bound in found[found[:, 0] != 0].tolist():
            if after not in bounds:
                heappush(waiting, -after)
            bounds[after] = bounds.get(after, 0) | bound
        reached.append((found[:, 0], orders))
    words = np.array(sorted(bounds), np.uint64)
    bound = np.array([bounds[word] for word in words.tolist()], np.uint64)
    lows = np.array([number(np.uint64(one & LOW_HALF)) for one in bound.tolist()], np.int64)
    highs = np.array([number(np.uint64(one >> 32)) for one in bound.tolist()], np.int64)
    ends = np.cumsum(counts[lows] * counts[highs])
    after = np.searchsorted(words, np.array([found for found, _ in reversed(reached)]))
    orders = np.array([orders for _, orders in reversed(reached)])
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
    return Blocks(words, bound, starts, lows, highs, counts[highs], after, orders)


SIX_POINTS = family_of(range(1, 1 << 6))


class FamilySearch:
    """A search that remembers solved families, and gives up after ``most`` families of 7 points.

    >>> edges = [1 | 1 << point for point in range(1, 7)]  # a star: all points are joined to the first one
    >>> FamilySearch(most=100).is_lost(family_of([*(1 << point for point in range(7)), *edges]))
    False

    Raises TooLarge if there is not enough memory for the table of 6 points.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[SetFamily, bool] = {}
        self._smaller = FamilyTable(SIX_POINTS)
        memory.require(self._smaller.memory, "a table of all families of 6 points")
        run(self._smaller, silent, "searching")

    @property
    def positions(self) -> int:
        """The number of families solved so far, including those in the table."""
        return self._smaller.positions + len(self._known)

    def is_lost(self, family: SetFamily) -> bool:
        """Whether a family is lost. Raises TooLarge if that takes too many families of 7 points."""
        return self._solve(_reduced(family))

    def _solve(self, family: SetFamily) -> bool:
        known = self._look(family)
        if known is None:
            if len(self._known) >= self._most:
                raise TooLarge(f"{self._most} families of 7 points did not settle it")
            known = self._known[family] = not any(map(self._solve, self._after(family)))
        return known

    def _look(self, family: SetFamily) -> bool | None:
        """Whether a family is lost, if that is known. Points that do not occur have the last numbers."""
        return self._known.get(family) if family[1] else self._smaller.is_lost(family)

    def _after(self, family: SetFamily) -> list[SetFamily]:
        """The families after one move: known ones first, and then the small ones."""
        sets = list(members(family[0] | family[1] << 64))
        after = {_reduced(family_of(one for one in sets if one & x != x)) for x in sets}
        return sorted(after, key=lambda one: (self._look(one) is None, one[0].bit_count() + one[1].bit_count(), one))


def search_families(families: Sequence[SetFamily], most: int) -> FamilySearch | None:
    """The search after it has solved the given families, or None if they have fewer than 7 points or if it gives up."""
    if not any(high for _, high in families):
        return None
    try:
        search = FamilySearch(most)
        for family in families:
            search.is_lost(family)
    except TooLarge:
        return None
    return search


def _reduced(family: SetFamily) -> SetFamily:
    """The part of a family that mirrors leave fixed, which has the same outcome, with its points renumbered."""
    low, high = map(np.uint64, family)
    while (mirror := mirror_of(low, high)) >= 0:
        low, high = map(np.uint64, fixed_part(low, high, mirror))
    return renumbered((int(low), int(high)))[0]


SETS = 1 << POINTS
CHUNK = 256
"""How many members are answered or written at a time."""

MOST_MEMBERS, MOST_ANSWERS = 1 << 21, 1 << 25

IDENTITY = sum(i * POINTS**i for i in range(POINTS))
"""The code of the identity, which renumbers no point."""


@dataclass(frozen=True)
class Skeleton:
    """All nonempty sets of at most k of n points, as the elements of a poset, possibly with a poison below them."""

    claimed: PosetClaim
    sets: dict[int, int]  # for each element, its set of points
    points: int

    @classmethod
    def of(cls, claimed: PosetClaim) -> "Skeleton | None":
        """The skeleton of a claim, or None if the elements are not all sets of at most k of 7 points."""
        sets = small_sets_of(claimed.poset, claimed.poset.after((), claimed.poisoned))
        points = sum(one.bit_count() == 1 for one in sets.values()) if sets else 0
        return cls(claimed, sets, points) if sets and points <= POINTS else None

    def family(self, position: int) -> SetFamily:
        """The family of sets of a position."""
        return family_of(self.sets[x] for x in members(position))

    def images(self, code: int) -> tuple[int, ...]:
        """The symmetry that renumbers points: for each element its image."""
        new = [0] * POINTS
        for i in range(POINTS):
            new[code // POINTS**i % POINTS] = i
        return moved_elements(self.sets, new, len(self.claimed.poset))


def find_family_strategy(claimed: PosetClaim, budget: StepBudget, progress: Progress = silent) -> Strategy | None:
    """The certificate of a claim about all sets of at most k of n points, or None for any other claim.

    >>> from zchomp.posets.families import subsets
    >>> from zchomp.proof.strategy_verifier import check
    >>> from io import BytesIO
    >>> proof = find_family_strategy(PosetClaim(subsets(4, 3).poset, False, ()), StepBudget(10**9))
    >>> check(BytesIO(proof.text().encode()))
    'lost elements=14 taken=[] members=5'

    Raises TooLarge if it takes more effort or memory, and DisagreementError if the claim is false.
    """
    skeleton = Skeleton.of(claimed)
    if skeleton is None:
        return None
    table = FamilyTable(skeleton.family(bitset(skeleton.sets)))
    budget.spend(int(table.seconds * limits.POSET_PACE))
    memory.require(table.memory, "the table of all positions")
    run(table, progress, "searching")
    roots = _roots(skeleton, table)
    found = _Found(FilledTable(table.bits(), table.blocks, table.ranks, skeleton.points), budget)
    left = [found.reach(skeleton.family(position)) for _, position in roots]
    found.complete(progress)
    lines = _Lines(skeleton, found.members, (code for _, code in left))
    named = [
        (*moves, int(lines.number[k]), lines.symmetry[code]) for (moves, _), (k, code) in zip(roots, left, strict=True)
    ]
    won = {"winning": [one for one in named if len(one) == 3], "answers": [one for one in named if len(one) == 4]}
    images = [skeleton.images(code) for code in lines.symmetry if code != IDENTITY]
    trailer = won if claimed.winning else {"start": named[0]}
    return claimed.proved_by([*lines.all()], trailer, images, table.positions)


def _roots(skeleton: Skeleton, table: FamilyTable) -> list[tuple[tuple[int, ...], int]]:
    """The positions that have to be lost, each with the moves that lead there.

    They are the start, or the positions after each winning move and after an answer to each other move.
    """
    claimed, above = skeleton.claimed, skeleton.claimed.poset.above
    start = claimed.start
    found: list[tuple[tuple[int, ...], int]] = [((x,), start & ~above[x]) for x in claimed.winning] or [((), start)]
    if not all(table.is_lost(skeleton.family(position)) for _, position in found):
        raise DisagreementError("the claim is false")
    covered = bitset(claimed.winning)
    for x in members(start if claimed.winning and claimed.complete else 0):
        if not covered >> x & 1:
            after = start & ~above[x]
            lost = (y for y in members(after) if table.is_lost(skeleton.family(after & ~above[y])))
            y = next(lost, None)
            if y is None:
                raise DisagreementError(f"the move {x} has no answer, so the claim is false")
            found.append(((x, y), after & ~above[y]))
            covered |= 1 << x | (not above[y] >> x & 1) << y
    return found


class _Found:
    """The members found so far. The system provides their memory as it is needed."""

    def __init__(self, table: FilledTable, budget: StepBudget) -> None:
        self.table, self.budget = table, budget
        self.members = room(MOST_MEMBERS, MOST_ANSWERS)

    def reach(self, family: SetFamily) -> tuple[int, int]:
        """Add a lost family: the number of the member, and how its points are renumbered."""
        (low, high), order = renumbered(family)
        with np.errstate(over="ignore"):
            return int(add(self.members, np.uint64(low), np.uint64(high))), int(order_code(order))

    def complete(self, progress: Progress) -> None:
        """Answer all members, from large to small."""
        largest = int(self.members.size.max())
        for size in range(largest, -1, -1):
            chosen = np.flatnonzero(self.members.size[: self.members.counts[0]] == size)
            for first in range(0, len(chosen), CHUNK):
                some = chosen[first : first + CHUNK]
                self.budget.spend(len(some) * limits.POSET_PACE // limits.FAMILY_MEMBER_PACE)
                most = len(some) * size + self.members.counts
                if most[0] > MOST_MEMBERS or most[1] > MOST_ANSWERS:
                    raise TooLarge(f"more than {MOST_MEMBERS} members or {MOST_ANSWERS} answers")
                with np.errstate(over="ignore"):
                    wrong = answer_all(self.members, self.table, some)
                if wrong >= 0:
                    raise DisagreementError("a member is not lost, so the claim is false")
            progress("answering", largest - size + 1, largest + 1, f"{self.members.counts[0]} positions")


class _Lines:
    """The lines of all members, numbered from small to large."""

    def __init__(self, skeleton: Skeleton, found: Members, codes: Iterable[int]) -> None:
        count, answers = (int(one) for one in found.counts)
        self._found, self._skeleton = found, skeleton
        self._by_size = np.argsort(found.size[:count], kind="stable")
        self.number = np.zeros(count, np.int64)
        self.number[self._by_size] = np.arange(count)
        self._answers = found.answers[:answers]
        used = sorted({*np.unique(self._answers[:, 3]).tolist(), *codes} - {IDENTITY})
        self.symmetry = {code: g for g, code in enumerate([IDENTITY, *used])}
        number = np.zeros(POINTS**POINTS, np.int64)
        number[used] = np.arange(1, len(used) + 1)
        element = np.zeros(SETS, np.int64)
        for x, one in skeleton.sets.items():
            element[one] = x
        for column, named in enumerate((element, element, self.number, number)):
            self._answers[:, column] = named[self._answers[:, column]]

    def all(self) -> Iterator[str]:
        """The lines, one after the other."""
        for k in self._by_size.tolist():
            low, high = map(int, self._found.family[k])
            sets = low | high << 64
            yield self._line(k, bitset(x for x, one in self._skeleton.sets.items() if sets >> one & 1))

    def _line(self, k: int, left: int) -> str:
        """The line of a member."""
        first = int(self._found.first[k])
        answers = self._answers[first : first + int(self._found.length[k])].tolist()
        mirror = int(self._found.mirror[k])
        if mirror < 0:
            return as_line({"left": f"{left:x}", "answers": answers})
        image = list(range(POINTS))
        for i, j in MIRRORS[mirror].tolist():
            image[i], image[j] = image[j], image[i]
        moved = self._skeleton.images(sum(p * POINTS**i for i, p in enumerate(image)))
        pairs = [(x, moved[x]) for x in members(left) if x < moved[x]]
        return as_line({"left": f"{left:x}", "mirror": pairs, "fixed": answers[0][2:]})
