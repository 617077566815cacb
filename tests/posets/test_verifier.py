"""The checker of strategies as a program gives a verdict on every input, in time, and nothing else."""

import json
import os
import random
import shutil
import subprocess
import sys
import tracemalloc
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.posets.orders import certificate, mirror_file
from zchomp.errors import InvalidPoset
from zchomp.posets import verifier
from zchomp.posets.families import PosetBoard, bar, graph, projective
from zchomp.posets.poset import Poset
from zchomp.posets.symmetry import prove_lost
from zchomp.posets.verifier import FORMAT, MAX_ELEMENTS, Declined, check

Fields = dict[str, Any]


def test_as_a_program_in_isolation(tmp_path: Path) -> None:
    """Copied anywhere, without site packages, isolated and optimised, the checker gives its verdicts."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    fields = certificate(graph("cycle", 6))
    good.write_bytes(mirror_file(fields))
    bad.write_bytes(mirror_file(fields | {"mirrors": []}))
    (tmp_path / "empty").touch()
    verified = "s VERIFIED lost elements=12 taken=[] members=2\n"
    assert run(tmp_path, "good.json") == (0, verified, "")
    assert run(tmp_path, "bad.json") == (
        1,
        "s NOT VERIFIED\n",
        "'bad.json': line 3: fff is not member 0\n",
    )
    assert run(tmp_path, "good.json", "empty", "good.json")[:2] == (
        1,
        f"c 'good.json'\n{verified}c 'empty'\ns NOT VERIFIED\nc 'good.json'\n{verified}",
    )


def run(folder: Path, *arguments: str, **options: Any) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a copy of the checker, run on its own."""
    shutil.copy(verifier.__file__, folder / "verifier.py")
    command = [sys.executable, "-I", "-S", "-O", "verifier.py", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    done = subprocess.run(command, text=True, check=False, cwd=folder, **pipes)
    return done.returncode, done.stdout, done.stderr


PAIR: Fields = {"format": FORMAT, "elements": ["a", "b"], "covers": [], "poison": None, "taken": []}
TWINS: Fields = PAIR | {"mirrors": [[["a", "b"]]]}
TWO = mirror_file(TWINS)
"""Two elements, neither above the other: lost, by the mirror that exchanges them."""


def test_usage_and_unreadable_files(tmp_path: Path) -> None:
    """No file, a missing file and a folder are errors, in one line each. Every word is the name of a file."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "-x").write_bytes(TWO)
    assert run(tmp_path)[:2] == (64, "s ERROR\n")
    for words in ("--nonsense", "missing", "folder"):
        code, out, err = run(tmp_path, words)
        assert (code, out) == (64, "s ERROR\n")
        assert words in err
        assert len(err.splitlines()) == 1
    assert run(tmp_path, "-x")[0] == 0


@pytest.mark.parametrize(
    ("content", "code", "verdict", "words"),
    [
        (b"", 1, "NOT VERIFIED", "the file ends too early"),
        (b"\n", 1, "NOT VERIFIED", "not a line of JSON"),
        (b"\xff\xfe\n", 1, "NOT VERIFIED", "line 1: not UTF-8"),
        (b"[" * 100_000 + b"\n", 1, "NOT VERIFIED", "not a line of JSON"),
        (b"9" * 5000 + b"\n", 1, "NOT VERIFIED", "not a"),
        (b"x" * (verifier.MAX_BYTES + 1), 2, "DECLINED", "more than 10000000 bytes"),
        (TWO.replace(b"strategy 1", b"strategy 2"), 2, "DECLINED", "'zchomp-strategy 2'"),
        (TWO + TWO, 1, "NOT VERIFIED", "there is more after the trailer"),
        (TWO.replace(b"\n", b"\r\n"), 1, "NOT VERIFIED", "line 2: not a line of the form"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_every_file_has_one_verdict(
    content: bytes, code: int, verdict: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file gets one verdict. The exit code is the largest, and standard error says why."""
    path, good = tmp_path / "file", tmp_path / "good"
    path.write_bytes(content)
    good.write_bytes(TWO)
    assert verifier.main([str(path), str(good)]) == code
    out, err = capsys.readouterr()
    assert out.splitlines()[1::2] == [f"s {verdict}", "s VERIFIED lost elements=2 taken=[] members=2"]
    assert words in err


@pytest.mark.parametrize(
    "separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r", "\n", "\ufeff", "é", "😀"]
)
def test_names_with_separators(separator: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name may have any character: its certificate is verified, and shown in ASCII."""
    names = [f"{x}{separator}{x}" for x in "abt"]
    proof = prove_lost(Poset.from_covers(names, [(names[0], names[2]), (names[1], names[2])]), (2,))
    assert proof is not None
    path = tmp_path / "file"
    proof.certificate().write(path)
    assert verifier.main([str(path)]) == 0
    shown = f"s VERIFIED lost elements=3 taken={json.dumps(names[2:])} members=2\n"
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("name", ["x\ns VERIFIED lost", "\x1b[2J\x9b2J", "\u202e", "\u2028s VERIFIED", "y" * 100_000])
def test_names_cannot_forge(name: str, tmp_path: Path) -> None:
    """Whatever a name contains, wherever it occurs, it reaches the terminal as one short line of printable ASCII."""
    places: list[Fields] = [
        {"taken": [name]},
        {"poison": name},
        {"covers": [["a", name]]},
        {"elements": ["a", "b", name], "poison": name},
        {"elements": [name, name]},
        {"elements": ["a", "b", name], "covers": [[name, name]]},
        {"elements": ["a", "b", name], "covers": [["a", name]]},
        {"format": f"zchomp-strategy {name}"},
        {name: 1},
    ]
    files = [f"file{number}" for number in range(len(places))]
    for file, place in zip(files, places, strict=True):
        (tmp_path / file).write_bytes(mirror_file(TWINS | place))
    code, out, err = run(tmp_path, *files)
    assert (code, set(out.splitlines()[1::2])) == (2, {"s NOT VERIFIED", "s DECLINED"})
    assert len(out.splitlines()) == 2 * len(err.splitlines()) == 2 * len(places)
    assert all(line.isascii() and line.isprintable() and len(line) < 400 for line in err.split("\n"))
    (tmp_path / "file").write_bytes(mirror_file(TWINS | {"elements": ["a", "b", name], "taken": [name]}))
    code, out, err = run(tmp_path, "file")
    assert (code, len(out.splitlines()), err) == (0, 1, "")
    assert out[:-1].isascii()
    assert out[:-1].isprintable()
    assert len(out) < 400


def test_surrogates(tmp_path: Path) -> None:
    """Half of a surrogate pair is not text: it is not verified, and never written, as no poset has it in a name."""
    (tmp_path / "file").write_bytes(mirror_file(TWINS | {"elements": ["\ud800", "b"]}))
    code, out, err = run(tmp_path, "file")
    assert (code, out) == (1, "s NOT VERIFIED\n")
    assert "line 1: a name is not text" in err
    for names in (["\ud800", "b"], ["a", "x\udfffy"]):
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset.from_covers(names, [])
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset(tuple(names), (0, 0))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes(tmp_path: Path) -> None:
    """A named pipe is read like a file. If nobody reads the verdict, there is no traceback, and no success."""
    shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(TWO)
    for listen, code in [(True, 0), (False, 70)]:
        command = [sys.executable, "verifier.py", "pipe"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if not listen:
                process.stdout.close()
            with subprocess.Popen(["sh", "-c", "exec cat file > pipe"], cwd=tmp_path) as writer:
                out = process.stdout.read() if listen else b""
                assert process.stderr.read() == b""
                writer.terminate()  # it has ended, unless the checker never opened the pipe
        assert process.returncode == code
        assert out == (b"s VERIFIED lost elements=2 taken=[] members=2\n" if listen else b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full, and a shell")
def test_closed_and_full_streams(tmp_path: Path) -> None:
    """With closed streams the exit code is the verdict, but a verdict that cannot be written is not a success."""
    shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    (tmp_path / "good").write_bytes(TWO)
    (tmp_path / "bad").write_text("{}")
    for name, redirection, code, out in [
        ("good", ">&-", 0, ""),
        ("bad", ">&-", 1, ""),
        ("good", ">&- 2>&-", 0, ""),
        ("bad", "2>&-", 1, "s NOT VERIFIED\n"),
        ("good", ">/dev/full", 70, ""),
    ]:
        script = f'"$0" verifier.py {name} {redirection}'
        done = subprocess.run(
            ["sh", "-c", script, sys.executable], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout) == (code, out)
        assert "Traceback" not in done.stderr


def large(elements: int, covers: list[tuple[int, int]], **fields: object) -> BytesIO:
    """A certificate with numbers as names."""
    pairs = [[str(x), str(y)] for x, y in covers]
    base = PAIR | {"elements": [*map(str, range(elements))], "covers": pairs, "mirrors": []}
    return BytesIO(mirror_file({**base, **fields}))


def test_limits_of_the_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the limits a certificate is checked in little memory, and beyond them it is declined."""
    size = MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    high = size // 10
    ladder, rungs = [(x, x + 2) for x in range(high - 2)], [[[str(x), str(x + 1)] for x in range(0, high, 2)]]
    tower = [(x + i, x + 2 + j) for x in range(0, high - 2, 2) for i in (0, 1) for j in (0, 1)]
    storeys = [[[str(x), str(x + 1)]] for x in range(high - 2, -1, -2)]
    tracemalloc.start()
    assert check(large(size, chain, poison="0", taken=["1"])) == 'lost elements=5000 taken=["1"] members=1'
    assert check(large(high, ladder, mirrors=rungs)) == "lost elements=500 taken=[] members=2"
    assert check(large(high, tower, mirrors=storeys)) == "lost elements=500 taken=[] members=251"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000
    with pytest.raises(Declined, match=f"{size + 1} elements"):
        check(large(size + 1, []))
    monkeypatch.setattr(verifier, "MAX_COVERS", 3)
    with pytest.raises(Declined, match="4 covers"):
        check(large(5, [(0, 1), (1, 2), (2, 3), (3, 4)]))


@pytest.mark.parametrize("board", [bar("20x20"), projective(4)], ids=lambda board: board.title)
def test_our_own_proofs_are_within_the_limits(board: PosetBoard) -> None:
    """Everything that is found is checked: squares, and the largest geometry, which has the most pairs."""
    fields = certificate(board, "2,2" if board.poisoned else "1")
    assert len(fields["covers"]) < verifier.MAX_COVERS
    assert check(BytesIO(mirror_file(fields))).startswith("lost ")
