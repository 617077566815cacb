(** * Gale's question: 6 x 11 is won by its last square; 6 x 13 and 8 x 10 have two openings

    A conjecture of Gale, reported in [BHMS05]: on an m x n bar with 3 <= m <= n taking the last square, the
    one opposite to the poison, does not win. And for a time no bar with two winning openings was known. The
    program of BarPlanes.v, which is proved to find all openings, decides these bars inside Coq. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp Openings BarPlanes BarOpenings.
Import ListNotations.

(** What the program finds for a bar are its winning openings. *)
Theorem computed_openings m n squares : 2 <= m <= n -> openings_of (all_planes m n) n = squares ->
  forall square, wins square (repeat n m) <-> In square squares.
Proof.
  intros Hm <- square. symmetry. destruct m as [|[|d]]; [lia | lia|].
  apply (bars_sound (S (S d)) n n _ (losers_of (all_planes (S (S d)) n) n)). unfold bars. apply in_map_iff.
  exists n. split; trivial. apply filter_In. split; [apply in_seq; lia | apply Nat.leb_le; lia].
Qed.

(** The last square of 6 x 11 is the only one that wins. (Rows and columns are counted from 0.) *)
Theorem six_by_eleven square : wins square (repeat 11 6) <-> square = (5, 10).
Proof. rewrite (computed_openings 6 11 [(5, 10)]); [simpl; intuition | lia | vm_compute; reflexivity]. Qed.

(** Two squares of 6 x 13, and two of 8 x 10, win, and no others. *)
Theorem six_by_thirteen square : wins square (repeat 13 6) <-> square = (3, 11) \/ square = (4, 8).
Proof. rewrite (computed_openings 6 13 [(3, 11); (4, 8)]); [simpl; intuition | lia | vm_compute; reflexivity]. Qed.

Theorem eight_by_ten square : wins square (repeat 10 8) <-> square = (3, 8) \/ square = (4, 5).
Proof. rewrite (computed_openings 8 10 [(3, 8); (4, 5)]); [simpl; intuition | lia | vm_compute; reflexivity]. Qed.

(** So Gale's conjecture is false, and so is "there is one winning opening". *)
Theorem gale_false : (exists m n, 2 < m /\ 2 < n /\ wins (m - 1, n - 1) (repeat n m)) /\
  (exists m n square square', wins square (repeat n m) /\ wins square' (repeat n m) /\
    square <> square').
Proof.
  split.
  - exists 6, 11. split; [repeat constructor | split; [repeat constructor|]]. now apply six_by_eleven.
  - exists 8, 10, (3, 8), (4, 5). split; [|split]; [apply eight_by_ten; auto .. | congruence].
Qed.
