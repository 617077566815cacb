(** * The mean of a period is a whole number

    For any number of rows and any nim-value: the first rows of a slice are all different, so that a
    period permutes the residues. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Permutation.
From ZChomp Require Import Chomp Nim Counting ChartMean.
Import ListNotations.

Lemma sum_from_list f a n : sum_from f a n = list_sum (map f (seq a n)).
Proof.
  induction n as [|n IH]; trivial. rewrite seq_S, map_app, list_sum_app. simpl. lia.
Qed.

Lemma sum_from_sub f g a n : (forall x, a <= x -> g x <= f x) ->
  sum_from (fun x => f x - g x) a n + sum_from g a n = sum_from f a n.
Proof.
  intros H. induction n as [|n IH]; simpl; trivial. specialize (H (a + n)). lia.
Qed.

Lemma sum_from_divmod f a n m : 0 < m ->
  sum_from f a n = m * sum_from (fun x => f x / m) a n + sum_from (fun x => f x mod m) a n.
Proof.
  intros Hm. induction n as [|n IH]; simpl; [lia|].
  rewrite (Nat.div_mod_eq (f (a + n)) m) at 1. lia.
Qed.

(** Throws that land at different times, and repeat after m: their residues are all residues. *)
Section Juggling.
Variables (f : nat -> nat) (a m : nat).
Hypothesis positive : 0 < m.
Hypothesis periodic : forall x, a <= x -> f (x + m) = f x + m.
Hypothesis injective : forall x y, a <= x -> a <= y -> f x = f y -> x = y.

Lemma periods_later k x : a <= x -> f (x + k * m) = f x + k * m.
Proof.
  intros Hx. induction k as [|k IH]; simpl; [now rewrite !Nat.add_0_r|].
  rewrite (Nat.add_comm m), (Nat.add_assoc x), periodic by lia. lia.
Qed.

Lemma residues_differ x y : a <= x -> a <= y -> f x mod m = f y mod m ->
  x + f y / m * m = y + f x / m * m.
Proof.
  intros Hx Hy H. apply injective; [lia | lia|]. rewrite !periods_later by trivial.
  rewrite (Nat.div_mod_eq (f x) m) at 1. rewrite (Nat.div_mod_eq (f y) m) at 2. lia.
Qed.

Lemma all_residues : Permutation (map (fun x => f x mod m) (seq a m)) (seq 0 m).
Proof.
  apply NoDup_Permutation_bis.
  - apply NoDup_map_on; [apply seq_NoDup|]. intros x y Hx Hy H. apply in_seq in Hx, Hy.
    apply residues_differ in H; [|lia | lia]. set (k := f y / m) in H. set (l := f x / m) in H.
    destruct (Nat.lt_trichotomy k l) as [L|[L|L]]; nia.
  - now rewrite map_length, !seq_length.
  - intros r Hr. apply in_map_iff in Hr as (x & <- & _). apply in_seq.
    pose proof (Nat.mod_upper_bound (f x) m). lia.
Qed.
End Juggling.

Lemma whole_sum f a m : 0 < m -> (forall x, a <= x -> x <= f x) ->
  (forall x, a <= x -> f (x + m) = f x + m) ->
  (forall x y, a <= x -> a <= y -> f x = f y -> x = y) ->
  exists k, sum_from (fun x => f x - x) a m = m * k.
Proof.
  intros Hm Hle Hper Hinj.
  assert (Hf := all_residues f a m Hm Hper Hinj).
  assert (Hid := all_residues (fun x => x) a m Hm (fun x _ => eq_refl) (fun x y _ _ H => H)).
  assert (Hsum : sum_from (fun x => f x mod m) a m = sum_from (fun x => x mod m) a m).
  { rewrite !sum_from_list. now rewrite Hf, Hid. }
  pose proof (sum_from_sub f (fun x => x) a m Hle) as H.
  rewrite (sum_from_divmod f a m m Hm), (sum_from_divmod (fun x => x) a m m Hm), Hsum in H.
  exists (sum_from (fun x => f x / m) a m - sum_from (fun x => x / m) a m). nia.
Qed.

(** Two positions with the same first row, the same tail and the same nim-value are the same. *)
Lemma second_row_unique t p x y : (forall i, nth i t 0 <= x) -> x < y ->
  nim_value (p :: y :: t) <> nim_value (p :: x :: t).
Proof.
  intros Ht Hxy H. destruct (nim_value_mex (p :: y :: t)) as [Hno _]. apply Hno.
  exists (p :: x :: t). split; [|now symmetry].
  replace (p :: x :: t) with (bite 1 x (p :: y :: t)).
  - constructor; simpl; [trivial | discriminate].
  - unfold bite. simpl. f_equal. f_equal; [lia|]. apply (nth_ext _ _ 0 0); [apply map_length|].
    intros i Hi. rewrite map_length in Hi.
    rewrite (nth_indep _ 0 (Nat.min x 0)) by now rewrite map_length.
    rewrite map_nth. specialize (Ht i). lia.
Qed.

(** If (f(q), q, t) has nim-value v for all q >= s, and f repeats with m from there on, then the mean
    of f(q) - q over a period is a whole number. *)
Theorem whole_mean t v f s m : 0 < m -> (forall i, nth i t 0 <= s) ->
  (forall q, s <= q -> q <= f q /\ nim_value (f q :: q :: t) = v) ->
  (forall q, s <= q -> f (q + m) = f q + m) ->
  exists k, sum_from (fun q => f q - q) s m = m * k.
Proof.
  intros Hm Ht Hv Hper. apply whole_sum; trivial; [intros q Hq; now apply Hv|].
  assert (Hlt : forall x y, s <= x -> x < y -> f x <> f y).
  { intros x y Hx Hxy H. apply (second_row_unique t (f y) x y); trivial.
    - intros i. specialize (Ht i). lia.
    - destruct (Hv y) as [_ ->]; [lia|]. rewrite <- H. destruct (Hv x) as [_ ->]; trivial. }
  intros x y Hx Hy H. destruct (Nat.lt_trichotomy x y) as [L|[|L]]; trivial.
  - now elim (Hlt x y Hx L).
  - now elim (Hlt y x Hy L).
Qed.
