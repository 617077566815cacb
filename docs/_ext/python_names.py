"""The directive `zchomp-names`: the reference of every name of `zchomp`, grouped by where it is defined."""

import importlib
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from types import ModuleType

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

__all__ = ["Library", "groups", "plain_docstring", "setup"]

TITLES = {
    "bars.position": "Positions",
    "bars.periodic": "Sequences",
    "bars.slices": "Slices",
    "bars.results": "Proofs, and Unknown",
    "core.answers": "Proofs, and Unknown",
    "bars.conjectures": "Proving",
    "bars.coverage": "Proving",
    "bars.prover": "Proving",
    "bars.recurrence": "Proving",
    "proof": "Certificates",
    "bars": "Answers",
    "charts": "The chart",
    "posets": "Posets",
    "ordinals": "Infinite rows",
    "solid": "Solid bars",
    "growing": "Growing orders",
    "documents": "Tables and documents",
    "pictures": "Pictures",
    "errors": "Errors",
    "": "Other names",
}
"""Headings, in order, by the module or the folder below `zchomp`; others follow under their own name."""


def groups(package: str = "zchomp") -> dict[str, list[str]]:
    """The public names under their headings, functions before classes; dunder names are left out."""
    library = importlib.import_module(package)
    found: dict[str, list[str]] = {title: [] for title in TITLES.values()}
    for name in sorted(dir(library), key=lambda name: (inspect.isclass(getattr(library, name)), name.lower())):
        if not name.startswith("_"):
            value = getattr(library, name)
            where = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", package)
            module = where.removeprefix(package).removeprefix(".") if where.startswith(package) else ""
            folder = module.partition(".")[0]
            found.setdefault(TITLES.get(module, TITLES.get(folder, folder.capitalize())), []).append(name)
    return {title: names for title, names in found.items() if names}


class Library(SphinxDirective):
    """A section for each group, and in it an autodoc directive for each name."""

    def run(self) -> list[nodes.Node]:
        """The sections."""
        self.env.note_reread()  # the page changes with the code, not with its own file
        sections: list[nodes.Node] = []
        for title, names in groups().items():
            section = nodes.section(ids=[nodes.make_id(f"library-{title}")], names=[title.lower()])
            section += nodes.title("", title)
            lines = [line for name in names for line in _directive(name)]
            self.state.nested_parse(_as_rst(lines), self.content_offset, section)
            sections.append(section)
        return sections


def _directive(name: str) -> Iterator[str]:
    value = getattr(importlib.import_module("zchomp"), name)
    if isinstance(value, ModuleType):
        yield from (f".. automodule:: {value.__name__}", "   :members:")
    elif inspect.isclass(value):
        yield from (f".. autoclass:: zchomp.{name}", "   :members:")
        if issubclass(value, BaseException):
            yield "   :show-inheritance:"
        if issubclass(value, Enum):
            yield "   :undoc-members:"
    else:
        yield f".. {'autofunction' if callable(value) else 'autodata'}:: zchomp.{name}"
    yield ""


def _as_rst(lines: list[str]) -> StringList:
    """The page is MyST, but autodoc reads reStructuredText: a directive of MyST connects them."""
    return StringList(["```{eval-rst}", *lines, "```"], source="zchomp")


def plain_docstring(lines: list[str]) -> list[str]:
    r"""A docstring in plain words as reStructuredText: nothing in it is markup but code, examples, lists and blocks.

    >>> plain_docstring(["The *own* set of `a_`:", "", "    a  b", "", "- one", "- two"])
    ['The \\*own\\* set of ``a_``:', '', '::', '', '    a  b', '', '- one', '- two', '']
    """
    result: list[str] = []
    for block in _blocks(lines):
        if block[0].startswith(">>>"):
            result += block
        elif block[0].startswith(" "):
            result += ["::", "", *(f"    {line}" for line in inspect.cleandoc("\n".join(["", *block])).splitlines())]
        else:
            in_list = block[0].startswith("- ")
            for line in map(_escape, block):
                result.append(f"  {line}" if in_list and not line.startswith("- ") else line)
        result.append("")
    return result


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Paragraphs, lists, indented blocks and examples, each by itself."""
    block: list[str] = []
    for line in [*lines, ""]:
        kind, before = _kind(line), _kind(block[0]) if block else ""
        in_example = before == "example"
        starts_anew = not in_example and kind != before and not (before == "list" and kind in {"words", "indented"})
        if block and (not line.strip() or starts_anew):
            yield [one.strip() for one in block] if before == "list" else block
            block = []
        if line.strip():
            block.append(line)


def _kind(line: str) -> str:
    if line.startswith(">>>"):
        return "example"
    return "indented" if line.startswith(" ") else "list" if line.startswith("- ") else "words"


def _escape(line: str) -> str:
    """Code between backticks as a literal; every other character that could be markup as itself."""
    parts = re.split(r"``(.+?)``|`(.+?)`", line)
    texts = [re.sub(r"([\\*|`]|_(?!\w))", r"\\\1", text or "") for text in parts[::3]]
    codes = [f"``{one or other}``" for one, other in zip(parts[1::3], parts[2::3], strict=True)]
    return "".join(text + code for text, code in zip(texts, [*codes, ""], strict=True))


def _process(_app: Sphinx, _what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    of_a_field = bool(lines) and lines[0].startswith("Alias for field number")  # what Python says of a named tuple
    lines[:] = [] if of_a_field else plain_docstring(lines)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, and the treatment of docstrings."""
    app.add_directive("zchomp-names", Library)
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True}
