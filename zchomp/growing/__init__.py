"""Orders with two growing chains: Byrnes's theorem as a program.

>>> from zchomp import growing
>>> found = growing.prove(growing.bar(3, upto=2))
>>> print(found)
(): (1 + a, a)
(1): (3, 1, 1), (2, 2, 1)
(2): (4 + a, 2 + a, 2)
>>> growing.prove(growing.from_relations("x < c2, d1 < x"), nim=2).nim_value(["x"], 0, 1)
2
"""

from zchomp.growing.certificate import GrowingReport, certify, read_certificate
from zchomp.growing.families import GrowingFamily, arms, bar, box, from_file, from_relations, heap
from zchomp.growing.order import GrowingOrder, Staircase
from zchomp.growing.proofs import GrowingProofs, prove
from zchomp.growing.recurrence import GrowingSlice

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
