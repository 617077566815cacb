"""The files of the page, and the list of the installed certificates.

    assets/index.html, *.css, *.js, *.svg     the page (`make -C proofs web` makes checker.js)
    assets/card.png                           the picture beside a link to the page
    assets/manifest.json                      name and icon of the page, for those who install it on a phone
    certificates/*.jsonl                      the installed certificates
    sources/*.txt                             files of the project that the page names, as text
    certificates/index.json                   their names, claims, sizes and digests, made here from their headers
    files.json                                the files that a browser keeps to work offline: all but sw.js

Everything is read once, into memory. A server that has these bytes can serve nothing else.
"""

import json
import os
import re
from hashlib import sha256
from pathlib import Path, PurePosixPath

from zchomp.certificate.format import shipped_certificate
from zchomp.errors import InvalidArgument, quote
from zchomp.user_files import installed_file
from zchomp.writing import write_file

__all__ = ["PAGE_TYPES", "SOURCES", "page_files", "write_page"]

PAGE_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/jsonl; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
"""The content type of a file, by its extension."""

ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/%-]*)?")
"""Addresses of a page: no query, no fragment."""

IMPORT = re.compile(r'^(?:import .*|\}) from "\./(.+)";$', re.MULTILINE)
"""A script that another one imports, wherever the names that it gives end."""

ASSETS = Path(__file__).parent / "assets"

SOURCES = (
    "LICENSE",
    "docs/errata.md",
    "docs/results-three-rows.md",
    "proofs/Game/Chomp.v",
    "proofs/ThreeRows/Chart.v",
    "proofs/openings.md",
    "proofs/program/judging.ml",
    "proofs/program/operations.ml",
    "proofs/program/reader.ml",
    "proofs/program/sets_words.ml",
    "proofs/program/sha256_plain.ml",
    "proofs/program/web.ml",
    "proofs/program/z_words.ml",
)
"""The files of the project that the page names. With the extension .txt every browser shows them, on any web host."""

INDEX = "certificates/index.json"
"""The list of certificates. A folder that contains it is one to which the page has been written before."""


WORKER = "sw.js"
"""What keeps the page for visits without a network. It names the version of the page, so it is not one of its files."""


def page_files() -> dict[str, bytes]:
    """All files of the page, by their paths.

    >>> files = page_files()
    >>> "index.html" in files, "certificates/chomp-3rows-115.jsonl" in files
    (True, True)
    """
    certificates = sorted(shipped_certificate().parent.glob("*.jsonl"))
    files = {path.name: path.read_bytes() for path in sorted(ASSETS.iterdir()) if path.suffix in PAGE_TYPES}
    files |= {f"certificates/{path.name}": path.read_bytes() for path in certificates}
    files |= {f"sources/{PurePosixPath(name).name}.txt": installed_file(name).read_bytes() for name in SOURCES}
    listed = [_entry(path.name, files[f"certificates/{path.name}"]) for path in certificates]
    files |= {INDEX: json.dumps(listed, separators=(",", ":")).encode() + b"\n"}
    return files | {"files.json": json.dumps(sorted(files), indent=1).encode() + b"\n"}


def write_page(folder: str | os.PathLike[str], address: str | None = None) -> list[Path]:
    """Write the page into a folder, ready for any web host, and return the paths of the files.

    A page written in this way works offline after the first visit. ``address`` is where it will be found.
    The page names it as its own, so that links to the page show its picture.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [path.name for path in write_page(folder) if path.suffix == ".html"]
    ['index.html']

    The folder must be new, empty, or one that an earlier version of the page was written to.

    Raises InvalidArgument if it is anything else or has links in it, or if the address is malformed, and OSError if
    the folder cannot be written.
    """
    target, files = Path(folder), page_files()
    files["index.html"] = _hosted(files["index.html"].decode(), _imported(files), address).encode()
    files[WORKER] = files[WORKER].replace(b'"zchomp"', f'"zchomp {_version(files)}"'.encode(), 1)
    if target.exists() and not target.is_dir():
        raise InvalidArgument(f"{quote(str(target), 200)} is not a folder; choose a new name")
    if target.exists() and any(target.iterdir()) and not (target / INDEX).is_file():
        raise InvalidArgument(f"{quote(str(target), 200)} has other files in it; choose a new or an empty folder")
    folders = (target / "certificates", target / "sources")
    for path in (*folders, *(target / name for name in files)):
        if path.is_symlink():
            raise InvalidArgument(f"{quote(str(path), 200)} is a link; remove it or choose a new folder")
    for path in folders:
        path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write_file(target / name, content)
    return [target / name for name in files]


def _imported(files: dict[str, bytes]) -> list[str]:
    """The scripts that app.js imports, directly or not, before it can begin."""
    found, asked = set[str](), {"app.js"}
    while asked:
        name = asked.pop()
        found.add(name)
        asked |= set(IMPORT.findall(files[name].decode())) - found
    return sorted(found - {"app.js"})


def _hosted(page: str, imported: list[str], address: str | None) -> str:
    """The page for a web host: kept for offline use, ready to be installed on a phone, and with its address.

    It names the scripts that are imported, so that a browser far away asks for all of them at once.
    """
    scripts = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in imported)
    page = page.replace('<script type="module"', f'{scripts}<script type="module"', 1)
    tags = ['<meta name="zchomp-offline" content="sw.js">', '<link rel="manifest" href="manifest.json">']
    if address is not None:
        if not ADDRESS.fullmatch(address):
            raise InvalidArgument(f"not an address: {quote(address)}; expected one like https://example.org/chomp/")
        address = address.removesuffix("index.html").rstrip("/") + "/"
        tags += [
            f'<link rel="canonical" href="{address}">',
            f'<meta property="og:url" content="{address}">',
            f'<meta property="og:image" content="{address}card.png">',
        ]
    return page.replace("<title>", "\n".join(tags) + "\n<title>", 1)


def _version(files: dict[str, bytes]) -> str:
    """The first digits of the SHA-256 of all names and files: another version of the page has other ones."""
    digest = sha256()
    for name in json.loads(files["files.json"]):
        if name != WORKER:
            digest.update(f"{name}\n".encode() + files[name])
    return digest.hexdigest()[:16]


def _entry(name: str, content: bytes) -> dict[str, object]:
    """The name, size, digest, mode and claim of a certificate, for the list that the page reads first."""
    header = json.loads(content.partition(b"\n")[0])
    digest = sha256(content).hexdigest()
    return {"name": name, "bytes": len(content), "sha256": digest, "mode": header["mode"], **header["claim"]}
