"""Ordinals: the laws of sum, product, difference and nim-sum, and their text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.sets.ordinals import OmegaPower
from sympy.sets.ordinals import Ordinal as SympyOrdinal

from tests.ordinals.strategies import ordinals, up_to_largest
from zchomp.errors import InvalidArgument, TooLarge
from zchomp.ordinals.ordinal import OMEGA, OMEGA_TO_OMEGA, ZERO, Ordinal, omega_power

any_ordinal = ordinals()


def in_sympy(ordinal: Ordinal) -> SympyOrdinal:
    """The same ordinal in sympy."""
    return SympyOrdinal(*(OmegaPower(exponent, times) for exponent, times in ordinal.terms))


@given(any_ordinal, any_ordinal)
def test_agreement_with_sympy(a: Ordinal, b: Ordinal) -> None:
    """Sum and comparison agree with sympy."""
    assert in_sympy(a) + in_sympy(b) == in_sympy(a + b)
    assert bool(in_sympy(a) < in_sympy(b)) == (a < b)
    assert (in_sympy(a) == in_sympy(b)) == (a == b)


@given(any_ordinal, st.integers(0, 6))
def test_products_with_numbers_are_those_of_sympy(a: Ordinal, number: int) -> None:
    """The product with a number, and with ω, agrees with sympy."""
    assert in_sympy(a) * in_sympy(Ordinal.of(number)) == in_sympy(a * number)
    assert in_sympy(a) * in_sympy(OMEGA) == in_sympy(a * OMEGA)


@given(up_to_largest, up_to_largest)
def test_left_subtraction(a: Ordinal, b: Ordinal) -> None:
    """The difference can be added to the smaller ordinal to give the larger, and is the only one that can."""
    small, large = min(a, b), max(a, b)
    assert small + large.without(small) == large
    if not small.is_largest and not b.is_largest:
        assert (small + b).without(small) == b
    if small < large:
        with pytest.raises(InvalidArgument, match="is less than"):
            small.without(large)


@given(any_ordinal, any_ordinal, any_ordinal)
def test_nim_sum(a: Ordinal, b: Ordinal, c: Ordinal) -> None:
    """The nim-sum is associative and commutative, every ordinal is its own inverse, and coefficients do not mix."""
    assert a.nim_sum(b).nim_sum(c) == a.nim_sum(b.nim_sum(c)) == a.nim_sum(b, c)
    assert a.nim_sum(b) == b.nim_sum(a)
    assert a.nim_sum(a) == ZERO == 0
    assert (a.nim_sum(b) == a.nim_sum(c)) == (b == c)
    assert [a.nim_sum(b).part(9)[1].terms] == [
        tuple((e, x) for e in range(3, -1, -1) if (x := dict(a.terms).get(e, 0) ^ dict(b.terms).get(e, 0)))
    ]


@given(any_ordinal, any_ordinal)
def test_nim_sum_is_a_least_excluded_value(a: Ordinal, b: Ordinal) -> None:
    """Every ordinal below a ⊕ b is a' ⊕ b with a' < a, or a ⊕ b' with b' < b: it is the nim-sum of heaps."""
    total = a.nim_sum(b)
    for exponent, times in total.terms:
        for smaller in {0, times - 1, times // 2} - {times}:
            kept = tuple(term for term in total.terms if term[0] > exponent)
            below = Ordinal((*kept, (exponent, smaller)) if smaller else kept) + omega_power(max(0, exponent - 1), 5)
            if below < total:
                assert below.nim_sum(b) < a or below.nim_sum(a) < b


@given(st.integers(0, 10**30), st.integers(0, 10**30))
def test_whole_numbers_are_ordinals(m: int, n: int) -> None:
    """Whole numbers add, multiply, compare, hash and convert like integers, and all are below ω."""
    a, b = Ordinal.of(m), Ordinal.of(n)
    assert [int(found) for found in (a + b, a * b, a.nim_sum(b), a**3)] == [m + n, m * n, m ^ n, m**3]
    assert (a < b, a == n, hash(a), int(a)) == (m < n, m == n, hash(m), m)
    assert m < OMEGA == m + OMEGA
    assert n * OMEGA == (OMEGA if n else ZERO)


@given(up_to_largest)
def test_text_round_trips(a: Ordinal) -> None:
    """Both texts, the representation and the pickle give back the ordinal."""
    assert Ordinal.parse(str(a)) == Ordinal.parse(a.ascii()) == a
    assert Ordinal.parse(str(a).replace("+", " + ")) == a
    assert pickle.loads(pickle.dumps(a)) == a  # noqa: S301 - our own
    assert eval(repr(a), {"Ordinal": Ordinal}) == a  # noqa: S307 - the representation is Python


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("w", ((1, 1),)),
        ("W+3", ((1, 1), (0, 3))),
        ("omega*2", ((1, 2),)),
        ("ω2", ((1, 2),)),
        ("w+w", ((1, 2),)),
        ("w^0", ((0, 1),)),
        ("w*0 + 4", ((0, 4),)),
        ("w**2", ((2, 1),)),
        ("ω¹²·3", ((12, 3),)),
        ("1_000", ((0, 1000),)),
        ("007", ((0, 7),)),
        ("0", ()),
    ],
)
def test_spellings(text: str, terms: tuple[tuple[int, int], ...]) -> None:
    """Ordinals are read as people write them."""
    assert Ordinal.parse(text).terms == terms


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("w^w^w", "ordinals go up to w^w"),
        ("w^w+1", "ordinals go up to w^w"),
        ("w^w*2", "ordinals go up to w^w"),
        ("5+w^w", "ordinals go up to w^w"),
        ("w-1", "'-' is not used with ordinals: no ordinal comes right before w"),
        ("2*w", "write the number after w: w*2 is w+w, but 2*w is w"),
        ("w^2+2w", "write the number after w: w*2 is w+w, but 2*w is w"),
        ("3+w", "3+w is w: write larger terms first"),
        ("w*2+w^2", "w*2+w^2 is w^2: write larger terms first"),
        ("w^(1+1)", "an exponent is a number, as in w^2"),
        ("", "expected an ordinal like w, w+3, w*2 or w^2*3+w+5"),
        ("w+", "expected an ordinal like w, w+3, w*2 or w^2*3+w+5"),
        ("x", "expected an ordinal like w, w+3, w*2 or w^2*3+w+5"),
        ("w^" + "9" * 4001, "expected numbers of at most 4000 digits"),
    ],
    ids=lambda text: text[:12],
)
def test_refused_texts(text: str, reason: str) -> None:
    """A text that is not an ordinal, or is ambiguous, is refused with the reason."""
    with pytest.raises(InvalidArgument) as refused:
        Ordinal.parse(text)
    assert str(refused.value).endswith(f"; {reason}")


@pytest.mark.parametrize("value", [-1, True, 2.5, None, [1]], ids=repr)
def test_refused_values(value: object) -> None:
    """Only ordinals, whole numbers and texts are ordinals."""
    with pytest.raises(InvalidArgument, match="not an ordinal"):
        Ordinal.of(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("terms", [((0, 1), (1, 1)), ((1, 0),), ((1, 1), (1, 1)), ((-1, 1),)], ids=str)
def test_refused_terms(terms: tuple[tuple[int, int], ...]) -> None:
    """Exponents decrease, and coefficients are positive."""
    with pytest.raises(InvalidArgument, match="decreasing exponents"):
        Ordinal(terms)


def test_the_largest() -> None:
    """ω^ω absorbs everything before it, and nothing goes beyond it."""
    assert OMEGA + OMEGA_TO_OMEGA == OMEGA * OMEGA_TO_OMEGA == OMEGA_TO_OMEGA == OMEGA_TO_OMEGA * 1
    assert (ZERO.nim_sum(OMEGA_TO_OMEGA), OMEGA_TO_OMEGA.nim_sum(OMEGA_TO_OMEGA)) == (OMEGA_TO_OMEGA, ZERO)
    assert (str(OMEGA_TO_OMEGA), OMEGA_TO_OMEGA.latex()) == ("ω^ω", r"\omega^{\omega}")
    for beyond in (
        lambda: OMEGA_TO_OMEGA + 1,
        lambda: OMEGA_TO_OMEGA * 2,
        lambda: OMEGA_TO_OMEGA.nim_sum(1),
        lambda: OMEGA_TO_OMEGA.degree,
    ):
        with pytest.raises(TooLarge):
            beyond()


def test_an_infinite_ordinal_is_not_a_number() -> None:
    """An infinite ordinal cannot be converted to a number, or compared with a text."""
    with pytest.raises(TypeError, match="w is not a whole number"):
        int(OMEGA)
    with pytest.raises(TypeError):
        assert OMEGA < "w"  # type: ignore[operator]
    assert OMEGA != "w"


def test_powers_and_exclusive_or_are_not_confused() -> None:
    """Powers are written as in Python. The caret, which means a power in text, is refused."""
    assert [str(OMEGA**n) for n in range(4)] == ["1", "ω", "ω²", "ω³"]
    assert Ordinal.of("w*2+1") ** 2 == Ordinal.of("w*2+1") * Ordinal.of("w*2+1")
    with pytest.raises(TypeError, match="unsupported operand"):
        OMEGA ^ 2  # type: ignore[operator]
    with pytest.raises(InvalidArgument, match=r"or use Ordinal\.of"):
        Ordinal("w")  # type: ignore[arg-type]
