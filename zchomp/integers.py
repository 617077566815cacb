"""Whole numbers: those of Python and of numpy are accepted, anything else is refused."""

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from zchomp.errors import InvalidArgument

__all__ = ["whole_number", "whole_numbers"]


def whole_numbers(values: Iterable[SupportsIndex]) -> tuple[int, ...] | None:
    """The values as Python integers, converted from numpy's if necessary. None if one of them is not a whole number.

    >>> whole_numbers((3, 2)), whole_numbers((3.0,)), whole_numbers((True,)), whole_numbers(b"x")
    ((3, 2), None, None, None)
    """
    if isinstance(values, bytes | bytearray | memoryview):
        return None
    try:
        numbers = tuple(values)
        return None if any(isinstance(value, bool) for value in numbers) else tuple(map(index, numbers))
    except TypeError:
        return None


def whole_number(value: object, what: str, least: int = 0) -> int:
    """Return a number as a Python integer, or refuse it.

    >>> whole_number(5, "the largest row")
    5
    >>> whole_number(2.5, "the largest row")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: the largest row must be a whole number, 0 or more, got 2.5

    Raises InvalidArgument for anything else.
    """
    found = whole_numbers((value,))  # type: ignore[arg-type]  # None if it is not a number
    if found is None or found[0] < least:
        raise InvalidArgument(f"{what} must be a whole number, {least} or more", got=value)
    return found[0]
