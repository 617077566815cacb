"""The checker of strategies extracted from Coq accepts what the format allows and nothing else, as verifier.py does.

Without Coq and OCaml these tests are skipped, as in tests/proof/test_coq.py.
"""

import json
import os
import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from tests.posets.forgeries import Setting, dump, small_settings
from tests.posets.orders import certificate, mirror_file, mirror_lines, sealed
from tests.posets.test_verifier import BASE, FAULTS, MALFORMED, TWINS, faulty, large
from zchomp.posets.families import bar, divisors, graph, platonic
from zchomp.proof import strategy_verifier as verifier

Verdict = tuple[int, str, str]
"""The exit code, the line of the verdict, and the number of the line that breaks the file."""

PROGRAMS = ["zchomp-check", "zchomp-check-plain"]


def written(folder: Path, files: Sequence[bytes]) -> list[str]:
    """The names of files with these contents."""
    names = [str(number) for number in range(len(files))]
    for name, content in zip(names, files, strict=True):
        (folder / name).write_bytes(content)
    return names


def verdicts(program: Path, folder: Path, names: Sequence[str]) -> list[Verdict]:
    """The verdicts of an extracted checker on several files. Its exit code is the largest."""
    done = subprocess.run(
        [program, "--strategies", *names, "missing"], capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 64
    said = done.stdout.splitlines()
    assert said[::2] == [f"c {name!r}" for name in (*names, "missing")]
    reasons = dict(re.findall(r"^'(\d+)': line (\d+): ", done.stderr, re.MULTILINE))
    codes = {"s VERIFIED": 0, "s NOT VERIFIED": 1, "s DECLINED": 2}
    found = []
    for name, line in zip(names, said[1:-2:2], strict=True):
        code = next(code for start, code in codes.items() if line.startswith(start))
        found.append((code, line, reasons.get(name, "")))
    return found


def expected(folder: Path, names: Sequence[str]) -> list[Verdict]:
    """The verdicts of verifier.py."""
    found = []
    for name in names:
        code, line, reason, _ = verifier.verify(str(folder / name))
        at = re.search(r": line (\d+): ", reason)
        found.append((code, line, at[1] if at else ""))
    return found


def compare(built: Path, folder: Path, files: Sequence[bytes]) -> Counter[int]:
    """How often each exit code is given. Both checkers say the same of each file, and name the same line."""
    names = written(folder, files)
    found, wanted = verdicts(built / "zchomp-check", folder, names), expected(folder, names)
    for content, one, other in zip(files, found, wanted, strict=True):
        assert one == other, content[:1000]
    return Counter(code for code, _, _ in found)


def with_claim(setting: Setting, claim: str, *more: str, **changes: object) -> bytes:
    """A file with all true members, some more, and a claim."""
    header = setting.header(members=len(setting.members) + len(more), **changes)
    return sealed([dump(header), *setting.lines(), *more, f'{claim[:-1]},"sha256":""}}'])


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_member_and_claim_on_small_orders(program: str, built: Path, tmp_path: Path) -> None:
    """All that the format allows on small orders is verified; of all else, a line in seven is tried and refused."""
    files, allowed = [], []
    for setting in small_settings():
        for number, (line, _, is_allowed) in enumerate(setting.forgeries()):
            if is_allowed or number % 7 == 0:
                files.append(with_claim(setting, '{"start":[0,0]}', line))
                allowed.append(is_allowed)
        claims = [claim for start in setting.positions for claim in setting.claims(start)]
        for number, (changes, trailer, is_allowed) in enumerate(claims):
            if (is_allowed and number % 3 == 0) or number % 7 == 0:
                files.append(with_claim(setting, trailer, **changes))
                allowed.append(is_allowed)
    if program != PROGRAMS[0]:
        files, allowed = files[::5], allowed[::5]
    found = verdicts(built / program, tmp_path, written(tmp_path, files))
    wrong = [files[i] for i, (code, _, _) in enumerate(found) if code != (0 if allowed[i] else 1)]
    assert not wrong
    assert sum(allowed) > len(files) // 20


def test_faults_are_found_in_order(built: Path, tmp_path: Path) -> None:
    """Of one fault or two, both checkers find the same, in the same line."""
    some = [[i] for i in range(len(FAULTS))] + [[*pair] for pair in combinations(range(len(FAULTS)), 2)]
    codes = compare(built, tmp_path, [sealed(BASE), *filter(None, (faulty(*faults) for faults in some))])
    assert codes[0] == 1
    assert min(codes[1], codes[2]) > 100


def test_long_lines(built: Path, tmp_path: Path) -> None:
    """A line that is too long is declined, unless there is a fault in a line before it."""
    names = []
    for k, (line, *_) in enumerate(FAULTS):
        data = faulty(k)
        assert data is not None
        for long in range(line + 1, len(BASE) + 1):
            path = tmp_path / f"{1000 * long + k}"
            path.write_bytes(b"".join(data.splitlines(keepends=True)[: long - 1]))
            os.truncate(path, path.stat().st_size + verifier.MAX_BYTES + 1)  # no bytes are written
            names.append(path.name)
    for long in range(1, len(BASE) + 1):
        path = tmp_path / str(long)
        path.write_bytes(b"".join(sealed(BASE).splitlines(keepends=True)[: long - 1]))
        os.truncate(path, path.stat().st_size + verifier.MAX_BYTES + 1)
        names.append(path.name)
    found = verdicts(built / "zchomp-check", tmp_path, names)
    assert found == expected(tmp_path, names)
    assert [one[::2] for one in found[-len(BASE) :]] == [(2, str(long)) for long in range(1, len(BASE) + 1)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_malformed_files(program: str, built: Path, tmp_path: Path) -> None:
    """Files that are no certificates, and files with another digest, get the verdict of verifier.py, and its line."""
    files = [content for content, _, _ in MALFORMED]
    names = written(tmp_path, files)
    assert verdicts(built / program, tmp_path, names) == expected(tmp_path, names)


def test_proofs_by_symmetry(built: Path, tmp_path: Path) -> None:
    """Graphs, solids, bars and divisors, with a poison or without: both verify the mirrors, with the same words."""
    solids = [certificate(platonic(name), "body") for name in ("cube", "dodecahedron", "icosahedron")]
    poisoned = [certificate(bar("3x3"), "2,2"), certificate(divisors(36), "6")]
    found = [mirror_file(fields) for fields in [certificate(graph("cycle", 6)), *solids, *poisoned]]
    assert compare(built, tmp_path, found) == {0: 6}


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
    *"{}[],: \t\r0-7\0",
]
PIECES += [".5", "e3", "NaN", "Infinity", "-Infinity", "null", "true", "é", "\x7f", "\x1f", "\ufeff", "\u2028", "😀"]
PIECES += ["zchomp-strategy 2", '"x":1,', "[],", '"taken":[],', "\udcff"]
"""Random insertions into headers. The last is a byte that is not UTF-8."""


def test_mutants_of_text(built: Path, tmp_path: Path, cases: int) -> None:
    """The reader and Python agree on what is JSON: headers with pieces of text inserted, removed or changed."""
    source = random.Random(8259)
    files = []
    for _ in range(5 * cases):
        version = source.choice(["1", "1", "2"])
        fields = TWINS | {"elements": ["a", "b", "é😀"], "covers": [["a", "é😀"]], "taken": ["é😀"]}
        fields |= {"format": f"zchomp-strategy {version}"}
        line, *rest = mirror_lines(fields, ensure_ascii=source.random() < 0.5)
        for _ in range(source.randint(1, 3)):
            start = source.randrange(len(line))
            line = line[:start] + source.choice(["", *PIECES]) + line[start + source.randint(0, 2) :]
        files.append(sealed([line, *rest]))
    assert min(compare(built, tmp_path, files)[code] for code in range(3)) > cases // 40


def test_the_header_may_be_written_otherwise(built: Path, tmp_path: Path) -> None:
    """Blanks, another order of keys and escapes in the header make no difference."""
    header = json.dumps(dict(reversed(json.loads(BASE[0]).items())), indent=1).replace("\n", "\t")
    assert compare(built, tmp_path, [sealed([header.replace('"d"', '"\\u0064"'), *BASE[1:]])]) == {0: 1}


def test_names_are_shown_as_python_shows_them(built: Path, tmp_path: Path) -> None:
    """Any name is read and shown as in Python, escaped or not, and cut after 200 characters."""
    names = [
        "\u2028",
        '"',
        "\\",
        "\n\r\t\b\f\0\x1f\x7f",
        "é\u0800\uffff",
        "😀\U0010ffff",
        "/",
        "",
        "n" * 196,
        "n" * 197,
    ]
    made = [TWINS | {"elements": ["a", "b", name], "taken": [name]} for name in names]
    files = [sealed(mirror_lines(fields, ensure_ascii=escaped)) for fields in made for escaped in (True, False)]
    assert compare(built, tmp_path, files) == {0: len(files)}


def test_numbers_of_other_versions(built: Path, tmp_path: Path) -> None:
    """A certificate of another version with a number in it is declined, but refused if Python cannot read it."""
    line, *rest = mirror_lines(TWINS | {"format": "zchomp-strategy 2"})
    known = ["9" * 4300, "9" * 4301 + ".5", "1e999", "-0"]
    unknown = ["9" * 4301, "-" + "9" * 4301, "01", "-", "1."]
    files = [sealed([line.replace("null", value), *rest]) for value in known + unknown]
    assert compare(built, tmp_path, files) == {1: len(unknown), 2: len(known)}


def test_limits_of_headers(built: Path, tmp_path: Path) -> None:
    """Up to the limits certificates are verified, and beyond them declined. Long lists are not a problem."""
    size = verifier.MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    line = sealed(BASE).splitlines(keepends=True)
    padded = line[0][:-1] + b" " * (verifier.MAX_BYTES - len(line[0])) + b"\n"
    good = [
        large(size, chain, poison="0", taken=["1"]),
        large(size, chain, taken=[str(x) for x in range(size - 1, -1, -1)]),
        large(2, [(0, 1)] * 200_000, taken=["0"]),
        sealed([padded.decode()[:-1], *BASE[1:]]),
    ]
    bad = [
        large(size, [*chain, (size - 1, 0)]),
        large(2, [], mirrors=[[["0", "1"]] * 200_000]),
        large(2, [], taken=["0"] * 400_000),
    ]
    circuit = sealed([BASE[0].replace('["o","c"]', ",".join(['["",""]'] * verifier.MAX_COVERS)), *BASE[1:]])
    assert compare(built, tmp_path, [*good, *bad, circuit]) == {0: len(good), 1: len(bad), 2: 1}
