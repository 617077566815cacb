"""The verifier of strategies accepts what the format allows and nothing else, and as a program gives one verdict."""

import json
import os
import random
import shutil
import subprocess
import sys
import tracemalloc
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.posets.forgeries import Order, Setting, dump, small_settings
from tests.posets.orders import certificate, mirror_file, sealed
from tests.support import ROOT
from zchomp.errors import InvalidPoset
from zchomp.posets.families import PosetBoard, bar, projective
from zchomp.posets.poset import Poset
from zchomp.posets.strategy import prove_lost
from zchomp.proof import strategy_verifier as verifier
from zchomp.proof.strategy_verifier import FORMAT, CheckedStrategy, Declined, Refused, check

Fields = dict[str, Any]


# Every strategy that can be forged on at most four elements.


def loaded(setting: Setting, **changes: Any) -> tuple[verifier.Header, CheckedStrategy]:
    """A header after some changes, and what is known after the symmetries and the members of a setting."""
    header = verifier.read(dump(setting.header(**changes)))
    strategy = CheckedStrategy(header)
    lines = setting.lines()
    for line in lines[: header.symmetries]:
        strategy.add_symmetry(json.loads(line)["symmetry"])
    for line in lines[header.symmetries :]:
        strategy.add_member(line)
    return header, strategy


def is_accepted(step: Any, *arguments: Any) -> bool:
    """Whether a step of the verifier refuses nothing."""
    try:
        step(*arguments)
    except Refused:
        return False
    return True


def test_every_member_on_small_orders() -> None:
    """Beside all true members, a line is accepted if and only if the format allows it; its position is lost by play."""
    allowed = 0
    for setting in small_settings():
        _, strategy = loaded(setting)
        for line, left, is_allowed in setting.forgeries():
            accepted = is_accepted(strategy.add_member, line)
            assert accepted == is_allowed, (setting.order.pairs, setting.poison, line)
            if accepted:
                assert setting.order.is_lost(left)
                assert strategy.members.pop() == left
                allowed += 1
    assert allowed > 1000


def test_every_claim_on_small_orders() -> None:
    """After all true members, a claim is accepted if and only if the trailer proves it, and then it is true by play."""
    allowed = 0
    for setting in small_settings():
        for start in setting.positions:
            _, strategy = loaded(setting, taken=setting.taken(start))
            for claim in setting.claims(start):
                header = verifier.read(dump(setting.header(**claim.changes)))
                line = f'{claim.trailer[:-1]},"sha256":"{"0" * 64}"}}'
                accepted = is_accepted(verifier.check_trailer, header, strategy, line)
                assert accepted == claim.is_allowed, (setting.order.pairs, setting.poison, claim)
                assert setting.is_true(claim) or not accepted
                allowed += accepted
    assert allowed > 1000


def test_every_symmetry_on_small_orders() -> None:
    """A list of images is accepted if and only if it is an automorphism."""
    for setting in small_settings():
        _, strategy = loaded(setting)
        size = setting.order.size
        for length in (size - 1, size, size + 1):
            for images in product(range(size + 1), repeat=max(length, 0)):
                assert is_accepted(strategy.add_symmetry, list(images)) == (images in setting.maps), images


def test_images_of_many_elements() -> None:
    """A symmetry of any number of elements maps each one alone, and every set that is tried, to its image."""
    rng = random.Random(1)
    for size in range(1, 14):
        names = [str(x) for x in range(size)]
        fields = {"elements": names, "covers": [], "symmetries": 1, "members": 1}
        strategy = CheckedStrategy(verifier.read(dump(next(small_settings()).header(**fields))))
        images = rng.sample(range(size), size)
        strategy.add_symmetry(images)
        for left in (*(1 << x for x in range(size)), *(rng.randrange(1 << size) for _ in range(20))):
            image = sum(1 << images[x] for x in range(size) if left >> x & 1)
            strategy.members = [image, image ^ 1]
            assert is_accepted(strategy.need_member, left, 0, 1)
            assert not is_accepted(strategy.need_member, left, 1, 1)


