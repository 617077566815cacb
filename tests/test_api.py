"""The public API: `import zchomp` is all that is needed, and it says what it has."""

import ast
import dataclasses
import inspect
import json
import pydoc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zchomp
from tests.support import ROOT, known, run_python
from zchomp.errors import InvalidArgument, InvalidPosition, InvalidSlice

UNTYPED: Any = zchomp
NAMES = [name for name in dir(zchomp) if not name.startswith("_")]
FUNCTIONS = [name for name in NAMES if inspect.isfunction(getattr(zchomp, name))]
CLASSES = [name for name in NAMES if inspect.isclass(getattr(zchomp, name))]
PROMISED = {
    *("Position", "Move", "Outcome", "Slice", "Periodic", "Proof", "Unknown", "AtLeast", "Oracle"),
    *("solve", "outcome", "winning_moves", "nim_value", "prove", "losers", "two_rowed_losers", "winners"),
    *("proposition", "conjectures", "read_certificate", "write_certificate", "verify", "chart", "posets"),
    *("plot_chart", "plot_row", "plot_diagonal", "plot_periods"),
    *("BySlice", "Coverage", "HeightFormula", "IntegerSequence", "Statistic", "Story", "Survey"),
}


def test_everything_is_there() -> None:
    """All names exist, are listed by dir, and are those that the documentation promises."""
    assert set(NAMES) >= PROMISED
    assert {*FUNCTIONS, *CLASSES, "growing", "ordinals", "posets"} == set(NAMES)
    assert zchomp.posets.boolean(2).poset.elements == ("1", "2", "12")
    with pytest.raises(AttributeError, match="no attribute 'plot_everything'"):
        zchomp.plot_everything  # type: ignore[attr-defined]  # noqa: B018 - the access is tested


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


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_documented(name: str) -> None:
    """Every function has a summary, an example that the tests run, and types for all that it takes and gives."""
    function = getattr(zchomp, name)
    documentation = inspect.getdoc(function)
    assert documentation
    assert documentation.split("\n")[0].endswith((".", ":", ";"))
    assert ">>>" in documentation
    hints = inspect.get_annotations(function)
    assert set(hints) == {*inspect.signature(function).parameters, "return"}
    assert Any not in hints.values()


@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_documented(name: str) -> None:
    """Every class says what it is, and so do its public methods."""
    kind = getattr(zchomp, name)
    assert inspect.getdoc(kind)
    for attribute, value in vars(kind).items():
        if not attribute.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
            assert inspect.getdoc(value), f"{name}.{attribute}"


def test_importing_is_light() -> None:
    """`import zchomp` imports none of the large libraries, and neither does an answer from the certificate."""
    code = (
        "import sys, zchomp; zchomp.solve('(5,4,3)'); zchomp.prove(3); zchomp.proposition(2);"
        "large = {'sympy', 'networkx', 'numba', 'numpy', 'matplotlib', 'rich'};"
        "print(sorted(large & {name.partition('.')[0] for name in sys.modules}))"
    )
    assert run_python(code).stdout == "[]\n"


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
def test_positions_as_one_likes(function: Callable[[Any], object]) -> None:
    """Wherever a position is taken, text of either notation and tuples, also of numpy's integers, are understood."""
    answers = [function(position) for position in POSITIONS]
    if function is zchomp.game_graph:
        answers = [sorted(map(str, graph)) for graph in answers]  # type: ignore[call-overload]
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(
    "wrong", [None, 5, 5.0, True, b"(3,2)", "3;2", (3.0, 2), (True,), (3, 4), (), {}, ("3", "2")], ids=repr
)
def test_what_is_no_position(wrong: Any) -> None:
    """Anything but a position is refused with one short line that quotes it."""
    with pytest.raises(InvalidPosition) as refusal:
        zchomp.solve(wrong)
    assert len(str(refusal.value)) < 200
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("rows", [[1, 1, 0], [9, 7, 4], [], [[2]], np.array([9, 7, 4])], ids=repr)
@pytest.mark.parametrize(
    "function",
    [
        zchomp.Position,
        zchomp.Position.of,
        zchomp.solve,
        zchomp.outcome,
        zchomp.winning_moves,
        zchomp.nim_value,
        zchomp.height,
        zchomp.game_graph,
        zchomp.plot_bar,
        zchomp.posets.bar,
        zchomp.Position((9, 9)).move_to,
        lambda rows: zchomp.solve_sum([rows]),
        lambda rows: rows in known(zchomp.prove(2))[2],
    ],
)
def test_lists_are_no_positions(function: Callable[[Any], object], rows: Any) -> None:
    """A list looks like columns and would be read as rows: it is refused, with the two ways to say which."""
    with pytest.raises(InvalidPosition, match=r"could mean rows or columns; give rows as a tuple") as refusal:
        function(rows)
    assert "Position.from_columns" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "function",
    [zchomp.Slice, zchomp.Slice.of, zchomp.winners, zchomp.conjectures, lambda tail: tail in known(zchomp.prove(2))],
)
def test_lists_are_no_slices(function: Callable[[Any], object]) -> None:
    """A list is no tail either: [2, 2] is not silently another slice than "[2,2]"."""
    with pytest.raises(InvalidSlice, match=r"\[2, 2\] could mean rows or columns; give rows as a tuple"):
        function([2, 2])


