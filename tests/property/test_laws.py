"""Laws: notations, periodic sequences, the recurrence against its own definition, answers against each other."""

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tests.support import known, positions, proof_of, sequences
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Move, Position
from zchomp.bars.recurrence import add_slice, merge, two_rowed_losers
from zchomp.bars.slices import Slice, locate
from zchomp.bars.solving import outcome, solve
from zchomp.core.answers import Outcome

sets = st.frozensets(st.integers(0, 9), max_size=5)
instant_winners = st.builds(
    Periodic, st.lists(sets, max_size=6).map(tuple), st.lists(sets, min_size=1, max_size=4).map(tuple)
)
shadows = st.builds(
    Periodic,
    st.lists(st.integers(0, 63), max_size=6).map(tuple),
    st.lists(st.integers(0, 63), min_size=1, max_size=4).map(tuple),
)


@given(positions)
def test_notations_round_trip(position: Position) -> None:
    """Both notations can be read back as the same position."""
    assert Position.parse(str(position)) == position
    assert Position.from_columns(position.columns()) == position
    assert Position.parse(str(list(position.columns(rows=9)))) == position
    slice_, a, b = locate(position)
    assert slice_.position(a, b) == position


@given(sequences)
def test_minimal_is_the_same_sequence(row: Periodic[int]) -> None:
    """The minimal form has the same terms, is a fixed point, and no shorter form has the same terms."""
    small = row.minimal()
    assert small.first(60) == row.first(60)
    assert small.minimal() == small
    assert len(small.head) <= len(row.head)
    if small.period:
        assert len(row.period) % len(small.period) == 0
        assert not small.head or small.head[-1] != small.period[-1]


@given(sequences, sequences)
def test_minimal_forms_are_equal_if_and_only_if_the_sequences_are(one: Periodic[int], other: Periodic[int]) -> None:
    """Two sequences are equal if and only if their minimal forms are. 60 terms distinguish these small ones."""
    assert (one.minimal() == other.minimal()) == (one.first(60) == other.first(60))


@given(sequences, st.integers(0, 30))
def test_since_and_get_agree(row: Periodic[int], start: int) -> None:
    """Iterating from an index and reading term by term give the same."""
    expected = [term for index in range(start, start + 20) if (term := row.get(index)) is not None]
    assert list(islice(row.since(start), 20)) == expected


@given(instant_winners)
def test_losers_by_the_definition(winners: Periodic[frozenset[int]]) -> None:
    """The losers with instant winners are those of the mex recurrence, far beyond the bound of the proof."""
    answer = known(two_rowed_losers(winners))
    expected: list[int] = []
    for a in range(200):
        excluded = winners[a] | {expected[i] - (a - i) for i in range(a)}
        expected.append(next(b for b in range(1000) if b not in excluded))
        if expected[-1] == 0:
            break
    assert answer.first(200) == expected
    assert answer.minimal() == answer


@given(instant_winners)
def test_losers_by_the_game(winners: Periodic[frozenset[int]]) -> None:
    """The same holds by playing: a position is lost if it is not an instant winner and no move leads to a lost one."""
    answer = known(two_rowed_losers(winners))
    lost: set[tuple[int, int]] = set()
    for a in range(12):
        for b in range(40):
            moves = {(a, y) for y in range(b)} | {(a - x, b + x) for x in range(1, a + 1)} | {(x, 0) for x in range(a)}
            if b not in winners[a] and not moves & lost:
                lost.add((a, b))
    assert lost == {(a, b) for a, b in enumerate(answer.first(12))}


@given(shadows, shadows)
def test_merge_is_union(one: Periodic[int], other: Periodic[int]) -> None:
    """The merged shadow is the union in every column."""
    both = merge(one, other).first(50)
    assert both == [x | y for x, y in zip(one.first(50), other.first(50), strict=True)]


@given(shadows, sequences, st.integers(0, 9))
def test_adding_a_slice_adds_one_bit_per_column(shadow: Periodic[int], row: Periodic[int], width: int) -> None:
    """Adding a slice adds its term to every column from its width on, and nothing else."""
    added = add_slice(shadow, row, width).first(50)
    for q, (before, after) in enumerate(zip(shadow.first(50), added, strict=True)):
        b = row.get(q - width) if q >= width else None
        assert after == before | (1 << b if b is not None else 0)


@given(st.integers(0, 115), st.integers(0, 10**40), st.integers(0, 10**40))
def test_winners_have_winning_moves(c: int, a: int, b: int) -> None:
    """With rows of any size, a winner has a move to a loser, and a loser has none."""
    if (c, a, b) == (0, 0, 0):
        return
    position = Slice((c,)).position(a, b)
    solution = known(solve(position))
    assert bool(solution.winning_moves) == (solution.outcome is Outcome.WINNER)
    assert all(outcome(position.chomp(move)) is Outcome.LOSER for move in solution.known_winning_moves)


@given(st.integers(0, 115), st.integers(0, 10**40), st.data())
def test_every_move_from_a_loser_is_answered(c: int, a: int, data: st.DataObject) -> None:
    """From a loser of any size every move leads to a winner."""
    b = proof_of(Slice((c,))).sequence.get(a)  # type: ignore[union-attr]
    if b is None:
        return
    loser = Slice((c,)).position(a, b)
    if loser.squares() == 1:
        return
    row = data.draw(st.integers(1, len(loser.rows)))
    column = data.draw(st.integers(1, loser.rows[row - 1]))
    if (row, column) != (1, 1):
        assert outcome(loser.chomp(Move(row, column))) is Outcome.WINNER
