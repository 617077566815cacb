"""Answers about positions whose rows are ordinals, printed by the commands for finite rows."""

from zchomp.bars.slices import Slice
from zchomp.cli.commands import known
from zchomp.cli.options import Form, present
from zchomp.ordinals import words
from zchomp.ordinals.chart import block_chart, ends, slice_of_ordinals
from zchomp.terminal.render import NARROW, terminal_width


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
