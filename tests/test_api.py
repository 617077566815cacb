"""The public API: `import zchomp` is enough, and its names are documented."""

import ast
import dataclasses
import inspect
import pydoc
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import zchomp
from tests.support import ROOT, alone, known, run_python
from zchomp.errors import InvalidArgument, InvalidPosition

UNTYPED: Any = zchomp
NAMES = [name for name in dir(zchomp) if not name.startswith("_")]
FUNCTIONS = [name for name in NAMES if inspect.isfunction(getattr(zchomp, name))]
CLASSES = [name for name in NAMES if inspect.isclass(getattr(zchomp, name))]
PROMISED = {
    *("Position", "Move", "Outcome", "Slice", "Periodic", "Proof", "Unknown", "AtLeast", "Session"),
    *("solve", "outcome", "winning_moves", "nim_value", "prove", "losers", "two_rowed_losers", "winners"),
    *("proposition", "conjectures", "read_certificate", "write_certificate", "verify", "chart", "posets"),
    *("plot_chart", "plot_row", "plot_diagonal", "plot_periods"),
    *("BySlice", "Coverage", "HeightFormula", "IntegerSequence", "Statistic", "SearchHistory", "Survey"),
}


def test_everything_is_there() -> None:
    """All names exist, are listed by dir, and are those in the documentation."""
    assert set(NAMES) >= PROMISED
    assert {*FUNCTIONS, *CLASSES, "errors", "growing", "ordinals", "posets", "solid"} == set(NAMES)
    assert zchomp.posets.boolean(2).poset.elements == ("1", "2", "12")
    with pytest.raises(AttributeError, match="no attribute 'plot_everything'") as refused:
        zchomp.plot_everything  # type: ignore[attr-defined]  # noqa: B018 - the access is tested
    assert (refused.value.name, refused.value.obj) == ("plot_everything", zchomp)  # Python suggests from these


def test_help_is_a_guide() -> None:
    """The help of the package fits on five screens, and names ten functions, which a star imports."""
    text = pydoc.plain(pydoc.render_doc(zchomp))
    assert len(text.splitlines()) < 250
    assert len(zchomp.__all__) == 10
    assert set(zchomp.__all__) <= set(FUNCTIONS)
    assert all(f"    {name}(" in str(zchomp.__doc__) for name in zchomp.__all__)


