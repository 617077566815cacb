"""The order of sources: certificates, library, theorems, recurrence, search. Whichever answers, the answer is the same.

Everything is compared with brute force by the definition of the game, on thousands of positions of two to eight rows,
and on sums. Each source is switched off in turn, and each is used alone.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.proof.shelves import filled
from tests.support import alone, brute_force, known, moves_to, proof_of, reached, with_sources
from zchomp.bars.knowledge import _row_term, knowledge, shipped_proofs
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Position
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proof
from zchomp.bars.search import search_seconds
from zchomp.bars.slices import Slice
from zchomp.bars.solving import nim_of, nim_value, outcome, solve, solved
from zchomp.bars.sums import solve_sum
from zchomp.bars.theorems import has_equal_arms
from zchomp.bars.three_rows import ProvedRow
from zchomp.core import compiler, limits
from zchomp.core.answers import Answer, AtLeast, Outcome, Source, Unknown
from zchomp.core.session import Session
from zchomp.errors import LibraryError
from zchomp.proof.format import read_certificate, shipped_certificate
from zchomp.proof.library import Library

BOARDS = [(2, 40), (3, 20), (4, 9), (5, 7), (6, 6), (8, 5)]
"""Rows and columns: 860, 1770, 714, 791, 923 and 1286 positions, some of them on several boards."""

KEPT = (
    Claim(rows=3, nim=0, upto=300),
    Claim(rows=4, nim=0, upto=9),
    Claim(rows=3, nim=3, upto=14),
    Claim(rows=5, nim=1, upto=4),
)
"""The claims in the library."""

WITHOUT = [frozenset(Source), *(frozenset(Source) - {source} for source in Source)]
ALONE = [frozenset({source}) for source in Source if source not in {Source.GENFUN, Source.COQ}]  # used only when named
EACH = [*WITHOUT, *ALONE]


def name(sources: frozenset[Source]) -> str:
    """A name for a set of sources."""
    return " and ".join(sorted(source.value for source in sources))


@pytest.fixture(scope="module", name="library")
def library_of_claims(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A library with claims of all kinds."""
    library = filled(tmp_path_factory.mktemp("sources") / "library.sqlite3", *KEPT)
    yield library
    library.close()


def session(library: Library, sources: frozenset[Source], effort: float | None = None) -> Session:
    """A session with some sources."""
    return alone(read_certificate(shipped_certificate()).values(), library, effort, sources)


@cache
def board(rows: int, columns: int) -> tuple[tuple[Position, int], ...]:
    """All positions of a board, with their nim-values."""
    return tuple((Position(position), value) for position, value in brute_force(rows, columns).items() if any(position))


@pytest.mark.parametrize("sources", EACH, ids=name)
@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_solutions(rows: int, columns: int, sources: frozenset[Source], library: Library) -> None:
    """The outcome and all winning moves are those of the game, or unknown. With all sources they are known."""
    asked = session(library, sources)
    unknown, number = 0, EACH.index(sources)
    for position, value in board(rows, columns)[
        number % 8 :: 8 if number else 1
    ]:  # an eighth, with each set another one
        solution = asked.ask(partial(solved, position))
        if isinstance(solution, Unknown):
            unknown += 1
            assert isinstance(asked.run(outcome, position), Unknown)
            continue
        expected = Outcome.WINNER if value else Outcome.LOSER
        assert solution.outcome is asked.run(outcome, position) is expected
        assert set(solution.sources) <= sources
        assert solution.sources
        found, right = set(map(position.chomp, solution.known_winning_moves)), reached(position, (rows, columns))
        assert found == right if solution.missing is None else found <= right
    assert unknown == 0 or len(sources) < 4


@pytest.mark.parametrize("sources", EACH, ids=name)
@pytest.mark.parametrize(("rows", "columns"), [(2, 12), (3, 7), (4, 5), (5, 4)])
def test_nim_values(rows: int, columns: int, sources: frozenset[Source], library: Library) -> None:
    """Nim-values are those of the game, or lower bounds. The moves to a nim-value are exactly those that reach it."""
    asked, random = session(library, sources), Random(rows)
    for position, value in board(rows, columns)[EACH.index(sources) % 3 :: 3]:
        found = asked.run(nim_value, position)
        if isinstance(found, Unknown):
            assert found.value <= value
            assert len(sources) < 4
        else:
            assert found == value
        nim = random.randrange(value + 3)
        moves = asked.run(moves_to, position, nim)
        if isinstance(moves, Unknown):
            assert len(sources) < 4
            continue
        assert set(map(position.chomp, moves)) == reached(position, (rows, columns), nim)


