"""The citation: how to cite zchomp and its results, from the file CITATION.cff that is installed with the package."""

import re

from zchomp.errors import ZchompError
from zchomp.user_files import installed_file
from zchomp.words.data import Data

__all__ = ["citation_data", "citation_text"]

FIELDS = {"message": "message", "title": "title", "author": "name", "version": "version", "year": "date-released"}
"""The fields of CITATION.cff that are used."""


def citation_data() -> Data:
    """The title, the author, the version and the year of zchomp, and the sentence that asks for a citation.

    Raises ZchompError if the installation lacks CITATION.cff.
    """
    text = installed_file("CITATION.cff").read_text(encoding="utf-8")
    fields = {key: _field(text, name) for key, name in FIELDS.items()}
    return {**fields, "year": int(fields["year"][:4])}


def citation_text(cited: Data) -> str:
    """How to cite zchomp: a sentence, an entry for BibTeX, and an example of a result."""
    title, author, version, year = (cited[key] for key in ("title", "author", "version", "year"))
    entry = f"title = {{{title}}}, author = {{{{{author}}}}}, version = {{{version}}}, year = {{{year}}}"
    return "\n".join(
        [
            str(cited["message"]),
            f"  {author}, {title}, version {version}, {year}.",
            "BibTeX:",
            f"  @software{{zchomp, {entry}}}",
            "For a result, cite the claim and the SHA-256 of its certificate, which zchomp prove prints. For example:",
            f"  All losers of three-rowed Chomp with third row at most 115; zchomp {version}, certificate SHA-256 ...",
        ]
    )


def _field(text: str, name: str) -> str:
    """The value of a field, without its quotes."""
    match = re.search(rf'^(?:  - )?{name}: *"?(.*?)"?$', text, flags=re.MULTILINE)
    if match is None:
        raise ZchompError(f"CITATION.cff has no field {name!r}")
    return match[1]
