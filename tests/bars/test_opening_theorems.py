"""The theorems on openings, tested on the game. Slightly changed versions of them are false.

The losers of three rows come from `tests.reference`, which knows only the recurrence as the page states it, and
are compared with the rules of the game. Every theorem is written as the list of its exceptions below 200, which is
empty. A changed theorem has an exception, so the hypothesis or bound that was changed is needed.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, count, islice, pairwise

import numpy as np
import pytest

import zchomp
from tests.checker import coq_source
from tests.reference import Terms, settled, term
from tests.sieve import sieve
from tests.support import ROOT, brute_force, known
from zchomp.bars.losers import PlainBar, bases_within
from zchomp.bars.position import Position, partitions_within
from zchomp.bars.theorems import ONE_OPENING, PROVED, is_three_rowed_bar
from zchomp.documents.article import OPENINGS
from zchomp.posets.families import bar
from zchomp.posets.search import PosetGame

UPTO = 200
"""Bars to 3 x 200, third rows to 200."""

Exceptions = Iterator[tuple[int, ...]]


@cache
def slices() -> list[Terms]:
    """The sequences of the slices 0 to 200."""
    return [(line["head"], line["period"]) for line in settled(3, 0, UPTO)]


def lost(p: int, q: int, r: int) -> bool:
    """Whether the position (p, q, r) with p >= q >= r, p > 0, is a loser."""
    return term(slices()[r], q - r) == p - q


def d(n: int) -> int:
    """The first row of the loser (d, n, n)."""
    first = term(slices()[n], 0)
    assert first is not None
    return n + first


@cache
def starts() -> dict[int, int]:
    """The numbers p to 200 with a loser (p, p, r), in order, and their r."""
    return {p: r for p in range(1, UPTO + 1) for r in range(p) if lost(p, p, r)}


def row_minimum(r: int) -> tuple[int, int]:
    """The least first row of the losers (m, k, r) with k > r, and its k."""
    best = (10**9, 0)
    for k in count(r + 1):
        difference = term(slices()[r], k - r)
        if difference is not None:
            best = min(best, (k + difference, k))
        if k >= best[0]:
            return best
    raise AssertionError("count() does not end")


def winning_openings(*rows: int) -> list[tuple[int, int]]:
    """All squares that win on a bar of three rows, found by trying each."""
    squares = [(row, left) for row in range(3) for left in range(rows[row]) if (row, left) != (0, 0)]
    return [(row + 1, left + 1) for row, left in squares if lost(*rows[:row], *(min(x, left) for x in rows[row:]))]


def without_loser_below(first: int = 0, short: int = 0) -> Exceptions:
    """The lemma, from t = r - first on, and with s < r - short."""
    for p, r in starts().items():
        for t in range(max(0, r - first), p):
            if not any(lost(p, t, s) for s in range(min(r - short, t + 1))):
                yield p, r, t


def without_loser_below_any() -> Exceptions:
    """The lemma with any loser (p, q, r) in place of (p, p, r), r <= t < q, r > 0."""
    for p in range(1, UPTO + 1):
        for q in range(1, p):
            for r in (r for r in range(1, q) if lost(p, q, r)):
                yield from ((p, q, r, t) for t in range(r, q) if not any(lost(p, t, s) for s in range(r)))


def other_kind() -> Exceptions:
    """The kind of the opening: in row 2 if n = d_q, leaving (n, q, q), in row 3 if n is a start, leaving (n, n, r)."""
    diagonal = {d(q): q for q in range(UPTO)}
    for n in range(1, UPTO + 1):
        expected = [(2, diagonal[n] + 1)] if n in diagonal else []
        expected += [(3, starts()[n] + 1)] if n in starts() else []
        if winning_openings(n, n, n) != expected:
            yield (n,)


def without_one_opening(cut: int = 0) -> Exceptions:
    """Bars (n, n, n - cut) that do not have exactly one winning opening."""
    return ((n,) for n in range(1 + cut, UPTO + 1) if len(winning_openings(n, n, n - cut)) != 1)


def not_complementary(first: int = 0) -> Exceptions:
    """Numbers that do not occur exactly once among d_first, ... and the starts."""
    diagonal = [d(n) for n in range(first, UPTO)]
    return ((p,) for p in range(1, UPTO + 1) if diagonal.count(p) + (p in starts()) != 1)


def wrong_uses(more: int = 0, *, on_diagonal: bool = False) -> Exceptions:
    """The n for which q_n (or d_n) is not in exactly n + more columns before it, or not in those t with d_t > q_n."""
    values = map(d, range(UPTO)) if on_diagonal else starts()
    for n, p in enumerate(values, start=0 if on_diagonal else 1):
        if p <= UPTO:
            columns = [t for t in range(p) if any(lost(p, t, s) for s in range(t + 1))]
            if len(columns) != n + more or columns != [t for t in range(p) if d(t) > p]:
                yield (n,)


def minima_of_no_start(diagonal: int = 1) -> Exceptions:
    """Rows whose least value is not a start. With 0 the diagonal counts as well."""
    for r in range(UPTO // 2):
        least = row_minimum(r)[0] if diagonal else min(row_minimum(r)[0], d(r))
        if least not in starts():
            yield (r,)


def wrong_minima(compare: Callable[[tuple[int, int], tuple[int, int]], bool]) -> Exceptions:
    """Rows whose least value, with its column, does not compare with the next as it should."""
    pairs = pairwise(map(row_minimum, range(UPTO)))
    return ((r,) for r, (before, after) in enumerate(pairs) if not compare(before, after))


def above_the_diagonal(below: int = 0) -> Exceptions:
    """Losers (p, q, r) with r < q whose p is not less than d_q - below."""
    for q in range(UPTO):
        for r in range(q):
            difference = term(slices()[r], q - r)
            if difference is not None and q + difference >= d(q) - below:
                yield q + difference, q, r


def other_rows_of_starts(*, is_free: bool = True) -> Exceptions:
    """Losers (q_n, q_n, r) for which r - n is not the number of rows s < r that start before and lack q_n."""
    start_of = {r: p for p, r in starts().items()}
    for n, (p, r) in enumerate(starts().items(), start=1):
        rows = [s for s in range(r) if start_of.get(s, p) < p]
        rows = [s for s in rows if not is_free or not any(lost(p, t, s) for t in range(s, p))]
        if r - n != len(rows):
            yield p, r


def not_equivalent() -> Exceptions:
    """Monotony, and that a row starts at its minimum: an exception to only one of them.

    Neither has a known exception, so this finds only what would refute both the theorem and an open statement.
    """
    decreasing = any(after < before for before, after in pairwise(starts().values()))
    elsewhere = any(row_minimum(r) != (p, p) for p, r in starts().items())
    if decreasing != elsewhere:
        yield (0,)


THEOREMS: dict[str, Callable[[], Exceptions]] = {
    "losers_below_start": without_loser_below,
    "opening_kind": other_kind,
    "one_opening": without_one_opening,
    "diagonal_largest": above_the_diagonal,
    "row_of_start": other_rows_of_starts,
    "start_bound": lambda: ((p, r) for p, r in starts().items() if p > 2 * r),
    "complementary": not_complementary,
    "start_estimates": lambda: ((n, p) for n, p in enumerate(starts(), 1) if not 2 * n <= p <= 3 * n - 1),
    "occurrences": wrong_uses,
    "row_minimum_is_start": minima_of_no_start,
    "row_minima": lambda: wrong_minima(lambda before, after: before < after),
    "monotony_iff_minimum": not_equivalent,
    "row_estimates": lambda: ((n, r) for n, r in enumerate(starts().values(), 1) if not n <= r <= 2 * n - 1),
}

CHANGED: dict[str, tuple[Callable[[], Exceptions], tuple[int, ...]]] = {
    "lemma, also for t = r - 1": (lambda: without_loser_below(first=1), (2, 1, 0)),
    "lemma, with s < r - 1": (lambda: without_loser_below(short=1), (2, 1, 1)),
    "lemma, for losers (p, q, r) with q < p": (without_loser_below_any, (5, 3, 2, 2)),
    "bars without their last square": (lambda: without_one_opening(cut=1), (2,)),
    "p <= 2r - 1": (lambda: ((p, r) for p, r in starts().items() if p > 2 * r - 1), (2, 1)),
    "complementary without d_0": (lambda: not_complementary(first=1), (1,)),
    "q_n <= 3n - 2": (lambda: ((n, p) for n, p in enumerate(starts(), 1) if p > 3 * n - 2), (1, 2)),
    "q_n >= 2n + 1": (lambda: ((n, p) for n, p in enumerate(starts(), 1) if p < 2 * n + 1), (1, 2)),
    "r <= 2n - 2": (lambda: ((n, r) for n, r in enumerate(starts().values(), 1) if r > 2 * n - 2), (1, 1)),
    "r >= n + 1": (lambda: ((n, r) for n, r in enumerate(starts().values(), 1) if r < n + 1), (1, 1)),
    "q_n in n + 1 columns": (lambda: wrong_uses(more=1), (1,)),
    "d_n in n columns": (lambda: wrong_uses(on_diagonal=True), (0,)),
    "the least value, with the diagonal": (lambda: minima_of_no_start(diagonal=0), (0,)),
    "least values increase": (lambda: wrong_minima(lambda before, after: before[0] < after[0]), (0,)),
    "columns of least values increase": (lambda: wrong_minima(lambda before, after: before[1] < after[1]), (4,)),
    "values of a column below d_q - 1": (lambda: above_the_diagonal(below=1), (2, 1, 0)),
    "row of a start, counting rows that have it": (lambda: other_rows_of_starts(is_free=False), (7, 4)),
    "the diagonal increases": (lambda: ((n,) for n in range(UPTO - 1) if d(n) > d(n + 1)), (51,)),
}


@pytest.mark.parametrize("name", PROVED)
def test_no_theorem_has_an_exception(name: str) -> None:
    """Below 200 no theorem has an exception, and every named theorem is tested."""
    assert set(THEOREMS) == set(PROVED)
    assert list(THEOREMS[name]()) == []


@pytest.mark.parametrize("changed", CHANGED)
def test_changed_theorem_is_false(changed: str) -> None:
    """With a weaker hypothesis or a stronger conclusion there is an exception, and this is the first."""
    exceptions, first = CHANGED[changed]
    assert next(exceptions()) == first


def test_open_statements_have_no_exception_here() -> None:
    """Statements not known for all n hold below 200: starts increase with their rows and occur in the last columns."""
    assert list(starts().values()) == sorted(starts().values())
    assert all(d(t) < p for n, p in enumerate(starts(), 1) for t in range(p - n))


@pytest.mark.parametrize("name", PROVED)
def test_coq_has_the_theorem(name: str) -> None:
    """The named module has a theorem of that name, and Coq prints its assumptions, of which there are none."""
    module, theorem = PROVED[name].split(".")
    assert theorem == name
    assert re.search(rf"^(?:Theorem|Lemma|Corollary) {name}\b", coq_source(module).read_text(), flags=re.MULTILINE)
    assert re.search(rf"@{name}\b", coq_source("Assumptions").read_text())


def test_two_openings_elsewhere() -> None:
    """Uniqueness holds only for full bars of three rows: (3, 2, 1) has three winning moves, and 6 x 13 has two."""
    assert winning_openings(3, 2, 1) == [(1, 3), (2, 2), (3, 1)]
    assert zchomp.winning_moves((13,) * 6) == (zchomp.Move(4, 12), zchomp.Move(5, 9))
    assert not is_three_rowed_bar(Position((13,) * 6))


@pytest.mark.parametrize("rows", [(1, 1, 1), (2, 2, 2), (3, 3), (9, 9, 9), (3,) * 7, (120, 120, 120)], ids=str)
def test_solve_says_why_there_is_one(rows: tuple[int, ...]) -> None:
    """A full bar of three rows or columns has one winning move, and the answer names the theorem."""
    solution = known(zchomp.solve(rows))
    assert len(solution.known_winning_moves) == 1
    assert solution.theorem == ONE_OPENING
    assert f"No other move wins, because {ONE_OPENING}." in str(solution)


@pytest.mark.parametrize("rows", [(9, 9, 8), (9, 8, 8), (4, 4, 4, 3), (9, 9), (9, 7, 4)], ids=str)
def test_solve_says_it_of_no_other_bar(rows: tuple[int, ...]) -> None:
    """Other positions are answered as before."""
    solution = known(zchomp.solve(rows))
    assert solution.theorem is None
    assert "No other move wins" not in str(solution)


def test_every_theorem_is_stated() -> None:
    """The document states every theorem. Its text, Markdown and LaTeX are in tests/golden/theorem.txt."""
    assert {name for part in OPENINGS for name in part.coq} == set(PROVED.values())


@pytest.mark.parametrize(("rows", "upto"), [(3, 14), (4, 9), (5, 7)])
def test_sieve_finds_the_losers_of_the_rules(rows: int, upto: int) -> None:
    """The sieve's counts, openings and replies are those of the definition of the game."""
    losers = {(*one, *(0,) * (rows - len(one))) for one, value in brute_force(rows, upto).items() if not value}
    found = sieve(rows, upto, plain=True)
    openings, reply = np.full_like(found.openings, -1), np.full_like(found.reply, -1)
    for loser in sorted(losers, key=min, reverse=True):  # the least s comes last
        lengths = sorted(set(loser), reverse=True)
        if len(lengths) == 2:
            openings[loser[0], loser.count(loser[0])] = lengths[1]
        elif len(lengths) == 3:
            reply[loser.count(loser[0]), loser[0], lengths[1]] = lengths[2]
    assert found.losers == len(losers)
    assert np.array_equal(found.openings, openings)
    assert np.array_equal(found.reply, reply)


@pytest.mark.parametrize(("rows", "upto", "losers"), [(3, UPTO, 7108), (4, 100, 34_510), (5, 60, 71_631)])
def test_one_opening_within_reach(rows: int, upto: int, losers: int) -> None:
    """Bars of four and five rows have one winning opening, and the statements that would prove it have no exception."""
    found = sieve(rows, upto)
    assert found.losers == losers
    assert found.several() == []
    assert list(found.without_shorter_last_row()) == []
    assert list(found.without_reply()) == []


def test_the_lemma_has_no_literal_analogue() -> None:
    """(17, 17, 10, 9) is the first loser (p, p, r, s) after which not every bite of row 2 is answered below row 2."""
    losers = {(*one, 0, 0, 0)[:4] for one, value in brute_force(4, 17).items() if not value}
    exceptions = (
        (p, r, s, t)
        for p, q, r, s in sorted(losers)
        for t in range(r, p if p == q else r)
        if not any((p, t, x, min(x, s)) in losers for x in range(r))
        and not any((p, t, r, x) in losers for x in range(s))
    )
    assert list(islice(exceptions, 2)) == [(17, 10, 9, 12)]


@pytest.mark.release
def test_the_lemma_has_no_analogue_for_openings() -> None:
    """(158, 158, 89, 89) is a loser, and the only winning bite of (158, 151, 89, 89) is in row 1."""
    assert zchomp.outcome((158, 158, 89, 89), effort=60) is zchomp.Outcome.LOSER
    assert zchomp.winning_moves((158, 151, 89, 89), effort=60) == (zchomp.Move(1, 155),)


