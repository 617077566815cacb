"""Draw the SVG pictures: `python docs/images/make.py` rewrites them, and a test compares the bytes.

The bar (9, 7, 4), the poison, and its three winning bites. That these are all of them is tested too.
The chart of three rows from ω on: the first two blocks, from the numbers that `zchomp chart N --block B` prints.
Row 120 of the chart as a juggler sees it: an arc from each second row q to the first row of the loser (p, q, 120).
"""

from pathlib import Path

from zchomp import Chart, ordinals

__all__ = ["BALLS", "BITES", "ROWS", "blocks", "drawing", "juggling", "main"]

ROWS = (9, 7, 4)
BITES = ((1, 8), (2, 6), (3, 3))
"""Row and column of each winning move."""

WIDTH, HEIGHT = 640, 300
LEFT, TOP, STEP, SIZE = 52, 84, 46, 43
CARD, INK, SOFT = "#fbf3e6", "#3a2417", "#7a5c45"
BROWN, LIGHT, DARK = "#7b4a2b", "#96613d", "#5b331b"
GREEN, PALE, RED = "#2f7d4f", "#e3f1df", "#b3261e"


def drawing() -> str:
    """The picture as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' role="img" aria-labelledby="title">',
        '<title id="title">The bar (9, 7, 4) with the poison and the three winning bites</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{CARD}"/>',
        '<g font-family="Helvetica, Arial, sans-serif">',
        _text(LEFT, 38, "(9, 7, 4): three bites win, and leave a loser", 18, INK, weight="bold"),
    ]
    parts += [_text(_x(column) + SIZE / 2, TOP - 10, str(column), 13, SOFT, "middle") for column in range(1, 10)]
    parts += [_text(LEFT - 14, _y(row) + 27, str(row), 13, SOFT, "middle") for row in range(1, len(ROWS) + 1)]
    bitten = {
        (row, column): (row, column) == bite
        for bite in BITES
        for row in range(bite[0], len(ROWS) + 1)
        for column in range(bite[1], ROWS[row - 1] + 1)
    }
    for row, length in enumerate(ROWS, start=1):
        for column in range(1, length + 1):
            if (row, column) in bitten:
                parts += _bitten(row, column, picked=bitten[row, column])
            else:
                parts += _chocolate(row, column)
    for row, column in BITES:
        left = ", ".join(
            str(length if below < row else min(length, column - 1)) for below, length in enumerate(ROWS, 1)
        )
        parts.append(_text(_x(10) + 8, _y(row) + 27, f"leaves ({left})", 15, GREEN))
    parts += [*_poison(), *_legend(), "</g>", "</svg>"]
    return "\n".join(parts) + "\n"


BLOCKS = ((1, 12), (2, 7))
"""The blocks of the chart that are drawn, each with its number of columns."""

LAST = 13
"""The largest number of a third row in the first block."""

CELL, GAP, MARGIN = 31, 26, 56
WANDERS, STEADY, FADED = "#e9d3b4", "#c99a6b", "#f3e8d6"


def blocks() -> str:
    """The chart of the first two blocks as SVG."""
    first = ordinals.block_chart(LAST)
    assert isinstance(first, ordinals.BlockChart)  # noqa: S101 - the shipped certificate has these slices
    thirds = [third for third, _ in first.rows]
    left = [MARGIN + sum(CELL * n + GAP for _, n in BLOCKS[:i]) for i in range(len(BLOCKS))]
    width, top = left[-1] + CELL * BLOCKS[-1][1] + 24, 62
    height = top + CELL * len(thirds) + 84
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" aria-labelledby="blocks">',
        '<title id="blocks">The chart of three rows, second rows from ω to ω·2+6</title>',
        f'<rect width="{width}" height="{height}" rx="14" fill="{CARD}"/>',
        '<g font-family="Helvetica, Arial, sans-serif">',
        _text(24, 36, "The p for which (ω·k + p, ω·k + m, c) is a loser", 17, INK, weight="bold"),
    ]
    bottom = top + CELL * len(thirds)
    for row, third in enumerate(thirds):
        y = bottom - CELL * (row + 1)
        parts.append(_text(MARGIN - 12, y + 20, str(third), 13, SOFT, "end"))
        found = ordinals.slice_of_ordinals(third)
        assert isinstance(found, ordinals.OrdinalSlice)  # noqa: S101
        for x, (k, columns) in zip(left, BLOCKS, strict=True):
            block = next((block for block in found.blocks if block.k == k), None)
            parts += _line(x, y, block, columns)
    for x, (k, columns) in zip(left, BLOCKS, strict=True):
        omega = "ω" if k == 1 else f"ω·{k}"
        for m in range(columns):
            parts.append(_text(x + CELL * m + 14, bottom + 18, str(m), 12, SOFT, "middle"))
        parts.append(_text(x + CELL * columns / 2, bottom + 38, f"second row {omega} + m", 13, INK, "middle"))
    parts.append(_text(MARGIN - 12, top - 8, "c", 13, INK, "end"))
    y = bottom + 66
    for x, fill, words in ((24, GREEN, "the row ends"), (170, STEADY, "p − m is constant"), (340, WANDERS, "before")):
        parts += [_square(x, y - 13, 16, f'fill="{fill}"'), _text(x + 24, y, words, 14, INK)]
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


ROW, LAST_THROW, BALLS, PERIODIC = 120, 225, 71, 170
"""The row that is drawn, its last column, one more than its number of finite rows below, where its period begins."""

PITCH, GROUND = 3.5, 202


def juggling() -> str:
    """Row 120 of the chart as a juggling pattern, as SVG."""
    chart = Chart()
    throws = {q: chart[q, ROW] for q in range(ROW, LAST_THROW + 1)}
    left, width, height = 30, 740, 272

    def x(column: int) -> float:
        return left + PITCH * (column - ROW)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" aria-labelledby="juggling">',
        '<title id="juggling">Row 120 as a juggling pattern: throws over 72 and 70 columns in turn, 71 balls</title>',
        f'<rect width="{width}" height="{height}" rx="14" fill="{CARD}"/>',
        '<g font-family="Helvetica, Arial, sans-serif">',
        _text(
            left, 36, f"Row {ROW}: a ball is thrown from q to p for each loser (p, q, {ROW})", 17, INK, weight="bold"
        ),
    ]
    for q, p in throws.items():
        assert isinstance(p, int)  # noqa: S101 - the shipped certificate has this row
        colour, opacity = (SOFT, 0.4) if q < PERIODIC else (GREEN if p - q > BALLS else BROWN, 0.7)
        if x(p) < width - 12:
            arc = f"M{x(q):g} {GROUND}A{(x(p) - x(q)) / 2:g} {1.7 * (p - q):g} 0 0 1 {x(p):g} {GROUND}"
            parts.append(f'<path d="{arc}" fill="none" stroke="{colour}" stroke-opacity="{opacity}"/>')
    parts.append(f'<path d="M{left} {GROUND}H{width - 24}" stroke="{INK}" stroke-width="1.5"/>')
    parts += [_text(x(q), GROUND + 18, str(q), 12, SOFT, "middle") for q in range(ROW, 320, 25)]
    y = height - 20
    for place, colour, words in (
        (left, SOFT, "irregular, before q = 170"),
        (left + 220, GREEN, "p − q = 72, q even"),
        (left + 400, BROWN, "p − q = 70, q odd: 71 balls"),
    ):
        parts += [_square(place, y - 12, 14, f'fill="{colour}"'), _text(place + 22, y, words, 14, INK)]
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _line(x: float, y: float, block: ordinals.Block | None, columns: int) -> list[str]:
    """The cells of a third row in a block."""
    parts = []
    for m in range(columns):
        last = len(block.firsts) - 1 if block else -1
        is_past = block is None or (m > last and not block.goes_on)
        fill, ink, p = FADED, SOFT, ""
        if block is not None and not is_past:
            p = str(block.firsts[m] if m <= last else block.firsts[-1] + m - last)
            fill = GREEN if m == last and not block.goes_on else STEADY if m >= last else WANDERS
            ink = CARD if fill == GREEN else INK
        parts.append(_square(x + CELL * m, y, CELL - 3, f'fill="{fill}"'))
        if p:
            parts.append(_text(x + CELL * m + 14, y + 19, p, 13, ink, "middle"))
    return parts


def _x(column: int) -> int:
    return LEFT + (column - 1) * STEP


def _y(row: int) -> int:
    return TOP + (row - 1) * STEP


def _text(x: float, y: float, words: str, size: int, fill: str, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
        f' fill="{fill}">{words}</text>'
    )


def _square(x: float, y: float, size: float, style: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" rx="5" {style}/>'


def _chocolate(row: int, column: int) -> list[str]:
    x, y = _x(column), _y(row)
    return [
        _square(x, y, SIZE, f'fill="{DARK}"'),
        _square(x, y, SIZE - 3, f'fill="{BROWN}"'),
        _square(x + 7, y + 7, SIZE - 17, f'fill="{LIGHT}"'),
    ]


def _bitten(row: int, column: int, picked: bool) -> list[str]:
    x, y = _x(column), _y(row)
    style = f'fill="{PALE}" stroke="{GREEN}" stroke-width="2" stroke-dasharray="5 3"'
    parts = [_square(x + 1, y + 1, SIZE - 3, style)]
    if picked:
        parts.append(f'<circle cx="{x + SIZE / 2 - 0.5:g}" cy="{y + SIZE / 2 - 0.5:g}" r="8" fill="{GREEN}"/>')
    return parts


def _poison() -> list[str]:
    x, y = _x(1), _y(1)
    cross = f'stroke="{RED}" stroke-width="5" stroke-linecap="round"'
    return [
        _square(x + 7, y + 7, SIZE - 17, f'fill="{CARD}"'),
        f'<path d="M{x + 13} {y + 13}L{x + 27} {y + 27}M{x + 27} {y + 13}L{x + 13} {y + 27}" {cross}/>',
    ]


def _legend() -> list[str]:
    y = TOP + len(ROWS) * STEP + 32
    cross = f'stroke="{RED}" stroke-width="4" stroke-linecap="round"'
    dashed = f'fill="{PALE}" stroke="{GREEN}" stroke-width="2" stroke-dasharray="4 2"'
    return [
        f'<path d="M{LEFT + 2} {y - 11}l12 12m0 -12l-12 12" {cross}/>',
        _text(LEFT + 26, y, "the poison: whoever has to take it loses", 15, INK),
        f'<circle cx="{LEFT + 8}" cy="{y + 21}" r="7" fill="{GREEN}"/>',
        _text(LEFT + 26, y + 26, "a winning move, at this square", 15, INK),
        _square(LEFT + 298, y + 13, 16, dashed),
        _text(LEFT + 322, y + 26, "what it bites off", 15, INK),
    ]


def main() -> None:
    """Write the pictures."""
    Path(__file__).with_name("chomp.svg").write_text(drawing(), encoding="utf-8")
    Path(__file__).with_name("blocks.svg").write_text(blocks(), encoding="utf-8")
    Path(__file__).with_name("juggling.svg").write_text(juggling(), encoding="utf-8")


if __name__ == "__main__":
    main()