def test_sides_of_a_hexagon() -> None:
    """Of all sets of edges 0 to 5 and vertices 6 to 11 of a hexagon, those that prove it lost are its two sides."""
    covers = [[f"e{6 + (i + j) % 6}", f"e{i}"] for i in range(6) for j in (0, 1)]
    fields = {"elements": [f"e{x}" for x in range(12)], "covers": covers, "symmetries": 0, "members": 1}
    strategy = CheckedStrategy(verifier.read(dump(next(small_settings()).header(**fields))))
    accepted = {
        side for side in range(1 << 12) if is_accepted(strategy.add_member, f'{{"left":"fff","bipartite":"{side:x}"}}')
    }
    assert accepted == {0b010101_000000, 0b101010_000000}


def test_every_order_of_three_elements() -> None:
    """Pairs generate an order unless there is a circuit; a poison is smallest, and moves are still there."""
    names = "abcd"  # the last is no element
    shape = {"format": FORMAT, "elements": [*"abc"], "outcome": "lost", "winning": [], "complete": True}
    for chosen in range(1 << 9):
        pairs = [(x, y) for x in range(3) for y in range(3) if chosen >> 3 * x + y & 1]
        order = Order(3, pairs)
        is_order = not any(x == y or order.is_below(y, x) for x, y in pairs)
        claims = (
            [*product([None, *names], [(), *product(names), *product(names, repeat=2)])] if is_order else [(None, ())]
        )
        for poison, taken in claims:
            covers = [[names[x], names[y]] for x, y in pairs]
            fields = {"covers": covers, "poison": poison, "taken": taken, "symmetries": 0, "members": 1}
            left, possible = 7, is_order
            if poison is not None:
                x = names.index(poison)
                possible, left = x < 3 and order.up[x] == 7, left & ~(1 << x)
            for x in map(names.index, taken):
                possible = possible and left >> x & 1 == 1
                left = order.take(left, x) if possible else 0
            try:
                strategy = CheckedStrategy(verifier.read(dump(shape | fields)))
            except Refused:
                assert not possible, fields
            else:
                assert possible, fields
                assert (strategy.larger, strategy.start) == (order.up, left)


# Faults, in the order in which verifiers look for them.

BASE = [
    '{"format":"zchomp-strategy 1","elements":["o","a","b","c","d"],"covers":[["o","a"],["o","b"],["o","c"],["a","d"],'
    '["b","d"],["c","d"]],"poison":"o","taken":["d"],"outcome":"won","winning":["a"],"complete":false,"symmetries":1,'
    '"members":2}',
    '{"symmetry":[0,3,2,1,4]}',
    '{"left":"0","answers":[]}',
    '{"left":"6","mirror":[[1,2]],"fixed":[0,0]}',
    '{"winning":[[1,1,1]],"answers":[],"sha256":""}',
]
"""Three elements between a poison and a roof, which has been taken: one of them wins."""

