"""The checker extracted from Coq agrees with verifier.py on headers in any JSON, and on mirrors.

Without Coq and OCaml these tests are skipped, as in tests/certificate/test_coq.py.
"""

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.checker import check
from tests.posets.orders import certificate, mirror_file, mirror_lines, sealed
from tests.posets.test_verifier import TWINS, TWO, large
from tests.posets.test_verifier_mirrors import BROKEN, LADDERS, mutants, random_claim, random_proof
from zchomp.posets import verifier
from zchomp.posets.families import bar, divisors, graph, platonic

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
PIECES += ["é", "\x7f", "\x1f", "\ufeff", "\u2028", "zchomp-strategy 2", '"x":1,', "[],", '"taken":[],', "😀", "\udcff"]
"""Random insertions into headers. The last is a byte that is not UTF-8."""


def compare(built: Path, folder: Path, files: list[bytes]) -> Counter[str]:
    """The number of times that each verdict is given. verifier.py and the extracted checker agree on each file."""
    paths = []
    for number, content in enumerate(files):
        paths.append(folder / f"{number}.jsonl")
        paths[-1].write_bytes(content)
    expected = [verifier.verify(str(path)) for path in paths]
    code, said = check(built / "zchomp-check", "--strategies", *paths)
    found = said[1::2] if len(files) > 1 else said
    assert len(found) == len(expected)
    for content, (_, verdict, _), answer in zip(files, expected, found, strict=True):
        assert answer == verdict, content[:1000]
    assert code == max(code for code, _, _ in expected)
    return Counter(verdict.partition(" lost")[0] for _, verdict, _ in expected)


def test_proofs_by_symmetry(built: Path, tmp_path: Path) -> None:
    """Graphs, solids, bars and divisors, with a poison or without: both verify the mirrors, with the same words."""
    solids = [certificate(platonic(name), "body") for name in ("cube", "dodecahedron", "icosahedron")]
    poisoned = [certificate(bar("3x3"), "2,2"), certificate(divisors(36), "6")]
    found = [mirror_file(fields) for fields in [certificate(graph("cycle", 6)), *solids, *poisoned]]
    assert compare(built, tmp_path, found) == {"s VERIFIED": 6}


def test_broken_mirrors(built: Path, tmp_path: Path) -> None:
    """Every defect that breaks a proof for verifier.py, by itself, breaks it for the extracted checker."""
    fields = certificate(LADDERS, "c")
    files = [mirror_file(fields | change) for _, change, _ in BROKEN]
    assert compare(built, tmp_path, files) == {"s NOT VERIFIED": len(BROKEN)}
    assert compare(built, tmp_path, [mirror_file(fields)]) == {"s VERIFIED": 1}


def test_random_claims(built: Path, tmp_path: Path) -> None:
    """On random claims about random orders the verdicts are the same."""
    source = random.Random(2026)
    found = compare(built, tmp_path, [mirror_file(random_claim(source)) for _ in range(1000)])
    assert found["s VERIFIED"] > 30
    assert found["s NOT VERIFIED"] > 700


def test_mutants_of_proofs(built: Path, tmp_path: Path) -> None:
    """On true certificates changed in one place the verdicts are the same."""
    source = random.Random(1974)
    files = [mirror_file(mutant) for _ in range(10) for mutant in mutants(random_proof(source), source)]
    found = compare(built, tmp_path, files)
    assert found["s VERIFIED"] > 30
    assert found["s NOT VERIFIED"] > 500


def test_mutants_of_text(built: Path, tmp_path: Path, cases: int) -> None:
    """The reader and Python agree on what is JSON: headers with pieces of text inserted, removed or changed."""
    source = random.Random(8259)
    files = []
    for _ in range(5 * cases):
        version = source.choice(["1", "1", "2"])
        fields = random_proof(source) | {"format": f"zchomp-strategy {version}"}
        line, *rest = mirror_lines(fields, ensure_ascii=source.random() < 0.5)
        for _ in range(source.randint(1, 3)):
            start = source.randrange(len(line))
            line = line[:start] + source.choice(["", *PIECES]) + line[start + source.randint(0, 2) :]
        files.append(sealed([line, *rest]))
    found = compare(built, tmp_path, files)
    assert min(found[verdict] for verdict in ("s VERIFIED", "s NOT VERIFIED", "s DECLINED")) > cases // 40


@pytest.mark.parametrize(
    "name",
    ["\u2028", '"', "\\", "\n\r\t\b\f\x00\x1f\x7f", "é\u0800\uffff", "😀\U0010ffff", "/", "", "n" * 300],
    ids=ascii,
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_names_are_shown_as_python_shows_them(name: str, ascii_only: bool, built: Path, tmp_path: Path) -> None:
    """Any name is read and shown as in Python, escaped or not."""
    fields = TWINS | {"elements": ["a", "b", name], "taken": [name]}
    assert compare(built, tmp_path, [sealed(mirror_lines(fields, ensure_ascii=ascii_only))]) == {"s VERIFIED": 1}


@pytest.mark.parametrize(
    "value", ["9" * 4300, "9" * 4301, "-" + "9" * 4301, "9" * 4301 + ".5", "1e999", "-0", "01", "-", "1."]
)
def test_numbers_of_other_versions(value: str, built: Path, tmp_path: Path) -> None:
    """A certificate of another version with a number in it is declined, but refused if Python cannot read it."""
    line, *rest = mirror_lines(TWINS | {"format": "zchomp-strategy 2"})
    assert compare(built, tmp_path, [sealed([line.replace("null", value), *rest])]).total() == 1


def test_limits_of_headers(built: Path, tmp_path: Path) -> None:
    """Up to the limits certificates are verified, and beyond them declined. Long lists are not a problem."""
    size = verifier.MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    good = [
        large(size, chain, poison="0", taken=["1"]),
        large(size, chain, taken=[str(x) for x in range(size - 1, -1, -1)]),
        large(2, [(0, 1)] * 200_000, taken=["0"]),
    ]
    assert compare(built, tmp_path, [file.getvalue() for file in good]) == {"s VERIFIED": len(good)}
    bad = [
        large(size, [*chain, (size - 1, 0)]),
        large(2, [], mirrors=[[["0", "1"]] * 200_000]),
        large(2, [], taken=["0"] * 400_000),
    ]
    nested = [b"[" * 100_000 + b"\n", f"[{'[],' * 400_000}[]]\n".encode()]
    assert compare(built, tmp_path, [*(file.getvalue() for file in bad), *nested]) == {"s NOT VERIFIED": 5}
    assert compare(built, tmp_path, [large(size + 1, []).getvalue()]) == {"s DECLINED": 1}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xff\xfe",
        TWO[:-1],
        TWO.replace(b"\n", b"\r\n"),
        TWO.replace(b"\n", b" " * (verifier.MAX_BYTES - TWO.index(b"\n") - 1) + b"\n", 1),
        TWO.replace(b"\n", b" " * (verifier.MAX_BYTES - TWO.index(b"\n")) + b"\n", 1),
        b"x" * (verifier.MAX_BYTES + 1),
    ],
    ids=lambda content: f"{len(content)} bytes",
)
def test_lines_are_those_of_the_verifier(content: bytes, built: Path, tmp_path: Path) -> None:
    """Lines are split as in verifier.py, up to the first that is too long."""
    assert compare(built, tmp_path, [content]).total() == 1
