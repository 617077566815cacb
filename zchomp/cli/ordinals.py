"""Answers about positions whose rows are ordinals, printed by the commands for finite rows."""

from functools import partial

from zchomp.bars.oracle import Oracle
from zchomp.bars.slices import Slice
from zchomp.cli.commands import EFFORT_OPTION, known
from zchomp.cli.options import Form, present
from zchomp.ordinals import words
from zchomp.ordinals.boxes import is_ordinal_box, solve_box
from zchomp.ordinals.chart import block_chart, ends, slice_of_ordinals
from zchomp.ordinals.solution import solve
from zchomp.terminal.render import NARROW, terminal_width


def show_solution(position: str, form: Form, oracle: Oracle) -> None:
    """Say who wins a position with infinite rows, or a box 2 x 2 x h."""
    if is_ordinal_box(position):
        present(form, known(solve_box(position)), words.box_text, words.box_data)
        return
    write = partial(words.ordinal_solution_text, option=EFFORT_OPTION)
    present(form, known(solve(position, oracle=oracle)), write, lambda solution: solution.to_dict())


def show_slice(slice_: Slice, letter: str, form: Form, oracle: Oracle) -> None:
    """List all losers of a slice, block by block, and say where it ends."""
    write = partial(words.ordinal_slice_text, letter=letter)
    present(form, known(slice_of_ordinals(slice_, oracle=oracle)), write, words.ordinal_slice_data)


def show_ends(upto: int, form: Form, oracle: Oracle) -> None:
    """List where the slices end."""
    present(
        form,
        known(ends(upto, oracle=oracle)),
        partial(words.ends_text, width=terminal_width() or NARROW),
        words.ends_data,
        csv=words.ends_csv,
        latex=words.ends_latex,
        legend=words.ENDS_LEGEND,
    )


def show_block(upto: int, block: int, form: Form, oracle: Oracle) -> None:
    """Print the chart of a block."""
    present(
        form,
        known(block_chart(upto, block=block, oracle=oracle)),
        words.block_chart_text,
        words.block_chart_data,
        csv=words.block_chart_csv,
        latex=words.block_chart_latex,
        legend=words.block_chart_legend(block),
    )
