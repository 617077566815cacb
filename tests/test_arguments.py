"""Arguments: wrong ones are refused in a sentence, for every function and every type."""

import inspect
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import zchomp
from tests.support import known
from zchomp.errors import InvalidArgument, InvalidPosition, InvalidSlice

UNTYPED: Any = zchomp
FUNCTIONS = [name for name in dir(zchomp) if name[0] != "_" and inspect.isfunction(getattr(zchomp, name))]


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
def test_lists_are_not_positions(function: Callable[[Any], object], rows: Any) -> None:
    """A list looks like columns and would be read as rows: it is refused, with two ways to say which is meant."""
    with pytest.raises(InvalidPosition, match=r"could mean rows or columns; give rows as a tuple") as refusal:
        function(rows)
    assert "Position.from_columns" in str(refusal.value)
    assert "\n" not in str(refusal.value)


OF_A_SLICE: list[Callable[[Any], object]] = [
    zchomp.losers,
    zchomp.winners,
    zchomp.conjectures,
    zchomp.generating_functions,
]


@pytest.mark.parametrize(
    "function",
    [zchomp.Slice, zchomp.Slice.of, *OF_A_SLICE, lambda tail: tail in known(zchomp.prove(2))],
)
def test_lists_are_not_slices(function: Callable[[Any], object]) -> None:
    """A list is not a tail either: [2, 2] is not silently another slice than "[2,2]"."""
    with pytest.raises(InvalidSlice, match=r"\[2, 2\] could mean rows or columns; give rows as a tuple"):
        function([2, 2])


@pytest.mark.parametrize("either", [(7, 7, 4), "7,7,4", (4,), "[4]"], ids=repr)
@pytest.mark.parametrize("proofs", [lambda: known(zchomp.prove(5)), lambda: zchomp.losers(upto=5)])
def test_neither_slice_nor_position(proofs: Callable[[], Any], either: object) -> None:
    """A tuple is a slice for some functions and a position for others: `in`, which accepts both, refuses to guess."""
    with pytest.raises(InvalidSlice, match=r"could mean a slice or a position; say which, as in Slice\(\(4, 2\)\)"):
        either in proofs()  # noqa: B015 - the question is refused


def test_wrong_arguments() -> None:
    """An unknown method, mode or size is an error that lists the valid ones."""
    with pytest.raises(InvalidArgument, match="no method 'typo'; expected one of both, recurrence, genfun, compiled"):
        zchomp.prove(3, method="typo")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="no mode 'brief'; expected one of full, compact"):
        zchomp.write_certificate(zchomp.prove(3), "never.jsonl", mode="brief")  # type: ignore[arg-type]
    assert isinstance(zchomp.prove(100, rows=50), zchomp.Unknown)
    with pytest.raises(InvalidSlice):
        zchomp.prove(-1)
    with pytest.raises(InvalidSlice, match="upto must be a whole number"):
        zchomp.prove("5")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["x", "3", True, 3.0])
def test_verify_expects_whole_numbers(wrong: Any) -> None:
    """Anything but a whole number is refused, and not treated as an unmet claim."""
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
        lambda: known(zchomp.survey(2)),
        lambda: zchomp.census(2.5),  # type: ignore[arg-type]
        lambda: zchomp.openings("a", 3),  # type: ignore[arg-type]
        lambda: zchomp.solve_sum(5),  # type: ignore[arg-type]
        lambda: zchomp.statistics(100),  # type: ignore[arg-type]
        lambda: zchomp.chart(rows=5),  # type: ignore[arg-type]
        lambda: zchomp.two_rowed_losers(5),  # type: ignore[arg-type]
        lambda: zchomp.Session(effort="a"),  # type: ignore[arg-type]
        lambda: zchomp.Session(library="x"),
        lambda: zchomp.Session(proofs=5),  # type: ignore[arg-type]
        lambda: zchomp.Session(sources={"hearsay"}),  # type: ignore[arg-type]
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
    """A number, a name or an effort that makes no sense raises a ZchompError, which is a ValueError, in one line."""
    with pytest.raises(ValueError, match=r"got|expected") as refusal:
        call()
    assert isinstance(refusal.value, zchomp.ZchompError)
    assert "\n" not in str(refusal.value)


WRONG: list[Any] = [None, 5, 2.5, "x", [1], object(), b"x", {}]


