"""The commands of the library: what was proved once is found again by every command."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from tests.cli.program import run
from tests.proof.shelves import SMALL, certificate, filled
from tests.support import SHIPPED, run_python
from zchomp.bars.results import Claim
from zchomp.core import limits
from zchomp.proof.format import Mode
from zchomp.proof.library import Library

COMPACT = Claim(rows=3, nim=0, upto=30)


@pytest.fixture(name="place", autouse=True)
def library_of_this_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library of this test, in its own folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZCHOMP_LIBRARY", str(tmp_path / "mine" / "library.sqlite3"))
    return tmp_path / "mine" / "library.sqlite3"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The answer of a command, which must be complete except for the nim-value."""
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "not known" not in out.replace("The nim-value is not known.", "")
    return out


def test_prove_and_ask(capsys: pytest.CaptureFixture[str]) -> None:
    """After `prove --upto 3000`, the bar 3 x 3000 is solved from the library, without any effort."""
    assert re.search(
        r"  library      kept, \d\.\d MB, for later questions", answer(capsys, "prove", "--upto", "3000", "--quiet")
    )
    out = answer(capsys, "solve", "3000,3000,3000", "--effort", "0")
    assert "row 3, column 2122  to the loser (3000, 3000, 2121)" in out
    assert out.endswith("Part of the proof comes from the library.\nThe nim-value is not known.\n")
    assert "3 rows, third row at most 3000  3001 slices, 2.7 MB, recurrence, compiled, full, " in answer(
        capsys, "library"
    )


