"""The JavaScript that looks up losers and winning bites, compared with Python and with brute force."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import zchomp
from tests.definition import losers_within
from tests.support import ROOT, TESTS, alone, known
from tests.web.browser import Page
from zchomp.bars.position import Position
from zchomp.bars.slices import Slice
from zchomp.core.session import Session
from zchomp.proof.format import read_certificate

SHIPPED = sorted((ROOT / "certificates").glob("*.jsonl"))

SOLVE = """async ([name, positions]) => {
    const { Library } = await import("/library.js");
    const { solve } = await import("/oracle.js");
    const certificate = await new Library().load(name);
    return positions.map((rows) => {
        const found = solve(certificate, rows);
        return found && [found.wins, found.moves.map(({ row, column, after }) => [row, column, ...after])];
    });
}"""

READ = """async ([name, text]) => {
    const { readCertificate } = await import("/certificate.js");
    try {
        const { rows, nim, upto, slices } = readCertificate(name, text);
        return [rows, nim, upto, slices.size];
    } catch (problem) {
        return problem.message;
    }
}"""


@cache
def session(path: Path) -> Session:
    """A session with a certificate."""
    return alone(read_certificate(path).values())


def some_positions(path: Path, count: int, random: Random, upto: int | None = None) -> list[Position]:
    """Positions within a certificate, some of them huge: losers, positions near losers, and random ones."""
    proofs = read_certificate(path)
    claim = proofs.claim
    most = claim.upto if upto is None else min(upto, claim.upto)
    found: list[Position] = []
    while len(found) < count:
        tail = tuple(sorted((random.randint(0, most) for _ in range(claim.rows - 2)), reverse=True))
        if random.random() < 0.2:
            tail = tail[: random.randrange(len(tail) + 1)]
        slice_ = Slice(tail)
        a = random.choice([random.randrange(2 + 2 * slice_.width), random.randrange(10), random.randrange(10**12)])
        lost = proofs[slice_].sequence.get(a)
        b = random.choice([lost or 0, lost or 0, (lost or 0) + random.randrange(5), random.randrange(10**6)])
        if slice_.width + a + b > 0:
            found.append(slice_.position(a, b))
    return found


def test_losers_of_javascript_are_those_of_python(page: Page) -> None:
    """On 10,000 positions in total, from every shipped certificate, the page finds the winning bites of Python."""
    for path in SHIPPED:
        positions = some_positions(path, -(-10_000 // len(SHIPPED)), Random(path.name))
        answers: list[Any] = page.evaluate(SOLVE, [path.name, [list(position.rows) for position in positions]])
        found = [known(session(path).run(zchomp.winning_moves, position)) for position in positions]
        assert any(found)
        assert not all(found)
        for position, moves, answer in zip(positions, found, answers, strict=True):
            assert answer == [bool(moves), [[*move, *position.chomp(move).rows] for move in moves]], position


def test_every_position_of_small_boards(page: Page) -> None:
    """Small boards, turned over if that helps, are known as by brute force, and beyond a claim nothing is."""
    for name, rows, columns in (
        ("chomp-4rows-20.jsonl", 4, 6),
        ("chomp-6rows-6.jsonl", 6, 4),
        ("chomp-4rows-20.jsonl", 7, 4),
    ):
        losers = losers_within(Position((columns,) * rows))
        boards = [
            board
            for board in product(range(columns + 1), repeat=rows)
            if board[0] and board == tuple(sorted(board, reverse=True))
        ]
        trimmed = [[length for length in board if length] for board in boards]
        answers: list[Any] = page.evaluate(SOLVE, [name, trimmed])
        assert [board for board, answer in zip(boards, answers, strict=True) if not answer[0]] == [
            board for board in boards if board in losers
        ]
    positions = [[200, 200, 116], [5, 5, 5, 5], [3, 3, 3, 3, 3], [10**14, 10**13, 115], [4, 4, 4, 4]]
    beyond = page.evaluate(SOLVE, ["chomp-3rows-115.jsonl", positions])
    assert [answer is None for answer in beyond] == [True, True, False, False, True]
    found = known(zchomp.winning_moves((3, 3, 3, 3, 3)))
    assert [move[:2] for move in beyond[2][1]] == [list(move) for move in found]


def test_files_that_cannot_be_used(page: Page) -> None:
    """Anything but a full certificate with every slice of its claim is refused with a reason, and never used."""
    accepted = sorted((TESTS / "certificates" / "accepted").glob("*.jsonl"))
    for path in accepted:
        text = path.read_text()
        answer = page.evaluate(READ, [path.name, text])
        if '"mode":"compact"' in text:
            assert "it is compact" in answer
        else:
            claim = read_certificate(path).claim
            assert answer == [claim.rows, claim.nim, claim.upto, claim.count()]
    good = (TESTS / "certificates" / "accepted" / "three-rows-5.jsonl").read_text()
    for wrong in (
        "",
        "{}",
        "<html></html>",
        good[:-2],
        good + "x",
        good.replace('"rows":3', '"rows":4'),
        good.replace('"rows":3', '"rows":999999999'),
        good.replace('"rows":3', '"rows":1'),
        good.replace('"upto":5', '"upto":999999999'),
        good.replace('"tail":[4]', '"tail":[3]'),
        good.replace('"tail":[4]', '"tail":[6]'),
        good.replace('"head":[5,3]', '"head":[5,3000000]'),
        good.replace('"head":[5,3]', '"head":[5,-3]'),
        good.replace('"head":[5,3]', '"head":[5,1e999]'),
        good.replace('"head":[5,3]', '"head":"<b>"'),
        good.replace('"kind":"finite"', '"kind":"empty"'),
        good.replace('{"tail":[4]', "null"),
    ):
        answer = page.evaluate(READ, ["x" * 100, wrong])
        assert isinstance(answer, str), wrong
        assert f"“{'x' * 37}...” cannot be used: " in answer


def test_positions_are_read_as_everywhere(page: Page) -> None:
    """Both notations give the same rows as in Python, and invalid text is refused and quoted."""
    parse = """async (texts) => {
        const { rowsText, bracketsText, bite, squares } = await import("/position.js");
        const { parse } = await import("/notation.js");
        return texts.map((text) => {
            try {
                const rows = parse(text);
                return [rows, rowsText(rows), bracketsText(rows), squares(rows)];
            } catch (problem) {
                return problem.message;
            }
        });
    }"""
    good = ["(9,7,4)", " [4, 3, 2] ", "(5)", "[2]", "(5,0,0)", "[0,0,7]", "[1,2,3,4]", "999999999999999,10"]
    for text, answer in zip(good, page.evaluate(parse, good), strict=True):
        position = Position.parse(text)
        brackets = f"[{', '.join(map(str, position.columns(rows=3)))}]"
        assert answer == [list(position.rows), str(position), brackets, position.squares()]
    wrong = ["x" * 99, "(1000000000000000)", "7" * 16, "1^51", "(٣)"]
    for text, answer in zip(wrong, page.evaluate(parse, wrong), strict=True):
        assert " is not a position; " in answer, text
        assert len(answer) < 170
    vectors = json.loads((TESTS / "notation.json").read_text())["positions"]
    answers = page.evaluate(parse, [vector["text"] for vector in vectors])
    for vector, answer in zip(vectors, answers, strict=True):
        if "rows" in vector:
            assert answer[0] == vector["rows"], vector
        else:
            assert answer.endswith(f" is not a position; {vector['reason']}"), vector
