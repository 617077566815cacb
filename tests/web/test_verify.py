"""Verify: the checker proved in Coq, as JavaScript, on good, forged and absurd files."""

import os
import re
import shutil
import subprocess
from base64 import b64encode
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.sealing import records, seal
from tests.support import ROOT, SHIPPED, TESTS
from tests.web.browser import SLOW, Page, Visit, followed, open_more, source, until
from zchomp.bars.position import Position
from zchomp.bars.results import Proof
from zchomp.proof import verifier
from zchomp.proof.format import read_certificate
from zchomp.web.server import SOURCES

ASSET = ROOT / "zchomp" / "web" / "assets" / "checker.js"
LARGE = ROOT / "certificates" / "chomp-3rows-1000.jsonl"

CHECK = """async (texts) => {
    const { check } = await import("/checking.js");
    const found = [];
    for (const bytes of texts) {
        const file = new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]);
        const { line, reason } = await check(file, () => {}).verdict;
        found.push([line, reason]);
    }
    return found;
}"""


READ = """async (lines) => {
    const { readVerdict } = await import("/checking.js");
    return lines.map((verdict) => {
        const { line, status, claim, sha256 } = readVerdict({ verdict, reason: "", slices: 0, of: 0 });
        return [line, status, claim, sha256];
    });
}"""


def test_verdicts_are_read_once(page: Page) -> None:
    """A line of the checker has a status, a claim and a digest. An unrecognised line verifies nothing."""
    line = verifier.verify(str(SHIPPED)).line
    claim, digest = {"rows": 3, "nim": 0, "upto": 115}, sha256(SHIPPED.read_bytes()).hexdigest()
    others = {
        "s NOT VERIFIED": "refused",
        "s DECLINED": "declined",
        "s ERROR": "failed",
        "s VERIFIED": "failed",
        "s VERIFIED rows=3": "failed",
        f"x{line}": "failed",
    }
    found = page.evaluate(READ, [line, *others])
    assert found[0] == [line, "verified", claim, digest]
    assert found[1:] == [[other, status, None, ""] for other, status in others.items()]


CANCELLED = "Cancelled: nothing is said about the file."


def give(page: Page, path: Path) -> tuple[str, str]:
    """Choose a file, which leads to Verify, wait for the verdict, and return it with the reason."""
    page.set_input_files("#file", path)
    return judged(page)


def judged(page: Page) -> tuple[str, str]:
    """The verdict and the reason, once they are shown."""
    page.wait_for_selector('#run:not([data-state="running"])')
    return page.inner_text("#run-verdict"), page.inner_text("#run-reason")


def forged(source: Path, number: int, column: int, path: Path, more: int = 1) -> dict[str, Any]:
    """Write a certificate with one term increased, and right digests. Returns the original record of its slice."""
    parts = records(source.read_bytes())
    right = deepcopy(parts[number])
    (parts[number]["head"] or parts[number]["period"])[column] += more
    path.write_bytes(seal(parts))
    return right


def made(built: Path, name: str) -> Path:
    """A script made again by js_of_ocaml in proofs. The test is skipped without it, or fails if it is required."""
    missing = [program for program in ("js_of_ocaml", "node") if shutil.which(program) is None]
    if missing:
        message = f"not installed: {', '.join(missing)}; apt-get install js-of-ocaml nodejs"
        if os.environ.get("ZCHOMP_REQUIRE_BROWSER") == "1":
            pytest.fail(message)
        pytest.skip(message)
    (built / name).unlink(missing_ok=True)
    result = subprocess.run(["make", "-C", str(built), name], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return built / name


def test_checker_is_what_the_compiler_makes(built: Path) -> None:
    """js_of_ocaml makes the asset from the extracted checker, byte for byte."""
    assert ASSET.read_bytes() == made(built, "web.js").read_bytes()


def compare(script: Path, count: int) -> "subprocess.CompletedProcess[str]":
    """Compare the operations of the page with Coq's, on numbers up to the largest in a browser."""
    command = ["node", str(script), str(count), "1", "31"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_operations_of_the_page_are_those_of_coq(built: Path) -> None:
    """In JavaScript, too, every operation is Coq's, or fails if and only if its result does not fit."""
    count, _, rest = compare(made(built, "operations-test.js"), 100).stdout.partition(" ")
    assert rest == "comparisons, all equal\n"
    assert int(count) > 100_000


@pytest.mark.release
@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("z.ml", "fitting (m <= max_int - n) (n + m)", "n + m"),
        ("z.ml", "fitting (n = 0 || m <= max_int / n) (n * m)", "n * m"),
        ("sets.ml", "if n > 0 && s.(n - 1) = 1 then n - 1 else n", "n"),
        ("sets.ml", "lor ((word s (i + 1) land 1) lsl (size - 1))", ""),
    ],
    ids=["add", "mul", "kept", "carry"],
)
def test_a_wrong_operation_of_the_page_would_be_noticed(
    built: Path, tmp_path: Path, source: str, right: str, wrong: str
) -> None:
    """The comparison fails if a number is truncated, or a set is wrong in a corner case."""
    made(built, "operations-test.js")
    for path in (built / "build" / "web").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (tmp_path / source).read_text()
    assert text.count(right) == 1
    (tmp_path / source).write_text(text.replace(right, wrong))
    words = ["z.ml", "sets.ml", "tables.ml", "operations.ml", "elements.ml", "naturals.ml", "operations_test.ml"]
    build = ["ocamlfind", "ocamlc", "-w", "-a", "-o", "test.byte", "reference.cmo", *words]
    subprocess.run(build, cwd=tmp_path, check=True)
    subprocess.run(["js_of_ocaml", "-q", "test.byte", "-o", "test.js"], cwd=tmp_path, check=True)
    result = compare(tmp_path / "test.js", 20)
    assert result.returncode == 1
    assert result.stdout.endswith("not what Coq says\n")


