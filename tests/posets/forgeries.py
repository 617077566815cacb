"""Every strategy that can be forged on a small order, and whether the format allows it.

What is allowed is decided by the definitions in docs/strategy-format.md, on sets of numbers, and who wins by the rules
of the game. Of zchomp only the name of the format is used.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any, NamedTuple

from zchomp.proof.strategy_verifier import FORMAT

Row = tuple[int, int, int, int]
"""An answer: x is answered by y, which leaves member k, up to symmetry g."""


def dump(value: object) -> str:
    """JSON in the form that the format uses."""
    return json.dumps(value, separators=(",", ":"))


def elements(left: int) -> list[int]:
    """The elements of a set."""
    return [x for x in range(left.bit_length()) if left >> x & 1]


def as_set(numbers: Sequence[int]) -> int:
    """The set of some elements."""
    return sum(1 << x for x in set(numbers))


def answered(rows: Sequence[Row]) -> str:
    """A proof by answers."""
    return f'"answers":{dump(rows)}'


def member(left: int, proof: str) -> str:
    """A line that proves a position lost."""
    return f'{{"left":"{left:x}",{proof}}}'


class Order:
    """Elements 0 to n - 1, for each itself and all larger ones, and outcomes by the rules of the game."""

    def __init__(self, size: int, pairs: Sequence[tuple[int, int]]) -> None:
        """The order that pairs generate, smaller first."""
        self.size, self.pairs = size, pairs
        self.up = [1 << x for x in range(size)]
        for _ in range(size):
            for x, y in pairs:
                self.up[x] |= self.up[y]
        self.outcomes: dict[int, bool] = {}

    def is_below(self, x: int, y: int) -> bool:
        """Whether y is x or above it."""
        return self.up[x] >> y & 1 == 1

    def take(self, left: int, *moves: int) -> int:
        """What is left after some moves."""
        for x in moves:
            left &= ~self.up[x]
        return left

    def is_lost(self, left: int) -> bool:
        """Whether the player to move loses."""
        if left not in self.outcomes:
            self.outcomes[left] = not any(self.is_lost(self.take(left, x)) for x in elements(left))
        return self.outcomes[left]


def relations(size: int) -> Iterator[list[tuple[int, int]]]:
    """The orders on 0 to n - 1, as all pairs of a smaller and a larger element."""
    every = list(permutations(range(size), 2))
    for chosen in product((False, True), repeat=len(every)):
        pairs = {pair for pair, is_chosen in zip(every, chosen, strict=True) if is_chosen}
        if all((y, x) not in pairs and all((x, z) in pairs for v, z in pairs if v == y) for x, y in pairs):
            yield sorted(pairs)


def small_orders() -> Iterator[Order]:
    """All orders of at most three elements, and those of four up to isomorphism."""
    for size in range(4):
        for pairs in relations(size):
            yield Order(size, pairs)
    shapes = {
        max(tuple(sorted((p[x], p[y]) for x, y in pairs)) for p in permutations(range(4))) for pairs in relations(4)
    }
    for shape in sorted(shapes):
        yield Order(4, shape)


def small_settings() -> Iterator["Setting"]:
    """The games on small orders, without poison, and with a poisoned smallest element."""
    for order in small_orders():
        smallest = [x for x in range(order.size) if order.up[x] == (1 << order.size) - 1]
        yield from (Setting(order, poison) for poison in (None, *smallest))


class Forgery(NamedTuple):
    """A line in the place of a member, the position that it claims to be lost, and whether the format allows it."""

    line: str
    left: int
    is_allowed: bool


class Claim(NamedTuple):
    """A claim: what the header says of it, the trailer without its digest, and whether the format allows it."""

    changes: dict[str, Any]
    trailer: str
    is_allowed: bool


class Setting:
    """A game on an order with all its lost positions as members, and all its automorphisms."""

    def __init__(self, order: Order, poison: int | None) -> None:
        """The positions are down-sets without the poison."""
        self.order, self.poison = order, poison
        self.numbers = range(order.size)
        self.everything = as_set([x for x in self.numbers if x != poison])
        self.positions = [
            left
            for left in range(1 << order.size)
            if left & ~self.everything == 0
            and all(left >> x & 1 or x == poison for y in elements(left) for x in self.numbers if order.is_below(x, y))
        ]
        self.members = sorted(filter(order.is_lost, self.positions), key=int.bit_count)
        self.maps = [  # the first is the identity
            images
            for images in permutations(self.numbers)
            if all(order.is_below(images[x], images[y]) for x, y in order.pairs)
        ]
        self.references = list(product(range(len(self.members) + 1), range(len(self.maps) + 1)))

    def header(self, **changes: Any) -> dict[str, Any]:
        """The fields of the header of a claim that nothing is left, which is lost, after these changes."""
        return {
            "format": FORMAT,
            "elements": [f"e{x}" for x in self.numbers],
            "covers": [[f"e{x}", f"e{y}"] for x, y in self.order.pairs],
            "poison": None if self.poison is None else f"e{self.poison}",
            "taken": self.taken(0),
            "outcome": "lost",
            "winning": [],
            "complete": True,
            "symmetries": len(self.maps) - 1,
            "members": len(self.members),
        } | changes

    def taken(self, position: int) -> list[str]:
        """Moves that leave a position."""
        moves, left = [], self.everything
        for x in self.numbers:
            if (left & ~position) >> x & 1:
                moves.append(f"e{x}")
                left = self.order.take(left, x)
        return moves

    def lines(self) -> list[str]:
        """The symmetries, and the members, each with all its answers."""
        symmetries = [dump({"symmetry": images}) for images in self.maps[1:]]
        return [*symmetries, *(member(left, answered(self.answers(left))) for left in self.members)]

    def number(self, position: int) -> int:
        """The number of a member, or 0."""
        return self.members.index(position) if position in self.members else 0

    def is_member(self, position: int, k: int, g: int) -> bool:
        """Whether symmetry g maps a position to member k."""
        known = k < len(self.members) and g < len(self.maps)
        return known and as_set([self.maps[g][x] for x in elements(position)]) == self.members[k]

    def is_answer(self, left: int, row: Row) -> bool:
        """Whether y is still there after x, and leaves the member that is named."""
        x, y, k, g = row
        possible = left >> x & 1 and self.order.take(left, x) >> y & 1
        return bool(possible) and self.is_member(self.order.take(left, x, y), k, g)

    def row(self, left: int, x: int, y: int) -> Row:
        """The answer y to x, and what it leaves."""
        return x, y, self.number(self.order.take(left, x, y)), 0

    def answers(self, left: int) -> list[Row]:
        """All answers that leave members."""
        rows = [self.row(left, x, y) for x, y in product(self.numbers, repeat=2)]
        return [row for row in rows if self.is_answer(left, row)]

    def covered(self, rows: Sequence[Row]) -> int:
        """The moves that some answers cover."""
        return as_set([z for x, y, *_ in rows for z in ([x] if self.order.is_below(y, x) else [x, y])])

    def tables(self, left: int) -> Iterator[tuple[str, bool]]:
        """All answers and one more, which may be wrong in any way; and at most one answer for each move."""
        good = self.answers(left)
        for x, y in product(range(self.order.size + 1), repeat=2):
            known = max(x, y) < self.order.size
            row = self.row(left, x, y) if known else (x, y, 0, 0)
            right = known and self.is_answer(left, row)
            for k, g in self.references if right and left == self.everything else [row[2:]]:
                more = x, y, k, g
                yield answered([*good, more]), right and self.is_answer(left, more) and self.covered(good) == left
        for chosen in product(*([None, *(row for row in good if row[0] == x)] for x in elements(left))):
            rows = [row for row in chosen if row]
            yield answered(rows), self.covered(rows) == left

    def is_mirror(self, left: int, pairs: Sequence[tuple[int, int]]) -> bool:
        """Whether exchanging the pairs is a mirror, by its three conditions."""
        moved = [x for pair in pairs for x in pair]
        if not moved or len(set(moved)) < len(moved) or as_set(moved) & ~left:
            return False
        t = {x: x for x in elements(left)} | dict(pairs) | {y: x for x, y in pairs}
        below = self.order.is_below
        return (
            all(below(x, y) == below(t[x], t[y]) for x, y in product(t, repeat=2))
            and not any(below(x, t[x]) or below(t[x], x) for x in moved)
            and not any(below(x, y) for x in moved for y in t if y == t[y])
        )

    def mirrors(self, left: int) -> Iterator[tuple[str, bool]]:
        """No pair, any pair, and any two pairs."""
        pairs = [(x, y) for x in self.numbers for y in range(x, self.order.size)]
        one = [[(x, y)] for x in range(self.order.size + 1) for y in range(self.order.size + 1)]
        for chosen in [[], *one, *map(list, product(pairs, repeat=2))]:
            right = self.is_mirror(left, chosen)
            rest = left & ~as_set([x for pair in chosen for x in pair])
            for k, g in self.references if right and left == self.everything else [(self.number(rest), 0)]:
                yield f'"mirror":{dump(chosen)},"fixed":[{k},{g}]', right and self.is_member(rest, k, g)

    def below(self, left: int) -> dict[int, list[int]]:
        """For each element, those below it, without itself."""
        return {x: [y for y in elements(left) if y != x and self.order.is_below(y, x)] for x in elements(left)}

    def graphs(self, left: int) -> Iterator[tuple[str, bool]]:
        """Any set as a side."""
        below = self.below(left)
        vertices = {x for x in below if not below[x]}
        edges = [ends for ends in below.values() if ends]
        is_graph = all(len(ends) == 2 and vertices.issuperset(ends) for ends in edges)
        is_even = len(vertices) % 2 == len(edges) % 2 == 0
        for side in range(2 << self.order.size):
            split = all(sum(side >> x & 1 for x in ends) == 1 for ends in edges)
            yield f'"bipartite":"{side:x}"', is_graph and is_even and split and vertices.issuperset(elements(side))

    def trees(self, left: int) -> Iterator[tuple[str, bool]]:
        """The one line that says so."""
        is_below = self.order.is_below
        chains = all(
            is_below(x, y) or is_below(y, x) for under in self.below(left).values() for x in under for y in under
        )
        yield '"trees":true', chains and self.order.is_lost(left)

    def forgeries(self) -> Iterator[Forgery]:
        """All lines about any set, which may be no position."""
        for left in range(1 << self.order.size):
            for kind in (self.tables, self.mirrors, self.graphs, self.trees):
                for proof, is_right in kind(left):
                    yield Forgery(member(left, proof), left, is_right and left in self.positions)
        yield Forgery(member(1 << self.order.size, answered([])), 1 << self.order.size, False)

    def claims(self, start: int) -> Iterator[Claim]:
        """Lost, with any reference; or won by any moves, complete or not, with all answers, some, or none."""
        taken = {"taken": self.taken(start)}
        for k, g in self.references:
            yield Claim(taken, f'{{"start":[{k},{g}]}}', self.is_member(start, k, g))
        for x, (k, g) in product(elements(start), self.references):
            changes = taken | {"outcome": "won", "winning": [f"e{x}"], "complete": False}
            trailer = f'{{"winning":[[{x},{k},{g}]],"answers":[]}}'
            yield Claim(changes, trailer, self.is_member(self.order.take(start, x), k, g))
        answers = self.answers(start)
        tables = [answers, *([row for row in answers if row[0] != x] for x in elements(start)), []]
        for chosen in range(1, 1 << self.order.size):
            moves = elements(chosen)
            changes = taken | {"outcome": "won", "winning": [f"e{x}" for x in moves]}
            wins = [[x, self.number(self.order.take(start, x)), 0] for x in moves]
            right = chosen & ~start == 0 and all(self.order.is_lost(self.order.take(start, x)) for x in moves)
            for table, complete in product(tables if right else [answers], (True, False)):
                trailer = f'{{"winning":{dump(wins)},"answers":{dump(table)}}}'
                enough = chosen | self.covered(table) == start if complete else not table
                yield Claim(changes | {"complete": complete}, trailer, right and enough)

    def is_true(self, claim: Claim) -> bool:
        """Whether a claim is true, by the rules of the game: those moves win, and no others if it is complete."""
        header = self.header(**claim.changes)
        start = self.order.take(self.everything, *map(header["elements"].index, header["taken"]))
        winning = {f"e{x}" for x in elements(start) if self.order.is_lost(self.order.take(start, x))}
        if header["outcome"] == "lost":
            return not winning
        return winning.issuperset(header["winning"]) and (
            not header["complete"] or len(header["winning"]) == len(winning)
        )
