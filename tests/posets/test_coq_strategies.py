"""The checker of strategies extracted from Coq accepts true certificates, and no forged one.

The certificates are made here by plain search, which also decides the claims of headers. Without Coq and
OCaml these tests are skipped, as in tests/certificate/test_coq.py.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.checker import check

Fields = dict[str, Any]
Lines = list[Fields]
"""A header, symmetries, members and a trailer without its digest."""


class Order:
    """Elements 0 to n - 1, pairs that generate the order, and outcomes of sets of elements by search."""

    def __init__(self, size: int, covers: list[tuple[int, int]]) -> None:
        """All up-sets, from the pairs."""
        self.size, self.covers = size, covers
        self.up = [1 << x for x in range(size)]
        for _ in range(size):
            for x, y in covers:
                self.up[x] |= self.up[y]
        self.lost: dict[int, bool] = {}

    def take(self, left: int, x: int) -> int:
        """The rest after x."""
        return left & ~self.up[x]

    def is_lost(self, left: int) -> bool:
        """Whether the player to move loses, without a poison."""
        if left not in self.lost:
            self.lost[left] = not any(self.is_lost(self.take(left, x)) for x in elements(left))
        return self.lost[left]

    def answer(self, left: int) -> int:
        """A move that leaves a lost position."""
        return next(y for y in elements(left) if self.is_lost(self.take(left, y)))


def elements(left: int) -> Iterator[int]:
    """The elements of a set."""
    return (x for x in range(left.bit_length()) if left >> x & 1)


def strategy(order: Order, poison: int | None = None, taken: tuple[int, ...] = ()) -> Lines:
    """A certificate of the outcome, with all winning moves, whose members are answered move by move."""
    start = (1 << order.size) - 1
    if poison is not None:
        start ^= 1 << poison
    for x in taken:
        start = order.take(start, x)
    winning = [x for x in elements(start) if order.is_lost(order.take(start, x))]
    needed = {start} if not winning else {order.take(start, x) for x in winning}

    def replies(left: int) -> Iterator[tuple[int, int, int]]:
        for x in elements(left):
            if not order.is_lost(order.take(left, x)):
                y = order.answer(order.take(left, x))
                yield x, y, order.take(order.take(left, x), y)

    needed |= {rest for _, _, rest in replies(start)}
    queue = list(needed)
    while queue:
        for _, _, rest in replies(queue.pop()):
            if rest not in needed:
                needed.add(rest)
                queue.append(rest)
    members = sorted(needed, key=lambda left: (left.bit_count(), left))
    number = {left: k for k, left in enumerate(members)}

    def answered(left: int) -> list[list[int]]:
        return [[x, y, number[rest], 0] for x, y, rest in replies(left)]

    header: Fields = {
        "format": "zchomp-strategy 1",
        "elements": [f"e{x}" for x in range(order.size)],
        "covers": [[f"e{x}", f"e{y}"] for x, y in order.covers],
        "poison": None if poison is None else f"e{poison}",
        "taken": [f"e{x}" for x in taken],
        "outcome": "won" if winning else "lost",
        "winning": [f"e{x}" for x in winning],
        "complete": True,
        "symmetries": 0,
        "members": len(members),
    }
    lines: Lines = [{"left": f"{left:x}", "answers": answered(left)} for left in members]
    wins = [[x, number[order.take(start, x)], 0] for x in winning]
    trailer: Fields = {"winning": wins, "answers": answered(start)} if winning else {"start": [number[start], 0]}
    return [header, *lines, trailer]


def dump(value: object) -> str:
    """JSON in the form that the format uses."""
    return json.dumps(value, separators=(",", ":"))


def sealed(lines: Lines) -> bytes:
    """The bytes of a certificate, with the right digest."""
    body = "".join(dump(line) + "\n" for line in lines[:-1]).encode()
    return body + dump(lines[-1] | {"sha256": sha256(body).hexdigest()}).encode() + b"\n"


def is_true(header: Fields) -> bool:
    """Whether the claim of a header about an order is true, by search."""
    names = header["elements"]
    order = Order(len(names), [(names.index(x), names.index(y)) for x, y in header["covers"]])
    start = (1 << order.size) - 1
    if header["poison"] is not None:
        start ^= 1 << names.index(header["poison"])
    for name in header["taken"]:
        assert start >> names.index(name) & 1
        start = order.take(start, names.index(name))
    winning = [names[x] for x in elements(start) if order.is_lost(order.take(start, x))]
    if header["outcome"] == "lost":
        return order.is_lost(start) and header["complete"] and not header["winning"]
    if header["complete"]:
        return set(winning) == set(header["winning"]) != set()
    return set() != set(header["winning"]) <= set(winning)


def bar_order(rows: int, columns: int) -> Order:
    """The bar, with element 0 as poison."""
    step = [(i * columns + j, i, j) for i in range(rows) for j in range(columns)]
    right = [(x, x + 1) for x, _, j in step if j + 1 < columns]
    return Order(rows * columns, right + [(x, x + columns) for x, i, _ in step if i + 1 < rows])


def random_order(source: random.Random) -> Order:
    """An order of up to six elements, with some redundant pairs."""
    size = source.randrange(1, 7)
    return Order(size, [pair for pair in combinations(range(size), 2) if source.random() < 0.3])


def verdicts(built: Path, folder: Path, files: list[bytes], program: str = "zchomp-check") -> list[str]:
    """The checker's verdict on each file. Its exit code is the largest of theirs."""
    paths = [folder / f"{program}-{k}.jsonl" for k in range(len(files))]
    for path, content in zip(paths, files, strict=True):
        path.write_bytes(content)
    code, found = check(built / program, "--strategies", *paths)
    answers = found if len(files) == 1 else found[1::2]
    codes = {"s VERIFIED": 0, "s NOT VERIFIED": 1, "s DECLINED": 2}
    kinds = [next(kind for kind in codes if line.startswith(kind)) for line in answers]
    assert code == max(codes[kind] for kind in kinds)
    assert len(answers) == len(files)
    return answers


