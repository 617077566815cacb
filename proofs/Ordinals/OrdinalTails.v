(** * The values of finite tails under rows of ordinal length

    Beyond omega the two first rows play like two-rowed Chomp without poison, and a tail like a heap:
    its value is the least number that no tail has that a bite leaves, as long as it has not ended.
    ordinals.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool ZArith ZifyNat.
From ZChomp Require Import Chomp Nim TwoRows Slices TailOverhang TailBound ChartBound.
From ZChomp Require Posets.
Import ListNotations.

(** ** The values of a tail *)

(** The tails that one bite leaves. *)
Definition tails_after (t : list nat) : list (list nat) :=
  map (fun s => bite (fst s) (snd s) t) (Posets.bar t).

(** The tail has no start: no (p, p, t), cut, is lost for a finite p. By the theorem on the period
    it is enough to look at one column. *)
Definition is_endless (t : list nat) : bool :=
  let n := width t + 2 ^ ((squares t + 1) * product (map S t)) + 1 in n <? tail_value t n.

(** In the first block a tail has the least number that none of its endless options has. *)
Fixpoint first_within (n : nat) (t : list nat) : nat :=
  match n with
  | 0 => 0
  | S n => mex_of (map (first_within n) (filter is_endless (tails_after t)))
  end.

Definition first_value (t : list nat) : nat := first_within (S (squares t)) t.

(** The value of a tail in block k + 1, if it has not ended before: from block to block v becomes
    (v - 1) / 3, as long as v is one more than a multiple of 3. *)
Fixpoint block_value (k : nat) (t : list nat) : option nat :=
  match k with
  | 0 => if is_endless t then Some (first_value t) else None
  | S k => match block_value k t with
           | Some v => if v mod 3 =? 1 then Some (v / 3) else None
           | None => None
           end
  end.

(** ** Options of tails *)

Lemma in_tails_after t u : In u (tails_after t) <-> exists i x, x < nth i t 0 /\ u = bite i x t.
Proof.
  unfold tails_after. rewrite in_map_iff. split.
  - intros ((i, x) & <- & H). exists i, x. now apply Posets.in_bar in H.
  - intros (i & x & H & ->). exists (i, x). split; trivial. now apply Posets.in_bar.
Qed.

Lemma tails_after_squares t u : In u (tails_after t) -> squares u < squares t.
Proof. intros H. apply in_tails_after in H as (i & x & H & ->). now apply squares_bite. Qed.

Lemma tails_after_tail t u : is_tail t -> In u (tails_after t) -> is_tail u.
Proof. intros Ht H. apply in_tails_after in H as (i & x & _ & ->). now apply bite_tail. Qed.

Lemma is_endless_iff t : is_tail t -> (is_endless t = true <-> forall q, q < tail_value t q).
Proof.
  intros Ht. unfold is_endless. set (n := width t + _ + 1). rewrite Nat.ltb_lt.
  split; [|intros H; apply H]. intros H.
  destruct (tail_period_bound t Ht) as (N & m & Hm & HN & [(v & Hv & Hq)|[Hq _]]); trivial.
  rewrite Hq in H; lia.
Qed.

(** A tail that is not endless has a start. *)
Lemma not_endless t : is_endless t = false -> exists v, 1 <= v /\ losing (v :: v :: cut v t).
Proof.
  unfold is_endless. set (n := width t + _ + 1). intros H. apply Nat.ltb_ge in H.
  destruct (tail_value_lost t n) as [H1 Hl]. exists (tail_value t n). split; trivial.
  unfold cut_position in Hl. now rewrite Nat.min_l in Hl by trivial.
Qed.

Lemma endless_no_start t v : is_tail t -> is_endless t = true -> 1 <= v ->
  ~ losing (v :: v :: cut v t).
Proof.
  intros Ht H Hv Hl. rewrite is_endless_iff in H by trivial.
  pose proof (tail_start t v v ltac:(lia)) as E. unfold cut_position in E. rewrite Nat.min_id in E.
  specialize (H v). rewrite E in H; trivial. lia.
Qed.

(** ** Values of tails are values of a game *)

Lemma first_within_enough n t : squares t < n -> first_within n t = first_value t.
Proof.
  unfold first_value. enough (H : forall n m t, squares t < n -> squares t < m ->
    first_within n t = first_within m t) by (intros; apply H; lia).
  clear. induction n as [|n IH]; intros [|m] t Hn Hm; try lia. cbn [first_within]. f_equal.
  apply map_ext_in. intros u Hu. apply filter_In in Hu as [Hu _].
  apply tails_after_squares in Hu. apply IH; lia.
Qed.

Lemma first_value_mex t : is_mex (fun v => exists u, In u (tails_after t) /\ is_endless u = true /\
  first_value u = v) (first_value t).
Proof.
  unfold first_value at 2. cbn [first_within].
  apply (is_mex_same (fun v => In v (map (first_within (squares t)) (filter is_endless (tails_after t)))));
    [|apply mex_of_spec].
  intros v. rewrite in_map_iff. split.
  - intros (u & E & Hu). apply filter_In in Hu as [Hu He]. exists u. repeat split; trivial.
    rewrite <- E. symmetry. now apply first_within_enough, tails_after_squares.
  - intros (u & Hu & He & E). exists u. split; [|now apply filter_In].
    rewrite <- E. now apply first_within_enough, tails_after_squares.
Qed.

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Lemma block_step k t v : block_value (S k) t = Some v <-> block_value k t = Some (3 * v + 1).
Proof.
  cbn [block_value]. destruct (block_value k t) as [w|]; [|easy].
  assert (Some_inj : forall x y : nat, Some x = Some y <-> x = y)
    by (intros x y; split; [now intros [=] | now intros ->]).
  destruct (Nat.eqb_spec (w mod 3) 1) as [E|E]; rewrite ?Some_inj; [lia|].
  split; [easy | lia].
Qed.

Lemma square_value m : two_rows_value m m = (3 * m + 1) / 2.
Proof. destruct (value_cases m m) as (h & e & k & H); lia. Qed.

(** Values of squares are not one more than a multiple of 3, and every such number is one. *)
Lemma square_value_kind m w : two_rows_value m m <> 3 * w + 1.
Proof. rewrite square_value. lia. Qed.

Lemma square_value_exists v : v mod 3 <> 1 -> two_rows_value (2 * v / 3) (2 * v / 3) = v.
Proof. rewrite square_value. lia. Qed.

(** For every second row m there is a first row with the value v. *)
Lemma column_has m v : exists p, two_rows_value p (Nat.min p m) = v.
Proof.
  assert (H : exists h e, e <= 1 /\ m = 2 * h + e) by (exists (m / 2), (m mod 2); lia).
  destruct H as (h & e & He & Hm).
  assert (Hsq : forall i, i <= m -> two_rows_value i (Nat.min i m) = (3 * i + 1) / 2).
  { intros i Hi. rewrite Nat.min_l by trivial. apply square_value. }
  assert (Hev : forall i, two_rows_value (m + 2 * i) (Nat.min (m + 2 * i) m) = m + 2 * i + h + e).
  { intros i. rewrite Nat.min_r by lia. now apply (value_even _ m h e i). }
  assert (Hod : forall i, two_rows_value (m + 2 * i + 1) (Nat.min (m + 2 * i + 1) m) =
    2 * i + 1 + Nat.min h i).
  { intros i. rewrite Nat.min_r by lia. now apply (value_odd _ m h e i). }
  destruct (value_kinds h v) as (i & [[-> Hi]|[[-> Hi]|[[-> Hi]|[-> | ->]]]]).
  - exists (2 * i). rewrite Hsq; lia.
  - exists (2 * i + 1). rewrite Hsq; lia.
  - exists (m + 2 * i + 1). rewrite Hod. lia.
  - destruct (Nat.eq_dec i 0) as [->|]; [exists (2 * h); rewrite Hsq; lia|].
    exists (m + 2 * (i - e)). rewrite Hev. lia.
  - exists (m + 2 * (h + i) + 1). rewrite Hod. lia.
Qed.

Ltac Zify.zify_post_hook ::= idtac.

Lemma block_mex k t v : block_value k t = Some v ->
  is_mex (fun w => exists u, In u (tails_after t) /\ block_value k u = Some w) v.
Proof.
  revert v. induction k as [|k IH]; intros v.
  - simpl. destruct (is_endless t); [|easy]. intros [= <-].
    apply (is_mex_same (fun v => exists u, In u (tails_after t) /\ is_endless u = true /\
      first_value u = v)); [|apply first_value_mex].
    intros w. split; intros (u & Hu & H).
    + destruct H as [He <-]. exists u. now rewrite He.
    + exists u. destruct (is_endless u); [|easy]. injection H as <-. auto.
  - intros H. apply block_step in H. destruct (IH _ H) as [Hnot Hall]. split.
    + intros (u & Hu & E). apply block_step in E. apply Hnot. now exists u.
    + intros w Hw. destruct (Hall (3 * w + 1)) as (u & Hu & E); [lia|].
      exists u. split; trivial. now apply block_step.
Qed.

Lemma block_before j k t v : block_value k t = Some v -> j < k ->
  exists w, block_value j t = Some (3 * w + 1).
Proof.
  intros H Hj. revert v H. induction Hj as [|k Hj IH]; intros v H; apply block_step in H.
  - now exists v.
  - now apply (IH _ H).
Qed.

Lemma block_endless k t v : block_value k t = Some v -> is_endless t = true.
Proof.
  revert v. induction k as [|k IH]; intros v H.
  - simpl in H. now destruct (is_endless t).
  - apply block_step in H. now apply IH in H.
Qed.

(** v becomes smaller from block to block. *)
Lemma block_decreases k t v : block_value k t = Some v -> k <= first_value t.
Proof.
  enough (H : forall v, block_value k t = Some v -> v + k <= first_value t)
    by (intros H'; apply H in H'; lia).
  induction k as [|k IH]; intros w H.
  - simpl in H. destruct (is_endless t); [|easy]. injection H as <-. lia.
  - apply block_step, IH in H. lia.
Qed.

(** ** The theorems *)

(** In the first block a tail has a value if and only if no (p, p, t), cut, is lost for a finite p;
    and the value is the least number that no such option of the tail has. *)
Theorem block_value_first t v : is_tail t -> (block_value 0 t = Some v <->
  (forall p, 1 <= p -> ~ losing (p :: p :: cut p t)) /\
  is_mex (fun w => exists i x, x < nth i t 0 /\ block_value 0 (bite i x t) = Some w) v).
Proof.
  intros Ht.
  assert (Hmex : forall w, block_value 0 t = Some w -> is_mex (fun w => exists i x,
    x < nth i t 0 /\ block_value 0 (bite i x t) = Some w) w).
  { intros w H. apply block_mex in H. revert H. apply is_mex_same. intros y. split.
    - intros (u & Hu & E). apply in_tails_after in Hu as (i & x & Hx & ->). now exists i, x.
    - intros (i & x & Hx & E). exists (bite i x t). split; trivial. apply in_tails_after. eauto. }
  split.
  - intros H. split; [|now apply Hmex]. intros p Hp.
    now apply endless_no_start; trivial; apply (block_endless 0 t v).
  - intros [Hno Hv]. destruct (block_value 0 t) as [w|] eqn:E.
    + f_equal. exact (is_mex_unique _ _ _ (Hmex w eq_refl) Hv).
    + simpl in E. destruct (is_endless t) eqn:He; [easy|].
      destruct (not_endless t He) as (p & Hp & Hl). now elim (Hno p).
Qed.

(** From block to block: the tail goes on if and only if its value is 3v + 1, and then has v. *)
Theorem block_value_next k t v :
  block_value (S k) t = Some v <-> block_value k t = Some (3 * v + 1).
Proof. apply block_step. Qed.

(** In every block the value is the least number that no option with a value there has. *)
Theorem block_value_mex k t v : block_value k t = Some v ->
  is_mex (fun w => exists i x, x < nth i t 0 /\ block_value k (bite i x t) = Some w) v.
Proof.
  intros H. apply block_mex in H. revert H. apply is_mex_same. intros y. split.
  - intros (u & Hu & E). apply in_tails_after in Hu as (i & x & Hx & ->). now exists i, x.
  - intros (i & x & Hx & E). exists (bite i x t). split; trivial. apply in_tails_after. eauto.
Qed.
