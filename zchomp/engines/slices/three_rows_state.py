"""Saved: the state of the compiled engine in a file, read as if the file were hostile.

The kernel's compiled code does not check its indices, so that nothing from a file reaches it before it was checked. The
file is numpy's (an archive of arrays, not compressed). An array is read into memory that is made for it beforehand, by
sizes that were checked: nothing is allocated because a file says so, and nothing is unpickled.

In the letters of this module a board has C columns and V values of p - q, both multiples of 64, N = C + V values p, and
room for K blocks; r is the next row. The kernel's indices are columns q (of `waiting` and `terms`), values p (of
bitsets, `first`, `late` and `after`), and p less the first column of a block (of `taken`). They are in range because of
the following, which `read` asks for, and which every row that is found or learned leaves true:

    r <= END <= C, 64 divides END, at most K blocks from r to END
                           a row takes columns from r to END, and END grows only while it stays within that
    r <= TOP < N           a value used for the first time is TOP or more, never less than its column, and below N
    late values are below TOP, all different, and not ready; for each first[p] <= END or > p
                           a value waits in a column up to END, or nowhere; none waits twice, or waits and competes: the
                           queues have no cycles
    ready values are below TOP, and not on the diagonal
                           a value competes once
    periods are below V, and WIDEST is the largest; settled <= END
                           a value of a stored column is below C + V

Whether what the file says is true is another matter, and for the verifier to find out.
"""

import os
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple, cast
from zipfile import ZIP_STORED, ZipExtFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from zchomp import memory
from zchomp.engines.slices.bitsets import Words
from zchomp.engines.slices.three_rows_kernel import (
    END,
    LATE,
    TOP,
    Board,
    Numbers,
    empty_board,
)
from zchomp.engines.slices.three_rows_memory import board_size, memory_needed
from zchomp.errors import InvalidArgument, quote

__all__ = ["Saved", "read", "write"]

LONGEST_MARK = 1000
"""The longest mark, in bytes."""

CHUNK = 2**20
"""How many bytes are read at a time."""


class Saved(NamedTuple):
    """What an engine needs to go on; see `three_rows` for what the numbers mean."""

    mark: str
    row: int
    settled: int
    shaded: int
    upto: int
    shadow: Numbers
    board: Board


def write(file: BinaryIO, saved: Saved) -> None:
    """Write to a file; what is before the row is of no use any more, and values from TOP on were not used yet."""
    board = saved.board
    late = board.late[: board.marks[LATE]]
    low, high = _span(board, saved.row)
    blocks, wrapped = _blocks(board, saved.row)
    np.savez(
        file,
        numbers=np.array([saved.row, saved.settled, saved.shaded, saved.upto], np.int64),
        sizes=np.array([len(saved.mark.encode()), *saved.shadow.shape], np.int64),
        marks=board.marks,
        mark=np.frombuffer(saved.mark.encode(), np.uint8),
        shadow=saved.shadow,
        constants=board.constants,
        late=late,
        first=board.first[late],
        ready=board.ready[low:high],
        diagonal=board.diagonal[low:high],
        taken=blocks,
        wrapped=wrapped,
    )
    file.flush()
    os.fsync(file.fileno())


def read(file: BinaryIO, claimed: int | None = None) -> Saved:
    """Read a file, checked: the kernel can go on from it, whatever it is. ``claimed`` is how far the rows shall go.

    Raises a ValueError for anything else than what `write` writes for such rows.
    """
    try:
        with ZipFile(file) as archive:
            return _read(archive, claimed)
    except (ValueError, MemoryError):
        raise
    except Exception as problem:  # zipfile raises many kinds for a damaged file
        raise InvalidArgument(f"not a file of the compiled engine: {quote(str(problem))}") from problem


