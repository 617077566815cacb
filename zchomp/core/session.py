"""Sessions: what questions may use, how long an answer may take, and where each part of it came from.

Every question is asked in the current session. `current` is the one that was entered last in this thread, or else the
one that all callers share, with the installed certificate and the library of the user:

    with zchomp.Session(effort=60):      # as the session around it, but each answer may take a minute
        zchomp.losers(5000)

Inside a question, a part that is not known raises NotKnown. At the boundary, which is `ask`, this becomes the answer
Unknown, or remains an exception if the session is ``strict``. A question inside another one has the same session, and
notes its sources for both.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from copy import copy
from functools import wraps
from threading import RLock
from typing import ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from zchomp.core import limits
from zchomp.core.answers import Source, Unknown, in_order
from zchomp.core.effort import valid_effort
from zchomp.errors import InvalidArgument, InvalidPosition, ZchompError, quote

P = ParamSpec("P")
T = TypeVar("T")


class NotKnown(ZchompError, RuntimeError):
    """An answer, or a part of one, is not known: ``unknown`` says why."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(str(unknown))
        self.unknown = unknown


def _warn(problem: str) -> None:
    """Say why the library is not used: the answers are as good without it, but may take longer."""
    warnings.warn(problem, RuntimeWarning, stacklevel=2)


class SourceLost(Exception):
    """A source failed in the middle of a question, which has to be asked again without it."""


@runtime_checkable
class Doubtful(Protocol):
    """What a session keeps, and may be wrong because of a source."""

    def doubt(self) -> bool:
        """Work without the source from now on, because its answers are inconsistent. Returns whether there was one."""
        ...