@pytest.mark.parametrize(("rows", "first", "openings"), [(6, 13, 2), (7, 14, 1)])
def test_the_sufficient_condition_fails_for_more_rows(rows: int, first: int, openings: int) -> None:
    """With six rows there is an exception at p = 13, where there are two openings, and with seven at 14, with one."""
    engine, losers = PlainBar(rows, first), set()
    bases = partitions_within((first,) * (rows - 1))
    while engine.done < bases_within(rows, first):
        if engine.advance(10**9) is not None:
            found = engine.first_rows()
            assert isinstance(found, list)
            losers |= {(p, *next(bases)) for p in found}
    exceptions = {
        p
        for p in range(1, first + 1)
        for i, j in combinations(range(1, rows), 2)
        for y, t in combinations(range(p), 2)
        if ((p,) * j + (y,) * (rows - j)) in losers and not _is_answered((p,) * i + (t,) * (rows - i), i, losers)
    }
    assert exceptions == {first}
    assert len(known(zchomp.openings(rows, first)).moves[rows, first]) == openings


def _is_answered(position: tuple[int, ...], i: int, losers: set[tuple[int, ...]]) -> bool:
    """Whether a bite below row i + 1 leaves a loser."""
    return any(
        position[:row] + tuple(min(left, x) for x in position[row:]) in losers
        for row in range(i + 1, len(position))
        for left in range(position[row])
    )


