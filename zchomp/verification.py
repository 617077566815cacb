"""Verification: the verdict on a file, whichever kind of certificate it is.

    first words of a file    claims about             verifier
    zchomp-certificate       bars of any length       zchomp/verifier.py
    zchomp-growing           a growing order          zchomp/growing/verifier.py
    zchomp-strategy          a game on a poset        zchomp/posets/verifier.py

Each verifier is one file that imports nothing but the standard library.
"""

from __future__ import annotations

import json
from contextlib import suppress
from enum import Enum
from os import PathLike, fspath
from pathlib import Path

from zchomp import verifier
from zchomp.certificate.certify import Verification
from zchomp.errors import InvalidArgument, quote, require_path
from zchomp.growing import verifier as growing
from zchomp.posets import verifier as strategies
from zchomp.position import whole_number

__all__ = ["CertificateKind", "kind_of", "verify", "verify_growing", "verify_strategy"]

LONGEST_FIRST_LINE = 10_000_000
"""A first line of more bytes is not read for its format: no verifier takes one."""


class CertificateKind(Enum):
    """The kinds of certificates, by the word with which their format begins."""

    BARS = "zchomp-certificate"
    GROWING = "zchomp-growing"
    STRATEGY = "zchomp-strategy"


def kind_of(path: str) -> CertificateKind:
    """The kind of certificate that the first line of a file names, in any version.

    A file that names none is taken for one about bars, whose verifier says what is wrong with it. So is a pipe, which
    can be read only once.
    """
    with suppress(OSError, ValueError, RecursionError, AttributeError):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                name, _, version = str(json.loads(file.readline(LONGEST_FIRST_LINE)).get("format")).partition(" ")
            return CertificateKind(name) if version else CertificateKind.BARS
    return CertificateKind.BARS


def verify(
    path: str | PathLike[str],
    *,
    rows: int | None = None,
    nim: int | None = None,
    upto: int | None = None,
    elements: int | None = None,
    order: str | None = None,
) -> Verification:
    """Check a certificate of any kind by its stand-alone verifier. Numbers that are given must be those of its claim.

    A claim about bars has ``rows``, ``nim`` and ``upto``. One about a growing order has ``elements``, ``nim`` and
    ``order``, the SHA-256 of the order. A strategy has none of them. The verdict is true if and only if the
    certificate is verified. Its ``line`` and ``reason`` say more.

    >>> from zchomp.certificate.format import shipped_certificate
    >>> bool(verify(shipped_certificate())), bool(verify(shipped_certificate(), upto=200))
    (True, False)

    Raises InvalidArgument if one of the numbers is not a whole number, or the order is not text.
    """
    require_path(path)
    name = fspath(path)
    numbers = {"rows": rows, "nim": nim, "upto": upto, "elements": elements}
    wanted: dict[str, int] = {key: whole_number(value, key) for key, value in numbers.items() if value is not None}
    if order is not None and not isinstance(order, str):
        raise InvalidArgument(f"the order is the text of a SHA-256, got {quote(order)}")
    match kind_of(name):
        case CertificateKind.STRATEGY:
            return verify_strategy(name, {*wanted, *(["order"] if order is not None else [])})
        case CertificateKind.GROWING:
            texts = {key: str(number) for key, number in wanted.items()}
            return verify_growing(name, texts if order is None else {**texts, "order": order})
    if elements is not None or order is not None:
        return _refused(name, "a claim about bars has no elements or order")
    return Verification(*verifier.verify(name, wanted))


def verify_strategy(path: str, wanted: set[str]) -> Verification:
    """The verdict on a strategy. It is refused if its claim should have any of the wanted numbers."""
    return _refused(path, "a strategy has no rows, nim or upto") if wanted else Verification(*strategies.verify(path))


def verify_growing(path: str, wanted: dict[str, str]) -> Verification:
    """The verdict on a certificate of a growing order, whose claim must have these texts."""
    return Verification(*growing.verify(path, wanted))


def _refused(path: str, reason: str) -> Verification:
    return Verification(verifier.NOT_VERIFIED, "s NOT VERIFIED", f"{path!r}: {reason}")
