(** * Chomp

    Chomp by its own rules, for any number of rows: positions, moves, losing and winning positions.
    Nothing here knows of slices, recurrences or certificates.

    A position is the list of its rows, first row first; rows and columns are counted from 0, so that the
    poison is the square (0, 0). (proofs/soundness.md, section 0, counts them from 1.) *)

From Coq Require Import List Arith Lia.
Import ListNotations.

Definition rows := list nat.

(** Rows do not increase, and the poison is there: the empty bar is not a position. *)
Definition is_position (p : rows) : Prop :=
  (forall i, nth (S i) p 0 <= nth i p 0) /\ 0 < nth 0 p 0.

(** Biting off the square (i, j): row i and all below it are cut to at most j squares. *)
Definition bite (i j : nat) (p : rows) : rows := firstn i p ++ map (Nat.min j) (skipn i p).

(** A move bites off a square of the bar, but not the poison. *)
Inductive move (p : rows) : rows -> Prop :=
| Bite i j : j < nth i p 0 -> (i, j) <> (0, 0) -> move p (bite i j p).

(** Who has to move loses if every move leads to a winning position, and wins if some move leads to a losing one. *)
Inductive losing (p : rows) : Prop :=
| Losing : (forall q, move p q -> winning q) -> losing p
with winning (p : rows) : Prop :=
| Winning q : move p q -> losing q -> winning p.

(** ** Moves lead from positions to positions, and the game ends *)

Lemma nth_bite i j p k :
  nth k (bite i j p) 0 = if k <? i then nth k p 0 else Nat.min j (nth k p 0).
Proof.
  unfold bite. revert i k. induction p as [|x p IH]; intros [|i] [|k]; simpl; trivial.
  - now rewrite Nat.min_0_r.
  - now rewrite Nat.min_0_r.
  - destruct (S k <? S i); now rewrite ?Nat.min_0_r.
  - rewrite <- (map_nth (Nat.min j)). now rewrite Nat.min_0_r.
  - exact (IH i k).
Qed.

Lemma move_position p q : is_position p -> move p q -> is_position q.
Proof.
  intros [Hsort Hpoison] [i j Hj Hnot]. split.
  - intros k. rewrite !nth_bite. specialize (Hsort k).
    destruct (Nat.ltb_spec k i), (Nat.ltb_spec (S k) i); lia.
  - rewrite nth_bite. destruct (Nat.ltb_spec 0 i); trivial.
    assert (i = 0) by lia. subst. destruct j; [now elim Hnot | lia].
Qed.

Fixpoint squares (p : rows) : nat := match p with [] => 0 | x :: p => x + squares p end.

Lemma squares_map_min j p : squares (map (Nat.min j) p) <= squares p.
Proof. induction p; simpl; lia. Qed.

Lemma move_squares p q : move p q -> squares q < squares p.
Proof.
  intros [i j Hj _]. unfold bite. revert i Hj. induction p as [|x p IH]; intros [|i] Hj; simpl in *; try lia.
  - pose proof (squares_map_min j p). lia.
  - specialize (IH i Hj). lia.
Qed.

(** ** Every position is exactly one of losing and winning *)

(** The moves as a list: for each square of the bar but the poison, what is left. *)
Definition moves (p : rows) : list rows :=
  flat_map (fun i => flat_map (fun j => if (i =? 0) && (j =? 0) then [] else [bite i j p]) (seq 0 (nth i p 0)))%bool
    (seq 0 (length p)).

Lemma moves_spec p q : In q (moves p) <-> move p q.
Proof.
  unfold moves. rewrite in_flat_map. split.
  - intros (i & _ & Hq). apply in_flat_map in Hq as (j & Hj & Hq). apply in_seq in Hj.
    destruct ((i =? 0) && (j =? 0))%bool eqn:E; [easy|]. destruct Hq as [<-|[]]. constructor; [lia|].
    intros [= -> ->]. discriminate.
  - intros [i j Hj Hnot]. exists i. split.
    + apply in_seq. destruct (Nat.lt_ge_cases i (length p)); [lia|]. rewrite nth_overflow in Hj; lia.
    + apply in_flat_map. exists j. split; [apply in_seq; lia|].
      destruct (Nat.eqb_spec i 0), (Nat.eqb_spec j 0); simpl; subst; auto; now elim Hnot.
Qed.

Lemma losing_not_winning p : losing p -> ~ winning p.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  intros [Hall] [q Hq Hlose]. exact (IH q (move_squares _ _ Hq) Hlose (Hall q Hq)).
Qed.

Lemma losing_or_winning p : {losing p} + {winning p}.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  assert (Hl : forall l, incl l (moves p) -> {exists q, In q l /\ losing q} + {forall q, In q l -> winning q}).
  { induction l as [|q l IHl]; intros Hincl; [now right|].
    destruct (IH q) as [Hq|Hq].
    - apply move_squares, moves_spec, Hincl. now left.
    - left. exists q. simpl. auto.
    - destruct IHl as [H|H].
      + intros r Hr. apply Hincl. now right.
      + left. destruct H as (r & Hr & Hlose). exists r. simpl. auto.
      + right. intros r [<-|Hr]; auto. }
  destruct (Hl (moves p) (incl_refl _)) as [H|H].
  - right. destruct H as (q & Hq & Hlose). exact (Winning p q (proj1 (moves_spec p q) Hq) Hlose).
  - left. constructor. intros q Hq. apply H. now apply moves_spec.
Qed.

(** Determinacy. *)
Theorem exactly_one p : (losing p \/ winning p) /\ ~ (losing p /\ winning p).
Proof.
  split.
  - destruct (losing_or_winning p); auto.
  - intros [Hl Hw]. exact (losing_not_winning p Hl Hw).
Qed.

Lemma losing_iff p : losing p <-> forall q, move p q -> ~ losing q.
Proof.
  split.
  - intros [Hall] q Hq Hl. exact (losing_not_winning q Hl (Hall q Hq)).
  - intros Hnone. constructor. intros q Hq. destruct (losing_or_winning q) as [Hl|Hw]; trivial. now elim (Hnone q Hq).
Qed.

(** ** A row of no squares may be written or not *)

Lemma bite_zero_row i j p : j < nth i p 0 -> bite i j (p ++ [0]) = bite i j p ++ [0].
Proof.
  unfold bite. revert i. induction p as [|x p IH]; intros [|i] Hj; simpl in *; try lia.
  - rewrite map_app. simpl. now rewrite Nat.min_0_r.
  - now rewrite (IH i Hj).
Qed.

Lemma nth_zero_row i p : nth i (p ++ [0]) 0 = nth i p 0.
Proof. revert i. induction p; intros [|[|i]]; simpl; auto; destruct i; auto. Qed.

Theorem losing_zero_row (p : rows) : losing (p ++ [0]) <-> losing p.
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  rewrite !losing_iff. split; intros H q Hq.
  - rewrite <- IH by now apply move_squares. apply H. destruct Hq as [i j Hj Hnot].
    rewrite <- bite_zero_row by easy. constructor; rewrite ?nth_zero_row; auto.
  - destruct Hq as [i j Hj Hnot]. rewrite nth_zero_row in Hj. rewrite bite_zero_row by easy.
    assert (Hm : move p (bite i j p)) by now constructor.
    rewrite IH by now apply move_squares. now apply H.
Qed.
