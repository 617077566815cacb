"""Solutions of positions with infinite rows: published theorems, samples, four rows, and the border to finite rows."""

import re
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ordinals.strategies import ordinals, up_to_largest
from tests.support import alone
from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.position import Position
from zchomp.bars.solving import solve as solve_finite
from zchomp.core.answers import Answer, Outcome, Source, Unknown
from zchomp.errors import InvalidPosition
from zchomp.ordinals.ordinal import OMEGA, OMEGA_TO_OMEGA, Ordinal, omega_power
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition, two_rows_value
from zchomp.ordinals.solution import OrdinalAnswer, outcome, solve, winning_moves

ORACLE = alone(shipped_proofs(), effort=0.1)


def known(position: OrdinalPosition | str) -> OrdinalAnswer:
    """The answer for a position."""
    found = ORACLE.run(solve, position)
    assert isinstance(found, Answer), found
    return found


@pytest.mark.parametrize("position", ["2xw", "3xw^w"])
def test_published_losers(position: str) -> None:
    """2 × ω and 3 × ω^ω are lost, as Huddleston and Shurman found ([BHMS05], section 6)."""
    assert outcome(position) is Outcome.LOSER


@given(ordinals(4, 5))
def test_no_other_rectangle_of_two_or_three_rows_is_lost(length: Ordinal) -> None:
    """2 × h is lost only for h = ω, and 3 × h for no h below ω^ω."""
    if length:
        assert (known(OrdinalPosition((length,) * 2)).outcome is Outcome.LOSER) == (length == OMEGA)
        assert known(OrdinalPosition((length,) * 3)).outcome is Outcome.WINNER
    beyond = OrdinalPosition((Ordinal.of("w^w"), length, length)) if length else OrdinalPosition.of("w^w")
    assert known(beyond).outcome is Outcome.WINNER


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=3).map(lambda rows: Position(tuple(sorted(rows, reverse=True))))
)
def test_finite_positions_are_bars(position: Position) -> None:
    """A position without infinite rows has the outcome and the moves of a bar."""
    found, expected = solve(OrdinalPosition.of(position)), solve_finite(position)
    assert isinstance(found, Answer)
    assert isinstance(expected, Answer)
    assert (found.outcome, found.reason.bar) == (expected.outcome, expected)
    assert tuple((move.row, int(move.column)) for move in found.known_winning_moves) == expected.known_winning_moves


def test_an_infinite_tail_of_two_rows_is_not_known() -> None:
    """Four infinite rows are not solved, and the reason says what is."""
    found = solve("4xw^2")
    assert isinstance(found, Unknown)
    assert "four or more rows are solved only if the third one is finite" in found.reason
    assert isinstance(outcome("4xw^2"), Unknown)
    assert isinstance(winning_moves("4xw^2"), Unknown)


@pytest.mark.parametrize(
    ("position", "loser"),
    [("w,w,w,5", "w,w"), ("w2,w,w,5", "w2,w,w"), ("w3,w2,w,w", "w3,w2,w"), ("w^2,w^2,w^2,1", "2,2,2,1")],
)
def test_infinite_tails_that_a_bite_decides(position: str, loser: str) -> None:
    """If a bite leaves a known loser, the position is a winner, and whether other moves win is unknown."""
    solution = known(position)
    after = OrdinalPosition.of(loser)
    assert (solution.outcome, known(after).outcome) == (Outcome.WINNER, Outcome.LOSER)
    assert solution.missing is not None
    assert isinstance(winning_moves(position), Unknown)
    assert list(map(solution.position.chomp, solution.known_winning_moves)) == [after]


@pytest.mark.parametrize("count", [3, 4, 5, 1000])
def test_rows_of_omega_have_one_winning_bite(count: int) -> None:
    """From three rows of length ω or more, row 3, column 1 is the only winning bite, and every other is answered."""
    start = OrdinalPosition((OMEGA,) * count)
    assert ORACLE.run(winning_moves, start) == (OrdinalMove(3, Ordinal.of(1)),)
    for row, left in product(range(1, min(count, 5) + 1), range(3)) if count < 6 else ():
        after = start.after(row, Ordinal.of(left)) if left or row > 1 else OrdinalPosition.of("w,w")
        assert (known(after).outcome is Outcome.LOSER) == (str(after) == "(ω, ω)")


