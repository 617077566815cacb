(** * The mean of a period

    In an infinite row b of the chart the mean of f(t, b) - t over a period is 1 + the number of
    finite rows below b: every infinite slice is a juggling pattern with that number of balls.
    chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite Overhang.
From ZChomp Require ThreeRows.
Import ListNotations.

(** f(a) + ... + f(a + n - 1). *)
Fixpoint sum_from (f : nat -> nat) (a n : nat) : nat :=
  match n with
  | 0 => 0
  | S n => sum_from f a n + f (a + n)
  end.

Lemma sum_from_same f g a n : (forall x, a <= x < a + n -> f x = g x) ->
  sum_from f a n = sum_from g a n.
Proof.
  induction n as [|n IH]; intros H; simpl; trivial.
  rewrite IH, H; trivial; [lia|]. intros x Hx. apply H. lia.
Qed.

Lemma sum_from_zero f a n : (forall x, a <= x < a + n -> f x = 0) -> sum_from f a n = 0.
Proof.
  intros H. rewrite (sum_from_same f (fun _ => 0)) by trivial. clear H.
  induction n; simpl; lia.
Qed.

Lemma sum_from_split f a m n : sum_from f a (m + n) = sum_from f a m + sum_from f (a + m) n.
Proof.
  induction n as [|n IH]; [rewrite Nat.add_0_r; simpl; lia|].
  rewrite Nat.add_succ_r. simpl. rewrite IH, (Nat.add_assoc a m n). lia.
Qed.

Lemma sum_from_one f a : sum_from f a 1 = f a.
Proof. simpl. now rewrite Nat.add_0_r. Qed.

Lemma sum_from_shift f a c n : sum_from f (a + c) n = sum_from (fun x => f (x + c)) a n.
Proof.
  induction n as [|n IH]; simpl; trivial. rewrite IH. f_equal. f_equal. lia.
Qed.

(** Sums over a period are the same wherever it begins. *)
Lemma sum_period f a m k : (forall x, a <= x -> f (x + m) = f x) ->
  sum_from f (a + k) m = sum_from f a m.
Proof.
  intros H. induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite <- IH.
  pose proof (sum_from_split f (a + k) m 1) as H1. pose proof (sum_from_split f (a + k) 1 m) as H2.
  rewrite (Nat.add_comm 1 m), sum_from_one in H2. rewrite sum_from_one, H in H1 by lia.
  replace (a + S k) with (a + k + 1) by lia. lia.
Qed.

(** ** How high the balls are: the sum of f(u) - t over the u <= t with f(u) > t *)

Definition height (f : nat -> nat) (t : nat) : nat := sum_from (fun u => f u - t) 0 (t + 1).

Lemma all_fall f t a n :
  sum_from (fun u => f u - (t + 1)) a n + number_of (fun u => t <? f u) a n =
  sum_from (fun u => f u - t) a n.
Proof.
  induction n as [|n IH]; [easy|]. rewrite count_next. simpl.
  destruct (Nat.ltb_spec t (f (a + n))); lia.
Qed.

(** From one column to the next every ball falls by one, and one is thrown. *)
Lemma height_next f t :
  height f (t + 1) + number_of (fun u => t <? f u) 0 (t + 1) = height f t + (f (t + 1) - (t + 1)).
Proof.
  unfold height. pose proof (all_fall f t 0 (t + 1)).
  rewrite (sum_from_split _ 0 (t + 1) 1), sum_from_one. simpl. lia.
Qed.

Lemma height_later f K s n : (forall t, s <= t -> number_of (fun u => t <? f u) 0 (t + 1) = K) ->
  height f (s + n) + n * K = height f s + sum_from (fun t => f t - t) (s + 1) n.
Proof.
  intros H. induction n as [|n IH]; [rewrite (Nat.add_0_r s); simpl; lia|].
  pose proof (height_next f (s + n)) as E. rewrite H in E by lia. simpl.
  replace (s + S n) with (s + n + 1) by lia. replace (s + 1 + n) with (s + n + 1) by lia. lia.
Qed.

(** The height is periodic if the throws are, and if they are bounded. *)
Lemma height_recent f c t : (forall u, f u <= u + c + 1) -> c <= t ->
  height f t = sum_from (fun u => f u - t) (t - c) (c + 1).
Proof.
  intros Hf Ht. unfold height. replace (t + 1) with (t - c + (c + 1)) by lia.
  rewrite sum_from_split. rewrite (sum_from_zero _ 0); [reflexivity|].
  intros u Hu. specialize (Hf u). lia.
Qed.

Lemma height_period f c s m t : (forall u, f u <= u + c + 1) ->
  (forall u, s <= u -> f (u + m) = f u + m) -> s + c <= t -> height f (t + m) = height f t.
Proof.
  intros Hf Hm Ht. rewrite !(height_recent f c) by (trivial; lia).
  replace (t + m - c) with (t - c + m) by lia. rewrite sum_from_shift.
  apply sum_from_same. intros u Hu. rewrite Hm by lia. lia.
Qed.

(** The mean, for any sequence with a number of balls that is constant from column a on. *)
Lemma juggling f c a s m K : (forall u, f u <= u + c + 1) ->
  (forall u, s <= u -> f (u + m) = f u + m) ->
  (forall t, a <= t -> number_of (fun u => t <? f u) 0 (t + 1) = K) ->
  sum_from (fun t => f t - t) s m = m * K.
Proof.
  intros Hf Hm HK. set (t := s + c + a).
  assert (Hh := height_later f K t m). rewrite (height_period f c s) in Hh by (trivial; lia).
  rewrite <- (sum_period _ s m (c + a + 1)); [|intros x Hx; rewrite Hm by trivial; lia].
  replace (s + (c + a + 1)) with (t + 1) by lia.
  enough (height f t + m * K = height f t + sum_from (fun t => f t - t) (t + 1) m) by lia.
  apply Hh. intros x Hx. apply HK. lia.
Qed.

(** ** Rows of the chart *)

Lemma cell_chart t b : b <= t -> cell t b = chart t b.
Proof. intros H. unfold cell. now rewrite Nat.min_r. Qed.

Lemma cell_bound t b : cell t b <= t + b + 1.
Proof. unfold cell. pose proof (chart_bound t (Nat.min t b)). lia. Qed.

Lemma infinite_value b t : infinite b -> b <= t -> t < chart t b /\ losing [chart t b; t; b].
Proof.
  intros Hb Ht. rewrite <- (cell_chart t b Ht). destruct (cell_lost b t t) as [H H']; trivial.
  - intros p Hp. apply Hb. lia.
  - split; trivial. now rewrite Nat.min_r in H'.
Qed.

(** ** The theorems *)

(** Every infinite row is periodic in the end. *)
Theorem infinite_periodic b : infinite b ->
  exists s m, b <= s /\ 0 < m /\ forall t, s <= t -> chart (t + m) b = chart t b + m.
Proof.
  intros Hb. destruct (ThreeRows.three_rows_finite_or_periodic b)
    as [(a & H & _)|(s & m & Hm & _ & H)].
  - exfalso. destruct a as [|a]; [now apply (ThreeRows.full_bar b)|]. destruct H as [_ H].
    unfold ThreeRows.bracket in H. rewrite Nat.add_0_r in H. apply (Hb (S a + b)); [lia | trivial].
  - exists (s + b), m. split; [lia | split; [trivial|]]. intros t Ht.
    destruct (infinite_value b t Hb) as [Hlt Hl]; [lia|].
    destruct (H (t - b) (chart t b - t)) as [_ H']; [lia|]. destruct H' as [_ H'].
    + split; [intros [= E1 E2 E3]; lia|]. unfold ThreeRows.bracket.
      replace (t - b + (chart t b - t) + b) with (chart t b) by lia.
      now replace (t - b + b) with t by lia.
    + unfold ThreeRows.bracket in H'. apply chart_of_lost; try lia.
      replace (t - b + m + (chart t b - t) + b) with (chart t b + m) in H' by lia.
      now replace (t - b + m + b) with (t + m) in H' by lia.
Qed.

(** Theorem 2. If row b is infinite and m is a period of it from column s on, then the mean of
    f(t, b) - t over a period is 1 and the number of finite rows below b. *)
Theorem mean_of_period b s m : infinite b -> b <= s ->
  (forall t, s <= t -> chart (t + m) b = chart t b + m) ->
  sum_from (fun t => chart t b - t) s m = m * (1 + number_of is_finite 0 b).
Proof.
  intros Hb Hs Hm. rewrite (sum_from_same _ (fun t => cell t b - t)).
  - apply (juggling _ b (2 * b)); [intros u; apply cell_bound | |].
    + intros u Hu. rewrite !cell_chart by lia. now apply Hm.
    + intros t Ht. apply overhang_infinite; trivial; lia.
  - intros t Ht. now rewrite cell_chart by lia.
Qed.

(** So a row of period 1 has f(t, b) = t + 1 + the number of finite rows below b. *)
Theorem period_one_value b s t : infinite b -> b <= s ->
  (forall t, s <= t -> chart (t + 1) b = chart t b + 1) -> s <= t ->
  chart t b = t + 1 + number_of is_finite 0 b.
Proof.
  intros Hb Hs Hm Ht. pose proof (mean_of_period b t 1 Hb ltac:(lia)) as E.
  rewrite sum_from_one in E. destruct (infinite_value b t Hb) as [Hlt _]; [lia|].
  specialize (E ltac:(intros; apply Hm; lia)). lia.
Qed.

(** Two infinite rows with no finite row between them do not both have period 1. *)
Theorem not_both_period_one b b' s : b < b' <= s -> infinite b -> infinite b' ->
  (forall r, b < r < b' -> infinite r) ->
  ~ ((forall t, s <= t -> chart (t + 1) b = chart t b + 1) /\
     (forall t, s <= t -> chart (t + 1) b' = chart t b' + 1)).
Proof.
  intros Hs Hb Hb' Hbetween [H H']. enough (b = b') by lia. apply (column_distinct s); try lia.
  rewrite (period_one_value b s s), (period_one_value b' s s) by (trivial; lia). f_equal.
  replace b' with (b + (b' - b)) by lia. unfold number_of.
  rewrite seq_app, filter_app, app_length, Nat.add_0_l.
  enough (E : filter is_finite (seq b (b' - b)) = []) by (rewrite E; simpl; lia).
  destruct (filter is_finite (seq b (b' - b))) as [|r l] eqn:E; trivial. exfalso.
  assert (Hr : In r (filter is_finite (seq b (b' - b)))) by (rewrite E; now left).
  apply in_count in Hr as [Hr Ef]. assert (Hi : infinite r).
  { destruct (Nat.eq_dec r b) as [->|]; trivial. apply Hbetween. lia. }
  apply is_infinite_iff in Hi. unfold is_infinite in Hi. now rewrite Ef in Hi.
Qed.
