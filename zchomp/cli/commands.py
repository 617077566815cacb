"""Commands: the list of them all, their help with its examples, and how they end without an answer.

A command is imported when it is asked for: this list says where it is, and what the help says of it in one line.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby
from typing import NamedTuple, TypeAlias, TypeVar

import click
from click.core import ParameterSource

from zchomp.core.answers import Unknown
from zchomp.errors import quote, shorten
from zchomp.version import VERSION

COMMANDS = """
Main commands
  asking     solve        Who wins, and every winning move.
  asking     play         A game against the computer.
  listing    losers       All losers with third row 1 to K.
  proving    prove        Prove all losers up to a third row, with a certificate.
  proving    verify       Check certificates.
  documents  theorem      State a result for an article, as text or LaTeX.
More about bars
  listing    winners      All winners with third row 1 to K, and their moves.
  listing    grundy       Positions of nim-value 0, 1, 2, ..., or all nim-values within a bar.
  asking     height       The number of rows that makes a position a loser.
  asking     openings     The winning openings of all bars up to a size.
  documents  conjectures  How the losers with one third row are found and proved.
  documents  genfun       The generating functions that prove a slice.
  posets     graph        The game graph of a position.
Three rows
  listing    chart        The first row of every loser, by its second and third row.
  listing    ptable       The table of losers in the book Winning Ways, continued.
  listing    sequence     Sequences of the OEIS about Chomp.
  listing    stats        Statistics of the chart, compared with the printed figures.
  listing    census       How many slices of three rows there are of each kind and period.
  documents  plot         Pictures: chart, diagonal, row, periods, bar, grundy.
Other games
  posets     poset        Chomp on any partially ordered set (poset).
  growing    grow         Chomp on orders with two growing chains.
Files and tools
  library    web          A page to play, to see the chart and to verify, in a browser.
  library    library      List or change the library of proofs.
  documents  export       Slices, losers, charts and censuses as CSV or Parquet.
  library    doctor       What is installed on this machine, and whether it works.
  documents  cite         How to cite zchomp and its results.