TRIANGLE = Order(6, [(0, 3), (1, 3), (1, 4), (2, 4), (0, 5), (2, 5)])
"""Vertices 0, 1, 2 and edges 3, 4, 5: a circuit, hence lost."""


def with_symmetries() -> Lines:
    """The triangle with two rotations and a mirror: three members instead of one for each pair of vertices."""
    header = strategy(TRIANGLE)[0] | {"symmetries": 2, "members": 3}
    rotations: Lines = [{"symmetry": [1, 2, 0, 4, 5, 3]}, {"symmetry": [2, 0, 1, 5, 3, 4]}]
    two: Fields = {"left": "3", "mirror": [[0, 1]], "fixed": [0, 0]}
    whole: Fields = {"left": "3f", "answers": [[2, 3, 1, 0], [0, 4, 1, 2], [1, 5, 1, 1]]}
    return [header, *rotations, {"left": "0", "answers": []}, two, whole, {"start": [2, 0]}]


def square_graph() -> Lines:
    """The circuit of four vertices as a bipartite graph: one member."""
    order = Order(8, [(0, 4), (1, 4), (1, 5), (2, 5), (2, 6), (3, 6), (3, 7), (0, 7)])
    return [strategy(order)[0] | {"members": 1}, {"left": "ff", "bipartite": "5"}, {"start": [0, 0]}]


def double_edges() -> Lines:
    """Two vertices and two edges between them: bipartite, hence lost."""
    order = Order(4, [(0, 2), (1, 2), (0, 3), (1, 3)])
    return [strategy(order)[0] | {"members": 1}, {"left": "f", "bipartite": "2"}, {"start": [0, 0]}]


def trees_graph() -> Lines:
    """Two trees of value 3, a chain and a root with a chain of two and two single elements on it: one member."""
    order = Order(8, [(0, 1), (1, 2), (3, 4), (4, 5), (3, 6), (3, 7)])
    return [strategy(order)[0] | {"members": 1}, {"left": "ff", "trees": True}, {"start": [0, 0]}]


