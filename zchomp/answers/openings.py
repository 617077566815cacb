"""Openings: all winning first moves of all bars within one, and how many losers there are in each.

Small bars are solved in plain Python, larger ones by compiled planes (extra `fast`). A long run keeps its
progress in a folder, and the same question resumes it. A bar that takes too much memory or time is refused before
the work begins, with the size that can be done.
"""

from bisect import bisect_left
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from zchomp import limits, memory
from zchomp.amounts import data_size
from zchomp.engines import compiler
from zchomp.engines.bars.found import MOST_COLUMNS, BarEngine, BarLosers, Bites, bases_within, is_measured
from zchomp.engines.bars.many_rows_memory import memory_needed
from zchomp.engines.bars.plain import PlainBar, plain_work
from zchomp.engines.bars.second_pass import SecondPass
from zchomp.engines.slices import three_rows_memory
from zchomp.errors import TooLarge, require_progress
from zchomp.position import count_within, whole_number
from zchomp.progress import Progress, Trouble, silent, untold
from zchomp.showing import Shown
from zchomp.work.estimate import Estimate
from zchomp.work.runs import run, run_in_folder
from zchomp.work.state import SavedState

__all__ = ["BarOpenings", "estimate_openings", "openings"]


@dataclass(frozen=True, slots=True, repr=False)
class BarOpenings(Shown, words="bars"):
    """All winning openings of the bars m x n, m <= n, within one: the rectangles that they bite off, by (m, n).

    The bar 1 x 1 has no opening, and is not among them. ``losers`` has the number of losers within each bar, positions
    of at most m rows and n columns. ``checked`` says whether every position was compared with the definition.
    """

    rows: int
    columns: int
    bites: Bites
    losers: dict[tuple[int, int], int]
    checked: bool

    def several(self) -> Bites:
        """Those of the bars with more than one winning opening."""
        return {size: bites for size, bites in self.bites.items() if len(bites) > 1}


def openings(
    rows: int,
    columns: int,
    check: bool = False,
    progress: Progress = silent,
    work: str | PathLike[str] | None = None,
    trouble: Trouble = untold,
) -> BarOpenings:
    """All winning openings of every bar that fits into one, and the number of losers in each (proofs/bars.md).

    A bar may be turned: those within 4 x 3 are those within 3 x 4. With ``check``, every position within the bar is
    compared with the definition too: no loser leads to a loser, and every other position leads to one. ``work``
    names a place where a long run keeps its progress, in a folder of that name with .work added, and the same call
    resumes it. A run with ``check`` cannot be resumed. ``trouble`` is told if saved progress is not believed.

    >>> found = openings(6, 13)
    >>> found.several(), found.losers[6, 13]
    ({(6, 13): ((2, 5), (3, 2))}, 895)

    Raises TooLarge if there is not enough memory, or if it would take days. Raises DisagreementError if a check fails.
    """
    require_progress(progress)
    rows, columns = sorted(whole_number(size, "the number of rows or columns of a bar", 1) for size in (rows, columns))
    is_compiled = compiler.is_installed()
    _require(rows, columns, check, is_compiled)
    if _is_compiled(rows, check, is_compiled) and _plain_work(rows, columns, check) > limits.OPENINGS_COMPILED_FROM:
        found = _compiled(rows, columns, check, progress, None if work is None or check else Path(work), trouble)
    else:
        engine = PlainBar(max(2, rows), columns)
        run(Checked(engine, SecondPass(max(2, rows), columns)) if check else engine, progress, "solving")
        found = engine.found
    found.check_turned()
    bites = {size: bites for size, bites in found.bites().items() if size[0] <= rows}
    losers = {size: count for size, count in found.losers().items() if size[0] <= rows}
    return BarOpenings(rows, columns, bites, losers, check)


def estimate_openings(rows: int, columns: int, check: bool = False) -> Estimate | None:
    """How long a bar takes, and how much memory; None if it takes seconds in plain Python, or is refused.

    >>> str(estimate_openings(10, 42))
    'this takes about 53 s and 1.4 GB of memory'
    """
    rows, columns = sorted((rows, columns))
    is_compiled = _is_compiled(rows, check, compiler.is_installed())
    if not is_compiled or not is_measured(rows, columns) or _problem(rows, columns, check, is_compiled):
        return None
    pace = limits.OPENINGS_PACE / (3 if rows == 4 else 1)  # in four rows, words are long
    work = bases_within(rows, columns) / pace if rows > 3 else (columns / limits.COMPILED_PACE) ** 2
    return Estimate(limits.COMPILED_START + (2 * work if check else work), _memory_needed(rows, columns, check))


