"""The README and the pages of docs/ do what they say, and the site builds."""

import os
import re
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import pytest

import zchomp
from tests.docs import pages
from tests.support import ROOT, SHIPPED, known
from zchomp.proof.format import PRODUCER
from zchomp.version import VERSION

README = (ROOT / "README.md").read_text()
TEXTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("proofs/*.md")]
GOLDEN = bool(os.environ.get("ZCHOMP_GOLDEN"))
REWRITE = GOLDEN and os.environ.get("CI") != "true"


def test_pages_are_not_rewritten_in_continuous_integration() -> None:
    """Rewriting the pages is for reviewing the diff, and refused in CI."""
    assert REWRITE == GOLDEN


@pytest.mark.parametrize("page", pages.PAGES)
def test_console_examples(page: str, tmp_path: Path) -> None:
    """Every command of a page prints what the page shows. With ZCHOMP_GOLDEN the page is rewritten instead."""
    path = ROOT / page
    text = path.read_text()
    if REWRITE:
        text = pages.with_outputs(text, lambda command: pages.run(command, tmp_path))
        path.write_text(text)
    examples = pages.console(text)
    assert len(examples) == len(re.findall(r"^\$ ", text, flags=re.MULTILINE))
    for command, output in [] if REWRITE else examples:
        assert (command, pages.run(command, tmp_path)) == (command, output)


@pytest.mark.parametrize("page", pages.PAGES)
def test_python_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python example of a page is true. With ZCHOMP_GOLDEN its results are rewritten first."""
    monkeypatch.chdir(ROOT)
    path = ROOT / page
    if REWRITE:
        path.write_text(pages.with_results(path.read_text()))
    assert [(example.expected, example.found) for example in pages.python(path.read_text())] == []


def test_a_wrong_output_is_found_and_repaired(tmp_path: Path) -> None:
    """The runner notices a page that shows a wrong output, and repairs it."""
    wrong = "```console\n$ echo right\nwrong\n```\n\n```pycon\n>>> 6 * 7\n41\n\n```\n"
    assert [pages.run(example.command, tmp_path) for example in pages.console(wrong)] == ["right\n"]
    repaired = pages.with_results(pages.with_outputs(wrong, lambda command: pages.run(command, tmp_path)))
    assert repaired == wrong.replace("wrong\n", "right\n").replace("41", "42")
    with pytest.raises(pages.WrongExample, match="exit code 3"):
        pages.run("exit 3", tmp_path)


@pytest.mark.parametrize("builder", ["html", pytest.param("man", marks=pytest.mark.release)])
def test_the_site_builds(builder: str, tmp_path: Path) -> None:
    """Sphinx builds the site, with the notebook to download, and the man page, without a warning."""
    missing = [name for name in ("sphinx", "myst_parser", "furo") if find_spec(name) is None]
    if missing:
        pytest.skip(f"the site needs {', '.join(missing)}: install the extra 'docs'")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", builder, "docs", str(tmp_path)]
    built = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (built.returncode, built.stderr) == (0, "")
    if builder == "man":
        assert "zchomp prove" in (tmp_path / "zchomp.1").read_text()
    else:
        reference = (tmp_path / "python.html").read_text()
        public = {name for name in dir(zchomp) if not name.startswith("__")}
        assert {name for name in public if f"zchomp.{name}" not in reference} == set()
        (notebook,) = tmp_path.glob("_downloads/*/notebook.ipynb")
        assert notebook.read_bytes() == (ROOT / "docs" / "notebook.ipynb").read_bytes()


@pytest.mark.parametrize(
    ("program", "function", "picture"),
    [
        ("make", "drawing", "chomp"),
        ("make", "blocks", "blocks"),
        ("make", "juggling", "juggling"),
        ("chaos", "drawing", "chaos"),
    ],
)
def test_pictures_are_drawn_by_their_programs(program: str, function: str, picture: str) -> None:
    """The programs of docs/images/ draw the pictures of the pages, byte for byte."""
    make = runpy.run_path(str(ROOT / "docs" / "images" / f"{program}.py"))
    assert make[function]() == (ROOT / "docs" / "images" / f"{picture}.svg").read_text()


def test_the_man_page_is_made_from_the_commands() -> None:
    """The man page that is installed is the one that its program makes, and man reads it without a warning."""
    path = ROOT / "docs" / "zchomp.1"
    written = runpy.run_path(str(ROOT / "docs" / "_ext" / "man.py"))["page"]()
    if REWRITE:
        path.write_text(written)
    assert path.read_text() == written
    if which("man"):
        read = subprocess.run(["man", "--warnings", "-l", path], check=True, capture_output=True, text=True)
        assert (read.stderr, "Main commands".upper() in read.stdout) == ("", True)


def test_what_the_pictures_show() -> None:
    """All winning moves of the bar, an end in each line beyond ω, and the proved balls and period of row 120."""
    make = runpy.run_path(str(ROOT / "docs" / "images" / "make.py"))
    moves = known(zchomp.winning_moves(zchomp.Position(make["ROWS"])))
    assert tuple(map(tuple, moves)) == make["BITES"]
    ended = make["blocks"]().count(f'fill="{make["GREEN"]}"') - 1  # one is in the legend
    assert ended == sum(
        zchomp.ordinals.OMEGA * k <= end.end < zchomp.ordinals.OMEGA * k + columns
        for end in known(zchomp.ordinals.ends(31)).infinite()
        for k, columns in make["BLOCKS"]
    )
    proofs = known(zchomp.prove(make["ROW"]))
    row = proofs[make["ROW"]].sequence
    assert (make["ROW"] + len(row.head), row.period) == (make["PERIODIC"], (72, 70))
    assert make["BALLS"] == 1 + sum(proofs[c].sequence.kind is zchomp.Kind.FINITE for c in range(make["ROW"])) == 71


def test_set_up_commands() -> None:
    """There are two: one ends with the main job, and continuous integration runs the other."""
    prove, test = (block.strip() for block in pages.blocks("sh", README))
    assert prove.endswith("zchomp prove --upto 115")
    assert test in (ROOT / ".ci" / "run").read_text().splitlines()


def test_links_lead_somewhere() -> None:
    """Every relative link in the Markdown files, and every file that they name, leads to a file of the repository."""
    for page in TEXTS:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
    named = {
        (page.name, name)
        for page in TEXTS
        if page.name != "CHANGELOG.md"
        for name in re.findall(r"`((?:zchomp|tests|benches|proofs|certificates|docs)/[\w/.-]*\w/?)`", page.read_text())
    }
    made_later = {"proofs/zchomp-check", "proofs/zchomp-check-plain", "tests/tables/NAME.txt"}
    missing = {(page, name) for page, name in named if not (ROOT / name).exists() and name not in made_later}
    assert named
    assert missing == set()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, tmp_path: Path) -> None:
    """The line on the page for a shell prints a script for it, which asks zchomp for completions."""
    assert f"_ZCHOMP_COMPLETE={shell}_source zchomp" in (ROOT / "docs" / "commands.md").read_text()
    script = pages.run(f"_ZCHOMP_COMPLETE={shell}_source zchomp", tmp_path)
    assert f"_ZCHOMP_COMPLETE={shell}_complete" in script


def test_versions_agree() -> None:
    """The version is the same in the package, the README, the citation and the changelog, which has nothing newer."""
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"version = {{{VERSION}}}" in README
    versions = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert versions[0] == VERSION
    assert f'"producer":"{PRODUCER}"' in SHIPPED.read_text().splitlines()[0]
