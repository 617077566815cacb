"""Symbolic winners: the published list, completeness, every move by the rules, and the table of columns."""

from collections.abc import Callable
from math import lcm

import pytest

from tests.support import brute_force, known, reached, table
from zchomp.bars.knowledge import knowledge
from zchomp.bars.listings import losers, ptable
from zchomp.bars.periodic import Kind
from zchomp.bars.position import Move, Position
from zchomp.bars.propositions import proposition
from zchomp.bars.prover import prove
from zchomp.bars.slices import Slice, SliceLike
from zchomp.bars.solving import winning_moves
from zchomp.bars.winners import SymbolicWinner, deciding_bound, winners
from zchomp.bars.words import ptable_text
from zchomp.core.session import ask
from zchomp.errors import InvalidSlice

TAILS = [(2, 1), (3, 1), (3, 3), (4, 2), (5, 5), (2, 2, 2), (3, 2, 1)]


def lines_of(slice_: SliceLike) -> list[SymbolicWinner]:
    """The lines of a slice within reach."""
    return known(winners(slice_)).listed()


def bound_of(slice_: Slice, lines: list[SymbolicWinner]) -> tuple[int, int]:
    """The bound of Theorem 2 of proofs/winners.md, for the lines and for the truth, plus a period."""
    rows = known(ask(lambda: knowledge().sequences(slice_)))
    columns, values = deciding_bound(lines)
    repeat = lcm(*(line.step or 1 for line in lines), *(len(row.period) or 1 for row in rows.values()))
    settled = max(other.width + len(row.head) for other, row in rows.items()) - slice_.width
    largest = max((b for row in rows.values() for b in row.head + row.period), default=0)
    return max(columns, settled + repeat + 1) + repeat, max(values, largest + 3)


def right_side(line: SymbolicWinner) -> tuple[int, int, int]:
    """The numbers of a line's loser, without its bottom rows."""
    return line.loser.start, line.loser.step, line.loser.b


def losers_left(lines: list[SymbolicWinner], position: Position, a: int, b: int) -> set[Position]:
    """What the lines' moves leave of a position. Each move is played by the rules."""
    left = set()
    for line in lines:
        after = line.after(a, b)
        if after is not None:
            loser = Position.from_columns((*line.loser.bottom, *after))
            length = loser.rows[line.row - 1] if line.row <= len(loser.rows) else 0
            assert position.chomp(Move(line.row, length + 1)) == loser
            left.add(loser)
    return left


def test_published_winners() -> None:
    """WINNERS(a,b,1) is exactly the list printed in the paper."""
    published = set(table("zei01_winners.txt"))
    found = {
        (*line.bottom, line.start, line.step, line.b, int(line.free), *(line.loser.bottom or (0,)), *right_side(line))
        for line in lines_of(Slice((1,)))
    }
    assert found == published


@pytest.mark.parametrize("slice_", [Slice((c,)) for c in range(31)] + [Slice(tail) for tail in TAILS], ids=str)
def test_winners_are_right_and_complete(slice_: Slice) -> None:
    """Up to the deciding bound and a period more, no loser matches, and every winner does, with all its moves."""
    lines = lines_of(slice_)
    columns, values = bound_of(slice_, lines)
    for b in range(values):
        here = [line for line in lines if line.free or line.b == b]
        for a in range(columns):
            if slice_.tail or a or b:
                position = slice_.position(a, b)
                expected = set(map(position.chomp, known(winning_moves(position))))
                assert losers_left(here, position, a, b) == expected


def test_the_other_engine_agrees() -> None:
    """For K <= 30 all lines, and the chosen ones alone, match exactly the winners by generating functions."""
    for proof in known(prove(30, method="genfun")).values():
        lines = lines_of(proof.slice)
        columns, values = bound_of(proof.slice, lines)
        families = known(winners(proof.slice)).chosen()
        chosen = [line for family in families for line in family.lines]
        for a in range(columns):
            for b in range(values):
                matched = any(line.after(a, b) for line in lines)
                is_position = proof.slice.width + a + b > 0
                assert matched == (is_position and proof.sequence.get(a) != b)
                assert matched == any(line.after(a, b) for line in chosen)


@pytest.mark.parametrize("rows", [3, 4])
def test_winners_by_brute_force(rows: int) -> None:
    """On small boards the lines match exactly the winners, and lead to exactly the losers in reach."""
    size = rows, 16 if rows == 3 else 9
    lines: dict[Slice, list[SymbolicWinner]] = {}
    for cells in brute_force(*size):
        first, second, *tail = cells
        slice_ = Slice(tuple(tail))
        if slice_.width <= (6 if rows == 3 else 3):
            found = lines.setdefault(slice_, lines_of(slice_))
            position = Position(cells)
            left = losers_left(found, position, second - slice_.width, first - second)
            assert left == reached(position, size)


@pytest.mark.parametrize("slice_", [Slice((120,)), Slice((200,)), Slice((9, 2))], ids=str)
def test_huge_values_match(slice_: Slice) -> None:
    """Lines with letters hold for numbers of a hundred digits, and steps of 2 stay separate, also below the slice."""
    lines = lines_of(slice_)
    assert any(line.step > 1 for line in lines if line.reason == "below") or slice_.tail == (120,)
    for b in [*range(160), 10**99]:
        here = [line for line in lines if line.free or line.b == b]
        for a in (10**99, 10**99 + 1, 10**99 + 2):
            position = slice_.position(a, b)
            expected = set(map(position.chomp, known(winning_moves(position))))
            assert losers_left(here, position, a, b) == expected


@pytest.mark.parametrize("width", [20, 40, 80, 132])
def test_ptable_fits_the_terminal(width: int) -> None:
    """The pages have no line that is too wide, and every column once, down to its 0 or through its period twice."""
    columns_found = [*known(ptable(122)).values()]
    proofs = [found.proof for found in columns_found]
    pages = ptable_text(columns_found, width).split("\n\n")[1:]
    columns: dict[int, list[str]] = {}
    for page in pages:
        lines = page.splitlines()
        assert max(map(len, lines)) <= width
        thirds = lines[0].split("|")[1].split()
        size = (len(lines[0]) - lines[0].index("|") - 1) // len(thirds)
        for line in lines[2:]:
            body = line[lines[0].index("|") + 1 :]
            for i, third in enumerate(thirds):
                cell = body[i * size : (i + 1) * size].strip()
                columns.setdefault(int(third), []).extend([cell] if cell else [])
    assert list(columns) == list(range(123))
    for proof in proofs:
        ending = [":"] if proof.sequence.kind is Kind.PERIODIC else []
        terms = [*proof.sequence.head, *proof.sequence.period, *proof.sequence.period]
        assert columns[proof.slice.width] == [*map(str, terms), *ending]
        assert proof.sequence.kind is Kind.PERIODIC or columns[proof.slice.width][-1] == "0"


@pytest.mark.parametrize("question", [losers, winners, proposition], ids=["losers", "winners", "proposition"])
def test_only_losers_have_winners(question: Callable[[Slice], object]) -> None:
    """A slice of nim-value 1 is refused: its positions are not losers, and leaving one need not win."""
    with pytest.raises(
        InvalidSlice, match="expected a slice of losers, of nim-value 0, got the slice c = 3, nim-value 1; grundy"
    ):
        question(Slice((3,), nim=1))