def test_a_position_is_a_row_of_rows() -> None:
    """A position has the length of its rows and goes through them."""
    position = zchomp.Position((9, 7, 4, 0))
    assert (len(position), list(position), max(position), tuple(position)) == (3, [9, 7, 4], 9, (9, 7, 4))


def test_positions_in_proofs() -> None:
    """A position is in a proof, and in proofs, if and only if it is a loser; a question beyond them is refused."""
    proofs = known(zchomp.prove(5, nim=1))
    rows = [(p, q, r) for r in range(1, 6) for q in range(r, 10) for p in range(q, 16)]
    for position in map(zchomp.Position, rows):
        is_loser = zchomp.outcome(position) is zchomp.Outcome.LOSER
        assert (position in proofs) is is_loser
        assert (position in proofs[position.rows[2:]]) is is_loser
        assert position not in known(zchomp.prove(6))[6]
        assert (position in proofs[zchomp.Slice(position.rows[2:], nim=1)]) is (zchomp.nim_value(position) == 1)
    assert zchomp.Position((9, 6)) not in proofs
    for beyond in ((9, 8, 6), (4, 3, 2, 1)):
        with pytest.raises(InvalidPosition, match="these proofs say nothing about"):
            zchomp.Position(beyond) in proofs  # noqa: B015 - the question is refused


def test_all_losers_of_a_finite_slice() -> None:
    """A finite slice lists all its losers without a limit; a periodic one asks for a limit."""
    proofs = known(zchomp.prove(5))
    assert proofs[4].losers() == proofs[4].losers(100)
    assert len(proofs[4].losers()) == len(proofs[4].sequence) == 4
    with pytest.raises(InvalidArgument, match=r"the slice c = 5 has no end; expected a number of losers"):
        proofs[5].losers()
    with pytest.raises(TypeError, match="this sequence has no end, so it has no length"):
        len(proofs[5].sequence)
    assert proofs[5].sequence
    assert not zchomp.Periodic()


@pytest.mark.parametrize("slice_", [4, np.int64(4), (4,), (4, 0), "(4)", "[4]", zchomp.Slice((4,))], ids=repr)
def test_slices_as_one_likes(slice_: Any) -> None:
    """Wherever a slice is taken, a third row, a tail or its text will do."""
    assert zchomp.winners(slice_) == zchomp.winners(zchomp.Slice((4,)))
    story = zchomp.conjectures(slice_)
    assert not isinstance(story, zchomp.Unknown)
    assert story.slice == zchomp.Slice((4,))
    assert known(zchomp.prove(upto=5))[slice_].slice == zchomp.Slice((4,))


def test_signatures_are_readable() -> None:
    """The signature of every public function names its types as they are written, and fits on three lines."""
    functions = [getattr(zchomp, name) for name in dir(zchomp) if inspect.isfunction(getattr(zchomp, name))]
    assert len(functions) > 30
    for function in functions:
        signature = str(inspect.signature(function))
        assert len(signature) < 280, function
        assert "Union[" not in signature, function
        assert "<function" not in signature, function
        assert "zchomp." not in signature, function


