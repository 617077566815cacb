"""Fitting: text in lines of a given width, broken between words. Tables and drawings are left as they are."""

import re
import textwrap
from math import ceil

__all__ = ["fit"]

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
