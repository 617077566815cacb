"""Damaged drafts, kills at any moment, and many runs on one target."""

import contextlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.proof.drafts import leave_draft, work_file
from tests.sealing import certificate, dump, records, seal
from tests.support import known, start_python
from zchomp.bars.prover import Method, prove
from zchomp.bars.results import Claim
from zchomp.core.runs import MARK
from zchomp.errors import WorkFolderError
from zchomp.proof.certify import CertificateReport, certify, write_certificate
from zchomp.proof.format import Mode
from zchomp.proof.words import report_text

CLAIM = Claim(rows=3, nim=0, upto=25)
TRUE = certificate(3, 0, 25)


def flipped(rng: random.Random, text: bytes) -> bytes:
    """Some bits changed."""
    damaged = bytearray(text)
    for _ in range(rng.choice([1, 1, 1, 3, 20])):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def retyped(rng: random.Random, text: bytes) -> bytes:
    """A value of another type or an absurd size somewhere in a line, sealed again with right digests."""
    strange: list[object] = [
        -1,
        -(10**9),
        30_000_000_000,
        10**40,
        1.5,
        True,
        None,
        "1",
        [],
        {},
        [[]],
        "x" * 1000,
        [0] * 1000,
    ]
    parts = records(text)
    line = rng.choice(parts[1:-1])
    key = rng.choice([key for key in line if key != "prev"])
    value = rng.choice(strange)
    if isinstance(line[key], list) and line[key] and rng.random() < 0.7:
        line[key][rng.randrange(len(line[key]))] = value
    else:
        line[key] = value
    return seal(parts)


def repeating(rng: random.Random, text: bytes) -> bytes:
    """Periods that together repeat only after millions of columns."""
    parts = records(text)
    for line in parts[1:-1]:
        if line["kind"] == "periodic":
            line["period"] = [rng.randint(1, 9) for _ in range(rng.choice([97, 101, 103, 107, 109]))]
    return seal(parts)


def mixed(rng: random.Random, text: bytes) -> bytes:
    """Lines dropped, repeated or swapped."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randint(1, 4)):
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
        if rng.random() < 0.5:
            lines.append(rng.choice(lines))
    return b"".join(lines)


def nonsense(rng: random.Random, text: bytes) -> bytes:
    """Something entirely different after a good beginning."""
    rest = [b"\x00" * 5000, b"[" * 50_000, b"{}\n" * 100, os.urandom(3000), b"9" * 6000, dump({"a": 1}) + b"\n"]
    return text[: rng.randrange(len(text))] + rng.choice(rest)


DAMAGES: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "another claim": lambda _, text: text.replace(b'"upto":25', b'"upto":26'),
    "a changed term": lambda _, text: text.replace(b'"head":[3,3,0]', b'"head":[3,3,1]'),
    "flipped": flipped,
    "retyped": retyped,
    "repeating": repeating,
    "mixed": mixed,
    "nonsense": nonsense,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_drafts(damage: str, cases: int, tmp_path: Path) -> None:
    """Whatever lies in place of a draft, the run ends with the right bytes, and says what it found."""
    rng = random.Random(f"{damage} {cases}")
    target, told = tmp_path / "one.jsonl", 0
    methods: list[Method] = ["recurrence", "recurrence", "compiled"]
    for number in range(max(20, cases // 5)):
        text = DAMAGES[damage](rng, TRUE)
        leave_draft(target, text)
        report = certify(CLAIM, target, mode="full", method=methods[number % 3])
        assert isinstance(report, CertificateReport)
        assert target.read_bytes() == TRUE
        assert report.damaged or TRUE.startswith(text[: text.rfind(b"\n") + 1])
        told += report.damaged
        used = "only its intact part was used" if report.resumed else "it was not used"
        assert (f"the draft of an earlier run was damaged; {used}" in report_text(report)) == report.damaged
        assert [path.name for path in tmp_path.iterdir()] == ["one.jsonl"]
    assert told > 3


@pytest.mark.release
@pytest.mark.parametrize("mode", ["full", "compact"])
def test_kills_at_any_moment(mode: Mode, cases: int, tmp_path: Path) -> None:
    """Killed again and again, a run continues, and the target is always a whole certificate, old or new."""
    rng = random.Random(cases)
    target, upto = tmp_path / "one.jsonl", 900
    expected = certificate(3, 0, upto, mode)
    method = "compiled" if mode == "compact" else "recurrence"
    arguments = ["prove", "--upto", str(upto), "--mode", mode, "--method", method, "--out", str(target)]
    code = (
        "from zchomp.core import runs; runs.PAUSE, runs.SHARE = 0.0, 2\n"
        "from zchomp.__main__ import run; import sys\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "sys.exit(run())\n"
    )
    draft = tmp_path / "one.jsonl.work" / "draft.jsonl"
    killed = resumed = 0
    for _ in range(max(3, cases // 100)):
        target.write_bytes(TRUE)
        for share in sorted(rng.random() for _ in range(4)):
            process = start_python(code)
            while process.poll() is None and size_of(draft) < share * len(expected):
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
            assert target.read_bytes() in {TRUE, expected}
        process = start_python(code)
        out, err = process.communicate()
        assert (process.returncode, err) == (0, "")
        resumed += "by an earlier run" in out
        assert target.read_bytes() == expected
        assert [path.name for path in tmp_path.iterdir()] == ["one.jsonl"]
    sys.stdout.write(f"{killed} kills, {resumed} runs resumed\n")
    assert killed > 0
    assert resumed > 0


def size_of(path: Path) -> int:
    """The size of a file, or 0 if there is none at this moment."""
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


WORKER = """
import sys
from pathlib import Path
from zchomp.proof.certify import certify
from zchomp.errors import WorkFolderError
from zchomp.bars.results import Claim
done = refused = 0
while done < int(sys.argv[3]):
    claim = Claim(rows=3, nim=0, upto=10 + (done + int(sys.argv[2])) % 7)
    try:
        certify(claim, sys.argv[1], mode="full" if done % 2 else "compact", method="recurrence")
        done += 1
    except WorkFolderError as problem:
        assert "another run" in str(problem) or "other runs" in str(problem), problem
        refused += 1
