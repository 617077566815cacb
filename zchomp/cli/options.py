"""Options: their types, the forms of answers, and the options of all commands that ask questions."""

import os
import re
from collections.abc import Callable, Iterable
from functools import partial, wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.notation import parse_size
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.cli.commands import SHARED, Negative, SharedOption, missing
from zchomp.core.files import library_path
from zchomp.core.session import Session
from zchomp.core.showing import Headed, render
from zchomp.errors import InvalidArgument, quote
from zchomp.proof.format import verify_alone
from zchomp.terminal.render import progress_bar, report_every, show, show_data, show_error

if TYPE_CHECKING:
    from zchomp.proof.library import Library


T = TypeVar("T")
Decorated = TypeVar("Decorated", bound=Callable[..., object])


def _wrong(text: str, expected: str) -> NoReturn:
    raise click.BadParameter(f"{quote(text)}; expected {expected}")


def whole_number(minimum: int = 0, most: int = 10**15 - 1) -> Callable[[str], int]:
    """The type of an option: a whole number, by default of at most 15 digits."""

    def number(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,15}", str(text)) or not minimum <= int(text) <= most:
            above = f"{minimum} or more, of at most 15 digits" if most == 10**15 - 1 else f"{minimum} to {most}"
            _wrong(text, f"a whole number, {above}")
        return int(text)

    return number


class UserFile(click.Path):
    """The type of the name of a file, which is read, or written. All commands refuse a wrong one in the same words."""

    def __init__(self, *, is_read: bool) -> None:
        super().__init__(path_type=Path, exists=is_read, dir_okay=not is_read)

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path, if there is such a file to read. A file to write is never standard output."""
        if self.exists and not os.path.lexists(value):
            raise click.UsageError(f"there is no file {quote(str(value), 200)}")
        if not self.exists and str(value) == "-":
            self.fail("'-'; expected the name of a file (./- if that is its name)", param, ctx)
        return super().convert(value, param, ctx)


ReadFile = partial(UserFile, is_read=True)
WrittenFile = partial(UserFile, is_read=False)


def interval(text: str) -> range:
    """The type of an option: FIRST:LAST, both included, or one number."""
    match = re.fullmatch(r"([0-9]{1,6})(?::([0-9]{1,6}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if first > last:
        _wrong(text, "FIRST:LAST like 114:122, the smaller number first")
    return range(first, last + 1)


def size(largest: int) -> Callable[[str], tuple[int, int]]:
    """The type of an option: the size of a table or of a bar, like 8x20."""

    def numbers(text: str) -> tuple[int, int]:
        try:
            rows, columns = parse_size(text, largest=largest)
        except InvalidArgument as error:
            raise click.BadParameter(str(error)) from None
        return rows, columns

    return numbers


def letter(text: str) -> str:
    """The type of an option: a name that stands for all numbers 0, 1, 2, ..."""
    if not text.isidentifier() or len(text) > 20:
        _wrong(text, "a letter or a short name")
    return text


def two_letters(text: str) -> tuple[str, str]:
    """The type of an option: two different names, as a,b."""
    first, _, second = map(str.strip, text.partition(","))
    if first == second or "," in second or not second:
        _wrong(text, "two different letters like a,b")
    return letter(first), letter(second)


def position_argument(name: str = "position", metavar: str = "POSITION") -> Callable[[Decorated], Decorated]:
    """An argument that takes all remaining words, so that a position with spaces needs no quotes."""

    def joined(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> str:
        return " ".join(words)

    return click.argument(name, metavar=metavar, nargs=-1, required=True, callback=joined)


def add_command(
    group: click.Group,
    name: str,
    about: str,
    command: Callable[..., None],
    *options: Callable[[Callable[..., None]], Callable[..., None]],
) -> None:
    """Add a command to a group, with its arguments and options in the order of its help."""
    for option in reversed(options):
        command = option(command)
    group.command(name, help=about)(command)


def completing(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Completions for an argument that is one of several names, in upper or lower case."""

    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        return [name for name in names() if name.lower().startswith(begun.lower())]

    return complete


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
symbol_option = click.option(
    "--symbol", type=letter, default="a", show_default=True, help="The letter of symbolic positions."
)
width_option = click.option(
    "--width", type=whole_number(20), help="The maximum length of a line.  [default: that of the terminal]"
)