"""
"""All commands in the order of the help: the module of `zchomp.cli` that has it, its name, and what it is about."""

EXAMPLES = """
solve 9,7,4
solve 5,4,3 + 3,2
play 3x7
play 5,4,3 --first computer
losers 5
losers --tail 4,2
prove --upto 115
prove --rows 4 --upto 5 --out four-rows.jsonl
verify chomp-3rows-115.jsonl
verify --expect rows=3,upto=115 chomp-3rows-115.jsonl
theorem 5
theorem --upto 3 --latex
winners 1
winners --tail 2,1
grundy 2 --nim 4
grundy 3x6
height 5,3,2
height 100,60,2
openings 6x13 --several
openings 3x4 --count
conjectures 4
conjectures --tail 2,1
genfun 5
genfun 5 --latex
graph 3,2,1
graph 3,2,1 --out graph.dot
chart 24
chart --rows 114:122 --columns 165:180
ptable 26
ptable 8 --csv
sequence A029900 --terms 50
sequence --list
stats --upto 500
stats --upto 500 --csv
census --upto 1000
census --upto 500 --json
plot row 120
plot bar 9,7,4 --out bar.svg
plot chart
plot chart --upto 100 --out chart.pdf
plot diagonal
plot diagonal --upto 500 --out diagonal.svg
plot row 5 --out row.pdf
plot periods --upto 500
plot periods --upto 500 --out periods.svg
plot bar 3x7 --out bar.pdf
plot grundy 3x40
plot grundy 2x60 --out nim-values.pdf
poset divisors 432
poset platonic cube --proof cube.jsonl
poset bar 8x10
poset bar 5,4,3 --show
poset chains 2x2x4
poset chains 2x2x4 --after 1,1,1
poset divisors 432 --nim --show
poset boolean 4
poset boolean 4 --show
poset subsets 6 --upto 2
poset subsets 5 --upto 2 --show
poset graph path 7
poset graph K5 --plot k5.svg
poset platonic dodecahedron --after body
poset projective 2
poset projective 2 --proof plane.jsonl
poset file poset.json
poset file poset.json --json
poset play cube.jsonl
poset play plane.jsonl --first computer
grow arms 2,1
grow order 'd1 < c2' --nim 5
grow bar 3 --upto 5
grow bar 3 --heap 2
grow heap 2,1
grow heap 3 --nim 2
grow arms 2x2 --out arms.jsonl
grow box 2x2 --height 3
grow box 2x3 --height 1 --column 0,1
grow order 'x < y, x < c3, d2 < x, d[i-1] < c[i]'
grow file order.json
grow file order.json --json
web --port 0 --no-browser
web --out page
library
library --json
library add four-rows.jsonl
library add --keep chomp-3rows-115.jsonl
library export --upto 115
library export --rows 4 --upto 5 --out again.jsonl
library check
library check --library library.sqlite3
library remove --upto 115
library remove --rows 4 --upto 5
export losers 115 --csv --out losers.csv
export census chomp-3rows-115.jsonl --csv
doctor
doctor --json
cite
cite --json
"""
"""Examples of all commands. They run in this order, in one folder, and the help of a command has its first two."""


class HelpEntry(NamedTuple):
    """A command as the help lists it."""

    section: str
    module: str
    about: str


def _listed() -> Iterator[tuple[str, HelpEntry]]:
    section = ""
    for line in COMMANDS.strip().splitlines():
        if line.startswith(" "):
            module, name, about = line.split(maxsplit=2)
            yield name, HelpEntry(section, module, about)
        else:
            section = line


LISTED = dict(_listed())


def examples(path: str) -> list[str]:
    """The examples of a command, given by its full name.

    >>> examples("zchomp losers")
    ['zchomp losers 5', 'zchomp losers --tail 4,2']
    """
    commands = [f"zchomp {line}" for line in EXAMPLES.strip().splitlines()]
    return [command for command in commands if f"{command} ".startswith(f"{path} ")][:2]


SHARED = {
    "--effort": "The work on an answer, in seconds: an estimate, not a clock.  [default: 5; 0: look up only]",
    "--library": "The library of proofs.  [default: in your data folder, or the variable ZCHOMP_LIBRARY]",
    "--no-library": "Use no library.",
    "--certificate": "Also answer from this certificate, which is verified first.",
}
"""The options that many commands share. They are explained in one place, the help of zchomp itself."""

RARE = {
    "--address", "--bfile", "--checker", "--keep", "--maple", "--max-rows", "--max-terms", "--method", "--no-browser",
    "--port", "--progress", "--quiet", "--scheduler", "--seed", "--symbol", "--symbols", "--width", "--workers",
}  # fmt: skip
"""Options that few users need. The help lists them under a heading of their own."""

MEANT = {
    "check": "verify",
    "citation": "cite",
    "moves": "solve",
    "nim": "solve",
    "nim-value": "solve",
    "periods": "theorem",
    "proposition": "theorem",
    "table": "chart",
    "version": "--version",
}
"""The commands that other words probably mean."""

T = TypeVar("T")

Callback: TypeAlias = Callable[..., None]
"""The function of a command, to which options are added."""

EFFORT_OPTION = "--effort "
"""The option that gives a command more effort."""

ROWS = re.compile(r"[\[(]?[0-9]+(?: *, *[0-9]+)+[\])]?")
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

SHORT = "zchomp.short"
"""The key, in the data of a context, that says that a short help is printed."""


class SharedOption(click.Option):
    """An option that many commands share, explained in `SHARED`."""


def _short_help(ctx: click.Context, _param: click.Parameter, is_given: bool) -> None:
    if is_given and not ctx.resilient_parsing:
        ctx.meta[SHORT] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


SHORT_OPTION = click.Option(
    ["-h"], is_flag=True, is_eager=True, expose_value=False, callback=_short_help, help="Show the short help."
)


class Helped(click.Command):
    """A command or a group with a long help, `--help`, and a short one, `-h`. Both end with examples."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option of the long help."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "Show the whole help."
        return option

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with the option of the short help."""
        return [*super().get_params(ctx), SHORT_OPTION]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text of the help; in short its first paragraph."""
        whole, is_short = self.help, SHORT in ctx.meta
        try:
            self.help = whole.partition("\n\n")[0] if whole and is_short else whole
            super().format_help_text(ctx, formatter)
        finally:
            self.help = whole

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the command, those that few need, and where the shared ones are explained."""
        lists: dict[str, list[tuple[str, str]]] = {"Options": [], "Rarely needed": []}
        shared = []
        for param in self.get_params(ctx):
            name, record = max(param.opts, key=len), param.get_help_record(ctx)
            if isinstance(param, SharedOption):
                shared.append(name)
            elif record is not None and isinstance(param, click.Option):
                lists["Rarely needed" if name in RARE else "Options"].append(record)
        for title, records in list(lists.items())[: 1 if SHORT in ctx.meta else None]:
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
        if shared:
            formatter.write_paragraph()
            formatter.write_text(f"Also {', '.join(shared)}: see zchomp --help.")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, after the rest of the epilogue."""
        super().format_epilog(ctx, formatter)
        if found := examples(ctx.command_path):
            with formatter.section("Examples"):
                formatter.write("".join(f"  {example}\n" for example in found))


