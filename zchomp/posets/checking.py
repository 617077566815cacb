"""Checking: certificates about posets of both formats, each by its own stand-alone checker.

A file is a strategy, if its first line says so, and otherwise a list of proofs by symmetry, one a line.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple

from zchomp.errors import require_path
from zchomp.posets import mirror, strategy

__all__ = ["PosetVerdict", "main", "verify"]


class PosetVerdict(NamedTuple):
    """What a checker says: its exit code, the verdict line, and the reason if it was not verified."""

    code: int
    line: str
    reason: str


def verify(path: str | PathLike[str]) -> tuple[PosetVerdict, ...]:
    """The verdicts for a file: one for a strategy, and one for each line of a file of proofs by symmetry.

    >>> verify("no such file")[0].line
    's ERROR'
    """
    require_path(path)
    return tuple(_verdicts(fspath(path)))


def main(arguments: Sequence[str], prog: str) -> int:
    """Check files, with their verdicts on standard output; gives the largest of their exit codes."""
    if not arguments:
        return mirror.main([], prog)
    code = strategy.VERIFIED
    for path in arguments:
        if len(arguments) > 1:
            mirror.say(sys.stdout, f"c {path!a}")
        for verdict in _verdicts(path):
            if verdict.reason:
                mirror.say(sys.stderr, verdict.reason)
            mirror.say(sys.stdout, verdict.line)
            code = max(code, verdict.code)
    return code


def _is_strategy(path: str) -> bool:
    """Whether a file begins like a strategy, of any version of the format."""
    try:
        with Path(path).open("rb") as stream:
            fields = json.loads(stream.readline(strategy.MAX_BYTES))
        return isinstance(fields, dict) and str(fields.get("format")).startswith("zchomp-strategy ")
    except (OSError, ValueError, RecursionError):
        return False


def _verdicts(path: str) -> Iterator[PosetVerdict]:
    if _is_strategy(path):
        yield PosetVerdict(*strategy.verify(path))
    else:
        yield from (PosetVerdict(*verdict) for verdict in mirror.verify(path))
