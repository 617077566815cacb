"""Segments: pieces of a certificate, checked separately, give the verdict on the whole."""

import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.checker import write
from tests.cli.program import zchomp
from tests.proof.test_mutants import suite
from tests.sealing import BASE_CERTIFICATE, Record, certificate, records, seal
from tests.support import ROOT, SHIPPED, TESTS
from zchomp.core.runs import Progress, silent
from zchomp.proof import segments, verifier
from zchomp.proof import segments as division
from zchomp.proof.format import Verification, verify_alone
from zchomp.proof.segments import PrivateCopy, Runner, Segment, SegmentVerdict, TrustingChecker, check_segment, gather
from zchomp.proof.verifier import Shadow

CORPUS = sorted((TESTS / "certificates").rglob("*.jsonl"))
CLAIMS = [(2, 2, 0), (3, 0, 40), (3, 0, 130), (3, 3, 12), (4, 0, 7), (4, 2, 4), (5, 0, 4)]


def here(copy: PrivateCopy, cut: list[Segment], _progress: Progress) -> list[SegmentVerdict]:
    """A runner without processes."""
    with copy.path.open("rb") as stream:
        text = stream.read()
    return [check_segment(BytesIO(text), *segment) for segment in cut]


def nobody(_copy: PrivateCopy, cut: list[Segment], _progress: Progress) -> list[SegmentVerdict]:
    """A runner whose workers all fail."""
    return [SegmentVerdict(verifier.INTERNAL) for _ in cut]


def judged(path: Path, parts: int, run: Runner = here, progress: Progress = silent) -> tuple[Verification, bool]:
    """The verdict by segments, and whether the sequential verifier was needed."""
    plain: list[Verification] = []

    def whole() -> Verification:
        plain.append(verify_alone(path))
        return plain[-1]

    verdict = division.verify_in_segments(str(path), {}, parts, (0.3, 0.5), run, whole, progress)
    return verdict, bool(plain)


def kept(checker: verifier.Checker, chains: Iterable[tuple[verifier.Tail, int]]) -> tuple[object, ...]:
    """The state of a checker after the slices so far, with some of its chains."""
    return checker.first, checker.witness, checker.diagonal, checker.lower, [checker.chains[key] for key in chains]


# One segment


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_trusted_lines_leave_the_same_state(claim: tuple[int, int, int]) -> None:
    """After any number of lines of a right certificate, the state is the same, whether they were trusted or checked."""
    lines = certificate(*claim).splitlines()[1:-1]
    trusting, checking = TrustingChecker(verifier.BarClaim(*claim)), verifier.Checker(verifier.BarClaim(*claim))
    for line, (tail, nim), turn in zip(lines, trusting.slices(), checking.slices(), strict=True):
        trusting.trust(tail, nim, line)
        checking.check_slice(*turn, verifier.read_slice(line, "full"))
        needed = list(trusting.chains)  # with three rows, the previous chain is never needed again
        assert kept(trusting, needed) == kept(checking, needed)
        assert len(needed) == len(checking.chains) or claim[0] == 3


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_every_cut_of_a_right_certificate_is_accepted(claim: tuple[int, int, int]) -> None:
    """Wherever a right certificate is cut in two, both parts are accepted, and only the second one is the last."""
    text = certificate(*claim)
    count = len(text.splitlines())
    for last in range(2, count - 1):
        assert check_segment(BytesIO(text), 2, last) == SegmentVerdict(0, "", last == count - 1)
        assert check_segment(BytesIO(text), last + 1, count - 1) == SegmentVerdict(0, "", is_last=True)


@given(
    st.lists(st.integers(0, 9), max_size=6),
    st.lists(st.integers(0, 9), min_size=1, max_size=4),
    st.integers(0, 8),
    st.lists(st.integers(0, 5), max_size=6),
    st.lists(st.integers(0, 5), max_size=4),
)
def test_insertion_in_place(
    columns: list[int], cycle: list[int], width: int, head: list[int], period: list[int]
) -> None:
    """Inserting a slice in place gives the same as the verifier's copy."""
    expected = Shadow(list(columns), list(cycle)).with_slice(width, head, period)
    sets = [1 << b for b in head], [1 << b for b in period]
    assert segments.insert(Shadow(list(columns), list(cycle)), width, *sets) == expected


def test_lines_before_a_segment_are_not_judged() -> None:
    """A segment relies on the lines before it, even if they are false. The segment that has them refuses them."""
    parts = records(certificate(3, 0, 30))
    parts[20]["bound"] += 1  # only the consequences of a line matter, and its bound has none
    text = seal(parts)
    assert check_segment(BytesIO(text), 25, 32).code == verifier.VERIFIED
    assert check_segment(BytesIO(text), 2, 24).reason.startswith("line 21, slice tail=[19] nim=0: bound: not minimal")


