"""The commands about posets, as a user meets them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import answer, refusal
from zchomp.cli import main


def test_certificate_round_trip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy is written and `verify` accepts it. Once changed, it is refused with its line."""
    path = tmp_path / "cube.jsonl"
    assert main(["poset", "platonic", "cube", "--after", "body", "--proof", str(path)]) == 0
    assert f"\nStrategy: 2 lost positions.\nWritten: {path}\n" in capsys.readouterr().out
    assert answer(capsys, "verify", str(path)) == 's VERIFIED lost elements=27 taken=["body"] members=2\n'
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:-2], lines[-2].replace("[[", "[[9", 1), lines[-1]]))
    assert main(["verify", str(path), str(path)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"c {str(path)!r}", "s NOT VERIFIED"] * 2
    assert f"{str(path)!r}: line {len(lines) - 1}: " in err


def test_not_all_winning_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """If symmetry alone decides, other winning moves are reported as unknown, and so is a nim-value out of reach."""
    shown = answer(capsys, "poset", "platonic", "dodecahedron", "--effort", "0.5")
    assert "\nA winning move:\n" in shown
    assert "\nWhether other moves win is not known: " in shown
    assert main(["poset", "graph", "K10", "--nim", "--effort", "0.5"]) == 0
    assert (
        "Not known: the nim-value of the graph K10: a search of limited effort did not settle it"
        in capsys.readouterr().out
    )


def test_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    """If no search or symmetry decides, the answer is unknown, unless a largest element tells who wins."""
    assert main(["poset", "subsets", "8", "--upto", "5", "--effort", "0.5"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("zchomp: not known: Chomp on the nonempty subsets of at most 5 of 8 elements has more than")
    assert "retry" not in err  # nobody could wait that long
    assert main(["poset", "graph", "wheel", "12", "--effort", "0.1"]) == 1
    assert re.search(r"needs about \d+ (s|min); retry with --effort \d+\n$", capsys.readouterr().err)
    assert "retry" not in answer(capsys, "poset", "boolean", "8", "--effort", "0.3")
    out = answer(capsys, "poset", "chains", "4x4x4", "--effort", "0.3")
    assert out.startswith("The player to move wins Chomp on ")
    assert "Which moves win is not known: " in out


def test_no_certificate_but_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a strategy the answer is still printed, no file is written, and the exit code is 1."""
    path = tmp_path / "never.json"
    assert main(["poset", "boolean", "8", "--effort", "0.2", "--proof", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("The player to move wins Chomp on the nonempty subsets of a set of 8 (255 elements).")
    assert "no winning move on the nonempty subsets of a set of 8 is known" in err
    assert "is not written" in err
    assert not path.exists()


def test_written_files_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every written file gets a line with its name: certificate, picture, graph."""
    certificate, picture, dot = (tmp_path / name for name in ("cube.json", "cube.svg", "game.dot"))
    given = ["poset", "platonic", "cube", "--proof", str(certificate), "--plot", str(picture)]
    assert answer(capsys, *given).endswith(f" positions.\nWritten: {certificate}\n")
    assert picture.exists()
    assert main(["graph", "(2,1)", "--out", str(dot), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["positions"]
    assert err == f"zchomp: written: {dot}\n"
    assert all(path.stat().st_size for path in (certificate, picture, dot))


def test_boxes_of_any_size(capsys: pytest.CaptureFixture[str]) -> None:
    """A product of three chains with too many elements for a poset gets the answer of the solid bar, also as JSON."""
    for options in ([], ["--json"]):
        found = answer(capsys, "poset", "chains", "2x1000x2", *options)
        assert found == answer(capsys, "solve", "2x2x1000", *options)
        assert "999" in found
    assert "4000 elements is too large" in refusal(capsys, "poset", "chains", "2x2x1000", "--nim")
    assert "too large" in refusal(capsys, "poset", "chains", "2x2x2x1000")


def test_poison_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --poison, or from the output of --json, the smallest element of a file must not be taken."""
    path = tmp_path / "vee.json"
    path.write_text('{"elements": ["o", "a", "b"], "covers": [["o", "a"], ["o", "b"]]}')
    shown = answer(capsys, "poset", "file", str(path))
    assert "  o: takes a b too" in shown
    assert "symmetry" not in shown  # nothing is left to mirror
    assert "The player to move loses Chomp on" in answer(capsys, "poset", "file", str(path), "--poison")
    path.write_text('{"elements": ["a", "b"], "covers": []}')
    assert "smallest element" in refusal(capsys, "poset", "file", str(path), "--poison")
    (tmp_path / "bar.json").write_text(answer(capsys, "poset", "bar", "3x3", "--json"))
    shown = answer(capsys, "poset", "file", str(tmp_path / "bar.json"))
    assert "The poison is 1,1." in shown
    assert "The only winning move:\n  2,2:" in shown


def test_a_long_search_says_the_estimate_first_and_stops_cleanly() -> None:
    """With an effort of minutes an estimate comes first. Ctrl-C ends the search with one line and exit code 130."""
    command = [sys.executable, "-m", "zchomp", "poset", "boolean", "7", "--effort", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert "the nonempty subsets of a set of 7 has more than" in first
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1


LARGE = "".join(f"{x} {x + 1}\n" for x in range(1500))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("twice.json", '{"elements": ["a", "a"], "covers": []}', "'a' is listed twice"),
        ("large.edges", LARGE, ": more than 1000 elements; expected a smaller poset"),
    ],
    ids=["twice", "large"],
)
def test_invalid_posets(
    name: str, content: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that does not describe a poset, or describes a too large one, is refused in one line without output."""
    (tmp_path / name).write_text(content)
    assert main(["poset", "file", str(tmp_path / name), "--proof", str(tmp_path / "proof.jsonl")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert words in err
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_certificate_for_another_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The members of one order prove nothing about another: they are refused in one line."""
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for board, path in zip(("2x3", "3x2"), paths, strict=True):
        assert main(["poset", "bar", board, "--proof", str(path)]) == 0
    lines = [path.read_text().splitlines() for path in paths]
    paths[0].write_text("".join(f"{line}\n" for line in [lines[1][0], *lines[0][1:]]))
    capsys.readouterr()
    assert main(["verify", str(paths[0])]) == 1
    out, err = capsys.readouterr()
    assert out == "s NOT VERIFIED\n"
    assert len(err.splitlines()) == 1
