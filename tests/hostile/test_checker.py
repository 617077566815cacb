"""The extracted checker in hostile hands: it agrees with the verifier, early, in little memory, in printable words.

Without Coq and OCaml these tests are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import fcntl
import os
import random
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN, PROGRAMS, disagreements, run_program, write
from tests.proof.test_mutants import CERTIFICATES, mutants
from tests.sealing import BASE_CERTIFICATE, Record, certificate, dump, records, seal, seal_lines
from tests.support import SHIPPED, TESTS
from zchomp.proof import verifier
from zchomp.proof.format import Mode

pytestmark = pytest.mark.usefixtures("built")

MEGABYTE = 1 << 20
CORPUS = sorted((TESTS / "certificates").rglob("*.jsonl"))
BASES: list[tuple[int, int, int, Mode]] = [(3, 0, 5, "full"), (3, 0, 5, "compact"), (4, 1, 1, "full")]
HUGE_CLAIM = BASE_CERTIFICATE.splitlines()[0].replace(b'"upto":5', b'"upto":9999999')


def verdicts(*arguments: str | bytes | Path, cwd: Path | None = None) -> dict[str, tuple[int, bytes]]:
    """Exit code and standard output of all programs."""
    results = {program: run_program(program, *arguments, cwd=cwd) for program in PROGRAMS}
    return {program: (result.returncode, result.stdout) for program, result in results.items()}


def assert_printable(text: bytes) -> None:
    """Lines of printable ASCII, none of which is a verdict."""
    assert all(line.isascii() and line.decode().isprintable() for line in text.split(b"\n"))
    assert not any(line.startswith(b"s ") for line in text.split(b"\n"))


# Sizes


@pytest.mark.parametrize("place", ["header", "slice", "trailer"])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["line feed", "end of file"])
@pytest.mark.parametrize("size", [verifier.MAX_LINE - 1, verifier.MAX_LINE, verifier.MAX_LINE + 1])
def test_the_longest_line(size: int, end: bytes, place: str, tmp_path: Path) -> None:
    """All programs refuse a line of garbage up to 4194304 bytes with its line feed, and decline anything longer."""
    lines = BASE_CERTIFICATE.splitlines(keepends=True)
    before = {"header": 0, "slice": 3, "trailer": len(lines) - 1}[place]
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"".join(lines[:before]) + b"x" * size + end)
    refused = size + len(end) <= verifier.MAX_LINE
    expected = (1, b"s NOT VERIFIED\n") if refused else (2, b"s DECLINED\n")
    assert verdicts(path) == dict.fromkeys(PROGRAMS, expected)


@pytest.mark.parametrize(
    ("size", "end", "expected"),
    [
        (verifier.MAX_LINE - 1, b"\n", (1, b"s NOT VERIFIED\n")),
        (verifier.MAX_LINE, b"\n", (2, b"s DECLINED\n")),
        (verifier.MAX_LINE, b"", (1, b"s NOT VERIFIED\n")),
        (verifier.MAX_LINE + 1, b"", (2, b"s DECLINED\n")),
    ],
)
def test_the_longest_line_of_the_right_form(size: int, end: bytes, expected: tuple[int, bytes], tmp_path: Path) -> None:
    """The same holds for a well-formed slice with right digests that merely has too many numbers."""
    lines = BASE_CERTIFICATE.splitlines()
    head, period = lines[3].split(b'"period"')
    digits = size - len(lines[3])
    lines[3] = head[:-2] + b",1" * (digits // 2) + b'],"period"' + period
    lines[3] = lines[3].replace(b'"bound":', b'"bound":1') if digits % 2 else lines[3]
    assert len(lines[3]) == size
    text = seal_lines(lines)
    path = tmp_path / "long.jsonl"
    path.write_bytes(text if end else text[: text.index(lines[3][:200]) + size])
    assert verdicts(path) == dict.fromkeys(PROGRAMS, expected)


def garbage(kind: str) -> Iterator[bytes]:
    """Endless lines that begin as a certificate of 40 true slices, with right digests except where the kind says so."""
    lines = [HUGE_CLAIM, *certificate(3, 0, 40).splitlines()[1:41]]
    number, last = 0, b""
    while True:
        line = lines[number] if number < len(lines) else lines[-1]
        if number:
            record = records(line)[0]
            record["tail"] = [number - (2 if kind == "order" and number > 40 else 1)]
            record["prev"] = sha256(last if kind != "digest" or number <= 40 else b"").hexdigest()
            line = dump(record)
        if kind == "form" and number > 40:
            line = line.replace(b'"kind"', b'"sort"')
        yield line + b"\n"
        number, last = number + 1, line


@pytest.mark.parametrize("kind", ["terms", "order", "digest", "form"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_first_wrong_line_ends_the_work(program: str, kind: str) -> None:
    """Of much garbage, only the first wrong line is read, and as much as a pipe and a buffer hold."""
    written = 0
    command = [*PROGRAMS[program], "/dev/stdin"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        with suppress(BrokenPipeError):
            for line in islice(garbage(kind), 20_000):
                written += process.stdin.write(line)
        process.stdin.close()
        assert process.stdout.read() == b"s NOT VERIFIED\n"
        assert process.stderr.read().startswith(b"'/dev/stdin': line 42, slice tail=[40] nim=0: ")
    assert process.returncode == 1
    assert written < MEGABYTE


@pytest.mark.release
def test_memory_is_that_of_one_line(tmp_path: Path) -> None:
    """Twelve sealed lines of four megabytes, all wrong, are refused in the memory of one of them."""
    path = tmp_path / "large.jsonl"
    claim, head = HUGE_CLAIM + b"\n", b",".join([b"12"] * 1390000)
    line = b'{"tail":[0],"nim":0,"kind":"finite","head":[%s],"period":[],"modulus":0,"bound":1390000,"prev":"%s"}\n'
    with path.open("wb") as file:
        file.write(claim)
        last = claim
        for _ in range(12):
            last = line % (head, sha256(last[:-1]).hexdigest().encode())
            file.write(last)
    result = run_program("checker", path, memory=400 * MEGABYTE)
    assert (result.returncode, result.stdout) == (1, b"s NOT VERIFIED\n")
    assert b"line 2, slice tail=[0] nim=0: the checker does not accept it" in result.stderr


@pytest.mark.release
def test_a_true_certificate_needs_little_memory(tmp_path: Path) -> None:
    """Accepted lines are not kept: third rows up to 115 take 32 megabytes, even with garbage after them."""
    path = tmp_path / "true-then-garbage.jsonl"
    lines = garbage("terms")
    with path.open("wb") as file:
        while file.tell() < 8 * MEGABYTE:
            file.write(next(lines))
    accepted = run_program("checker", SHIPPED, memory=32 * MEGABYTE)
    assert (accepted.returncode, accepted.stdout) == verdicts(SHIPPED)["verifier"]
    assert accepted.returncode == 0
    refused = run_program("checker", path, memory=32 * MEGABYTE)
    assert (refused.returncode, refused.stdout) == (1, b"s NOT VERIFIED\n")


@pytest.mark.release
def test_an_error_has_its_exit_code(tmp_path: Path) -> None:
    """If memory runs out on the way, the verdict is an error, with its exit code."""
    path = tmp_path / "large.jsonl"
    path.write_bytes(certificate(3, 0, 2500, "compact"))
    limits = range(40, 140, 10)
    said = [run_program("checker", "--method", "by-value", path, memory=limit * MEGABYTE) for limit in limits]
    found = [(result.returncode, result.stdout[:10]) for result in said]
    # OCaml aborts if it has no memory for its own tables. Then there is no verdict.
    assert set(found) <= {(70, b"s ERROR\n"), (0, b"s VERIFIED"), (-signal.SIGABRT, b"")}
    assert found.count((70, b"s ERROR\n")) > 3


# Bounds

MANY = 4 * 10**6
"""Columns that would fill gigabytes."""

ABSURD: dict[str, tuple[str, Record]] = {
    "bound": ("periodic", {"bound": MANY}),
    "terms": ("periodic", {"head": {"terms": MANY // 2}, "bound": MANY}),
    "no end": ("periodic", {"kind": "finite", "head": {"terms": MANY}, "period": [], "modulus": 0, "bound": MANY}),
    "late end": ("finite", {"head": {"terms": MANY}, "bound": MANY}),
    "end forgotten": ("finite", {"kind": "periodic", "period": [4], "bound": MANY}),
}
"""The content of a hostile line: its kind of slice, and the changes."""


def absurd(mode: Mode, name: str) -> list[Record]:
    """True lines up to c = 800 or slightly less, of a claim large enough to be checked by value, and a hostile one."""
    kind, change = ABSURD[name]
    header, *slices, trailer = records(certificate(3, 0, 800, mode))
    header["claim"]["upto"] = 6000
    while slices[-1]["kind"] != kind:
        slices.pop()
    line, moduli = {**slices[-1], **change}, [line["modulus"] for line in slices]
    if kind == "finite" and line["period"]:
        line["modulus"] = max(moduli)
    if "head" in change:
        terms = change["head"]["terms"]
        line["head"] = {**slices[-1]["head"], "terms": terms} if mode == "compact" else [*slices[-1]["head"]]
        if mode == "full":  # within the maximum length of a line
            line["head"] += [1] * 400_000
            line["bound"] = len(line["head"]) if line["kind"] == "finite" else MANY
    return [header, *slices[:-1], line, trailer]


@pytest.mark.release
@pytest.mark.parametrize("name", ABSURD)
@pytest.mark.parametrize("mode", ["full", "compact"])
def test_absurd_bounds(mode: Mode, name: str, tmp_path: Path) -> None:
    """A line that claims millions of columns is refused by both methods, in the memory of a true one."""
    parts = absurd(mode, name)
    path = tmp_path / "absurd.jsonl"
    path.write_bytes(seal(parts))
    expected = verifier.verify(str(path))
    where = f"line {len(parts) - 1}, slice tail=[{len(parts) - 3}] nim=0"
    assert (expected.code, place(expected.reason)) == (1, where)
    for method in ([], ["--method", "by-value"]):
        said = run_program("checker", *method, path, memory=300 * MEGABYTE)
        assert (said.returncode, said.stdout) == (1, b"s NOT VERIFIED\n")
        assert place(said.stderr.decode()) == where


@pytest.mark.release
def test_small_absurd_bounds(tmp_path: Path) -> None:
    """The same after every line of a small certificate, by both builds, which name the same line as the verifier."""
    base = records(certificate(3, 0, 14, "compact"))
    texts = []
    for number in range(1, len(base) - 1):
        for name, (kind, change) in ABSURD.items():
            if base[number]["kind"] == kind:
                few = 20_000  # enough to be decided early, and fast for the verifier
                head = {"terms": few // 2 if name == "terms" else few} if "head" in change else {}
                line = {**base[number], **change, "head": {**base[number]["head"], **head}, "bound": few}
                line["modulus"] = 1 if line["period"] else 0
                texts.append(seal([*base[:number], line, *base[number + 1 :]]))
    assert len(texts) > 30
    assert different(write(tmp_path, texts), CHECKER, "by-value") == []
    assert different(write(tmp_path, texts[::5]), PLAIN, "by-value") == []


# Damage


def place(reason: str) -> str:
    """The line and slice that a reason names, or the whole reason if there is none."""
    found = re.search(r": (line \d+[^:]*): ", reason)
    return found[1] if found else reason


def different(paths: list[Path], program: Path, method: str) -> list[str]:
    """Where a method of a build differs from the verifier: verdict, exit code, refused line."""
    found = []
    for start in range(0, len(paths), 300):
        some = paths[start : start + 300]
        expected = [verifier.verify(str(path)) for path in some]
        command = [str(program), "--method", method, "--", *map(str, some), str(SHIPPED)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        lines, reasons = said.stdout.splitlines()[1::2][:-1], said.stderr.splitlines()
        code, count = max(verdict.code for verdict in expected), sum(verdict.code > 0 for verdict in expected)
        if (said.returncode, len(lines), len(reasons)) != (code, len(some), count):
            found.append(
                f"{program.name} {method}: code {said.returncode}, {len(lines)} verdicts, {len(reasons)} reasons"
            )
        coming = iter(reasons)
        for path, line, verdict in zip(some, lines, expected, strict=False):
            where = place(next(coming, "")) if verdict.code else ""
            if line != verdict.line or where != (place(verdict.reason) if verdict.code else ""):
                found.append(f"{program.name} {method}: {path.name}: {line} {where}, expected {verdict}")
    return found


@pytest.mark.parametrize("code", [0, 1])
def test_a_stub_would_be_noticed(code: int, tmp_path: Path) -> None:
    """A program that accepts everything, or refuses everything with the same words, differs from the verifier."""
    line, reason = ("s VERIFIED", "") if code == 0 else ("s NOT VERIFIED", 'echo "x: line 2: no" >&2;')
    stub = tmp_path / "stub"
    stub.write_text(f'#!/bin/sh\nshift 3\nfor name; do echo "c $name"; echo "{line}"; {reason} done\nexit {code}\n')
    stub.chmod(0o755)
    for text in (BASE_CERTIFICATE, BASE_CERTIFICATE[:-1]):
        assert different(write(tmp_path, [text]), stub, "general") != []


MUTATED: list[tuple[int, int, int, Mode]] = [
    *CERTIFICATES,
    (3, 0, 0, "full"),
    (3, 0, 12, "full"),
    (3, 0, 14, "compact"),
    (2, 5, 0, "compact"),
    (3, 0, 30, "full"),
    (3, 0, 130, "compact"),
    (3, 5, 9, "full"),
    (4, 2, 3, "compact"),
    (5, 1, 3, "full"),
    (6, 1, 2, "compact"),
]


@pytest.mark.release
@pytest.mark.parametrize("claim", MUTATED, ids=str)
def test_mutants(claim: tuple[int, int, int, Mode], tmp_path: Path) -> None:
    """On certificates changed in every way, both builds and both methods agree with the verifier on verdicts and lines.

    Of large certificates a part is tried. The methods differ only on losing positions of three rows.
    """
    texts = sorted({text for _, text in mutants(certificate(*claim))} | {certificate(*claim)})
    paths = write(tmp_path, random.Random(f"{claim}").sample(texts, min(len(texts), 1500)))
    assert len(paths) > 80
    for program in (CHECKER, PLAIN):
        for method in ["general", "by-value"] if claim[:2] == (3, 0) else ["general"]:
            assert different(paths, program, method) == []


@pytest.mark.release
@pytest.mark.parametrize("sealed", [False, True], ids=["as it is", "sealed again"])
@pytest.mark.parametrize("claim", BASES, ids=str)
def test_any_byte_changed(claim: tuple[int, int, int, Mode], sealed: bool, tmp_path: Path) -> None:
    """A byte changed, dropped or inserted anywhere, and two files in one, get the same verdicts, sealed or not."""
    base, rng = certificate(*claim), random.Random(sealed)
    texts = [base * 2, b"", b"\n", b"\xef\xbb\xbf" + base]
    texts += [base.replace(b"\n", b"\r\n"), base + b"\n", base + b"\0"]
    for at in range(len(base)):
        for byte in rng.sample([b"", b"0", b"9", b",", b"\n", b" ", b"\0", b"\xff", b'"', b"00"], 2):
            text = base[:at] + byte + base[at + rng.randint(0, 1) :]
            texts.append(seal_lines(text.splitlines()) if sealed else text)
    paths = write(tmp_path, texts)
    assert len(paths) > 2000
    assert disagreements(paths) == []


@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero", "/dev/full", "/", "", "none", "none/none", "x" * 300])
def test_names_that_are_not_files(path: str, tmp_path: Path) -> None:
    """Devices, directories and missing files get the verifier's verdict."""
    found = verdicts(path, cwd=tmp_path)
    assert found["checker"] == found["plain"] == found["verifier"]
    assert found["checker"][0] in {1, 2, 64}


