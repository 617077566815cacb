"""Certificates from a pipe: they can be read only once, and get the same verdict as a file from every checker.

Without Coq and OCaml the tests that need them are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from tests.sealing import certificate, records, seal
from tests.support import ROOT, SHIPPED
from zchomp.proof import verifier

OPTIONS = [[], ["--workers", "2"], ["--checker", "proved"], ["--checker", "proved", "--workers", "2"]]

Said = subprocess.CompletedProcess[bytes]


def verify(options: list[str], path: str, text: bytes | None = None, **more: object) -> Said:
    """Run `zchomp verify` on a name, with text on standard input if there is any."""
    words = [sys.executable, "-m", "zchomp", "verify", *options, path]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, input=text, capture_output=True, check=False, env=environment, **more)  # type: ignore[call-overload, no-any-return]


def by_pipe(options: list[str], text: bytes, _folder: Path) -> tuple[str, Said]:
    """``cat FILE | zchomp verify /dev/stdin``."""
    return "/dev/stdin", verify(options, "/dev/stdin", text)


def by_redirection(options: list[str], text: bytes, folder: Path) -> tuple[str, Said]:
    """``zchomp verify /dev/stdin < FILE``."""
    path = folder / "certificate.jsonl"
    path.write_bytes(text)
    with path.open("rb") as stream:
        return "/dev/stdin", verify(options, "/dev/stdin", stdin=stream)


def written(descriptor: int, text: bytes) -> None:
    """Write everything, if anyone reads it."""
    with suppress(BrokenPipeError), os.fdopen(descriptor, "wb") as stream:
        stream.write(text)


def by_descriptor(options: list[str], text: bytes, _folder: Path) -> tuple[str, Said]:
    """``zchomp verify <(cat FILE)``, for which a shell writes /dev/fd/63."""
    reading, writing = os.pipe()
    writer = Thread(target=written, args=(writing, text))
    writer.start()
    try:
        said = verify(options, f"/dev/fd/{reading}", pass_fds=(reading,))
    finally:
        os.close(reading)
        writer.join()
    return f"/dev/fd/{reading}", said


def by_fifo(options: list[str], text: bytes, folder: Path) -> tuple[str, Said]:
    """``mkfifo NAME; cat FILE > NAME & zchomp verify NAME``: the writer ends when its reader does."""
    path = folder / "fifo"
    os.mkfifo(path)
    writer = Thread(target=lambda: written(os.open(path, os.O_WRONLY), text), daemon=True)
    writer.start()
    said = verify(options, str(path))
    writer.join(timeout=10)
    return str(path), said


WAYS: list[Callable[[list[str], bytes, Path], tuple[str, Said]]] = [by_pipe, by_redirection, by_descriptor, by_fifo]


def texts() -> dict[str, bytes]:
    """A true certificate that is larger than buffers and pipes, a compact one, and a wrong one."""
    wrong = records(certificate(3, 0, 30))
    wrong[20]["bound"] += 1
    return {
        "true": certificate(3, 0, 400),
        "compact": certificate(3, 0, 30, "compact"),
        "wrong": seal(wrong),
        "cut off": SHIPPED.read_bytes()[:-1],
        "empty": b"",
    }


TEXTS = texts()

PAIRS = [
    pytest.param(OPTIONS[(one + two) % 4], way, kind, id=f"{' '.join(OPTIONS[(one + two) % 4])}-{way.__name__}-{kind}")
    for one, way in enumerate(WAYS)
    for two, kind in enumerate(TEXTS)
]
"""Every two of options, ways and kinds of text meet."""


@pytest.mark.parametrize(("options", "way", "kind"), PAIRS)
def test_a_pipe_is_as_good_as_a_file(
    options: list[str],
    way: Callable[[list[str], bytes, Path], tuple[str, Said]],
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """The verdict and exit code are those of the verifier on the file, and the reason names the same line."""
    if "proved" in options:
        request.getfixturevalue("built")
    path = tmp_path / "right.jsonl"
    path.write_bytes(TEXTS[kind])
    expected = verifier.verify(str(path))
    name, said = way(options, TEXTS[kind], tmp_path)
    assert (said.returncode, said.stdout.decode()) == (expected.code, expected.line + "\n")
    reason = said.stderr.decode().strip()
    assert reason.startswith(repr(name)) == bool(expected.reason)
    if "proved" in options:  # its wording differs, but the place is the same
        assert reason.split(": ")[1:2] == expected.reason.split(": ")[1:2]
    else:
        assert reason == expected.reason.replace(str(path), name)


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_no_standard_input(options: list[str], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """If standard input is closed, files are still judged."""
    if "proved" in options:
        request.getfixturevalue("built")
    words = [sys.executable, "-m", "zchomp", "verify", *options, str(SHIPPED)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = ["bash", "-c", '"$@" <&-', "bash", *words]
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
    assert (said.returncode, said.stdout) == (0, verifier.verify(str(SHIPPED)).line + "\n")
