"""Propositions: their text is parsed and compared with the game. LaTeX, HTML and the article."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support import brute_force, known
from zchomp.bars.position import Position
from zchomp.bars.propositions import Proposition, proposition, proposition_document, propositions
from zchomp.bars.prover import prove
from zchomp.cli import main
from zchomp.core.documents import Document, Paragraph, document_html
from zchomp.documents.article import article

Rows = tuple[int, ...]

LETTERS = 40
"""The values of letters to try: beyond the heads and bounds of all propositions up to 30."""


def value(formula: str, letters: dict[str, int]) -> int:
    """A sum like 11 + 2α + i, with numbers for its letters."""
    total = 0
    for term in formula.split(" + "):
        match = re.fullmatch(r"([0-9]*)([αβipq]?)", term)
        assert match, term
        total += (int(match[1]) if match[1] else 1) * (letters[match[2]] if match[2] else 1)
    return total


def rows(formula: str, letters: dict[str, int]) -> Rows:
    """Rows like (11 + α, 7 + α, 5), with numbers for the letters, padded with empty rows to ten."""
    numbers = [value(one, letters) for one in formula.strip("()").split(", ")]
    return (*numbers, *(0,) * (10 - len(numbers)))


def printed_losers(one: Proposition) -> Iterator[Rows]:
    """The losers that the first paragraph lists, for many values of α."""
    for formula in proposition_document(one)[0].items:
        for alpha in range(LETTERS if "α" in formula else 1):
            yield rows(formula, {"α": alpha})


def printed_moves(one: Proposition) -> Iterator[tuple[Rows, Rows]]:
    """The moves that the forms list, for many values of the letters."""
    losers, tail = list(printed_losers(one)), (*one.proof.slice.tail, *(0,) * (8 - len(one.proof.slice.tail)))
    for part in proposition_document(one):
        for item in part.items if part.kind == "item" else ():
            if "→ (u, v, x)" in part.text or "→ (u, v, t)" in part.text:
                left, *pairs = re.findall(r"`(.*?)`", item)
                for pair in pairs:
                    for alpha in range(LETTERS if "α" in pair else 1):
                        p, q, *_ = rows(pair, {"α": alpha})
                        yield (p, q, *tail), (p, q, *rows(left[len("x = ") :], {})[:8])
            elif "→ (u, x, x" in part.text:
                assert f"for `{tail[0]} ≤ v ≤ u`" in part.text
                assert part.text.count("min(") == len(one.proof.slice.tail[1:])
                p, x, *_ = rows(item, {})
                cut = tuple(min(row, x) for row in tail)
                yield from (((p, q, *tail), (p, x, *cut)) for q in range(tail[0], p + 1))
            elif "(a, b" in item:
                after = rows(item.partition(" → ")[2], {})
                yield from (((p, q, *tail), after) for p in range(LETTERS) for q in range(tail[0], p + 1))
            else:
                yield from printed_letters(item, losers, "`1 ≤ i ≤ p − q`" in part.text)


def printed_letters(move: str, losers: list[Rows], diagonal: bool) -> Iterator[tuple[Rows, Rows]]:
    """A move with letters, for all losers (p, q) that it may refer to, and for many values of the others."""
    before, after = move.split(" → ")
    for p, q, *_ in losers if "p" in before else [(0, 0)]:
        for i in range(1, p - q + 1) if diagonal else range(1):
            for alpha in range(LETTERS if "α" in move else 1):
                for beta in range(LETTERS if "β" in move else 1):
                    letters = {"α": alpha, "β": beta, "i": i, "p": p, "q": q}
                    yield rows(before, letters), rows(after, letters)


@pytest.mark.parametrize("third", [*range(12), 17, 30])
def test_printed_propositions_are_true(third: int) -> None:
    """Read literally, every move is a bite that leaves a loser of the other engine, and every winner has a form."""
    proofs = known(prove(third, method="genfun"))

    def is_loser(position: Rows) -> bool:
        first, second, last, *_ = position
        return proofs[last].sequence.get(second - last) == first - second

    one = known(proposition(third))
    losers = set(printed_losers(one))
    assert all(map(is_loser, losers))
    winners = set()
    for before, after in printed_moves(one):
        assert before[2] == third
        assert is_a_bite(before, after)
        assert is_loser(after)
        winners.add(before)
    assert not winners & losers
    for second in range(third, third + LETTERS - 5):
        for first in range(max(second, 1), second + LETTERS - 5):
            position = (first, second, third, *(0,) * 7)
            assert (position in winners) != is_loser(position)
            assert (position in losers) == is_loser(position)


def is_a_bite(before: Rows, after: Rows) -> bool:
    """Whether one move leads from a position to another."""
    row = next(row for row in range(10) if after[row] < before[row])
    return Position(before).chomp((row + 1, after[row] + 1)) == Position(after)


@pytest.mark.parametrize("tail", [(1, 1), (2, 1), (2, 2), (3, 1), (4, 2), (3, 3), (2, 1, 1), (2, 2, 2)], ids=str)
def test_printed_propositions_of_tails_are_true(tail: Rows) -> None:
    """With more rows, too, the forms are bites that leave losers, and each winner has one, by brute force."""
    size, values = 2 + len(tail), brute_force(2 + len(tail), 12)
    one = known(proposition(tail))
    losers, winners = set(printed_losers(one)), set()
    for before, after in printed_moves(one):
        if before[0] <= 12:
            assert is_a_bite(before, after)
            assert values[after[:size]] == 0
            winners.add(before)
    for second in range(tail[0], 13):
        for first in range(second, 13):
            position = (first, second, *tail, *(0,) * (8 - len(tail)))
            is_loser = values[position[:size]] == 0
            assert (position in winners) != is_loser
            assert (position in losers) == is_loser


def test_period_two_is_told() -> None:
    """Proposition 120 has two families, and says which second rows belong to each."""
    text = " ".join(str(known(proposition(120))).split())
    assert "from b = 170 on, a − b = 72 if b = 170 + 2α, a − b = 70 if b = 171 + 2α." in text
    assert "Period: (72, 70), forever." in text


@pytest.mark.parametrize(
    "shown",
    [Position((3, 2, 1)), Position((10**50, 7, 7)), known(proposition(5)), known(proposition(120))],
    ids=["bar", "huge", "5", "120"],
)
def test_notebooks(shown: Position | Proposition) -> None:
    """Positions and propositions have well-formed HTML, and LaTeX with balanced dollars and braces."""
    assert ElementTree.fromstring(shown._repr_html_()).tag  # noqa: S314 - our own
    latex = shown._repr_latex_()
    assert latex.startswith("$")
    assert latex.endswith("$")
    assert latex.count("{") == latex.count("}")
    assert "α" not in latex


def test_article_has_all_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """Environments are balanced, references defined, sources cited and listed, and every proposition is there."""
    assert main(["theorem", "--upto", "20", "--latex"]) == 0
    text = capsys.readouterr().out
    begun, ended = (sorted(re.findall(rf"\\{word}{{(\w+)}}", text)) for word in ("begin", "end"))
    assert begun == ended
    assert set(re.findall(r"\\ref{(.*?)}", text)) <= set(re.findall(r"\\label{(.*?)}", text))
    assert set(re.findall(r"\\cite{(.*?)}", text)) == set(re.findall(r"\\bibitem\[.*?\]{(.*?)}", text))
    assert re.findall(r"\\label{prop:(\d+)}", text) == [str(third) for third in range(21)]
    assert "@" not in text
    assert "α" not in text
    assert "12 of these third rows have finitely many losers, 9 have infinitely many" in text
    kinds = [proof.sequence.kind.value for proof in known(prove(20)).values()]
    assert (kinds.count("finite"), kinds.count("periodic")) == (12, 9)


@pytest.mark.skipif(
    shutil.which("pdflatex") is None and not os.environ.get("ZCHOMP_REQUIRE_LATEX"),
    reason="pdflatex is not installed: the article is not typeset",
)
@pytest.mark.parametrize("upto", [0, 20, pytest.param(122, marks=pytest.mark.release)])
def test_article_compiles(upto: int, tmp_path: Path) -> None:
    """Pdflatex makes a document of it, with nothing undefined."""
    found = known(propositions(upto))
    (tmp_path / "article.tex").write_text(article(found))
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "article.tex"]
    for _ in range(2):
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert result.returncode == 0, result.stdout[-2000:]
    assert "undefined" not in result.stdout
    assert (tmp_path / "article.pdf").stat().st_size > 10_000


@pytest.mark.skipif(
    shutil.which("pdflatex") is None and not os.environ.get("ZCHOMP_REQUIRE_LATEX"),
    reason="pdflatex is not installed: the pages are not typeset",
)
def test_latex_fits_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Generating functions, charts, theorems and lists have no line that is wider than the page of an article."""
    parts = []
    for words in ("genfun 20", "genfun 120", "chart 40", "theorem --two-rows", "theorem 120", "losers 12"):
        assert main([*words.split(), "--latex"]) == 0
        parts.append(capsys.readouterr().out)
    names = ("proposition", "theorem", "lemma", "corollary")
    packages = r"\documentclass{article}\usepackage{amsmath,amssymb,amsthm}"
    head = packages + "".join(rf"\newtheorem{{{name}}}{{{name}}}" for name in names)
    body = "\n\n".join(parts)
    (tmp_path / "wide.tex").write_text(f"{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "wide.tex"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.returncode == 0, result.stdout[-2000:]
    assert "Overfull" not in result.stdout


def test_html_of_documents() -> None:
    """The characters of formulas are escaped, and titles are bold."""
    assert document_html(Document(Paragraph("definition", "Let `n < 9`."))) == "<div><p>Let <i>n &lt; 9</i>.</p></div>"
    proposition = Paragraph("proposition", "It is so:", ("(1 + α, 1)",), number="5")
    assert document_html(Document(proposition, Paragraph("proof", "Clear."))) == (
        "<div><p><b>Proposition 5.</b> It is so: <i>(1 + α, 1)</i>.</p><p><b>Proof.</b> Clear.</p></div>"
    )
