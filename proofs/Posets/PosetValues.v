(** * Nim-values of Chomp on posets

    The nim-value of a position without a poison is the least number that no move leads to; it is 0 if and only if the
    position is lost (Posets.v). *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Nim Posets.
Import ListNotations.

Fixpoint value_within {A} (n : nat) (le : A -> A -> bool) (left : list A) : nat :=
  match n with
  | 0 => 0
  | S n => mex_of (map (fun x => value_within n le (take le x left)) left)
  end.

Definition poset_value {A} (le : A -> A -> bool) (left : list A) : nat := value_within (length left) le left.

Lemma value_within_enough {A} le n : forall m (left : list A), is_order le left ->
  length left <= n ->
  length left <= m -> value_within n le left = value_within m le left.
Proof.
  induction n as [|n IH]; intros [|m] left H Hn Hm; trivial.
  - now destruct left.
  - now destruct left.
  - cbn [value_within]. f_equal. apply map_ext_in. intros x Hx. pose proof (take_shorter le x left H Hx).
    apply IH; [now apply order_take | lia | lia].
Qed.

Lemma poset_value_moves {A} le (left : list A) : is_order le left ->
  poset_value le left = mex_of (map (fun x => poset_value le (take le x left)) left).
Proof.
  intros H. unfold poset_value at 1. rewrite (value_within_enough le _ (S (length left))); auto.
  cbn [value_within]. f_equal. apply map_ext_in. intros x Hx. pose proof (take_shorter le x left H Hx).
  apply value_within_enough; [now apply order_take | lia | lia].
Qed.

(** The elements that are left make the nim-value, not their order in the list. *)
Lemma poset_value_same {A} le (left : list A) : is_order le left ->
  forall left', (forall x, In x left <-> In x left') -> poset_value le left = poset_value le left'.
Proof.
  induction left as [left IH] using shorter_ind. intros H left' Hsame.
  assert (H' : is_order le left') by (apply (order_incl le left); trivial; intros x; apply Hsame).
  rewrite !poset_value_moves by trivial. apply (is_mex_unique _ _ _ (mex_of_spec _)).
  refine (is_mex_same _ _ _ _ (mex_of_spec _)). intros v. rewrite !in_map_iff.
  assert (Hx : forall x, In x left -> poset_value le (take le x left) = poset_value le (take le x left')).
  { intros x Hx. apply IH; [now apply take_shorter | now apply order_take|].
    intros y. rewrite !in_take, Hsame. reflexivity. }
  split; intros (x & E & Hin); exists x; apply Hsame in Hin as Hin'; (split; [|easy]); rewrite <- E; [|symmetry];
    now apply Hx.
Qed.

(** ** The theorems *)

Theorem poset_value_mex {A} le (left : list A) : is_order le left ->
  is_mex (fun v => exists x, In x left /\ poset_value le (take le x left) = v)
  (poset_value le left).
Proof.
  intros H. rewrite poset_value_moves by trivial. refine (is_mex_same _ _ _ _ (mex_of_spec _)).
  intros v. rewrite in_map_iff. split; intros (x & H1 & H2); eauto.
Qed.

Theorem poset_value_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le (left : list A) :
  is_order le left ->
  (lost le None left <-> poset_value le left = 0).
Proof.
  induction left as [left IH] using shorter_ind. intros H.
  assert (Hx : forall x, In x left -> (lost le None (take le x left) <-> poset_value le (take le x left) = 0)).
  { intros x Hx. apply IH; [now apply take_shorter | now apply order_take]. }
  destruct (poset_value_mex le left H) as [Hnot Hall]. split.
  - intros [Hwon]. destruct (poset_value le left) as [|v]; trivial. destruct (Hall 0) as (x & Hin & E); [lia|].
    elim (lost_not_won le None (take le x left)); [now apply order_take | now apply Hx|].
    apply Hwon. now split.
  - intros E. constructor. intros x [Hin _].
    destruct (lost_or_won eq_dec le None (take le x left)) as [Hl|]; [now apply order_take | | trivial].
    elim Hnot. exists x. split; trivial. rewrite E. now apply Hx.
Qed.
