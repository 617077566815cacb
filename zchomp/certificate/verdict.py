"""Verdicts: the outcome for a certificate, whoever checked it, and the stand-alone verifier in this process."""

import re
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path

from zchomp import verifier
from zchomp.progress import Progress, silent
from zchomp.results import Claim
from zchomp.showing import html_text

__all__ = ["LONGEST_HEADER", "Verification", "verify_alone"]

LONGEST_HEADER = 10_000
"""The maximum number of bytes of a first line that are read before the verifier reads the file."""


class Verification(verifier.Verdict):
    """The verdict on a certificate: the verifier's exit code, its line, and the reason if it was not verified.

    It is true if and only if the certificate was verified.

    >>> verdict = Verification(0, "s VERIFIED rows=3 nim=0 upto=5 slices=6 sha256=0123", "")
    >>> bool(verdict), verdict.claim, verdict.slices, verdict.sha256
    (True, {'rows': 3, 'nim': 0, 'upto': 5}, 6, '0123')
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.code == verifier.VERIFIED

    def __str__(self) -> str:
        return f"{self.line}\n{self.reason}" if self.reason else self.line

    def _repr_html_(self) -> str:
        return html_text(str(self))

    @property
    def claim(self) -> dict[str, int | str]:
        """The claim of a verified certificate: numbers, and the digest of a growing order. Empty if there is none."""
        said = {key: value for key, value in self._said().items() if key not in {"slices", "sha256"}}
        return {key: value if key == "order" else int(value) for key, value in said.items()}

    @property
    def slices(self) -> int | None:
        """The number of slices of a verified certificate. None for a strategy, and if it was not verified."""
        said = self._said().get("slices")
        return None if said is None else int(said)

    @property
    def sha256(self) -> str:
        """The digest of a verified certificate of slices. It is empty in other verdicts."""
        return self._said().get("sha256", "")

    def _said(self) -> dict[str, str]:
        """The verdict line as names and values."""
        return dict(re.findall(r" (\w+)=(\w+)", self.line))


def verify_alone(
    path: str | PathLike[str], wanted: dict[str, int] | None = None, progress: Progress = silent
) -> Verification:
    """The verdict of the stand-alone verifier, in this process, on a certificate about bars."""
    total = _count(fspath(path))
    return Verification(*verifier.verify(fspath(path), wanted, lambda done: progress("verifying", done, total)))


def _count(path: str) -> int:
    """The number of slices that a certificate claims, or 0 for other files and for a pipe, which is read only once."""
    with suppress(OSError, ValueError, verifier.Refused, verifier.Declined):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                claim, _ = verifier.read_header(file.readline(LONGEST_HEADER)[:-1])
            return Claim(**claim._asdict()).count()
    return 0
