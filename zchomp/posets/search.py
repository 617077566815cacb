"""The search in plain Python: outcome, winning moves and nim-values of every position, each position once.

A position is the set of the remaining elements, a down-set. A move picks one of them and removes it with all larger
ones. A player who cannot move loses. If the smallest element is poisoned (Chomp_0 of [BHMS05]), it cannot be picked:
that is Chomp on the other elements.

Three ideas make large symmetric posets possible. All of them are exact:
- A position with several connected parts is a sum. Its nim-value is the nim-sum of the nim-values of the parts.
- Positions of the same form are solved once. The `form` of a position is its order, with the elements renumbered by
  their surroundings. Two positions of the same form are isomorphic. Isomorphic positions may have different forms,
  which only costs time.
- The first winning move settles an outcome. Nim-values are computed only where sums need them.

Forms come from colour refinement, written out below in 40 lines. A library for canonical labelling would not make them
shorter: pynauty has no wheels for Windows, both pynauty and igraph are under the GPL, and neither can stop when a
budget is used up. networkx has hashes of graphs, which may agree by accident, and no canonical labelling.

`SearchSize` says about how many positions there are, and what effort settles them all.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple, Self

from zchomp.bars.position import mex
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.effort import needs_effort
from zchomp.core.numbers import bitset, members
from zchomp.core.runs import Progress, silent
from zchomp.errors import TooLarge
from zchomp.posets.poset import Poset

Form = tuple[int, ...]
"""An order up to names: for each element, in canonical numbering, the set of those that it covers."""

PRIME = (1 << 61) - 1
START = 1_000_003
"""The initial colour of all elements. It is large, so that a few elements above do not look like others below."""

SMALL_GROUP = 50
"""With at most this many automorphisms, positions are remembered as they are: that is faster than finding forms."""

REPORTED = 500
"""The number of positions between two reports of progress."""


class StepBudget:
    """The remaining number of steps, and a reserve. Several million steps take a second.

    >>> budget = StepBudget(1000, reserve=50)
    >>> budget.spend(300)
    >>> budget.left, budget.spent
    (700, 300)
    >>> budget.release()
    >>> budget.left, budget.spent
    (750, 300)
    """

    def __init__(self, steps: int, reserve: int = 0) -> None:
        self.total, self.left, self._reserve = steps + reserve, steps, reserve

    @property
    def spent(self) -> int:
        """The number of steps counted so far."""
        return self.total - self.left - self._reserve

    def release(self) -> None:
        """Use the reserve as well."""
        self.left, self._reserve = self.left + self._reserve, 0

    def spend(self, steps: int) -> None:
        """Count some steps.

        Raises TooLarge if there are not enough left.
        """
        self.left -= steps
        if self.left < 0:
            self.left = 0
            raise TooLarge("a search of limited effort did not settle it")


class PosetGame:
    """Chomp on a poset. It remembers all positions that it has solved, and must be used by one thread only.

    The methods raise TooLarge when more than ``max_positions`` would have to be solved, or when ``budget`` is used up.
    ``progress`` receives how much of the budget has been used.

    >>> square = Poset.from_order({f"{i}{j}": (i, j) for i in (0, 1) for j in (0, 1)},
    ...                           lambda a, b: a != b and a[0] <= b[0] and a[1] <= b[1])
    >>> game = PosetGame(square, poisoned=True)
    >>> game.is_lost(game.start), square.names(game.winning_moves(game.start)), game.nim_value(game.start)
    (False, ('11',), 2)
    """

    def __init__(
        self,
        poset: Poset,
        poisoned: bool = False,
        max_positions: int | None = None,
        budget: StepBudget | None = None,
        progress: Progress = silent,
    ) -> None:
        self.poset = poset
        self.start = poset.after((), poisoned)
        self.solved = 0
        self._max_positions = max_positions
        self._budget = budget
        self._progress = progress
        self._lost: dict[int | Form, bool] = {0: True}
        self._nim: dict[int | Form, int] = {0: 0}

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether there are enough symmetries for forms to save time."""
        return largest_group(self.poset, self.start, self._budget) > SMALL_GROUP

    def go_on(self) -> None:
        """Use the reserve of the budget as well."""
        if self._budget is not None:
            self._budget.release()

    def known(self, position: int) -> bool | None:
        """Whether a position is lost, if that is already known."""
        return self._lost.get(position)

    def is_lost(self, position: int) -> bool:
        """Whether the player to move loses."""
        known = self._lost.get(position)
        if known is None:
            first, *rest = parts = self._parts(position)
            key = self._key(position) if not rest else position
            known = self._lost.get(key)
            if known is None:
                if rest:
                    known = self._nim_sum(parts) == 0
                else:
                    self._count()
                    after = [position & ~self.poset.above[x] for x in members(first)]
                    known = not any(map(self._lost.get, after)) and not any(map(self.is_lost, after))
                self._lost[key] = known
            self._lost[position] = known
        return known

    def nim_value(self, position: int) -> int:
        """The nim-value: the least number that is not the nim-value of a position after one move."""
        known = self._nim.get(position)
        if known is None:
            first, *rest = parts = self._parts(position)
            if rest:
                known = self._nim_sum(parts)
            else:
                key = self._key(position)
                known = self._nim.get(key)
                if known is None:
                    self._count()
                    reached = set()
                    for x in members(first):
                        reached.add(self.nim_value(position & ~self.poset.above[x]))
                    known = mex(reached)
                    self._nim[key] = known
            self._nim[position] = known
        return known

    def winning_moves(self, position: int) -> int:
        """The set of all elements that win when picked."""
        return bitset(x for x in members(position) if self.is_lost(position & ~self.poset.above[x]))

    def _parts(self, position: int) -> list[int]:
        if self._budget:
            self._budget.spend(5 * position.bit_count())
        return connected_parts(self.poset, position)

    def _nim_sum(self, parts: Iterable[int]) -> int:
        total = 0
        for part in parts:
            total ^= self.nim_value(part)
        return total

    def _key(self, position: int) -> int | Form:
        return form(self.poset, position, self._budget) if self.is_symmetric else position

    def _count(self) -> None:
        if self.solved == self._max_positions:
            raise TooLarge(f"{self.solved} positions did not settle it")
        self.solved += 1
        if self._budget and self.solved % REPORTED == 0:
            budget = self._budget
            self._progress("searching", budget.spent, budget.total, f"{self.solved} positions")


