"""Checkpoints of the compiled engine with other contents and right digests, some of them so that they look right.

A kind of damage is a function from the arrays of a checkpoint, and a source of random numbers, to the bytes of a file.
"""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from tempfile import TemporaryFile
from typing import Any, BinaryIO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from tests.work.saving import sealed
from zchomp.bars.prices import NEVER, board_size
from zchomp.bars.three_rows import END, LATE, TOP, WIDEST, CompiledThreeRows
from zchomp.core.files import DIGEST, make_key
from zchomp.core.runs import FORMAT, write_state

KIND, RUN = "rows", "compact certificate"
"""The kinds of the state of an engine, and of a compact run, which contains one."""

NUMBERS = {
    "numbers": ("row", "settled", "shaded", "upto"),
    "marks": ("end", "top", "late", "widest"),
    "sizes": ("modulus", "room"),
}
"""The values of a state in groups, each an array here."""

Arrays: TypeAlias = dict[str, NDArray[Any]]
Kind: TypeAlias = Callable[[Arrays, Random], bytes]


def checkpoint(rows: int, room: int) -> Arrays:
    """The arrays of a true checkpoint after some rows, of an engine that first had room for another number."""
    engine = CompiledThreeRows(room)
    for _ in islice(engine.rows(), rows):
        pass
    with TemporaryFile() as file:
        write_state(cast("BinaryIO", file), KIND, engine.state(), make_key())
        file.seek(0)
        return unpacked(file.read())


def unpacked(file: bytes) -> Arrays:
    """The arrays of a file, including its numbers. That of a compact run also has the mark of its draft."""
    line, _, body = file[:-DIGEST].partition(b"\n")
    header = json.loads(line)
    prefix = "" if header["kind"] == KIND else "rows."
    arrays: Arrays = {
        group: np.array([header["values"][prefix + name] for name in names], np.int64)
        for group, names in NUMBERS.items()
    }
    for name, kind, shape in header["arrays"]:
        array: NDArray[Any] = np.frombuffer(body, kind, int(np.prod(shape))).reshape(shape).copy()
        arrays[name.removeprefix(prefix)], body = array, body[array.nbytes :]
    if prefix:
        arrays["mark"] = np.frombuffer(header["values"]["mark"].encode(), np.uint8).copy()
    return arrays


def packed(arrays: Arrays) -> bytes:
    """A file of arrays, with the right digest and key."""
    prefix = "rows." if "mark" in arrays else ""
    header: dict[str, Any] = {"format": FORMAT, "order": sys.byteorder, "kind": RUN if prefix else KIND}
    header |= {"values": {}, "arrays": []}
    body = b""
    for name, array in arrays.items():
        if name == "mark":
            header["values"]["mark"] = array.tobytes().decode("latin-1")
        elif name in NUMBERS:
            numbers = array.tolist() if array.ndim else [array.tolist()]
            header["values"] |= dict(zip((prefix + one for one in NUMBERS[name]), numbers, strict=False))
        else:
            order = array.dtype.byteorder.strip("=|<")
            header["arrays"].append([prefix + name, f"{order}{array.dtype.kind}{array.itemsize}", list(array.shape)])
            body += array.tobytes()
    file = json.dumps(header).encode() + b"\n" + body
    return file + sealed(file, make_key())


