"""The size of a search on a poset: roughly how many positions it may meet, and what effort settles them all."""

from typing import NamedTuple, Self

from zchomp import limits
from zchomp.effort import needs_effort
from zchomp.errors import TooLarge
from zchomp.posets.poset import Poset
from zchomp.posets.search import StepBudget, estimate_positions
from zchomp.results import Unknown

__all__ = ["SearchSize"]


class SearchSize(NamedTuple):
    """How many positions a search may meet: an estimate if ``exact``, else a lower bound, or None if not known."""

    positions: int | None
    exact: bool
    by_symmetry: bool = False
    """Whether positions are counted up to symmetry."""

    @classmethod
    def of(cls, poset: Poset, left: int) -> Self:
        """The size of a position."""
        try:
            return cls(*estimate_positions(poset, left, StepBudget(limits.POSET_SIZE_BUDGET)))
        except TooLarge:
            return cls(None, False)

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
        expected = seconds * self.positions / solved
        return needs_effort("a search of all of them", expected, "a smaller poset")
