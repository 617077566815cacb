"""Stories: how one slice is settled by conjectures, and the identity of generating functions that proves it."""

from zchomp import limits
from zchomp.answers.questions import the_oracle
from zchomp.engines.genfun.coverage import Coverage, cover, given_families
from zchomp.engines.genfun.search import Story, search
from zchomp.periodic import Periodic
from zchomp.results import Claim, Unknown
from zchomp.slices import Slice, SliceLike

__all__ = ["conjectures", "generating_functions"]


def conjectures(slice_: SliceLike) -> Story | Unknown:
    """How the search finds, conjectures and proves a slice, told from the start.

    >>> [(c.start, c.step, c.b, c.fate) for c in conjectures(4).conjectures]
    [(0, 1, 4, 'retracted')]
    """
    wanted = Slice.of(slice_)
    known = _known(wanted)
    return known if isinstance(known, Unknown) else search(wanted, known)


def generating_functions(slice_: SliceLike) -> Coverage | Unknown:
    """The generating functions of a slice, and the identity P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M) that proves it.

    ``expression()`` makes a sympy expression of each of them.

    >>> functions = generating_functions(2)
    >>> functions.losers.expression(), functions.difference.tight().expression()
    (y**2/(1 - x), y/(1 - x))
    """
    wanted = Slice.of(slice_)
    known = _known(wanted)
    return known if isinstance(known, Unknown) else cover(wanted, known[wanted], given_families(wanted, known))


def _known(slice_: Slice) -> dict[Slice, Periodic[int]] | Unknown:
    """The sequences that the slice rests on, if generating functions are not too slow for it."""
    if Claim(len(slice_.tail) + 2, slice_.nim, slice_.width if slice_.tail else 0).genfun_work() > limits.GENFUN_WORK:
        return Unknown(f"the {slice_} is too large for generating functions, which reach third rows of about 400")
    return the_oracle().known(slice_)
