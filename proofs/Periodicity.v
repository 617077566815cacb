(** * Every slice of three-rowed Chomp is finite or ultimately periodic

    Theorem 3 of soundness.md ([Zei04]; the statement is Byrnes's), for all third rows c at once, from the rules of the
    game. No certificate is needed for it, and it gives none: for a given c it does not say which of the two it is. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp ThreeRows.

(** ** Finite searches *)

Lemma bounded_dec (P : nat -> Prop) n :
  (forall i, {P i} + {~ P i}) -> {exists i, i < n /\ P i} + {~ exists i, i < n /\ P i}.
Proof.
  intros Hdec. induction n as [|n [H|H]].
  - right. intros (i & Hi & _). lia.
  - left. destruct H as (i & Hi & H). exists i. split; [lia | trivial].
  - destruct (Hdec n) as [Hn|Hn]; [left; exists n; auto|]. right. intros (i & Hi & Hp).
    destruct (Nat.eq_dec i n) as [->|]; [easy|]. apply H. exists i. split; [lia | trivial].
Qed.

Lemma state_dec c a v : {state c a v} + {~ state c a v}.
Proof.
  unfold state, own, corner, bar.
  destruct (bounded_dec (fun i => loser c i (v + (a - i))) a) as [H|H]; [intros; apply loser_dec | auto |].
  destruct (bounded_dec (fun x => loser x 0 (a + c - x + v)) c) as [H'|H']; [intros; apply loser_dec | auto |].
  destruct (Nat.eq_dec (c + a + v) 0); [left; lia|]. right. intros [?|[?|?]]; [easy | easy | lia].
Qed.

(** Of more values than there are places for, two are the same. *)
Lemma repetition (f : nat -> nat) n : (forall i, i <= n -> f i < n) -> exists i j, i < j <= n /\ f i = f j.
Proof.
  intros Hf. destruct (search (fun j => exists i, i < j /\ f i = f j) n) as [(j & Hj & i & Hi & E)|Hnone].
  - intros j. apply (bounded_dec (fun i => f i = f j)). intros i. apply Nat.eq_dec.
  - exists i, j. auto.
  - exfalso. apply (pigeonhole (fun v t => v <= n /\ f v = t) n).
    + intros v v' t [Hv E] [Hv' E']. destruct (Nat.lt_trichotomy v v') as [L|[?|L]]; trivial; exfalso.
      * apply (Hnone v' Hv'). exists v. split; [trivial | congruence].
      * apply (Hnone v Hv). exists v'. split; [trivial | congruence].
    + intros v Hv. exists (f v). auto.
Qed.

(** The first n members of the state, as a number. *)
Fixpoint code (c a n : nat) : nat :=
  match n with 0 => 0 | S n => (if state_dec c a n then 1 else 0) + 2 * code c a n end.

Lemma code_bound c a n : code c a n < 2 ^ n.
Proof. induction n; cbn [code Nat.pow]; [lia|]. destruct (state_dec c a n); lia. Qed.

Lemma code_state c a a' n v : code c a n = code c a' n -> v < n -> (state c a v <-> state c a' v).
Proof.
  induction n as [|n IH]; [lia|]. cbn [code]. intros E Hv.
  destruct (state_dec c a n), (state_dec c a' n); try lia;
    (destruct (Nat.eq_dec v n) as [->|]; [tauto | apply IH; lia]).
Qed.

(** ** Bounds *)

Lemma loser_bound c a b : loser c a b -> b <= S (a + (c + c)).
Proof.
  intros H. destruct (loser_exists c a) as (b' & Hb & H').
  - intros i Hi H0. now apply (loser_end c i a b).
  - now rewrite (loser_unique _ _ _ _ H H').
Qed.

Definition repeats (c s m : nat) : Prop := forall a b, s <= a -> (loser c (a + m) b <-> loser c a b).

Lemma repeats_more c s m s' k : repeats c s m -> s <= s' -> repeats c s' (k * m).
Proof.
  intros H Hs a b Ha. induction k as [|k IH]; [now rewrite Nat.add_0_r|].
  rewrite <- IH, <- (H (a + k * m)) by lia. now replace (a + S k * m) with (a + k * m + m) by lia.
Qed.

Lemma repeats_bound c s m a b : 0 < m -> repeats c s m -> loser c a b -> b <= S (s + m + (c + c)).
Proof.
  intros Hm Hrep. induction a as [a IH] using lt_wf_ind. intros H.
  destruct (Nat.lt_ge_cases a (s + m)); [apply loser_bound in H; lia|].
  apply (IH (a - m)); [lia|]. apply Hrep; [lia|]. now replace (a - m + m) with a by lia.
Qed.

(** ** The theorem *)

Section Slice.

Variables (c s m : nat).
Hypothesis Hm : 0 < m.
Hypothesis Hlower : forall x, x < c -> repeats x s m.

Let K := S (s + m + (c + c)).

Lemma below_repeats k a v : s <= a -> (below c (a + k * m) v <-> below c a v).
Proof.
  intros Ha. assert (H : forall x, x < c -> (loser x (a + k * m + c - x) v <-> loser x (a + c - x) v)).
  { intros x Hx. rewrite <- (repeats_more x s m s k (Hlower x Hx) (le_n s) (a + c - x)) by lia.
    now replace (a + k * m + c - x) with (a + c - x + k * m) by lia. }
  split; intros (x & Hx & Hl); exists x; (split; [trivial|]); now apply (H x Hx).
Qed.

Lemma below_bound a v : below c a v -> v <= K.
Proof. intros (x & Hx & H). apply (repeats_bound x s m) in H; auto. unfold K. lia. Qed.

Lemma state_bound a v : state c a v -> v <= K.
Proof.
  revert v. induction a as [|a IH]; intros v H.
  - destruct H as [(i & Hi & _)|[(x & Hx & H)|(_ & _ & ->)]]; [lia| |lia]. apply loser_bound in H. unfold K. lia.
  - apply state_next in H as [H|H]; [apply IH in H; lia|].
    apply recurrence in H as [_ Hall]; [|intros i Hi Hz; now apply (loser_end c i a (S v))].
    destruct (Nat.le_gt_cases v K) as [|L]; trivial.
    destruct (Hall (S K)) as [H|H]; [lia|apply IH in H; lia|apply below_bound in H; lia].
Qed.

Lemma slice_ends_or_repeats :
  (exists a, loser c a 0) \/
  (exists s' m', 0 < m' /\ (forall a, exists b, loser c a (S b)) /\ repeats c s' m').
Proof.
  set (n := 2 ^ S K).
  destruct (search (fun a => loser c a 0) (s + n * m)) as [(a & _ & H)|Hon]; [intros; apply loser_dec | eauto |].
  right.
  assert (Hterm : forall a, a <= s + n * m -> exists b, loser c a (S b)).
  { intros a Ha. destruct (loser_exists c a) as ([|b] & _ & H); [|now elim (Hon a Ha) | eauto].
    intros i Hi. apply Hon. lia. }
  destruct (repetition (fun i => code c (s + i * m) (S K)) n) as (i & j & Hij & E).
  { intros i _. apply code_bound. }
  assert (Hstate : forall v, state c (s + j * m) v <-> state c (s + i * m) v).
  { intros v. destruct (Nat.lt_ge_cases v (S K)) as [L|L]; [symmetry; now apply (code_state _ _ _ _ _ E)|].
    split; intros H; apply state_bound in H; lia. }
  assert (Ej : s + i * m + (j - i) * m = s + j * m) by nia.
  assert (Hjn : j * m <= n * m) by nia.
  exists (s + i * m), ((j - i) * m).
  assert (Hloop : forall k, exists b, loser c (s + i * m + k) (S b) /\ loser c (s + i * m + k + (j - i) * m) (S b)).
  { intros k. apply return_of_state.
    - nia.
    - intros a v Ha. apply below_repeats. lia.
    - intros a Ha. apply Hterm. lia.
    - intros v. now rewrite Ej. }
  split; [nia|]. split.
  - intros a. destruct (Nat.le_gt_cases a (s + i * m)) as [Ha|Ha]; [apply Hterm; nia|].
    destruct (Hloop (a - (s + i * m))) as (b & H & _). exists b.
    now replace (s + i * m + (a - (s + i * m))) with a in H by lia.
  - intros a b Ha. destruct (Hloop (a - (s + i * m))) as (b' & H & H').
    replace (s + i * m + (a - (s + i * m))) with a in * by lia.
    split; intros L; [rewrite (loser_unique _ _ _ _ L H') | rewrite (loser_unique _ _ _ _ L H)]; trivial.
Qed.

End Slice.

(** Theorem 3. *)
Theorem finite_or_periodic : forall c,
  (exists a, loser c a 0 /\ forall a' b, a < a' -> ~ loser c a' b) \/
  (exists s m, 0 < m /\ (forall a, exists b, loser c a (S b)) /\
     forall a b, s <= a -> (loser c (a + m) b <-> loser c a b)).
Proof.
  induction c as [c IH] using lt_wf_ind.
  assert (Hall : forall n, n <= c -> exists s m, 0 < m /\ forall x, x < n -> repeats x s m).
  { induction n as [|n IHn]; intros Hn; [exists 0, 1; split; [lia|]; intros x Hx; lia|].
    destruct IHn as (s & m & Hm & H); [lia|].
    assert (H' : exists s' m', 0 < m' /\ repeats n s' m').
    { destruct (IH n Hn) as [(a & _ & Hend)|(s' & m' & Hm' & _ & Hrep)]; [|now exists s', m'].
      exists (S a), 1. split; [lia|]. intros a' b Ha. split; intros L; exfalso; revert L; apply Hend; lia. }
    destruct H' as (s' & m' & Hm' & H'). exists (Nat.max s s'), (m * m'). split; [nia|]. intros x Hx.
    destruct (Nat.eq_dec x n) as [->|].
    - apply (repeats_more n s'); [trivial | lia].
    - rewrite Nat.mul_comm. apply (repeats_more x s); [apply H; lia | lia]. }
  destruct (Hall c (le_n c)) as (s & m & Hm & Hlower).
  destruct (slice_ends_or_repeats c s m Hm Hlower) as [(a & H)|(s' & m' & H)].
  - left. exists a. split; trivial. intros a' b Ha. now apply (loser_end c a).
  - right. now exists s', m'.
Qed.
