"""The checker of proofs by symmetry: a verdict for every input, in time, and nothing else."""

import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from tests.posets.orders import certificate
from zchomp.errors import InvalidPoset
from zchomp.posets import mirror
from zchomp.posets.families import PosetBoard, bar, graph, projective
from zchomp.posets.mirror import MAX_ELEMENTS, Declined, check
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.symmetry import prove_lost

Fields = dict[str, Any]


def test_checker_stands_alone(tmp_path: Path) -> None:
    """Copied anywhere, run without site packages, the checker gives the same verdicts; it imports nothing else."""
    source = Path(mirror.__file__)
    tree = ast.parse(source.read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    fields = certificate(graph("cycle", 6))
    good.write_text(json.dumps(fields) + "\n")
    bad.write_text(json.dumps(fields | {"mirrors": []}))
    (tmp_path / "empty").touch()
    verified = "s VERIFIED lost elements=12 taken=[] mirrors=1\n"
    assert run(tmp_path, "good.json") == (0, verified, "")
    assert run(tmp_path, "bad.json") == (
        1,
        "s NOT VERIFIED\n",
        "'bad.json', line 1: '1' is left, and no mirror moves it\n",
    )
    assert run(tmp_path, "good.json", "empty", "good.json")[:2] == (
        1,
        f"c 'good.json'\n{verified}c 'empty'\ns NOT VERIFIED\nc 'good.json'\n{verified}",
    )


def run(folder: Path, *arguments: str, **options: Any) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a copy of the checker, run without anything else."""
    shutil.copy(mirror.__file__, folder / "mirror.py")
    command = [sys.executable, "-I", "-S", "-O", "mirror.py", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    done = subprocess.run(command, text=True, check=False, cwd=folder, **pipes)
    return done.returncode, done.stdout, done.stderr


TWINS = '{"format":"zchomp-mirror 1","elements":["a","b"],"covers":[],"poison":null,"taken":[],"mirrors":[[["a","b"]]]}'


def test_usage_and_unreadable_files(tmp_path: Path) -> None:
    """No file, an unknown option, a missing file and a folder are errors, said in one line each; help is help."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "-x").write_text(TWINS)
    assert run(tmp_path)[:2] == (64, "s ERROR\n")
    for arguments, words in [(["--nonsense"], "--nonsense"), (["missing"], "missing"), (["folder"], "folder")]:
        code, out, err = run(tmp_path, *arguments)
        assert (code, out) == (64, "s ERROR\n")
        assert words in err
        assert len(err.splitlines()) == 1
    assert run(tmp_path, "--", "-x")[0] == 0
    assert run(tmp_path, "--help")[0] == 0


@pytest.mark.parametrize(
    ("content", "code", "verdicts", "words"),
    [
        (b"", 1, ["NOT VERIFIED"], "the file is empty"),
        (b"\n", 1, ["NOT VERIFIED"], "line 1: not a line of JSON"),
        (b"\xff\xfe", 1, ["NOT VERIFIED"], "line 1: not UTF-8"),
        (b"[" * 100_000, 1, ["NOT VERIFIED"], "not a line of JSON"),
        (b"9" * 5000, 1, ["NOT VERIFIED"], "not a"),
        (b"x" * (mirror.MAX_BYTES + 1), 2, ["DECLINED"], "more than 10000000 bytes"),
        (TWINS.replace("mirror 1", "mirror 2").encode(), 2, ["DECLINED"], "'zchomp-mirror 2'"),
        (TWINS.encode() + b"\r\n{}\n" + TWINS.encode(), 1, ["VERIFIED", "NOT VERIFIED", "VERIFIED"], "line 2: not"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_verdicts(
    content: bytes, code: int, verdicts: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line of a file has a verdict, in order; the exit code is the largest, and standard error says why."""
    path = tmp_path / "file"
    path.write_bytes(content)
    assert mirror.main([str(path)]) == code
    out, err = capsys.readouterr()
    found = [line.removesuffix(" lost elements=2 taken=[] mirrors=1") for line in out.splitlines()]
    assert found == [f"s {verdict}" for verdict in verdicts]
    assert words in err


@pytest.mark.parametrize(
    "separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r", "\n", "\ufeff", "é", "😀"]
)
def test_names_with_separators(separator: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name may have any character: its certificate is one line, which is verified, and shown in ASCII."""
    names = [f"{x}{separator}{x}" for x in "abt"]
    game = PosetGame(Poset.from_covers(names, [(names[0], names[2]), (names[1], names[2])]))
    proof = prove_lost(game, (2,))
    assert proof is not None
    path = tmp_path / "file"
    path.write_text(proof.line() + "\n", encoding="utf-8", newline="")
    assert mirror.main([str(path)]) == 0
    shown = f"s VERIFIED lost elements=3 taken={json.dumps(names[2:])} mirrors=1\n"
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("name", ["x\ns VERIFIED lost", "\x1b[2J\x9b2J", "\u202e", "\u2028s VERIFIED", "y" * 100_000])
def test_names_cannot_forge(name: str, tmp_path: Path) -> None:
    """Whatever a name contains, wherever it stands, it reaches the terminal as one short line of printable ASCII."""
    fields = json.loads(TWINS)
    places: list[Fields] = [
        {"taken": [name]},
        {"poison": name},
        {"covers": [["a", name]]},
        {"mirrors": [[["a", name]]]},
        {"elements": ["a", "b", name]},
        {"elements": [name, name]},
        {"elements": ["a", "b", name], "covers": [[name, name]]},
        {"elements": ["a", "b", name], "mirrors": [[["a", name]]], "covers": [["a", name]]},
        {"elements": ["a", "b", name], "covers": [["a", name], ["b", name]]},
        {"elements": ["a", "b", name], "covers": [["a", name]], "mirrors": [[["a", "b"]]]},
        {"format": f"zchomp-mirror {name}"},
        {name: 1},
    ]
    (tmp_path / "file").write_text("".join(json.dumps(fields | place) + "\n" for place in places))
    code, out, err = run(tmp_path, "file")
    assert (code, set(out.splitlines())) == (2, {"s NOT VERIFIED", "s DECLINED"})
    assert len(out.splitlines()) == len(err.splitlines()) == len(places)
    assert all(line.isascii() and line.isprintable() and len(line) < 400 for line in err.split("\n"))
    taken = {"elements": ["a", "b", name], "taken": [name]}
    (tmp_path / "file").write_text(json.dumps(fields | taken))
    code, out, err = run(tmp_path, "file")
    assert (code, len(out.splitlines()), err) == (0, 1, "")
    assert out[:-1].isascii()
    assert out[:-1].isprintable()
    assert len(out) < 400


def test_surrogates(tmp_path: Path) -> None:
    """Half of a surrogate pair is no text: not verified, and no poset has it in a name, so that it is never written."""
    (tmp_path / "file").write_text(TWINS.replace('"a"', r'"\ud800"'))
    code, out, err = run(tmp_path, "file")
    assert (code, out) == (1, "s NOT VERIFIED\n")
    assert r"'\ud800' is not text" in err
    for names in (["\ud800", "b"], ["a", "x\udfffy"]):
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset.from_covers(names, [])
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset(tuple(names), (0, 0))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes(tmp_path: Path) -> None:
    """A named pipe is read like a file; if nobody listens to the verdict, there is no traceback, and no success."""
    shutil.copy(mirror.__file__, tmp_path / "mirror.py")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text(TWINS)
    for listen, code in [(True, 0), (False, 70)]:
        command = [sys.executable, "mirror.py", "pipe"]
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
        assert out == (b"s VERIFIED lost elements=2 taken=[] mirrors=1\n" if listen else b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full, and a shell")
def test_closed_and_full_streams(tmp_path: Path) -> None:
    """With closed streams the exit code is the verdict; a verdict that cannot be written is no success."""
    shutil.copy(mirror.__file__, tmp_path / "mirror.py")
    (tmp_path / "good").write_text(TWINS)
    (tmp_path / "bad").write_text("{}")
    for name, redirection, code, out in [
        ("good", ">&-", 0, ""),
        ("bad", ">&-", 1, ""),
        ("good", ">&- 2>&-", 0, ""),
        ("bad", "2>&-", 1, "s NOT VERIFIED\n"),
        ("good", ">/dev/full", 70, ""),
    ]:
        script = f'"$0" mirror.py {name} {redirection}'
        done = subprocess.run(
            ["sh", "-c", script, sys.executable], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout) == (code, out)
        assert "Traceback" not in done.stderr


def large(elements: int, covers: list[tuple[int, int]], **fields: object) -> str:
    """A certificate with numbers as names."""
    pairs = [[str(x), str(y)] for x, y in covers]
    base = {"format": "zchomp-mirror 1", "elements": [*map(str, range(elements))], "covers": pairs}
    return json.dumps({**base, "poison": None, "taken": [], "mirrors": [], **fields})


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the limits a certificate is checked with little memory, and beyond them it is declined."""
    size = MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    ladder = large(
        size, [(x, x + 2) for x in range(size - 2)], mirrors=[[[str(x), str(x + 1)] for x in range(0, size, 2)]]
    )
    tower = [(x + i, x + 2 + j) for x in range(0, size - 2, 2) for i in (0, 1) for j in (0, 1)]
    storeys = [[[str(x), str(x + 1)]] for x in range(size - 2, -1, -2)]
    tracemalloc.start()
    assert check(large(size, chain, poison="0", taken=["1"])) == 'lost elements=5000 taken=["1"] mirrors=0'
    assert check(ladder) == "lost elements=5000 taken=[] mirrors=1"
    assert check(large(size, tower, mirrors=storeys)) == "lost elements=5000 taken=[] mirrors=2500"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000
    with pytest.raises(Declined, match=f"{size + 1} elements"):
        check(large(size + 1, []))
    monkeypatch.setattr(mirror, "MAX_COVERS", 3)
    with pytest.raises(Declined, match="4 covers"):
        check(large(5, [(0, 1), (1, 2), (2, 3), (3, 4)]))


@pytest.mark.parametrize("board", [bar("20x20"), projective(4)], ids=lambda board: board.title)
def test_our_own_proofs_are_within_the_limits(board: PosetBoard) -> None:
    """What is found here is checked here: squares, and the largest geometry, which has the most pairs."""
    fields = certificate(board, "2,2" if board.poisoned else "1")
    assert len(fields["covers"]) < mirror.MAX_COVERS
    assert check(json.dumps(fields)).startswith("lost ")
