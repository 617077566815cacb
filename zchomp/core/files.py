"""Files: those of the user and of the package, and writing in one step.

zchomp signs files that it reads again. The key is 32 random bytes in the user's state folder. A digest without a key
detects only accidents, because anyone can compute it. A keyed digest can be computed only with the key, which never
leaves its folder. So a saved state or a library that comes from an archive or from another machine is not trusted. The
key is made on first use, and only its owner can read it. Two processes that make it at the same moment get the same
key, since a hard link to a complete file is made in one step.

A file is written in one step, so that nobody ever sees half of it, and a failure keeps the old one.
"""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from zchomp.errors import KeyUnavailable, ZchompError, quote

LIBRARY, KEY = "library.sqlite3", "key"
"""The names of the two files."""

LIBRARY_VARIABLE = "ZCHOMP_LIBRARY"
"""The environment variable with the path of the library. If it is empty, no library is used."""

STATE_VARIABLE = "ZCHOMP_STATE"
"""The environment variable with the path of the state folder. If it is empty, there is no key, and nothing is kept."""

SIZE = 32
"""The number of bytes of a key."""

CHUNK = 2**20
"""How many bytes are read at once."""

DIGEST = 32
"""The number of bytes of a keyed digest, unless the caller wants fewer."""


def installed_file(name: str) -> Path:
    """The path of a file of the project: a wheel has it inside the package, and a clone beside it.

    >>> installed_file("certificates/chomp-3rows-115.jsonl").name
    'chomp-3rows-115.jsonl'

    Raises ZchompError if the installation lacks it.
    """
    package = Path(__file__).parents[1]
    places = (package / "sources" / name, package / name, package.parent / name)
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        raise ZchompError(f"{name} is missing in {package}; install zchomp again")
    return found


def read_file(path: str | os.PathLike[str], most: int, refusal: type[ZchompError]) -> bytes:
    """The contents of a file or of a pipe, of which at most one byte more than allowed is read.

    >>> len(read_file(installed_file("LICENSE"), 10**6, ZchompError)) > 500
    True
    >>> read_file(installed_file("LICENSE"), 10, ZchompError)
    Traceback (most recent call last):
    zchomp.errors.ZchompError: '...LICENSE' is too large; expected at most 10 bytes

    Raises the ``refusal`` if it has more bytes, or is a device, which may never end, and OSError if it cannot be read.
    """
    shown = quote(os.fspath(path), 200)
    if stat.S_IFMT(Path(path).stat().st_mode) in {stat.S_IFCHR, stat.S_IFBLK}:
        raise refusal(f"{shown} is a device; expected a file")
    data = bytearray()
    with Path(path).open("rb", buffering=0) as file:
        while piece := file.read(min(CHUNK, most + 1 - len(data))):
            data += piece
    if len(data) > most:
        raise refusal(f"{shown} is too large; expected at most {most} bytes")
    return bytes(data)


def library_path() -> Path | None:
    """The path of the library, whether it exists or not. None if the user wants no library."""
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    from platformdirs import user_data_path

    return user_data_path("zchomp", appauthor=False) / LIBRARY


def key_path() -> Path | None:
    """The path of the key, whether it exists or not. None if the user wants no key."""
    chosen = os.environ.get(STATE_VARIABLE)
    if chosen is not None:
        return Path(chosen) / KEY if chosen else None
    from platformdirs import user_state_path

    return user_state_path("zchomp", appauthor=False) / KEY


def find_key() -> bytes | None:
    """Return the key, or None if there is none yet.

    Raises KeyUnavailable if the user wants no key, or if the file is not a key that only its owner can read.
    """
    place = key_path()
    if place is None:
        raise KeyUnavailable(f"there is no key, because {STATE_VARIABLE} is empty; unset it or let it name a folder")
    try:
        descriptor = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise _unavailable(place, f"cannot be read: {problem.strerror}") from None
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise _unavailable(place, "is not an ordinary file; remove it")
        if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
            raise _unavailable(place, "must belong to you, and only you may read and write it; remove it")
        key = os.read(descriptor, SIZE + 1)
    finally:
        os.close(descriptor)
    if len(key) != SIZE:
        raise _unavailable(place, "is damaged; remove it")
    return key


def make_key() -> bytes:
    """Return the key, and make it first if there is none yet.

    Raises KeyUnavailable if that is not possible.
    """
    found, place = find_key(), key_path()
    if found is not None or place is None:
        return found or b""
    own = place.with_name(f"{KEY}-{secrets.token_hex(8)}")
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(SIZE))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another process was quicker: its key is the key
                os.link(own, place)
        finally:
            own.unlink()
    except OSError as problem:
        raise _unavailable(place, f"cannot be made: {problem.strerror}") from None
    found = find_key()
    if found is None:
        raise _unavailable(place, "was removed by another process; try again")
    return found


def keyed_digest(key: bytes, purpose: str, size: int = DIGEST) -> blake2b:
    """Return a digest with a key, to be updated with data.

    A purpose is a name of at most 16 letters. Digests for different purposes are never the same.

    >>> keyed_digest(bytes(32), "state").digest() == keyed_digest(bytes(32), "block").digest()
    False
    """
    return blake2b(key=key, person=purpose.encode(), digest_size=size)


def _unavailable(place: Path, why: str) -> KeyUnavailable:
    return KeyUnavailable(f"the key {quote(str(place), 200)} {why}")


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file in one step.

    A link is kept, and the file that it points to is replaced. The permissions are also kept. A device or a pipe is
    written to directly.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_file(Path(folder) / "one.txt", "one")
    ...     (Path(folder) / "one.txt").read_text(), [path.name for path in Path(folder).iterdir()]
    ('one', ['one.txt'])

    Raises OSError with the given name if it cannot be written.
    """
    with open_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def open_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that is written piece by piece, and put it in place at the end unless something fails.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with open_file(Path(folder) / "one.txt") as file:
    ...         written = [file.write(piece) for piece in (b"one, ", b"two")]
    ...     (Path(folder) / "one.txt").read_text()
    'one, two'
    """
    names: list[str] = []
    try:
        target = _resolved(path)
        is_device = target.exists() and not target.is_file()
        beside = target if is_device else target.with_name(f".zchomp-{token_hex(8)}")
        names += map(str, (target, beside))
        with target.open("wb") if is_device else _replacing(target, beside) as file:
            yield file
    except OSError as problem:
        # a file that is read meanwhile has its own problems
        is_other_file = problem.filename is not None and str(problem.filename) not in names
        if problem.errno is None or is_other_file:
            raise
        raise type(problem)(problem.errno, problem.strerror, os.fspath(path)) from None


def _resolved(path: str | os.PathLike[str]) -> Path:
    """The path of a file after following links."""
    try:
        return Path(path).resolve()
    except RuntimeError:  # Python 3.11 and 3.12 raise this for links that lead in a circle
        raise OSError(0, "the link leads in a circle", os.fspath(path)) from None


@contextmanager
def _replacing(target: Path, beside: Path) -> Iterator[BinaryIO]:
    """A new file that will replace the target."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
