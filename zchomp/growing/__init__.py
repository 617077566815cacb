"""Finite orders with two growing chains c and d: Byrnes's theorem as a program.

No c may be below a d, nothing may be above a whole chain, and the relations between the chains must be arithmetic from
some row on: after a while, each few more c have the same number of further d below them.

>>> from zchomp import growing
>>> found = growing.prove(growing.bar(3, upto=2))
>>> print(found)
(): (1 + a, a)
(1): (3, 1, 1), (2, 2, 1)
(2): (4 + a, 2 + a, 2)
>>> growing.prove(growing.from_relations("x < c2, d1 < x"), nim=2).nim_value(["x"], 0, 1)
2
"""

import importlib
from typing import TYPE_CHECKING

from zchomp.growing.families import GrowingFamily, arms, bar, box, from_file, from_relations, heap
from zchomp.growing.order import GrowingOrder, Staircase
from zchomp.growing.proofs import GrowingProofs, prove
from zchomp.growing.recurrence import GrowingSlice

if TYPE_CHECKING:
    from zchomp.growing.certificate import GrowingReport, certify, read_certificate

__all__ = [
    "GrowingFamily",
    "GrowingOrder",
    "GrowingProofs",
    "GrowingReport",
    "GrowingSlice",
    "Staircase",
    "arms",
    "bar",
    "box",
    "certify",
    "from_file",
    "from_relations",
    "heap",
    "prove",
    "read_certificate",
]


def __getattr__(name: str) -> object:
    """Import what is about certificates when it is first used."""
    if name not in {"GrowingReport", "certify", "read_certificate"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.certificate"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
