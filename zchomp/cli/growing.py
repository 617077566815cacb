"""Commands about orders with two growing chains."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from zchomp.cli.commands import Callback, Commands, is_given, known, zchomp
from zchomp.cli.options import (
    CSV,
    Form,
    ReadFile,
    add_command,
    at_most_one,
    form_options,
    out_option,
    position_argument,
    present,
    progress_options,
    show_written,
    size,
    symbol_option,
    whole_number,
)
from zchomp.core import limits
from zchomp.errors import quote
from zchomp.terminal.render import progress_bar, show, show_error, terminal_width

if TYPE_CHECKING:
    from zchomp.growing.families import GrowingFamily


MakeFamily: TypeAlias = "Callable[..., GrowingFamily]"


@zchomp.group(cls=Commands)
def grow() -> None:
    """Find and prove all losers of an order with two growing chains: infinitely many boards at once.

    The chains c and d may be two rows, a row and a column, a row and a heap, two columns of a solid bar, or those of a
    finite order of your own, in which no c is below a d, nothing is above a whole chain, and the relations between the
    chains are arithmetic from some row on. A move takes an element and all larger ones. Whoever cannot move loses. From
    a heap of nim, a move takes any number.
    """


PRINTED = {
    "csv": CSV,
    "latex": "Print the theorems as LaTeX (environments theorem and proof).",
    "markdown": "Print the theorems as Markdown.",
}

OPTIONS: tuple[Callable[[Callback], Callback], ...] = (
    click.option("--nim", type=whole_number(), default=0, show_default=True, help="All nim-values up to this one."),
    symbol_option,
    out_option("Also write the certificate, once it is verified."),
    click.option(
        "--workers", type=whole_number(1), default=1, show_default=True, help="The number of processes that prove."
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Prove on the machines of a Dask scheduler."),
    click.option(
        "--max-rows",
        type=whole_number(1),
        default=limits.GROWING_ROWS,
        show_default=True,
        help="Give up if the positions do not repeat within this many elements of the chain c, and if all slices "
        f"together have more than {limits.GROWING_ROWS_IN_ALL} times as many rows.",
    ),
    click.option("--theorem", "is_stated", is_flag=True, help="State the losers as theorems, with the data of proofs."),
    progress_options,
    form_options(**PRINTED),
)


def family(name: str, about: str, make: MakeFamily, *arguments: Callable[[Callback], Callback]) -> None:
    """Add a command for a family of growing orders: its own arguments, and the options common to all families.

    ``make`` receives the module `growing`, which is imported when the command is called, and the arguments.
    """

    def command(
        nim: int,
        symbol: str,
        out: Path | None,
        workers: int,
        scheduler: str | None,
        max_rows: int,
        is_stated: bool,
        form: Form,
        **own: object,
    ) -> None:
        from zchomp import growing
        from zchomp.growing.words import growing_legend, growing_theorem

        at_most_one(workers=workers > 1, scheduler=scheduler)
        at_most_one(csv=form == "csv", json=form == "json", theorem=is_stated)
        at_most_one(theorem=is_stated, symbol=is_given("symbol"))
        at_most_one(**{name: form == name for name in (*PRINTED, "json")}, symbol=is_given("symbol"))
        board, verdict = make(growing, **own), ""
        with progress_bar("proving") as progress:
            if out is None:
                found = known(
                    growing.prove(
                        board, nim=nim, progress=progress, workers=workers, max_rows=max_rows, scheduler=scheduler
                    )
                )
            else:
                report = known(
                    growing.certify(
                        board, out, nim=nim, progress=progress, workers=workers, max_rows=max_rows, scheduler=scheduler
                    )
                )
                found, verdict = report.proofs, report.verdict.line
                if report.damaged:
                    from zchomp.proof.words import damage_text

                    show_error(damage_text(report.resumed))
        if form in {"latex", "markdown"} or (is_stated and form == "text"):
            from zchomp.cli.documents import show_theorem

            show_theorem(growing_theorem(found), form)
        else:
            is_whole = terminal_width() is None
            advice = "for all of them, add > FILE or --csv"
            legend = growing_legend(found, symbol)
            present(form, found, legend=legend, letter=symbol, whole=is_whole, advice=advice)
        if out is not None:
            show_error(verdict) if form != "text" else show(verdict)
            show_written(out)

    add_command(grow, name, about, command, *arguments, *OPTIONS)


def _column(_ctx: click.Context, _param: click.Parameter, text: str) -> tuple[int, ...]:
    """A column of a base, like 1,0."""
    if not re.fullmatch(r"[0-9]{1,2},[0-9]{1,2}", text):
        raise click.BadParameter(f"{quote(text)}; expected 1,0 or 0,1")
    return tuple(map(int, text.split(",")))


family(
    "bar",
    """Bars whose first two rows grow, beside a heap of nim if there is one.

    ROWS is the number of rows. Without a heap these are the losers that zchomp losers lists and zchomp prove proves,
    here proved by the general theorem.
    """,
    lambda growing, rows, upto, heap: growing.bar(rows, upto if rows > 2 or is_given("upto") else 0, heap=heap),
    click.argument("rows", metavar="ROWS", type=whole_number(2)),
    click.option("--upto", type=whole_number(), default=2, show_default=True, help="The largest third row."),
    click.option("--heap", type=whole_number(), default=0, show_default=True, help="The largest size of the heap."),
)
family(
    "heap",
    """Bars whose first row grows beside a heap of nim that grows.

    POSITION has the largest rows from the second on.
    """,
    lambda growing, position: growing.heap(position),
    position_argument(),
)
family(
    "arms",
    """Bars whose first row and first column grow around a core.

    POSITION is the largest core: the squares that are neither in the first row nor in the first column.
    """,
    lambda growing, position: growing.arms(position),
    position_argument(),
)
family(
    "box",
    """Solid bars in which two columns grow.

    SIZE is that of the base, like 2x3. The column over the poison grows, and one next to it. The others have at most
    the given height.
    """,
    lambda growing, base, height, column: growing.box(base, height, column=column),
    click.argument("base", metavar="SIZE", type=size(99)),
    click.option(
        "--height", type=whole_number(), default=2, show_default=True, help="The largest height of the others."
    ),
    click.option(
        "--column",
        callback=_column,
        default="1,0",
        show_default=True,
        help="The column that grows next to it: 1,0 or 0,1.",
    ),
)
family(
    "order",
    """An order of your own.

    RELATIONS are separated by commas, like 'x < y, x < c3, d2 < x, d[i-1] < c[i]'. The chains are c1 < c2 < ... and
    d1 < d2 < ..., and all other names are elements. d[i-1] < c[i] holds for every i.
    """,
    lambda growing, relations: growing.from_relations(relations),
    click.argument("relations", metavar="RELATIONS"),
)
family(
    "file",
    """An order of your own, from a file.

    A text file has one relation per line. JSON is {"relations": ["x < y", "x < c3"], "elements": ["z"]}, where
    "elements" names those that are in no relation.
    """,
    lambda growing, name: growing.from_file(name),
    click.argument("name", metavar="FILE", type=ReadFile()),
)
