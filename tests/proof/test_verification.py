"""Verification: one function gives the verdict on certificates of every kind."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import zchomp
from tests.support import known
from zchomp.cli import main
from zchomp.core import limits
from zchomp.errors import InvalidArgument
from zchomp.proof import verifier
from zchomp.proof.checking import BARS, CERTIFICATES, CheckerName, Expected, judging, kind_of, verify


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


WRITERS = {"bars": bars, "growing": growing, "strategy": strategy}


RIGHT = {
    "bars": ["", "rows=3", "nim=0", "upto=5", "rows=3,nim=0,upto=5"],
    "growing": ["", "elements=0", "nim=0", "order=ORDER", "elements=0,nim=0,order=ORDER"],
    "strategy": [""],
}
"""The expectations that the claims of these certificates meet. ORDER stands for the digest of the order."""

WRONG = {
    "bars": ["rows=4", "nim=1", "upto=4", "upto=6", "rows=3,nim=0,upto=115", "elements=0", "upto=5,order=ORDER"],
    "growing": ["elements=1", "nim=1", "order=0000", "elements=0,nim=0,order=0000", "rows=3", "nim=0,upto=5"],
    "strategy": ["nim=0", "order=ORDER", "rows=3", "upto=5", "elements=5"],
}


@pytest.fixture(scope="module", name="written")
def certificates_of_all_kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A certificate of each kind."""
    folder = tmp_path_factory.mktemp("written")
    for kind, write in WRITERS.items():
        write(folder / f"{kind}.jsonl")
    return {kind: folder / f"{kind}.jsonl" for kind in WRITERS}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("checker", ["verifier", "proved"])
@pytest.mark.parametrize("kind", WRITERS)
def test_only_the_expected_claim_is_verified(
    kind: str,
    checker: CheckerName,
    workers: int,
    written: dict[str, Path],
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A right certificate is verified if and only if its claim is the expected one, whoever checks, in Python too."""
    if checker == "proved":
        request.getfixturevalue("built")
    path = written[kind]
    plain = verify(path)
    assert plain
    assert kind_of(str(path)) is (BARS if kind == "bars" else CERTIFICATES[f"zchomp-{kind}"])
    digests = {"ORDER": str(plain.claim.get("order", "1" * 64)), "0000": "0" * 64}
    for given in RIGHT[kind] + WRONG[kind]:
        parts: dict[str, Any] = dict(part.split("=") for part in given.split(",") if part)
        parts = {key: digests.get(value) or int(value) for key, value in parts.items()}
        found = verify(path, checker=checker, workers=workers, **parts)
        if given in RIGHT[kind]:
            assert found == plain, given
        else:
            assert (found.code, found.line) == (1, "s NOT VERIFIED"), given
            assert str(path) in found.reason
        expected = ",".join(f"{key}={value}" for key, value in parts.items())
        options = ["--checker", checker, *(["--workers", str(workers)] if workers > 1 else [])]
        code = main(["verify", *options, *(["--expect", expected] if expected else []), str(path)])
        told = capsys.readouterr()
        assert (code, told.out, told.err.rstrip("\n")) == (found.code, f"{found.line}\n", found.reason), given


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
    assert kind_of(str(path)) is BARS
    refused = verify(path)
    assert not refused
    assert refused.reason


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("checker", ["verifier", "proved"])
def test_a_pipe_has_the_same_verdict(
    checker: CheckerName, kind: str, written: dict[str, Path], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every kind is verified from a pipe as from a file, by both checkers, if the claim is the expected one."""
    if checker == "proved":
        request.getfixturevalue("built")
    file, pipe = written[kind], tmp_path / "pipe"
    os.mkfifo(pipe)
    for rows in (None, 4):
        expected = verify(file, checker=checker, rows=rows)
        assert bool(expected) == (rows is None)
        writer = Thread(target=lambda: pipe.write_bytes(file.read_bytes()))
        writer.start()
        found = verify(pipe, checker=checker, rows=rows)
        assert found == expected._replace(reason=expected.reason.replace(str(file), str(pipe)))
        writer.join()


def test_an_endless_pipe_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of standard input at most one byte more is copied than a certificate may have, and the reason says so."""
    size = zchomp.shipped_certificate().stat().st_size
    for limit, line in ((size - 1, "s DECLINED"), (size, verify(zchomp.shipped_certificate()).line)):
        monkeypatch.setattr(limits, "CERTIFICATE_BYTES", limit)
        with zchomp.shipped_certificate().open("rb") as source, judging() as judge:
            verdict = judge.verdict("-", Expected(), source=source)
            assert verdict.line == line
            assert ("'-': more than" in verdict.reason) == (limit < size)
    monkeypatch.setattr(limits, "CERTIFICATE_BYTES", 10**7)
    with Path("/dev/zero").open("rb", buffering=0) as source, judging() as judge:
        assert judge.verdict("-", Expected(), source=source).code == verifier.DECLINED


def test_wrong_checkers_are_refused() -> None:
    """Checkers, workers, schedulers and orders that do not exist or fit are refused."""
    with pytest.raises(InvalidArgument, match="no checker 'coq'; expected one of verifier, proved"):
        verify(zchomp.shipped_certificate(), checker="coq")  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="the number of workers must be"):
        verify(zchomp.shipped_certificate(), workers=0)
    with pytest.raises(InvalidArgument, match="a scheduler cannot be combined with workers"):
        verify(zchomp.shipped_certificate(), workers=2, scheduler="tcp://127.0.0.1:1")
    with pytest.raises(InvalidArgument, match="the order is the text of a SHA-256, got 5"):
        verify(zchomp.shipped_certificate(), order=5)  # type: ignore[arg-type]
