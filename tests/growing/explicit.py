"""Brute force for orders with two growing chains: explicit elements, explicit down-sets, and the definition."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

from zchomp.errors import ZchompError
from zchomp.growing.order import GrowingOrder, OrderRecord, parse_order

SLOPES = ("d[i-1] < c[i]", "d[i] < c[i]", "d[i+1] < c[i]", "d[i] < c[2i]", "d[2i] < c[i]", "d[2i-1] < c[3i]")
"""Relations between the chains for random orders."""


def random_relations(chance: random.Random, most: int = 4) -> str:
    """Relations of a random order of up to ``most`` elements. They may contradict each other."""
    names = "uvwxyz"[: chance.randint(0, most)]
    relations = list(names)
    for _ in range(chance.randint(0, 7)):
        number, other = chance.randint(1, 4), chance.randint(1, 4)
        kinds = [f"d{number} < c{other}"]
        if names:
            x, y = chance.choice(names), chance.choice(names)
            kinds += [f"{x} < c{number}", f"{x} < d{number}", f"c{number} < {x}", f"d{number} < {x}"] * 2
            kinds += [f"{x} < {y}"] * 2
        relations.append(chance.choice(kinds))
    if chance.random() < 0.6:
        relations.append(chance.choice(SLOPES))
    return ", ".join(relations)


def random_orders(seed: str, count: int, most: int = 4) -> Iterator[tuple[str, GrowingOrder]]:
    """Random orders, with their relations."""
    chance = random.Random(seed)
    while count:
        text = random_relations(chance, most)
        try:
            order = parse_order(text)
        except ZchompError:
            continue
        yield text, order
        count -= 1


class Explicit:
    """The order of relations on explicit elements: the named ones, c1 to c_top and d1 to d_top."""

    def __init__(self, text: str, names: tuple[str, ...], top: int) -> None:
        self.names, self.top = names, top
        elements = [*names, *(f"{one}{i}" for one in "cd" for i in range(1, top + 1))]
        self.number = {name: place for place, name in enumerate(elements)}
        above = [1 << place for place in range(len(elements))]
        for smaller, larger in self._pairs(text):
            above[self.number[smaller]] |= 1 << self.number[larger]
        for middle in range(len(elements)):  # Warshall
            for place in range(len(elements)):
                if above[place] >> middle & 1:
                    above[place] |= above[middle]
        self.above = above
        self._values: dict[int, int] = {}

    def _pairs(self, text: str) -> Iterator[tuple[str, str]]:
        """The relations written out, as far as the elements go."""
        for one in "cd":
            for i in range(1, self.top):
                yield f"{one}{i}", f"{one}{i + 1}"
        for part in text.split(", "):
            words = part.split(" < ")
            if len(words) == 2 and "i" not in part:
                yield words[0], words[1]
            elif len(words) == 2:
                for i in range(1, self.top + 2):
                    smaller, larger = (self._written(word, i) for word in words)
                    if smaller in self.number and larger in self.number:
                        yield smaller, larger

    @staticmethod
    def _written(word: str, i: int) -> str:
        match = re.fullmatch(r"([cd])\[(\d*)i([+-]\d+)?\]", word)
        assert match
        return f"{match[1]}{int(match[2] or 1) * i + int(match[3] or 0)}"

    def position(self, kept: int, m: int, n: int) -> int | None:
        """The down-set of the kept elements, c1 to cm and d1 to dn, or None if that is not a down-set."""
        count = len(self.names)
        inside = kept | ((1 << m) - 1) << count | ((1 << n) - 1) << (count + self.top)
        outside = ((1 << len(self.above)) - 1) ^ inside
        return None if any(self.above[x] & inside for x in range(len(self.above)) if outside >> x & 1) else inside

    def value(self, position: int) -> int:
        """The nim-value of a position, by the definition."""
        if position not in self._values:
            above = self.above
            reached = {self.value(position & ~above[x]) for x in range(len(above)) if position >> x & 1}
            self._values[position] = next(v for v in range(len(reached) + 1) if v not in reached)
        return self._values[position]


def is_position(order: GrowingOrder, down_sets: set[int], kept: int, m: int, n: int) -> bool:
    """Whether the numbers form a position, by the formulas of the order."""
    m0, m1, n0, n1 = order.room(kept)
    fits = m0 <= m and max(n0, order.stair(m)) <= n
    return kept in down_sets and fits and (m1 is None or m <= m1) and (n1 is None or n <= n1)


@cache
def below_each_d(head: tuple[int, ...], step: int, rise: int, top: int) -> tuple[int, ...] | None:
    """For d1 to d_top the set of the c above it, by the definition of the staircase; None if that says nothing."""
    found = [0, *head]
    while len(found) <= top:
        if step < 1 or len(found) < step:
            return None
        found.append(found[-step] + rise)
    return tuple(sum(1 << i - 1 for i in range(1, top + 1) if j <= found[i]) for j in range(1, top + 1))


def is_order(record: OrderRecord, top: int = 13) -> bool:
    """Whether the relations of a record, as far as c_top and d_top, are transitive and nothing is below itself.

    No c may be below a d. All numbers must be small.
    """
    stair = below_each_d(tuple(record["head"]), record["step"], record["rise"], top)
    if stair is None:
        return False
    elements = range(len(record["elements"]))
    c, d, whole = len(elements), len(elements) + top, 1 << top

    def since(first: int, place: int) -> int:
        """All of a chain from a number on, and nothing from 0 on."""
        return whole - (1 << first - 1) << place if 0 < first <= top else 0

    def larger(i: int, last: Sequence[int]) -> int:
        """The elements above number i of a chain, of which they are above the last numbers."""
        return sum(1 << a for a in elements if i <= last[a])

    above = [
        sum(1 << b for b in record["larger"][a]) | since(record["c_above"][a], c) | since(record["d_above"][a], d)
        for a in elements
    ]
    above += [since(i + 1, c) | larger(i, record["c_below"]) for i in range(1, top + 1)]
    above += [since(i + 1, d) | stair[i - 1] << c | larger(i, record["d_below"]) for i in range(1, top + 1)]
    crosses = any(one >> d for one in above[c:d])
    return not crosses and not any(
        one >> x & 1 or any(above[y] & ~one for y in range(len(above)) if one >> y & 1) for x, one in enumerate(above)
    )


STAIRS = [
    ([*head], step, rise)
    for length in range(3)
    for head in product(range(3), repeat=length)
    for step in range(4)
    for rise in range(3)
]
"""Small staircases, right and wrong ones."""


def record_of(
    stair: tuple[list[int], int, int], larger: Sequence[list[int]], *elements: tuple[int, ...]
) -> OrderRecord:
    """The record of an order, with c_above, d_above, c_below and d_below of each element."""
    head, step, rise = stair
    return OrderRecord(
        elements=[f"x{a}" for a in range(len(elements))],
        larger=[*larger],
        c_above=[one[0] for one in elements],
        d_above=[one[1] for one in elements],
        c_below=[one[2] for one in elements],
        d_below=[one[3] for one in elements],
        head=head,
        step=step,
        rise=rise,
    )


@cache
def small_orders() -> tuple[tuple[OrderRecord, bool], ...]:
    """All records of no, one and two elements with small numbers, and whether each is an order.

    Of two elements each is one that can stand alone. Of three there is x0 < x1 < x2, with x0 < x2 and without.
    """
    found = [record_of(stair, []) for stair in STAIRS]
    found += [
        record_of(stair, [[]], one) for stair in STAIRS if is_right_stair(stair) for one in product(range(4), repeat=4)
    ]
    found += [record_of(PAIRED[0], [[0]], (0, 0, 0, 0))]
    for stair in PAIRED:
        alone = [one for one in product(range(3), repeat=4) if is_order(record_of(stair, [[]], one))]
        for one, other in combinations_with_replacement(alone, 2):
            found += [record_of(stair, larger, one, other) for larger in PAIRS]
    found += [record_of(PAIRED[0], [above, [2], []], *[(0, 0, 0, 0)] * 3) for above in ([1], [1, 2])]
    return tuple((record, is_order(record)) for record in found)


def is_right_stair(stair: tuple[list[int], int, int]) -> bool:
    """Whether a staircase alone is an order."""
    return is_order(record_of(stair, []))


PAIRED = [stair for stair in STAIRS if is_right_stair(stair) and len(stair[0]) < 2]
PAIRS: list[list[list[int]]] = [[[], []], [[1], []], [[], [0]], [[1], [0]], [[], [1]]]
