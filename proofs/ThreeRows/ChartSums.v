(** * Sums of the rows of the starts

    r_k is the row that the k-th start q_k is the start of. The sum of r_1, ..., r_n is at least
    (411 n^2 - 120 n) / 560, and at least 3 n^2 / 4 if monotony holds; then, for infinitely many R,
    at least a third of the slices 0, ..., R - 1 are infinite. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite Overhang ChartMean.
Import ListNotations.

(** r_k. *)
Definition row (k : nat) : nat := least (fun r => is_lost [q k; q k; r]) 0 (q k).

Lemma row_lost k : 1 <= k -> row k < q k /\ losing [q k; q k; row k].
Proof.
  intros Hk. destruct (row_exists k Hk) as (r & Hr & H).
  destruct (least_spec (fun r => is_lost [q k; q k; r]) 0 (q k) r) as (Hle & Hl & _);
    [lia | now apply is_lost_iff|]. fold (row k) in Hle, Hl. apply is_lost_iff in Hl.
  split; [lia | trivial].
Qed.

Lemma row_of_lost k r : 1 <= k -> losing [q k; q k; r] -> row k = r.
Proof. intros Hk H. destruct (row_lost k Hk) as [_ H']. exact (same_row3 _ _ _ _ H' H). Qed.

Lemma row_injective i k : 1 <= i -> 1 <= k -> row i = row k -> i = k.
Proof.
  intros Hi Hk E. destruct (row_lost i Hi) as [Hr H], (row_lost k Hk) as [Hr' H'].
  rewrite <- E in *. apply q_injective; trivial. now apply (one_start (row i)).
Qed.

Lemma q_less i k : 1 <= i -> 1 <= k -> q i < q k -> i < k.
Proof.
  intros Hi Hk H. destruct (Nat.lt_trichotomy i k) as [|[->|L]]; [trivial | lia|].
  pose proof (q_increases k i). lia.
Qed.

(** A row that has started before q_k is an r_i with i < k. *)
Lemma started_index k s : 1 <= k -> s < q k -> started (q k) s = true ->
  exists i, 1 <= i < k /\ row i = s.
Proof.
  intros Hk Hs E. apply started_iff in E as (p & Hp & H); trivial.
  destruct (index_exists p s) as (i & Hi & <-); [lia | trivial|]. exists i.
  split; [|now apply row_of_lost]. split; [trivial|]. apply q_less; trivial. lia.
Qed.

(** ** Pairs i < k *)

(** The pair is inverted. *)
Definition inverted (i k : nat) : bool := row k <? row i.

(** Row r_i has the value q_k before its start. *)
Definition has (i k : nat) : bool := contains (q k) (row i).

Lemma not_both i k : 1 <= i < k -> inverted i k && has i k = false.
Proof.
  intros Hi. destruct (inverted i k) eqn:E; trivial. unfold inverted in E. apply Nat.ltb_lt in E.
  simpl. apply not_true_iff_false. intros Hh. unfold has, contains in Hh.
  destruct (row_lost k) as [Hr H]; [lia|]. destruct (row_lost i) as [Hr' _]; [lia|].
  pose proof (q_increases i k ltac:(lia)). apply existsb_lost in Hh as (t & Ht & Hl); [|lia].
  now apply (start_not_above (q k) (row k) (row i) t).
Qed.

Definition good (i k : nat) : bool := negb (inverted i k) && negb (has i k).

Lemma count_good k : 1 <= k -> row k = k + number_of (fun i => good i k) 1 (k - 1).
Proof.
  intros Hk. destruct (row_lost k Hk) as [Hr H]. rewrite (row_of_start (q k) (row k) Hr H) at 1.
  destruct (q_spec k Hk) as [_ ->]. f_equal. apply (count_pairs (fun s i => 1 <= i /\ row i = s)).
  - intros s Hs E. apply andb_true_iff in E as [E E'].
    destruct (started_index k s) as (i & Hi & <-); trivial; [lia|]. exists i.
    split; [lia | split; [|split; [lia | easy]]].
    unfold good, inverted, has. rewrite E', andb_true_r.
    apply negb_true_iff, Nat.ltb_ge. lia.
  - intros i Hi E. unfold good, inverted, has in E. apply andb_true_iff in E as [E E'].
    apply negb_true_iff, Nat.ltb_ge in E. exists (row i).
    destruct (row_lost i) as [Hri Hi']; [lia|]. pose proof (q_increases i k ltac:(lia)).
    assert (row i <> row k) by (intros Er; apply row_injective in Er; lia).
    split; [lia | split; [|split; [lia | easy]]]. rewrite E', andb_true_r.
    apply started_iff; [lia|]. exists (q i). split; [lia | trivial].
  - intros s s' i [_ <-] [_ <-]. easy.
  - intros s i i' [Hi E] [Hi' E']. apply row_injective; congruence.
Qed.

(** Corollary 9 again. *)
Lemma row_sum k : 1 <= k ->
  row k + number_of (fun i => inverted i k) 1 (k - 1) + number_of (fun i => has i k) 1 (k - 1) =
  2 * k - 1.
Proof.
  intros Hk. rewrite (count_good k Hk) at 1.
  enough (forall n, n <= k - 1 -> number_of (fun i => good i k) 1 n +
    number_of (fun i => inverted i k) 1 n + number_of (fun i => has i k) 1 n = n) as H.
  { specialize (H (k - 1) (le_n _)). lia. }
  induction n as [|n IH]; intros Hn; [easy|]. specialize (IH ltac:(lia)). rewrite !count_next.
  pose proof (not_both (1 + n) k ltac:(lia)) as E. unfold good at 2.
  destruct (inverted (1 + n) k), (has (1 + n) k); simpl in *; try discriminate E; lia.
Qed.

(** Lemma A: the k with q_k in row r_i, and the pairs j < i that are inverted, are at most i. *)
Lemma has_few i m : 1 <= i ->
  number_of (fun k => has i k) (i + 1) m + number_of (fun j => inverted j i) 1 (i - 1) <= i.
Proof.
  intros Hi. destruct (row_lost i Hi) as [Hr H]. pose proof (overhang_at_start _ _ Hr H) as Ho.
  assert (H1 : number_of (fun k => has i k) (i + 1) m <=
    number_of (fun t => q i <? cell t (row i)) 0 (q i)).
  { apply (injection (fun k t => 1 <= k /\ cell t (row i) = q k)); [apply NoDup_count | |].
    - intros k Hk. apply in_count in Hk as [Hk E]. pose proof (q_increases i k ltac:(lia)) as Hq.
      apply existsb_lost in E as (t & Ht & Hl); [|lia]. exists t.
      assert (Et : chart t (row i) = q k) by (apply chart_of_lost; trivial; lia).
      assert (Hti : t < q i).
      { apply Nat.nle_gt. intros Hle. enough (chart t (row i) = q i) by lia. apply chart_iff.
        split; [lia|]. now rewrite (Nat.min_l (q i) t), (Nat.min_r (q i) (row i)) by lia. }
      rewrite cell_chart by lia. split; [|split; [lia | trivial]]. apply in_count.
      split; [lia|]. rewrite cell_chart by lia. apply Nat.ltb_lt. lia.
    - intros k k' t [Hk E] [Hk' E']. apply q_injective; congruence. }
  assert (H2 : number_of (started (q i)) 0 (row i) <= number_of (fun j => negb (inverted j i)) 1 (i - 1)).
  { apply (injection (fun s j => row j = s)); [apply NoDup_count | | congruence].
    intros s Hs. apply in_count in Hs as [Hs E].
    destruct (started_index i s) as (j & Hj & <-); trivial; [lia|]. exists j. split; [|trivial].
    apply in_count. split; [lia|]. apply negb_true_iff, Nat.ltb_ge. lia. }
  pose proof (count_all (fun j => inverted j i) 1 (i - 1)) as Hall. cbn beta in Hall. lia.
Qed.

Lemma exclusive i n m : 1 <= i -> i < n ->
  number_of (fun k => has i k) n m + number_of (fun k => inverted i k) n m <= m.
Proof.
  intros Hi Hn. induction m as [|m IH]; [easy|]. rewrite !count_next.
  pose proof (not_both i (n + m) ltac:(lia)) as E.
  destruct (inverted i (n + m)), (has i (n + m)); simpl in *; try discriminate E; lia.
Qed.

(** ** Sums over pairs *)

Lemma sum_from_add f g a n : sum_from (fun x => f x + g x) a n = sum_from f a n + sum_from g a n.
Proof. induction n as [|n IH]; simpl; lia. Qed.

Lemma sum_from_le f g a n : (forall x, a <= x < a + n -> f x <= g x) ->
  sum_from f a n <= sum_from g a n.
Proof.
  induction n as [|n IH]; intros H; simpl; [lia|]. pose proof (H (a + n)).
  assert (sum_from f a n <= sum_from g a n) by (apply IH; intros x Hx; apply H; lia). lia.
Qed.

Lemma count_as_sum P a n : number_of P a n = sum_from (fun x => if P x then 1 else 0) a n.
Proof. induction n as [|n IH]; [easy|]. rewrite count_next. simpl. now rewrite IH. Qed.

(** By the larger index, or by the smaller one. *)
Lemma sum_pairs (Q : nat -> nat -> bool) n :
  sum_from (fun k => number_of (fun i => Q i k) 1 (k - 1)) 1 n =
  sum_from (fun i => number_of (Q i) (i + 1) (n - i)) 1 n.
Proof.
  induction n as [|n IH]; [easy|]. cbn [sum_from]. rewrite IH.
  replace (S n - (1 + n)) with 0 by lia. replace (1 + n - 1) with n by lia.
  rewrite (count_as_sum _ 1 n), <- sum_from_add.
  change (number_of (Q (1 + n)) (1 + n + 1) 0) with 0. rewrite Nat.add_0_r.
  apply sum_from_same. intros i Hi. replace (S n - i) with (S (n - i)) by lia.
  rewrite count_next. replace (i + 1 + (n - i)) with (1 + n) by lia. easy.
Qed.

Lemma count_split P a m n : number_of P a (m + n) = number_of P a m + number_of P (a + m) n.
Proof. unfold number_of. now rewrite seq_app, filter_app, app_length. Qed.

(** The sum of the odd numbers, and two others. *)
Lemma sum_odd n : sum_from (fun k => 2 * k - 1) 1 n = n * n.
Proof. induction n as [|n IH]; [easy|]. cbn [sum_from]. rewrite IH. lia. Qed.

Lemma sum_up n : 2 * sum_from (fun i => i) 1 n = n * (n + 1).
Proof. induction n as [|n IH]; [easy|]. cbn [sum_from]. lia. Qed.

Lemma sum_down n h m : n = h + m -> 2 * sum_from (fun i => n - i) (1 + h) m = m * (m - 1).
Proof.
  revert n h. induction m as [|m IH]; intros n h E; [easy|].
  assert (Hs : forall k, k <= m -> 2 * sum_from (fun i => n - i) (1 + h) k + (m - k) * (m + 1 - k) =
    m * (m + 1)).
  { induction k as [|k IHk]; intros Hk; [simpl sum_from; nia|]. specialize (IHk ltac:(lia)).
    cbn [sum_from]. replace (n - (1 + h + k)) with (m - k) by lia. nia. }
  cbn [sum_from]. specialize (Hs m (le_n _)). replace (n - (1 + h + m)) with 0 by lia. nia.
Qed.

(** The inverted pairs i <= h < k. *)
Definition crossing (h n : nat) : nat :=
  sum_from (fun i => number_of (inverted i) (h + 1) (n - h)) 1 h.

Lemma sum_rows_crossing h n : h <= n -> n * n <= sum_from row 1 n + crossing h n +
  sum_from (fun i => i) 1 h + sum_from (fun i => n - i) (1 + h) (n - h).
Proof.
  intros Hh. rewrite <- sum_odd.
  rewrite (sum_from_same _ (fun k => row k + number_of (fun i => inverted i k) 1 (k - 1) +
    number_of (fun i => has i k) 1 (k - 1))) by (intros k Hk; symmetry; apply row_sum; lia).
  rewrite !sum_from_add, (sum_pairs inverted), (sum_pairs has).
  assert (Hsplit : forall f, sum_from f 1 n = sum_from f 1 h + sum_from f (1 + h) (n - h)).
  { intros f. rewrite <- sum_from_split. f_equal. lia. }
  rewrite (Hsplit (fun i => number_of (inverted i) _ _)), (Hsplit (fun i => number_of (has i) _ _)).
  assert (H1 : sum_from (fun i => number_of (has i) (i + 1) (n - i)) 1 h +
    sum_from (fun i => number_of (fun j => inverted j i) 1 (i - 1)) 1 h <= sum_from (fun i => i) 1 h).
  { rewrite <- sum_from_add. apply sum_from_le. intros i Hi. apply has_few. lia. }
  assert (H2 : sum_from (fun i => number_of (inverted i) (i + 1) (n - i)) 1 h =
    sum_from (fun i => number_of (fun j => inverted j i) 1 (i - 1)) 1 h + crossing h n).
  { rewrite (sum_pairs inverted). unfold crossing. rewrite <- sum_from_add. apply sum_from_same.
    intros i Hi. replace (n - i) with (h - i + (n - h)) by lia. rewrite count_split.
    now replace (i + 1 + (h - i)) with (h + 1) by lia. }
  assert (H3 : sum_from (fun i => number_of (has i) (i + 1) (n - i)) (1 + h) (n - h) +
    sum_from (fun i => number_of (inverted i) (i + 1) (n - i)) (1 + h) (n - h) <=
    sum_from (fun i => n - i) (1 + h) (n - h)).
  { rewrite <- sum_from_add. apply sum_from_le. intros i Hi. apply exclusive; lia. }
  lia.
Qed.

Lemma half_of n : exists h, n = 2 * h \/ n = 2 * h + 1.
Proof. destruct (Nat.Even_or_Odd n) as [[h Hh]|[h Hh]]; exists h; lia. Qed.

Lemma sum_rows_half h n : n = 2 * h \/ n = 2 * h + 1 ->
  3 * (n * n) <= 4 * sum_from row 1 n + 4 * crossing h n.
Proof.
  intros Hn. pose proof (sum_rows_crossing h n ltac:(lia)) as H. pose proof (sum_up h) as Hu.
  pose proof (sum_down n h (n - h) ltac:(lia)) as Hd. destruct Hn as [-> | ->].
  - replace (2 * h - h) with h in * by lia. nia.
  - replace (2 * h + 1 - h) with (h + 1) in * by lia. replace (h + 1 - 1) with h in * by lia. nia.
Qed.

(** ** Inverted pairs are not far apart *)

Lemma inverted_near i k : 1 <= i < k -> inverted i k = true -> 7 * k + 2 <= 10 * i.
Proof.
  intros Hi E. unfold inverted in E. apply Nat.ltb_lt in E. apply Nat.nlt_ge. intros H.
  destruct (row_lost i) as [Hr Hl]; [lia|]. destruct (row_lost k) as [Hr' Hl']; [lia|].
  pose proof (monotony_in_part k i (row k) (row i) Hi ltac:(lia) Hr' Hl' Hr Hl). lia.
Qed.

Lemma inverted_few i h m : 1 <= i <= h -> 7 * number_of (inverted i) (h + 1) m <= 10 * i - 7 * h.
Proof.
  intros Hi. enough (7 * number_of (inverted i) (h + 1) m <= 10 * i - 7 * h /\
    number_of (inverted i) (h + 1) m <= m) as [H _] by exact H.
  induction m as [|m [IH IH']]; [split; [|easy]; unfold number_of; simpl; lia|].
  rewrite count_next. destruct (inverted i (h + 1 + m)) eqn:E; [|lia].
  apply inverted_near in E; lia.
Qed.

Lemma sum_tens N c : 20 * sum_from (fun i => 10 * i - c) 1 N <=
  (10 * N - c) * (10 * N - c) + 20 * (10 * N - c).
Proof.
  induction N as [|N IH]; [simpl; lia|]. cbn [sum_from]. replace (1 + N) with (S N) by lia.
  destruct (Nat.le_gt_cases c (10 * N)) as [Hc|Hc].
  - set (y := 10 * N - c) in *. replace (10 * S N - c) with (y + 10) by lia. nia.
  - replace (10 * N - c) with 0 in IH by lia. nia.
Qed.

Lemma crossing_few h n : 140 * crossing h n <= 9 * (h * h) + 60 * h.
Proof.
  assert (H : 7 * crossing h n <= sum_from (fun i => 10 * i - 7 * h) 1 h).
  { unfold crossing. enough (forall k, k <= h -> 7 * sum_from (fun i =>
      number_of (inverted i) (h + 1) (n - h)) 1 k <= sum_from (fun i => 10 * i - 7 * h) 1 k) by auto.
    induction k as [|k IH]; intros Hk; [easy|]. specialize (IH ltac:(lia)). cbn [sum_from].
    pose proof (inverted_few (1 + k) h (n - h) ltac:(lia)). lia. }
  pose proof (sum_tens h (7 * h)) as Ht. replace (10 * h - 7 * h) with (3 * h) in Ht by lia. nia.
Qed.

(** ** Monotony: no pair is inverted *)

Lemma monotone_rows i k : monotone -> 1 <= i < k -> row i < row k.
Proof.
  intros Hm Hi. destruct (row_lost i) as [Hr H]; [lia|]. destruct (row_lost k) as [Hr' H']; [lia|].
  destruct (Nat.lt_trichotomy (row i) (row k)) as [|[E|L]]; trivial.
  - apply row_injective in E; lia.
  - pose proof (Hm _ _ _ _ Hr' H' Hr H L). pose proof (q_increases i k). lia.
Qed.

Lemma monotone_crossing h n : monotone -> crossing h n = 0.
Proof.
  intros Hm. apply sum_from_zero. intros i Hi. unfold number_of.
  destruct (filter (inverted i) (seq (h + 1) (n - h))) as [|k l] eqn:E; trivial.
  assert (Hk : In k (filter (inverted i) (seq (h + 1) (n - h)))) by (rewrite E; now left).
  apply in_count in Hk as [Hk Ei]. unfold inverted in Ei. apply Nat.ltb_lt in Ei.
  pose proof (monotone_rows i k Hm ltac:(lia)). lia.
Qed.

Lemma sum_threes n : 2 * sum_from (fun k => 3 * k - 3) 1 n = 3 * (n * (n - 1)).
Proof. induction n as [|n IH]; [easy|]. cbn [sum_from]. nia. Qed.

Lemma square_pred n : 1 <= n -> n * n = n * (n - 1) + n.
Proof. intros Hn. destruct n as [|n]; [lia|]. replace (S n - 1) with n by lia. lia. Qed.

Lemma sum_first N n : sum_from (fun k => if k <? N then N else 0) 1 n <= N * N.
Proof.
  enough (sum_from (fun k => if k <? N then N else 0) 1 n <= N * Nat.min n N) by nia.
  induction n as [|n IH]; [simpl; lia|]. cbn [sum_from]. destruct (Nat.ltb_spec (1 + n) N); nia.
Qed.

(** ** The theorems *)

(** Theorem 5. *)
Theorem sum_of_rows n : 411 * (n * n) <= 560 * sum_from row 1 n + 120 * n.
Proof.
  destruct (half_of n) as (h & Hh). pose proof (sum_rows_half h n Hh).
  pose proof (crossing_few h n). nia.
Qed.

Theorem sum_of_rows_monotone n : monotone -> 3 * (n * n) <= 4 * sum_from row 1 n.
Proof.
  intros Hm. destruct (half_of n) as (h & Hh). pose proof (sum_rows_half h n Hh) as H.
  rewrite monotone_crossing in H; trivial. lia.
Qed.

(** If monotony holds, then 2 r_k >= 3k - 2 for infinitely many k. *)
Theorem row_large_monotone N : monotone -> exists k, N <= k /\ 1 <= k /\ 3 * k <= 2 * row k + 2.
Proof.
  intros Hm. set (M := N * N + 1).
  destruct (bounded_search (fun k => 3 * k <= 2 * row k + 2) (Nat.max 1 N) (M + 1)
    (fun k => le_dec _ _)) as [(k & Hk & H)|Hnone]; [exists k; lia|]. exfalso.
  assert (H : 2 * sum_from row 1 M <=
    sum_from (fun k => 3 * k - 3 + if k <? N then N else 0) 1 M).
  { replace (2 * sum_from row 1 M) with (sum_from (fun k => row k + row k) 1 M)
      by (rewrite sum_from_add; lia).
    apply sum_from_le. intros k Hk. destruct (row_lost k) as [Hr Hl]; [lia|].
    pose proof (row_estimates k (row k) ltac:(lia) Hr Hl).
    destruct (Nat.ltb_spec k N); [lia|]. specialize (Hnone k ltac:(lia)). lia. }
  rewrite sum_from_add in H. pose proof (sum_threes M). pose proof (sum_first N M).
  pose proof (sum_of_rows_monotone M Hm).
  assert (HN : M = N * N + 1) by reflexivity. clearbody M. pose proof (square_pred M). lia.
Qed.

(** Then, for infinitely many R, at least a third of the slices 0, ..., R - 1 are infinite. *)
Theorem third_infinite_monotone N : monotone -> exists R, N <= R /\
  R <= 3 * number_of is_infinite 0 R.
Proof.
  intros Hm. destruct (row_large_monotone N Hm) as (k & HN & Hk & H). exists (row k + 1).
  destruct (row_lost k Hk) as [Hr Hl]. pose proof (row_estimates k (row k) Hk Hr Hl).
  split; [lia|]. assert (Hall : number_of is_finite 0 (row k + 1) + number_of is_infinite 0 (row k + 1) =
    row k + 1) by apply count_all.
  enough (number_of is_finite 0 (row k + 1) <= length (seq 1 k)) by (rewrite seq_length in *; lia).
  apply (injection (fun s i => row i = s)); [apply NoDup_count | | congruence].
  intros s Hs. apply in_count in Hs as [Hs E]. apply is_finite_iff in E as (p & Hp & Hl').
  destruct (index_exists p s Hp Hl') as (i & Hi & <-). exists i.
  pose proof (row_of_lost i s Hi Hl') as Ei. split; [|trivial]. apply in_seq. split; [trivial|].
  apply Nat.nle_gt. intros Hle. pose proof (monotone_rows k i Hm ltac:(lia)). lia.
Qed.
