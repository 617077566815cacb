(** * Mirrors: proofs by symmetry that a poset is lost

    The theorem behind the mirrors of a strategy certificate; docs/strategy-format.md has the conditions too. *)

From Coq Require Import List Arith Bool.
From ZChomp Require Import Posets.
Import ListNotations.

(** A mirror of the elements that are left: it exchanges some of them in pairs, and fixes the others. *)
Record is_mirror {A} (le : A -> A -> bool) (left : list A) (t : A -> A) : Prop := {
  stays : forall x, In x left -> In (t x) left;
  involution : forall x, In x left -> t (t x) = x;
  (** (1) It is an automorphism of the order. *)
  automorphism : forall x y, In x left -> In y left -> le (t x) (t y) = le x y;
  (** (2) No element that it moves is comparable to its image. *)
  incomparable : forall x, In x left -> t x <> x -> le x (t x) = false /\ le (t x) x = false;
  (** (3) Every element below one that it fixes is fixed too. *)
  fixed_below : forall x y, In x left -> In y left -> le x y = true -> t y = y -> t x = x }.

(** The elements that it fixes. *)
Definition fixed {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) (t : A -> A) (left : list A) : list A :=
  filter (fun x => if eq_dec (t x) x then true else false) left.

(** ** A mirror of what is left is one of any part that it maps to itself *)

Lemma mirror_incl {A} le (left rest : list A) t :
  is_mirror le left t -> incl rest left -> (forall x, In x rest -> In (t x) rest) ->
  is_mirror le rest t.
Proof. intros [_ H1 H2 H3 H4] Hi Hs. split; intros; eauto. Qed.

Lemma in_fixed {A} eq_dec t (x : A) left : In x (fixed eq_dec t left) <-> In x left /\ t x = x.
Proof. unfold fixed. rewrite filter_In. destruct (eq_dec (t x) x); split; intros []; now split. Qed.

Lemma order_fixed {A} eq_dec le t (left : list A) : is_order le left ->
  is_order le (fixed eq_dec t left).
Proof. intros H. apply (order_incl le left); trivial. intros x Hx. now apply in_fixed in Hx. Qed.

(** A move that is fixed leaves a mirror, and is that move among what is fixed. *)
Lemma mirror_take {A} le (left : list A) t x :
  is_mirror le left t -> In x left -> t x = x -> is_mirror le (take le x left) t.
Proof.
  intros M Hx Ht. apply (mirror_incl le left); auto using take_incl. intros y Hy.
  apply in_take in Hy as [Hy E]. apply in_take. split; [now apply (stays _ _ _ M)|].
  rewrite <- Ht, (automorphism _ _ _ M); trivial.
Qed.

Lemma fixed_take {A} eq_dec le t (x : A) left :
  fixed eq_dec t (take le x left) = take le x (fixed eq_dec t left).
Proof.
  unfold fixed, take. induction left as [|y left IH]; simpl; trivial.
  destruct (le x y) eqn:E, (eq_dec (t y) y) eqn:F; simpl; rewrite ?E, ?F; simpl; now rewrite IH.
Qed.

(** A move that is not fixed can be answered by its image, and the two together take nothing that is fixed. *)
Lemma mirror_answer {A} le (left : list A) t x :
  is_mirror le left t -> In x left -> t x <> x -> In (t x) (take le x left).
Proof.
  intros M Hx Ht. apply in_take. split; [now apply (stays _ _ _ M) | now apply (incomparable _ _ _ M)].
Qed.

Lemma mirror_take_both {A} le (left : list A) t x :
  is_mirror le left t -> In x left -> is_mirror le (take le (t x) (take le x left)) t.
