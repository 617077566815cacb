(** * Chomp with rows of ordinal length

    The rules of Chomp for rows whose lengths are members of any ordered set; then for ordinals below
    omega^2. Nothing here says who wins. ordinals.md has the results on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp.
Import ListNotations.

(** ** The game *)

Section Rows.

(** Lengths of rows, an order of them, and the length of an empty row. *)
Variable A : Type.
Variable less : A -> A -> bool.
Variable zero : A.

Definition at_most (x y : A) : A := if less x y then x else y.

(** Biting off square x of row i: row i and all below it are cut to at most x. *)
Definition bite_to (i : nat) (x : A) (p : list A) : list A :=
  firstn i p ++ map (at_most x) (skipn i p).

(** A move bites off a square of the bar, but not the poison. *)
Inductive step (p : list A) : list A -> Prop :=
| Step i x : less x (nth i p zero) = true -> (i, x) <> (0, zero) -> step p (bite_to i x p).

(** Who has to move loses if every move leads to a position that is won. Plays are finite. *)
Inductive lost_rows (p : list A) : Prop :=
| Lost_rows : (forall q, step p q -> won_rows q) -> lost_rows p
with won_rows (p : list A) : Prop :=
| Won_rows q : step p q -> lost_rows q -> won_rows p.

Fixpoint rows_lost_then_won p (L : lost_rows p) {struct L} : won_rows p -> False :=
  fun W => match L, W with
  | Lost_rows _ Hall, Won_rows _ q Hq L' => rows_won_then_lost q (Hall q Hq) L'
  end
with rows_won_then_lost p (W : won_rows p) {struct W} : lost_rows p -> False :=
  fun L => match W, L with
  | Won_rows _ q Hq L', Lost_rows _ Hall => rows_lost_then_won q L' (Hall q Hq)
  end.

End Rows.

Arguments at_most {A} less x y.
Arguments bite_to {A} less i x p.
Arguments step {A} less zero p _.
Arguments lost_rows {A} less zero p.
Arguments won_rows {A} less zero p.
Arguments Step {A} less zero p i x _ _.
Arguments Lost_rows {A} less zero p _.
Arguments Won_rows {A} less zero p q _ _.

(** ** Ordinals below omega^2 *)

(** (k, m) is omega * k + m. *)
Definition ordinal := (nat * nat)%type.

Definition ordinal_less (x y : ordinal) : bool :=
  (fst x <? fst y) || ((fst x =? fst y) && (snd x <? snd y)).

Definition finite (m : nat) : ordinal := (0, m).

(** Chomp with rows of these lengths. *)
Definition lost_ordinal (p : list ordinal) : Prop := lost_rows ordinal_less (finite 0) p.
Definition won_ordinal (p : list ordinal) : Prop := won_rows ordinal_less (finite 0) p.
Definition step_ordinal (p q : list ordinal) : Prop := step ordinal_less (finite 0) p q.

Lemma ordinal_less_iff x y : ordinal_less x y = true <->
  fst x < fst y \/ (fst x = fst y /\ snd x < snd y).
Proof.
  unfold ordinal_less. rewrite orb_true_iff, andb_true_iff, !Nat.ltb_lt, Nat.eqb_eq. reflexivity.
Qed.

Lemma ordinal_less_false x y : ordinal_less x y = false <->
  fst y < fst x \/ (fst x = fst y /\ snd y <= snd x).
Proof. rewrite <- not_true_iff_false, ordinal_less_iff. lia. Qed.

Lemma ordinal_wf : well_founded (fun x y => ordinal_less x y = true).
Proof.
  intros [k m]. revert m. induction k as [k IHk] using lt_wf_ind. intros m.
  induction m as [m IHm] using lt_wf_ind. constructor. intros [j i] H.
  apply ordinal_less_iff in H as [H|[H H']]; simpl in *; [now apply IHk|]. subst j. now apply IHm.
Qed.

Lemma at_most_finite x y : at_most ordinal_less (finite x) (finite y) = finite (Nat.min x y).
Proof.
  unfold at_most. destruct (ordinal_less _ _) eqn:E.
  - apply ordinal_less_iff in E. simpl in E. now rewrite Nat.min_l by lia.
  - apply ordinal_less_false in E. simpl in E. now rewrite Nat.min_r by lia.
Qed.

Lemma at_most_infinite k x y : at_most ordinal_less (S k, x) (finite y) = finite y.
Proof. reflexivity. Qed.

Lemma at_most_same k x y : at_most ordinal_less (k, x) (k, y) = (k, Nat.min x y).
Proof.
  unfold at_most. destruct (ordinal_less _ _) eqn:E.
  - apply ordinal_less_iff in E. simpl in E. now rewrite Nat.min_l by lia.
  - apply ordinal_less_false in E. simpl in E. now rewrite Nat.min_r by lia.
Qed.

Lemma bite_finite i x p : bite_to ordinal_less i (finite x) (map finite p) = map finite
  (bite i x p).
Proof.
  unfold bite_to, bite. rewrite map_app, firstn_map, skipn_map, !map_map. f_equal.
  apply map_ext. intros y. apply at_most_finite.
Qed.

Lemma nth_finite i p : nth i (map finite p) (finite 0) = finite (nth i p 0).
Proof. apply map_nth. Qed.

(** ** The theorems *)

(** Nobody both loses and wins. *)
Theorem rows_not_both {A} (less : A -> A -> bool) zero p :
  ~ (lost_rows less zero p /\ won_rows less zero p).
Proof. intros [L W]. exact (rows_lost_then_won A less zero p L W). Qed.

(** The order of ordinals is well-founded. *)
Theorem ordinals_well_founded : well_founded (fun x y => ordinal_less x y = true).
Proof. exact ordinal_wf. Qed.

(** With finite rows this is the Chomp of Chomp.v. *)
Theorem finite_rows (p : rows) :
  (lost_ordinal (map finite p) <-> losing p) /\ (won_ordinal (map finite p) <-> winning p).
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  assert (Hmove : forall i x, x < nth i p 0 -> (i, x) <> (0, 0) ->
    step_ordinal (map finite p) (map finite (bite i x p))).
  { intros i x Hx Hne. rewrite <- bite_finite. constructor; [|unfold finite; congruence].
    rewrite nth_finite. apply ordinal_less_iff. simpl. lia. }
  assert (Hback : forall q, step_ordinal (map finite p) q ->
    exists r, move p r /\ q = map finite r).
  { intros q [i [k x] Hx Hne]. rewrite nth_finite in Hx. apply ordinal_less_iff in Hx.
    simpl in Hx. assert (k = 0) by lia. subst k. exists (bite i x p).
    split; [|apply bite_finite]. constructor; [lia | unfold finite in Hne; congruence]. }
  split; split.
  - intros [Hall]. constructor. intros q [i x Hx Hne].
    apply IH; [apply move_squares; now constructor|]. now apply Hall, Hmove.
  - intros [Hall]. constructor. intros q Hq. destruct (Hback q Hq) as (r & Hr & ->).
    apply IH; [now apply move_squares | now apply Hall].
  - intros [q Hq Hl]. destruct (Hback q Hq) as (r & Hr & ->).
    apply (Winning p r Hr). apply IH; [now apply move_squares | trivial].
  - intros [q [i x Hx Hne] Hl]. apply (Won_rows _ _ _ _ (Hmove i x Hx Hne)).
    apply IH; [apply move_squares; now constructor | trivial].
Qed.
