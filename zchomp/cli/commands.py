"""Commands: the group of all commands, their help with its examples, and how they end.

The help: the order of all commands, and two examples of each.

The examples run in this order in one folder: `verify` checks the certificate that `prove` wrote.

Commands: the group of all commands, their help, and how they end if there is no answer or the input is wrong.
"""

import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from itertools import groupby
from typing import TypeAlias, TypeVar

import click
from click.core import ParameterSource

from zchomp.core.answers import Unknown
from zchomp.errors import quote, shorten
from zchomp.version import VERSION

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "Ask": {
        "zchomp solve": ("9,7,4", "5,4,3 + 3,2"),
        "zchomp losers": ("5", "--tail 4,2"),
        "zchomp winners": ("1", "--tail 2,1"),
        "zchomp grundy": ("2 --nim 4", "3x6"),
        "zchomp height": ("5,3,2", "100,60,2"),
        "zchomp openings": ("6x13 --several", "3x4 --count"),
        "zchomp play": ("3x7", "5,4,3 --first computer"),
    },
    "Prove and verify": {
        "zchomp prove": ("--upto 115", "--rows 4 --upto 5 --out four-rows.jsonl"),
        "zchomp verify": ("chomp-3rows-115.jsonl", "--expect rows=3,upto=115 chomp-3rows-115.jsonl"),
        "zchomp library": ("", "--json"),
        "zchomp doctor": ("", "--json"),
    },
    "Explore": {
        "zchomp chart": ("24", "--rows 114:122 --columns 165:180"),
        "zchomp ptable": ("26", "8 --csv"),
        "zchomp sequence": ("A029900 --terms 50", "--list"),
        "zchomp stats": ("--below 500", "--below 500 --csv"),
        "zchomp census": ("--upto 1000", "--upto 500 --json"),
        "zchomp plot": ("row 120", "bar 9,7,4 --out bar.svg"),
        "zchomp graph": ("3,2,1", "3,2,1 --out graph.dot"),
        "zchomp export": ("losers 115 --csv --out losers.csv", "census chomp-3rows-115.jsonl --csv"),
        "zchomp web": ("--port 0 --no-browser", "--out page"),
    },
    "Explain": {
        "zchomp theorem": ("5", "--upto 3 --latex"),
        "zchomp conjectures": ("4", "--tail 2,1"),
        "zchomp genfun": ("5", "5 --latex"),
        "zchomp cite": ("", "--json"),
    },
    "Other games": {
        "zchomp poset": ("divisors 432", "platonic cube"),
        "zchomp grow": ("arms 2,1", "order 'd1 < c2' --nim 5"),
    },
    "Pictures": {
        "zchomp plot chart": ("", "--upto 100 --out chart.pdf"),
        "zchomp plot diagonal": ("", "--upto 500 --out diagonal.svg"),
        "zchomp plot row": ("120", "5 --out row.pdf"),
        "zchomp plot periods": ("--upto 500", "--upto 500 --out periods.svg"),
        "zchomp plot bar": ("9,7,4", "3x7 --out bar.pdf"),
        "zchomp plot grundy": ("3x40", "2x60 --out nim-values.pdf"),
    },
    "Posets": {
        "zchomp poset bar": ("8x10", "5,4,3 --show"),
        "zchomp poset chains": ("2x2x4", "2x2x4 --after 1,1,1"),
        "zchomp poset divisors": ("432", "432 --nim --show"),
        "zchomp poset boolean": ("4", "4 --show"),
        "zchomp poset subsets": ("6 --upto 2", "5 --upto 2 --show"),
        "zchomp poset graph": ("path 7", "K5 --plot k5.svg"),
        "zchomp poset platonic": ("dodecahedron --after body", "cube --proof cube.jsonl"),
        "zchomp poset projective": ("2", "2 --proof plane.jsonl"),
        "zchomp poset file": ("poset.json", "poset.json --json"),
        "zchomp poset play": ("cube.jsonl", "plane.jsonl --first computer"),
    },
    "Growing orders": {
        "zchomp grow bar": ("3 --upto 5", "3 --heap 2"),
        "zchomp grow heap": ("2,1", "3 --nim 2"),
        "zchomp grow arms": ("2,1", "2x2 --out arms.jsonl"),
        "zchomp grow box": ("2x2 --height 3", "2x3 --height 1 --column 0,1"),
        "zchomp grow order": ("'x < y, x < c3, d2 < x, d[i-1] < c[i]'", "'d1 < c2' --nim 5"),
        "zchomp grow file": ("order.json", "order.json --json"),
    },
    "Commands": {
        "zchomp library add": ("four-rows.jsonl", "--keep chomp-3rows-115.jsonl"),
        "zchomp library export": ("--upto 115", "--rows 4 --upto 5 --out again.jsonl"),
        "zchomp library check": ("", "--library library.sqlite3"),
        "zchomp library remove": ("--upto 115", "--rows 4 --upto 5"),
    },
}
"""The examples of each command, without its name, by the sections of the help."""

