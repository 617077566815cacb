"""Certificates of growing orders: JSON Lines, one line for each slice, the same bytes on every machine.

    header     {"format":"zchomp-growing 1","claim":{"game":"chomp","nim":0,"order":{...}},"mode":"full","producer":...}
    slice      {"tops":[1],"nim":0,"first":1,"kind":"periodic","head":[2,-1],"period":[1,-1],"modulus":2,"bound":5,...}
    trailer    {"slices":2,"sha256":"..."}

The order is in the file, and its axioms are part of the check. The slices are all down-sets of A, by nim-value, number
of elements, and number. A file is written as the proof proceeds, in a work folder, and put in place when the verifier
has accepted it. An interrupted run is resumed from its last whole line, and the verifier also checks these lines.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.numbers import whole_number
from zchomp.core.runs import Progress, reporting
from zchomp.core.showing import Shown, shows
from zchomp.errors import CertificateError, InvalidPoset, quote, require, require_path
from zchomp.growing.families import GrowingFamily, family_of_order
from zchomp.growing.order import GrowingOrder
from zchomp.growing.proofs import GrowingProofs, all_slices, count_slices
from zchomp.growing.recurrence import GrowingSlice
from zchomp.proof import growing_verifier as verifier
from zchomp.proof.draft import Draft, despite_damage
from zchomp.proof.format import Chain, Verification, json_line

FORMAT = "zchomp-growing 1"
PRODUCER = "zchomp 1.0.0"
"""The producer in the header, with the version since which these bytes are written."""


@dataclass(slots=True, repr=False)
class GrowingReport(Shown, words="growing.certificate"):
    """A written certificate: the proofs, where it is, how much was resumed, and the verifier's verdict.

    ``damaged`` says that a part of an earlier run could not be used.
    """

    proofs: GrowingProofs
    path: Path
    resumed: int
    verdict: Verification
    damaged: bool


@shows(GrowingReport)
def growing_report_text(report: GrowingReport) -> str:
    """The positions that were proved, and the verdict on their certificate."""
    return f"{report.proofs}\n{report.verdict}"


class GrowingChain(Chain):
    """The lines of a certificate of a growing order, each with the digest of the line before it."""

    def __init__(self, order: GrowingOrder, nim: int, producer: str = PRODUCER) -> None:
        super().__init__()
        self.order, self.nim, self.producer = order, nim, producer

    def header(self) -> bytes:
        """The first line."""
        claim = {"game": "chomp", "nim": self.nim, "order": self.order.to_dict()}
        return json_line({"format": FORMAT, "claim": claim, "mode": "full", "producer": self.producer})

    def slice(self, slice_: GrowingSlice) -> bytes:
        """The line of a slice, if it comes next."""
        return json_line({**slice_.to_dict(self.order.tops(slice_.kept)), "prev": self.last})


def certify(
    family: GrowingFamily,
    path: str | PathLike[str],
    *,
    nim: int = 0,
    progress: Progress | None = None,
    workers: int = 1,
    max_rows: int = limits.GROWING_ROWS,
    scheduler: str | None = None,
) -> GrowingReport | Unknown:
    """Prove the positions of nim-values 0 to ``nim`` of a family, verify the certificate, and write it to ``path``.

    An interrupted run is resumed. If the verifier refuses its lines, the run starts again. If a slice is not proved,
    the result is Unknown, and no certificate is written.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.growing.families import bar
    >>> with TemporaryDirectory() as folder:
    ...     report = certify(bar(3, upto=5), Path(folder) / "five.jsonl")
    >>> report.verdict.line[:39]
    's VERIFIED elements=5 nim=0 slices=6 or'

    Raises TooLarge if there are too many down-sets, and CertificateError if the verifier does not accept the file.
    """
    require(family, GrowingFamily, "the family must be one like arms('2,1') or bar(3, upto=5)")
    require_path(path)
    progress = reporting(progress)
    nim = whole_number(nim, "a nim-value")
    return despite_damage(lambda: _attempt(family, Path(path), nim, progress, workers, max_rows, scheduler))


def _attempt(
    family: GrowingFamily, path: Path, nim: int, progress: Progress, workers: int, max_rows: int, scheduler: str | None
) -> GrowingReport | Unknown:
    total = count_slices(family.order, nim, workers)
    with Draft(path, lambda: GrowingChain(family.order, nim), _read_slices) as draft:
        slices = [*draft.found]
        for slice_ in all_slices(family.order, nim, workers, draft.found, max_rows, scheduler):
            if isinstance(slice_, Unknown):
                return slice_
            draft.append(draft.chain.slice(slice_))
            slices.append(slice_)
            progress("proving", len(slices), total)
        finished = draft.finish()
        verdict = Verification(
            *verifier.verify(str(draft.work.path(finished)), progress=lambda done: progress("verifying", done, total))
        )
        draft.publish(finished, verdict)
    proofs = GrowingProofs(family, nim, tuple(slices))
    return GrowingReport(proofs, path, len(draft.found), verdict, draft.damaged)


def read_certificate(path: str | PathLike[str]) -> GrowingProofs:
    """The proofs in a certificate. Its form and its digests are checked, but not whether it is true.

    The file has the order, but not the family it comes from, so that positions are written as those of
    `from_relations`.

    >>> from tempfile import TemporaryDirectory
    >>> from zchomp.growing.families import arms
    >>> with TemporaryDirectory() as folder:
    ...     report = certify(arms("1"), Path(folder) / "arms.jsonl")
    ...     found = read_certificate(Path(folder) / "arms.jsonl")
    >>> print(found)
    {}: (a, a)
    {(2,2)}: (1 + 2*a, 2 + 2*a), (2 + 2*a, 1 + 2*a)
    >>> found.nim_value(["(2,2)"], 10**30 + 1, 10**30 + 2)
    0

    Raises CertificateError if the file is not a certificate of this format.
    """
    require_path(path)
    with Path(path).open("rb") as file:
        header = file.readline(verifier.MAX_LINE)
        try:
            record = json.loads(header)
            order = GrowingOrder.from_dict(record["claim"]["order"])
            chain = GrowingChain(order, record["claim"]["nim"], record["producer"])
            same = chain.header() == header
        except (ValueError, KeyError, TypeError, RecursionError, InvalidPoset):
            same = False
        if not same:
            raise CertificateError(f"{quote(str(path), 200)} is not a certificate of format {FORMAT!r}")
        chain.add(header)
        slices = [slice_ for slice_, _ in _read_slices(file, chain)]
        trailer = chain.trailer()
        if len(slices) != (chain.nim + 1) * len(order.down_sets()) or file.read(len(trailer) + 1) != trailer:
            raise CertificateError(f"{quote(str(path), 200)}: line {chain.lines + 1} is not the next line, or the last")
        return GrowingProofs(family_of_order(order, f"the order of {Path(path).name}"), chain.nim, tuple(slices))


def _read_slices(file: BinaryIO, chain: GrowingChain) -> Iterator[tuple[GrowingSlice, bytes]]:
    """Read slices as long as the line of each is exactly the next one of the chain."""
    for nim, kept in product(range(chain.nim + 1), chain.order.down_sets()):
        line = file.readline(verifier.MAX_LINE)
        found = _read_slice(line, kept, nim)
        if found is None or chain.slice(found) != line:
            return
        yield found, chain.add(line)


def _read_slice(text: bytes, kept: int, nim: int) -> GrowingSlice | None:
    """The slice for a down-set and a nim-value that a text describes, or None if it is not of the right form."""
    try:
        record = json.loads(text)
        numbers = [record["first"], record["modulus"], record["bound"], *record["head"], *record["period"]]
        if any(type(number) is not int or abs(number) > verifier.MAX_BOUND for number in numbers):
            return None
        head = tuple(None if n == -1 else n for n in record["head"])
        return GrowingSlice(
            kept, nim, record["first"], head, tuple(record["period"]), record["modulus"], record["bound"]
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
