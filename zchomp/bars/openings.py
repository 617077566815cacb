"""Openings: all winning first moves of all bars up to a size, and the number of losers within each.

Small bars are solved in plain Python, larger ones by compiled code (extra `fast`). A long run keeps its
progress in a folder, and the same question resumes it. If a bar takes too much effort or memory, that is known before
the work begins, and so is the largest feasible size.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import comb, inf
from os import PathLike
from pathlib import Path

from zchomp.bars.losers import MOST_COLUMNS, BarEngine, BarLosers, PlainBar, SecondPass, bases_within, is_countable
from zchomp.bars.position import Move, count_within
from zchomp.bars.prices import prices
from zchomp.core import compiler, limits
from zchomp.core.answers import Source, TooCostly, Unknown
from zchomp.core.compiler import install_advice
from zchomp.core.effort import Estimate, seconds_for, too_much
from zchomp.core.numbers import duration, whole_number
from zchomp.core.openings import Board, Openings, Size
from zchomp.core.runs import Progress, SavedState, Warn, reporting, run, run_in_folder, silent
from zchomp.errors import CertificateError, InvalidArgument, MissingExtra, TooLarge
from zchomp.proof.coq import find_checker, proved_openings

OPENING_CHECKERS = ("engine", "proved")
"""Who may find openings: an engine of this package, or the program extracted from Coq."""

LONGEST_PROVED = 9999
"""The maximum number of columns that the program from Coq handles."""

BAR = Board(
    name="bar",
    several="bars",
    parts="squares",
    expected="a bar by its rows and columns, like 3, 4",
    counting="rows and columns counted from 1",
    columns=("rows", "columns", "row", "column"),
    move=Move,
    move_text=lambda move: f"row {move.row}, column {move.column}",
    move_data=Move._asdict,
)


def openings(
    rows: int,
    columns: int,
    *,
    check: bool = False,
    checker: str = "engine",
    progress: Progress | None = None,
    work: str | PathLike[str] | None = None,
    warn: Warn | None = None,
    effort: float | None = None,
) -> Openings[Move] | Unknown:
    """Find all winning openings of every bar that fits into a size, and the number of losers within each.

    A bar may be turned: the bars within 4 x 3 are those within 3 x 4. With ``check``, every position within the bar is
    also compared with the definition: no loser leads to a loser, and every other position leads to one. ``work``
    names a place where a long run keeps its progress, in a folder of that name with .work added, and the same call
    resumes it. A run with ``check`` cannot be resumed. ``warn`` is called if saved progress is rejected. The
    answer is Unknown if it needs more than ``effort`` seconds (default: two days), or more memory than is free. If
    ``checker`` is "proved", the answer comes from the program extracted from Coq, which must have been built, and
    whose answers are proved in Coq to be right. Such a run cannot be resumed either.

    >>> found = openings(6, 13)
    >>> [tuple(move) for move in found.moves[6, 13]], found.losers[6, 13]
    ([(4, 12), (5, 9)], 895)

    Raises TooLarge for rows that no engine handles, DisagreementError if a check fails, and CertificateError if the
    program from Coq is missing.
    """
    progress, warn = reporting(progress), warn or silent
    rows, columns = sorted(whole_number(size, "the number of rows or columns of a bar", 1) for size in (rows, columns))
    if checker not in OPENING_CHECKERS:
        raise InvalidArgument(f"the checker of openings is {' or '.join(OPENING_CHECKERS)}", got=checker)
    if checker == "proved":
        return _proved(rows, columns, check, effort)
    refused = _refused(rows, columns, check, effort)
    if refused is not None:
        return refused
    if _is_compiled(rows, columns, check):
        found = _compiled(rows, columns, check, progress, None if work is None or check else Path(work), warn)
    else:
        engine = PlainBar(max(2, rows), columns)
        run(CheckedEngine(engine, SecondPass(max(2, rows), columns)) if check else engine, progress, "solving")
        found = engine.found
    found.check_turned()
    moves: dict[Size, tuple[Move, ...]] = {
        (m, n): tuple(sorted(Move(m - height + 1, n - width + 1) for height, width in bites))
        for (m, n), bites in found.bites().items()
        if m <= rows
    }
    losers: dict[Size, int] = {size: count for size, count in found.losers().items() if size[0] <= rows}
    return _found((rows, columns), moves, losers, check)


def _found(
    size: tuple[int, int],
    moves: dict[Size, tuple[Move, ...]],
    losers: dict[Size, int],
    check: bool,
    sources: tuple[Source, ...] = (Source.SEARCH,),
) -> Openings[Move]:
    rows, columns = size
    return Openings(size, moves, losers, check, count_within((columns,) * rows) - 1, BAR, sources)


def estimate_openings(rows: int, columns: int, check: bool = False, checker: str = "engine") -> Estimate | None:
    """How long a bar takes, and how much memory, or None if it is refused.

    >>> str(estimate_openings(10, 42))
    'this takes about 53 s and 1.4 GB of memory'
    """
    rows, columns = sorted((rows, columns))
    if checker == "proved":
        is_done = columns <= LONGEST_PROVED and _refused_proved(rows, columns, None) is None
        return _proved_cost(rows, columns) if is_done else None
    if columns > MOST_COLUMNS:
        return None
    return _cost(rows, columns, check) if _refused(rows, columns, check, None) is None else None


def openings_advice(rows: int, columns: int) -> str | None:
    """The command that finds the winning openings of a bar, with its time, or None if the bar is refused.

    >>> openings_advice(10, 42)
    'zchomp openings 10x42 finds all winning openings, in about 53 s'
    """
    rows, columns = sorted((rows, columns))
    expected = estimate_openings(rows, columns)
    if expected is None:
        return None
    return f"zchomp openings {rows}x{columns} finds all winning openings, in about {duration(expected.seconds)}"


def _proved(rows: int, columns: int, check: bool, effort: float | None) -> Openings[Move] | Unknown:
    """Solve a bar with the program extracted from Coq."""
    if check:
        raise InvalidArgument("the proved checker needs no second pass; leave out check")
    if columns > LONGEST_PROVED:
        raise TooLarge(f"{rows} x {columns} is too long: the proved checker handles at most {LONGEST_PROVED} columns")
    program = find_checker()
    refused = _refused_proved(rows, columns, effort)
    if refused is not None:
        return refused
    moves = dict[tuple[int, int], list[Move]]()
    losers: dict[Size, int] = {(1, 1): 1}
    for m, n, row, column, count in proved_openings(program, rows, columns):
        moves.setdefault((m, n), []).append(Move(row, column))
        losers[m, n] = count
    expected = [(m, n) for m in range(1, rows + 1) for n in range(max(2, m), columns + 1)]
    if list(moves) != expected:
        raise CertificateError(f"{program!r} did not list every bar within {rows} x {columns}")
    listed: dict[Size, tuple[Move, ...]] = {bar: tuple(sorted(found)) for bar, found in moves.items()}
    return _found((rows, columns), listed, losers, check, (Source.COQ,))


def _refused_proved(rows: int, columns: int, effort: float | None) -> Unknown | None:
    """Why a bar takes too much effort or memory for the proved checker, or None if it does not."""
    cost = _proved_cost(rows, columns)
    return too_much(
        f"a search within {rows} x {columns}", "a smaller bar", cost.seconds, effort, cost.memory, limits.RUN_EFFORT
    )


def _proved_cost(rows: int, columns: int) -> Estimate:
    """Roughly how long the proved checker takes, and how much memory."""
    if not is_countable(rows, columns):
        return Estimate(inf, 0)
    bases = bases_within(max(2, rows), columns + 1)  # including those of all bars with fewer rows
    rests = max(comb(q + rows - 2, rows - 2) * (columns - q + 1) for q in range(columns + 1)) if rows > 2 else 0
    return Estimate(seconds_for(bases, limits.OPENINGS_PROVED_PACE), rests * limits.OPENINGS_PROVED_BYTES)


def _compiled(rows: int, columns: int, check: bool, progress: Progress, work: Path | None, warn: Warn) -> BarLosers:
    """Solve a bar with compiled code."""
    compiler.require()
    from zchomp.bars.compiled import CompiledBar, CompiledSecondPass, ThreeRowedBar

    def new() -> CompiledBar | ThreeRowedBar:
        return ThreeRowedBar(columns) if rows == 3 else CompiledBar(rows, columns)

    def restored(state: SavedState) -> CompiledBar | ThreeRowedBar:
        return ThreeRowedBar.restored(state, columns) if rows == 3 else CompiledBar.restored(state, rows, columns)

    if check:
        checked = CompiledBar(rows, columns)
        run(CheckedEngine(checked, CompiledSecondPass(rows, columns)), progress, "solving")
        return checked.found
    if work is None or bases_within(rows, columns) < limits.OPENINGS_KEPT_FROM:
        engine = new()
        run(engine, progress, "solving")
        return engine.found
    question = f"losers within {rows} x {columns}"
    return run_in_folder(work, question, restored, new, progress, "solving", warn).found


@dataclass(frozen=True, slots=True)
class CheckedEngine:
    """An engine whose planes are compared with the definition of losers as soon as each is done."""

    engine: BarEngine
    marks: SecondPass

    @property
    def total(self) -> int:
        """How many bases there are."""
        return self.engine.total

    @property
    def done(self) -> int:
        """How many bases are done."""
        return self.engine.done

    def advance(self, budget: int) -> None:
        """Continue. At the end of a plane, check it and everything that the engine has recorded about it."""
        plane = self.engine.advance(budget)
        if plane is not None:
            first_rows = self.engine.first_rows()
            self.marks.check(plane, first_rows)
            self.marks.check_found(self.engine.found, plane, first_rows)


def _refused(rows: int, columns: int, check: bool, effort: float | None) -> Unknown | None:
    """Why a bar takes too much effort or memory, with the largest bar that does not, or None if it does not.

    Raises TooLarge for rows that no engine handles.
    """
    if columns > MOST_COLUMNS:
        raise TooLarge(f"{rows} x {columns} is too long: rows of at most {MOST_COLUMNS} squares are handled")

    def refusal(rows: int, columns: int, instead: str = "") -> Unknown | None:
        cost = _cost(rows, columns, check)
        return too_much(
            f"a search within {rows} x {columns}", instead, cost.seconds, effort, cost.memory, limits.RUN_EFFORT
        )

    if refusal(rows, columns) is None:
        return None
    fits = bisect_left(range(rows, columns), True, key=lambda n: refusal(rows, n) is not None) + rows - 1
    square = bisect_left(range(1, rows), True, key=lambda n: refusal(n, n) is not None)
    largest = f"at most {rows} x {fits}" if fits >= rows else f"a square of at most {square} x {square}"
    if prices(rows, columns, check=check)[1].seconds <= limits.RUN_EFFORT and not compiler.is_installed():
        missing = MissingExtra(f"a search within {rows} x {columns}", "fast")
        return TooCostly(f"{missing}, or try {largest}")
    return refusal(rows, columns, f"{largest}{install_advice()}")


def _cost(rows: int, columns: int, check: bool) -> Estimate:
    """Roughly how long a bar takes, and how much memory if it is a lot."""
    return prices(rows, columns, check=check)[_is_compiled(rows, columns, check)]


def _is_compiled(rows: int, columns: int, check: bool) -> bool:
    """Whether a bar is solved with compiled code, because that is quicker."""
    plain, fast = prices(rows, columns, check=check)
    return compiler.is_quicker(plain.seconds, fast.seconds, effort=0)