MEANT = {
    "bibtex": "cite",
    "check": "verify",
    "citation": "cite",
    "move": "solve",
    "moves": "solve",
    "nim": "solve",
    "nim-value": "solve",
    "nimber": "solve",
    "period": "theorem",
    "periods": "theorem",
    "proof": "theorem",
    "proposition": "theorem",
    "row": "plot row",
    "table": "chart",
    "value": "solve",
    "version": "--version",
    "who": "solve",
    "winner": "winners",
}
"""The commands that other words probably mean."""

MEANT_NUMBERS = {"zchomp plot": "row", "zchomp poset": "divisors"}
"""The command that a bare number means in each group. A position means a bar."""

MEANT_OPTIONS = {"--below": "--upto", "--upto": "--below"}
"""Options of other commands with much the same meaning: --upto N includes N, and --below N does not."""

_PLACES = {name: (title, number) for title, names in SECTIONS.items() for number, name in enumerate(names)}


def section_of(path: str) -> str:
    """The title of the section in which the help lists a command, given by its full name."""
    return _PLACES[path][0]


def place_of(group: str) -> Callable[[str], tuple[int, int]]:
    """A key that sorts the commands of a group by sections."""
    titles = list(SECTIONS)

    def place(name: str) -> tuple[int, int]:
        title, number = _PLACES[f"{group} {name}"]
        return titles.index(title), number

    return place


def first_example(path: str) -> str:
    """The first example of a command's help.

    >>> first_example("zchomp prove")
    'zchomp prove --upto 115'
    """
    return f"{path} {SECTIONS[section_of(path)][path][0]}".rstrip()


