"""Blocks: exactly what is packed can be unpacked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zchomp.proof.library_file import BLOCK, block_digest, pack, row_digest, unpack


@given(st.lists(st.integers(0, 2**64 - 1), max_size=3 * BLOCK) | st.lists(st.integers(0, 70_000), max_size=3 * BLOCK))
def test_there_and_back(head: list[int]) -> None:
    """The blocks of a head have its terms, and all but the last are full."""
    blocks = [unpack(block).tolist() for block in pack(head)]
    assert [term for block in blocks for term in block] == head
    assert all(len(block) == BLOCK for block in blocks[:-1])


@pytest.mark.parametrize(("largest", "size"), [(0, 2), (2**16 - 1, 2), (2**16, 4), (2**32 - 1, 4), (2**32, 8)])
def test_words_are_as_small_as_possible(largest: int, size: int) -> None:
    """The first byte of a block is the size of its words."""
    (block,) = pack([largest])
    assert block[0] == size
    assert unpack(block).tolist() == [largest]


def test_digests_depend_on_everything() -> None:
    """The digest of a block depends on key, slice, number and content, and that of a row on key, table and fields."""
    key, other = bytes(32), bytes([1] * 32)
    blocks = ((key, "0 5", 1, b"x"), (key, "0 6", 1, b"x"), (key, "0 5", 2, b"x"), (key, "0 5", 1, b"y"))
    assert len({block_digest(*fields) for fields in (*blocks, (other, "0 5", 1, b"x"))}) == 5
    rows = ((key, "slice", 0, "5"), (key, "slice", 0, "6"), (key, "slice", 1, "5"), (key, "slice", "0", "5"))
    assert len({row_digest(*fields) for fields in (*rows, (other, "slice", 0, "5"), (key, "claim", 0, "5"))}) == 6
