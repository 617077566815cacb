(** * Three rows of any length: one winning opening

    Every bar of three rows has exactly one winning first bite; [BHMS05] left this open. The proof is a page of
    openings.md, with the same numbers. A position is [p; q; r], first row first; lost means losing for who has to
    move. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp Counting.
From ZChomp Require Posets.
Import ListNotations.

(** ** Bites of three rows *)

(** No bite of a lost position leaves a lost one. *)
Lemma not_row1 {p q r} j : losing [p; q; r] -> 1 <= j < p -> ~ losing [j; Nat.min j q; Nat.min j r].
Proof.
  intros H Hj. rewrite <- (Nat.min_l j p) at 1 by lia. rewrite losing_iff in H.
  apply (H (bite 0 j [p; q; r])). constructor; [simpl; lia | intros [= ->]; lia].
Qed.

Lemma not_row2 {p q r} j : losing [p; q; r] -> j < q -> ~ losing [p; j; Nat.min j r].
Proof.
  intros H Hj. rewrite <- (Nat.min_l j q) at 1 by lia. rewrite losing_iff in H.
  apply (H (bite 1 j [p; q; r])). constructor; [simpl; lia | easy].
Qed.

Lemma not_row3 {p q r} j : losing [p; q; r] -> j < r -> ~ losing [p; q; j].
Proof.
  intros H Hj. rewrite <- (Nat.min_l j r) at 1 by lia. rewrite losing_iff in H.
  apply (H (bite 2 j [p; q; r])). constructor; [simpl; lia | easy].
Qed.

(** A position that is not lost has a winning bite. *)
Lemma winning_bite p q r : ~ losing [p; q; r] ->
  (exists j, 1 <= j < p /\ losing [j; Nat.min j q; Nat.min j r]) \/
  (exists j, j < q /\ losing [p; j; Nat.min j r]) \/
  (exists j, j < r /\ losing [p; q; j]).
Proof.
  intros H. destruct (losing_or_winning [p; q; r]) as [|[s [i j Hj Hnot] Hl]]; [easy|].
  destruct i as [|[|[|[|i]]]]; simpl in Hj; try lia; unfold bite in Hl; simpl in Hl; rewrite Nat.min_l in Hl by lia.
  - left. exists j. split; trivial. destruct j; [now elim Hnot | lia].
  - right; left. now exists j.
  - right; right. now exists j.
Qed.

Lemma losing_dec p : {losing p} + {~ losing p}.
Proof. destruct (losing_or_winning p) as [H|H]; [now left|]. right. intros Hl. exact (losing_not_winning p Hl H). Qed.

(** Lost positions that differ in one row only are the same. *)
Lemma same_row1 p p' q r : q <= p -> q <= p' -> r <= q -> 1 <= p -> 1 <= p' ->
  losing [p; q; r] -> losing [p'; q; r] -> p = p'.
Proof.
  intros Hp Hp' Hr H1 H1' H H'. destruct (Nat.lt_trichotomy p p') as [L|[E|L]]; trivial.
  - elim (not_row1 p H'); [lia|]. now rewrite !Nat.min_r by lia.
  - elim (not_row1 p' H); [lia|]. now rewrite !Nat.min_r by lia.
Qed.

Lemma same_row2 p q q' r : r <= q -> r <= q' -> losing [p; q; r] -> losing [p; q'; r] -> q = q'.
Proof.
  intros Hr Hr' H H'. destruct (Nat.lt_trichotomy q q') as [L|[E|L]]; trivial.
  - elim (not_row2 q H'); trivial. now rewrite Nat.min_r.
  - elim (not_row2 q' H); trivial. now rewrite Nat.min_r.
Qed.

Lemma same_row3 p q r r' : losing [p; q; r] -> losing [p; q; r'] -> r = r'.
Proof.
  intros H H'. destruct (Nat.lt_trichotomy r r') as [L|[E|L]]; trivial.
  - now elim (not_row3 r H').
  - now elim (not_row3 r' H).
Qed.

(** ** Strategy stealing *)

Lemma bar_not_lost n : 1 <= n -> ~ losing [n; n; n].
Proof. intros Hn H. apply (losing_not_winning _ H). apply (Posets.bar_won 3 n). lia. Qed.

Lemma an_opening n : 1 <= n -> (exists q, q < n /\ losing [n; q; q]) \/
  (exists r, r < n /\ losing [n; n; r]).
Proof.
  intros Hn. destruct (winning_bite n n n (bar_not_lost n Hn)) as [(j & Hj & Hl)|[(j & Hj & Hl)|H]]; [| |now right].
  - rewrite Nat.min_l in Hl by lia. elim (bar_not_lost j); trivial; lia.
  - left. exists j. rewrite Nat.min_l in Hl by lia. now split.
Qed.

(** ** The lemma *)

(** Lemma 1. By induction from t = p - 1 down. If there were no such s for t, then each of the p - t lost positions
    (p, h, s), t < h <= p, s <= r, that are known so far would show that (p, t, s) is won by biting row 1 to some
    u, t < u < p: too many for the p - t - 1 values of u. *)
Lemma losers_below_start p r : r < p -> losing [p; p; r] ->
  forall t, r <= t < p -> exists s, s < r /\ losing [p; t; s].
Proof.
  intros Hrp Hstart t Ht. remember (p - t) as k eqn:Hk. revert t Ht Hk.
  induction k as [k IH] using lt_wf_ind. intros t Ht ->.
  destruct (bounded_search (fun s => losing [p; t; s]) 0 r (fun s => losing_dec _)) as [(s & Hs & H)|Hnone].
  { exists s. split; [lia | trivial]. }
  exfalso.
  enough (H : length (seq 0 (p - t)) <= p - t - 1) by (rewrite seq_length in H; lia).
  apply (pigeonhole (fun v u => exists s, s <= r /\ losing [p; t + 1 + v; s] /\ losing [t + 1 + u; t; s])).
  - apply seq_NoDup.
  - intros v Hv. apply in_seq in Hv.
    assert (Hs : exists s, s <= r /\ losing [p; t + 1 + v; s]).
    { destruct (Nat.eq_dec (t + 1 + v) p) as [->|]; [now exists r|].
      destruct (IH (p - (t + 1 + v))) with (t := t + 1 + v) as (s & Hs & H); try lia.
      exists s. split; [lia | trivial]. }
    destruct Hs as (s & Hs & H).
    assert (Hwon : ~ losing [p; t; s]).
    { pose proof (not_row2 t H) as Hw. rewrite Nat.min_r in Hw by lia. apply Hw. lia. }
    apply winning_bite in Hwon as [(j & Hj & Hl)|[(j & Hj & Hl)|(j & Hj & Hl)]].
    + destruct (Nat.le_gt_cases j t) as [Hjt|Hjt].
      * elim (not_row1 j H Hj). now rewrite (Nat.min_l j t) in Hl by lia; rewrite (Nat.min_l j (t + 1 + v)) by lia.
      * exists (j - t - 1). split; [lia|]. exists s. rewrite (Nat.min_r j t), (Nat.min_r j s) in Hl by lia.
        now replace (t + 1 + (j - t - 1)) with j by lia.
    + elim (not_row2 j H); [lia | trivial].
    + elim (Hnone j); [lia | trivial].
  - intros v v' u (s & Hs & H & Hu) (s' & Hs' & H' & Hu'). rewrite (same_row3 _ _ _ _ Hu Hu') in H.
    enough (t + 1 + v = t + 1 + v') by lia. apply (same_row2 p _ _ s'); trivial; lia.
Qed.

(** ** The theorem *)

Lemma never_both p q r : q < p -> r < p -> losing [p; q; q] -> losing [p; p; r] -> False.
Proof.
  intros Hq Hr Hd Hs. destruct (Nat.le_gt_cases q r) as [Hle|Hlt].
  - apply (not_row2 q Hs Hq). now rewrite Nat.min_l.
  - destruct (losers_below_start p r Hr Hs q) as (s & Hlow & H); [lia|]. apply (not_row3 s Hd); [lia | trivial].
Qed.

(** The square (i, j) of a position wins: it is there, it is not the poison, and what biting it leaves is lost. *)
Definition wins (square : nat * nat) (p : rows) : Prop :=
  let (i, j) := square in j < nth i p 0 /\ (i, j) <> (0, 0) /\ losing (bite i j p).

(** Which of the two kinds it is: a square of row 2, or of row 3 (rows and columns are counted from 0). *)
Theorem opening_kind n i j : wins (i, j) [n; n; n] <->
  (i = 1 /\ j < n /\ losing [n; j; j]) \/ (i = 2 /\ j < n /\ losing [n; n; j]).
Proof.
  unfold wins. split.
  - intros (Hj & Hnot & Hl). destruct i as [|[|[|[|i]]]]; simpl in Hj; try lia; unfold bite in Hl; simpl in Hl;
      rewrite !(Nat.min_l j n) in Hl by lia; auto.
    elim (bar_not_lost j); trivial. destruct j; [now elim Hnot | lia].
  - intros [(-> & Hj & Hl)|(-> & Hj & Hl)]; (split; [trivial | split; [easy|]]); unfold bite; simpl;
      now rewrite !(Nat.min_l j n) by lia.
Qed.

(** Theorem 1. *)
Theorem one_opening n : 1 <= n -> exists! square, wins square [n; n; n].
Proof.
  intros Hn. assert (Hsome : exists i j, wins (i, j) [n; n; n]).
  { destruct (an_opening n Hn) as [(q & Hq & H)|(r & Hr & H)]; [exists 1, q | exists 2, r]; apply opening_kind; auto. }
  destruct Hsome as (i & j & H). exists (i, j). split; trivial. intros (i', j') H'.
  apply opening_kind in H as [(-> & Hj & H)|(-> & Hj & H)], H' as [(-> & Hj' & H')|(-> & Hj' & H')].
  - destruct (Nat.lt_trichotomy j j') as [L|[->|L]]; trivial.
    + elim (not_row2 j H' L). now rewrite Nat.min_l by lia.
    + elim (not_row2 j' H L). now rewrite Nat.min_l by lia.
  - now elim (never_both n j j').
  - now elim (never_both n j' j).
  - now rewrite (same_row3 _ _ _ _ H H').
Qed.

(** Theorem 2. Every n >= 1 is either the first row of a lost (n, q, q) or that of a lost (n, n, r), and not both. *)
Theorem one_kind n : 1 <= n ->
  ((exists q, q < n /\ losing [n; q; q]) /\ ~ (exists r, r < n /\ losing [n; n; r])) \/
  (~ (exists q, q < n /\ losing [n; q; q]) /\ (exists r, r < n /\ losing [n; n; r])).
Proof.
  intros Hn. destruct (an_opening n Hn) as [H|H]; [left | right]; (split; [|]); trivial;
    destruct H as (x & Hx & H); intros (y & Hy & H'); eauto using never_both.
Qed.

(** Corollary 4. The lost position with the longest second row of a finite slice r, (p, p, r), has p <= 2r. *)
Theorem start_bound p r : r < p -> losing [p; p; r] -> p <= 2 * r.
Proof.
  intros Hrp H. enough (length (seq r (p - r)) <= r) by (rewrite seq_length in *; lia).
  apply (pigeonhole (fun t s => r <= t /\ s < r /\ losing [p; t; s])).
  - apply seq_NoDup.
  - intros t Ht. apply in_seq in Ht. destruct (losers_below_start p r Hrp H t) as (s & Hs & Hl); [lia|].
    exists s. split; trivial. now split.
  - intros t t' s (Ht & Hs & Hl) (Ht' & _ & Hl'). apply (same_row2 p t t' s); trivial; lia.
Qed.
