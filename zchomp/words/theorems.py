"""Theorems with their proofs, for an article: on openings of three rows, and on the nim-values of two rows.

Each theorem is proved for all n in proofs/openings.md or proofs/two-rows.md and by Coq, and has its name in Coq. The
consequences for Brouwer's chart are stated without proof, and so are two statements that are not known for all n.
"""

from zchomp.answers.theorems import PROVED
from zchomp.words.data import Data
from zchomp.words.documents import Document, Paragraph

__all__ = ["OPENINGS", "TWO_ROWS", "theorem_data"]

OPENINGS = (
    Paragraph(
        "lemma",
        "If `(p, p, r)` is a loser and `r < p`, then for every `t` with `r ≤ t < p` there is a loser `(p, t, s)` with "
        "`s < r`.",
        coq=(PROVED["losers_below_start"],),
    ),
    Paragraph(
        "proof",
        "Suppose that some `t` has no such loser, and take the largest. For every `h` with `t < h ≤ p` there is a "
        "loser `(p, h, s_h)` with `s_h ≤ r`: for `h = p` it is `(p, p, r)`, and for the others `t` was chosen as the "
        "largest. The numbers `s_h` are all different, because a bite in the second row leads from `(p, h, s)` to "
        "`(p, h', s)` if `h' < h`. The position `(p, t, s_h)` is a winner, because the loser `(p, h, s_h)` leads to "
        "it. Its winning move is not in the third row, because `t` has no loser `(p, t, s)` with `s < r`. It is not in "
        "the second row, and it does not leave `t` squares or fewer of the first, because then the loser `(p, h, s_h)` "
        "would lead to the same loser. So it leads to a loser `(u, t, s_h)` with `t < u < p`. Different `h` have "
        "different `u`, because a bite in the third row leads from one of `(u, t, s)` and `(u, t, s')` to the other. "
        "But there are `p − t` numbers `h`, and only `p − t − 1` numbers `u`.",
    ),
    Paragraph(
        "theorem",
        "Every bar of three rows and `n ≥ 1` columns has exactly one winning opening. It leaves `(n, q, q)` "
        "with `q < n`, or `(n, n, r)` with `r < n`.",
        coq=(PROVED["one_opening"], PROVED["opening_kind"]),
    ),
    Paragraph(
        "proof",
        "Rectangles of more than one square are winners, by Gale's theorem: if biting the last square alone does not "
        "win, then the answer to it would have won at once. So there is a winning opening. In the first row it would "
        "leave a rectangle of three rows, a winner; so it leaves `(n, q, q)` or `(n, n, r)`. No two positions "
        "`(n, q, q)` are losers, because a bite in the second row leads from one to the other, and no two positions "
        "`(n, n, r)`, because a bite in the third row does. Suppose that `(n, q, q)` and `(n, n, r)` are both losers. "
        "If `q ≤ r`, a bite in the second row leads from `(n, n, r)` to `(n, q, q)`. If `r < q`, the lemma with "
        "`p = n` and `t = q` gives a loser `(n, q, s)` with `s < r`, and a bite in the third row leads to it from "
        "`(n, q, q)`. Neither is possible.",
    ),
    Paragraph(
        "definition",
        "For every `n ≥ 0` let `d_n` be the first row of the loser `(d_n, n, n)`, and let `q_1 < q_2 < ...` be the "
        "numbers `p` for which some `(p, p, r)` is a loser.",
    ),
    Paragraph(
        "corollary",
        "The numbers `d_0, d_1, ...` and `q_1, q_2, ...` are complementary: every number from 1 on is one of them, "
        "exactly once.",
        coq=(PROVED["complementary"],),
    ),
    Paragraph("corollary", "If `(p, q, r)` is a loser and `r < q`, then `p < d_q`.", coq=(PROVED["diagonal_largest"],)),
    Paragraph("corollary", "If `(p, p, r)` is a loser, then `p ≤ 2r`.", coq=(PROVED["start_bound"],)),
    Paragraph("corollary", "For all `n ≥ 1`, `2n ≤ q_n ≤ 3n − 1`.", coq=(PROVED["start_estimates"],)),
    Paragraph(
        "corollary",
        "If `(q_n, q_n, r)` is a loser, then `r − n` is the number of all `s < r` for which some `(u, u, s)` with "
        "`u < q_n` is a loser and no `(q_n, t, s)` is one.",
        coq=(PROVED["row_of_start"],),
    ),
    Paragraph("corollary", "If `(q_n, q_n, r)` is a loser, then `n ≤ r ≤ 2n − 1`.", coq=(PROVED["row_estimates"],)),
    Paragraph(
        "corollary",
        "Exactly `n` numbers `t < q_n` have a loser `(q_n, t, s)`: those with `d_t > q_n`.",
        coq=(PROVED["occurrences"],),
    ),
    Paragraph(
        "corollary",
        "Of all losers `(m, k, r)` with the same `r` and with `k > r`, let `(m_r, k_r, r)` be the one with the least "
        "first row. Then `m_r = q_n` for some `n`.",
        coq=(PROVED["row_minimum_is_start"],),
    ),
    Paragraph(
        "corollary",
        "If `r < s`, then `m_r < m_s`, or `m_r = m_s` and `k_r < k_s`.",
        coq=(PROVED["row_minima"],),
    ),
    Paragraph(
        "corollary",
        "The following are equivalent. For all losers `(p, p, r)` and `(p', p', r')`, if `r < r'`, then `p < p'`. For "
        "all losers `(p, p, r)`, `m_r = p`.",
        coq=(PROVED["monotony_iff_minimum"],),
    ),
    Paragraph("open", "If `(p, p, r)` and `(p', p', r')` are losers and `r < r'`, then `p < p'`."),
    Paragraph("open", "If `t < q_n − n`, then `d_t < q_n`."),
    Paragraph(
        "remark",
        "The names in parentheses are theorems that Coq has checked, each with its module. Brouwer and "
        "others asked for a proof of the theorem in 2005, and E. Sheiner announced one in 2026 (arXiv:2605.23837).",
    ),
)
"""Lemma, theorem and proofs, their consequences, and two statements that are not known for all n."""

