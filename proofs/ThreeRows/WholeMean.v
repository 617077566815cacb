(** * The mean of a period is a whole number: how many first rows a slice leaves out

    For any number of rows and any nim-value: the first rows of a slice are all different. So a slice
    is a juggling pattern, and the mean of the throws is the number of balls: as many as there are
    times at which none lands. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Nim Counting Overhang ChartMean.
Import ListNotations.

(** ** Throws that land at different times, and repeat *)

(** v is one of the values of f, where each value is at least its argument. *)
Definition is_hit (f : nat -> nat) (v : nat) : bool := existsb (fun u => f u =? v) (seq 0 (S v)).

Section Juggling.
Variables (f : nat -> nat) (c s m : nat).
Hypothesis upwards : forall u, u <= f u.
Hypothesis injective : forall x y, f x = f y -> x = y.
Hypothesis near : forall u, f u <= u + c + 1.
Hypothesis positive : 0 < m.
Hypothesis periodic : forall u, s <= u -> f (u + m) = f u + m.

Lemma periods_later k x : s <= x -> f (x + k * m) = f x + k * m.
Proof.
  intros Hx. induction k as [|k IH]; simpl; [now rewrite !Nat.add_0_r|].
  rewrite (Nat.add_comm m), (Nat.add_assoc x), periodic by lia. lia.
Qed.

Lemma is_hit_iff v : is_hit f v = true <-> exists u, f u = v.
Proof.
  unfold is_hit. rewrite existsb_exists. split.
  - intros (u & _ & E). exists u. now apply Nat.eqb_eq.
  - intros (u & <-). exists u. split; [|apply Nat.eqb_refl]. apply in_seq. pose proof (upwards u). lia.
Qed.

(** In flight after t are as many as there are numbers up to t that nothing hits. *)
Lemma flying t :
  number_of (fun u => t <? f u) 0 (t + 1) = number_of (fun v => negb (is_hit f v)) 0 (t + 1).
Proof.
  pose proof (count_all (fun u => t <? f u) 0 (t + 1)) as H. pose proof (count_all (is_hit f) 0 (t + 1)) as H'.
  cbn beta in H. enough (number_of (fun u => negb (t <? f u)) 0 (t + 1) = number_of (is_hit f) 0 (t + 1)) by lia.
  apply (count_pairs (fun u v => f u = v)).
  - intros u Hu E. apply negb_true_iff, Nat.ltb_ge in E. exists (f u). split; [lia|]. split; [|trivial].
    apply is_hit_iff. now exists u.
  - intros v Hv E. apply is_hit_iff in E as (u & E). exists u. pose proof (upwards u). split; [lia|].
    split; [|trivial]. apply negb_true_iff, Nat.ltb_ge. lia.
  - intros u u' v E E'. apply injective. congruence.
  - intros u v v' E E'. congruence.
Qed.

Lemma few_flying t : number_of (fun u => t <? f u) 0 (t + 1) <= c + 1.
Proof.
  apply (pigeonhole (fun u k => u + k = t)); [apply NoDup_count | | intros; lia].
  intros u Hu. apply in_count in Hu as [Hu E]. apply Nat.ltb_lt in E. pose proof (near u). exists (t - u). lia.
Qed.

Lemma missed_again v k : s + c + 1 < v -> is_hit f v = false -> is_hit f (v + k * m) = false.
Proof.
  intros Hv H. rewrite <- not_true_iff_false, is_hit_iff in *. intros (u & E). apply H. exists (u - k * m).
  pose proof (near u). pose proof (periods_later k (u - k * m) ltac:(lia)) as E'.
  replace (u - k * m + k * m) with u in E' by lia. lia.
Qed.

Lemma missed_early v : is_hit f v = false -> v <= s + c + 1.
Proof.
  intros H. apply Nat.nlt_ge. intros Hv. set (t := v + (c + 2) * m).
  pose proof (few_flying t) as Hfew. rewrite flying in Hfew. unfold number_of in Hfew.
  enough (c + 2 <= length (filter (fun v => negb (is_hit f v)) (seq 0 (t + 1)))) by lia.
  rewrite <- (seq_length (c + 2) 0) at 1.
  apply (injection (fun k x => x = v + k * m)); [apply seq_NoDup | |].
  - intros k Hk. apply in_seq in Hk. exists (v + k * m). split; [|trivial]. apply in_count.
    split; [unfold t; nia | now rewrite missed_again].
  - intros k k' x -> E. nia.
Qed.

Lemma mean_of_throws : exists l, NoDup l /\ (forall v, In v l <-> forall u, f u <> v) /\
  sum_from (fun u => f u - u) s m = m * length l.
Proof.
  set (missed := fun v => negb (is_hit f v)). set (B := s + c + 2).
  assert (Hmissed : forall v, missed v = true <-> forall u, f u <> v).
  { intros v. unfold missed. rewrite negb_true_iff, <- not_true_iff_false, is_hit_iff. split.
    - intros H u E. apply H. now exists u.
    - intros H (u & E). now apply (H u). }
  exists (filter missed (seq 0 B)). split; [apply NoDup_count|]. split.
  - intros v. rewrite in_count, Hmissed. split; [easy|]. intros H. split; [|trivial]. apply Hmissed in H.
    apply negb_true_iff, missed_early in H. unfold B. lia.
  - apply (juggling f c B); trivial. intros t Ht. rewrite flying. fold missed (number_of missed 0 B).
    replace (t + 1) with (B + (t + 1 - B)) by lia. generalize (t + 1 - B). intros n.
    induction n as [|n IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r, count_next, IH.
    destruct (missed (0 + (B + n))) eqn:E; [|lia]. apply negb_true_iff, missed_early in E. unfold B in E. lia.
Qed.
End Juggling.


(** ** Slices *)

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

(** If (f(q), q, t) has nim-value v for all q >= w, w at least the rows of t, and f repeats with m from
    s >= w on, then the mean of f(q) - q over a period is the number of integers p >= w that are no
    f(q). *)
Theorem nim_mean t v f w s m : 0 < m -> w <= s -> (forall i, nth i t 0 <= w) ->
  (forall q, w <= q -> q <= f q /\ nim_value (f q :: q :: t) = v) ->
  (forall q, s <= q -> f (q + m) = f q + m) ->
  exists l, NoDup l /\ (forall p, In p l <-> w <= p /\ forall q, w <= q -> f q <> p) /\
    sum_from (fun q => f q - q) s m = m * length l.
Proof.
  intros Hm Hs Ht Hv Hper. set (h := fun q => if q <? w then q else f q).
  assert (Hh : forall q, w <= q -> h q = f q).
  { intros q Hq. unfold h. now rewrite (proj2 (Nat.ltb_ge q w) Hq). }
  assert (Hlow : forall q, q < w -> h q = q).
  { intros q Hq. unfold h. now rewrite (proj2 (Nat.ltb_lt q w) Hq). }
  assert (Hup : forall q, q <= h q).
  { intros q. destruct (Nat.lt_ge_cases q w) as [L|L]; [now rewrite Hlow | rewrite Hh by trivial; now apply Hv]. }
  assert (Hper' : forall q, s <= q -> h (q + m) = h q + m).
  { intros q Hq. rewrite !Hh by lia. now apply Hper. }
  assert (Hnear : exists c, forall q, h q <= q + c + 1).
  { exists (list_max (map h (seq 0 (s + m)))). set (c := list_max _). intros q.
    induction q as [q IH] using lt_wf_ind. destruct (Nat.lt_ge_cases q (s + m)) as [L|L].
    - pose proof (proj1 (list_max_le (map h (seq 0 (s + m))) c) (le_n _)) as Hc. rewrite Forall_forall in Hc.
      specialize (Hc (h q) (in_map h _ _ (proj2 (in_seq _ _ _) (conj (Nat.le_0_l q) L)))). lia.
    - specialize (IH (q - m) ltac:(lia)). specialize (Hper' (q - m) ltac:(lia)).
      replace (q - m + m) with q in Hper' by lia. lia. }
  assert (Hlt : forall x y, x < y -> h x <> h y).
  { intros x y L E. pose proof (Hup y). destruct (Nat.lt_ge_cases x w) as [Lx|Lx]; [rewrite Hlow in E by trivial; lia|].
    rewrite !Hh in E by lia. apply (second_row_unique t (f y) x y); trivial; [intros i; specialize (Ht i); lia|].
    destruct (Hv y) as [_ ->]; [lia|]. rewrite <- E. now destruct (Hv x) as [_ ->]. }
  destruct Hnear as (c & Hc). destruct (mean_of_throws h c s m) as (l & Hnd & Hl & Hsum); trivial.
  { intros x y E. destruct (Nat.lt_trichotomy x y) as [L|[|L]]; trivial; [now elim (Hlt x y) | now elim (Hlt y x)]. }
  exists l. split; [trivial|]. split.
  - intros p. rewrite Hl. split.
    + intros H. split; [|intros q Hq; rewrite <- Hh by trivial; apply H].
      apply Nat.nlt_ge. intros L. now apply (H p), Hlow.
    + intros [Hp H] q. destruct (Nat.lt_ge_cases q w) as [L|L]; [rewrite Hlow by trivial; lia|].
      rewrite Hh by trivial. now apply H.
  - enough (E : forall n, sum_from (fun q => f q - q) s n = sum_from (fun q => h q - q) s n) by now rewrite E.
    induction n as [|n IH]; trivial. simpl. now rewrite IH, Hh by lia.
Qed.

(** So it is a whole number. *)
Corollary whole_mean t v f s m : 0 < m -> (forall i, nth i t 0 <= s) ->
  (forall q, s <= q -> q <= f q /\ nim_value (f q :: q :: t) = v) ->
  (forall q, s <= q -> f (q + m) = f q + m) ->
  exists k, sum_from (fun q => f q - q) s m = m * k.
Proof.
  intros Hm Ht Hv Hper. destruct (nim_mean t v f s s m Hm (le_n s) Ht Hv Hper) as (l & _ & _ & H).
  now exists (length l).
Qed.
