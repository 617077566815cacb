(** * Nim-values

    The nim-value of a position of Chomp is the least number that is not the nim-value of a position that one move
    leads to (its mex); a position is losing if and only if its nim-value is 0. Any number of rows. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp.
Import ListNotations.

(** The least number that is not in a set. *)
Definition is_mex (E : nat -> Prop) (b : nat) : Prop := ~ E b /\ forall v, v < b -> E v.

Lemma is_mex_unique E b b' : is_mex E b -> is_mex E b' -> b = b'.
Proof.
  intros [Hnot Hall] [Hnot' Hall']. destruct (Nat.lt_trichotomy b b') as [L|[?|L]]; trivial.
  - now elim Hnot; apply Hall'.
  - now elim Hnot'; apply Hall.
Qed.

Lemma is_mex_same E E' b : (forall v, E v <-> E' v) -> is_mex E b -> is_mex E' b.
Proof. intros Hsame [Hnot Hall]. split; [now rewrite <- Hsame|]. intros v Hv. now apply Hsame, Hall. Qed.

(** ** Of a list: the first of v, v + 1, ... that is not in it, among n of them *)

Fixpoint first_missing (n v : nat) (l : list nat) : nat :=
  match n with
  | 0 => v
  | S n => if in_dec Nat.eq_dec v l then first_missing n (S v) l else v
  end.

Definition mex_of (l : list nat) : nat := first_missing (length l) 0 l.

Lemma first_missing_spec n v l :
  (forall u, v <= u < first_missing n v l -> In u l) /\
  (~ In (first_missing n v l) l \/ first_missing n v l = v + n).
Proof.
  revert v. induction n as [|n IH]; intros v; simpl.
  - split; [intros; lia | right; lia].
  - destruct (in_dec Nat.eq_dec v l) as [Hv|Hv].
    + destruct (IH (S v)) as [Hall Hend]. split.
      * intros u Hu. destruct (Nat.eq_dec u v) as [->|]; trivial. apply Hall. lia.
      * destruct Hend; [now left | right; lia].
    + split; [intros; lia | now left].
Qed.

Lemma mex_of_spec l : is_mex (fun v => In v l) (mex_of l).
Proof.
  unfold mex_of. destruct (first_missing_spec (length l) 0 l) as [Hall Hend].
  set (m := first_missing _ _ _) in *. split; [|intros v Hv; apply Hall; lia].
  destruct Hend as [|E]; trivial. intros Hm.
  assert (Hincl : incl (seq 0 (S m)) l).
  { intros u Hu. apply in_seq in Hu. destruct (Nat.eq_dec u m) as [->|]; trivial. apply Hall. lia. }
  pose proof (NoDup_incl_length (seq_NoDup _ _) Hincl) as H. rewrite seq_length in H. lia.
Qed.

(** ** The nim-value, by the rules: the recursion stops because every move takes squares away *)

Fixpoint nim_within (n : nat) (p : rows) : nat :=
  match n with
  | 0 => 0
  | S n => mex_of (map (nim_within n) (moves p))
  end.

Definition nim_value (p : rows) : nat := nim_within (S (squares p)) p.

Lemma nim_within_enough n p : squares p < n -> nim_within n p = nim_value p.
Proof.
  unfold nim_value. enough (H : forall n m p, squares p < n -> squares p < m -> nim_within n p = nim_within m p)
    by (intros; apply H; lia).
  clear. induction n as [|n IH]; intros [|m] p Hn Hm; try lia. cbn [nim_within]. f_equal.
  apply map_ext_in. intros q Hq. apply moves_spec, move_squares in Hq. apply IH; lia.
Qed.

Lemma nim_value_moves p : nim_value p = mex_of (map nim_value (moves p)).
Proof.
  unfold nim_value at 1. cbn [nim_within]. f_equal. apply map_ext_in. intros q Hq.
  apply moves_spec, move_squares in Hq. now apply nim_within_enough.
Qed.

(** What makes it the nim-value: it is the mex of the nim-values that the moves lead to. *)
Theorem nim_value_mex p : is_mex (fun h => exists q, move p q /\ nim_value q = h) (nim_value p).
Proof.
  rewrite nim_value_moves. apply (is_mex_same (fun v => In v (map nim_value (moves p)))); [|apply mex_of_spec].
  intros v. rewrite in_map_iff. split; intros (q & H & H'); exists q; apply moves_spec in H || apply moves_spec in H'; auto.
Qed.

(** No other function has this property. *)
Theorem nim_value_only (f : rows -> nat) :
  (forall p, is_mex (fun h => exists q, move p q /\ f q = h) (f p)) -> forall p, f p = nim_value p.
Proof.
  intros Hf p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  refine (is_mex_unique _ _ _ (Hf p) _). apply (is_mex_same (fun h => exists q, move p q /\ nim_value q = h));
    [|apply nim_value_mex].
  intros v. split; intros (q & Hq & H); exists q; (split; [trivial|]); rewrite <- H; [|symmetry];
    apply IH; now apply move_squares.
Qed.

(** The losing positions are those of nim-value 0. *)
Theorem losing_nim_value p : losing p <-> nim_value p = 0.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  rewrite losing_iff. destruct (nim_value_mex p) as [Hnot Hall]. split.
  - intros H. destruct (nim_value p) as [|g] eqn:E; trivial. destruct (Hall 0) as (q & Hq & H0); [lia|].
    elim (H q Hq). apply IH; trivial. now apply move_squares.
  - intros E q Hq Hl. apply Hnot. rewrite E. exists q. split; trivial. apply IH; trivial. now apply move_squares.
Qed.

(** ** A row of no squares may be written or not *)

Theorem nim_value_zero_row (p : rows) : nim_value (p ++ [0]) = nim_value p.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  refine (is_mex_unique _ _ _ (nim_value_mex (p ++ [0])) _).
  apply (is_mex_same (fun h => exists q, move p q /\ nim_value q = h)); [|apply nim_value_mex].
  intros v. split.
  - intros (q & Hq & <-). exists (q ++ [0]). split; [|apply IH; now apply move_squares].
    destruct Hq as [i j Hj Hnot]. rewrite <- bite_zero_row by easy. constructor; rewrite ?nth_zero_row; auto.
  - intros (q & [i j Hj Hnot] & <-). rewrite nth_zero_row in Hj. rewrite bite_zero_row by easy.
    assert (Hm : move p (bite i j p)) by now constructor.
    exists (bite i j p). split; trivial. symmetry. apply IH. now apply move_squares.
Qed.
