"""Provenance: without a named source an answer changes, or names others. Without any other source nothing changes.

Questions of all kinds are asked in a session with every source, and then in sessions without one of them. Sentences
about sources are compared with the answers in a session that has these sources only.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.proof.shelves import filled
from tests.support import alone
from zchomp import ordinals, posets, solid
from zchomp.bars.game import BarGame, SumGame
from zchomp.bars.generating_functions import generating_functions
from zchomp.bars.heights import height
from zchomp.bars.listings import grundy, losers, nim_values, ptable
from zchomp.bars.position import Position
from zchomp.bars.propositions import proposition
from zchomp.bars.results import Claim, Proof
from zchomp.bars.solution import BarAnswer
from zchomp.bars.solving import solve
from zchomp.bars.sums import Bars, SumAnswer, solve_sum
from zchomp.bars.winners import winners, winners_data
from zchomp.bars.words import height_data, height_text, positions_data
from zchomp.charts.chart import chart, chart_data
from zchomp.core.answers import Source, Unknown
from zchomp.core.game import AnyGame, Event, Match
from zchomp.core.session import Session
from zchomp.ordinals.chart import slice_of_ordinals
from zchomp.ordinals.words import ordinal_slice_data
from zchomp.posets.families import bar as poset_of_bar
from zchomp.posets.words import poset_data, poset_text
from zchomp.proof.format import read_certificate, shipped_certificate
from zchomp.proof.library import Library

SWITCHED = (Source.CERTIFICATE, Source.LIBRARY, Source.THEOREM, Source.RECURRENCE, Source.GENFUN, Source.SEARCH)
"""The sources that are taken away, one after another."""

KEPT = (Claim(rows=4, nim=0, upto=1), Claim(rows=3, nim=0, upto=150), Claim(rows=3, nim=2, upto=4))
"""The claims in the library."""

SLICES = {Source.CERTIFICATE, Source.LIBRARY, Source.RECURRENCE}
"""Each of these proves slices: where one is taken away, another that is named already may have the same slices."""


class Answer(NamedTuple):
    """What an answer says apart from advice about what is not known, and the sources that it names for each part."""

    said: object
    named: dict[str, set[str]]
    text: str = ""


Told = Callable[[Any], tuple[object, str]]
"""The data of an answer, and its text, if there is one."""


def _told(found: Any) -> tuple[object, str]:
    """The data and the text of an answer."""
    return found.to_dict(), str(found)


def _ordinal(found: Any) -> tuple[object, str]:
    """The same of an answer about a bar without infinite rows, whose text is that of the bar, with its nim-value."""
    data, text = _told(found)
    return data if found.reason.bar is None else [data, found.reason.bar.to_dict()], text


def game(bars: Bars) -> AnyGame:
    """A game with one bar, or with several."""
    return SumGame(bars) if len(bars) > 1 else BarGame(bars[0])


def hint(found: BarAnswer | SumAnswer) -> tuple[object, str]:
    """What a game says about its position, as data and as a hint, without advice about what is not known."""
    asked = game((found.position,) if isinstance(found.position, Position) else found.position)
    event: Event[Any, Any, Any] = Event(
        "hint", asked.position, before=asked.position, advice=replace(found, missing=None)
    )
    return asked.advice_data(found), Match(asked).text(event, 9999)


KINDS: dict[str, tuple[Callable[..., Any], Told]] = {
    "solve": (solve, _told),
    "height": (height, lambda found: (height_data(found), height_text(found))),
    "sum": (solve_sum, _told),
    "game": (lambda bars: game(bars).solve(), hint),
    "losers": (losers, lambda found: (positions_data(found), "")),
    "ptable": (ptable, lambda found: ([*map(positions_data, found.values())], "")),
    "grundy": (grundy, lambda found: ([*map(positions_data, found.values())], "")),
    "winners": (winners, lambda found: (winners_data(found), "")),
    "proposition": (proposition, lambda found: ({"sources": list(found.sources)}, found.markdown())),
    "chart": (chart, lambda found: (chart_data(found), "")),
    "genfun": (generating_functions, lambda found: ({"sources": list(found.sources)}, str(found.difference))),
    "nim-values": (nim_values, lambda found: ({"sources": list(found.sources), "found": list(found.found)}, "")),
    "solid": (solid.solve, _told),
    "ordinal": (ordinals.solve, _ordinal),
    "ordinal slice": (slice_of_ordinals, lambda found: (ordinal_slice_data(found), "")),
    "poset": (
        lambda rows: posets.solve(poset_of_bar(rows), nim=True),
        lambda found: (poset_data(found), poset_text(found)),
    ),
}
"""The kinds of questions, and what an answer says."""


class Asked(NamedTuple):
    """A question of one kind, and the effort of the session."""

    kind: str
    about: Any
    effort: float

    def __str__(self) -> str:
        return f"{self.kind} {self.about}, effort {self.effort}"

    def of(self, session: Session) -> Answer | None:
        """The answer in a session, or None if it is not known."""
        ask, tell = KINDS[self.kind]
        with session:
            found = ask(self.about)
            if isinstance(getattr(found, "solution", found), Unknown):
                return None
            data, text = tell(found)
        parts = data.get("part_sources") if isinstance(data, dict) else None
        named = {"all": set(_named(data))} | {part: set(sources) for part, sources in (parts or {}).items()}
        lines = (line for line in text.splitlines() if "not known" not in line.lower())
        return Answer(_without(data), named, "\n".join(lines))


def _named(data: object) -> Iterator[str]:
    """All sources that data name."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from value if key == "sources" else _named(value)
    elif isinstance(data, list):
        for value in data:
            yield from _named(value)