@contextmanager
def deep_recursion(elements: int) -> Iterator[None]:
    """Allow recursion as deep as there are elements, because a game may last that long."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, 1000 + 4 * elements))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def connected_parts(poset: Poset, position: int) -> list[int]:
    """The connected parts of a position: no element of one is comparable to an element of another.

    >>> list(map(bin, connected_parts(Poset.from_covers("abcd", [("a", "d")]), 0b1111)))
    ['0b1001', '0b10', '0b100']
    """
    above, below = poset.above, poset.below
    parts = []
    while position:
        part = todo = position & -position
        while todo:
            x = todo.bit_length() - 1
            new = (above[x] | below[x]) & position & ~part
            part |= new
            todo = todo & ~(1 << x) | new
        parts.append(part)
        position &= ~part
    return parts


def form(poset: Poset, position: int, budget: StepBudget | None = None) -> Form:
    """The order of a position, with its elements renumbered by their surroundings. Equal forms are isomorphic.

    >>> path = Poset.from_covers("abcxy", [("a", "x"), ("b", "x"), ("b", "y"), ("c", "y")])
    >>> form(path, 0b01011) == form(path, 0b10110), form(path, 0b01011) == form(path, 0b00111)
    (True, False)
    """
    colours, pairs = _colours(poset, position, budget)
    _break_ties(colours, pairs, budget)
    number = {x: new for new, x in enumerate(sorted(range(len(colours)), key=colours.__getitem__))}
    covered = [0] * len(colours)
    for x, y in pairs:
        covered[number[y]] |= 1 << number[x]
    return tuple(covered)


def canonical_order(poset: Poset, position: int) -> list[int]:
    """The remaining elements, in the order in which `form` numbers them.

    >>> sorted(canonical_order(Poset.from_covers("ab", [("a", "b")]), 0b11))
    [0, 1]
    """
    colours, pairs = _colours(poset, position)
    _break_ties(colours, pairs)
    left = list(members(position))
    return [left[x] for x in sorted(range(len(left)), key=colours.__getitem__)]


def colour_classes(poset: Poset, position: int, budget: StepBudget | None = None) -> list[int]:
    """The remaining elements, in sets of elements that look alike. An automorphism maps each set to itself.

    >>> list(map(bin, colour_classes(Poset.from_covers("abc", [("a", "c"), ("b", "c")]), 0b111)))
    ['0b11', '0b100']
    """
    classes: dict[int, int] = {}
    for x, colour in zip(members(position), _colours(poset, position, budget)[0], strict=True):
        classes[colour] = classes.get(colour, 0) | 1 << x
    return list(classes.values())


def largest_group(poset: Poset, position: int, budget: StepBudget | None = None) -> int:
    """An upper bound for the number of automorphisms, nearly always the number itself.

    >>> largest_group(Poset.from_covers("abc", []), 0b111)
    6
    """
    return _break_ties(*_colours(poset, position, budget), budget)


def count_down_sets(poset: Poset, position: int, steps: int = limits.POSET_COUNTING) -> tuple[int, bool]:
    """The number of down-sets, including the empty one, and True, or after ``steps`` steps a lower bound and False.

    For each element x, a down-set contains x and all below it, or neither x nor anything above it.

    >>> count_down_sets(Poset.from_covers("abc", [("a", "b")]), 0b111)
    (6, True)
    """
    known: dict[int, int] = {0: 1}
    exact = True
    steps = min(steps, limits.POSET_COUNTING_WORK // max(1, position.bit_count()))

    def count(left: int) -> int:
        nonlocal exact
        total = 1
        for part in connected_parts(poset, left):
            if part not in known and len(known) >= steps:
                exact = False
                known[part] = 1 << _wide(poset, part)
            elif part not in known:
                x = max(members(part), key=lambda x: _balance(poset, part, x))
                both = count(part & ~poset.above[x]) + count(part & ~poset.below[x] & ~(1 << x))
                known[part] = both if exact else max(both, 1 << _wide(poset, part))
            total *= known[part]
        return total

    return count(position), exact


def _wide(poset: Poset, position: int) -> int:
    """The size of an antichain of elements with equally many below them. Each of its subsets generates a down-set."""
    return max(Counter((poset.below[x] & position).bit_count() for x in members(position)).values())


def _balance(poset: Poset, position: int, x: int) -> int:
    """How evenly an element divides a position: the smaller of the numbers of elements above and below it."""
    return min((poset.above[x] & position).bit_count(), (poset.below[x] & position).bit_count() + 1)


def _colours(poset: Poset, position: int, budget: StepBudget | None = None) -> tuple[list[int], list[tuple[int, int]]]:
    """A colour for each remaining element, by its surroundings alone, and the covering pairs, renumbered from 0.

    The covering pairs of a position are those of the poset, because a position contains every element between two of
    its elements.
    """
    left = list(members(position))
    number = {x: new for new, x in enumerate(left)}
    pairs = [(number[x], number[y]) for y in left for x in members(poset.covered[y] & position)]
    colours = [START] * len(left)
    _refine(colours, pairs, budget)
    return colours, pairs


def _refine(colours: list[int], pairs: list[tuple[int, int]], budget: StepBudget | None = None) -> None:
    """Mix the colours above and below into each colour, until no class of equal colours is divided further.

    Colours that agree by accident only cost time, because a form is the whole order, and not the colours.
    """
    classes = len(set(colours))
    while True:
        if budget:
            budget.spend(2 * len(colours) + len(pairs))
        upwards = [colour * colour % PRIME for colour in colours]
        downwards = [colour * square % PRIME for colour, square in zip(colours, upwards, strict=True)]
        mixed = [colour * 0x9E3779B97F4A7C15 for colour in colours]
        for x, y in pairs:
            mixed[y] += upwards[x]
            mixed[x] += downwards[y]
        colours[:] = [colour % PRIME for colour in mixed]
        finer = len(set(colours))
        if finer <= classes or finer == len(colours):
            return
        classes = finer


def _break_ties(colours: list[int], pairs: list[tuple[int, int]], budget: StepBudget | None = None) -> int:
    """Give every element its own colour, breaking ties one by one. Returns the product of the sizes of the ties."""
    ties = 1
    for fresh in range(2, len(colours) + 2):
        classes: dict[int, list[int]] = {}
        for x, colour in enumerate(colours):
            classes.setdefault(colour, []).append(x)
        if len(classes) == len(colours):
            break
        size, colour = min((len(tied), colour) for colour, tied in classes.items() if len(tied) > 1)
        colours[classes[colour][0]] = fresh
        ties *= size
        _refine(colours, pairs, budget)
    return ties


class SearchSize(NamedTuple):
    """How many positions a search may meet: an estimate if ``exact``, else a lower bound, or None if not known."""

    positions: int | None
    exact: bool
    by_symmetry: bool = False
    """Whether positions are counted up to symmetry."""

    @classmethod
    def of(cls, poset: Poset, left: int) -> Self:
        """The size of a position. It is counted up to symmetry where the search does so."""
        try:
            count, exact = count_down_sets(poset, left)
            group = largest_group(poset, left, StepBudget(limits.POSET_SIZE_BUDGET))
        except TooLarge:
            return cls(None, False)
        return cls(max(1, count // group), exact, True) if group > SMALL_GROUP else cls(count, exact)

    def is_hopeless(self) -> bool:
        """Whether there are far too many positions for even a lucky search to settle it."""
        return self.positions is None or self.positions > limits.POSET_HOPELESS

    def is_endless(self) -> bool:
        """Whether no effort is enough to search all of them."""
        return self.positions is None or self.positions >= 10**15

    def text(self) -> str:
        """The size in words."""
        if self.positions is None:
            return "very many positions"
        digits = len(str(self.positions)) - 1
        shown = self.positions if digits < 7 else f"10^{digits}"
        counted = "positions up to symmetry" if self.by_symmetry else "positions"
        return f"{'about' if self.exact else 'more than'} {shown} {counted}"

    def advice(self, solved: int, seconds: float) -> Unknown:
        """How to get an answer, from the pace at which positions were solved."""
        if self.positions is None or self.is_endless():
            return Unknown("try a smaller poset")
        if not self.exact or not solved:
            return Unknown("try more effort")
        left = self.positions / solved - 1
        # forms of large positions take longer, and more of them are left than estimated, because some are symmetric
        expected = seconds * (1 + max(0.5, 2.5 * left if self.by_symmetry else left))
        return needs_effort("a search of all of them", expected, "a smaller poset")