def test_a_question_closes_the_library(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question closes the library after it has read it."""
    place.parent.mkdir(0o700)
    filled(place, SMALL[0])
    closed: list[Path] = []
    monkeypatch.setattr(Library, "close", lambda library: closed.append(library.path))
    answer(capsys, "solve", "(3,1)")
    assert closed == [place]


COMMANDS = [
    ["solve", "400,350,300"],
    ["solve", "400,350,300", "--json"],
    ["losers", "--tail", "300"],
    ["winners", "--tail", "290", "--csv"],
    ["theorem", "300", "--json"],
    ["chart", "--rows", "290:300", "--columns", "400:410"],
    ["sequence", "A029900", "--terms", "250"],
    ["ptable", "150"],
    ["grundy", "300", "--nim", "0"],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_every_command_finds_it(arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whatever a command cannot answer without effort, it answers from the library or from a certificate."""
    path = certificate(tmp_path, Claim(rows=3, nim=0, upto=300))
    code, out, _ = run(capsys, *arguments, "--effort", "0")
    assert code == 1 or "not known" in out or '"missing": {' in out
    from_file = answer(capsys, *arguments, "--effort", "0", "--certificate", str(path))
    assert answer(capsys, "library", "add", str(path)) == "Kept: 3 rows, third row at most 300.\n"
    found = answer(capsys, *arguments, "--effort", "0")
    assert without_sources(found) == without_sources(from_file)
    code, out, _ = run(capsys, *arguments, "--effort", "0", "--no-library")
    assert code == 1 or "not known" in out or '"missing": {' in out
    proved = answer(capsys, *arguments, "--no-library")
    assert advice_above(5, without_sources(proved)) == advice_above(0, without_sources(from_file))


def without_sources(answer: str) -> str:
    """An answer, in words or in JSON, without its sources."""
    named = r'"sources": \[[^]]*\]|"part_sources": \{[^}]*\}'
    return re.sub(named, "", answer.replace(" Part of the proof comes from the library.", ""))


def advice_above(allowed: float, answer: str) -> str:
    """An answer without the efforts that it advises, each of which is above the one allowed."""
    advice = r'(?:"effort": |--effort )(\d+)'
    assert all(int(effort) > allowed for effort in re.findall(advice, answer))
    return re.sub(advice, "", answer)


def test_playing_from_the_library(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The computer plays from the library: it knows its winning move without any effort."""
    arguments = ["play", "400,350,300", "--first", "computer", "--effort", "0", "--json"]
    before = run(capsys, *arguments)[1]
    answer(capsys, "library", "add", str(certificate(tmp_path, Claim(rows=3, nim=0, upto=300))))
    after = run(capsys, *arguments)[1]
    assert '"sources": ["certificate"]' in before
    assert '"sources": ["certificate", "library"]' in after


def test_all_commands_of_the_library(place: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Add, list, check, export and remove each report what they did."""
    assert answer(capsys, "library") == f"The library {place} is empty. zchomp prove adds its proofs.\n"
    assert not place.exists()
    full, compact = certificate(tmp_path, SMALL[1]), certificate(tmp_path, COMPACT, "compact")
    added = answer(capsys, "library", "add", str(full), str(compact), str(SHIPPED))
    assert added == (
        "Kept: 4 rows, third row at most 5.\n"
        "Kept: 3 rows, third row at most 30.\n"
        "Kept: 3 rows, third row at most 115.\n"
    )
    listed = answer(capsys, "library").splitlines()
    assert listed[0] == f"The library {place} has 3 claims:"
    assert [line.split(",")[0].strip() for line in listed[1:]] == ["3 rows", "3 rows", "4 rows"]
    data = json.loads(answer(capsys, "library", "--json"))["lines"]
    assert [(one["rows"], one["nim"], one["upto"], one["mode"]) for one in data] == [
        (3, 0, 30, "compact"),
        (3, 0, 115, "full"),
        (4, 0, 5, "full"),
    ]
    assert answer(capsys, "library", "check").count("  s VERIFIED rows=") == 3
    assert answer(capsys, "library", "export", "--rows", "4", "--upto", "5", "--out", "again") == "Written: again\n"
    assert Path("again").read_bytes() == full.read_bytes()
    answer(capsys, "library", "export", "--upto", "30")
    assert Path("chomp-3rows-30-compact.jsonl").read_bytes() == compact.read_bytes()
    removed = answer(capsys, "library", "remove", "--rows", "4", "--upto", "5")
    assert removed == "Removed: 4 rows, third row at most 5.\n"
    code, out, err = run(capsys, "library", "remove", "--rows", "4", "--upto", "5")
    assert (code, out) == (1, "")
    assert err.endswith("the library has no claim of 4 rows, third row at most 5; zchomp library lists its claims\n")
    assert run(capsys, "library", "export", "--upto", "7")[0] == 1
    assert not Path("chomp-3rows-7.jsonl").exists()


def test_another_place(place: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--library` names another file, before or after the name of the command. `--no-library` disables it."""
    answer(capsys, "prove", "--upto", "20", "--library", "other.sqlite3")
    assert not place.exists()
    assert "has 1 claim" in answer(capsys, "library", "--library", "other.sqlite3")
    assert "VERIFIED" in answer(capsys, "library", "check", "--library", "other.sqlite3")
    assert "VERIFIED" in answer(capsys, "library", "--library", "other.sqlite3", "check")
    assert "  library " not in answer(capsys, "prove", "--upto", "20", "--no-library")
    assert not place.exists()
    code, _, err = run(capsys, "solve", "5,4,3", "--library", "other.sqlite3", "--no-library")
    assert code == 2
    assert "at most one of --library, --no-library" in err
    assert {path.name for path in tmp_path.iterdir()} == {"other.sqlite3", "chomp-3rows-20.jsonl"}


def test_no_library_at_all(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty variable there is no library: questions work without it, and `library` says how to name one."""
    monkeypatch.setenv("ZCHOMP_LIBRARY", "")
    assert "is a winner" in answer(capsys, "solve", "5,4,3")
    code, _, err = run(capsys, "library")
    assert code == 2
    assert "ZCHOMP_LIBRARY is empty; name one with --library FILE" in err


def test_large_claims(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A large claim is proved but not kept, and one line says how to keep it. With --keep it is kept."""
    monkeypatch.setattr(limits, "LIBRARY_BYTES", 1000)
    out = answer(capsys, "prove", "--upto", "60")
    assert "  library      not kept: it needs about 5 kB, more than 2 kB; --keep keeps it" in out
    assert re.search(r"kept, \d+ kB, for later questions", answer(capsys, "prove", "--upto", "60", "--keep"))
    code, _, err = run(capsys, "library", "add", str(SHIPPED))
    assert code == 1
    assert "is not kept: it needs about" in err
    assert answer(capsys, "library", "add", "--keep", str(SHIPPED)).startswith("Kept")


def test_a_damaged_library(place: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A damaged library gets one line and is not used. `check` says what is wrong, with code 1."""
    answer(capsys, "library", "add", str(certificate(tmp_path, Claim(rows=3, nim=0, upto=300))))
    with sqlite3.connect(place) as found:
        found.execute("UPDATE block SET terms = x'02' WHERE slice IN (SELECT id FROM slice WHERE width = 300)")
    found.close()
    code, out, err = run(capsys, "solve", "400,350,300")
    assert code == 0
    assert out == answer(capsys, "solve", "400,350,300", "--no-library")
    assert err.count("\n") == 1
    assert "is damaged: block 0 of the slice c = 300 has changed since it was written" in err
    assert "proving or adding the claim again repairs it; the library is not used" in err
    asked = ["chart", "--rows", "300:300", "--columns", "320:321", "--json"]
    assert "library" not in json.loads(run(capsys, *asked)[1])["sources"]
    code, out, err = run(capsys, "library", "check")
    assert code == 1
    assert "s NOT VERIFIED" in out
    assert "has changed since it was written" in err
    answer(capsys, "library", "add", "3-0-300-full.jsonl")
    assert "library" in json.loads(run(capsys, *asked)[1])["sources"]
    assert "s VERIFIED" in answer(capsys, "library", "check")


def test_a_damaged_claim(place: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Damage is reported for one claim, the others are still listed and checked, and adding the claim repairs it."""
    paths = [str(certificate(tmp_path, claim)) for claim in SMALL]
    answer(capsys, "library", "add", *paths)
    with sqlite3.connect(place) as found:
        found.execute("UPDATE claim SET added = 'x' WHERE rows = 4")
    found.close()
    damage = (
        "the record of the claim 'rows=4,nim=0,upto=5' has changed since it was written; proving or adding the claim"
    )
    code, out, err = run(capsys, "library")
    assert (code, out.count("slices"), err.count("\n")) == (1, len(SMALL) - 1, 1)
    assert damage in err
    code, out, err = run(capsys, "library", "check")
    assert (code, out.count("s VERIFIED"), out.count("s NOT VERIFIED")) == (1, len(SMALL) - 1, 0)
    assert damage in err
    answer(capsys, "library", "add", *paths)
    assert answer(capsys, "library", "check").count("s VERIFIED") == len(SMALL)


def test_one_bad_certificate_of_several(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A certificate that is not verified is reported as not kept, and those after it are kept."""
    Path("junk").write_text("junk")
    code, out, err = run(capsys, "library", "add", "junk", str(certificate(tmp_path, SMALL[0])))
    assert (code, out.count("Kept: "), err.count("\n")) == (1, 1, 1)
    assert "'junk' is not kept: " in err


@pytest.mark.parametrize("mode", ["full", "compact"])
def test_questions_to_a_certificate(mode: Mode, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A certificate, even a compact one, answers without a library and without effort."""
    path = certificate(tmp_path, Claim(rows=3, nim=0, upto=130), mode)
    asked = ["losers", "--tail", "130", "--effort", "0", "--no-library"]
    assert run(capsys, *asked)[0] == 1
    (found,) = json.loads(answer(capsys, *asked, "--certificate", str(path), "--json"))["lines"]
    assert (found["sources"], found["tail"]) == (["certificate"], [130])


def test_a_foreign_file(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command reports a file that is not a library in one line, and leaves it unchanged."""
    place.parent.mkdir()
    place.write_text("not a library\n" * 1000)
    code, _, err = run(capsys, "library")
    assert (code, err.count("\n")) == (1, 1)
    out = run(capsys, "prove", "--upto", "5")[1]
    assert "  library      not kept: the library '" in out
    assert f"zchomp library --library {place} add chomp-3rows-5.jsonl tries again" in out
    assert run(capsys, "library", "add", "chomp-3rows-5.jsonl")[0] == 1
    assert place.read_text() == "not a library\n" * 1000


def test_unusable_certificates(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A wrong or invalid certificate is refused in one line, before any question is answered."""
    path = certificate(tmp_path, SMALL[0])
    path.write_bytes(path.read_bytes().replace(b'"head":[5,3]', b'"head":[5,4]'))
    Path("junk").write_text("junk")
    for name in (path, "junk"):
        code, out, err = run(capsys, "solve", "5,4,3", "--certificate", str(name))
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert "the certificate is not verified: " in err
    code, _, err = run(capsys, "solve", "5,4,3", "--certificate", "nowhere")
    assert code == 2
    code, _, err = run(capsys, "library", "add", str(path))
    assert code == 1
    assert "is not kept" in err


def test_certificates_of_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy, or a certificate of a growing order, is refused by what it is; no file is named twice."""
    answer(capsys, "grow", "arms", "1", "--out", "arms.jsonl")
    answer(capsys, "poset", "boolean", "2", "--proof", "s.jsonl")
    Path("junk").write_text("junk")
    kept, refused = "and the library keeps certificates of bars", "--certificate takes a certificate of bars"
    for name, kind in (("arms.jsonl", "a certificate of a growing order"), ("s.jsonl", "a strategy")):
        assert run(capsys, "library", "add", name) == (1, "", f"zchomp: '{name}' is not kept: it is {kind}, {kept}\n")
        found = run(capsys, "solve", "5,4,3", "--certificate", name)
        assert found == (1, "", f"zchomp: '{name}' is {kind}; {refused}\n")
    assert run(capsys, "library", "add", "junk")[2].startswith("zchomp: 'junk' is not kept: line 1: ")


def test_effort_is_a_number_of_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """An effort is a number like 5 or 0.5, and more effort answers more."""
    for wrong in ("five", "-1", "1e3", "nan", "1.2345", ""):
        code, _, err = run(capsys, "solve", "5,4,3", "--effort", wrong)
        assert code == 2
        assert "expected a number of seconds like 5 or 0.5" in err
    code, _, err = run(capsys, "solve", "9000,2000,1500", "--effort", "0.5")
    assert code == 1
    assert "needs about 1 s; retry with --effort 1" in err
    assert "is a winner" in answer(capsys, "solve", "9000,2000,1500", "--effort", "1")


def test_python_warns_once(place: Path, tmp_path: Path) -> None:
    """In Python an unusable library gives a warning, and the answers are the same."""
    place.parent.mkdir()
    place.write_text("not a library\n" * 1000)
    code = "import zchomp; print(*(zchomp.outcome((9000, 350, r)).value for r in (4, 300, 301)))"
    told = run_python(code, tmp_path)
    assert told.returncode == 0
    assert told.stdout == "winner winner winner\n"
    assert told.stderr.count("RuntimeWarning") == 1