Proof.
  intros M Hx. assert (Htx := stays _ _ _ M x Hx). apply (mirror_incl le left); trivial.
  { intros y Hy. now apply take_incl, take_incl in Hy. }
  intros y Hy. rewrite !in_take in *. destruct Hy as [[Hy E] E']. repeat split.
  - now apply (stays _ _ _ M).
  - rewrite <- (involution _ _ _ M x Hx), (automorphism _ _ _ M); trivial.
  - now rewrite (automorphism _ _ _ M).
Qed.

Lemma fixed_take_both {A} eq_dec le (left : list A) t x : is_mirror le left t -> In x left ->
  t x <> x ->
  forall y, In y (fixed eq_dec t (take le (t x) (take le x left))) <-> In y (fixed eq_dec t left).
Proof.
  intros M Hx Ht y. rewrite !in_fixed, !in_take. split; [tauto|]. intros [Hy Hf].
  assert (E : le x y = false).
  { destruct (le x y) eqn:E; trivial. elim Ht. exact (fixed_below _ _ _ M x y Hx Hy E Hf). }
  repeat split; trivial. rewrite <- Hf, (automorphism _ _ _ M); trivial.
Qed.

(** ** The theorems *)

(** What is left is lost if and only if what a mirror fixes is lost. *)
Theorem mirror_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le (left : list A) t :
  is_order le left -> is_mirror le left t ->
  (lost le None left <-> lost le None (fixed eq_dec t left)).
Proof.
  induction left as [left IH] using shorter_ind. intros H M. split.
  - intros [Hall]. destruct (lost_or_won eq_dec le None (fixed eq_dec t left)) as [Hl|Hw]; trivial.
    { now apply order_fixed. }
    destruct Hw as [x [Hx _] Hl]. apply in_fixed in Hx as [Hx Ht]. rewrite <- fixed_take in Hl.
    elim (lost_not_won le None (take le x left)).
    + now apply order_take.
    + apply IH; auto using take_shorter, order_take, mirror_take.
    + now apply Hall.
  - intros Hl. constructor. intros x [Hx _]. destruct (eq_dec (t x) x) as [Ht|Ht].
    + destruct (lost_or_won eq_dec le None (take le x left)) as [Hl'|Hw]; [now apply order_take | | easy].
      apply IH in Hl'; auto using take_shorter, order_take, mirror_take. rewrite fixed_take in Hl'.
      elim (lost_not_won le None (fixed eq_dec t left) (order_fixed eq_dec le t left H) Hl).
      apply (Won le None _ x); trivial. split; [now apply in_fixed | easy].
    + assert (Hanswer := mirror_answer le left t x M Hx Ht).
      apply (Won le None _ (t x)); [now split|].
      assert (Ho := order_take le (t x) _ (order_take le x left H)).
      apply IH; [| easy | now apply mirror_take_both |].
      * apply Nat.lt_trans with (length (take le x left)); auto using take_shorter, order_take.
      * revert Hl. apply same_elements; [now apply order_fixed|]. now apply fixed_take_both.
Qed.

(** Condition (2) follows from (1): if x < t x, then t x < t (t x) = x. It is checked all the same. *)
Theorem incomparable_follows {A} le (left : list A) t :
  is_order le left ->
  (forall x, In x left -> In (t x) left) ->
  (forall x, In x left -> t (t x) = x) ->
  (forall x y, In x left -> In y left -> le (t x) (t y) = le x y) ->
  forall x, In x left -> t x <> x -> le x (t x) = false /\ le (t x) x = false.
Proof.
  intros H Hs Hi Ha x Hx Ht. assert (E : le (t x) x = le x (t x)) by (rewrite <- (Hi x Hx) at 2; auto).
  rewrite E. destruct (le x (t x)) eqn:F; [|easy]. elim Ht. apply (antisymmetric le left H); auto.
Qed.

(** What is left with a poison: the mirror is one of the other elements. *)
Corollary mirror_lost_with_poison {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le z
  (left : list A) t :
  is_order le left -> is_smallest le z left -> is_mirror le (remove eq_dec z left) t ->
  (lost le (Some z) left <-> lost le None (fixed eq_dec t (remove eq_dec z left))).
Proof.
  intros H Hz M. rewrite (poison_away eq_dec) by easy. apply mirror_lost; trivial.
  apply (order_incl le left); trivial. intros x Hx. now apply in_remove in Hx.
Qed.
