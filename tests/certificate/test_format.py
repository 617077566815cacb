"""The format of certificates: the same bytes from two writers, and a reader that checks form, types and digests."""

import json
import os
import re
from hashlib import sha256
from pathlib import Path

import pytest

from tests.reference import settled
from tests.sealing import BASE_CERTIFICATE, Record, certificate, records, recount, seal, written
from tests.support import SHIPPED, known, proved
from zchomp.certificate import format as format_module
from zchomp.certificate.certify import write_certificate
from zchomp.certificate.format import Mode, read_certificate, read_lines, shipped_certificate, usual_name
from zchomp.engines.prover import prove
from zchomp.errors import CertificateError
from zchomp.results import Claim
from zchomp.verification import verify

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


@pytest.mark.parametrize("mode", ["full", "compact"])
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_bytes_are_those_of_the_format(claim: Claim, mode: Mode, tmp_path: Path) -> None:
    """The writer's lines have the keys of the format in order, and each digest is of the right bytes."""
    write_certificate(proved(claim), tmp_path / "one.jsonl", mode=mode)
    text = (tmp_path / "one.jsonl").read_bytes()
    assert seal(records(text)) == text
    header, *slices, trailer = records(text)
    assert list(header) == ["format", "claim", "mode", "producer"]
    assert header["claim"] == {"game": "chomp", "rows": claim.rows, "nim": claim.nim, "upto": claim.upto}
    assert trailer["slices"] == len(slices) == claim.count()
    for record, proof in zip(slices, proved(claim).values(), strict=True):
        assert list(record) == ["tail", "nim", "kind", "head", "period", "modulus", "bound", "prev"]
        head = proof.sequence.head
        if mode == "compact":
            words = b"".join(b.to_bytes(8, "little") for b in head)
            assert record["head"] == {"terms": len(head), "sha256": sha256(words).hexdigest()}
        else:
            assert record["head"] == list(head)


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


def test_any_producer_is_read(tmp_path: Path) -> None:
    """The producer of a certificate is ignored."""
    header, *rest = records(BASE_CERTIFICATE)
    path = tmp_path / "one.jsonl"
    path.write_bytes(seal([{**header, "producer": "somebody else, with a pencil: αβγ"}, *rest]))
    assert read_certificate(path) == known(prove(5))


@pytest.mark.parametrize(
    "text",
    [b"", b"{}\n", b"\x00\xff", b"[" * 9000, b'{"format":"zchomp-certificate 1"}\n', certificate(3, 0, 8, "compact")],
    ids=["nothing", "no header", "binary", "brackets", "half a header", "compact"],
)
def test_read_refuses_anything_but_full_certificates(text: bytes, tmp_path: Path) -> None:
    """Reading anything but a full certificate says why it is not one."""
    path = tmp_path / "other.jsonl"
    path.write_bytes(text)
    expected = "is a compact certificate; expected a full one" if b"compact" in text else "not a certificate of format"
    with pytest.raises(CertificateError, match=expected):
        read_certificate(path)


def test_read_refuses_damage(tmp_path: Path) -> None:
    """A certificate with a damaged line, a missing end, or extra lines is not read."""
    path = tmp_path / "damaged.jsonl"
    good = certificate(3, 0, 8)
    for bad in (good.replace(b"[3,3,0]", b"[3,3,1]"), good[:-10], good + b"\n", good[:900], good.replace(b":", b": ")):
        path.write_bytes(bad)
        with pytest.raises(CertificateError):
            read_certificate(path)
    path.write_bytes(good)
    assert read_certificate(path) == known(prove(8))
    assert json.loads(good.splitlines()[-1])["slices"] == 9


def changed(number: int, **fields: object) -> bytes:
    """The certificate to 5 with some fields of a line changed, and right digests."""
    parts = records(BASE_CERTIFICATE)
    return seal([*parts[:number], {**parts[number], **fields}, *parts[number + 1 :]])


