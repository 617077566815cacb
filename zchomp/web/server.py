"""The server of the page: on the loopback address, for this machine alone.

It answers GET and HEAD with the files of the page, which it holds in memory, and with nothing else. A request must name
this server as its host: a page from elsewhere whose name was made to lead here (DNS rebinding) is refused. What it
sends tells the browser to load nothing from anywhere else.
"""

import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from zchomp import limits
from zchomp.web.files import PAGE_TYPES, page_files

__all__ = ["HEADERS", "LOOPBACK", "USUAL_PORT", "PageServer"]

LOOPBACK = "127.0.0.1"
"""The only address that the server listens on."""

USUAL_PORT = 8115
"""The port, if none is asked for and nobody else has it: links to positions stay good."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer carries. The page itself repeats the first line, for other web hosts."""


class PageServer(ThreadingHTTPServer):
    """Serves the page until it is told to stop.

    >>> with PageServer(0) as server:
    ...     server.address == f"http://127.0.0.1:{server.server_port}/"
    True
    """

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # elsewhere this would let two servers share a port

    def __init__(self, port: int | None = None) -> None:
        """Listen on a port: on any free one if it is 0, on the usual one, or else any, if it is None."""
        self.files = page_files()
        try:
            super().__init__((LOOPBACK, USUAL_PORT if port is None else port), PageHandler)
        except OSError:
            if port is not None:
                raise
            super().__init__((LOOPBACK, 0), PageHandler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that hung up, or fell silent; anything else is an error of ours."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def server_bind(self) -> None:
        """Bind, without asking anybody for the name of this machine."""
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = LOOPBACK, int(self.server_address[1])

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{LOOPBACK}:{self.server_port}/"

    @property
    def hosts(self) -> set[str]:
        """The names under which a browser on this machine may ask."""
        return {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}


class PageHandler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "zchomp", ""
    timeout = limits.WEB_SILENCE

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """Send what is said of a file."""
        self._answer(body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is Python's
        """Say nothing."""

    def _answer(self, body: bool) -> None:
        named = [host.lower() for host in self.headers.get_all("Host", [])]  # hosts are the same in capitals
        if named not in ([host] for host in self.server.hosts):
            self._send(HTTPStatus.MISDIRECTED_REQUEST, b"This is not the host that you asked for.\n", ".txt", body)
            return
        name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        content = self.server.files.get(name)
        if content is None:
            self._send(HTTPStatus.NOT_FOUND, b"There is no such file.\n", ".txt", body)
        else:
            self._send(HTTPStatus.OK, content, PurePosixPath(name).suffix, body)

    def _send(self, status: HTTPStatus, content: bytes, ending: str, body: bool) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        # A browser asks for the icon again whenever the address changes, unless it may keep it.
        self.send_header("Cache-Control", "max-age=86400" if ending == ".svg" else "no-cache")
        self.send_header("Content-Type", PAGE_TYPES.get(ending, "text/plain; charset=utf-8"))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body:
            self.wfile.write(content)
