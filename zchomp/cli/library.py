"""Commands about the library of proofs."""

from pathlib import Path

import click

from zchomp import verifier
from zchomp.certificate.format import usual_name
from zchomp.cli.options import Commands, Negative, json_option, show_written, zchomp
from zchomp.cli.sources import chosen_library, claims, library_option
from zchomp.errors import CertificateError, LibraryError
from zchomp.library.keeping import NotKept, check, export_lines, keep
from zchomp.library.store import Library
from zchomp.results import Claim
from zchomp.terminal.render import progress_bar, show, show_data, show_error
from zchomp.words.data import json_text
from zchomp.words.library import claim_text, kept_data, library_text
from zchomp.writing import open_file

__all__ = ["library"]


@zchomp.group(cls=Commands, invoke_without_command=True, short_help="What was proved and kept.")
@library_option
@json_option
@click.pass_context
def library(ctx: click.Context, place: Path | None, as_json: bool) -> None:
    """List the claims that were proved, verified and kept; later questions are answered from them.

    `zchomp prove` keeps what it proves. The library is a file in your data folder; --library or the variable
    ZCHOMP_LIBRARY names another one.
    """
    chosen = chosen_library(place, no_library=False)
    if chosen is None:
        raise click.UsageError("there is no library: ZCHOMP_LIBRARY is empty; expected --library FILE")
    ctx.obj = chosen
    if ctx.invoked_subcommand is None:
        with _trouble():
            kept = chosen.claims()
        show_data(json_text([kept_data(one) for one in kept])) if as_json else show(library_text(chosen.path, kept))


@library.command(short_help="Verify certificates and keep them.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--keep", "large", is_flag=True, help="Keep them even if they are large.")
@click.pass_obj
def add(chosen: Library, files: tuple[Path, ...], large: bool) -> None:
    """Verify certificates, and keep them in the library."""
    for path in files:
        with _trouble(), progress_bar() as stage:
            found = keep(chosen, path, large=large, progress=stage)
        if isinstance(found, NotKept):
            raise Negative(f"{str(path)!r} is not kept: {found.reason}")
        show(f"Kept: {claim_text(found.claim)}.")


@library.command(short_help="Remove a claim.")
@claims
@click.pass_obj
def remove(chosen: Library, claim: Claim) -> None:
    """Remove a claim from the library; slices that belong to another claim, too, stay."""
    with _trouble():
        gone = chosen.remove(claim)
    if not gone:
        raise Negative(f"the library has no claim of {claim_text(claim)}; zchomp library lists what it has")
    show(f"Removed: {claim_text(claim)}.")


@library.command(short_help="Write the certificate of a claim again.")
@claims
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it.  [default: named after the claim]")
@click.pass_obj
def export(chosen: Library, claim: Claim, out: Path | None) -> None:
    """Write the certificate of a claim again: the same bytes that were verified when it was kept."""
    with _trouble():
        modes = [one.mode for one in chosen.claims() if one.claim == claim]
        path = out or Path(usual_name(claim, *modes))
        with open_file(path) as file:
            file.writelines(export_lines(chosen, claim))
    show_written(path)


@library.command("check", short_help="Verify everything again.")
@click.pass_context
def check_command(ctx: click.Context) -> None:
    """Write the certificate of every claim again, and have it verified; exit code 1 if one is not."""
    failed = 0
    with _trouble(), progress_bar() as stage:
        found = list(check(ctx.obj, stage))
    for kept, verdict in found:
        failed = max(failed, verdict.code)
        show(f"{claim_text(kept.claim)}\n  {verdict.line}")
        if not verdict:
            show_error(verdict.reason)
    if failed:
        ctx.exit(verifier.NOT_VERIFIED)


class _trouble:  # noqa: N801 - used like a function
    """What is wrong with a library or a certificate ends the command, with one line."""

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        """Make a negative answer of the problem."""
        if isinstance(problem, LibraryError | CertificateError):
            raise Negative(str(problem)) from None