NO, TOO_MUCH = 1, 2
FAULTS: list[tuple[int, int, str, str, str]] = [
    (1, NO, '{"format"', '{"\udcff":1,"format"', "not UTF-8"),
    (1, NO, ',"elements"', ',,"elements"', "not a line of JSON"),
    (1, NO, ',"taken"', ',"taken":[],"taken"', "a field occurs twice"),
    (1, NO, '"zchomp-strategy', '"zchomp-strategies', "not of the format 'zchomp-strategy 1'"),
    (1, TOO_MUCH, 'strategy 1"', 'strategy 2"', "the format 'zchomp-strategy 2'; this program handles"),
    (1, NO, ',"covers"', ',"pairs":[],"covers"', "not with the fields elements, covers, poison"),
    (1, NO, '"poison"', '"poisons"', "not with the fields elements, covers, poison"),
    (1, NO, '["o","a","b"', '[1,"o","a","b"', "are not names"),
    (1, NO, '["o","a","b","c","d"]', '"oabcd"', "are not names"),
    (1, NO, '["d"],"outcome"', '["d",null],"outcome"', "are not names"),
    (1, NO, '["a"],"complete"', '"a","complete"', "are not names"),
    (1, NO, '"o","taken"', '["o"],"taken"', "the poison is not one"),
    (1, NO, '[["o","a"]', '["oa",["o","a"]', "covers are not pairs"),
    (1, NO, '["o","b"]', '["o","b","c"]', "covers are not pairs"),
    (1, NO, '["a","d"]', '["a",4]', "covers are not pairs"),
    (1, NO, '[["o","a"],["o","b"],["o","c"],["a","d"],["b","d"],["c","d"]]', '{"o":"a"}', "covers are not pairs"),
    (1, NO, '"symmetries":1', '"symmetries":true', "symmetries or members are not numbers"),
    (1, NO, '"symmetries":1', '"symmetries":-1', "symmetries or members are not numbers"),
    (1, NO, '"members":2', '"members":2.0', "symmetries or members are not numbers"),
    (1, NO, '"members":2', '"members":0', "no members"),
    (1, NO, '"won"', '"drawn"', "not an outcome"),
    (1, NO, "false", "0", "not complete or not"),
    (1, NO, '"won"', '"lost"', "the outcome does not fit"),
    (1, NO, '["a"],"complete"', '[],"complete"', "the outcome does not fit"),
    (1, NO, '"won","winning":["a"]', '"lost","winning":[]', "the outcome does not fit"),
    (1, NO, '["a"],"complete"', '["a","a"],"complete"', "a winning move occurs twice"),
    (1, NO, '"c","d"],"', '"c","d","\\ud800"],"', "a name is not text"),
    (1, TOO_MUCH, '"b","c"', '"b",' + '"+",' * 4996 + '"c"', "covers are too many"),
    (1, TOO_MUCH, '"symmetries":1', '"symmetries":10000001', "members are too many"),
    (1, TOO_MUCH, '"members":2', '"members":50000001', "members are too many"),
    (1, TOO_MUCH, '"members":2', '"members":' + "9" * 40, "members are too many"),
    (1, NO, '"a","b",', '"a","b","a",', "a name occurs twice"),
    (1, NO, '["b","d"]', '["b","q"]', "'q' is not an element"),
    (1, NO, '["c","d"]', '["c","d"],["d","d"]', "an element is below itself"),
    (1, NO, '"o","taken"', '"q","taken"', "'q' is not an element"),
    (1, NO, '"o","taken"', '"a","taken"', "is not the smallest element"),
    (1, NO, '["o","c"]', '["c","o"]', "is not the smallest element"),
    (1, NO, '["d"],"outcome"', '["d","d"],"outcome"', "'d' cannot be taken: it is not there"),
    (1, NO, '["d"],"outcome"', '["o"],"outcome"', "'o' cannot be taken: it is not there"),
    (1, NO, '["a"],"complete"', '["a","q"],"complete"', "a winning move is not an element"),
    (2, NO, "sym", "s\udcff", "not UTF-8"),
    (2, NO, "2,1,4]", "2, 1,4]", "not a line of the form"),
    (2, NO, "[0,3", "[0,03", "not a line of the form"),
    (2, NO, "[0,3,2,1,4]", "[]", "not a line of the form"),
    (2, NO, ",4]", ",4,5]", "not as many images as elements"),
    (2, NO, "3,2,1", "3,2,2", "not a permutation"),
    (2, NO, "[0,3", "[3,0", "0 < 1 is not respected"),
    (2, NO, "2,1,4]", "2,4,1]", "4 is not respected"),
    (3, NO, '"answers"', '"replies"', "not a line of the form"),
    (3, NO, '"0"', '"00"', "not a line of the form"),
    (3, NO, "[]}", "[[]]}", "not a line of the form"),
    (3, NO, '"0"', '"1"', "not a set of elements without the poison"),
    (3, NO, '"0"', '"20"', "not a set of elements without the poison"),
    (3, NO, '"0"', '"10"', "not a down-set"),
    (3, NO, "[]", "[[1,2,0,0]]", "1 cannot be answered by 2"),
    (3, NO, '"0"', '"2"', "a move has no answer"),
    (4, NO, '"6"', '"6F"', "not a line of the form"),
    (4, NO, "[0,0]", "[0]", "not a line of the form"),
    (4, NO, "[0,0]", "[0,1234567890]", "not a line of the form"),
    (4, NO, "[[1,2]]", "[]", "the mirror moves nothing"),
    (4, NO, "[0,0]", "[1,0]", "there is no member 1 yet"),
    (4, NO, "[0,0]", "[0,2]", "there is no symmetry 2"),
    (4, NO, '"mirror":[[1,2]],"fixed":[0,0]', '"trees":false', "not a line of the form"),
    (4, NO, '"mirror":[[1,2]],"fixed":[0,0]', '"bipartite":"6","x":1', "not a line of the form"),
    (4, NO, '"6"', '"e"', "8 is not member 0"),
    (5, NO, "]],", "]] ,", "not a line of the form"),
    (5, NO, "sha256", "sha512", "not a line of the form"),
    (5, NO, '"winning":[[1,1,1]],"answers":[]', '"start":[0,0]', "not a line of the form"),
    (5, NO, "[[1,1,1]]", "[[4,1,1]]", "4 cannot be taken"),
    (5, NO, "[[1,1,1]]", "[[1,1,0]]", "c is not member 1"),
    (5, NO, "[[1,1,1]]", "[[1,1,2]]", "there is no symmetry 2"),
    (5, NO, "[[1,1,1]]", "[[3,1,0]]", "not the winning moves of the header"),
    (5, NO, "[[1,1,1]]", "[]", "not the winning moves of the header"),
    (5, NO, '"answers":[]', '"answers":[[2,3,0,0]]', "the list of winning moves is not complete"),
]
"""The line of a fault, its exit code, what is replaced by what in the text, and the reason that is given."""


