"""Generating functions of a slice: the identity that proves it, and the conjectures that lead to it.

Words about generating functions: the identity that proves a slice, and the life of every conjecture about it.

Polynomials are not written by the printers of sympy: a series is read from its smallest power on, in text with ^ and
in LaTeX alike, and sympy would first build an expression for every term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from typing import TypeVar

from zchomp.bars.conjectures import Conjecture, SearchHistory, search
from zchomp.bars.coverage import Coverage, KnownSlices, PositionFamily, Proved, cover, decide, given_families
from zchomp.bars.knowledge import knowledge
from zchomp.bars.prover import genfun_work
from zchomp.bars.results import Claim
from zchomp.bars.slices import Slice, SliceLike, SymbolicLoser, bottom_of, symbolic_losers
from zchomp.bars.words import brackets_text, rows_text
from zchomp.core import limits
from zchomp.core.answers import Source
from zchomp.core.documents import Data, latex_lines, sources_data
from zchomp.core.effort import seconds_for, too_much
from zchomp.core.numbers import counted
from zchomp.core.session import current, question, refuse_if
from zchomp.core.showing import headed, shows

Made = TypeVar("Made", bound=SearchHistory | Coverage)


@question
def conjectures(slice_: SliceLike, /) -> SearchHistory:
    """Trace how the losers of a slice are found, conjectured and proved.

    >>> [(c.start, c.step, c.b, c.fate) for c in conjectures(4).conjectures]
    [(0, 1, 4, 'retracted')]
    """
    return _made(search, slice_)


@question
def generating_functions(slice_: SliceLike, /) -> Coverage:
    """Find the generating functions of a slice, and the identity that proves it.

    The identity is P + N - 1/((1-x)(1-y)) = U + V/(1 - x^M). ``expression()`` makes a sympy expression of each of them.

    >>> functions = generating_functions(2)
    >>> functions.losers.expression(), functions.difference.tight().expression()
    (y**2/(1 - x), y/(1 - x))
    """
    return _made(lambda slice_, known: cover(slice_, known[slice_], given_families(slice_, known)), slice_)


def _made(make: Callable[[Slice, KnownSlices], Made], like: SliceLike) -> Made:
    """Compute something from a slice and all slices that it depends on, if generating functions are quick enough."""
    slice_, session = Slice.of(like), current()
    work = genfun_work(Claim(rows=len(slice_.tail) + 2, nim=slice_.nim, upto=slice_.width if slice_.tail else 0))
    what = f"a proof of the {slice_} by generating functions"
    refuse_if(too_much(what, "a smaller third row", seconds_for(work, limits.GENFUN_PACE), session.effort))
    session.use(Source.GENFUN)
    known = knowledge().sequences(slice_)
    return replace(make(slice_, known), sources=session.used)


Polynomial = Mapping[tuple[int, int], int]

SHORT_NAME = 5
"""Names up to this length are aligned in a column. The left side of the identity is longer."""

WORDS = {
    "above": "biting the first row leads to a loser",
    "own": "biting the second row leads to a loser",
    "end": "biting the first row together with the second leads to a loser",
    "below": "biting a row from the third on leads to a loser",
    "corner": "biting the second row together with the third leads to a loser",
    "lower": "the position has a smaller nim-value",
}

LONGEST = 40
"""The longest polynomial in LaTeX, in characters, that is put into a fraction, where its lines cannot be broken."""

RULE = (
    "Positions are visited by number of squares. The first from which no move leads to a known loser is the next loser."
)


def polynomial_text(poly: Polynomial, latex: bool = False) -> str:
    """A polynomial by ascending powers of x, then of y.

    >>> polynomial_text({(0, 5): 1, (1, 3): 2, (0, 0): -1})
    '-1 + y^5 + 2*x*y^3'
    >>> polynomial_text({(12, 1): -3}, latex=True)
    '-3x^{12}y'
    """
    text = ""
    for (a, b), n in sorted(poly.items()):
        sign = (" - " if text else "-") if n < 0 else (" + " if text else "")
        powers = [_power(letter, exponent, latex) for letter, exponent in (("x", a), ("y", b)) if exponent]
        factors = [str(abs(n)), *powers] if abs(n) != 1 or not powers else powers
        text += sign + ("" if latex else "*").join(factors)
    return text or "0"


def family_text(family: PositionFamily, latex: bool = False) -> str:
    """A family as a rational function.

    >>> from zchomp.bars.coverage import family_of_losers
    >>> from zchomp.bars.periodic import Periodic
    >>> family_text(family_of_losers("losers", Periodic((5, 3), (4,))))
    'y^5 + x*y^3 + x^2*y^4/(1 - x)'
    """
    below = _one_minus(family.modulus, latex)
    head, repeat = polynomial_text(family.head, latex), polynomial_text(family.repeat, latex)
    parts = [head] if family.head else []
    if family.repeat:
        parts.append(_fraction(repeat, len(family.repeat), below, latex))
    total = " + ".join(parts) or "0"
    if not family.fills:
        return total
    if not family.head:
        return _fraction(repeat, len(family.repeat), f"({below})(1 - y)" if latex else f"({below})*(1 - y)", latex)
    return _fraction(total, len(family.head) + len(family.repeat), "1 - y", latex)


@shows(Coverage)
def identity_text(coverage: Coverage, latex: bool = False) -> str:
    """P, N and the identity that proves a slice, with the polynomials in full."""
    lines = [*_lines(coverage, latex)]
    if latex:
        shown = []
        for name, value, comment in lines:
            shown.append(latex_lines(f"{name} &= {value}" if len(name) < SHORT_NAME else f"&{name} = {value}"))
            shown += [rf"&\quad\text{{({comment})}}"] * bool(comment)
        body = " \\\\\n".join(shown)
        return f"{{\\allowdisplaybreaks\n\\begin{{align*}}\n{body}\n\\end{{align*}}}}"
    width = max(len(name) for name, _, _ in lines if len(name) < SHORT_NAME)
    shown = []
    for name, value, comment in lines:
        shown.append(f"{name:<{width}} = {value}")
        if comment:
            shown.append(f"{'':<{width}}   ({comment})")
    verdict = "Proved: no coefficient of U and V is negative, and those at the losers are 0."
    if not isinstance(decide(coverage), Proved):
        verdict = "Not proved."
    position = f"[{', '.join(map(str, bottom_of(coverage.slice)))}, a, b]"
    headline = f"{str(coverage.slice).capitalize()}: x^a y^b stands for the position {position}"
    implied = ", ".join(name for name, _, _ in lines if name.startswith("N"))
    names = f"P: the losers; {implied}: the winners, by the bite that leads to a loser."
    return headed(headline, *_meaning(coverage.slice), names, *shown, verdict)


shows(Coverage, "latex")(lambda coverage: identity_text(coverage, latex=True))


@shows(Coverage, "json")
def identity_data(coverage: Coverage) -> Data:
    """The same as data: polynomials as lists of [a, b, coefficient]."""
    families = (coverage.losers, *coverage.winners)
    difference = coverage.difference.tight()
    return {
        "tail": list(coverage.slice.tail),
        "nim": coverage.slice.nim,
        "families": [
            {
                "name": family.name,
                "terms": _terms(family.head),
                "repeat": _terms(family.repeat),
                "modulus": family.modulus,
                "fills": family.fills,
            }
            for family in families
        ],
        "U": _terms(difference.head),
        "V": _terms(difference.repeat),
        "modulus": difference.modulus,
        "proved": isinstance(decide(coverage), Proved),
        "sources": sources_data(coverage.sources),
    }


@shows(SearchHistory)
def history_text(history: SearchHistory) -> str:
    """The life of every conjecture about a slice, in the order in which things happened."""
    slice_ = history.slice
    numbers = {id(conjecture): number for number, conjecture in enumerate(history.conjectures, start=1)}
    lines = [f"{str(slice_).capitalize()}: how its losers are found and proved", *_meaning(slice_), RULE]
    if not history.losers:
        lines.append("  There is none: from every position a move leads to a loser of a smaller slice.")
    for count, (a, b) in enumerate(history.losers, start=1):
        position = slice_.position(a, b)
        lines.append(f"  {count:>3}. {brackets_text(position)} = {rows_text(position)}, squares: {position.squares()}")
        for conjecture in history.conjectures:
            if conjecture.made == count:
                seen = ", ".join(brackets_text(slice_.position(column, conjecture.b)) for column in conjecture.evidence)
                family = SymbolicLoser(bottom_of(slice_), conjecture.start, conjecture.step, conjecture.b).text("a")
                lines.append(f"       conjecture {numbers[id(conjecture)]}: {family} for all a >= 0, because of {seen}")
        lines += [
            f"       conjecture {numbers[id(conjecture)]} is {_fate(conjecture)}"
            for conjecture in history.conjectures
            if conjecture.ended == count
        ]
    families = symbolic_losers(slice_, history.claim())
    losers = ", ".join(loser.text("a") for loser in families)
    result = f"The losers are {losers}." if losers else "There are no losers."
    checks = counted(history.checks, "coverage check")
    return headed(*lines, f"Proved after {checks}. {result}")


@shows(SearchHistory, "json")
def history_data(history: SearchHistory) -> Data:
    """The same as data."""
    return {
        "tail": list(history.slice.tail),
        "nim": history.slice.nim,
        "losers": [list(history.slice.position(a, b).rows) for a, b in history.losers],
        "conjectures": [asdict(conjecture) for conjecture in history.conjectures],
        "checks": history.checks,
        "head": list(history.claim().head),
        "period": list(history.claim().period),
        "sources": sources_data(history.sources),
    }


def _meaning(slice_: Slice) -> list[str]:
    """What the words mean for a nim-value above 0."""
    said = f"Here a loser is a position of nim-value {slice_.nim}, and a winner any other; those of smaller nim-values"
    return [f"{said} are known."] if slice_.nim else []


def _fate(conjecture: Conjecture) -> str:
    return f"{conjecture.fate}: {conjecture.because}"


def _lines(coverage: Coverage, latex: bool) -> Iterable[tuple[str, str, str]]:
    """Names, values and comments of everything that is shown."""
    winners = [family for family in coverage.winners if family.head or family.repeat]
    names = [f"N_{number}" if latex else f"N{number}" for number in range(1, len(winners) + 1)]
    yield "P", family_text(coverage.losers, latex), ""
    for name, family in zip(names, winners, strict=True):
        yield name, family_text(family, latex), WORDS[family.name]
    difference = coverage.difference.tight()
    one = "" if coverage.slice.tail else " + 1"
    everything = r"\frac{1}{(1 - x)(1 - y)}" if latex else "1/((1 - x)*(1 - y))"
    quotient = _fraction("V", 1, _one_minus(difference.modulus, latex), latex)
    yield f"P + {' + '.join(names)} - {everything}{one}", f"U + {quotient}", ""
    yield "U", polynomial_text(difference.head, latex), ""
    yield "V", polynomial_text(difference.repeat, latex), ""


def _power(letter: str, exponent: int, latex: bool) -> str:
    if exponent == 1:
        return letter
    return f"{letter}^{{{exponent}}}" if latex else f"{letter}^{exponent}"


def _one_minus(modulus: int, latex: bool) -> str:
    return f"1 - {_power('x', modulus, latex)}"


def _fraction(above: str, terms: int, below: str, latex: bool) -> str:
    if latex:
        return f"\\frac{{{above}}}{{{below}}}" if len(above) <= LONGEST else rf"\bigl({above}\bigr)/({below})"
    return f"({above})/({below})" if terms > 1 else f"{above}/({below})"


def _terms(poly: Polynomial) -> list[tuple[int, int, int]]:
    return [(a, b, int(n)) for (a, b), n in sorted(poly.items())]