def test_the_lemma_with_rows_in_front_is_false_for_nine_rows() -> None:
    """Eight rows of 10 squares and one of 4 are a loser. Seven rows of 10, one of 4 and one of fewer are winners."""
    game = PosetGame(bar("9x10").poset, poisoned=True)
    squares = [tuple(map(int, name.split(","))) for name in bar("9x10").poset.elements]

    def is_loser(*rows: int) -> bool:
        left = sum(1 << x for x, (row, column) in enumerate(squares) if column <= rows[row - 1])
        return not game.winning_moves(left & game.start)

    assert is_loser(*(10,) * 8, 4)
    assert not any(is_loser(*(10,) * 7, 4, s) for s in range(4))


@cache
def nim_slices() -> dict[tuple[int, int], Terms]:
    """Head and period by third row and nim-value, up to nim-value 6, as in the verified certificates."""
    found = {}
    for name in ("chomp-3rows-nim6-50", "chomp-3rows-nim3-100"):
        for line in (ROOT / "certificates" / f"{name}.jsonl").read_text().splitlines()[1:]:
            data = json.loads(line)
            if "tail" in data:
                found[data["tail"][0], data["nim"]] = (data["head"], data["period"])
    return found


def test_the_mean_of_a_period_for_nim_values() -> None:
    """For every nim-value the mean of a period is the number of first rows that the slice leaves out."""
    infinite = [(head, period) for head, period in nim_slices().values() if period]
    assert len(infinite) > 150
    for head, period in infinite:
        bound = len(head) + max(head + period) + len(period)
        values = {a + value for a in range(bound) if (value := term((head, period), a)) is not None}
        assert sum(period) == len(period) * len(set(range(bound)) - values)


