"""Results: claims, proofs, and what is not known; and mappings from slices to results.

Results about slices: claims, and proofs with their size.

Claim      the slices that a proof is about: number of rows, nim-values, largest third row
Proof      the losers of one slice, proved

`to_dict` turns claims and proofs into lists and numbers that JSON can represent, and `from_dict` reads them back.

Results by slice: mappings whose keys are slices, given in any form.

BySlice           results of any kind
AnswersBySlice    answers that name their sources
Proofs            the proofs of all slices of a claim
"""

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Generic, Self, SupportsIndex, TypedDict, TypeVar

from zchomp.bars.notation import MAX_DIGITS
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import TOO_LONG, Position, PositionLike
from zchomp.bars.slices import Slice, SliceLike, dependency_order, locate
from zchomp.core.answers import Source, Sourced, in_order
from zchomp.core.numbers import counted, whole_number, whole_numbers
from zchomp.core.showing import Shown, html_text
from zchomp.errors import InvalidArgument, InvalidPosition, InvalidSlice, ZchompError, quote

if TYPE_CHECKING:
    from sympy import Expr

SHOWN = 6
"""How many of the last terms are shown for a slice that remains unknown."""


class ProofRecord(TypedDict):
    """A proof as plain data, as in certificates and in JSON output."""

    tail: list[int]
    nim: int
    kind: str
    head: list[int]
    period: list[int]
    modulus: int
    bound: int


class ClaimRecord(TypedDict):
    """A claim as plain data."""

    rows: int
    nim: int
    upto: int


def not_settled(terms: Sequence[int]) -> str:
    """Why a sequence is not known, if after these terms it has neither ended nor returned to an earlier state.

    >>> not_settled([5, 3])
    'after 2 terms (the last are 5, 3) it has not ended and its state has not returned'
    """
    last = f" (the last are {', '.join(map(str, terms[-SHOWN:]))})" if len(terms) else ""
    return f"after {len(terms)} terms{last} it has not ended and its state has not returned"


