"""The search finds the losers by itself, and its conjectures are proved or retracted."""

from collections import Counter
from pathlib import Path

import pytest

from tests.support import known, table
from zchomp.bars.conjectures import GeneratingFunctions, SearchHistory, search
from zchomp.bars.coverage import Proved, check
from zchomp.bars.generating_functions import conjectures, generating_functions
from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import engines, prove, prove_slices
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice, dependency_order
from zchomp.bars.solving import outcome
from zchomp.core.answers import Outcome, Unknown
from zchomp.errors import DisagreementError, InvalidArgument
from zchomp.proof.certify import certify, usual_method


@pytest.mark.parametrize(("rows", "upto", "nim"), [(2, 0, 4), (3, 60, 0), (3, 10, 4), (4, 9, 0), (5, 4, 1), (6, 3, 0)])
def test_same_proofs_as_the_recurrence(rows: int, upto: int, nim: int) -> None:
    """Both engines find the same proofs independently, including modulus and bound."""
    assert prove(upto, rows=rows, nim=nim, method="genfun") == prove(upto, rows=rows, nim=nim, method="recurrence")


def test_the_same_certificate_to_third_row_130(tmp_path: Path) -> None:
    """To third row 130, with period 2 of slice 120: generating functions alone prove the same certificate."""
    claim = Claim(rows=3, nim=0, upto=130)
    report = known(certify(claim, tmp_path / "genfun.jsonl", method="genfun"))
    assert (report.slices, report.largest_period, report.largest_period_at) == (131, 2, "slice c = 120")
    certify(claim, tmp_path / "recurrence.jsonl", method="recurrence")
    assert (tmp_path / "genfun.jsonl").read_bytes() == (tmp_path / "recurrence.jsonl").read_bytes()
    assert report.retracted > 5
    assert report.conjectures > report.retracted


def test_a_premature_conjecture_is_retracted() -> None:
    """[4, 0, 4] and [4, 1, 4] suggest [4, a, 4] for all a: (7, 7, 4) refutes it, and is a loser itself."""
    told = known(conjectures(4))
    (conjecture,) = told.conjectures
    assert (conjecture.start, conjecture.step, conjecture.b, conjecture.evidence) == (0, 1, 4, (0, 1))
    assert (conjecture.made, conjecture.ended, conjecture.fate) == (2, 2, "retracted")
    assert conjecture.because == "(7, 7, 4) is a loser that the conjecture does not allow"
    assert told.losers[2] == (3, 0)
    assert told.claim() == Periodic((4, 4, 4, 0))


def test_retractions_on_the_way_to_115() -> None:
    """Several conjectures are premature, for different reasons, and no history ends with an open one."""
    reasons = Counter[str]()
    for c in range(116):
        told = known(conjectures(c))
        assert told.count("open") == 0
        for conjecture in told.conjectures:
            assert conjecture.ended is not None
            assert conjecture.ended >= conjecture.made
            if conjecture.fate == "retracted":
                reasons[conjecture.because.partition(") ")[2]] += 1
    assert reasons["is a loser that the conjecture does not allow"] > 3
    assert reasons["is known to be a winner"] > 1


def test_losers_are_found_by_number_of_squares() -> None:
    """Losers come by number of squares, each is a loser, and a proved family agrees with the sequence."""
    for c in (5, 7, 23, 60):
        told = known(conjectures(c))
        weights = [2 * a + b for a, b in told.losers]
        assert weights == sorted(weights)
        assert all(outcome(Slice((c,)).position(a, b)) is Outcome.LOSER for a, b in told.losers)
        for family in told.conjectures:
            members = [told.claim().get(family.start + family.step * n) == family.b for n in range(200)]
            assert all(members) == (family.fate in {"proved", "true"})


def test_propositions_of_zeilberger() -> None:
    """[Zei01]: the search finds Propositions 0, 1 and 2 as the paper does, from two losers and a symbolic one."""
    assert known(conjectures(0)).losers == [(0, 1), (1, 1)]
    assert known(conjectures(0)).claim() == Periodic((), (1,))
    assert sorted(known(conjectures(1)).losers) == [(0, 2), (1, 0)]
    assert known(conjectures(2)).claim() == Periodic((), (2,))
    assert [conjecture.fate for conjecture in known(conjectures(2)).conjectures] == ["proved"]


def test_suns_progressions() -> None:
    """[Sun02]: bottom rows [2, 2] give two families of step 2, each conjectured from four losers."""
    told = known(conjectures((4, 2)))
    proved = [(c.start, c.step, c.b) for c in told.conjectures if c.fate == "proved"]
    assert proved == [row for row in table("sun02_tail_2_2.txt") if row[1]]
    assert all(len(c.evidence) >= 4 for c in told.conjectures if c.step > 1)


