"""The man page: `python docs/_ext/man.py > docs/zchomp.1` writes it from the list of commands."""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from zchomp.cli.commands import LISTED, SHARED, examples, zchomp  # noqa: E402 - this clone, not an installed one
from zchomp.version import VERSION  # noqa: E402

CODES = {
    "0": "an answer",
    "1": "a negative answer, or not known",
    "2": "wrong input",
    "3": "an internal error",
    "130": "interrupted",
}


def page() -> str:
    """The man page, in the language of man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f'.TH ZCHOMP 1 "" "zchomp {VERSION}"'
    yield from (".SH NAME", r"zchomp \- a proof engine for the game of Chomp")
    yield from (".SH SYNOPSIS", r".B zchomp\fR [\fICOMMAND\fR] [\fIOPTIONS\fR] [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", *_paragraphs(zchomp.help or ""))
    yield from (r"\fBzchomp\fR \fICOMMAND\fR \fB\-\-help\fR says everything about a command, and \fB\-h\fR less.",)
    for title, section in groupby(LISTED.items(), key=lambda item: item[1].section):
        yield f".SH {title.upper()}"
        for name, listed in section:
            yield from _item(name, listed.about)
            yield from (".nf", *map(_plain, examples(f"zchomp {name}")), ".fi")
    yield ".SH OPTIONS OF MOST COMMANDS"
    for name, about in SHARED.items():
        yield from _item(name, about)
    yield ".SH EXIT STATUS"
    for code, about in CODES.items():
        yield from _item(code, about)
    yield r"\fBzchomp verify\fR has the exit status of the verifier: see \fBzchomp verify \-\-help\fR."


def _item(term: str, about: str) -> tuple[str, str, str]:
    return ".TP", rf".B {_plain(term)}", _plain(about)


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield from (_plain(" ".join(paragraph.split())), ".PP")


def _plain(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-")


if __name__ == "__main__":
    sys.stdout.write(page())
