"""Draw which Coq files need which, as SVG: the site has the picture, and `python docs/_ext/picture.py` prints it.

A file is one step to the right of the last of those that it needs. Each folder has its own band.
"""

import sys

from statements import needs

__all__ = ["arrows", "drawing", "places"]

STEP, LINE, WIDE, HIGH = 142, 30, 122, 20
LEFT, TOP, GAP = 16, 20, 26
CARD, INK, SOFT, BROWN = "#fbf3e6", "#3a2417", "#7a5c45", "#96613d"


def arrows(required: dict[str, list[str]]) -> list[tuple[str, str]]:
    """From each file to those that need it, without arrows that follow from others."""
    above: dict[str, set[str]] = {}

    def all_needs(name: str) -> set[str]:
        if name not in above:
            above[name] = set(required[name]).union(*(all_needs(other) for other in required[name]))
        return above[name]

    return [
        (other, name)
        for name, direct in required.items()
        for other in sorted(set(direct))
        if not any(other in all_needs(third) for third in direct)
    ]


def places(required: dict[str, list[str]]) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
    """The corner of each file, and the first and last height of each folder."""
    depth: dict[str, int] = {}

    def deep(name: str) -> int:
        if name not in depth:
            depth[name] = 1 + max(map(deep, required[name]), default=-1)
        return depth[name]

    corners, bands = {}, {}
    top = TOP
    for folder in dict.fromkeys(name.partition("/")[0] for name in required):
        files = [name for name in required if name.startswith(f"{folder}/")]
        used: dict[int, int] = {}
        for name in files:
            row = used.get(deep(name), 0)
            used[deep(name)] = row + 1
            corners[name] = (LEFT + deep(name) * STEP, top + GAP + row * LINE)
        bottom = top + GAP + max(used.values()) * LINE
        bands[folder] = (top, bottom)
        top = bottom + 8
    return corners, bands


def drawing() -> str:
    """The picture as SVG."""
    required = needs()
    corners, bands = places(required)
    width = max(x for x, _ in corners.values()) + WIDE + LEFT
    height = max(bottom for _, bottom in bands.values()) + TOP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="100%"'
        ' role="img" aria-labelledby="proofs-title" font-family="sans-serif">',
        '<title id="proofs-title">The files of the proofs in Coq, and which of them need which</title>',
        f'<rect width="{width}" height="{height}" fill="{CARD}"/>',
    ]
    for folder, (first, last) in bands.items():
        parts += [
            f'<rect x="4" y="{first}" width="{width - 8}" height="{last - first}" rx="6" fill="none" stroke="{SOFT}"'
            ' stroke-opacity="0.4"/>',
            f'<text x="{LEFT}" y="{first + 17}" font-size="13" font-weight="bold" fill="{SOFT}">{folder}</text>',
        ]
    for source, target in arrows(required):
        (x, y), (u, v) = corners[source], corners[target]
        x, y, v = x + WIDE, y + HIGH // 2, v + HIGH // 2
        parts.append(
            f'<path d="M{x} {y} C{x + 40} {y} {u - 40} {v} {u} {v}" fill="none" stroke="{BROWN}" stroke-opacity="0.6"/>'
        )
    for name, (x, y) in corners.items():
        stem = name.partition("/")[2].removesuffix(".v")
        parts += [
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4" fill="#fff" stroke="{INK}"/>',
            f'<text x="{x + WIDE // 2}" y="{y + 14}" font-size="10.5" text-anchor="middle" fill="{INK}">{stem}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    sys.stdout.write(drawing())
