(** * Three rows, losing positions: the case of [Zei01] and [Zei04]

    [c, a, b] is the position with rows (a + b + c, a + c, c). It is the position of coordinates a, b in the tail of the one
    row c, and it is losing if and only if its nim-value is 0: everything here is a special case. *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Chomp Nim Slices Recurrence Periodicity Checker Soundness.
Import ListNotations.

Definition bracket (c a b : nat) : rows := [a + b + c; a + c; c].
Notation "[ c , a , b ]" := (bracket c a b).

(** The losing positions; [0, 0, 0] would be the empty bar. *)
Definition loser (c a b : nat) : Prop := (c, a, b) <> (0, 0, 0) /\ losing [c, a, b].

Lemma bracket_position c a b : [c, a, b] = position [c] a b.
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

(** The first player wins on a bar of three full rows, whatever its length (Lemma 6: no slice is empty). If the bar
    without its last square is a loser, this is the winning move; else its winning move was there from the start. *)
Theorem full_bar x : ~ loser x 0 0.
Proof.
  rewrite loser_member. intros H. destruct x as [|x]; [destruct H; simpl in *; lia|].
  apply (member_leads _ _ _ _ (one_row _) H).
  assert (Ecut : forall y, y <= x -> cut y [S x] = cut y [x]) by (intros; unfold cut; simpl; f_equal; lia).
  assert (Eself : cut x [S x] = [x]) by (unfold cut; simpl; f_equal; lia).
  destruct (member_cases [x] 0 1 0 (one_row x)) as [Hm|[(h & Hh & _)|L]]; [unfold width; simpl; lia| |lia|].
  - apply (Move3 _ _ _ _ 0 x); [simpl; lia|]. change (bite 0 x [S x]) with (cut x [S x]). rewrite Eself.
    unfold width. simpl nth. now replace (S x + 0 - x) with 1 by lia.
  - destruct L as [b' Hb _|a' Ha Hl|y Hy Hl|a' Ha Hl|y Hy Hl|i y Hy Hl]; try lia.
    + assert (a' = 0) by lia. subst. apply (Move1c _ _ _ _ x); [unfold width; simpl; lia | now rewrite Eself].
    + unfold width in Hy. simpl in Hy. apply (Move1c _ _ _ _ y); [unfold width; simpl; lia | now rewrite Ecut by lia].
    + assert (a' = 0) by lia. subst. apply (Move2b _ _ _ _ x); [unfold width; simpl; lia|]. rewrite Eself.
      unfold width. simpl nth. now replace (S x + 0 - x + 0) with (0 + (1 - 0)) by lia.
    + unfold width in Hy, Hl. simpl nth in Hy, Hl. apply (Move2b _ _ _ _ y); [unfold width; simpl; lia|].
      rewrite Ecut by lia. unfold width. simpl nth. now replace (S x + 0 - y + 0) with (x + 1 - y + 0) by lia.
    + destruct i as [|i]; [|destruct i; simpl in Hy; lia]. simpl in Hy.
      apply (Move3 _ _ _ _ 0 y); [simpl; lia|]. change (bite 0 y [S x]) with (cut y [S x]).
      change (bite 0 y [x]) with (cut y [x]) in Hl. rewrite Ecut by lia.
      unfold width at 1. simpl nth. unfold width at 1 in Hl. simpl nth in Hl. now rewrite Nat.add_0_r, <- Nat.add_1_r.
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

Theorem three_rows_sound_losers cert : check cert = true -> is_full cert = true -> claim_rows cert = 3%N ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (loser c a b <-> B cert c a = Some b).
Proof.
  intros H Hfull Hrows c a b Hc. rewrite loser_member. unfold B. rewrite <- (expanded_full cert H Hfull) at 1.
  apply checker_sound_members; trivial; [apply one_row | now rewrite Hrows | lia].
Qed.

(** Theorem 4, for three rows and losing positions. *)
Theorem three_rows_sound cert : check cert = true -> is_full cert = true -> claim_rows cert = 3%N ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (c, a, b) <> (0, 0, 0) ->
  (losing [c, a, b] <-> B cert c a = Some b).
Proof.
  intros H Hfull Hrows c a b Hc Hbar. rewrite <- (three_rows_sound_losers cert H Hfull Hrows c a b Hc). unfold loser. tauto.
Qed.
