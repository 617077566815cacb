"""Errors: one base class, and narrow subclasses, each of which is also a builtin exception.

Every message quotes the offending value (shortened) and says what was expected.
"""

from os import PathLike

__all__ = [
    "CannotCompile",
    "CertificateError",
    "DisagreementError",
    "Interrupted",
    "InvalidArgument",
    "InvalidPoset",
    "InvalidPosition",
    "InvalidSlice",
    "KeyUnavailable",
    "LibraryError",
    "MissingExtra",
    "TooLarge",
    "WorkFolderError",
    "WorkerEnded",
    "ZchompError",
    "printable",
    "quote",
    "require",
    "require_path",
    "shorten",
]


NOTHING = object()
"""Stands for a value that was not given. None could be a given value."""


class ZchompError(Exception):
    """The base class of all errors of zchomp, for wrong input and for faults that it finds in itself.

    ``reason`` says what is wrong. The message also quotes the value that was ``got``, and names the thing that it was
    ``meant`` to be.

    >>> print(ZchompError("rows must be whole numbers", got=(2.5,)))
    rows must be whole numbers, got (2.5,)
    >>> print(ZchompError("rows are separated by commas", got="9-7", meant="a position"))
    not a position: '9-7'; rows are separated by commas
    """

    def __init__(self, reason: str = "", *, got: object = NOTHING, meant: str | None = None) -> None:
        message = reason if got is NOTHING else f"{reason}, got {quote(got)}"
        super().__init__(message if meant is None else f"not {meant}: {quote(got)}; {reason}")
        self.reason = reason


class InvalidArgument(ZchompError, ValueError):
    """An argument is wrong: its value, its type, or the name of something that does not exist."""


class InvalidPosition(ZchompError, ValueError):
    """The numbers or the text do not form a Chomp position."""


class InvalidPoset(ZchompError, ValueError):
    """The input is not a partially ordered set, or not the name of one."""


class InvalidSlice(ZchompError, ValueError):
    """The numbers are not a slice or a claim about slices."""


class TooLarge(ZchompError, ValueError):
    """The input is well formed, but too large for zchomp, or for this machine."""


class DisagreementError(ZchompError, RuntimeError):
    """Two independent computations disagree, so one of them is wrong."""


class CannotCompile(ZchompError, RuntimeError):
    """Compiled code cannot be used on this system."""


class Interrupted(KeyboardInterrupt):
    """A run was stopped by Ctrl-C. The same command resumes it if ``is_kept`` is true."""

    def __init__(self, is_kept: bool) -> None:
        super().__init__(is_kept)
        self.is_kept = is_kept


class CertificateError(ZchompError, ValueError):
    """A file is not a certificate, or claims something other than expected."""


class WorkFolderError(ZchompError, RuntimeError):
    """The folder for the files of a run is used by another run, or was not made by zchomp."""


class WorkerEnded(ZchompError, RuntimeError):
    """A process that shared the work ended before the work was done, so nothing is claimed."""


class KeyUnavailable(ZchompError, RuntimeError):
    """The key of the user, which signs saved files, cannot be read or made."""


class LibraryError(ZchompError, RuntimeError):
    """The library of proofs is damaged, locked, read-only, or was not made by zchomp."""


class MissingExtra(ZchompError, ImportError):
    """An optional part of the installation is missing.

    >>> print(MissingExtra("the compiled recurrence", "fast"))
    the compiled recurrence needs the extra 'fast'; install it with: pip install 'zchomp[fast]'
    """

    def __init__(self, what: str, extra: str) -> None:
        install = f"install it with: pip install 'zchomp[{extra}]'"
        super().__init__(f"{what} needs the extra {extra!r}; {install}")


def require(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raise InvalidArgument if a value has the wrong type.

    >>> require(115, str, "the name of a sequence is text")
    Traceback (most recent call last):
    zchomp.errors.InvalidArgument: the name of a sequence is text, got 115
    """
    if not isinstance(value, kind):
        raise InvalidArgument(what, got=value)


def require_path(path: object) -> None:
    """Raise InvalidArgument if a value is not the name of a file."""
    require(path, (str, PathLike), "the name of a file is text or a Path")


def quote(value: object, width: int = 60) -> str:
    """Quote a value for an error message, shortened to about ``width`` characters.

    >>> quote("(3,4)")
    "'(3,4)'"
    >>> quote("9" * 1000, width=20)
    "'99999999999999999...' (1000 characters)"
    >>> quote(10**5000)
    'a number of thousands of digits'
    """
    if isinstance(value, str) and len(value) > width:
        return f"{shorten(value, width)!r} ({len(value)} characters)"
    try:
        return shorten(repr(value).replace("\n", " "), width)
    except ValueError:  # Python does not write out such numbers
        return "a number of thousands of digits"


def shorten(text: str, width: int = 60) -> str:
    """Shorten a text to at most ``width`` characters, with dots at the end.

    >>> shorten("1, 2, 3, 4, 5, 6", 10)
    '1, 2, 3...'
    """
    return text if len(text) <= width else f"{text[: width - 3]}..."


def printable(name: str, width: int = 60) -> str:
    r"""Prepare a name to be shown without quotes: shorten it, and escape line breaks and the like.

    >>> printable("1-2"), printable("a name that is long", 10)
    ('1-2', 'a name ...')
    >>> print(printable("two\nlines"))
    'two\nlines'
    """
    return shorten(name if name.isprintable() else repr(name), width)