def write_examples(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the examples of a command as the last section of its help."""
    path = ctx.command_path
    if path in _PLACES:
        with formatter.section("Examples"):
            for example in SECTIONS[section_of(path)][path]:
                formatter.write(f"  {path} {example}".rstrip() + "\n")


T = TypeVar("T")

Callback: TypeAlias = Callable[..., None]
"""The function of a command, to which options are added."""

EFFORT_OPTION = "--effort "
"""The option that gives a command more effort."""

LISTED = re.compile(r"[\[(]?[0-9]+(?: *, *[0-9]+)+[\])]?")
"""The rows of a position or of a tail, separated by commas."""

MEANINGS = {
    "C": "the third row",
    "C|SIZE": "the third row, or a size like 3x20",
    "FILE": "the name of a file",
    "FILES": "the names of certificates",
    "FILE|NAME": "a graph, by its file or its name",
    "K": "the largest third row",
    "N": "a whole number",
    "NAME": "the name of a solid",
    "RELATIONS": "the relations of an order",
    "ROWS": "the number of rows",
    "POSITION": "its rows or a size like 3x7",
    "SIZE": "the rows and columns of a bar",
    "SIZES": "the lengths of the chains",
    "SIZE|POSITION": "its rows or a size like 3x7",
}
"""What the arguments of commands stand for."""


class SharedOption(click.Option):
    """An option that many commands share. The help lists these options by themselves."""


class Command(click.Command):
    """A command whose help ends with examples, and to which a negative number is a wrong argument and not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command's arguments. A word like -5 is left to the type of the argument, which refuses it."""
        options = {name for param in self.params for name in param.opts}
        largest = next((name for name in ("--upto", "--below") if name in options), None)
        is_number = bool(args) and args[0].isdecimal() and not "".join(args[1:2]).isdecimal()
        if is_number and largest is not None and all(name.startswith("-") for name in options):
            ctx.fail(
                f"unexpected {quote(args[0])}; did you mean: {ctx.command_path} {largest} {' '.join(map(_typed, args))}"
            )
        arguments = (param for param in self.params if isinstance(param, click.Argument))
        number = next((param.human_readable_name.strip("[]") for param in arguments), "")
        if args and number in {"C", "K", "C|SIZE"} and LISTED.fullmatch(args[0]):
            solves = "zchomp plot bar" if ctx.command_path == "zchomp plot row" else "zchomp solve"
            meant = f"{ctx.command_path} --tail" if "--tail" in options else solves
            said = f"{quote(args[0])} is not {MEANINGS[number]}"
            one = f", or {solves} {_typed(args[0])}" if meant != solves and len(args[0]) < 60 else ""
            ctx.fail(f"{said}; did you mean: {shorten(' '.join([meant, *map(_typed, args)]), 200)}{one}")
        ctx.ignore_unknown_options |= any(re.match(r"-[0-9]", word) for word in args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options specific to this command, and then those that it shares with others."""
        write_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, after the rest of the epilogue."""
        super().format_epilog(ctx, formatter)
        write_examples(ctx, formatter)


class Commands(click.Group):
    """A group of commands, listed by sections, that answers an unknown name with the command probably intended."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the group's arguments, or print its help if there are none."""
        return super().parse_args(ctx, args if args or self.invoke_without_command else ["--help"])

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
        """Find the command. A position by itself is solved. An unknown name is answered with the nearest command."""
        if ctx.parent is None and args[0] == "help":
            args = [*args[1:], "--help"]
        if ctx.parent is None and re.match(r"[0-9(\[]|[wω](?![a-z])", args[0]):
            return super().resolve_command(ctx, ["solve", *args])
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            near = get_close_matches(args[0], names, n=1, cutoff=0.7)
            meant = _meant(ctx.command_path, args[0]) or (f"{ctx.command_path} {near[0]}" if near else None)
            what = f"no command {quote(args[0])}" + (f" of {ctx.command_path}" if ctx.parent else "")
            if meant is None:
                ctx.fail(f"{what}; expected one of {', '.join(names)}")
            ctx.fail(f"{what}; did you mean: {shorten(' '.join([meant, *map(_typed, args[1:])]), 200)}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(VERSION, prog_name="zchomp", message="%(prog)s %(version)s")
def zchomp() -> None:
    """Find and prove the losing positions of Chomp, and write certificates that anyone can check.

    A loser is a position from which the player to move loses against perfect play. Every other position is a winner.
    A slice is the set of all losers with the same third row, or with the same rows from the third on.

    Start with: zchomp solve 9,7,4
    """


class Negative(click.ClickException):
    """The answer is negative: exit code 1."""

    exit_code = 1


class NotKnown(Negative):
    """There is no answer, because it is not known. Python arguments in the reason are written as options."""

    def __init__(self, unknown: Unknown) -> None:
        unknown = replace(unknown, reason=re.sub(r'\b([a-z_]+)=("?)(\w+)\2', _as_option, unknown.reason))
        ctx = click.get_current_context()
        takes_effort = any(EFFORT_OPTION.strip() in param.opts for param in ctx.command.params)
        super().__init__(f"{unknown.verdict}: {unknown.advice(EFFORT_OPTION) if takes_effort else unknown.reason}")
        self.unknown = unknown
        self.as_json = bool(ctx.params.get("as_json"))


def _as_option(argument: re.Match[str]) -> str:
    """A Python argument as an option."""
    return f"--{argument[1].replace('_', '-')} {argument[3]}"


def known(result: T | Unknown) -> T:
    """The result. If it is unknown, the command ends here with the reason, as JSON with --json."""
    if isinstance(result, Unknown):
        raise NotKnown(result)
    return result


def is_given(argument: str) -> bool:
    """Whether an option is on the command line, possibly with its default value."""
    return click.get_current_context().get_parameter_source(argument) is ParameterSource.COMMANDLINE


def wrong_input(problem: click.ClickException) -> str:
    """The message about a wrong command line, in the style of all messages: the input, then the expected form."""
    ctx = getattr(problem, "ctx", None)
    usage = f"; expected {' '.join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])}" if ctx else ""
    param = getattr(problem, "param", None)
    name = "" if param is None else param.human_readable_name.strip("[]")  # the brackets are those of the usage line
    if isinstance(param, click.Option):
        name = max(param.opts, key=len)
    match problem:
        case click.MissingParameter() if isinstance(param, click.Option):
            return missing(name, _in_style(param.help or ""), problem.ctx)
        case click.MissingParameter():
            return missing(name, MEANINGS.get(name, ""), problem.ctx)
        case click.NoSuchOption():
            options = [max(param.opts, key=len) for param in ctx.command.get_params(ctx) if param.opts] if ctx else []
            names = [option for option in options if option.startswith("-")]
            meant = MEANT_OPTIONS.get(problem.option_name)
            near = get_close_matches(problem.option_name, names, n=1, cutoff=0.7)
            advice = f"expected one of {', '.join(names)}" if not near else f"did you mean: {near[0]}"
            return f"no option {quote(problem.option_name)}; {f'did you mean: {meant}' if meant in names else advice}"
        case click.BadParameter() if name:
            return f"invalid value for {name}: {_choices(_in_style(problem.message))}"
        case click.UsageError() if extra := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", problem.message):
            return f"unexpected {quote(extra[1])}{usage}"
    return _in_style(problem.format_message())


def _choices(message: str) -> str:
    """A message from click about a choice, with the possible values listed as in other messages.

    >>> _choices("'x' is not one of 'full', 'compact'")
    "'x'; expected one of full, compact"
    """
    wrong, listed, values = message.partition(" is not one of ")
    return f"{wrong}; expected one of {values.replace(chr(39), '')}" if listed else message


def _in_style(message: str) -> str:
    """A message from click in the style of zchomp, without a capital letter and a full stop."""
    if re.match(r"[A-Z][a-z]", message):
        message = message[0].lower() + message[1:]
    return message if message.endswith("..") else message.removesuffix(".")


def missing(name: str, meaning: str, ctx: click.Context | None = None) -> str:
    """The message about an argument or an option that is missing, with the first example of the command's help."""
    about = f"missing {name}, {meaning}" if meaning else f"missing {name}"
    return f"{about}; for example: {first_example((ctx or click.get_current_context()).command_path)}"


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


def _meant(group: str, word: str) -> str | None:
    """The command that another word, a number or a position stands for in a group. `verify` is known in every group."""
    if group in MEANT_NUMBERS and re.match(r"[0-9(\[]", word):
        return f"{group} {MEANT_NUMBERS[group] if word.isdecimal() else 'bar'} {_typed(word)}"
    if group == "zchomp library" and word in {"list", "ls", "show"}:
        return group
    meant = MEANT.get(word)
    return f"zchomp {meant}" if meant == "verify" or (meant and group == "zchomp") else None


def _typed(word: str) -> str:
    r"""A word as one types it, quoted for the shell if it needs that. A word that is not printable is shown escaped.

    >>> print(_typed("9,7"), _typed("[2,2]"), _typed("x\x1b[2J"))
    9,7 '[2,2]' 'x\x1b[2J'
    """
    return shlex.quote(word) if word.isprintable() else quote(word)