def test_progress() -> None:
    """A segment reports how many of its own lines are checked."""
    seen: list[tuple[int, int]] = []
    assert check_segment(BytesIO(SHIPPED.read_bytes()), 100, 117, lambda *report: seen.append(report[1:3])).is_last
    assert seen == [(done, 18) for done in range(1, 19)]


@pytest.mark.parametrize("text", [b"", b"x\n", BASE_CERTIFICATE[:-1000], BASE_CERTIFICATE[:700]])
def test_truncated_files_are_not_judged(text: bytes) -> None:
    """A file that ends too soon is not judged by its segments."""
    assert check_segment(BytesIO(text), 6, 7).code == verifier.INTERNAL


# Many segments


@pytest.mark.parametrize("parts", [2, 3, 7, 1000])
def test_the_collection(parts: int) -> None:
    """Every file of the collection gets the verifier's verdict and reason, however it is cut."""
    assert [judged(path, parts)[0] for path in CORPUS] == [verifier.verify(str(path)) for path in CORPUS]


def test_mutants(tmp_path: Path) -> None:
    """Certificates that were changed and sealed again get the verifier's verdict and reason."""
    texts = [text for text, kind in sorted(suite()[1].items()) if kind != "cut off"]
    paths = write(tmp_path, random.Random(15).sample(texts, 800))
    by_segments = [judged(path, 2 + number % 5) for number, path in enumerate(paths)]
    assert [verdict for verdict, _ in by_segments] == [verifier.verify(str(path)) for path in paths]
    assert sum(not plain for _, plain in by_segments) > 300


@pytest.mark.parametrize("claim", [(3, 0, 40), (3, 2, 12), (4, 0, 7)], ids=str)
def test_a_wrong_term_in_any_line(claim: tuple[int, int, int], tmp_path: Path) -> None:
    """A wrong term is refused with its line, by the segment that contains it."""
    parts = records(certificate(*claim))
    for number in range(1, len(parts) - 1):
        if parts[number]["kind"] != "empty":
            where = "head" if parts[number]["head"] else "period"
            terms = [parts[number][where][0] + 1, *parts[number][where][1:]]
            path = tmp_path / "wrong.jsonl"
            path.write_bytes(seal([*parts[:number], {**parts[number], where: terms}, *parts[number + 1 :]]))
            verdict, plain = judged(path, 3)
            assert not plain
            assert verdict == verifier.verify(str(path))
            assert f": line {number + 1}, slice" in verdict.reason


@pytest.mark.parametrize("claim", CLAIMS[1:], ids=str)
@pytest.mark.parametrize("parts", [2, 5])
def test_right_certificates_need_no_other_verifier(claim: tuple[int, int, int], parts: int, tmp_path: Path) -> None:
    """A right certificate is verified by its segments alone."""
    path = tmp_path / "right.jsonl"
    path.write_bytes(certificate(*claim))
    assert judged(path, parts) == (verifier.verify(str(path)), False)


def test_compact_certificates_are_not_cut(tmp_path: Path) -> None:
    """Without its terms no line can be trusted: a compact certificate is left to the sequential verifier."""
    path = tmp_path / "compact.jsonl"
    path.write_bytes(certificate(3, 0, 12, "compact"))
    assert judged(path, 2) == (verifier.verify(str(path)), True)


@pytest.mark.parametrize("run", [nobody, lambda *_: [], lambda _copy, cut, _progress: [SegmentVerdict(0)] * len(cut)])
def test_workers_that_fail(run: Runner) -> None:
    """If the workers do not confirm every slice to the last, the sequential verifier reads the whole file."""
    assert judged(SHIPPED, 2, run) == (verifier.verify(str(SHIPPED)), True)


def test_a_file_that_changes_in_between(tmp_path: Path) -> None:
    """All segments are read from the same bytes, whatever happens to the file."""
    path = tmp_path / "changes.jsonl"
    path.write_bytes(SHIPPED.read_bytes())
    expected = verifier.verify(str(path))

    def run(copy: PrivateCopy, cut: list[Segment], progress: Progress) -> list[SegmentVerdict]:
        path.write_bytes(b"")
        return here(copy, cut, progress)

    assert judged(path, 3, run) == (expected, False)


def test_unreadable_names(tmp_path: Path) -> None:
    """A file that cannot be read is reported in the verifier's words."""
    for path in (tmp_path, tmp_path / "none", Path("a\0b")):
        assert judged(path, 2) == (verifier.verify(str(path)), True)


# How they are cut