print(done, refused)
"""


@pytest.mark.release
def test_many_runs_on_one_target(cases: int, tmp_path: Path) -> None:
    """Five processes write different certificates to one target, and every reader sees a whole one."""
    target = tmp_path / "one.jsonl"
    valid = {certificate(3, 0, upto, mode) for upto in range(10, 17) for mode in ("full", "compact")}
    target.write_bytes(next(iter(valid)))
    workers = [start_python(WORKER, str(target), str(number), str(max(10, cases // 15))) for number in range(5)]
    reads = 0
    while any(worker.poll() is None for worker in workers):
        assert target.read_bytes() in valid
        reads += 1
    results = [worker.communicate() for worker in workers]
    assert [err for _, err in results] == [""] * 5
    counts = [tuple(map(int, out.split())) for out, _ in results]
    assert {done for done, _ in counts} == {max(10, cases // 15)}
    assert sum(refused for _, refused in counts) > 0  # they did get in each other's way
    assert reads > 10
    assert [path.name for path in tmp_path.iterdir()] == ["one.jsonl"]


@pytest.mark.parametrize(
    "name", ["one.jsonl.draft", "one.jsonl.compact", "one.jsonl.memory", "one.jsonl.unfinished", "one.jsonl.works"]
)
def test_files_of_others_are_left_alone(name: str, tmp_path: Path) -> None:
    """Files with similar names are not touched."""
    (tmp_path / name).write_text("precious")
    certify(CLAIM, tmp_path / "one.jsonl", mode="compact")
    assert (tmp_path / name).read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["one.jsonl", name])


def made(work: Path, name: str = "lock", content: bytes = MARK) -> Path:
    """Make a work folder with one file, which is the lock of zchomp or anything else. Returns the place of a draft."""
    work.mkdir()
    (work / name).write_bytes(content)
    return work / "draft.jsonl"


TRAPS: dict[str, Callable[[Path, Path], object]] = {
    "a folder with someone's files": lambda work, _: made(work, "notes.txt", b"precious"),
    "a folder with someone's lock": lambda work, _: made(work, "lock", b"precious"),
    "a file": lambda work, _: work.write_text("precious"),
    "a link to someone's folder": lambda work, precious: work.symlink_to(precious.parent, target_is_directory=True),
    "a link as draft": lambda work, precious: made(work).symlink_to(precious),
    "a draft with two names": lambda work, precious: made(work).hardlink_to(precious),
    "a pipe as draft, whose opening must not hang": lambda work, _: os.mkfifo(made(work)),
}
"""What may be in the place of the work folder, given its path and that of someone's file."""


@pytest.mark.parametrize("trap", TRAPS)
def test_foreign_files_are_refused(trap: str, tmp_path: Path) -> None:
    """If something else is in place of our work files, nothing is written, and the old files stay."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    precious = elsewhere / "precious"
    precious.write_text("precious")
    target = tmp_path / "one.jsonl"
    target.write_text("old")
    TRAPS[trap](tmp_path / "one.jsonl.work", precious)
    with pytest.raises(WorkFolderError, match=r"was not made by zchomp|is not an ordinary file"):
        certify(CLAIM, target)
    assert target.read_text() == "old"
    assert {path.name: path.read_text() for path in elsewhere.iterdir()} == {"precious": "precious"}
    if "with someone" in trap:
        assert [path.read_text() for path in (tmp_path / "one.jsonl.work").iterdir()] == ["precious"]


def test_permissions_and_long_names(tmp_path: Path) -> None:
    """The target keeps its permissions, a new one gets the usual ones, and a name may have the maximum length."""
    target = tmp_path / "one.jsonl"
    target.touch(mode=0o600)
    write_certificate(known(prove(5)), target)
    assert target.stat().st_mode & 0o777 == 0o600
    usual = tmp_path / "usual"
    usual.touch()
    for length in (200, 240, 249, 255):
        long = tmp_path / ("x" * length)
        write_certificate(known(prove(5)), long)
        assert long.stat().st_mode == usual.stat().st_mode
    assert len(list(tmp_path.iterdir())) == 6


def test_a_lock_that_vanishes(tmp_path: Path) -> None:
    """A run that finds the folder of another one just removed makes its own."""
    target = tmp_path / "one.jsonl"
    leave_draft(target, TRUE[:2000])
    work_file(target, "lock").unlink()
    with pytest.raises(WorkFolderError, match="was not made by zchomp"):
        certify(CLAIM, target)
    for path in work_file(target, "").iterdir():
        path.unlink()
    assert isinstance(certify(CLAIM, target), CertificateReport)  # an empty folder is as good as none
    assert json.loads(target.read_bytes().splitlines()[0])["claim"]["upto"] == 25
