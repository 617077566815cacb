"""Commands about what is kept and installed: the library of proofs, the page, and this installation."""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from zchomp.bars.results import Claim
from zchomp.cli.commands import Commands, Negative, zchomp
from zchomp.cli.options import (
    Form,
    ReadFile,
    WrittenFile,
    at_most_one,
    chosen_library,
    claim_options,
    form_options,
    json_option,
    library_option,
    out_option,
    progress_options,
    show_written,
    whole_number,
)
from zchomp.core.files import open_file
from zchomp.core.numbers import counted
from zchomp.core.showing import headed, json_text
from zchomp.errors import CertificateError, InvalidArgument, LibraryError, quote
from zchomp.proof import verifier
from zchomp.proof.format import usual_name
from zchomp.proof.words import installation_text, kept_data, library_text, replaced_text
from zchomp.terminal.render import progress_bar, show, show_data, show_error, terminal_width

if TYPE_CHECKING:
    from zchomp.proof.library import Library

T = TypeVar("T")


@zchomp.group(cls=Commands, invoke_without_command=True)
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
    from zchomp.proof.library import NotKept, keep

    failed = False
    for path in files:
        try:
            with progress_bar() as progress:
                found = keep(chosen, path, large=large, progress=progress)
        except CertificateError as problem:
            found = NotKept(str(problem))
        if isinstance(found, NotKept):
            failed = True
            from zchomp.proof.checking import foreign_kind

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
    from zchomp.proof.library import export_lines

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
    from zchomp.proof.library import check

    failed = False
    with progress_bar() as progress:
        found = list(check(chosen, progress))
        damaged, faults = chosen.listing()[1], chosen.faults()
    for claim, verdict in found:
        show(headed(str(claim), f"  {verdict.line}"))
        if not verdict:
            failed = True
            show_error(verdict.reason)
    for problem in (*damaged, *faults.problems):
        show_error(problem)
    if faults.leftovers:
        show(f"An addition that is running or was interrupted has written {counted(faults.leftovers, 'slice')} so far.")
    if failed or faults.problems:
        click.get_current_context().exit(verifier.NOT_VERIFIED)


LARGEST_PORT = 65535


@zchomp.command()
@click.option("--port", type=whole_number(), help="The port; 0: any free one.  [default: 8115, or any free one]")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--out",
    type=WrittenFile(),
    metavar="FOLDER",
    help="Write the page to this folder instead of serving it.",
)
@click.option(
    "--address", metavar="URL", help="With --out: the address at which the page will be found, for its links."
)
def web(port: int | None, no_browser: bool, out: Path | None, address: str | None) -> None:
    """Serve the page to this machine only, and open it in a browser. Ctrl-C stops it.

    On the page you play against a certificate, look at the chart, list losers, and verify certificates with the checker
    that is proved in Coq. It needs no network. With --out the same files are written, for any web host.
    """
    from zchomp.web.server import PageServer, write_page

    at_most_one(port=port is not None, out=out)
    if address is not None and out is None:
        raise InvalidArgument("--address is for a page that is written; add --out FOLDER")
    if out is not None:
        write_page(out, address)
        show_written(out / "index.html")
        return
    if port is not None and port > LARGEST_PORT:
        raise InvalidArgument(f"there is no port {port}; expected 0 to {LARGEST_PORT}")
    try:
        opened = PageServer(port)
    except OSError as problem:
        used = "no port can be used" if port is None else f"port {port} cannot be used"
        raise Negative(f"{used}: {problem.strerror}; choose another one, or 0 for any that is free") from problem
    with opened as server:
        show(f"The page is at {server.address} until you press Ctrl-C.")
        if not no_browser:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            show("\nStopped.")


BROKEN = 1


@zchomp.command()
@form_options()
def doctor(form: Form) -> None:
    """Show which checkers, extras and files are installed on this machine, and try each of them.

    Both checkers judge the certificate that comes with zchomp and a false one, the extras are imported, and every row
    of the library is checked. Missing parts are optional. The exit code is 1 if an installed part does not work.
    """
    from zchomp.proof.installation import installation

    found = installation()
    if form == "json":
        show_data(json_text([asdict(part) for part in found]))
    else:
        show(installation_text(found))
    if any(part.state == "broken" for part in found):
        click.get_current_context().exit(BROKEN)
