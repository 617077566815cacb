(** * Every slice of Chomp is empty, finite or ultimately periodic

    Theorem 3 of soundness.md ([Zei04] has three rows; the statement is Byrnes's), for every tail and every nim-value,
    from the rules of the game. No certificate is needed for it, and it gives none: of a given slice it does not say
    which of the three it is. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp Nim Slices Recurrence.
Import ListNotations.

Lemma state_dec t g a v : {state t g a v} + {~ state t g a v}.
Proof.
  unfold state, own, corner, empty_bar.
  destruct (bounded_dec (fun i => member t g i (v + (a - i))) a) as [H|H]; [intros; apply member_dec | auto |].
  destruct (bounded_dec (fun x => member (cut x t) g 0 (width t + a - x + v)) (width t)) as [H'|H'];
    [intros; apply member_dec | auto |].
  destruct (Nat.eq_dec (width t + a + v) 0); [left; lia|]. right.
  intros [(i & Hi & ?)|[(x & Hx & ?)|?]]; [now apply (H i) | now apply (H' x) | lia].
Qed.

(** Of more values than there are places for, two are the same. *)
Lemma repetition (f : nat -> nat) n : (forall i, i <= n -> f i < n) ->
  exists i j, i < j <= n /\ f i = f j.
Proof.
  intros Hf. destruct (bounded_dec (fun j => exists i, i < j /\ f i = f j) (S n)) as [(j & Hj & i & Hi & E)|Hnone].
  - intros j. destruct (bounded_dec (fun i => f i = f j) j) as [H|H]; [intros i; apply Nat.eq_dec | auto |].
    right. intros (i & Hi & E). now apply (H i).
  - exists i, j. split; [lia | trivial].
  - exfalso. apply (one_too_many (fun v r => v <= n /\ f v = r) (seq 0 n)); rewrite ?seq_length.
    + intros v v' r _ [Hv E] [Hv' E']. destruct (Nat.lt_trichotomy v v') as [L|[?|L]]; trivial; exfalso.
      * apply (Hnone v'); [lia|]. exists v. split; [trivial | congruence].
      * apply (Hnone v); [lia|]. exists v'. split; [trivial | congruence].
    + intros v Hv. exists (f v). split; [|auto]. apply in_seq. specialize (Hf v Hv). lia.
Qed.

(** The first n members of the state, as a number. *)
Fixpoint code (t : list nat) (g a n : nat) : nat :=
  match n with 0 => 0 | S n => (if state_dec t g a n then 1 else 0) + 2 * code t g a n end.

Lemma code_bound t g a n : code t g a n < 2 ^ n.
Proof. induction n; cbn [code Nat.pow]; [lia|]. destruct (state_dec t g a n); lia. Qed.

Lemma code_state t g a a' n v : code t g a n = code t g a' n -> v < n ->
  (state t g a v <-> state t g a' v).
Proof.
  induction n as [|n IH]; [lia|]. cbn [code]. intros E Hv.
  destruct (state_dec t g a n), (state_dec t g a' n); try lia;
    (destruct (Nat.eq_dec v n) as [->|]; [tauto | apply IH; lia]).
Qed.

(** ** Bounds *)

Lemma member_goes_on t g a b : is_tail t -> member t g a b -> goes_on t g a.
Proof. intros Ht H i Hi H0. now apply (member_end t g i a b). Qed.

Lemma member_reach t g a b : is_tail t -> member t g a b -> b <= value_bound t g a.
Proof.
  intros Ht H. destruct (member_exists t g a Ht (member_open _ _ _ _ Ht H) (member_goes_on _ _ _ _ Ht H)) as (b' & Hb & H').
  now rewrite (member_unique _ _ _ _ _ Ht H H').
Qed.

Definition repeats (t : list nat) (g s m : nat) : Prop :=
  forall a b, s <= a -> (member t g (a + m) b <-> member t g a b).

Lemma repeats_more t g s m s' k : repeats t g s m -> s <= s' -> repeats t g s' (k * m).
Proof.
  intros H Hs a b Ha. induction k as [|k IH]; [now rewrite Nat.add_0_r|].
  rewrite <- IH, <- (H (a + k * m)) by lia. now replace (a + S k * m) with (a + k * m + m) by lia.
Qed.

Lemma repeats_reach t g s m a b : is_tail t -> 0 < m -> repeats t g s m -> member t g a b ->
  b <= value_bound t g (s + m).
Proof.
  intros Ht Hm Hrep. induction a as [a IH] using lt_wf_ind. intros H.
  destruct (Nat.lt_ge_cases a (s + m)); [apply member_reach in H; trivial; unfold value_bound in *; lia|].
  apply (IH (a - m)); [lia|]. apply Hrep; [lia|]. now replace (a - m + m) with a by lia.
Qed.

(** ** The theorem *)

Section Slice.

Variables (t : list nat) (g s m : nat).
Hypothesis Ht : is_tail t.
Hypothesis Hopen : is_open t g.
Hypothesis Hm : 0 < m.
Hypothesis Hbelow : forall u, In u (smaller t) -> repeats u g s m.
Hypothesis Hlower : forall h, h < g -> repeats t h s m.

Let K := list_max (value_bound t g (s + m) :: map (fun u => value_bound u g (s + m)) (smaller t)).

Lemma reach_bound u : In u (smaller t) -> value_bound u g (s + m) <= K.
Proof.
  intros Hu. pose proof (proj1 (list_max_le (value_bound t g (s + m) :: map (fun u => value_bound u g (s + m)) (smaller t)) K) (le_n _)) as H.
  rewrite Forall_forall in H. apply H. right. apply in_map_iff. now exists u.
Qed.

Lemma outside_repeats k a v : s <= a -> (outside t g (a + k * m) v <-> outside t g a v).
Proof.
  intros Ha. unfold outside, below, lower_value, chain.
  assert (Hb : forall i x, x < nth i t 0 ->
    (member (bite i x t) g (width t + (a + k * m) - width (bite i x t)) v <->
     member (bite i x t) g (width t + a - width (bite i x t)) v)).
  { intros i x Hx. pose proof (width_bite i x t).
    replace (width t + (a + k * m) - width (bite i x t)) with (width t + a - width (bite i x t) + k * m) by lia.
    apply (repeats_more _ g s m s); [apply Hbelow, smaller_spec; eauto | lia | lia]. }
  assert (Hl : forall h, h < g -> (member t h (a + k * m) v <-> member t h a v)).
  { intros h Hh. now apply (repeats_more t h s m s); [apply Hlower| |]. }
  split; (intros [(i & x & Hx & H)|(h & Hh & H)]; [left; exists i, x | right; exists h]);
    (split; [trivial|]); try (now apply Hb); now apply Hl.
Qed.

Lemma outside_bound a v : outside t g a v -> v <= K.
Proof.
  intros [(i & x & Hx & H)|(h & Hh & H)].
  - assert (Hu : In (bite i x t) (smaller t)) by (apply smaller_spec; eauto).
    apply (repeats_reach _ _ s m) in H; auto; [|now apply bite_tail]. pose proof (reach_bound _ Hu). lia.
  - apply (repeats_reach t h s m) in H; auto. unfold K, value_bound in *. simpl. lia.
Qed.

Lemma state_bound a v : state t g a v -> v <= K.
Proof.
  revert v. induction a as [|a IH]; intros v H.
  - destruct H as [(i & Hi & _)|[(x & Hx & H)|(_ & _ & ->)]]; [lia| |lia].
    assert (Hu : In (cut x t) (smaller t)) by (apply smaller_spec; exists 0, x; auto).
    apply member_reach in H; [|now apply cut_tail]. pose proof (reach_bound _ Hu). unfold value_bound in *. lia.
  - apply state_next in H as [H|H]; [apply IH in H; lia|].
    apply recurrence in H as [_ Hall]; trivial; [|now apply (member_goes_on t g a (S v))].
    destruct (Nat.le_gt_cases v K) as [|L]; trivial.
    destruct (Hall (S K)) as [H|H]; [lia|apply IH in H; lia|apply outside_bound in H; lia].
Qed.

Lemma slice_ends_or_repeats :
  (exists a, member t g a 0) \/
  (exists s' m', 0 < m' /\ (forall a, exists b, member t g a (S b)) /\ repeats t g s' m').
Proof.
  set (n := 2 ^ S K).
  destruct (bounded_dec (fun a => member t g a 0) (S (s + n * m))) as [(a & _ & H)|Hon];
    [intros; apply member_dec | eauto |].
  right.
  assert (Hterm : forall a, a <= s + n * m -> exists b, member t g a (S b)).
  { intros a Ha. destruct (member_exists t g a) as ([|b] & _ & H); trivial; [|elim (Hon a); [lia | trivial] | eauto].
    intros i Hi. apply Hon. lia. }
  destruct (repetition (fun i => code t g (s + i * m) (S K)) n) as (i & j & Hij & E).
  { intros i _. apply code_bound. }
  assert (Hstate : forall v, state t g (s + j * m) v <-> state t g (s + i * m) v).
  { intros v. destruct (Nat.lt_ge_cases v (S K)) as [L|L]; [symmetry; now apply (code_state _ _ _ _ _ _ E)|].
    split; intros H; apply state_bound in H; lia. }
  assert (Ej : s + i * m + (j - i) * m = s + j * m) by nia.
  assert (Hjn : j * m <= n * m) by nia.
  exists (s + i * m), ((j - i) * m).
  assert (Hloop : forall k, exists b, member t g (s + i * m + k) (S b) /\ member t g (s + i * m + k + (j - i) * m) (S b)).
  { intros k. apply return_of_state; trivial.
    - nia.
    - intros a v Ha. apply outside_repeats. lia.
    - intros a Ha. apply Hterm. lia.
    - intros v. now rewrite Ej. }
  split; [nia|]. split.
  - intros a. destruct (Nat.le_gt_cases a (s + i * m)) as [Ha|Ha]; [apply Hterm; nia|].
    destruct (Hloop (a - (s + i * m))) as (b & H & _). exists b.
    now replace (s + i * m + (a - (s + i * m))) with a in H by lia.
  - intros a b Ha. destruct (Hloop (a - (s + i * m))) as (b' & H & H').
    replace (s + i * m + (a - (s + i * m))) with a in * by lia.
    split; intros L; [rewrite (member_unique _ _ _ _ _ Ht L H') | rewrite (member_unique _ _ _ _ _ Ht L H)]; trivial.
Qed.

End Slice.

(** Finitely many slices that repeat do so together. *)
Lemma repeat_together (l : list (list nat * nat)) :
  (forall t g, In (t, g) l -> exists s m, 0 < m /\ repeats t g s m) ->
  exists s m, 0 < m /\ forall t g, In (t, g) l -> repeats t g s m.
Proof.
  induction l as [|[t g] l IH]; intros H; [exists 0, 1; split; [lia | easy]|].
  destruct IH as (s & m & Hm & Hall); [intros; apply H; now right|].
  destruct (H t g (or_introl eq_refl)) as (s' & m' & Hm' & Hrep).
  exists (Nat.max s s'), (m * m'). split; [nia|]. intros t' g' [[= <- <-]|Hin].
  - apply (repeats_more t g s'); [trivial | lia].
  - rewrite Nat.mul_comm. apply (repeats_more t' g' s); [now apply Hall | lia].
Qed.

(** Theorem 3. *)
Theorem finite_or_periodic : forall t g, is_tail t ->
  (forall a b, ~ member t g a b) \/
  (exists a, member t g a 0 /\ forall a' b, a < a' -> ~ member t g a' b) \/
  (exists s m, 0 < m /\ (forall a, exists b, member t g a (S b)) /\
     forall a b, s <= a -> (member t g (a + m) b <-> member t g a b)).
Proof.
  enough (H : forall n t g, squares t + g < n -> is_tail t ->
    (forall a b, ~ member t g a b) \/
    (exists a, member t g a 0 /\ forall a' b, a < a' -> ~ member t g a' b) \/
    (exists s m, 0 < m /\ (forall a, exists b, member t g a (S b)) /\ repeats t g s m)).
  { intros t g Ht. apply (H (S (squares t + g))); [lia | trivial]. }
  induction n as [|n IH]; [lia|]. intros t g Hn Ht.
  destruct (open_or_witness t g) as [Hopen|(x & Hx)]; [right | left; now apply (witness_empty t g x)].
  assert (Hrep : forall u h, squares u + h < n -> is_tail u -> exists s m, 0 < m /\ repeats u h s m).
  { intros u h Hu Hut. destruct (IH u h Hu Hut) as [Hempty|[(a & _ & Hend)|(s & m & Hm & _ & Hrep)]].
    - exists 0, 1. split; [lia|]. intros a b _. split; intros L; now elim (Hempty _ _ L).
    - exists (S a), 1. split; [lia|]. intros a' b Ha. split; intros L; exfalso; revert L; apply Hend; lia.
    - now exists s, m. }
  destruct (repeat_together (map (fun u => (u, g)) (smaller t) ++ map (fun h => (t, h)) (seq 0 g)))
    as (s & m & Hm & Hall).
  { intros u h Hin. apply in_app_or in Hin as [Hin|Hin]; apply in_map_iff in Hin as (y & [= <- <-] & Hin); apply Hrep.
    - apply smaller_spec in Hin as (i & x & Hx & ->). pose proof (squares_bite i x t Hx). lia.
    - apply smaller_spec in Hin as (i & x & Hx & ->). now apply bite_tail.
    - apply in_seq in Hin. lia.
    - trivial. }
  destruct (slice_ends_or_repeats t g s m) as [(a & H)|(s' & m' & H)]; trivial.
  - intros u Hu. apply Hall, in_or_app. left. apply in_map_iff. now exists u.
  - intros h Hh. apply Hall, in_or_app. right. apply in_map_iff. exists h. split; trivial. apply in_seq. lia.
  - left. exists a. split; trivial. intros a' b Ha. now apply (member_end t g a).
  - right. now exists s', m'.
Qed.
