"""Commands about Chomp on posets, and the game graph. networkx is imported when one of them is called."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

import click
from click.exceptions import Exit

from zchomp.bars.notation import parse_size
from zchomp.cli.asking import SIDES, first_option, play_match
from zchomp.cli.commands import EFFORT_OPTION, Callback, Commands, Negative, known, zchomp
from zchomp.cli.options import (
    ReadFile,
    WrittenFile,
    add_command,
    at_most_one,
    completing,
    effort_option,
    json_option,
    out_option,
    position_argument,
    present,
    show_written,
    whole_number,
)
from zchomp.core import limits
from zchomp.core.answers import Unknown
from zchomp.core.session import current
from zchomp.core.showing import json_text, stacked
from zchomp.errors import TooLarge, quote
from zchomp.terminal.render import progress_bar, show, show_data, show_error

if TYPE_CHECKING:
    from zchomp.posets.families import PosetBoard
    from zchomp.posets.game import BoardGame
    from zchomp.posets.solving import PosetSolution


MakeBoard: TypeAlias = "Callable[..., PosetBoard]"


@zchomp.group(cls=Commands)
def poset() -> None:
    """Play Chomp on any poset: outcome, all winning moves, and strategies that prove them.

    A poset is a partially ordered set. A move takes an element and all larger ones. Whoever cannot move loses. If the
    smallest element is poisoned, it may not be taken.
    """


def family(name: str, about: str, make: MakeBoard, *arguments: Callable[[Callback], Callback]) -> None:
    """Add a command for a family of posets: its own arguments, and the options common to all families.

    ``make`` receives the module `families`, which is imported when the command is called, and the arguments.
    """

    def command(
        after: tuple[str, ...],
        with_nim: bool,
        with_diagram: bool,
        plot: Path | None,
        proof: Path | None,
        playing: str | None,
        as_json: bool,
        **own: object,
    ) -> None:
        from zchomp.posets import families
        from zchomp.posets.words import hasse_text, poset_data, poset_text, strategy_text

        at_most_one(show=with_diagram, json=as_json)
        if playing is not None:
            others = {"show": with_diagram, "nim": with_nim, "plot": plot, "proof": proof}
            for option, given in others.items():
                at_most_one(play=True, **{option: bool(given)})
            from zchomp.posets.game import BoardGame

            _play(BoardGame(make(families, **own), after), playing, as_json)
            return
        if plot is not None:
            from zchomp.pictures.posets import plot_poset
            from zchomp.pictures.style import check_name, save_picture

            check_name(plot)  # a file name that no picture can have is refused first
        solution = _solve(make(families, **own), after, with_nim)
        figure = None if plot is None else plot_poset(solution)  # a refusal comes before anything is printed
        if as_json:
            show_data(json_text(poset_data(solution)))
        else:
            text: list[str] = [poset_text(solution, EFFORT_OPTION)]
            text += [hasse_text(solution)] if with_diagram else []
            show(stacked(text))
        if plot is not None and figure is not None:
            save_picture(figure, plot)
            show_written(plot)
        if proof is not None:
            with progress_bar() as progress:
                strategy = solution.certificate(progress=progress)
            if isinstance(strategy, Unknown):
                raise Negative(f"{strategy.reason}; {quote(str(proof), 200)} is not written")
            strategy.write(proof)
            if not as_json:
                show(strategy_text(strategy))
            show_written(proof)

    add_command(poset, name, about, command, *arguments, *OPTIONS)


def _solve(board: "PosetBoard", after: tuple[str, ...], nim: bool) -> "PosetSolution":
    """The solution, unless it is unknown."""
    from zchomp.posets.search import SearchSize
    from zchomp.posets.solving import solve

    if (current().given or 0) >= limits.MENTIONED_SECONDS:
        size = SearchSize.of(board.poset, board.after(after))
        show_error(f"Chomp on {board.title} has {size.text()}; Ctrl-C stops the search")
    with progress_bar() as progress:
        return known(solve(board, after=after, nim=nim, progress=progress))


def _play(game: "BoardGame", first: str, as_json: bool) -> None:
    """Play against the computer, from the position where the game begins."""
    from zchomp.core.game import Match

    play_match(Match(game, SIDES[first]), as_json)


OPTIONS: tuple[Callable[[Callback], Callback], ...] = (
    click.option(
        "--after",
        multiple=True,
        metavar="ELEMENT",
        help="An earlier move; may be repeated. Use the names of the answer, for a bar 'row,column'.",
    ),
    click.option("--nim", "with_nim", is_flag=True, help="Also find the nim-value."),
    click.option("--show", "with_diagram", is_flag=True, help="Also print the Hasse diagram, winning moves marked."),
    click.option("--plot", type=WrittenFile(), help="Draw the Hasse diagram: a .png, .svg or .pdf file."),
    click.option("--proof", type=WrittenFile(), help="Write a strategy that proves the answer to a file."),
    click.option("--play", "playing", type=click.Choice(list(SIDES)), help="Play against the computer; who begins."),
    json_option,
    effort_option,
)


def _factors(text: str) -> int | str:
    """The type of an argument: a number, or a product of powers as typed."""
    is_product = "^" in text or "*" in text
    return text if is_product else whole_number(1)(text)


def _chains(families: ModuleType, size: str) -> "PosetBoard":
    """The board. If it has too many elements, and is a box, the answer for the box is printed."""
    from zchomp import solid

    try:
        board: PosetBoard = families.chains(size)
    except TooLarge:
        sides = sorted(parse_size(size.replace(",", "x"), dimensions=None))
        given = click.get_current_context().params
        options = ("after", "with_nim", "with_diagram", "plot", "proof", "playing")
        if len(sides) > 3 or any(given[option] for option in options):
            raise
        found = known(solid.solve("x".join(map(str, [1, 1, *sides][-3:])), effort=given["effort"]))
        present("json" if given["as_json"] else "text", found, option=EFFORT_OPTION)
        raise Exit(0) from None
    return board


def _solids() -> Iterable[str]:
    from zchomp.posets.families import SOLIDS

    return SOLIDS


family(
    "boolean",
    "The nonempty subsets of a set of N elements.",
    lambda families, n: families.boolean(n),
    click.argument("n", type=whole_number(1)),
)
family(
    "subsets",
    """The small subsets of a set of N elements.

    These are the nonempty subsets of at most the given size (Gale and Neyman).
    """,
    lambda families, n, upto: families.subsets(n, upto),
    click.argument("n", type=whole_number(1)),
    click.option("--upto", type=whole_number(1), required=True, help="The largest size of a subset."),
)
family(
    "graph",
    """The vertices and edges of a graph.

    FILE is .graphml, .edgelist, .edges, .txt or .json. NAME is KN or complete N (N vertices), path N (N vertices),
    cycle N (N vertices), star N (N + 1 vertices, with the centre), wheel N (N vertices, with the centre), bipartite N M
    (N + M vertices), grid N M (N * M vertices), hypercube N (2^N vertices), petersen (10 vertices), or a graph in the
    format graph6, like DQc.
    """,
    lambda families, name, numbers: families.graph(name, *numbers),
    click.argument("name", metavar="FILE|NAME"),
    click.argument("numbers", nargs=-1),
)
family(
    "platonic",
    """The vertices, edges, faces and body of a Platonic solid.

    NAME is tetrahedron, cube, octahedron, dodecahedron or icosahedron.
    """,
    lambda families, name: families.platonic(name),
    click.argument("name", shell_complete=completing(_solids)),
)
family(
    "projective",
    """The subspaces of the projective geometry PG(N, 2).

    N is from 0 to 4.
    """,
    lambda families, n: families.projective(n),
    click.argument("n", type=whole_number()),
)
family(
    "chains",
    """A direct product of chains, its smallest element poisoned.

    SIZES are the lengths of the chains, like 2x2x4 or 2,2,4. A product of three chains is a solid bar: beyond 1000
    elements, the answer is that of zchomp solve.
    """,
    _chains,
    click.argument("size", metavar="SIZES"),
)
family(
    "divisors",
    """The divisors of N; whoever has to name 1 loses (Schuh).

    N is a number like 432, or a product of powers like 2^4*3^3.
    """,
    lambda families, number: families.divisors(number),
    click.argument("number", metavar="N", type=_factors),
)
family(
    "bar",
    """A bar of chocolate, its first square poisoned.

    A rectangle like 8x10, or any position like 5,4,3.
    """,
    lambda families, size: families.bar(size),
    position_argument("size", "SIZE|POSITION"),
)
family(
    "file",
    """A poset of your own, from a file.

    The file is .graphml, .edgelist, .edges, .txt or .json. An edge list has two names on each line, smaller first.
    GraphML has edges from smaller to larger. JSON is {"elements": [...], "covers": [[smaller, larger], ...]}, with
    "poison": NAME if the smallest element is poisoned.
    """,
    lambda families, name, poison: families.from_file(str(name), poisoned=poison),
    click.argument("name", metavar="FILE", type=ReadFile()),
    click.option("--poison", is_flag=True, help="The smallest element is poisoned."),
)


@poset.command("play")
@click.argument("file", type=ReadFile())
@first_option
@json_option
@effort_option
def play_strategy(file: Path, first: str, as_json: bool) -> None:
    """Play against a strategy.

    FILE is a strategy that --proof wrote. It is verified, and the computer answers from it. Where the strategy says
    nothing, because you could have won, the computer plays as in any game.
    """
    from zchomp.posets.game import StrategyGame

    _play(StrategyGame(str(file)), first, as_json)


@zchomp.command("graph")
@position_argument()
@out_option("Also write it: .dot, .graphml, .png, .svg or .pdf.")
@json_option
@effort_option
def graph_command(position: str, out: Path | None, as_json: bool) -> None:
    """List every position that can be reached from POSITION, its outcome, and its winning moves."""
    from zchomp.bars.game_graph import check_graph_name, game_graph, write_game_graph
    from zchomp.posets.words import game_graph_data, game_graph_text

    save: Callable[[], None] | None = None  # names and sizes are checked before anything is printed
    if out is not None and out.suffix.lower() in {".png", ".svg", ".pdf"}:
        from zchomp.pictures.posets import plot_game_graph
        from zchomp.pictures.style import save_picture

        save = partial(save_picture, known(plot_game_graph(position)), out)
    found = known(game_graph(position))
    if out is not None and save is None:
        check_graph_name(out)
        save = partial(write_game_graph, found, out)
    show_data(json_text(game_graph_data(found))) if as_json else show(game_graph_text(found))
    if out is not None and save is not None:
        save()
        show_written(out)