class Command(Helped):
    """A command to which a negative number is a wrong argument and not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command's arguments. A word like -5 is left to the type of the argument, which refuses it."""
        options = {name for param in self.params for name in param.opts}
        arguments = (param for param in self.params if isinstance(param, click.Argument))
        expected = next((param.human_readable_name.strip("[]") for param in arguments), "")
        words = " ".join(map(_typed, args))
        if args and expected in {"C", "K", "C|SIZE"} and ROWS.fullmatch(args[0]):
            meant = f"{ctx.command_path} --tail" if "--tail" in options else "zchomp solve"
            said = f"{quote(args[0])} is not {MEANINGS[expected]}"
            ctx.fail(f"{said}; did you mean: {shorten(f'{meant} {words}', 200)}")
        ctx.ignore_unknown_options |= any(re.match(r"-[0-9]", word) for word in args)
        return super().parse_args(ctx, args)


class Commands(Helped, click.Group):
    """A group of commands that answers an unknown name with the nearest one."""

    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the group's arguments, or print its help if there are none."""
        return super().parse_args(ctx, args if args or self.invoke_without_command else ["--help"])

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the code."""
        return list(self.commands)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and then the commands."""
        super().format_options(ctx, formatter)
        for title, commands in self.listed(ctx):
            with formatter.section(title):
                formatter.write_dl(commands)

    def listed(self, _ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """The commands and their help in one line, under their headings."""
        yield "Commands", [(name, command.get_short_help_str(100)) for name, command in self.commands.items()]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. An unknown name is answered with the nearest one."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            what = f"no command {quote(args[0])}" + (f" of {ctx.command_path}" if ctx.parent else "")
            meant = {} if ctx.parent else MEANT
            near = get_close_matches(args[0], [*meant, *names], n=1, cutoff=0.7)
            if not near:
                ctx.fail(f"{what}; expected one of {', '.join(names)}")
            words = [ctx.command_path, meant.get(near[0], near[0]), *map(_typed, args[1:])]
            ctx.fail(f"{what}; did you mean: {shorten(' '.join(words), 200)}")
        return super().resolve_command(ctx, args)


class Program(Commands):
    """The group of all commands. Each is imported when it is asked for."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(LISTED)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now if it is the first time."""
        if name in LISTED:
            import_module(f"zchomp.cli.{LISTED[name].module}")  # adds the command to this group
            self.commands[name].short_help = LISTED[name].about
        return super().get_command(ctx, name)

    def listed(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """All commands by sections, or the first section in short; then the options that many commands share."""
        for title, section in groupby(LISTED.items(), key=lambda item: item[1].section):
            yield title, [(name, listed.about) for name, listed in section]
            if SHORT in ctx.meta:
                return
        yield "Options of most commands", list(SHARED.items())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. A position by itself is solved, and `help COMMAND` is `COMMAND --help`."""
        if args[0] == "help":
            args = [*args[1:], "--help"]
        if re.match(r"[0-9(\[]|[wω](?![a-z])", args[0]):
            args = ["solve", *args]
        return super().resolve_command(ctx, args)


@click.group(cls=Program, context_settings={"max_content_width": 100})
@click.version_option(VERSION, prog_name="zchomp", message="%(prog)s %(version)s")
def zchomp() -> None:
    """Find and prove the losing positions of Chomp, and write certificates that anyone can check.

    A loser is a position from which the player to move loses against perfect play. Every other position is a winner.
    A slice is the set of all losers with the same third row, or with the same rows from the third on.
    """


class Negative(click.ClickException):
    """The answer is negative: exit code 1."""

    exit_code = 1


class UnknownAnswer(Negative):
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
        raise UnknownAnswer(result)
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
            names = [option for option in options if option.startswith("--")]
            near = get_close_matches(problem.option_name, names, n=1, cutoff=0.7)
            advice = f"did you mean: {near[0]}" if near else f"expected one of {', '.join(names)}"
            return f"no option {quote(problem.option_name)}; {advice}"
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
    path = (ctx or click.get_current_context()).command_path
    about = f"missing {name}, {meaning}" if meaning else f"missing {name}"
    return f"{about}; for example: {examples(path)[0]}"


def _typed(word: str) -> str:
    r"""A word as one types it, quoted for the shell if it needs that. A word that is not printable is shown escaped.

    >>> print(_typed("9,7"), _typed("[2,2]"), _typed("x\x1b[2J"))
    9,7 '[2,2]' 'x\x1b[2J'
    """
    return shlex.quote(word) if word.isprintable() else quote(word)
