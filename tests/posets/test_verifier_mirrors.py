"""The checker of strategies accepts no wrong mirror: broken proofs, random claims, mutants."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import combinations, compress, product
from typing import Any

import networkx as nx
import pytest

from tests.posets.orders import certificate, mirror_file, mirror_lines, naive_values, sealed
from zchomp.errors import InvalidPoset
from zchomp.posets.families import PosetBoard, platonic
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.verifier import FORMAT, Refused, check

Fields = dict[str, Any]

LADDERS = PosetBoard("file", "two ladders", Poset.from_covers("abxyc", [("a", "x"), ("b", "y")]))

BROKEN: list[tuple[str, Fields, str]] = [
    ("comparable", {"mirrors": [[["a", "x"], ["b", "y"]]]}, "0 is comparable to its image"),
    ("not an automorphism", {"mirrors": [[["a", "y"], ["b", "x"]]]}, "the order above 0 is not respected"),
    ("two images", {"mirrors": [[["a", "b"], ["a", "c"]]]}, "0 and 2 are not a pair"),
    ("itself", {"mirrors": [[["a", "a"]]]}, "0 and 0 are not a pair"),
    ("not there", {"mirrors": [[["a", "q"]]]}, "not a set of elements"),
    ("taken", {"mirrors": [[["a", "b"], ["x", "y"], ["c", "q"]]]}, "not a set of elements"),
    ("others left", {"mirrors": [[["a", "b"]]]}, "1b is not member 1"),
    ("something left", {"mirrors": []}, "1b is not member 0"),
    ("nothing moved", {"mirrors": [[]]}, "the mirror moves nothing"),
    ("upside down", {"mirrors": [[["a", "b"]], [["x", "y"]]]}, "not a down-set"),
    ("taken twice", {"taken": ["c", "c"]}, "'c' cannot be taken"),
    ("wrong poison", {"poison": "a"}, "'a' is not the smallest"),
    ("cycle", {"covers": [["a", "x"], ["x", "a"]]}, "an element is below itself"),
    ("unknown cover", {"covers": [["a", "q"]]}, "'q' is not an element"),
    ("named twice", {"elements": ["a", "a"]}, "a name occurs twice"),
    ("no format", {"format": "zchomp-mirror 1"}, "not of the format"),
    ("types", {"taken": [1]}, "not names"),
    ("pairs", {"mirrors": [[["a"]]]}, "not a line of the form"),
    ("one more field", {"note": "true"}, "fields"),
]


@pytest.mark.parametrize(("change", "reason"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_wrong_mirrors_are_refused(change: dict[str, object], reason: str) -> None:
    """A wrong certificate is refused for the right reason, and accepted without the change."""
    fields = certificate(LADDERS, "c")
    assert check(BytesIO(mirror_file(fields))) == 'lost elements=5 taken=["c"] members=2'
    with pytest.raises(Refused, match=reason):
        check(BytesIO(mirror_file(fields | change)))


def test_a_fixed_element_above_a_moved_one_is_refused() -> None:
    """A roof over twins is won: exchanging the twins is an automorphism, but the roof is fixed, and they are not."""
    fields = {"elements": ["a", "b", "r"], "covers": [["a", "r"], ["b", "r"]], "poison": None, "taken": []}
    header, nothing, _, start = mirror_lines({"format": FORMAT, **fields, "mirrors": [[["a", "b"]]]})
    with pytest.raises(Refused, match="an element above 0 is fixed"):
        check(BytesIO(sealed([header, nothing, '{"left":"7","mirror":[[0,1]],"fixed":[0,0]}', start])))
    roof = PosetGame(Poset.from_covers("abr", [("a", "r"), ("b", "r")]))
    assert not roof.is_lost(roof.start)


def test_the_checker_is_sound_on_small_posets() -> None:
    """Among all orders of four elements in a row, and all pairs of pairings, no false certificate is accepted."""
    names = "abcd"
    pairings = [[list(pair)] for pair in combinations(names, 2)]
    pairings += [[["a", other], sorted(set("bcd") - {other})] for other in "bcd"]
    accepted = 0
    for chosen in product([False, True], repeat=6):
        covers = list(compress(combinations(names, 2), chosen))
        dag: nx.DiGraph[str] = nx.DiGraph(covers)
        dag.add_nodes_from(names)
        lost = naive_values(dag)[frozenset(names)] == 0
        for mirrors in [*([one] for one in pairings), *([one, two] for one in pairings for two in pairings)]:
            fields = {"elements": list(names), "covers": covers, "poison": None, "taken": [], "mirrors": mirrors}
            try:
                check(BytesIO(mirror_file({"format": FORMAT, **fields})))
            except Refused:
                continue
            accepted += 1
            assert lost
    assert accepted >= 10


def test_every_exchange_of_images_is_refused() -> None:
    """In the cube's proof, swapping the images of any two pairs gives no proof, unless brute force agrees."""
    fields = certificate(platonic("cube"), "body")
    (pairs,) = fields["mirrors"]
    refused = 0
    for i in range(len(pairs)):
        for j in range(i):
            swapped = [list(pair) for pair in pairs]
            swapped[i][1], swapped[j][1] = swapped[j][1], swapped[i][1]
            with pytest.raises(Refused, match="line 3"):
                check(BytesIO(mirror_file(fields | {"mirrors": [swapped]})))
            refused += 1
    assert refused == 13 * 12 // 2


def is_true(fields: Fields) -> bool:
    """Whether a certificate describes a position, and one that is lost by search."""
    try:
        poset = Poset.from_covers(fields["elements"], map(tuple, fields["covers"]))
        game = PosetGame(poset, poisoned=fields["poison"] is not None)
        if fields["poison"] not in (None, poset.elements[0]):
            return False
        return game.is_lost(poset.after(map(poset.find, fields["taken"]), fields["poison"] is not None))
    except InvalidPoset:
        return False