def test_the_collection(page: Page) -> None:
    """On every certificate of the collection the page gives the verifier's verdict line. It declines large numbers."""
    paths = [SHIPPED, *sorted((TESTS / "certificates").rglob("*.jsonl"))]
    texts = [path.read_bytes() for path in paths]
    answers: list[Any] = page.evaluate(CHECK, [b64encode(text).decode() for text in texts])
    assert len(paths) > 80
    for path, text, (line, reason) in zip(paths, texts, answers, strict=True):
        expected = verifier.verify(str(path))
        if reason.endswith("a number of more than 31 bits; in a browser this program handles no larger ones"):
            assert (line, re.search(rb"[0-9]{10}", text) is not None) == ("s DECLINED", True), path.name
            continue
        assert line == expected.line, path.name
        if expected.code:
            assert reason.split(":")[0] == expected.reason.removeprefix(f"{str(path)!r}: ").split(":")[0], path.name


def test_a_shipped_certificate_is_verified(page: Page) -> None:
    """The verdict line is that of the verifier, with the SHA-256, and from then on the page plays by that file."""
    page.click('nav a[data-view="verify"]')
    page.click('[data-name="chomp-3rows-115.jsonl"]')
    assert judged(page) == (verifier.verify(str(SHIPPED)).line, "")
    assert page.inner_text("#run-count").startswith("116 of 116 slices in ")
    assert page.inner_text("#run p").startswith("Checked chomp-3rows-115.jsonl (26,866 bytes)")
    assert page.inner_text("#run-headline") == (
        "Verified: all losers of up to three rows, with at most 115 squares in the third row, are right, and none is "
        "missing."
    )
    assert page.inner_text("#run-meaning") == (
        "A loser is a bar from which every bite loses. The first two rows may have any length, so this is a proof for "
        "infinitely many bars."
    )
    order = page.evaluate("[...document.querySelectorAll('#run [role=status] p')].map(({ id }) => id)")
    assert order[0] == "run-headline"
    assert order[-1] == "run-verdict"  # the machine-readable line comes last
    assert page.is_hidden("#run-progress")
    page.click('nav a[data-view="play"]')
    assert "It was verified on this page" in source(page)


def test_files_that_are_named_can_be_read(page: Page) -> None:
    """Every file of the project that Verify, the chart and the footer name is a link to its current text."""
    found = {"LICENSE": page.get_attribute("footer a", "href")}
    stories = ("chart/300/300", "chart/500/707", "chart/782")
    for fragment, place in (("verify", "#trust"), *((story, "#chart-story") for story in stories)):
        followed(page, fragment)
        page.wait_for_selector(f'{place} a[href^="sources/"]')
        here = page.locator(f'{place} a[href^="sources/"]').all()
        found |= {link.inner_text(): link.get_attribute("href") for link in here}
        written = re.findall(r"(?:docs|proofs)/[\w/-]+\.\w+", page.inner_text(place))
        assert sorted(written) == sorted(link.inner_text() for link in here)
    assert set(found) == set(SOURCES)
    for name, link in found.items():
        text = page.evaluate("async (link) => (await fetch(link)).text()", link)
        assert text == (ROOT / name).read_text(encoding="utf-8"), name


