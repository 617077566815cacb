"""Saved: the state of the compiled engine in a file, read as if the file were hostile.

The kernel's compiled code does not check its indices, so that nothing from a file reaches it before it was checked. The
file is numpy's (an archive of arrays, not compressed). An array is read into memory that is made for it beforehand, by
sizes that were checked: nothing is allocated because a file says so, and nothing is unpickled.

In the letters of this module a board has C columns, V values of p - q, and N = C + V values; r is the next row. The
kernel's indices are columns q (of `waiting`, `terms` and `hashes`), values p (of `taken`, `first`, `since`, `live` and
`after`) and differences p - q (of `powers`). They are in range because of the following, which `read` asks for, and
which every row that is found or learned leaves true:

    r <= END < C           a row takes columns from r to END, and END grows only while it stays below C
    r <= TOP < N           a value used for the first time is TOP or more, never less than its column, and below N
    first[p] <= END or > p, no column of taken[p] from END on
                           a value waits in a column up to END, or nowhere
    0 < live < TOP, increasing
                           there is room for all live values, and none waits twice: the queues have no cycles
    shadow < V             a value of a stored column is below C + V
    settled <= END; since is NEVER, or -1 for values on the diagonal, whose first is NEVER; the state is their hash
                           the hash stays exact, and so the return of a state is not missed for ever

Whether what the file says is true is another matter, and for the verifier to find out.
"""

import os
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple, cast
from zipfile import ZIP_STORED, ZipExtFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from zchomp import limits
from zchomp.engines.kernel import ALIVE, END, NEVER, TOP, Board, Numbers, board_size, empty_board, memory_needed
from zchomp.errors import InvalidArgument, quote

__all__ = ["Saved", "read", "write"]

LONGEST_MARK = 1000
"""The longest mark, in bytes."""

CHUNK = 2**20
"""How many bytes are read at a time."""


class Saved(NamedTuple):
    """What an engine needs to go on; see `compiled` for what the numbers mean."""

    mark: str
    row: int
    settled: int
    periodic: int
    upto: int
    state: np.uint64
    shadow: Numbers
    board: Board


def write(file: BinaryIO, saved: Saved) -> None:
    """Write to a file; values below the row are of no use any more, and values from TOP on were not used yet."""
    board, row = saved.board, saved.row
    top, alive = board.marks[TOP], board.marks[ALIVE]
    np.savez(
        file,
        numbers=np.array([row, saved.settled, saved.periodic, saved.upto], np.int64),
        sizes=np.array([len(saved.mark.encode()), *saved.shadow.shape], np.int64),
        marks=board.marks,
        mark=np.frombuffer(saved.mark.encode(), np.uint8),
        state=np.array([saved.state], np.uint64),
        shadow=saved.shadow,
        live=board.live[:alive],
        first=board.first[row:top],
        since=board.since[row:top],
        taken=board.taken[row:top],
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
    row, settled, periodic, upto = map(int, _fill(archive, "numbers", np.zeros(4, np.int64)))
    length, modulus, room = map(int, _fill(archive, "sizes", np.zeros(3, np.int64)))
    end, top, alive = map(int, _fill(archive, "marks", np.zeros(3, np.int64)))
    _require(row >= 0 and upto >= 0, "no negative row")
    # An engine that was made for a claim has its size; if it had to grow, half as much more.
    _require(claimed is None or claimed <= upto <= 2 * claimed + 128, "the size of the claim")
    limits.require_memory(upto, memory_needed)
    columns, words = board_size(upto)
    _require(row <= end < columns, "columns within the board")
    _require(row <= top < columns + 64 * words, "values within the board")
    _require(0 <= alive <= top, "no more live values than values")
    _require(0 <= settled <= end, "rows that have settled within the board")
    _require(0 <= periodic <= min(row, room), "as many periodic rows as are in the shadow")
    _require(modulus >= 1 and room >= 1 and 4 * modulus * room <= memory_needed(upto), "a shadow of a possible size")
    _require(0 <= length <= LONGEST_MARK, "a short mark")
    board = empty_board(columns, words)
    board.marks[[END, TOP, ALIVE]] = end, top, alive
    _fill(archive, "live", board.live[:alive])
    for name in ("first", "since", "taken"):
        _fill(archive, name, getattr(board, name)[row:top])
    mark = _fill(archive, "mark", np.zeros(length, np.uint8)).tobytes().decode()
    state = _fill(archive, "state", np.zeros(1, np.uint64))[0]
    shadow = _fill(archive, "shadow", np.zeros((modulus, room), np.int32))
    saved = Saved(mark, row, settled, periodic, upto, state, shadow, board)
    _check_arrays(saved)
    return saved


def _check_arrays(saved: Saved) -> None:
    """Raise InvalidArgument unless the arrays have the invariants of the module's header; the numbers have theirs."""
    row, board = saved.row, saved.board
    end, top, alive = (int(board.marks[mark]) for mark in (END, TOP, ALIVE))
    live, first, since = board.live[:alive], board.first, board.since
    values, width = len(first), 64 * board.taken.shape[1]
    differences = np.flatnonzero(since[row:top] == -1)  # p - r of the values p on the diagonal
    diagonal = row + differences

    _require(np.all(live > 0) and np.all(live < top), "live values that were used")  # 0 is the empty bar
    _require(np.all(live[1:] > live[:-1]), "live values in order")
    _require(np.all((first <= end) | (first > np.arange(values))), "values that wait in columns of the board")
    _require(_is_empty_from(board.taken, row, top, end), "nothing in columns that are not stored")
    _require(np.all(saved.shadow >= 0) and np.all(saved.shadow < width), "a shadow within the board")
    _require(np.all((since == NEVER) | (since == -1)), "no current row")
    _require(np.all((first[diagonal] == NEVER) | (diagonal == 0)), "a diagonal that is not used again")
    _require(np.all(differences < width), "a diagonal within the board")
    _require(saved.state == board.powers[differences].sum(dtype=np.uint64), "the hash of the diagonal")


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


def _is_empty_from(taken: NDArray[np.uint64], low: int, high: int, end: int) -> bool:
    """Whether values from ``low`` to before ``high`` have no bits for columns from ``end`` on."""
    width = 64 * taken.shape[1]
    for p in range(max(low, end), high):
        word, bit = divmod(max(0, end - p + width - 1), 64)  # bit u is column p - width + 1 + u
        if int(taken[p, word]) >> bit or taken[p, word + 1 :].any():
            return False
    return True


def _require(holds: object, expected: str) -> None:
    if not holds:
        raise InvalidArgument(f"not a state of the compiled engine; expected {expected}")
