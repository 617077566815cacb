"""The server serves the page to this machine, and nothing else to anyone."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from unittest.mock import Mock

import pytest

from tests.support import ROOT
from zchomp.cli import main
from zchomp.errors import InvalidArgument
from zchomp.web.server import HEADERS, LOOPBACK, PAGE_TYPES, PageHandler, PageServer, page_files, write_page


def ask(
    server: PageServer, path: str = "/", method: str = "GET", host: str | None = None
) -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body of a response."""
    connection = http.client.HTTPConnection(LOOPBACK, server.server_port)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host if host is not None else f"{LOOPBACK}:{server.server_port}")
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def test_every_file_is_served_as_it_is(server: PageServer) -> None:
    """Each file is served byte for byte, with its type and the headers that keep the browser here."""
    files = page_files()
    assert len(files) > 20
    for name, content in files.items():
        status, headers, body = ask(server, f"/{name}")
        assert (status, body) == (200, content)
        assert headers["Content-Type"] == PAGE_TYPES[Path(name).suffix]
        assert headers.items() >= HEADERS.items()
    assert ask(server)[2] == files["index.html"]
    assert ask(server, "/?x=1#y")[0] == 200


def test_nothing_else_is_served(server: PageServer) -> None:
    """Other names and files of the package are not found, and other methods than GET and HEAD not supported."""
    wrong = ["/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd", "/etc/passwd", "/certificates/"]
    wrong += ["/certificates", "/index.html/", "/.", "/INDEX.HTML", "/index.html%00.js", "/assets/app.js", "/app.js/.."]
    for path in wrong:
        status, headers, body = ask(server, path)
        assert (status, body) == (404, b"There is no such file.\n")
        assert headers.items() >= HEADERS.items()
    status, headers, body = ask(server, "/app.js", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(page_files()["app.js"])
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT"):
        assert ask(server, "/", method)[0] == 501


def test_other_hosts_are_refused(server: PageServer) -> None:
    """It listens on 127.0.0.1 alone, and refuses any other host name (DNS rebinding), none, or two."""
    port = server.server_port
    for host in (f"{LOOPBACK}:{port}", f"localhost:{port}", f"LocalHost:{port}"):
        assert ask(server, host=host)[0] == 200
    for host in ("", "evil.example", f"evil.example:{port}", LOOPBACK, f"localhost:{port}.evil.example", "localhost:1"):
        status, _, body = ask(server, host=host)
        assert (status, body) == (421, b"This server does not answer for that host.\n")
    with socket.create_connection((LOOPBACK, port)) as line:
        line.sendall(
            f"GET / HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 421")
    with socket.create_connection((LOOPBACK, port)) as line:
        line.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert line.recv(100).split(b" ")[1] == b"421"
    assert server.socket.getsockname()[0] == LOOPBACK
    assert server.address == f"http://127.0.0.1:{server.server_port}/"


def say(server: PageServer, request: bytes) -> bytes:
    """Everything that the server replies to some bytes until it closes the connection."""
    with socket.create_connection((LOOPBACK, server.server_port)) as line:
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(2**16), b""))


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET http://[ HTTP/1.1", 400),
        (b"GET / HTTP/9", 400),
        (b"GET / HTTP/2.0", 505),
        (b"what is this supposed to be", 400),
        (b"BREW / HTTP/1.1", 501),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1", 414),
    ],
    ids=["half an address", "no version", "next version", "no request", "no method", "too long"],
)
def test_bad_requests_get_the_headers_of_every_answer(
    server: PageServer, request_line: bytes, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """An invalid request is refused in one line that does not quote it, with all headers, and nothing is logged."""
    host = f"Host: {LOOPBACK}:{server.server_port}\r\n".encode()
    head, _, body = say(server, request_line + b"\r\n" + host + b"\r\n").partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0].split()[1] == str(status)
    assert set(lines) >= {f"{name}: {value}" for name, value in HEADERS.items()} | {"Connection: close"}
    assert body.decode() == f"{http.HTTPStatus(status).phrase}.\n"
    assert capsys.readouterr().err == ""


