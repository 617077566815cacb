"""Generating functions of a slice: the identity that proves it, and the conjectures that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from zchomp import limits
from zchomp.answers.inquiry import Inquiry
from zchomp.answers.oracle import Oracle, oracle_or_shared
from zchomp.effort import seconds_for, too_much
from zchomp.engines.genfun.coverage import Coverage, KnownSlices, cover, given_families
from zchomp.engines.genfun.search import SearchHistory, search
from zchomp.engines.prover import genfun_work
from zchomp.periodic import Periodic
from zchomp.results import Claim, Unknown
from zchomp.slices import Slice, SliceLike
from zchomp.sources import Source

__all__ = ["conjectures", "generating_functions"]

Made = TypeVar("Made", bound=SearchHistory | Coverage)


def conjectures(
    slice_: SliceLike, /, *, effort: float | None = None, oracle: Oracle | None = None
) -> SearchHistory | Unknown:
    """Trace how the losers of a slice are found, conjectured and proved.

    >>> [(c.start, c.step, c.b, c.fate) for c in conjectures(4).conjectures]
    [(0, 1, 4, 'retracted')]
    """
    return _made(search, slice_, effort, oracle)


def generating_functions(
    slice_: SliceLike, /, *, effort: float | None = None, oracle: Oracle | None = None
) -> Coverage | Unknown:
    """Find the generating functions of a slice, and the identity that proves it.

    The identity is P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M). ``expression()`` makes a sympy expression of each of them.

    >>> functions = generating_functions(2)
    >>> functions.losers.expression(), functions.difference.tight().expression()
    (y**2/(1 - x), y/(1 - x))
    """
    return _made(
        lambda slice_, known: cover(slice_, known[slice_], given_families(slice_, known)), slice_, effort, oracle
    )


def _made(
    make: Callable[[Slice, KnownSlices], Made], like: SliceLike, effort: float | None, oracle: Oracle | None
) -> Made | Unknown:
    """Compute something from a slice and all slices that it depends on, if generating functions are quick enough."""
    slice_, oracle = Slice.of(like), oracle_or_shared(oracle)
    work = genfun_work(Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width if slice_.tail else 0))
    what = f"a proof of the {slice_} by generating functions"
    refused = too_much(what, "a smaller third row", seconds_for(work, limits.GENFUN_PACE), oracle.effort(effort))
    if refused is not None:
        return refused

    def question(inquiry: Inquiry) -> dict[Slice, Periodic[int]]:
        inquiry.use(Source.GENFUN)
        return inquiry.sequences(slice_)

    known, sources = oracle.ask(question, effort)
    if isinstance(known, Unknown):
        return known
    return replace(make(slice_, known), sources=sources)
