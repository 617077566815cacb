"""Solving: outcome, winning moves and nim-value of any position, from certificates, library, theorems and engines.

Sources are consulted in this order:

    certificate   the slice is proved by a certificate: the installed one, or a given one
    library       the slice was proved before and kept (`zchomp.proof.library`)
    theorem       a theorem for bars of all sizes decides (`theorems`)
    recurrence    the slice is proved now, within the effort (`knowledge`)
    search        all losers inside the bar are found (`search`), before the recurrence if that is much quicker

A bar that is higher than wide is turned, that is, rows and columns are exchanged. That needs fewer slices, and it makes
a bar of three columns one of three rows. If no source gives the whole answer, a part of it may still be known: that a
full bar is a winner, by strategy stealing, or that one bite leads to a known loser.

`solve` and the functions after it are questions. `solved` and the functions after it are parts of questions: they raise
NotKnown for what takes more effort than that of the current session, and note their sources there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from zchomp.bars.knowledge import Found, knowledge
from zchomp.bars.openings import openings_advice
from zchomp.bars.periodic import Kind
from zchomp.bars.position import Move, Position, PositionLike
from zchomp.bars.results import Proof
from zchomp.bars.search import NimTables, SearchedBar, fast_advice, search_seconds, values_seconds
from zchomp.bars.slices import Slice, below, corners, locate
from zchomp.bars.solution import BarAnswer, BarReason
from zchomp.bars.theorems import ONE_OPENING, Decision, Hook, TwoRows, decide, is_full, is_three_rowed_bar
from zchomp.core import limits
from zchomp.core.answers import Answer, AtLeast, Outcome, Source, Unknown, in_order
from zchomp.core.compiler import install_advice
from zchomp.core.effort import needs_effort
from zchomp.core.numbers import bar_text
from zchomp.core.session import NotKnown, ask, current, reached
from zchomp.proof import verifier


def solve(position: PositionLike, *, effort: float | None = None) -> BarAnswer | Unknown:
    """Find who wins with best play, all winning moves, and the proof. It is Unknown if that takes more effort.

    >>> solution = solve("(9,7,4)")
    >>> solution.outcome, [str(solution.position.chomp(move)) for move in solution.winning_moves]
    (<Outcome.WINNER: 'winner'>, ['(7, 7, 4)', '(9, 5, 4)', '(9, 7, 2)'])

    Raises InvalidPosition if it is not a position.
    """
    start = Position.of(position)
    found = ask(lambda: solved(start), effort)
    return found if isinstance(found, Unknown) else valued(found, effort)


def valued(answer: BarAnswer, effort: float | None = None) -> BarAnswer:
    """An answer with the nim-value, or a lower bound if that takes more effort than was given, or a second."""
    decided = answer.decided_by or answer.sources
    if answer.outcome is Outcome.LOSER:
        return replace(answer, nim_value=0, valued_by=decided)
    session = current()
    if effort is None and session.given is None:
        session = session.within(limits.NIM_VALUE_EFFORT)
    found = session.ask(lambda: (nim_of(answer.position), current().used), effort)
    value, sources = (found, ()) if isinstance(found, Unknown) else found
    if isinstance(value, int):
        return replace(answer, nim_value=value, valued_by=sources)
    if isinstance(value, AtLeast) and value.value > 1:
        return replace(answer, nim_value=value, valued_by=value.sources)
    more = None if value.effort is None else max(value.effort, 1 + int(current().effort))  # than the outcome had
    return replace(answer, nim_value=AtLeast(value.reason, 1, effort=more), valued_by=decided)


def outcome(position: PositionLike, *, effort: float | None = None) -> Outcome | Unknown:
    """Find who wins with best play. It is proved, or Unknown if the proof takes more effort.

    >>> outcome("(20068,20000,115)")
    <Outcome.LOSER: 'loser'>
    """
    start = Position.of(position)
    return ask(lambda: who_wins(start), effort)


def winning_moves(position: PositionLike, *, effort: float | None = None) -> tuple[Move, ...] | Unknown:
    """Find all winning moves, proved to be all. A loser has none.

    >>> winning_moves((3, 2, 1))
    (Move(row=1, column=3), Move(row=2, column=2), Move(row=3, column=1))
    """
    start = Position.of(position)
    return ask(lambda: reached(solved(start).winning_moves), effort)


def nim_value(position: PositionLike, *, effort: float | None = None) -> int | AtLeast:
    """Find the nim-value. It is proved, or a lower bound if the proof takes more effort.

    >>> nim_value("(5,4,3)")
    7
    """
    start = Position.of(position)
    found = ask(lambda: nim_of(start), effort)
    return found if isinstance(found, int | AtLeast) else AtLeast(found.reason, 0, effort=found.effort)


def solved(start: Position) -> BarAnswer:
    """Who wins, and all winning moves."""
    try:
        match _decided(start, with_moves=True):
            case Position() as bar, Found() as found:
                solution = _solve_by_slice(start, bar, found)
            case Decision() as decision:
                solution = _solve_by_theorem(start, decision)
            case _:
                solution = _solve_by_search(start)
    except NotKnown as problem:
        solution = _solve_in_part(start, problem)
    current().use(*solution.sources)
    return solution


def who_wins(start: Position) -> Outcome:
    """Who wins, without the winning moves."""
    try:
        match _decided(start, with_moves=False):
            case Position() as bar, Found() as found:
                outcome, source = _outcome(bar, found.proof), found.source
            case Decision() as decision:
                outcome, source = decision.outcome, Source.THEOREM
            case _:
                is_loser = current().state(SearchedBar).is_loser(start)
                outcome, source = Outcome.LOSER if is_loser else Outcome.WINNER, Source.SEARCH
    except NotKnown:
        near = next(_to_a_known_loser(start), None)
        if near is None:
            raise
        outcome, source = Outcome.WINNER, near[1].source
    current().use(source)
    return outcome


def at_once(start: Position) -> tuple[Outcome | None, tuple[Source, ...]]:
    """Who wins, if that takes no effort, and the sources, which are noted only for a loser: its nim-value is known."""
    with current().aside().within(0) as session:
        try:
            outcome = who_wins(start)
        except NotKnown:
            return None, ()
    if outcome is Outcome.LOSER:
        current().use(*session.used)
    return outcome, session.used


def nim_of(start: Position) -> int | AtLeast:
    """The nim-value, by the cheapest source that has it, or a lower bound if that takes more effort."""
    formula = _formula(start)
    if formula is not None:
        current().use(Source.THEOREM)
        return formula.nim_value()
    outcome, sources = at_once(start)
    if outcome is Outcome.LOSER:
        return 0
    takes = _table_seconds(start)
    if takes <= current().effort:
        current().use(Source.SEARCH)
        return current().state(NimTables).nim_value(start)
    return _nim_value_by_slices(start, sources, takes)


def moves_to(start: Position, nim: int) -> tuple[Move, ...]:
    """All moves to positions of a nim-value."""
    formula = _formula(start)
    if formula is not None:
        current().use(Source.THEOREM)
        return tuple(formula.moves_to(nim))
    bar, takes = start.wide(), _table_seconds(start)
    is_quick = takes <= current().effort
    found = knowledge().find(Slice(locate(bar)[0].tail, nim), 0 if is_quick else None)
    if isinstance(found, Found):
        moves, sources = _moves_by_slice(start, bar, found)
        current().use(*sources)
        return moves
    if not is_quick:
        raise NotKnown(_sooner(start, found, takes))
    current().use(Source.SEARCH)
    return tuple(current().state(NimTables).moves_to(start, nim))


def _table_seconds(start: Position) -> float:
    """Roughly how long a table of the nim-values of all positions within a bar takes, if searches are allowed."""
    return values_seconds(start, current().effort) if current().may_ask(Source.SEARCH) else inf


def _nim_value_by_slices(start: Position, winner_by: tuple[Source, ...], takes: float) -> int | AtLeast:
    """The nim-value of the slice that contains the position, or a lower bound. A table ``takes`` too long.

    ``winner_by`` are the sources by which the position is known to be a winner, if it is.
    """
    slice_, a, b = locate(start.wide())
    nim, least, sources = 0, int(bool(winner_by)), set[Source]()
    while isinstance(found := knowledge().find(Slice(slice_.tail, nim)), Found):
        sources.add(found.source)
        if found.proof.sequence.get(a) == b:
            current().use(*sources)
            return nim
        nim += 1
    shown = in_order(sources) if nim > least else winner_by
    nim = max(nim, least)
    known = f" is at least {nim}, but" if nim else ":"
    sooner = _sooner(start, found, takes)
    reason = f"the nim-value of {bar_text(start.rows)}{known} {sooner.reason}"
    if sooner is found and found.effort is not None:  # that is enough for one slice, but there may be many
        return AtLeast(f"{reason}; more effort goes further", nim, sources=shown)
    return AtLeast(reason, nim, effort=sooner.effort, sources=shown)


def _sooner(start: Position, reason: Unknown, takes: float) -> Unknown:
    """Why a nim-value is not known: the effort that a table of all positions would need, unless it is too large."""
    if takes > limits.LONGEST_EFFORT:
        return reason
    return needs_effort(f"a table of all positions within {bar_text(start.rows)}", takes)


def _decided(start: Position, with_moves: bool) -> tuple[Position, Found] | Decision | None:
    """How a position is decided: by the slice of a bar, by a theorem, or by a search (None).

    If winning moves are wanted, a theorem decides only if it gives all of them.
    """
    for bar in _ways_to_see(start):
        kept = knowledge().look_up(locate(bar)[0])
        if kept is not None and kept.source is not Source.RECURRENCE:
            return bar, kept
    decision = _decision(start)
    if decision is not None and (decision.is_complete or not with_moves):
        return decision
    if _is_sooner_searched(start):
        return None
    bar = start.wide()
    found = knowledge().find(locate(bar)[0])
    if isinstance(found, Found):
        return bar, found
    takes = search_seconds(start, current().effort) if current().may_ask(Source.SEARCH) else inf
    if takes > current().effort:
        raise NotKnown(_quickest(start, found, takes))
    return None


def _solve_in_part(start: Position, problem: NotKnown) -> BarAnswer:
    """A partial answer: a winner, perhaps with one winning move."""
    decision = _decision(start)
    if decision is not None:
        return _solve_by_theorem(start, decision, problem.unknown)
    near = next(_to_a_known_loser(start), None)
    if near is None:
        raise problem
    winning, found = near
    reason = BarReason(None, found.proof)
    return Answer(start, Outcome.WINNER, (winning,), reason, (found.source,), problem.unknown)


def _solve_by_slice(start: Position, bar: Position, found: Found) -> BarAnswer:
    """The answer from the slice of a bar: the position itself, or the same with rows and columns exchanged."""
    outcome, sources = _outcome(bar, found.proof), {found.source}
    moves: tuple[Move, ...] = ()
    if outcome is Outcome.WINNER:
        moves, sources = _moves_by_slice(start, bar, found)
    theorem = ONE_OPENING if is_three_rowed_bar(start) and current().may_ask(Source.THEOREM) else None
    named = in_order(sources if theorem is None else sources | {Source.THEOREM})
    decided = (found.source,)
    reason = BarReason(theorem, found.proof, bar is not start)
    return Answer(start, outcome, moves, reason, named, decided_by=decided)


def _solve_by_search(start: Position) -> BarAnswer:
    winning = tuple(current().state(SearchedBar).moves_to_losers(start))
    outcome = Outcome.WINNER if winning else Outcome.LOSER
    return Answer(start, outcome, winning, BarReason(), (Source.SEARCH,))


def _moves_by_slice(start: Position, bar: Position, found: Found) -> tuple[tuple[Move, ...], set[Source]]:
    """All moves to positions of a slice's nim-value, and the sources. The slice has the tail of the bar."""
    slice_, (_, a, b) = found.proof.slice, locate(bar)
    first, second = slice_.width + a + b, slice_.width + a
    positions = list(_in_slice(found.proof, a, b))
    cut, lower = list(corners(slice_)), [(other, second - other.width) for other in below(slice_)]
    terms, sources = knowledge().read_terms([*((corner, 0) for _, corner in cut), *lower])
    # Chomp the first or the second row down to x, into the tail.
    for (x, corner), over in zip(cut, terms, strict=False):
        if over in {0, first - x}:
            positions.append(corner.position(0, over))
    # Chomp a row of the tail.
    for (other, column), over in zip(lower, terms[len(cut) :], strict=True):
        if over == b:
            positions.append(other.position(column, b))
    turned = (other if bar is start else other.transpose() for other in positions)
    moves = tuple(sorted(move for move in map(start.move_to, turned) if move is not None))
    return moves, sources | {found.source}