@pytest.mark.parametrize("sources", EACH, ids=name)
def test_sums(sources: frozenset[Source], library: Library) -> None:
    """The outcome of a sum of two or three bars, and all winning moves, are those of the game, or unknown."""
    random, values = Random(7), {position: value for position, value in board(4, 4) if position.squares() > 1}
    values |= {position: value for position, value in board(2, 9) if position.squares() > 1}
    pairs = list(combinations_with_replacement(sorted(values), 2))
    sums: list[tuple[Position, ...]] = [*random.sample(pairs, 250), *((bar, bar) for bar in sorted(values)[:40])]
    sums += [tuple(random.choices(sorted(values), k=3)) for _ in range(60)]
    sums, decided = sums[EACH.index(sources) % 4 :: 4], 0
    asked = session(library, sources)
    for bars in sums:
        solution = asked.run(solve_sum, bars)
        total = 0
        for bar in bars:
            total ^= values[bar]
        if isinstance(solution, Unknown):
            continue
        decided += 1
        assert solution.outcome is (Outcome.WINNER if total else Outcome.LOSER)
        assert solution.nim_value in {None, total}
        assert all(found in {None, values[bar]} for found, bar in zip(solution.reason.nim_values, bars, strict=True))
        right = {
            (number, after)
            for number, bar in enumerate(bars)
            for after in {bar.chomp(move) for move in bar.moves()}
            if values.get(after, 0) == values[bar] ^ total
        }
        found = {(number, bars[number].chomp(move)) for number, move in solution.known_winning_moves}
        assert found <= right
        assert found == right or solution.missing is not None or not total
    assert decided == len(sums) or len(sources) < 4
    if Source.THEOREM in sources:
        assert decided >= 10
    else:  # without theorems a sum is decided by its nim-values, if all of them are known
        assert decided == sum(all(isinstance(asked.run(nim_value, bar), int) for bar in bars) for bars in sums)


def test_without_effort(library: Library) -> None:
    """With no effort, answers come from certificates, the library and theorems, and nothing is proved."""
    asked = session(library, frozenset(Source), effort=0)
    sources, unknown = set[Source](), list[Unknown]()
    for position, value in board(5, 7):
        solution = asked.run(solve, position)
        if isinstance(solution, Answer):
            sources.update(solution.sources)
            assert solution.outcome is (Outcome.WINNER if value else Outcome.LOSER)
        else:
            unknown.append(solution)
    assert sources == {Source.CERTIFICATE, Source.LIBRARY, Source.THEOREM}
    assert len(unknown) > 30
    assert all("needs about 1 s" in found.reason and found.effort == 1 for found in unknown)


def test_the_order(library: Library) -> None:
    """Each source answers what earlier ones cannot. The smaller slices that moves lead to come from earlier ones."""
    asked = session(library, frozenset(Source))
    expected = {
        (30, 20, 10): "certificate",
        (400, 310, 300): "certificate library",
        (20, 11, 9, 8): "certificate library",
        (50, *(1,) * 20): "theorem",
        (11,) * 11: "theorem",
        (1000, 600, *(1,) * 1000): "theorem",
        (900, 3, *(2,) * 500): "theorem",
        (400, 310, 301): "certificate library recurrence",
        (7, 6, 6, 5, 5): "certificate library recurrence",
        (10,) * 8: "search",
        (11, 10, 10, 9, 8, 7, 6): "search",
    }
    for rows, sources in expected.items():
        solution = known(asked.run(solve, rows))
        assert (rows, solution.sources) == (rows, tuple(map(Source, sources.split())))
        assert solution.missing is None


def test_the_order_does_not_depend_on_earlier_questions(library: Library) -> None:
    """A theorem answers first, even if the recurrence has already proved the slice."""
    asked = session(library, frozenset(Source))
    assert not isinstance(asked.run(proof_of, Slice((7,) * 5)), Unknown)
    solution = known(asked.run(solve, (7,) * 7))
    assert solution.sources == (Source.THEOREM,)


