"""The server of the page, on the loopback address: only this machine can reach it.

It answers GET and HEAD with the files of the page, which it holds in memory, and with nothing else. A request must name
this server as its host, so that a page from elsewhere cannot reach it under its own name (DNS rebinding). Every
answer, even to a bad request, tells the browser to load nothing from elsewhere.

A bounded number of threads serves connections. Further connections wait until a thread is free. No client holds a
thread for long: it must send its request, and read the answer, within a few seconds.
"""

import io
import socket
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from threading import Semaphore
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from zchomp import limits
from zchomp.web.files import PAGE_TYPES, page_files

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["HEADERS", "LOOPBACK", "USUAL_PORT", "PageServer"]

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
