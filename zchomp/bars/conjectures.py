"""The search of [Zei01] and [Sun02]: find losers, conjecture families, check their coverage, retract false conjectures.

Positions are visited by number of squares. A position that nothing covers is the next loser, because every move from it
leads to fewer squares. Successive losers suggest a family that goes on forever:

    [Zei01]    [c, α0, β0], [c, α0 + 1, β0]              suggest [c, α0 + α, β0]
    [Sun02]    [c, α0 + iδ, β0], i = 0, 1, 2, 3          suggest [c, α0 + δα, β0]

where for δ > 1 all δ progressions side by side must show it, because a frequent value forms progressions by chance. A
family is retracted as soon as one of its positions is seen to be a winner, or another loser is found in its column.
When the losers found and the open families give every column a loser, that is a claim about the whole slice, and
`coverage` decides it. Either it is proved, and the search is finished, or a position refutes it, and the family of that
column is retracted. No number of examples counts as a proof.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, islice
from math import lcm

from zchomp.bars.coverage import Coverage, KnownSlices, PositionFamily, Refuted, Series, cover, decide, given_families
from zchomp.bars.periodic import Kind, Periodic
from zchomp.bars.results import Proof
from zchomp.bars.slices import Slice, below, corners, lower
from zchomp.core.answers import Source, Unknown
from zchomp.core.showing import Shown
from zchomp.errors import DisagreementError, InvalidArgument

PROGRESSION = 4
"""How many losers in arithmetic progression suggest a family, if they are not side by side ([Sun02]'s example)."""

COVERED = "every other position has a move to a loser, and no loser has one"
"""Why a conjecture is proved: the coverage check accepts the claim that needs it."""


@dataclass(slots=True)
class Conjecture:
    """A conjectured family of losers, (start + step * n, b) for all n >= 0, and its history.

    ``made`` and ``ended`` say how many losers were found when it was made, and when its fate was decided. The fate is
    "open", "retracted", "proved", or "true" for a family that holds but was not needed.
    """

    start: int
    step: int
    b: int
    made: int
    evidence: tuple[int, ...]
    fate: str = "open"
    ended: int | None = None
    because: str = ""

    def has(self, a: int) -> bool:
        """Whether column a is one of the columns of the family."""
        return a >= self.start and (a - self.start) % self.step == 0


@dataclass(slots=True, repr=False)
class SearchHistory(Shown, words="bars.generating_functions"):
    """How a slice was settled: the losers in the order of their discovery, and the history of every conjecture."""

    slice: Slice
    losers: list[tuple[int, int]] = field(default_factory=list)
    conjectures: list[Conjecture] = field(default_factory=list)
    checks: int = 0
    coverage: Coverage | None = None
    sources: tuple[Source, ...] = (Source.GENFUN,)

    def count(self, fate: str) -> int:
        """How many conjectures have this fate so far."""
        return sum(conjecture.fate == fate for conjecture in self.conjectures)

    def progress(self) -> str:
        """How far the search has come, in a few words."""
        return f"losers found: {len(self.losers)}, open conjectures: {self.count('open')}"

    def claim(self) -> Periodic[int]:
        """The claim that the search has proved."""
        if self.coverage is None:
            raise InvalidArgument(f"{self.slice} is not settled yet")
        return self.coverage.claim


def search(
    slice_: Slice,
    known: KnownSlices,
    watch: Callable[[SearchHistory], None] | None = None,
    max_losers: int | None = None,
) -> SearchHistory:
    """Settle a slice, given the truth about all slices that it depends on.

    ``watch`` receives the history after every loser. If ``max_losers`` losers do not settle the slice, the history has
    no coverage.

    >>> history = search(Slice((2,)), {Slice(): Periodic((), (1,)), Slice((1,)): Periodic((2, 0))})
    >>> history.losers, [(c.start, c.step, c.b, c.fate) for c in history.conjectures]
    ([(0, 2), (1, 2)], [(0, 1, 2, 'proved')])
    """
    hunt = _Search(slice_, given_families(slice_, known))
    if any(family.fills for family in hunt.given):  # no position can be a loser
        hunt.settle(Periodic(), [])
    for a, b in hunt.uncovered():
        hunt.take(a, b)
        if watch:
            watch(hunt.history)
        if len(hunt.history.losers) == max_losers:
            break
    return hunt.history


@dataclass(slots=True)
class GeneratingFunctions:
    """Proves slices in dependency order, each from the slices learned so far, by search and coverage check.

    ``watch`` gets the history after every loser.

    >>> engine = GeneratingFunctions()
    >>> for c in range(3):
    ...     proof = engine.prove(Slice((c,)))
    ...     engine.learn(proof)
    >>> proof
    Proof(slice=Slice(tail=(2,), nim=0), sequence=Periodic(head=(), period=(2,)), modulus=1, bound=2)
    """

    watch: Callable[[SearchHistory], None] | None = None
    max_losers: int | None = None
    _known: dict[Slice, Periodic[int]] = field(default_factory=dict)

    def prove(self, slice_: Slice) -> Proof | Unknown:
        """Prove a slice. All slices that it depends on must have been learned."""
        history = search(slice_, self._known, self.watch, self.max_losers)
        if history.coverage is None:
            return Unknown(f"{slice_} is not settled: {history.progress()}, retracted: {history.count('retracted')}")
        return _proof(slice_, history.claim(), self._known)

    def learn(self, proof: Proof) -> None:
        """Accept a slice as proved."""
        self._known[proof.slice] = proof.sequence


class _Search:
    """The knowledge about a slice during the search."""

    def __init__(self, slice_: Slice, given: tuple[PositionFamily, ...]) -> None:
        self.slice, self.given = slice_, given
        self.history = SearchHistory(slice_)
        self.found: dict[int, int] = {}
        self.open: list[Conjecture] = []
        self.end: int | None = None
        self._winners = Series.total(family for family in given if not family.fills)
        self._sums: dict[int, int] = {}  # for every loser found: its a, by a + b
        self._row: list[int] = []  # the losers of the first columns, up to the first column without one

    def uncovered(self) -> Iterator[tuple[int, int]]:
        """The positions that nothing covers, by number of squares, until the slice is settled.

        The caller must add each as a loser before it requests the next.

        A loser covers its column above it and its antidiagonal, where a + b is the same. A loser with b = 0 covers all
        columns after it.
        """
        columns: list[int] = []
        for weight in count():
            if self.history.coverage is not None:
                return
            if weight % 2 == 0 and self.end is None:
                columns.append(weight // 2)
            for a in columns:
                b = weight - 2 * a
                if a + b not in self._sums and not self._winners.coefficient(a, b) and (a or b or self.slice.tail):
                    yield a, b
                    if self.history.coverage is not None:
                        return
            columns = [a for a in columns if a not in self.found and (self.end is None or a < self.end)]

    def take(self, a: int, b: int) -> None:
        """Add a loser: retract the families that it contradicts, add those that it suggests, and try to conclude."""
        self.found[a] = b
        self._sums[a + b] = a
        self.history.losers.append((a, b))
        if b == 0:
            self.end = a
        for family in list(self.open):
            if self.end is not None:
                self._retract(family, f"the slice ends at {self._show(a, b)}")
            elif family.has(a) and family.b != b:
                self._retract(family, f"{self._show(a, b)} is a loser in its column {a}")
        self._conclude()
        for families in self._suggestions(a, b):
            if self.history.coverage is not None or self.end is not None:
                return
            for family in filter(self._is_news, families):
                self.open.append(family)
                self.history.conjectures.append(family)
                column = self._known_winner(family)
                if column is not None:
                    self._retract(family, f"{self._show(column, family.b)} is known to be a winner")
            self._conclude()

    def _conclude(self) -> None:
        """Decide claims about the whole slice, as long as there are any, or until one is proved."""
        while (claim := self._claim()) is not None:
            sequence, used = claim
            verdict = self.settle(sequence, used)
            if verdict is None:
                return
            blamed = [family for family in used if family.has(verdict.a)]
            if verdict.a in self.found or not blamed:
                raise DisagreementError(
                    f"{self.slice}: the search and the coverage check disagree at {verdict.position()}"
                )
            why = "an implied winner" if verdict.covered else "a loser that the conjecture does not allow"
            self._retract(blamed[0], f"{self._show(verdict.a, verdict.b)} is {why}")

    def settle(self, sequence: Periodic[int], used: list[Conjecture]) -> Refuted | None:
        """Submit a claim to the coverage check. If it is proved, the history ends."""
        self.history.checks += 1
        verdict = decide(cover(self.slice, sequence, self.given))
        if isinstance(verdict, Refuted):
            return verdict
        self.history.coverage = verdict.coverage
        for family in list(self.open):
            size = len(sequence.head) + lcm(family.step, len(sequence.period))
            members = range(family.start, family.start + size + 1, family.step)
            if any(sequence[a] != family.b for a in members):
                self._retract(family, "the slice is proved to be different")
            else:
                fate = ("proved", COVERED) if family in used else ("true", "it holds, but was not needed")
                self._close(family, *fate)
        return None

    def _claim(self) -> tuple[Periodic[int], list[Conjecture]] | None:
        """A loser for every column, found or from an open family whose step divides a common one, or None."""
        if self.end is not None:
            complete = len(self.found) == self.end + 1
            return (Periodic(tuple(self.found[a] for a in range(self.end + 1))), []) if complete else None
        for step in sorted({family.step for family in self.open}):
            used = [family for family in self.open if step % family.step == 0]
            start = max([1 + max(self.found), *(family.start for family in used)])
            terms = [self._term(a, used) for a in range(start + step)]
            losers = tuple(b for b in terms if b is not None)
            if len(losers) == len(terms):
                return Periodic(losers[:start], losers[start:]).minimal(), used
        return None

    def _term(self, a: int, families: list[Conjecture]) -> int | None:
        """The loser of a column, found or conjectured."""
        return self.found[a] if a in self.found else next((family.b for family in families if family.has(a)), None)

    def _suggestions(self, a: int, b: int) -> Iterator[list[Conjecture]]:
        """The families that a new loser suggests, together with those found before. Small steps come first.

        A larger step is tried only if the open families do not explain as many of the last losers with this b.
        """
        while len(self._row) in self.found:
            self._row.append(self.found[len(self._row)])
        row, made = self._row, len(self.found)
        for first in (a - 1, a):
            if self.found.get(first) == b == self.found.get(first + 1):
                yield [Conjecture(first, 1, b, made, (first, first + 1))]
        for step in range(2, len(row) // PROGRESSION + 1):
            since = len(row) - PROGRESSION * step
            if row[since:-step] == row[since + step :]:
                last = range(len(row) - step, len(row))
                if all(any(family.has(column) for family in self.open) for column in last):
                    return
                yield [
                    Conjecture(start, step, row[start], made, tuple(range(start, len(row), step)))
                    for start in range(since, since + step)
                ]

    def _is_news(self, family: Conjecture) -> bool:
        """Whether a family contradicts no loser found so far, and is not part of an open family."""
        contradicted = any(family.has(a) and b != family.b for a, b in self.found.items())
        part = any(
            other.b == family.b and family.step % other.step == 0 and other.has(family.start) for other in self.open
        )
        return not contradicted and not part

    def _known_winner(self, family: Conjecture) -> int | None:
        """The first column in which a family has a position that smaller slices or losers found make a winner."""
        winners = self._winners
        beyond = max(family.start, winners.start) + lcm(family.step, winners.modulus)
        given = (a for a in range(family.start, beyond, family.step) if winners.coefficient(a, family.b))
        own = (total - family.b for total, a in self._sums.items() if total - family.b > a)
        return min(chain(islice(given, 1), filter(family.has, own)), default=None)

    def _retract(self, family: Conjecture, because: str) -> None:
        self._close(family, "retracted", because)

    def _close(self, family: Conjecture, fate: str, because: str) -> None:
        family.fate, family.because, family.ended = fate, because, len(self.found)
        self.open.remove(family)

    def _show(self, a: int, b: int) -> str:
        return str(self.slice.position(a, b))


def _proof(slice_: Slice, sequence: Periodic[int], known: KnownSlices) -> Proof:
    """The proof of a true sequence, with the bound that return of state would need (proofs/soundness.md, section 4)."""
    if sequence.kind is Kind.EMPTY:
        witness = next(x for x, corner in corners(slice_) if known[corner].get(0) == 0)
        return Proof(slice_, sequence, modulus=0, bound=witness)
    if sequence.kind is Kind.FINITE:
        return Proof(slice_, sequence, modulus=0, bound=len(sequence.head))
    others = [(known[other], other.width) for other in chain(below(slice_), lower(slice_))]
    modulus = lcm(len(sequence.period), *(len(other.period) or 1 for other, _ in others))
    start = max([0, *(len(other.head) + width - slice_.width for other, width in others)])
    firsts = {x + known[corner][0] - slice_.width for x, corner in corners(slice_)} | (
        {0} if not slice_.tail else set()
    )

    def state(a: int) -> set[int]:
        own = (i + b for i, b in enumerate(sequence.first(a)))
        return {total - a for total in chain(firsts, own) if total >= a}

    while state(start) != state(start + modulus):
        start += 1
    return Proof(slice_, sequence, modulus, bound=start + modulus)