def small_certificates() -> list[Lines]:
    """Certificates of each kind of member, with poisons, with elements taken, won and lost."""
    found = [with_symmetries(), square_graph(), double_edges(), trees_graph(), strategy(bar_order(2, 3), 0)]
    found += [strategy(bar_order(2, 3), 0, (5,)), strategy(bar_order(3, 3), 0), strategy(bar_order(3, 3), 0, (4,))]
    return found


def test_true_certificates_are_accepted(built: Path, tmp_path: Path) -> None:
    """Both builds accept certificates of bars and of random orders, which agree with search."""
    source = random.Random(2605)
    lines = small_certificates() + [strategy(bar_order(m, n), 0) for m, n in [(1, 1), (1, 4), (4, 4), (4, 5)]]
    lines += [strategy(random_order(source)) for _ in range(150)]
    files = [sealed(certificate) for certificate in lines]
    expected = []
    for certificate in lines:
        header = certificate[0]
        assert is_true(header)
        wins = f" winning={json.dumps(header['winning'])} complete" if header["winning"] else ""
        said = f"elements={len(header['elements'])} taken={json.dumps(header['taken'])}"
        expected.append(f"s VERIFIED {header['outcome']} {said}{wins} members={header['members']}")
    assert verdicts(built, tmp_path, files) == expected
    assert verdicts(built, tmp_path, files, "zchomp-check-plain") == expected
    assert 20 < sum(" lost " in line for line in expected) < len(expected) - 20


def test_trees_by_their_nim_sums(built: Path, tmp_path: Path) -> None:
    """Of random forests, exactly those that are lost are accepted as trees with nim-sum 0."""
    source, lines = random.Random(11), list[Lines]()
    for _ in range(200):
        size = source.randrange(1, 9)
        parents = [(source.randrange(x), x) for x in range(1, size) if source.random() < 0.7]
        header = strategy(Order(size, parents))[0] | {"outcome": "lost", "winning": [], "members": 1}
        lines.append([header, {"left": f"{(1 << size) - 1:x}", "trees": True}, {"start": [0, 0]}])
    found = [line.startswith("s VERIFIED") for line in verdicts(built, tmp_path, list(map(sealed, lines)))]
    assert found == [is_true(certificate[0]) for certificate in lines]
    assert 20 < sum(found) < 180


def changed(value: Any, source: random.Random) -> Any:
    """Something else in place of a value: another number, text, or list."""
    match value:
        case bool():
            return not value
        case int():
            return max(0, value + source.choice((-1, 1, 1, 2)))
        case str() if source.random() < 0.5:
            return source.choice((f"e{source.randrange(7)}", f"{source.randrange(512):x}", "lost", "won", "0"))
        case list() if value:
            k = source.randrange(len(value))
            found = copy.deepcopy(value)
            change = source.choice(("inside", "inside", "inside", "drop", "double", "swap"))
            if change == "inside":
                found[k] = changed(found[k], source)
            elif change == "drop":
                del found[k]
            elif change == "double":
                found.insert(k, copy.deepcopy(found[k]))
            else:
                found[0], found[k] = found[k], found[0]
            return found
    return value


def forged(lines: Lines, source: random.Random) -> Lines:
    """A certificate with a line dropped, repeated or moved, or a field changed, and the right number of members."""
    found = copy.deepcopy(lines)
    k = source.randrange(len(found))
    change = source.choice(("field", "field", "field", "field", "header", "drop", "double", "move"))
    if change in ("drop", "double", "move") and 0 < k < len(found) - 1:
        line = found.pop(k)
        if change != "drop":
            found.insert(source.randrange(1, len(found)), line)
        if change == "double":
            found.insert(k, copy.deepcopy(line))
        found[0]["members"] = sum("left" in line for line in found)
        found[0]["symmetries"] = sum("symmetry" in line for line in found)
    else:
        line = found[0 if change == "header" else k]
        key = source.choice([key for key in line if key != "format"])
        line[key] = changed(line[key], source)
        if key == "winning" and k == 0 and source.random() < 0.5:
            found[-1]["winning"] = changed(found[-1].get("winning", []), source)
    return found


