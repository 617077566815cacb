"""Files of the repository that are not pages: links to them become downloads; limits and schemas are listed.

The pages are read in the repository too, where `[words](../proofs/soundness.md)` is a link. On the site such a file is
offered as a download, and a folder is named without a link.
"""

import ast
import importlib.util
import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

__all__ = ["Limits", "Schemas", "limits", "link_downloads", "setup", "table"]

LINK = re.compile(r"\[([^\]\n]*)\]\(((?:\.\./|schemas/)[^)\s#:]*)(?:#[^)\s]*)?\)")


def link_downloads(app: Sphinx, _page: str, source: list[str]) -> None:
    """Turn links that leave the site into downloads, of the whole file if a link leads to a heading of it."""

    def replace(match: re.Match[str]) -> str:
        words = match[1].replace("`", "")
        return f"{{download}}`{words} <{match[2]}>`" if (Path(app.srcdir) / match[2]).is_file() else f"`{words}`"

    source[0] = LINK.sub(replace, source[0])


def limits(module: str = "zchomp.core.limits") -> Iterator[tuple[str, str, str]]:
    """The upper-case constants of a module that have a docstring: name, value as written, meaning."""
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None:
        return
    body = ast.parse(Path(found.origin).read_text(encoding="utf-8")).body
    for statement, after in pairwise(body):
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            meaning = " ".join(str(after.value.value).split())
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                shown = ", ".join(name.id for name in names if isinstance(name, ast.Name) and name.id.isupper())
                if shown:
                    value = ast.unparse(statement.value)
                    yield shown, value[1:-1] if isinstance(statement.value, ast.Tuple) else value, meaning


class Limits(SphinxDirective):
    """A table of all constants of `zchomp.core.limits`."""

    def run(self) -> list[nodes.Node]:
        """The table, or a sentence if there are no constants yet."""
        self.env.note_reread()  # the page changes with the code, not with its own file
        rows = [
            [nodes.literal("", name), nodes.literal("", value), nodes.Text(meaning)]
            for name, value, meaning in limits()
        ]
        if not rows:
            return [nodes.paragraph("", "The module zchomp.core.limits of this version has no constants.")]
        return [table(["constant", "value", "meaning"], rows)]


class Schemas(SphinxDirective):
    """A table of the JSON Schemas in docs/schemas, as downloads."""

    def run(self) -> list[nodes.Node]:
        """The table, or a sentence if there are no schemas yet."""
        self.env.note_reread()
        rows = []
        for path in sorted((Path(self.env.srcdir) / "schemas").glob("*.json")):
            schema = json.loads(path.read_text(encoding="utf-8"))
            link = addnodes.download_reference("", "", nodes.literal("", path.name), reftarget=f"schemas/{path.name}")
            link["refdoc"] = self.env.docname
            rows.append(
                [link, nodes.Text(str(schema.get("title", ""))), nodes.Text(str(schema.get("description", "")))]
            )
        if not rows:
            return [nodes.paragraph("", "This version has no schemas.")]
        return [table(["schema", "title", "description"], rows)]


def table(titles: Sequence[str], rows: Sequence[Sequence[nodes.Node]]) -> nodes.table:
    """A table with these titles."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in titles), cols=len(titles))
    group += nodes.thead("", _row([nodes.Text(title) for title in titles]))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group)


def _row(cells: Sequence[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, and the treatment of links."""
    app.connect("source-read", link_downloads)
    app.add_directive("zchomp-limits", Limits)
    app.add_directive("zchomp-schemas", Schemas)
    return {"parallel_read_safe": True}
