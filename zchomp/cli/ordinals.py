"""Answers about positions whose rows are ordinals, printed by the commands for finite rows."""

from zchomp.bars.slices import Slice
from zchomp.cli.commands import EFFORT_OPTION, known
from zchomp.cli.options import Form, present
from zchomp.ordinals import words
from zchomp.ordinals.boxes import is_ordinal_box, solve_box
from zchomp.ordinals.chart import block_chart, ends, slice_of_ordinals
from zchomp.ordinals.solution import solve
from zchomp.terminal.render import NARROW, terminal_width


def show_solution(position: str, form: Form) -> None:
    """Say who wins a position with infinite rows, or a box 2 x 2 x h."""
    if is_ordinal_box(position):
        present(form, known(solve_box(position)))
        return
    present(form, known(solve(position)), option=EFFORT_OPTION)


def show_slice(slice_: Slice, letter: str, form: Form) -> None:
    """List all losers of a slice, block by block, and say where it ends."""
    present(form, known(slice_of_ordinals(slice_)), letter=letter)


def show_ends(upto: int, form: Form) -> None:
    """List where the slices end."""
    present(form, known(ends(upto)), legend=words.ENDS_LEGEND, width=terminal_width() or NARROW)


def show_block(upto: int, block: int, form: Form) -> None:
    """Print the chart of a block."""
    found = known(block_chart(upto, block=block))
    present(form, found, legend=words.block_chart_legend(block), width=terminal_width())
