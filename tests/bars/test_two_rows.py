"""The nim-values of two rows: the formula and its moves, against the rules of the game."""

import pytest

from tests.checker import coq_source
from tests.support import alone, brute_force, known, moves_to, with_sources
from zchomp.bars.position import Position
from zchomp.bars.solving import nim_of, nim_value
from zchomp.bars.theorems import TwoRows, two_rows_nim_value
from zchomp.core.answers import Source
from zchomp.core.documents import document_latex, document_text
from zchomp.documents.article import TWO_ROWS


def test_formula() -> None:
    """The formula gives the nim-value of every bar of two rows within 2 x 30."""
    assert {rows: two_rows_nim_value(*rows) for rows in brute_force(2, 30)} == brute_force(2, 30)


def test_moves_to_any_nim_value() -> None:
    """All moves to any nim-value, for two rows and for two columns, are those of the game."""
    values = brute_force(2, 16)
    for rows, value in values.items():
        bar = Position(rows)
        after = {move: (*bar.chomp(move).rows, 0)[:2] for move in bar.moves()}
        for nim in range(value + 4):
            right = sorted(move for move, left in after.items() if values[left] == nim)
            two_rows, turned = TwoRows.of(bar), TwoRows.of(bar.transpose())
            assert two_rows is not None
            assert turned is not None
            assert two_rows.moves_to(nim) == right
            assert sorted((column, row) for row, column in turned.moves_to(nim)) == right


def test_bars_of_three_rows_and_columns() -> None:
    """Bars of three rows and three columns are not bars of two rows or columns."""
    found = {rows: TwoRows.of(Position(rows)) for rows in brute_force(3, 5)}
    assert all((two_rows is None) == (rows[2] > 0 and rows[0] > 2) for rows, two_rows in found.items())


@pytest.mark.parametrize(
    ("rows", "value"),
    [((100_000, 5), 99_996), ((77_777, 9), 77_781), ((10**100 + 1, 10**100), 0), ((10**50, 10**50), 15 * 10**49 - 1)],
    ids=["100000,5", "77777,9", "loser", "equal"],
)
def test_rows_of_any_length(rows: tuple[int, ...], value: int) -> None:
    """The nim-value of two rows of any length is known without any effort, and so are the moves to all nim-values."""
    assert nim_value(rows, effort=0) == value
    session = alone(effort=0)
    for nim in {0, 1, value // 2, value - 1, value + 1} - {-1, value}:
        moves = known(session.run(moves_to, rows, nim))
        assert all(nim_value(Position(rows).chomp(move)) == nim for move in moves)
        assert moves or nim > value
    assert known(session.run(with_sources, lambda: nim_of(Position(rows))))[1] == (Source.THEOREM,)


def test_the_theorem_on_two_rows() -> None:
    """The theorem is stated with the formula, and every name in it is a theorem of Coq."""
    text, latex = " ".join(document_text(TWO_ROWS).split()), document_latex(TWO_ROWS)
    even, odd = "p + ⌈q/2⌉ - 1", "d + min(⌊q/2⌋, ⌊d/2⌋) - 1"
    assert f"is {even} if d is even, and {odd} if d is odd.".replace(" - ", " − ") in text
    assert all(formula in str(two_rows_nim_value.__doc__) for formula in (even, odd))
    assert latex.count(r"\begin{proof}") == latex.count(r"\end{proof}") == 2
    assert "⌈" not in latex
    names = [name for part in TWO_ROWS for name in part.coq]
    source = coq_source("TwoRows").read_text(encoding="utf-8")
    assert len(names) == 4
    assert all(f"Theorem {name.removeprefix('TwoRows.')} " in source for name in names)