TWO_ROWS = (
    Paragraph(
        "definition",
        "Let `(p, q)` be a bar of two rows, `p ≥ q ≥ 0` and `p ≥ 1`, and let `d = p − q`.",
    ),
    Paragraph(
        "lemma",
        "If the poisoned square may also be taken, and whoever cannot move loses, then the value of every position is "
        "one more than its nim-value in Chomp.",
        coq=("TwoRows.normal_value_poison",),
    ),
    Paragraph(
        "proof",
        "By induction on the number of squares. There is one more bite: the poisoned square. It leaves no square, of "
        "value 0. The other bites leave values one larger than in Chomp. So the least number that is missing is "
        "larger by one.",
    ),
    Paragraph(
        "theorem",
        "The nim-value of `(p, q)` is `p + ⌈q/2⌉ − 1` if `d` is even, and `d + min(⌊q/2⌋, ⌊d/2⌋) − 1` if `d` is odd.",
        coq=("TwoRows.two_rows_nim_value_even", "TwoRows.two_rows_nim_value_odd"),
    ),
    Paragraph(
        "proof",
        "By the lemma it is enough that the value, if the poisoned square may be taken, is larger by one: "
        "`G(p, q) = p + ⌈q/2⌉` if `d` is even, and `G(p, q) = d + min(⌊q/2⌋, ⌊d/2⌋)` if `d` is odd. Let `q = 2h + e` "
        "with `e = 0` or `e = 1`. Then `G(q + 2k, q) = 3h + 2e + 2k` and `G(q + 2k + 1, q) = 2k + 1 + min(h, k)`; in "
        "particular `G(2i, 2i) = 3i` and `G(2i + 1, 2i + 1) = 3i + 2`. "
        "First, no bite keeps the value. Fix `q`. The positions `(u, u)` with `u < q` have the values `3i` and "
        "`3i + 2` below `3h + 2e`. The positions `(q + 2k + 1, q)` have the values `3k + 1` for `k ≤ h`, and then "
        "`3h + 3`, `3h + 5` and so on. The positions `(q + 2k, q)` have the values `3h + 2e`, `3h + 2e + 2` and so "
        "on. All these are different. Fix `p`. Among the `u` for which `p − u` is even, `G(p, u)` is at least `p` and "
        "increases with `u`. Among the others it is at most `p` and decreases with `u`. The value `p` occurs for "
        "`u = 0` only. "
        "Second, a bite leads to every smaller value `v`. If `v = 3i` or `v = 3i + 2` with `i < h`, leave `(2i, 2i)` "
        "or `(2i + 1, 2i + 1)`. If `v = 3h + 2i`, leave `(2h, 2h)` if `i = 0` and `e = 1`, and `(q + 2(i − e), q)` "
        "otherwise. Every other `v` is `2i + 1 + min(h, i)` for some `i`. Leave `(q + 2i + 1, q)` if this is shorter; "
        "that is always so if `d` is odd. There remains `p = q + 2k` with `k ≤ i`. If `v ≥ p + e`, leave `(p, u)` with "
        "`u = 2(v − p − e) + e`. If `v < p + e`, let `j = h + k + e − 1` and `g = p + e − 1 − v`, and leave `(p, u)` "
        "with `u = 2x + 1 − e`, where `x = g` if `2g ≤ j`, and `x = j − i` otherwise. The value of `(p, u)` is "
        "`2(j − x) + 1 + min(x, j − x)`, which is `v` in both cases.",
    ),
    Paragraph("corollary", "`(p, q)` is a loser if and only if `p = q + 1`.", coq=("TwoRows.two_rows_lost",)),
    Paragraph(
        "remark",
        "The names in parentheses are theorems that Coq has checked, each with its module.",
    ),
)
"""Lemma, theorem, proofs and the losers."""


def theorem_data(document: Document) -> list[Data]:
    """The statements as data, each with the Coq theorem that says it, or with null if it is not known."""
    return [
        {"about": part.text.replace("`", ""), "theorem": part.coq[0] if part.coq else None}
        for part in document
        if part.coq or part.kind == "open"
    ]
