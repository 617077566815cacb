"""Propositions: the losers with one third row or tail, the winners with their moves, and the proof.

    [Zei01]             here
    Proposition 2       proposition(2)
    Propositions 0-n    propositions(n)

In [Zei01] the computer finds, proves and prints the propositions. `zchomp.words.propositions` writes them.
"""

from __future__ import annotations

from dataclasses import dataclass

from zchomp.answers.listings import slice_of_losers
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.answers.winners import WinnerFamily, Winners, winners_of, winners_upto
from zchomp.integers import whole_number
from zchomp.results import Proof, Unknown
from zchomp.showing import Shown, words_of
from zchomp.slices import SliceLike
from zchomp.sources import Source

__all__ = ["Proposition", "proposition", "propositions"]


@dataclass(frozen=True, slots=True, repr=False)
class Proposition(Shown, words="propositions"):
    """Proposition C: the losers (a, b, C), the forms of the winners with their moves, and the proof of the slice.

    >>> print(str(proposition(2)).splitlines()[3])
      In other words: a − b = 2.
    """

    proof: Proof
    winners: tuple[WinnerFamily, ...]
    sources: tuple[Source, ...] = ()

    @classmethod
    def of(cls, winners: Winners) -> Proposition:
        """The proposition about a slice, which lists enough families to cover all its winners."""
        return cls(winners.proof, tuple(winners.chosen()), winners.sources)

    @property
    def third(self) -> int:
        """The third row."""
        return self.proof.slice.width

    def markdown(self) -> str:
        """The proposition as Markdown."""
        return words_of(Proposition, "markdown")(self)

    def latex(self) -> str:
        """The proposition as LaTeX, for a document with the environments proposition and proof (amsthm)."""
        return words_of(Proposition, "latex")(self)

    def _repr_html_(self) -> str:
        return words_of(Proposition, "html")(self)

    def _repr_latex_(self) -> str:
        return words_of(Proposition, "formula")(self)


def proposition(
    slice_: SliceLike, /, *, effort: float | None = None, oracle: Oracle | None = None
) -> Proposition | Unknown:
    """State the proposition about a third row, or about a tail, all rows from the third on.

    It is Unknown if it takes more effort.

    >>> proposition(5).proof.sequence
    Periodic(head=(5, 3), period=(4,))
    >>> print(str(proposition((2, 1))).splitlines()[0])
    Proposition (2, 1).

    Raises InvalidSlice if it is neither, or if its nim-value is not 0.
    """
    wanted = slice_of_losers(slice_)
    found = oracle_or_shared(oracle).answer(lambda inquiry: winners_of(inquiry, wanted), effort)
    return found if isinstance(found, Unknown) else Proposition.of(found)


def propositions(
    upto: int, *, effort: float | None = None, oracle: Oracle | None = None
) -> list[Proposition] | Unknown:
    """State Propositions 0 to ``upto``. They are Unknown if they take more effort.

    >>> [one.proof.sequence.kind.value for one in propositions(3)]
    ['periodic', 'finite', 'periodic', 'finite']
    """
    last = whole_number(upto, "the largest third row")
    found = oracle_or_shared(oracle).answer(lambda inquiry: winners_upto(inquiry, last, first=0), effort)
    return found if isinstance(found, Unknown) else [Proposition.of(winners) for winners in found.values()]
