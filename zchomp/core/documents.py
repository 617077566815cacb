"""Data and documents: answers for programs, as JSON, and for readers, as text, Markdown, HTML and LaTeX.

Data: the vocabulary of JSON output, one word for one thing (docs/json.md, docs/schemas/).

position     its rows, top row first: [9, 7, 4]
move         {"row": 3, "column": 3, "after": [9, 7, 2]}, counted from 1; in a sum also "bar", counted from 1
slice        {"tail": [5], "nim": 0}: the rows from the third on, and the nim-value
not known    {"unknown": "the reason", "effort": 3}: the effort in seconds that is enough, or null
lower bound  {"at_least": 2, "unknown": "the reason", "effort": 3}

Documents: propositions, theorems and proofs, written once, as text, Markdown, HTML or LaTeX.

A document is a list of paragraphs. In a paragraph, formulas stand between backquotes, in plain letters: `α ≤ 2n`.

    kind                  in LaTeX
    an `Environment`      an environment of that name (amsthm)
    continued             continues the environment before it
    item                  an item of the list that ends the environment before it
    open                  an item of the list of statements that are not known
    definition, remark    plain text
"""

import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Literal, Self

from zchomp.core.answers import Source, Unknown
from zchomp.core.showing import Shown, headed, render, shows

Data = dict[str, object]


def sources_data(sources: Iterable[Source]) -> list[str]:
    """The sources of an answer."""
    return [source.value for source in sources]


def number_data(number: int | Unknown | None) -> int | Data | None:
    """A number, a lower bound, or the reason why it is unknown."""
    return {**number.to_dict()} if isinstance(number, Unknown) else number


Environment = Literal["proposition", "lemma", "theorem", "corollary", "proof"]
"""The kinds of paragraphs that are LaTeX environments."""

WIDTH = 79
"""The length of lines of plain text."""

COMPUTED_BELOW = 100_000
"""Open statements have no exception below this number, as `zchomp stats` computes."""

STILL_OPEN = (
    f"Two statements have no exception for numbers below ${COMPUTED_BELOW}$, and are not known for all numbers:"
)
"""The beginning of the list of open statements in LaTeX."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: its text, then a list of formulas, and the names of the Coq theorems that say the same.

    An item of the list is a formula, or words with formulas between backquotes. Propositions have a ``number``, which
    may be that of a tail: (2, 1).
    """

    kind: Environment | Literal["continued", "item", "open", "definition", "remark"]
    text: str
    items: tuple[str, ...] = ()
    coq: tuple[str, ...] = ()
    number: str = ""

    @property
    def title(self) -> str:
        """The words in front of the text: "Theorem." or the like, or nothing."""
        if self.kind in {"continued", "item", "definition", "remark"}:
            return ""
        return "Not known." if self.kind == "open" else f"{self.kind.capitalize()} {self.number}".rstrip() + "."

    def written(self, formula: Callable[[str], str], words: Callable[[str], str] = str) -> str:
        """The text and its list, with formulas and words written by the given functions."""
        items = "; ".join(item if "`" in item else f"`{item}`" for item in self.items)
        pieces = f"{self.text} {items}.".split("`") if items else self.text.split("`")
        return "".join(formula(piece) if place % 2 else words(piece) for place, piece in enumerate(pieces))

    def note(self) -> str:
        """The words after the text, in parentheses: Coq theorems, or how far an open statement was computed."""
        if self.kind == "open":
            return f"(No exception for numbers below {COMPUTED_BELOW}.)"
        return f"({', '.join(self.coq)})" if self.coq else ""


class Document(tuple[Paragraph, ...], Shown, words="core.documents"):
    """Paragraphs, written as text, Markdown, HTML for a notebook, LaTeX, or data."""

    __slots__ = ()

    def __new__(cls, *paragraphs: Paragraph) -> Self:
        """A document of some paragraphs."""
        return super().__new__(cls, paragraphs)

    def __repr__(self) -> str:
        return f"Document{super().__repr__()}"

    def _repr_html_(self) -> str:
        return render(self, "html")


