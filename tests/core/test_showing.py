"""Results shown to people: their text, their representation, their headings, and how notebooks show them."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import zchomp
from tests.cli.terminal import on_terminal
from tests.support import known
from zchomp.charts.sequences import Terms
from zchomp.cli import main
from zchomp.core.answers import Solved
from zchomp.core.showing import Shown, headed, html_text, marked_lines, shows, stacked, writers_of
from zchomp.documents.article import OPENINGS, citation

RESULTS: dict[str, Callable[[], object]] = {
    "Census": lambda: known(zchomp.census(20)),
    "Citation": citation,
    "Document": lambda: OPENINGS,
    "Terms": lambda: Terms(zchomp.sequence("A029900"), (1, 3, 4, 6, 8)),
    "Openings": lambda: zchomp.solid.openings(2, 2, 3),
    "ChartWindow": lambda: zchomp.chart(5),
    "Chart": zchomp.Chart,
    "GrowingProofs": lambda: zchomp.growing.prove(zchomp.growing.arms("2,1")),
    "Height": lambda: zchomp.height("(5,3,2)"),
    "IntegerSequence": lambda: zchomp.sequence("A029900"),
    "Poset": lambda: zchomp.posets.divisors(12).poset,
    "PosetBoard": lambda: zchomp.posets.divisors(12),
    "PosetSolution": lambda: zchomp.posets.solve(zchomp.posets.bar("2x3")),
    "Proof": lambda: known(zchomp.prove(5))[5],
    "Proposition": lambda: zchomp.proposition(5),
    "SlicePositions": lambda: zchomp.losers(5),
    "Answer, bar": lambda: zchomp.solve("3x7"),
    "Answer, solid bar": lambda: zchomp.solid.solve("[[2,2],[2,2]]"),
    "Statistic": lambda: zchomp.statistics(known(zchomp.survey(19)))[0],
    "Statistics": lambda: zchomp.statistics(known(zchomp.survey(19))),
    "SearchHistory": lambda: zchomp.conjectures(4),
    "Coverage": lambda: zchomp.generating_functions(3),
    "Answer, sum": lambda: zchomp.solve_sum("(5,4,3) + (3,2)"),
    "Survey": lambda: known(zchomp.survey(19)),
    "Table": lambda: known(zchomp.tabulate("losers", 5)),
    "BlockChart": lambda: zchomp.ordinals.block_chart(3, block=2),
    "Answer, box of ordinals": lambda: zchomp.ordinals.solve_box("2x2xw"),
    "Ends": lambda: zchomp.ordinals.ends(9),
    "NimValues": lambda: zchomp.nim_values("2x3"),
    "OrdinalSlice": lambda: zchomp.ordinals.slice_of_ordinals(9),
    "Answer, ordinals": lambda: zchomp.ordinals.solve("w+2,w+2,5"),
    "SymbolicWinner": lambda: known(zchomp.winners(1))[0],
    "Strategy": lambda: known(zchomp.posets.solve(zchomp.posets.bar("2x3"))).certificate(),
    "Winners": lambda: zchomp.winners(1),
}
COMMANDS: dict[str, Callable[[], object]] = {
    "solve 3x7": lambda: zchomp.solve("3x7"),
    "solve (9,6,5)": lambda: zchomp.solve((9, 6, 5)),
    "solve 5,4,3 + 3,2": lambda: zchomp.solve_sum("5,4,3 + 3,2"),
    "height 5,3,2": lambda: zchomp.height("5,3,2"),
    "openings 3x4": lambda: known(zchomp.openings(3, 4)),
    "conjectures 4": lambda: zchomp.conjectures(4),
    "genfun 3": lambda: zchomp.generating_functions(3),
    "winners 1": lambda: zchomp.winners(1),
    "stats --upto 19": lambda: zchomp.statistics(known(zchomp.survey(19))),
    "poset bar 2x3": lambda: zchomp.posets.solve(zchomp.posets.bar("2x3")),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_result_prints_as_the_command_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`print(zchomp.solve(...))` prints the same text as `zchomp solve ...`."""
    assert main(command.split()) == 0
    assert capsys.readouterr().out == f"{COMMANDS[command]()}\n"


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_is_shown(name: str) -> None:
    """A result has a text, properly escaped HTML, and the representation of its dataclass."""
    result = RESULTS[name]()
    assert isinstance(result, Shown)
    assert len(str(result)) > 10
    assert repr(result).startswith(name.split(",", maxsplit=1)[0] + "(")
    assert "object at 0x" not in repr(result)
    assert "<function" not in repr(result)
    assert not str(result).startswith(name.split(",", maxsplit=1)[0] + "(")
    html = result._repr_html_()
    assert html == html_text(str(result)) or html.startswith(("<table>", "<div>"))


def test_texts_of_small_results() -> None:
    """A board, a sequence, a table and a survey describe themselves in a line or two."""
    board = zchomp.posets.divisors(12)
    order = "a poset of 6 elements: 1 < 2, 1 < 3, 2 < 4, 2 < 6, 3 < 6, 4 < 12, 6 < 12"
    assert str(board) == f"Chomp on the divisors of 12, 1 poisoned: {order}"
    assert str(board.poset) == order
    assert str(board._repr_svg_()).startswith("<svg")
    assert str(zchomp.sequence("A029900")).startswith("A029900: f(n, n)")
    lines = str(known(zchomp.tabulate("losers", 5))).splitlines()
    assert lines[:3] == [
        "Table losers (source recurrence, claim rows=3 nim=0 upto=5)",
        "first,second,third,tail",
        "1,0,0,",
    ]
    assert (len(lines), lines[-1]) == (13, "and more lines")
    assert "8 of 20 rows become constant by then" in str(known(zchomp.survey(19)))


