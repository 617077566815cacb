"""Run engines for bars to their ends, for the tests of these engines."""

from zchomp.bars.losers import BarEngine, BarLosers, SecondPass, bases_within

NARROW = [(4, 4), (4, 30), (5, 5), (5, 17), (6, 13), (7, 8), (8, 8)]
WIDE = [(4, 62), (4, 63), (4, 64), (4, 65), (4, 96)]


def solved(engine: BarEngine, marks: SecondPass | None = None, budget: int = 10**6) -> BarLosers:
    """The result of an engine, checked by a second pass if there is one."""
    while engine.done < bases_within(engine.found.rows, engine.found.columns):
        plane = engine.advance(budget)
        if marks is not None and plane is not None:
            marks.check(plane, engine.first_rows())
            marks.check_found(engine.found, plane, engine.first_rows())
    engine.found.check_turned()
    return engine.found
