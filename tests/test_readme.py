"""The README does what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, SHIPPED
from zchomp.version import VERSION

README = (ROOT / "README.md").read_text()


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "commands"), [("README.md", 11), ("docs/errata.md", 6)])
def test_console_examples(page: str, commands: int, tmp_path: Path) -> None:
    """Every command of a page's console examples prints what the page shows, one after the other in one folder."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    run = 0
    for block in blocks("console", (ROOT / page).read_text()):
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.MULTILINE):
            result = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment
            )
            assert (result.stdout, result.stderr, result.returncode) == (expected, "", 0)
            run += 1
    assert run == commands


def test_set_up_commands() -> None:
    """There are two: one ends in the main job, the other is what continuous integration runs."""
    prove, test = (block.strip() for block in blocks("sh"))
    assert prove.endswith("zchomp prove --upto 115")
    assert test in (ROOT / ".ci" / "run").read_text().splitlines()


def test_sections_in_order() -> None:
    """The README answers in the usual order."""
    assert re.findall(r"^## (.*)$", README, flags=re.MULTILINE) == [
        "The main command",
        "What is proved",
        "Verify it yourself",
        "Install and test",
        "Use it as a library",
        "What you have to trust",
        "Layout",
        "References",
        "How to cite",
    ]


def test_links_lead_somewhere() -> None:
    """Every relative link of the Markdown files is a file of the repository."""
    for page in [*ROOT.glob("*.md"), *(ROOT / "proofs").glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_layout_names_every_module() -> None:
    """The layout table knows all modules."""
    modules = (ROOT / "zchomp").glob("*.py")
    packages = (path.parent for path in (ROOT / "zchomp").glob("*/__init__.py"))
    for name in [*(path.name for path in modules), *(f"{path.name}/" for path in packages)]:
        if name not in {"__init__.py", "__main__.py", "version.py", "errors.py"}:
            assert f"{name}`" in README


def test_versions_agree() -> None:
    """The version is the same in the package, the citation, the changelog and the shipped certificate."""
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text()
    assert (ROOT / "CHANGELOG.md").read_text().split("## ")[1].startswith(VERSION)
    assert f'"producer":"zchomp {VERSION}"' in SHIPPED.read_text().splitlines()[0]