def _read(archive: ZipFile, claimed: int | None) -> Saved:
    """Numbers first, and their invariants; then the arrays that have these sizes."""
    row, settled, shaded, upto = map(int, _fill(archive, "numbers", np.zeros(4, np.int64)))
    length, modulus, room = map(int, _fill(archive, "sizes", np.zeros(3, np.int64)))
    marks = _fill(archive, "marks", np.zeros(4, np.int64))
    end, top, late, widest = map(int, marks)
    _require(row >= 0 and upto >= 0, "no negative row")
    # An engine that was made for a claim has its size; if it had to grow, half as much more.
    _require(claimed is None or claimed <= upto <= 2 * claimed + 128, "the size of the claim")
    memory.require(upto, memory_needed)
    columns, blocks, values = board_size(upto)
    _require(row <= end <= columns and end % 64 == 0, "columns within the board")
    _require(end // 64 - row // 64 <= blocks, "blocks within the board")
    _require(row <= top < columns + values, "values within the board")
    _require(0 <= late <= top, "no more late values than values")
    _require(0 <= settled <= end, "rows that have settled within the board")
    _require(0 <= widest < values, "periods within the board")
    _require(0 <= shaded <= min(row, room), "as many periodic rows as are in the shadow")
    _require(modulus >= 1 and room >= 1 and 4 * modulus * room <= memory_needed(upto), "a shadow of a possible size")
    _require(0 <= length <= LONGEST_MARK, "a short mark")
    board = empty_board(columns, blocks, values)
    board.marks[:] = marks
    first = _fill(archive, "first", np.zeros(late, np.int32))
    _fill(archive, "late", board.late[:late])
    _fill(archive, "constants", board.constants)
    for name in ("ready", "diagonal"):
        _fill(archive, name, getattr(board, name)[slice(*_span(board, row))])
    for name, part in zip(("taken", "wrapped"), _blocks(board, row), strict=True):
        _fill(archive, name, part)
    mark = _fill(archive, "mark", np.zeros(length, np.uint8)).tobytes().decode()
    shadow = _fill(archive, "shadow", np.zeros((modulus, room), np.int32))
    saved = Saved(mark, row, settled, shaded, upto, shadow, board)
    _check_arrays(saved, first)
    board.first[board.late[:late]] = first
    return saved


def _span(board: Board, row: int) -> tuple[int, int]:
    """The words of bitsets that are of use."""
    return row // 64, int(board.marks[TOP]) // 64 + 1


def _blocks(board: Board, row: int) -> tuple[Words, Words]:
    """The blocks that are of use; their places may begin anew."""
    start, count = int(board.place[row // 64]), int(board.marks[END]) // 64 - row // 64
    straight = min(count, len(board.taken) - start)
    return board.taken[start : start + straight], board.taken[: count - straight]


def _check_arrays(saved: Saved, first: Numbers) -> None:
    """Raise InvalidArgument unless the arrays have the invariants of the module's header; the numbers have theirs."""
    board = saved.board
    end, top, count, widest = map(int, board.marks)
    late, width = board.late[:count], 64 * len(board.constants)
    ready, diagonal, constants = (_members(bits) for bits in (board.ready, board.diagonal, board.constants))
    periods = np.concatenate((saved.shadow[:, : saved.shaded].reshape(-1), constants, np.zeros(1, np.int64)))

    _require(np.all(late > 0) and np.all(late < top), "late values that were used")  # 0 is the empty bar
    _require(len(np.unique(late)) == count, "late values that are all different")
    _require(np.all(first >= 0) and np.all((first <= end) | (first > late)), "values that wait in columns of the board")
    _require(np.all(ready < top) and np.all(diagonal < top), "ready values that were used")
    _require(not np.isin(late, ready).any(), "late values that are not ready")
    _require(not np.isin(diagonal, ready).any(), "a diagonal that is not used again")
    _require(np.all(saved.shadow >= 0) and np.all(saved.shadow < width), "a shadow within the board")
    _require(periods.max() == widest, "the largest period")


def _members(bits: Words) -> NDArray[np.int64]:
    """The elements of a bitset."""
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))


def _fill(archive: ZipFile, name: str, room: NDArray[Any]) -> NDArray[Any]:
    """Read an array into memory of exactly its type and shape."""
    info, header = archive.getinfo(f"{name}.npy"), BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(room))
    _require(info.compress_type == ZIP_STORED, "nothing compressed")  # a little could become very much
    with cast("ZipExtFile", archive.open(info)) as source:
        said = source.read(len(header.getvalue()))  # compared, not interpreted
        _require(said == header.getvalue(), f"{name} of shape {room.shape} and type {room.dtype}")
        raw = room.reshape(-1).view(np.uint8).data
        for start in range(0, len(raw), CHUNK):
            part = raw[start : start + CHUNK]
            _require(source.readinto(part) == len(part), f"all of {name}")
        _require(not source.read(1), f"nothing after {name}")  # this also compares the checksum
    return room


def _require(holds: object, expected: str) -> None:
    if not holds:
        raise InvalidArgument(f"not a state of the compiled engine; expected {expected}")
