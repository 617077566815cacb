"""Words about Chomp on posets, and about game graphs."""

from itertools import islice
from typing import TYPE_CHECKING

from zchomp.core.answers import Outcome, Unknown, missing_lines, verdict_lines
from zchomp.core.documents import Data, number_data, sources_data
from zchomp.core.numbers import counted, members
from zchomp.core.showing import Headed, headed, shows
from zchomp.errors import printable
from zchomp.posets.families import PosetBoard
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution
from zchomp.posets.strategy import MirrorProof, Strategy
from zchomp.solid.solution import solid_reason

if TYPE_CHECKING:
    from zchomp.bars.game_graph import Graph


SHOWN = 60
"""The maximum number of elements of a Hasse diagram in text."""

LISTED = 8
"""The maximum number of pairs of a mirror or an order, or of elements that a move takes, on a line."""


@shows(PosetSolution)
def poset_text(solution: PosetSolution, option: str = "effort=") -> Headed:
    """Who wins, all winning moves, and a proof by symmetry if there is one. ``option`` is how to give more effort."""
    board = solution.board
    played = f" after {', '.join(map(printable, solution.taken_names))}" if solution.taken else ""
    value = f", with nim-value {solution.nim_value}" if isinstance(solution.nim_value, int) else ""
    elements = counted(len(board.poset), "element")
    who = "wins" if solution.outcome is Outcome.WINNER else "loses"
    lines = [f"The player to move {who} Chomp on {board.title} ({elements}){played}{value}."]
    if isinstance(solution.nim_value, Unknown):
        lines.append(f"Not known: {solution.nim_value.advice(option)}.")
    if board.poisoned:
        lines.append(_poison_text(solution))
    moves = [_move_text(solution, x) for x in members(solution.winning)]
    lines += verdict_lines(solution.outcome, moves, solution.missing, is_over=not solution.left)
    if solution.mirror is not None and solution.mirror.mirrors:
        lines += _mirror_lines(solution.mirror)
    if solution.bar is not None:
        lines.append(solid_reason(solution.bar))
    elif solution.theorem:
        lines.append(f"Proved for all sizes: {solution.theorem}.")
    lines += missing_lines(solution.winning.bit_count(), solution.missing, option)
    if solution.searched:
        lines.append(f"Searched: {counted(solution.searched, 'position')}.")
    if solution.digest:
        lines.append(f"SHA-256 of the table of all of them: {solution.digest}")
    return headed(*lines)


@shows(Strategy)
def strategy_text(strategy: Strategy) -> str:
    """How large a strategy is, and what it took to find it."""
    searched = f", found by a search of {counted(strategy.searched, 'position')}" if strategy.searched else ""
    return f"Strategy: {counted(strategy.members, 'lost position')}{searched}."


@shows(PosetBoard)
def poset_board_text(board: PosetBoard) -> str:
    """A board: its title, and its order."""
    poison = f", {printable(board.poset.elements[0], 20)} poisoned" if board.poisoned else ""
    return f"Chomp on {board.title}{poison}: {order_text(board.poset)}"


@shows(Poset)
def order_text(poset: Poset) -> str:
    """A poset: how many elements it has, and the first pairs of neighbours in its order."""
    names = [printable(name, 20) for name in poset.elements]
    pairs = [f"{names[x]} < {names[y]}" for x, y in islice(poset.covers(), LISTED + 1)]
    more = [*pairs[:LISTED], "..."] if len(pairs) > LISTED else pairs
    return f"a poset of {counted(len(poset), 'element')}: {', '.join(more) or 'no two can be compared'}"


@shows(PosetSolution, "json")
def poset_data(solution: PosetSolution) -> Data:
    """The same as data."""
    poset = solution.board.poset
    mirror = solution.mirror
    return {
        "family": solution.board.family,
        "title": solution.board.title,
        "elements": list(poset.elements),
        "covers": [[poset.elements[x], poset.elements[y]] for x, y in poset.covers()],
        "poison": poset.elements[0] if solution.board.poisoned else None,
        "taken": list(solution.taken_names),
        "outcome": solution.outcome.value,
        "winning_moves": list(solution.known_winning_moves),
        "missing": None if solution.missing is None else solution.missing.to_dict(),
        "nim_value": number_data(solution.nim_value),
        "searched": solution.searched,
        **({"digest": solution.digest} if solution.digest else {}),
        "sources": sources_data(solution.sources),
        **({"theorem": str(solution.theorem)} if solution.theorem else {}),
        "mirror": None
        if mirror is None
        else {"taken": [poset.elements[x] for x in mirror.taken], "mirrors": mirror.pairs()},
    }