@dataclass(frozen=True, slots=True, repr=False)
class Proof(Shown, words="bars.words"):
    """The losers of a slice, proved, and the size of the proof (Coq theorem Recurrence.return_of_state).

    The sequence is minimal. Periodic: the recurrence was checked for a = 0, ..., bound - 1, and the states at
    bound - modulus and at bound are the same. Finite: it was checked up to the final 0, and modulus is 0.
    Empty: modulus is 0, and bound is the least x such that (x, x, tail cut to x) has the slice's nim-value.
    """

    slice: Slice
    sequence: Periodic[int]
    modulus: int
    bound: int

    def losers(self, limit: SupportsIndex | None = None) -> list[Position]:
        """The positions of the slice by their second rows: losers, or positions of the slice's nim-value.

        >>> proof = Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4)
        >>> print(*proof.losers(4))
        (10, 5, 5) (9, 6, 5) (11, 7, 5) (12, 8, 5)
        >>> Position((10**9 + 4, 10**9, 5)) in proof, (9, 7, 5) in proof
        (True, False)

        A periodic slice has no end, so it needs a limit. Raises InvalidArgument if the limit is missing or not a
        whole number, 0 or more.
        """
        if limit is None and self.sequence.period:
            raise InvalidArgument(f"the {self.slice} has no end; expected a number of losers, as in losers(10)")
        count = len(self.sequence) if limit is None else whole_number(limit, "the number of losers")
        return [self.slice.position(a, b) for a, b in enumerate(self.sequence.first(count))]

    def __contains__(self, position: PositionLike) -> bool:
        slice_, a, b = locate(Position.of(position))
        return slice_.tail == self.slice.tail and self.sequence.get(a) == b

    def generating_function(self) -> "Expr":
        """The sum of x^a y^b over all positions of the slice, as an expression of sympy: a rational function.

        A position of the slice with third row c (or 0) has a + c squares in its second row, and b more in its first.

        >>> Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4).generating_function()
        x**2*y**4/(1 - x) + x*y**3 + y**5
        """
        from sympy import Add, symbols

        x, y = symbols("x y")
        head, period = self.sequence.head, self.sequence.period
        repeat = Add(*(x**a * y**b for a, b in enumerate(period, start=len(head))))
        return Add(*(x**a * y**b for a, b in enumerate(head))) + repeat / (1 - x ** max(1, len(period)))

    def to_dict(self) -> ProofRecord:
        """The proof as plain data, as in a line of a certificate.

        >>> Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4).to_dict()["head"]
        [5, 3]
        """
        return {
            "tail": list(self.slice.tail),
            "nim": self.slice.nim,
            "kind": self.sequence.kind.value,
            "head": list(self.sequence.head),
            "period": list(self.sequence.period),
            "modulus": self.modulus,
            "bound": self.bound,
        }

    @classmethod
    def from_dict(cls, record: ProofRecord) -> Self:
        """Read a proof from plain data. Its numbers are checked to be numbers, not to be true.

        >>> proof = Proof(Slice((5,)), Periodic((5, 3), (4,)), modulus=1, bound=4)
        >>> Proof.from_dict(proof.to_dict()) == proof
        True

        Raises InvalidSlice for anything else.
        """
        require_record(record, ProofRecord, "a proof")
        if not all(isinstance(part, list) for part in (record["tail"], record["head"], record["period"])):
            raise InvalidSlice("tail, head and period of a proof are lists", got=record)
        numbers = (*record["head"], *record["period"], record["modulus"], record["bound"])
        if set(map(type, numbers)) != {int} or min(numbers) < 0:
            raise InvalidSlice("a proof has non-negative integers", got=numbers)
        sequence = Periodic(tuple(record["head"]), tuple(record["period"]))
        if record["kind"] != sequence.kind:
            raise InvalidSlice(f"a sequence like this is {sequence.kind}", got=record["kind"])
        return cls(Slice(tuple(record["tail"]), record["nim"]), sequence, record["modulus"], record["bound"])

    def _repr_latex_(self) -> str:
        return f"$B_{{{str(self.slice).removeprefix('slice ')}}} = {self.sequence._repr_latex_().strip('$')}$"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim about every tail with third row at most ``upto``, for nim-values 0 to ``nim``.

    >>> Claim(rows=4, upto=20).count()
    231
    >>> print(Claim(rows=3, nim=0, upto=115), Claim(rows=2, nim=3, upto=0), sep=";  ")
    3 rows, third row at most 115;  2 rows, nim-values 0 to 3
    """

    rows: int = 3
    nim: int = 0
    upto: int

    def __str__(self) -> str:
        third = f", third row at most {self.upto}" if self.rows > 2 else ""
        nim = f", nim-values 0 to {self.nim}" if self.nim else ""
        return f"{self.rows} rows{third}{nim}"

    def __post_init__(self) -> None:
        for name, given in (("rows", self.rows), ("nim", self.nim), ("upto", self.upto)):
            number = whole_numbers([given])
            if number is None:
                raise InvalidSlice(f"{name} must be a whole number", got=given)
            if number[0] >= TOO_LONG:
                raise InvalidSlice(f"{name} has at most {MAX_DIGITS} digits", got=given)
            object.__setattr__(self, name, number[0])
        if self.rows < 2:
            raise InvalidSlice(f"rows must be 2 or more, got {self.rows}")
        if self.nim < 0 or self.upto < 0:
            raise InvalidSlice(f"upto and nim must not be negative, got {min(self.nim, self.upto)}")
        if self.rows == 2 and self.upto:
            raise InvalidSlice(f"two rows have no third row: upto must be 0, got {self.upto}")

    def to_dict(self) -> ClaimRecord:
        """The claim as plain data."""
        return {"rows": self.rows, "nim": self.nim, "upto": self.upto}

    @classmethod
    def from_dict(cls, record: ClaimRecord) -> Self:
        """Read a claim from plain data.

        >>> Claim.from_dict({"rows": 3, "nim": 0, "upto": 115}).to_dict()
        {'rows': 3, 'nim': 0, 'upto': 115}

        Raises InvalidSlice for anything else.
        """
        require_record(record, ClaimRecord, "a claim")
        return cls(rows=record["rows"], nim=record["nim"], upto=record["upto"])

    def slices(self) -> Iterator[Slice]:
        """The slices of the claim, each after those that it depends on: the order of certificates."""
        return dependency_order(self.rows, self.upto, self.nim)

    def count(self) -> int:
        """The number of slices."""
        return comb(self.upto + self.rows - 2, self.upto) * (self.nim + 1)

    def is_within(self, most: int) -> bool:
        """Whether there are at most ``most`` slices. This is fast for any claim.

        >>> Claim(rows=4, nim=0, upto=20).is_within(231), Claim(rows=10**9, nim=0, upto=10**9).is_within(10**6)
        (True, False)
        """
        tails, free = 1, self.rows - 2
        for i in range(1, min(self.upto, free) + 1):  # binomial(larger + i, i), which grows with i
            tails = tails * (max(self.upto, free) + i) // i
            if tails > most:
                return False
        return tails * (self.nim + 1) <= most


def require_record(record: object, kind: type, what: str, error: type[ZchompError] = InvalidSlice) -> None:
    """Raise an error for anything but a dictionary with the keys of a record."""
    lacking = [key for key in kind.__annotations__ if not isinstance(record, dict) or key not in record]
    if lacking:
        raise error(f"the record of {what} lacks {', '.join(lacking)}: {quote(record)}")


MOST_LINES = 200
"""The maximum number of slices that are printed."""

T = TypeVar("T")
Answer = TypeVar("Answer", bound=Sourced)


class ProofsRecord(TypedDict):
    """The proofs of a claim as plain data."""

    claim: ClaimRecord
    slices: list[ProofRecord]


class BySlice(Mapping[SliceLike | Position, T], Generic[T]):
    """Results by slice: a mapping whose keys may be given as a Slice, a third row, a tail, or a tail's text.

    >>> found = BySlice({Slice((5,)): "five", Slice((4, 2)): "four and two"})
    >>> found[5], found[(4, 2)], found["[2,2]"], found[Slice((5,))]
    ('five', 'four and two', 'four and two', 'five')
    >>> len(found), 6 in found, Slice((4, 2)) in found
    (2, False, True)

    To test whether a slice is ``in`` the results, use a Slice or a third row. A tuple or text could just as well mean
    a position, and is refused there with InvalidSlice, as is anything that is not a slice.
    """

    def __init__(self, results: Mapping[Slice, T]) -> None:
        self._results = dict(results)

    def __getitem__(self, key: SliceLike | Position) -> T:
        slice_ = _slice(key)
        if slice_ not in self._results:
            like = next((f"; the keys are like Slice({one.tail}, nim={one.nim})" for one in self), "")
            raise KeyError(f"the {slice_} is not one of these {len(self)} slices{like}")
        return self._results[slice_]

    def __contains__(self, key: object) -> bool:
        if isinstance(key, tuple | str):  # answering False would hide that a position was meant
            meant = "could mean a slice or a position; say which, as in Slice((4, 2)) or Position((7, 7, 4))"
            raise InvalidSlice(f"{quote(key)} {meant}")
        return _slice(key) in self._results

    def __iter__(self) -> Iterator[Slice]:
        return iter(self._results)

    def keys(self) -> KeysView[Slice]:
        """The slices."""
        return self._results.keys()

    def items(self) -> ItemsView[Slice, T]:
        """The slices with their results."""
        return self._results.items()

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {counted(len(self), 'slice')}>"

    def __str__(self) -> str:
        lines = [_line(slice_, result) for slice_, result in islice(self.items(), MOST_LINES)]
        more = [f"and {len(self) - MOST_LINES} more slices"] if len(self) > MOST_LINES else []
        return "\n".join([*lines, *more])

    def _repr_html_(self) -> str:
        return html_text(str(self))


class AnswersBySlice(BySlice[Answer]):
    """Answers by slice, and the sources of all of them together."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of all answers, in the order in which they are consulted."""
        return in_order(source for answer in self.values() for source in answer.sources)