def claimed(**fields: object) -> bytes:
    """The certificate to 5 with another claim, and right digests."""
    return changed(0, claim={**records(BASE_CERTIFICATE)[0]["claim"], **fields})


WRONG_TYPES: dict[str, bytes] = {
    "a string in a head": changed(2, head=["2", 0]),
    "a bool in a head": changed(2, head=[2, False]),
    "a float in a head": changed(2, head=[2.0, 0]),
    "a null in a head": changed(2, head=[2, None]),
    "a list in a head": changed(2, head=[[2], 0]),
    "a negative number in a head": changed(2, head=[-2, 0]),
    "a string for a head": changed(2, head="20"),
    "an object for a head": changed(2, head={"2": 0}),
    "a compact head": changed(2, head={"terms": 2, "sha256": "0" * 64}),
    "a string in a period": changed(3, period=["2"]),
    "a bool in a period": changed(1, period=[True]),
    "a float in a period": changed(3, period=[2.0]),
    "a string for the modulus": changed(3, modulus="1"),
    "a bool for the modulus": changed(3, modulus=True),
    "a float for the modulus": changed(3, modulus=1.0),
    "a float for the bound": changed(3, bound=2.0),
    "a bool for the bound": changed(1, bound=True),
    "a negative bound": changed(3, bound=-2),
    "a null for the nim-value": changed(3, nim=None),
    "a bool for the nim-value": changed(3, nim=False),
    "a float for the nim-value": changed(3, nim=0.0),
    "a bool in a tail": changed(2, tail=[True]),
    "a float in a tail": changed(2, tail=[1.0]),
    "a string for a tail": changed(2, tail="1"),
    "a tail of another length": changed(2, tail=[1, 0]),
    "an unknown kind": changed(2, kind="chaotic"),
    "the kind of another sequence": changed(2, kind="periodic"),
    "a key more": changed(2, note="trust me"),
    "a bool in the claim": claimed(nim=False),
    "a float in the claim": claimed(upto=5.0),
    "a string in the claim": claimed(rows="3"),
    "another game": claimed(game="nim"),
    "a number for the producer": changed(0, producer=7),
    "a bool for the format": changed(0, format=True),
}


@pytest.mark.parametrize("text", WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_read_refuses_wrong_types_with_right_digests(text: bytes, tmp_path: Path) -> None:
    """Values of the wrong type are refused, in one line, however well the file is sealed."""
    path = tmp_path / "typed.jsonl"
    path.write_bytes(text)
    with pytest.raises(CertificateError) as caught:
        read_certificate(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_the_count_is_checked(tmp_path: Path) -> None:
    """Missing or surplus slices are noticed."""
    parts: list[Record] = records(BASE_CERTIFICATE)
    path = tmp_path / "counted.jsonl"
    for wrong in ([*parts[:4], *parts[5:]], [*parts[:5], *parts[4:]], [*parts[:4], parts[5], parts[4], *parts[6:]]):
        path.write_bytes(seal(recount(wrong)))
        with pytest.raises(
            CertificateError, match=r"is not the next slice in order|does not end with the trailer that belongs"
        ):
            read_certificate(path)


def test_reading_does_not_judge_the_truth(tmp_path: Path) -> None:
    """A false certificate of the right form is read. Refusing it is the verifier's task."""
    path = tmp_path / "false.jsonl"
    path.write_bytes(changed(4, head=[3, 2, 0]))
    assert read_certificate(path)[3].sequence.head == (3, 2, 0)
    assert not verify(path)


def test_a_fork_does_not_spoil_the_reading() -> None:
    """A process forked while the installed certificate is read leaves the rest of it to its parent."""
    lines = read_lines(SHIPPED)
    first = next(lines)
    child = os.fork()
    if child == 0:
        os._exit(len(list(lines)))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 115
    assert len([first, *lines]) == 116
