"""The page: its files, and the server that only this machine can reach.

The files of the page, and the list of the installed certificates.

    assets/index.html, *.css, *.js, *.svg     the page (`make -C proofs web` makes checker.js)
    assets/card.png                           the picture beside a link to the page
    assets/manifest.json                      name and icon of the page, for those who install it on a phone
    certificates/*.jsonl                      the installed certificates
    sources/*.txt                             files of the project that the page names, as text
    certificates/index.json                   their names, claims, sizes and digests, made here from their headers
    files.json                                the files that a browser keeps to work offline: all but sw.js

Everything is read once, into memory. A server that has these bytes can serve nothing else.

The server of the page, on the loopback address: only this machine can reach it.

It answers GET and HEAD with the files of the page, which it holds in memory, and with nothing else. A request must name
this server as its host, so that a page from elsewhere cannot reach it under its own name (DNS rebinding). Every
answer, even to a bad request, tells the browser to load nothing from elsewhere.

A bounded number of threads serves connections. Further connections wait until a thread is free. No client holds a
thread for long: it must send its request, and read the answer, within a few seconds.
"""

import io
import json
import os
import re
import socket
import sys
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from threading import Semaphore
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from zchomp.core import limits
from zchomp.core.files import installed_file, write_file
from zchomp.errors import InvalidArgument, quote
from zchomp.proof.format import shipped_certificate

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

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


LOOPBACK = "127.0.0.1"
"""The only address that the server listens on."""

USUAL_PORT = 8115
"""The default port, if it is free. Links to positions keep working from run to run."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""The headers of every answer. The page itself repeats the first one, for other web hosts."""


class PageServer(ThreadingHTTPServer):
    """Serves the page until it is told to stop.

    >>> with PageServer(0) as server:
    ...     server.address == f"http://127.0.0.1:{server.server_port}/"
    True
    """

    daemon_threads = True
    request_queue_size = limits.WEB_BACKLOG
    allow_reuse_address = sys.platform != "win32"  # on Windows two servers could otherwise share a port

    def __init__(self, port: int | None = None) -> None:
        """Listen on a port. 0 means any free port, and None the default port, or any free port if that is taken."""
        self.files = page_files()
        self.is_crowded = False
        """Whether connections are waiting for a thread. Then every answer closes its connection."""
        self._places = Semaphore(limits.WEB_THREADS)
        try:
            super().__init__((LOOPBACK, USUAL_PORT if port is None else port), PageHandler)
        except OSError:
            if port is not None:
                raise
            super().__init__((LOOPBACK, 0), PageHandler)

    def process_request(self, request: socket.socket | tuple[bytes, socket.socket], client_address: object) -> None:
        """Serve a connection in a separate thread, as soon as one is free."""
        self.is_crowded = not self._places.acquire(blocking=False)
        if self.is_crowded:
            self._places.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread was started
            self._places.release()
            raise

    def process_request_thread(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Serve a connection to its end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that close the connection or stop answering, and report any other error."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def server_bind(self) -> None:
        """Bind without looking up the name of this machine."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = LOOPBACK, int(self.server_address[1])

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{LOOPBACK}:{self.server_port}/"

    @property
    def hosts(self) -> set[str]:
        """The host names that a request may have."""
        return {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}


class DeadlineReader(io.RawIOBase):
    """Reads from a connection until a deadline, however slowly the bytes arrive."""

    def __init__(self, connection: socket.socket) -> None:
        self.deadline = 0.0
        self._connection = connection

    def readable(self) -> bool:
        """True: this is for reading."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read at least one byte into a buffer. Raises TimeoutError at the deadline."""
        left = self.deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class PageHandler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "zchomp", ""
    disable_nagle_algorithm = True
    """Or the content would wait until the browser has acknowledged the headers: 40 ms for each file."""

    def setup(self) -> None:
        """Read the connection with a deadline."""
        super().setup()
        self._incoming = DeadlineReader(self.connection)
        self.rfile = io.BufferedReader(self._incoming)

    def handle_one_request(self) -> None:
        """Answer one request, which must be complete in time."""
        self._incoming.deadline = monotonic() + limits.WEB_REQUEST
        super().handle_one_request()

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Send the headers of a file."""
        self._answer(body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is Python's
        """Do not log."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse a request with the headers of every answer, without quoting it, and close the connection."""
        self.close_connection = True
        self.request_version = self.protocol_version  # Python sends no headers if it could not read the version
        status = HTTPStatus(code)
        self._send(status, f"{status.phrase}.\n".encode(), ".txt", body=self.command != "HEAD")

    def _answer(self, body: bool) -> None:
        named = [host.lower() for host in self.headers.get_all("Host", [])]  # host names ignore case
        if named not in ([host] for host in self.server.hosts):
            self._send(HTTPStatus.MISDIRECTED_REQUEST, b"This server does not answer for that host.\n", ".txt", body)
            return
        try:
            name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        except ValueError:  # for a path like "http://["
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        content = self.server.files.get(name)
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, b"There is no such file.\n", ".txt", body)
        else:
            self._send(HTTPStatus.OK, content, PurePosixPath(name).suffix, body)

    def _send(self, status: HTTPStatus, content: bytes, ending: str, body: bool) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        # Without this, a browser requests the icon again whenever the address changes.
        self.send_header("Cache-Control", "max-age=86400" if ending == ".svg" else "no-cache")
        self.send_header("Content-Type", PAGE_TYPES.get(ending, "text/plain; charset=utf-8"))
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection or self.server.is_crowded:
            self.send_header("Connection", "close")
        self.connection.settimeout(limits.WEB_ANSWER)
        self.end_headers()
        if body:
            self.wfile.write(content)
