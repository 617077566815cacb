"""Stories: how one slice is settled by conjectures, and the identity of generating functions that proves it."""

from zchomp.certificate import Claim
from zchomp.certify import MAX_WORK, work
from zchomp.conjectures import Story, search
from zchomp.errors import TooLarge
from zchomp.genfun import Coverage, cover, given_families
from zchomp.oracle import the_oracle
from zchomp.slices import Slice, Unknown

__all__ = ["coverage_of", "story_of"]


def story_of(home: Slice) -> Story | Unknown:
    """How the search finds and proves a slice, told from the start; the slices before it are taken from the oracle.

    >>> [(c.start, c.step, c.b, c.fate) for c in story_of(Slice((4,))).conjectures]
    [(0, 1, 4, 'retracted')]
    """
    _must_be_small(home)
    known = the_oracle().known(home)
    return known if isinstance(known, Unknown) else search(home, known)


def coverage_of(home: Slice) -> Coverage | Unknown:
    """The identity P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M) of a slice.

    >>> coverage_of(Slice((2,))).difference.modulus
    1
    """
    _must_be_small(home)
    known = the_oracle().known(home)
    return known if isinstance(known, Unknown) else cover(home, known[home], given_families(home, known))


def _must_be_small(home: Slice) -> None:
    if work(Claim(rows=len(home.tail) + 2, nim=home.nim, upto=home.width)) > MAX_WORK:
        raise TooLarge(f"{home} is too large for generating functions; expected a third row of at most 400")