def test_no_forged_certificate_is_accepted(built: Path, tmp_path: Path) -> None:
    """Of certificates changed at random and sealed again, only those with a true claim are accepted, by search."""
    source = random.Random(26)
    originals = small_certificates() + [strategy(random_order(source)) for _ in range(30)]
    forgeries = [forged(source.choice(originals), source) for _ in range(2000)]
    found = verdicts(built, tmp_path, [sealed(lines) for lines in forgeries])
    accepted = [lines for lines, line in zip(forgeries, found, strict=True) if line.startswith("s VERIFIED")]
    assert all(is_true(lines[0]) for lines in accepted)
    assert len(accepted) < len(forgeries) / 2
    kinds = Counter(line.split(" lost")[0].split(" won")[0] for line in found)
    assert kinds["s NOT VERIFIED"] > 1000


def replaced(line: int, old: str, new: str, lines: Lines | None = None) -> bytes:
    """A certificate with one piece of one line replaced, sealed again."""
    texts = [dump(fields) for fields in lines or with_symmetries()]
    assert texts[line].count(old) == 1
    texts[line] = texts[line].replace(old, new)
    body = "".join(text + "\n" for text in texts[:-1]).encode()
    return body + f'{texts[-1][:-1]},"sha256":"{sha256(body).hexdigest()}"}}\n'.encode()


GOOD = sealed(with_symmetries())
WRONG: dict[str, bytes] = {
    "a symmetry that is no permutation": replaced(1, "[1,2,0,4,5,3]", "[1,2,2,4,5,3]"),
    "a symmetry with an element too many": replaced(1, "[1,2,0,4,5,3]", "[1,2,0,4,5,3,6]"),
    "a symmetry that breaks the order": replaced(1, "[1,2,0,4,5,3]", "[1,2,0,5,4,3]"),
    "a symmetry that there is not": replaced(5, "[0,4,1,2]", "[0,4,1,3]"),
    "the wrong symmetry": replaced(5, "[0,4,1,2]", "[0,4,1,1]"),
    "a member that comes later": replaced(4, '"fixed":[0,0]', '"fixed":[1,0]'),
    "no answer to an element": replaced(5, "[2,3,1,0],", ""),
    "an answer that is gone": replaced(5, "[2,3,1,0]", "[2,4,1,0]"),
    "a mirror without pairs": replaced(4, "[[0,1]]", "[]"),
    "a mirror of comparable elements": replaced(4, "[[0,1]]", "[[0,3]]"),
    "a set that is no down-set": replaced(3, '"left":"0"', '"left":"8"'),
    "a set with a leading zero": replaced(4, '"left":"3"', '"left":"03"'),
    "a set in capitals": replaced(5, '"left":"3f"', '"left":"3F"'),
    "a set with too many elements": replaced(5, '"left":"3f"', '"left":"7f"'),
    "a number with a leading zero": replaced(5, "[2,3,1,0]", "[2,3,01,0]"),
    "a blank in a line": replaced(5, "[2,3,1,0],", "[2,3,1,0], "),
    "other keys": replaced(3, '"answers"', '"replies"'),
    "no digest": GOOD.replace(b',"sha256"', b',"sha257"'),
    "another digest": GOOD[:-4] + (b"0" if GOOD[-4:-3] != b"0" else b"1") + GOOD[-3:],
    "no line feed at the end": GOOD[:-1],
    "something after the trailer": GOOD + b"\n",
    "a carriage return": GOOD.replace(b"\n", b"\r\n"),
    "nothing": b"",
    "one line": GOOD.splitlines(keepends=True)[0],
    "not JSON": b"{\n",
    "a list": b"[]\n",
    "not UTF-8": b"\xff" + GOOD,
    "a field twice": replaced(0, '"taken":[]', '"taken":[],"taken":[]'),
    "a field too many": replaced(0, '"taken":[]', '"taken":[],"given":[]'),
    "members that are true": replaced(0, '"members":3', '"members":true'),
    "members that are a fraction": replaced(0, '"members":3', '"members":3.0'),
    "no members": replaced(0, '"members":3', '"members":0'),
    "fewer members": replaced(0, '"members":3', '"members":2'),
    "lost with a winning element": replaced(0, '"winning":[]', '"winning":["e0"]'),
    "a cycle": replaced(0, '["e0","e3"]', '["e3","e0"],["e0","e3"]'),
    "an element twice": replaced(0, '"e4","e5"]', '"e4","e4"]'),
    "a poison that is not the smallest": replaced(0, '"poison":null', '"poison":"e0"'),
    "taken twice": replaced(0, '"taken":[]', '"taken":["e3","e3"]'),
    "an odd number of edges": replaced(1, '"left":"ff"', '"left":"7f"', [*square_graph()[:2], {"start": [0, 0]}]),
    "trees of another nim-sum": replaced(1, '"left":"ff"', '"left":"7f"', trees_graph()),
    "a graph that is no forest": replaced(1, '"bipartite":"5"', '"trees":true', square_graph()),
    "trees that are not": replaced(1, '"trees":true', '"trees":false', trees_graph()),
    "a side with both ends of an edge": replaced(1, '"bipartite":"5"', '"bipartite":"3"', square_graph()),
    "a side with an edge": replaced(1, '"bipartite":"5"', '"bipartite":"15"', square_graph()),
}
TOO_MUCH: dict[str, bytes] = {
    "another version": replaced(0, "zchomp-strategy 1", "zchomp-strategy 2"),
    "too many members": replaced(0, '"members":3', '"members":50000001'),
    "far too many members": replaced(0, '"members":3', '"members":' + "9" * 40),
    "too many symmetries": replaced(0, '"symmetries":2', '"symmetries":8333334'),
    "a long line": GOOD[:-1] + b" " * 10_000_000,
}


