"""Showing: results print as the sentences of the commands, in a terminal and in a notebook, in lines that fit.

Showing: results print as the sentences of the commands, in a terminal and in a notebook.

A result that people look at inherits from `Shown` and names the module of `zchomp` that has its text. There a
function declares with `shows` that it writes the text of this class, its LaTeX or another form. The module is imported
when such a result is first printed, so that nothing below imports the words, and a sentence about a bar does not wait
for sympy.

A text may have headings, which a terminal shows in bold. Such a text is a `Headed`, a string that also records which of
its lines are headings. Use `stacked` to join such texts, because a string that is inserted into another one loses them.

Fitting: text in lines of a given width, broken between words. Tables and drawings are left as they are.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from html import escape
from importlib import import_module
from math import ceil
from reprlib import Repr
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

S = TypeVar("S", bound="Shown")
P = ParamSpec("P")
Words: TypeAlias = Callable[Concatenate[S, P], str]

_WORDS: dict[tuple[type["Shown"], str], Callable[..., str]] = {}
"""The functions that write the results of a class in a given form, registered when their modules are imported."""

_SHORT = Repr()
_SHORT.maxtuple = _SHORT.maxlist = _SHORT.maxdict = _SHORT.maxset = 20
_SHORT.maxother = _SHORT.maxstring = _SHORT.maxlong = 400


class Shown:
    """A dataclass whose text is a sentence, and whose representation is short even if the result is huge.

    >>> import zchomp
    >>> print(zchomp.prove(5)[5])
    [5, 0, 5], [5, 1, 3], [5, 2 + a, 4]
    """

    __slots__ = ()

    _words = ""
    """The module of `zchomp` that has the text, like "bars.words"."""

    def __init_subclass__(cls, words: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._words = words or cls._words  # a dataclass with slots is created a second time, without the argument
        if not cls._words:
            raise TypeError(f"{cls.__name__} is shown without words; expected the name of a module of zchomp")

    def __str__(self) -> str:
        return words_of(type(self))(self)

    def __repr__(self) -> str:
        values = (f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in fields(self) if field.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(values)})"

    def _repr_html_(self) -> str:
        return html_text(str(self))


def shows(cls: type[S], form: str = "text") -> Callable[[Words[S, P]], Words[S, P]]:
    """Declare that a function writes the results of a class, as text or in another form, like "latex"."""

    def register(function: Words[S, P]) -> Words[S, P]:
        _WORDS[cls, form] = function
        return function

    return register


def words_of(cls: type[Shown], form: str = "text") -> Callable[..., str]:
    """Return the function that writes the results of a class in a given form: its own, or that of its parent."""
    import_module(f"zchomp.{cls._words}")
    for parent in cls.__mro__:
        if (parent, form) in _WORDS:
            return _WORDS[parent, form]
    raise TypeError(f"zchomp.{cls._words} has no {form} for {cls.__name__}; expected a function that shows it")


def html_text(text: str) -> str:
    """Return a text as HTML for a notebook, with the same lines.

    >>> html_text("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


class Headed(str):
    """A text together with the numbers of the lines that are headings."""

    __slots__ = ("headings",)
    headings: frozenset[int]


def headed(heading: str, *below: str) -> Headed:
    r"""A text whose first line is its heading. A single line is not a heading.

    >>> [is_heading for _, is_heading in marked_lines(headed("Losers", "(1)\n(2, 1)"))]
    [True, False, False]
    >>> [is_heading for _, is_heading in marked_lines(headed("There are no losers."))]
    [False]
    """
    return _marked("\n".join([heading, *below]), {0} if below else ())


def stacked(texts: Iterable[str], between: str = "\n") -> Headed:
    r"""Texts one below the other, each with its headings.

    >>> both = stacked([headed("Slice 1", "a line"), headed("Slice 2", "another")], between="\n\n")
    >>> sorted(both.headings)
    [0, 3]
    """
    texts = list(texts)
    headings: set[int] = set()
    line = 0
    for text in texts:
        headings |= {line + heading for heading in getattr(text, "headings", ())}
        line += text.count("\n") + between.count("\n")
    return _marked(between.join(texts), headings)


def marked_lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, and for each whether it is a heading."""
    headings = text.headings if isinstance(text, Headed) else ()
    return ((line, number in headings) for number, line in enumerate(text.split("\n")))


def _marked(text: str, headings: Iterable[int]) -> Headed:
    marked = Headed(text)
    marked.headings = frozenset(headings)
    return marked


POSITION = r"[\[(](?:[0-9]+(?:\*\w)?|\w)(?:(?:,| \+) (?:[0-9]+(?:\*\w)?|\w))+[\])]"
"""A position, by rows or by columns, with or without a letter."""

FORMULA = r"\S*\([^()\s]+ [-+=] [^()\s]+\)+|(?<!\S)\w{1,2}(?:_\w)? (?:=|[<>]=?|≥|≤) \S+(?: [-+] \S+)?"
"""A short formula: a sum or an equation in parentheses, as in V/(1 - x) or (n = 52), or the range of a letter."""

NAMED = re.compile(r"\([0-9, ]*\): ")
"""The name of a slice at the beginning of a line about it."""

WHOLE = re.compile(f"{POSITION}|{FORMULA}")
"""Text that is never broken."""


def fit(text: str, width: int) -> str:
    r"""The text with its long lines broken between words. The continuation lines of a list item are indented further.

    Lines of a table (with runs of spaces inside), and the verifier's lines, are not broken, nor are positions and short
    formulas.

    >>> print(fit("Whoever moves from (9, 7, 4) wins.\n  an item of a list", 24))
    Whoever moves from
    (9, 7, 4) wins.
      an item of a list
    >>> print(fit("Let α = 1 + √2, and let β = 2 + √2.", 30))
    Let α = 1 + √2, and let
    β = 2 + √2.
    >>> print(fit("(2): (4 + a, 2 + a, 2), (8, 4, 2)", 26))
    (2): (4 + a, 2 + a, 2),
      (8, 4, 2)
    >>> print(fit("  SHA-256      8f14e45fceea167a", 24))
      SHA-256
        8f14e45fceea167a
    >>> print(fit("  SHA-256  8f14e45fceea167a", 19))
      SHA-256  8f14e45f
               ceea167a
    """
    return "\n".join(_fitted(line, width) for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    bare = line.lstrip(" ")
    if len(line) <= width or bare.startswith("s ") or re.search(r"\S \||   +\S.*   +\S", bare):
        return line
    margin = " " * (len(line) - len(bare))
    label = re.match(r"[\w-]+ {2,}", bare)  # the value of a fact stays in its column
    later = " " * len(label[0]) if label else "  " * bool(margin or NAMED.match(bare))
    if label and " " not in bare[label.end() :]:  # a digest: below its label, or in equal parts
        digest, begin = bare[label.end() :], margin + label[0]
        if len(f"{margin}  {digest}") <= width:
            return f"{margin}{label[0].rstrip()}\n{margin}  {digest}"
        parts = ceil(len(digest) / max(1, width - len(begin)))
        return begin + f"\n{' ' * len(begin)}".join(textwrap.wrap(digest, ceil(len(digest) / parts)))
    return textwrap.fill(
        WHOLE.sub(lambda whole: whole[0].replace(" ", "\xa0"), bare),
        width,
        initial_indent=margin,
        subsequent_indent=margin + later,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    ).replace("\xa0", " ")