CSV = "Print comma-separated values."

Form = str
"""The form in which an answer is printed: "text", or the name of an option, like "json"."""


def form_options(**helps: str) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """A command that prints text, JSON or one of these forms (with their help). Its argument ``form`` is the choice."""
    helps["json"] = "Print JSON."

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        @wraps(function)
        def printing(*arguments: object, **options: object) -> T:
            given = {name: options.pop(f"as_{name}") for name in helps}
            at_most_one(**given)
            form = next((name for name, is_given in given.items() if is_given), "text")
            return function(*arguments, form=form, **options)

        command: Callable[..., T] = printing
        for name, text in reversed(helps.items()):
            command = click.option(f"--{name}", f"as_{name}", is_flag=True, help=text)(command)
        return command

    return decorate


def present(
    form: Form,
    found: T,
    text: Callable[[T], str] | None = None,
    *,
    legend: Headed | None = None,
    **options: Any,
) -> None:
    """Print an answer in the chosen form, with the options of its words. A legend stands above a text.

    A command that has a text of its own for several answers gives the function that writes it.
    """
    if form != "text":
        show_data(render(found, form, **options))
    else:
        show(text(found) if text else render(found, **options), legend=legend)


tail_option = click.option(
    "--tail", help="Instead of a third row, all rows from the third on (the tail): 4,2, or by columns '[2,2]'."
)


def checker_option(*checkers: str, usual: str, more: str = "") -> Callable[[Decorated], Decorated]:
    """The option for the checker: by default the first one, described by ``usual``, or the program from Coq."""
    return click.option(
        "--checker",
        type=click.Choice(checkers),
        metavar="NAME",
        default=checkers[0],
        show_default=True,
        help=f"{checkers[0]}: {usual}; proved: the program extracted from Coq{more}.",
    )


def out_option(about: str) -> Callable[[Decorated], Decorated]:
    """The name of a file to write."""
    return click.option("--out", type=WrittenFile(), help=about)


def progress_options(command: Decorated) -> Decorated:
    """The options of a command that may run for a long time: how often it reports its progress, if at all."""

    def report(ctx: click.Context, param: click.Parameter, given: int | bool | None) -> None:
        if given:
            ctx.with_resource(report_every(0 if param.name == "quiet" else given))

    often = "Where there is no terminal, report progress this often.  [default: after 10, then every 60]"
    option = partial(click.option, expose_value=False, callback=report)
    quiet = option("--quiet", is_flag=True, help="Report no progress.")
    return option("--progress", type=whole_number(1), metavar="SECONDS", is_eager=True, help=often)(quiet(command))


def show_written(path: Path) -> None:
    """Name the file that was written: after the answer, or on standard error with --json."""
    as_json = bool(click.get_current_context().params.get("as_json"))
    show_error(f"written: {path}") if as_json else show(f"Written: {path}")


def at_most_one(**options: object) -> None:
    """Refuse options that contradict each other, given by their names without the leading dashes."""
    if sum(map(bool, options.values())) > 1:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in options)
        raise click.UsageError(f"expected at most one of {names}")


def exactly_one(name: str, meaning: str, option: str, *given: object) -> None:
    """Refuse a command unless it has exactly one of an argument and the options that can replace it."""
    count = sum(value is not None for value in given)
    if count == 0:
        raise click.UsageError(missing(name, f"{meaning} (or {option})"))
    if count > 1:
        names = [name, *option.split(" or ")]
        several = f"give either {name} or {option}, not both"
        raise click.UsageError(several if len(names) == 2 else f"give only one of {', '.join(names)}")


def slice_argument(third: int | None, tail: str | None) -> Slice:
    """The slice with a given third row C, or with a given tail."""
    exactly_one("C", "the third row", "--tail", third, tail)
    return Slice((third or 0,)) if tail is None else Slice.parse(tail)


def seconds(text: str) -> float:
    """The type of an option: seconds, a number like 5 or 0.5."""
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,3})?", text):
        _wrong(text, "a number of seconds like 5 or 0.5")
    return float(text)


