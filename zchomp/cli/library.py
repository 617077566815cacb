"""Commands about the library of proofs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from zchomp import verifier
from zchomp.amounts import counted
from zchomp.certificate.format import usual_name
from zchomp.cli.commands import Commands, Negative, zchomp
from zchomp.cli.options import (
    ReadFile,
    chosen_library,
    claim_options,
    json_option,
    library_option,
    out_option,
    progress_options,
    show_written,
)
from zchomp.errors import CertificateError, LibraryError, quote
from zchomp.results import Claim
from zchomp.showing import headed
from zchomp.terminal.render import progress_bar, show, show_data, show_error, terminal_width
from zchomp.words.data import json_text
from zchomp.words.reports import kept_data, library_text, replaced_text
from zchomp.writing import open_file

if TYPE_CHECKING:
    from zchomp.library.store import Library

__all__ = ["library"]


T = TypeVar("T")


@zchomp.group(cls=Commands, invoke_without_command=True, short_help="List or change the library of proofs.")
@library_option
@json_option
@click.pass_context
def library(ctx: click.Context, place: Path | None, as_json: bool) -> None:
    """List the claims in the library, which is used to answer later questions.

    `zchomp prove` adds its proofs. The library is a file in your data folder. The option --library or the variable
    ZCHOMP_LIBRARY names another one.
    """
    ctx.obj = place
    if ctx.invoked_subcommand is None:
        with _opened(place) as chosen:
            kept, damaged = chosen.listing()
            if as_json:
                show_data(json_text([kept_data(one) for one in kept]))
            else:
                show(library_text(chosen.path, kept, terminal_width()))
            if damaged:
                raise Negative(damaged[0])


def in_library(function: Callable[..., T]) -> Callable[..., T]:
    """A command about the library, in which --library may also come after the name of the command."""

    @library_option
    @wraps(function)
    def using(*arguments: object, place: Path | None, **options: object) -> T:
        with _opened(place or click.get_current_context().obj) as chosen:
            return function(chosen, *arguments, **options)

    return using


@contextmanager
def _opened(place: Path | None) -> Iterator["Library"]:
    """The chosen library. An error in it, or in a certificate, ends the command with one line."""
    chosen = chosen_library(place, no_library=False)
    if chosen is None:
        raise click.UsageError("no library is chosen, because ZCHOMP_LIBRARY is empty; name one with --library FILE")
    try:
        yield chosen
    except (LibraryError, CertificateError) as problem:
        raise Negative(str(problem)) from None
    finally:
        chosen.close()


@library.command(short_help="Verify certificates and keep them.")
@click.argument("files", nargs=-1, required=True, type=ReadFile())
@click.option("--keep", "large", is_flag=True, help="Keep them even if they are large.")
@progress_options
@in_library
def add(chosen: "Library", files: tuple[Path, ...], large: bool) -> None:
    """Verify certificates, and keep them in the library."""
    from zchomp.library.keeping import NotKept, keep

    failed = False
    for path in files:
        try:
            with progress_bar() as progress:
                found = keep(chosen, path, large=large, progress=progress)
        except CertificateError as problem:
            found = NotKept(str(problem))
        if isinstance(found, NotKept):
            failed = True
            from zchomp.verification import foreign_kind

            kind = foreign_kind(str(path))
            reason = f"it is {kind}, and the library keeps certificates of bars" if kind else found.reason
            show_error(f"{quote(str(path), 200)} is not kept: {reason.removeprefix(f'{str(path)!r}: ')}")
        else:
            show(f"Kept: {found.claim}{replaced_text(found)}.")
    if failed:
        click.get_current_context().exit(verifier.NOT_VERIFIED)


@library.command(short_help="Remove a claim.")
@claim_options
@in_library
def remove(chosen: "Library", claim: Claim) -> None:
    """Remove a claim from the library. Slices that another claim needs are kept."""
    if not chosen.remove(claim):
        raise Negative(f"the library has no claim of {claim}; zchomp library lists its claims")
    show(f"Removed: {claim}.")


@library.command(short_help="Write the certificate of a claim again.")
@claim_options
@out_option("Where to write it.  [default: named after the claim]")
@in_library
def export(chosen: "Library", claim: Claim, out: Path | None) -> None:
    """Write the certificate of a claim again: the same bytes that were verified when it was kept."""
    from zchomp.library.keeping import export_lines

    kept = chosen.claim(claim)
    path = out or Path(usual_name(claim, kept.mode if kept else "full"))
    lines = export_lines(chosen, claim)
    first = next(lines)  # if there is no such claim, no file is created
    with open_file(path) as file:
        file.writelines(chain([first], lines))
    show_written(path)


@library.command("check", short_help="Verify everything again.")
@progress_options
@in_library
def check_command(chosen: "Library") -> None:
    """Write the certificate of every claim again, and have it verified.

    Every row of every table is checked. Rows that were not made by this user's zchomp, and rows that belong to no
    claim, are reported. They are never used for answers. The exit code is 1 if a claim is not verified or a row is
    reported.
    """
    from zchomp.library.keeping import check

    failed = False
    with progress_bar() as progress:
        found = list(check(chosen, progress))
        faults = chosen.faults()
    for claim, verdict in found:
        show(headed(str(claim), f"  {verdict.line}"))
        if not verdict:
            failed = True
            show_error(verdict.reason)
    for problem in faults.problems:
        show_error(problem)
    if faults.leftovers:
        show(f"An addition that is running or was interrupted has written {counted(faults.leftovers, 'slice')} so far.")
    if failed or faults.problems:
        click.get_current_context().exit(verifier.NOT_VERIFIED)
