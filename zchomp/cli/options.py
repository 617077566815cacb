"""Types of options and arguments, the group of all commands, and their errors."""

import re
import shlex
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import click

from zchomp.cli.refusals import MEANINGS, missing
from zchomp.cli.sections import MEANT, MEANT_NUMBERS, place_of, section_of, write_examples
from zchomp.errors import InvalidArgument, quote, shorten
from zchomp.notation import parse_size
from zchomp.results import Unknown
from zchomp.showing import Headed
from zchomp.slices import Slice
from zchomp.terminal.render import report_every, show, show_data, show_error
from zchomp.version import VERSION
from zchomp.words.data import json_text

__all__ = [
    "CSV",
    "EFFORT",
    "Command",
    "Commands",
    "Form",
    "Negative",
    "NotKnown",
    "SharedOption",
    "at_most_one",
    "completing",
    "exactly_one",
    "forms",
    "interval",
    "json_option",
    "known",
    "letter",
    "position_argument",
    "present",
    "reports",
    "show_written",
    "size",
    "slice_argument",
    "tail_option",
    "two_letters",
    "whole_number",
    "zchomp",
]

T = TypeVar("T")
Decorated = TypeVar("Decorated", bound=Callable[..., object])


def whole_number(minimum: int = 0) -> Callable[[str], int]:
    """The type of an option: a whole number of at most 15 digits, not below a minimum."""

    def number(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,15}", str(text)) or int(text) < minimum:
            raise click.BadParameter(f"{quote(text)}; expected a whole number, {minimum} or more, of at most 15 digits")
        return int(text)

    return number


def interval(text: str) -> range:
    """The type of an option: FIRST:LAST, both included, or one number."""
    match = re.fullmatch(r"([0-9]{1,6})(?::([0-9]{1,6}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if first > last:
        raise click.BadParameter(f"{quote(text)}; expected FIRST:LAST like 114:122, the smaller number first")
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
        raise click.BadParameter(f"{quote(text)}; expected a letter or a short name")
    return text


def two_letters(text: str) -> tuple[str, str]:
    """The type of an option: two different names, as a,b."""
    names = [name.strip() for name in text.split(",")]
    if len(set(names)) != 2 or len(names) != 2:
        raise click.BadParameter(f"{quote(text)}; expected two different letters like a,b")
    return letter(names[0]), letter(names[1])


class SharedOption(click.Option):
    """An option that many commands share; the help lists these by themselves."""


def write_options(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the options of a command, and then those that it shares with others."""
    own: list[tuple[str, str]] = []
    shared: list[tuple[str, str]] = []
    for param in ctx.command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None and isinstance(param, click.Option):
            (shared if isinstance(param, SharedOption) else own).append(record)
    for title, records in (("Options", own), ("Library and effort", shared)):
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


LISTED = re.compile(r"[\[(]?[0-9]+(?: *, *[0-9]+)+[\])]?")
"""The rows of a position or of a tail, separated by commas."""


class Command(click.Command):
    """A command whose help ends with examples, and to which a negative number is a wrong argument, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words after the command; -5 is left to the type of the argument, which refuses it."""
        options = {name for param in self.params for name in param.opts}
        if args and args[0].isdecimal() and "--upto" in options and all(name.startswith("-") for name in options):
            ctx.fail(f"unexpected {quote(args[0])}; did you mean: {ctx.command_path} --upto {' '.join(args)}")
        arguments = (param for param in self.params if isinstance(param, click.Argument))
        number = next((param.human_readable_name.strip("[]") for param in arguments), "")
        if args and number in {"C", "K", "C|SIZE"} and LISTED.fullmatch(args[0]):
            solves = "zchomp plot bar" if ctx.command_path == "zchomp plot row" else "zchomp solve"
            meant = f"{ctx.command_path} --tail" if "--tail" in options else solves
            said = f"{quote(args[0])} is not {MEANINGS[number]}"
            ctx.fail(f"{said}; did you mean: {shorten(' '.join([meant, *map(shlex.quote, args)]), 200)}")
        ctx.ignore_unknown_options |= any(re.match(r"-[0-9]", word) for word in args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of this command, and then those that it shares with others."""
        write_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, after any other last words."""
        super().format_epilog(ctx, formatter)
        write_examples(ctx, formatter)


class Commands(click.Group):
    """A group of commands, listed by sections, that answers an unknown name with the command that is meant."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return sorted(self.commands, key=place_of(ctx.command_path))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and then the commands."""
        write_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of commands for each section."""
        listed = [(name, self.commands[name]) for name in self.list_commands(ctx)]
        for title, section in groupby(listed, key=lambda item: section_of(f"{ctx.command_path} {item[0]}")):
            with formatter.section(title):
                formatter.write_dl([(name, command.get_short_help_str(100)) for name, command in section])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        super().format_epilog(ctx, formatter)
        write_examples(ctx, formatter)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. A position by itself is solved; an unknown name is answered with the nearest command."""
        if ctx.parent is None and args[0] == "help":
            args = [*args[1:], "--help"]
        if ctx.parent is None and re.match(r"[0-9(\[]|[wω](?![a-z])", args[0]):
            return super().resolve_command(ctx, ["solve", *args])
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            near = get_close_matches(args[0], names, n=1, cutoff=0.7)
            meant = _meant(ctx.command_path, args[0]) or (near[0] if near else None)
            what = f"no command {quote(args[0])}" + (f" of {ctx.command_path}" if ctx.parent else "")
            if meant is None:
                ctx.fail(f"{what}; expected one of {', '.join(names)}")
            command = " ".join([ctx.command_path, meant, *map(shlex.quote, args[1:])])
            ctx.fail(f"{what}; did you mean: {shorten(command, 200)}")
        return super().resolve_command(ctx, args)


def _meant(group: str, word: str) -> str | None:
    """The command of a group that another word, a number or a position means, if it is known."""
    if group in MEANT_NUMBERS and re.match(r"[0-9(\[]", word):
        return f"{MEANT_NUMBERS[group] if word.isdecimal() else 'bar'} {shlex.quote(word)}"
    return MEANT.get(word) if group == "zchomp" else None


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="zchomp", message="%(prog)s %(version)s")
@click.pass_context
def zchomp(ctx: click.Context) -> None:
    """Find and prove the losing positions of Chomp, and write certificates that anyone can check.

    A loser is a position from which the player to move loses against perfect play. Every other position is a winner.

    Start with: zchomp solve 9,7,4
    """
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())