def test_what_is_to_be_trusted_is_there(page: Page) -> None:
    """Verify says briefly and in full what has to be trusted, with files and theorems that exist, and how to cite."""
    assert "zchomp cite" not in page.inner_text("body")
    page.click('nav a[data-view="verify"]')
    page.wait_for_selector("#trust li")
    assert page.inner_text("#trust p").startswith("In short: after “Verified” you trust Coq, two compilers and your ")
    named = page.locator("#trust code").all_inner_texts()
    files = [name for name in named if re.fullmatch(r"proofs/\S+\.(v|ml)", name)]
    assert len(files) == 8
    assert all((ROOT / name).is_file() for name in files)
    assert page.locator("#view-verify > :last-child").inner_text().endswith("zchomp cite says how to cite it.")
    assert "checker_sound" in named
    assert "\nTheorem checker_sound" in (ROOT / "proofs" / "Checker" / "Soundness.v").read_text()


def test_a_certificate_of_your_own(page: Page, tmp_path: Path) -> None:
    """A chosen file is verified, and Play, Chart and Losers use it."""
    path = TESTS / "certificates" / "accepted" / "three-rows-5.jsonl"
    mine = tmp_path / "mine <b>.jsonl"
    mine.write_bytes(path.read_bytes())
    assert give(page, mine) == (verifier.verify(str(path)).line, "")
    page.click("#run-chart")
    until(page, "document.getElementById('chart-source').textContent.includes('mine <b>.jsonl')")
    page.click('nav a[data-view="play"]')
    open_more(page)
    page.fill("#setup-position", "(9,7,4)")
    page.click("#play-bar")
    page.wait_for_selector('#view-play[data-rows="9,7,4"]')
    assert "mine <b>.jsonl: it lists every position that loses (three rows, third row at most 5)" in source(page)
    assert page.locator("#opponent b").count() == 0
    assert "It was verified on this page" in source(page)