@pytest.mark.parametrize("wrong", [None, 4.0, True, -1, (1, 2), "x", (2.5,), b"4"], ids=repr)
def test_what_is_no_slice(wrong: Any) -> None:
    """Anything but a slice is refused, also where a mapping by slice is asked whether it is there."""
    with pytest.raises(InvalidArgument if wrong is None else InvalidSlice):
        zchomp.winners(wrong)
    with pytest.raises(InvalidSlice):
        wrong in known(zchomp.prove(upto=5))  # noqa: B015 - the question is refused


@pytest.mark.parametrize("either", [(7, 7, 4), "7,7,4", (4,), "[4]"], ids=repr)
@pytest.mark.parametrize("proofs", [lambda: known(zchomp.prove(5)), lambda: zchomp.losers(upto=5)])
def test_neither_slice_nor_position(proofs: Callable[[], Any], either: object) -> None:
    """A tuple is a slice to some functions and a position to others: `in`, which knows both, refuses to guess."""
    with pytest.raises(InvalidSlice, match=r"could mean a slice or a position; say which, as in Slice\(\(4, 2\)\)"):
        either in proofs()  # noqa: B015 - the question is refused


def test_positions_in_losers_and_winners() -> None:
    """Every position of a slice, however it is given, is either among its losers or among its winners."""
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


def test_wrong_arguments() -> None:
    """A method, a mode or a size that does not exist is an error that says what does."""
    with pytest.raises(InvalidArgument, match="no method 'typo'; expected one of both, recurrence, genfun, compiled"):
        zchomp.prove(3, method="typo")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="no mode 'brief'; expected one of full, compact"):
        zchomp.write_certificate("never.jsonl", zchomp.prove(3), mode="brief")  # type: ignore[arg-type]
    assert isinstance(zchomp.prove(100, rows=50), zchomp.Unknown)
    with pytest.raises(InvalidSlice):
        zchomp.prove(-1)
    with pytest.raises(InvalidSlice, match="upto must be a whole number"):
        zchomp.prove("5")  # type: ignore[arg-type]


def test_one_idiom_for_not_known() -> None:
    """Everything that may not be known gives an Unknown with a reason, which is neither true nor false."""
    far = "(1000000,100000,90000)"
    unknown = [
        zchomp.solve(far),
        zchomp.outcome(far),
        zchomp.winning_moves(far),
        zchomp.nim_value(far),
        zchomp.solve_sum([far, (3, 2)]),
        zchomp.height((10**6, 500, 3)),
        zchomp.losers(upto=10**6),
        zchomp.losers(10**6),
        zchomp.grundy(10**6),
        zchomp.winners(10**6),
        zchomp.proposition(10**6),
        zchomp.conjectures(1000),
        zchomp.generating_functions(1000),
        zchomp.chart(rows=range(10**6, 10**6 + 1), columns=range(10**6, 10**6 + 1)),
        zchomp.sequence("A029900").terms(10**6),
        zchomp.plot_row(10**6),
        zchomp.posets.solve(zchomp.posets.subsets(8, 5)),
    ]
    for answer in unknown:
        assert isinstance(answer, zchomp.Unknown)
        assert 10 < len(answer.reason) < 300
        with pytest.raises(TypeError, match="isinstance"):
            bool(answer)


ASKING: dict[str, Callable[..., Any]] = {
    "solve": lambda **asked: zchomp.solve("9,7,4", **asked),
    "outcome": lambda **asked: zchomp.outcome("9,7,4", **asked),
    "winning_moves": lambda **asked: zchomp.winning_moves("9,7,4", **asked),
    "nim_value": lambda **asked: zchomp.nim_value("9,7,4", **asked),
    "solve_sum": lambda **asked: zchomp.solve_sum("11,7,5 + 5,4,3", **asked),
    "height": lambda **asked: zchomp.height("11,7,5,4", **asked),
    "losers": lambda **asked: zchomp.losers(4, **asked),
    "winners": lambda **asked: zchomp.winners(4, **asked),
    "grundy": lambda **asked: zchomp.grundy(4, **asked),
    "proposition": lambda **asked: zchomp.proposition(4, **asked),
    "conjectures": lambda **asked: zchomp.conjectures(4, **asked),
    "generating_functions": lambda **asked: zchomp.generating_functions(4, **asked),
    "chart": lambda **asked: zchomp.chart(4, **asked),
    "Chart": lambda **asked: zchomp.Chart(**asked)[6, 4],
    "sequence": lambda **asked: zchomp.sequence("A029900").terms(5, **asked),
    "plot_row": lambda **asked: zchomp.plot_row(4, **asked),
    "plot_chart": lambda **asked: zchomp.plot_chart(4, **asked),
    "plot_diagonal": lambda **asked: zchomp.plot_diagonal(20, **asked),
    "plot_periods": lambda **asked: zchomp.plot_periods(130, **asked),
}