def test_a_slow_request_is_cut_off(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends byte after byte, but never a whole request, is disconnected."""
    monkeypatch.setattr("zchomp.core.limits.WEB_REQUEST", 0.2)
    is_closed = False
    with socket.create_connection((LOOPBACK, server.server_port)) as line:
        line.settimeout(0.05)
        for _ in range(10_000):
            try:
                line.sendall(b"G")
                is_closed = line.recv(1) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                is_closed = True
            if is_closed:
                break
    assert is_closed


def eventually(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute."""
    began = monotonic()
    while not is_so():
        assert monotonic() < began + 60
        sleep(0.01)


@contextmanager
def serving(threads: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    """A server with few threads."""
    monkeypatch.setattr("zchomp.core.limits.WEB_THREADS", threads)
    with PageServer(0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_silent_connections_do_not_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more silent connections than threads a request is still answered."""
    monkeypatch.setattr("zchomp.core.limits.WEB_REQUEST", 0.2)
    with ExitStack() as stack:
        server = stack.enter_context(serving(2, monkeypatch))
        for _ in range(7):
            stack.enter_context(socket.create_connection((LOOPBACK, server.server_port)))
        assert ask(server)[::2] == (200, server.files["index.html"])


def test_a_crowded_server_closes_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection stays open for further requests unless another is waiting for its thread."""
    with serving(1, monkeypatch) as server, ThreadPoolExecutor(1) as other:
        first = http.client.HTTPConnection(LOOPBACK, server.server_port)
        first.request("GET", "/app.js")
        answer = first.getresponse()
        assert (answer.read(), answer.getheader("Connection")) == (server.files["app.js"], None)
        waiting = other.submit(ask, server)
        eventually(lambda: server.is_crowded)
        first.request("GET", "/app.js")
        answer = first.getresponse()
        assert (answer.read(), answer.getheader("Connection")) == (server.files["app.js"], "close")
        assert waiting.result()[0] == 200


def test_contents_do_not_wait_for_their_headers(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content of a file is sent before the browser has acknowledged the headers."""
    delays: list[int] = []
    answer = PageHandler.do_GET

    def note(self: PageHandler) -> None:
        delays.append(self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        answer(self)

    monkeypatch.setattr(PageHandler, "do_GET", note)
    ask(server)
    assert delays == [1]


def test_many_browsers_at_once(server: PageServer) -> None:
    """Two hundred simultaneous clients all get their file, even with fewer threads."""
    with ThreadPoolExecutor(200) as clients:
        found = list(clients.map(lambda _: ask(server, "/app.js")[2], range(400)))
    assert set(found) == {server.files["app.js"]}


def test_a_port_that_is_taken(server: PageServer, capsys: pytest.CaptureFixture[str]) -> None:
    """The default port gives way to a free one. A requested port does not, and the message says so."""
    with PageServer() as one, PageServer() as other:
        assert one.server_port != other.server_port
    assert main(["web", "--port", str(server.server_port), "--no-browser"]) == 1
    said = capsys.readouterr().err
    assert f"port {server.server_port} cannot be used: " in said
    assert "in use; choose another one, or 0 for any that is free" in said
    assert main(["web", "--port", "70000"]) == 2
    assert "expected 0 to 65535" in capsys.readouterr().err


def fail(server: PageServer, problem: Exception) -> None:
    """Make the response to a request fail."""
    try:
        raise problem
    except type(problem):
        server.handle_error(None, (LOOPBACK, 1))


def test_a_browser_that_hangs_up_is_not_an_error(server: PageServer, capsys: pytest.CaptureFixture[str]) -> None:
    """A broken or silent connection is not reported in the terminal, and an error of our own is, in full."""
    for problem in (ConnectionResetError(), BrokenPipeError(), TimeoutError()):
        fail(server, problem)
    assert capsys.readouterr().err == ""
    fail(server, ZeroDivisionError())
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_ctrl_c_stops_it() -> None:
    """The command prints the address of the page, serves it, and ends on Ctrl-C with a message and exit code 0."""
    command = [sys.executable, "-m", "zchomp", "web", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        port = int(line.split("127.0.0.1:")[1].partition("/")[0])
        connection = http.client.HTTPConnection(LOOPBACK, port)
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, page_files()["index.html"])
        connection.close()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert (running.returncode, out.strip(), err) == (0, "Stopped.", "")


def test_the_browser_is_opened(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The browser opens the page, unless that is not wanted."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(PageServer, "serve_forever", Mock(side_effect=KeyboardInterrupt))
    assert main(["web", "--port", "0"]) == 0
    assert main(["web", "--port", "0", "--no-browser"]) == 0
    assert len(opened) == 1
    assert f"The page is at {opened[0]} until you press Ctrl-C." in capsys.readouterr().out


def test_the_page_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--out writes the files that the server serves, with a first page to keep and install, and never into a file."""
    for _ in range(2):
        assert main(["web", "--out", str(tmp_path / "new" / "site")]) == 0
    written = {
        str(path.relative_to(tmp_path / "new" / "site").as_posix()): path.read_bytes()
        for path in (tmp_path / "new" / "site").rglob("*")
        if path.is_file()
    }
    kept = b'<meta name="zchomp-offline" content="sw.js">\n<link rel="manifest" href="manifest.json">\n'
    assert written["index.html"].count(kept) == 1
    unnamed, times = re.subn(rb'"zchomp [0-9a-f]{16}"', b'"zchomp"', written["sw.js"])
    assert times == 1
    start = re.sub(rb'<link rel="modulepreload" href="[a-z]+\.js">\n', b"", written["index.html"].replace(kept, b""))
    served = {"index.html": start, "sw.js": unnamed}
    assert written | served == page_files()
    assert capsys.readouterr().out.splitlines()[-1] == f"Written: {tmp_path}/new/site/index.html"
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InvalidArgument, match="is not a folder"):
        write_page(tmp_path / "file")
    assert main(["web", "--out", str(tmp_path / "file")]) == 2
    assert main(["web", "--out", str(tmp_path), "--port", "5"]) == 2
    assert (tmp_path / "file").read_text() == "mine"


def test_the_page_is_written_over_nothing_else(tmp_path: Path) -> None:
    """A folder with other files, or with a link in place of a file of the page, is refused, and nothing is changed."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("mine")
    with pytest.raises(InvalidArgument, match="has other files in it"):
        write_page(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["index.html"]
    for name in ("app.js", "certificates", "sources"):
        write_page(tmp_path / name)
        elsewhere = (tmp_path / name / name).rename(tmp_path / f"elsewhere-{name}")
        before = elsewhere.read_bytes() if elsewhere.is_file() else sorted(elsewhere.iterdir())
        (tmp_path / name / name).symlink_to(elsewhere)
        with pytest.raises(InvalidArgument, match="is a link"):
            write_page(tmp_path / name)
        assert (elsewhere.read_bytes() if elsewhere.is_file() else sorted(elsewhere.iterdir())) == before


def test_the_list_of_certificates() -> None:
    """The page gets a list of all shipped certificates, with claims and sizes."""
    files = page_files()
    listed = json.loads(files["certificates/index.json"])
    assert {entry["name"] for entry in listed} == {Path(name).name for name in files if name.endswith(".jsonl")}
    assert {"rows": 3, "nim": 0, "upto": 1000}.items() <= next(
        entry.items() for entry in listed if entry["name"] == "chomp-3rows-1000.jsonl"
    )
    assert all(len(files[f"certificates/{entry['name']}"]) == entry["bytes"] for entry in listed)


def test_the_page_allows_what_the_server_allows() -> None:
    """The page has the same policy as the server, for other web hosts. Only a server can forbid frames."""
    html = page_files()["index.html"].decode()
    policy = HEADERS["Content-Security-Policy"].removesuffix("; frame-ancestors 'none'")
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in html
    assert "unsafe" not in policy


def test_text_stays_text() -> None:
    """No script of ours writes markup, evaluates text, contacts another host, or gives up types with `any`."""
    for name, content in page_files().items():
        if name.endswith(".js") and name != "checker.js":
            text = content.decode()
            for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
                assert word not in text, name
            assert "://" not in text.replace("http://www.w3.org/2000/svg", ""), name
            assert name == "dom.js" or not re.search(r"@\w+ \{[^}]*\bany\b[^}]*\}", text), name


LIVE = re.compile(
    r'id="([a-z-]+)"[^>]*(?:role="(?:status|alert)"|aria-live)|<p id="(run-(?:headline|verdict|meaning|reason))"'
)
"""The live regions of the page."""


def test_what_is_read_aloud_is_written_by_one_function() -> None:
    """Scripts write into live regions only through `announce`, which writes only what is new."""
    files = page_files()
    live = {name for found in LIVE.findall(files["index.html"].decode()) for name in found if name}
    assert {"status", "winning", "nim", "why-words", "setup-error", "run-verdict"} <= live
    for name, content in files.items():
        if name.endswith(".js"):
            written = re.findall(r'byId\("([a-z-]+)"\)\.(?:textContent = |replaceChildren)', content.decode())
            assert live.isdisjoint(written), name


@pytest.mark.skipif(
    shutil.which("tsc") is None and os.environ.get("ZCHOMP_REQUIRE_BROWSER") != "1",
    reason="not installed: tsc; apt-get install node-typescript",
)
def test_types_of_our_scripts() -> None:
    """The types in the comments of all our scripts pass the strict rules of TypeScript, in a page or a worker."""
    looked = set[str]()
    for config in ("jsconfig.json", "jsconfig.worker.json"):
        command = ["tsc", "-p", str(ROOT / "tests" / "web" / config), "--pretty", "false", "--listFiles"]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [line for line in found.stdout.splitlines() if not line.startswith(" ")]
        assert [line for line in lines if ": error " in line and "assets/checker.js(" not in line] == []
        looked |= {Path(line).name for line in lines if "/web/assets/" in line and ": error " not in line}
    assert looked == {name for name in page_files() if name.endswith(".js")}
