(** * Strategies: proofs that positions of a poset are lost, or won

    A set of positions from which every move can be answered by a move back into the set: all its
    members are lost. And the losing positions of a family of positions that is closed under moves,
    by the two properties that determine them. *)

From Coq Require Import List Arith Bool.
From ZChomp Require Import Posets.
Import ListNotations.

(** The same elements are left. *)
Definition same {A} (left rest : list A) : Prop := forall x, In x left <-> In x rest.

Lemma same_lost {A} le poison (left rest : list A) : is_order le left -> same left rest ->
  (lost le poison left <-> lost le poison rest).
Proof. intros H Hs. now apply same_elements. Qed.

Lemma same_won {A} le poison (left rest : list A) : is_order le left -> same left rest ->
  (won le poison left <-> won le poison rest).
Proof. intros H Hs. now apply same_elements. Qed.

Lemma same_take {A} le (x : A) left rest : same left rest -> same (take le x left) (take le x rest).
Proof. intros H y. now rewrite !in_take, (H y). Qed.

Lemma same_trans {A} (a b c : list A) : same a b -> same b c -> same a c.
Proof. intros H H' x. now rewrite (H x). Qed.

Lemma same_sym {A} (a b : list A) : same a b -> same b a.
Proof. intros H x. now rewrite (H x). Qed.

Lemma may_take_same {A} poison (x : A) left rest : same left rest ->
  (may_take poison x left <-> may_take poison x rest).
Proof. intros H. unfold may_take. now rewrite (H x). Qed.

Lemma lost_iff_not_won {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le poison (left : list A) :
  is_order le left -> (won le poison left <-> ~ lost le poison left).
Proof.
  intros H. split.
  - intros Hw Hl. exact (lost_not_won le poison left H Hl Hw).
  - intros Hn. now destruct (lost_or_won eq_dec le poison left H).
Qed.

(** ** Families of positions *)

(** A family of positions p, those with [ok p]: [show p] lists the elements that are left, and
    [moves p p'] says that a move leads from p to p'. *)
Record is_family {A P} (le : A -> A -> bool) (poison : option A) (ok : P -> Prop)
    (show : P -> list A) (moves : P -> P -> Prop) : Prop := {
  family_order : forall p, ok p -> is_order le (show p);
  family_sound : forall p p', ok p -> moves p p' ->
    ok p' /\ exists x, may_take poison x (show p) /\ same (take le x (show p)) (show p');
  family_complete : forall p x, ok p -> may_take poison x (show p) ->
    exists p', moves p p' /\ same (take le x (show p)) (show p') }.

Lemma order_same {A} le (left rest : list A) :
  is_order le rest -> same left rest -> is_order le left.
Proof. intros H Hs. apply (order_incl le rest); trivial. intros x Hx. now apply Hs. Qed.

Lemma family_lost_won {A P} le poison ok (show : P -> list A) moves (L : P -> Prop) :
  is_family le poison ok show moves ->
  (forall p, L p \/ ~ L p) ->
  (forall p p', ok p -> L p -> moves p p' -> ~ L p') ->
  (forall p, ok p -> ~ L p -> exists p', moves p p' /\ L p') ->
  forall left p, ok p -> same left (show p) ->
    (L p -> lost le poison left) /\ (~ L p -> won le poison left).
Proof.
  intros F Hdec Hno Hto left. induction left as [left IH] using shorter_ind. intros p Hp Hs.
  assert (Ho : is_order le left) by exact (order_same le _ _ (family_order _ _ _ _ _ F p Hp) Hs).
  assert (Hnext : forall x p', ok p' -> In x left -> same (take le x (show p)) (show p') ->
    (L p' -> lost le poison (take le x left)) /\ (~ L p' -> won le poison (take le x left))).
  { intros x p' Hp' Hx Hs'. apply (IH (take le x left)); [now apply take_shorter | trivial|].
    apply (same_trans _ (take le x (show p))); trivial. now apply same_take. }
  split.
  - intros HL. constructor. intros x Hx.
    destruct (family_complete _ _ _ _ _ F p x Hp) as (p' & Hm & Hs').
    { now apply (may_take_same _ _ left). }
    destruct (family_sound _ _ _ _ _ F p p' Hp Hm) as [Hp' _].
    apply (Hnext x p'); trivial; [apply Hx | now apply (Hno p)].
  - intros HL. destruct (Hto p Hp HL) as (p' & Hm & HL').
    destruct (family_sound _ _ _ _ _ F p p' Hp Hm) as [Hp' (x & Hx & Hs')].
    apply (may_take_same _ _ left) in Hx; trivial.
    apply (Won le poison left x Hx). apply (Hnext x p'); trivial. apply Hx.
Qed.

(** ** The theorems *)

(** A strategy. Every move from a member of S can be answered by a move into S. *)
Theorem strategy_lost {A} (le : A -> A -> bool) poison (S : list A -> Prop) :
  (forall left, S left -> is_order le left) ->
  (forall left x, S left -> may_take poison x left -> exists y rest,
     may_take poison y (take le x left) /\ S rest /\
     forall z, In z (take le y (take le x left)) <-> In z rest) ->
  forall left, S left -> lost le poison left.
Proof.
  intros Horder Hanswer.
  enough (H : forall left rest, S rest -> same left rest -> lost le poison left).
  { intros left HS. now apply (H left left). }
  induction left as [left IH] using shorter_ind. intros rest HS Hs.
  assert (Ho : is_order le left) by exact (order_same le left rest (Horder rest HS) Hs).
  constructor. intros x Hx.
  assert (Hx' : may_take poison x rest) by now apply (may_take_same _ x left).
  destruct (Hanswer rest x HS Hx') as (y & rest' & Hy & HS' & Hsame).
  assert (Hst := same_take le x left rest Hs).
  apply (may_take_same _ y (take le x left)) in Hy; trivial. apply (Won _ _ _ y Hy).
  apply (IH _) with (rest := rest'); trivial.
  - apply Nat.lt_trans with (length (take le x left)).
    + apply take_shorter; [now apply order_take | apply Hy].
    + apply take_shorter; [trivial | apply Hx].
  - apply (same_trans _ (take le y (take le x rest))); [now apply same_take | exact Hsame].
Qed.

(** A family of positions that is closed under moves, and a set L of its members: no move leads from
    L to L, and from every member that is not in L some move leads to L. Then L is the set of the
    lost positions of the family. *)
Theorem family_kernel {A P} (le : A -> A -> bool) poison (ok : P -> Prop) (show : P -> list A)
    (moves : P -> P -> Prop) (L : P -> Prop) :
  is_family le poison ok show moves ->
  (forall p, L p \/ ~ L p) ->
  (forall p p', ok p -> L p -> moves p p' -> ~ L p') ->
  (forall p, ok p -> ~ L p -> exists p', moves p p' /\ L p') ->
  forall p, ok p -> (lost le poison (show p) <-> L p).
Proof.
  intros F Hdec Hno Hto p Hp.
  destruct (family_lost_won le poison ok show moves L F Hdec Hno Hto (show p) p Hp) as [H H'].
  { easy. }
  split; [|trivial]. intros Hl. destruct (Hdec p) as [|Hn]; trivial.
  elim (lost_not_won le poison (show p) (family_order _ _ _ _ _ F p Hp) Hl (H' Hn)).
Qed.
