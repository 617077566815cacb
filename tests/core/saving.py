"""Saved states as bytes."""

from collections.abc import Callable
from io import BytesIO
from typing import TypeVar

from zchomp.core.files import keyed_digest
from zchomp.core.runs import SavedState, State, read_state, write_state

T = TypeVar("T")

KEY = bytes(range(32))
"""A key for tests without a user."""


def saved(state: State, kind: str = "test") -> bytes:
    """The file of a state."""
    file = BytesIO()
    write_state(file, kind, state, KEY)
    return file.getvalue()


def restored(data: bytes, restore: Callable[[SavedState], T], kind: str = "test") -> T:
    """The state restored from the bytes of a file."""
    return read_state(BytesIO(data), kind, restore, KEY)


def sealed(file: bytes, key: bytes = KEY) -> bytes:
    """The digest at the end of a file with these bytes."""
    digest = keyed_digest(key, "state")
    digest.update(file)
    return digest.digest()
