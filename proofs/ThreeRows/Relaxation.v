(** * Which slices have period 1

    If from some column on the infinite rows below b keep below t + K, where K is one more than the
    number of finite rows below b, then row b ends in f(t, b) = t + K. chart.md has the proof on
    paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite Overhang.
From ZChomp Require Import ChartMean ChartBound.
Import ListNotations.

(** ** Throws: a sequence in which column t throws a ball to f(t) > t, from column a on *)

Section Throws.

Variables (f : nat -> nat) (K c a : nat).

(** No two balls land together, no throw is longer than c + 1, and a ball lands in every column. *)
Hypothesis distinct : forall u u', f u = f u' -> u = u'.
Hypothesis forward : forall u, u < f u.
Hypothesis bounded : forall u, f u <= u + c + 1.
Hypothesis hit : forall v, a < v -> exists u, u < v /\ f u = v.
(** K - 1 balls are in the air beyond column t before it throws. *)
Hypothesis in_air : forall t, a <= t -> number_of (fun u => t <? f u) 0 t + 1 = K.
(** A throw beyond t + K goes to the first column where no ball lands. *)
Hypothesis first_free : forall t v, a <= t -> t + K <= v < f t -> exists u, u < t /\ f u = v.

(** The balls beyond t + K. *)
Definition beyond (t : nat) : nat := number_of (fun u => t + K <? f u) 0 t.

(** The next of them comes down. *)
Definition loaded (t : nat) : Prop := exists u, u < t /\ f u = t + K + 1.

Lemma loaded_dec t : {loaded t} + {~ loaded t}.
Proof.
  destruct (bounded_search (fun u => f u = t + K + 1) 0 t (fun u => Nat.eq_dec _ _)) as [H|H].
  - left. destruct H as (u & Hu & E). exists u. split; [lia | trivial].
  - right. intros (u & Hu & E). apply (H u); [lia | trivial].
Qed.

Lemma count_above v t : (~ exists u, u < t /\ f u = v + 1) ->
  number_of (fun u => v + 1 <? f u) 0 t = number_of (fun u => v <? f u) 0 t.
Proof.
  intros H. apply count_same. intros u Hu. assert (f u <> v + 1).
  { intros E. apply H. exists u. split; [lia | trivial]. }
  destruct (Nat.ltb_spec (v + 1) (f u)), (Nat.ltb_spec v (f u)); trivial; lia.
Qed.

Lemma count_above_one v t : (exists u, u < t /\ f u = v + 1) ->
  number_of (fun u => v + 1 <? f u) 0 t + 1 = number_of (fun u => v <? f u) 0 t.
Proof.
  induction t as [|t IH]; intros (u & Hu & E); [lia|]. rewrite !count_next, Nat.add_0_l.
  destruct (Nat.eq_dec u t) as [->|Hne].
  - rewrite E, Nat.ltb_irrefl, (proj2 (Nat.ltb_lt v (v + 1))) by lia.
    rewrite count_above; [lia|]. intros (u & Hu' & E').
    assert (u = t) by (apply distinct; lia). lia.
  - assert (f t <> v + 1) by (intros E'; apply Hne, distinct; lia).
    assert (Hu' : exists u, u < t /\ f u = v + 1) by (exists u; split; [lia | trivial]).
    specialize (IH Hu'). destruct (Nat.ltb_spec (v + 1) (f t)), (Nat.ltb_spec v (f t)); lia.
Qed.

Lemma beyond_split t : beyond (t + 1) =
  number_of (fun u => t + K + 1 <? f u) 0 t + if t + K + 1 <? f t then 1 else 0.
Proof.
  unfold beyond. rewrite Nat.add_1_r, count_next, Nat.add_0_l.
  now replace (S t + K) with (t + K + 1) by lia.
Qed.

(** A long throw keeps the number of balls beyond; a short one in a loaded column lowers it. *)
Lemma long_throw t : a <= t -> t + K < f t -> beyond (t + 1) = beyond t.
Proof.
  intros Ha Hlong. rewrite beyond_split. unfold beyond.
  destruct (Nat.eq_dec (f t) (t + K + 1)) as [E|].
  - rewrite E, Nat.ltb_irrefl, count_above; [lia|].
    intros (u & Hu & E'). assert (u = t) by (apply distinct; lia). lia.
  - rewrite (proj2 (Nat.ltb_lt _ _)) by lia. apply count_above_one, first_free; lia.
Qed.

Lemma short_throw t : f t <= t + K -> loaded t -> beyond (t + 1) + 1 = beyond t.
Proof.
  intros Hs Hl. rewrite beyond_split, (proj2 (Nat.ltb_ge _ _)) by lia. rewrite Nat.add_0_r.
  now apply count_above_one.
Qed.

Lemma beyond_next t : a <= t -> beyond (t + 1) <= beyond t.
Proof.
  intros Ha. destruct (Nat.le_gt_cases (f t) (t + K)) as [Hs|Hl]; [|now rewrite long_throw].
  destruct (loaded_dec t) as [H|H]; [pose proof (short_throw t Hs H); lia|].
  rewrite beyond_split, (proj2 (Nat.ltb_ge _ _)), count_above by (trivial; lia).
  now rewrite Nat.add_0_r.
Qed.

Lemma beyond_later t n : a <= t -> beyond (t + n) <= beyond t.
Proof.
  intros Ha. induction n as [|n IH]; [now rewrite Nat.add_0_r|].
  replace (t + S n) with (t + n + 1) by lia. pose proof (beyond_next (t + n)). lia.
Qed.

Lemma loaded_next t : a <= t -> loaded t -> t + K < f t -> loaded (t + 1).
Proof.
  intros Ha (u & Hu & E) Hlong. unfold loaded. replace (t + 1 + K + 1) with (t + K + 2) by lia.
  assert (f t <> t + K + 1) by (intros E'; assert (u = t) by (apply distinct; lia); lia).
  destruct (Nat.eq_dec (f t) (t + K + 2)) as [|]; [exists t; split; [lia | trivial]|].
  destruct (first_free t (t + K + 2)) as (u' & Hu' & E'); try lia.
  exists u'. split; [lia | trivial].
Qed.

(** One of the K columns after t has no ball yet, and some throw before it will fill it. *)
Lemma short_throw_soon t : a <= t -> exists u, t <= u < t + K /\ f u <= t + K.
Proof.
  intros Ha. pose proof (in_air t Ha) as Hair.
  destruct (bounded_search (fun v => forall u, u < t -> f u <> v) (t + 1) (t + K + 1))
    as [(v & Hv & Hfree)|Hnone].
  - intros v. destruct (bounded_search (fun u => f u = v) 0 t (fun u => Nat.eq_dec _ _)) as [H|H].
    + right. destruct H as (u & Hu & E). intros H'. apply (H' u); [lia | trivial].
    + left. intros u Hu. apply H. lia.
  - destruct (hit v) as (u & Hu & E); [lia|]. exists u. split; [|lia].
    split; [|lia]. apply Nat.nlt_ge. intros Hlt. exact (Hfree u Hlt E).
  - exfalso. enough (length (seq (t + 1) K) <= number_of (fun u => t <? f u) 0 t)
      by (rewrite seq_length in *; lia).
    apply (injection (fun v u => f u = v)); [apply seq_NoDup | | congruence].
    intros v Hv. apply in_seq in Hv.
    destruct (bounded_search (fun u => f u = v) 0 t (fun u => Nat.eq_dec _ _)) as [(u & Hu & E)|H].
    + exists u. split; [|trivial]. apply in_count. split; [lia|]. apply Nat.ltb_lt. lia.
    + elim (Hnone v); [lia|]. intros u Hu. apply H. lia.
Qed.

Lemma loaded_falls t : a <= t -> loaded t -> beyond (t + K) + 1 <= beyond t.
Proof.
  intros Ha Hl.
  assert (H : forall j, beyond (t + j) + 1 <= beyond t \/
    (loaded (t + j) /\ forall u, t <= u < t + j -> u + K < f u)).
  { induction j as [|j IH]; [right; rewrite Nat.add_0_r; split; [trivial | lia]|].
    replace (t + S j) with (t + j + 1) by lia. pose proof (beyond_next (t + j)).
    destruct IH as [IH|[IH IH']]; [left; lia|].
    destruct (Nat.le_gt_cases (f (t + j)) (t + j + K)) as [Hs|Hlong].
    - left. pose proof (short_throw (t + j) Hs IH). pose proof (beyond_later t j Ha). lia.
    - right. split; [apply loaded_next; trivial; lia|]. intros u Hu.
      destruct (Nat.eq_dec u (t + j)) as [->|]; trivial. apply IH'. lia. }
  destruct (H K) as [|[_ Hall]]; trivial. destruct (short_throw_soon t Ha) as (u & Hu & Hs).
  specialize (Hall u Hu). lia.
Qed.

(** Within c columns one of the balls beyond has come down. *)
Lemma beyond_falls t : a <= t -> 1 <= beyond t -> beyond (t + c) + 1 <= beyond t.
Proof.
  intros Ha Hpos. unfold beyond in Hpos. unfold number_of in Hpos.
  destruct (filter (fun u => t + K <? f u) (seq 0 t)) as [|u l] eqn:E; [simpl in Hpos; lia|].
  assert (Hu : In u (filter (fun u => t + K <? f u) (seq 0 t))) by (rewrite E; now left).
  apply in_count in Hu as [Hu Hlt]. apply Nat.ltb_lt in Hlt. pose proof (bounded u).
  set (t' := f u - K - 1). assert (Hl : loaded t') by (exists u; split; lia).
  pose proof (loaded_falls t' ltac:(lia) Hl) as H1. pose proof (beyond_later t (t' - t) Ha) as H2.
  pose proof (beyond_later (t' + K) (t + c - (t' + K)) ltac:(lia)) as H3.
  replace (t + (t' - t)) with t' in H2 by lia.
  replace (t' + K + (t + c - (t' + K))) with (t + c) in H3 by lia. lia.
Qed.

Lemma beyond_first : beyond a <= c - K.
Proof.
  unfold beyond. rewrite <- (seq_length (c - K) (a + K + 1)).
  apply (injection (fun u v => f u = v)); [apply NoDup_count | |];
    [|intros; apply distinct; congruence].
  intros u Hu. apply in_count in Hu as [Hu E]. apply Nat.ltb_lt in E. exists (f u).
  split; [|trivial]. apply in_seq. pose proof (bounded u). lia.
Qed.

Lemma beyond_steps n : beyond (a + c * n) <= c - K - n.
Proof.
  induction n as [|n IH]; [rewrite Nat.mul_0_r, Nat.add_0_r, Nat.sub_0_r; apply beyond_first|].
  replace (a + c * S n) with (a + c * n + c) by lia.
  destruct (Nat.eq_dec (beyond (a + c * n)) 0) as [E|].
  - pose proof (beyond_later (a + c * n) c ltac:(lia)). lia.
  - pose proof (beyond_falls (a + c * n) ltac:(lia) ltac:(lia)). lia.
Qed.

Lemma beyond_zero t : beyond t = 0 -> forall u, u < t -> f u <= t + K.
Proof.
  intros E u Hu. apply Nat.nlt_ge. intros Hlt.
  assert (Hin : In u (filter (fun u => t + K <? f u) (seq 0 t))).
  { apply in_count. split; [lia | now apply Nat.ltb_lt]. }
  unfold beyond, number_of in E. apply length_zero_iff_nil in E. now rewrite E in Hin.
Qed.

(** Once nothing is beyond, one throw of at most K is followed by throws of K only. *)
Lemma packed t : a <= t -> beyond t = 0 -> f t <= t + K -> f (t + 1) = t + 1 + K.
Proof.
  intros Ha E Hs.
  assert (Hall : forall u, u < t + 1 -> f u <= t + K).
  { intros u Hu. destruct (Nat.eq_dec u t) as [->|]; trivial. apply beyond_zero; trivial. lia. }
  apply Nat.le_antisymm.
  - apply Nat.nlt_ge. intros Hlt.
    destruct (first_free (t + 1) (t + 1 + K)) as (u & Hu & Eu); [lia | lia|].
    specialize (Hall u Hu). lia.
  - apply Nat.nlt_ge. intros Hlt. pose proof (forward (t + 1)).
    pose proof (in_air (t + 1) ltac:(lia)) as Hair.
    enough (number_of (fun u => t + 1 <? f u) 0 (t + 1) <=
      length (remove Nat.eq_dec (f (t + 1)) (seq (t + 2) (K - 1)))).
    { pose proof (remove_length_lt Nat.eq_dec (seq (t + 2) (K - 1)) (f (t + 1))) as Hr.
      rewrite seq_length in Hr. enough (length (remove Nat.eq_dec (f (t + 1)) (seq (t + 2) (K - 1)))
        < K - 1) by lia. apply Hr, in_seq. lia. }
    apply (injection (fun u v => f u = v)); [apply NoDup_count | |];
    [|intros; apply distinct; congruence].
    intros u Hu. apply in_count in Hu as [Hu Eu]. apply Nat.ltb_lt in Eu. exists (f u).
    split; [|trivial]. apply in_in_remove; [intros E'; apply distinct in E'; lia|].
    apply in_seq. specialize (Hall u). lia.
Qed.

Lemma throws_relax t : K <= c -> a + c * (c - K) + K <= t -> f t = t + K.
Proof.
  intros HK Ht. set (b := a + c * (c - K)).
  assert (Hzero : forall n, beyond (b + n) = 0).
  { intros n. pose proof (beyond_steps (c - K)) as H. fold b in H.
    pose proof (beyond_later b n ltac:(lia)). lia. }
  destruct (short_throw_soon b) as (u & Hu & Hs); [lia|].
  assert (Hall : forall n, f (u + 1 + n) = u + 1 + n + K).
  { induction n as [|n IH]; [rewrite Nat.add_0_r|].
    - apply packed; [lia | | lia]. replace u with (b + (u - b)) by lia. apply Hzero.
    - replace (u + 1 + S n) with (u + 1 + n + 1) by lia. apply packed; [lia | | lia].
      replace (u + 1 + n) with (b + (u + 1 + n - b)) by lia. apply Hzero. }
  replace t with (u + 1 + (t - (u + 1))) by lia. apply Hall.
Qed.

End Throws.

(** ** Rows of the chart *)

(** The first rows: row 0 is infinite, so that at most b - 1 rows below b are finite. *)
Lemma few_balls b : 1 <= b -> 1 + number_of is_finite 0 b <= b.
Proof.
  intros Hb. pose proof (count_all is_finite 0 b).
  enough (1 <= number_of (fun r => negb (is_finite r)) 0 b) by lia.
  replace b with (S (b - 1)) by lia. unfold number_of. simpl. lia.
Qed.

Lemma every_column_hit b v : infinite b -> 2 * b < v -> exists u, u < v /\ cell u b = v.
Proof.
  intros Hb Hv.
  destruct (bounded_search (fun u => cell u b = v) 0 (v + 1) (fun u => Nat.eq_dec _ _))
    as [(u & Hu & E)|Hnone].
  - exists u. split; [|trivial]. destruct (cell_lost b v u) as [Hlt _]; [|lia | lia].
    intros p Hp. apply Hb. lia.
  - destruct (missing_is_start b v v) as (s & Hs & Hsv & H); try lia.
    + intros p Hp. apply Hb. lia.
    + intros u Hu. apply Hnone. lia.
    + pose proof (start_bound v s Hsv H). lia.
Qed.

Lemma air_before b t : infinite b -> b <= t -> 2 * b <= t ->
  number_of (fun u => t <? cell u b) 0 t + 1 = 1 + number_of is_finite 0 b.
Proof.
  intros Hb Hle Ht. rewrite <- (overhang_infinite b t Hb Hle ltac:(lia)).
  rewrite (Nat.add_1_r t), count_next, Nat.add_0_l. destruct (cell_lost b t t) as [Hlt _]; trivial.
  - intros p Hp. apply Hb. lia.
  - now rewrite (proj2 (Nat.ltb_lt _ _)).
Qed.

(** A row ends in period 1. *)
Definition ends_in_one (b : nat) : Prop :=
  exists s, b <= s /\ forall t, s <= t -> chart t b = t + 1 + number_of is_finite 0 b.

Lemma common_column (Q : nat -> nat -> Prop) b :
  (forall s, s < b -> exists a, forall t, a <= t -> Q s t) ->
  exists a, forall s t, s < b -> a <= t -> Q s t.
Proof.
  induction b as [|b IH]; intros H; [exists 0; lia|].
  destruct IH as (a & Ha); [intros s Hs; apply H; lia|]. destruct (H b) as (a' & Ha'); [lia|].
  exists (Nat.max a a'). intros s t Hs Ht.
  destruct (Nat.eq_dec s b) as [->|]; [apply Ha' | apply Ha]; lia.
Qed.

(** ** The theorems *)

(** Theorem 4. Let row b >= 1 be infinite, and K one more than the number of finite rows below b. If
    from column a >= 2b on all infinite rows s < b have f(t, s) < t + K, then f(t, b) = t + K from
    column a + b i on, where i is the number of infinite rows below b. *)
Theorem relaxation b a : 1 <= b -> infinite b -> 2 * b <= a ->
  (forall s t, s < b -> infinite s -> a <= t -> chart t s < t + 1 + number_of is_finite 0 b) ->
  forall t, a + b * number_of is_infinite 0 b <= t -> chart t b = t + 1 + number_of is_finite 0 b.
Proof.
  intros Hb Hi Ha Hlow t Ht. set (K := 1 + number_of is_finite 0 b).
  pose proof (few_balls b Hb) as HK. fold K in HK.
  assert (Hall : number_of is_finite 0 b + number_of is_infinite 0 b = b) by apply count_all.
  assert (Hcount : number_of is_infinite 0 b = b - K + 1) by (unfold K in *; lia).
  assert (Hbt : b <= t) by nia. rewrite <- cell_chart, <- Nat.add_assoc by trivial. fold K.
  apply (throws_relax (fun t => cell t b) K b a); trivial.
  - intros u u' E. apply (cell_distinct b (Nat.max u u')); try lia. intros p Hp. apply Hi. lia.
  - intros u. destruct (cell_lost b u u) as [H _]; trivial. intros p Hp. apply Hi. lia.
  - intros u. apply cell_bound.
  - intros v Hv. apply every_column_hit; trivial. lia.
  - intros t' Ht'. apply air_before; trivial; lia.
  - intros t' v Ht' Hv. rewrite cell_chart in Hv by lia.
    pose proof (late_enough b b (t' - 1) Hi (le_n b) ltac:(lia)) as Hlate.
    assert (HK1 : 1 <= K) by (unfold K; lia).
    destruct (smaller_taken b (t' - 1) (v - (t' - 1)) Hi Hlate)
      as [(u & Hu & E)|(s & Hs & Hs' & E)]; [lia | | |].
    + replace (t' - 1 + 1) with t' by lia. lia.
    + exists u. split; lia.
    + specialize (Hlow s t' Hs Hs' Ht'). replace (t' - 1 + 1) with t' in E by lia. lia.
  - rewrite Hcount in Ht. lia.
Qed.

(** If no two neighbours up to b are infinite, row b ends in period 1. *)
Theorem period_one b : (forall c, c < b -> infinite c -> infinite (c + 1) -> False) ->
  infinite b -> ends_in_one b.
Proof.
  induction b as [b IH] using lt_wf_ind. intros Hno Hb. destruct (Nat.eq_dec b 0) as [->|Hne].
  { exists 0. split; [lia|]. intros t _. rewrite row_0. unfold number_of. simpl. lia. }
  assert (Hfin : is_finite (b - 1) = true).
  { destruct (is_finite (b - 1)) eqn:E; trivial. elim (Hno (b - 1)); [lia | |].
    - apply is_infinite_iff. unfold is_infinite. now rewrite E.
    - now replace (b - 1 + 1) with b by lia. }
  destruct (common_column (fun s t => infinite s -> chart t s < t + 1 + number_of is_finite 0 b) b)
    as (a & Ha).
  - intros s Hs. destruct (is_infinite s) eqn:E.
    + apply is_infinite_iff in E. destruct (IH s Hs) as (a & _ & Ha); trivial.
      { intros c Hc. apply Hno. lia. }
      exists a. intros t Ht _. rewrite Ha by trivial.
      assert (s <> b - 1).
      { intros ->. apply is_infinite_iff in E. unfold is_infinite in E. now rewrite Hfin in E. }
      pose proof (count_monotone is_finite 0 s (b - 1)) as Hmono.
      replace b with (S (b - 1)) by lia. rewrite count_next, Nat.add_0_l, Hfin. lia.
    + exists 0. intros t _ Hi. apply is_infinite_iff in Hi. congruence.
  - exists (Nat.max a (2 * b) + b * number_of is_infinite 0 b). split; [nia|]. intros t Ht.
    apply (relaxation b (Nat.max a (2 * b))); trivial; [lia | lia|].
    intros s t' Hs Hi Ht'. apply Ha; trivial. lia.
Qed.

(** The first infinite row whose lower neighbour is infinite too is the first that does not end in
    period 1. *)
Theorem first_longer_period b : infinite b -> infinite (b + 1) ->
  (forall c, c < b -> infinite c -> infinite (c + 1) -> False) ->
  (forall c, c <= b -> infinite c -> ends_in_one c) /\
  ~ (exists s, forall t, s <= t -> chart (t + 1) (b + 1) = chart t (b + 1) + 1).
Proof.
  intros Hb Hb' Hno. assert (Hall : forall c, c <= b -> infinite c -> ends_in_one c).
  { intros c Hc Hi. apply period_one; trivial. intros c' Hc'. apply Hno. lia. }
  split; trivial. intros (s & Hs). destruct (Hall b (le_n b) Hb) as (a & Ha & H).
  apply (not_both_period_one b (b + 1) (Nat.max (b + 1) (Nat.max a s))); trivial; try lia.
  split; intros t Ht.
  - rewrite !H by lia. lia.
  - apply Hs. lia.
Qed.