def _to_a_known_loser(bar: Position) -> Iterator[tuple[Move, Found]]:
    """Bites that lead to losers of slices that are proved, or quick to prove: of row 4, and of rows 3 and 2."""
    if len(bar.rows) < 3:
        return
    moves = [Move(4, 1)] if len(bar.rows) > 3 else []
    # With many rows no slice is quickly proved, unless all rows from the third on are bitten off.
    most = limits.NEAR_THIRD_ROW + 1 if len(bar.rows) <= verifier.MAX_ROWS else 1
    moves += [Move(row, x + 1) for x in range(min(bar.rows[2], most)) for row in (3, 2)]
    for move in moves:
        slice_, a, b = locate(bar.chomp(move))
        if slice_.width <= limits.NEAR_THIRD_ROW:
            found = knowledge().find(slice_, min(current().effort, limits.NEAR_EFFORT))
            if isinstance(found, Found) and found.proof.sequence.get(a) == b:
                yield move, found


def _is_sooner_searched(start: Position) -> bool:
    """Whether a search decides within the effort, and much sooner than a proof of the slice."""
    takes = knowledge().seconds(locate(start.wide())[0])
    return (
        takes > limits.COMPILED_START
        and current().may_ask(Source.SEARCH)
        and search_seconds(start, current().effort) <= min(takes, current().effort)
    )


