"""Saved state: the one file format in which a run keeps how far it has come, read as if the file were hostile.

    one line of JSON       format, byte order, kind, values (whole numbers and texts by name), arrays
    the arrays             their bytes, in the order of the first line, which gives name, type and shape of each
    32 bytes               the digest of everything before, with the key of the user (`zchomp.user_files`)

A saved object gives its values and arrays by name, and the states of its parts, which also have names. To
restore it, every value is read with its type, and every array into memory of exactly the right type and shape. A list
of any length is not longer than the file. So no memory is allocated for data that the file only claims to contain, and
nothing in it is executed.

The restored object is returned only if the digest is right and nothing is left over. The first line names the question
that the state belongs to, and the digest is keyed. So only a state of this question that this user's zchomp has saved
is trusted. The digest is known only after the object is restored, so restoring must be harmless even if the state is
false.
"""

import json
import os
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import BinaryIO, TypeVar

from zchomp.errors import InvalidArgument, quote
from zchomp.user_files import keyed_digest

__all__ = ["SavedState", "State", "read_state", "require_state", "write_state"]

FORMAT = "zchomp-state 2"

LONGEST_HEADER = 2**20
"""The maximum length of a first line, in bytes."""

LONGEST_TEXT = 1000
"""The maximum length of a text among the values, in characters."""

LARGEST_NUMBER = 2**62
"""Numbers are smaller than this, so that compiled code can handle them."""

CHUNK = 2**24
"""How many bytes are read and written at a time."""

TYPES = dict.fromkeys("bhilq", "i") | dict.fromkeys("BHILQ", "u")
"""The letter of the format for each letter of a memoryview of whole numbers, signed or unsigned."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """Everything needed to restore an object: values and arrays by name, and the states of its parts."""

    values: Mapping[str, int | str] = field(default_factory=dict)
    arrays: Mapping[str, memoryview] = field(default_factory=dict)
    parts: Mapping[str, "State"] = field(default_factory=dict)

    def walk(self, prefix: str = "") -> "Iterator[tuple[str, State]]":
        """This state and those of its parts, each with the prefix of its names."""
        yield prefix, self
        for name, part in self.parts.items():
            yield from part.walk(f"{prefix}{name}.")


class SavedState:
    """A state that is being read from a file: its values, and its arrays in the order in which they were written.

    Every method raises InvalidArgument if the file has something else at this point.
    """

    def __init__(self, reader: "_Reader", prefix: str = "") -> None:
        self._reader = reader
        self._prefix = prefix

    def part(self, name: str) -> "SavedState":
        """The state of a part."""
        return SavedState(self._reader, f"{self._prefix}{name}.")

    def number(self, name: str) -> int:
        """A whole number, not negative and of at most 62 bits."""
        value = self._reader.values.get(self._prefix + name)
        require_state(type(value) is int and 0 <= value < LARGEST_NUMBER, f"a whole number {name}")
        return int(value)  # type: ignore[call-overload, no-any-return]  # it is one

    def text(self, name: str) -> str:
        """A short text."""
        value = self._reader.values.get(self._prefix + name)
        require_state(isinstance(value, str) and len(value) <= LONGEST_TEXT, f"a short text {name}")
        return str(value)

    def fill(self, name: str, room: memoryview) -> None:
        """Read the next array into memory of its type and shape."""
        self._reader.fill(self._prefix + name, room)

    def integers(self, name: str) -> "array[int]":
        """The next array, a list of whole numbers."""
        found = array("q", bytes(self._reader.size(self._prefix + name, "i8")))
        self.fill(name, memoryview(found))
        return found

    def data(self, name: str) -> bytes:
        """The next array, bytes."""
        found = bytearray(self._reader.size(self._prefix + name, "u1"))
        self.fill(name, memoryview(found))
        return bytes(found)

    def copy(self, name: str, file: BinaryIO) -> None:
        """Copy the next array, bytes, to a file. It may be larger than memory."""
        self._reader.copy(self._prefix + name, file)


def write_state(file: BinaryIO, kind: str, state: State, key: bytes) -> None:
    """Write a state. ``kind`` names the object that it belongs to, with the question that it answers."""
    arrays = {f"{prefix}{name}": array for prefix, part in state.walk() for name, array in part.arrays.items()}
    header = {
        "format": FORMAT,
        "order": sys.byteorder,
        "kind": kind,
        "values": {f"{prefix}{name}": value for prefix, part in state.walk() for name, value in part.values.items()},
        "arrays": [[name, *_shape(values)] for name, values in arrays.items()],
    }
    digest = keyed_digest(key, "state")
    for part in (memoryview(json.dumps(header).encode() + b"\n"), *map(_raw, arrays.values())):
        for chunk in _chunks(part):
            file.write(chunk)
            digest.update(chunk)
    file.write(digest.digest())


def read_state(file: BinaryIO, kind: str, restore: Callable[[SavedState], T], key: bytes) -> T:
    """Return the object that ``restore`` makes from the state in a file.

    Raises a ValueError unless the file is a complete state of this kind, written with this key.
    """
    reader = _Reader(file, kind, key)
    restored = restore(SavedState(reader))
    reader.finish()
    return restored


class _Reader:
    """Reads a file from its beginning to its end, with its digest."""

    def __init__(self, file: BinaryIO, kind: str, key: bytes) -> None:
        self._file, self._digest = file, keyed_digest(key, "state")
        line = file.readline(LONGEST_HEADER)
        self._digest.update(line)
        try:
            header = json.loads(line)
            said = [header[name] for name in ("format", "order", "kind")]
            self.values: dict[str, object] = dict(header["values"])
            self._arrays = [tuple(one) for one in header["arrays"]]
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            raise InvalidArgument(f"not a saved state: {quote(str(problem))}") from None
        require_state(said == [FORMAT, sys.byteorder, kind], f"one of format {FORMAT!r} and kind {kind!r}")
        require_state(line.endswith(b"\n") and len(header) == 5, "a first line of five entries")
        self._arrays.reverse()  # the next one is at the end

    def size(self, name: str, kind: str) -> int:
        """The number of bytes of the next array, a list of this type. At least that many are left in the file."""
        here = self._file.tell()
        left = self._file.seek(0, os.SEEK_END) - self._file.seek(here)
        match self._arrays[-1:]:
            case [(said, of, [int(length)])] if (said, of) == (name, kind) and 0 <= int(kind[1:]) * length <= left:
                return int(kind[1:]) * length
        raise InvalidArgument(f"not a saved state; expected a list {name} of type {kind}, as long as the file says")

    def fill(self, name: str, room: memoryview) -> None:
        """Read the next array."""
        said, wanted = (json.dumps(one) for one in (self._arrays and self._arrays.pop(), (name, *_shape(room))))
        # They are compared as text, because 1, 1.0 and True are equal.
        require_state(said == wanted, f"an array {name} like {_shape(room)}")
        for chunk in _chunks(_raw(room)):
            data = self._file.read(len(chunk))
            require_state(len(data) == len(chunk), f"all of {name}")
            chunk[:] = data
            self._digest.update(data)

    def copy(self, name: str, file: BinaryIO) -> None:
        """Read the next array, bytes, into a file."""
        left = self.size(name, "u1")
        self._arrays.pop()
        while left:
            data = self._file.read(min(left, CHUNK))
            require_state(data, f"all of {name}")
            file.write(data)
            self._digest.update(data)
            left -= len(data)

    def finish(self) -> None:
        """Make sure that everything was read, and that the digest is right."""
        require_state(not self._arrays, "no further arrays")
        expected = self._digest.digest()
        found = self._file.read(len(expected) + 1)
        require_state(compare_digest(found, expected), "the right digest at the end")


def _shape(values: memoryview) -> tuple[str, list[int]]:
    """The type and the shape of an array, as the first line gives them."""
    return f"{TYPES[values.format]}{values.itemsize}", list(values.shape or ())


def _raw(values: memoryview) -> memoryview:
    """The bytes of an array."""
    return values.cast("B") if values.nbytes else memoryview(b"")


def _chunks(data: memoryview) -> Iterator[memoryview]:
    """The bytes in chunks."""
    return (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))


def require_state(holds: object, expected: str) -> None:
    """Raise InvalidArgument unless a condition on a saved state holds."""
    if not holds:
        raise InvalidArgument(f"not a saved state; expected {expected}")
