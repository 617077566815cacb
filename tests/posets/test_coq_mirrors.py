"""The checker of proofs by symmetry that is extracted from Coq says what mirror.py says, line by line.

Without Coq and OCaml these tests are skipped, as in tests/certificate/test_coq.py.
"""

import json
import random
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.checker import check
from tests.posets.orders import certificate
from tests.posets.test_coq import answers
from tests.posets.test_mirror import TWINS, large
from tests.posets.test_mirror_soundness import BROKEN, mutants, random_claim, random_proof
from zchomp.posets import mirror
from zchomp.posets.families import PosetBoard, bar, divisors, graph, platonic
from zchomp.posets.poset import Poset

Fields = dict[str, Any]

LADDERS = PosetBoard("file", "two ladders", Poset.from_covers("abxyc", [("a", "x"), ("b", "y")]))

PIECES = [
    '"',
    "\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\udc00",
    "\\u12",
    "\\/",
    "\\x",
    "\\b",
    "{",
    "}",
    "[",
    "]",
]
PIECES += [",", ":", " ", "\t", "\r", "0", "-", "7", ".5", "e3", "NaN", "Infinity", "-Infinity", "null", "true", "\x00"]
PIECES += ["é", "\x7f", "\x1f", "\ufeff", "\u2028", "zchomp-mirror 2", '"x":1,', "[],", '"taken":[],', "😀", "\udcff"]
"""What is put into certificates at random; the last is a byte that is not UTF-8."""


def compare(built: Path, path: Path, lines: list[str]) -> Counter[str]:
    """How often each verdict is given, by mirror.py and by the extracted checker alike, each line in a file's line."""
    path.write_bytes(b"".join(line.encode("utf-8", "surrogateescape") + b"\n" for line in lines))
    expected = list(mirror.verify(str(path)))
    code, found = check(built / "zchomp-check", "--mirrors", path)
    assert len(found) == len(expected) == len(lines)
    for line, verdict, answer in zip(lines, expected, found, strict=True):
        assert answer == verdict.line, line[:1000]
    assert code == max(verdict.code for verdict in expected)
    return Counter(verdict.line.partition(" lost")[0] for verdict in expected)


def numbered(fields: Fields) -> str:
    """A certificate as a value in Coq, its names numbered from 1."""
    number = {name: x for x, name in enumerate(fields["elements"], start=1)}

    def pairs(names: list[list[str]]) -> str:
        return f"[{'; '.join(f'({number[x]}, {number[y]})' for x, y in names)}]"

    poison = "None" if fields["poison"] is None else f"(Some {number[fields['poison']]})"
    elements, taken = ([number[name] for name in fields[key]] for key in ("elements", "taken"))
    lists = [str(numbers).replace(",", ";") for numbers in (elements, taken)]
    mirrors = "; ".join(map(pairs, fields["mirrors"]))
    return f"(PosetCertificate {lists[0]} {pairs(fields['covers'])} {poison} {lists[1]} [{mirrors}])%positive"


def test_certificates_of_families(built: Path, tmp_path: Path) -> None:
    """Graphs, solids, bars and divisors, with a poison or without: both verify the proofs, with the same words."""
    solids = [certificate(platonic(name), "body") for name in ("cube", "dodecahedron", "icosahedron")]
    poisoned = [certificate(bar("3x3"), "2,2"), certificate(divisors(36), "6")]
    found = [json.dumps(fields) for fields in [certificate(graph("cycle", 6)), *solids, *poisoned]]
    assert compare(built, tmp_path / "file", found) == {"s VERIFIED": 6}


def test_broken_certificates(built: Path, tmp_path: Path) -> None:
    """What breaks a proof for mirror.py breaks it for the extracted checker, each defect on its own."""
    fields = certificate(LADDERS, "c")
    lines = [json.dumps(fields | change) for _, change, _ in BROKEN]
    assert compare(built, tmp_path / "file", lines) == {"s NOT VERIFIED": len(BROKEN)}
    assert compare(built, tmp_path / "file", [json.dumps(fields)]) == {"s VERIFIED": 1}


def test_random_claims(built: Path, tmp_path: Path) -> None:
    """On thousands of random claims about random orders the verdicts are the same."""
    source = random.Random(2026)
    found = compare(built, tmp_path / "file", [json.dumps(random_claim(source)) for _ in range(8000)])
    assert found["s VERIFIED"] > 300
    assert found["s NOT VERIFIED"] > 6000


def test_mutants_of_proofs(built: Path, tmp_path: Path) -> None:
    """On thousands of true certificates changed in one place the verdicts are the same."""
    source = random.Random(1974)
    lines = [json.dumps(mutant) for _ in range(40) for mutant in mutants(random_proof(source), source)]
    found = compare(built, tmp_path / "file", lines)
    assert found["s VERIFIED"] > 300
    assert found["s NOT VERIFIED"] > 3000


def test_mutants_of_text(built: Path, tmp_path: Path, cases: int) -> None:
    """What is JSON to Python is JSON to the reader: certificates with pieces of text put in, cut out or changed."""
    source = random.Random(8259)
    lines = []
    for _ in range(20 * cases):
        version = source.choice(["1", "1", "2"])
        fields = random_proof(source) | {"format": f"zchomp-mirror {version}"}
        line = json.dumps(fields, ensure_ascii=source.random() < 0.5)
        for _ in range(source.randint(1, 3)):
            start = source.randrange(len(line))
            line = line[:start] + source.choice(["", *PIECES]) + line[start + source.randint(0, 2) :]
        lines.append(line)
    found = compare(built, tmp_path / "file", lines)
    assert min(found[verdict] for verdict in ("s VERIFIED", "s NOT VERIFIED", "s DECLINED")) > cases // 20