LAWS = (
    (r"(?:third row|the slice) .+ ends at (.+), with the loser \((.+)\) \(", "an end"),
    (r"\((.+?)\+P, (.+?)\+M.*\) is lost if and only if G\(P, M\) = (\d+|N).* G\((.+), (.+)\) = (\S+) ", "G"),
    (r"\(p, (.+)\+M, .+\) is lost if and only if p = (.+)\+(?:\(M ⊕ R\)|G\(M, R\))\. Here .* = (\S+) \(", "p"),
    (r"with these rows below it, exactly one first row makes a loser, and it is less than ω\^ω", "the largest"),
    (r"if the second row is finite, ", "a finite row"),
)
"""The forms that the reason of an answer may have."""


def implied(position: OrdinalPosition, reason: str) -> Outcome:
    """The outcome that a reason implies, after a comparison of each of its numbers with the rows of the position."""
    first, second = (*position.rows, Ordinal())[:2]
    found, form = next((match, form) for law, form in LAWS if (match := re.match(law, reason)))
    if form == "an end":
        end, loser = Ordinal.parse(found[1]), OrdinalPosition.parse(found[2])
        assert loser == OrdinalPosition((end, end, *(min(end, row) for row in position.rows[2:])))
        assert known(loser).outcome is Outcome.LOSER
        assert position == loser or second > end
        return Outcome.LOSER if position == loser else Outcome.WINNER
    if form == "G":
        power, same, number, p, m, value = found.groups()
        assert (first, second) == tuple(Ordinal.parse(power) + Ordinal.parse(row) for row in (p, m))
        wanted = Ordinal.parse(re.search(r", N = (\S+), and", reason)[1] if number == "N" else number)  # type: ignore[index]
        assert power == same
        assert two_rows_value(Ordinal.parse(p), Ordinal.parse(m)) == Ordinal.parse(value)
        return Outcome.LOSER if Ordinal.parse(value) == wanted else Outcome.WINNER
    if form == "p":
        return Outcome.LOSER if first == Ordinal.parse(found[2]) + Ordinal.parse(found[3]) else Outcome.WINNER
    assert first.is_largest if form == "the largest" else second.is_finite
    assert known(position).known_winning_moves[0].row == 1
    return Outcome.WINNER


@given(st.lists(up_to_largest | st.integers(0, 9).map(Ordinal.of), min_size=2, max_size=3), st.booleans())
@example([OMEGA_TO_OMEGA, omega_power(2), OMEGA], False)
@example([OMEGA_TO_OMEGA, OMEGA, Ordinal.of(2)], False)
def test_every_reason_implies_the_answer(rows: list[Ordinal], to_loser: bool) -> None:
    """The reason of every answer about two or three rows up to ω^ω is a sentence that implies who wins."""
    if not max(rows):
        return
    position = OrdinalPosition(tuple(sorted(rows, reverse=True)))
    found = known(position)
    if to_loser and found.known_winning_moves:
        found = known(position.chomp(found.known_winning_moves[0]))
    if found.reason.bar is None:
        assert implied(found.position, found.reason.facts) is found.outcome


def test_stolen_strategies() -> None:
    """Rows of equal length that have a last square are a winner, without a known move."""
    solution = known("4xw*2+1") if not known("4xw*2+1").known_winning_moves else known("4xw^3+1")
    assert (solution.outcome, solution.known_winning_moves) == (Outcome.WINNER, ())
    assert "strategy stealing" in str(solution)


def test_slices_out_of_reach() -> None:
    """An answer that needs an unproved slice is unknown, unless the blocks of the two rows decide."""
    session = alone(effort=0)
    assert isinstance(session.run(solve, "w+1,w,5000"), Unknown)
    other_block = session.run(solve, "w2,w,5000")
    assert isinstance(other_block, Answer)
    assert (other_block.outcome, other_block.known_winning_moves) == (Outcome.WINNER, ())
    assert other_block.missing is not None
    row_3 = session.run(solve, "w+5000,w,w")
    assert isinstance(row_3, Answer)
    assert row_3.missing is not None
    assert row_3.missing.reason.startswith("a bite of row 3 wins, to infinite slice number 5000: ")


