"""What every command that asks has in common: how much effort it may take, which library and certificate it knows."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from zchomp import verifier
from zchomp.answers.oracle import Oracle, shipped_proofs
from zchomp.certificate.certify import Verification
from zchomp.cli.options import Negative, SharedOption, whole_number
from zchomp.cli.refusals import missing
from zchomp.errors import quote
from zchomp.results import Claim, Proof
from zchomp.slices import Slice
from zchomp.terminal.render import progress_bar, show_error
from zchomp.user_files import LIBRARY_VARIABLE, library_place

if TYPE_CHECKING:
    from zchomp.library.store import Library

__all__ = ["Keeping", "asks", "chosen_library", "claims", "effort_option", "keeps", "library_option", "seconds"]

T = TypeVar("T")


def seconds(text: str) -> float:
    """The type of an option: seconds, a number like 5 or 0.5."""
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,3})?", text):
        raise click.BadParameter(f"{quote(text)}; expected a number of seconds like 5 or 0.5")
    return float(text)


effort_option = click.option(
    "--effort",
    cls=SharedOption,
    type=seconds,
    metavar="SECONDS",
    help="How much work an answer may take.  [default: 5; 0: look up only]",
)
library_option = click.option(
    "--library",
    "place",
    cls=SharedOption,
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"The library of proofs.  [default: in your data folder, or {LIBRARY_VARIABLE}]",
)
no_library_option = click.option("--no-library", cls=SharedOption, is_flag=True, help="Use no library.")


def chosen_library(place: Path | None, no_library: bool, is_read: bool = False) -> "Library | None":
    """The chosen library, if any; None if it is only to be read and does not exist."""
    if place is not None and no_library:
        raise click.UsageError("expected at most one of --library, --no-library")
    where = None if no_library else place or library_place()
    if where is None or (is_read and not os.path.lexists(where)):
        return None
    from zchomp.library.store import Library

    return Library(where)


def claims(function: Callable[..., T]) -> Callable[..., T]:
    """A command about a claim, which is given by its numbers."""

    @click.option("--upto", type=whole_number(), help="The largest third row.  [required, except for two rows]")
    @click.option("--rows", type=whole_number(2), default=3, show_default=True, help="The number of rows.")
    @click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one.")
    @wraps(function)
    def claiming(*arguments: object, upto: int | None, rows: int, nim: int, **options: object) -> T:
        if upto is None and rows > 2:
            raise click.UsageError(missing("--upto", "the largest third row"))
        return function(*arguments, claim=Claim(rows, nim, upto or 0), **options)

    return claiming


@dataclass(frozen=True, slots=True)
class Keeping:
    """The library in which proofs are kept, if any, and whether large ones are kept too."""

    library: "Library | None"
    large: bool


def keeps(function: Callable[..., T]) -> Callable[..., T]:
    """A command that keeps its proofs."""

    @click.option("--keep", "large", is_flag=True, help="Keep it in the library even if it is large.")
    @library_option
    @no_library_option
    @wraps(function)
    def keeping(*arguments: object, large: bool, place: Path | None, no_library: bool, **options: object) -> T:
        return function(*arguments, keeping=Keeping(chosen_library(place, no_library), large), **options)

    return keeping


def asks(function: Callable[..., T]) -> Callable[..., T]:
    """A command that asks an ``oracle``, which it is given: its effort, its library and its certificate are options."""

    @effort_option
    @library_option
    @no_library_option
    @click.option(
        "--certificate",
        cls=SharedOption,
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        metavar="FILE",
        help="Also answer from this certificate, which is verified first.",
    )
    @wraps(function)
    def asking(
        *arguments: object,
        effort: float | None,
        place: Path | None,
        no_library: bool,
        certificate: Path | None,
        **options: object,
    ) -> T:
        given = () if certificate is None else _verified(certificate).values()
        library = chosen_library(place, no_library, is_read=True)
        try:
            oracle = Oracle(chain(given, shipped_proofs()), library, effort, trouble=show_error)
            return function(*arguments, oracle=oracle, **options)
        finally:
            if library is not None:
                library.close()

    return asking


def _verified(certificate: Path) -> dict[Slice, Proof]:
    """The proofs of a certificate, which is verified first; if it is not accepted, the command ends."""
    from zchomp.library.keeping import read_verified

    with progress_bar() as progress:
        verdict = Verification(*verifier.verify(str(certificate), {}, lambda done: progress("verifying", done, 0)))
        if not verdict:
            raise Negative(f"the certificate is not verified: {verdict.reason}")
        return {proof.slice: proof for proof in read_verified(certificate, verdict, progress)}