def damaged(originals: list[Arrays], count: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """This many damaged files, of all kinds in turn, with names that begin with their kind."""
    random, kinds = Random(seed), list(KINDS)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        arrays = {name: array.copy() for name, array in random.choice(originals).items()}
        yield f"{kind}-{number}", KINDS[kind](arrays, random)


def _edges(arrays: Arrays) -> list[int]:
    """Boundary values and their neighbours."""
    row, settled, shaded, upto = map(int, arrays["numbers"])
    columns, blocks, values = board_size(upto)
    places = (0, row, settled, shaded, upto, *map(int, arrays["marks"]), columns, 64 * blocks, values, columns + values)
    near = {place + step for place in places for step in (-1, 0, 1)}
    return sorted(near | {sign * (2**bits - less) for bits in (15, 31, 40, 62) for less in (0, 1) for sign in (1, -1)})


def _some(arrays: Arrays, random: Random) -> str:
    """The name of a nonempty array."""
    return random.choice([name for name, array in arrays.items() if array.size])


def _bits(arrays: Arrays, random: Random) -> bytes:
    raw = arrays[_some(arrays, random)].reshape(-1).view(np.uint8)
    for _ in range(random.choice([1, 1, 2, 10])):
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return packed(arrays)


def _numbers(arrays: Arrays, random: Random) -> bytes:
    edges = _edges(arrays)
    for _ in range(random.choice([1, 1, 2])):
        array = arrays[random.choice(["numbers", "marks", "sizes"])]
        array[random.randrange(len(array))] = random.choice(edges)
    return packed(arrays)


def _elements(arrays: Arrays, random: Random) -> bytes:
    array = arrays[random.choice([name for name in ("first", "late", "shadow") if arrays[name].size])]
    flat, edges = array.reshape(-1), [edge for edge in _edges(arrays) if abs(edge) < 2**31]
    start = random.randrange(len(flat))
    stop = random.choice([start + 1, start + 5, len(flat)])
    flat[start:stop] = [random.choice(edges) for _ in flat[start:stop]]
    return packed(arrays)


def _swapped(arrays: Arrays, random: Random) -> bytes:
    one, other = random.sample(sorted(arrays), 2)
    arrays[one], arrays[other] = arrays[other], arrays[one]
    return packed(arrays)


def _shapes(arrays: Arrays, random: Random) -> bytes:
    name = _some(arrays, random)
    array = arrays[name]
    shapes: list[NDArray[Any]] = [
        array[1:],
        array[:-1],
        array[:0],
        np.concatenate((array, array)),
        array[None],
        array[..., None],
        array.reshape(-1),
        np.asfortranarray(array),
        array.T,
        array.reshape(-1)[0],
    ]
    arrays[name] = random.choice(shapes)
    return packed(arrays)


def _members(arrays: Arrays, name: str) -> list[int]:
    """The values in a bitset."""
    bits = np.unpackbits(arrays[name].view(np.uint8), bitorder="little")
    return [int(place) + int(arrays["numbers"][0]) // 64 * 64 for place in np.flatnonzero(bits)]


def _set_members(arrays: Arrays, name: str, values: set[int]) -> None:
    """Put other values into a bitset, as large as it must be."""
    low, high = int(arrays["numbers"][0]) // 64, int(arrays["marks"][TOP]) // 64 + 1
    words = [sum(1 << value % 64 for value in values if value // 64 == word) for word in range(low, high)]
    arrays[name] = np.array(words, np.uint64)


def _set_blocks(arrays: Arrays, end: int) -> None:
    """Store more blocks, up to a column, in their places."""
    row, room = int(arrays["numbers"][0]), board_size(int(arrays["numbers"][3]))[1]
    blocks = np.concatenate((arrays["taken"], arrays["wrapped"]))
    more = end // 64 - row // 64 - len(blocks)
    blocks = np.concatenate((blocks, np.zeros((more, blocks.shape[1]), np.uint64)))
    straight = room - row // 64 % room
    arrays["taken"], arrays["wrapped"], arrays["marks"][END] = blocks[:straight], blocks[straight:], end


def _false_columns(arrays: Arrays, random: Random) -> bytes:
    """Fictitious rows: arbitrary bits in the stored columns."""
    share = random.choice([2, 10, 100, 1000])
    source = np.random.default_rng(random.randrange(10**6))
    for name in ("taken", "wrapped"):
        for bit in range(64):
            flipped = source.integers(share, size=arrays[name].shape) == 0
            arrays[name] ^= flipped.astype(np.uint64) << np.uint64(bit)
    return packed(arrays)


def _false_pointers(arrays: Arrays, random: Random) -> bytes:
    """Values that wait in the wrong columns, all of them on the board."""
    end, first = int(arrays["marks"][END]), arrays["first"]
    for place in range(len(first)):
        if not random.randrange(4):
            first[place] = random.choice([random.randint(0, end), end, NEVER])
    return packed(arrays)


def _false_lives(arrays: Arrays, random: Random) -> bytes:
    """Values that are forgotten, or taken for useful, now or later."""
    row, end, top = int(arrays["numbers"][0]), int(arrays["marks"][END]), int(arrays["marks"][TOP])
    used = sorted(set(range(1, top)) - set(_members(arrays, "diagonal")))
    late = set(random.sample(used, random.randint(0, len(used))))
    ready = {value for value in used if value >= row // 64 * 64 and value not in late and random.randrange(4)}
    _set_members(arrays, "ready", ready)
    arrays["late"] = np.array(random.sample(sorted(late), len(late)), np.int32)
    arrays["first"] = np.array([random.choice([0, row, random.randint(0, end), NEVER]) for _ in late], np.int32)
    arrays["marks"][LATE] = len(late)
    return packed(arrays)


def _false_shadows(arrays: Arrays, random: Random) -> bytes:
    """Fictitious periodic rows, alone or with a long period."""
    width, modulus = 64 * len(arrays["constants"]), random.choice([1, 2, 7, 12, 100])
    largest, share = random.choice([1, 5, width // 8, width]), random.choice([1, 2, 50])
    shadow = np.array([[random.randrange(largest) for _ in range(64)] for _ in range(modulus)], np.int32)
    constants = [value for value in range(largest) if not random.randrange(share)]
    shaded = random.randint(0, min(64, int(arrays["numbers"][0])))
    arrays["shadow"], arrays["numbers"][2], arrays["sizes"][:] = shadow, shaded, shadow.shape
    arrays["constants"] = np.array(
        [sum(1 << value % 64 for value in constants if value // 64 == word) for word in range(width // 64)], np.uint64
    )
    arrays["marks"][WIDEST] = max([0, *constants, *shadow[:, :shaded].reshape(-1).tolist()])
    return packed(arrays)


def _false_diagonals(arrays: Arrays, random: Random) -> bytes:
    """Another diagonal."""
    row, share = int(arrays["numbers"][0]), random.choice([1, 2, 5, 50])
    diagonal = {
        value for value in range(row // 64 * 64, int(arrays["marks"][TOP])) if not random.randrange(share) or not value
    }
    _set_members(arrays, "ready", set(_members(arrays, "ready")) - diagonal)
    _set_members(arrays, "diagonal", diagonal)
    return packed(arrays)


def _false_sizes(arrays: Arrays, random: Random) -> bytes:
    """Columns and values that were never reached, presented as reached, up to the last possible ones."""
    row, _, _, upto = map(int, arrays["numbers"])
    columns, blocks, values = board_size(upto)
    end, top, *_ = map(int, arrays["marks"])
    largest = min(columns, 64 * (row // 64 + blocks))
    _set_blocks(arrays, random.choice([end, min(end + 64, largest), max(end, largest - 64), largest]))
    ready, diagonal = (set(_members(arrays, name)) for name in ("ready", "diagonal"))
    more = max(top, random.choice([top, top + 1, columns + values - 2, columns + values - 1]))
    arrays["marks"][TOP] = more
    _set_members(arrays, "ready", ready | set(range(top, more)) if random.randrange(2) else ready)
    _set_members(arrays, "diagonal", diagonal)
    arrays["numbers"][1] = random.choice([row, random.randint(0, end), end])
    return packed(arrays)


def _just_beyond(arrays: Arrays, random: Random) -> bytes:
    """As large as possible, and then in one respect slightly too large."""
    arrays = unpacked(_false_sizes(arrays, random))
    (row, *_, upto), (end, top, late, _) = arrays["numbers"].tolist(), arrays["marks"].tolist()
    columns, blocks, values = board_size(upto)
    ready, diagonal = (set(_members(arrays, name)) for name in ("ready", "diagonal"))
    what = random.choice(["column", "block", "value", "double", "both", "first", "ready", "diagonal"])
    if what in {"column", "block"}:
        _set_blocks(arrays, columns + 64 if what == "column" else 64 * (row // 64 + blocks + 1))
    elif what == "value":
        arrays["marks"][TOP] = columns + values
        _set_members(arrays, "ready", ready | {columns + values - 1})
        _set_members(arrays, "diagonal", diagonal)
    elif what == "double":
        arrays["late"], arrays["first"] = (np.tile(arrays[name], 2) for name in ("late", "first"))
        arrays["marks"][LATE] = 2 * late
    elif what == "both":
        _set_members(arrays, "ready", ready | set(arrays["late"].tolist()))
    elif what == "first":
        arrays["first"][:] = [random.choice([end + 1, value, columns, -1]) for value in arrays["late"]]
    else:
        _set_members(arrays, what, (ready | diagonal) | {top})
    return packed(arrays)


def _false_in_many_ways(arrays: Arrays, random: Random) -> bytes:
    kinds = (_false_sizes, _false_columns, _false_pointers, _false_lives, _false_shadows, _false_diagonals)
    for kind in random.sample(kinds, random.randint(2, len(kinds))):
        arrays = unpacked(kind(arrays, random))
    return packed(arrays)


KINDS: dict[str, Kind] = {
    "bits": _bits,
    "numbers": _numbers,
    "elements": _elements,
    "swapped": _swapped,
    "shapes": _shapes,
    "just-beyond": _just_beyond,
    "false-columns": _false_columns,
    "false-pointers": _false_pointers,
    "false-lives": _false_lives,
    "false-shadows": _false_shadows,
    "false-diagonals": _false_diagonals,
    "false-sizes": _false_sizes,
    "false-in-many-ways": _false_in_many_ways,
}
"""Kinds of damage. The false ones have the right form, so the kernel continues from them.

Files of another form are refused whatever they are states of: tests/work/test_state.py has them.
"""