def _quickest(start: Position, reason: Unknown, takes: float) -> Unknown:
    """Why a position is not decided, with the quickest way to decide it. A search ``takes`` longer than allowed."""
    by_slice = knowledge().seconds(locate(start.wide())[0])
    if min(takes, by_slice) > limits.LONGEST_EFFORT:
        advice = fast_advice(start)
        if advice is None and is_full(start):
            advice = openings_advice(len(start.rows), start.rows[0])
        return reason if advice is None else Unknown(f"{bar_text(start.rows)} is too large for a search here; {advice}")
    if takes >= by_slice:
        return reason
    needed = needs_effort(f"a search within {bar_text(start.rows)}", takes)
    return needed if fast_advice(start) is None else replace(needed, reason=f"{needed.reason}{install_advice()}")


def _decision(start: Position) -> Decision | None:
    return decide(start) if current().may_ask(Source.THEOREM) else None


def _formula(start: Position) -> Hook | TwoRows | None:
    """A formula for the nim-values of bars of any size."""
    return Hook.of(start) or TwoRows.of(start) if current().may_ask(Source.THEOREM) else None


def _outcome(bar: Position, proof: Proof) -> Outcome:
    """Who wins a bar whose slice is proved."""
    _, a, b = locate(bar)
    return Outcome.LOSER if proof.sequence.get(a) == b else Outcome.WINNER


