"""Documents in HTML. Their text, Markdown and LaTeX are in tests/golden/theorem.txt."""

from zchomp.words.documents import Paragraph, document_html


def test_html() -> None:
    """The characters of formulas are escaped, and titles are bold."""
    assert document_html([Paragraph("definition", "Let `n < 9`.")]) == "<div><p>Let <i>n &lt; 9</i>.</p></div>"
    proposition = Paragraph("proposition", "It is so:", ("(1 + α, 1)",), number="5")
    assert document_html([proposition, Paragraph("proof", "Clear.")]) == (
        "<div><p><b>Proposition 5.</b> It is so: <i>(1 + α, 1)</i>.</p><p><b>Proof.</b> Clear.</p></div>"
    )
