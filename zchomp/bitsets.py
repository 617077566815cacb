"""Sets of small numbers as integers: bit x of a set stands for the number x."""

from collections.abc import Iterable, Iterator

__all__ = ["bitset", "members"]


def bitset(numbers: Iterable[int]) -> int:
    """The set of some numbers.

    >>> bin(bitset([1, 2, 4]))
    '0b10110'
    """
    found = 0
    for x in numbers:
        found |= 1 << x
    return found


def members(numbers: int) -> Iterator[int]:
    """The numbers in a set, from the smallest on.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest
