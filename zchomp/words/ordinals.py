"""Words about positions whose rows are ordinals: solutions, slices, their ends, the chart of a block."""

from collections.abc import Iterator

from zchomp.ordinals.boxes import BoxSolution, OrdinalBox
from zchomp.ordinals.ordinal import OMEGA, Ordinal
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.slices import Block, BlockChart, Ends, OrdinalSlice
from zchomp.ordinals.solution import OrdinalSolution
from zchomp.showing import Headed, headed, shows
from zchomp.slices import Slice
from zchomp.words.charts import grid_latex, grid_text
from zchomp.words.data import Data, csv_text, sources_data
from zchomp.words.positions import solution_text, to_losers
from zchomp.words.slices import slice_text
from zchomp.words.verdicts import missing_lines, verdict_lines

__all__ = [
    "ENDS_LEGEND",
    "block_chart_csv",
    "block_chart_data",
    "block_chart_latex",
    "block_chart_legend",
    "block_chart_text",
    "box_data",
    "box_text",
    "ends_csv",
    "ends_data",
    "ends_latex",
    "ends_text",
    "ordinal_slice_data",
    "ordinal_slice_text",
    "ordinal_solution_text",
    "ordinal_square_text",
    "ordinal_text",
    "place_text",
]


MANY = 20
"""In sentences, a position with more rows is shown by its first ones."""

LONG = 200
"""In sentences, a longer ordinal is shown by its first and last characters. JSON has it in full."""


def ordinal_text(ordinal: Ordinal) -> str:
    """An ordinal, shortened if it is very long.

    >>> ordinal_text(Ordinal.of("w^2*3+5")), len(ordinal_text(Ordinal.of(10**999)))
    ('ω²·3+5', 61)
    """
    text = str(ordinal)
    return text if len(text) <= LONG else f"{text[:20]}...{text[-20:]} ({len(text)} characters)"


def place_text(position: OrdinalPosition) -> str:
    """A position by its rows, or the first three and their number if there are very many.

    >>> place_text(OrdinalPosition.of("w+1,w,2")), place_text(OrdinalPosition.of("50xw"))
    ('(ω+1, ω, 2)', '(ω, ω, ω, ..., 50 rows)')
    """
    if len(position) > MANY:
        return f"({', '.join(map(ordinal_text, position.rows[:3]))}, ..., {len(position)} rows)"
    return f"({', '.join(map(ordinal_text, position.rows))})"


def ordinal_square_text(move: OrdinalMove) -> str:
    """A square by its row and column."""
    return f"row {move.row}, column {ordinal_text(move.column)}"


@shows(OrdinalSolution)
def ordinal_solution_text(solution: OrdinalSolution, option: str = "effort=") -> str:
    """Who wins, every winning move with the loser that it leads to, and the theorem."""
    if solution.finite is not None:
        return solution_text(solution.finite, option=option)
    lines = [f"{place_text(solution.position)} is a {solution.outcome.value}."]
    moves = {
        ordinal_square_text(move): place_text(solution.position.chomp(move)) for move in solution.known_winning_moves
    }
    lines += verdict_lines(solution.outcome, to_losers(moves), solution.missing)
    lines.append(f"Reason: {solution.theorem}.")
    return headed(*lines, *missing_lines(len(solution.known_winning_moves), solution.missing, option))


@shows(BoxSolution)
def box_text(solution: BoxSolution) -> str:
    """Who wins a box, and every winning move with the loser that it leads to."""
    lines = [f"{solution.box} is a {solution.outcome.value}. The heights are [[m, a], [b, c]], with m over the poison."]
    moves = {f"{won.cell} down to {won.height}": str(won.after) for won in solution.known_winning_moves}
    lines += verdict_lines(solution.outcome, to_losers(moves), solution.missing)
    lines.append(
        "Reason: the losers of 2 x 2 x h with heights below ω³ are known, "
        "and 2 x 2 x ω³ is lost (Theorem 6 on ordinals)."
    )
    return headed(*lines, *missing_lines(len(solution.known_winning_moves), solution.missing))


def box_data(solution: BoxSolution) -> Data:
    """The same as data."""
    return {
        "heights": _heights(solution.box),
        "outcome": solution.outcome.value,
        "winning_moves": [
            {"cell": won.cell, "height": won.height.data(), "after": _heights(won.after)}
            for won in solution.known_winning_moves
        ],
        "missing": None if solution.missing is None else solution.missing.to_dict(),
    }


def _heights(box: OrdinalBox) -> list[int | str]:
    return [height.data() for height in box.heights]


@shows(OrdinalSlice)
def ordinal_slice_text(found: OrdinalSlice, letter: str = "a") -> str:
    """All losers of a slice: the finite ones, those of each block, and where it ends."""
    slice_ = found.proof.slice
    lines = [f"The {slice_} ends at {found.end}: {_last(found)} is its last loser."]
    finite = slice_text(found.proof, letter, as_rows=True)
    lines.append(f"  finite rows: {finite}")
    for block in found.blocks:
        losers = ", ".join(_block_losers(block, slice_, letter))
        lines.append(f"  block {block.k}, where the tail has number {block.number}: {losers}")
    return headed(*lines)