@pytest.mark.parametrize("name", ASKING)
def test_everything_that_asks_takes_an_effort_and_an_oracle(name: str) -> None:
    """An oracle that knows nothing and makes no effort has no answer; with an effort it has the usual one."""
    ask, ignorant = ASKING[name], zchomp.Oracle(effort=0)
    assert isinstance(ask(oracle=ignorant), zchomp.Unknown)
    found, usual = ask(effort=5, oracle=zchomp.Oracle(effort=0)), ask()
    assert not isinstance(found, zchomp.Unknown)
    if dataclasses.is_dataclass(found) and hasattr(found, "sources"):
        assert zchomp.Source.CERTIFICATE in usual.sources
        assert zchomp.Source.CERTIFICATE not in found.sources
        assert {zchomp.Source.RECURRENCE, zchomp.Source.SEARCH} & {*found.sources}
    else:
        assert type(found) is type(usual)
    asked = zchomp.IntegerSequence.terms if name == "sequence" else getattr(zchomp, name)
    parameters = list(inspect.signature(asked).parameters.values())[-2:]
    assert [one.name for one in parameters] == ["effort", "oracle"]
    assert all(one.kind is one.KEYWORD_ONLY for one in parameters)


def test_a_picture_asks_the_given_oracle() -> None:
    """The winning moves of a bar are drawn if the oracle knows them."""
    ignorant, title = zchomp.Oracle(effort=0), "the player to move wins"
    assert title not in zchomp.plot_bar("9,7,4", oracle=ignorant).texts[0].get_text()
    assert title in zchomp.plot_bar("9,7,4", effort=5, oracle=ignorant).texts[0].get_text()


def test_a_slice_has_one_name() -> None:
    """Every function calls the slice that it is about, or the third row, by the same name."""
    names = {one for name in FUNCTIONS for one in inspect.signature(getattr(zchomp, name)).parameters}
    assert "slice_" in names
    assert "third" in names
    assert not names & {"which", "c", "tail"}
    for name in ("losers", "winners", "grundy", "proposition", "conjectures", "generating_functions"):
        assert next(iter(inspect.signature(getattr(zchomp, name)).parameters)) == "slice_"


def test_an_effort_has_its_name() -> None:
    """Wherever an effort or an oracle is taken, it is taken by its name, so that no second bar is read as one."""
    functions = [*(getattr(zchomp, name) for name in FUNCTIONS), zchomp.Solution.nim_value]
    asking = [one for function in functions for one in inspect.signature(function).parameters.values()]
    asking = [one for one in asking if one.name in {"effort", "oracle"}]
    assert len(asking) > 30
    assert all(one.kind is one.KEYWORD_ONLY for one in asking)


def test_every_answer_names_its_sources() -> None:
    """Whatever is asked, the answer has the tuple of its sources, and each is its own text."""
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
        (zchomp.survey(20), ("recurrence",)),
        (zchomp.statistics(known(zchomp.survey(20))), ("recurrence",)),
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


def test_openings_are_the_squares_of_solve() -> None:
    """The openings of a bar are moves, the same that `solve` gives, and not the sizes of what they bite off."""
    found = known(zchomp.openings(8, 10))
    assert found.moves[8, 10] == zchomp.winning_moves("8x10") == ((4, 9), (5, 6))
    assert all(isinstance(move, zchomp.Move) for moves in found.several().values() for move in moves)