def position_argument(
    name: str = "position", metavar: str = "POSITION", required: bool = True
) -> Callable[[Decorated], Decorated]:
    """An argument that takes all remaining words, so that a position without parentheses needs no quotes."""

    def joined(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> str | None:
        return " ".join(words) if words else None

    shown = metavar if required else f"[{metavar}]"
    return click.argument(name, metavar=shown, nargs=-1, required=required, callback=joined)


def completing(names: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Completions for an argument that is one of some names, in capitals or not; they are made when a shell asks."""

    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        return [name for name in names() if name.lower().startswith(begun.lower())]

    return complete


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
CSV = "Print comma-separated values."

EFFORT = "--effort "
"""How a command is given more effort."""

Form = str
"""How an answer is printed: "text", or the name of an option, like "json"."""


def forms(**helps: str) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """A command that prints text, JSON, or a form whose option has this help; it is told which, as ``form``."""
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
    text: Callable[[T], str],
    json: Callable[[T], object],
    *,
    legend: Headed | None = None,
    **others: Callable[[T], str],
) -> None:
    """Print an answer in a form; there is a function for each."""
    if form == "text":
        show(text(found), legend=legend)
    else:
        show_data(json_text(json(found)) if form == "json" else others[form](found))


tail_option = click.option(
    "--tail", help="Instead of a third row, all rows from the third on (the tail): 4,2, or by columns '[2,2]'."
)


def reports(command: Decorated) -> Decorated:
    """The options of a command that may run for long: how often it reports its progress, if at all."""

    def report(ctx: click.Context, _param: click.Parameter, seconds: int | None) -> None:
        if seconds is not None:
            ctx.with_resource(report_every(seconds))

    def be_quiet(ctx: click.Context, _param: click.Parameter, is_quiet: bool) -> None:
        if is_quiet:
            ctx.with_resource(report_every(0))

    often = "Where there is no terminal, report progress on standard error this often.  [default: 60]"
    progress = click.option(
        "--progress",
        type=whole_number(1),
        metavar="SECONDS",
        is_eager=True,
        expose_value=False,
        callback=report,
        help=often,
    )
    quiet = click.option("--quiet", is_flag=True, expose_value=False, callback=be_quiet, help="Report no progress.")
    return progress(quiet(command))


class Negative(click.ClickException):
    """The answer is negative: exit code 1."""

    exit_code = 1


class NotKnown(Negative):
    """There is no answer: the claim is not proved."""

    def __init__(self, unknown: Unknown) -> None:
        ctx = click.get_current_context()
        takes_effort = any(EFFORT.strip() in param.opts for param in ctx.command.params)
        super().__init__(f"not known: {unknown.advice(EFFORT) if takes_effort else unknown.reason}")
        self.unknown = unknown
        self.as_json = bool(ctx.params.get("as_json"))


def known(result: T | Unknown) -> T:
    """The result. If it is unknown, the command ends here with the reason, as JSON with --json."""
    if isinstance(result, Unknown):
        raise NotKnown(result)
    return result


def show_written(path: Path) -> None:
    """Name the file that was written: after the answer, or on standard error with --json."""
    as_json = bool(click.get_current_context().params.get("as_json"))
    show_error(f"written: {path}") if as_json else show(f"Written: {path}")


def at_most_one(**options: object) -> None:
    """Refuse options that contradict each other, given by their names without dashes."""
    given = [f"--{name}" for name, value in options.items() if value]
    if len(given) > 1:
        raise click.UsageError(f"expected at most one of {', '.join(f'--{name}' for name in options)}")


def exactly_one(name: str, meaning: str, option: str, *given: object) -> None:
    """Refuse a command without exactly one of an argument and the options that can replace it."""
    count = sum(value is not None for value in given)
    if count == 0:
        raise click.UsageError(missing(name, f"{meaning} (or {option})"))
    if count > 1:
        only = "not both" if len(given) == 2 else "only one of them"
        raise click.UsageError(f"expected {name} or {option}, {only}")


def slice_argument(third: int | None, tail: str | None, letter: str = "C") -> Slice:
    """The slice that is meant by a third row or by a tail."""
    exactly_one(letter, "the third row", "--tail", third, tail)
    return Slice((third or 0,)) if tail is None else Slice.parse(tail)
