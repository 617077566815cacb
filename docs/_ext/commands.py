"""The directive `zchomp-commands`: a section for every command, made from the commands themselves."""

import inspect
import re
from collections.abc import Iterator

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

__all__ = ["Commands", "all_commands", "setup"]


def all_commands() -> Iterator[tuple[str, click.Context]]:
    """Every command and subcommand by its full name, in the order of the help, each with its context."""
    import zchomp.cli  # noqa: F401 - importing adds the commands to the group
    from zchomp.cli.commands import zchomp as group

    yield from _below(group, _context(group, "zchomp"))


def _below(command: click.Command, ctx: click.Context) -> Iterator[tuple[str, click.Context]]:
    yield ctx.command_path, ctx
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            inner = command.get_command(ctx, name)
            if inner is not None and not inner.hidden:
                yield from _below(inner, _context(inner, name, ctx))


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, **command.context_settings)


class Commands(SphinxDirective):
    """A section for every command: usage, help, arguments and options."""

    def run(self) -> list[nodes.Node]:
        """The sections."""
        self.env.note_reread()  # the page changes with the code, not with its own file
        return [_section(name, ctx) for name, ctx in all_commands()]


def _section(name: str, ctx: click.Context) -> nodes.section:
    section = nodes.section(ids=[nodes.make_id(name)], names=[nodes.fully_normalize_name(name)])
    section += nodes.title("", "", nodes.literal("", name))
    usage = " ".join([name, *ctx.command.collect_usage_pieces(ctx)])
    section += nodes.literal_block(usage, usage, language="text")
    section += list(_help(ctx.command))
    options = [record for parameter in ctx.command.get_params(ctx) if (record := parameter.get_help_record(ctx))]
    section += _definitions((words, _words(text)) for words, text in options if text)
    if isinstance(ctx.command, click.Group):
        inner = ((one, ctx.command.get_command(ctx, one)) for one in ctx.command.list_commands(ctx))
        listed = [(one, command) for one, command in inner if command is not None and not command.hidden]
        section += _table((_link(name, one), nodes.Text(command.get_short_help_str(100))) for one, command in listed)
    return section


def _help(command: click.Command) -> Iterator[nodes.Node]:
    """The paragraphs of a help text; one that starts with click's mark for no wrapping keeps its lines."""
    text = inspect.cleandoc(command.help or "").partition("\f")[0]
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if paragraph.startswith("\b"):
            kept = paragraph.removeprefix("\b").strip("\n")
            yield nodes.literal_block(kept, kept, language="text")
        elif paragraph:
            yield _words(" ".join(paragraph.split()))


def _words(text: str) -> nodes.paragraph:
    """A paragraph, with text between backticks as code."""
    paragraph = nodes.paragraph()
    for number, part in enumerate(re.split(r"`+", text)):
        if part:
            paragraph += nodes.literal("", part) if number % 2 else nodes.Text(part)
    return paragraph


def _link(group: str, name: str) -> nodes.reference:
    return nodes.reference("", "", nodes.literal("", name), internal=True, refid=nodes.make_id(f"{group} {name}"))


def _table(rows: Iterator[tuple[nodes.Node, nodes.Node]]) -> nodes.table:
    body = nodes.tbody()
    for cells in rows:
        body += nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))
    return nodes.table("", nodes.tgroup("", nodes.colspec(colwidth=1), nodes.colspec(colwidth=3), body, cols=2))


def _definitions(items: Iterator[tuple[str, nodes.paragraph]]) -> list[nodes.Node]:
    listed = nodes.definition_list()
    for term, definition in items:
        listed += nodes.definition_list_item(
            "", nodes.term("", "", nodes.literal("", term)), nodes.definition("", definition)
        )
    return [listed] if len(listed) else []


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("zchomp-commands", Commands)
    return {"parallel_read_safe": True}