def test_enumerations_are_texts() -> None:
    """An outcome, a source and a kind are equal to their texts, so that no comparison with text is silently false."""
    solution = known(zchomp.solve("9,7,4"))
    assert solution.outcome == "winner"
    assert solution.sources == ("certificate",)
    assert known(zchomp.losers(4)).proof.sequence.kind == "finite"
    assert f"{solution.outcome}" == "winner"


def test_more_effort_is_said_in_python() -> None:
    """What takes more effort says so as an argument, however deep the reason is, and none speaks of an option."""
    answers: list[Any] = [
        zchomp.outcome("9000,8000,5000", effort=1),
        zchomp.nim_value("40,30,25,20,15,10", effort=0),
        zchomp.sequence("A029900").terms(9000, effort=1),
        zchomp.Chart(effort=1)[9000, 8000],
        zchomp.height("40,30,25,20,15,10", effort=0),
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
    assert isinstance(zchomp.game_graph("3,2,1", oracle=zchomp.Oracle(effort=0)), zchomp.Unknown) is False
    assert isinstance(zchomp.game_graph((20_000,), oracle=zchomp.Oracle(effort=1)), zchomp.Unknown)


def test_answers_have_one_form() -> None:
    """A third row, a tail and "up to" are said alike; the chart and its window agree on both sides of the diagonal."""
    losers, winners = zchomp.losers((4, 2)), zchomp.winners((4, 2))
    assert isinstance(losers, zchomp.SlicePositions)
    assert isinstance(winners, zchomp.Winners)
    assert losers.proof == winners.proof
    for listed in (zchomp.losers(upto=3), zchomp.winners(upto=3)):
        assert not isinstance(listed, zchomp.Unknown)
        assert list(listed) == [zchomp.Slice((third,)) for third in (1, 2, 3)]
    chart, window = zchomp.Chart(), zchomp.chart(6)
    assert not isinstance(window, zchomp.Unknown)
    assert all(chart[q, r] == window[q, r] for q in range(7) for r in range(7))
    assert zchomp.sequence("A029900").terms(5) == [1, 3, 4, 6, 8]
    solution = zchomp.solve("3x7")
    assert isinstance(solution, zchomp.Solution)
    assert solution.nim_value() == zchomp.nim_value("3x7") == 13


def test_notebooks() -> None:
    """Positions, slices, proofs, sequences, charts and posets have a picture of themselves for notebooks."""
    assert zchomp.Position((3, 2))._repr_html_().count("<td") == 5
    assert "5 + a + b, 5 + a, 5" in zchomp.Slice((5,))._repr_latex_()
    assert known(zchomp.prove(5))[5]._repr_latex_() == r"$B_{c = 5} = 5, 3, \overline{4}$"
    assert zchomp.Periodic((5, 3), (4,))._repr_latex_() == r"$5, 3, \overline{4}$"
    window = zchomp.chart(5)
    assert not isinstance(window, zchomp.Unknown)
    assert window._repr_html_().count("<tr>") == 7
    assert str(zchomp.posets.boolean(2).poset._repr_svg_()).startswith("<svg")


def test_json_round_trip() -> None:
    """A proof goes through JSON and comes back the same, for every kind of slice."""
    for proof in [*known(zchomp.prove(20, nim=2)).values(), *known(zchomp.prove(4, rows=4)).values()]:
        assert zchomp.Proof.from_dict(json.loads(json.dumps(proof.to_dict()))) == proof


@pytest.mark.parametrize("wrong", ["x", "3", True, 3.0])
def test_verify_expects_whole_numbers(wrong: Any) -> None:
    """Anything but a whole number is refused, and not taken for a claim that is not met."""
    with pytest.raises(InvalidArgument, match="rows must be a whole number, 0 or more, got "):
        zchomp.verify(zchomp.shipped_certificate(), rows=wrong)
    assert zchomp.verify(zchomp.shipped_certificate(), rows=np.int64(3))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda: zchomp.chart("a"),  # type: ignore[arg-type]
        lambda: zchomp.chart(-1),
        lambda: zchomp.sequence(5),  # type: ignore[arg-type]
        lambda: zchomp.sequence("A029900").terms(2.5),  # type: ignore[arg-type]
        lambda: zchomp.survey("a"),  # type: ignore[arg-type]
        lambda: known(zchomp.survey(3)),
        lambda: zchomp.census(2.5),  # type: ignore[arg-type]
        lambda: zchomp.openings("a", 3),  # type: ignore[arg-type]
        lambda: zchomp.solve_sum(5),  # type: ignore[arg-type]
        lambda: zchomp.statistics(100),  # type: ignore[arg-type]
        lambda: zchomp.chart(rows=5),  # type: ignore[arg-type]
        lambda: zchomp.two_rowed_losers(5),  # type: ignore[arg-type]
        lambda: zchomp.Oracle(effort="a"),  # type: ignore[arg-type]
        lambda: zchomp.Oracle(library="x"),  # type: ignore[arg-type]
        lambda: zchomp.Oracle(proofs=5),  # type: ignore[arg-type]
        lambda: zchomp.Oracle(sources={"hearsay"}),  # type: ignore[arg-type]
        lambda: zchomp.solve("9,7,4", oracle="x"),  # type: ignore[arg-type]
        lambda: zchomp.grundy(3, nim=-1),
        lambda: zchomp.losers(upto="a"),  # type: ignore[call-overload]
        lambda: zchomp.Chart()[5],  # type: ignore[index]
        lambda: zchomp.Chart().start("a"),  # type: ignore[arg-type]
        lambda: zchomp.solve("9,7,4", effort=-1),
        lambda: zchomp.solve("900,800,700", effort="a"),  # type: ignore[arg-type]
        lambda: zchomp.outcome("9,7,4", effort=float("nan")),
        lambda: zchomp.nim_value("9,7,4", effort=True),
        lambda: zchomp.verify("nowhere.jsonl", upto=2.5),  # type: ignore[arg-type]
    ],
)
def test_wrong_numbers_and_names(call: Callable[[], object]) -> None:
    """A number, a name or an effort that makes no sense is a ZchompError and a ValueError, in one line."""
    with pytest.raises(ValueError, match=r"got|expected") as refusal:
        call()
    assert isinstance(refusal.value, zchomp.ZchompError)
    assert "\n" not in str(refusal.value)


