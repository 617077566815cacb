"""The wheel and the source distribution, built here and tried outside the clone."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp.version import VERSION
from zchomp.web.server import SOURCES


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    if find_spec("hatchling") is None:
        pytest.skip("building needs hatchling: install the extra 'test'")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", "wheel", "-t", "sdist"]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel alone is installed."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = next(built.glob("*.whl"))
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(folder)]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    return folder


def python(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the installed package, in another folder and with its own library."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("ZCHOMP", "COLUMNS"))}
    environment = {**inherited, "PYTHONPATH": str(installed), "ZCHOMP_LIBRARY": str(folder / "library.sqlite3")}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=folder, env=environment
    )


def test_the_installed_package_is_the_one_that_runs(installed: Path, tmp_path: Path) -> None:
    """The package, with its version, comes from the wheel, not from the clone."""
    found = python(installed, tmp_path, "-c", "import zchomp; print(zchomp.__file__, zchomp.__version__)")
    assert found.stdout.split() == [str(installed / "zchomp" / "__init__.py"), VERSION]


def test_prove_solve_and_verify(installed: Path, tmp_path: Path) -> None:
    """From the wheel a claim is proved, a position solved, and a shipped certificate verified."""
    proved = python(installed, tmp_path, "-m", "zchomp", "prove", "--upto", "5")
    assert (proved.returncode, proved.stderr) == (0, "")
    assert proved.stdout.splitlines()[-1].startswith("s VERIFIED rows=3 nim=0 upto=5 slices=6 sha256=")
    solved = python(installed, tmp_path, "-m", "zchomp", "solve", "9,7,4")
    assert solved.stdout.startswith("(9, 7, 4) = [4, 3, 2] is a winner (nim-value 7).\n")
    shipped = sorted((installed / "zchomp" / "certificates").glob("*.jsonl"))
    assert [path.name for path in shipped] == sorted(path.name for path in (ROOT / "certificates").glob("*.jsonl"))
    assert all(path.read_bytes() == (ROOT / "certificates" / path.name).read_bytes() for path in shipped)
    verified = python(
        installed, tmp_path, "-m", "zchomp", "verify", "--expect", "rows=3,upto=115", *map(str, shipped[1:2])
    )
    assert verified.stdout.startswith("s VERIFIED rows=3 nim=0 upto=115 ")


def test_the_page(installed: Path, tmp_path: Path) -> None:
    """The page is written from the wheel, with every file of the clone, and its lists."""
    written = python(installed, tmp_path, "-m", "zchomp", "web", "--out", "site")
    assert (written.returncode, written.stderr) == (0, "")
    names = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assets = {path.name for path in (ROOT / "zchomp" / "web" / "assets").iterdir()}
    assert names == assets | {
        "files.json",
        "certificates/index.json",
        *(f"certificates/{path.name}" for path in (ROOT / "certificates").glob("*.jsonl")),
        *(f"sources/{Path(name).name}.txt" for name in SOURCES),
    }


def test_links_of_the_source_distribution(built: Path) -> None:
    """Every relative link in the Markdown files of the source distribution leads to a file in it."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        top = f"zchomp-{VERSION}"
        names = {name.removeprefix(f"{top}/") for name in archive.getnames()}
        pages = {name: archive.extractfile(f"{top}/{name}") for name in names if name.endswith(".md")}
        texts = {name: page.read().decode() for name, page in pages.items() if page is not None}
    assert {"README.md", "docs/index.md", "proofs/soundness.md"} <= names
    assert not any(name.startswith(("tests/", "benches/")) for name in names)
    folders = {parent.as_posix() for name in names for parent in Path(name).parents}
    for name, text in texts.items():
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            target = os.path.normpath(Path(name).parent / link)
            assert target in names | folders, f"{name}: {link}"


def test_the_wheel_has_all_modules(built: Path) -> None:
    """The wheel has every file of the package that git has, and nothing of the tests."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        names = set(archive.namelist())
    listed = subprocess.run(["git", "ls-files", "zchomp"], check=True, capture_output=True, text=True, cwd=ROOT)
    assert set(listed.stdout.splitlines()) <= names
    assert not any(name.startswith(("tests/", "docs/")) for name in names)
    assert f"zchomp-{VERSION}.data/data/share/man/man1/zchomp.1" in names
