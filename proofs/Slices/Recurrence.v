(** * What follows from the recurrence: existence, empty slices, what is kept from slice to slice, return of state

    For any number of rows and any nim-value; numbered as in soundness.md. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp Nim Slices Counting.
Import ListNotations.

(** ** Finite searches *)

Lemma bounded_dec (P : nat -> Prop) n :
  (forall i, {P i} + {~ P i}) -> {exists i, i < n /\ P i} + {forall i, i < n -> ~ P i}.
Proof.
  intros Hdec. destruct (bounded_search P 0 n Hdec) as [H|H].
  - left. destruct H as (i & Hi & H). exists i. split; [lia | trivial].
  - right. intros i Hi. apply H. lia.
Qed.

(** Of finitely many reasons, each good for one number at most, one number too many has none. *)
Lemma one_too_many {A} (because : nat -> A -> Prop) (reasons : list A) :
  (forall v v' r, In r reasons -> because v r -> because v' r -> v = v') ->
  ~ (forall v, v <= length reasons -> exists r, In r reasons /\ because v r).
Proof.
  intros Hinj Hall. enough (length (seq 0 (S (length reasons))) <= length reasons) by (rewrite seq_length in *; lia).
  apply (injection (fun v r => In r reasons /\ because v r)).
  - apply seq_NoDup.
  - intros v Hv. apply in_seq in Hv. destruct (Hall v) as (r & Hr & Hb); [lia|]. exists r. auto.
  - intros v v' r [Hr Hb] [_ Hb']. exact (Hinj v v' r Hr Hb Hb').
Qed.

(** ** Existence *)

(** The tails that chomping a row of the tail leads to. *)
Definition smaller (t : list nat) : list (list nat) :=
  flat_map (fun i => map (fun x => bite i x t) (seq 0 (nth i t 0))) (seq 0 (length t)).

Lemma smaller_spec t u : In u (smaller t) <-> exists i x, x < nth i t 0 /\ u = bite i x t.
Proof.
  unfold smaller. rewrite in_flat_map. split.
  - intros (i & _ & H). apply in_map_iff in H as (x & <- & Hx). apply in_seq in Hx. exists i, x. split; [lia | trivial].
  - intros (i & x & Hx & ->). exists i. split.
    + apply in_seq. destruct (Nat.lt_ge_cases i (length t)); [lia|]. rewrite nth_overflow in Hx; lia.
    + apply in_map_iff. exists x. split; trivial. apply in_seq. lia.
Qed.

Inductive reason := Own (i : nat) | Corner (x : nat) | Below (u : list nat) | Lower (h : nat) | Bar.

Definition because (t : list nat) (g a v : nat) (r : reason) : Prop :=
  match r with
  | Own i => member t g i (v + (a - i))
  | Corner x => member (cut x t) g 0 (width t + a - x + v)
  | Below u => member u g (width t + a - width u) v
  | Lower h => member t h a v
  | Bar => width t + a + v = 0
  end.

Definition reasons (t : list nat) (g a : nat) : list reason :=
  map Own (seq 0 a) ++ map Corner (seq 0 (width t)) ++ map Below (smaller t) ++ map Lower (seq 0 g) ++ [Bar].

Lemma excluded_because t g a v : excluded t g a v ->
  exists r, In r (reasons t g a) /\ because t g a v r.
Proof.
  unfold reasons. intros [[(i & Hi & H)|[(x & Hx & H)|(E & -> & ->)]]|[(i & x & Hx & H)|(h & Hh & H)]].
  - exists (Own i). split; trivial. apply in_or_app. left. apply in_map, in_seq. lia.
  - exists (Corner x). split; trivial. do 1 (apply in_or_app; right). apply in_or_app. left. apply in_map, in_seq. lia.
  - exists Bar. split; [|simpl; lia]. do 4 (apply in_or_app; right). now left.
  - exists (Below (bite i x t)). split; trivial. do 2 (apply in_or_app; right). apply in_or_app. left.
    apply in_map, smaller_spec. now exists i, x.
  - exists (Lower h). split; trivial. do 3 (apply in_or_app; right). apply in_or_app. left. apply in_map, in_seq. lia.
Qed.

Lemma because_unique t g a v v' r : is_tail t -> In r (reasons t g a) ->
  because t g a v r -> because t g a v' r -> v = v'.
Proof.
  intros Ht Hr. destruct r as [i|x|u|h|]; simpl; intros H H'.
  - pose proof (member_unique _ _ _ _ _ Ht H H'). lia.
  - pose proof (member_unique _ _ _ _ _ (cut_tail x t Ht) H H'). lia.
  - assert (Hu : In u (smaller t)).
    { unfold reasons in Hr. rewrite !in_app_iff, !in_map_iff in Hr.
      destruct Hr as [(? & [=] & _)|[(? & [=] & _)|[(w & [= ->] & Hw)|[(? & [=] & _)|[[=]|[]]]]]]. trivial. }
    apply smaller_spec in Hu as (i & x & _ & ->). exact (member_unique _ _ _ _ _ (bite_tail i x t Ht) H H').
  - exact (member_unique _ _ _ _ _ Ht H H').
  - lia.
Qed.

(** How far away the term can be: each of the columns to the left, the corners, the tails below, the smaller
    nim-values, and the empty bar exclude one number at most. *)
Definition value_bound (t : list nat) (g a : nat) : nat := a + (width t + (length (smaller t) + (g + 1))).

Lemma reasons_reach t g a : length (reasons t g a) = value_bound t g a.
Proof. unfold reasons, value_bound. now rewrite !app_length, !map_length, !seq_length. Qed.

(** Theorem 1, existence: if the slice is not empty and no earlier column ends it, the column has a term. *)
Theorem member_exists t g a : is_tail t -> is_open t g -> goes_on t g a ->
  exists b, b <= value_bound t g a /\ member t g a b.
Proof.
  intros Ht Hopen Hon.
  destruct (bounded_dec (member t g a) (S (value_bound t g a)) (member_dec t g a)) as [(b & Hb & H)|Hnone].
  - exists b. split; [lia | trivial].
  - exfalso. apply (one_too_many (because t g a) (reasons t g a)); rewrite ?reasons_reach.
    + intros. eapply because_unique; eauto.
    + intros v Hv. apply excluded_because.
      destruct (Nat.eq_dec (width t + a + v) 0); [left; right; right; unfold empty_bar; lia|].
      destruct (member_cases t g a v Ht) as [H|[H|L]]; [lia| | |].
      * elim (Hnone v); [lia | trivial].
      * now right; right.
      * apply leads_excluded in L as [E|(b' & Hb & H)]; trivial. elim (Hnone b'); [lia | trivial].
Qed.

(** ** Empty slices (Lemma 6) *)

(** The least x that makes the slice empty. *)
Definition witness (t : list nat) (g x : nat) : Prop :=
  x < width t /\ member (cut x t) g 0 0 /\ forall y, y < x -> ~ member (cut y t) g 0 0.

Lemma witness_empty t g x : is_tail t -> witness t g x -> forall a b, ~ member t g a b.
Proof. intros Ht (Hx & H & _) a b H'. apply (member_leads t g a b Ht H'). now apply (Move1c _ _ _ _ x). Qed.

Lemma member_open t g a b : is_tail t -> member t g a b -> is_open t g.
Proof. intros Ht H x Hx Hw. apply (member_leads t g a b Ht H). now apply (Move1c _ _ _ _ x). Qed.

Theorem open_or_witness t g : {is_open t g} + {exists x, witness t g x}.
Proof.
  unfold is_open, witness.
  assert (H : forall n, {forall x, x < n -> ~ member (cut x t) g 0 0} +
                        {exists x, x < n /\ member (cut x t) g 0 0 /\ forall y, y < x -> ~ member (cut y t) g 0 0}).
  { induction n as [|n [IH|IH]].
    - left. intros x Hx. lia.
    - destruct (member_dec (cut n t) g 0 0) as [H|H].
      + right. exists n. auto.
      + left. intros x Hx. destruct (Nat.eq_dec x n) as [->|]; trivial. apply IH. lia.
    - right. destruct IH as (x & Hx & H). exists x. split; [lia | trivial]. }
  apply H.
Qed.

Theorem empty_iff t g : is_tail t -> ((forall a b, ~ member t g a b) <-> exists x, witness t g x).
Proof.
  intros Ht. split.
  - intros H. destruct (open_or_witness t g) as [Hopen|]; trivial.
    destruct (member_exists t g 0 Ht Hopen) as (b & _ & Hb); [intros i Hi; lia|]. now elim (H 0 b).
  - intros (x & H). now apply (witness_empty t g x).
Qed.

(** The first parent of a tail: the last square of its first row is chomped. *)
Lemma first_parent t x y : width t = S x -> y <= x -> cut y (cut x t) = cut y t.
Proof. intros _ H. now apply cut_cut. Qed.

Theorem open_next t g x : width t = S x ->
  (is_open t g <-> is_open (cut x t) g /\ ~ member (cut x t) g 0 0).
Proof.
  intros Hx. unfold is_open. rewrite width_cut, Hx. split.
  - intros H. split; [|apply H; lia]. intros y Hy. rewrite cut_cut by lia. apply H. lia.
  - intros [H H'] y Hy. destruct (Nat.eq_dec y x) as [->|]; trivial.
    rewrite <- (cut_cut y x t) by lia. apply H. lia.
Qed.

Theorem witness_next_older t g x w : width t = S x -> witness (cut x t) g w -> witness t g w.
Proof.
  unfold witness. rewrite width_cut. intros Hx (Hw & H & Hleast). rewrite cut_cut in H by lia.
  repeat split; [lia | apply H | apply H |]. intros y Hy. rewrite <- (cut_cut y x t) by lia. now apply Hleast.
Qed.

Theorem witness_next_newer t g x : width t = S x -> is_open (cut x t) g -> member (cut x t) g 0 0 ->
  witness t g x.
Proof.
  unfold witness, is_open. rewrite width_cut. intros Hx Hopen H. repeat split; [lia | apply H | apply H |].
  intros y Hy. rewrite <- (cut_cut y x t) by lia. apply Hopen. lia.
Qed.

(** ** What the next column and later slices inherit (section 4, Lemmas 4 and 5) *)

Theorem state_next t g a v : state t g (S a) v <-> state t g a (S v) \/ member t g a (S v).
Proof.
  unfold state, own, corner, empty_bar. split.
  - intros [(i & Hi & H)|[(x & Hx & H)|?]]; [|left; right; left; exists x|lia].
    + destruct (Nat.eq_dec i a) as [->|].
      * right. now replace (S v) with (v + (S a - a)) by lia.
      * left; left. exists i. split; [lia|]. now replace (S v + (a - i)) with (v + (S a - i)) by lia.
    + split; trivial. now replace (width t + a - x + S v) with (width t + S a - x + v) by lia.
  - intros [[(i & Hi & H)|[(x & Hx & H)|?]]|H]; [left; exists i|right; left; exists x|lia|left; exists a].
    + split; [lia|]. now replace (v + (S a - i)) with (S v + (a - i)) by lia.
    + split; trivial. now replace (width t + S a - x + v) with (width t + a - x + S v) by lia.
    + split; [lia|]. now replace (v + (S a - a)) with (S v) by lia.
Qed.

(** Lemma 5 (corners): the first state of a slice comes from that of its first parent, by the same step. *)
Theorem state_next_slice t g x v : width t = S x ->
  (state t g 0 v <-> state (cut x t) g 0 (S v) \/ member (cut x t) g 0 (S v)).
Proof.
  intros Hx. unfold state, own, corner, empty_bar. rewrite width_cut, Hx. split.
  - intros [(i & Hi & _)|[(y & Hy & H)|?]]; [lia| |lia].
    destruct (Nat.eq_dec y x) as [->|].
    + right. now replace (S v) with (S x + 0 - x + v) by lia.
    + left; right; left. exists y. split; [lia|]. rewrite cut_cut by lia.
      now replace (Nat.min x (S x) + 0 - y + S v) with (S x + 0 - y + v) by lia.
  - intros [[(i & Hi & _)|[(y & Hy & H)|?]]|H]; [lia| |lia|]; right; left.
    + exists y. split; [lia|]. rewrite cut_cut in H by lia.
      now replace (S x + 0 - y + v) with (Nat.min x (S x) + 0 - y + S v) by lia.
    + exists x. split; [lia|]. now replace (S x + 0 - x + v) with (S v) by lia.
Qed.

Lemma state_first t g v : width t = 0 -> (state t g 0 v <-> v = 0).
Proof.
  intros Ht. unfold state, own, corner, empty_bar. split.
  - intros [(i & Hi & _)|[(x & Hx & _)|?]]; lia.
  - auto.
Qed.

(** Lemma 4 (chains): what chomping row i leads to is the i-th parent, and what chomping row i of that leads to. *)
Theorem chain_next i t g a v y : nth i t 0 = S y ->
  let u := bite i y t in
  (chain i t g a v <-> chain i u g (a + (width t - width u)) v \/
    member u g (a + (width t - width u)) v).
Proof.
  intros Hi u. pose proof (width_bite i y t) as Hu. fold u in Hu.
  assert (Hy : nth i u 0 = y) by (unfold u; rewrite nth_bite, Nat.ltb_irrefl; lia).
  assert (E : forall w, width t + a - w = width u + (a + (width t - width u)) - w) by lia.
  assert (Hbite : forall x, x <= y -> bite i x u = bite i x t) by (intros; now apply bite_bite).
  assert (Hu' : u = bite i y t) by reflexivity. clearbody u. unfold chain. rewrite Hy, Hi. split.
  - intros (x & Hx & H). destruct (Nat.eq_dec x y) as [->|].
    + right. rewrite <- Hu' in H. now replace (a + (width t - width u)) with (width t + a - width u) by lia.
    + left. exists x. split; [lia|]. rewrite Hbite by lia. now rewrite <- E.
  - intros [(x & Hx & H)|H].
    + exists x. split; [lia|]. rewrite Hbite in H by lia. now rewrite E.
    + exists y. split; [lia|]. rewrite <- Hu'. now replace (width t + a - width u) with (a + (width t - width u)) by lia.
Qed.

Lemma chain_none i t g a v : nth i t 0 = 0 -> ~ chain i t g a v.
Proof. intros Hi (x & Hx & _). lia. Qed.

(** Lemma 3 (the empty bar): in a tail of no squares, the first column of the slice of nim-value g is g + 1. *)
Theorem first_column t g b : is_tail t -> width t = 0 -> (member t g 0 b <-> b = S g).
Proof.
  intros Ht Hw. revert b. induction g as [g IH] using lt_wf_ind. intros b.
  rewrite recurrence; trivial; [|intros x Hx; lia|intros i Hi; lia].
  assert (E : forall v, excluded t g 0 v <-> v <= g).
  { intros v. unfold excluded, outside. rewrite state_first by trivial. split.
    - intros [->|[(i & x & Hx & _)|(h & Hh & H)]]; [lia| |apply IH in H; lia].
      pose proof (tail_width t i Ht). lia.
    - destruct v as [|v]; [auto|]. intros Hv. right; right. exists v. split; [lia|]. apply IH; lia. }
  split.
  - intros [Hnot Hall]. rewrite E in Hnot. destruct (Nat.lt_trichotomy b (S g)) as [L|[?|L]]; [lia | trivial|].
    specialize (Hall (S g) L). apply E in Hall. lia.
  - intros ->. split; [rewrite E; lia|]. intros v Hv. apply E. lia.
Qed.

(** ** Return of state *)

(** Theorem 2. If what other slices exclude repeats with period m from s on, the slice has not ended before s + m, and the
    state at s + m is that at s, then the slice has no end and repeats with period m from s on. *)
Theorem return_of_state t g s m :
  is_tail t -> is_open t g -> 0 < m ->
  (forall a v, s <= a -> (outside t g (a + m) v <-> outside t g a v)) ->
  (forall a, a < s + m -> exists b, member t g a (S b)) ->
  (forall v, state t g (s + m) v <-> state t g s v) ->
  forall n, (forall v, state t g (s + n + m) v <-> state t g (s + n) v) /\
            exists b, member t g (s + n) (S b) /\ member t g (s + n + m) (S b).
Proof.
  intros Ht Hopen Hm Hout Hbefore Hstate.
  induction n as [n IH] using lt_wf_ind.
  assert (Hs : forall v, state t g (s + n + m) v <-> state t g (s + n) v).
  { intros v. destruct n as [|n]; [rewrite Nat.add_0_r; apply Hstate|].
    destruct (IH n) as (Hs & b & H & H'); [lia|].
    replace (s + S n + m) with (S (s + n + m)) by lia. replace (s + S n) with (S (s + n)) by lia.
    rewrite !state_next, Hs. apply or_iff_compat_l.
    split; intros L; [rewrite (member_unique _ _ _ _ _ Ht L H') | rewrite (member_unique _ _ _ _ _ Ht L H)]; trivial. }
  split; trivial.
  assert (Hlower : forall a, a < s + n + m -> exists b, member t g a (S b)).
  { intros a Ha. destruct (Nat.lt_ge_cases a (s + m)) as [|Hge]; [now apply Hbefore|].
    destruct (IH (a - s - m)) as (_ & b & _ & H); [lia|]. exists b.
    now replace (s + (a - s - m) + m) with a in H by lia. }
  assert (Hon : forall a, a <= s + n + m -> goes_on t g a).
  { intros a Ha i Hi H0. destruct (Hlower i) as (b & H); [lia|]. pose proof (member_unique _ _ _ _ _ Ht H0 H). lia. }
  destruct (Hlower (s + n)) as (b & H); [lia|]. exists b. split; trivial.
  apply recurrence; trivial; [apply Hon; lia|]. apply recurrence in H; trivial; [|apply Hon; lia].
  refine (is_mex_same _ _ _ _ H). intros v. unfold excluded. rewrite Hs, Hout by lia. reflexivity.
Qed.