def faulty(*faults: int) -> bytes | None:
    """The base with these faults and the right digest, unless they change the same text."""
    lines = list(BASE)
    for line, _, old, new, _ in (FAULTS[k] for k in faults):
        if lines[line - 1].count(old) != 1:
            return None
        lines[line - 1] = lines[line - 1].replace(old, new)
    return sealed(lines)


def judged(data: bytes) -> tuple[int, str]:
    """The exit code for a file, and the statement that it proves, or the reason why it proves nothing."""
    try:
        return 0, check(BytesIO(data))
    except Refused as problem:
        return NO, str(problem)
    except Declined as problem:
        return TOO_MUCH, str(problem)


def test_faults_are_found_in_order() -> None:
    """Of one fault or two the first of the list decides, with its line and its reason."""
    assert judged(sealed(BASE)) == (0, 'won elements=5 taken=["d"] winning=["a"] incomplete members=2')
    for i, (line, code, _, _, reason) in enumerate(FAULTS):
        alone = faulty(i)
        assert alone is not None, reason
        for data in (alone, *(faulty(i, j) for j in range(i + 1, len(FAULTS)))):
            if data is not None:
                found, why = judged(data)
                assert (found, why.startswith(f"line {line}: "), reason in why) == (code, True, True), (
                    why,
                    data[:2000],
                )


# The program.

PAIR: Fields = {"format": FORMAT, "elements": ["a", "b"], "covers": [], "poison": None, "taken": []}
TWINS: Fields = PAIR | {"mirrors": [[["a", "b"]]]}
TWO = mirror_file(TWINS)
"""Two elements, neither above the other: lost, by the mirror that exchanges them."""

