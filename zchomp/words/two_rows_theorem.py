"""Words of the theorem on two rows: the nim-value of every bar of two rows. With its proof, for an article.

It is written as `opening_theorem` is. The proof is that of proofs/two-rows.md, which Coq checks.
"""

from zchomp.words.opening_theorem import Statement

__all__ = ["TWO_ROWS"]

TWO_ROWS = (
    Statement(
        "definition",
        "Let `(p, q)` be a bar of two rows, `p ≥ q ≥ 0` and `p ≥ 1`, and let `d = p − q`.",
    ),
    Statement(
        "lemma",
        "If the poisoned square may be taken too, and whoever cannot move loses, then the value of every position is "
        "its nim-value in Chomp and one more.",
        "TwoRows.normal_value_poison",
    ),
    Statement(
        "proof",
        "By induction on the number of squares. There is one bite more, that of the poisoned square. It leaves no "
        "square, of value 0. The other bites leave the nim-values of Chomp and one more. So the least number that is "
        "missing is larger by one.",
    ),
    Statement(
        "theorem",
        "The nim-value of `(p, q)` is `p + ⌈q/2⌉ − 1` if `d` is even, and `d + min(⌊q/2⌋, ⌊d/2⌋) − 1` if `d` is odd.",
        "TwoRows.two_rows_nim_value_even",
        "TwoRows.two_rows_nim_value_odd",
    ),
    Statement(
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
    Statement("corollary", "`(p, q)` is a loser if and only if `p = q + 1`.", "TwoRows.two_rows_lost"),
    Statement(
        "remark",
        "The names in parentheses are theorems that Coq has checked, each with its module.",
    ),
)
"""Lemma, theorem, proofs and the losers."""