@shows(Document)
def document_text(document: Document, width: int = WIDTH) -> str:
    """Plain text in lines of a given width, broken between formulas and not within them.

    The paragraphs of a proposition are indented below its number. Others have empty lines between them.

    >>> theorem = Paragraph("theorem", "For all `n ≥ 1`, `2n ≥ n + 1`.", coq=("File.name",))
    >>> print(document_text(Document(theorem), width=30))
    Theorem. For all n ≥ 1,
      2n ≥ n + 1. (File.name)
    """
    is_numbered = document[0].kind == "proposition"
    blocks = []
    for part in document:
        title = "" if part.kind == "proposition" else part.title
        block = _joined(title, part.written(lambda formula: formula.replace(" ", "\xa0")), part.note())
        start = "  " * is_numbered + "- " * (part.kind == "item")
        later = "    " if part.kind == "item" else "  "
        filled = textwrap.fill(block, width, initial_indent=start, subsequent_indent=later)
        blocks.append(filled.replace("\xa0", " "))
    return headed(document[0].title, *blocks) if is_numbered else "\n\n".join(blocks)


@shows(Document, "markdown")
def document_markdown(document: Document) -> str:
    """Markdown, with formulas for LaTeX between dollars."""
    blocks = []
    for part in document:
        mark = "*" if part.kind == "proof" else "**"
        title = f"{mark}{part.title}{mark}" if part.title else "-" * (part.kind == "item")
        blocks.append(_joined(title, part.written(_dollars), part.note()))
    return "\n\n".join(blocks)


@shows(Document, "html")
def document_html(document: Document) -> str:
    """HTML for a notebook."""
    blocks = []
    for part in document:
        title = f"<b>{part.title}</b>" if part.title else ""
        start = "<p style='margin-left:2em'>" if part.kind == "item" else "<p>"
        body = part.written(lambda formula: f"<i>{escape(formula, quote=False)}</i>")
        blocks.append(f"{start}{_joined(title, body, part.note())}</p>")
    return f"<div>{''.join(blocks)}</div>"


@shows(Document, "latex")
def document_latex(document: Document) -> str:
    """LaTeX, for an article that defines the environments. Statements that are not known come in one list.

    Long formulas fit on the page, because the spaces between words may be wide.
    """
    blocks: list[tuple[Paragraph, list[str], list[str]]] = []  # how a block begins, its paragraphs, its list
    for part in document:
        coq = ", ".join(rf"\texttt{{{_breakable(name)}}}" for name in part.coq)
        body = _joined(part.written(_dollars, _escaped), f"({coq})" if coq else "")
        if part.kind == "continued":
            blocks[-1][1].append(body)
        elif part.kind == "item" or (part.kind == "open" and blocks[-1][0].kind == "open"):
            blocks[-1][2].append(body)
        else:
            blocks.append((part, [STILL_OPEN], [body]) if part.kind == "open" else (part, [body], []))
    body = "\n\n".join(_block(*block) for block in blocks)
    return f"{{\\sloppy\n{body}\n\\par}}"


@shows(Document, "json")
def document_data(document: Document) -> list[Data]:
    """The statements, each with the Coq theorem that says it, or with null if it is not known."""
    return [
        {"about": part.text.replace("`", ""), "theorem": part.coq[0] if part.coq else None}
        for part in document
        if part.coq or part.kind == "open"
    ]


def _block(first: Paragraph, paragraphs: list[str], items: list[str]) -> str:
    """A block of LaTeX: an environment or plain text, with a list at its end."""
    listed = [r"\begin{itemize}", *(rf"\item {item}" for item in items), r"\end{itemize}"] if items else []
    lines = ["\n\n".join(paragraphs), *listed]
    if first.kind not in {"open", "definition", "remark"}:
        begin = _begin_numbered(first.number) if first.number else rf"\begin{{{first.kind}}}"
        lines = [begin, *lines, rf"\end{{{first.kind}}}"]
    return "\n".join(lines)


