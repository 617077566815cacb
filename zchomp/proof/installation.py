"""The installation: the parts on this machine that zchomp can use, and whether they work.

Nothing is taken on trust: modules are imported, both checkers judge the shipped certificate and a false one, and
every row of the library is inspected. `zchomp doctor` shows the parts.
"""

import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

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
    "data": ("pandas", "pyarrow"),
    "cluster": ("distributed",),
}
"""The extras for users, and the modules that they install."""


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
        Part("checkers", "verifier", *_judged(verifier.__file__, lambda file: verifier.verify(file, CLAIM))),
        _proved_checker(),
        _library(),
        _key(),
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


def _proved_checker() -> Part:
    """The checker extracted from Coq, on the same certificate."""
    try:
        program = find_checker()
    except CertificateError as problem:
        state: PartState = "broken" if os.environ.get(VARIABLE) else "missing"
        return Part("checkers", "zchomp-check", state, str(problem))
    return Part("checkers", "zchomp-check", *_judged(program, lambda file: verify_proved(program, file, CLAIM)))


def _judged(program: str, verify: Callable[[str], verifier.Verdict]) -> tuple[PartState, str]:
    """Whether a checker accepts the shipped certificate and refuses a false one, with the digest of the checker."""
    try:
        shipped = shipped_certificate()
        right = verify(str(shipped))
        with TemporaryDirectory() as folder:
            changed = Path(folder) / "false.jsonl"
            changed.write_bytes(shipped.read_bytes().replace(b'"head":[2,0]', b'"head":[3,0]', 1))
            wrong = verify(str(changed))
        digest = sha256(Path(program).read_bytes()).hexdigest()
    except (ZchompError, OSError) as problem:
        return "broken", str(problem)
    if right.code != verifier.VERIFIED:
        return "broken", f"{program} does not accept the certificate that ships: {right.reason or right.line}"
    if wrong.code != verifier.NOT_VERIFIED:
        return "broken", f"{program} does not refuse a false certificate: {wrong.reason or wrong.line}"
    return "works", f"{program}, SHA-256 {digest[:16]}..."


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