LAST = TWO.count(b"\n")
MALFORMED: list[tuple[bytes, int, str]] = [
    (b"", NO, "line 1: the file ends too early"),
    (b"\n", NO, "line 1: not a line of JSON"),
    (b"\xff\xfe\n", NO, "line 1: not UTF-8"),
    (b"\xff\xfe", NO, "line 1: the file ends too early"),
    (b"[]\n", NO, "line 1: not a JSON object"),
    (b"{}\n", NO, "line 1: not of the format 'zchomp-strategy 1'"),
    (b'{"format":["zchomp-strategy 2"]}\n', NO, "line 1: not of the format"),
    (b"[" * 100_000 + b"\n", NO, "line 1: not a line of JSON"),
    (f"[{'[],' * 400_000}[]]\n".encode(), NO, "line 1: not a JSON object"),
    (b"9" * 5000 + b"\n", NO, "line 1: not a line of JSON"),
    (b"x" * verifier.MAX_BYTES, NO, "line 1: the file ends too early"),
    (b"x" * (verifier.MAX_BYTES + 1), TOO_MUCH, "line 1: more than 10000000 bytes"),
    (TWO[: TWO.index(b"\n") + 1], NO, "line 2: the file ends too early"),
    (TWO[:-1], NO, f"line {LAST}: the file ends too early"),
    (TWO + b"\n", NO, f"line {LAST}: there is more after the trailer"),
    (TWO.replace(b"\n", b"\r\n"), NO, "line 2: not a line of the form"),
    (TWO[:-67] + TWO[-4:-68:-1] + TWO[-3:], NO, f"line {LAST}: sha256 is not that of the lines before"),
    (TWO.replace(b'": ', b'":  ', 1), NO, f"line {LAST}: sha256 is not that of the lines before"),
]