def _begin_numbered(number: str) -> str:
    """The beginning of a proposition in LaTeX, with its number, or with its tail instead."""
    is_tail, label = not number.isdecimal(), number.strip("()").replace(", ", "-")
    tail = rf"\renewcommand{{\theproposition}}{{${number}$}}"
    command = tail if is_tail else rf"\setcounter{{proposition}}{{{int(number) - 1}}}"
    return f"{command}\n\\begin{{proposition}}\\label{{prop:{label}}}"


def latex_math(formula: str) -> str:
    r"""A formula for LaTeX, without dollars.

    >>> print(latex_math("(3 + α, min(2, x)) → 10^12"))
    (3 + \alpha, \min(2, x)) \to 10^{12}
    """
    signs = {
        "min(": r"\min(",
        "α": r"\alpha",
        "β": r"\beta",
        "→": r"\to",
        "≤": r"\le",
        "≥": r"\ge",
        "−": "-",
        "⌈": r"\lceil ",
        "⌉": r"\rceil",
        "⌊": r"\lfloor ",
        "⌋": r"\rfloor",
        "...": r"\ldots",
    }
    formula = re.sub(r"\^(?:\(([^()]*)\)|(\d\d+))", r"^{\1\2}", formula.replace("{", r"\{").replace("}", r"\}"))
    for plain, latex in signs.items():
        formula = formula.replace(plain, latex)
    return formula


LINE = 70
"""How many characters of a formula fit on a line of a page, without braces and the names of commands."""


def latex_lines(formula: str) -> str:
    r"""A formula of LaTeX for aligned lines, broken before signs where it is too long for a page.

    >>> print(latex_lines("P &= " + " + ".join(f"x^{{{n}}}y" for n in range(100, 120))))
    P &= x^{100}y + x^{101}y + x^{102}y + x^{103}y + x^{104}y + x^{105}y + x^{106}y + x^{107}y \\
     &\quad + x^{108}y + x^{109}y + x^{110}y + x^{111}y + x^{112}y + x^{113}y + x^{114}y + x^{115}y \\
     &\quad + x^{116}y + x^{117}y + x^{118}y + x^{119}y
    """
    lines, size, depth = [""], 0, 0
    for piece in re.split(r"(?= [+-] )", formula):
        wide = len(re.sub(r"\\[a-z]+|[{}^&]", "", piece))
        if lines[-1] and not depth and size + wide > LINE:
            lines.append(r" &\quad")
            size = 4
        lines[-1] += piece
        size += wide
        bare = piece.replace(r"\bigl(", "").replace(r"\bigr)", "")  # lines are broken within these
        depth += bare.count("{") + bare.count("(") - bare.count("}") - bare.count(")")
    return " \\\\\n".join(lines)


def _dollars(formula: str) -> str:
    return f"${latex_math(formula)}$"


SIGNS = str.maketrans({"<": "$<$", ">": "$>$", "^": r"\^{}", **{sign: f"\\{sign}" for sign in "_&%#"}})
"""Signs that mean something else in LaTeX, or are printed as others. Backslashes and braces belong to commands."""


def _escaped(words: str) -> str:
    r"""Words for LaTeX.

    >>> print(_escaped("the order 'd_1<c2'"))
    the order `d\_1$<$c2'
    """
    return re.sub(r"(?<!\w)'(?=\w)", "`", words.translate(SIGNS))


def _breakable(name: str) -> str:
    r"""A long name in LaTeX, which may be broken after its dot and its underlines.

    >>> print(_breakable("Openings.start_bound"))
    Openings.\allowbreak start\_\allowbreak bound
    """
    return re.sub(r"(\.|\\_)", r"\1\\allowbreak ", _escaped(name))


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))