def _without(data: object) -> object:
    """Data without sources, and without the advice about what is not known."""
    if isinstance(data, dict):
        left = {"sources", "part_sources", "unknown", "effort"}
        return {key: _without(value) for key, value in data.items() if key not in left}
    return [_without(value) for value in data] if isinstance(data, list) else data


class Seen(Library):
    """A library that notes whether it has given anything."""

    gave = False

    def proof(self, *wanted: Any) -> Any:
        """The proof of a slice."""
        return self._noted(super().proof(*wanted))

    def terms(self, *wanted: Any) -> Any:
        """Terms of slices."""
        return self._noted(super().terms(*wanted))

    def shapes(self, *wanted: Any) -> Any:
        """Shapes of slices."""
        return self._noted(super().shapes(*wanted))

    def _noted(self, found: Any) -> Any:
        self.gave |= found is not None
        return found


@cache
def certified() -> tuple[Proof, ...]:
    """The proofs of the certificate."""
    return tuple(read_certificate(shipped_certificate()).values())


@pytest.fixture(scope="module", name="library")
def library_of_claims(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    """A library with some claims."""
    path = tmp_path_factory.mktemp("provenance") / "library.sqlite3"
    filled(path, *KEPT).close()
    library = Seen(path)
    yield library
    library.close()


def positions(random: Random, rows: int, longest: int) -> tuple[int, ...]:
    """Some position with at most this many rows."""
    return tuple(sorted((random.randint(1, longest) for _ in range(random.randint(1, rows))), reverse=True))


def questions(random: Random, count: int) -> Iterator[Asked]:
    """Questions about random bars, sums, solid bars, ordinals and posets, each with a random effort."""
    for _ in range(count):
        for rows, longest in ((5, 9), (3, 160), (4, 40), (3, 10**7), (2, 400)):
            bar, effort = positions(random, rows, longest), random.choice([0, 0, 0.1, 0.2])
            yield Asked("solve", bar, effort)
            yield Asked("height", bar, effort)
            yield Asked("game", (Position(bar),), effort)
        several = [positions(random, *size) for size in random.choices([(3, 60), (4, 8), (2, 9), (3, 5000)], k=2)]
        several += random.choices([several[0], (4, 3), (11, 7, 5), (3, 3, 3)], k=random.randint(0, 2))
        yield Asked("sum", several, random.choice([0, 0.05, 0.3]))
        yield Asked("game", tuple(map(Position, several)), 0.1)
        yield Asked("poset", ",".join(map(str, positions(random, 4, 7))), 0.2)
        box = [[random.randint(1, 6) for _ in range(random.randint(1, 3))] for _ in range(random.randint(1, 2))]
        yield Asked("solid", _descending(box), 0.2)
        first, second = random.choice([("w", "w"), ("w+1", "w"), ("w*2+3", "5"), ("w^2+w", "w*3"), ("w", "3")])
        tail = random.choice(["", ",1", ",2,1", ",3,2", ",w,2", ",w,w"]) if second[0] == "w" else ",2"
        yield Asked("ordinal", f"{first},{second}{tail}", 0.2)


def _descending(heights: list[list[int]]) -> list[list[int]]:
    """Heights that increase in no direction."""
    width = min(map(len, heights))
    lines = [sorted(line[:width], reverse=True) for line in heights]
    return [
        list(line) for line in zip(*(sorted(column, reverse=True) for column in zip(*lines, strict=True)), strict=True)
    ]


BARS = [(5, 5, 5), (3, 3), (7, 7), (6, 6, 6, 6), (1,), (2, 1), (30, 30, 12, 7), (30, 30, 12, 1), (160, 160, 160)]
BARS += [(30, 25, 1, 1), (9, 7, 4), (10**6, 10**5, 3), (10**6, 10**5, 1, 1), (10**6, 10**5), (223, 130, 130)]

SUMS = ["20068,20000,115 + 100000,20000,115", "9,7,4 + 3,2", "9,7,4 + 9,7,4", "9,9,9,9 + 11,7,5 + 7", "7,2 + 3"]
SUMS += ["100000,20000,115 + 4,4,4,4 + 3", "100000,20000,3 + 6,6,3 + 9,3", "100000,20000,4 + 2"]

TABULATED: list[tuple[str, list[Any]]] = [
    *((kind, list(BARS)) for kind in ("solve", "height")),
    ("game", [(Position(bar),) for bar in BARS]),
    ("poset", ["3x3", "4x4", "3,2", "7", "2,2,2,1", "4,3,2,1", "5x5"]),
    ("sum", SUMS),
    ("losers", [0, 1, 5, 120, 151, (1, 1), (2, 1)]),
    ("ptable", [5]),
    ("grundy", [0, 1, 4, 5]),
    ("winners", [0, 1, 4, (1, 1)]),
    ("proposition", [5, (1, 1)]),
    ("chart", [10, 40]),
    ("genfun", [2, (1, 1)]),
    ("nim-values", ["3x5", "7,4,2,2"]),
    ("solid", ["1x5x7", "2x2x9", "3x3x3", [[4, 3, 1]], [[5], [5], [5]]]),
    ("ordinal", ["w,w,2", "w+1,w,2", "w^w,w^w,w^w", "w,w,140", "9,7,4", "w,w,w,w"]),
    ("ordinal slice", [9, 120]),
]
"""Questions in a table, each of which is asked with two efforts."""


def tabulated(wanted: str) -> Iterator[Asked]:
    """The questions of the table of one kind."""
    return (
        Asked(kind, about, effort)
        for kind, all_ in TABULATED
        if kind == wanted
        for about in all_
        for effort in (0, 0.05)
    )


def session(library: Library, effort: float, sources: Iterable[Source] = Source) -> Session:
    """A session that knows nothing yet."""
    return alone(iter(certified()), library, effort, sources)


def require_provenance(asked: Asked, library: Seen) -> Answer | None:
    """Take each source away, and compare. The answer with all sources is returned."""
    library.gave, read = False, list[Proof]()

    def proofs() -> Iterator[Proof]:
        for proof in certified():
            read.append(proof)
            yield proof

    whole = asked.of(alone(proofs(), library, asked.effort))
    named = set() if whole is None else whole.named["all"]
    assert library.gave or Source.LIBRARY not in named, asked
    assert read or Source.CERTIFICATE not in named, asked
    for source in SWITCHED:
        left = asked.of(session(library, asked.effort, set(Source) - {source}))
        if source not in named:
            assert left == whole, (asked, source)
        elif left is not None:
            assert source not in left.named["all"], (asked, source)
            assert _is_needed(asked, source, left, whole), (asked, source)
    return whole


def _is_needed(asked: Asked, source: Source, left: Answer, whole: Answer | None) -> bool:
    """Whether without a source the answer is another, or names others in its place.

    Another source may do the work of one that proves slices, and in an answer of several parts that of any, although
    it is named already.
    """
    if whole is None or (left.said, left.text) != (whole.said, whole.text):
        return True
    is_one = asked.kind in {"solve", "height"} or (asked.kind == "game" and len(asked.about) == 1)
    if source in SLICES or not is_one:
        return bool(left.named["all"])
    return any(not left.named[part] <= named - {source} for part, named in whole.named.items() if source in named)


SENTENCES: dict[str, set[Source]] = {
    r"The proof comes from the library\.": {Source.LIBRARY, Source.THEOREM},
    r"^Proved for all sizes: ": {Source.THEOREM},
    r" gives it, and is proved for all rows ": {Source.THEOREM},
    r"a search has found all losers": {Source.SEARCH},
}
"""Sentences about sources, and the sources that then give the same answer without any other."""


def require_true_sentences(asked: Asked, answer: Answer, library: Library) -> set[str]:
    """The sentences about sources in the text of an answer, each compared with the sources that it names."""
    if asked.kind == "game" and len(asked.about) > 1:  # the theorem about a sum uses the nim-values of its bars
        return set()
    if asked.kind == "game" and (best := session(library, asked.effort).run(game(asked.about).best)) is not None:
        asked = asked._replace(about=(asked.about[0].chomp(best),))  # a hint is about the loser that is left
        lost = asked.of(session(library, asked.effort))
        assert lost is not None
        answer = answer._replace(said=lost.said)
    found = {sentence for sentence in SENTENCES if re.search(sentence, answer.text, re.MULTILINE)}
    for sentence in found:
        few = asked.of(session(library, asked.effort, SENTENCES[sentence]))
        assert few is not None, (asked, sentence)
        assert _result(few) == _result(answer), (asked, sentence)
    if asked.kind == "solve":
        used = answer.named["winning_moves"]
        is_whole, is_part = (
            f"{part} comes from the library." in answer.text for part in ("The proof", "Part of the proof")
        )
        assert is_whole or is_part == (Source.LIBRARY in used), asked
        assert is_whole == (Source.LIBRARY in used <= {Source.LIBRARY, Source.THEOREM}), asked
    return found


def _result(answer: Answer) -> object:
    """Who wins, and the winning moves, or the height."""
    assert isinstance(answer.said, dict)
    return [answer.said.get(key) for key in ("outcome", "winning_moves", "height")]


@pytest.mark.parametrize("kind", dict.fromkeys(kind for kind, _ in TABULATED))
def test_tabulated_questions(kind: str, library: Seen) -> None:
    """Without a named source, a question of the table has another answer, or names others. All others do not matter."""
    sentences = set[str]()
    for asked in tabulated(kind):
        answer = require_provenance(asked, library)
        if answer is not None:
            sentences |= require_true_sentences(asked, answer, library)
    assert len(sentences) == {"solve": 3, "height": 1}.get(kind, len(sentences))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.release) for seed in range(2, 12))])
def test_random_questions(seed: int, library: Seen) -> None:
    """The same for random questions, most of which are answered."""
    asked, known = list(questions(Random(seed), 3)), 0
    for one in asked:
        answer = require_provenance(one, library)
        if answer is not None:
            known += 1
            require_true_sentences(one, answer, library)
    assert known > len(asked) / 2
