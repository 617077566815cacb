"""Nim-values and heights on arrays: the tables of `nim_values`, compiled."""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from zchomp.engines.bars import nim_values
from zchomp.engines.bars.losers import Cells
from zchomp.engines.bars.nim_values import WORD, ValueTable
from zchomp.engines.compiler import compile_, substitute
from zchomp.engines.machine_words import lowest

__all__ = ["CompiledValueTable"]


def _place(bit: int) -> int:
    return lowest(np.uint64(bit))


substitute(nim_values.place, _place)
fill = compile_(nim_values.fill, *nim_values.CALLED)


class CompiledValueTable(ValueTable):
    """The values of all positions within a board, compiled.

    >>> table = CompiledValueTable((3, 3))
    >>> [first_row for first_row in table.steps()], table.value((3, 2)), table.value((3, 3))
    ([3], 0, 4)
    """

    step = 2**20

    def _bits(self) -> int:
        return WORD

    def _cells(self, numbers: Sequence[int]) -> Cells:
        return cast("Cells", np.array(numbers, np.int64))

    def _zeros(self, size: int) -> Cells:
        return cast("Cells", np.zeros(size, np.int64))

    def _room(self, size: int) -> Cells:
        return cast("Cells", np.zeros(size, np.int32))

    def _kernel(self) -> Callable[..., None]:
        return fill
