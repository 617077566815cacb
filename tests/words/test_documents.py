"""Documents: the same paragraphs as text, Markdown, HTML and LaTeX."""

from zchomp.words.documents import Paragraph, document_html, document_latex, document_markdown, document_text

DOCUMENT = (
    Paragraph("definition", "Let `n < 9`."),
    Paragraph("theorem", "All `d_n` are here:", ("d_1", "`d_2` and more"), ("File.a_b", "File.c")),
    Paragraph("continued", "There are no others."),
    Paragraph("proof", "By induction (see a_b)."),
    Paragraph("open", "`d_n ≤ 1`."),
    Paragraph("open", "`d_n ≤ 2`."),
    Paragraph("remark", "The end."),
)
"""A document with paragraphs of most kinds."""

NUMBERED = (
    Paragraph("proposition", "It is so:", ("(1 + α, 1)",), number="5"),
    Paragraph("item", "One of `two` forms."),
    Paragraph("proof", "Clear."),
)
"""A proposition with a number."""


def test_text() -> None:
    """Paragraphs are separated by empty lines, and those of a proposition are indented below its number."""
    assert document_text(DOCUMENT).split("\n\n") == [
        "Let n < 9.",
        "Theorem. All d_n are here: d_1; d_2 and more. (File.a_b, File.c)",
        "There are no others.",
        "Proof. By induction (see a_b).",
        "Not known. d_n ≤ 1. (No exception for numbers below 100000.)",
        "Not known. d_n ≤ 2. (No exception for numbers below 100000.)",
        "The end.",
    ]
    assert document_text(NUMBERED) == "\n".join(
        ["Proposition 5.", "  It is so: (1 + α, 1).", "  - One of two forms.", "  Proof. Clear."]
    )


def test_markdown() -> None:
    """Titles are marked, and formulas are LaTeX."""
    assert document_markdown(DOCUMENT).split("\n\n")[1:5] == [
        "**Theorem.** All $d_n$ are here: $d_1$; $d_2$ and more. (File.a_b, File.c)",
        "There are no others.",
        "*Proof.* By induction (see a_b).",
        r"**Not known.** $d_n \le 1$. (No exception for numbers below 100000.)",
    ]
    assert document_markdown(NUMBERED).split("\n\n")[:2] == [
        r"**Proposition 5.** It is so: $(1 + \alpha, 1)$.",
        "- One of $two$ forms.",
    ]


def test_html() -> None:
    """The characters of formulas are escaped."""
    assert document_html(DOCUMENT[:1]) == "<div><p>Let <i>n &lt; 9</i>.</p></div>"
    assert document_html(NUMBERED[::2]) == (
        "<div><p><b>Proposition 5.</b> It is so: <i>(1 + α, 1)</i>.</p><p><b>Proof.</b> Clear.</p></div>"
    )


def test_latex() -> None:
    """Statements and proofs are environments, and all open statements are in one list."""
    definition, theorem, more, proof, still_open, remark = document_latex(DOCUMENT).split("\n\n")
    assert (definition, remark) == ("Let $n < 9$.", "The end.")
    assert theorem.splitlines() == [
        r"\begin{theorem}",
        r"All $d_n$ are here: $d_1$; $d_2$ and more. (\texttt{File.a\_b}, \texttt{File.c})",
    ]
    assert more.splitlines() == ["There are no others.", r"\end{theorem}"]
    assert proof.splitlines() == [r"\begin{proof}", r"By induction (see a\_b).", r"\end{proof}"]
    assert still_open.splitlines()[2:4] == [r"\item $d_n \le 1$.", r"\item $d_n \le 2$."]
    proposition = document_latex(NUMBERED).split("\n\n")[0].splitlines()
    assert proposition[:2] == [r"\setcounter{proposition}{4}", r"\begin{proposition}\label{prop:5}"]
    assert proposition[-4:] == [
        r"\begin{itemize}",
        r"\item One of $two$ forms.",
        r"\end{itemize}",
        r"\end{proposition}",
    ]


def test_latex_of_a_tail() -> None:
    """A proposition about a tail has no number, and its label has the rows."""
    text = document_latex([Paragraph("proposition", "It is so.", number="(4, 2)")])
    assert text.splitlines()[:2] == [
        r"\renewcommand{\theproposition}{$(4, 2)$}",
        r"\begin{proposition}\label{prop:4-2}",
    ]
