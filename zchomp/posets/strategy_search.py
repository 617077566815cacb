"""Strategies: certificates that a position is lost, or which moves win, for `zchomp.proof.strategy_verifier` to check.

A certificate lists lost positions, each proved by earlier ones. This module finds them, smallest first, and only those
that are needed: the positions that the answers of the second player leave. A position is proved, in this order, by
a mirror, as a bipartite graph, as trees, or by an answer to every move. Of several answers, one is taken that leaves a
position that is already listed.

Positions that a symmetry of the whole order maps to each other are listed once, and an answer names the symmetry. The
symmetries are the permutations of points, if the order consists of all sets of at most k points, and otherwise a list
of all automorphisms, if there are few. Many sets of at most 7 points have their own module in `set_families`.
Nothing here has to be right: the checker checks everything again.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, cached_property

import networkx as nx

from zchomp.core import compiler, limits
from zchomp.core.numbers import bitset, members
from zchomp.core.runs import Progress, silent
from zchomp.errors import DisagreementError, TooLarge
from zchomp.posets.poset import Poset, graph_of, is_forest, moved_elements, small_sets_of
from zchomp.posets.search import PosetGame, StepBudget, canonical_order, largest_group
from zchomp.posets.strategy import Mirror, PosetClaim, Strategy, as_line, find_mirror
from zchomp.posets.theorems import by_theorem

Answer = tuple[int, int, int, int]
"""A move, its answer, the member that is left, and the symmetry that shows it."""

Image = Callable[[int], tuple[int, tuple[int, ...] | None]]
"""The representative of a position, and the symmetry that maps the position to it, or None for the identity."""

TABULATED = 32
"""The smallest number of elements for which the table of all families of sets, if it applies, is worth starting."""

ENUMERATED = 200
"""The maximum number of automorphisms that are listed one by one."""


def find_strategy(claimed: PosetClaim, steps: int, progress: Progress = silent) -> Strategy:
    """The certificate of a claim. ``progress`` receives how far a long search has come.

    >>> from zchomp.proof.strategy_verifier import check
    >>> from io import BytesIO
    >>> vee = Poset.from_covers("oab", [("o", "a"), ("o", "b")])
    >>> proof = find_strategy(PosetClaim(vee, True, (), (), True), 10**6)
    >>> print(proof.text().splitlines()[2])
    {"left":"0","answers":[]}
    >>> check(BytesIO(proof.text().encode()))
    'lost elements=3 taken=[] members=2'

    Raises TooLarge if it takes more steps, and DisagreementError if the claim is false.
    """
    if len(claimed.poset) >= TABULATED and compiler.works():
        from zchomp.posets.set_tables import find_family_strategy

        with suppress(TooLarge):
            found = find_family_strategy(claimed, StepBudget(steps), progress)
            if found is not None:
                return found
    maker = _Maker(claimed, steps)
    start, poset = claimed.start, claimed.poset
    if claimed.winning:
        left = [(x, *maker.member(start & ~poset.above[x])) for x in claimed.winning]
        covered = bitset(claimed.winning)
        answers = maker.answers(start, covered) if claimed.complete else []
        trailer = {"winning": left, "answers": answers}
    else:
        trailer = {"start": maker.member(start)}
    return claimed.proved_by(maker.lines, trailer, maker.symmetries, maker.judge.searched)


class _Maker:
    """The members found so far."""

    def __init__(self, claimed: PosetClaim, steps: int) -> None:
        self.poset = claimed.poset
        self.budget = StepBudget(steps)
        sets = _skeleton(claimed.poset)
        self.judge = _Judge(claimed, self.budget, sets)
        self.image = _images(claimed.poset, sets)
        self.lines: list[str] = []
        self.symmetries: dict[tuple[int, ...], int] = {}
        self._number: dict[int, int] = {}

    def member(self, position: int) -> tuple[int, int]:
        """The number of the member for a position, which is added if it is new, and the symmetry."""
        representative, images = self.image(position)
        number = self._number.get(representative)
        if number is None:
            line = self._prove(representative)
            number = self._number[representative] = len(self.lines)
            self.lines.append(as_line({"left": f"{representative:x}", **line}))
        if images is None:
            return number, 0
        return number, self.symmetries.setdefault(images, len(self.symmetries) + 1)

    def answers(self, left: int, covered: int) -> list[Answer]:
        """An answer to every move that is not covered."""
        found = []
        for x in members(left):
            if not covered >> x & 1:
                y = self._answer(left, x, covered)
                number, symmetry = self.member(left & ~self.poset.above[x] & ~self.poset.above[y])
                found.append((x, y, number, symmetry))
                covered |= 1 << x | (not self.poset.above[y] >> x & 1) << y
        return found

    def _answer(self, left: int, x: int, covered: int) -> int:
        """An answer to a move, preferably one that leaves a member, or else one that itself still needs an answer."""
        poset, after = self.poset, left & ~self.poset.above[x]
        self.budget.spend(20 * after.bit_count())
        options = sorted(members(after), key=lambda y: covered >> y & 1)
        rests = {y: after & ~poset.above[y] for y in options}
        lost = [y for y in options if self.judge.known(rests[y])]
        for y in lost:
            if self.image(rests[y])[0] in self._number:
                return y
        if lost:
            return lost[0]
        for is_lost in (self.judge.without_search, self.judge.is_lost):
            for y in options:
                if is_lost(rests[y]):
                    return y
        raise DisagreementError(f"the move {x} has no answer, so the claim is false")

    def _prove(self, left: int) -> dict[str, object]:
        """Why a position is lost."""
        self.budget.spend(50)
        if not left:
            return {"answers": []}
        if self.judge.without_search(left) is False:
            raise DisagreementError(f"{left:x} is not lost, so the claim is false")
        mirror = self.judge.mirror(left)
        if mirror:
            fixed = left & ~bitset(mirror)
            return {"mirror": sorted((x, y) for x, y in mirror.items() if x < y), "fixed": self.member(fixed)}
        return _graph(self.poset, left) or _trees(self.poset, left) or {"answers": self.answers(left, 0)}


class _Judge:
    """Who wins a position, by theorems and mirrors, or else by search."""

    def __init__(self, claimed: PosetClaim, budget: StepBudget, sets: dict[int, int] | None) -> None:
        self.sets = sets
        self.poset = claimed.poset
        self.game = PosetGame(claimed.poset, claimed.poisoned, None, budget)
        self._mirrors = StepBudget(budget.total // 4)
        self._known: dict[int, bool | None] = {}

    @property
    def searched(self) -> int:
        """How many positions were searched."""
        return self.game.solved

    def known(self, position: int) -> bool:
        """Whether a position is already known to be lost."""
        return bool(self._known.get(position) or self.game.known(position))

    def is_lost(self, position: int) -> bool:
        """Whether a position is lost."""
        found = self.without_search(position)
        return self.game.is_lost(position) if found is None else found

    def without_search(self, position: int) -> bool | None:
        """Whether a position is lost by a theorem or a mirror, or None if they do not decide it."""
        if position not in self._known:
            self._known[position] = self._find(position)
        return self._known[position]

    def _find(self, position: int) -> bool | None:
        stated = by_theorem(self.poset, position)
        if stated is not None:
            return not stated.winning
        if not self._is_small:
            mirror = self.mirror(position)
            if mirror:
                return self.without_search(position & ~bitset(mirror))
        return None

    def mirror(self, left: int) -> Mirror | None:
        """A mirror of a position: for sets of points an exchange of two points, otherwise any that is found quickly."""
        if self.sets is not None:
            return _twins(self.sets, left)
        try:
            return find_mirror(self.poset, left, limits.STRATEGY_MIRROR, self._mirrors)
        except TooLarge:
            return None

    @cached_property
    def _is_small(self) -> bool:
        return len(self.poset) <= 40


def _twins(sets: Mapping[int, int], left: int) -> Mirror | None:
    """The exchange of two points that are in no common set, if it maps the position to itself."""
    there = {sets[x]: x for x in members(left)}
    points = [one for one in there if one & one - 1 == 0]
    near = {p: {one ^ p for one in there if one & p} for p in points}
    for i, a in enumerate(points):
        for b in points[:i]:
            if near[a] == near[b]:
                pairs = [(there[rest | a], there[rest | b]) for rest in near[a]]
                return dict(pairs) | {y: x for x, y in pairs}
    return None


def _images(poset: Poset, sets: dict[int, int] | None) -> Image:
    """How positions are mapped to representatives."""
    if sets is not None:
        return _by_points(poset, sets)
    group = _automorphisms(poset)
    if len(group) > 1:
        return lambda position: min((_image(images, position), images) for images in group)
    return lambda position: (position, None)


def _skeleton(poset: Poset) -> dict[int, int] | None:
    """For each element, its set of points, if the order consists of all nonempty sets of at most k points, k > 1."""
    return small_sets_of(poset, poset.everything()) if any(poset.below) else None


def _by_points(poset: Poset, sets: Mapping[int, int]) -> Image:
    """Renumber the points by how they lie in a position."""
    points = [x for x, below in enumerate(poset.below) if not below]
    number = {x: i for i, x in enumerate(points)}

    @cache
    def moved(order: tuple[int, ...]) -> tuple[int, ...]:
        return moved_elements(sets, [order.index(x) for x in points], len(poset))

    def find(position: int) -> tuple[int, tuple[int, ...] | None]:
        present = [x for x in canonical_order(poset, position) if x in number]
        order = (*present, *(x for x in points if not position >> x & 1))
        if order == tuple(points):
            return position, None
        return _image(moved(order), position), moved(order)

    return find


def _automorphisms(poset: Poset) -> list[tuple[int, ...]]:
    """All automorphisms if there are few, the identity first, or else only the identity."""
    identity = tuple(range(len(poset)))
    if largest_group(poset, poset.everything()) > ENUMERATED:
        return [identity]
    hasse, number = poset.hasse(), {name: x for x, name in enumerate(poset.elements)}
    nx.set_node_attributes(hasse, dict(zip(poset.elements, poset.heights(), strict=True)), "height")
    matcher = nx.isomorphism.DiGraphMatcher(hasse, hasse, lambda a, b: a["height"] == b["height"])
    found = [tuple(number[one[name]] for name in poset.elements) for one in matcher.isomorphisms_iter()]
    return [identity, *(one for one in found if one != identity)]


def _image(images: tuple[int, ...], position: int) -> int:
    return bitset(images[x] for x in members(position))


def _graph(poset: Poset, left: int) -> dict[str, object] | None:
    """The proof for a bipartite graph with even numbers of vertices and edges: one of its sides; None for others."""
    graph = graph_of(poset, left)
    if graph is None or len(graph.vertices) % 2 or len(graph.edges) % 2 or not graph.edges:
        return None
    side = graph.side()
    return None if side is None else {"bipartite": f"{side:x}"}


def _trees(poset: Poset, left: int) -> dict[str, object] | None:
    """The proof for a forest, which needs no further data; None if this is not one."""
    return {"trees": True} if is_forest(poset, left) else None