def test_moves_too_long_to_write() -> None:
    """A winning move to a number with millions of digits is not given, but the others are."""
    long = omega_power(2) + OMEGA * 10**9
    solution = known(OrdinalPosition((long + 5, long, OMEGA * 2)))
    assert solution.missing is not None
    assert "more than 4000 digits" in solution.missing.reason
    shorter = known(OrdinalPosition((long + 5, long, OMEGA)))
    assert shorter.missing is None


def test_contents_of_an_answer() -> None:
    """An answer names its theorem, its slice and its sources, and is also available as plain data."""
    solution = known("w+2,w+2,5")
    assert solution.reason.slice is not None
    assert solution.reason.slice.tail == (5,)
    assert solution.sources == (Source.CERTIFICATE, Source.THEOREM)
    assert solution.reason.facts == "the slice c = 5 ends at ω+1, with the loser (ω+1, ω+1, 5) (Theorem 1 on ordinals)"
    assert known("w^2,w^2,w^2").reason.slice is None
    assert known("w^2,w^2,w^2").sources == (Source.THEOREM,)
    assert str(known("9,7,4")).startswith("(9, 7, 4) = [4, 3, 2] is a winner (nim-value 7).")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5,w", "rows must not increase from top to bottom"),
        ("w,,5", "a row is missing before a comma"),
        ("2x2xw", "a box is for the command solve, and for zchomp.ordinals.solve_box in Python"),
        ("1x3xw,5", "boxes of infinite height are solved on a base of 2 x 2 only, like 2x2xw"),
        ("[[w,w],[5]]", "a box is for the command solve, and for zchomp.ordinals.solve_box in Python"),
        ("1x0xw", "expected 1 to 100000 rows"),
        ("2x3xw", "boxes of infinite height are solved on a base of 2 x 2 only, like 2x2xw"),
        ("3 x 3 x w^2", "boxes of infinite height are solved on a base of 2 x 2 only, like 2x2xw"),
        ("[w,1]", "infinite rows are written by rows, like w+1,w,2, without brackets"),
        ("(w,5", "infinite rows are written by rows, like w+1,w,2, without brackets"),
        ("0xw", "expected 1 to 100000 rows"),
        ("w,5;3", "rows are separated by commas or spaces, as in 9,7,4"),
        ("w,-1", "expected an ordinal like w, w+3, w*2 or w^2*3+w+5"),
        ("w,x", "expected rows like 5,4,3 or 3x5, or columns like [3,1,1]"),
    ],
)
def test_refused_texts(text: str, reason: str) -> None:
    """A text that is not a position is refused in one line with the reason."""
    with pytest.raises(InvalidPosition) as refused:
        OrdinalPosition.parse(text)
    assert str(refused.value) == f"not a position: {text!r}; {reason}"


@pytest.mark.parametrize("value", [5, ["w", 5], None, (), (0,), ("w", 2.5), ("x",)], ids=repr)
def test_refused_values(value: object) -> None:
    """Anything but a position, its text or a tuple of rows is refused."""
    with pytest.raises(InvalidPosition):
        OrdinalPosition.of(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("w + 1 , w", "w+1 w"),
        ("(ω+1, ω)", "w+1 w"),
        ("w 5", "w 5"),
        ("2 x w", "w w"),
        ("2×ω²", "w^2 w^2"),
        ("2 by w, 3^2", "w w 3 3"),
        ("w,0", "w"),
        ("w^2 * 3 + w, 5,", "w^2*3+w 5"),
        ("1x1xw", "w"),
        ("1 x 3 by w + 1", "w+1 w+1 w+1"),
        ("2 by 1 x w", "w w"),
        ("[[w2]]", "w2"),
        ("[[w + 1, w, 5]]", "w+1 w 5"),
        (" [ [w],[w], [5] ] ", "w w 5"),
    ],
)
def test_spellings(text: str, rows: str) -> None:
    """Positions are read as people type them."""
    assert OrdinalPosition.parse(text).rows == tuple(map(Ordinal.parse, rows.split()))


@pytest.mark.parametrize(("row", "column"), [(1, "1"), (1, "w+1"), (2, "6"), (3, "1"), (0, "1"), (1, "0")])
def test_refused_moves(row: int, column: str) -> None:
    """Neither a missing square nor the poison can be picked."""
    with pytest.raises(InvalidPosition):
        OrdinalPosition.of("w+1,5").chomp(OrdinalMove(row, Ordinal.of(column)))