def test_the_chart_of_other_nim_values_is_different() -> None:
    """For nim-values above 0, theorems on the chart have the exceptions that the page lists."""

    def rows(nim: int) -> list[Terms]:
        return [nim_slices()[c, nim] for c in range(101)]

    def finite_below(nim: int, c: int) -> int:
        return sum(bool(head) and not period for head, period in rows(nim)[:c])

    def means(nim: int) -> list[tuple[int, int]]:
        return [(c, sum(period) // len(period)) for c, (_, period) in enumerate(rows(nim)) if period]

    page = " ".join((ROOT / "proofs" / "chart.md").read_text().split())
    c, mean = next((c, mean) for c, mean in means(1) if mean != 1 + finite_below(1, c))
    longer = next(c for c, (_, period) in enumerate(rows(1)) if len(period) > 1)
    neighbour = next(c for c in range(1, 101) if rows(1)[c][1] and rows(1)[c - 1][1])
    assert (
        f"nim-value 1: the mean of the period of slice {c} is {mean - finite_below(1, c)}, not 1, more than the number"
        f" of finite slices below, and slice {longer} has a period of length {len(rows(1)[longer][1])}, though the"
        f" first two infinite neighbours are the slices {neighbour - 1} and {neighbour};"
    ) in page
    assert not any(period for _, period in rows(2))
    assert "nim-value 2: no slice up to 100 is infinite;" in page
    ends = {c: c + len(head) - 1 for c, (head, period) in enumerate(rows(3)) if head and not period}
    assert max(ends.items(), key=lambda item: item[1] - 2 * item[0]) == (7, 30)
    assert "nim-value 3: slice 7 ends with the position (30, 30, 7), and 30 > 2 · 7." in page
