"""The help: the order of all commands, and two examples of each.

The examples run in this order in one folder: `verify` checks the certificate that `prove` wrote.
"""

from collections.abc import Callable

import click

__all__ = [
    "MEANT",
    "MEANT_NUMBERS",
    "MEANT_OPTIONS",
    "SECTIONS",
    "first_example",
    "place_of",
    "section_of",
    "write_examples",
]

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "Ask": {
        "zchomp solve": ("9,7,4", "5,4,3 + 3,2"),
        "zchomp losers": ("5", "--tail 4,2"),
        "zchomp winners": ("1", "--tail 2,1"),
        "zchomp grundy": ("2 --nim 4", "3x6"),
        "zchomp height": ("5,3,2", "100,60,2"),
        "zchomp openings": ("6x13 --several", "3x4 --count"),
        "zchomp play": ("3x7", "5,4,3 --first computer"),
    },
    "Prove and verify": {
        "zchomp prove": ("--upto 115", "--rows 4 --upto 5 --out four-rows.jsonl"),
        "zchomp verify": ("chomp-3rows-115.jsonl", "--expect rows=3,upto=115 chomp-3rows-115.jsonl"),
        "zchomp library": ("", "--json"),
        "zchomp doctor": ("", "--json"),
    },
    "Explore": {
        "zchomp chart": ("24", "--rows 114:122 --columns 165:180"),
        "zchomp ptable": ("26", "8 --csv"),
        "zchomp sequence": ("A029900 --terms 50", "--list"),
        "zchomp stats": ("--below 500", "--below 500 --csv"),
        "zchomp census": ("--upto 1000", "--upto 500 --json"),
        "zchomp plot": ("row 120", "bar 9,7,4 --out bar.svg"),
        "zchomp graph": ("3,2,1", "3,2,1 --out graph.dot"),
        "zchomp export": ("losers 115 --csv --out losers.csv", "census chomp-3rows-115.jsonl --csv"),
        "zchomp web": ("--port 0 --no-browser", "--out page"),
    },
    "Explain": {
        "zchomp theorem": ("5", "--upto 3 --latex"),
        "zchomp conjectures": ("4", "--tail 2,1"),
        "zchomp genfun": ("5", "5 --latex"),
        "zchomp cite": ("", "--json"),
    },
    "Other games": {
        "zchomp poset": ("divisors 432", "platonic cube"),
        "zchomp grow": ("arms 2,1", "order 'd1 < c2' --nim 5"),
    },
    "Pictures": {
        "zchomp plot chart": ("", "--upto 100 --out chart.pdf"),
        "zchomp plot diagonal": ("", "--upto 500 --out diagonal.svg"),
        "zchomp plot row": ("120", "5 --out row.pdf"),
        "zchomp plot periods": ("--upto 500", "--upto 500 --out periods.svg"),
        "zchomp plot bar": ("9,7,4", "3x7 --out bar.pdf"),
        "zchomp plot grundy": ("3x40", "2x60 --out nim-values.pdf"),
    },
    "Posets": {
        "zchomp poset bar": ("8x10", "5,4,3 --show"),
        "zchomp poset chains": ("2x2x4", "2x2x4 --after 1,1,1"),
        "zchomp poset divisors": ("432", "432 --nim --show"),
        "zchomp poset boolean": ("4", "4 --show"),
        "zchomp poset subsets": ("6 --upto 2", "5 --upto 2 --show"),
        "zchomp poset graph": ("path 7", "K5 --plot k5.svg"),
        "zchomp poset platonic": ("dodecahedron --after body", "cube --proof cube.jsonl"),
        "zchomp poset projective": ("2", "2 --proof plane.jsonl"),
        "zchomp poset file": ("poset.json", "poset.json --json"),
        "zchomp poset play": ("cube.jsonl", "plane.jsonl --first computer"),
    },
    "Growing orders": {
        "zchomp grow bar": ("3 --upto 5", "3 --heap 2"),
        "zchomp grow heap": ("2,1", "3 --nim 2"),
        "zchomp grow arms": ("2,1", "2x2 --out arms.jsonl"),
        "zchomp grow box": ("2x2 --height 3", "2x3 --height 1 --column 0,1"),
        "zchomp grow order": ("'x < y, x < c3, d2 < x, d[i-1] < c[i]'", "'d1 < c2' --nim 5"),
        "zchomp grow file": ("order.json", "order.json --json"),
    },
    "Commands": {
        "zchomp library add": ("four-rows.jsonl", "--keep chomp-3rows-115.jsonl"),
        "zchomp library export": ("--upto 115", "--rows 4 --upto 5 --out again.jsonl"),
        "zchomp library check": ("", "--library library.sqlite3"),
        "zchomp library remove": ("--upto 115", "--rows 4 --upto 5"),
    },
}
"""The examples of each command, without its name, by the sections of the help."""

MEANT = {
    "bibtex": "cite",
    "check": "verify",
    "citation": "cite",
    "move": "solve",
    "moves": "solve",
    "nim": "solve",
    "nim-value": "solve",
    "nimber": "solve",
    "period": "theorem",
    "periods": "theorem",
    "proof": "theorem",
    "proposition": "theorem",
    "row": "plot row",
    "table": "chart",
    "value": "solve",
    "version": "--version",
    "who": "solve",
    "winner": "winners",
}
"""The commands that other words probably mean."""

MEANT_NUMBERS = {"zchomp plot": "row", "zchomp poset": "divisors"}
"""The command that a bare number means in each group. A position means a bar."""

MEANT_OPTIONS = {"--below": "--upto", "--upto": "--below"}
"""Options of other commands with much the same meaning: --upto N includes N, and --below N does not."""

_PLACES = {name: (title, number) for title, names in SECTIONS.items() for number, name in enumerate(names)}


def section_of(path: str) -> str:
    """The title of the section in which the help lists a command, given by its full name."""
    return _PLACES[path][0]


def place_of(group: str) -> Callable[[str], tuple[int, int]]:
    """A key that sorts the commands of a group by sections."""
    titles = list(SECTIONS)

    def place(name: str) -> tuple[int, int]:
        title, number = _PLACES[f"{group} {name}"]
        return titles.index(title), number

    return place


def first_example(path: str) -> str:
    """The first example of a command's help.

    >>> first_example("zchomp prove")
    'zchomp prove --upto 115'
    """
    return f"{path} {SECTIONS[section_of(path)][path][0]}".rstrip()


def write_examples(ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the examples of a command as the last section of its help."""
    path = ctx.command_path
    if path in _PLACES:
        with formatter.section("Examples"):
            for example in SECTIONS[section_of(path)][path]:
                formatter.write(f"  {path} {example}".rstrip() + "\n")
