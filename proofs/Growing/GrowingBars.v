(** * Bars are growing orders

    Bars of at most k rows whose third row has at most [upto] squares, as growing.md, section 4, and
    zchomp/growing/families.py describe them: the first row without the poison is the chain d, the second row the chain c,
    the rows from the third on are A. They are a growing order, its positions are those bars, and the nim-values are those
    of Nim.v. So a certificate of that growing order speaks of Chomp by its own rules, and says the same as a
    certificate of bars (Soundness.v). Rows and columns are counted from 0, as in Chomp.v. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues PosetSums GrowingChecker GrowingOrders GrowingGame GrowingSoundness.
From ZChomp Require Import GrowingStacks GrowingTwoStacks.
From ZChomp Require Slices Checker Soundness.
Import ListNotations.

(** ** A bar without its poison *)

Lemma in_without_poison p i j : In (i, j) (remove square_dec (0, 0) (bar p)) <->
  j < nth i p 0 /\ (i, j) <> (0, 0).
Proof.
  rewrite <- in_bar. split; [apply in_remove | intros [H Hne]; now apply in_in_remove].
Qed.

(** The nim-value of Nim.v is that of the poset of the squares, of which the poison is none. *)
Theorem nim_value_poset p : nim_value p = poset_value square_le (remove square_dec (0, 0) (bar p)).
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  refine (is_mex_unique _ _ _ (nim_value_mex p) _).
  refine (is_mex_same _ _ _ _ (poset_value_mex _ _ (square_order _))).
  assert (Hnext : forall i j, j < nth i p 0 -> (i, j) <> (0, 0) ->
    poset_value square_le (take square_le (i, j) (remove square_dec (0, 0) (bar p))) = nim_value (bite i j p)).
  { intros i j Hj Hne. rewrite IH by (apply move_squares; now constructor).
    apply poset_value_same; [apply square_order|]. intros [k l].
    rewrite in_take, !in_without_poison, <- !in_bar, <- in_take_bar, in_take. tauto. }
  intros v. split.
  - intros ([i j] & Hx & <-). apply in_without_poison in Hx as [Hj Hne].
    exists (bite i j p). split; [now constructor | now rewrite Hnext].
  - intros (q & [i j Hj Hne] & <-). exists (i, j). split; [now apply in_without_poison | now apply Hnext].
Qed.

(** ** Rows are stacks *)

(** [square_le] of Posets.v is the order of stacks. *)
Lemma rows_base : is_base Nat.leb 0.
Proof.
  split; [apply chain_order | now intros].
Qed.

(** The lengths of the rows of a bar. *)
Definition lengths (p : rows) (i : nat) : nat := nth i p 0.

Lemma sorted_below p i i' : Slices.is_tail p -> i <= i' -> nth i' p 0 <= nth i p 0.
Proof. intros H. induction 1 as [|i' _ IH]; [lia|]. specialize (H i'). lia. Qed.

Lemma lengths_heights p : is_position p <-> is_heights Nat.leb 0 (lengths p).
Proof.
  split; intros [H1 H2]; (split; [|exact H2]).
  - intros i i' Hi. apply Nat.leb_le in Hi. now apply sorted_below.
  - intros i. apply H1, Nat.leb_le. lia.
Qed.

(** Stacks over finitely many rows are a bar. *)
Lemma bar_of_heights h k : is_heights Nat.leb 0 h -> h k = 0 ->
  exists p, forall i, lengths p i = h i.
Proof.
  intros [H _] Hk. exists (map h (seq 0 k)). intros i. unfold lengths. destruct (Nat.lt_ge_cases i k) as [L|L].
  - rewrite (nth_indep _ _ (h 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; trivial). reflexivity.
  - rewrite nth_overflow by (rewrite map_length, seq_length; trivial). apply Nat.leb_le, H in L. lia.
Qed.

(** ** The order *)

(** The stacks 0 and 1 grow; A are the rows 2 to k - 1, of [upto] squares each, row by row. *)
Definition bar_order (k upto : nat) : order := stack_order Nat.leb 0 1 (seq 2 (k - 2)) upto.

(** Bars of at most k rows, with at most [upto] squares in the third: a row that is not there has no squares. *)
Definition fits (k upto : nat) (p : rows) : Prop := nth k p 0 = 0 /\ nth 2 p 0 <= upto.

(** The elements of A that are squares of the bar. *)
Definition bar_set (k upto : nat) (p : rows) : N := kept 0 (stack_places (seq 2 (k - 2)) upto) (lengths p).

Lemma second_row_next k : is_next Nat.leb 0 1 (seq 2 (k - 2)).
Proof.
  split; try easy.
  - intros i H. apply Nat.leb_le in H. lia.
  - apply seq_NoDup.
  - intros i H. apply in_seq in H. lia.
  - intros i i' H Hle. apply in_seq in H. apply Nat.leb_le in Hle. rewrite in_seq. lia.
Qed.

Lemma bar_fits k upto p : is_position p -> fits k upto p ->
  fits_stacks 0 1 (seq 2 (k - 2)) upto (lengths p).
Proof.
  intros Hp [Hk Hupto] [|[|i]]; auto. intros Hi. right. right. unfold lengths in *. rewrite in_seq.
  pose proof (sorted_below p k (S (S i)) (proj1 Hp)). pose proof (sorted_below p 2 (S (S i)) (proj1 Hp)). lia.
Qed.

(** ** The theorems *)

(** The checker takes it for an order with two growing chains. *)
Theorem bar_is_growing k upto : check_order (bar_order k upto) = true.
Proof. exact (stack_is_growing Nat.leb 0 1 _ upto rows_base (second_row_next k)). Qed.

(** Every such bar is a position of the growing order, with the nim-value of Nim.v: the elements of A that it has, as many
    c as squares in the second row, and as many d as squares in the first, but the poison. *)
Theorem bar_instance k upto p : is_position p -> fits k upto p ->
  let o := bar_order k upto in
  let s := bar_set k upto p in
  let m := nth 1 p 0 in
  let n := nth 0 p 0 - 1 in
  position o s m n /\ poset_value (item_le o) (items o s m n) = nim_value p.
Proof.
  intros Hp Hfits. destruct (stack_instance Nat.leb 0 1 _ upto rows_base (second_row_next k) (lengths p)) as [H1 H2].
  - now apply lengths_heights.
  - now apply bar_fits.
  - split; [exact H1|]. rewrite nim_value_poset. apply H2. intros [i j]. apply in_without_poison.
Qed.

(** And there are no other positions. *)
Theorem bar_positions k upto s m n : 2 <= k -> position (bar_order k upto) s m n ->
  exists p, is_position p /\ fits k upto p /\
    s = bar_set k upto p /\ m = nth 1 p 0 /\ n = nth 0 p 0 - 1.
Proof.
  intros Hk H. destruct (stack_positions Nat.eq_dec Nat.leb 0 1 (seq 2 (k - 2)) upto rows_base (second_row_next k) s m n H)
    as (h & Hh & Hfits & Hs & Hm & Hn).
  assert (Hrow : forall i, 2 <= i -> 0 < h i -> i < k /\ h i <= upto).
  { intros i Hi H0. destruct (Hfits i H0) as [|[|[Hin Hupto]]]; [lia | lia|]. apply in_seq in Hin. lia. }
  destruct (bar_of_heights h k Hh) as (p & Hp); [destruct (h k) eqn:E; trivial; destruct (Hrow k); lia|].
  exists p. rewrite !(Hp _ : nth _ p 0 = _). split; [|split; [|split; [|now split]]].
  - apply lengths_heights. split; [intros i i'; rewrite !Hp; apply Hh | rewrite Hp; apply Hh].
  - split; rewrite (Hp _ : nth _ p 0 = _).
    + destruct (h k) eqn:E; trivial. destruct (Hrow k); lia.
    + destruct (h 2) eqn:E; [lia|]. destruct (Hrow 2); lia.
  - rewrite Hs. apply kept_same. intros i j _. now rewrite Hp.
Qed.

(** What a certificate of that growing order says of a bar is true by the rules of Chomp. *)
Theorem growing_bar_sound cert k upto : check cert = true -> claim_order cert = bar_order k upto ->
  forall p g, is_position p -> fits k upto p -> g <= claim_nim cert ->
  (nim_value p = g <-> claimed cert (bar_set k upto p) g (nth 1 p 0) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p g Hp Hfits Hg. destruct (bar_instance k upto p Hp Hfits) as [Hpos Hval]. rewrite <- E in Hpos, Hval.
  rewrite <- Hval. now apply growing_sound.
Qed.

Corollary growing_bar_losers cert k upto : check cert = true ->
  claim_order cert = bar_order k upto ->
  forall p, is_position p -> fits k upto p ->
  (losing p <-> claimed cert (bar_set k upto p) 0 (nth 1 p 0) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p Hp Hfits. rewrite losing_nim_value. apply growing_bar_sound; trivial. lia.
Qed.

(** A certificate of bars and one of the growing order of these bars say the same of every position: rows from the third
    on as in t, a second row of width t + a squares, and b more in the first. *)
Theorem growing_bar_agrees c cert k upto : Checker.check c = true -> check cert = true ->
  k = N.to_nat (Checker.claim_rows c) -> upto = N.to_nat (Checker.claim_upto c) ->
  claim_order cert = bar_order k upto ->
  forall t g a b, Slices.is_tail t -> length t + 2 = k -> Slices.width t <= upto ->
  g <= N.to_nat (Checker.claim_nim c) -> g <= claim_nim cert -> 0 < Slices.width t + a + b ->
  (Soundness.claimed (Checker.expanded c) t g a = Some b <->
   claimed cert (bar_set k upto (Slices.position t a b)) g (Slices.width t + a) =
     Some (Slices.width t + a + b - 1)).
Proof.
  intros Hc Hcert -> -> E t g a b Ht Hlen Hwidth Hg Hg' Hpos. rewrite <- (Soundness.checker_sound c Hc) by trivial.
  apply (growing_bar_sound cert _ _ Hcert E (Slices.position t a b) g); trivial.
  - split; trivial. intros [|[|i]]; cbn; [lia | unfold Slices.width; lia | apply Ht].
  - split; [|exact Hwidth]. rewrite nth_overflow; trivial. cbn. lia.
Qed.