WRONG: list[Any] = [None, 5, 2.5, "x", [1], object(), b"x", {}]
GIVEN: dict[str, Any] = {
    "bars": "3 + 2",
    "claim": zchomp.Claim(3, 0, 2),
    "columns": 3,
    "content": "slices",
    "figure": None,
    "instant_winners": zchomp.Periodic((), (frozenset({0}),)),
    "name": "A029900",
    "path": "nowhere.jsonl",
    "position": "3,2",
    "proofs": known(zchomp.prove(2)),
    "rows": 3,
    "slice_": 2,
    "table": None,
    "third": 2,
    "upto": 3,
}
"""Something right for every argument that a function requires."""

POSETS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "bar": (zchomp.posets.bar, {"position": "2x3"}),
    "boolean": (zchomp.posets.boolean, {"n": 2}),
    "chains": (zchomp.posets.chains, {"lengths": (2, 3)}),
    "divisors": (zchomp.posets.divisors, {"number": 12}),
    "from_file": (zchomp.posets.from_file, {"name": "nowhere.json"}),
    "graph": (zchomp.posets.graph, {"name": "petersen"}),
    "platonic": (zchomp.posets.platonic, {"name": "cube"}),
    "projective": (zchomp.posets.projective, {"n": 2}),
    "solve": (zchomp.posets.solve, {"board": zchomp.posets.bar("2x3"), "after": ["2,3"]}),
    "subsets": (zchomp.posets.subsets, {"n": 3, "upto": 2}),
    "verify": (zchomp.posets.verify, {"path": "nowhere.jsonl"}),
    "Poset": (zchomp.posets.Poset, {"elements": ("a",), "below": (0,)}),
    "Poset.from_covers": (zchomp.posets.Poset.from_covers, {"elements": "ab", "covers": [("a", "b")]}),
    "Poset.from_networkx": (zchomp.posets.Poset.from_networkx, {"graph": None}),
    "Poset.from_order": (zchomp.posets.Poset.from_order, {"named": {"1": 1}, "is_less": int.__lt__}),
}
"""The functions of `zchomp.posets`, with something right for every argument."""