DRAG = """([kind, text, many]) => {
    const data = new DataTransfer();
    for (let i = 1; i <= many; i++) data.items.add(new File([text], `file-${i}.jsonl`));
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_dropped_file(page: Page) -> None:
    """A certificate dropped anywhere is verified, of several the first, and the page says so, and where to drop it."""
    for kind, is_shown in (("dragover", True), ("dragleave", False)):
        page.evaluate(DRAG, [kind, "x", 1])
        assert page.is_visible("#drop-here") == is_shown
    assert page.text_content("#drop-here") == "Drop the certificate to have it verified"
    for many, words in (
        (1, ""),
        (3, " Only the first of the 3 files is checked: give the others one by one."),
        (1, ""),
    ):
        page.evaluate(DRAG, ["drop", SHIPPED.read_text(), many])
        page.wait_for_selector("#view-verify:not([hidden])")
        assert judged(page)[0] == verifier.verify(str(SHIPPED)).line
        known = "Its SHA-256 is that of chomp-3rows-115.jsonl, which comes with this page."
        assert page.inner_text("#run-meaning").endswith(known)
        assert page.inner_text("#run-name") == "file-1.jsonl"
        assert page.text_content("#run-others") == words


def test_files_that_cannot_be_fetched(visited: Visit) -> None:
    """A file that does not arrive can be cancelled, one that cannot arrive is reported, and both can be retried."""
    page = visited.open("#verify")
    page.route("**/chomp-5rows-8.jsonl", lambda _: None)
    page.click('[data-name="chomp-5rows-8.jsonl"]')
    page.focus("#run-cancel")
    page.keyboard.press("Enter")
    assert (judged(page), page.inner_text("#run-headline")) == (("", ""), CANCELLED)
    assert page.evaluate("document.activeElement.id") == "run-headline"  # the focused button is gone
    assert page.inner_text("#run p").startswith("Not checked: chomp-5rows-8.jsonl")
    page.route("**/chomp-4rows-20.jsonl", lambda route: route.abort())
    page.click('[data-name="chomp-4rows-20.jsonl"]')
    line, reason = judged(page)
    assert line == "s ERROR"
    assert reason == "certificates/chomp-4rows-20.jsonl cannot be fetched: the server of this page does not answer."
    assert page.is_hidden("#run-cancel")
    visited.complaints.clear()
    page.unroute("**/chomp-4rows-20.jsonl")
    page.click('[data-name="chomp-4rows-20.jsonl"]')
    page.wait_for_selector('#run[data-state="verified"]')


def test_what_is_used_is_what_is_said(page: Page, tmp_path: Path) -> None:
    """A certificate given in Play leads to Verify, and is no opponent where it does not cover the game."""
    mine = tmp_path / SHIPPED.name
    mine.write_bytes((TESTS / "certificates" / "accepted" / "three-rows-5.jsonl").read_bytes())
    give(page, mine)
    page.wait_for_selector('#run[data-state="verified"]')
    until(page, "location.hash === '#verify'")
    assert page.evaluate("scrollY") == 0
    assert page.inner_text("#run-used").startswith("From now on Play uses it for bars that it covers. ")
    page.click('nav a[data-view="play"]')
    assert "third row at most 115" in source(page)
    page.click('nav a[data-view="losers"]')
    until(page, "document.getElementById('losers-list').textContent !== ''")
    options = page.locator("#losers-certificate option").all_inner_texts()
    assert options[0] == "three rows, third row at most 115"
    assert options[-1] == f"three rows, third row at most 5 (yours: {SHIPPED.name})"
    for choice, tail in ((SHIPPED.name, "115"), (f"yours: {SHIPPED.name}", "5")):
        page.fill("#losers-tail", tail)
        page.select_option("#losers-certificate", choice)
        until(
            page,
            f"document.getElementById('losers-status').textContent.startsWith('The slice with third row {tail}: ')",
        )
        assert page.input_value("#losers-certificate") == choice


FORGED = [
    ("chomp-3rows-115.jsonl", 1, 0),
    ("chomp-3rows-115.jsonl", 40, 2),
    ("chomp-3rows-115.jsonl", 116, 30),
    ("chomp-3rows-nim3-100.jsonl", 150, 3),
    ("chomp-4rows-20.jsonl", 100, 1),
]


def test_a_forged_term_is_named(page: Page, tmp_path: Path) -> None:
    """A wrong term with right digests is refused, with the right term and the reason, and the file is not used."""
    for name, number, column in FORGED:
        path = tmp_path / "forged.jsonl"
        right = forged(SHIPPED.parent / name, number, column, path, more=7)
        line, reason = give(page, path)
        assert line == "s NOT VERIFIED"
        nim, tail = right["nim"], [length for length in right["tail"] if length]
        width = tail[0] if tail else 0
        where = {
            0: f"second row {width + column}",
            1: f"second row {width + column} and third row {width}",
            2: f"rows {', '.join(map(str, [width + column, *tail]))} from the second on",
        }[len(tail)]
        which = f"bar of nim-value {nim}" if nim else "loser"
        term = (right["head"] or right["period"])[column]
        false, true = (Position((width + column + b, width + column, *tail)) for b in (term + 7, term))
        assert reason == (
            f"Line {number + 1} is wrong. With {where} the file has the {which} {false}; it is {true}. "
            f"From {false} the bite at row 1, column {true.rows[0] + 1} leads to the {which} {true}."
        )
        links = page.locator("#run-reason a").all()
        assert [link.inner_text() for link in links] == ([] if nim else [str(false)])
        if links:
            links[0].click()
            bar = ",".join(map(str, false.rows))
            page.wait_for_selector(f'#view-play[data-rows="{bar}"]')
            page.go_back()
        assert page.is_hidden("#run-progress")
        page.click('nav a[data-view="play"]')
        assert "chomp-3rows-115.jsonl" in source(page)


WRONG = """async ([text, changes]) => {
    const { firstWrong, readUpTo } = await import("/recompute.js");
    return changes.map(([line, head, period]) => {
        const { certificate, slice } = readUpTo(text, line);
        slice.head = Float64Array.from(head);
        slice.period = Float64Array.from(period);
        return firstWrong(certificate, slice);
    });
}"""


def forged_terms(proof: Proof, random: Random) -> tuple[list[int], list[int], int, int, int] | None:
    """A head and a period with a term changed, with no terms from a column on, or with an extra term, or None.

    They come with the column, the right term and the wrong one there, where -1 means none.
    """
    head, period = list(proof.sequence.head), list(proof.sequence.period)
    if not head + period:
        return None
    column = random.randrange(len(head + period))
    right = (head + period)[column]
    how = random.choice(["changed", "changed", "missing", "added"])
    if how == "missing":
        return (head + period)[:column], [], column, right, -1
    if how == "added":
        term = random.randrange(5)
        return None if period else ([*head, term], [], len(head), -1, term)
    term = random.choice([right + random.randrange(1, 5), random.randrange(right + 1)])
    if term == right or proof.slice.width + column + term == 0:
        return None
    terms = [*head, *period]
    terms[column] = term
    return terms[: len(head)], terms[len(head) :], column, right, term


def test_any_forged_term_is_found(page: Page) -> None:
    """A changed, missing or added term is found anywhere, and a wrong one is excluded by a legal bite."""
    for path in sorted(SHIPPED.parent.glob("*.jsonl")):
        proofs = list(read_certificate(path).values())
        random = Random(path.name)
        changes: list[tuple[int, tuple[list[int], list[int], int, int, int]]] = []
        while len(changes) < 40:
            number = random.randrange(min(300, len(proofs)))
            if forged := forged_terms(proofs[number], random):
                changes.append((number, forged))
        assert any(forged[4] < 0 for _, forged in changes)
        sent = [(number + 2, head, period) for number, (head, period, *_) in changes]
        answers = page.evaluate(WRONG, [path.read_text(), sent])
        losers = {(proof.slice.tail, proof.slice.nim): proof.sequence for proof in proofs}
        for (number, (_, _, column, right, term)), answer in zip(changes, answers, strict=True):
            slice_ = proofs[number].slice
            assert [answer[key] for key in ("a", "expected", "found")] == [column, right, term]
            if term < 0:
                assert "witness" not in answer
                continue
            witness, false = answer["witness"], slice_.position(column, term)
            if "lower" in witness:
                assert witness["lower"] < slice_.nim
                assert losers[slice_.tail, witness["lower"]].get(column) == term
            else:
                left = Position(tuple(length for length in witness["left"] if length))
                assert false.move_to(left) is not None
                second = left.rows[1] if len(left.rows) > 1 else 0
                width = left.rows[2] if len(left.rows) > 2 else 0
                assert losers[left.rows[2:], slice_.nim].get(second - width) == left.rows[0] - second


RIGHT = "are right; its kind, period, modulus or bound is not."


def test_what_else_is_wrong_with_a_line(page: Page) -> None:
    """The first wrong term of a line is named, or that there is none, or only its slice, and all of it is heard."""
    for name, words in (
        ("bound-too-long", RIGHT),
        ("modulus-doubled", RIGHT),
        ("period-doubled", RIGHT),
        (
            "wrong-period",
            "it is (11, 7, 5). From (12, 7, 5) the bite at row 1, column 12 leads to the loser (11, 7, 5).",
        ),
        ("finite-claimed-empty", "the file has no loser; it is (6, 3, 3)."),
        (
            "empty-claimed-finite",
            "there is none. From (3, 3, 3, 1) the bite at row 1, column 3 leads to the loser (2, 2, 2, 1).",
        ),
    ):
        path = TESTS / "certificates" / "rejected" / f"{name}.jsonl"
        line, reason = give(page, path)
        assert line == "s NOT VERIFIED"
        assert reason.startswith(f"Line {verifier.verify(str(path)).reason.split('line ')[1].split(',')[0]} is wrong. ")
        assert reason.endswith(words), name
    give(page, TESTS / "certificates" / "rejected" / "wrong-period.jsonl")
    heard = page.locator("#run div[role=status]")
    assert page.inner_text("#run-headline") == "Not verified."
    for part in ("#run-headline", "#run-meaning", "#run-reason", "#run-verdict"):
        assert page.inner_text(part) != ""
        assert page.inner_text(part) in heard.inner_text()
    whole = page.locator("#run-reason .whole").all_inner_texts()
    assert whole == ["(12, 7, 5)", "(11, 7, 5)", "(12, 7, 5)", "(11, 7, 5)"]
    for slice_, words in (("tail=[] nim=0", "the losers with third row 0"), ("tail=[6, 4] nim=2", "the rows 6, 4")):
        found = page.evaluate(UNNAMED, f"line 7, slice {slice_}: the checker does not accept it; zchomp verify says")
        assert found.startswith("Line 7 is wrong: what it says of the ")
        assert words in found
        assert found.endswith("On the command line, zchomp verify names what is right.")


def test_other_claims_are_verified(page: Page) -> None:
    """Every shipped certificate is verified on the page, with the verifier's line."""
    for name in sorted(path.name for path in SHIPPED.parent.glob("*.jsonl")):
        page.click('nav a[data-view="verify"]')
        page.click(f'[data-name="{name}"]')
        assert judged(page)[0] == verifier.verify(str(SHIPPED.parent / name)).line
        claim = read_certificate(SHIPPED.parent / name).claim
        said = page.inner_text("#run-headline")
        assert said.startswith(
            "Verified: all losers " if claim.nim == 0 else f"Verified: all bars of nim-value 0 to {claim.nim} "
        )
        assert f", with at most {claim.upto:,} squares in the third row, are right, and none is missing." in said