# Words

NAMES = [
    b"x\ns VERIFIED rows=3 nim=0 upto=115 slices=116",
    b"s VERIFIED rows=3\r\ns VERIFIED rows=3\n",
    b"\x1b[2J\x1b]0;owned\x07",
    b"tab\tand\x7fdelete",
    b"it's",
    b'a "name"',
    b"both ' and \"",
    b"back\\slash\\n",
    "é\u202e\U0010ffff".encode(),
    b"\xff\xfe\x80 no text",
]


@pytest.mark.parametrize("name", NAMES, ids=repr)
@pytest.mark.parametrize("content", [b"nothing", BASE_CERTIFICATE, b"", None], ids=["text", "true", "empty", "none"])
def test_names_are_quoted(name: bytes, content: bytes | None, tmp_path: Path) -> None:
    """A name is shown as Python shows bytes, on both outputs: it cannot make a line or reach the terminal."""
    if content is not None:
        (tmp_path / os.fsdecode(name)).write_bytes(content)
    result = run_program("checker", name, name, cwd=tmp_path)
    expected = {None: 64, BASE_CERTIFICATE: 0}.get(content, 1)
    shown = repr(name)[1:].encode()
    lines = result.stdout.splitlines()
    assert result.returncode == expected
    assert lines[::2] == [b"c " + shown] * 2
    assert [line[: len(b"s VERIFIED")] for line in lines[1::2]] == [
        {0: b"s VERIFIED", 1: b"s NOT VERI", 64: b"s ERROR"}[expected]
    ] * 2
    assert result.stderr.count(b"\n") == (2 if expected else 0)
    assert all(line.startswith(shown) for line in result.stderr.splitlines())
    assert_printable(result.stderr)
    if name.isascii():
        assert verdicts(name, name, cwd=tmp_path)["verifier"] == (expected, result.stdout)