ARMS = zchomp.growing.arms("1")
GROWING: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "arms": (zchomp.growing.arms, {"core": "1"}),
    "bar": (zchomp.growing.bar, {"rows": 3, "upto": 2, "heap": 0}),
    "box": (zchomp.growing.box, {"base": (2, 2), "height": 1, "column": (1, 0)}),
    "box_openings": (zchomp.growing.box_openings, {"width": 2, "depth": 2, "height": 2}),
    "certify_growing": (zchomp.growing.certify_growing, {"family": ARMS, "path": "arms.jsonl", "nim": 0}),
    "grow": (
        zchomp.growing.grow,
        {"family": ARMS, "nim": 0, "progress": lambda *_: None, "workers": 1, "max_rows": 99},
    ),
    "heap": (zchomp.growing.heap, {"fixed": "2"}),
    "of_relations": (zchomp.growing.of_relations, {"text": "d1 < c2", "elements": ["x"]}),
    "parse_order": (zchomp.growing.parse_order, {"text": "d1 < c2", "elements": ["x"]}),
    "read_family": (zchomp.growing.read_family, {"path": "nowhere.json"}),
    "read_growing": (zchomp.growing.read_growing, {"path": "nowhere.jsonl"}),
    "solve_solid": (zchomp.growing.solve_solid, {"position": "[[2,2],[2,2]]"}),
    "verify_growing": (zchomp.growing.verify_growing, {"path": "nowhere.jsonl"}),
}
ORDINALS: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "block_chart": (zchomp.ordinals.block_chart, {"upto": 2, "block": 1}),
    "ends": (zchomp.ordinals.ends, {"upto": 2}),
    "outcome": (zchomp.ordinals.outcome, {"position": "w,2", "effort": 1, "oracle": None}),
    "slice_of_ordinals": (zchomp.ordinals.slice_of_ordinals, {"slice_": 2}),
    "solve": (zchomp.ordinals.solve, {"position": "w,2"}),
    "solve_box": (zchomp.ordinals.solve_box, {"box": "2x2xw"}),
    "winning_moves": (zchomp.ordinals.winning_moves, {"position": "w,2"}),
}
"""The functions of `zchomp.growing` and `zchomp.ordinals`, with something right for every argument."""

PYTHON_SAYS = (
    r"has no attribute|unsupported operand|not subscriptable|os\.PathLike|be interpreted|not iterable|unhashable|"
    r"not supported between|indices must|must be str|argument of type|not callable|bad operand|object is not|can only"
)
"""The words in which Python itself refuses an object of the wrong type, somewhere inside."""