GIVEN: dict[str, Any] = {
    "bars": "3 + 2",
    "claim": zchomp.Claim(rows=3, nim=0, upto=2),
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
"""A valid value for every required argument."""


ARMS = zchomp.growing.arms("1")


BOARDS: dict[str, dict[str, Any]] = {
    "posets.bar": {"position": "2x3"},
    "posets.boolean": {"n": 2},
    "posets.chains": {"lengths": (2, 3)},
    "posets.divisors": {"number": 12},
    "posets.from_file": {"path": "nowhere.json"},
    "posets.graph": {"name": "petersen"},
    "posets.platonic": {"name": "cube"},
    "posets.projective": {"n": 2},
    "posets.solve": {"board": zchomp.posets.bar("2x3"), "after": ["2,3"]},
    "posets.subsets": {"n": 3, "upto": 2},
    "posets.Poset": {"elements": ("a",), "below": (0,)},
    "posets.Poset.from_covers": {"elements": "ab", "covers": [("a", "b")]},
    "posets.Poset.from_networkx": {"graph": None},
    "posets.Poset.from_order": {"named": {"1": 1}, "is_less": int.__lt__},
    "growing.arms": {"core": "1"},
    "growing.bar": {"rows": 3, "upto": 2, "heap": 0},
    "growing.box": {"base": (2, 2), "height": 1, "column": (1, 0)},
    "growing.certify": {"family": ARMS, "path": "arms.jsonl", "nim": 0},
    "growing.prove": {"family": ARMS, "nim": 0, "progress": lambda *_: None, "workers": 1, "max_rows": 99},
    "growing.heap": {"fixed": "2"},
    "growing.from_relations": {"text": "d1 < c2", "elements": ["x"]},
    "growing.from_file": {"path": "nowhere.json"},
    "growing.read_certificate": {"path": "nowhere.jsonl"},
    "ordinals.block_chart": {"upto": 2, "block": 1},
    "ordinals.ends": {"upto": 2},
    "ordinals.outcome": {"position": "w,2"},
    "ordinals.slice_of_ordinals": {"slice_": 2},
    "ordinals.solve": {"position": "w,2"},
    "ordinals.solve_box": {"box": "2x2xw"},
    "ordinals.winning_moves": {"position": "w,2"},
    "solid.openings": {"width": 2, "depth": 2, "height": 2, "progress": lambda *_: None, "effort": 1},
    "solid.solve": {"position": "[[2,2],[2,2]]", "effort": 1},
}
"""The functions of the public modules for other boards, with valid values for their arguments."""


PYTHON_SAYS = (
    r"has no attribute|unsupported operand|not subscriptable|os\.PathLike|be interpreted|not iterable|unhashable|"
    r"not supported between|indices must|must be str|argument of type|not callable|bad operand|object is not|can only"
)
"""The words with which Python itself refuses an object of the wrong type, somewhere inside."""


NO_SENTENCE = rf"{PYTHON_SAYS}|\n|^.{{1,10}}$|nothing is said"
"""What a sentence of zchomp does not contain: Python's words, several lines, or too little."""


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_of_wrong_types(name: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every argument of every function is accepted, or refused in a sentence of zchomp."""
    monkeypatch.chdir(tmp_path)
    function = getattr(zchomp, name)
    parameters = arguments(function)
    required = {one.name for one in parameters if one.default is one.empty}
    for parameter in parameters:
        given = {other: GIVEN.get(other, 3) for other in required} | {parameter.name: wrong}
        assert not re.search(NO_SENTENCE, _refusal(function, given)), given


@pytest.mark.parametrize("wrong", [*WRONG, True, 12.5], ids=lambda one: "object" if type(one) is object else repr(one))
@pytest.mark.parametrize("name", BOARDS)
def test_boards_of_wrong_types(name: str, wrong: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same holds for other boards, and only a valid argument makes a poset."""
    monkeypatch.chdir(tmp_path)
    function, right = pkgutil.resolve_name(f"zchomp.{name}"), BOARDS[name]
    is_strict = name.startswith("posets.") and name != "posets.solve"
    for argument in [*right, *(one.name for one in arguments(function) if one.name not in right)]:
        assert not re.search(NO_SENTENCE, _refusal(function, right | {argument: wrong})), (argument, wrong)
        if is_strict and argument in right and not isinstance(wrong, dict) and (wrong not in (5, [1], "x")):
            with pytest.raises(zchomp.ZchompError):
                function(**right | {argument: wrong})


@pytest.mark.parametrize("module", [zchomp.posets, zchomp.growing, zchomp.ordinals, zchomp.solid])
def test_all_functions_for_boards_are_tried(module: ModuleType) -> None:
    """The list has every function of these modules."""
    name = module.__name__.rpartition(".")[2]
    functions = {f"{name}.{one}" for one in module.__all__ if inspect.isfunction(getattr(module, one))}
    assert {one for one in BOARDS if one.startswith(f"{name}.") and ".Poset" not in one} == functions


def arguments(function: Callable[..., object]) -> list[inspect.Parameter]:
    """All parameters of a function that have a name of their own."""
    return [one for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_POSITIONAL]


def _refusal(function: Callable[..., object], given: dict[str, Any]) -> str:
    """The sentence with which a call is refused, or nothing if it is accepted. A TypeError of Python is a fault."""
    positional = [name for name in given if name.endswith("_")]  # a name that is not meant to be written
    try:
        function(*(given[name] for name in positional), **{name: given[name] for name in given.keys() - positional})
    except (zchomp.ZchompError, OSError) as refusal:
        return str(refusal) or "nothing is said"
    return ""


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: UNTYPED.certify(115, "x"), "the claim must be a Claim, like Claim(rows=3, nim=0, upto=115), got 115"),
        (
            lambda: UNTYPED.certify(UNTYPED.Claim(rows=3, nim=0, upto=5), 5),
            "the name of a file is text or a Path, got 5",
        ),
        (lambda: UNTYPED.write_certificate(5, "x"), "the proofs must be those of `prove` or `read_certificate`, got 5"),
        (lambda: UNTYPED.statistics(100), "expected a Survey, like survey(100), got 100"),
        (lambda: UNTYPED.two_rowed_losers(5), "expected a Periodic of sets, got 5"),
        (lambda: UNTYPED.write_table(5, "x.csv"), "a table must come from `tabulate`, got 5"),
        (lambda: UNTYPED.Position((3, 2)).chomp((1,)), "a move is a row and a column, like (2, 3), got (1,)"),
        (lambda: UNTYPED.prove("x"), "upto must be a whole number, got 'x'"),
        (lambda: UNTYPED.chart(rows=5), "got 5"),
        (lambda: UNTYPED.Position("3x7"), "rows must be whole numbers (Position.parse reads text), got '3x7'"),
        (lambda: UNTYPED.Position.parse(5), "not a position: 5; expected text like '9,7,4'"),
        (lambda: UNTYPED.Slice.parse(None), "not a tail: None; expected text like '9,7,4'"),
        (lambda: UNTYPED.Periodic(5), "the head and the period of a sequence are tuples, got 5"),
        (lambda: UNTYPED.Periodic((1,)).first("x"), "the number of terms is a whole number, got 'x'"),
        (lambda: UNTYPED.Periodic((1,)).first(-1), "the number of terms is 0 or more, got -1"),
        (lambda: UNTYPED.posets.solve("x"), "the board must be a Poset, or a board like bar('8x10'), got 'x'"),
        (
            lambda: UNTYPED.posets.chains("2y3"),
            "not a product of chains: '2y3'; expected lengths of 1 or more, like 2x2x4",
        ),
        (
            lambda: UNTYPED.posets.Poset(("a", "b"), [("a", "b")]),
            "got ('a', 'b') and [('a', 'b')]; Poset.from_covers takes pairs of names",
        ),
        (lambda: zchomp.losers(-1), "a third row is 0 or more, got -1"),
        (
            lambda: zchomp.losers(upto=0),
            "expected an upto of 1 or more, got 0; for positions with two rows, use losers(0)",
        ),
        (
            lambda: zchomp.winners(upto=0),
            "expected an upto of 1 or more, got 0; for positions with two rows, use winners(0)",
        ),
        (lambda: zchomp.posets.boolean(0), "expected a number of 1 or more, got 0"),
        (lambda: zchomp.posets.subsets(3, 0), "expected numbers of 1 or more, got 3 and 0"),
        (lambda: UNTYPED.solve_sum(zchomp.Position((5, 4))), "expected one sum, as text like '5,4,3 + 3,2', or as"),
        (lambda: UNTYPED.solve_sum("5,4,3", "3,2"), "not a sum of bars: ('5,4,3', '3,2'); expected one sum, as text"),
        (lambda: UNTYPED.solve_sum((5, 4, 3), (3, 2)), "or as a list of bars like [(5, 4, 3), (3, 2)]"),
        (lambda: UNTYPED.solve_sum((5, 4, 3)), "not a sum of bars: (5, 4, 3); expected one sum, as text"),
    ],
)
def test_sentences_for_wrong_types(call: Callable[[], object], sentence: str) -> None:
    """Mistakes that people have made are answered with what was expected."""
    with pytest.raises(zchomp.ZchompError) as refusal:
        call()
    assert sentence in str(refusal.value)