@pytest.mark.parametrize("forged", NAMES, ids=repr)
def test_contents_and_options_are_quoted(forged: bytes, tmp_path: Path) -> None:
    """Quotes from a file or the command line are printable too, wherever they come from."""
    header, *lines = BASE_CERTIFICATE.splitlines()
    forged_line = forged.replace(b"\n", b"\x0b")
    texts = [
        forged,
        forged_line + b"\n",
        header[:-3] + forged_line + b"\n",
        header + b"\n" + forged_line + b"\n",
        BASE_CERTIFICATE + forged,
        BASE_CERTIFICATE[:-20] + forged_line + b"\n",
        seal_lines([header, lines[0].replace(b'"nim":', b'"nim":' + forged_line), *lines[1:]]),
    ]
    for path in write(tmp_path, texts):
        result = run_program("checker", path)
        assert (result.returncode, result.stdout) == (1, b"s NOT VERIFIED\n")
        assert result.stderr.count(b"\n") == 1
        assert_printable(result.stderr)
    for options in ([b"--expect", forged], [b"--" + forged], [b"--expect=rows=" + forged]):
        result = run_program("checker", *options, SHIPPED)
        assert (result.returncode, result.stdout) == (64, b"s ERROR\n")
        assert result.stderr.count(b"\n") == 1
        assert_printable(result.stderr)