NO_SENTENCE = rf"{PYTHON_SAYS}|\n|^.{{1,10}}$|nothing is said"
"""What is not a sentence of zchomp's: Python's words, several lines, or too little."""


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_of_wrong_types(name: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every argument of every function is taken, or refused in a sentence of zchomp's."""
    monkeypatch.chdir(tmp_path)
    function = getattr(zchomp, name)
    parameters = [one for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_POSITIONAL]
    required = {one.name for one in parameters if one.default is one.empty}
    for parameter in parameters:
        given = {other: GIVEN.get(other, 3) for other in required} | {parameter.name: wrong}
        assert not re.search(NO_SENTENCE, _refusal(function, given)), given


@pytest.mark.parametrize("wrong", [*WRONG, True, 12.5], ids=lambda one: "object" if type(one) is object else repr(one))
@pytest.mark.parametrize("name", POSETS)
def test_posets_of_wrong_types(name: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the functions that make posets; only a right argument may give a board."""
    monkeypatch.chdir(tmp_path)
    function, right = POSETS[name]
    for argument in right:
        assert not re.search(NO_SENTENCE, _refusal(function, right | {argument: wrong})), (argument, wrong)
        if name != "solve" and not isinstance(wrong, dict) and (wrong not in (5, [1], "x")):
            with pytest.raises(zchomp.ZchompError):
                function(**right | {argument: wrong})


def test_all_functions_for_posets_are_tried() -> None:
    """The list has every function of `zchomp.posets`."""
    functions = {name for name in zchomp.posets.__all__ if inspect.isfunction(getattr(zchomp.posets, name))}
    assert {name for name in POSETS if not name.startswith("Poset")} == functions


@pytest.mark.parametrize("wrong", [*WRONG, True, 12.5], ids=lambda one: "object" if type(one) is object else repr(one))
@pytest.mark.parametrize("name", [*GROWING, *ORDINALS])
def test_growing_and_infinite_of_wrong_types(
    name: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for growing orders and infinite rows."""
    monkeypatch.chdir(tmp_path)
    function, right = (GROWING | ORDINALS)[name]
    for argument in right:
        assert not re.search(NO_SENTENCE, _refusal(function, right | {argument: wrong})), (argument, wrong)


@pytest.mark.parametrize(
    ("module", "tried"), [(zchomp.growing, GROWING), (zchomp.ordinals, ORDINALS)], ids=["growing", "ordinals"]
)
def test_all_functions_for_growing_and_infinite_are_tried(module: Any, tried: dict[str, Any]) -> None:
    """The lists have every function of their module."""
    assert {name for name in module.__all__ if inspect.isfunction(getattr(module, name))} == set(tried)


def _refusal(function: Callable[..., object], given: dict[str, Any]) -> str:
    """The sentence in which a call is refused, or nothing if it is taken."""
    try:
        function(**given)
    except (zchomp.ZchompError, TypeError, OSError) as refusal:
        return str(refusal) or "nothing is said"
    return ""


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: UNTYPED.certify(115, "x"), "the claim must be a Claim, like Claim(rows=3, nim=0, upto=115), got 115"),
        (lambda: UNTYPED.certify(UNTYPED.Claim(3, 0, 5), 5), "the name of a file is text or a Path, got 5"),
        (lambda: UNTYPED.write_certificate("x", 5), "the proofs must be those of `prove` or `read_certificate`, got 5"),
        (lambda: UNTYPED.statistics(100), "expected a Survey, like survey(100), got 100"),
        (lambda: UNTYPED.two_rowed_losers(5), "expected a Periodic of sets, got 5"),
        (lambda: UNTYPED.write_table("x.csv", 5), "a table must be one that `tabulate` has made, got 5"),
        (lambda: UNTYPED.Position((3, 2)).chomp((1,)), "a move is a row and a column, like (2, 3), got (1,)"),
        (lambda: UNTYPED.prove("x"), "upto must be a whole number, got 'x'"),
        (lambda: UNTYPED.chart(rows=5), "got 5"),
        (lambda: UNTYPED.Position("3x7"), "rows must be whole numbers, got '3x7'; Position.parse reads text"),
        (lambda: UNTYPED.Position.parse(5), "not a position: 5; expected text like '9,7,4'"),
        (lambda: UNTYPED.Slice.parse(None), "not a tail: None; expected text like '9,7,4'"),
        (lambda: UNTYPED.Periodic(5), "the head and the period of a sequence are tuples, got 5"),
        (lambda: UNTYPED.Periodic((1,)).first("x"), "the number of terms is a whole number, got 'x'"),
        (lambda: UNTYPED.Periodic((1,)).first(-1), "the number of terms is 0 or more, got -1"),
        (lambda: UNTYPED.posets.solve("x"), "the board must be a Poset, or a board like bar('8x10'), got 'x'"),
        (lambda: UNTYPED.posets.chains("2x3"), "expected chains of length 1 or more, like (2, 3), got '2x3'"),
        (lambda: UNTYPED.solve_sum(zchomp.Position((5, 4))), "expected one sum, as text like '5,4,3 + 3,2', or as"),
        (lambda: UNTYPED.solve_sum("5,4,3", "3,2"), "not a sum of bars: ('5,4,3', '3,2'); expected one sum, as text"),
        (lambda: UNTYPED.solve_sum((5, 4, 3), (3, 2)), "or as a list of bars like [(5, 4, 3), (3, 2)]"),
        (lambda: UNTYPED.solve_sum((5, 4, 3)), "not a sum of bars: (5, 4, 3); expected one sum, as text"),
    ],
)
def test_sentences_for_wrong_types(call: Callable[[], object], sentence: str) -> None:
    """The mistakes that people made are answered by what was expected."""
    with pytest.raises(zchomp.ZchompError) as refusal:
        call()
    assert sentence in str(refusal.value)
