"""Refusals: the messages about wrong command lines, in the style of all messages."""

import re

import click

from zchomp.cli.sections import first_example
from zchomp.errors import quote

__all__ = ["MEANINGS", "missing", "wrong_input"]

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


def wrong_input(problem: click.ClickException) -> str:
    """The message about a wrong command line, in the style of all messages: the input, and the expected form."""
    ctx = getattr(problem, "ctx", None)
    usage = f"; expected {' '.join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)])}" if ctx else ""
    param = getattr(problem, "param", None)
    name = "" if param is None else max(param.opts, key=len) if isinstance(param, click.Option) else _argument(param)
    match problem:
        case click.MissingParameter() if isinstance(param, click.Option):
            return missing(name, _in_style(param.help or ""), problem.ctx)
        case click.MissingParameter():
            return missing(name, MEANINGS.get(name, ""), problem.ctx)
        case click.NoSuchOption():
            options = [max(param.opts, key=len) for param in ctx.command.get_params(ctx) if param.opts] if ctx else []
            expected = ", ".join(option for option in options if option.startswith("-"))
            return f"no option {quote(problem.option_name)}; expected one of {expected}"
        case click.BadParameter() if name:
            return f"invalid value for {name}: {_choices(_in_style(problem.message))}"
        case click.UsageError() if extra := re.fullmatch(r"Got unexpected (extra arguments? .*)", problem.message):
            return f"unexpected {extra[1]}{usage}"
    return _in_style(problem.format_message())


def _argument(param: click.Parameter) -> str:
    """The name of an argument, without the brackets of the usage line."""
    return param.human_readable_name.strip("[]")


def _choices(message: str) -> str:
    """A message of click's about a choice, with the possible values as other messages list them.

    >>> _choices("'x' is not one of 'full', 'compact'")
    "'x'; expected one of full, compact"
    """
    wrong, listed, values = message.partition(" is not one of ")
    return f"{wrong}; expected one of {values.replace(chr(39), '')}" if listed else message


def _in_style(message: str) -> str:
    """A message of click's like those of zchomp: without a capital and a full stop."""
    if re.match(r"[A-Z][a-z]", message):
        message = message[0].lower() + message[1:]
    return message if message.endswith("..") else message.removesuffix(".")


def missing(name: str, meaning: str, ctx: click.Context | None = None) -> str:
    """The message about an argument or an option that is missing, with the first example of the command's help."""
    about = f"missing {name}, {meaning}" if meaning else f"missing {name}"
    return f"{about}; for example: {first_example((ctx or click.get_current_context()).command_path)}"
