"""The saved state of the compiled engine for three rows, read as if the file were hostile (`zchomp.work.state`).

The kernel's compiled code does not check its indices, so everything from a file is checked before the kernel sees it.
The numbers come first. Arrays are read into memory of sizes that follow from numbers that were checked.

In the letters of this module a board has C columns and V values of p - q, both multiples of 64, N = C + V values p, and
room for K blocks. The next row is r. The kernel's indices are columns q (of `waiting` and `terms`), values p (of
bitsets, `first`, `late` and `after`), and p less the first column of a block (of `taken`). They are in range because of
the following invariants. `restored` checks them, and every row that is found or learned preserves them:

    r <= END <= C, 64 divides END, at most K blocks from r to END
                           a row takes columns from r to END, and END grows only while it stays within that
    r <= TOP < N           a value used for the first time is TOP or more, never less than its column, and below N
    late values are below TOP, all different, and not ready; for each first[p] <= END or > p
                           a value waits in a column up to END, or nowhere. No value waits twice, or waits and competes,
                           so the queues have no cycles
    ready values are below TOP, and not on the diagonal
                           a value competes once
    periods are below V, and WIDEST is the largest; settled <= END
                           a value of a stored column is below C + V

Whether a state is true is left to the verifier.
"""

from typing import NamedTuple

import numpy as np

from zchomp.engines.machine_words import Int32s, Int64s, Words
from zchomp.engines.slices.three_rows_kernel import END, TOP, ChartBoard, empty_board
from zchomp.engines.slices.three_rows_memory import board_size, memory_needed, require_memory
from zchomp.work.state import SavedState, State, require_state

__all__ = ["Saved", "restored", "state_of"]


class Saved(NamedTuple):
    """Everything that an engine needs to continue. `three_rows` explains the numbers."""

    row: int
    settled: int
    shaded: int
    upto: int
    shadow: Int32s
    board: ChartBoard


def state_of(saved: Saved) -> State:
    """The state of an engine, without columns before its row and values from TOP on, which are not needed."""
    end, top, late, widest = map(int, saved.board.marks)
    numbers = {"end": end, "top": top, "late": late, "widest": widest}
    for name in ("row", "settled", "shaded", "upto"):
        numbers[name] = getattr(saved, name)
    numbers["modulus"], numbers["room"] = saved.shadow.shape
    return State(numbers, _arrays(saved, saved.board.first[saved.board.late[:late]]))


def restored(state: SavedState, claimed: int | None = None) -> Saved:
    """A saved state, checked so that the kernel can continue from it, even if it is false.

    If ``claimed`` is given, the state must be that of an engine for rows up to that one. Raises a ValueError for
    anything else.
    """
    row, settled, shaded, upto = (state.number(name) for name in ("row", "settled", "shaded", "upto"))
    modulus, room = state.number("modulus"), state.number("room")
    end, top, late, widest = (state.number(name) for name in ("end", "top", "late", "widest"))
    # An engine that was made for a claim has the size of the claim, or if it had to grow, one and a half times that.
    require_state(claimed is None or claimed <= upto <= 2 * claimed + 128, "the size of the claim")
    require_memory(upto)
    columns, blocks, values = board_size(upto)
    require_state(row <= end <= columns and end % 64 == 0, "columns within the board")
    require_state(end // 64 - row // 64 <= blocks, "blocks within the board")
    require_state(row <= top < columns + values, "values within the board")
    require_state(late <= top, "no more late values than values")
    require_state(settled <= end, "rows that have settled within the board")
    require_state(widest < values, "periods within the board")
    require_state(shaded <= min(row, room), "as many periodic rows as are in the shadow")
    require_state(
        modulus >= 1 and room >= 1 and 4 * modulus * room <= memory_needed(upto), "a shadow of a possible size"
    )
    board = empty_board(columns, blocks, values)
    board.marks[:] = end, top, late, widest
    saved, first = (
        Saved(row, settled, shaded, upto, np.zeros((modulus, room), np.int32), board),
        np.zeros(late, np.int32),
    )
    for name, array in _arrays(saved, first).items():
        state.fill(name, array)
    _check_arrays(saved, first)
    board.first[board.late[:late]] = first
    return saved


def _arrays(saved: Saved, first: Int32s) -> dict[str, memoryview]:
    """The arrays of a state, by name, in the order of the file. ``first`` has the first columns of late values."""
    board = saved.board
    low, high = saved.row // 64, int(board.marks[TOP]) // 64 + 1
    taken, wrapped = _blocks(board, saved.row)
    return {
        "late": board.late[: len(first)].data,
        "first": first.data,
        "constants": board.constants.data,
        "ready": board.ready[low:high].data,
        "diagonal": board.diagonal[low:high].data,
        "taken": taken.data,
        "wrapped": wrapped.data,
        "shadow": saved.shadow.data,
    }


def _blocks(board: ChartBoard, row: int) -> tuple[Words, Words]:
    """The blocks that are needed, in two parts if their places wrap around."""
    start, count = int(board.place[row // 64]), int(board.marks[END]) // 64 - row // 64
    straight = min(count, len(board.taken) - start)
    return board.taken[start : start + straight], board.taken[: count - straight]


def _check_arrays(saved: Saved, first: Int32s) -> None:
    """Raise InvalidArgument unless the arrays satisfy the invariants in the header, as the numbers do."""
    board = saved.board
    end, top, count, widest = map(int, board.marks)
    late, width = board.late[:count], 64 * len(board.constants)
    ready, diagonal, constants = (_members(bits) for bits in (board.ready, board.diagonal, board.constants))
    periods = np.concatenate((saved.shadow[:, : saved.shaded].reshape(-1), constants, np.zeros(1, np.int64)))

    require_state(np.all(late > 0) and np.all(late < top), "late values that were used")  # 0 is the empty bar
    require_state(len(np.unique(late)) == count, "late values that are all different")
    require_state(
        np.all(first >= 0) and np.all((first <= end) | (first > late)), "values that wait in columns of the board"
    )
    require_state(np.all(ready < top) and np.all(diagonal < top), "ready values that were used")
    require_state(not np.isin(late, ready).any(), "late values that are not ready")
    require_state(not np.isin(diagonal, ready).any(), "a diagonal that is not used again")
    require_state(np.all(saved.shadow >= 0) and np.all(saved.shadow < width), "a shadow within the board")
    require_state(periods.max() == widest, "the largest period")


def _members(bits: Words) -> Int64s:
    """The elements of a bitset."""
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))
