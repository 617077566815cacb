"""Proofs of growing orders: all lines of a family, and the nim-value of any position, however large."""

from collections.abc import Collection
from dataclasses import dataclass, field

from zchomp.errors import InvalidPosition, quote
from zchomp.growing.families import Family
from zchomp.growing.lines import GrowingLine
from zchomp.growing.recurrence import prove_lines
from zchomp.position import whole_number
from zchomp.progress import Progress, silent
from zchomp.results import AtLeast, Unknown
from zchomp.showing import Shown

__all__ = ["GrowingProofs", "grow"]


@dataclass(frozen=True, slots=True, repr=False)
class GrowingProofs(Shown, words="growing"):
    """The positions of nim-values 0 to ``nim`` of a family, proved: a line for every down-set and nim-value."""

    family: Family
    nim: int
    lines: tuple[GrowingLine, ...]
    _by_key: dict[tuple[int, int], GrowingLine] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {(line.kept, line.nim): line for line in self.lines})

    def line(self, elements: Collection[str] = (), nim: int = 0) -> GrowingLine:
        """The line of a down-set of A, given by the names of its elements.

        >>> from zchomp.growing.families import of_relations
        >>> found = grow(of_relations("x < y, d1 < y"))
        >>> found.line(["x"]).period
        (1, -1)

        Raises InvalidPosition if these are not the elements of a down-set.
        """
        names = self.family.order.names
        kept = sum(1 << a for a, name in enumerate(names) if name in elements)
        line = self._by_key.get((kept, nim))
        if line is None or not set(elements) <= set(names):
            expected = "expected elements with all that are below them, and a nim-value that was proved"
            raise InvalidPosition(f"no line of {quote(sorted(elements))} and nim-value {nim}; {expected}")
        return line

    def nim_value(self, elements: Collection[str], m: int, n: int) -> int | AtLeast:
        """The nim-value of the position with these elements of A, m elements of c and n of d; 0 is a loser.

        >>> from zchomp.growing.families import of_relations
        >>> found = grow(of_relations("d1 < c2"), nim=3)
        >>> found.nim_value([], 10**30, 10**30), found.nim_value([], 10**30, 10**30 + 1)
        (0, 2)

        Raises InvalidPosition if it is not a position.
        """
        m, n = whole_number(m, "the number of c"), whole_number(n, "the number of d")
        room = self.family.order.room(self.line(elements).kept)
        most_m, most_n = m if room.m1 is None else room.m1, n if room.n1 is None else room.n1
        if not (room.m0 <= m <= most_m and max(room.n0, self.family.order.stair(m)) <= n <= most_n):
            raise InvalidPosition(f"{m} elements of c and {n} of d are no position with {quote(sorted(elements))}")
        value = next((k for k in range(self.nim + 1) if self.line(elements, k).get(m) == n), None)
        return AtLeast(f"the nim-values to {self.nim} were proved", self.nim + 1) if value is None else value


def grow(family: Family, nim: int = 0, progress: Progress = silent) -> GrowingProofs | Unknown:
    """Prove the positions of nim-values 0 to ``nim`` of a family (proofs/growing.md).

    >>> from zchomp.growing.families import arms
    >>> print(grow(arms("1")))
    (): (1 + a, 1^(a))
    (1): (3 + 2*a, 2, 1^(2*a)), (2 + 2*a, 2, 1^(1 + 2*a))

    It is Unknown if a line neither ends nor repeats within the largest number of rows. Raises TooLarge if there are too
    many down-sets.
    """
    nim = whole_number(nim, "a nim-value")
    lines: list[GrowingLine] = []
    total = (nim + 1) * len(family.order.down_sets())
    for line in prove_lines(family.order, nim):
        if isinstance(line, Unknown):
            return line
        lines.append(line)
        progress("proving", len(lines), total)
    return GrowingProofs(family, nim, tuple(lines))
