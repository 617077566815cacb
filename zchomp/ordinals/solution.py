"""Solutions of positions whose rows are ordinals: who wins, all winning moves, and the theorem.

Reasons: the theorem that decides a position of ordinals, in a sentence, with the numbers to which it is applied.

The theorems are those of proofs/ordinals.md. G is the nim-value of two rows without poison (`two_rows`).

Solutions: who wins a position whose rows are ordinals, all winning moves, and the theorem.

    rows                                   answer
    all finite                             as a bar
    a finite third row, any rows below     Theorem 1, from the finite slices of the tail and of the tails inside it
    three rows                             Theorem 5; a bite of row 3 to a finite length is found from finite slices
    rows of ω, three or more               row 3, column 1 is the only winning move
    more, with an infinite third row       not known, unless a bite is found that leaves a known loser

There is at most one winning move in each row: of two bites of the same row, the shorter one leaves a position from
which the longer one can still be made, so they cannot both leave losers. All answers have finitely many moves.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from zchomp.bars.notation import MAX_DIGITS
from zchomp.bars.position import TOO_LONG, Position, cut
from zchomp.bars.slices import Slice
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import solved as solved_bar
from zchomp.bars.solving import valued, who_wins
from zchomp.core.answers import Answer, Outcome, Reason, Source, Unknown
from zchomp.core.session import NotKnown, ask, current, question, reached
from zchomp.errors import TooLarge, shorten
from zchomp.ordinals.chart import FiniteTails, Tail, end_of_row, first_row, second_row, third_row
from zchomp.ordinals.ordinal import OMEGA, Ordinal, omega_power
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition, OrdinalPositionLike, capped_value, two_rows_value

THEOREM_1, THEOREM_5 = "Theorem 1 on ordinals", "Theorem 5 on ordinals"

FINITE_SECOND_ROW = f"if the second row is finite, exactly one first row makes a loser, and it is finite ({THEOREM_1})"

OTHER_BLOCK = (
    f"if the third row is finite, a loser has its first two rows between ω·k and ω·(k+1) for some k ({THEOREM_1})"
)

STOLEN = "rows of one length that have a last square are a winner, by strategy stealing"

ROWS_OF_OMEGA = (
    "(ω, ω) is lost, and the next player can leave it after any other bite of row 3, or of a row below it. Any bite of "
    "row 2 leaves a finite second row below an infinite first row, any bite of row 1 leaves a finite rectangle, and "
    "both are won"
)

VALUE = "G is the nim-value of two rows without poison"


def finite_tail(tails: FiniteTails, first: Ordinal, second: Ordinal, tail: Tail) -> str:
    """Why a position with a finite tail and an infinite second row is won or lost."""
    number, end, slice_ = tails.number(tail), tails.end(tail), Slice(tail)
    if number is None or end < second:
        last = OrdinalPosition((end, end, *(min(Ordinal.of(row), end) for row in tail)))
        return f"the {slice_} ends at {end}, with the loser {last} ({THEOREM_1})"
    if first.is_largest:
        return _below_largest(THEOREM_1)
    rows = ", ".join(["ω+P", "ω+M", *map(str, tail)])
    counted = f"of infinite slices below c = {slice_.width}" if len(tail) == 1 else "of the tail among infinite slices"
    law = f"({rows}) is lost if and only if G(P, M) = {number}" + (f", the number {counted}" if tail else "")
    return f"{law}. Here {VALUE}, and {_value(first.without(OMEGA), second.without(OMEGA))} ({THEOREM_1})"


def infinite_third_row(first: Ordinal, second: Ordinal, third: Ordinal) -> str:
    """Why a position of three infinite rows is won or lost (Theorem 5)."""
    end = end_of_row(third)
    if end < second or end.is_largest:
        return f"third row {third} ends at {end}, with the loser {OrdinalPosition((end, end, third))} ({THEOREM_5})"
    if first.is_largest:
        return _below_largest(THEOREM_5)
    i = second.degree
    power, lower = omega_power(i), omega_power(i - 1)
    a, rest = third.part(i)
    if not a:
        here = f"N = {third.without(lower)}, and {_value(first.without(power), second.without(power))}"
        law = f"({power}+P, {power}+M, {lower}+N) is lost if and only if G(P, M) = N"
        return f"{law}. Here {VALUE}, {here} ({THEOREM_5})"
    k, m = second.part(i)
    if a < k:
        value, made = f"{power}·{k + a}+(M ⊕ R)", f"{m} ⊕ {rest} = {m.nim_sum(rest)}"
        sign = "⊕ is the exclusive or of coefficients"
    else:
        value, made, sign = f"{power}·{2 * k}+G(M, R)", _value(m, rest), VALUE
    law = f"(p, {_times(power, k)}+M, {_times(power, a)}+R) is lost if and only if p = {value}"
    return f"{law}. Here {sign}, and {made} ({THEOREM_5})"


def _below_largest(theorem: str) -> str:
    """Why a first row of ω^ω makes a winner, if the row from the third on does not end before the second."""
    return f"with these rows below it, exactly one first row makes a loser, and it is less than ω^ω ({theorem})"


def _value(first: Ordinal, second: Ordinal) -> str:
    """The value of two rows, or that it is too long to write."""
    try:
        return f"G({first}, {second}) = {two_rows_value(first, second)}"
    except TooLarge as problem:
        return f"G({first}, {second}) is {problem}"


def _times(power: Ordinal, times: int) -> str:
    return str(power * times)


NEAR = 12
"""The longest finite row that is tried for a bite in a position of four or more rows."""


@dataclass(frozen=True, slots=True)
class OrdinalReason(Reason):
    """Why a position is won or lost: a theorem on ordinals with the numbers to which it is applied, or as a bar.

    ``slice`` is the finite slice whose number or end the answer uses, if it uses one. ``bar`` is the answer about a
    position without infinite rows.
    """

    game: ClassVar[str] = "ordinals.words:OrdinalGame"
    facts: str = ""
    slice: Slice | None = None
    bar: BarAnswer | None = None

    def to_dict(self) -> dict[str, object]:
        """The reason as plain data."""
        slice_ = None if self.slice is None else {"tail": list(self.slice.tail), "nim": self.slice.nim}
        return {"theorem": str(self.theorem) if self.theorem else self.facts or None, "slice": slice_}


OrdinalAnswer: TypeAlias = Answer[OrdinalPosition, OrdinalMove, OrdinalReason]
"""An answer about rows of ordinals, with the winning moves from the top row down."""


def solve(position: OrdinalPositionLike, *, effort: float | None = None) -> OrdinalAnswer | Unknown:
    """Who wins with best play, all winning moves, and the theorem, or Unknown if no theorem decides within the effort.

    >>> solve("w,w,2").outcome, solve("w+1,w,2").outcome
    (<Outcome.WINNER: 'winner'>, <Outcome.LOSER: 'loser'>)
    >>> solve("w^2*2, w^2+w, w^2+w").winning_moves
    (OrdinalMove(row=2, column=Ordinal.of('w^2')),)

    Raises InvalidPosition if it is not a position.
    """
    start = OrdinalPosition.of(position)
    return ask(lambda: solved(start), effort)


def solved(start: OrdinalPosition) -> OrdinalAnswer:
    """The same as a part of a question."""
    if start.is_finite:
        return _finite(start, valued(solved_bar(start.finite())))
    return _solve(start).made(start, current().used)


@question
def outcome(position: OrdinalPositionLike) -> Outcome:
    """Who wins with best play, proved, or Unknown if no theorem decides within the effort.

    >>> outcome("w^w, w^w, w^w"), outcome("w^2, w^2, w^2")
    (<Outcome.LOSER: 'loser'>, <Outcome.WINNER: 'winner'>)
    """
    return solved(OrdinalPosition.of(position)).outcome


@question
def winning_moves(position: OrdinalPositionLike) -> tuple[OrdinalMove, ...]:
    """All winning moves, proved to be complete. There is at most one in each row, and none if the position is a loser.

    >>> winning_moves("w*2+1, w+1, w+1")
    (OrdinalMove(row=3, column=Ordinal.of('w')),)
    """
    return reached(solved(OrdinalPosition.of(position)).winning_moves)


@dataclass(slots=True)
class _Answer:
    """An answer under construction: the winning moves found so far, and why others may be missing."""

    start: OrdinalPosition
    theorem: str = ""
    slice: Slice | None = None
    is_lost: bool = False
    missing: Unknown | None = None
    found: list[OrdinalMove] = field(default_factory=list)

    def look(self, row: int, length: Callable[[], Ordinal | None]) -> None:
        """Look for the winning bite of a row, by the length that it leaves. The row has to be longer than that."""
        try:
            left = length()
        except NotKnown as problem:
            self.missing = problem.unknown
        else:
            if left is not None and left < self.start.rows[row - 1]:
                if left.finite_part >= TOO_LONG:
                    self.missing = Unknown(f"a bite of row {row} leaves a number of more than {MAX_DIGITS} digits")
                    return
                self.found.append(OrdinalMove(row, 1 + left))

    def made(self, start: OrdinalPosition, sources: tuple[Source, ...]) -> OrdinalAnswer:
        """The solution."""
        who = Outcome.LOSER if self.is_lost else Outcome.WINNER
        reason = OrdinalReason(None, self.theorem, self.slice)
        return Answer(start, who, tuple(self.found), reason, sources, self.missing)


def _solve(start: OrdinalPosition) -> _Answer:
    """The answer for a position with an infinite first row."""
    current().use(Source.THEOREM)
    first, second, *tail = *start.rows, *[Ordinal()] * (2 - len(start.rows))
    tails = FiniteTails()
    if not tail or tail[0].is_finite:
        return _solve_finite_tail(tails, start, first, second, tuple(map(int, tail)))
    if len(tail) == 1:
        return _solve_three_rows(tails, start)
    return _solve_in_part(tails, start)


def _solve_finite_tail(
    tails: FiniteTails, start: OrdinalPosition, first: Ordinal, second: Ordinal, tail: Tail
) -> _Answer:
    """The answer for an infinite first row and a finite tail (Theorem 1)."""
    answer = _Answer(start, slice=Slice(tail))
    answer.look(1, lambda: tails.first_row(second, tail))
    if second.is_finite:
        answer.theorem = FINITE_SECOND_ROW
        return answer
    if answer.missing is not None:
        if _is_in_one_block(first, second):
            raise NotKnown(answer.missing)
        answer.theorem, answer.slice = OTHER_BLOCK, None
        return answer
    answer.theorem = finite_tail(tails, first, second, tail)
    answer.is_lost = tails.first_row(second, tail) == first
    if not answer.is_lost:
        answer.look(2, lambda: tails.second_row(first, tail))
        for row, length in _bites_of_tail(tails, first, second, tail):
            answer.look(row, lambda length=length: length)  # type: ignore[misc]
    return answer


def _is_in_one_block(first: Ordinal, second: Ordinal) -> bool:
    """Whether both rows are between ω·k and ω·(k + 1), for one k."""
    return first < omega_power(2) and first.part(1)[0] == second.part(1)[0]


def _bites_of_tail(tails: FiniteTails, first: Ordinal, second: Ordinal, tail: Tail) -> Iterator[tuple[int, Ordinal]]:
    """The bites of a finite tail that leave a tail with the right number."""
    if not _is_in_one_block(first, second):
        return
    value = int(capped_value(first.without(OMEGA), second.without(OMEGA)))
    if len(tail) == 1:
        thirds = tails.infinite_third_rows(tail[0])
        if value < len(thirds):
            yield 3, Ordinal.of(thirds[value])
        return
    for place, row in enumerate(tail):
        for length in range(row):
            left = cut(tail, place, length)
            if tails.number(left[: left.index(0)] if 0 in left else left) == value:
                yield 3 + place, Ordinal.of(length)


def _solve_three_rows(tails: FiniteTails, start: OrdinalPosition) -> _Answer:
    """The answer for three infinite rows (Theorem 5)."""
    first, second, third = start.rows
    answer = _Answer(start, infinite_third_row(first, second, third))

    def bite_of_row_3() -> Ordinal | None:
        found = third_row(first, second)
        if not isinstance(found, int):
            return found
        try:
            c = tails.third_row_of_number(found)
        except NotKnown as problem:
            number = shorten(str(found)) if found < TOO_LONG else f"with more than {MAX_DIGITS} digits"
            wins = f"a bite of row 3 wins, to infinite slice number {number}: {problem.unknown.reason}"
            raise NotKnown(replace(problem.unknown, reason=wins)) from None
        answer.slice = Slice((c,))
        return Ordinal.of(c)

    answer.look(1, lambda: first_row(second, third))
    answer.is_lost = answer.missing is None and first_row(second, third) == first
    if not answer.is_lost:
        answer.look(2, lambda: second_row(first, third))
        answer.look(3, bite_of_row_3)
    return answer


def _solve_in_part(tails: FiniteTails, start: OrdinalPosition) -> _Answer:
    """The answer for four or more rows, three of them infinite, if a bite leaves a known loser."""
    if set(start.rows) == {OMEGA}:
        return _Answer(start, ROWS_OF_OMEGA, found=[OrdinalMove(3, Ordinal.of(1))])
    reason = "four or more rows are solved only if the third one is finite"
    answer = _Answer(start, missing=Unknown(reason))
    for row, length in _bites_to_known_losers(tails, start):
        answer.theorem = "the move leaves a position that is known to be lost"
        answer.found.append(OrdinalMove(row, 1 + length))
        return answer
    if len(set(start.rows)) == 1 and start.rows[0].finite_part:
        answer.theorem = STOLEN
        return answer
    raise NotKnown(Unknown(f"{shorten(str(start))} is not decided: {reason}"))


def _bites_to_known_losers(tails: FiniteTails, start: OrdinalPosition) -> Iterator[tuple[int, Ordinal]]:
    """Bites in four or more rows that leave a finite loser, one with a finite tail, or one of three rows."""
    lengths = [Ordinal.of(length) for length in range(NEAR + 1)]
    if _solve_three_rows(tails, start.after(4, lengths[0])).is_lost:
        yield 4, lengths[0]
    for length in lengths:
        try:
            is_lost = _solve(start.after(3, length)).is_lost
        except NotKnown:
            break
        if is_lost:
            yield 3, length
    with suppress(NotKnown):
        for length in lengths[2:]:
            if who_wins(Position(tuple(map(int, start.after(1, length).rows)))) is Outcome.LOSER:
                yield 1, length


def _finite(start: OrdinalPosition, found: BarAnswer) -> OrdinalAnswer:
    """The solution of a finite position, with its moves as those of ordinals."""
    moves = tuple(OrdinalMove(move.row, Ordinal.of(move.column)) for move in found.known_winning_moves)
    slice_ = None if found.reason.proof is None else found.reason.proof.slice
    reason = OrdinalReason(found.theorem, "", slice_, found)
    return Answer(start, found.outcome, moves, reason, found.sources, found.missing)
