"""zchomp: a proof engine for the game of Chomp.

>>> import zchomp
>>> print(zchomp.outcome("(20068,20000,115)").value)
loser
>>> zchomp.prove(upto=5)[5].sequence
Periodic(head=(5, 3), period=(4,))

Ask about a position
    solve(what)                 who wins, all winning moves, and the reason; game(what) is a board to play on
    nim_value(position)         its nim-value; solve_sum for several bars played at once
    openings(rows, columns)     the winning first moves of every bar up to this size

List and explore
    losers(third)               all losers with a third row; losers(upto=third) for all third rows up to this one
    winners(third)              all winners with their winning moves, in the same way
    chart(n)                    the table of all losers of three rows
    sequence("A029900")         sequences of the OEIS; also census, survey and height

Prove and check
    prove(upto)                 all losers with third row at most upto, proved
    certify(claim, path)        the same, written to a certificate and verified
    verify(path)                check a certificate

Also: plot_bar, plot_chart, plot_row and others draw, tabulate makes data frames, proposition writes theorems,
zchomp.ordinals has infinite rows, zchomp.solid has solid bars, zchomp.posets plays on other partial orders, and
zchomp.growing proves the losers of orders with two growing chains. dir(zchomp) lists every name, and
help(zchomp.solve) explains one.

A position is a Position, text like "9,7,4", "[4,3,2]" or "3x5", or a tuple of rows like (9, 7, 4). A slice is a
Slice, a third row like 5, or a tuple of the rows from the third on like (4, 2). If zchomp cannot decide, it returns
Unknown with the reason. Functions may be called from several threads, but a Chart or a game belongs to one thread.
Names are imported when they are first used, and so are large libraries: sympy, networkx, numba, matplotlib.
"""

import re
import sys
from importlib import import_module
from pathlib import Path

from zchomp.errors import MissingExtra
from zchomp.version import VERSION

__all__ = [
    "certify",
    "chart",
    "losers",
    "nim_value",
    "openings",
    "prove",
    "sequence",
    "solve",
    "verify",
    "winners",
]

__version__ = VERSION

_MODULES: dict[str, str] = {
    name: module
    for module, name in re.findall(
        r"^from (\S+) import (\w+) as", Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"), re.MULTILINE
    )
}
"""The module of each public name, read from the stub, which type checkers also read.

The package lazy-loader reads a stub in the same way, but importing it would import modules that are not needed here.
"""


def __getattr__(name: str) -> object:
    """Import a name when it is first used. One that needs a missing extra is not there, and the error names the extra.

    So `help`, `hasattr` and completion, which look at every name of `dir`, work without any extra.
    """
    if name not in _MODULES:
        raise AttributeError(f"module 'zchomp' has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    is_module = _MODULES[name] == "."
    try:
        module = import_module(f".{name}" if is_module else _MODULES[name], __name__)
    except MissingExtra as missing:
        problem = f"zchomp.{name} is not available: {missing}"
        raise AttributeError(problem, name=name, obj=sys.modules[__name__]) from None
    found = module if is_module else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *_MODULES})
