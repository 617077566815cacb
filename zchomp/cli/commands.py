"""Commands: the list of them all, their help with its examples, and how they end without an answer.

A command is imported when it is asked for: this list says where it is, and what the help says of it in one line.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from typing import NamedTuple, TypeAlias, TypeVar

import click
from click.core import ParameterSource

from zchomp.core.answers import Unknown
from zchomp.errors import quote, shorten
from zchomp.version import VERSION


class Listed(NamedTuple):
    """A command as the help lists it: the module of `zchomp.cli` that has it, and two examples without its name."""

    module: str
    about: str
    examples: tuple[str, str]


SECTIONS = {
    "Main commands": {
        "solve": Listed("asking", "Who wins, and every winning move.", ("9,7,4", "5,4,3 + 3,2")),
        "play": Listed("asking", "A game against the computer.", ("3x7", "5,4,3 --first computer")),
        "losers": Listed("listing", "All losers with third row 1 to K.", ("5", "--tail 4,2")),
        "prove": Listed(
            "proving",
            "Prove all losers up to a third row, with a certificate.",
            ("--upto 115", "--rows 4 --upto 5 --out four-rows.jsonl"),
        ),
        "verify": Listed(
            "proving",
            "Check certificates.",
            ("chomp-3rows-115.jsonl", "--expect rows=3,upto=115 chomp-3rows-115.jsonl"),
        ),
        "theorem": Listed("documents", "State a result for an article, as text or LaTeX.", ("5", "--upto 3 --latex")),
    },
    "More about bars": {
        "winners": Listed("listing", "All winners with third row 1 to K, and their moves.", ("1", "--tail 2,1")),
        "grundy": Listed(
            "listing", "Positions of nim-value 0, 1, 2, ..., or all nim-values within a bar.", ("2 --nim 4", "3x6")
        ),
        "height": Listed("asking", "The number of rows that makes a position a loser.", ("5,3,2", "100,60,2")),
        "openings": Listed(
            "asking", "The winning openings of all bars up to a size.", ("6x13 --several", "3x4 --count")
        ),
        "conjectures": Listed(
            "documents", "How the losers with one third row are found and proved.", ("4", "--tail 2,1")
        ),
        "genfun": Listed("documents", "The generating functions that prove a slice.", ("5", "5 --latex")),
        "graph": Listed("posets", "The game graph of a position.", ("3,2,1", "3,2,1 --out graph.dot")),
    },
    "Three rows": {
        "chart": Listed(
            "listing",
            "The first row of every loser, by its second and third row.",
            ("24", "--rows 114:122 --columns 165:180"),
        ),
        "ptable": Listed("listing", "The table of losers in the book Winning Ways, continued.", ("26", "8 --csv")),
        "sequence": Listed("listing", "Sequences of the OEIS about Chomp.", ("A029900 --terms 50", "--list")),
        "stats": Listed(
            "listing",
            "Statistics of the chart, compared with the printed figures.",
            ("--below 500", "--below 500 --csv"),
        ),
        "census": Listed(
            "listing",
            "How many slices of three rows there are of each kind and period.",
            ("--upto 1000", "--upto 500 --json"),
        ),
        "plot": Listed(
            "plotting",
            "Pictures: chart, diagonal, row, periods, bar, grundy.",
            ("row 120", "bar 9,7,4 --out bar.svg"),
        ),
    },
    "Other games": {
        "poset": Listed("posets", "Chomp on any partially ordered set (poset).", ("divisors 432", "platonic cube")),
        "grow": Listed("growing", "Chomp on orders with two growing chains.", ("arms 2,1", "order 'd1 < c2' --nim 5")),
    },
    "Files and tools": {
        "web": Listed(
            "library",
            "A page to play, to see the chart and to verify, in a browser.",
            ("--port 0 --no-browser", "--out page"),
        ),
        "library": Listed("library", "List or change the library of proofs.", ("", "--json")),
        "export": Listed(
            "documents",
            "Slices, losers, charts and censuses as CSV or Parquet.",
            ("losers 115 --csv --out losers.csv", "census chomp-3rows-115.jsonl --csv"),
        ),
        "doctor": Listed("library", "What is installed on this machine, and whether it works.", ("", "--json")),
        "cite": Listed("documents", "How to cite zchomp and its results.", ("", "--json")),
    },
}
"""All commands, in the order of the help. The first section is what a newcomer needs."""

LISTED = {name: listed for section in SECTIONS.values() for name, listed in section.items()}

EXAMPLES: dict[str, tuple[str, str]] = {f"zchomp {name}": listed.examples for name, listed in LISTED.items()} | {
    "zchomp plot chart": ("", "--upto 100 --out chart.pdf"),
    "zchomp plot diagonal": ("", "--upto 500 --out diagonal.svg"),
    "zchomp plot row": ("120", "5 --out row.pdf"),
    "zchomp plot periods": ("--upto 500", "--upto 500 --out periods.svg"),
    "zchomp plot bar": ("9,7,4", "3x7 --out bar.pdf"),
    "zchomp plot grundy": ("3x40", "2x60 --out nim-values.pdf"),
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
    "zchomp grow bar": ("3 --upto 5", "3 --heap 2"),
    "zchomp grow heap": ("2,1", "3 --nim 2"),
    "zchomp grow arms": ("2,1", "2x2 --out arms.jsonl"),
    "zchomp grow box": ("2x2 --height 3", "2x3 --height 1 --column 0,1"),
    "zchomp grow order": ("'x < y, x < c3, d2 < x, d[i-1] < c[i]'", "'d1 < c2' --nim 5"),
    "zchomp grow file": ("order.json", "order.json --json"),
    "zchomp library add": ("four-rows.jsonl", "--keep chomp-3rows-115.jsonl"),
    "zchomp library export": ("--upto 115", "--rows 4 --upto 5 --out again.jsonl"),
    "zchomp library check": ("", "--library library.sqlite3"),
    "zchomp library remove": ("--upto 115", "--rows 4 --upto 5"),
}
"""Two examples of each command, without its name. They run in the order of this list, in one folder."""

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
        if ctx.command_path in EXAMPLES:
            with formatter.section("Examples"):
                for example in EXAMPLES[ctx.command_path]:
                    formatter.write(f"  {ctx.command_path} {example}".rstrip() + "\n")


class Command(Helped):
    """A command to which a negative number is a wrong argument and not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command's arguments. A word like -5 is left to the type of the argument, which refuses it."""
        options = {name for param in self.params for name in param.opts}
        arguments = (param for param in self.params if isinstance(param, click.Argument))
        expected = next((param.human_readable_name.strip("[]") for param in arguments), "")
        words = " ".join(map(_typed, args))
        largest = next((name for name in ("--upto", "--below") if name in options), None)
        if args and not expected and largest and args[0].isdecimal():
            ctx.fail(f"unexpected {quote(args[0])}; did you mean: {ctx.command_path} {largest} {words}")
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
        for title, section in SECTIONS.items():
            yield title, [(name, listed.about) for name, listed in section.items()]
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
    return f"{about}; for example: {path} {EXAMPLES[path][0]}".rstrip()


def _typed(word: str) -> str:
    r"""A word as one types it, quoted for the shell if it needs that. A word that is not printable is shown escaped.

    >>> print(_typed("9,7"), _typed("[2,2]"), _typed("x\x1b[2J"))
    9,7 '[2,2]' 'x\x1b[2J'
    """
    return shlex.quote(word) if word.isprintable() else quote(word)
