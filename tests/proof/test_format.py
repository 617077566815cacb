"""The format of certificates: the same bytes from two writers, and a reader that checks form, types and digests."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reference import settled
from tests.sealing import BASE_CERTIFICATE, certificate, records, seal, written
from tests.support import SHIPPED, TESTS, known, proved
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim
from zchomp.errors import CertificateError
from zchomp.proof import format as format_module
from zchomp.proof.certify import write_certificate
from zchomp.proof.format import Mode, read_certificate, read_lines, shipped_certificate, usual_name

CLAIMS = [
    Claim(rows=3, nim=0, upto=8),
    Claim(rows=3, nim=0, upto=121),
    Claim(rows=2, nim=0, upto=0),
    Claim(rows=2, nim=2, upto=0),
    Claim(rows=4, nim=0, upto=4),
    Claim(rows=3, nim=2, upto=3),
    Claim(rows=5, nim=1, upto=2),
]


@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_two_writers_give_the_same_bytes(claim: Claim, mode: Mode, tmp_path: Path) -> None:
    """Zchomp's writer and that of the tests agree to the last byte, also on proofs by the recurrence written out."""
    assert write_certificate(proved(claim), tmp_path / "one.jsonl", mode=mode)
    text = (tmp_path / "one.jsonl").read_bytes()
    size = claim.rows, claim.nim, claim.upto
    assert text == certificate(*size, mode)
    assert text == written(*size, settled(*size), mode)


def test_the_example_in_the_header_is_real() -> None:
    """The lines shown in the module's header are lines of a certificate, apart from what the dots leave out."""
    shown = re.findall(r"^    (?:header|slice|trailer) +(.*)$", format_module.__doc__ or "", flags=re.MULTILINE)
    lines = SHIPPED.read_text(encoding="utf-8").splitlines()
    assert len(shown) == 3
    for example in shown:
        pattern = re.escape(example).replace(re.escape("{...}"), r"\{.*\}").replace(re.escape("..."), ".*")
        assert any(re.fullmatch(pattern, line) for line in lines), example


def test_shipped_certificate_is_found() -> None:
    """The package finds the certificate that it was installed with. test_shipped.py tests the others."""
    assert shipped_certificate() == SHIPPED
    assert SHIPPED.read_bytes() == certificate(3, 0, 115)
    assert usual_name(Claim(rows=3, nim=0, upto=115)) == SHIPPED.name


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_reading_inverts_writing(claim: Claim, tmp_path: Path) -> None:
    """Reading a full certificate gives its claim and its proofs, in order. A path may be text."""
    path = tmp_path / "one.jsonl"
    path.write_bytes(certificate(claim.rows, claim.nim, claim.upto))
    for found in (read_certificate(path), read_certificate(str(path))):
        assert found.claim == claim
        assert list(found.items()) == list(proved(claim).items())


def test_a_fork_does_not_spoil_the_reading() -> None:
    """A process forked while the installed certificate is read leaves the rest of it to its parent."""
    lines = read_lines(SHIPPED)
    first = next(lines)
    child = os.fork()
    if child == 0:
        os._exit(len(list(lines)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 115
    assert len([first, *lines]) == 116


READ = {
    "accepted": "four-rows-4 other-producer three-rows-5 three-rows-nim-2 two-rows two-rows-nim-3",
    "malformed": "bound-of-ten-digits escaped-producer",
    "rejected": "bound-too-long bound-too-short empty-claimed-finite empty-with-wrong-witness finite-claimed-empty "
    "finite-claimed-periodic finite-with-modulus head-beyond-the-return head-lengthened missing-loser modulus-doubled "
    "modulus-zero period-doubled periodic-claimed-finite repeats-too-soon wrong-period wrong-term",
}
"""The files of the collection that are read. Those that are rejected are false, which the verifier says."""


def is_read(path: Path) -> bool:
    """Whether a file is read, or else refused in one line that names it."""
    refused = ""
    try:
        read_certificate(path)
    except CertificateError as problem:
        refused = str(problem)
    assert "\n" not in refused
    assert not refused or str(path) in refused
    return not refused


@pytest.mark.parametrize("kind", READ)
def test_files_of_the_collection(kind: str) -> None:
    """Full certificates of the right form with right digests are read, true or false, and nothing else is."""
    folder = TESTS / "certificates" / kind
    assert sorted(path.stem for path in folder.iterdir() if is_read(path)) == READ[kind].split()
    assert read_certificate(TESTS / "certificates" / "accepted" / "other-producer.jsonl") == known(prove(5))


def misspelled(value: Any) -> Iterator[Any]:
    """Every way to put a value of the wrong type in the place of one number inside a value, or of a whole list."""
    if isinstance(value, int):
        yield from (str(value), float(value), None, [value], {"1": value}, -1 - value)
        yield from [bool(value)] * (value < 2)
    elif isinstance(value, list):
        yield from ("20", None, 7, {"2": 0}, {"terms": len(value), "sha256": "0" * 64})
        for i, item in enumerate(value):
            yield from ([*value[:i], wrong, *value[i + 1 :]] for wrong in misspelled(item))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: wrong} for wrong in misspelled(item))


def test_read_refuses_wrong_types_with_right_digests(tmp_path: Path) -> None:
    """Values of the wrong type, wherever they are, are refused, however well the file is sealed."""
    path, parts = tmp_path / "typed.jsonl", records(BASE_CERTIFICATE)
    wrong = [{**parts[0], key: value} for key, value in (("producer", 7), ("format", True))]
    wrong += [{**parts[0], "claim": claim} for claim in misspelled(parts[0]["claim"])]
    for number, record in enumerate(parts[:-1]):
        for other in wrong if number == 0 else misspelled({**record, "prev": ""}):
            path.write_bytes(seal([*parts[:number], other, *parts[number + 1 :]]))
            assert not is_read(path), other
    path.write_bytes(b"[" * 9000)
    assert not is_read(path)
