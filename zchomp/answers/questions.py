"""Questions: the functions that everybody asks, and the oracle that they share.

It knows the certificate that is installed with the package, the user's library, and what it has proved since. It may be
used by several threads at once.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from zchomp.answers.oracle import Oracle
from zchomp.answers.solution import Solution
from zchomp.certificate.format import read_certificate, shipped_certificate
from zchomp.library.place import usual_place
from zchomp.position import Move, Outcome, PositionLike
from zchomp.results import AtLeast, Unknown

__all__ = ["nim_value", "outcome", "solve", "the_oracle", "using_oracle", "winning_moves"]


@cache
def _usual_oracle() -> Oracle:
    from zchomp.library.store import Library

    place = usual_place()
    library = None if place is None else Library(place)
    return Oracle(read_certificate(shipped_certificate()).values(), library, trouble=_warn)


def _warn(problem: str) -> None:
    """Say why the library is not used: the answers are as good without it, but may take longer."""
    warnings.warn(problem, RuntimeWarning, stacklevel=2)


_CHOSEN: ContextVar[Oracle | None] = ContextVar("oracle", default=None)


def the_oracle() -> Oracle:
    """The oracle that answers here: the one that everybody shares, or the one of `using_oracle`."""
    return _CHOSEN.get() or _usual_oracle()


@contextmanager
def using_oracle(oracle: Oracle) -> Iterator[None]:
    """Let another oracle answer, within a context.

    >>> with using_oracle(Oracle(effort=0)):
    ...     outcome("(30,20,10)").reason
    'the slice c = 10 is not proved: that takes about 1 second; an effort of 1 allows it'
    """
    token = _CHOSEN.set(oracle)
    try:
        yield
    finally:
        _CHOSEN.reset(token)


def solve(position: PositionLike, effort: float | None = None) -> Solution | Unknown:
    """Who wins with best play, all winning moves, and what shows it; Unknown if that takes more effort, in seconds.

    >>> solution = solve("(9,7,4)")
    >>> solution.outcome, [(tuple(w.move), str(w.after)) for w in solution.winning_moves]
    (<Outcome.WINNER: 'winner'>, [((1, 8), '(7, 7, 4)'), ((2, 6), '(9, 5, 4)'), ((3, 3), '(9, 7, 2)')])

    Raises InvalidPosition if it is not a position.
    """
    return the_oracle().solve(position, effort)


def outcome(position: PositionLike, effort: float | None = None) -> Outcome | Unknown:
    """Who wins with best play, proved; Unknown if the proof takes more effort, in seconds.

    >>> outcome("(20068,20000,115)")
    <Outcome.LOSER: 'loser'>
    """
    return the_oracle().outcome(position, effort)


def winning_moves(position: PositionLike, effort: float | None = None) -> tuple[Move, ...] | Unknown:
    """All winning moves, proved to be all; none if the position is a loser.

    >>> winning_moves((3, 2, 1))
    (Move(row=1, column=3), Move(row=2, column=2), Move(row=3, column=1))
    """
    solution = solve(position, effort)
    if isinstance(solution, Unknown):
        return solution
    if solution.missing is not None:
        return solution.missing
    return tuple(winning.move for winning in solution.winning_moves)


def nim_value(position: PositionLike, effort: float | None = None) -> int | AtLeast:
    """The nim-value, proved; a lower bound, if the proof takes more effort, in seconds.

    >>> nim_value("(5,4,3)")
    7
    """
    return the_oracle().nim_value(position, effort)