# Outputs

CASES = {
    "true": [str(SHIPPED)],
    "wrong": ["/dev/null"],
    "declined": ["/dev/zero"],
    "missing": ["none"],
    "misused": ["-x"],
}


def shell(command: list[str], redirection: str, cwd: Path) -> tuple[int, str]:
    """The exit code and standard output of a command with redirected streams."""
    words = ["bash", "-c", f'"$@" {redirection}', "bash", *command]
    result = subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd)
    return result.returncode, result.stdout


@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-", ">&- 2>&-", "<&- >&- 2>&-", "> /dev/full 2>&1"])
@pytest.mark.parametrize("case", [*CASES, "several", "help"])
def test_an_unwritten_verdict_does_not_count(case: str, redirection: str, tmp_path: Path) -> None:
    """With a full disk or a closed stream, the exit code is that of an internal error, whatever the verdict."""
    arguments = {**CASES, "several": [str(SHIPPED), "/dev/null"], "help": ["--help"]}[case]
    assert shell([str(CHECKER), *arguments], redirection, tmp_path) == (70, "")


@pytest.mark.parametrize("case", CASES)
def test_nobody_listens(case: str, tmp_path: Path) -> None:
    """A verdict written to a pipe that nobody reads does not count."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = subprocess.run([str(CHECKER), *CASES[case]], stdout=writing, check=False, cwd=tmp_path)
    finally:
        os.close(writing)
    assert result.returncode == 70


@pytest.mark.parametrize("redirection", ["2>&-", "<&-", "<&- 2>&-"])
@pytest.mark.parametrize("case", CASES)
def test_other_closed_streams_change_nothing(case: str, redirection: str, tmp_path: Path) -> None:
    """Reasons may be lost: the verdict and the exit code stay the same."""
    command = [str(CHECKER), *CASES[case]]
    usual = shell(command, "", tmp_path)
    assert usual[0] in {0, 1, 2, 64}
    assert shell(command, redirection, tmp_path) == usual


def test_reasons_onto_a_full_disk(tmp_path: Path) -> None:
    """If the reason cannot be written to an open stream, that is an internal error, for all programs."""
    for command in PROGRAMS.values():
        assert shell([*command, "/dev/null"], "2> /dev/full", tmp_path) == (70, "")
        assert shell([*command, str(SHIPPED)], "2> /dev/full", tmp_path)[0] == 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_interrupt_is_not_a_verdict(program: str) -> None:
    """Ctrl-C in the middle of a certificate leaves standard output empty, with exit code 70."""
    with subprocess.Popen(
        [*PROGRAMS[program], "/dev/stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        fcntl.fcntl(process.stdin, fcntl.F_SETPIPE_SZ, 4096)
        # Most of this does not fit into the pipe: once it is written, the program is running.
        process.stdin.write(SHIPPED.read_bytes()[:-100])
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == b""
    assert process.returncode == 70
