(** * Counting: the pigeonhole principle, how many numbers have a property, the least of them *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.

(** Different members of l have different partners in l': there are at most as many of them. *)
Lemma injection {A B : Type} (R : A -> B -> Prop) (l : list A) (l' : list B) :
  NoDup l ->
  (forall x, In x l -> exists y, In y l' /\ R x y) ->
  (forall x x' y, R x y -> R x' y -> x = x') ->
  length l <= length l'.
Proof.
  intros Hnd Hall Hinj.
  enough (H : exists ys, NoDup ys /\ length ys = length l /\ incl ys l' /\
                         forall y, In y ys -> exists x, In x l /\ R x y).
  { destruct H as (ys & Hys & <- & Hincl & _). exact (NoDup_incl_length Hys Hincl). }
  induction Hnd as [|x l Hx _ IH]; [exists []; repeat split; easy || constructor|].
  destruct IH as (ys & Hys & Hlen & Hincl & HR); [intros; apply Hall; now right|].
  destruct (Hall x (or_introl eq_refl)) as (y & Hy & HRy).
  exists (y :: ys). repeat split.
  - constructor; trivial. intros Hin. destruct (HR y Hin) as (x' & Hx' & HR'). now rewrite (Hinj _ _ _ HRy HR') in Hx.
  - simpl. now rewrite Hlen.
  - intros y' [<-|Hy']; trivial. now apply Hincl.
  - intros y' [<-|Hy']; [exists x; simpl; auto|]. destruct (HR y' Hy') as (x' & Hx' & HR'). exists x'. simpl. auto.
Qed.

Lemma pigeonhole {A : Type} (R : A -> nat -> Prop) (l : list A) n :
  NoDup l ->
  (forall x, In x l -> exists t, t < n /\ R x t) ->
  (forall x x' t, R x t -> R x' t -> x = x') ->
  length l <= n.
Proof.
  intros Hnd Hall Hinj. rewrite <- (seq_length n 0). apply (injection R); trivial.
  intros x Hx. destruct (Hall x Hx) as (t & Ht & HR). exists t. split; trivial. apply in_seq. lia.
Qed.

(** How many of the numbers a, ..., a + n - 1 have a property. *)
Definition number_of (P : nat -> bool) (a n : nat) : nat := length (filter P (seq a n)).

Lemma count_next P a n : number_of P a (S n) = number_of P a n + if P (a + n) then 1 else 0.
Proof.
  unfold number_of. rewrite seq_S, filter_app, app_length. simpl. now destruct (P (a + n)).
Qed.

Lemma count_all P a n : number_of P a n + number_of (fun x => negb (P x)) a n = n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite !count_next. destruct (P (a + n)); simpl; lia.
Qed.

Lemma count_same P Q a n : (forall x, a <= x < a + n -> P x = Q x) ->
  number_of P a n = number_of Q a n.
Proof.
  induction n as [|n IH]; intros H; trivial. rewrite !count_next, IH, H; trivial; [lia|]. intros x Hx. apply H. lia.
Qed.

Lemma count_monotone P a m n : m <= n -> number_of P a m <= number_of P a n.
Proof. induction 1 as [|n _ IH]; trivial. rewrite count_next. lia. Qed.

Lemma in_count P a n x : In x (filter P (seq a n)) <-> a <= x < a + n /\ P x = true.
Proof. rewrite filter_In, in_seq. reflexivity. Qed.

Lemma NoDup_count P a n : NoDup (filter P (seq a n)).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma NoDup_map_on {A B : Type} (f : A -> B) (l : list A) :
  NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l Hx _ IH]; intros Hinj; simpl; constructor.
  - rewrite in_map_iff. intros (y & E & Hy). apply Hx. now rewrite <- (Hinj y x (or_intror Hy) (or_introl eq_refl) E).
  - apply IH. intros y z Hy Hz. apply Hinj; now right.
Qed.

(** The least of the numbers a, ..., a + n - 1 with a property; 0 if there is none. *)
Definition least (P : nat -> bool) (a n : nat) : nat := hd 0 (filter P (seq a n)).

Lemma least_spec P a n x : a <= x < a + n -> P x = true ->
  a <= least P a n <= x /\ P (least P a n) = true /\ forall y, a <= y < least P a n -> P y = false.
Proof.
  unfold least. revert a. induction n as [|n IH]; intros a Hx HP; [lia|]. simpl.
  destruct (P a) eqn:E; simpl.
  - repeat split; trivial; lia.
  - assert (x <> a) by now intros ->; rewrite E in HP.
    destruct (IH (S a)) as (Hle & Htrue & Hmin); [lia | trivial|]. repeat split; trivial; try lia.
    intros y Hy. destruct (Nat.eq_dec y a) as [->|]; trivial. apply Hmin. lia.
Qed.

(** A number that some x of a bounded range has, or none. *)
Lemma bounded_search (P : nat -> Prop) a n : (forall x, {P x} + {~ P x}) ->
  {exists x, a <= x < n /\ P x} + {forall x, a <= x < n -> ~ P x}.
Proof.
  intros Hdec. induction n as [|n IH]; [right; lia|].
  destruct IH as [H|H].
  - left. destruct H as (x & Hx & HP). exists x. split; [lia | trivial].
  - destruct (Hdec n) as [HP|HP].
    + destruct (le_dec a n); [left; exists n; split; [lia | trivial] | right; intros x Hx; lia].
    + right. intros x Hx. destruct (Nat.eq_dec x n) as [->|]; trivial. apply H. lia.
Qed.
