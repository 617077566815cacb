"""The article: theorems with their proofs, citations, and a whole LaTeX document in the manner of [Zei01].

The theorems are about openings of three rows, and about the nim-values of two rows. Each is proved for all n in
proofs/openings.md or proofs/two-rows.md and by Coq, and has its name in Coq. The consequences for Brouwer's chart are
stated without proof, and so are two statements that are not known for all n.

The article is about all third rows up to a number. It needs geometry and the AMS packages. All of its words are here,
except for the propositions (`propositions`).
"""

import re
from dataclasses import asdict, dataclass

from zchomp.bars.propositions import Proposition, References, proposition_latex
from zchomp.bars.results import Proof
from zchomp.bars.theorems import PROVED
from zchomp.core.documents import Document, Paragraph, document_latex
from zchomp.core.files import installed_file
from zchomp.core.showing import Shown, shows
from zchomp.errors import ZchompError
from zchomp.version import VERSION

OPENINGS = Document(
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

TWO_ROWS = Document(
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


@dataclass(frozen=True, slots=True, repr=False)
class Citation(Shown, words="documents.article"):
    """How to cite zchomp: the sentence that asks for it, the title, the author, the version and the year."""

    message: str
    title: str
    author: str
    version: str
    year: int


def citation() -> Citation:
    """How to cite zchomp, as CITATION.cff says.

    Raises ZchompError if the installation lacks this file.
    """
    text = installed_file("CITATION.cff").read_text(encoding="utf-8")
    names = ("message", "title", "name", "version", "date-released")
    message, title, author, version, date = (_field(text, name) for name in names)
    return Citation(message, title, author, version, int(date[:4]))


shows(Citation, "json")(asdict)


@shows(Citation)
def citation_text(cited: Citation) -> str:
    """How to cite zchomp: a sentence, an entry for BibTeX, and an example of a result."""
    title, author, version, year = cited.title, cited.author, cited.version, cited.year
    entry = f"title = {{{title}}}, author = {{{{{author}}}}}, version = {{{version}}}, year = {{{year}}}"
    return "\n".join(
        [
            cited.message,
            f"  {author}, {title}, version {version}, {year}.",
            "BibTeX:",
            f"  @software{{zchomp, {entry}}}",
            "For a result, cite the claim and the SHA-256 of its certificate, which zchomp prove prints. For example:",
            f"  All losers of three-rowed Chomp with third row at most 115; zchomp {version}, certificate SHA-256 ...",
        ]
    )


def _field(text: str, name: str) -> str:
    """The value of a field, without its quotes."""
    match = re.search(rf'^(?:  - )?{name}: *"?(.*?)"?$', text, flags=re.MULTILINE)
    if match is None:
        raise ZchompError(f"CITATION.cff has no field {name!r}")
    return match[1]


PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[margin=2.5cm]{geometry}
\usepackage{amsmath,amssymb,amsthm}
\theoremstyle{definition}
\newtheorem{proposition}{Proposition}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{corollary}[theorem]{Corollary}
\renewcommand{\labelitemi}{$\bullet$}
\sloppy
\title{Three-Rowed Chomp with Third Row at Most~@UPTO@}
\author{zchomp @VERSION@}
\date{}
\begin{document}
\maketitle
"""

ABSTRACT = r"""\begin{abstract}
For every third row $C \le @UPTO@$, and for first and second rows of any length whatsoever, we list the losing
positions $(a, b, C)$ of the game of Chomp, and a winning move from every other position. @SUMMARY@ For full bars of
three rows, of any length, we prove that there is exactly one winning opening. The propositions
were found, proved and typeset by a program. Their proofs are finite computations, and are recorded in a certificate,
which a second, short program that shares nothing with the first one checks again.
\end{abstract}
"""

GAME = r"""\section{The game}
Two players share a bar of chocolate. Whoever is to move picks one of the squares that are left, and eats it together
with all squares to the right of it and below it. The square in the upper left corner is poisoned, and whoever has to
take it loses. The game is Gale's~\cite{Gal74}. Here is a bar of three rows, before and after somebody picks the third
square of the second row; the poison is marked.
\[
\begin{array}{ccccc} \otimes&\square&\square&\square&\square\\ \square&\square&\square&\square\\ \square&\square&\square
\end{array}
\qquad\longrightarrow\qquad
\begin{array}{ccccc} \otimes&\square&\square&\square&\square\\ \square&\square\\ \square&\square \end{array}
\]
We write $(a, b, c)$ for the position with rows of $a \ge b \ge c$ squares; the move above leads from $(5, 4, 3)$ to
$(5, 2, 2)$. A position is a \emph{loser} if every move from it leads to a winner, and a \emph{winner} if some move
leads to a loser: the words refer to the player to move. Gale showed in one line that every rectangle with more
than one square is a winner, without a hint of the winning move. With two rows everything is easy
(Proposition~\ref{prop:0}).
Three rows are not understood, but for each fixed third row they are: Zeilberger~\cite{Zei01} had his computer find
and prove the losers for all third rows up to $115$, and Byrnes~\cite{Byr03} and Zeilberger~\cite{Zei04} showed that
the method never fails. Brouwer, Horv\'ath, Moln\'ar-S\'aska and Szab\'o~\cite{BHMS05} studied the table as a whole,
and Sun~\cite{Sun02} went on to more rows.
"""

METHOD = r"""\section{How the propositions are proved}
Fix the third row $C$. Of two positions $(a, b, C)$ with the same $b$ the larger leads to the smaller, so at most one
of them is a loser. Let $B_C(n)$ be the number $a - b$ of the loser with $b = C + n$, where there is one. A move from
$(a, b, C)$ bites
\begin{enumerate}
\item the first row alone, down to $(a', b, C)$ with $b \le a' < a$;
\item the first row together with the second, down to $(b', b', C)$ with $C \le b' < b$, or to a rectangle $(x, x, x)$;
\item the second row alone, down to $(a, b', C)$ with $C \le b' < b$;
\item the second row together with the third, down to $(a, x, x)$ with $x < C$;
\item the third row, down to $(a, b, x)$ with $x < C$.
\end{enumerate}

\begin{lemma}\label{lem:end}
If $B_C(n) = 0$, then no position $(a, b, C)$ with $b > C + n$ is a loser.
\end{lemma}
\begin{proof}
By a bite of the second kind it leads to the loser $(C + n, C + n, C)$.
\end{proof}

\begin{theorem}\label{thm:mex}
If none of $B_C(0), \ldots, B_C(n - 1)$ is $0$, then $B_C(n)$ is the least of the numbers $0, 1, 2, \ldots$ that is in
none of the sets $\{B_C(j) - (n - j) : j < n\}$, $\{x + B_x(0) - (C + n) : x < C\}$, $\{B_x(n + C - x) : x < C\}$ (and
it is not $0$ if $C = n = 0$, when there is no bar).
\end{theorem}
\begin{proof}
The three sets say for which $v = a - b$ a bite of the third, fourth and fifth kind leads from $(C + n + v, C + n, C)$
to a loser. Bites of the second kind lead to no loser: no $B_C(j)$ with $j < n$ is $0$, and rectangles of more than
one square are winners by Gale's theorem. So every $v$ in one of the sets gives a winner. The least $v$ outside
them gives a loser, since bites of the first kind lead from it to smaller $v$, that is, to winners; and all larger $v$
give winners, since bites of the first kind lead from them to that loser.
\end{proof}

Call the numbers $v \ge 0$ in the first two sets the \emph{state} $S(n)$. They go down by one when $n$ goes up by one,
so that $S(n + 1) = \{v - 1 : v \in S(n) \cup \{B_C(n)\},\ v \ge 1\}$. The third set depends only on smaller
third rows.

\begin{theorem}[return of state]\label{thm:return}
Suppose that for all $x < C$ and all $n \ge m$ the terms $B_x(n + C - x)$ repeat with $M$, that is, $B_x(n + M + C -
x) = B_x(n + C - x)$ or both are undefined. If none of $B_C(0), \ldots, B_C(m + M - 1)$ is $0$ and $S(m + M) = S(m)$,
then $B_C(n + M) = B_C(n)$ for all $n \ge m$.
\end{theorem}
\begin{proof}
By induction on $n \ge m$ the states at $n$ and $n + M$ are equal; the third sets are equal by assumption; so the
terms are equal by Theorem~\ref{thm:mex}, none of them is $0$, and so the states at $n + 1$ and $n + 1 + M$ are equal.
\end{proof}

Agreement of many terms is not taken for a proof: it is the states that have to agree. Each proposition below says up
to where the recurrence was computed (its \emph{bound}), and where the state returned.

The forms of the winners follow from the losers. A winner is a position from which some bite leads to a loser, and the
five kinds of bites lead to losers of the forms that the propositions list: for the first three kinds these are the
losers of the proposition itself, for the last two those of smaller third rows. Of the last two kinds only as
many forms are listed as are needed for every winner to have one. Finitely many positions decide this, because beyond
the largest number in any form everything repeats with the period.
"""

OPENINGS_SECTION = r"""\section{The first move on a full bar}
This section is about bars of three rows and $n$ columns, for all $n$. Gale~\cite{Gal74} reported exactly one winning
opening for each $n \le 100$, and Brouwer, Horv\'ath, Moln\'ar-S\'aska and Szab\'o~\cite{BHMS05} for each $n \le
100000$; they asked for a proof, and Sheiner~\cite{She26} announced one. The following proof is about positions alone.
Coq has checked every statement from the rules of the game; the names in parentheses are those of the theorems in Coq,
each with its module.

@OPENINGS@
"""

TABLE = r"""\section{The propositions at a glance}
For each third row: the number of losers, or $\infty$ with the period of the differences $a - b$ and the second row
from which they repeat.
\begin{center}
\small
@ROWS@
\end{center}
"""

CLOSING = r"""\section{To check it}
The command \texttt{zchomp prove --upto @UPTO@} computes everything again and writes the certificate; \texttt{zchomp
verify}, or the one file \texttt{verifier.py} by itself, checks it; \texttt{zchomp play} lets anybody try to win
against the propositions.

\begin{thebibliography}{BHMS05}
\bibitem[BHMS05]{BHMS05} A. E. Brouwer, G. Horv\'ath, I. Moln\'ar-S\'aska, C. Szab\'o, \emph{On three-rowed Chomp},
Integers 5 (2005) G7.
\bibitem[Byr03]{Byr03} S. Byrnes, \emph{Poset game periodicity}, Integers 3 (2003) G3.
\bibitem[Gal74]{Gal74} D. Gale, \emph{A curious Nim-type game}, Amer. Math. Monthly 81 (1974) 876--879.
\bibitem[She26]{She26} E. Sheiner, \emph{Unique winning opening move in three-row Chomp}, arXiv:2605.23837 (2026).
\bibitem[Sun02]{Sun02} X. Sun, \emph{Improvements on Chomp}, Integers 2 (2002) G1.
\bibitem[Zei01]{Zei01} D. Zeilberger, \emph{Three-rowed CHOMP}, Adv. Appl. Math. 26 (2001) 168--179.
\bibitem[Zei04]{Zei04} D. Zeilberger, \emph{Chomp, recurrences and chaos(?)}, J. Difference Equ. Appl. 10 (2004)
1281--1293.
\end{thebibliography}
\end{document}
"""

IN_ARTICLE = References(end=r"Lemma~\ref{lem:end}", state=r"Theorem~\ref{thm:return}")
"""The theorems of the article by which its propositions are proved."""

ACROSS, DOWN = 3, 38
"""The numbers of columns and lines of the table that fit on a page."""


def article(found: list[Proposition]) -> str:
    """A whole document: rules, method, the theorem on openings, table, propositions with their proofs, references.

    >>> from zchomp.bars.propositions import propositions
    >>> article(propositions(1)).count("begin{proposition}")
    2
    """
    proofs = [one.proof for one in found]
    parts = [
        PREAMBLE,
        ABSTRACT,
        GAME,
        METHOD,
        OPENINGS_SECTION.replace("@OPENINGS@", document_latex(OPENINGS)),
        TABLE,
    ]
    text = "\n".join(parts).replace("@SUMMARY@", _summary(proofs)).replace("@ROWS@", _table(proofs))
    body = "\n\n".join([r"\section{The propositions}", *(proposition_latex(one, IN_ARTICLE) for one in found)])
    whole = f"{text}\n{body}\n\n{CLOSING}"
    return whole.replace("@UPTO@", str(proofs[-1].slice.width)).replace("@VERSION@", VERSION)


def _summary(proofs: list[Proof]) -> str:
    """The figures of the abstract."""
    infinite = [proof for proof in proofs if proof.sequence.period]
    finite = len(proofs) - len(infinite)
    some = f"{finite} of these third rows {'has' if finite == 1 else 'have'} finitely many losers" if finite else ""
    others = f"{len(infinite)} {'has' if len(infinite) == 1 else 'have'} infinitely many"
    longer = [proof for proof in infinite if len(proof.sequence.period) > 1]
    period = "period $1$"
    if longer:
        longest = max(len(proof.sequence.period) for proof in longer)
        first = f"${longer[0].slice.width}$"
        period += (
            f", except for the third row {first}, with period ${longest}$"
            if len(longer) == 1
            else (f", except for {len(longer)} third rows, the first of them {first}, with periods up to ${longest}$")
        )
    said = f"{some}, {others}" if some else f"Of these third rows {others} losers"
    return f"{said[:1].upper()}{said[1:]}; for those the difference $a - b$ is ultimately periodic, with {period}."


def _table(proofs: list[Proof]) -> str:
    """Blocks of lines, side by side as far as they fit."""
    head = r"$C$ & losers & period & from $b$ \\ \hline"
    blocks = [proofs[start : start + DOWN] for start in range(0, len(proofs), DOWN)]
    pages = [blocks[start : start + ACROSS] for start in range(0, len(blocks), ACROSS)]
    return "\n\n\\bigskip\n".join(
        "\\qquad\n".join(
            "\n".join([r"\begin{tabular}[t]{rrrr}", head, *map(_line, block), r"\end{tabular}"]) for block in page
        )
        for page in pages
    )


def _line(proof: Proof) -> str:
    sequence, third = proof.sequence, proof.slice.width
    if not sequence.period:
        return rf"{third} & {len(sequence.head)} & & \\"
    return rf"{third} & $\infty$ & {len(sequence.period)} & {third + len(sequence.head)} \\"
