"""The command about growing orders: its answers, its files, and its one-line refusals."""

import json
from pathlib import Path

import pytest

import zchomp
from tests.cli.program import answer, refusal, run
from tests.cli.terminal import on_terminal
from tests.support import SHIPPED, run_python
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
    title, from_file = answer(capsys, "grow", "file", str(tmp_path / name)).split("\n", 1)
    assert title == f"Losers: the order of {name}"
    assert answer(capsys, "grow", "order", "x < y, d1 < y, z").split("\n", 1)[1] == from_file


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
    err = refusal(capsys, "grow", "file", str(tmp_path / name))
    assert reason in err
    assert err.count("\n") == 1


def test_losers_of_bars_are_those_of_the_other_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The commands grow bar and losers list the same positions, with different engines."""
    grown = sorted(answer(capsys, "grow", "bar", "4", "--upto", "4").splitlines()[2:])
    assert main(["losers", "4", "--rows", "4", "--positions"]) == 0
    listed = [line.partition(", because")[0] for line in capsys.readouterr().out.splitlines()[2:]]
    assert len(listed) == 14
    assert [line for line in grown if not line.startswith("()")] == sorted(listed)


def test_an_unknown_line_names_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    """With too few rows the answer is unknown, with the option that settles it."""
    reason = refusal(capsys, "grow", "order", "d1 < c2", "--nim", "6", "--max-rows", "100", code=1)
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
    found = json.loads(answer(capsys, "verify", "--expect", "nim=0", "--json", str(path)))["lines"][0]
    assert found["claim"] == {"elements": 3, "nim": 0, "order": verdict.split("order=")[1][:64]}
    assert found["slices"] == 5
    code, out, err = run(capsys, "verify", "--expect", "rows=3", str(path))
    assert (code, out) == (1, "s NOT VERIFIED\n")
    assert err.endswith("arms.jsonl': a claim about a growing order has no rows\n")


@pytest.mark.parametrize("words", [("box", "2x3", "--height", "6"), ("order", "d1 < c2", "--nim", "7")], ids=" ".join)
def test_very_many_positions_are_shortened_on_a_terminal(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal only the first of very many positions are listed, with a way to get all. A pipe has all of them."""
    slices = [one["positions"] for one in json.loads(answer(capsys, "grow", *words, "--json"))["slices"]]
    whole = [line.partition(": ")[2] for line in answer(capsys, "grow", *words).splitlines()[2:]]
    assert whole == [", ".join(positions) or "none" for positions in slices]
    shown = " ".join(on_terminal("grow", *words).split())
    total = sum(map(len, slices))
    assert total > 500
    assert f"This is a part of the {total} positions; for all of them, add > FILE or --csv." in shown
    assert (f"... and {len(slices) - 50} more lines" in shown) == (len(slices) > 50)
    for positions in slices[:50]:
        rest = f", ... and {len(positions) - 6} more" if len(positions) > 6 else ""
        assert f": {', '.join(positions[:6]) or 'none'}{rest}" in shown


def test_the_help_says_which_orders(capsys: pytest.CaptureFixture[str]) -> None:
    """The help of the command has the three conditions of the theorem."""
    said = " ".join(answer(capsys, "grow", "--help").split())
    assert "no c is below a d, nothing is above a whole chain" in said
    assert "the relations between the chains are arithmetic from some row on" in said


def test_printing_imports_no_certificates() -> None:
    """Without --out and --workers neither certificates nor verifiers, workers or clusters are imported."""
    code = "import sys; from zchomp.cli import main; main(['grow', 'bar', '3']); print(*sys.modules)"
    imported = {name for name in run_python(code).stdout.split() if name.startswith("zchomp.")}
    assert "zchomp.growing.recurrence" in imported
    assert not imported & {"zchomp.growing.certificate", "zchomp.growing.workers", "zchomp.proof.growing_verifier"}
