"""What is proved, held against brute force and against what others published."""

from collections import Counter

import pytest

from tests.support import brute_force, table
from zchomp.position import Position
from zchomp.engines.prover import engines, prove, prove_slices
from zchomp.slices import Slice, dependency_order, locate
from zchomp.results import Proof, Unknown
from zchomp.answers.tables import symbolic_losers


@pytest.fixture(scope="module")
def rows_to_1000() -> tuple[Proof, ...]:
    """Three-rowed Chomp to third row 1000."""
    return prove(upto=1000)


@pytest.mark.parametrize(
    ("rows", "columns", "upto", "nim"),
    [(2, 25, 0, 6), (3, 14, 14, 5), (4, 8, 8, 3), (5, 6, 6, 2), (6, 4, 4, 3), (7, 3, 3, 8)],
)
def test_brute_force(rows: int, columns: int, upto: int, nim: int) -> None:
    """Every position of a small board has the nim-value that the proofs give it, by the rules of the game alone."""
    proofs = {proof.slice: proof.sequence for proof in prove(upto, rows, nim)}
    checked = 0
    for shape, value in brute_force(rows, columns).items():
        slice_, a, b = locate(Position(shape))
        for g in range(nim + 1):
            assert (proofs[Slice(slice_.tail, g)].get(a) == b) == (value == g)
            checked += 1
    assert checked == (nim + 1) * len(brute_force(rows, columns))


def test_all_kinds_occur() -> None:
    """The brute-force test is about slices of every kind: four rows have empty ones among them."""
    kinds = Counter(proof.sequence.kind for proof in prove(upto=8, rows=4))
    assert set(kinds) == {"periodic", "finite", "empty"}


def test_the_main_theorem_in_numbers(rows_to_1000: tuple[Proof, ...]) -> None:
    """[Zei01]: to third row 115 all slices are settled; 49 are infinite, all of period 1, and 67 are finite."""
    kinds = Counter(proof.sequence.kind for proof in rows_to_1000[:116])
    assert kinds == {"periodic": 49, "finite": 67}
    assert max(len(proof.sequence.period) for proof in rows_to_1000[:120]) == 1


def test_periods_of_the_census(rows_to_1000: tuple[Proof, ...]) -> None:
    """The published list of periods above 1, period 2 first at 120, 4 first at 402, and 782 has period 1."""
    longer = [(proof.slice.width,) for proof in rows_to_1000 if len(proof.sequence.period) > 1]
    assert longer == table("oeis_a147983.txt")
    first: dict[int, int] = {}
    for proof in rows_to_1000:
        first.setdefault(len(proof.sequence.period), proof.slice.width)
    assert {period: c for period, c in first.items() if period > 1} == {p: c for c, p in table("census_periods.txt")}
    assert rows_to_1000[782].sequence.kind == "periodic"
    assert len(rows_to_1000[782].sequence.period) == 1


@pytest.mark.parametrize("figure", ["bhms05_figure1.txt", "bhms05_figure2.txt", "bhms05_figure3.txt"])
def test_brouwers_figures(figure: str, rows_to_1000: tuple[Proof, ...]) -> None:
    """Every cell f(q, r) of the figures: q + B(q - r), or, after the end of a finite row, the column of its end."""
    cells = table(figure)
    assert len(cells) > 50
    for r, q, value in cells:
        sequence = rows_to_1000[r].sequence
        b = sequence.get(q - r)
        assert value == (q + b if b is not None else r + len(sequence.head) - 1)


def test_brouwers_sequences(rows_to_1000: tuple[Proof, ...]) -> None:
    """The printed terms of the diagonal, and of the rows and columns where constant rows start."""
    diagonal = [c + rows_to_1000[c].sequence[0] for c in range(71)]
    ends = sorted(
        (proof.slice.width, proof.slice.width + len(proof.sequence.head) - 1)
        for proof in rows_to_1000
        if proof.sequence.kind == "finite"
    )
    assert [(d,) for d in diagonal] == table("bhms05_diagonal.txt")
    assert [(r,) for r, _ in ends[:67]] == table("bhms05_constant_rows.txt")
    assert [(q,) for _, q in ends[:50]] == table("bhms05_constant_columns.txt")


def test_suns_slice() -> None:
    """[Sun02]'s losers with bottom rows [2, 2], with the one that the paper leaves out."""
    proofs = {proof.slice: proof for proof in prove(upto=4, rows=4)}
    found = [
        (loser.start, loser.step, loser.b) for loser in symbolic_losers(Slice((4, 2)), proofs[Slice((4, 2))].sequence)
    ]
    assert found == table("sun02_tail_2_2.txt")


def test_propositions_of_zeilberger(rows_to_1000: tuple[Proof, ...]) -> None:
    """[Zei01] Propositions 0, 1, 2: (a, a-1); (3,1,1) and (2,2,1); (a, b, 2) with a - b = 2."""
    zero, one, two = (proof.sequence for proof in rows_to_1000[:3])
    assert (zero.head, zero.period) == ((), (1,))
    assert (one.head, one.period) == ((2, 0), ())
    assert (two.head, two.period) == ((), (2,))


def test_known_proofs_are_taken_over() -> None:
    """Slices that are known are not proved again, and the others come out the same."""
    slices = list(dependency_order(rows=4, upto=5))
    proofs = prove(upto=5, rows=4)
    known = {proof.slice: proof for proof in proofs[::2]}
    again = list(prove_slices(slices, engines("recurrence"), known))
    assert again == list(proofs)
    assert all(again[number] is proofs[number] for number in range(0, len(proofs), 2))


def test_an_unknown_slice_ends_the_run() -> None:
    """After a slice that stays unknown nothing is claimed."""
    results = list(prove_slices(dependency_order(rows=3, upto=20), engines("recurrence", max_terms=5)))
    assert all(isinstance(result, Proof) for result in results[:-1])
    assert isinstance(results[-1], Unknown)
    assert len(results) < 21