def test_the_stub_is_the_list_of_names() -> None:
    """Type checkers and `dir` know the same names, each of which says where it is defined."""
    stub = ast.parse((ROOT / "zchomp" / "__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    assert sorted(node.names[0].asname or "" for node in imports) == sorted(NAMES)
    for node in imports:
        value = getattr(zchomp, node.names[0].name)
        assert getattr(value, "__module__", "zchomp.posets") in {f"zchomp.{node.module}", "zchomp.posets"}


def test_importing_is_light() -> None:
    """`import zchomp` imports none of the large libraries. Nor does an answer from the certificate, or its command."""
    code = (
        "import sys, zchomp; zchomp.solve('(5,4,3)'); zchomp.prove(3); zchomp.proposition(2);"
        "from zchomp.cli import main; main(['solve', '(5,4,3)']);"
        "large = {'sympy', 'networkx', 'numba', 'numpy', 'matplotlib', 'rich'};"
        "print(sorted(large & {name.partition('.')[0] for name in sys.modules}))"
    )
    assert run_python(code).stdout.splitlines()[-1] == "[]"


POSITIONS: list[Any] = [
    zchomp.Position((9, 7, 4)),
    "(9,7,4)",
    "9,7,4",
    "9 7 4",
    " [4, 3, 2] ",
    (9, 7, 4),
    (9, 7, 4, 0),
    (np.int8(9), np.uint64(7), 4),
]


@pytest.mark.parametrize(
    "function",
    [zchomp.solve, zchomp.outcome, zchomp.winning_moves, zchomp.nim_value, zchomp.height, zchomp.game_graph],
    ids=lambda function: function.__name__,
)
def test_positions_in_all_forms(function: Callable[[Any], object]) -> None:
    """Wherever a position is expected, text in either notation and tuples are accepted, also of numpy's integers."""
    answers = [function(position) for position in POSITIONS]
    if function is zchomp.game_graph:
        answers = [sorted(map(str, graph)) for graph in answers]  # type: ignore[call-overload]
    assert all(answer == answers[0] for answer in answers)


def test_a_position_is_a_row_of_rows() -> None:
    """A position has as many items as rows, and iterates over them."""
    position = zchomp.Position((9, 7, 4, 0))
    assert (len(position), list(position), max(position), tuple(position)) == (3, [9, 7, 4], 9, (9, 7, 4))


def test_positions_in_proofs() -> None:
    """A position is in a proof, or in proofs, if and only if it is a loser. A question beyond them is refused."""
    proofs = known(zchomp.prove(5, nim=1))
    beyond_five = known(zchomp.prove(6))[6]
    rows = [(p, q, r) for r in range(1, 6) for q in range(r, 10) for p in range(q, 16)]
    for position in map(zchomp.Position, rows):
        is_loser = zchomp.outcome(position) is zchomp.Outcome.LOSER
        assert (position in proofs) is is_loser
        assert (position in proofs[position.rows[2:]]) is is_loser
        assert position not in beyond_five
        assert (position in proofs[zchomp.Slice(position.rows[2:], nim=1)]) is (zchomp.nim_value(position) == 1)
    assert zchomp.Position((9, 6)) not in proofs
    for beyond in ((9, 8, 6), (4, 3, 2, 1)):
        with pytest.raises(InvalidPosition, match="these proofs say nothing about"):
            zchomp.Position(beyond) in proofs  # noqa: B015 - the question is refused


def test_all_losers_of_a_finite_slice() -> None:
    """A finite slice lists all its losers without a limit, and a periodic one needs a limit."""
    proofs = known(zchomp.prove(5))
    assert proofs[4].losers() == proofs[4].losers(100)
    assert len(proofs[4].losers()) == len(proofs[4].sequence) == 4
    with pytest.raises(InvalidArgument, match=r"the slice c = 5 has no end; expected a number of losers"):
        proofs[5].losers()
    with pytest.raises(TypeError, match="this sequence has no end, so it has no length"):
        len(proofs[5].sequence)
    assert proofs[5].sequence
    assert not zchomp.Periodic()


SLICES: list[Any] = [4, np.int64(4), np.uint8(4), (4,), (4, 0), "(4)", "[4]", zchomp.Slice((4,))]
TAILS: list[Any] = [(4, 2), "(4,2)", "4,2", "[2,2]", zchomp.Slice((4, 2))]


@pytest.mark.parametrize("slices", [SLICES, TAILS], ids=["a third row", "a tail"])
@pytest.mark.parametrize(
    "function",
    [
        zchomp.losers,
        zchomp.winners,
        zchomp.generating_functions,
        lambda slice_: known(zchomp.conjectures(slice_)).losers,
        lambda slice_: known(zchomp.prove(upto=4, rows=4))[slice_],
    ],
    ids=["losers", "winners", "generating_functions", "conjectures", "prove"],
)
def test_slices_in_all_forms(function: Callable[[Any], object], slices: list[Any]) -> None:
    """Wherever a slice is expected, a third row, a tail or its text is accepted."""
    answers = [function(slice_) for slice_ in slices]
    assert all(answer == answers[-1] for answer in answers)


def test_positions_in_losers_and_winners() -> None:
    """Every position of a slice, in any form, is either among its losers or among its winners."""
    for third in range(6):
        losers, winners = UNTYPED.losers(third), UNTYPED.winners(third)
        for rows in ((p, q, third) for q in range(third, 10) for p in range(max(q, 1), 16)):
            is_loser = zchomp.outcome(rows) is zchomp.Outcome.LOSER
            for position in (rows, zchomp.Position(rows), str(zchomp.Position(rows))):
                assert (position in losers) is is_loser
                assert (position in winners) is not is_loser
        assert (20, 19, 7) not in losers
        assert (20, 19, 7) not in winners
        assert all(line in losers for line in losers)
        assert all(line in winners for line in winners)
    assert zchomp.SymbolicLoser((5,), 2, 1, 5) not in losers
    for wrong in ("x", 5, None, (4, 7), [7, 7, 4]):
        for found in (losers, winners):
            with pytest.raises(InvalidPosition):
                wrong in found  # noqa: B015 - the question is refused


FAR: list[Any] = [10**6, 10**3999, (300, 300, 300), (20,) * 5, (10**9,) * 1000, "(10000,2)"]
"""Slices that are out of reach."""


def test_one_idiom_for_not_known() -> None:
    """Every answer that may be unknown can be an Unknown with a reason, which is neither true nor false."""
    far = "(1000000,100000,90000)"
    unknown = [
        zchomp.solve(far),
        zchomp.outcome(far),
        zchomp.winning_moves(far),
        zchomp.nim_value(far),
        zchomp.solve_sum([far, (3, 2)]),
        *map(zchomp.height, [(1000, 900, 800, 700), (10**10, 10**9, 3), (10**100, 10**99, 10**98, 2), (3,) * 3000]),
        *map(zchomp.height, [(10**4000 - 1, 3, 3), (10**10, *(2,) * 50_000), tuple(range(600, 0, -2))]),
        *(zchomp.losers(upto=upto, rows=rows) for upto, rows in ((10**6, 3), (3, 50), (10**9, 10**9), (100, 6))),
        *map(zchomp.losers, (10**6, 10**3000)),
        *(zchomp.grundy(third, nim=nim) for third, nim in ((10**9, 1), (3, 10**9), (10**9, 10**9), (3, 10**3000))),
        *(function(far) for function in (zchomp.losers, zchomp.winners) for far in FAR),
        *(function(far) for function in (zchomp.conjectures, zchomp.generating_functions) for far in (600, *FAR)),
        zchomp.proposition(10**6),
        zchomp.chart(rows=range(10**6, 10**6 + 1), columns=range(10**6, 10**6 + 1)),
        zchomp.sequence("A029900").terms(10**6),
        zchomp.plot_row(10**6),
        zchomp.posets.solve(zchomp.posets.subsets(8, 5), effort=0.5),
    ]
    for answer in unknown:
        assert isinstance(answer, zchomp.Unknown)
        assert 10 < len(answer.reason) < 300
        assert "\n" not in answer.reason
        with pytest.raises(TypeError, match="isinstance"):
            bool(answer)


ASKING: dict[str, Callable[..., Any]] = {
    "solve": lambda: zchomp.solve("9,7,4"),
    "outcome": lambda: zchomp.outcome("9,7,4"),
    "winning_moves": lambda: zchomp.winning_moves("9,7,4"),
    "nim_value": lambda: zchomp.nim_value("9,7,4"),
    "solve_sum": lambda: zchomp.solve_sum("11,7,5 + 5,4,3"),
    "height": lambda: zchomp.height("11,7,5,4"),
    "losers": lambda: zchomp.losers(4),
    "winners": lambda: zchomp.winners(4),
    "grundy": lambda: zchomp.grundy(4),
    "proposition": lambda: zchomp.proposition(4),
    "conjectures": lambda: zchomp.conjectures(4),
    "generating_functions": lambda: zchomp.generating_functions(4),
    "chart": lambda: zchomp.chart(4),
    "Chart": lambda: zchomp.Chart()[6, 4],
    "sequence": lambda: zchomp.sequence("A029900").terms(5),
    "plot_row": lambda: zchomp.plot_row(4),
    "plot_chart": lambda: zchomp.plot_chart(4),
    "plot_diagonal": lambda: zchomp.plot_diagonal(20),
    "plot_periods": lambda: zchomp.plot_periods(130),
}


@pytest.mark.parametrize("name", ASKING)
def test_everything_is_asked_in_a_session(name: str) -> None:
    """A session without knowledge and effort has no answer, and with an effort it has the usual one."""
    ask, usual = ASKING[name], ASKING[name]()
    assert isinstance(alone(effort=0).run(ask), zchomp.Unknown)
    with pytest.raises(zchomp.NotKnown, match="retry with effort="), alone(effort=0), zchomp.Session(strict=True):
        ask()
    with alone(effort=0), zchomp.Session(effort=5):
        found = ask()
    assert not isinstance(found, zchomp.Unknown)
    if dataclasses.is_dataclass(found) and hasattr(found, "sources"):
        assert zchomp.Source.CERTIFICATE in usual.sources
        assert zchomp.Source.CERTIFICATE not in found.sources
        assert {zchomp.Source.RECURRENCE, zchomp.Source.SEARCH} & {*found.sources}
    else:
        assert type(found) is type(usual)
    asked = zchomp.IntegerSequence.terms if name == "sequence" else getattr(zchomp, name)
    parameters = inspect.signature(asked).parameters.values()
    assert all(one.kind is one.KEYWORD_ONLY for one in parameters if one.name == "effort")


def test_a_picture_asks_in_the_session() -> None:
    """The winning moves of a bar are drawn if they are known."""
    title = "the player to move wins"
    with alone(effort=0):
        assert title not in zchomp.plot_bar("9,7,4").texts[0].get_text()
        with zchomp.Session(effort=5):
            assert title in zchomp.plot_bar("9,7,4").texts[0].get_text()


@pytest.mark.parametrize("module", [zchomp, zchomp.growing, zchomp.ordinals, zchomp.posets, zchomp.solid])
def test_settings_have_names(module: ModuleType) -> None:
    """Only the first argument and required ones can be passed by position, so no setting is mistaken for another."""
    functions = [one for one in (getattr(module, name) for name in dir(module)) if inspect.isfunction(one)]
    settings = {
        f"{function.__name__}({setting.name})"
        for function in functions
        for setting in list(inspect.signature(function).parameters.values())[1:]
        if setting.default is not setting.empty and setting.kind is not setting.KEYWORD_ONLY
    }
    assert settings == set()
    assert len(functions) > 1


def test_every_answer_names_its_sources() -> None:
    """Every answer has a tuple of sources."""
    proofs = known(zchomp.prove(5, method="both"))
    answers: list[tuple[Any, tuple[str, ...] | None]] = [
        (zchomp.solve("9,7,4"), ("certificate",)),
        (zchomp.solve_sum("3 + 2"), ("theorem",)),
        (zchomp.height("5,3,2"), None),
        (zchomp.losers(5), ("certificate",)),
        (zchomp.openings(3, 4), ("search",)),
        (zchomp.chart(5), ("certificate",)),
        (zchomp.proposition(5), ("certificate",)),
        (zchomp.census(20), ("recurrence",)),
        (zchomp.survey(19), ("recurrence",)),
        (zchomp.statistics(known(zchomp.survey(19))), ("recurrence",)),
        (zchomp.conjectures(4), ("certificate", "genfun")),
        (zchomp.generating_functions(4), ("certificate", "genfun")),
        (proofs, ("recurrence", "genfun")),
        (zchomp.read_certificate(zchomp.shipped_certificate()), ("certificate",)),
        (zchomp.tabulate("losers", 5), ("recurrence",)),
        (zchomp.tabulate("losers", proofs), ("recurrence", "genfun")),
        (zchomp.losers(upto=3), ("certificate",)),
    ]
    for answer, sources in answers:
        assert isinstance(answer.sources, tuple), answer
        assert answer.sources, answer
        assert all(isinstance(source, zchomp.Source) for source in answer.sources)
        assert sources is None or answer.sources == sources, answer


def test_enumerations_are_texts() -> None:
    """An outcome, a source and a kind equal their texts, so no comparison with text is silently false."""
    solution = known(zchomp.solve("9,7,4"))
    assert solution.outcome == "winner"
    assert solution.sources == ("certificate",)
    assert known(zchomp.losers(4)).proof.sequence.kind == "finite"
    assert f"{solution.outcome}" == "winner"


def test_more_effort_is_said_in_python() -> None:
    """An answer that takes more effort names the argument, however deep the reason is, and never an option."""
    answers: list[Any] = [
        zchomp.outcome("9000,8000,5000", effort=1),
        zchomp.nim_value("40,30,25,20,15,10", effort=0),
        zchomp.Session(effort=1).run(zchomp.sequence("A029900").terms, 9000),
        zchomp.Session(effort=1).run(lambda: zchomp.Chart()[9000, 8000]),
        zchomp.Session(effort=0).run(zchomp.height, "40,30,25,20,15,10"),
        zchomp.losers(5000, effort=1),
        zchomp.game_graph((100_000,)),
        zchomp.openings(10, 42, effort=10),
        zchomp.prove(50_000, effort=10),
        zchomp.tabulate("losers", 20_000),
    ]
    for answer in answers:
        assert isinstance(answer, zchomp.Unknown)
        assert isinstance(answer.effort, int), answer
        assert str(answer).endswith(f"; retry with effort={answer.effort}"), answer
        assert "--" not in str(answer), answer
    assert not isinstance(zchomp.Session(effort=0).run(zchomp.game_graph, "3,2,1"), zchomp.Unknown)
    assert isinstance(zchomp.Session(effort=1).run(zchomp.game_graph, (20_000,)), zchomp.Unknown)


def test_notebooks() -> None:
    """Slices, proofs, sequences and charts have a form for notebooks."""
    assert "5 + a + b, 5 + a, 5" in zchomp.Slice((5,))._repr_latex_()
    assert known(zchomp.prove(5))[5]._repr_latex_() == r"$B_{c = 5} = 5, 3, \overline{4}$"
    assert zchomp.Periodic((5, 3), (4,))._repr_latex_() == r"$5, 3, \overline{4}$"
    assert known(zchomp.chart(5))._repr_html_().count("<tr>") == 7


def test_what_can_be_indexed_is_iterated_as_expected() -> None:
    """Openings are mappings in which a bar may be turned. A chart has places, and cannot be iterated."""
    found = known(zchomp.openings(3, 4))
    assert dict(found) == found.moves
    assert (3, 4) in found
    assert (4, 3) in found
    assert (5, 5) not in found
    boxes = known(zchomp.solid.openings(2, 2, 3))
    assert dict(boxes) == boxes.moves
    assert (3, 2, 2) in boxes
    for chart in (zchomp.chart(3), zchomp.Chart()):
        with pytest.raises(TypeError, match="not iterable"):
            list(chart)  # type: ignore[call-overload]


def test_no_argument_is_ignored() -> None:
    """Contradictory arguments are refused."""
    with pytest.raises(InvalidArgument, match="give rows with upto only, got 4"):
        zchomp.losers(5, rows=4)  # type: ignore[call-overload]
    with pytest.raises(InvalidArgument, match="not all three, got 5"):
        zchomp.chart(5, rows=range(2), columns=range(3))


def test_a_symbolic_loser_has_positions() -> None:
    """Each value of the letter gives a loser of the slice."""
    for loser in known(zchomp.losers(5)):
        assert {zchomp.outcome(loser.at(a)) for a in (0, 1, 1000)} == {zchomp.Outcome.LOSER}
