"""Showing: a result is written by one call, `render`, as text, JSON, CSV, LaTeX, Markdown or another form.

A result that people look at inherits from `Shown` and names the module of `zchomp` that has its words. There a
function declares with `shows` that it writes the text of this class, or another form of it:

    text       sentences, for a terminal and a notebook         json    data; docs/json.md explains the keys
    latex      for an article                                   table   a `Table`, which is CSV, Parquet and data frames
    markdown, html, maple, bfile, formula   where they are of use

The module is imported when such a result is first printed, so that nothing below imports the words, and a sentence
about a bar does not wait for sympy.

A text may have headings, which a terminal shows in bold. Such a text is a `Headed`, a string that also records which of
its lines are headings. Use `stacked` to join such texts, because a string that is inserted into another one loses them.

Text is fitted to lines of a given width by breaking it between words. Tables and drawings are left as they are.
"""

import json
import re
import textwrap
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from html import escape
from importlib import import_module
from inspect import signature
from math import ceil
from reprlib import Repr
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from zchomp.core.tables import Table

Item_co = TypeVar("Item_co", covariant=True)
Writer = TypeVar("Writer", bound=Callable[..., Any])

_WRITERS: dict[tuple[type["Shown"], str], Callable[..., Any]] = {}
"""The functions that write the results of a class in a given form, registered when their modules are imported."""

_OF_ALL: set[Callable[..., Any]] = set()
"""Those that write a list of results as one."""

JSON_VERSION = 2
"""The version of the vocabulary of JSON, which every object has at its top."""

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
        return render(self)

    def __repr__(self) -> str:
        values = (f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in fields(self) if field.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(values)})"

    def _repr_html_(self) -> str:
        return html_text(str(self))

    def table(self) -> "Table":
        """The result as a table with named columns, which writes itself as CSV or Parquet, or becomes a data frame.

        >>> import zchomp
        >>> zchomp.winners(1).table().columns[:4]
        ('tail', 'start', 'step', 'b')

        Raises TypeError for a result that is no list.
        """
        found: Table = _written([self], "table", {})[0]
        return found


class Listed(Sequence[Item_co]):
    """A result that is a list: it has a length, its items and slices of them."""

    __slots__ = ()

    @abstractmethod
    def listed(self) -> Sequence[Item_co]:
        """All items."""

    def __len__(self) -> int:
        return len(self.listed())

    def __iter__(self) -> Iterator[Item_co]:
        return iter(self.listed())

    @overload
    def __getitem__(self, place: int) -> Item_co: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item_co]: ...
    def __getitem__(self, place: int | slice) -> Item_co | Sequence[Item_co]:
        return self.listed()[place]


def shows(cls: type[Shown], form: str = "text", *, of_all: bool = False) -> Callable[[Writer], Writer]:
    """Declare that a function writes the results of a class in a form: as a string, as data, or as a table.

    With ``of_all`` it takes a list of them, and writes one list.
    """

    def register(function: Writer) -> Writer:
        _WRITERS[cls, form] = function
        if of_all:
            _OF_ALL.add(function)
        return function

    return register


def render(found: object, form: str = "text", **options: object) -> str:
    """Write a result, or a list of results one below the other, in one of its forms.

    An option that another form has, like the width of a text, is left out.

    >>> import zchomp
    >>> print(render(zchomp.winners(1)[:2], "text", letters=("n", "b")))
    [1, 0, 3 + b] -> [1, 0, 2]
    [1, 1, 1 + b] -> [1, 1, 0]

    Raises TypeError for a form or an option that the result does not have.
    """
    is_list = isinstance(found, list)
    written = _written(found if isinstance(found, list) else [found], "table" if form == "csv" else form, options)
    if form == "json":
        return json_text(written if is_list else written[0])
    if form == "csv":
        return "\n".join(text for place, table in enumerate(written) if (text := table.csv(header=not place)))
    return written[0] if len(written) == 1 else stacked(written, "\n\n" if form in {"latex", "markdown"} else "\n")


def _written(found: list[Any], form: str, options: dict[str, object]) -> list[Any]:
    """What is written of results of one class, each by itself or all together, with those options that are taken."""
    if not found:
        return []
    cls = type(found[0])
    writers = writers_of(cls)
    if form == "json" and form not in writers:
        return [table.data() for table in _written(found, "table", options)]
    taken = {of: signature(write).parameters for of, write in writers.items()}
    for wrong in (
        [form] if form not in writers else options.keys() - {name for names in taken.values() for name in names}
    ):
        raise TypeError(f"zchomp.{cls._words} has no {wrong} for {cls.__name__}; expected a function that shows it")
    write, own = writers[form], {name: value for name, value in options.items() if name in taken[form]}
    return [write(found, **own)] if write in _OF_ALL else [write(one, **own) for one in found]


def writers_of(cls: type[Shown]) -> dict[str, Callable[..., Any]]:
    """The functions that write the results of a class, its own or those of its parents, by form."""
    import_module(f"zchomp.{cls._words}")
    return {of: write for parent in reversed(cls.__mro__) for (one, of), write in _WRITERS.items() if one is parent}


def json_text(value: object) -> str:
    r"""JSON on one line: an object with the version of its vocabulary, which has the lines of a list.

    Letters are as they are, except for control characters, which a terminal might obey.

    >>> print(json_text({"about": ["√2", "\x9b31m", "\u202e"]}))
    {"version": 2, "about": ["√2", "\u009b31m", "\u202e"]}
    >>> print(json_text([{"n": 1}, {"n": 2}]))
    {"version": 2, "lines": [{"n": 1}, {"n": 2}]}
    """
    whole = value if isinstance(value, dict) else {"lines": value}
    text = json.dumps({"version": JSON_VERSION, **whole}, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


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
