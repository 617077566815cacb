"""Results by slice: mappings whose keys are slices, given in any form.

BySlice           results of any kind
AnswersBySlice    answers that name their sources
Proofs            the proofs of all slices of a claim
"""

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence
from itertools import islice
from typing import Generic, Self, TypedDict, TypeVar

from zchomp.amounts import counted
from zchomp.errors import InvalidPosition, InvalidSlice, quote
from zchomp.position import Position
from zchomp.results import Claim, ClaimRecord, Proof, ProofRecord, require_record
from zchomp.showing import Shown, html_text
from zchomp.slices import Slice, SliceLike, locate
from zchomp.sources import Source, Sourced, in_order

__all__ = ["AnswersBySlice", "BySlice", "Proofs", "ProofsRecord"]

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

    >>> from zchomp.periodic import Periodic
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

        >>> from zchomp.periodic import Periodic
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
