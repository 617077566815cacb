"""Strategies: ordinals and rows of ordinals for hypothesis."""

from hypothesis import strategies as st

from zchomp.ordinals.ordinal import OMEGA_TO_OMEGA, Ordinal


def ordinals(degree: int = 3, largest: int = 6) -> st.SearchStrategy[Ordinal]:
    """Ordinals below ω^(degree + 1), with bounded coefficients."""
    coefficients = st.lists(st.integers(0, largest), min_size=degree + 1, max_size=degree + 1)
    return coefficients.map(
        lambda found: Ordinal(tuple((degree - place, times) for place, times in enumerate(found) if times))
    )


def rows(count: int, degree: int = 3, largest: int = 6) -> st.SearchStrategy[tuple[Ordinal, ...]]:
    """This many ordinals, the longest first."""
    return st.lists(ordinals(degree, largest), min_size=count, max_size=count).map(
        lambda found: tuple(sorted(found, reverse=True))
    )


up_to_largest = st.one_of(ordinals(), st.just(OMEGA_TO_OMEGA))