def ordinal_slice_data(found: OrdinalSlice) -> Data:
    """The same as data. "firsts" are p for m = 0, 1, ..., and if it goes on, the last p - m stays the same forever."""
    return {
        "slice": {"tail": list(found.proof.slice.tail), "nim": 0},
        "end": found.end.data(),
        "blocks": [_block_data(block) for block in found.blocks],
        "proof": found.proof.to_dict(),
        "sources": sources_data(found.sources),
    }


@shows(Ends)
def ends_text(found: Ends, width: int = 80) -> str:
    """Where the infinite slices end, in as many columns as fit."""
    cells = [(str(one.third), str(one.number), ordinal_text(one.end)) for one in found.infinite()]
    sizes = [max(len(cell[i]) for cell in [*cells, ("c", "n", "end")]) for i in range(3)]
    across = max(1, (width + 4) // (sum(sizes) + 8))
    down = -(-len(cells) // across)

    def line(row: list[tuple[str, str, str]]) -> str:
        return "    ".join(f"{c:>{sizes[0]}}  {n:>{sizes[1]}}  {end:<{sizes[2]}}" for c, n, end in row).rstrip()

    heads = [("c", "n", "end")] * -(-len(cells) // down)
    return "\n".join([line(heads), *(line(cells[start::down]) for start in range(down))])


def ends_data(found: Ends) -> Data:
    """The same as data, finite slices included."""
    lines = [{"third": one.third, "number": one.number, "end": one.end.data()} for one in found.ends]
    return {"ends": lines, "sources": sources_data(found.sources)}


def ends_csv(found: Ends) -> str:
    """The same as comma-separated values."""
    return csv_text(["c", "n", "end"], ([one.third, one.number, one.end.ascii()] for one in found.ends))


def ends_latex(found: Ends) -> str:
    """Where the infinite slices end, as a table for LaTeX."""
    lines = (f"{one.third} & {one.number} & ${one.end.latex()}$" for one in found.infinite())
    body = " \\\\\n".join([r"$c$ & $n$ & end", r"\hline " + next(lines), *lines])
    return f"\\begin{{tabular}}{{rrl}}\n{body}\n\\end{{tabular}}"


ENDS_LEGEND = headed(
    "Where the infinite slices of three rows end",
    "(end, end, c) is the last loser with third row c, and n the number of infinite slices below slice c.",
)
"""The heading of a table of ends."""


@shows(BlockChart)
def block_chart_text(found: BlockChart) -> str:
    """The chart of a block: third rows upwards, m to the right, * where a slice ends."""
    return grid_text([c for c, _ in found.rows], range(found.columns), _grid(found, "*"))


def block_chart_data(found: BlockChart) -> Data:
    """The same as data."""
    blocks = [{"third": c, **_block_data(block)} for c, block in found.rows]
    return {"blocks": blocks, "sources": sources_data(found.sources)}


def block_chart_csv(found: BlockChart) -> str:
    """The same as comma-separated values."""
    lines = ([c, block.number, *line] for (c, block), line in zip(found.rows, _grid(found, ""), strict=True))
    return csv_text(["c", "n", *range(found.columns)], lines)


def block_chart_latex(found: BlockChart) -> str:
    """The same as an array for LaTeX."""
    return grid_latex([c for c, _ in found.rows], range(found.columns), _grid(found, "{}^{*}"))


def block_chart_legend(k: int) -> Headed:
    """The heading of the chart of a block."""
    start = OMEGA * k
    return headed(
        f"The chart from {start} to {OMEGA * (k + 1)}: the p for which ({start}+p, {start}+m, c) is a loser",
        "m runs to the right, and the third rows c that go on to this block upwards. "
        "A * marks the last loser with third row c.",
    )


def _grid(found: BlockChart, mark: str) -> list[list[str]]:
    return [_cells(block, found.columns, mark) for _, block in found.rows]


def _cells(block: Block, columns: int, mark: str) -> list[str]:
    """The values p of a row for m = 0, 1, ..., with a mark at the end of the row, and nothing after it."""
    last = len(block.firsts) - 1
    cells = [str(p) for p in block.firsts]
    if block.goes_on:
        cells += [str(block.firsts[-1] + m - last) for m in range(last + 1, columns)]
    else:
        cells[-1] = f"{mark}{cells[-1]}"
    return [*cells, *[""] * columns][:columns]


def _last(found: OrdinalSlice) -> str:
    """The position in which a slice ends."""
    return place_text(
        OrdinalPosition((found.end, found.end, *(min(Ordinal.of(t), found.end) for t in found.proof.slice.tail)))
    )


def _block_losers(block: Block, slice_: Slice, letter: str) -> Iterator[str]:
    """The losers of a block, the last with a letter if they go on."""
    start, last = OMEGA * block.k, len(block.firsts) - 1
    tail = "".join(f", {row}" for row in slice_.tail)
    for m, p in enumerate(block.firsts):
        if m == last and block.goes_on:
            yield f"({start}+{p}+{letter}, {f'{start}+{m}' if m else start}+{letter}{tail})"
        else:
            yield f"({start + p}, {start + m}{tail})"


def _block_data(block: Block) -> Data:
    return {"block": block.k, "number": block.number, "firsts": list(block.firsts), "goes_on": block.goes_on}
