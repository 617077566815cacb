"""Generating functions of a slice: the identity that proves it, and the conjectures that lead to it."""

from __future__ import annotations

from dataclasses import replace

from zchomp import limits
from zchomp.answers.oracle import Oracle, chosen
from zchomp.effort import takes, too_much
from zchomp.engines.genfun.coverage import Coverage, cover, given_families
from zchomp.engines.genfun.search import Story, search
from zchomp.periodic import Periodic
from zchomp.results import Claim, Unknown
from zchomp.slices import Slice, SliceLike
from zchomp.sources import Source, in_order

__all__ = ["conjectures", "generating_functions"]


def conjectures(slice_: SliceLike, *, effort: float | None = None, oracle: Oracle | None = None) -> Story | Unknown:
    """How the losers of a slice are found, conjectured and proved, from the start.

    >>> [(c.start, c.step, c.b, c.fate) for c in conjectures(4).conjectures]
    [(0, 1, 4, 'retracted')]
    """
    wanted = Slice.of(slice_)
    known, sources = _known(wanted, effort, oracle)
    if isinstance(known, Unknown):
        return known
    story = search(wanted, known)
    return replace(story, sources=in_order([*sources, *story.sources]))


def generating_functions(
    slice_: SliceLike, *, effort: float | None = None, oracle: Oracle | None = None
) -> Coverage | Unknown:
    """The generating functions of a slice, and the identity P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M) that proves it.

    ``expression()`` makes a sympy expression of each of them.

    >>> functions = generating_functions(2)
    >>> functions.losers.expression(), functions.difference.tight().expression()
    (y**2/(1 - x), y/(1 - x))
    """
    wanted = Slice.of(slice_)
    known, sources = _known(wanted, effort, oracle)
    if isinstance(known, Unknown):
        return known
    coverage = cover(wanted, known[wanted], given_families(wanted, known))
    return replace(coverage, sources=in_order([*sources, *coverage.sources]))


def _known(
    slice_: Slice, effort: float | None, oracle: Oracle | None
) -> tuple[dict[Slice, Periodic[int]] | Unknown, tuple[Source, ...]]:
    """The sequences of all slices that a slice depends on, if generating functions are quick enough for it."""
    asked = chosen(oracle)
    work = Claim(len(slice_.tail) + 2, slice_.nim, slice_.width if slice_.tail else 0).genfun_work()
    seconds = takes(work, limits.GENFUN_PACE)
    what = f"a proof of the {slice_}"
    refused = too_much(f"{what} by generating functions", "a smaller third row", seconds, asked.effort(effort))
    if refused is not None:
        return refused, ()
    return asked.ask(lambda inquiry: inquiry.known(slice_), effort)
