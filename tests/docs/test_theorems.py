"""The page of the theorems in Coq: every theorem is on it, and every result that cites Coq leads to a theorem."""

import re
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.checker import coq_source, make
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
    """Every result of the README and of the result pages that is checked in Coq names a theorem."""
    assert {"README.md", "results-bars.md", "results-posets.md", "ordinals.md"} <= {one.page for one in SENTENCES}
    assert len(SENTENCES) > 20
    assert [sentence for sentence in SENTENCES if not sentence.names] == []


def test_theorems_that_are_named_exist() -> None:
    """Whatever a row on a result in Coq has between backticks, and looks like the name of a theorem, is one."""
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("results*.md"), ROOT / "docs" / "ordinals.md"]:
        rows = re.findall(r"^\|.* in Coq.*$", path.read_text(), re.MULTILINE)
        named = {name for row in rows for name in re.findall(r"`([a-z]\w*_\w+)`", row)}
        assert sorted(named - set(NAMES)) == [], path.name


def test_names_on_all_pages_are_names_in_coq() -> None:
    """In a paragraph or row of any page that mentions Coq, a name with an underscore is stated or defined in Coq."""
    stated = r"^\s*(?:Theorem|Corollary|Proposition|Lemma|Definition|Fixpoint|Inductive|Record|with)\s+([\w']+)"
    files = [ROOT / "proofs" / name for name in STATEMENTS["modules"]()]
    known = {name for path in files for name in re.findall(stated, path.read_text(), re.MULTILINE)}
    known |= {"vm_compute"}  # a tactic of Coq itself
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "proofs").glob("*.md")]
    found = 0
    for page in pages:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for paragraph in re.split(r"\n\s*\n|\n(?=[|*-])", text):
            if re.search(r"\bCoq\b|\.v\b", paragraph):
                named = set(re.findall(r"`([a-z][a-z0-9']*_\w+)`", paragraph))
                found += len(named)
                assert (page.name, sorted(named - known)) == (page.name, [])
    assert found > 200


@pytest.mark.usefixtures("theorems")
def test_theorems_lead_to_their_proofs(tmp_path: Path) -> None:
    """On the site every theorem leads to a page of coqdoc that contains it, and coqdoc gives no warning."""
    missing = [name for name in ("sphinx", "myst_parser", "furo") if find_spec(name) is None]
    if missing:
        pytest.skip(f"the site needs {', '.join(missing)}: install the extra 'docs'")
    assert make(ROOT / "proofs" / "Makefile", "html") == ""
    (tmp_path / "index.md").write_text("# All statements\n\n```{zchomp-theorems}\n```\n")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "-c", "docs", str(tmp_path), str(site)]
    subprocess.run(command, check=True, cwd=ROOT)
    links = re.findall(r'href="(coq/[^"#]+)#([^"]+)"', (site / "index.html").read_text())
    assert sorted(name for _, name in links) == sorted(NAMES)
    pages = {page: (site / page).read_text() for page, _ in links}
    assert [name for page, name in links if f'<a id="{name}"' not in pages[page]] == []


def test_the_picture_shows_every_file() -> None:
    """The picture that the command prints has a box for every file, and an arrow for every pair in `arrows`."""
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


def test_arrows_that_follow_from_others_are_left_out() -> None:
    """Arrows that follow from others are left out, and each file is to the right of those that it depends on."""
    assert PICTURE["arrows"]({"a": [], "b": ["a"], "c": ["b", "a"]}) == [("a", "b"), ("b", "c")]
    needs = STATEMENTS["needs"]()
    reached: dict[str, set[str]] = {name: set() for name in needs}
    for _ in needs:
        for source, target in PICTURE["arrows"](needs):
            reached[target] |= {source} | reached[source]
    assert all(set(direct) <= reached[name] for name, direct in needs.items())
    corners, bands = PICTURE["places"](needs)
    assert len(set(corners.values())) == len(needs)
    assert all(corners[other][0] < corners[name][0] for name, direct in needs.items() for other in direct)
    assert {name.partition("/")[0] for name in needs} == set(bands)
