"""The stand-alone verifier: verdicts, exit codes, hostile files, isolation."""

import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from itertools import chain, cycle, islice
from math import lcm
from pathlib import Path
from types import ModuleType

import pytest

from tests.certificates import make
from tests.sealing import BASE_CERTIFICATE, certificate, dump, records, seal
from tests.support import ROOT, SHIPPED, TESTS
from zchomp.proof import growing_verifier, verifier

PROGRAM = ROOT / "zchomp" / "proof" / "verifier.py"
FOLDER = TESTS / "certificates"
REASONS = dict(line.split(" | ", 1) for line in (FOLDER / "reasons.txt").read_text().splitlines())
FILES = sorted(path for kind in make.FOLDERS for path in (FOLDER / kind).iterdir())
VERIFIED = re.compile(r"s VERIFIED rows=\d+ nim=\d+ upto=\d+ slices=\d+ sha256=[0-9a-f]{64}\n")


def run(*arguments: str | Path, memory: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the verifier as a separate program, with limited memory."""

    def limit() -> None:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_corpus(path: Path) -> None:
    """Every file of the corpus gets its verdict, and every refusal has its own reason."""
    verdict = verifier.verify(str(path))
    if path.parent.name == "accepted":
        assert verdict.code == verifier.VERIFIED, verdict.reason
        assert VERIFIED.fullmatch(verdict.line + "\n")
    else:
        reason = verdict.reason.removeprefix(f"{str(path)!r}: ")
        assert f"{verdict.code} | {reason}" == REASONS[f"{path.parent.name}/{path.stem}"]
        assert verdict.line == {1: "s NOT VERIFIED", 2: "s DECLINED"}[verdict.code]


def test_corpus_is_complete(tmp_path: Path) -> None:
    """The corpus can be reproduced byte for byte, and each refused file has a reason."""
    make.make(tmp_path, make.verdict)
    made = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    here = {str(path.relative_to(FOLDER)): path.read_bytes() for path in [*FILES, FOLDER / "reasons.txt"]}
    assert made == here
    assert len(FILES) == len(REASONS) + len(make.ACCEPTED)
    assert (len(make.ACCEPTED), len(make.REJECTED), len(make.MALFORMED)) == (9, 38, 50)


def test_reasons_differ_between_defects() -> None:
    """Reasons are specific: no single message serves for many defects."""
    rejections = [reason.partition(": ")[2] for name, reason in REASONS.items() if name.startswith("rejected/")]
    assert len(set(rejections)) > 0.8 * len(rejections)


def test_as_a_program_in_isolation(tmp_path: Path) -> None:
    """Copied anywhere, without site packages, isolated and optimised, it verifies the shipped certificate."""
    copy = tmp_path / "checker.py"
    shutil.copy(PROGRAM, copy)
    command = [sys.executable, "-I", "-S", "-O", str(copy), str(SHIPPED)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("s VERIFIED rows=3 nim=0 upto=115 slices=116 sha256=")


def test_digest_of_the_verdict_is_that_of_the_file() -> None:
    """The SHA-256 in the verdict is that of sha256sum on the file."""
    assert run(SHIPPED).stdout.rstrip().endswith(sha256(SHIPPED.read_bytes()).hexdigest())


@pytest.mark.parametrize("program", ["verifier.py", "strategy_verifier.py", "growing_verifier.py"])
def test_isolation(program: str) -> None:
    """Each verifier imports only the standard library, and uses no assert."""
    source = (ROOT / "zchomp" / "proof" / program).read_text()
    tree = ast.parse(source)
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or "."] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree))


@pytest.mark.parametrize(
    ("expect", "code"),
    [
        ("rows=3", 0),
        ("rows=3,upto=115", 0),
        ("upto=115,nim=0,rows=3", 0),
        ("upto=114", 1),
        ("upto=116", 1),
        ("rows=4,upto=115", 1),
        ("nim=1", 1),
        ("rows=4,rows=3", 64),
        ("rows=3,rows=3", 64),
        ("size=3", 64),
        ("rows=3,size=3", 64),
        ("rows", 64),
        ("rows=x", 64),
        ("", 64),
    ],
)
def test_expect(expect: str, code: int) -> None:
    """Anything but the expected claim is not verified, and an invalid expectation is wrong usage."""
    for arguments in (["--expect", expect, str(SHIPPED)], [str(SHIPPED), f"--expect={expect}"]):
        result = run(*arguments)
        assert result.returncode == code
        assert result.stdout.splitlines()[-1].startswith({0: "s VERIFIED", 1: "s NOT VERIFIED", 64: "s ERROR"}[code])


def test_expect_twice() -> None:
    """Several expectations must all hold, and none may be repeated: nothing is silently dropped."""
    assert run("--expect", "rows=3", "--expect", "upto=115", SHIPPED).returncode == 0
    assert run("--expect", "rows=4", "--expect", "upto=115", SHIPPED).returncode == 1
    assert run("--expect", "rows=4", "--expect", "rows=3", SHIPPED).returncode == 64


def test_a_name_cannot_fake_a_verdict(tmp_path: Path) -> None:
    """A file name with a line feed in it does not make an extra line."""
    path = tmp_path / "x\ns VERIFIED rows=3.jsonl"
    path.write_text("no certificate\n")
    result = run(path)
    assert result.stdout == "s NOT VERIFIED\n"
    assert len(result.stderr.splitlines()) == 1
    assert run(path, path).stdout == f"c {str(path)!r}\ns NOT VERIFIED\n" * 2


def test_several_files() -> None:
    """There is a line with its name and one verdict line for each file, in order, and the largest exit code."""
    good, bad = FOLDER / "accepted" / "two-rows.jsonl", FOLDER / "rejected" / "wrong-term.jsonl"
    newer = FOLDER / "malformed" / "next-version.jsonl"
    result = run(good, bad, newer, good)
    assert result.returncode == 2
    lines = result.stdout.splitlines()
    assert lines[::2] == [f"c {str(path)!r}" for path in (good, bad, newer, good)]
    assert [line.split(" rows")[0] for line in lines[1::2]] == [
        "s VERIFIED",
        "s NOT VERIFIED",
        "s DECLINED",
        "s VERIFIED",
    ]
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [[], ["--frobnicate"], ["/no/such/file"], ["."], ["--expect"], ["--exp", "rows=3", str(SHIPPED)], ["a\0b"]],
)
def test_wrong_usage(arguments: list[str]) -> None:
    """Wrong usage and unreadable files are errors, in one line, and never verified."""
    if "a\0b" in arguments:
        verdict = verifier.verify("a\0b")
        assert verdict.code in {verifier.USAGE, verifier.INTERNAL}
        return
    result = run(*arguments)
    assert result.returncode == 64
    assert result.stdout == "s ERROR\n"
    assert len(result.stderr.splitlines()) == 1


def test_internal_errors_are_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program itself fails, the verdict is an error."""
    monkeypatch.setattr(verifier, "read_header", lambda _line: 1 // 0)
    verdict = verifier.verify(str(SHIPPED))
    assert (verdict.code, verdict.line) == (70, "s ERROR")
    assert "ZeroDivisionError" in verdict.reason


def test_shadows() -> None:
    """Any column of a shadow, of two together, and with a slice, is what the definition says, and they settle there."""
    rng = random.Random(1)

    def at(shadow: verifier.Shadow, q: int) -> int:
        past = q - len(shadow.columns)
        return shadow.columns[q] if past < 0 else shadow.cycle[past % len(shadow.cycle)]

    for _ in range(300):
        one, other = (
            verifier.Shadow(*([rng.randrange(8) for _ in range(rng.randint(least, 4))] for least in (0, 1)))
            for _ in "12"
        )
        width, head, period = (
            rng.randrange(5),
            [*rng.sample(range(5), 2)][: rng.randrange(3)],
            [3, 1, 4][: rng.randrange(4)],
        )
        terms = dict(zip(range(width, width + 40), chain(head, cycle(period) if period else ()), strict=False))
        both, more = one.union(other), one.with_slice(width, head, period)
        for q in range(20):
            assert list(islice(one.since(q), 20)) == [at(one, column) for column in range(q, q + 20)]
            assert at(both, q) == at(one, q) | at(other, q)
            assert at(more, q) == at(one, q) | (1 << terms[q] if q in terms else 0)
        assert len(both.columns) == max(len(one.columns), len(other.columns))
        assert len(both.cycle) == lcm(len(one.cycle), len(other.cycle))
        assert len(more.columns) == max(len(one.columns), width + len(head))
        assert len(more.cycle) == lcm(len(one.cycle), max(1, len(period)))


@pytest.mark.parametrize("program", [verifier, growing_verifier], ids=lambda program: program.__name__)
def test_long_values_are_cut(program: ModuleType) -> None:
    """A value of a refusal is said whole up to 80 characters, and cut to as many beyond."""
    for length, said in [(80, f"'{78 * 'n'}'"), (81, f"'{76 * 'n'}...")]:
        with pytest.raises(program.Refused) as refused:
            program.expect("name", (length - 2) * "n", 1)
        assert str(refused.value) == f"name: expected {said}, found 1"
        assert len(said) == 80


@pytest.mark.parametrize("base", [1, 2, 7, 999, 1000, 1001, 1500])
def test_where_a_return_is_noticed(base: int) -> None:
    """States are looked at a thousand terms apart or a little more, a multiple of the base, as in Brent's search."""
    line, settled = verifier.Line((), 0, "finite", None, 0, "", [], 0, 10**6, ""), 7
    pace = next(length for length in range(1001, 3000) if length % base == 0 or length == base)
    for phases in range(-1, 8):  # the state is the same from look phases + 1 on; those of looks 0, 3, 7, ... are kept
        widths = [2 + min(a // pace, phases) for a in range(20 * pace)]
        columns = [1] * settled + [(1 << width) - 1 for width in widths]
        noticed = settled + pace * (1 + next(look for look in (0, 3, 7, 15) if look > phases))

        def walk(*places: int, bound: int, columns: list[int] = columns) -> verifier.Walk:
            changed = line._replace(bound=bound)
            return verifier.terms_and_states(changed, set(places), iter(columns), 1, settled, base)

        with pytest.raises(
            verifier.Refused, match=f"^bound: the state has returned by a={noticed}, before {noticed + 1}$"
        ):
            walk(settled + 5, noticed + 1, bound=noticed + 1)
        for _, states in (walk(noticed - 1, noticed, bound=noticed), walk(2, settled + 5, noticed, bound=noticed)):
            assert states[noticed] == (1 << 2 + phases) - 1


def declines(step: Callable[..., object], *arguments: object) -> bool:
    """Whether a step of the verifier says that something is larger than it handles."""
    try:
        step(*arguments)
    except verifier.Refused:
        return False
    except verifier.Declined:
        return True
    return False


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """At each limit of the page on the format a certificate is read, and beyond it declined."""
    rows, nim, upto = verifier.MAX_ROWS, verifier.MAX_NIM, verifier.MAX_UPTO
    line, digits, bound = verifier.MAX_LINE, verifier.MAX_DIGITS, verifier.MAX_BOUND
    names = ["bytes in a line", "digits in a number", "rows", "nim-value", "third row"]
    names += ["bound, length of a head, common period of the slices below"]
    listed = [
        f"| {name} | {value:,}" for name, value in zip(names, (line, digits, rows, nim, upto, bound), strict=True)
    ]
    assert listed[0] + ", with the line feed |" in (ROOT / "docs" / "certificate.md").read_text()
    assert all(f"{row} |\n" in (ROOT / "docs" / "certificate.md").read_text() for row in listed[1:])
    header, record = records(certificate(3, 0, 2, "compact"))[0], records(certificate(3, 0, 2, "compact"))[1]
    for more in (0, 1):
        for claim in ((rows + more, nim, upto), (rows, nim + more, upto), (rows, nim, upto + more)):
            claimed = header["claim"] | dict(zip(("rows", "nim", "upto"), claim, strict=True))
            assert declines(verifier.read_header, dump(header | {"claim": claimed})) == more
        for change in ({"bound": bound + more}, {"head": record["head"] | {"terms": bound + more}}):
            assert declines(verifier.read_slice, dump(record | change), "compact") == more
        assert declines(verifier.integer, "9" * (digits + more)) == more
        assert declines(verifier.verify_stream, BytesIO(b"x" * (line - 1 + more) + b"\n"), {}) == more
        monkeypatch.setattr(verifier, "MAX_BOUND", 15 - more)
        assert declines(verifier.Shadow([0, 1, 2], [0] * 6).union, verifier.Shadow([1], [0] * 4)) == more
        monkeypatch.undo()


MEMORY = 600 << 20


def hostile(kind: str, path: Path) -> None:
    """Write a hostile file."""
    lines = BASE_CERTIFICATE.splitlines(keepends=True)
    with path.open("wb") as file:
        if kind == "a line of 100 MB":
            file.write(lines[0])
            file.write(b'{"tail":[0],"nim":0,"kind":"periodic","head":[')
            for _ in range(100):
                file.write(b"1," * (1 << 19))
        elif kind == "100 MB without a line feed":
            file.truncate(100 << 20)
        elif kind == "a number of a million digits":
            file.writelines([lines[0], lines[1].replace(b'"modulus":1', b'"modulus":' + b"9" * 10**6)])
        elif kind == "a list of two million terms":
            file.writelines([lines[0], lines[1].replace(b'"head":[]', b'"head":[' + b"1," * (2 * 10**6) + b"1]")])
        elif kind == "brackets to the moon":
            file.writelines([lines[0], b"[" * 10**6, b"\n"])
        elif kind == "a long head and a long modulus":
            text = certificate(3, 0, 60, "compact").splitlines(keepends=True)
            period = ",".join(str(1 + n % 7) for n in range(20011))
            head = b'{"terms":9000000,"sha256":"' + b"0" * 64 + b'"}'
            line = b'{"tail":[60],"nim":0,"kind":"periodic","head":%b,"period":[%b],"modulus":20011,"bound":10000000,'
            seal = sha256(text[-3][:-1]).hexdigest().encode()
            file.writelines([*text[:-2], line % (head, period.encode()) + b'"prev":"%b"}\n' % seal])
        elif kind == "a billion slices":
            file.writelines([lines[0].replace(b'"rows":3', b'"rows":50').replace(b'"upto":5', b'"upto":10000000')])
            file.writelines(lines[1:])


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("a line of 100 MB", 2),
        ("100 MB without a line feed", 2),
        ("a number of a million digits", 2),
        ("a list of two million terms", 1),
        ("brackets to the moon", 1),
        ("a long head and a long modulus", 1),
        ("a billion slices", 1),
    ],
)
def test_hostile_files(kind: str, code: int, tmp_path: Path) -> None:
    """Absurd files are refused or declined in one line, in bounded memory."""
    path = tmp_path / "hostile.jsonl"
    hostile(kind, path)
    result = run(path, memory=MEMORY)
    assert result.returncode == code, result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 500


def test_devices() -> None:
    """An endless file is declined, and an empty one refused."""
    assert run("/dev/zero", memory=MEMORY).returncode == 2
    assert run(os.devnull).stdout == "s NOT VERIFIED\n"


@pytest.mark.parametrize("kind", ["periodic", "finite"])
def test_no_term_is_computed_long_after_the_return(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of ten million, of a head that is not listed, is refused soon after the state has returned."""
    parts, steps, recurrence = records(certificate(3, 0, 2, "compact")), list[int](), verifier.recurrence
    parts[3] |= {"kind": kind, "bound": 10**7, "head": {**parts[3]["head"], "terms": 10**7 - (kind == "periodic")}}
    parts[3] |= {} if kind == "periodic" else {"period": [], "modulus": 0}
    path = tmp_path / "long.jsonl"
    path.write_bytes(seal(parts))

    def counted(columns: Iterator[int], state: int, count: int) -> tuple[list[int], int]:
        steps.append(count)
        return recurrence(columns, state, count)

    monkeypatch.setattr(verifier, "recurrence", counted)
    assert "the state has returned by a=" in verifier.verify(str(path)).reason
    assert sum(steps) < 10_000


def test_progress_counts_slices() -> None:
    """The progress callback gets every checked slice."""
    seen: list[int] = []
    assert verifier.verify(str(SHIPPED), progress=seen.append).code == 0
    assert seen == list(range(1, 117))


def test_larger_certificates(tmp_path: Path) -> None:
    """Claims of four and five rows and of nim-values, beyond the reach of brute force, are verified."""
    for rows, nim, upto in [(4, 0, 12), (5, 0, 6), (3, 4, 20), (3, 0, 300)]:
        path = tmp_path / "larger.jsonl"
        path.write_bytes(certificate(rows, nim, upto))
        assert verifier.verify(str(path), {"rows": rows, "nim": nim, "upto": upto}).code == 0


def test_interrupted_or_unheard() -> None:
    """Ctrl-C and a reader that is gone end it without a traceback, and without exit code 0."""
    pipe = subprocess.PIPE
    command = [sys.executable, str(PROGRAM), "/dev/zero", "/dev/stdin"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "c '/dev/zero'\n"
        assert process.stdout.readline() == "s DECLINED\n"  # it has started, and now waits for its second file
        process.send_signal(signal.SIGINT)
        process.stdin.close()  # if the signal came just before it began to wait, this wakes it up
        assert process.wait() == 70
        assert "Traceback" not in process.stderr.read()
    shell = f"{sys.executable} {PROGRAM} {SHIPPED} | true"
    unheard = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert unheard.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    ("program", "files"), [("verifier.py", [SHIPPED]), ("growing_verifier.py", [SHIPPED]), ("growing_verifier.py", [])]
)
def test_a_verdict_that_cannot_be_written_is_not_a_success(program: str, files: list[Path]) -> None:
    """If standard output is full, the exit code is that of an internal error, without a traceback."""
    command = [sys.executable, "-I", *map(str, [ROOT / "zchomp" / "proof" / program, *files])]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 70
    assert "Traceback" not in done.stderr


def test_older_pythons_get_one_line() -> None:
    """A copy run by Python 3.9 says what it needs, and its exit code is not that of a verdict; 3.10 is new enough."""
    path, two_rows = str(ROOT / "zchomp" / "proof" / "verifier.py"), str(FOLDER / "accepted" / "two-rows.jsonl")
    for version, code, out in [
        ((3, 9, 25), 64, "s ERROR\nverifier.py needs Python 3.10 or newer\n"),
        ((3, 10, 0), 0, verifier.verify(two_rows).line + "\n"),
    ]:
        program = f"import runpy, sys; sys.version_info = {version}; runpy.run_path({path!r}, run_name='__main__')"
        command = [sys.executable, "-I", "-c", program, two_rows]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (found.returncode, found.stdout, found.stderr) == (code, out, "")