def hasse_text(solution: PosetSolution) -> str:
    """The Hasse diagram in text, top first: each element with those that it covers; * marks a winning move."""
    poset = solution.board.poset
    if len(poset) > SHOWN:
        size = f"A Hasse diagram of {len(poset)} elements"
        return f"{size} is not shown as text (at most {SHOWN} are); --plot FILE draws it."
    covered: dict[int, list[str]] = {}
    for x, y in poset.covers():
        covered.setdefault(y, []).append(printable(poset.elements[x]))
    heights = poset.heights()
    lines = [
        "Hasse diagram, each element > those that it covers; * wins"
        + (", ! is the poison:" if solution.board.poisoned else ":")
    ]
    for height in range(max(heights), -1, -1):
        shown = []
        for x, name in enumerate(poset.elements):
            if heights[x] == height:
                mark = "*" if solution.winning >> x & 1 else "!" if solution.board.poisoned and x == 0 else ""
                gone = "" if solution.left >> x & 1 or mark == "!" else "-"
                shown.append(f"{gone}{printable(name)}{mark}" + (f" > {' '.join(covered[x])}" if x in covered else ""))
        lines.append(f"  {height}  " + "   ".join(shown))
    if solution.left != poset.everything() & ~int(solution.board.poisoned):
        lines[0] = lines[0][:-1] + ", - is gone:"
    return "\n".join(lines)


def game_graph_text(graph: "Graph") -> str:
    """Every position with its outcome and, if it is a winner, the losers that its winning moves lead to."""
    start = next(iter(graph))
    losers = {position for position in graph if graph.nodes[position]["outcome"] == Outcome.LOSER}
    size = f"{len(graph)} positions, {len(losers)} of them losers, {counted(graph.number_of_edges(), 'move')}"
    lines = [f"The game graph of {start}: {size if len(graph) > 1 else '1 position, a loser, no moves'}."]
    width = max(len(str(position)) for position in graph)
    for position in sorted(graph, key=lambda position: (position.squares(), position)):
        to_lost = sorted(str(after) for after in losers.intersection(graph.successors(position)))
        moves = "every move leads to a winner" if graph.out_degree(position) else "no moves"
        why = f"by moving to {' or '.join(to_lost)}" if to_lost else moves
        lines.append(f"  {position!s:<{width}}  {graph.nodes[position]['outcome']:<6}  {why}")
    return headed(*lines)


def game_graph_data(graph: "Graph") -> Data:
    """The same as data."""
    return {
        "positions": [
            {"position": list(position.rows), "outcome": graph.nodes[position]["outcome"]} for position in graph
        ],
        "moves": [{"position": list(before.rows), "after": list(after.rows)} for before, after in graph.edges],
    }


def _poison_text(solution: PosetSolution) -> str:
    poison = printable(solution.board.poset.elements[0])
    if solution.board.family == "divisors":
        return f"A move names a divisor, and takes it with its multiples; whoever has to name {poison} loses."
    return f"The poison is {poison}."


def _move_text(solution: PosetSolution, x: int) -> str:
    """A winning move, with the elements that it takes."""
    poset, family = solution.board.poset, solution.board.family
    name, taken = poset.elements[x], poset.above[x] & solution.left
    if family == "bar":
        row, column = map(int, name.split(","))
        squares = [tuple(map(int, other.split(","))) for other in poset.names(taken)]
        high, wide = (max(axis) - low + 1 for axis, low in zip(zip(*squares, strict=True), (row, column), strict=True))
        bite = (
            f"{_article(high)} {high} x {wide} rectangle" if high * wide == len(squares) else f"{len(squares)} squares"
        )
        return f"row {row}, column {column}: bites off {bite}"
    name, others = printable(name), list(map(printable, poset.names(taken & ~(1 << x))))
    if not others:
        return f"{name}: takes nothing else"
    shown = " ".join([*others[:LISTED], *(["..."] if len(others) > LISTED else [])])
    return f"{name}: takes {shown} too" if family != "divisors" else f"{name}: takes its multiples {shown} too"


def _article(number: int) -> str:
    """The article before a number, as it is spoken: an 8, an 11, an 18, an 80."""
    return "an" if number in {11, 18} or str(number).startswith("8") else "a"


def _mirror_lines(mirror: MirrorProof) -> list[str]:
    """The proof by symmetry, in words."""
    when = f"after {printable(mirror.poset.elements[mirror.taken[-1]])} " if mirror.taken else ""
    lines = [f"Proof by symmetry: {when}every move is answered by its mirror image, which the move has not taken."]
    for number, pairs in enumerate(mirror.pairs(), start=1):
        listed = ", ".join(f"{printable(x)} <-> {printable(y)}" for x, y in pairs[:LISTED]) + (
            ", ..." if len(pairs) > LISTED else ""
        )
        where = "" if len(mirror.mirrors) == 1 else f" {number}"
        where += " (on the elements that the mirror before it fixes)" if number > 1 else ""
        lines.append(f"  mirror{where}: {listed}")
    return lines
