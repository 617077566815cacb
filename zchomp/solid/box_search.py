"""Searches of boxes: which engine finds all losers within a box, how long it takes, and how much memory it needs.

Small boxes are searched in plain Python (`plain`), larger ones in compiled code (`compiled`, extra `fast`). The
estimates were measured on one core, with a margin of 1 to 2 for slower machines.
"""

from typing import Protocol

from zchomp import limits
from zchomp.amounts import sides_text
from zchomp.effort import Estimate, needs_effort, seconds_for, too_much, valid_effort
from zchomp.engines import compiler
from zchomp.errors import DisagreementError, MissingExtra, TooLarge
from zchomp.progress import Progress, silent
from zchomp.results import TooCostly, Unknown
from zchomp.solid.counts import base_work, box_bases, box_positions, table_size
from zchomp.solid.plain import PlainBox
from zchomp.work.runs import Stepwise, run

__all__ = [
    "BoxSearch",
    "Size",
    "box_prices",
    "estimate_box",
    "refused_openings",
    "refused_solution",
    "search_box",
]

MOST_BASE_CELLS = 16
"""The maximum number of cells of the base of a box that is searched."""

MOST_HEIGHT = 250
"""The largest height of a box that is searched: a table has one byte for each base."""

Size = tuple[int, int, int]


class BoxSearch(Stepwise, Protocol):
    """All losers within a box, found step by step. The work is counted in bases."""

    def is_checked(self) -> bool:
        """Whether every position of the box is a loser if and only if it is one by the definition."""

    def loser_height(self, heights: tuple[tuple[int, ...], ...]) -> int:
        """The height over the poison that makes the other heights a loser, or 0 if none up to the top does."""

    def losers_within(self, width: int, depth: int, height: int) -> int:
        """How many losers there are within a box that fits into this one."""


def search_box(size: Size, check: bool = False, progress: Progress = silent) -> BoxSearch:
    """Find all losers within a box. With ``check``, every position is compared with the definition afterwards.

    Raises TooLarge for a box that no engine handles, and DisagreementError if the check fails.
    """
    _require_searchable(size)
    box: BoxSearch = _compiled_box(size) if _is_compiled(size, check) else PlainBox(*size)
    run(box, progress, "solving")
    if check and not box.is_checked():
        raise DisagreementError(f"the losers within {sides_text(size)} are not those of the definition")
    return box


def refused_solution(size: Size, effort: float) -> Unknown | None:
    """Why it is not known who wins within a box, because that takes too much effort or memory. None if it does not.

    >>> refused_solution((2, 2, 2), 1) is None, refused_solution((4, 4, 250), 1).reason
    (True, 'a search within 4 x 4 x 250 needs years; try a smaller box')

    Raises TooLarge for a box that no engine handles.
    """
    _require_searchable(size)
    if (missing := _needs_extra(size, False, effort)) is not None:
        return missing
    cost = _cost(size, check=False)
    if cost.seconds > effort:
        return needs_effort(_search(size), cost.seconds, _smaller())
    return too_much(_search(size), _smaller(), 0, None, cost.memory)


def refused_openings(size: Size, check: bool, effort: float | None) -> TooCostly | None:
    """Why the openings of the boxes within a box take too much effort or memory. None if they do not.

    Raises TooLarge for a box that no engine handles.
    """
    _require_searchable(size)
    if (missing := _needs_extra(size, check, effort or 0)) is not None:
        return missing
    cost = _cost(size, check)
    return too_much(_search(size), _smaller(), cost.seconds, effort, cost.memory, limits.RUN_EFFORT)


def estimate_box(size: Size, check: bool = False) -> Estimate | None:
    """How long a box takes, and how much memory, or None if it is refused.

    >>> str(estimate_box((2, 3, 60)))
    'this takes about 11 s and 75.1 MB of memory'
    """
    return _cost(size, check) if refused_openings(size, check, None) is None else None


def box_prices(size: Size, check: bool = False) -> tuple[Estimate, Estimate]:
    """The price of a box in plain Python, and compiled, whether the compiler is installed or not.

    With ``check`` every position is compared with the definition.

    >>> [(round(price.seconds, 1), price.memory) for price in box_prices((2, 3, 14))]
    [(0.5, 2176000), (2.0, 81600)]
    """
    width, depth, height = size
    cells, bases = width * depth, box_bases(*size)
    work, moves = bases * base_work(*size), cells**2 * height
    plain, fast = seconds_for(work, limits.SOLID_PLAIN_PACE), seconds_for(work, limits.SOLID_PACE)
    if check:
        plain += seconds_for(box_positions(*size) * moves, limits.SOLID_PLAIN_CHECK_PACE)
        fast += seconds_for(bases * moves, limits.SOLID_CHECK_PACE)
    return (
        Estimate(plain, bases * limits.SOLID_BASE_BYTES),
        Estimate(limits.COMPILED_START + fast, table_size(width, depth, height)),
    )


def _require_searchable(size: Size) -> None:
    """Raise TooLarge for a box that no engine handles."""
    width, depth, height = size
    if height > MOST_HEIGHT or width * depth > MOST_BASE_CELLS:
        most = f"expected a base of at most {MOST_BASE_CELLS} cells and a height of at most {MOST_HEIGHT}"
        raise TooLarge(f"a box {sides_text(size)} is too large; {most}")


def _compiled_box(size: Size) -> BoxSearch:
    """A search of a box in compiled code."""
    compiler.require()
    from zchomp.solid.compiled import CompiledBox

    return CompiledBox(*size)


def _needs_extra(size: Size, check: bool, effort: float) -> TooCostly | None:
    """Say that a box needs the extra `fast`, if plain Python takes too long, and compiled code does not."""
    plain, fast = box_prices(size, check)
    is_short = plain.seconds <= max(limits.SOLID_PLAIN, valid_effort(effort))
    if compiler.is_installed() or is_short or fast.seconds > limits.RUN_EFFORT:
        return None
    return TooCostly(str(MissingExtra(_search(size), "fast")))


def _cost(size: Size, check: bool) -> Estimate:
    """Roughly how long a box takes, and how much memory it needs."""
    return box_prices(size, check)[_is_compiled(size, check)]


def _is_compiled(size: Size, check: bool) -> bool:
    """Whether a box is searched with compiled code, because that is quicker."""
    plain, fast = box_prices(size, check)
    return compiler.is_quicker(plain.seconds, fast.seconds, effort=0)


def _search(size: Size) -> str:
    return f"a search within {sides_text(size)}"


def _smaller() -> str:
    return f"a smaller box{compiler.install_advice()}"
