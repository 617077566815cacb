"""The page of the theorems that Coq has checked: the results with their theorems, and all statements.

If coqdoc has written the sources as pages (`make -C proofs html`), the site has these pages too, in its folder `coq`,
and each theorem leads to its place there.
"""

import re
import shutil
from pathlib import Path

from docutils import nodes
from picture import drawing
from repository import table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from statements import PROOFS, sentences, theorems

__all__ = ["Needs", "Sentences", "Theorems", "setup"]

COQDOC = PROOFS / "html"


class Sentences(SphinxDirective):
    """A table of the results that are checked in Coq, each with links to its theorems."""

    def run(self) -> list[nodes.Node]:
        """The table."""
        self.env.note_reread()  # the page changes with the proofs, not with its own file
        rows = []
        for sentence in sentences():
            links = nodes.inline()
            for name in sentence.names:
                links += [nodes.reference("", "", nodes.literal("", name), internal=True, refid=name), nodes.Text(" ")]
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence.text).replace("`", "")
            rows.append([nodes.Text(plain), nodes.literal("", sentence.page), links])
        return [table(["result", "page", "theorems"], rows)]


class Needs(SphinxDirective):
    """The picture of the files and of what they need."""

    def run(self) -> list[nodes.Node]:
        """The picture, on the site only."""
        self.env.note_reread()
        return [nodes.raw("", drawing(), format="html")]


class Theorems(SphinxDirective):
    """All theorems, file by file, each with its sentence and its statement."""

    def run(self) -> list[nodes.Node]:
        """A paragraph and a block of code for each theorem, under the name of its file."""
        self.env.note_reread()
        found: list[nodes.Node] = []
        file = ""
        for theorem in theorems():
            if theorem.file != file:
                file = theorem.file
                found.append(nodes.rubric("", f"proofs/{file}"))
            name: nodes.TextElement = nodes.literal("", theorem.name)
            if COQDOC.exists():
                name = nodes.reference("", "", name, internal=False, refuri=f"coq/{theorem.place}")
            words = nodes.paragraph("", "", name, nodes.Text(f" {theorem.comment}"))
            words["ids"].append(theorem.name)
            found += [words, nodes.literal_block(theorem.statement, theorem.statement, language="coq")]
        return found


def copy_sources(app: Sphinx, error: Exception | None) -> None:
    """Put the pages of coqdoc, if there are any, where the theorems lead to."""
    if error is None and app.builder.format == "html" and COQDOC.exists():
        shutil.copytree(COQDOC, Path(app.outdir) / "coq", dirs_exist_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives, and the last step of a build."""
    app.connect("build-finished", copy_sources)
    app.add_directive("zchomp-sentences", Sentences)
    app.add_directive("zchomp-theorems", Theorems)
    app.add_directive("zchomp-needs", Needs)
    return {"parallel_read_safe": True}
