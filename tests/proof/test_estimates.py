"""Estimates of time, memory and size for certificates, and the announcements before long work."""

import re
from pathlib import Path

import pytest

from tests.proof.shelves import claims
from tests.sealing import certificate
from tests.support import ROOT
from zchomp.bars.openings import estimate_openings
from zchomp.bars.results import Claim
from zchomp.cli import main
from zchomp.core import limits
from zchomp.proof.certify import estimate_certificate
from zchomp.proof.format import MODES, Mode, certificate_size
from zchomp.proof.library import Library

CLAIMS = [
    Claim(rows=3, nim=0, upto=20),
    Claim(rows=3, nim=0, upto=115),
    Claim(rows=3, nim=0, upto=500),
    Claim(rows=3, nim=3, upto=30),
    Claim(rows=3, nim=6, upto=10),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_estimated_sizes(claim: Claim, mode: Mode) -> None:
    """The estimate of the size is right to within a factor of 1.5."""
    size = len(certificate(claim.rows, claim.nim, claim.upto, mode))
    assert size / 1.5 < certificate_size(claim, mode) < size * 1.5


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("chomp-3rows-1000", Claim(rows=3, nim=0, upto=1000)),
        ("chomp-3rows-nim3-100", Claim(rows=3, nim=3, upto=100)),
        ("chomp-3rows-nim6-50", Claim(rows=3, nim=6, upto=50)),
    ],
)
def test_shipped_sizes(name: str, claim: Claim) -> None:
    """The same holds for the larger certificates in the repository."""
    size = (ROOT / "certificates" / f"{name}.jsonl").stat().st_size
    assert size / 1.5 < certificate_size(claim, "full") < size * 1.5


@pytest.mark.parametrize(("upto", "size"), [(20_000, 5_044_863), (100_000, 25_475_301), (250_000, 64_057_808)])
def test_known_sizes(upto: int, size: int) -> None:
    """The same holds for the compact certificates whose sizes docs/limits.md and docs/records.md give."""
    assert size / 1.5 < certificate_size(Claim(rows=3, nim=0, upto=upto), "compact") < size * 1.5


def test_more_is_more() -> None:
    """An estimate grows with every part of the claim, and the compact file is smaller."""
    smaller = estimate_certificate(Claim(rows=3, nim=0, upto=5000), "full", "compiled")
    larger = estimate_certificate(Claim(rows=3, nim=0, upto=20_000), "full", "compiled")
    compact = estimate_certificate(Claim(rows=3, nim=0, upto=20_000), "compact", "compiled")
    assert smaller is not None
    assert larger is not None
    assert compact is not None
    assert (smaller.seconds, smaller.memory, smaller.file) < (larger.seconds, larger.memory, larger.file)
    assert compact.file < larger.file / 50
    assert larger.is_large()
    assert not smaller.is_large()


@pytest.mark.parametrize(("upto", "seconds", "gigabytes"), [(100_000, 1080, 2.5), (250_000, 6279, 13.8)])
def test_known_runs_of_the_proved_checker(upto: int, seconds: int, gigabytes: float) -> None:
    """The estimated time and memory with the checker from Coq are close to docs/records.md and docs/limits.md."""
    expected = estimate_certificate(Claim(rows=3, nim=0, upto=upto), "compact", "compiled", is_proved=True)
    assert expected is not None
    assert seconds / 1.5 < expected.seconds < seconds * 1.5
    assert gigabytes / 1.5 < expected.memory / 1e9 < gigabytes * 1.5


def test_no_estimate_without_a_measurement() -> None:
    """There is no estimate for more rows, for generating functions, or for bars that are refused."""
    assert estimate_certificate(Claim(rows=4, nim=0, upto=50), "full", "compiled") is None
    assert estimate_certificate(Claim(rows=3, nim=0, upto=115), "full", "both") is None
    assert estimate_openings(50, 60) is None


def test_large_work_is_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before large work, standard error has its time, memory and file size, and the mode that writes less."""
    monkeypatch.chdir(tmp_path)
    command = ["prove", "--upto", "300", "--method", "recurrence", "--no-library"]
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(limits, "MENTIONED_BYTES", 5000)
    assert main(command) == 0
    assert re.fullmatch(
        r"zchomp: this takes about 1 s and 30\.7 MB of memory, and writes about 1\d\d kB; "
        r"--mode compact writes about 7\d kB\n",
        capsys.readouterr().err,
    )
    monkeypatch.setattr(limits, "MENTIONED_SECONDS", 0.0)
    monkeypatch.setattr(limits, "COMPILED_FROM", 10)  # below this, no time is worth estimating
    assert main(["census", "--upto", "60", "--json"]) == 0
    assert capsys.readouterr().err.startswith("zchomp: this takes about 2 s and ")
    assert main(["openings", "5x6"]) == 0
    assert capsys.readouterr().err.startswith("zchomp: this takes about 1 s and ")


@pytest.mark.parametrize("mode", MODES)
def test_the_room_in_the_library_is_announced(
    mode: Mode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The space that the library will need is announced before the work, roughly right, if it keeps anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZCHOMP_LIBRARY", str(tmp_path / "library.sqlite3"))
    monkeypatch.setattr(limits, "MENTIONED_BYTES", 5000)
    command = ["prove", "--upto", "400", "--method", "recurrence", "--mode", mode]
    assert main(command) == 0
    said, done = capsys.readouterr().err, Library(tmp_path / "library.sqlite3")
    told = re.search(r"; the library keeps about (\d+) kB, unless you add --no-library\n$", said)
    assert told
    (kept,) = claims(done)
    done.close()
    assert kept.bytes / 2 < 1000 * int(told[1]) < kept.bytes * 2
    monkeypatch.setattr(limits, "LIBRARY_BYTES", 5000)
    assert main(command) == 0
    assert "the library keeps" not in capsys.readouterr().err
    assert main([*command, "--keep"]) == 0
    assert told[0] in capsys.readouterr().err