def test_every_refusal_has_a_sentence(page: Page, tmp_path: Path) -> None:
    """Whatever the file, one sentence in plain words says what is wrong with it."""
    good = SHIPPED.read_bytes()
    first, second, *_ = good.split(b"\n")
    for name, content, words in (
        ("empty.jsonl", b"", "The file is empty."),
        ("text.txt", b"Hello\n", "This is not a certificate of zchomp: it does not begin like one."),
        ("board.png", b"\x89PNG\r\n\x1a\n", "This is not a certificate of zchomp: it does not begin like one."),
        ("windows.txt", b"Hello\r\n", "This is not a certificate of zchomp: it does not begin like one."),
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\n", "This is not a certificate of zchomp: it does not begin like one."),
        ("large.bin", b"x" * 5_000_000, "This is not a certificate of zchomp: it does not begin like one."),
        ("cut.jsonl", good[:13_000], "The file is not complete: it was cut off."),
        ("lines.jsonl", b"\n".join([first, second, b""]), "The file is not complete: it was cut off."),
        ("crlf.jsonl", good.replace(b"\n", b"\r\n"), "The ends of its lines were changed, as some editors do."),
        (
            "changed.jsonl",
            good.replace(b'"producer":"', b'"producer":"x', 1),
            "The file was changed after it was written.",
        ),
        (
            "forged.jsonl",
            good.replace(b'"head":[5,3]', b'"head":[5,4]'),
            "One line is wrong, so nothing follows from the file.",
        ),
        ("long.jsonl", first + b"\n" + b"1" * 5_000_000, "Nothing is said about this file: a browser cannot check it."),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        assert give(page, path)[0] in {"s NOT VERIFIED", "s DECLINED"}
        until(page, f"document.getElementById('run-name').textContent === '{name}'")
        assert page.inner_text("#run-meaning") == words, (name, page.inner_text("#run-reason"))


COMPACT = TESTS / "certificates" / "accepted" / "three-rows-5-compact.jsonl"
DIGEST = "2756aa57ef6cfbbe0fc1ed458f3092e3efbd7525bb3c699d704a5eb08894e70b"
THREE = "(6, 3, 3), (7, 4, 3), (5, 5, 3)"


def test_a_forged_compact_certificate(page: Page, tmp_path: Path) -> None:
    """A compact certificate has no terms, but its mistakes are still named, with the right values."""
    for number, change, words in (
        (
            4,
            {"head": {"terms": 3, "sha256": "0" * 64}},
            f"A compact file gives only a SHA-256 of its terms. For the 3 losers with third row 3, {THREE}, it is "
            f"{DIGEST}; the file has {'0' * 64}.",
        ),
        (
            3,
            {"head": {"terms": 0, "sha256": "0" * 64}},
            "A compact file gives only a SHA-256 of its terms. For the 0 losers with third row 2 before the period it "
            f"is {sha256(b'').hexdigest()}; the file has {'0' * 64}.",
        ),
        (
            4,
            {"head": {"terms": 4, "sha256": "0" * 64}, "bound": 4},
            f"It counts 4 losers with third row 3; there are only 3: {THREE}.",
        ),
        (
            4,
            {"head": {"terms": 2, "sha256": "0" * 64}, "bound": 2},
            "With second row 5 and third row 3 the file has no loser; it is (5, 5, 3).",
        ),
        (
            6,
            {"period": [5]},
            "With second row 7 and third row 5 the file has the loser (12, 7, 5); it is (11, 7, 5). From (12, 7, 5) "
            "the bite at row 1, column 12 leads to the loser (11, 7, 5).",
        ),
        (6, {"modulus": 2}, "Its terms, for third row 5, are right; its kind, period, modulus or bound is not."),
    ):
        parts = records(COMPACT.read_bytes())
        parts[number].update(change)
        path = tmp_path / "forged-compact.jsonl"
        path.write_bytes(seal(parts))
        assert give(page, path) == ("s NOT VERIFIED", f"Line {number + 1} is wrong. {words}")
        assert page.inner_text("#run-meaning") == "One line is wrong, so nothing follows from the file."


UNNAMED = """async (reason) => (await import("/words-verify.js")).wrongSlice(reason)?.words"""


def test_files_that_are_not_certificates(page: Page, tmp_path: Path) -> None:
    """200 MB of zeros and a page with a script are refused at once, and shown as text."""
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(200_000_000)
    page.set_input_files("#file", huge)
    assert judged(page) == ("s DECLINED", "line 1: a line of more than 4194304 bytes")
    with huge.open("wb") as file:
        file.truncate(2**28)
    assert give(page, huge)[0] == "s DECLINED"
    html = tmp_path / "<img src=x onerror=alert(1)>.html"
    html.write_text("<script>document.title = 'taken'</script>\n")
    line, reason = give(page, html)
    assert (line, reason.split(" ")[0]) == ("s NOT VERIFIED", "line")
    assert "<script>" in reason
    assert page.locator("#run img, #run script").count() == 0
    assert page.title().startswith("zchomp: ")


def test_progress_and_cancel(visited: Visit) -> None:
    """A long check shows its progress, the page stays usable, and Cancel ends it without a verdict."""
    visited.page.add_init_script(SLOW)
    page = visited.open("#verify")
    page.evaluate("window.holding = true")
    page.set_input_files("#file", LARGE)
    until(page, "document.getElementById('run-progress').value > 20")
    assert " of 1,001 slices" in page.inner_text("#run-count")
    assert page.inner_text("#run-verdict") == ""
    page.click("#run-cancel")
    assert (judged(page), page.inner_text("#run-headline")) == (("", ""), CANCELLED)
    assert page.is_hidden("#run-cancel")
    page.set_input_files("#file", LARGE)
    page.evaluate("window.holding = false")
    page.click('[data-name="chomp-3rows-115.jsonl"]')  # another run takes its place
    assert judged(page)[0].startswith("s VERIFIED rows=3 nim=0 upto=115 ")


def test_a_file_that_was_looked_at_and_is_refused(visited: Visit, tmp_path: Path) -> None:
    """Nothing unverified is ever called proved, and once it is refused neither the chart nor Play uses it."""
    path = tmp_path / "forged-1000.jsonl"
    forged(LARGE, 990, 5, path)
    visited.page.add_init_script(SLOW)
    page = visited.open("#verify")
    page.evaluate("window.holding = true")
    page.set_input_files("#file", path)
    page.click("#run-look")
    until(page, "document.getElementById('chart-source').textContent.includes('forged-1000.jsonl')")
    assert page.is_visible("#view-chart")
    assert "It is not verified on this page yet" in page.inner_text("#chart-source")
    assert "Not verified here yet. Click a cell" in page.inner_text("#view-chart .lead")
    page.evaluate("location.hash = 'chart/989/994'")
    until(page, "document.getElementById('chart-strip').dataset.key.includes(' 989 ')")
    wrong = page.inner_text("#chart-status")
    page.evaluate("location.hash = 'play/2000,2000,989'")
    page.wait_for_selector('#view-play[data-rows="2000,2000,989"]')
    assert source(page).startswith(
        "I look up my bites in a file, forged-1000.jsonl: it claims to list every position that loses"
    )
    page.evaluate("window.holding = false")
    page.wait_for_selector('#run[data-state="refused"]', state="attached")
    assert page.inner_text("#status") == "The checker does not accept forged-1000.jsonl: it is not used any more."
    assert "chomp-3rows-1000.jsonl" in source(page)
    assert "forged" not in source(page)
    page.evaluate("location.hash = 'chart/989/994'")
    until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
    assert page.inner_text("#chart-status") != wrong
    assert page.inner_text("#chart-source").startswith("Drawn from chomp-3rows-1000.jsonl (")
    until(page, "document.getElementById('chart-proved').textContent === 'Every row is proved, however far it goes.'")
    assert "It was verified on this page" in page.inner_text("#chart-source")


LATE = """window.texts = { asked: 0, told: 0, holding: false };
const text = Blob.prototype.text;
Blob.prototype.text = async function () {
    if (this.name !== "forged.jsonl") return text.call(this);
    window.texts.asked += 1;
    while (window.texts.holding) await new Promise((resolve) => setTimeout(resolve, 20));
    const found = await text.call(this);
    window.texts.told += 1;
    return found;
}"""
"""A script that counts how often the forged file is read, and withholds its text while it is `holding`."""


def test_a_run_that_is_late_says_nothing_about_the_next(visited: Visit, tmp_path: Path) -> None:
    """If a forged file is still being read when the next one is verified, neither words nor verdicts are mixed."""
    path = tmp_path / "forged.jsonl"
    forged(SHIPPED, 60, 3, path)
    visited.page.add_init_script(SLOW)
    visited.page.add_init_script(LATE)
    page = visited.open("#verify")
    page.evaluate("window.holding = true")
    page.set_input_files("#file", path)
    page.click("#run-look")
    until(page, "document.getElementById('chart-source').textContent.includes('forged.jsonl')")
    page.click('nav a[data-view="verify"]')
    page.evaluate("window.texts.holding = true")
    page.evaluate("window.holding = false")
    until(page, "window.texts.asked === 2")
    page.click(f'[data-name="{SHIPPED.name}"]')
    page.wait_for_selector('#run[data-state="verified"]')
    page.evaluate("window.texts.holding = false")
    until(page, "window.texts.told === 2")
    until(page, "!document.getElementById('chart-source').textContent.includes('forged.jsonl')")
    assert judged(page) == (verifier.verify(str(SHIPPED)).line, "")
    assert page.inner_text("#run-headline").startswith("Verified: ")
    page.click('nav a[data-view="play"]')
    assert source(page).startswith(f"I look up my bites in a proof, {SHIPPED.name}: it lists ")
    assert "It was verified on this page" in source(page)


def test_a_number_is_never_cut(page: Page) -> None:
    """A certificate with 2^32 added to any of its numbers is not verified, although a browser's ints have 32 bits."""
    small = (TESTS / "certificates" / "accepted" / "three-rows-5.jsonl").read_bytes()
    texts = []
    for number, key in [
        (1, "bound"),
        (4, "bound"),
        (6, "modulus"),
        (6, "nim"),
        (6, "period"),
        (6, "head"),
        (6, "tail"),
    ]:
        for more in (2**31, 2**32, 2**33, 10**14):
            parts = records(small)
            value = parts[number][key]
            parts[number][key] = [value[0] + more, *value[1:]] if isinstance(value, list) else value + more
            texts.append(seal(parts))
    for key in ("rows", "nim", "upto"):
        parts = records(small)
        parts[0]["claim"][key] += 2**32
        texts.append(seal(parts))
    answers: list[Any] = page.evaluate(CHECK, [b64encode(text).decode() for text in texts])
    assert len(answers) == 31
    assert {line for line, _ in answers} == {"s DECLINED"}


def test_a_compact_certificate_is_verified_and_not_played(page: Page) -> None:
    """A compact certificate is verified like any other. The page explains, not as an error, why it has no chart."""
    line, reason = give(page, COMPACT)
    assert (line, reason) == (verifier.verify(str(COMPACT)).line, "")
    assert page.inner_text("#run-headline").startswith("Verified: ")
    assert page.inner_text("#run-used") == (
        "Play and the chart cannot show it: it is compact, and has digests in place of the losers. A full certificate "
        "has them."
    )
    assert page.locator("#run .bad:visible, #run .error:visible").count() == 0
    assert page.locator("#run-chart").count() == 0
    page.click('nav a[data-view="play"]')
    assert "chomp-3rows-115.jsonl" in source(page)


LIES = """async (text) => {
    const { readCertificate } = await import("/certificate.js");
    const { reply } = await import("/player.js");
    const { bite, isMove, isOver } = await import("/position.js");
    const { whyPanel } = await import("/why.js");
    const certificate = readCertificate("lies", text);
    let rows = [9, 8, 7, 6];
    let bites = 0;
    while (!isOver(rows)) {
        if (whyPanel(certificate, rows, {}).words.length === 0) return "no reason";
        const { move } = reply(certificate, rows);
        if (!isMove(rows, move)) return "no move";
        rows = bite(rows, move);
        bites += 1;
    }
    return bites;
}"""


def test_lies_break_nothing(page: Page) -> None:
    """Even with a certificate that is false in every line, and never used, each bite is legal, and the game ends."""
    for head in ([0], [1, 0], [5, 5, 5, 0], [40]):
        parts = records((ROOT / "certificates" / "chomp-4rows-20.jsonl").read_bytes())
        for part in parts[1:-1]:
            most = len(head) + sum(part["tail"]) + part["tail"][0] + 1
            part.update(kind="finite", head=[min(term, most) for term in head], period=[], modulus=0, bound=len(head))
        assert page.evaluate(LIES, seal(parts).decode()) > 0
