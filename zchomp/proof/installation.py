"""The installation: the parts on this machine that zchomp can use, and whether they work.

Nothing is taken on trust: modules are imported, both checkers judge the shipped certificate and a false one, and
every row of the library is inspected. `zchomp doctor` shows the parts.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from zchomp.core import memory
from zchomp.core.files import find_key, key_path, library_path
from zchomp.core.numbers import counted, data_size
from zchomp.errors import CertificateError, KeyUnavailable, LibraryError, ZchompError, quote
from zchomp.proof import verifier
from zchomp.proof.coq import VARIABLE, find_checker, verify_proved
from zchomp.proof.format import shipped_certificate
from zchomp.proof.library import Library
from zchomp.version import VERSION

PartState = Literal["works", "missing", "broken"]

CLAIM = {"rows": 3, "nim": 0, "upto": 115}
"""The claim of the shipped certificate."""

EXTRAS = {
    "fast": ("numba", "numpy"),
    "plot": ("matplotlib",),
    "data": ("pyarrow",),
    "cluster": ("distributed",),
}
"""The extras for users, and the modules that they install."""

BUILDING = {"coqc": "coq", "ocamlfind": "ocaml-findlib", "ocamlopt": "ocaml-nox", "make": "make"}
"""The programs that build the proved checker, with the Debian packages that contain them."""

BUILDER, ZARITH = "Coq and OCaml", "libzarith-ocaml-dev"

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs that the page can be tested in. The first has no windows, and is the quickest."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the installation: the group that says its purpose, its name, whether it works, and details.

    A missing part is optional. A broken part is installed and does not work.
    """

    group: str
    name: str
    state: PartState
    detail: str


def installation() -> list[Part]:
    """All parts, grouped by their purpose.

    >>> found = installation()
    >>> found[0].group, found[0].name, found[0].state
    ('package', 'zchomp', 'works')
    """
    return [
        Part("package", "zchomp", "works", f"{VERSION}, in {Path(__file__).parents[1]}"),
        Part("package", "Python", "works", f"{platform.python_version()} ({platform.python_implementation()})"),
        *(_extra(extra, modules) for extra, modules in EXTRAS.items()),
        _verifier(),
        _proved_checker(),
        _tools(BUILDER, "to build the proved checker", BUILDING),
        _tools("Chromium", "to test the page", dict.fromkeys(BROWSERS, "chromium"), one=True),
        _tools("LaTeX", "to test the LaTeX output", {"pdflatex": "texlive-latex-extra"}),
        _library(),
        _key(),
        Part("machine", "cores", "works", str(_cores())),
        Part("machine", "memory", "works", _memory()),
    ]


def _extra(extra: str, modules: Iterable[str]) -> Part:
    """An extra: its modules are imported."""
    absent = [name for name in modules if find_spec(name) is None]
    if absent:
        return Part(
            "extras", extra, "missing", f"no {', '.join(absent)}; install it with: pip install 'zchomp[{extra}]'"
        )
    try:
        versions = []
        for name in modules:
            import_module(name)
            versions.append(f"{name} {metadata.version(name)}")
    except Exception as problem:  # whatever goes wrong in a foreign module, it cannot be used
        return Part("extras", extra, "broken", f"{name} cannot be imported: {quote(str(problem), 200)}")
    return Part("extras", extra, "works", ", ".join(versions))


def _verifier() -> Part:
    """The stand-alone verifier, on the shipped certificate."""
    path = Path(verifier.__file__)
    return Part("checkers", "verifier", *_judged(str(path), path, lambda file: verifier.verify(file, CLAIM)))


def _proved_checker() -> Part:
    """The checker extracted from Coq, on the same certificate."""
    try:
        program = find_checker()
    except CertificateError as problem:
        state: PartState = "broken" if os.environ.get(VARIABLE) else "missing"
        return Part("checkers", "zchomp-check", state, str(problem))
    path = Path(program)
    return Part("checkers", "zchomp-check", *_judged(program, path, lambda file: verify_proved(program, file, CLAIM)))


def _judged(name: str, program: Path, verify: Callable[[str], verifier.Verdict]) -> tuple[PartState, str]:
    """Whether a checker accepts the shipped certificate and refuses a false one, with the digest of the checker."""
    try:
        shipped = shipped_certificate()
        right = verify(str(shipped))
        with TemporaryDirectory() as folder:
            changed = Path(folder) / "false.jsonl"
            changed.write_bytes(shipped.read_bytes().replace(b'"head":[2,0]', b'"head":[3,0]', 1))
            wrong = verify(str(changed))
        digest = sha256(program.read_bytes()).hexdigest()
    except (ZchompError, OSError) as problem:
        return "broken", str(problem)
    if right.code != verifier.VERIFIED:
        return "broken", f"{name} does not accept the certificate that ships: {right.reason or right.line}"
    if wrong.code != verifier.NOT_VERIFIED:
        return "broken", f"{name} does not refuse a false certificate: {wrong.reason or wrong.line}"
    return "works", f"{name}, SHA-256 {digest[:16]}..."


def _tools(name: str, purpose: str, packages: dict[str, str], *, one: bool = False) -> Part:
    """Programs that are only needed to build or test zchomp: all of them, or one."""
    lacking = [package for program, package in packages.items() if shutil.which(program) is None]
    if name == BUILDER and not lacking and not _has_zarith():
        lacking = [ZARITH]
    if lacking and not (one and len(lacking) < len(packages)):
        install = f"on Debian: apt-get install {' '.join(dict.fromkeys(lacking))}"
        return Part("tools", name, "missing", f"{purpose}; {install}")
    version = _coq_version() if name == BUILDER else None
    return Part("tools", name, "works", f"installed{f' ({version})' if version else ''}: {purpose}")


def _coq_version() -> str | None:
    """The version of Coq as reported by coqc, or None if it reports none."""
    version = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout.split()  # noqa: S607
    return version[0] if version else None


def _has_zarith() -> bool:
    """Whether OCaml finds the library for integers that the proved checker is built with."""
    return subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode == 0  # noqa: S607


def _library() -> Part:
    """The library of proofs, every row of it."""
    place = library_path()
    if place is None:
        return Part("files", "library", "missing", "not used, because ZCHOMP_LIBRARY is empty")
    if not place.exists():
        return Part("files", "library", "missing", f"{place} will be made when the first proof is kept")
    library = Library(place)
    try:
        kept, damaged = library.listing()
        problems = [*damaged, *library.faults().problems]
        size = place.stat().st_size
    except (LibraryError, OSError) as problem:
        return Part("files", "library", "broken", str(problem))
    finally:
        library.close()
    if problems:
        return Part("files", "library", "broken", f"{place}: {problems[0]}")
    return Part("files", "library", "works", f"{place}, {counted(len(kept), 'claim')}, {data_size(size)}")


def _key() -> Part:
    """The key of the user, without which nothing is kept."""
    place = key_path()
    if place is None:
        return Part("files", "key", "missing", "not used, because ZCHOMP_STATE is empty")
    try:
        key = find_key()
    except KeyUnavailable as problem:
        return Part("files", "key", "broken", str(problem))
    if key is None:
        return Part(
            "files", "key", "missing", f"{place}, which signs the library and saved runs, will be made with them"
        )
    return Part("files", "key", "works", f"{place}, which signs the library and saved runs")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _memory() -> str:
    free = memory.available()
    return f"{data_size(free)} free" if free < 2**62 else "the system does not say how much is free"