def effort_of(about: str, kind: type[click.Option] = click.Option) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """The option for the effort of a command, which runs in a session with this effort."""

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        @click.option("--effort", cls=kind, type=seconds, metavar="SECONDS", help=about)
        @wraps(function)
        def asking(*arguments: object, effort: float | None, **options: object) -> T:
            return Session(effort=effort).run(function, *arguments, **options)

        return asking

    return decorate


effort_option = effort_of(SHARED["--effort"], SharedOption)
library_option = click.option(
    "--library",
    "place",
    cls=SharedOption,
    type=click.Path(path_type=Path, dir_okay=False),
    help=SHARED["--library"],
)
no_library_option = click.option("--no-library", cls=SharedOption, is_flag=True, help=SHARED["--no-library"])


def chosen_library(place: Path | None, no_library: bool, is_read: bool = False) -> "Library | None":
    """The chosen library, or None if there is none, or if it would only be read and does not exist."""
    at_most_one(library=place, no_library=no_library)
    where = None if no_library else place or library_path()
    if where is None or (is_read and not os.path.lexists(where)):
        return None
    from zchomp.proof.library import Library

    return Library(where)


def upto_options(meaning: str, least: int = 0, default: int | None = None) -> Callable[[Decorated], Decorated]:
    """A command about all numbers up to K, given as K or as --upto K."""

    def decorate(function: Decorated) -> Decorated:
        usual = "" if default is None else f"  [default: {default}]"
        about = f"The {meaning}, the same as K.{usual}"

        @click.argument("upto", metavar="[K]", type=whole_number(least), required=False)
        @click.option("--upto", "same_upto", type=whole_number(least), metavar="K", help=about)
        @wraps(function)
        def bounded(*arguments: object, upto: int | None, same_upto: int | None, **options: object) -> object:
            if default is None or None not in {upto, same_upto}:
                exactly_one("K", f"the {meaning}", "--upto", upto, same_upto)
            chosen = next((number for number in (upto, same_upto) if number is not None), default)
            return function(*arguments, upto=chosen, **options)

        return cast("Decorated", bounded)

    return decorate


def claim_options(function: Callable[..., T]) -> Callable[..., T]:
    """A command about a claim, given by its numbers."""

    @click.argument("largest", metavar="[K]", type=whole_number(), required=False)
    @click.option("--upto", type=whole_number(), help="The largest third row, the same as K; not needed for two rows.")
    @click.option("--rows", type=whole_number(2), default=3, show_default=True, help="The number of rows.")
    @click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one.")
    @wraps(function)
    def claiming(
        *arguments: object, largest: int | None, upto: int | None, rows: int, nim: int, **options: object
    ) -> T:
        if rows > 2 or (upto is not None and largest is not None):
            exactly_one("--upto", "the largest third row", "K", upto, largest)
        upto = largest if upto is None else upto
        return function(*arguments, claim=Claim(rows=rows, nim=nim, upto=upto or 0), **options)

    return claiming


def session_options(function: Callable[..., T]) -> Callable[..., T]:
    """A command that asks questions, in a session made from the options for effort, library and certificate."""

    @effort_option
    @library_option
    @no_library_option
    @click.option(
        "--certificate",
        cls=SharedOption,
        type=ReadFile(),
        metavar="FILE",
        help=SHARED["--certificate"],
    )
    @wraps(function)
    def asking(
        *arguments: object, place: Path | None, no_library: bool, certificate: Path | None, **options: object
    ) -> T:
        given = () if certificate is None else _verified(certificate).values()
        library = chosen_library(place, no_library, is_read=True)
        try:
            session = Session(proofs=chain(given, shipped_proofs()), library=library, warn=show_error)
            return session.run(function, *arguments, **options)
        finally:
            if library is not None:
                library.close()

    return asking


def _verified(certificate: Path) -> dict[Slice, Proof]:
    """The proofs of a certificate. It is verified first, and the command ends if verification fails."""
    from zchomp.proof.library import read_verified

    with progress_bar() as progress:
        verdict = verify_alone(certificate, progress=progress)
        if not verdict:
            from zchomp.proof.checking import foreign_kind

            if kind := foreign_kind(str(certificate)):
                raise Negative(f"{quote(str(certificate), 200)} is {kind}; --certificate takes a certificate of bars")
            raise Negative(f"the certificate is not verified: {verdict.reason}")
        return {proof.slice: proof for proof in read_verified(certificate, verdict, progress)}
