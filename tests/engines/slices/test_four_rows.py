"""Four rows: how many losers there are, and after how many columns what is proved repeats."""

from math import lcm

import numpy as np
import pytest

from zchomp.engines.prover import prove
from zchomp.engines.slices import any_rows_kernel
from zchomp.engines.slices.recurrence import add_slice
from zchomp.periodic import Periodic
from zchomp.results import Proofs


@pytest.fixture(scope="module")
def to_100() -> Proofs:
    """Four rows to third row 100."""
    return prove(100, rows=4)


def losers_within(n: int) -> int:
    """The number of losers of four rows with first row at most n, by the compiled recurrence on n + 1 columns alone."""
    words, total = 3 * n // 128 + 2, 0
    by_fourth = np.zeros((n + 1, n + 1, words), np.uint64)  # the chains of the third row
    found: dict[tuple[int, int], any_rows_kernel.Terms] = {}
    diagonals = {(0, 0): 1}
    for third in range(n + 1):
        chain = np.zeros((n + 1, words), np.uint64)  # that of the fourth row
        for fourth in range(third + 1):
            parent = (third - 1, min(fourth, third - 1))
            terms = np.zeros(n + 1 - third, np.uint16)
            if third == 0 or (len(found[parent]) and found[parent][0]):
                if third:
                    diagonals[third, fourth] = diagonals[parent] | 1 << (third - 1 + int(found[parent][0]))
                bits = np.zeros(n // 64 + words + 2, np.uint64)
                state = diagonals[third, fourth] >> third
                bits[:words] = np.frombuffer(state.to_bytes(8 * words, "little"), "<u8")
                marks = np.array((0, n + 2, n + 2, 1, -1))
                shadow = chain[third:] | by_fourth[min(fourth, max(0, third - 1)), third:]
                outcome = any_rows_kernel.run(shadow, bits, np.zeros(words, np.uint64), terms, marks, 1)
                assert outcome in {any_rows_kernel.MORE, any_rows_kernel.FINITE}
                terms = terms[: marks[any_rows_kernel.COUNT]]
                total += int(np.sum(terms + np.arange(third, third + len(terms)) <= n))
            else:  # empty
                terms = terms[:0]
            found[third, fourth] = terms
            any_rows_kernel.add_terms(chain[third:], 0, terms, len(terms))
        by_fourth[third] = by_fourth[max(0, third - 1)]
        for fourth in range(third + 1):
            any_rows_kernel.add_terms(by_fourth[fourth, third:], 0, found[third, fourth], len(found[third, fourth]))
    return total


def test_how_many_losers(to_100: Proofs) -> None:
    """Losers with first row at most 100 and 200, the first by what is proved too."""
    proved = sum(
        slice_.width + a + b <= 100
        for slice_, proof in to_100.items()
        for a, b in enumerate(proof.sequence.first(101 - slice_.width))
    )
    assert proved == losers_within(100) == 34_510
    assert losers_within(200) == 273_269


def test_periods_to_100(to_100: Proofs) -> None:
    """All slices to third row 100 repeat after 2304 = 9 · 256 columns, and the longest head has 28,205 terms."""
    periods = {len(proof.sequence.period) for proof in to_100.values()} - {0}
    assert lcm(*periods) == max(periods) == 2304
    assert max(len(proof.sequence.head) for proof in to_100.values()) == 28_205


def test_after_how_many_columns_the_triples_repeat(to_100: Proofs) -> None:
    """The triples (p, q, r) that some fourth row makes a loser: after 112 columns they repeat for r <= 10 alone.

    [Gar26] conjectures a period of 112 = 7 · 16. For r <= 10 their exact period in q divides 16, from r = 11 on it is
    a multiple of 96, and no period is a multiple of 7.
    """
    periods = []
    for third in range(41):
        shadow: Periodic[int] = Periodic((), (0,))
        for fourth in range(third + 1):
            shadow = add_slice(shadow, to_100[third, fourth].sequence, third)
        periods.append(len(shadow.minimal().period))
    assert periods[:11] == [1, 1, 1, 1, 2, 4, 8, 8, 16, 16, 16]
    assert periods[11:] == [96] * 4 + [192] * 26
    assert not any(len(proof.sequence.period) % 7 == 0 for proof in to_100.values() if proof.sequence.period)