@pytest.mark.parametrize(("content", "code", "reason"), MALFORMED, ids=[reason for _, _, reason in MALFORMED])
def test_every_file_has_one_verdict(
    content: bytes, code: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every file gets one verdict. The exit code is the largest, and standard error says why."""
    path, good = tmp_path / "file", tmp_path / "good"
    path.write_bytes(content)
    good.write_bytes(TWO)
    assert verifier.main([str(path), str(good)]) == code
    out, err = capsys.readouterr()
    verdict = {NO: "s NOT VERIFIED", TOO_MUCH: "s DECLINED"}[code]
    two = "s VERIFIED lost elements=2 taken=[] members=2"
    assert out.splitlines() == [f"c {str(path)!r}", verdict, f"c {str(good)!r}", two]
    assert err.startswith(f"{str(path)!r}: {reason}")
    assert len(err.splitlines()) == 1


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a copy of the checker, run on its own."""
    shutil.copy(verifier.__file__, folder / "verifier.py")
    command = [sys.executable, "-I", "-S", "-O", "verifier.py", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_as_a_program_in_isolation(tmp_path: Path) -> None:
    """Copied anywhere, without site packages, isolated and optimised, the checker gives its verdicts, in order."""
    (tmp_path / "-x").write_bytes(TWO)
    (tmp_path / "bad").write_bytes(TWO.replace(b"[[0,1]]", b"[[0,0]]"))
    verified = "s VERIFIED lost elements=2 taken=[] members=2\n"
    assert run(tmp_path, "-x") == (0, verified, "")
    reason = "'bad': line 3: 0 and 0 are not a pair\n"
    assert run(tmp_path, "bad", "-x") == (1, f"c 'bad'\ns NOT VERIFIED\nc '-x'\n{verified}", reason)
    script = 'exec "$0" -I verifier.py bad -x 2>&1'
    both = subprocess.run(
        ["sh", "-c", script, sys.executable], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert both.stdout == f"c 'bad'\n{reason}s NOT VERIFIED\nc '-x'\n{verified}"


def test_usage_and_unreadable_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file, a missing file, a folder and an impossible name are errors, in one line each; so is a fault of ours."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good").write_bytes(TWO)
    for words, reason in [
        ([], "expected the names of certificates, FILE..."),
        (["--nonsense"], "'--nonsense' cannot be read: No such file or directory"),
        (["."], "'.' cannot be read: Is a directory"),
        (["a\0b"], r"'a\x00b' cannot be read: embedded null byte"),
    ]:
        assert verifier.main(words) == 64
        assert capsys.readouterr() == ("s ERROR\n", f"{reason}\n")
    monkeypatch.setattr(verifier, "checked", lambda _: 1 // 0)
    assert verifier.main(["good", "missing"]) == 70
    out, err = capsys.readouterr()
    assert out == "c 'good'\ns ERROR\nc 'missing'\ns ERROR\n"
    assert err.startswith("'good': internal error: ZeroDivisionError('integer division or modulo by zero')\n'missing' ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes(tmp_path: Path) -> None:
    """A named pipe is read like a file. If nobody reads the verdict, there is no traceback, and no success."""
    shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(TWO)
    for listen, code in [(True, 0), (False, 70)]:
        command = [sys.executable, "verifier.py", "pipe"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if not listen:
                process.stdout.close()
            with subprocess.Popen(["sh", "-c", "exec cat file > pipe"], cwd=tmp_path) as writer:
                out = process.stdout.read() if listen else b""
                assert process.stderr.read() == b""
                writer.terminate()  # it has ended, unless the checker never opened the pipe
        assert process.returncode == code
        assert out == (b"s VERIFIED lost elements=2 taken=[] members=2\n" if listen else b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full, and a shell")
def test_closed_and_full_streams(tmp_path: Path) -> None:
    """With closed streams the exit code is the verdict, but a verdict that cannot be written is not a success."""
    shutil.copy(verifier.__file__, tmp_path / "verifier.py")
    (tmp_path / "good").write_bytes(TWO)
    (tmp_path / "bad").write_text("{}")
    for name, redirection, code, out in [
        ("good", ">&- 2>&-", 0, ""),
        ("bad", ">&-", 1, ""),
        ("bad", "2>&-", 1, "s NOT VERIFIED\n"),
        ("good", ">/dev/full", 70, ""),
    ]:
        script = f'"$0" -I verifier.py {name} {redirection}'
        done = subprocess.run(
            ["sh", "-c", script, sys.executable], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout) == (code, out)
        assert "Traceback" not in done.stderr


# Names and sizes.


def test_names_with_separators() -> None:
    """A name may have any character: its certificate is verified, and shown in ASCII."""
    for separator in "\u2028\u2029\x85\x0b\x0c\x1c\r\n\ufeffé😀":
        names = [f"{x}{separator}{x}" for x in "abt"]
        proof = prove_lost(Poset.from_covers(names, [(names[0], names[2]), (names[1], names[2])]), (2,))
        assert proof is not None
        data = proof.certificate().text().encode()
        assert judged(data) == (0, f"lost elements=3 taken={json.dumps(names[2:])} members=2")


def test_what_is_said_of_names_is_cut() -> None:
    """Lists of names are said whole up to 200 characters, and cut beyond."""
    for length in (196, 197):
        name = "n" * length
        said = f'["{name}"]' if length == 196 else f'["{name[:195]}...'
        fields = TWINS | {"elements": ["a", "b", name], "taken": [name]}
        assert judged(mirror_file(fields)) == (0, f"lost elements=3 taken={said} members=2")
        assert len(said) == 200


@pytest.mark.parametrize("name", ["x\ns VERIFIED lost", "\x1b[2J\x9b2J", "\u202e", "\u2028s VERIFIED", "y" * 100_000])
def test_names_cannot_forge(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a name contains, wherever it occurs, it reaches the terminal as one short line of printable ASCII."""
    places: list[Fields] = [
        {"taken": [name]},
        {"poison": name},
        {"covers": [["a", name]]},
        {"elements": ["a", "b", name], "poison": name},
        {"elements": [name, name]},
        {"elements": ["a", "b", name], "covers": [[name, name]]},
        {"elements": ["a", "b", name], "covers": [["a", name]]},
        {"format": f"zchomp-strategy {name}"},
        {name: 1},
        {"elements": ["a", "b", name], "taken": [name]},
    ]
    for place in places:
        (tmp_path / "file").write_bytes(mirror_file(TWINS | place))
        code = verifier.main([str(tmp_path / "file")])
        lines = "".join(capsys.readouterr()).split("\n")[:-1]
        assert code == (0 if place is places[-1] else 2 if "format" in place else 1)
        assert len(lines) == (1 if code == 0 else 2)
        assert all(line.isascii() and line.isprintable() and len(line) < 400 for line in lines)


def test_surrogates() -> None:
    """Half of a surrogate pair is not text: it is not verified, and never written, as no poset has it in a name."""
    for name in ("\ud800", "x\udfffy"):
        fields = TWINS | {"elements": [name, "b"]}
        assert judged(mirror_file(fields)) == (NO, "line 1: a name is not text: it has half of a surrogate pair")
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset.from_covers([name, "b"], [])
        with pytest.raises(InvalidPoset, match="expected text"):
            Poset((name, "b"), (0, 0))


def large(elements: int, covers: list[tuple[int, int]], **fields: object) -> bytes:
    """A certificate with numbers as names."""
    pairs = [[str(x), str(y)] for x, y in covers]
    base = PAIR | {"elements": [*map(str, range(elements))], "covers": pairs, "mirrors": []}
    return mirror_file({**base, **fields})


def test_large_orders() -> None:
    """Long chains, ladders and towers are checked in little memory."""
    size = verifier.MAX_ELEMENTS
    chain = [(x, x + 1) for x in range(size - 1)]
    random.Random(1).shuffle(chain)
    high = size // 10
    ladder, rungs = [(x, x + 2) for x in range(high - 2)], [[[str(x), str(x + 1)] for x in range(0, high, 2)]]
    tower = [(x + i, x + 2 + j) for x in range(0, high - 2, 2) for i in (0, 1) for j in (0, 1)]
    storeys = [[[str(x), str(x + 1)]] for x in range(high - 2, -1, -2)]
    tracemalloc.start()
    assert judged(large(size, chain, poison="0", taken=["1"])) == (0, 'lost elements=5000 taken=["1"] members=1')
    assert judged(large(high, ladder, mirrors=rungs)) == (0, "lost elements=500 taken=[] members=2")
    assert judged(large(high, tower, mirrors=storeys)) == (0, "lost elements=500 taken=[] members=251")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to each limit a certificate is checked, and beyond it declined. The page on the format has the limits."""
    sentence = (
        f"more than {verifier.MAX_ELEMENTS} elements, {verifier.MAX_COVERS:,} pairs, {verifier.MAX_MEMBERS:,} members, "
        f"{verifier.MAX_IMAGES:,} images of symmetries in all, or {verifier.MAX_BYTES:,} bytes in a line"
    )
    assert sentence in " ".join((ROOT / "docs" / "strategy-format.md").read_text().split())
    data = sealed(BASE)
    sizes = {
        "BYTES": max(map(len, data.splitlines(keepends=True))),
        "ELEMENTS": 5,
        "COVERS": 6,
        "IMAGES": 5,
        "MEMBERS": 2,
    }
    for name, size in sizes.items():
        for limit, code in ((size, 0), (size - 1, TOO_MUCH)):
            monkeypatch.setattr(verifier, f"MAX_{name}", limit)
            assert judged(data)[0] == code
            monkeypatch.undo()


@pytest.mark.parametrize("board", [bar("20x20"), projective(4)], ids=lambda board: board.title)
def test_our_own_proofs_are_within_the_limits(board: PosetBoard) -> None:
    """Everything that is found is checked: squares, and the largest geometry, which has the most pairs."""
    fields = certificate(board, "2,2" if board.poisoned else "1")
    assert len(fields["covers"]) < verifier.MAX_COVERS
    assert judged(mirror_file(fields))[1].startswith("lost ")
