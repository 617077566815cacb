"""The command about growing orders: its answers, its files, and its one-line refusals."""

import json
import os
from pathlib import Path
from threading import Thread

import pytest

import zchomp
from tests.cli.terminal import on_terminal
from tests.support import SHIPPED
from zchomp.cli import main


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("order.txt", "# a comment\nx < y\nd1 < y\nz\n"),
        ("order.json", json.dumps({"relations": ["x < y", "d1 < y"], "elements": ["z"]})),
    ],
)
def test_files_mean_the_same_as_words(name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An order from a file has the same losers as the same relations on the command line."""
    (tmp_path / name).write_text(text)
    assert main(["grow", "file", str(tmp_path / name)]) == 0
    from_file = capsys.readouterr().out
    assert main(["grow", "order", "x < y, d1 < y, z"]) == 0
    assert capsys.readouterr().out == from_file


@pytest.mark.parametrize(("kind", "code"), [("true", 0), ("wrong", 1)])
def test_a_certificate_from_a_named_pipe(
    kind: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A certificate of a growing order gets the same verdict from a named pipe as from a file."""
    file, pipe = tmp_path / "arms.jsonl", tmp_path / "pipe"
    assert main(["grow", "arms", "2,1", "--out", str(file)]) == 0
    text = file.read_bytes() if kind == "true" else file.read_bytes().replace(b'"bound":5', b'"bound":6')
    file.write_bytes(text)
    capsys.readouterr()
    assert main(["verify", str(file)]) == code
    expected = capsys.readouterr()
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(text,))
    writer.start()
    assert main(["verify", str(pipe)]) == code
    writer.join()
    said = capsys.readouterr()
    assert said.out == expected.out
    assert said.err == expected.err.replace(str(file), str(pipe))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("order.json", "{", "is not JSON"),
        ("order.json", "[]", "has no relations, or entries of another name"),
        ("order.json", '{"relations": "x < y"}', "has entries that are not lists of texts"),
        ("order.json", '{"relations": [], "covers": []}', "has no relations, or entries of another name"),
        ("order.txt", "x < y <", "'' in 'x < y <' is not an element"),
    ],
)
def test_wrong_files(name: str, text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with other contents is refused in one line."""
    (tmp_path / name).write_text(text)
    assert main(["grow", "file", str(tmp_path / name)]) == 2
    err = capsys.readouterr().err
    assert reason in err
    assert err.count("\n") == 1


def test_losers_of_bars_are_those_of_the_other_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The commands grow bar and losers list the same positions, with different engines."""
    assert main(["grow", "bar", "4", "--upto", "4"]) == 0
    grown = sorted(line for line in capsys.readouterr().out.splitlines())
    assert main(["losers", "4", "--rows", "4", "--positions"]) == 0
    listed = [line.partition(", because")[0] for line in capsys.readouterr().out.splitlines()]
    assert len(listed) == 14
    assert [line for line in grown if not line.startswith("()")] == sorted(listed)


def test_an_unknown_line_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    """With too few rows the answer is unknown, with the option that settles it."""
    assert main(["grow", "order", "d1 < c2", "--nim", "6", "--max-rows", "100"]) == 1
    reason = capsys.readouterr().err
    assert "nim-value 6: after 100 rows it has not ended" in reason
    assert reason.endswith("; retry with --max-rows 1000\n")
    assert main(["grow", "order", "d1 < c2", "--nim", "6", "--max-rows", "1000"]) == 0


def test_certificates_are_written_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --out the certificate is written after the answer, and zchomp verify accepts it beside those of bars."""
    path = tmp_path / "arms.jsonl"
    assert main(["grow", "arms", "2,1", "--out", str(path)]) == 0
    *_, verdict, written = capsys.readouterr().out.splitlines()
    assert verdict.startswith("s VERIFIED elements=3 nim=0 slices=5 order=")
    assert written == f"Written: {path}"
    assert main(["verify", str(path), str(SHIPPED)]) == 0
    assert capsys.readouterr().out.splitlines()[1::2] == [verdict, zchomp.verify(SHIPPED).line]
    assert main(["verify", "--expect", "nim=0", "--json", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)[0]
    assert found["claim"] == {"elements": 3, "nim": 0, "order": verdict.split("order=")[1][:64]}
    assert found["slices"] == 5


@pytest.mark.parametrize(
    ("options", "code", "reason"),
    [
        (["--expect", "nim=1"], 1, "claim: expected"),
        (["--expect", "rows=3"], 1, "arms.jsonl': a claim about a growing order has no rows\n"),
        (["--checker", "verifier", "--workers", "2"], 0, ""),
    ],
    ids=str,
)
def test_expectations(
    options: list[str], code: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A certificate of a growing order is not verified as one of bars, and the number of workers does not matter."""
    path = tmp_path / "arms.jsonl"
    assert main(["grow", "arms", "2,1", "--out", str(path), "--csv"]) == 0
    capsys.readouterr()
    assert main(["verify", *options, str(path)]) == code
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("words", [("box", "2x3", "--height", "6"), ("order", "d1 < c2", "--nim", "7")], ids=" ".join)
def test_very_many_positions_are_shortened_on_a_terminal(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal only the first of very many positions are listed, with a way to get all. A pipe has all of them."""
    assert main(["grow", *words, "--json"]) == 0
    slices = [one["positions"] for one in json.loads(capsys.readouterr().out)["slices"]]
    assert main(["grow", *words]) == 0
    whole = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert whole == [", ".join(positions) or "none" for positions in slices]
    shown = " ".join(on_terminal("grow", *words).split())
    total = sum(map(len, slices))
    assert total > 500
    assert f"This is a part of the {total} positions; for all of them, add > FILE or --csv." in shown
    assert (f"... and {len(slices) - 50} more lines" in shown) == (len(slices) > 50)
    for positions in slices[:50]:
        rest = f", ... and {len(positions) - 6} more" if len(positions) > 6 else ""
        assert f": {', '.join(positions[:6]) or 'none'}{rest}" in shown