class Session:
    """What questions may use. What is not given is as in the session around this one.

    ``effort`` is how many seconds an answer may take, by an estimate of the work. ``proofs`` are those of certificates,
    and are read as far as they are needed. ``library`` is a `Library`, or None to use none. Only the given ``sources``
    are consulted. ``warn`` is called if the library cannot be used. If a session is ``strict``, a question whose answer
    is not known raises NotKnown. Several threads may share a session.

    >>> from zchomp import losers
    >>> with Session(effort=0):
    ...     print(losers(5000))
    not known: a proof of the slice c = 5000 needs about 3 s; retry with effort=3
    """

    effort: float = limits.EFFORT
    """How many seconds the answer of the present question may take."""
    given: float | None = None
    """The effort that was given, for a question or for the session."""
    proofs: Iterable[object] | None = None
    library: object = ...
    sources: frozenset[Source] = frozenset(Source)
    warn: Callable[[str], None] = staticmethod(_warn)
    is_strict = False
    is_asked = False
    _used: tuple[set[Source], ...] = ()  # of this part of the question, of each larger part, and all that were read
    _states: dict[Callable[[], object], object]
    _lock: RLock

    def __init__(
        self,
        *,
        effort: float | None = None,
        proofs: Iterable[object] | None = None,
        library: object = ...,
        sources: Iterable[Source] | None = None,
        warn: Callable[[str], None] | None = None,
        strict: bool | None = None,
    ) -> None:
        vars(self).update(vars(current()))
        if effort is not None:
            self.effort = self.given = valid_effort(effort)
        if strict is not None:
            self.is_strict = strict
        if warn is not None:
            self.warn = warn
        if proofs is not None or library is not ... or sources is not None:
            self._states, self._lock = {}, RLock()  # otherwise it knows what the session around it knows
            self._choose(proofs, library, sources)

    def __enter__(self) -> Session:
        _ENTERED.set((*_ENTERED.get(), self))
        return self

    def __exit__(self, *_: object) -> None:
        _ENTERED.set(_ENTERED.get()[:-1])

    def _choose(self, proofs: Iterable[object] | None, library: object, sources: Iterable[Source] | None) -> None:
        if not isinstance(proofs, Iterable | None) or not isinstance(sources, Iterable | None):
            raise InvalidArgument(f"expected proofs and sources, got {quote(proofs)} and {quote(sources)}")
        self.proofs = self.proofs if proofs is None else proofs
        if library is not ...:
            if library is not None and not hasattr(library, "proof"):
                raise InvalidArgument("expected a Library or None", got=library)
            self.library = library
        if sources is not None:
            self.sources = frozenset(sources)
            if not self.sources <= frozenset(Source):
                raise InvalidArgument(f"expected sources like {', '.join(Source)}", got=sources)

    def run(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in this session.

        >>> from zchomp import outcome
        >>> Session(sources=[Source.THEOREM]).run(outcome, "30x30")
        <Outcome.WINNER: 'winner'>
        """
        with self:
            return function(*arguments, **named)

    def ask(self, question: Callable[[], T], effort: float | None = None) -> T | Unknown:
        """The answer to a question, or Unknown if a part of it is not known.

        Its effort is the given one, or that of the question around it, or of the session. If a source fails, or its
        proofs contradict each other, the question is asked again without it.
        """
        asked = copy(self)
        if effort is not None:
            asked.effort = asked.given = valid_effort(effort)
        asked.is_asked, asked._used = True, (set(), *(self._used or (set(),)))
        try:
            found = asked.run(question)
            return reached(found) if self.is_strict and not self.is_asked else found
        except NotKnown as problem:
            if self.is_strict and not self.is_asked:
                raise
            return problem.unknown
        except SourceLost:
            if self.is_asked:
                raise
        except (LookupError, InvalidPosition):
            if self.is_asked or Source.LIBRARY not in asked._used[-1]:
                raise
            doubts = [state for state in self._states.values() if isinstance(state, Doubtful)]
            if not any(state.doubt() for state in doubts):
                raise
        return self.ask(question, effort)

    def state(self, kind: Callable[[], T]) -> T:
        """What this session keeps for further questions, made on demand."""
        with self._lock:
            if kind not in self._states:
                self._states[kind] = kind()
            return cast("T", self._states[kind])

    def forget(self) -> None:
        """Forget whatever was found."""
        with self._lock:
            self._states.clear()

    def within(self, effort: float) -> Session:
        """The same question with at most this effort."""
        inner = copy(self)
        inner.effort = min(effort, self.effort)
        return inner

    def usually(self, effort: float) -> Session:
        """The same session with another effort, unless one was given, or this is a part of a question."""
        inner = copy(self)
        if self.given is None and not self.is_asked:
            inner.effort = effort
        return inner

    def part(self) -> Session:
        """A part of the question, whose sources are also noted apart."""
        inner = copy(self)
        inner._used = (set(), *self._used)
        return inner

    def aside(self) -> Session:
        """An attempt, whose sources are not those of the question."""
        inner = copy(self)
        inner._used = (set(), *self._used[-1:])
        return inner

    def may_ask(self, source: Source) -> bool:
        """Whether a source may be consulted."""
        return source in self.sources

    def use(self, *sources: Source) -> None:
        """Note sources of the answer. Raises NotKnown if one may not be consulted."""
        for source in sources:
            if source not in self.sources:
                raise NotKnown(switched_off(source))
            for used in self._used:
                used.add(source)

    def read(self, source: Source) -> None:
        """Note that a source was read, whether the answer uses it or not."""
        for used in self._used[-1:]:
            used.add(source)

    @property
    def used(self) -> tuple[Source, ...]:
        """The sources of the answer so far, in the order in which they are consulted."""
        return in_order(self._used[0])


_ENTERED: ContextVar[tuple[Session, ...]] = ContextVar("_ENTERED", default=())

SHARED_SESSION = object.__new__(Session)
"""The session that all callers share."""

SHARED_SESSION._states, SHARED_SESSION._lock = {}, RLock()


def current() -> Session:
    """The session that was entered last, or the one that all callers share."""
    entered = _ENTERED.get()
    return entered[-1] if entered else SHARED_SESSION


def ask(question: Callable[[], T], effort: float | None = None) -> T | Unknown:
    """The answer to a question in the current session: see `Session.ask`."""
    return current().ask(question, effort)


def question(function: Callable[P, T]) -> Callable[P, T | Unknown]:
    """A function that is a question: its answer is Unknown if a part of it is not known."""

    @wraps(function)
    def asked(*arguments: P.args, **named: P.kwargs) -> T | Unknown:
        return current().ask(lambda: function(*arguments, **named))

    return asked


def switched_off(source: Source) -> Unknown:
    """An answer that is not known because its only source may not be consulted."""
    return Unknown(f"it needs the source {source.value!r}, which may not be consulted")


def refuse_if(refused: Unknown | None) -> None:
    """Raise NotKnown if there is a reason to refuse a question."""
    if refused is not None:
        raise NotKnown(refused)


def reached(found: T | Unknown) -> T:
    """A part of an answer. Raises NotKnown if it is not known."""
    if isinstance(found, Unknown):
        raise NotKnown(found)
    return found
