(** * Three rows, losing positions: the case of [Zei01] and [Zei04]

    The position that they write [c, a, b] has rows (a + b + c, a + c, c): here it is [bracket c a b]. It is the position of coordinates a, b in the tail of the one
    row c, and it is losing if and only if its nim-value is 0: everything here is a special case. *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Chomp Nim Posets Slices Recurrence Periodicity Checker Soundness.
Import ListNotations.

Definition bracket (c a b : nat) : rows := [a + b + c; a + c; c].

(** The losing positions; [bracket 0 0 0] would be the empty bar. *)
Definition loser (c a b : nat) : Prop := (c, a, b) <> (0, 0, 0) /\ losing (bracket c a b).

Lemma bracket_position c a b : bracket c a b = position [c] a b.
Proof. unfold bracket, position, width. simpl. f_equal; [lia|]. f_equal. lia. Qed.

Lemma one_row c : is_tail [c].
Proof. intros [|[|i]]; simpl; lia. Qed.

Theorem loser_member c a b : loser c a b <-> member [c] 0 a b.
Proof.
  unfold loser, member. rewrite losing_nim_value, bracket_position. unfold width. simpl nth. split; intros [H H']; split; trivial.
  - destruct c, a, b; try lia. now elim H.
  - intros [= -> -> ->]. lia.
Qed.

(** At most one in a column. *)
Theorem loser_unique c a b b' : loser c a b -> loser c a b' -> b = b'.
Proof. rewrite !loser_member. apply member_unique, one_row. Qed.

(** Lemma 2 (the end). *)
Theorem loser_end c a a' b : loser c a 0 -> a < a' -> ~ loser c a' b.
Proof. rewrite !loser_member. apply member_end, one_row. Qed.

(** The first player wins on a bar of three full rows, whatever its length (Lemma 6: no slice is empty). *)
Theorem full_bar x : ~ loser x 0 0.
Proof.
  intros [Hx H]. destruct x as [|x]; [now elim Hx|].
  apply (losing_not_winning _ H). apply (bar_won 3 (S x)). lia.
Qed.

(** Theorem 3, for three rows ([Zei04]). *)
Theorem three_rows_finite_or_periodic : forall c,
  (exists a, loser c a 0 /\ forall a' b, a < a' -> ~ loser c a' b) \/
  (exists s m, 0 < m /\ (forall a, exists b, loser c a (S b)) /\
     forall a b, s <= a -> (loser c (a + m) b <-> loser c a b)).
Proof.
  intros c. destruct (finite_or_periodic [c] 0 (one_row c)) as [H|[(a & H & Hend)|(s & m & Hm & Hall & Hrep)]].
  - exfalso. apply (empty_iff [c] 0 (one_row c)) in H as (x & Hx & H & _). unfold width in Hx. simpl in Hx.
    apply (full_bar x). rewrite loser_member. unfold cut in H. simpl in H. now replace (Nat.min x c) with x in H by lia.
  - left. exists a. rewrite loser_member. split; trivial. intros a' b Ha. rewrite loser_member. now apply Hend.
  - right. exists s, m. split; trivial. split.
    + intros a. destruct (Hall a) as (b & Hb). exists b. now rewrite loser_member.
    + intros a b. rewrite !loser_member. apply Hrep.
Qed.

(** ** Certificates *)

(** B_c(a), as a certificate says it. *)
Definition B (cert : certificate) (c a : nat) : option nat := claimed cert [c] 0 a.

Theorem three_rows_sound_losers cert : check cert = true -> is_full cert = true ->
  claim_rows cert = 3%N ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (loser c a b <-> B cert c a = Some b).
Proof.
  intros H Hfull Hrows c a b Hc. rewrite loser_member. unfold B. rewrite <- (expanded_full cert H Hfull) at 1.
  apply checker_sound_members; trivial; [apply one_row | now rewrite Hrows | lia].
Qed.

(** Theorem 4, for three rows and losing positions. *)
Theorem three_rows_sound cert : check cert = true -> is_full cert = true -> claim_rows cert = 3%N ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (c, a, b) <> (0, 0, 0) ->
  (losing (bracket c a b) <-> B cert c a = Some b).
Proof.
  intros H Hfull Hrows c a b Hc Hbar. rewrite <- (three_rows_sound_losers cert H Hfull Hrows c a b Hc). unfold loser. tauto.
Qed.