@pytest.mark.parametrize("program", ["zchomp-check", "zchomp-check-plain"])
def test_wrong_files(program: str, built: Path, tmp_path: Path) -> None:
    """Every one of these files is refused or declined, and the original is accepted."""
    assert verdicts(built, tmp_path, [GOOD], program) == ["s VERIFIED lost elements=6 taken=[] members=3"]
    refused = dict(zip(WRONG, verdicts(built, tmp_path, list(WRONG.values()), program), strict=True))
    assert refused == dict.fromkeys(WRONG, "s NOT VERIFIED")
    declined = dict(zip(TOO_MUCH, verdicts(built, tmp_path, list(TOO_MUCH.values()), program), strict=True))
    assert declined == dict.fromkeys(TOO_MUCH, "s DECLINED")


def test_the_header_may_be_written_otherwise(built: Path, tmp_path: Path) -> None:
    """Blanks, another order of keys and escapes in the header make no difference."""
    lines = with_symmetries()
    fields = dict(reversed(lines[0].items()))
    header = json.dumps(fields, indent=1).replace("\n", "\t").replace('"e0"', '"\\u00650"')
    body = "".join(f"{text}\n" for text in [header, *map(dump, lines[1:-1])]).encode()
    end = dump(lines[-1] | {"sha256": sha256(body).hexdigest()}).encode() + b"\n"
    assert verdicts(built, tmp_path, [body + end]) == ["s VERIFIED lost elements=6 taken=[] members=3"]


def test_usage_of_strategies(built: Path, tmp_path: Path) -> None:
    """The option is the first word, takes no other with it, and needs a readable file."""
    path = tmp_path / "good.jsonl"
    path.write_bytes(GOOD)
    program = built / "zchomp-check"
    assert check(program, "--strategies") == (64, ["s ERROR"])
    assert check(program, "--strategies", "--expect", "rows=3", path) == (64, ["s ERROR"])
    assert check(program, path, "--strategies") == (64, ["s ERROR"])
    assert check(program, "--strategies", tmp_path / "none") == (64, ["s ERROR"])
    assert check(program, path) == (1, ["s NOT VERIFIED"])
