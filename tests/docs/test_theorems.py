"""The page of the theorems in Coq: every theorem is on it, and every result that names Coq leads to a theorem."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

from tests.checker import coq_source
from tests.support import ROOT

sys.path.insert(0, str(ROOT / "docs" / "_ext"))  # as docs/conf.py does
STATEMENTS = runpy.run_path(str(ROOT / "docs" / "_ext" / "statements.py"))
PICTURE = runpy.run_path(str(ROOT / "docs" / "_ext" / "picture.py"))
sys.path.pop(0)
NAMES = [theorem.name for theorem in STATEMENTS["theorems"]()]
SENTENCES = list(STATEMENTS["sentences"]())


def test_every_theorem_is_on_the_page() -> None:
    """The theorems of the page are those whose assumptions Coq prints, each once, with the statement of its file."""
    asked = re.findall(r"@([\w']+)", coq_source("Assumptions").read_text())
    assert sorted(NAMES) == sorted(asked)
    for theorem in STATEMENTS["theorems"]():
        assert re.fullmatch(r"(Theorem|Lemma|Corollary|Proposition)\b.*\.", theorem.statement, re.DOTALL)
        assert "Proof" not in theorem.statement
        assert theorem.statement in (ROOT / "proofs" / theorem.file).read_text()


def test_results_lead_to_theorems() -> None:
    """Every result of the README and of the pages on results that is checked in Coq names a theorem."""
    assert {"README.md", "results-bars.md", "results-posets.md", "ordinals.md"} <= {one.page for one in SENTENCES}
    assert len(SENTENCES) > 20
    assert [sentence for sentence in SENTENCES if not sentence.names] == []


def test_theorems_that_are_named_exist() -> None:
    """What a row on a result in Coq has between backticks, and looks like the name of a theorem, is one."""
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("results-*.md"), ROOT / "docs" / "ordinals.md"]:
        rows = re.findall(r"^\|.* in Coq.*$", path.read_text(), re.MULTILINE)
        named = {name for row in rows for name in re.findall(r"`([a-z]\w*_\w+)`", row)}
        assert sorted(named - set(NAMES)) == [], path.name


def test_the_picture_shows_every_file() -> None:
    """The picture that the command prints has a box for every file, and an arrow for every pair that `arrows` gives."""
    command = [sys.executable, str(ROOT / "docs" / "_ext" / "picture.py")]
    picture = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needs = STATEMENTS["needs"]()
    words = re.findall(r"<text [^>]*>([^<]*)</text>", picture)
    folders = list(dict.fromkeys(name.partition("/")[0] for name in needs))
    assert words == [
        *folders,
        *(Path(name).stem for folder in folders for name in needs if name.startswith(folder + "/")),
    ]
    assert picture.count("<path ") == len(PICTURE["arrows"](needs))


def test_arrows() -> None:
    """An arrow is left out if it follows from others, and only then: all needs can be found again along the arrows."""
    assert PICTURE["arrows"]({"a": [], "b": ["a"], "c": ["b", "a"]}) == [("a", "b"), ("b", "c")]
    needs = STATEMENTS["needs"]()
    reached: dict[str, set[str]] = {name: set() for name in needs}
    for _ in needs:
        for source, target in PICTURE["arrows"](needs):
            reached[target] |= {source} | reached[source]
    assert all(set(direct) <= reached[name] for name, direct in needs.items())


def test_places() -> None:
    """No two files have the same place, and each is to the right of those that it needs."""
    needs = STATEMENTS["needs"]()
    corners, bands = PICTURE["places"](needs)
    assert len(set(corners.values())) == len(needs)
    assert all(corners[other][0] < corners[name][0] for name, direct in needs.items() for other in direct)
    assert {name.partition("/")[0] for name in needs} == set(bands)
