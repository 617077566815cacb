"""Shared by several tests: published tables, brute force on small boards, any positions, separate programs."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

from hypothesis import strategies as st

from tests.definition import nim_values_within
from zchomp.bars import solving
from zchomp.bars.knowledge import knowledge
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Move, Position, PositionLike
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proof, Proofs
from zchomp.bars.slices import Slice, SliceLike
from zchomp.core.answers import Source, Unknown
from zchomp.core.session import Session, current, question
from zchomp.proof.library import Library

T = TypeVar("T")

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SHIPPED = ROOT / "certificates" / "chomp-3rows-115.jsonl"

WITHOUT_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""For programs whose files cannot grow: otherwise Python would keep half of a compiled module for all others."""

positions = (
    st.lists(st.integers(0, 10**30), min_size=1, max_size=6)
    .filter(any)
    .map(lambda rows: Position(tuple(sorted(rows, reverse=True))))
)
"""Positions of up to six rows of any length."""

terms = st.lists(st.integers(0, 3), max_size=8).map(tuple)
sequences = st.builds(Periodic, terms, st.one_of(st.just(()), st.lists(st.integers(0, 3), min_size=1, max_size=6)))
"""Sequences of all kinds. 60 terms distinguish any two of them."""


def known(answer: T | Unknown) -> T:
    """An answer that must be known."""
    assert not isinstance(answer, Unknown), answer.reason
    return answer


def proved(claim: Claim) -> Proofs:
    """All slices of a claim, proved."""
    return known(prove(claim.upto, rows=claim.rows, nim=claim.nim))


def alone(
    proofs: Iterable[Proof] = (),
    library: Library | None = None,
    effort: float | None = None,
    sources: Iterable[Source] = Source,
    warn: Callable[[str], None] = lambda _: None,
) -> Session:
    """A session that knows nothing but the given proofs and the given library."""
    return Session(proofs=proofs, library=library, effort=effort, sources=sources, warn=warn)


@question
def proof_of(slice_: SliceLike) -> Proof:
    """The proof of a slice, or the reason why it takes more effort."""
    return knowledge().proof(Slice.of(slice_))


@question
def moves_to(position: PositionLike, nim: int) -> tuple[Move, ...]:
    """All moves to positions of a nim-value, or the reason why they take more effort."""
    return solving.moves_to(Position.of(position), nim)


@question
def with_sources(answer: Callable[[], T]) -> tuple[T, tuple[Source, ...]]:
    """A part of an answer, and its sources."""
    return answer(), current().used


def table(name: str) -> list[tuple[int, ...]]:
    """The rows of numbers of a published table. Lines with # are comments, and the first names the source."""
    lines = (TESTS / "tables" / name).read_text().splitlines()
    if not lines or not lines[0].startswith("# source: "):
        raise ValueError(f"{name} does not name its source")
    return [tuple(map(int, line.split())) for line in lines if line and not line.startswith("#")]


@cache
def brute_force(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    """The nim-value of every position within a rectangle, by the rules of the game."""
    return nim_values_within(Position((columns,) * rows))


def reached(position: Position, size: tuple[int, int], nim: int = 0) -> set[Position]:
    """The positions of a nim-value that a move leads to, by brute force within a rectangle that has them."""
    values, after = brute_force(*size), {position.chomp(move) for move in position.moves()}
    return {other for other in after if values[other.rows + (0,) * (size[0] - len(other.rows))] == nim}


def start_python(code: str, *arguments: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Start a program in a fresh interpreter, with its outputs in pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def run_python(code: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter, in a pipe."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )
