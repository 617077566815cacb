"""Saved state comes out of a file as it went in, and anything else is refused."""

import json
from array import array
from io import BytesIO
from typing import Any

import pytest

from tests.work.saving import KEY, restored, saved, sealed
from zchomp.core.runs import SavedState, State, write_state
from zchomp.errors import InvalidArgument

STATE = State(
    {"row": 7, "name": "seven"},
    {"numbers": memoryview(array("q", [5, -5, 2**62])), "none": memoryview(array("i"))},
    {"part": State({"row": 8}, {"text": memoryview(b"anything")})},
)


def everything(state: SavedState) -> tuple[object, ...]:
    """Everything in a state."""
    none = array("i")
    part = state.part("part")
    numbers = state.integers("numbers")
    state.fill("none", memoryview(none))
    return state.number("row"), state.text("name"), list(numbers), part.number("row"), part.data("text")


def forged(change: dict[str, Any], body: bytes | None = None) -> bytes:
    """A file with another first line, and other bytes after it, with the right digest."""
    line, _, rest = saved(STATE)[:-32].partition(b"\n")
    file = json.dumps({**json.loads(line), **change}).encode() + b"\n" + (rest if body is None else body)
    return file + sealed(file)


def test_everything_comes_back() -> None:
    """Numbers, texts and arrays, even empty ones, and those of parts are restored unchanged."""
    assert restored(saved(STATE), everything) == (7, "seven", [5, -5, 2**62], 8, b"anything")
    assert restored(forged({}), everything)


def test_bytes_are_copied_to_a_file() -> None:
    """Bytes can also be read into a file, piece by piece, and must be as many as the first line promises."""

    def copied(state: SavedState) -> bytes:
        file = BytesIO()
        state.copy("text", file)
        return file.getvalue()

    text = bytes(range(256)) * 3
    file = saved(State(arrays={"text": memoryview(text)}))
    assert restored(file, copied) == text
    assert restored(saved(State(arrays={"text": memoryview(b"")})), copied) == b""
    for wrong in (
        file[:-40],
        file[:-1],
        file[:-33] + b"x" + file[-32:],
        saved(State(arrays={"other": memoryview(text)})),
    ):
        with pytest.raises(InvalidArgument):
            restored(wrong, copied)


@pytest.mark.parametrize("value", [None, -1, True, 7.0, "7", [7], 2**62, 10**30])
def test_wrong_numbers_are_refused(value: object) -> None:
    """Anything but a whole number that is neither negative nor too large is refused."""
    with pytest.raises(InvalidArgument, match="expected a whole number row"):
        restored(forged({"values": {"row": value}}), lambda state: state.number("row"))


@pytest.mark.parametrize("value", [None, 7, ["seven"], "x" * 1001])
def test_wrong_texts_are_refused(value: object) -> None:
    """A long text, and anything that is not a text, is refused."""
    with pytest.raises(InvalidArgument, match="expected a short text name"):
        restored(forged({"values": {"name": value}}), lambda state: state.text("name"))


NAMES = [["numbers", "i8", [3]], ["none", "i4", [0]], ["part.text", "u1", [8]]]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "zchomp-state 1"},
        {"kind": "other"},
        {"order": "middle"},
        {"more": 1},
        {"values": 5},
        {"values": {}},
        {"arrays": 5},
        {"arrays": NAMES[:2]},
        {"arrays": [*NAMES, ["more", "u1", [0]]]},
        {"arrays": [NAMES[1], NAMES[0], NAMES[2]]},
        *({"arrays": [["numbers", "i8", shape], *NAMES[1:]]} for shape in (3, [-3], [10**15], [3.0], [[3]], [])),
        {"arrays": [NAMES[0], ["none", "i4", [False]], NAMES[2]]},
        *({"arrays": [["numbers", kind, [3]], *NAMES[1:]]} for kind in ("i4", "u8", "O", "", 8, None)),
    ],
    ids=str,
)
def test_first_lines(change: dict[str, Any]) -> None:
    """A first line of another format, of another kind, or with the wrong arrays is refused."""
    with pytest.raises(InvalidArgument, match="not a saved state"):
        restored(forged(change), everything)


def test_damaged_states_are_refused() -> None:
    """A file that is cut, lengthened or changed in any byte is refused, and so is any other file."""
    data = saved(STATE)
    changed = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data))]
    cut = [data[:at] for at in range(len(data))]
    for wrong in (b"\n", b"[]\n", b"{}\n", b"[" * 10**5, b"\xff\n", data + b"0", *changed, *cut, data[:-32]):
        with pytest.raises(InvalidArgument, match="not a saved state"):
            restored(wrong, everything)


def test_no_memory_for_a_promise() -> None:
    """A list that the file does not contain is refused before memory is allocated for it."""
    for count in (20, 2**50):
        promised = [["numbers", "i8", [count]], *NAMES[1:]]
        with pytest.raises(InvalidArgument, match="expected a list numbers"):
            restored(forged({"arrays": promised}), lambda state: state.integers("numbers"))


def test_everything_must_be_read() -> None:
    """A state with more than the requested values is refused."""
    with pytest.raises(InvalidArgument, match="expected no further arrays"):
        restored(saved(STATE), lambda state: state.number("row"))


def test_only_whole_numbers() -> None:
    """Only arrays of integers are written."""
    with pytest.raises(KeyError):
        write_state(BytesIO(), "test", State(arrays={"floats": memoryview(array("d", [1.5]))}), KEY)
