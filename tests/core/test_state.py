"""Saved state comes out of a file as it went in, and a file without the right digest is refused."""

from array import array
from io import BytesIO

import pytest

from tests.core.saving import KEY, restored, saved
from zchomp.core import runs
from zchomp.core.runs import SavedState, State, read_state
from zchomp.errors import InvalidArgument

STATE = State(
    {"row": 7, "name": "seven"},
    {"numbers": memoryview(array("q", [5, -5, 2**62])), "none": memoryview(array("i"))},
    {"part": State({"row": 8}, {"text": memoryview(b"anything")})},
)


def everything(state: SavedState) -> tuple[object, ...]:
    """Everything in a state."""
    none, filled, copied = array("i"), array("q", [0, 0, 0]), BytesIO()
    part = state.part("part")
    state.fill("none", memoryview(none))
    state.fill("numbers", memoryview(filled))
    part.copy("text", copied)
    assert copied.getvalue() == part.data("text")
    assert filled == state.integers("numbers")
    return state.number("row"), state.text("name"), list(filled), part.number("row"), part.data("text")


@pytest.mark.parametrize("chunk", [1, 5, runs.CHUNK])
def test_everything_comes_back(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, texts and arrays, even empty ones, and those of parts are restored unchanged, in any order."""
    monkeypatch.setattr(runs, "CHUNK", chunk)
    assert restored(saved(STATE), everything) == (7, "seven", [5, -5, 2**62], 8, b"anything")


def not_restored(_state: SavedState) -> None:
    """Stands for a `restore` that must not be reached."""
    pytest.fail("a state that is refused was read")


def test_damaged_states_are_refused() -> None:
    """A file that is cut, lengthened or changed in any byte is refused before it is read, and so is any other file."""
    data = saved(STATE)
    changed = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data))]
    cut = [data[:at] for at in range(len(data))]
    for wrong in (b"\n", b"[]\n", b"[" * 10**5, b"\xff\n", data + b"0", b"0" + data, *changed, *cut):
        with pytest.raises(InvalidArgument, match="was not made by this user"):
            restored(wrong, not_restored)


def test_states_of_others_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state with another key, of another question, or of another version is refused before it is read."""
    data = saved(STATE)
    with pytest.raises(InvalidArgument, match="was not made by this user"):
        read_state(BytesIO(data), "test", not_restored, KEY[::-1])
    with pytest.raises(InvalidArgument, match="for this question"):
        restored(data, not_restored, "other")
    monkeypatch.setattr(runs, "VERSION", "0.0.1")
    with pytest.raises(InvalidArgument, match="was not made by this user"):
        restored(data, not_restored)


@pytest.mark.parametrize("size", [2, 4])
def test_memory_of_another_size(size: int) -> None:
    """An array is only read into memory of its size."""
    room = memoryview(bytearray(8 * size))
    with pytest.raises(InvalidArgument, match="has 24 bytes of numbers, expected"):
        restored(saved(STATE), lambda state: state.fill("numbers", room))
