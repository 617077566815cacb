"""Draw chomp.svg: `python docs/images/make.py` writes it anew, and a test compares the bytes.

The bar (9, 7, 4), the poison, and its three winning bites. That these are all of them is tested too.
"""

from pathlib import Path

__all__ = ["BITES", "ROWS", "drawing", "main"]

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
    """Write the picture."""
    Path(__file__).with_name("chomp.svg").write_text(drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()