def is_accepted(fields: Fields) -> bool:
    """Whether the checker verifies a certificate."""
    try:
        return check(BytesIO(mirror_file(fields))).startswith("lost ")
    except Refused:
        return False


def random_pairs(source: random.Random, names: Sequence[str]) -> list[list[str]]:
    """Some of the names in pairs, at least one pair if there are two names."""
    mixed = source.sample(names, len(names))
    return [mixed[2 * i : 2 * i + 2] for i in range(source.randint(min(1, len(names) // 2), len(names) // 2))]


def random_claim(source: random.Random) -> Fields:
    """A random order with random claims about it: poison, taken elements, and up to three mirrors."""
    names = [*"abcdef"[: source.randint(2, 6)]]
    covers = [[*pair] for pair in combinations(names, 2) if source.random() < 0.3]
    poison = None
    if source.random() < 0.3:
        names, covers, poison = ["0", *names], [*covers, *(["0", x] for x in names)], "0"
    taken = source.sample(names, source.choice([0, 0, 1, 2]))
    gone = {
        y
        for x in taken
        for y in names
        if y == x or nx.has_path(nx.DiGraph([*covers, *zip(names, names, strict=True)]), x, y)
    }
    left = [x for x in names if x not in gone and x != poison]
    mirrors = []
    for _ in range(source.randint(1, 3)):
        mirrors.append(random_pairs(source, left))
        moved = {x for pair in mirrors[-1] for x in pair}
        left = [x for x in left if x not in moved]
    fields = {"elements": names, "covers": covers, "poison": poison, "taken": taken, "mirrors": mirrors}
    return {"format": FORMAT, **fields}


@cache
def random_claims() -> list[tuple[Fields, bool]]:
    """Many random claims, and whether each is true."""
    source = random.Random(2005)
    claims = [random_claim(source) for _ in range(8000)]
    return [(fields, is_true(fields)) for fields in claims]


def test_random_claims() -> None:
    """Of many random claims about random orders, every verified one is true by search."""
    outcomes = {(accepted, true): 0 for accepted in (True, False) for true in (True, False)}
    for fields, true in random_claims():
        outcomes[is_accepted(fields), true] += 1
    assert outcomes[True, False] == 0
    assert outcomes[True, True] > 50
    assert outcomes[False, True] > 100
    assert outcomes[False, False] > 1000


def random_proof(source: random.Random) -> Fields:
    """A true certificate: an order beside its copy, above some twins, possibly above a poison."""
    half = [f"x{i}" for i in range(source.randint(1, 3))]
    pairs = [pair for pair in combinations(half, 2) if source.random() < 0.5]
    twins = [f"f{i}" for i in range(2 * source.randint(0, 1))]
    below = [(f, x) for f in twins for x in half if source.random() < 0.5]
    covers = [(x + side, y + side) for x, y in pairs for side in "lr"]
    covers += [(f, x + side) for f, x in below for side in "lr"]
    elements = [*twins, *(x + side for x in half for side in "lr")]
    if source.random() < 0.5:
        elements, covers = ["0", *elements], [*covers, *(("0", x) for x in elements)]
    poset = Poset.from_covers([*elements, "top"], [*covers, *((x, "top") for x in elements)])
    return certificate(PosetBoard("file", "twins", poset, poisoned="0" in elements), "top")


def mutants(fields: Fields, source: random.Random) -> Iterator[Fields]:
    """Certificates that differ in one place: something dropped, repeated, added, swapped or renamed in any field."""
    elements = fields["elements"]
    yield fields | {"poison": None if fields["poison"] else elements[0]}
    yield fields | {"poison": source.choice(elements)}
    for key in ("elements", "covers", "taken", "mirrors"):
        for i, item in enumerate(fields[key]):
            before, after = fields[key][:i], fields[key][i + 1 :]
            yield fields | {key: before + after}
            yield fields | {key: [*before, item, item, *after]}
        yield fields | {key: fields[key][::-1]}
    for x in elements:
        yield fields | {"taken": [*fields["taken"], x]}
        yield fields | {"taken": [x, *fields["taken"]]}
    for x, y in product(elements, repeat=2):
        yield fields | {"covers": [*fields["covers"], [x, y]]}
        yield fields | {"mirrors": [*fields["mirrors"], [[x, y]]]}
    for i, pairs in enumerate(fields["mirrors"]):
        for j, (x, _) in enumerate(pairs):
            others = pairs[:j] + pairs[j + 1 :]
            for changed in [others, *([*others, [x, z]] for z in elements)]:
                yield fields | {"mirrors": [*fields["mirrors"][:i], changed, *fields["mirrors"][i + 1 :]]}


def test_mutants_of_proofs() -> None:
    """A true certificate is verified. Changed in one place it is refused, unless it is still true by search."""
    source = random.Random(1974)
    refused = still_true = 0
    for _ in range(60):
        fields = random_proof(source)
        assert is_accepted(fields)
        assert is_true(fields)
        for mutant in mutants(fields, source):
            if is_accepted(mutant):
                assert is_true(mutant)
                still_true += mutant != fields
            else:
                refused += 1
    assert refused > 5000
    assert still_true > 100


def always(answer: bool) -> Callable[[Fields], bool]:
    """A checker that checks nothing."""
    return lambda _: answer


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("test", [test_random_claims, test_mutants_of_proofs])
def test_stubs_fail(test: Callable[[], None], answer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that accepts everything fails these tests, and so does one that refuses everything."""
    monkeypatch.setattr(f"{__name__}.is_accepted", always(answer))
    with pytest.raises(AssertionError):
        test()