class Proofs(BySlice[Proof]):
    """The proofs of all slices of a claim, in dependency order. ``sources`` says where they come from.

    A Slice or a third row is in the proofs if it belongs to their claim. A Position is in them if they prove it to be a
    loser, and is refused with InvalidPosition if they say nothing about it.

    >>> from zchomp.bars.periodic import Periodic
    >>> proof = Proof(Slice(), Periodic((), (1,)), modulus=1, bound=1)
    >>> proofs = Proofs(Claim(rows=2, nim=0, upto=0), {proof.slice: proof})
    >>> Position((9, 8)) in proofs, Position((9, 7)) in proofs, 0 in proofs, 1 in proofs
    (True, False, True, False)
    """

    def __init__(self, claim: Claim, results: Mapping[Slice, Proof], sources: Iterable[Source] = ()) -> None:
        super().__init__(results)
        self.claim = claim
        self.sources = in_order(sources)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, Position):
            return super().__contains__(key)
        slice_ = locate(key)[0]
        if slice_ not in self._results:
            raise InvalidPosition(f"these proofs say nothing about {quote(str(key))}; they cover {self.claim}")
        return key in self._results[slice_]

    def to_dict(self) -> ProofsRecord:
        """The claim and all its proofs as plain data."""
        return {"claim": self.claim.to_dict(), "slices": [proof.to_dict() for proof in self.values()]}

    @classmethod
    def from_dict(cls, record: ProofsRecord) -> Self:
        """Read proofs of exactly the slices of a claim from plain data. They are not checked to be true.

        >>> from zchomp.bars.periodic import Periodic
        >>> proof = Proof(Slice(), Periodic((), (1,)), modulus=1, bound=1)
        >>> proofs = Proofs(Claim(rows=2, nim=0, upto=0), {proof.slice: proof})
        >>> Proofs.from_dict(proofs.to_dict()) == proofs
        True

        Raises InvalidSlice for anything else.
        """
        require_record(record, ProofsRecord, "proofs")
        claim = Claim.from_dict(record["claim"])
        if not isinstance(record["slices"], list):
            raise InvalidSlice("the slices of proofs are a list", got=record["slices"])
        proofs = {proof.slice: proof for proof in map(Proof.from_dict, record["slices"])}
        count = len(record["slices"])
        if not claim.is_within(count) or list(proofs) != list(claim.slices()):
            raise InvalidSlice(f"expected the slices of {claim}, each once and in order, got {count} proofs")
        return cls(claim, proofs)

    def __repr__(self) -> str:
        return f"<Proofs of {counted(len(self), 'slice')}: {self.claim}>"

    def __str__(self) -> str:
        return f"Proved: {self.claim}.\n{super().__str__()}"


def _line(slice_: Slice, result: object) -> str:
    """The result of a slice: one line after its name, or lines that name it themselves."""
    is_list = isinstance(result, Sequence) and not isinstance(result, Shown | str)
    text = ", ".join(map(str, result)) if is_list else str(result)  # type: ignore[call-overload]
    return text if "\n" in text else f"{slice_}: {text}"


def _slice(key: object) -> Slice:
    """The slice that a key stands for. A Position is refused, although `Proofs` says whether it contains one."""
    if isinstance(key, Position):
        raise InvalidSlice(f"{quote(str(key))} is a position, not a slice; ask zchomp.outcome about it")
    return Slice.of(key)  # type: ignore[arg-type]  # anything else is refused there
