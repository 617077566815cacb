"""Boxes in compiled code (extra `fast`): the body of `boxes`, with arrays."""

from collections.abc import Iterable
from typing import cast

import numpy as np

from zchomp.bars.losers import Cells
from zchomp.core.compiler import compile_
from zchomp.core.limits import SOLID_PACE
from zchomp.solid import boxes

find_losers = compile_(boxes.find_losers, boxes.next_base)
check_losers = compile_(boxes.check_losers, boxes.next_base)


class CompiledBox(boxes.BoxSearch):
    """All losers within a box, compiled.

    >>> box = CompiledBox(2, 2, 3)
    >>> while box.done < box.total:
    ...     box.advance(1)
    >>> box.loser_height(((0, 2), (2, 1))), box.is_checked()
    (2, True)
    """

    pace = SOLID_PACE
    _find = staticmethod(find_losers)
    _check = staticmethod(check_losers)

    def _numbers(self, numbers: Iterable[int]) -> Cells:
        return cast("Cells", np.array([*numbers], np.int64))

    def _bytes(self, size: int) -> Cells:
        return cast("Cells", np.zeros(size, np.uint8))