def _solve_by_theorem(start: Position, decision: Decision, missing: Unknown | None = None) -> BarAnswer:
    reason = BarReason(decision.theorem)
    return Answer(start, decision.outcome, tuple(decision.moves), reason, (Source.THEOREM,), missing)


def _in_slice(proof: Proof, a: int, b: int) -> Iterator[Position]:
    """The positions of a slice that one move of the first or second row leads to, from the position at (a, b)."""
    slice_, row = proof.slice, proof.sequence
    # Chomp the first row: above the slice's position in this column, or after the end of a finite slice.
    here = row.get(a)
    if here is not None and here < b:
        yield slice_.position(a, here)
    end = len(row.head) - 1
    if row.kind is Kind.FINITE and end < a:
        yield slice_.position(end, 0)
    # Chomp the second row, within the slice: i + B(i) is the same first row, and B is bounded.
    target = a + b
    for i in range(max(0, target - max(row.head + row.period, default=0)), min(a, target + 1)):
        if row.get(i) == target - i:
            yield slice_.position(i, target - i)


def _ways_to_see(start: Position) -> Iterator[Position]:
    """A bar turned to be wider than high, and then higher than wide, if certificates can have that many rows."""
    wide = start.wide()
    yield wide
    if wide is not start:
        yield start
    elif len(start.rows) < start.rows[0] <= verifier.MAX_ROWS:
        yield start.transpose()
