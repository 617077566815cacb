"""Verification: one function gives the verdict on certificates of every kind."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

import zchomp
from tests.support import known
from zchomp.certificate.checking import CheckerName
from zchomp.errors import InvalidArgument
from zchomp.verification import CertificateKind, kind_of, verify


def bars(path: Path) -> None:
    """Write a certificate about bars."""
    assert zchomp.write_certificate(known(zchomp.prove(5)), path)


def growing(path: Path) -> None:
    """Write a certificate about a growing order."""
    zchomp.growing.certify(zchomp.growing.from_relations("d1 < c2"), path)


def strategy(path: Path) -> None:
    """Write a strategy on a poset."""
    found = known(zchomp.posets.solve(zchomp.posets.bar("2x3"))).certificate()
    known(found).write(path)


@pytest.mark.parametrize(
    ("write", "kind", "right", "wrong"),
    [
        (bars, CertificateKind.BARS, {"rows": 3, "nim": 0, "upto": 5}, {"upto": 6}),
        (bars, CertificateKind.BARS, {}, {"elements": 0}),
        (growing, CertificateKind.GROWING, {"elements": 0, "nim": 0}, {"nim": 1}),
        (growing, CertificateKind.GROWING, {}, {"order": "0" * 64}),
        (growing, CertificateKind.GROWING, {}, {"rows": 3}),
        (strategy, CertificateKind.STRATEGY, {}, {"nim": 0}),
        (strategy, CertificateKind.STRATEGY, {}, {"order": "0" * 64}),
    ],
)
def test_every_kind_is_verified(
    write: Callable[[Path], None], kind: CertificateKind, right: dict[str, int], wrong: dict[str, int], tmp_path: Path
) -> None:
    """A right certificate is verified by the verifier of its kind, and refused if another claim is expected."""
    path = tmp_path / "certificate.jsonl"
    write(path)
    assert kind_of(str(path)) is kind
    verdict = verify(path, **right)  # type: ignore[arg-type]
    assert verdict, verdict
    refused = verify(str(path), **wrong)  # type: ignore[arg-type]
    assert (refused.code, refused.line) == (1, "s NOT VERIFIED")
    assert "certificate.jsonl" in refused.reason


@pytest.mark.parametrize("write", [bars, growing, strategy])
def test_a_changed_file_is_refused(write: Callable[[Path], None], tmp_path: Path) -> None:
    """A certificate of any kind without its last line is not verified."""
    path = tmp_path / "certificate.jsonl"
    write(path)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert verify(path).line == "s NOT VERIFIED"


@pytest.mark.parametrize("text", ["", "nothing", "[]", '{"format": 5}', '{"format": "zchomp-strategy"}', "\x00"])
def test_other_files_are_refused_by_the_verifier_of_bars(text: str, tmp_path: Path) -> None:
    """A file that names no kind is refused, with a reason."""
    path = tmp_path / "other"
    path.write_text(text)
    assert kind_of(str(path)) is CertificateKind.BARS
    refused = verify(path)
    assert not refused
    assert refused.reason


def test_wrong_numbers_are_refused() -> None:
    """Numbers of a claim are whole numbers, and an order is text."""
    with pytest.raises(InvalidArgument, match="upto must be a whole number"):
        verify(zchomp.shipped_certificate(), upto="5")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="the order is the text of a SHA-256, got 5"):
        verify(zchomp.shipped_certificate(), order=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("write", [bars, growing, strategy])
@pytest.mark.parametrize("checker", ["verifier", "proved"])
def test_the_verdict_does_not_depend_on_who_checks(
    checker: CheckerName, write: Callable[[Path], None], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every kind is verified by both checkers, with workers and without, and from a pipe."""
    if checker == "proved":
        request.getfixturevalue("built")
    path, pipe = tmp_path / "certificate.jsonl", tmp_path / "pipe"
    write(path)
    expected = verify(path)
    assert verify(path, checker=checker) == verify(path, checker=checker, workers=2) == expected
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_bytes(path.read_bytes()))
    writer.start()
    assert verify(pipe, checker=checker) == expected
    writer.join()


def test_wrong_checkers_are_refused() -> None:
    """There are two checkers, the number of workers is positive, and a scheduler has its own workers."""
    with pytest.raises(InvalidArgument, match="no checker 'coq'; expected one of verifier, proved"):
        verify(zchomp.shipped_certificate(), checker="coq")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="the number of workers must be"):
        verify(zchomp.shipped_certificate(), workers=0)
    with pytest.raises(InvalidArgument, match="a scheduler cannot be combined with workers"):
        verify(zchomp.shipped_certificate(), workers=2, scheduler="tcp://127.0.0.1:1")
