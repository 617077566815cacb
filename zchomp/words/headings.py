"""Headings: the lines of a text that say what is below them. A terminal shows them in bold; elsewhere they are plain.

A text with headings is a string like any other. Whoever joins such texts does it with `stacked`, because a string that
is put into another one loses its marks.
"""

from collections.abc import Iterable, Iterator

__all__ = ["Headed", "headed", "marked_lines", "stacked"]


class Headed(str):
    """A text, and the numbers of those of its lines that are headings."""

    __slots__ = ("headings",)
    headings: frozenset[int]


def headed(heading: str, *below: str) -> Headed:
    r"""A text whose first line is its heading; a single line is none.

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
    """The lines of a text, each with whether it is a heading."""
    headings = text.headings if isinstance(text, Headed) else ()
    return ((line, number in headings) for number, line in enumerate(text.split("\n")))


def _marked(text: str, headings: Iterable[int]) -> Headed:
    marked = Headed(text)
    marked.headings = frozenset(headings)
    return marked