@pytest.mark.parametrize(
    "name",
    ["\u2028", '"', "\\", "\n\r\t\b\f\x00\x1f\x7f", "é\u0800\uffff", "😀\U0010ffff", "/", "", "n" * 300],
    ids=ascii,
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_names(name: str, ascii_only: bool, built: Path, tmp_path: Path) -> None:
    """Any name is read and shown as Python does it, escaped or not."""
    fields = json.loads(TWINS) | {"elements": ["a", "b", name], "taken": [name]}
    assert compare(built, tmp_path / "file", [json.dumps(fields, ensure_ascii=ascii_only)]) == {"s VERIFIED": 1}


@pytest.mark.parametrize(
    "value", ["9" * 4300, "9" * 4301, "-" + "9" * 4301, "9" * 4301 + ".5", "1e999", "-0", "01", "-", "1."]
)
def test_numbers(value: str, built: Path, tmp_path: Path) -> None:
    """A certificate of another version with a number in it is declined, but refused if Python does not read it."""
    line = TWINS.replace("mirror 1", "mirror 2").replace("null", value)
    assert compare(built, tmp_path / "file", [line]).total() == 1


def test_limits(built: Path, tmp_path: Path) -> None:
    """Up to the limits certificates are verified, beyond them declined; long lists are no trouble."""
    size = mirror.MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    tower = [(x + i, x + 2 + j) for x in range(0, size - 2, 2) for i in (0, 1) for j in (0, 1)]
    storeys = [[[str(x), str(x + 1)]] for x in range(size - 2, -1, -2)]
    ladder = [(x, x + 2) for x in range(size - 2)]
    extra = [*ladder, *((x, x + 4) for x in range(0, 200, 2))]  # pairs on one side only, which change nothing
    rungs = [[[str(x), str(x + 1)] for x in range(0, size, 2)]]
    good = [
        large(size, chain, poison="0", taken=["1"]),
        large(size, chain, taken=[str(x) for x in range(size - 1, -1, -1)]),
        large(size, ladder, mirrors=rungs),
        large(size, extra, mirrors=rungs),
        large(size, tower, mirrors=storeys),
        large(2, [(0, 1)] * 200_000, taken=["0"]),
    ]
    assert compare(built, tmp_path / "file", good) == {"s VERIFIED": len(good)}
    bad = [
        large(size, [*chain, (size - 1, 0)]),
        large(size, tower, mirrors=storeys[::-1]),
        large(2, [], mirrors=[[["0", "1"]] * 200_000]),
        large(2, [], mirrors=[[["0", "1"]]] * 200_000),
        large(2, [], taken=["0"] * 400_000),
        "[" * 100_000,
        f"[{'[],' * 400_000}[]]",
    ]
    assert compare(built, tmp_path / "file", bad) == {"s NOT VERIFIED": len(bad)}
    assert compare(built, tmp_path / "file", [large(size + 1, [])]) == {"s DECLINED": 1}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xff\xfe",
        TWINS.encode(),
        TWINS.encode() + b"\r\n{}\n" + TWINS.encode(),
        TWINS.encode() + b" " * (mirror.MAX_BYTES - len(TWINS) - 1) + b"\n" + TWINS.encode(),
        TWINS.encode() + b" " * (mirror.MAX_BYTES - len(TWINS)) + b"\n" + TWINS.encode(),
        b"x" * (mirror.MAX_BYTES + 1),
    ],
    ids=lambda content: f"{len(content)} bytes",
)
def test_lines(content: bytes, built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines are those of mirror.py, and there is a verdict for each, up to the first that is too long."""
    path = tmp_path / "file"
    path.write_bytes(content)
    for files in ([str(path)], [str(path), str(path)], [str(path), str(tmp_path / "none"), str(tmp_path)]):
        code = mirror.main(files)
        assert check(built / "zchomp-check", "--mirrors", *files) == (code, capsys.readouterr().out.splitlines())


def test_usage(built: Path, tmp_path: Path) -> None:
    """Without a file, with another option, or where the verdict cannot be written, there is no verdict."""
    path = tmp_path / "--mirrors"
    path.write_text(TWINS)
    assert check(built / "zchomp-check", "--mirrors") == (64, ["s ERROR"])
    assert check(built / "zchomp-check", "--mirrors", "--expect", "rows=3", path) == (64, ["s ERROR"])
    assert check(built / "zchomp-check", "--mirrors", "--what", path) == (64, ["s ERROR"])
    assert check(built / "zchomp-check", path) == (1, ["s NOT VERIFIED"])
    command = [str(built / "zchomp-check"), "--mirrors", "--", "--mirrors"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "s VERIFIED lost elements=2 taken=[] mirrors=1\n")
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as full:
            assert subprocess.run(command, stdout=full, check=False, cwd=tmp_path).returncode == 70


def test_the_checker_inside_coq(built: Path, tmp_path: Path) -> None:
    """Run inside Coq, the function that is extracted says the same of small certificates, true and false."""
    source = random.Random(816)
    claims = [random_claim(source) for _ in range(150)] + [random_proof(source) for _ in range(20)]
    claims.append(certificate(platonic("cube"), "body"))
    terms = [f"MirrorChecker.check_mirrors {numbered(fields)}" for fields in claims]
    expected = []
    for fields in claims:
        try:
            expected.append(mirror.check(json.dumps(fields)).startswith("lost "))
        except mirror.Refused:
            expected.append(False)
    names = "From Coq Require Import PArith.\nFrom ZChomp Require Import MirrorChecker.\n"
    assert answers(built, tmp_path, terms, names) == [str(answer).lower() for answer in expected]
    assert Counter(expected)[True] > 20
