(** * The diagonal of the chart: what its inversions cost

    d_m = 2m + 1 - J - C, where J is the number of the earlier diagonal values that are larger, and
    C the number of those that stand in column m; and J <= C. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite Overhang.
Import ListNotations.

(** Column m has the value v below the diagonal. *)
Definition in_column (m v : nat) : bool := existsb (fun s => chart m s =? v) (seq 0 m).

(** How many a > m have d_a < d_m; a < m have d_a > d_m; a < m have d_a in column m. *)
Definition later_smaller (m : nat) : nat := number_of (fun a => d a <? d m) (m + 1) (d m).
Definition earlier_larger (m : nat) : nat := number_of (fun a => d m <? d a) 0 m.
Definition earlier_in_column (m : nat) : nat := number_of (fun a => in_column m (d a)) 0 m.

(** ** What stands in column m *)

Lemma in_column_iff m v : in_column m v = true <-> exists s, s < m /\ chart m s = v.
Proof.
  unfold in_column. rewrite existsb_exists. split; intros (s & Hs & E); exists s.
  - apply in_seq in Hs. apply Nat.eqb_eq in E. split; [lia | trivial].
  - split; [apply in_seq; lia | now apply Nat.eqb_eq].
Qed.

Lemma in_column_bound m v : in_column m v = true -> 1 <= v < d m.
Proof.
  intros H. apply in_column_iff in H as (s & Hs & <-). pose proof (diagonal_largest m s Hs).
  pose proof (chart_bound m s). lia.
Qed.

(** All starts below d_m. *)
Lemma start_in_column m p : is_start p = true -> p < d m -> in_column m p = true.
Proof.
  intros Hp Hlt. apply in_column_iff. destruct (Nat.le_gt_cases p m) as [Hle|Hgt].
  - apply start_iff in Hp as (r & Hr & H). exists r. split; [lia|]. apply chart_iff.
    split; [lia|]. now rewrite (Nat.min_l p m), (Nat.min_r p r) by lia.
  - apply (columns_of_start p m Hp Hgt) in Hlt as (s & Hs & H). exists s.
    assert (E : chart m s = p) by (apply chart_of_lost; trivial; lia). split; [|trivial].
    destruct (Nat.eq_dec s m) as [->|]; [|lia]. exfalso.
    assert (is_start p = false) by (apply not_start; [lia | now exists m]). congruence.
Qed.

(** All later diagonal values below d_m: (d_a, m, m) is won by a bite of row 3 only. *)
Lemma later_in_column m a : m < a -> d a < d m -> in_column m (d a) = true.
Proof.
  intros Ha Hlt. destruct (d_lost a) as [Hda _]. apply in_column_iff.
  destruct (winning_bite (d a) m m) as [(u & Hu & H)|[(u & Hu & H)|(u & Hu & H)]].
  - intros H. apply d_of_lost in H; lia.
  - assert (d m = u) by (apply chart_iff; split; [lia | trivial]). lia.
  - rewrite Nat.min_l in H by lia. apply d_of_lost in H; [|lia]. apply d_injective in H. lia.
  - exists u. split; [trivial|]. apply chart_of_lost; trivial; lia.
Qed.

(** ** Counting column m, and the numbers below d_m *)

Definition is_d (a n v : nat) : bool := existsb (fun b => d b =? v) (seq a n).

Lemma is_d_iff a n v : is_d a n v = true <-> exists b, a <= b < a + n /\ d b = v.
Proof.
  unfold is_d. rewrite existsb_exists. split; intros (b & Hb & E); exists b.
  - apply in_seq in Hb. apply Nat.eqb_eq in E. now split.
  - split; [now apply in_seq | now apply Nat.eqb_eq].
Qed.

Lemma count_is_d P a n k : (forall b, a <= b < a + n -> (P b = true <-> 1 <= d b < 1 + k)) ->
  number_of P a n = number_of (is_d a n) 1 k.
Proof.
  intros H. apply (count_pairs (fun b v => d b = v)).
  - intros b Hb E. exists (d b). apply H in E; trivial. split; [lia | split; [|easy]].
    apply is_d_iff. now exists b.
  - intros v Hv E. apply is_d_iff in E as (b & Hb & <-). exists b.
    split; [trivial | split; [now apply H | easy]].
  - intros x x' y E E'. apply d_injective. congruence.
  - congruence.
Qed.

Lemma later_as_values m : later_smaller m = number_of (is_d (m + 1) (d m)) 1 (d m - 1).
Proof.
  apply count_is_d. intros b Hb. rewrite Nat.ltb_lt. destruct (d_lost b) as [H _]. lia.
Qed.

Lemma earlier_as_values m : m = earlier_larger m + number_of (is_d 0 m) 1 (d m - 1).
Proof.
  pose proof (count_all (fun a => d m <? d a) 0 m) as H. cbn beta in H.
  fold (earlier_larger m) in H. rewrite <- H at 1. f_equal. apply count_is_d. intros b Hb.
  rewrite negb_true_iff, Nat.ltb_ge. destruct (d_lost b) as [Hd _], (d_lost m) as [Hm _].
  assert (d b <> d m) by (intros E; apply d_injective in E; lia). lia.
Qed.

Lemma column_as_values m : earlier_in_column m =
  number_of (fun v => is_d 0 m v && in_column m v) 1 (d m - 1).
Proof.
  apply (count_pairs (fun b v => d b = v)).
  - intros b Hb E. exists (d b). pose proof (in_column_bound m (d b) E). split; [lia|].
    split; [|easy]. rewrite E, andb_true_r. apply is_d_iff. now exists b.
  - intros v Hv E. apply andb_true_iff in E as [E E']. apply is_d_iff in E as (b & Hb & <-).
    now exists b.
  - intros x x' y E E'. apply d_injective. congruence.
  - congruence.
Qed.

Lemma column_size m : number_of (in_column m) 1 (d m - 1) = m.
Proof.
  destruct (d_lost m) as [Hm _].
  transitivity (number_of (fun _ => true) 0 m).
  - apply (count_pairs (fun v s => s < m /\ chart m s = v)).
    + intros v Hv E. apply in_column_iff in E as (s & Hs & E). exists s.
      split; [lia | now repeat split].
    + intros s Hs _. exists (chart m s).
      assert (E : in_column m (chart m s) = true).
      { apply in_column_iff. exists s. split; [lia | easy]. }
      pose proof (in_column_bound _ _ E). split; [lia | split; [trivial | split; [lia | easy]]].
    + intros v v' s [_ E] [_ E']. congruence.
    + intros v s s' [Hs E] [Hs' E']. apply (column_distinct m); lia || congruence.
  - pose proof (count_all (fun _ => true) 0 m) as H.
    enough (number_of (fun _ => negb true) 0 m = 0) by (cbn beta in H; lia).
    clear. unfold number_of. induction (seq 0 m) as [|x l IH]; trivial.
Qed.

(** Each number below d_m is a start, or d_a for one a, before or after m. *)
Lemma one_of_three m v : 1 <= v < d m ->
  (is_start v = true /\ is_d 0 m v = false /\ is_d (m + 1) (d m) v = false /\
    in_column m v = true) \/
  (is_start v = false /\ is_d 0 m v = true /\ is_d (m + 1) (d m) v = false) \/
  (is_start v = false /\ is_d 0 m v = false /\ is_d (m + 1) (d m) v = true /\ in_column m v = true).
Proof.
  intros Hv. assert (Hno : forall a n, is_start v = true -> is_d a n v = false).
  { intros a n E. apply not_true_iff_false. intros H. apply is_d_iff in H as (b & _ & H).
    assert (is_start v = false) by (apply not_start; [lia | now exists b]). congruence. }
  destruct (is_start v) eqn:E.
  - left. repeat split; auto. apply start_in_column; trivial. lia.
  - right. apply not_start in E as (a & <-); [|lia]. destruct (d_lost a) as [Ha _].
    destruct (Nat.lt_trichotomy a m) as [L|[->|L]]; [left | lia | right]; repeat split; trivial.
    + apply is_d_iff. exists a. split; [lia | easy].
    + apply not_true_iff_false. intros H. apply is_d_iff in H as (b & Hb & H).
      apply d_injective in H. lia.
    + apply not_true_iff_false. intros H. apply is_d_iff in H as (b & Hb & H).
      apply d_injective in H. lia.
    + apply is_d_iff. exists a. split; [lia | easy].
    + apply later_in_column; [trivial | lia].
Qed.

Lemma count_column m k : k <= d m - 1 -> number_of (in_column m) 1 k = number_of is_start 1 k +
  number_of (fun v => is_d 0 m v && in_column m v) 1 k + number_of (is_d (m + 1) (d m)) 1 k.
Proof.
  induction k as [|k IH]; intros Hk; [easy|]. rewrite !count_next, IH by lia.
  destruct (one_of_three m (1 + k)) as [(-> & -> & -> & ->)|[(-> & -> & ->)|(-> & -> & -> & ->)]];
    simpl; lia.
Qed.

Lemma count_below m k : k <= d m - 1 ->
  k = number_of is_start 1 k + number_of (is_d 0 m) 1 k + number_of (is_d (m + 1) (d m)) 1 k.
Proof.
  induction k as [|k IH]; intros Hk; [easy|]. rewrite !count_next.
  specialize (IH ltac:(lia)).
  destruct (one_of_three m (1 + k)) as [(-> & -> & -> & _)|[(-> & -> & ->)|(-> & -> & -> & _)]];
    lia.
Qed.

Lemma starts_below_d m : number_of is_start 1 (d m - 1) = starts (d m).
Proof.
  destruct (d_lost m) as [Hm _]. unfold starts. replace (d m) with (S (d m - 1)) at 2 by lia.
  rewrite count_next. replace (1 + (d m - 1)) with (d m) by lia.
  replace (is_start (d m)) with false; [lia|]. symmetry. apply not_start; [lia | now exists m].
Qed.

(** If a < m and d_a > d_m, column a has all starts and later diagonal values below d_m, and d_m. *)
Lemma inversion_late m a : a < m -> d m < d a -> starts (d m) + later_smaller m + 1 <= a.
Proof.
  intros Ha Hlt. rewrite <- (column_size a) at 1. destruct (d_lost m) as [Hm _].
  apply Nat.le_trans with (number_of (in_column a) 1 (d m)); [|apply count_monotone; lia].
  replace (d m) with (S (d m - 1)) at 2 by lia. rewrite count_next.
  replace (1 + (d m - 1)) with (d m) by lia. rewrite (later_in_column a m Ha Hlt).
  apply Nat.add_le_mono_r. rewrite <- starts_below_d, later_as_values.
  enough (forall k, k <= d m - 1 ->
    number_of is_start 1 k + number_of (is_d (m + 1) (d m)) 1 k <= number_of (in_column a) 1 k) by auto.
  induction k as [|k IH]; intros Hk; [easy|]. rewrite !count_next. specialize (IH ltac:(lia)).
  destruct (one_of_three m (1 + k)) as [(E & _ & -> & _)|[(-> & _ & ->)|(-> & _ & E & _)]];
    [lia | | lia |].
  - rewrite E, (start_in_column a (1 + k)) by (trivial; lia). lia.
  - rewrite E. apply is_d_iff in E as (b & Hb & Eb). rewrite <- Eb.
    rewrite later_in_column by lia. lia.
Qed.

(** ** The theorems *)

(** The m values of column m below the diagonal: all starts below d_m, all later diagonal values
    below d_m, and some of the earlier ones. *)
Theorem column_values m : m = starts (d m) + later_smaller m + earlier_in_column m.
Proof.
  rewrite <- (column_size m) at 1. rewrite (count_column m _ (le_n _)).
  rewrite starts_below_d, <- column_as_values, <- later_as_values. lia.
Qed.

Theorem diagonal_value m : d m + earlier_larger m + earlier_in_column m = 2 * m + 1.
Proof.
  pose proof (count_below m _ (le_n _)) as H. pose proof (column_values m).
  pose proof (earlier_as_values m). destruct (d_lost m) as [Hm _].
  rewrite starts_below_d, <- later_as_values in H. lia.
Qed.

(** Every inversion of the diagonal at m is paid for by an earlier diagonal value in column m. *)
Theorem inversions_few m : earlier_larger m <= earlier_in_column m.
Proof.
  pose proof (column_values m) as H. set (L := starts (d m) + later_smaller m) in *.
  replace (earlier_in_column m) with (m - L) by lia. rewrite <- (seq_length (m - L) L).
  apply NoDup_incl_length; [apply NoDup_count|]. intros a Ha. apply in_count in Ha as [Ha E].
  apply Nat.ltb_lt in E. pose proof (inversion_late m a ltac:(lia) E). apply in_seq. lia.
Qed.

(** A start q_n stands in every column t with 2 q_n / 3 <= t < q_n, and in none with
    t < (q_n - 1) / 2. *)
Theorem start_columns n t : 1 <= n -> t < q n ->
  (2 * q n <= 3 * t -> exists s, s <= t /\ losing [q n; t; s]) /\
  (2 * t + 1 < q n -> ~ exists s, s <= t /\ losing [q n; t; s]).
Proof.
  intros Hn Ht. destruct (occurrences n Hn) as [Ho _]. rewrite (Ho t Ht). split; intros H.
  - pose proof (d_lower t). pose proof (few_starts t). lia.
  - pose proof (d_bound t). lia.
Qed.