@given(st.lists(st.integers(150, 5000), min_size=2, max_size=50), st.integers(2, 60), st.floats(0.05, 0.95))
def test_segments_cover_all_slices(lengths: list[int], parts: int, trusting: float) -> None:
    """Segments follow one another from the first slice to the last, and there are at most as many as requested."""
    cut = division.divide([100, *lengths], parts, trusting)
    assert [line for first, last in cut for line in range(first, last + 1)] == list(range(2, len(lengths) + 2))
    assert len(cut) <= parts


@pytest.mark.parametrize("parts", [2, 3, 8])
def test_segments_take_equally_long(parts: int) -> None:
    """Lines that a worker trusts count too, so all workers have the same amount of work."""
    lengths = [100, *range(1000, 3000)]
    work = [
        0.3 * sum(lengths[1 : first - 1]) + sum(lengths[first - 1 : last])
        for first, last in division.divide(lengths, parts, 0.3)
    ]
    assert max(work) < 1.01 * min(work)


def test_segments_after_a_refusal_are_stopped() -> None:
    """The first refusal counts: later segments are stopped, and earlier ones are waited for."""
    cut = [(2, 10), (11, 20), (21, 30), (31, 40)]
    refused = SegmentVerdict(verifier.NOT_VERIFIED, "line 25")
    earlier = SegmentVerdict(verifier.NOT_VERIFIED, "line 12")
    events: list[tuple[int, int | SegmentVerdict]] = [
        (0, 5),
        (2, refused),
        (0, SegmentVerdict(0)),
        (1, 3),
        (1, earlier),
        (9, 9),
    ]
    coming, stopped, seen = iter(events), list[int](), list[tuple[int, int]]()
    outcomes = gather(lambda: next(coming), cut, lambda *report: seen.append(report[1:3]), stopped.append)
    assert outcomes == [SegmentVerdict(0), earlier]
    assert stopped == [3, 2, 3]
    assert seen == [(5, 39), (5, 39), (9, 39), (12, 39), (12, 39)]


# Hostile lines before a segment


def _hostile() -> dict[str, Callable[[Record], Record]]:
    primes = [9973, 9967, 9949, 9941, 9931, 9929]
    return {
        "a term of 15 digits": lambda record: {**record, "head": [10**14]},
        "a period with one": lambda record: {**record, "kind": "periodic", "period": [10**14], "modulus": 1},
        "many terms at the limit": lambda record: {**record, "head": list(range(400_000, 800_000))},
        "periods without a common divisor": lambda record: {
            **record,
            "kind": "periodic",
            "period": [1] * primes[record["tail"][0] % 6],
        },
    }


@pytest.mark.parametrize("kind", _hostile())
def test_claims_of_absurd_size(kind: str, tmp_path: Path) -> None:
    """Whatever the lines before a segment claim, a worker gives up, and needs at most a gigabyte."""
    header, *slices, trailer = records(certificate(3, 0, 30))
    lines = [*slices[:5], *map(_hostile()[kind], slices[5:25]), *slices[25:]]
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(seal([header, *lines, trailer]))
    code = "from zchomp.proof.segments import main; main()"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    command = [sys.executable, "-c", code, str(path), "30", "32"]
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, preexec_fn=limit)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("[70, ")
    assert "CannotTrust: " in said.stdout
    assert judged(path, 2) == (verifier.verify(str(path)), False)


def test_terms_never_reach_the_limit() -> None:
    """No term of a right certificate exceeds the limit for trusted lines, by a theorem."""
    checked = 0
    for claim in [*CLAIMS, (3, 0, 400), (3, 6, 30)]:
        for record in islice(records(certificate(*claim)), 1, None):
            if "tail" in record:
                tail, terms = record["tail"], record["head"] + record["period"]
                assert max(terms, default=0) <= len(terms) + sum(tail[:1]) + sum(tail) + record["nim"] + 1
                checked += 1
    assert checked > 700


# Processes


@pytest.mark.parametrize(("workers", "part"), [("2", CORPUS[::4]), ("5", CORPUS[2::8])], ids=["two", "five"])
def test_processes_on_the_collection(workers: str, part: list[Path]) -> None:
    """`zchomp verify --workers` prints the same as `zchomp verify` on files of all kinds, to the letter."""
    names = [str(path) for path in (SHIPPED, *part)]
    plain, by_workers = (zchomp("verify", *more, *names) for more in ([], ["--workers", workers]))
    assert vars(by_workers) == vars(plain) | {"args": by_workers.args}


@pytest.mark.parametrize("program", ["/bin/false", "/bin/cat", "/no/such/program"])
def test_processes_that_cannot_work(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no process can be started, or none answers, the verdict is the verifier's."""
    monkeypatch.setattr(sys, "executable", program)
    assert judged(SHIPPED, 2, division.python_segments) == (verifier.verify(str(SHIPPED)), True)