@pytest.mark.parametrize("rows", [(8,) * 7, (13,) * 5, (11, 10, 9, 9, 8, 8, 6)], ids=str)
def test_the_compiled_search(monkeypatch: pytest.MonkeyPatch, rows: tuple[int, ...]) -> None:
    """The compiled search finds the same moves as the recurrence."""
    monkeypatch.setattr(limits, "BARS_PLAIN_PACE", 1)
    question = partial(solved, Position(rows))
    solution = known(alone(sources={Source.SEARCH}, effort=20).ask(question))
    assert (solution.sources, solution.outcome) == ((Source.SEARCH,), Outcome.WINNER)
    assert solution.winning_moves
    other = known(alone(sources={Source.RECURRENCE}, effort=60).ask(question))
    assert other.winning_moves == solution.winning_moves


@pytest.mark.parametrize(
    "slice_", [Slice((5, 5, 4)), Slice((9,), nim=12), Slice((3,) * 6, nim=1), Slice((), nim=30)], ids=str
)
def test_the_compiled_recurrence_of_any_slice(slice_: Slice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled recurrence for any number of rows and nim-values proves what the plain one proves."""
    plain = alone().run(proof_of, slice_)
    monkeypatch.setattr("zchomp.bars.knowledge.plain_seconds", lambda _slice: 10**9)
    assert alone().run(proof_of, slice_) == plain
    assert not isinstance(plain, Unknown)


@pytest.mark.parametrize("third", range(6))
def test_terms_of_a_compiled_row(third: int) -> None:
    """A row of the compiled recurrence has the terms of its proof, and none after the end of a finite one."""
    proof = proof_of(third)
    assert isinstance(proof, Proof)
    sequence = proof.sequence
    row = ProvedRow(third, np.array(sequence.head, np.int32), np.array(sequence.period, np.int32), 0, 0)
    for a in range(len(sequence.head) + len(sequence.period) + 2):
        assert _row_term(row, a) == sequence.get(a)


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba the same questions get the same answers, or unknown with the reason."""
    monkeypatch.setattr(compiler, "is_installed", lambda: False)
    found = known(alone().run(solve, (10,) * 8))
    assert len(found.known_winning_moves) == 2
    far = alone().run(solve, (20_000, 9000, 8000))
    assert isinstance(far, Unknown)
    assert search_seconds(Position((13,) * 12)) > 30


def test_half_known_winners() -> None:
    """If only part of an answer is known, that part is given, and the rest is named as missing."""
    sources = {Source.THEOREM, Source.RECURRENCE}
    bar = known(alone(sources=sources).run(solve, (30,) * 20))
    assert (bar.outcome, bar.known_winning_moves) == (Outcome.WINNER, ())
    assert bar.missing is not None
    assert bar.winning_moves == bar.missing
    square = known(alone(sources=sources).run(solve, (30,) * 20 + (29,) * 10))
    assert has_equal_arms(square.position)
    assert square.known_winning_moves == ((2, 2),)
    assert square.missing is not None


def test_the_widest_proof_comes_with_all_others() -> None:
    """The proof of a slice comes with those of all slices that it depends on, from any source."""
    found, sources = known(alone().run(with_sources, lambda: knowledge().sequences(Slice((30,)))))
    assert sources == (Source.RECURRENCE,)
    assert found == {slice_: proof.sequence for slice_, proof in known(prove(30)).items()}


def test_a_failed_source_is_not_named(tmp_path: Path) -> None:
    """A library that fails in the middle of a question is not among its sources: the whole question is asked again."""

    class Failing(Library):
        """A library that answers twice."""

        left = 2

        def proof(self, slice_: Slice) -> Proof | None:
            """The proof of a slice, for the first two calls."""
            if not self.left:
                raise LibraryError("the library is gone")
            self.left -= 1
            return super().proof(slice_)

    path = tmp_path / "library.sqlite3"
    filled(path, Claim(rows=3, nim=0, upto=20)).close()
    whole, told = alone(library=Library(path)), list[str]()
    bars = [(11, 7, 5), (20, 15, 9), (19, 15, 9), (30, 15, 8)]
    assert known(whole.run(solve_sum, bars)).sources == (Source.LIBRARY, Source.SEARCH)
    answer = known(alone(library=Failing(path), warn=told.append).run(solve_sum, bars))
    assert answer.sources == (Source.SEARCH,)
    assert told == ["the library is gone; the library is not used"]


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.release)], ids=["plain", "compiled"])
def test_proofs_from_a_lost_library_are_forgotten(
    compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was derived from a wrong proof of the library is forgotten with it: later answers are right again."""

    class Lying(Library):
        """A library with one wrong proof, which fails later."""

        is_gone = False

        def proof(self, slice_: Slice) -> Proof | None:
            """The wrong proof, or none."""
            if self.is_gone:
                raise LibraryError("the library is gone")
            return Proof(slice_, Periodic((1, 1, 0)), bound=3, modulus=0) if slice_ == Slice((1,)) else None

    if compiled:
        monkeypatch.setattr("zchomp.bars.knowledge.Knowledge._ways", lambda *_: (float("inf"), 0))
    library, told = Lying(tmp_path / "library.sqlite3"), list[str]()
    asked = alone(library=library, sources={Source.LIBRARY, Source.RECURRENCE}, effort=60, warn=told.append)
    questions = board(4, 5)
    expected = [Outcome.WINNER if value else Outcome.LOSER for _, value in questions]
    found = [asked.run(outcome, position) for position, _ in questions]
    wrong = [position for (position, _), one, right in zip(questions, found, expected, strict=True) if one is not right]
    assert any(len(position.rows) == 4 and position.rows[2] > 1 for position in wrong)
    assert told == []
    library.is_gone = True
    assert asked.run(proof_of, (9,)) == known(prove(9))[9]
    assert told == ["the library is gone; the library is not used"]
    assert [asked.run(outcome, position) for position, _ in questions] == expected


def test_unknown_answers_have_no_sources() -> None:
    """A partial nim-value, and bites that were tried in vain, add no source."""
    far = Position((10**9, 5000, 5000))
    asked = alone(shipped_proofs(), effort=0)
    found, sources = known(asked.run(with_sources, lambda: (nim_of(far), outcome(far))))
    assert all(isinstance(answer, Unknown) for answer in found)
    assert sources == ()


def test_proofs_are_read_as_far_as_they_are_needed() -> None:
    """A certificate is read only as far as the slice in question."""
    read: list[Slice] = []

    def proofs() -> Iterator[Proof]:
        for proof in shipped_proofs():
            read.append(proof.slice)
            yield proof

    asked = alone(proofs())
    assert read == []
    assert asked.run(outcome, (6, 5)) is Outcome.LOSER
    assert read == [Slice()]
    assert known(asked.run(solve, (9, 7, 4))).sources == (Source.CERTIFICATE,)
    assert read == [Slice((c,)) for c in range(5)]
    assert isinstance(asked.run(outcome, (300, 200, 116)), Outcome)
    assert len(read) == len(set(read)) == 116


def test_solutions_know_their_nim_value() -> None:
    """The nim-value of a solution is that of the position, in the session."""
    assert known(alone().run(solve, (5, 4, 3))).nim_value == 7
    bound = known(alone(shipped_proofs(), effort=0).run(solve, (300, 200, 5))).nim_value
    assert isinstance(bound, AtLeast)
    assert bound.value == 1  # it is a winner


@pytest.mark.parametrize("effort", [0, 0.1])
@pytest.mark.parametrize(
    "rows", [(9, 7, 4), (5, 4, 3), (6, 1, 1), (40, 9), (3, 2), (7,) * 7, (9, 8, 5, 3), (10**6, 10**5, 3)], ids=str
)
def test_every_part_of_an_answer_names_its_sources(rows: tuple[int, ...], effort: float) -> None:
    """The sources named for a part of an answer are enough for the same part, and together they are those of it all."""

    def answer(sources: Iterable[str]) -> dict[str, Any]:
        asked = alone(shipped_proofs(), effort=effort, sources=map(Source, sources))
        found = known(asked.run(solve, rows))
        nim, data = found.nim_value, found.to_dict()
        return data | {"nim_value": (isinstance(nim, int), getattr(nim, "value", nim))}

    whole = answer(Source)
    for part, named in whole["part_sources"].items():
        assert named
        assert answer(named)[part] == whole[part]
    assert set(whole["sources"]) == set().union(*whole["part_sources"].values())
