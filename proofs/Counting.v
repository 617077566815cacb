(** * Counting: the pigeonhole principle, how many numbers have a property, the least of them *)

From Coq Require Import List Arith Lia Bool.
Import ListNotations.

(** Different members of a list with different places below n: the list has at most n members. *)
Lemma pigeonhole {A : Type} (R : A -> nat -> Prop) (l : list A) n :
  NoDup l ->
  (forall v, In v l -> exists t, t < n /\ R v t) ->
  (forall v v' t, R v t -> R v' t -> v = v') ->
  length l <= n.
Proof.
  intros Hnd Hall Hinj.
  enough (H : exists ts, NoDup ts /\ length ts = length l /\ incl ts (seq 0 n) /\
                         forall t, In t ts -> exists v, In v l /\ R v t).
  { destruct H as (ts & Hts & <- & Hincl & _). pose proof (NoDup_incl_length Hts Hincl). now rewrite seq_length in *. }
  induction Hnd as [|v l Hv _ IH]; [exists []; repeat split; easy || constructor|].
  destruct IH as (ts & Hts & Hlen & Hincl & HR); [intros; apply Hall; now right|].
  destruct (Hall v (or_introl eq_refl)) as (t & Ht & HRt).
  exists (t :: ts). repeat split.
  - constructor; trivial. intros Hin. destruct (HR t Hin) as (v' & Hv' & HR'). now rewrite (Hinj _ _ _ HRt HR') in Hv.
  - simpl. now rewrite Hlen.
  - intros t' [<-|Ht']; [apply in_seq; lia | now apply Hincl].
  - intros t' [<-|Ht']; [exists v; simpl; auto|]. destruct (HR t' Ht') as (v' & Hv' & HR'). exists v'. simpl. auto.
Qed.

(** How many of the numbers a, ..., a + n - 1 have a property. *)
Definition count (P : nat -> bool) (a n : nat) : nat := length (filter P (seq a n)).

Lemma count_next P a n : count P a (S n) = count P a n + if P (a + n) then 1 else 0.
Proof.
  unfold count. rewrite seq_S, filter_app, app_length. simpl. now destruct (P (a + n)).
Qed.

Lemma count_all P a n : count P a n + count (fun x => negb (P x)) a n = n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite !count_next. destruct (P (a + n)); simpl; lia.
Qed.

Lemma count_monotone P a m n : m <= n -> count P a m <= count P a n.
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