def test_verdicts_are_shown(tmp_path: Path) -> None:
    """A verification prints the verdict line, and the reason if there is one, in a terminal and in a notebook."""
    verified = zchomp.verify(zchomp.shipped_certificate())
    assert str(verified) == verified.line
    broken = tmp_path / "broken.jsonl"
    broken.write_text("nothing\n")
    refused = zchomp.verify(broken)
    assert str(refused) == f"{refused.line}\n{refused.reason}"
    assert refused._repr_html_() == html_text(str(refused))


def test_every_class_has_its_words(tmp_path: Path) -> None:
    """Every class that is shown anywhere has its own function, in the module that it names."""
    report = zchomp.certify(zchomp.Claim(rows=3, nim=0, upto=5), tmp_path / "five.jsonl")
    assert "VERIFIED" in str(report)
    grown = zchomp.growing.certify(zchomp.growing.arms("1"), tmp_path / "arms.jsonl")
    assert str(grown).startswith("(): (1 + a, 1^(a))\n")
    assert str(grown).splitlines()[-1].startswith("s VERIFIED elements=1 nim=0 ")
    for module in walk_packages(zchomp.__path__, "zchomp."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    # a dataclass with slots leaves behind the class from which it was made
    bases: set[type] = {Shown, Solved}
    below: set[type] = set().union(*(type.__subclasses__(base) for base in bases)) - bases
    shown = [cls for cls in below if cls.__module__.startswith("zchomp.")]
    classes = {cls for cls in shown if getattr(sys.modules[cls.__module__], cls.__name__) is cls}
    assert {cls.__name__ for cls in classes} == {
        *(name.split(",")[0] for name in RESULTS),
        "GrowingReport",
        "CertificateReport",
    }
    functions = {cls.__name__: writers_of(cls)["text"] for cls in classes}
    assert len(set(functions.values())) == len(functions)
    assert all(writers_of(cls)["text"].__module__ == f"zchomp.{cls._words}" for cls in classes)


def test_new_classes_and_their_children() -> None:
    """A class without words is refused where it is defined. A child is shown like its parent until it has words."""
    with pytest.raises(TypeError, match=r"^Wordless is shown without words; expected the name of a module"):
        type("Wordless", (Shown,), {})

    class Parent(Shown, words="bars.words"):
        """A result of a new class."""

    class Child(Parent):
        """A result of a class that inherits from it."""

    with pytest.raises(TypeError, match=r"^zchomp.bars.words has no text for Child"):
        str(Child())
    shows(Parent)(lambda _: "a parent")
    assert (str(Parent()), str(Child())) == ("a parent", "a parent")
    shows(Child)(lambda _: "a child")
    assert (str(Parent()), str(Child())) == ("a parent", "a child")


def test_lists_of_losers_and_unknowns_are_shown() -> None:
    """Losers and proofs print a line for each slice, at most 200, and an unknown answer prints its reason."""
    losers = zchomp.losers(upto=3)
    assert str(losers).splitlines()[1] == "slice c = 2: [2, a, 2]"
    proofs = known(zchomp.prove(300))
    assert str(proofs).startswith("Proved: 3 rows, third row at most 300.\nslice c = 0: [0, a, 1]\n")
    assert str(proofs).endswith("\nand 101 more slices")
    assert str(zchomp.Unknown("a < b")) == "not known: a < b"
    assert zchomp.Unknown("a < b")._repr_html_() == "<pre>not known: a &lt; b</pre>"


def test_huge_results_have_a_short_representation() -> None:
    """The representation of a proof with thousands of terms is short, and that of an ordinary one can be evaluated."""
    huge = zchomp.Proof(zchomp.Slice((9,)), zchomp.Periodic(tuple(range(10**5)), (4,)), 1, 9)
    assert len(repr(huge)) < 1000
    assert "100000 terms" in repr(huge.sequence)
    small = known(zchomp.prove(5))[5]
    assert eval(repr(small), vars(zchomp)) == small  # noqa: S307 - our own


BOLD = re.compile(r"\x1b\[1m(.*?)\x1b\[0m", re.DOTALL)


def test_stacked_texts_keep_their_headings() -> None:
    """Every text keeps its headings, whatever is between the texts, even when stacks are stacked."""
    inner = stacked([headed("A", "1", "2"), "plain\nlines", headed("B", "3")], between="\n\n")
    outer = stacked([headed("C", "4"), inner])
    marked = [line for line, is_heading in marked_lines(outer) if is_heading]
    assert marked == ["C", "A", "B"]
    assert outer == "C\n4\nA\n1\n2\n\nplain\nlines\n\nB\n3"


@pytest.mark.parametrize(
    ("arguments", "headings"),
    [
        (["theorem", "--openings"], []),
        (["theorem", "--upto", "1"], ["Proposition 0.", "Proposition 1."]),
        (["winners", "2"], [f"All winners with third row {c}, each with all its winning moves:" for c in (1, 2)]),
        (["conjectures", "4"], ["Slice c = 4: how its losers are found and proved"]),
        (["openings", "1x1"], []),
        (
            ["openings", "2x2"],
            ["Winning openings of the bars within 2 x 2, rows and columns counted from 1:"],
        ),
        (
            ["poset", "divisors", "6", "--show"],
            ["The player to move wins Chomp on the divisors of 6 (4 elements), with nim-value 2."],
        ),
    ],
    ids=str,
)
def test_only_headings_are_bold(arguments: list[str], headings: list[str]) -> None:
    """On a terminal of 60 columns exactly the headings are bold, each completely, however many lines it takes."""
    shown = on_terminal(*arguments, columns=60, colours=True)
    assert " ".join(BOLD.findall(shown)) == " ".join(headings)
