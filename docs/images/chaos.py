"""Draw chaos.svg: `python docs/images/chaos.py` writes it anew, and a test compares the bytes.

Two chains that touch in one place, d1 < c2: for each nim-value, n − m in rows m of one period.
"""

from pathlib import Path

from zchomp.growing.families import from_relations
from zchomp.growing.recurrence import GrowingSlice, prove_slices

__all__ = ["VALUES", "drawing", "main"]

VALUES = (4, 5, 6)
"""The nim-values that are drawn: their periods are 9, 36 and 144."""

WIDTH, STRIP, LEFT, TOP = 720, 100, 60, 56
CARD, INK, SOFT, MARK = "#fbf3e6", "#3a2417", "#7a5c45", "#2f7d4f"


def drawing() -> str:
    """The picture as SVG."""
    slices = [
        slice_
        for slice_ in prove_slices(from_relations("d1 < c2").order, VALUES[-1])
        if isinstance(slice_, GrowingSlice)
    ]
    height = TOP + STRIP * len(VALUES) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        ' role="img" aria-labelledby="title">',
        '<title id="title">n − m in the rows of one period, for three nim-values of the order d1 &lt; c2</title>',
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{CARD}"/>',
        '<g font-family="Helvetica, Arial, sans-serif">',
        _text(LEFT, 32, "d1 &lt; c2: n − m in one period", 18, INK),
    ]
    for place, slice_ in enumerate(slices[nim] for nim in VALUES):
        parts += _strip(TOP + place * STRIP, slice_)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _strip(top: int, slice_: GrowingSlice) -> list[str]:
    """The rows of one period, from left to right, each as a small bar up or down from zero."""
    size = (WIDTH - 2 * LEFT) / len(slice_.period)
    zero = top + 64
    parts = [
        _text(LEFT, top + 12, f"nim-value {slice_.nim}, period {len(slice_.period)}", 14, SOFT),
        f'<path d="M{LEFT} {zero}H{WIDTH - LEFT}" stroke="{SOFT}" stroke-width="1"/>',
    ]
    for place, difference in enumerate(slice_.period):
        x, y = LEFT + place * size, zero - 10 * max(0, difference)
        high = max(1, 10 * abs(difference))
        parts.append(f'<rect x="{x:.2f}" y="{y}" width="{0.8 * size:.2f}" height="{high}" fill="{MARK}"/>')
    return parts


def _text(x: float, y: float, words: str, size: int, fill: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}">{words}</text>'


def main() -> None:
    """Write the picture."""
    Path(__file__).with_name("chaos.svg").write_text(drawing(), encoding="utf-8")


if __name__ == "__main__":
    main()