def _memory_needed(rows: int, columns: int, check: bool) -> int:
    """About how many bytes the compiled engine for a bar takes."""
    return memory_needed(rows, columns, check) if rows > 3 else three_rows_memory.memory_needed(columns)


def _compiled(
    rows: int, columns: int, check: bool, progress: Progress, work: Path | None, trouble: Trouble
) -> BarLosers:
    """Solve a bar by compiled planes."""
    compiler.require()
    from zchomp.engines.bars.many_rows import CompiledBar, CompiledSecondPass
    from zchomp.engines.bars.three_rows import ThreeRowedBar

    def new() -> CompiledBar | ThreeRowedBar:
        return ThreeRowedBar(columns) if rows == 3 else CompiledBar(rows, columns)

    def restored(state: SavedState) -> CompiledBar | ThreeRowedBar:
        return ThreeRowedBar.restored(state, columns) if rows == 3 else CompiledBar.restored(state, rows, columns)

    if check:
        checked = CompiledBar(rows, columns)
        run(Checked(checked, CompiledSecondPass(rows, columns)), progress, "solving")
        return checked.found
    if work is None or bases_within(rows, columns) < limits.OPENINGS_KEPT_FROM:
        engine = new()
        run(engine, progress, "solving")
        return engine.found
    question = f"losers within {rows} x {columns}"
    return run_in_folder(work, question, restored, new, progress, "solving", trouble).found


@dataclass(frozen=True, slots=True)
class Checked:
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
        """Go on; at the end of a plane, check it and everything that the engine has noted of it."""
        plane = self.engine.advance(budget)
        if plane is not None:
            first_rows = self.engine.first_rows()
            self.marks.check(plane, first_rows)
            self.marks.check_found(self.engine.found, plane, first_rows)


def _require(rows: int, columns: int, check: bool, is_compiled: bool) -> None:
    """Raise TooLarge for a bar that is too large, with the largest one that is not."""

    def problem(rows: int, columns: int) -> str:
        """Why a bar cannot be done, or nothing."""
        return _problem(rows, columns, check, is_compiled)

    wrong = problem(rows, columns)
    if wrong:
        fits = bisect_left(range(rows, columns), True, key=lambda n: bool(problem(rows, n))) + rows - 1
        which = f"the largest bar of {rows} {'row' if rows == 1 else 'rows'}"
        size = f"{rows} x {fits}"
        if fits < rows:
            square = bisect_left(range(1, rows), True, key=lambda n: bool(problem(n, n)))
            which, size = "the largest square", f"{square} x {square}"
        raise TooLarge(f"{rows} x {columns} {wrong}; {which} that can be done is {size}")


def _problem(rows: int, columns: int, check: bool, is_compiled: bool) -> str:
    """Why a bar cannot be done, or nothing."""
    if not is_measured(rows, columns) or bases_within(rows, columns) > limits.OPENINGS_BASES:
        too_long = f"is too long: rows of at most {MOST_COLUMNS} squares are handled"
        return too_long if columns > MOST_COLUMNS else "would take days or years"
    if _plain_work(rows, columns, check) <= limits.OPENINGS_COMPILED_FROM:
        return ""
    if _is_compiled(rows, check, is_compiled):
        needed = _memory_needed(rows, columns, check)
        available = memory.available()
        if needed <= available:
            return ""
        return f"needs about {data_size(needed)} of memory, and {data_size(available)} are free"
    if _plain_work(rows, columns, check) <= limits.OPENINGS_PLAIN:
        return ""
    install = "" if is_compiled else ", and the extra 'fast' is not installed (pip install 'zchomp[fast]')"
    return f"would take long in plain Python{install}"


def _is_compiled(rows: int, check: bool, is_compiled: bool) -> bool:
    """Whether there is compiled code for a bar; that for three rows has no planes that could be checked."""
    return is_compiled and (rows > 3 or (rows == 3 and not check))


def _plain_work(rows: int, columns: int, check: bool) -> int:
    """How much work a bar is in plain Python, with the second pass or without."""
    rows = max(2, rows)
    work = plain_work(rows, columns)
    return work + count_within((columns,) * rows) if check else work
