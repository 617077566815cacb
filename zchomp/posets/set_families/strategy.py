"""Strategies on all sets of at most k of n points, n at most 7: from the table of all families (extra `fast`).

`strategy_kernel` finds the members and their answers, from large to small. Here they are numbered from small
to large and written as lines. The symmetries are the permutations of points that were needed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from zchomp import limits, memory
from zchomp.bitsets import bitset, members
from zchomp.errors import DisagreementError, TooLarge
from zchomp.posets.search import StepBudget
from zchomp.posets.set_families.kernel import renumbered
from zchomp.posets.set_families.recognition import POINTS, SetFamily, family_of, small_sets_of
from zchomp.posets.set_families.strategy_kernel import MIRRORS, FilledTable, Members, add, answer_all, order_code, room
from zchomp.posets.set_families.table import FamilyTable
from zchomp.posets.strategy import PosetClaim, Strategy, as_line
from zchomp.progress import Progress, silent
from zchomp.work.runs import run

__all__ = ["find_family_strategy"]

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
        element = {one: x for x, one in self.sets.items()}
        moved = {x: bitset(new[p] for p in range(POINTS) if one >> p & 1) for x, one in self.sets.items()}
        return tuple(element[moved[x]] if x in moved else x for x in range(len(self.claimed.poset)))


def find_family_strategy(claimed: PosetClaim, budget: StepBudget, progress: Progress = silent) -> Strategy | None:
    """The certificate of a claim about all sets of at most k of n points, or None for any other claim.

    >>> from zchomp.posets.families import subsets
    >>> from zchomp.posets.verifier import check
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
        columns = [self._skeleton.sets.get(x, 0) for x in range(len(self._skeleton.claimed.poset))]
        for first in range(0, len(self._by_size), CHUNK):
            some = self._by_size[first : first + CHUNK]
            words = self._found.family[some].astype("<u8").view(np.uint8)
            bits = np.unpackbits(words, axis=1, bitorder="little")[:, columns]
            sets = np.packbits(bits, axis=1, bitorder="little")
            for k, left in zip(some.tolist(), sets, strict=True):
                yield self._line(k, int.from_bytes(left.tobytes(), "little"))

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
