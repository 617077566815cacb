"""The theorems that Coq has checked, read from the sources: each with its sentence and its statement.

The sources are read as text, so that the site and its pictures need no Coq: `_CoqProject` lists the files,
`Assumptions.v` the theorems, and the rows of the README and of the pages on results that say "in Coq" name theorems
between backticks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["Sentence", "Theorem", "modules", "needs", "sentences", "theorems"]

ROOT = Path(__file__).parents[2]
PROOFS = ROOT / "proofs"
STATEMENT = re.compile(
    r"(?:\(\*\*((?:(?!\*\)).)*)\*\)\s*)?^ *((?:Theorem|Corollary|Proposition|Lemma)\s+([\w']+)\b.*?\.)$(?=\s*Proof\b)",
    re.MULTILINE | re.DOTALL,
)


class Theorem(NamedTuple):
    """A theorem of Coq: its file, its name, the comment before it in one line, and its statement as it stands."""

    file: str
    name: str
    comment: str
    statement: str

    @property
    def place(self) -> str:
        """Where coqdoc puts it, in the folder of its pages: the page of its file, and its name there."""
        return f"ZChomp.{self.file.removesuffix('.v').replace('/', '.')}.html#{self.name}"


class Sentence(NamedTuple):
    """A result that a page reports: the first cell of a row, the page, and the theorems that the row names."""

    text: str
    page: str
    names: tuple[str, ...]


def modules() -> list[str]:
    """The Coq files as `_CoqProject` lists them, without the programs and the file that prints assumptions."""
    listed = re.findall(r"^(\S+\.v)$", (PROOFS / "_CoqProject").read_text(encoding="utf-8"), re.MULTILINE)
    return [name for name in listed if not name.startswith("program/") and name != "Assumptions.v"]


def needs() -> dict[str, list[str]]:
    """For each module, the modules of this project that it requires."""
    stems = {Path(name).stem: name for name in modules()}
    found = {}
    for name in modules():
        required = re.findall(
            r"^From ZChomp Require (?:Import |Export )?(.*?)\.$",
            (PROOFS / name).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        found[name] = [stems[stem] for line in required for stem in line.split()]
    return found


def theorems() -> list[Theorem]:
    """The theorems whose assumptions Coq prints, file by file."""
    asked = set(re.findall(r"@([\w']+)", (PROOFS / "Assumptions.v").read_text(encoding="utf-8")))
    found = []
    for file in modules():
        for comment, statement, name in STATEMENT.findall((PROOFS / file).read_text(encoding="utf-8")):
            if name in asked:
                sentence = " ".join(comment.strip("* \n").split())
                found.append(Theorem(file, name, sentence, statement))
    return found


def sentences() -> Iterator[Sentence]:
    """The results of the README and of the pages that say that they are checked in Coq, with their theorems."""
    known = {theorem.name for theorem in theorems()}
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("results*.md")), ROOT / "docs" / "ordinals.md"]:
        for row in re.findall(r"^\| (.* in Coq.*) \|$", path.read_text(encoding="utf-8"), re.MULTILINE):
            named = [name for name in re.findall(r"`([\w']+)`", row) if name in known]
            yield Sentence(row.split(" | ")[0], path.name, tuple(dict.fromkeys(named)))
