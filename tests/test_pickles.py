"""Pickles: every public result can be sent to another process and back unchanged.

A `Table` cannot, because its lines are made as they are read, but `list(table)` can. A `Chart` equals only itself.
"""

import copy
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import zchomp
from tests.support import known
from tests.test_showing import RESULTS as SHOWN
from zchomp import Claim, Periodic, Position, Slice, Unknown, ZchompError
from zchomp.errors import InvalidPosition, MissingExtra

RESULTS: dict[str, Callable[[], object]] = {
    **{name: make for name, make in SHOWN.items() if name not in {"Chart", "Table"}},
    "Position": lambda: Position((9, 7, 4)),
    "Move": lambda: zchomp.Move(2, 3),
    "Outcome": lambda: zchomp.Outcome.LOSER,
    "Slice": lambda: Slice((4, 2), nim=1),
    "Periodic": lambda: Periodic((5, 3), (4,)),
    "Periodic of sets": lambda: Periodic((frozenset({0}),), (frozenset(),)),
    "Claim": lambda: Claim(rows=3, nim=0, upto=115),
    "Unknown": lambda: Unknown("it would take long"),
    "AtLeast": lambda: zchomp.AtLeast("it would take long", 7),
    "Proofs": lambda: known(zchomp.prove(4, rows=4)),
    "BySlice of losers": lambda: zchomp.losers(5),
    "BySlice of proofs": lambda: zchomp.grundy(3, nim=1),
    "PosetSolution by symmetry": lambda: zchomp.posets.solve(zchomp.posets.platonic("cube")),
    "Solution, turned": lambda: zchomp.solve((2, 2, 2, 1)),
    "Height by formula": lambda: zchomp.height((10**100, 2)),
    "SymbolicLoser": lambda: zchomp.SymbolicLoser((5,), 2, 1, 4),
    "GrowingFamily": lambda: zchomp.growing.from_relations("d1 < c2"),
    "Verification": lambda: zchomp.verify(zchomp.shipped_certificate()),
    "Verification, refused": lambda: zchomp.verify(zchomp.shipped_certificate(), upto=116),
}


def same(one: object, other: object) -> bool:
    """Whether two results are equal: their type, their value, their text, and the claim of proofs."""
    if isinstance(one, zchomp.Proofs) and isinstance(other, zchomp.Proofs) and one.claim != other.claim:
        return False
    return type(one) is type(other) and one == other and repr(one) == repr(other)


@pytest.mark.parametrize("name", RESULTS)
def test_results_come_back_the_same(name: str) -> None:
    """Every result survives copying, shallow and deep, and pickling, in every protocol that supports slots."""
    result = RESULTS[name]()
    assert same(copy.copy(result), result)
    assert same(copy.deepcopy(result), result)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(result, protocol)), result)  # noqa: S301 - our own


def test_a_report_comes_back_the_same(tmp_path: Path) -> None:
    """The report of a run that proves and writes is a result like any other."""
    report = known(make_report(tmp_path / "five.jsonl"))
    assert same(pickle.loads(pickle.dumps(report)), report)  # noqa: S301 - our own


def make_report(path: Path) -> object:
    """A run that proves third rows up to 5."""
    return zchomp.certify(Claim(rows=3, nim=0, upto=5), path)


@pytest.mark.parametrize(
    "error", [InvalidPosition("not a position"), MissingExtra("the compiled recurrence", "fast"), ZchompError("why")]
)
def test_errors_come_back_the_same(error: Exception) -> None:
    """Errors can cross processes too, with their message."""
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is type(error)
    assert str(again) == str(error)


def test_functions_can_be_sent() -> None:
    """Every public function is found again by its name, as another process finds it."""
    functions = [getattr(zchomp, name) for name in dir(zchomp) if inspect.isfunction(getattr(zchomp, name))]
    assert zchomp.solve in functions
    assert all(pickle.loads(pickle.dumps(function)) is function for function in functions)  # noqa: S301 - our own