def test_empty_slices_need_no_loser() -> None:
    """An empty slice is settled without a loser."""
    told = known(conjectures((3, 1)))
    assert (told.losers, told.claim(), told.checks) == ([], Periodic(), 1)


def test_watching() -> None:
    """The callback gets the history after every loser, and at its end."""
    seen: list[str] = []
    engine = GeneratingFunctions(lambda told: seen.append(told.progress()))
    for slice_ in dependency_order(3, 4):
        proof = engine.prove(slice_)
        assert isinstance(proof, Proof)
        engine.learn(proof)
    assert len(seen) == 2 + 2 + 2 + 3 + 4
    assert seen[-1] == "losers found: 4, open conjectures: 0"


def test_an_unsettled_story_has_no_claim() -> None:
    """There is no claim before the end of the history."""
    with pytest.raises(InvalidArgument, match="not settled"):
        SearchHistory(Slice((5,))).claim()


class Wrong:
    """An engine that is wrong about one slice."""

    def prove(self, slice_: Slice) -> Proof:
        """Claim that it is finite."""
        return Proof(slice_, Periodic((1, 0)), 0, 2)

    def learn(self, proof: Proof) -> None:
        """Learn nothing."""


def test_disagreement_stops_the_run() -> None:
    """If the engines disagree, the run stops with the slice and both answers."""
    using = {**engines("both"), "wrong": Wrong()}
    with pytest.raises(DisagreementError, match=r"slice c = 0: the engines disagree: recurrence says .* wrong says"):
        list(prove_slices(dependency_order(3, 5), using))


def test_the_search_uses_the_given_smaller_slices() -> None:
    """Given a false statement about a smaller slice, the search finds its consequences, not the truth."""
    lie = {Slice(): Periodic((), (1,)), Slice((1,)): Periodic((3, 0))}
    assert search(Slice((2,)), lie).claim() != Periodic((), (2,))


def blockers(wanted: Periodic[int], width: int) -> dict[Slice, Periodic[int]]:
    """Made-up smaller slices that leave a slice of that width no choice but the wanted sequence.

    The slice of width j excludes j from the columns where it is smaller than the wanted term, and 0 from the others.
    """
    size, period = len(wanted.head), len(wanted.period)
    known = {}
    for j in range(width):
        terms = [j if j < b else 0 for b in wanted.first(size + period)]
        early = (1,) * (width - j)
        known[Slice((j,))] = Periodic((*early, *terms[:size]), tuple(terms[size:]))
    return known


def test_a_true_family_does_not_hide_a_longer_period() -> None:
    """A family of small step that holds forever does not keep the search from the period of the whole."""
    wanted = Periodic((2, 8) * 6, (2, 8, 2, 12))
    slice_ = Slice((14,))
    known = blockers(wanted, slice_.width)
    assert isinstance(check(slice_, wanted, known), Proved)
    assert search(slice_, known, max_losers=200).claim() == wanted


def test_absurd_work_is_declined(tmp_path: Path) -> None:
    """Work that would take very long is declined before it starts, with an alternative."""
    refused = certify(Claim(rows=3, nim=0, upto=5000), tmp_path / "never.jsonl", method="genfun")
    assert isinstance(refused, Unknown)
    assert refused.reason.endswith('3 days; try method="recurrence", which proves the same')
    assert list(tmp_path.iterdir()) == []
    for function in (conjectures, generating_functions):
        answer = function(1000)
        assert isinstance(answer, Unknown)
        assert "needs about" in answer.reason
        assert answer.effort is not None
        assert answer.effort > 5


def test_usual_method() -> None:
    """The default is both methods if that takes seconds, otherwise the recurrence, compiled if it takes long."""
    assert usual_method(Claim(rows=3, nim=0, upto=115)) == "both"
    assert usual_method(Claim(rows=3, nim=0, upto=200)) == "both"
    assert usual_method(Claim(rows=3, nim=0, upto=1000)) == "recurrence"
    assert usual_method(Claim(rows=2, nim=0, upto=0)) == "both"
    assert usual_method(Claim(rows=4, nim=0, upto=10)) == "both"
    assert usual_method(Claim(rows=3, nim=0, upto=2000)) == usual_method(Claim(rows=4, nim=0, upto=40)) == "recurrence"
    for rows, nim, upto in [(50, 0, 10**7), (3, 0, 10_000), (3, 1, 10_000), (4, 0, 100)]:
        assert usual_method(Claim(rows=rows, nim=nim, upto=upto)) == "compiled"
