"""Results about slices: proved, with the size of the proof, or not known, with the reason.

Claim      the slices that a proof is about: number of rows, nim-values, largest third row
Proof      the losers of one slice, proved
Solved     an answer to who wins, which is neither true nor false
Unknown    not known: a result of its own, never False and never an exception
AtLeast    a number that is not known, with a proved lower bound

`to_dict` turns claims and proofs into lists and numbers that JSON can represent, and `from_dict` reads them back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, Self, SupportsIndex, TypedDict, TypeVar

from zchomp.errors import InvalidArgument, InvalidSlice, ZchompError, quote
from zchomp.integers import whole_number, whole_numbers
from zchomp.periodic import Periodic
from zchomp.position import MAX_DIGITS, TOO_LONG, Position, PositionLike
from zchomp.showing import Shown, html_text
from zchomp.slices import Slice, dependency_order, locate
from zchomp.sources import Source

if TYPE_CHECKING:
    from sympy import Expr

__all__ = [
    "AtLeast",
    "Claim",
    "ClaimRecord",
    "Proof",
    "ProofRecord",
    "Solved",
    "TooCostly",
    "Unknown",
    "UnknownRecord",
    "not_settled",
    "require_record",
]


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


class UnknownRecord(TypedDict):
    """Why something is not known, as plain data, and the effort that is enough, if known."""

    unknown: str
    effort: int | None


class AtLeastRecord(UnknownRecord):
    """A lower bound on a number that is not known, as plain data."""

    at_least: int


MoveT = TypeVar("MoveT")


class Solved(Shown, Generic[MoveT], words="positions"):
    """An answer to who wins, as ``outcome``. It has no truth value, so that a loser is never mistaken for a "yes"."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def known_winning_moves(self) -> tuple[MoveT, ...]:
            """The moves that are known to win."""

        @property
        def missing(self) -> "Unknown | None":
            """Why other moves may win, or None if all winning moves are known."""

    @property
    def winning_moves(self) -> "tuple[MoveT, ...] | Unknown":
        """All winning moves, or Unknown if there may be others than ``known_winning_moves``."""
        return self.known_winning_moves if self.missing is None else self.missing

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is neither true nor false; test outcome is zchomp.Outcome.WINNER")


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not known, and why: a result of its own, never False and never an exception.

    ``effort`` is the effort in seconds that is enough for an answer, if known.

    >>> answer = Unknown("the proof needs about 3 s", effort=3)
    >>> isinstance(answer, Unknown), answer.reason, answer.effort
    (True, 'the proof needs about 3 s', 3)
    >>> print(answer)
    not known: the proof needs about 3 s; retry with effort=3
    >>> bool(answer)
    Traceback (most recent call last):
    TypeError: not known is neither true nor false (the proof needs about 3 s); test isinstance(answer, zchomp.Unknown)
    """

    verdict: ClassVar[str] = "not known"
    reason: str
    effort: int | None = field(default=None, kw_only=True)

    def __bool__(self) -> NoReturn:
        advice = "test isinstance(answer, zchomp.Unknown)"
        raise TypeError(f"not known is neither true nor false ({self.reason}); {advice}")

    def __str__(self) -> str:
        return f"{self.verdict}: {self.advice()}"

    def advice(self, option: str = "effort=") -> str:
        """The reason, and the effort to retry with, if one is known: ``option`` is how it is given.

        >>> Unknown("the proof needs about 3 s", effort=3).advice("--effort ")
        'the proof needs about 3 s; retry with --effort 3'
        """
        return self.reason if self.effort is None else f"{self.reason}; retry with {option}{self.effort}"

    def to_dict(self) -> UnknownRecord:
        """The reason and the effort as plain data."""
        return {"unknown": self.reason, "effort": self.effort}

    @staticmethod
    def from_dict(record: UnknownRecord) -> "Unknown":
        """Read the reason and the effort from plain data.

        >>> Unknown.from_dict({"unknown": "the proof needs about 3 s", "effort": 3})
        Unknown(reason='the proof needs about 3 s', effort=3)

        Raises InvalidArgument for anything else.
        """
        reason, effort = (record.get("unknown"), record.get("effort")) if isinstance(record, dict) else (None, None)
        if not isinstance(reason, str) or (effort is not None and type(effort) is not int):
            raise InvalidArgument("expected a reason and an effort", got=record)
        return Unknown(reason, effort=effort)

    def _repr_html_(self) -> str:
        return html_text(str(self))


@dataclass(frozen=True, slots=True)
class TooCostly(Unknown):
    """No answer, because it takes too much time or memory, or is too long to be listed.

    >>> print(TooCostly("a list of 900 lines needs about 5 min", effort=300))
    too costly: a list of 900 lines needs about 5 min; retry with effort=300
    """

    verdict: ClassVar[str] = "too costly"


@dataclass(frozen=True, slots=True)
class AtLeast(Unknown):
    """A number that is not known, with a proved lower bound, ``value``, and the sources of this bound, if any."""

    value: int
    sources: tuple[Source, ...] = field(default=(), kw_only=True, compare=False, repr=False)

    def to_dict(self) -> AtLeastRecord:
        """The bound, the reason and the effort as plain data.

        >>> AtLeast("the proof needs about 3 s", 2, effort=3).to_dict()
        {'at_least': 2, 'unknown': 'the proof needs about 3 s', 'effort': 3}
        """
        return {"at_least": self.value, "unknown": self.reason, "effort": self.effort}

    @staticmethod
    def from_dict(record: UnknownRecord) -> "AtLeast":
        """Read a bound from plain data.

        >>> AtLeast.from_dict({"at_least": 2, "unknown": "the proof needs about 3 s", "effort": 3}).value
        2

        Raises InvalidArgument for anything else.
        """
        known, bound = Unknown.from_dict(record), record.get("at_least")
        if type(bound) is not int:
            raise InvalidArgument("expected a lower bound", got=record)
        return AtLeast(known.reason, bound, effort=known.effort)


def not_settled(terms: Sequence[int]) -> str:
    """Why a sequence is not known, if after these terms it has neither ended nor returned to an earlier state.

    >>> not_settled([5, 3])
    'after 2 terms (the last are 5, 3) it has not ended and its state has not returned'
    """
    last = f" (the last are {', '.join(map(str, terms[-SHOWN:]))})" if len(terms) else ""
    return f"after {len(terms)} terms{last} it has not ended and its state has not returned"


@dataclass(frozen=True, slots=True, repr=False)
class Proof(Shown, words="slices"):
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
